/* SPDX-License-Identifier: MIT */
#include "base/array.h"
#include "machine/affinity.h"
#include "machine/cpu_name.h"
#include "machine/sysfs.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

enum { EAX, EBX, ECX, EDX };

enum { NAMES_EACH_CORE = false }; /* CPUID has the same brand on all cores */

/* Returns the best feature that this CPU shows. */
static enum cpu_features features(void)
{
    static const struct {
        enum cpu_features feature;
        unsigned leaf, subleaf, where, bit;
    } bits[] = {
        {CPU_APX, 7, 1, EDX, 21},
        {CPU_AVX10, 7, 1, EDX, 19},
        {CPU_AVX10, 7, 1, EAX, 21 /* AMX_FP16 */},
        {CPU_AMX, 7, 0, EDX, 24},
        {CPU_AVX512, 7, 0, EBX, 16},
        {CPU_AVX2, 7, 0, EBX, 5},
        {CPU_AVX, 1, 0, ECX, 28},
    };
    unsigned r[4];
    for (size_t i = 0; i < COUNT(bits); i++)
        if (__get_cpuid_count(bits[i].leaf, bits[i].subleaf, &r[EAX], &r[EBX], &r[ECX], &r[EDX]) &&
            r[bits[i].where] >> bits[i].bit & 1)
            return bits[i].feature;
    return CPU_PLAIN;
}

/* Intel and AMD reserve leaf 0x40000000 and bit 31 of ECX in leaf 1 for hypervisors. */
static void read_hypervisor(struct machine *m)
{
    static const char *const known[][2] = {
        {"KVMKVMKVM", "KVM"},      {"Microsoft Hv", "Hyper-V"},  {"VMwareVMware", "VMware"},
        {"XenVMMXenVMM", "Xen"},   {"TCGTCGTCGTCG", "QEMU"},     {"VBoxVBoxVBox", "VirtualBox"},
        {"bhyve bhyve ", "bhyve"}, {" lrpepyh vr", "Parallels"},
    };
    unsigned a, r[3];
    char signature[sizeof r + 1] = "";
    __cpuid(1, a, r[0], r[1], r[2]);
    if (!(r[1] >> 31)) {
        SET_TEXT(m->hypervisor, "none");
        return;
    }
    __cpuid(0x40000000, a, r[0], r[1], r[2]);
    memcpy(signature, r, sizeof r);
    SET_TEXT(m->hypervisor, "%s", signature[0] ? signature : "of unknown make");
    for (size_t i = 0; i < COUNT(known); i++)
        if (strcmp(signature, known[i][0]) == 0)
            SET_TEXT(m->hypervisor, "%s", known[i][1]);
}

static void read_cpu(struct machine *m, int number)
{
    (void)number;
    unsigned a, b, c, d, r[12] = {0};
    if (__get_cpuid(0, &a, &b, &c, &d)) {
        const unsigned vendor[] = {b, d, c, 0};
        SET_TEXT(m->vendor, "%s", (const char *)vendor + strspn((const char *)vendor, " "));
    }
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        int family = a >> 8 & 15, model = a >> 4 & 15;
        /* as Linux computes them (arch/x86/lib/cpu.c), for is_translated() */
        m->model = family >= 6 ? model | (int)(a >> 12 & 0xf0) : model;
        m->family = family == 15 ? family + (int)(a >> 20 & 0xff) : family;
        m->stepping = a & 15;
        read_hypervisor(m);
    }
    for (unsigned i = 0; i < 3; i++)
        __get_cpuid(0x80000002 + i, &r[4 * i], &r[4 * i + 1], &r[4 * i + 2], &r[4 * i + 3]);
    char brand[sizeof r + 1] = "";
    memcpy(brand, r, sizeof r);
    SET_TEXT(m->cpu, "%s", brand + strspn(brand, " "));
}

/* Returns whether CPUID contradicts /proc/cpuinfo. A translator has a CPUID of its own, but shows
 * the /proc/cpuinfo of the host. */
static bool is_translated(const struct machine *m)
{
    char vendor[32], family[16], model[16];
    return sysfs_cpuinfo(vendor, sizeof vendor, "vendor_id", 0) &&
           sysfs_cpuinfo(family, sizeof family, "cpu family", 0) &&
           sysfs_cpuinfo(model, sizeof model, "model", 0) &&
           (strcmp(vendor, m->vendor) != 0 || atoi(family) != m->family || atoi(model) != m->model);
}

#else
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

enum { NAMES_EACH_CORE = true }; /* /proc/cpuinfo has a block for each CPU */

static enum cpu_features features(void)
{
    return CPU_PLAIN;
}

static int arm_number(const char *key, int number)
{
    char text[32];
    return sysfs_cpuinfo(text, sizeof text, key, number) ? (int)strtol(text, NULL, 0) : -1;
}

/* Reads the numbers of an Arm CPU, or the name of a LoongArch, MIPS, RISC-V or POWER CPU. */
static void read_cpu(struct machine *m, int number)
{
    static const char *const keys[] = {"Model Name", "cpu model", "uarch", "cpu"};
    m->family = arm_number("CPU implementer", number);
    m->model = arm_number("CPU part", number);
    m->stepping = arm_number("CPU revision", number);
    for (size_t i = 0; i < COUNT(keys) && !m->cpu[0]; i++)
        sysfs_cpuinfo(m->cpu, sizeof m->cpu, keys[i], number);
    m->cpu[strcspn(m->cpu, ",")] = '\0'; /* "POWER9, altivec supported" */
#ifdef __APPLE__
    size_t size = sizeof m->cpu;
    if (sysctlbyname("machdep.cpu.brand_string", m->cpu, &size, NULL, 0) != 0)
        m->cpu[0] = '\0';
#endif
    sysfs_line(m->hypervisor, sizeof m->hypervisor, "/sys/hypervisor/type");
    if (!m->hypervisor[0])
        sysfs_line(m->hypervisor, sizeof m->hypervisor, "/proc/device-tree/hypervisor/compatible");
}

static bool is_translated(const struct machine *m)
{
    char vendor[32];
    (void)m;
    return sysfs_cpuinfo(vendor, sizeof vendor, "vendor_id", 0) &&
           (strcmp(vendor, "GenuineIntel") == 0 || strcmp(vendor, "AuthenticAMD") == 0);
}
#endif

/* Detects a container of another architecture. QEMU and Rosetta translate system calls, too, but
 * since Linux 6.1 /proc/sys/kernel/arch shows the real kernel (admin-guide/sysctl/kernel.rst). */
static bool kernel_is_foreign(void)
{
    static const char *const own[] = {
#if defined(__x86_64__) || defined(__i386__)
        "x86_64",
        "i386",
#elif defined(__aarch64__) || defined(__arm__)
        "aarch64",
        "arm",
#elif defined(__riscv)
        "riscv",
#elif defined(__powerpc__)
        "ppc",
#elif defined(__s390__)
        "s390",
#else
        "", /* any */
#endif
    };
    char kernel[32];
    if (!sysfs_line(kernel, sizeof kernel, "/proc/sys/kernel/arch"))
        return false;
    for (size_t i = 0; i < COUNT(own); i++)
        if (strncmp(kernel, own[i], strlen(own[i])) == 0)
            return false;
    return true;
}

/* Replaces characters that are unsafe in a terminal or in JSON, and removes blanks at the end: a
 * hypervisor may choose any name. */
static void make_printable(char *text)
{
    char *end = text;
    for (; *text; text++) {
        if (*text < ' ' || *text > '~')
            *text = '?';
        if (*text != ' ')
            end = text + 1;
    }
    *end = '\0';
}

static const char *emulator_of(const struct machine *m)
{
    const char *preload = getenv("LD_PRELOAD"); /* valgrind adds its own library */
    if (preload && strstr(preload, "vgpreload"))
        return "valgrind";
    if (strcmp(m->hypervisor, "QEMU") == 0)
        return "QEMU";
    return kernel_is_foreign() || is_translated(m) ? "a translator" : NULL;
}

static void identify_core(struct machine *m, int number)
{
    machine_forget(m);
    read_cpu(m, number);
    make_printable(m->cpu);
    make_printable(m->vendor);
    const char *emulator = emulator_of(m);
    m->emulated = emulator;
    if (emulator)
        machine_warn(m, "runs under %s: times mean nothing here", emulator);
    cpu_set_name(m, features());
    if (!m->cpu[0] && m->microarchitecture[0])
        SET_TEXT(m->cpu, "%s %s", m->vendor, m->microarchitecture);
    cpu_set_slug(m);
}

void cpu_identify(struct machine *m, int number)
{
    int fastest_cpu = topology_fastest_cpu();
    identify_core(m, number < 0 ? fastest_cpu : number);
    if (NAMES_EACH_CORE && number >= 0) {
        struct machine fastest;
        identify_core(&fastest, fastest_cpu);
        SET_TEXT(m->slug, "%s", fastest.slug);
    }
    SET_TEXT(m->core_kind, "%s", core_kind_names[topology_kind_of(number)]);
}
