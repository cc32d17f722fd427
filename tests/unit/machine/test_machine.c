/* SPDX-License-Identifier: MIT */
#include "machine/machine.h"
#include "machine/cpu.h"
#include "machine/sysfs.h"
#include "target/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <ftw.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static void expect_slug(const char *brand, const char *microarchitecture, const char *expected)
{
    struct cpu cpu = {.family = 6, .model = 85};
    char slug[64];
    snprintf(cpu.brand, sizeof cpu.brand, "%s", brand);
    snprintf(cpu.microarchitecture, sizeof cpu.microarchitecture, "%s", microarchitecture);
    cpu_slug(&cpu, slug, sizeof slug);
    assert_string_equal(slug, expected);
}

static void slugs_distinguish_cpus(void **state)
{
    (void)state;
    expect_slug("AMD Ryzen 9 7950X 16-Core Processor            ", "Zen 4", "amd-ryzen-9-7950x");
    expect_slug("AMD Ryzen 7 5800H with Radeon Graphics", "Zen 3", "amd-ryzen-7-5800h");
    expect_slug("AMD Ryzen AI 9 HX 370 w/ Radeon 890M", "Zen 5", "amd-ryzen-ai-9-hx-370");
    expect_slug("AMD Ryzen Threadripper PRO 5995WX 64-Cores", "Zen 3",
                "amd-ryzen-threadripper-pro-5995wx");
    expect_slug("AMD FX(tm)-8350 Eight-Core Processor", "Piledriver", "amd-fx-8350");
    expect_slug("AMD EPYC 7B13", "Zen 3", "amd-epyc-7b13");
    expect_slug("13th Gen Intel(R) Core(TM) i7-1370P", "Raptor Lake", "intel-core-i7-1370p");
    expect_slug("Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz", "Kaby Lake", "intel-core-i7-8550u");
    expect_slug("Intel(R) Core(TM) Ultra 7 155H", "Meteor Lake", "intel-core-ultra-7-155h");
    expect_slug("Intel(R) Xeon(R) CPU E5-2680 v3 @ 2.50GHz", "Haswell", "intel-xeon-e5-2680-v3");
    expect_slug("Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz", "Sapphire Rapids",
                "intel-xeon-platinum-8481c");
    expect_slug("Genuine Intel(R) CPU U4100 @ 1.30GHz", "Core 2", "intel-u4100");
    expect_slug("Apple M1 Pro", "", "apple-m1-pro");
    expect_slug("ARM Neoverse N1", "Neoverse N1", "arm-neoverse-n1");
}

static void slugs_of_anonymous_cpus_do_not_collide(void **state)
{
    (void)state;
    expect_slug("Intel(R) Xeon(R) Processor", "Sapphire Rapids", "intel-xeon-sapphire-rapids");
    expect_slug("Intel(R) Xeon(R) CPU @ 2.20GHz", "Skylake X", "intel-xeon-skylake-x");
    expect_slug("Intel(R) Xeon(R) Processor", "", "intel-xeon-family-6-model-85");
    expect_slug("AMD EPYC-Rome Processor", "Zen 2", "amd-epyc-rome-zen-2");
    expect_slug("Intel Core Processor (Haswell)", "Haswell", "intel-core-haswell");
    expect_slug("QEMU Virtual CPU version 2.5+", "", "qemu-virtual-family-6-model-85");
    expect_slug("DO-Premium-Intel", "Cascade Lake", "do-premium-intel-cascade-lake");
}

static void slugs_are_file_names(void **state)
{
    (void)state;
    struct cpu cpu = {.family = -1};
    char slug[64];
    const char *const odd[] = {"../../etc/passwd", "",        "   ",
                               "\xff\xfe\x01",     "(R)(TM)", "CPU @ 3GHz"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        snprintf(cpu.brand, sizeof cpu.brand, "%s", odd[i]);
        cpu_slug(&cpu, slug, sizeof slug);
        assert_int_equal(strspn(slug, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(slug));
        assert_true(slug[0]);
        assert_int_not_equal(slug[0], '-');
    }
    memset(cpu.brand, 'x', sizeof cpu.brand - 1);
    cpu_slug(&cpu, slug, sizeof slug);
    assert_true(strlen(slug) < sizeof slug);
}

/* As those of AMD have. */
static void brand_has_no_blanks_at_its_end(void **state)
{
    (void)state;
    struct cpu cpu;
    cpu_identify(&cpu, 0);
    size_t length = strlen(cpu.brand);
    assert_true(!length || cpu.brand[length - 1] != ' ');
}

static void names_come_from_model_numbers_unless_features_contradict(void **state)
{
    (void)state;
    assert_string_equal(cpu_intel_name(6, 0x8f, 8, CPU_AMX), "Sapphire Rapids");
    assert_string_equal(cpu_intel_name(6, 0x8f, 8, CPU_AVX2),
                        "Sapphire Rapids"); /* some features hidden */
    assert_string_equal(cpu_intel_name(6, 0x55, 4, CPU_AVX512), "Skylake X");
    assert_string_equal(cpu_intel_name(6, 0x55, 7, CPU_AVX512), "Cascade Lake");
    assert_string_equal(cpu_intel_name(6, 0x55, 11, CPU_AVX512), "Cooper Lake");
    assert_string_equal(cpu_intel_name(6, 0xa7, 1, CPU_AVX512), "Rocket Lake");
    assert_string_equal(cpu_intel_name(6, 0xa7, 1, CPU_AMX), ""); /* three or more candidates */
    assert_string_equal(cpu_intel_name(6, 0xa7, 1, CPU_AVX10), "Granite Rapids");
    assert_string_equal(cpu_intel_name(6, 0xa7, 1, CPU_APX), "");
    assert_true(cpu_intel_inferred(6, 0xa7, 1, CPU_AVX10));
    assert_false(cpu_intel_inferred(6, 0xa7, 1, CPU_AVX512)); /* Rocket Lake */
    assert_false(cpu_intel_inferred(6, 0xad, 1, CPU_AVX10));
    assert_false(cpu_intel_inferred(6, 0xa7, 1, CPU_APX)); /* no name */
    assert_string_equal(cpu_intel_name(6, 0, 0, CPU_PLAIN), "");
    assert_string_equal(cpu_intel_name(6, 0xff, 0, CPU_AVX10), "");
    assert_string_equal(cpu_intel_name(15, 0x55, 0, CPU_PLAIN), "");
    assert_string_equal(cpu_amd_name(0x17, 0x31, CPU_AVX2), "Zen 2");
    assert_string_equal(cpu_amd_name(0x19, 0x61, CPU_AVX512), "Zen 4");
    assert_string_equal(cpu_amd_name(0x17, 0x31, CPU_AVX512), "");
    assert_string_equal(cpu_amd_name(0x1a, 0xff, CPU_AVX512), "");
}

static void arm_names_come_from_implementer_and_part(void **state)
{
    (void)state;
    struct cpu cpu = {.family = 0x41, .model = 0xd0c};
    cpu_set_name(&cpu);
    assert_string_equal(cpu.vendor, "ARM");
    assert_string_equal(cpu.microarchitecture, "Neoverse N1");
    cpu = (struct cpu){.family = 0x41, .model = 0xfff};
    cpu_set_name(&cpu);
    assert_string_equal(cpu.microarchitecture, "");
}

static void pext_is_timed_if_present(void **state)
{
    (void)state;
    double cycles = pext_speed();
#ifdef __x86_64__
    assert_int_equal(cycles > 0, isa_has("bmi2"));
#else
    assert_true(cycles == 0);
#endif
}

/* A folder that simulates the root of the file system. */
static char root[64];

static int make_root(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/slidebench-machine-XXXXXX");
    sysfs_root = root;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

static int remove_root(void **state)
{
    (void)state;
    sysfs_root = "";
    return nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *path, const char *text)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(full, 0700);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", text);
    fclose(file);
}

static bool warned(const struct machine *machine, const char *text)
{
    for (int i = 0; i < machine->warning_count; i++)
        if (strstr(machine->warnings[i], text))
            return true;
    return false;
}

static void unreadable_values_are_unknown(void **state)
{
    (void)state;
    struct machine m;
    machine_read(&m, 0);
    assert_int_equal(m.l1d_bytes, 0);
    assert_int_equal(m.l3_shared_by, -1);
    assert_int_equal(m.cores, -1);
    assert_string_equal(m.governor, "");
    assert_string_equal(m.turbo, "");
    assert_string_equal(m.smt, "");
    assert_string_equal(m.aslr, "");
    assert_true(warned(&m, "turbo unknown"));
    assert_false(warned(&m, "SMT is on"));
    assert_false(warned(&m, "battery"));
    assert_false(warned(&m, "control group"));

    json_t *json = machine_json(&m);
    assert_true(json_is_null(json_object_get(json, "l1d_bytes")));
    assert_true(json_is_null(json_object_get(json, "turbo")));
    assert_true(json_is_array(json_object_get(json, "warnings")));
    json_decref(json);
}

#define CPU "/sys/devices/system/cpu/"

static void laptop_is_read(void **state)
{
    (void)state;
    struct machine m;
    put(CPU "possible", "0-3");
    put(CPU "online", "0-3");
    for (int cpu = 0; cpu < 4; cpu++) {
        char path[128];
        snprintf(path, sizeof path, CPU "cpu%d/topology/thread_siblings_list", cpu);
        put(path, cpu < 2 ? "0-1" : "2-3");
        snprintf(path, sizeof path, CPU "cpu%d/topology/core_siblings_list", cpu);
        put(path, "0-3");
    }
    put("/sys/devices/system/node/online", "0");
    put(CPU "cpu2/cache/index0/level", "1");
    put(CPU "cpu2/cache/index0/type", "Data");
    put(CPU "cpu2/cache/index0/size", "48K");
    put(CPU "cpu2/cache/index0/shared_cpu_list", "2-3");
    put(CPU "cpu2/cache/index0/coherency_line_size", "64");
    put(CPU "cpu2/cache/index1/level", "1");
    put(CPU "cpu2/cache/index1/type", "Instruction");
    put(CPU "cpu2/cache/index1/size", "32K");
    put(CPU "cpu2/cache/index2/level", "3");
    put(CPU "cpu2/cache/index2/type", "Unified");
    put(CPU "cpu2/cache/index2/size", "24M");
    put(CPU "cpu2/cache/index2/shared_cpu_list", "0-3");
    put(CPU "cpu2/cache/index2/coherency_line_size", "64");
    put(CPU "cpu2/cpufreq/scaling_governor", "powersave");
    put(CPU "intel_pstate/no_turbo", "0");
    put(CPU "smt/control", "on");
    put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    put("/sys/kernel/mm/ksm/run", "1");
    put("/proc/sys/kernel/randomize_va_space", "1");
    put("/sys/class/power_supply/AC/online", "0");
    put("/sys/class/power_supply/BAT0/status", "Discharging");
    put("/etc/os-release", "NAME=\"X\"\nPRETTY_NAME=\"Example OS 1.0\"");
    machine_read(&m, 2);
    assert_int_equal(m.l1d_bytes, 48 << 10);
    assert_int_equal(m.l1d_shared_by, 2);
    assert_int_equal(m.l2_bytes, 0);
    assert_int_equal(m.l3_bytes, 24 << 20);
    assert_int_equal(m.l3_shared_by, 4);
    assert_int_equal(m.line_bytes, 64);
    assert_int_equal(m.cpus, 4);
    assert_int_equal(m.cores, 2);
    assert_int_equal(m.packages, 1);
    assert_int_equal(m.numa_nodes, 1);
    assert_string_equal(m.governor, "powersave");
    assert_string_equal(m.turbo, "on");
    assert_string_equal(m.smt, "on");
    assert_string_equal(m.huge_pages, "madvise");
    assert_string_equal(m.aslr, "partial");
    assert_string_equal(m.os, "Example OS 1.0");
    assert_true(warned(&m, "governor is powersave"));
    assert_true(warned(&m, "turbo is on"));
    assert_true(warned(&m, "SMT is on"));
    assert_true(warned(&m, "battery"));
    assert_true(warned(&m, "KSM"));
}

/* Sizes without a unit or in MiB, caches of a fourth level, and a missing file. */
static void unusual_caches_are_read(void **state)
{
    (void)state;
    struct machine m;
    put(CPU "cpu0/cache/index0/level", "1");
    put(CPU "cpu0/cache/index0/type", "Data");
    put(CPU "cpu0/cache/index0/size", "512");
    put(CPU "cpu0/cache/index1/level", "4");
    put(CPU "cpu0/cache/index1/type", "Unified");
    put(CPU "cpu0/cache/index1/size", "1G");
    put(CPU "cpu0/cache/index2/level", "2");
    put(CPU "cpu0/cache/index3/level", "2");
    put(CPU "cpu0/cache/index3/type", "Unified");
    put(CPU "cpu0/cache/index3/size", "2M");
    put("/proc/sys/kernel/randomize_va_space", "7");
    put("/etc/os-release", "NAME=Nameless");
    machine_read(&m, 0);
    assert_int_equal(m.l1d_bytes, 512);
    assert_int_equal(m.l1d_shared_by, -1);
    assert_int_equal(m.l2_bytes, 2 << 20);
    assert_int_equal(m.l3_bytes, 0);
    assert_string_equal(m.aslr, "");
    assert_string_equal(m.os, "Linux");
}

static void tuned_machine_gets_no_warning(void **state)
{
    (void)state;
    struct machine m;
    put(CPU "cpu0/cpufreq/scaling_governor", "performance");
    put(CPU "cpufreq/boost", "0");
    put(CPU "smt/control", "off");
    put("/sys/class/power_supply/BAT0/status", "Charging");
    put("/proc/self/cgroup", "0::/");
    put("/sys/fs/cgroup/cpu.max", "max 100000");
    machine_read(&m, 0);
    assert_string_equal(m.turbo, "off");
    assert_false(warned(&m, "governor"));
    assert_false(warned(&m, "turbo"));
    assert_false(warned(&m, "SMT"));
    assert_false(warned(&m, "battery"));
    assert_false(warned(&m, "control group"));
}

/* The least quota of a group and its ancestors counts. */
static void quotas_of_control_groups_are_found(void **state)
{
    (void)state;
    struct machine m;
    put("/proc/self/cgroup", "garbage\n5:cpuset:/none\n0::/box/inner");
    put("/sys/fs/cgroup/box/inner/cpu.max", "max 100000");
    put("/sys/fs/cgroup/box/cpu.max", "150000 100000");
    machine_read(&m, 0);
    assert_true(warned(&m, "control group allows 1.50 CPUs"));
    put("/sys/fs/cgroup/box/cpu.max", "150000 100000");
    put("/sys/fs/cgroup/cpu.max", "300000 100000");
    put("/sys/fs/cgroup/box/inner/cpu.max", "120000 0");
    put("/proc/self/cgroup", "7:cpu\n0::/box/inner");
    machine_read(&m, 0);
    assert_true(warned(&m, "control group allows 1.50 CPUs"));
    put("/sys/fs/cgroup/cpu.max", "max 100000");
    put("/proc/self/cgroup", "4:memory:/x\n3:cpu,cpuacct:/old\n0::/");
    put("/sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "50000");
    put("/sys/fs/cgroup/cpu/old/cpu.cfs_period_us", "100000");
    machine_read(&m, 0);
    assert_true(warned(&m, "control group allows 0.50 CPUs"));
    put("/sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "-1");
    machine_read(&m, 0);
    assert_false(warned(&m, "control group"));
}

static void cpuinfo_is_read_by_block(void **state)
{
    (void)state;
    char value[8];
    put("/proc/cpuinfo",
        "processor\t: 0\nCPU part\t: 0xd05\n\nprocessor\t: 4\nCPU part\t: 0xd0b\n"
        "odd\n: x\nflags\t:");
    assert_true(sysfs_cpuinfo(value, sizeof value, "CPU part", 0));
    assert_string_equal(value, "0xd05");
    assert_true(sysfs_cpuinfo(value, sizeof value, "CPU part", 4));
    assert_string_equal(value, "0xd0b");
    assert_true(sysfs_cpuinfo(value, sizeof value, "CPU part", 9));
    assert_string_equal(value, "0xd05");
    assert_false(sysfs_cpuinfo(value, sizeof value, "flags", 0));
    assert_false(sysfs_cpuinfo(value, sizeof value, "part", 0));
    assert_string_equal(value, "");
}

static void foreign_kernels_are_detected(void **state)
{
    (void)state;
    struct machine m;
    struct utsname system;
    machine_read(&m, 0);
    if (m.emulated)
        skip(); /* by valgrind */
    uname(&system);
    put("/proc/sys/kernel/arch", system.machine);
    machine_read(&m, 0);
    assert_false(m.emulated);
    put("/proc/sys/kernel/arch", "pdp11");
    machine_read(&m, 0);
    assert_true(m.emulated);
    assert_true(warned(&m, "times mean nothing"));
}

#ifdef __x86_64__
/* The emulator's CPUID differs from the host's file. */
static void translators_are_detected(void **state)
{
    (void)state;
    struct machine m;
    machine_read(&m, 0);
    if (m.emulated)
        skip(); /* by valgrind */
    put("/proc/cpuinfo",
        "processor\t: 0\nvendor_id\t: Other\ncpu family\t: 6\nmodel\t: 1\nmicrocode\t: 0x9");
    machine_read(&m, 0);
    assert_true(m.emulated);
    assert_true(warned(&m, "times mean nothing"));
    assert_string_equal(m.microcode, "");
    for (int model = 0; model < 2; model++)
        for (int family = 0; family < 2; family++) {
            char text[256];
            snprintf(text, sizeof text,
                     "processor\t: 0\nvendor_id\t: %s\ncpu family\t: %d\nmodel\t: %d", m.vendor,
                     m.family + family, m.model + model);
            struct machine other;
            put("/proc/cpuinfo", text);
            machine_read(&other, 0);
            assert_int_equal(other.emulated, family || model);
        }
}
#endif

static void virtual_machine_is_reported(void **state)
{
    (void)state;
    for (int virtual = 0; virtual < 2; virtual ++) {
        struct machine m = {.hypervisor = "none"};
        if (virtual)
            strcpy(m.hypervisor, "KVM");
        machine_warn(&m);
        assert_int_equal(warned(&m, "virtual machine (KVM)"), virtual);
        assert_int_equal(warned(&m, "governor unknown"), !virtual);
    }
    struct machine m = {0};
    machine_warn(&m);
    assert_true(warned(&m, "governor unknown"));
}

/* Such paths are neither read past the buffer nor opened. */
static void too_long_paths_are_unreadable(void **state)
{
    (void)state;
    char longest[2000], text[8];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_false(sysfs_line(text, sizeof text, "/%s", longest));
    const char *kept = sysfs_root;
    sysfs_root = longest;
    assert_false(sysfs_line(text, sizeof text, "/proc/cpuinfo"));
    sysfs_root = kept;
}

static void warnings_do_not_overflow(void **state)
{
    (void)state;
    struct machine m = {.warning_count = 0};
    for (int i = 0; i < 2 * MACHINE_WARNINGS; i++)
        machine_add_warning(&m, "%0300d", i);
    assert_int_equal(m.warning_count, MACHINE_WARNINGS);
    assert_int_equal(strlen(m.warnings[MACHINE_WARNINGS - 1]), sizeof m.warnings[0] - 1);
}

static void unknown_and_huge_values_are_printed(void **state)
{
    (void)state;
    struct machine m = {
        .family = -1, .load = -1, .l1d_bytes = 1000, .page_bytes = UINT64_MAX, .emulated = true};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    machine_print(&m, out);
    fclose(out);
    assert_non_null(strstr(text, "family                   unknown\n"));
    assert_non_null(strstr(text, "L1 data cache            1000 B\n"));
    assert_non_null(strstr(text, "page                     1.678e+07 TiB\n"));
    assert_non_null(strstr(text, "load of the last minute  unknown\n"));
    assert_non_null(strstr(text, "emulator detected        yes\n"));
    free(text);
    json_t *json = machine_json(&m);
    assert_true(json_is_null(json_object_get(json, "load")));
    assert_true(json_is_true(json_object_get(json, "emulated")));
    json_decref(json);
}

/* Each member of the JSON object has one line, and neither has the host's name. */
static void cpu_is_named_with_its_microarchitecture(void **state)
{
    (void)state;
    char text[CPU_TEXT];
    struct machine machine = {.cpu = "Some CPU"};
    assert_string_equal(machine_cpu_text(&machine, text), "Some CPU");
    strcpy(machine.microarchitecture, "Core");
    assert_string_equal(machine_cpu_text(&machine, text), "Some CPU, Core");
    machine.microarchitecture_inferred = true;
    assert_string_equal(machine_cpu_text(&machine, text), "Some CPU, Core (inferred)");
    *machine.cpu = '\0';
    assert_string_equal(machine_cpu_text(&machine, text), "Core (inferred)");
}

static void outputs_agree(void **state)
{
    (void)state;
    static struct machine m;
    char *text, host[64] = "";
    size_t size, lines = 0;
    machine_read(&m, -1);
    assert_true(m.slug[0]);
    assert_true(m.page_bytes >= 4096);
    json_t *json = machine_json(&m);
    FILE *out = open_memstream(&text, &size);
    machine_print(&m, out);
    fclose(out);
    for (const char *line = text; (line = strchr(line, '\n')); line++)
        lines++;
    assert_int_equal(lines, json_object_size(json) - 1 + (size_t)m.warning_count);
    assert_non_null(strstr(text, m.slug));
    assert_string_equal(json_string_value(json_object_get(json, "slug")), m.slug);
    char *dump = json_dumps(json, 0);
    gethostname(host, sizeof host - 1);
    if (strlen(host) > 3) { /* a shorter name may be part of another word */
        assert_null(strstr(text, host));
        assert_null(strstr(dump, host));
    }
    free(dump);
    free(text);
    json_decref(json);
}

int main(void)
{
#define WITH_ROOT(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slugs_distinguish_cpus),
        cmocka_unit_test(slugs_of_anonymous_cpus_do_not_collide),
        cmocka_unit_test(slugs_are_file_names),
        cmocka_unit_test(brand_has_no_blanks_at_its_end),
        cmocka_unit_test(names_come_from_model_numbers_unless_features_contradict),
        cmocka_unit_test(arm_names_come_from_implementer_and_part),
        cmocka_unit_test(pext_is_timed_if_present),
        cmocka_unit_test(unknown_and_huge_values_are_printed),
        WITH_ROOT(unreadable_values_are_unknown),
        WITH_ROOT(laptop_is_read),
        WITH_ROOT(unusual_caches_are_read),
        WITH_ROOT(virtual_machine_is_reported),
        WITH_ROOT(too_long_paths_are_unreadable),
        WITH_ROOT(tuned_machine_gets_no_warning),
        WITH_ROOT(quotas_of_control_groups_are_found),
        WITH_ROOT(cpuinfo_is_read_by_block),
        WITH_ROOT(foreign_kernels_are_detected),
#ifdef __x86_64__
        WITH_ROOT(translators_are_detected),
#endif
        cmocka_unit_test(warnings_do_not_overflow),
        cmocka_unit_test(cpu_is_named_with_its_microarchitecture),
        cmocka_unit_test(outputs_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
