/* SPDX-License-Identifier: MIT
 * The names of a CPU, which follow from what it tells of itself (cpu.c). */
#ifndef CPU_NAME_H
#define CPU_NAME_H

#include "machine/machine.h"

/* Hypervisors can hide features but cannot add any. A CPU with more features than its model ever
 * had has a false model number: its name is unknown, or inferred from the features. AMX_FP16 came
 * with AVX10 and counts as such. */
enum cpu_features { CPU_PLAIN, CPU_AVX, CPU_AVX2, CPU_AVX512, CPU_AMX, CPU_AVX10, CPU_APX };

/* Sets the name of the microarchitecture, and on Arm the vendor, from vendor, family, model and
 * stepping. Names of unknown numbers are "". `shown` is the best feature of the CPU. */
void cpu_set_name(struct machine *m, enum cpu_features shown);

/* Sets the name for files, such as "amd-ryzen-9-7950x": the brand without its common words. In
 * many virtual machines the brand has no model number. Then the microarchitecture is appended, or
 * else family and model, so that different CPUs have different names, such as
 * "intel-xeon-granite-rapids". */
void cpu_set_slug(struct machine *m);

#endif
