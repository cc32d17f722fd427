/* SPDX-License-Identifier: MIT
 * The record of the machine that is stored with results, so that readers can judge and repeat them.
 * It has no host name and no user name. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MACHINE_WARNINGS = 16 };

/* Unknown is "", -1 for int and double, 0 for bytes, null in JSON. The values of a virtual machine
 * are recorded as it shows them. */
struct machine {
    char slug[64]; /* the CPU as a file name, see cpu_slug() */

    char cpu[96], vendor[16], microarchitecture[32];
    bool microarchitecture_inferred; /* from features: the model number is another core's */
    int family, model, stepping;     /* Arm: implementer, part, revision */
    char microcode[24];
    char pext[40]; /* "absent", "fast (3.0 cycles)", or above 8: "microcoded (52 cycles)" */

    uint64_t l1d_bytes, l2_bytes, l3_bytes;
    int l1d_shared_by, l2_shared_by, l3_shared_by; /* CPUs */
    uint64_t line_bytes;
    int cpus, cores, packages, numa_nodes; /* online; a CPU is a hardware thread */
    char core_sharing[160]; /* whether CPUs share a core, as measured; see timing/cores.h */

    char hypervisor[32]; /* "none" if the CPU denies that there is one */
    /* Instructions are known to be translated, as by valgrind or QEMU: bench refuses to run. */
    bool emulated;
    char os[96], kernel[96], architecture[24];
    char governor[24], turbo[8], smt[16]; /* smt as in Linux: "on", "off", "notsupported" */
    char huge_pages[16], aslr[16]; /* "always", "madvise", "never"; "full", "partial", "off" */
    uint64_t page_bytes, memory_bytes;
    double load; /* mean number of runnable threads in the last minute */
    char compiler[64];

    int warning_count;
    char warnings[MACHINE_WARNINGS][160]; /* one line each: the condition and its remedy */
};

/* Reads the record for CPU `cpu`, on which samples are to be taken, or for the thread's CPU if
 * it is -1. Takes milliseconds, because it times PEXT. Unreadable values are unknown. */
void machine_read(struct machine *machine, int cpu);

enum { CPU_TEXT = 160 };

/* Writes the CPU's brand and microarchitecture, "AMD EPYC, Zen 5": a brand of virtual machines does
 * not contain it. Returns text. */
const char *machine_cpu_text(const struct machine *machine, char text[static CPU_TEXT]);

/* Returns a jansson object of all fields, in order. */
struct json_t *machine_json(const struct machine *machine);

/* Reads such an object. Absent fields are unknown. Returns false if one is of another type or too
 * long. */
bool machine_of_json(struct machine *machine, const struct json_t *object);

/* Prints the same fields, one per line. */
void machine_print(const struct machine *machine, FILE *out);

/* Adds the warnings that follow from the record; machine_read() calls it last. */
void machine_warn(struct machine *machine);

/* Adds one warning, unless there are MACHINE_WARNINGS. */
void machine_add_warning(struct machine *machine, const char *text, ...)
    __attribute__((format(printf, 2, 3)));

#endif
