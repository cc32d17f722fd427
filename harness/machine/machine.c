/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "base/json_fields.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/sysfs.h"
#include "target/isa.h"

#include <ctype.h>
#include <dirent.h>
#include <hwloc.h>
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

static uint64_t size_of(const char *text)
{
    char *unit;
    uint64_t size = strtoull(text, &unit, 10);
    return *unit == 'K' ? size << 10 : *unit == 'M' ? size << 20 : size;
}

/* Counts the numbers in a list of the kernel like "0-3,8". */
static int count_listed(const char *list)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (!set)
        no_memory(0);
    hwloc_bitmap_list_sscanf(set, list);
    int count = hwloc_bitmap_weight(set);
    hwloc_bitmap_free(set);
    return count;
}

static void read_caches(struct machine *m, int cpu)
{
    struct {
        uint64_t *bytes;
        int *shared_by;
    } level[] = {{&m->l1d_bytes, &m->l1d_shared_by},
                 {&m->l2_bytes, &m->l2_shared_by},
                 {&m->l3_bytes, &m->l3_shared_by}};
    for (int i = 0;; i++) {
#define CACHE "/sys/devices/system/cpu/cpu%d/cache/index%d/"
        char type[16], text[256];
        long n = sysfs_number(0, CACHE "level", cpu, i);
        if (n == 0)
            break;
        if (n > 3 || !sysfs_line(type, sizeof type, CACHE "type", cpu, i) ||
            strcmp(type, "Instruction") == 0)
            continue;
        if (sysfs_line(text, sizeof text, CACHE "size", cpu, i))
            *level[n - 1].bytes = size_of(text);
        if (sysfs_line(text, sizeof text, CACHE "shared_cpu_list", cpu, i))
            *level[n - 1].shared_by = count_listed(text);
        m->line_bytes = (uint64_t)sysfs_number(0, CACHE "coherency_line_size", cpu, i);
    }
}

/* Counts the CPUs that are the first of their group, in a file that lists the group. Returns -1 if
 * there is none. */
static int count_groups(const char *file)
{
    int groups = 0;
    char possible[256];
    sysfs_line(possible, sizeof possible, "/sys/devices/system/cpu/possible");
    for (int cpu = 0; cpu < count_listed(possible); cpu++)
        groups += sysfs_number(-1, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, file) == cpu;
    return groups ? groups : -1;
}

/* Reads /sys even where hwloc is available. hwloc hides CPUs outside the cpuset and takes 15 ms to
 * load, and tests replace the root of /sys. */
static void read_topology(struct machine *m)
{
    char list[256];
    m->cpus = sysfs_line(list, sizeof list, "/sys/devices/system/cpu/online")
                  ? count_listed(list)
                  : (int)sysconf(_SC_NPROCESSORS_ONLN);
    m->cores = count_groups("thread_siblings_list");
    m->packages = count_groups("core_siblings_list");
    if (sysfs_line(list, sizeof list, "/sys/devices/system/node/online"))
        m->numa_nodes = count_listed(list);
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
#ifdef __linux__
    if (cpu < 0)
        cpu = sched_getcpu();
#endif
    if (cpu < 0)
        cpu = 0;
    cpu_identify(machine, cpu);
    if (!machine->emulated) /* otherwise the file describes the host */
        sysfs_cpuinfo(machine->microcode, sizeof machine->microcode, "microcode", cpu);
    read_pext(machine);
    read_caches(machine, cpu);
    read_topology(machine);
    read_system(machine);
    read_settings(machine, cpu);
    machine_warn(machine);
}

/* ---- fields ---- */

/* Any may be unknown. */
#define FIELD(member, type, label, ...)                                                            \
    {                                                                                              \
        {#member, type, FIELD_AT(struct machine, member), __VA_ARGS__, .unknown = FIELD_NULL},     \
            label                                                                                  \
    }
#define TEXT(member, label)                                                                        \
    FIELD(member, FIELD_TEXT, label, .least = 1, .most = sizeof((struct machine *)NULL)->member - 1)
#define COUNT(member, label) FIELD(member, FIELD_COUNT, label, .most = INT_MAX)
#define BYTES(member, label) FIELD(member, FIELD_SIZE, label, .least = 1, .most = 0x1p63)
#define REAL(member, label)  FIELD(member, FIELD_REAL, label, .most = 1e9)
#define FLAG(member, label)  FIELD(member, FIELD_FLAG, label, .most = 0)

static const struct machine_field {
    struct field json;
    const char *label; /* on the terminal */
} fields[] = {
    /* In output order. */
    TEXT(slug, "name in results"),
    TEXT(cpu, "CPU"),
    TEXT(vendor, "vendor"),
    TEXT(microarchitecture, "microarchitecture"),
    FLAG(microarchitecture_inferred, "  inferred from features"),
    COUNT(family, "family"),
    COUNT(model, "model"),
    COUNT(stepping, "stepping"),
    TEXT(microcode, "microcode"),
    TEXT(pext, "PEXT"),
    BYTES(l1d_bytes, "L1 data cache"),
    COUNT(l1d_shared_by, "  shared by CPUs"),
    BYTES(l2_bytes, "L2 cache"),
    COUNT(l2_shared_by, "  shared by CPUs"),
    BYTES(l3_bytes, "L3 cache"),
    COUNT(l3_shared_by, "  shared by CPUs"),
    BYTES(line_bytes, "cache line"),
    COUNT(cpus, "CPUs online"),
    COUNT(cores, "cores"),
    TEXT(core_sharing, "  measured"),
    COUNT(packages, "packages"),
    COUNT(numa_nodes, "NUMA nodes"),
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
};
enum { FIELDS = sizeof fields / sizeof *fields };

json_t *machine_json(const struct machine *machine)
{
    json_t *object = json_object(), *warnings = json_array();
    for (const struct machine_field *field = fields; field < fields + FIELDS; field++)
        json_object_set_new(object, field->json.name, field_json(&field->json, machine));
    for (int i = 0; i < machine->warning_count; i++)
        json_array_append_new(warnings, json_string(machine->warnings[i]));
    json_object_set_new(object, "warnings", warnings);
    return object;
}

void machine_forget(struct machine *machine)
{
    *machine = (struct machine){.load = -1};
    for (const struct machine_field *field = fields; field < fields + FIELDS; field++)
        if (field->json.type == FIELD_COUNT)
            *(int *)((char *)machine + field->json.offset) = -1;
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
    for (const struct machine_field *field = fields; field < fields + FIELDS; field++) {
        const json_t *value = json_object_get(object, field->json.name);
        if (value && !field_read(&field->json, value, machine, reason))
            return false;
    }
    if (*machine->slug && read_warnings(machine, json_object_get(object, "warnings")))
        return true;
    snprintf(reason, FIELD_REASON, "%s",
             *machine->slug ? "warnings are too many or too long" : "slug is missing");
    return false;
}

/* Prints a value as it is in JSON. */
static void print_value(enum field_type type, const json_t *value, FILE *out)
{
    char bytes[16];
    if (json_is_null(value))
        fputs("unknown", out);
    else if (type == FIELD_TEXT)
        fputs(json_string_value(value), out);
    else if (type == FIELD_COUNT)
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (type == FIELD_SIZE)
        fputs(bytes_text_precise((uint64_t)json_integer_value(value), bytes), out);
    else if (type == FIELD_REAL)
        fprintf(out, "%.2f", json_real_value(value));
    else
        fputs(json_is_true(value) ? "yes" : "no", out);
}

void machine_print(const struct machine *machine, FILE *out)
{
    json_t *object = machine_json(machine);
    for (const struct machine_field *field = fields; field < fields + FIELDS; field++) {
        fprintf(out, "%-24s ", field->label);
        print_value(field->json.type, json_object_get(object, field->json.name), out);
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

static bool on_battery(void)
{
    char folder[512], status[32];
    bool discharging = false;
    snprintf(folder, sizeof folder, "%s/sys/class/power_supply", sysfs_root);
    DIR *supplies = opendir(folder);
    for (struct dirent *supply; supplies && (supply = readdir(supplies));)
        if (supply->d_name[0] != '.' &&
            sysfs_line(status, sizeof status, "/sys/class/power_supply/%s/status", supply->d_name))
            discharging |= strcmp(status, "Discharging") == 0;
    if (supplies)
        closedir(supplies);
    return discharging;
}

/* Returns the number of CPUs that a control group may use; 0: no limit. */
static double quota_of(bool unified, const char *group)
{
    char text[64], *period;
    double quota = 0, length = 1;
    if (unified) { /* "max 100000" or "150000 100000", in microseconds */
        sysfs_line(text, sizeof text, "/sys/fs/cgroup%s/cpu.max", group);
        quota = strtod(text, &period);
        length = strtod(period, NULL);
    } else { /* -1: none */
        quota = (double)sysfs_number(-1, "/sys/fs/cgroup/cpu%s/cpu.cfs_quota_us", group);
        length = (double)sysfs_number(0, "/sys/fs/cgroup/cpu%s/cpu.cfs_period_us", group);
    }
    return quota > 0 && length > 0 ? quota / length : 0;
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
        if (!group || (*controllers && strcmp(controllers, "cpu") != 0 &&
                       strncmp(controllers, "cpu,", 4) != 0))
            continue;
        for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
            *end = '\0';
            double quota = quota_of(!*controllers, group);
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
    snprintf(text, CPU_TEXT, "%s%s%s%s", brand, *brand && *core ? ", " : "", core,
             machine->microarchitecture_inferred ? " (inferred)" : "");
    return text;
}
