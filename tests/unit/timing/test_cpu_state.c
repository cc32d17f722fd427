/* SPDX-License-Identifier: MIT
 * What a kernel may leave behind in the CPU is noticed, and mended. */
#include "timing/cpu_state.h"
#include "support/skip.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void what_is_left_alone_is_kept(void **state)
{
    (void)state;
    uint64_t before = cpu_state();
    feraiseexcept(FE_INEXACT); /* a flag that any arithmetic sets */
    assert_true(cpu_state_kept(before));
    assert_int_equal(cpu_state(), before);
}

#if defined __x86_64__ || defined __aarch64__
static void another_rounding_is_noticed(void **state)
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
    fesetround(FE_TONEAREST); /* the x87's own word, which no kernel uses */
}
#endif

#ifdef __x86_64__
#include "target/isa.h"

#include <cpuid.h>

static void a_turned_direction_is_noticed(void **state)
{
    (void)state;
    uint64_t before = cpu_state();
    __asm__ volatile("std");
    bool kept = cpu_state_kept(before);
    assert_false(kept);
    assert_int_equal(cpu_state(), before);
}

/* It slows SSE code down on some CPUs (Intel 64 and IA-32 Optimization Reference Manual, "Mixing AVX code with SSE code"). */
static void wide_registers_in_use_are_noticed(void **state)
{
    (void)state;
    unsigned a = 0, b, c, d;
    if (!isa_has("avx") || !__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || !(a & 4))
        SKIP("no AVX, or XGETBV does not tell which registers are in use");
    const float one = 1;
    __asm__ volatile("vzeroupper");
    uint64_t before = cpu_state();
    __asm__ volatile("vbroadcastss %0, %%ymm0" : : "m"(one) : "xmm0");
    bool kept = cpu_state_kept(before);
    assert_false(kept);
    assert_int_equal(cpu_state(), before);
    __asm__ volatile("vbroadcastss %0, %%ymm0" : : "m"(one) : "xmm0");
    before = cpu_state();
    __asm__ volatile("vzeroupper"); /* to tidy up is no fault */
    assert_true(cpu_state_kept(before));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_alone_is_kept),
#if defined __x86_64__ || defined __aarch64__
        cmocka_unit_test(another_rounding_is_noticed),
#endif
#ifdef __x86_64__
        cmocka_unit_test(a_turned_direction_is_noticed),
        cmocka_unit_test(wide_registers_in_use_are_noticed),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
