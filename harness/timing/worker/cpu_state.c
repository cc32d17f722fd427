/* SPDX-License-Identifier: MIT */
#include "timing/worker/worker.h"

#if defined __x86_64__
#include <cpuid.h>

enum { DIRECTION = 1 << 10, AVX = 1 << 2, MXCSR_FLAGS = 0x3f, MXCSR_AT_START = 0x1f80 };

/* Returns whether XGETBV with ECX = 1 says which registers are in use (Intel SDM 1, 13.2, 13.6). */
static bool has_xinuse(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_OSXSAVE &&
           __get_cpuid_count(0xd, 1, &a, &b, &c, &d) && a & 4;
}

uint64_t cpu_state(void)
{
    static int use = -1;
    uint64_t flags;
    uint32_t mxcsr, in_use = 0, high;
    __asm__ volatile(
        "lea -128(%%rsp), %%rsp\n\t" /* skips the red zone, where the compiler may keep data */
        "pushfq\n\tpopq %0\n\tlea 128(%%rsp), %%rsp\n\tcld"
        : "=r"(flags));
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    if (use < 0)
        use = has_xinuse();
    if (use)
        __asm__ volatile("xgetbv" : "=a"(in_use), "=d"(high) : "c"(1));
    return (uint64_t)(mxcsr & ~MXCSR_FLAGS) << 32 | (flags & DIRECTION) | (in_use & AVX);
}

bool cpu_state_kept(uint64_t before)
{
    uint64_t now = cpu_state();
    if ((now | AVX) != (before | AVX))
        __asm__ volatile("ldmxcsr %0" : : "m"((uint32_t){MXCSR_AT_START}));
    if (now & ~before & AVX)
        __asm__ volatile("vzeroupper");
    return !((now ^ before) & ~(uint64_t)AVX) && !(now & ~before & AVX);
}
#elif defined __aarch64__
uint64_t cpu_state(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}

bool cpu_state_kept(uint64_t before)
{
    bool kept = cpu_state() == before;
    __asm__ volatile("msr fpcr, %0" : : "r"(before));
    return kept;
}
#else
uint64_t cpu_state(void)
{
    return 0;
}

bool cpu_state_kept(uint64_t before)
{
    return before == 0;
}
#endif
