/* SPDX-License-Identifier: MIT
 * cpu.c as it is compiled for Arm, on any CPU: it reads /proc/cpuinfo and has no CPUID. */
#include "base/clock.h"
#include "machine/machine.h"
#include "machine/sysfs.h"
#include "machine/affinity.h"
#include "target/isa.h"
#include "support/fake_root.h"

#undef __x86_64__
#undef __i386__
#include "machine/cpu.c"

#define CPU  "/sys/devices/system/cpu/"
#define CORE "CPU implementer\t: 0x41\nCPU revision\t: 0\nCPU part\t: "

/* CPUs 0 and 1 are small. */
TEST_BETWEEN(make_root, kinds_of_cores_share_a_name, remove_root)
{
    static const struct {
        int cpu;
        const char *kind, *core;
    } cases[] = {
        {0, "eff", "Cortex-A55"}, {3, "perf", "Cortex-A76"}, {-1, "", "Cortex-A76"} /* any */};
    struct machine m;
    char path[64];
    put(CPU "online", "0-3");
    for (int cpu = 0; cpu < 4; cpu++) {
        static const char *const masks[] = {"1", "2", "4", "8"};
        snprintf(path, sizeof path, CPU "cpu%d/topology/core_cpus", cpu);
        put(path, masks[cpu]);
        snprintf(path, sizeof path, CPU "cpu%d/cpu_capacity", cpu);
        put(path, cpu < 2 ? "400" : "1024");
    }
    put("/proc/cpuinfo", "processor\t: 0\n" CORE "0xd05\n\nprocessor\t: 1\n" CORE
                         "0xd05\n\n"
                         "processor\t: 2\n" CORE "0xd0b\n\nprocessor\t: 3\n" CORE "0xd0b\n");
    for (size_t i = 0; i < COUNT(cases); i++) {
        cpu_identify(&m, cases[i].cpu);
        assert_string_equal(m.slug, "arm-cortex-a76");
        assert_string_equal(m.core_kind, cases[i].kind);
        assert_string_equal(m.microarchitecture, cases[i].core);
    }
}

RUN_TESTS(NULL, NULL)
