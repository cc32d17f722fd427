/* SPDX-License-Identifier: MIT */
#include "support/test.h"
#include "target/isa.h"
#ifdef __x86_64__
#include "target/x86_report.h"
#endif

/* A word is matched whole: neither a prefix nor a longer word matches. */
TEST(missing_words_are_listed)
{
    static const char *const missing[][2] = {
        {"", ""},
        {"   ", ""},
        {NULL, ""},
        {"  foo   bar ", "foo bar"},
        {"sse neo ss", "sse neo ss"},
        {"sse2x neonx", "sse2x neonx"},
    };
    for (size_t i = 0; i < COUNT(missing); i++) {
        assert_string_equal(isa_missing(missing[i][0]), missing[i][1]);
        assert_int_equal(isa_has(missing[i][0]), !*missing[i][1]);
    }
}

TEST(overlong_list_is_missing)
{
    char words[4096];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    assert_false(isa_has(words));
    for (size_t i = 3; i < sizeof words - 1; i += 4)
        words[i] = ' ';
    assert_false(isa_has(words));
    assert_true(strlen(isa_missing(words)) > 400);
}

TEST(words_of_this_build_are_present)
{
    assert_string_equal(isa_missing(ISA_BUILT), "");
#if defined(__SSE2__)
    HAS(ISA_BUILT, "sse2 ");
#elif defined(__aarch64__)
    HAS(ISA_BUILT, "neon ");
#endif
}

#if defined(__x86_64__)
/* Compared with the compiler's detection, which also reads XCR0. */
TEST(agrees_with_the_compiler)
{
    __builtin_cpu_init();
#define SAME(word) assert_int_equal(isa_has(word), __builtin_cpu_supports(word) != 0)
    SAME("sse3"), SAME("ssse3"), SAME("sse4.1"), SAME("sse4.2"), SAME("sse4a"), SAME("popcnt"),
        SAME("pclmul"), SAME("aes"), SAME("avx"), SAME("fma"), SAME("fma4"), SAME("xop"),
        SAME("avx2"), SAME("bmi2"), SAME("gfni"), SAME("vpclmulqdq"), SAME("avx512f"),
        SAME("avx512bw"), SAME("avx512cd"), SAME("avx512dq"), SAME("avx512vl"), SAME("avx512ifma"),
        SAME("avx512vbmi"), SAME("avx512vbmi2"), SAME("avx512vnni"), SAME("avx512bitalg"),
        SAME("avx512vpopcntdq"), SAME("avx512bf16"), SAME("avx512vp2intersect");
    assert_int_equal(isa_has("bmi1"), __builtin_cpu_supports("bmi") != 0);
}

/* SSE2, whose registers every system saves, and with some that none does. */
TEST(instructions_need_saved_registers)
{
    assert_true(x86_reports(1, 0, EDX, 26, NO_STATE));
    assert_false(x86_reports(1, 0, EDX, 26, 1u << 31));
}
#endif

RUN_TESTS(NULL, NULL)
