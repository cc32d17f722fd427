/* SPDX-License-Identifier: MIT
 * What the CPU says it is, and the names it does not give itself. */
#ifndef CPU_H
#define CPU_H

#include <stdbool.h>
#include <stddef.h>

/* "" and -1 are unknown. */
struct cpu {
    char brand[96];              /* its own words: "AMD Ryzen 9 7950X 16-Core Processor" */
    char vendor[16];             /* "GenuineIntel", "AuthenticAMD", "ARM"                */
    char microarchitecture[32];  /* "Zen 4", "Neoverse N1"                               */
    bool inferred;               /* microarchitecture comes from features, not from the model */
    char hypervisor[32];         /* "KVM"; "none" if the CPU denies that there is one    */
    char emulator[32];           /* "QEMU": instructions are known to be translated      */
    int family, model, stepping; /* as Linux shows them; Arm: implementer, part, revision */
};

/* Of the CPU with this number; on x86 of the one that the thread runs on. */
void cpu_identify(struct cpu *cpu, int number);

/* Fills in vendor (Arm only) and microarchitecture from the numbers. */
void cpu_name(struct cpu *cpu);

/* A name for files: "amd-ryzen-9-7950x". It is the brand less what all brands share. Where that
 * holds no model number, as virtual machines like to have it, microarchitecture or else family and
 * model follow, lest different CPUs get one name: "intel-xeon-granite-rapids". */
void cpu_slug(const struct cpu *cpu, char *slug, size_t size);

/* Hypervisors hide features but cannot add any: a CPU that shows more than its model ever had goes
 * by a false model number, and its name is unknown or inferred from the features. */
enum cpu_features { PLAIN, AVX, AVX2, AVX512, AMX, AMX_FP16, APX };
enum cpu_features cpu_features(void); /* the best that this CPU shows */
const char *cpu_intel_name(int family, int model, int stepping, enum cpu_features shown);
bool cpu_intel_inferred(int family, int model, int stepping, enum cpu_features shown);
const char *cpu_amd_name(int family, int model, enum cpu_features shown);

#endif
