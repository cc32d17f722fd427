/* SPDX-License-Identifier: MIT
 * Identification of the CPU: by CPUID on x86, elsewhere by what the kernel provides. Libraries such
 * as google/cpu_features do not handle model numbers that a hypervisor falsifies. */
#ifndef CPU_H
#define CPU_H

#include "machine/cpu_names.h"

#include <stdbool.h>
#include <stddef.h>

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

#endif
