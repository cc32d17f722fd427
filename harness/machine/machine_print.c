/* SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "machine/machine.h"
#include "machine/machine_fields.h"

#define FIELD(member, type_, label_)                                                               \
    {                                                                                              \
        .key = #member, .label = label_, .type = type_,                                            \
        .offset = offsetof(struct machine, member), .size = sizeof((struct machine *)NULL)->member \
    }

const struct machine_field machine_fields[] = {
    FIELD(slug, TEXT, "name in results"),
    FIELD(cpu, TEXT, "CPU"),
    FIELD(vendor, TEXT, "vendor"),
    FIELD(microarchitecture, TEXT, "microarchitecture"),
    FIELD(microarchitecture_inferred, FLAG, "  inferred from features"),
    FIELD(family, COUNT, "family"),
    FIELD(model, COUNT, "model"),
    FIELD(stepping, COUNT, "stepping"),
    FIELD(microcode, TEXT, "microcode"),
    FIELD(pext, TEXT, "PEXT"),
    FIELD(l1d_bytes, BYTES, "L1 data cache"),
    FIELD(l1d_shared_by, COUNT, "  shared by CPUs"),
    FIELD(l2_bytes, BYTES, "L2 cache"),
    FIELD(l2_shared_by, COUNT, "  shared by CPUs"),
    FIELD(l3_bytes, BYTES, "L3 cache"),
    FIELD(l3_shared_by, COUNT, "  shared by CPUs"),
    FIELD(line_bytes, BYTES, "cache line"),
    FIELD(cpus, COUNT, "CPUs online"),
    FIELD(cores, COUNT, "cores"),
    FIELD(core_sharing, TEXT, "  measured"),
    FIELD(packages, COUNT, "packages"),
    FIELD(numa_nodes, COUNT, "NUMA nodes"),
    FIELD(hypervisor, TEXT, "hypervisor"),
    FIELD(emulated, FLAG, "emulator noticed"),
    FIELD(os, TEXT, "operating system"),
    FIELD(kernel, TEXT, "kernel"),
    FIELD(architecture, TEXT, "architecture"),
    FIELD(governor, TEXT, "frequency governor"),
    FIELD(turbo, TEXT, "turbo"),
    FIELD(smt, TEXT, "SMT"),
    FIELD(huge_pages, TEXT, "transparent huge pages"),
    FIELD(aslr, TEXT, "address randomisation"),
    FIELD(page_bytes, BYTES, "page"),
    FIELD(memory_bytes, BYTES, "memory"),
    FIELD(load, REAL, "load of the last minute"),
    FIELD(compiler, TEXT, "compiler of the harness"),
    {.key = NULL},
};

/* Returns false if the value is unknown. */
static bool print_value(const struct machine_field *field, const void *value, FILE *out)
{
    char bytes[16];
    switch (field->type) {
    case TEXT:
        fputs(value, out);
        return *(const char *)value;
    case COUNT:
        return *(const int *)value >= 0 && fprintf(out, "%d", *(const int *)value);
    case BYTES:
        if (*(const uint64_t *)value)
            fputs(bytes_text_precise(*(const uint64_t *)value, bytes), out);
        return *(const uint64_t *)value;
    case REAL:
        return *(const double *)value >= 0 && fprintf(out, "%.2f", *(const double *)value);
    case FLAG:
        return fputs(*(const bool *)value ? "yes" : "no", out) >= 0;
    }
    return false;
}

void machine_print(const struct machine *machine, FILE *out)
{
    for (const struct machine_field *field = machine_fields; field->key; field++) {
        fprintf(out, "%-24s ", field->label);
        bool known = print_value(field, (const char *)machine + field->offset, out);
        fputs(known ? "\n" : "unknown\n", out);
    }
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "%-24s %s\n", i ? "" : "warnings", machine->warnings[i]);
}
