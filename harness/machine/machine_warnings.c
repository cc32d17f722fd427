/* SPDX-License-Identifier: MIT
 * Warnings about conditions that distort results on this machine, with remedies. */
#include "machine/machine.h"
#include "machine/sysfs.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

bool machine_is_loaded(const struct machine *machine)
{
    return machine->load > 0.5 * machine->cpus;
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
    if (machine_is_loaded(m))
        machine_add_warning(m,
                            "load %.2f on %d CPUs in the last minute: stop other programs, unless "
                            "the build caused it",
                            m->load, m->cpus);
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
