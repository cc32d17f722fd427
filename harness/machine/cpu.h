/* SPDX-License-Identifier: MIT
 * The CPU: what it is, its name for files, and the speed of its PEXT. */
#ifndef CPU_H
#define CPU_H

#include <stdbool.h>
#include <stddef.h>

/* ---- names of microarchitectures ---- */

/* Names of microarchitectures by the numbers that Linux shows. Unknown numbers have the name "". */

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

/* ---- the CPU ---- */

/* Identification of the CPU: by CPUID on x86, elsewhere by what the kernel provides. Libraries
 * such as google/cpu_features do not handle model numbers that a hypervisor falsifies. */

/* "" and -1 mean unknown. */
struct cpu {
    char brand[96];             /* as the CPU reports it: "AMD Ryzen 9 7950X 16-Core Processor" */
    char vendor[16];            /* "GenuineIntel", "AuthenticAMD", "ARM" */
    char microarchitecture[32]; /* "Zen 4", "Neoverse N1" */
    bool inferred;              /* microarchitecture comes from features, not from the model */
    char hypervisor[32];        /* "KVM"; "none" if the CPU reports that there is none */
    char emulator[32];          /* "QEMU": instructions are known to be translated */
    /* As Linux shows them. Arm: implementer, part, revision. */
    int family, model, stepping;
};

/* Identifies the CPU with this number, or on x86 the one that runs the thread. */
void cpu_identify(struct cpu *cpu, int number);

/* Sets microarchitecture, and on Arm vendor, from the numbers. */
void cpu_set_name(struct cpu *cpu);

/* Returns the best feature that this CPU shows. */
enum cpu_features cpu_features(void);

/* ---- names for files ---- */

/* Writes a name for files, such as "amd-ryzen-9-7950x": the brand without its common words. In
 * many virtual machines the brand has no model number. Then the microarchitecture is appended, or
 * else family and model, so that different CPUs have different names, such as
 * "intel-xeon-granite-rapids". */
void cpu_slug(const struct cpu *cpu, char *slug, size_t size);

/* ---- speed of PEXT ---- */

/* Returns the latency of PEXT in core cycles, with the 12-bit mask of a rook's table lookup.
 * Measures it against dependent additions, of which every CPU executes one per cycle, in about
 * 0.3 ms. Intel since Haswell and AMD since Zen 3 need 3 cycles; earlier AMD cores run
 * microcode, which takes 18 cycles or more. Returns 0 without BMI2 or 64-bit x86. */
double pext_speed(void);

#endif
