/* SPDX-License-Identifier: MIT
 * What an x86 CPU and its operating system report about instructions: for isa.c, and for exported
 * headers that choose among schemes. */
#ifndef X86_REPORT_H
#define X86_REPORT_H

#include <stdbool.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

enum { EAX, EBX, ECX, EDX };

enum { /* XCR0 bits: 1 SSE, 2 AVX; 5 opmask, 6 and 7 ZMM; 19 APX */
       NO_STATE = 0,
       AVX_STATE = 0x6,
       AVX512_STATE = 0xe6,
       APX_STATE = 0x80000
};

/* Writes the registers of a leaf in the order of the enum. Returns whether the CPU has the leaf. */
static inline bool read_cpuid(unsigned leaf, unsigned subleaf, unsigned *registers)
{
#if defined(_MSC_VER) && !defined(__clang__)
    __cpuid((int *)registers, (int)(leaf & 0x80000000));
    if (registers[EAX] < leaf)
        return false;
    __cpuidex((int *)registers, (int)leaf, (int)subleaf);
    return true;
#else
    return __get_cpuid_count(leaf, subleaf, &registers[EAX], &registers[EBX], &registers[ECX],
                             &registers[EDX]) != 0;
#endif
}

static inline unsigned enabled_state(void)
{
    unsigned registers[4], state;
    const unsigned osxsave = 1u << 27;
    if (!read_cpuid(1, 0, registers) || !(registers[ECX] & osxsave))
        return 0;
#if defined(_MSC_VER) && !defined(__clang__)
    state = (unsigned)_xgetbv(0);
#else
    __asm__ volatile("xgetbv" : "=a"(state) : "c"(0) : "edx");
#endif
#ifdef __APPLE__
    state |= AVX512_STATE; /* Darwin enables it at a thread's first use: osfmk/i386/fpu.c */
#endif
    return state;
}

/* Returns whether a bit of CPUID is set, and the operating system saves the registers that belong
 * to it. Intel SDM (325462), CPUID and section 13.1; AMD APM volume 3 (24594), appendix E. */
static inline bool x86_reports(unsigned leaf, unsigned subleaf, unsigned where, unsigned bit,
                               unsigned state)
{
    unsigned registers[4];
    return read_cpuid(leaf, subleaf, registers) && (registers[where] >> bit & 1) &&
           (state == NO_STATE || (enabled_state() & state) == state);
}

#endif
