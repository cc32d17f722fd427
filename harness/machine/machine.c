/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "base/text.h"
#include "machine/sysfs.h"
#include "machine/topology.h"
#include "target/isa.h"

#include <ctype.h>
#include <dirent.h>
#include <hwloc.h>
#include <jansson.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define SET(text, ...) snprintf(text, sizeof(text), __VA_ARGS__)

static void read_pext(struct machine *m)
{
    double cycles = m->emulated ? 0 : pext_speed();
    if (cycles > 8)
        SET(m->pext, "microcoded (%.0f cycles)", cycles);
    else if (cycles > 0)
        SET(m->pext, "fast (%.1f cycles)", cycles);
    else if (!isa_has("bmi2"))
        SET(m->pext, "absent");
}

/* Returns the number of objects; -1 if hwloc found none. */
static int count(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(topology, type);
    return n > 0 ? n : -1;
}

static void read_topology(struct machine *m, int cpu)
{
    const char *problem;
    hwloc_topology_t topology = topology_open(&problem);
    if (!topology)
        return;
    m->cpus = count(topology, HWLOC_OBJ_PU);
    m->cores = count(topology, HWLOC_OBJ_CORE);
    m->packages = count(topology, HWLOC_OBJ_PACKAGE);
    m->numa_nodes = count(topology, HWLOC_OBJ_NUMANODE);
    const struct {
        hwloc_obj_type_t type;
        uint64_t *bytes;
        int *shared_by;
    } caches[] = {{HWLOC_OBJ_L1CACHE, &m->l1d_bytes, &m->l1d_shared_by},
                  {HWLOC_OBJ_L2CACHE, &m->l2_bytes, &m->l2_shared_by},
                  {HWLOC_OBJ_L3CACHE, &m->l3_bytes, &m->l3_shared_by}};
    hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topology, (unsigned)cpu);
    for (size_t i = 0; pu && i < sizeof caches / sizeof *caches; i++) {
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
        SET(m->os, "%.64s", system.sysname);
        SET(m->kernel, "%.30s %.60s", system.sysname, system.release);
        SET(m->architecture, "%.23s", system.machine);
    }
    FILE *release = sysfs_open("/etc/os-release");
    while (release && fgets(line, sizeof line, release))
        if (sscanf(line, "PRETTY_NAME=%*[\"']%95[^\"'\n]", m->os) == 1)
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
    SET(m->compiler, "clang %d.%d.%d", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    SET(m->compiler, "gcc %d.%d.%d", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
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
        SET(m->turbo, "%s", off ? "off" : "on");
    long aslr = sysfs_number(-1, "/proc/sys/kernel/randomize_va_space");
    if (aslr >= 0 && aslr <= 2)
        SET(m->aslr, "%s", randomised[aslr]);
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
    if (!machine->emulated) /* otherwise the file describes the host */
        sysfs_cpuinfo(machine->microcode, sizeof machine->microcode, "microcode", cpu);
    read_pext(machine);
    read_topology(machine, cpu);
    read_system(machine);
    read_settings(machine, cpu);
    machine_warn(machine);
}

/* ---- fields ---- */

#define FIELD(member, type_, label_)                                                               \
    {                                                                                              \
        .key = #member, .label = label_, .type = type_,                                            \
        .offset = offsetof(struct machine, member), .size = sizeof((struct machine *)NULL)->member \
    }

static const struct field {
    const char *key, *label; /* in JSON, on the terminal */
    enum {
        FIELD_TEXT,
        FIELD_COUNT,
        FIELD_BYTES,
        FIELD_REAL,
        FIELD_FLAG
    } type;              /* char[], int, uint64_t, double, bool */
    size_t offset, size; /* in struct machine */
} fields[] = {
    /* In output order. */
    FIELD(slug, FIELD_TEXT, "name in results"),
    FIELD(core_kind, FIELD_TEXT, "kind of core"),
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
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* Returns NULL if the value is unknown. */
static json_t *value_json(const struct field *field, const struct machine *machine)
{
    const void *value = (const char *)machine + field->offset;
    switch (field->type) {
    case FIELD_TEXT:
        return *(const char *)value ? json_string(value) : NULL;
    case FIELD_COUNT:
        return *(const int *)value < 0 ? NULL : json_integer(*(const int *)value);
    case FIELD_BYTES:
        return *(const uint64_t *)value ? json_integer(*(const int64_t *)value) : NULL;
    case FIELD_REAL:
        return *(const double *)value < 0 ? NULL : json_real(*(const double *)value);
    case FIELD_FLAG:
        return json_boolean(*(const bool *)value);
    }
    return NULL;
}

json_t *machine_json(const struct machine *machine)
{
    json_t *object = json_object(), *warnings = json_array();
    for (const struct field *field = fields; field < fields + FIELDS; field++) {
        json_t *value = value_json(field, machine);
        json_object_set_new(object, field->key, value ? value : json_null());
    }
    for (int i = 0; i < machine->warning_count; i++)
        json_array_append_new(warnings, json_string(machine->warnings[i]));
    json_object_set_new(object, "warnings", warnings);
    return object;
}

bool machine_same_core(const struct machine *a, const struct machine *b)
{
    return !strcmp(a->slug, b->slug) && !strcmp(a->core_kind, b->core_kind);
}

void machine_forget(struct machine *machine)
{
    *machine = (struct machine){.load = -1};
    for (const struct field *field = fields; field < fields + FIELDS; field++)
        if (field->type == FIELD_COUNT)
            *(int *)((char *)machine + field->offset) = -1;
}

/* Returns false if the value is of another type, too long or too large. */
static bool read_value(const struct field *field, const json_t *json, void *value)
{
    json_int_t whole = json_is_integer(json) ? json_integer_value(json) : -1;
    switch (field->type) {
    case FIELD_TEXT:
        return json_is_string(json) &&
               snprintf(value, field->size, "%s", json_string_value(json)) < (int)field->size;
    case FIELD_COUNT:
        *(int *)value = (int)whole;
        return whole >= 0 && whole <= INT_MAX;
    case FIELD_BYTES:
        *(uint64_t *)value = (uint64_t)whole;
        return whole >= 0;
    case FIELD_REAL:
        *(double *)value = json_number_value(json);
        return json_is_number(json) && *(double *)value >= 0;
    case FIELD_FLAG:
        *(bool *)value = json_is_true(json);
        return json_is_boolean(json);
    }
    return false;
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

bool machine_of_json(struct machine *machine, const json_t *object)
{
    machine_forget(machine);
    for (const struct field *field = fields; field < fields + FIELDS; field++) {
        const json_t *json = json_object_get(object, field->key);
        void *value = (char *)machine + field->offset;
        if (json && !json_is_null(json) && !read_value(field, json, value))
            return false;
    }
    return *machine->slug && read_warnings(machine, json_object_get(object, "warnings"));
}

/* Prints a value as it is in JSON. */
static void print_value(const struct field *field, const json_t *value, FILE *out)
{
    char bytes[16];
    if (json_is_null(value))
        fputs("unknown", out);
    else if (field->type == FIELD_TEXT)
        fputs(json_string_value(value), out);
    else if (field->type == FIELD_COUNT)
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (field->type == FIELD_BYTES)
        fputs(bytes_text_precise((uint64_t)json_integer_value(value), bytes), out);
    else if (field->type == FIELD_REAL)
        fprintf(out, "%.2f", json_real_value(value));
    else
        fputs(json_is_true(value) ? "yes" : "no", out);
}

void machine_print(const struct machine *machine, FILE *out)
{
    json_t *object = machine_json(machine);
    for (const struct field *field = fields; field < fields + FIELDS; field++) {
        fprintf(out, "%-24s ", field->label);
        print_value(field, json_object_get(object, field->key), out);
        fputc('\n', out);
    }
    json_decref(object);
    for (int i = 0; i < machine->warning_count; i++)
        fprintf(out, "%-24s %s\n", i ? "" : "warnings", machine->warnings[i]);
}

/* ---- warnings about conditions that distort results, with remedies ---- */

void machine_add_warning(struct machine *machine, const char *text, ...)
{
    if (machine->warning_count == MACHINE_WARNINGS)
        return;
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(machine->warnings[machine->warning_count++], sizeof machine->warnings[0], text,
              arguments);
    va_end(arguments);
}

/* Returns whether a battery of the machine is in use: `scope` is "Device" of a mouse's. */
static bool on_battery(void)
{
#define SUPPLIES "/sys/class/power_supply"
    char folder[512], text[32];
    bool discharging = false;
    snprintf(folder, sizeof folder, "%s" SUPPLIES, sysfs_root());
    DIR *supplies = opendir(folder);
    for (struct dirent *supply; supplies && (supply = readdir(supplies));) {
        const char *name = supply->d_name;
        sysfs_line(text, sizeof text, SUPPLIES "/%s/scope", name);
        if (*name != '.' && strcmp(text, "Device") != 0 &&
            sysfs_line(text, sizeof text, SUPPLIES "/%s/status", name))
            discharging |= strcmp(text, "Discharging") == 0;
    }
    if (supplies)
        closedir(supplies);
    return discharging;
}

/* Returns the number of CPUs that a control group may use; 0: no limit. The folder of a hierarchy of
 * version 1 is named after its controllers, or `cpu`; those of version 2 are "". */
static double quota_of(const char *controllers, const char *group)
{
    char text[64], *period;
    double quota = 0, length = 1;
    if (!*controllers) { /* "max 100000" or "150000 100000", in microseconds */
        sysfs_line(text, sizeof text, "/sys/fs/cgroup%s/cpu.max", group);
        quota = strtod(text, &period);
        length = strtod(period, NULL);
    } else { /* -1: none */
#define V1 "/sys/fs/cgroup/%s%s/cpu.cfs_"
        quota = (double)sysfs_number(sysfs_number(-1, V1 "quota_us", "cpu", group), V1 "quota_us",
                                     controllers, group);
        length = (double)sysfs_number(sysfs_number(0, V1 "period_us", "cpu", group), V1 "period_us",
                                      controllers, group);
    }
    return quota > 0 && length > 0 ? quota / length : 0;
}

/* Returns whether a list "cpuacct,cpu" contains the controller `cpu`. */
static bool has_cpu(const char *controllers)
{
    char list[64];
    snprintf(list, sizeof list, ",%s,", controllers);
    return strstr(list, ",cpu,");
}

/* Returns the least quota among the control groups of the process and their ancestors. A line of
 * /proc/self/cgroup is "0::/path" for version 2 and "4:cpu,cpuacct:/path" for version 1. */
static double cpu_quota(void)
{
    char line[512];
    double least = 0;
    FILE *groups = sysfs_open("/proc/self/cgroup");
    while (groups && fgets(line, sizeof line, groups)) {
        line[strcspn(line, "\n")] = '\0';
        char *group = line;
        strsep(&group, ":");
        const char *controllers = strsep(&group, ":");
        if (!group || (*controllers && !has_cpu(controllers)))
            continue;
        for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
            *end = '\0';
            double quota = quota_of(controllers, group);
            if (quota > 0 && (least == 0 || quota < least))
                least = quota;
        }
    }
    if (groups)
        fclose(groups);
    return least;
}

void machine_warn(struct machine *m)
{
    double quota = cpu_quota();
    bool virtual = m->hypervisor[0] && strcmp(m->hypervisor, "none") != 0;

    if (virtual)
        machine_add_warning(
            m,
            "virtual machine (%s): other guests may disturb samples, and CPU, caches "
            "and topology may be virtual as well",
            m->hypervisor);
    if (m->governor[0] && strcmp(m->governor, "performance") != 0)
        machine_add_warning(m, "frequency governor is %s: cpupower frequency-set -g performance",
                            m->governor);
    else if (!m->governor[0] && !virtual)
        machine_add_warning(m, "frequency governor unknown: compare cycles rather than ns");
    if (strcmp(m->turbo, "on") == 0)
        machine_add_warning(m,
                            "turbo is on, the clock varies: compare cycles rather than ns, or "
                            "switch it off");
    else if (!m->turbo[0])
        machine_add_warning(m, "turbo unknown, the clock may vary: compare cycles rather than ns");
    if (strcmp(m->smt, "on") == 0)
        machine_add_warning(m,
                            "SMT is on: keep the machine idle, or write off to "
                            "/sys/devices/system/cpu/smt/control");
    if (on_battery())
        machine_add_warning(m, "runs on battery: plug in");
    if (quota > 0)
        machine_add_warning(m,
                            "the control group allows %.2f CPUs, which interrupts samples: raise "
                            "cpu.max",
                            quota);
    if (sysfs_number(0, "/sys/kernel/mm/ksm/run") == 1)
        machine_add_warning(m, "KSM moves pages in memory: write 0 to /sys/kernel/mm/ksm/run");
}

const char *machine_cpu_text(const struct machine *machine, char text[static CPU_TEXT])
{
    const char *brand = machine->cpu, *core = machine->microarchitecture;
    snprintf(text, CPU_TEXT, "%s%s%s%s%s%s", brand, *brand && *core ? ", " : "", core,
             machine->microarchitecture_inferred ? " (inferred)" : "",
             *machine->core_kind ? ", core kind " : "", machine->core_kind);
    return text;
}
