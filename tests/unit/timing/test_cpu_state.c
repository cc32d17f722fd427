/* SPDX-License-Identifier: MIT
 * CPU state that a kernel changed is detected and restored. */
#include "support/skip.h"
#include "timing/worker/kernel_run.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void unchanged_state_is_kept(void **state)
{
    (void)state;
    uint64_t before = cpu_state();
    feraiseexcept(FE_INEXACT); /* a flag that any arithmetic sets */
    assert_true(cpu_state_kept(before));
    assert_int_equal(cpu_state(), before);
}

#if defined __x86_64__ || defined __aarch64__
static void changed_rounding_is_detected(void **state)
{
    (void)state;
    uint64_t before = cpu_state();
    fesetround(FE_UPWARD);
    bool kept = cpu_state_kept(before);
    assert_false(kept);
#ifdef __aarch64__
    assert_int_equal(fegetround(), FE_TONEAREST);
#endif
    assert_int_equal(cpu_state(), before);
    fesetround(FE_TONEAREST); /* restores the x87 control word, which no kernel uses */
}
#endif

#ifdef __x86_64__
#include "target/isa.h"

#include <cpuid.h>

static void changed_direction_is_detected(void **state)
{
    (void)state;
    uint64_t before = cpu_state();
    __asm__ volatile("std");
    bool kept = cpu_state_kept(before);
    assert_false(kept);
    assert_int_equal(cpu_state(), before);
}

/* It slows SSE code down on some CPUs (Intel 64 and IA-32 Optimization Reference Manual, "Mixing
 * AVX code with SSE code"). */
static void used_upper_halves_are_detected(void **state)
{
    (void)state;
    unsigned a = 0, b, c, d;
    if (!isa_has("avx") || !__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || !(a & 4))
        SKIP("no AVX, or XGETBV cannot read which registers are in use");
    const float one = 1;
    __asm__ volatile("vzeroupper");
    uint64_t before = cpu_state();
    __asm__ volatile("vbroadcastss %0, %%ymm0" : : "m"(one) : "xmm0");
    bool kept = cpu_state_kept(before);
    assert_false(kept);
    assert_int_equal(cpu_state(), before);
    __asm__ volatile("vbroadcastss %0, %%ymm0" : : "m"(one) : "xmm0");
    before = cpu_state();
    __asm__ volatile("vzeroupper"); /* clearing them is allowed */
    assert_true(cpu_state_kept(before));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_state_is_kept),
#if defined __x86_64__ || defined __aarch64__
        cmocka_unit_test(changed_rounding_is_detected),
#endif
#ifdef __x86_64__
        cmocka_unit_test(changed_direction_is_detected),
        cmocka_unit_test(used_upper_halves_are_detected),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
