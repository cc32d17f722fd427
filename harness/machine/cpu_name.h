/* SPDX-License-Identifier: MIT
 * The names of a CPU, which follow from what the CPU reports (cpu.c). */
#ifndef CPU_NAME_H
#define CPU_NAME_H

#include "machine/machine.h"

/* The best feature of a CPU. Hypervisors can hide features but cannot add any, so a CPU with more
 * features than its model ever had has a false model number. Its name is then unknown, or inferred
 * from the features. AMX_FP16 counts as AVX10, with which it came. */
enum cpu_features { CPU_PLAIN, CPU_AVX, CPU_AVX2, CPU_AVX512, CPU_AMX, CPU_AVX10, CPU_APX };

/* Sets the name of the microarchitecture, and on Arm the vendor, from vendor, family, model and
 * stepping; to "" if the numbers are unknown. `shown` is the best feature that the CPU shows. */
void cpu_set_name(struct machine *m, enum cpu_features shown);

/* Sets the name for files, such as "amd-ryzen-9-7950x": the brand without its common words. If the
 * brand has no model number, as in many virtual machines, appends the microarchitecture, or else
 * family and model, so that different CPUs have different names: "intel-xeon-granite-rapids". */
void cpu_set_slug(struct machine *m);

#endif
