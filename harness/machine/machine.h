/* SPDX-License-Identifier: MIT
 * The machine as a record: what has to be known beside a figure to judge it or to measure it again.
 * No host name, no user name. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MACHINE_WARNINGS = 16 };

/* Unknown is "", -1 for int and double, 0 for bytes, "null" in JSON. What a virtual machine shows
 * is recorded as shown. */
struct machine {
    char slug[64]; /* the CPU as a file name, see cpu_slug() */

    char cpu[96], vendor[16], microarchitecture[32];
    bool microarchitecture_inferred; /* from features: the model number is another core's */
    int family, model, stepping;     /* Arm: implementer, part, revision */
    char microcode[24];
    char pext[40]; /* "absent", "fast (3.0 cycles)", "microcoded (52 cycles)": beyond 8 */

    uint64_t l1d_bytes, l2_bytes, l3_bytes;
    int l1d_shared_by, l2_shared_by, l3_shared_by; /* CPUs */
    uint64_t line_bytes;
    int cpus, cores, packages, numa_nodes; /* online; a CPU is a hardware thread */
    char core_sharing[160]; /* whether CPUs share a core, by measurement; see cores.h */

    char hypervisor[32]; /* "none" if the CPU denies that there is one */
    bool
        emulated; /* noticed that instructions are translated, as by valgrind or QEMU: bench refuses */
    char os[96], kernel[96], architecture[24];
    char governor[24], turbo[8], smt[16]; /* smt: Linux' word, "on", "off", "notsupported", ...  */
    char huge_pages[16], aslr[16]; /* "always", "madvise", "never"; "full", "partial", "off" */
    uint64_t page_bytes, memory_bytes;
    double load; /* mean number of runnable threads in the last minute */
    char compiler[64];

    int warning_count;
    char warnings[MACHINE_WARNINGS][160]; /* one line each: what may spoil figures, what to do */
};

/* As seen from CPU `cpu`, the one that is to be measured on; -1: the one the thread runs on. Takes
 * milliseconds, for PEXT is timed. Does not fail: what cannot be read is unknown. */
void machine_read(struct machine *machine, int cpu);

/* A jansson object of all fields above in their order; NULL if memory is short. */
struct json_t *machine_json(const struct machine *machine);

/* The same fields, one line each. */
void machine_print(const struct machine *machine, FILE *out);

/* machine_read() ends with it: adds what the record gives cause to warn of. */
void machine_warn(struct machine *machine);
void machine_add_warning(struct machine *machine, const char *text, ...)
    __attribute__((format(printf, 2, 3)));

#endif
