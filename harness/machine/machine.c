/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "base/array.h"
#include "base/json_fields.h"
#include "base/terminal.h"
#include "base/text.h"
#include "machine/affinity.h"
#include "machine/sysfs.h"
#include "target/isa.h"
#ifdef __x86_64__
#include "target/pext_speed.h"
#endif

#include <hwloc.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void read_pext(struct machine *m)
{
#ifdef __x86_64__
    if (isa_has("bmi2")) {
        double cycles = m->emulated ? 0 : pext_cycles();
        if (cycles > FAST_PEXT_CYCLES)
            SET_TEXT(m->pext, "microcoded (%.0f cycles)", cycles);
        else if (cycles > 0)
            SET_TEXT(m->pext, "fast (%.1f cycles)", cycles);
        return;
    }
#endif
    SET_TEXT(m->pext, "absent");
}

/* Returns the number of objects; -1 if hwloc found none. */
static int count_objects(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(topology, type);
    return n > 0 ? n : -1;
}

static void read_topology(struct machine *m, int cpu)
{
    hwloc_topology_t topology = topology_open();
    if (!topology)
        return;
    m->cpus = count_objects(topology, HWLOC_OBJ_PU);
    m->cores = count_objects(topology, HWLOC_OBJ_CORE);
    m->packages = count_objects(topology, HWLOC_OBJ_PACKAGE);
    m->numa_nodes = count_objects(topology, HWLOC_OBJ_NUMANODE);
    const struct {
        hwloc_obj_type_t type;
        uint64_t *bytes;
        int *shared_by;
    } caches[] = {{HWLOC_OBJ_L1CACHE, &m->l1d_bytes, &m->l1d_shared_by},
                  {HWLOC_OBJ_L2CACHE, &m->l2_bytes, &m->l2_shared_by},
                  {HWLOC_OBJ_L3CACHE, &m->l3_bytes, &m->l3_shared_by}};
    hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topology, (unsigned)cpu);
    for (size_t i = 0; pu && i < COUNT(caches); i++) {
        hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(topology, caches[i].type, pu);
        if (!cache || !cache->attr->cache.size)
            continue;
        *caches[i].bytes = cache->attr->cache.size;
        *caches[i].shared_by = hwloc_bitmap_weight(cache->cpuset);
        m->line_bytes = cache->attr->cache.linesize;
    }
}

static void read_system(struct machine *m)
{
    struct utsname system;
    char line[128];
    if (uname(&system) == 0) {
        SET_TEXT(m->os, "%.64s", system.sysname);
        SET_TEXT(m->kernel, "%.30s %.60s", system.sysname, system.release);
        SET_TEXT(m->architecture, "%.23s", system.machine);
    }
    FILE *release = sysfs_open("/etc/os-release");
    while (release && fgets(line, sizeof line, release))
        if (sscanf(line, "PRETTY_NAME=%*[\"']%95[^\"'\n]", m->os) == 1 ||
            sscanf(line, "PRETTY_NAME=%95[^\"'\n]", m->os) == 1)
            break;
    if (release)
        fclose(release);
    m->page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
#ifdef _SC_PHYS_PAGES
    m->memory_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * m->page_bytes;
#endif
    if (getloadavg(&m->load, 1) != 1)
        m->load = -1;
#ifdef __clang__
    SET_TEXT(m->compiler, "clang %d.%d.%d", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    SET_TEXT(m->compiler, "gcc %d.%d.%d", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

static void read_settings(struct machine *m, int cpu)
{
    static const char *const randomised[] = {"off", "partial", "full"};
    char line[64], *chosen;
#define CPU "/sys/devices/system/cpu/"
    sysfs_line(m->governor, sizeof m->governor, CPU "cpu%d/cpufreq/scaling_governor", cpu);
    sysfs_line(m->smt, sizeof m->smt, CPU "smt/control");
    long off = sysfs_number(-1, CPU "intel_pstate/no_turbo");
    if (off < 0 && (off = sysfs_number(-1, CPU "cpufreq/boost")) >= 0)
        off = !off;
    if (off >= 0)
        SET_TEXT(m->turbo, "%s", off ? "off" : "on");
    long aslr = sysfs_number(-1, "/proc/sys/kernel/randomize_va_space");
    if (aslr >= 0 && aslr <= 2)
        SET_TEXT(m->aslr, "%s", randomised[aslr]);
    sysfs_line(line, sizeof line, "/sys/kernel/mm/transparent_hugepage/enabled");
    if ((chosen = strchr(line, '['))) /* "always [madvise] never" */
        sscanf(chosen, "[%15[^]]", m->huge_pages);
}

void machine_read(struct machine *machine, int cpu)
{
    cpu_identify(machine, cpu);
#ifdef __linux__
    if (cpu < 0)
        cpu = sched_getcpu();
#endif
    if (cpu < 0)
        cpu = 0;
    if (!machine->emulated) /* /proc/cpuinfo would describe the host */
        sysfs_cpuinfo(machine->microcode, sizeof machine->microcode, "microcode", cpu);
    read_pext(machine);
    read_topology(machine, cpu);
    read_system(machine);
    read_settings(machine, cpu);
    machine_check(machine);
}

/* ---- fields ---- */

/* Any field may be unknown. */
#define FIELD(member, kind, shown, ...)                                                            \
    {                                                                                              \
        .name = #member, .type = kind, FIELD_AT(struct machine, member), __VA_ARGS__,              \
        .unknown = FIELD_NULL_OR_ABSENT, .label = shown                                            \
    }
#define TEXT(member, label)                                                                        \
    FIELD(member, FIELD_TEXT, label, .min = 1, .max = sizeof((struct machine *)NULL)->member - 1)
#define INTEGER(member, label) FIELD(member, FIELD_INT, label, .max = INT_MAX)
#define BYTES(member, label)   FIELD(member, FIELD_INT64, label, .min = 1, .max = 0x1p63)
#define REAL(member, label)    FIELD(member, FIELD_REAL, label, .max = 1e9)
#define FLAG(member, label)    FIELD(member, FIELD_FLAG, label, .max = 0)

static const struct field fields[] = {
    /* In output order. */
    TEXT(slug, "name in results"),
    TEXT(core_kind, "kind of core"),
    TEXT(cpu, "CPU"),
    TEXT(vendor, "vendor"),
    TEXT(microarchitecture, "microarchitecture"),
    FLAG(microarchitecture_inferred, "  inferred from features"),
    INTEGER(family, "family"),
    INTEGER(model, "model"),
    INTEGER(stepping, "stepping"),
    TEXT(microcode, "microcode"),
    TEXT(pext, "PEXT"),
    BYTES(l1d_bytes, "L1 data cache"),
    INTEGER(l1d_shared_by, "  shared by CPUs"),
    BYTES(l2_bytes, "L2 cache"),
    INTEGER(l2_shared_by, "  shared by CPUs"),
    BYTES(l3_bytes, "L3 cache"),
    INTEGER(l3_shared_by, "  shared by CPUs"),
    BYTES(line_bytes, "cache line"),
    INTEGER(cpus, "CPUs online"),
    INTEGER(cores, "cores"),
    TEXT(core_sharing, "  measured"),
    INTEGER(packages, "packages"),
    INTEGER(numa_nodes, "NUMA nodes"),
    TEXT(hypervisor, "hypervisor"),
    FLAG(emulated, "emulator detected"),
    TEXT(os, "operating system"),
    TEXT(kernel, "kernel"),
    TEXT(architecture, "architecture"),
    TEXT(governor, "frequency governor"),
    TEXT(turbo, "turbo"),
    TEXT(smt, "SMT"),
    TEXT(huge_pages, "transparent huge pages"),
    TEXT(aslr, "address randomisation"),
    BYTES(page_bytes, "page"),
    BYTES(memory_bytes, "memory"),
    REAL(load, "load of the last minute"),
    TEXT(compiler, "compiler of the harness"),
    {.name = NULL},
};

json_t *machine_json(const struct machine *machine)
{
    json_t *object = fields_add(json_object(), fields, machine), *warnings = json_array();
    for (int i = 0; i < machine->warning_count; i++)
        json_array_append_new(warnings, json_string(machine->warnings[i]));
    json_object_set_new(object, "warnings", warnings);
    return object;
}

void machine_forget(struct machine *machine)
{
    *machine = (struct machine){.load = -1};
    for (const struct field *field = fields; field->name; field++)
        if (field->type == FIELD_INT)
            *(int *)((char *)machine + field->offset) = -1;
}

static bool read_warnings(struct machine *machine, const json_t *list)
{
    size_t i, size = sizeof *machine->warnings;
    json_t *text;
    if (json_array_size(list) > MACHINE_WARNINGS)
        return false;
    json_array_foreach (list, i, text)
        if (!json_is_string(text) || snprintf(machine->warnings[machine->warning_count++], size,
                                              "%s", json_string_value(text)) >= (int)size)
            return false;
    return true;
}

bool machine_of_json(struct machine *machine, const json_t *object, char *reason)
{
    machine_forget(machine);
    if (!fields_read(fields, object, machine, reason))
        return false;
    if (*machine->slug && read_warnings(machine, json_object_get(object, "warnings")))
        return true;
    snprintf(reason, FIELD_REASON, "%s",
             *machine->slug ? "warnings are too many or too long" : "slug is missing");
    return false;
}

static const char *value_text(enum field_type type, const json_t *value, char text[static 32])
{
    if (json_is_null(value))
        return "unknown";
    if (type == FIELD_TEXT)
        return json_string_value(value);
    if (type == FIELD_INT64)
        return bytes_text_precise((uint64_t)json_integer_value(value), text);
    if (type == FIELD_INT)
        snprintf(text, 32, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (type == FIELD_REAL)
        snprintf(text, 32, "%.2f", json_real_value(value));
    else
        return json_is_true(value) ? "yes" : "no";
    return text;
}

static void print_line(const char *label, const char *text, FILE *out)
{
    enum { INDENT = 25 };
    fprintf(out, "%-*s", INDENT, label);
    print_folded(text, INDENT, terminal_width(out), INDENT, out);
}

void machine_print(const struct machine *machine, FILE *out)
{
    json_t *object = machine_json(machine);
    for (const struct field *field = fields; field->name; field++) {
        char text[32];
        const json_t *value = json_object_get(object, field->name);
        print_line(field->label, value_text(field->type, value, text), out);
    }
    json_decref(object);
    for (int i = 0; i < machine->warning_count; i++)
        print_line(i ? "" : "warnings", machine->warnings[i], out);
}

/* ---- warnings about conditions that distort results, with remedies ---- */

void machine_warn(struct machine *machine, const char *text, ...)
{
    if (machine->warning_count == MACHINE_WARNINGS)
        return;
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(machine->warnings[machine->warning_count++], sizeof machine->warnings[0], text,
              arguments);
    va_end(arguments);
}

/* Returns the number of CPUs that a control group may use; 0: no limit. */
static double quota_of(const char *group)
{
    char text[64];
    double quota = 0, period = 0; /* "max 100000" or "150000 100000", in microseconds */
    sysfs_line(text, sizeof text, "/sys/fs/cgroup%s/cpu.max", group);
    sscanf(text, "%lf %lf", &quota, &period);
    return quota > 0 && period > 0 ? quota / period : 0;
}

/* Returns the least quota of the process's control group and its ancestors, in version 2 of control
 * groups, where /proc/self/cgroup has the line "0::/path". */
static double cpu_quota(void)
{
    char line[512], group[sizeof line] = "";
    double least = 0;
    FILE *groups = sysfs_open("/proc/self/cgroup");
    while (groups && fgets(line, sizeof line, groups) && sscanf(line, "0::%511[^\n]", group) != 1)
        continue;
    if (groups)
        fclose(groups);
    for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
        *end = '\0';
        double quota = quota_of(group);
        if (quota > 0 && (least == 0 || quota < least))
            least = quota;
    }
    return least;
}

void machine_check(struct machine *m)
{
    double quota = cpu_quota();
    bool virtual = m->hypervisor[0] && strcmp(m->hypervisor, "none") != 0;

    if (virtual)
        machine_warn(m,
                     "virtual machine (%s): other guests may disturb samples, and CPU, caches "
                     "and topology may be virtual as well",
                     m->hypervisor);
    if (m->governor[0] && strcmp(m->governor, "performance") != 0)
        machine_warn(m, "frequency governor is %s: cpupower frequency-set -g performance",
                     m->governor);
    else if (!m->governor[0] && !virtual)
        machine_warn(m, "frequency governor unknown: compare cycles rather than ns");
    if (strcmp(m->turbo, "on") == 0)
        machine_warn(m,
                     "turbo is on, the clock varies: compare cycles rather than ns, or "
                     "switch turbo off");
    else if (!m->turbo[0])
        machine_warn(m, "turbo unknown, the clock may vary: compare cycles rather than ns");
    if (strcmp(m->smt, "on") == 0)
        machine_warn(m,
                     "SMT is on: keep the machine idle, or write the word off to "
                     "/sys/devices/system/cpu/smt/control");
    if (quota > 0)
        machine_warn(m,
                     "the control group allows %.2f CPUs, which interrupts samples: raise "
                     "cpu.max",
                     quota);
}

const char *machine_cpu_text(const struct machine *machine, char text[static CPU_TEXT])
{
    const char *brand = machine->cpu, *core = machine->microarchitecture;
    snprintf(text, CPU_TEXT, "%s%s%s%s%s%s", brand, *brand && *core ? ", " : "", core,
             machine->microarchitecture_inferred ? " (inferred)" : "",
             *machine->core_kind ? ", core kind " : "", machine->core_kind);
    return text;
}
