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
    FIELD(slug, FIELD_TEXT, "name in results"),
    FIELD(cpu, FIELD_TEXT, "CPU"),
    FIELD(vendor, FIELD_TEXT, "vendor"),
    FIELD(microarchitecture, FIELD_TEXT, "microarchitecture"),
    FIELD(microarchitecture_inferred, FIELD_FLAG, "  inferred from features"),
    FIELD(family, FIELD_COUNT, "family"),
    FIELD(model, FIELD_COUNT, "model"),
    FIELD(stepping, FIELD_COUNT, "stepping"),
    FIELD(microcode, FIELD_TEXT, "microcode"),
    FIELD(pext, FIELD_TEXT, "PEXT"),
    FIELD(l1d_bytes, FIELD_BYTES, "L1 data cache"),
    FIELD(l1d_shared_by, FIELD_COUNT, "  shared by CPUs"),
    FIELD(l2_bytes, FIELD_BYTES, "L2 cache"),
    FIELD(l2_shared_by, FIELD_COUNT, "  shared by CPUs"),
    FIELD(l3_bytes, FIELD_BYTES, "L3 cache"),
    FIELD(l3_shared_by, FIELD_COUNT, "  shared by CPUs"),
    FIELD(line_bytes, FIELD_BYTES, "cache line"),
    FIELD(cpus, FIELD_COUNT, "CPUs online"),
    FIELD(cores, FIELD_COUNT, "cores"),
    FIELD(core_sharing, FIELD_TEXT, "  measured"),
    FIELD(packages, FIELD_COUNT, "packages"),
    FIELD(numa_nodes, FIELD_COUNT, "NUMA nodes"),
    FIELD(hypervisor, FIELD_TEXT, "hypervisor"),
    FIELD(emulated, FIELD_FLAG, "emulator detected"),
    FIELD(os, FIELD_TEXT, "operating system"),
    FIELD(kernel, FIELD_TEXT, "kernel"),
    FIELD(architecture, FIELD_TEXT, "architecture"),
    FIELD(governor, FIELD_TEXT, "frequency governor"),
    FIELD(turbo, FIELD_TEXT, "turbo"),
    FIELD(smt, FIELD_TEXT, "SMT"),
    FIELD(huge_pages, FIELD_TEXT, "transparent huge pages"),
    FIELD(aslr, FIELD_TEXT, "address randomisation"),
    FIELD(page_bytes, FIELD_BYTES, "page"),
    FIELD(memory_bytes, FIELD_BYTES, "memory"),
    FIELD(load, FIELD_REAL, "load of the last minute"),
    FIELD(compiler, FIELD_TEXT, "compiler of the harness"),
    {.key = NULL},
};

/* Returns false if the value is unknown. */
static bool print_value(const struct machine_field *field, const void *value, FILE *out)
{
    char bytes[16];
    switch (field->type) {
    case FIELD_TEXT:
        fputs(value, out);
        return *(const char *)value;
    case FIELD_COUNT:
        return *(const int *)value >= 0 && fprintf(out, "%d", *(const int *)value);
    case FIELD_BYTES:
        if (*(const uint64_t *)value)
            fputs(bytes_text_precise(*(const uint64_t *)value, bytes), out);
        return *(const uint64_t *)value;
    case FIELD_REAL:
        return *(const double *)value >= 0 && fprintf(out, "%.2f", *(const double *)value);
    case FIELD_FLAG:
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
