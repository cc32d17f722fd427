/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "machine/cpu_slug.h"
#include "machine/pext_speed.h"
#include "machine/sysfs.h"
#include "target/isa.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define SET(text, ...) snprintf(text, sizeof(text), __VA_ARGS__)

static void read_cpu(struct machine *m, int number)
{
    struct cpu cpu;
    cpu_identify(&cpu, number);
    cpu_slug(&cpu, m->slug, sizeof m->slug);
    SET(m->cpu, "%s", cpu.brand);
    SET(m->vendor, "%s", cpu.vendor);
    SET(m->microarchitecture, "%s", cpu.microarchitecture);
    m->microarchitecture_inferred = cpu.inferred;
    SET(m->hypervisor, "%s", cpu.hypervisor);
    m->emulated = cpu.emulator[0] != '\0';
    if (m->emulated)
        machine_add_warning(m, "runs under %s: times mean nothing here", cpu.emulator);
    m->family = cpu.family;
    m->model = cpu.model;
    m->stepping = cpu.stepping;
    if (!m->emulated) /* otherwise the file describes the host */
        sysfs_cpuinfo(m->microcode, sizeof m->microcode, "microcode", number);

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
            *level[n - 1].shared_by = sysfs_list_count(text);
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
    for (int cpu = 0; cpu < sysfs_list_count(possible); cpu++) {
        errno = 0;
        groups += sysfs_number(-1, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, file) == cpu;
        if (errno == ENOMEM)
            return -1;
    }
    return groups ? groups : -1;
}

/* Reads /sys even where hwloc is available. hwloc hides CPUs outside the cpuset and takes 15 ms to
 * load, and tests replace the root of /sys. */
static void read_topology(struct machine *m)
{
    char list[256];
    m->cpus = sysfs_line(list, sizeof list, "/sys/devices/system/cpu/online")
                  ? sysfs_list_count(list)
                  : (int)sysconf(_SC_NPROCESSORS_ONLN);
    m->cores = count_groups("thread_siblings_list");
    m->packages = count_groups("core_siblings_list");
    if (sysfs_line(list, sizeof list, "/sys/devices/system/node/online"))
        m->numa_nodes = sysfs_list_count(list);
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
    *machine = (struct machine){.family = -1,
                                .model = -1,
                                .stepping = -1,
                                .l1d_shared_by = -1,
                                .l2_shared_by = -1,
                                .l3_shared_by = -1,
                                .cpus = -1,
                                .cores = -1,
                                .packages = -1,
                                .numa_nodes = -1,
                                .load = -1};
#ifdef __linux__
    if (cpu < 0)
        cpu = sched_getcpu();
#endif
    if (cpu < 0)
        cpu = 0;
    read_cpu(machine, cpu);
    read_caches(machine, cpu);
    read_topology(machine);
    read_system(machine);
    read_settings(machine, cpu);
    machine_warn(machine);
}

const char *machine_cpu_text(const struct machine *machine, char text[static CPU_TEXT])
{
    const char *brand = machine->cpu, *core = machine->microarchitecture;
    snprintf(text, CPU_TEXT, "%s%s%s%s", brand, *brand && *core ? ", " : "", core,
             machine->microarchitecture_inferred ? " (inferred)" : "");
    return text;
}
