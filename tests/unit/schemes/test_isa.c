/* SPDX-License-Identifier: MIT */
#include "support/skip.h"
#include "target/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* A word is matched whole: neither a prefix nor a longer word matches. */
static void missing_words_are_listed(void **state)
{
    (void)state;
    static const char *const missing[][2] = {
        {"", ""},
        {"   ", ""},
        {NULL, ""},
        {"  foo   bar ", "foo bar"},
        {"sse neo ss", "sse neo ss"},
        {"sse2x neonx", "sse2x neonx"},
    };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        assert_string_equal(isa_missing(missing[i][0]), missing[i][1]);
        assert_int_equal(isa_has(missing[i][0]), !*missing[i][1]);
    }
}

static void overlong_list_is_missing(void **state)
{
    (void)state;
    char words[4096];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    assert_false(isa_has(words));
    for (size_t i = 3; i < sizeof words - 1; i += 4)
        words[i] = ' ';
    assert_false(isa_has(words));
    assert_true(strlen(isa_missing(words)) > 400);
}

static void words_of_this_build_are_present(void **state)
{
    (void)state;
    assert_string_equal(isa_missing(ISA_BUILT), "");
#if defined(__SSE2__)
    assert_non_null(strstr(ISA_BUILT, "sse2 "));
#elif defined(__aarch64__)
    assert_non_null(strstr(ISA_BUILT, "neon "));
#endif
}

#if defined(__x86_64__)
#define V2 "cx16 lahf popcnt sse3 sse4.1 sse4.2 ssse3"
#define V3 V2 " avx avx2 bmi1 bmi2 f16c fma lzcnt movbe"
#define V4 V3 " avx512f avx512bw avx512cd avx512dq avx512vl"

/* Compared with the compiler's detection, which also reads XCR0. */
static void agrees_with_the_compiler(void **state)
{
    (void)state;
    __builtin_cpu_init();
#define SAME(word, name) assert_int_equal(isa_has(word), __builtin_cpu_supports(name) != 0)
    SAME("sse3", "sse3");
    SAME("ssse3", "ssse3");
    SAME("sse4.1", "sse4.1");
    SAME("sse4.2", "sse4.2");
    SAME("sse4a", "sse4a");
    SAME("popcnt", "popcnt");
    SAME("pclmul", "pclmul");
    SAME("aes", "aes");
    SAME("avx", "avx");
    SAME("fma", "fma");
    SAME("fma4", "fma4");
    SAME("xop", "xop");
    SAME("avx2", "avx2");
    SAME("bmi2", "bmi2");
    SAME("gfni", "gfni");
    SAME("vpclmulqdq", "vpclmulqdq");
    SAME("avx512f", "avx512f");
    SAME("avx512bw", "avx512bw");
    SAME("avx512cd", "avx512cd");
    SAME("avx512dq", "avx512dq");
    SAME("avx512vl", "avx512vl");
    SAME("avx512ifma", "avx512ifma");
    SAME("avx512vbmi", "avx512vbmi");
    SAME("avx512vbmi2", "avx512vbmi2");
    SAME("avx512vnni", "avx512vnni");
    SAME("avx512bitalg", "avx512bitalg");
    SAME("avx512vpopcntdq", "avx512vpopcntdq");
    SAME("avx512bf16", "avx512bf16");
    SAME("avx512vp2intersect", "avx512vp2intersect");
    SAME("bmi1", "bmi");
}

/* SLIDEBENCH_TEST_CPU names the CPU that an emulator imitates: `qemu-x86_64 -cpu Haswell`. */
static void detects_an_emulated_cpu(void **state)
{
    (void)state;
    const char *cpu = getenv("SLIDEBENCH_TEST_CPU");
    if (!cpu)
        SKIP("SLIDEBENCH_TEST_CPU is not set: no emulated CPU");
    bool nehalem = strcmp(cpu, "Nehalem") == 0, haswell = strcmp(cpu, "Haswell") == 0;
    assert_true(nehalem || haswell);
    assert_string_equal(isa_missing(V2), "");
    assert_string_equal(isa_missing("popcnt bmi2 avx2 lzcnt"), nehalem ? "bmi2 avx2 lzcnt" : "");
    assert_int_equal(isa_has(V3), haswell);
    assert_false(isa_has(V4));
    assert_string_equal(isa_missing("avx512f gfni xop"), "avx512f gfni xop");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_words_are_listed),
        cmocka_unit_test(overlong_list_is_missing),
        cmocka_unit_test(words_of_this_build_are_present),
#if defined(__x86_64__)
        cmocka_unit_test(agrees_with_the_compiler),
        cmocka_unit_test(detects_an_emulated_cpu),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
