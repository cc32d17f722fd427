/* SPDX-License-Identifier: MIT
 * What is recorded of the machine with each result, so that readers can judge and repeat the
 * result. The record contains no host name and no user name. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MACHINE_WARNINGS = 16 };

/* An unknown value is "" if it is a text, -1 if it is an int or a double, and 0 if it is a number
 * of bytes; in JSON it is null. A virtual machine is recorded as it presents itself. */
struct machine {
    char slug[64];     /* the CPU as a file name, see cpu_name.h */
    char core_kind[8]; /* of a hybrid CPU: core_kind_names[] of the timed core */

    char cpu[96];               /* as the CPU reports it: "AMD Ryzen 9 7950X 16-Core Processor" */
    char vendor[16];            /* "GenuineIntel", "AuthenticAMD", "ARM" */
    char microarchitecture[32]; /* "Zen 4", "Neoverse N1" */
    bool microarchitecture_inferred; /* from features: the model number is another core's */
    int family, model, stepping;     /* as Linux shows them. Arm: implementer, part, revision */
    char microcode[24];
    char pext[40]; /* "absent"; "fast (3.0 cycles)"; above 8 cycles "microcoded (52 cycles)" */

    uint64_t l1d_bytes, l2_bytes, l3_bytes;
    int l1d_shared_by, l2_shared_by, l3_shared_by; /* CPUs */
    uint64_t line_bytes;
    int cpus, cores, packages, numa_nodes; /* online; a CPU is a hardware thread */
    char core_sharing[160]; /* whether CPUs share a core, as measured; see timing/cores.h */

    char hypervisor[32]; /* "none" if the CPU denies that there is one */
    /* Instructions are known to be translated, as by valgrind or QEMU, so that `bench` refuses to
     * run. */
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

/* Reads the record for the CPU on which samples are to be taken. -1 means an unbound thread: then
 * the name is of the fastest kind of core, and caches and settings are of the CPU that runs the
 * thread. Takes some milliseconds to time PEXT. What cannot be read is unknown. */
void machine_read(struct machine *machine, int cpu);

/* Makes every value unknown. */
void machine_forget(struct machine *machine);

enum { CPU_TEXT = 160 };

/* Writes the CPU's brand, microarchitecture and kind of core, such as "AMD EPYC, Zen 5". The brand
 * is not enough, because virtual machines show one brand for several microarchitectures. Returns
 * text. */
const char *machine_cpu_text(const struct machine *machine, char text[static CPU_TEXT]);

/* Returns a JSON object of all fields, in their order. */
struct json_t *machine_json(const struct machine *machine);

/* Reads an object of machine_json(). Absent fields are unknown. Returns false if a value is
 * impossible, with the reason in FIELD_REASON bytes. */
bool machine_of_json(struct machine *machine, const struct json_t *object, char *reason);

/* Prints the fields of machine_json(), one per line. */
void machine_print(const struct machine *machine, FILE *out);

/* Adds the warnings that follow from the record, as machine_read() does. */
void machine_check(struct machine *machine);

/* Adds one warning, unless there are already MACHINE_WARNINGS. */
void machine_warn(struct machine *machine, const char *text, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- the CPU (cpu.c) ---- */

/* CPUID identifies an x86 CPU; elsewhere the kernel names the CPU. Libraries such as
 * google/cpu_features do not handle model numbers that a hypervisor falsifies, so none is used. */

/* Identifies the CPU with this number; if it is -1, the first CPU of the fastest kind. On x86,
 * identifies the CPU that runs the thread. Sets the members of *machine from slug to stepping,
 * hypervisor, and emulated with its warning. The slug is made for the fastest kind of core, so that
 * all kinds of core of one CPU share it. */
void cpu_identify(struct machine *machine, int number);

#endif
