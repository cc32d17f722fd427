/* SPDX-License-Identifier: MIT
 * Names of microarchitectures by the numbers that Linux shows. Unknown numbers have the name "". */
#ifndef CPU_NAMES_H
#define CPU_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Hypervisors can hide features but cannot add any. A CPU with more features than its model ever
 * had has a false model number: its name is unknown, or inferred from the features. AMX_FP16 came
 * with AVX10 and counts as such. */
enum cpu_features { CPU_PLAIN, CPU_AVX, CPU_AVX2, CPU_AVX512, CPU_AMX, CPU_AVX10, CPU_APX };

/* Returns the name by the family, model and stepping of CPUID. */
const char *cpu_intel_name(int family, int model, int stepping, enum cpu_features shown);

/* Returns true if the name comes from the features instead of the model number. */
bool cpu_intel_inferred(int family, int model, int stepping, enum cpu_features shown);

/* Returns the name of an AMD or Hygon by the family and model of CPUID. */
const char *cpu_amd_name(int family, int model, enum cpu_features shown);

/* Returns the name by the numbers in MIDR_EL1. Also sets *vendor, to "" if unknown. */
const char *cpu_arm_name(int implementer, int part, const char **vendor);

#endif
