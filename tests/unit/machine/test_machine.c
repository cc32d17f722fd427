/* SPDX-License-Identifier: MIT */
#include "machine/cpu_name.h"
#include "machine/pages.h"
#include "machine/sysfs.h"
#include "target/isa.h"
#include "support/fake_root.h"

#include <jansson.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static struct machine m;

/* ---- the CPU ---- */

TEST(slugs_distinguish_cpus)
{
    static const struct {
        const char *brand, *microarchitecture, *slug;
    } cases[] = {
        {"AMD Ryzen 9 7950X 16-Core Processor            ", "Zen 4", "amd-ryzen-9-7950x"},
        {"AMD Ryzen 7 5800H with Radeon Graphics", "Zen 3", "amd-ryzen-7-5800h"},
        {"AMD Ryzen AI 9 HX 370 w/ Radeon 890M", "Zen 5", "amd-ryzen-ai-9-hx-370"},
        {"AMD FX(tm)-8350 Eight-Core Processor", "Piledriver", "amd-fx-8350"},
        {"13th Gen Intel(R) Core(TM) i7-1370P", "Raptor Lake", "intel-core-i7-1370p"},
        {"Intel(R) Xeon(R) CPU E5-2680 v3 @ 2.50GHz", "Haswell", "intel-xeon-e5-2680-v3"},
        {"Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz", "Sapphire Rapids",
         "intel-xeon-platinum-8481c"},
        {"Genuine Intel(R) CPU U4100 @ 1.30GHz", "Core 2", "intel-u4100"},
        {"Apple M1 Pro", "", "apple-m1-pro"},
        {"Intel(R) Xeon(R) Processor", "Sapphire Rapids", "intel-xeon-sapphire-rapids"},
        {"Intel(R) Xeon(R) CPU @ 2.20GHz", "Skylake X", "intel-xeon-skylake-x"},
        {"Intel(R) Xeon(R) Processor", "", "intel-xeon-family-6-model-85"},
        {"AMD EPYC-Rome Processor", "Zen 2", "amd-epyc-rome-zen-2"},
        {"Intel Core Processor (Haswell)", "Haswell", "intel-core-haswell"},
        {"QEMU Virtual CPU version 2.5+", "", "qemu-virtual-family-6-model-85"},
        {"DO-Premium-Intel", "Cascade Lake", "do-premium-intel-cascade-lake"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        m = (struct machine){.family = 6, .model = 85};
        strcpy(m.cpu, cases[i].brand);
        strcpy(m.microarchitecture, cases[i].microarchitecture);
        cpu_set_slug(&m);
        assert_string_equal(m.slug, cases[i].slug);
    }
}

TEST(slugs_are_file_names)
{
    const char *const odd[] = {"../../etc/passwd", "",        "   ",
                               "\xff\xfe\x01",     "(R)(TM)", "CPU @ 3GHz"};
    machine_forget(&m);
    for (size_t i = 0; i < COUNT(odd); i++) {
        strcpy(m.cpu, odd[i]);
        cpu_set_slug(&m);
        assert_int_equal(strspn(m.slug, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(m.slug));
        assert_true(m.slug[0] && m.slug[0] != '-');
    }
    memset(m.cpu, 'x', sizeof m.cpu - 1);
    cpu_set_slug(&m);
    assert_true(strlen(m.slug) < sizeof m.slug);
}

TEST(names_come_from_numbers_unless_features_contradict)
{
    static const char of_intel[] = "GenuineIntel", of_amd[] = "AuthenticAMD", of_arm[] = "";
    static const struct {
        const char *vendor;
        int family, model, stepping;
        enum cpu_features shown;
        const char *name;
        bool inferred;
    } cases[] = {
        {of_intel, 6, 0x8f, 8, CPU_AMX, "Sapphire Rapids", false},
        {of_intel, 6, 0x8f, 8, CPU_AVX2, "Sapphire Rapids", false}, /* some features hidden */
        {of_intel, 6, 0x55, 4, CPU_AVX512, "Skylake X", false},
        {of_intel, 6, 0x55, 7, CPU_AVX512, "Cascade Lake", false},
        {of_intel, 6, 0xa7, 1, CPU_AVX512, "Rocket Lake", false},
        {of_intel, 6, 0xa7, 1, CPU_AMX, "", false}, /* three or more candidates */
        {of_intel, 6, 0xa7, 1, CPU_AVX10, "Granite Rapids", true},
        {of_intel, 6, 0xa7, 1, CPU_APX, "", false},
        {of_intel, 6, 0, 0, CPU_PLAIN, "", false},
        {of_intel, 6, 0x01, 0, CPU_PLAIN, "", false},
        {of_intel, 19, 0x01, 0, CPU_APX, "Diamond Rapids", false},
        {of_intel, 19, 0x55, 0, CPU_AVX512, "", false},
        {of_intel, 6, 0xff, 0, CPU_AVX10, "", false},
        {of_intel, 15, 0x55, 0, CPU_PLAIN, "", false},
        {of_amd, 0x17, 0x31, 0, CPU_AVX2, "Zen 2", false},
        {of_amd, 0x19, 0x61, 0, CPU_AVX512, "Zen 4", false},
        {of_amd, 0x17, 0x31, 0, CPU_AVX512, "", false},
        {of_amd, 0x1a, 0x50, 0, CPU_AVX512, "Zen 6", false},
        {of_amd, 0x1a, 0xd0, 0, CPU_AVX512, "Zen 6", false},
        {of_amd, 0x1a, 0xff, 0, CPU_AVX512, "", false},
        {of_arm, 0x41, 0xd0c, 0, CPU_PLAIN, "Neoverse N1", false},
        {of_arm, 0x6d, 0xd49, 0, CPU_PLAIN, "Cobalt 100", false},
        {of_arm, 0x61, 0x029, 0, CPU_PLAIN, "M1 Firestorm", false},
        {of_arm, 0x41, 0xfff, 0, CPU_PLAIN, "", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        m = (struct machine){
            .family = cases[i].family, .model = cases[i].model, .stepping = cases[i].stepping};
        strcpy(m.vendor, cases[i].vendor);
        cpu_set_name(&m, cases[i].shown);
        assert_string_equal(m.microarchitecture, cases[i].name);
        assert_int_equal(m.microarchitecture_inferred, cases[i].inferred);
        assert_int_equal(!strcmp(m.vendor, "ARM"), cases[i].family == 0x41 && *cases[i].name);
    }
}

/* No core needs less than 3 cycles; on one that others disturb the ratio may be somewhat lower. */
TEST(pext_is_timed_if_present)
{
    double cycles;
    machine_read(&m, -1);
    assert_int_equal(strcmp(m.pext, "absent") == 0, !isa_has("bmi2"));
    assert_true(m.emulated || !isa_has("bmi2") || strstr(m.pext, " cycles)"));
    assert_true(sscanf(m.pext, "fast (%lf", &cycles) != 1 || cycles > 1);
}

/* ---- simulated machines ---- */

static bool warned(const char *text)
{
    for (int i = 0; i < m.warning_count; i++)
        if (strstr(m.warnings[i], text))
            return true;
    return false;
}

#define CPU               "/sys/devices/system/cpu/"
#define CACHE(cpu, index) CPU "cpu" #cpu "/cache/index" #index
#define QUOTA             "control group allows"

/* Each list ends with NULL. */
static const struct {
    const char *name;
    const char *files[34][2];
    const char *fields[16][2]; /* as they are printed */
    const char *warnings[8], *absent[8];
} machines[] = {
    {.name = "bare",
     .fields = {{"L1 data cache", "unknown"},
                {"L3 cache", "unknown"},
                {"  shared by CPUs", "unknown"},
                {"cores", "unknown"},
                {"frequency governor", "unknown"},
                {"turbo", "unknown"},
                {"SMT", "unknown"},
                {"address randomisation", "unknown"}},
     .warnings = {"turbo unknown"},
     .absent = {"SMT is on", QUOTA}},
    {.name = "laptop",
     .files = {{CPU "online", "0-3"},
               {CPU "cpu0/topology/core_cpus", "3"},
               {CPU "cpu1/topology/core_cpus", "3"},
               {CPU "cpu2/topology/core_cpus", "c"},
               {CPU "cpu3/topology/core_cpus", "c"},
               {CPU "cpu0/topology/package_cpus", "f"},
               {CPU "cpu1/topology/package_cpus", "f"},
               {CPU "cpu2/topology/package_cpus", "f"},
               {CPU "cpu3/topology/package_cpus", "f"},
               {CACHE(2, 0) "/level", "1"},
               {CACHE(2, 0) "/type", "Data"},
               {CACHE(2, 0) "/size", "48K"},
               {CACHE(2, 0) "/shared_cpu_map", "c"},
               {CACHE(2, 1) "/level", "1"},
               {CACHE(2, 1) "/type", "Instruction"},
               {CACHE(2, 1) "/size", "32K"},
               {CACHE(2, 1) "/shared_cpu_map", "c"},
               {CACHE(0, 2) "/level", "3"},
               {CACHE(0, 2) "/type", "Unified"},
               {CACHE(0, 2) "/size", "24576K"},
               {CACHE(0, 2) "/shared_cpu_map", "f"},
               {CACHE(0, 2) "/coherency_line_size", "64"},
               {CPU "cpu2/cpufreq/scaling_governor", "powersave"},
               {CPU "intel_pstate/no_turbo", "0"},
               {CPU "smt/control", "on"},
               {"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never"},
               {"/proc/sys/kernel/randomize_va_space", "1"},
               {"/etc/os-release", "NAME=\"X\"\nPRETTY_NAME=\"Example OS 1.0\""}},
     .fields = {{"L1 data cache", "48 KiB\n  shared by CPUs         2"},
                {"L2 cache", "unknown"},
                {"L3 cache", "24 MiB\n  shared by CPUs         4"},
                {"cache line", "64 B"},
                {"CPUs online", "4"},
                {"cores", "2"},
                {"packages", "1"},
                {"NUMA nodes", "1"},
                {"frequency governor", "powersave"},
                {"turbo", "on"},
                {"SMT", "on"},
                {"transparent huge pages", "madvise"},
                {"address randomisation", "partial"},
                {"operating system", "Example OS 1.0"}},
     .warnings = {"governor is powersave", "turbo is on", "SMT is on"}},
    {.name = "nameless",
     .files = {{"/proc/sys/kernel/randomize_va_space", "7"}, {"/etc/os-release", "NAME=Nameless"}},
     .fields = {{"address randomisation", "unknown"}, {"operating system", "Linux"}}},
    {.name = "tuned",
     .files = {{CPU "cpu2/cpufreq/scaling_governor", "performance"},
               {CPU "cpufreq/boost", "0"},
               {CPU "smt/control", "off"},
               {"/proc/self/cgroup", "0::/"},
               {"/sys/fs/cgroup/cpu.max", "max 100000"}},
     .fields = {{"turbo", "off"}},
     .absent = {"governor", "turbo", "SMT", QUOTA}},
    {
        .name = "foreign kernel",
        .files = {{"/proc/sys/kernel/arch", "pdp11"}},
        .fields = {{"emulator detected", "yes"}},
        .warnings = {"times mean nothing here"},
    },
    {.name = "group in a box",
     /* the least quota of a group and its ancestors counts */
     .files = {{"/proc/self/cgroup", "garbage\n5:cpuset:/none\n7:cpu\n0::/box/inner"},
               {"/sys/fs/cgroup/box/inner/cpu.max", "max 100000"},
               {"/sys/fs/cgroup/box/cpu.max", "150000 100000"},
               {"/sys/fs/cgroup/cpu.max", "300000 100000"}},
     .warnings = {QUOTA " 1.50 CPUs"}},
    {.name = "group without period",
     .files = {{"/proc/self/cgroup", "0::/inner"}, {"/sys/fs/cgroup/inner/cpu.max", "120000 0"}},
     .absent = {QUOTA}},
};

/* Seen from CPU 2. */
TEST(machines_are_read)
{
    for (size_t n = 0; n < COUNT(machines); n++) {
        make_root(state);
        for (size_t i = 0; machines[n].files[i][0]; i++)
            put(machines[n].files[i][0], machines[n].files[i][1]);
        machine_read(&m, 2);
        machine_print(&m, capture());
        const char *text = captured();
        remove_root(state);
        for (size_t i = 0; machines[n].fields[i][0]; i++) {
            char line[128];
            snprintf(line, sizeof line, "\n%-24s %s\n", machines[n].fields[i][0],
                     machines[n].fields[i][1]);
            if (!strstr(text, line))
                fail_msg("%s: no line %s in\n%s", machines[n].name, line, text);
        }
        for (size_t i = 0; machines[n].warnings[i]; i++)
            if (!warned(machines[n].warnings[i]))
                fail_msg("%s: no warning: %s", machines[n].name, machines[n].warnings[i]);
        for (size_t i = 0; machines[n].absent[i]; i++)
            if (warned(machines[n].absent[i]))
                fail_msg("%s: a warning: %s", machines[n].name, machines[n].absent[i]);
    }
}

#define TEST_WITH_ROOT(test) TEST_BETWEEN(make_root, test, remove_root)

/* As of an Apple M1, whose system has no files for them. */
TEST(caches_are_known_without_sysfs)
{
    affinity_reset();
    setenv("HWLOC_SYNTHETIC", "pack:2 l2:1(size=12582912) l1d:4(size=131072) core:1 pu:1", 1);
    machine_read(&m, 2);
    unsetenv("HWLOC_SYNTHETIC");
    affinity_reset();
    assert_int_equal(m.l1d_bytes, 128 << 10);
    assert_int_equal(m.l1d_shared_by, 1);
    assert_int_equal(m.l2_bytes, 12 << 20);
    assert_int_equal(m.l2_shared_by, 4);
    assert_int_equal(m.l3_bytes, 0);
    assert_int_equal(m.cores, 8);
    assert_int_equal(m.packages, 2);
    assert_int_equal(m.numa_nodes, 1);
}

TEST_WITH_ROOT(cpuinfo_is_read_by_block)
{
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

#ifdef __x86_64__
/* The emulator's CPUID differs from the host's file. */
TEST_WITH_ROOT(translators_are_detected)
{
    machine_read(&m, 0);
    if (m.emulated)
        skip(); /* by valgrind */
    const struct machine own = m;
    for (int differs = 0; differs < 4; differs++) {
        char text[256];
        snprintf(text, sizeof text,
                 "processor\t: 0\nvendor_id\t: %s\ncpu family\t: %d\nmodel\t: %d\nmicrocode\t: 0x9",
                 differs == 1 ? "Other" : own.vendor, own.family + (differs == 2),
                 own.model + (differs == 3));
        put("/proc/cpuinfo", text);
        machine_read(&m, 0);
        assert_int_equal(m.emulated, differs > 0);
        assert_int_equal(warned("times mean nothing"), differs > 0);
        assert_string_equal(m.microcode, differs ? "" : "0x9");
    }
}
#endif

TEST_WITH_ROOT(virtual_machine_is_reported)
{
    static const char *const hypervisors[] = {"none", "KVM", ""};
    for (int i = 0; i < 3; i++) {
        machine_forget(&m);
        strcpy(m.hypervisor, hypervisors[i]);
        machine_check(&m);
        assert_int_equal(warned("virtual machine (KVM)"), i == 1);
        assert_int_equal(warned("governor unknown"), i != 1);
    }
}

TEST(warnings_do_not_overflow)
{
    machine_forget(&m);
    for (int i = 0; i < 2 * MACHINE_WARNINGS; i++)
        machine_warn(&m, "%0300d", i);
    assert_int_equal(m.warning_count, MACHINE_WARNINGS);
    assert_int_equal(strlen(m.warnings[MACHINE_WARNINGS - 1]), sizeof m.warnings[0] - 1);
}

TEST(cpu_is_named_with_its_microarchitecture)
{
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

/* Each member of the JSON object has one line, and neither has the host's name. */
TEST(outputs_agree)
{
    char host[64] = "";
    size_t lines = 0;
    machine_read(&m, -1);
    m.l2_bytes = INT64_MAX;
    assert_true(m.slug[0]);
    assert_true(m.page_bytes >= 4096);
    json_t *json = machine_json(&m);
    machine_print(&m, capture());
    const char *text = captured();
    for (const char *line = text; (line = strchr(line, '\n')); line++)
        lines++;
    assert_int_equal(lines, json_object_size(json) - 1 + (size_t)m.warning_count);
    HAS(text, m.slug);
    HAS(text, "L2 cache                 8.389e+06 TiB\n");
    assert_string_equal(json_string_value(json_object_get(json, "slug")), m.slug);
    char *dump = json_dumps(json, 0);
    gethostname(host, sizeof host - 1);
    if (strlen(host) > 3) { /* a shorter name may be part of another word */
        HAS_NOT(text, host);
        HAS_NOT(dump, host);
    }
    free(dump);
    json_decref(json);
}

#ifdef __linux__
/* ---- huge pages ---- */

enum { HUGE = 1 << 21 };

static unsigned char tables[4 * HUGE]; /* contains at least three whole huge pages */
static size_t bytes_advised;
static bool fails;

int __wrap_madvise(void *start, size_t length, int advice)
{
    uintptr_t first = (uintptr_t)start, end = first + length;
    assert_int_equal(advice, MADV_HUGEPAGE);
    assert_true(first % HUGE == 0 && length % HUGE == 0 && length > 0);
    for (uintptr_t page = first; page < end; page += HUGE)
        bytes_advised +=
            page >= (uintptr_t)tables && page + HUGE <= (uintptr_t)(tables + sizeof tables);
    return fails ? -1 : 0;
}

/* The setting of the system; NULL: it has none. */
static bool use_huge_pages(const char *setting)
{
    if (setting)
        put("/sys/kernel/mm/transparent_hugepage/enabled", setting);
    bytes_advised = 0;
    return pages_use_huge(&error);
}

TEST_WITH_ROOT(huge_pages_are_advised_where_they_are_enabled)
{
    static const char *const disabled[] = {NULL, "", "always madvise [never]"};
    memset(tables, 1, sizeof tables);
    for (size_t i = 0; i < COUNT(disabled); i++) {
        assert_fails(use_huge_pages(disabled[i]), STATUS_ENVIRONMENT, "");
        assert_int_equal(bytes_advised, 0);
    }
    assert_ok(use_huge_pages("always [madvise] never"));
    assert_in_range(bytes_advised, 3, 4);
    assert_ok(use_huge_pages("[always] madvise never"));
    fails = true;
    assert_false(use_huge_pages("[always] madvise never"));
    assert_true(bytes_advised > 0);
}
#endif

/* ---- the order of pages ---- */

enum { PAGES = 64 };

/* Pages that fault when they are touched first. */
static struct {
    char *memory;
    size_t page_bytes, order[PAGES], n;
} watched;

static void note_page(int number, siginfo_t *info, void *context)
{
    size_t page = (size_t)((char *)info->si_addr - watched.memory) / watched.page_bytes;
    (void)context;
    if (page >= PAGES || watched.n == PAGES)
        signal(number, SIG_DFL);
    else {
        watched.order[watched.n++] = page;
        mprotect(watched.memory + page * watched.page_bytes, watched.page_bytes,
                 PROT_READ | PROT_WRITE);
    }
}

/* Returns the pages that a part of the memory consists of, in the order in which it was touched. */
static const size_t *scatter(uint64_t seed, size_t first_byte, size_t end_byte)
{
    struct random random = {seed};
    watched.n = 0;
    mprotect(watched.memory, PAGES * watched.page_bytes, PROT_NONE);
    pages_scatter(watched.memory + first_byte, watched.memory + end_byte, &random);
    return watched.order;
}

TEST(pages_are_touched_once_in_an_order_by_seed)
{
    struct sigaction before, note = {.sa_sigaction = note_page, .sa_flags = SA_SIGINFO};
    size_t bytes, first[PAGES], ascending = 0;
    watched.page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    bytes = PAGES * watched.page_bytes;
    watched.memory = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(watched.memory != MAP_FAILED);
    sigaction(SIGSEGV, &note, &before);
    memcpy(first, scatter(1, 0, bytes), sizeof first);
    assert_int_equal(watched.n, PAGES); /* a page faults only once */
    for (size_t i = 1; i < PAGES; i++)
        ascending += first[i] > first[i - 1];
    assert_in_range(ascending, PAGES / 4, 3 * PAGES / 4);
    assert_memory_equal(first, scatter(1, 0, bytes), sizeof first);
    assert_memory_not_equal(first, scatter(2, 0, bytes), sizeof first);
    scatter(1, 1, bytes - 1); /* the pages at both ends are not the part's alone */
    assert_int_equal(watched.n, PAGES - 2);
    scatter(1, bytes, bytes);
    assert_int_equal(watched.n, 0);
    sigaction(SIGSEGV, &before, NULL);
    munmap(watched.memory, bytes);
}

RUN_TESTS(NULL, NULL)
