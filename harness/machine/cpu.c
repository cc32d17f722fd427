/* SPDX-License-Identifier: MIT */
#include "machine/cpu.h"
#include "machine/sysfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SET(text, ...) snprintf(text, sizeof(text), __VA_ARGS__)

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

enum { EAX, EBX, ECX, EDX };

enum cpu_features cpu_features(void)
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
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (__get_cpuid_count(bits[i].leaf, bits[i].subleaf, &r[EAX], &r[EBX], &r[ECX], &r[EDX]) &&
            r[bits[i].where] >> bits[i].bit & 1)
            return bits[i].feature;
    return CPU_PLAIN;
}

/* Intel and AMD reserve leaf 0x40000000 and bit 31 of ECX in leaf 1 for hypervisors. */
static void read_hypervisor(struct cpu *cpu)
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
        SET(cpu->hypervisor, "none");
        return;
    }
    __cpuid(0x40000000, a, r[0], r[1], r[2]);
    memcpy(signature, r, sizeof r);
    SET(cpu->hypervisor, "%s", signature[0] ? signature : "of unknown make");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(signature, known[i][0]) == 0)
            SET(cpu->hypervisor, "%s", known[i][1]);
}

static void read_cpu(struct cpu *cpu, int number)
{
    (void)number;
    unsigned a, b, c, d, r[12] = {0};
    if (__get_cpuid(0, &a, &b, &c, &d)) {
        const unsigned vendor[] = {b, d, c, 0};
        SET(cpu->vendor, "%s", (const char *)vendor + strspn((const char *)vendor, " "));
    }
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        int family = a >> 8 & 15, model = a >> 4 & 15;
        /* As in Linux (arch/x86/lib/cpu.c): is_translated() compares with its numbers. */
        cpu->model = family >= 6 ? model | (int)(a >> 12 & 0xf0) : model;
        cpu->family = family == 15 ? family + (int)(a >> 20 & 0xff) : family;
        cpu->stepping = a & 15;
        read_hypervisor(cpu);
    }
    for (unsigned i = 0; i < 3; i++)
        __get_cpuid(0x80000002 + i, &r[4 * i], &r[4 * i + 1], &r[4 * i + 2], &r[4 * i + 3]);
    char brand[sizeof r + 1] = "";
    memcpy(brand, r, sizeof r);
    SET(cpu->brand, "%s", brand + strspn(brand, " "));
}

/* Compares CPUID with /proc/cpuinfo: under a translator, only the former is its own. */
static bool is_translated(const struct cpu *cpu)
{
    char vendor[32], family[16], model[16];
    return sysfs_cpuinfo(vendor, sizeof vendor, "vendor_id", 0) &&
           sysfs_cpuinfo(family, sizeof family, "cpu family", 0) &&
           sysfs_cpuinfo(model, sizeof model, "model", 0) &&
           (strcmp(vendor, cpu->vendor) != 0 || atoi(family) != cpu->family ||
            atoi(model) != cpu->model);
}

#else
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

enum cpu_features cpu_features(void)
{
    return CPU_PLAIN;
}

static int arm_number(const char *key, int number)
{
    char text[32];
    return sysfs_cpuinfo(text, sizeof text, key, number) ? (int)strtol(text, NULL, 0) : -1;
}

/* Uses the keys of the kernel on LoongArch, MIPS, RISC-V and POWER. */
static void read_cpu(struct cpu *cpu, int number)
{
    static const char *const keys[] = {"Model Name", "cpu model", "uarch", "cpu"};
    cpu->family = arm_number("CPU implementer", number);
    cpu->model = arm_number("CPU part", number);
    cpu->stepping = arm_number("CPU revision", number);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !cpu->brand[0]; i++)
        sysfs_cpuinfo(cpu->brand, sizeof cpu->brand, keys[i], number);
    cpu->brand[strcspn(cpu->brand, ",")] = '\0'; /* "POWER9, altivec supported" */
#ifdef __APPLE__
    size_t size = sizeof cpu->brand;
    if (sysctlbyname("machdep.cpu.brand_string", cpu->brand, &size, NULL, 0) != 0)
        cpu->brand[0] = '\0';
#endif
    sysfs_line(cpu->hypervisor, sizeof cpu->hypervisor, "/sys/hypervisor/type");
    if (!cpu->hypervisor[0])
        sysfs_line(cpu->hypervisor, sizeof cpu->hypervisor,
                   "/proc/device-tree/hypervisor/compatible");
}

static bool is_translated(const struct cpu *cpu)
{
    char vendor[32];
    (void)cpu;
    return sysfs_cpuinfo(vendor, sizeof vendor, "vendor_id", 0) &&
           (strcmp(vendor, "GenuineIntel") == 0 || strcmp(vendor, "AuthenticAMD") == 0);
}
#endif

/* QEMU and Rosetta also translate system calls, but this file shows the real kernel since Linux 6.1
 * (Documentation/admin-guide/sysctl/kernel.rst). It reveals a container of another architecture. */
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
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strncmp(kernel, own[i], strlen(own[i])) == 0)
            return false;
    return true;
}

/* Replaces characters that are unsafe in a terminal or in JSON: a hypervisor may choose any
 * name. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

void cpu_set_name(struct cpu *cpu)
{
    const char *name = "", *vendor = "";
    if (strcmp(cpu->vendor, "GenuineIntel") == 0) {
        name = cpu_intel_name(cpu->family, cpu->model, cpu->stepping, cpu_features());
        cpu->inferred = cpu_intel_inferred(cpu->family, cpu->model, cpu->stepping, cpu_features());
    } else if (strcmp(cpu->vendor, "AuthenticAMD") == 0 ||
               strcmp(cpu->vendor, "HygonGenuine") == 0) {
        name = cpu_amd_name(cpu->family, cpu->model, cpu_features());
    } else if (!cpu->vendor[0]) {
        name = cpu_arm_name(cpu->family, cpu->model, &vendor);
        SET(cpu->vendor, "%s", vendor);
    }
    SET(cpu->microarchitecture, "%s", name);
}

void cpu_identify(struct cpu *cpu, int number)
{
    const char *preload = getenv("LD_PRELOAD"); /* valgrind adds its own library */
    *cpu = (struct cpu){.family = -1, .model = -1, .stepping = -1};
    read_cpu(cpu, number);
    make_printable(cpu->brand);
    make_printable(cpu->vendor);
    if (preload && strstr(preload, "vgpreload"))
        SET(cpu->emulator, "valgrind");
    else if (strcmp(cpu->hypervisor, "QEMU") == 0)
        SET(cpu->emulator, "QEMU");
    else if (kernel_is_foreign() || is_translated(cpu))
        SET(cpu->emulator, "a translator");
    cpu_set_name(cpu);
    if (!cpu->brand[0] && cpu->microarchitecture[0])
        SET(cpu->brand, "%s %s", cpu->vendor, cpu->microarchitecture);
}
