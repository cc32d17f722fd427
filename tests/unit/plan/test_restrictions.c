/* SPDX-License-Identifier: MIT
 * What an engine rules out, and the bytes of tables that it counts. */
#include "plan/restrictions.h"
#include "plan/scheme_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static struct error error;

static void bytes_of_listed_tables(void **state)
{
    (void)state;
    struct scheme scheme = {.table_bytes = {5, 6, 20, 20},
                            .tables = {{"a", NULL, 7}, {"b", NULL, 8}}};
    assert_int_equal(scheme_bytes(&scheme), 15);
    scheme.tables[0] = scheme.tables[1] = (struct scheme_table){NULL, NULL, 0};
    assert_int_equal(scheme_bytes(&scheme), 20);
    assert_int_equal(scheme_piece_bytes(&scheme, MIX_NNUE), 20);
    scheme.table_bytes[ROOK] = 30;
    assert_int_equal(scheme_bytes(&scheme), 30);
    assert_int_equal(scheme_piece_bytes(&scheme, ROOK), 30);
    assert_int_equal(scheme_piece_bytes(&scheme, BISHOP), 6);
    assert_int_equal(scheme_piece_bytes(&scheme, ALL), 20);
    assert_int_equal(scheme_piece_bytes(&scheme, MIX_NNUE), 30);
}

static void no_toggle(void *view, unsigned square)
{
    (void)view, (void)square;
}

/* What follows the last table in struct scheme is no table. */
static void bytes_of_all_tables(void **state)
{
    (void)state;
    struct scheme scheme = {.view_bytes = 8, .toggle = no_toggle};
    for (size_t i = 0; i < MAX_TABLES; i++)
        scheme.tables[i] = (struct scheme_table){"table", NULL, 2};
    assert_int_equal(scheme_bytes(&scheme), 2 * MAX_TABLES);
}

static void no_multiply_excludes_schemes_that_multiply(void **state)
{
    (void)state;
    struct scheme multiplies = {.traits = BRANCHLESS}, does_not = {.traits = MULTIPLY_FREE};
    struct restrictions restrictions = {.max_kib = 0, .no_multiply = true};
    assert_false(restrictions_allow(&restrictions, &multiplies));
    assert_true(restrictions_allow(&restrictions, &does_not));
    restrictions.no_multiply = false;
    assert_true(restrictions_allow(&restrictions, &multiplies));
}

static void max_kib_excludes_larger_tables(void **state)
{
    (void)state;
    struct scheme scheme = {.tables = {{"a", NULL, 2048}}};
    assert_true(restrictions_allow(&(struct restrictions){.max_kib = 2}, &scheme));
    assert_false(restrictions_allow(&(struct restrictions){.max_kib = 1}, &scheme));
    scheme.tables[0].bytes = 2049;
    assert_false(restrictions_allow(&(struct restrictions){.max_kib = 2}, &scheme));
}

static void without_excludes_implied_instructions(void **state)
{
    (void)state;
    const struct {
        const char *without, *needs;
        bool allowed;
    } cases[] = {
        {NULL, "bmi2", true},          {"bmi2", NULL, true},          {"bmi2", "bmi2", false},
        {"bmi2", "avx2 bmi2", false},  {"avx512", "avx512vl", false}, {"avx512", "avx2", true},
        {"avx512vl", "avx512f", true}, {"gfni,bmi2", "bmi2", false},  {"sse3", "ssse3", true},
        {"avx2", "avx", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct restrictions restrictions = {.max_kib = UINT64_MAX, .without = cases[i].without};
        struct scheme scheme = {.needs = cases[i].needs};
        assert_int_equal(restrictions_allow(&restrictions, &scheme), cases[i].allowed);
    }
}

static void words_of_without(void **state)
{
    (void)state;
#if defined(__x86_64__) || defined(__i386__)
    static const char *const good[] = {"bmi2", "avx512", "avx512vl,bmi2", "avx"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(restrictions_check_without(good[i], &error));
#endif
    static const char *const bad[] = {"",      "b",     "bm",        "bmi22",
                                      "bmi2,", ",bmi2", "bmi2 avx2", "mips"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(restrictions_check_without(bad[i], &error));
        assert_int_equal(error.status, STATUS_USAGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_listed_tables),
        cmocka_unit_test(bytes_of_all_tables),
        cmocka_unit_test(no_multiply_excludes_schemes_that_multiply),
        cmocka_unit_test(max_kib_excludes_larger_tables),
        cmocka_unit_test(without_excludes_implied_instructions),
        cmocka_unit_test(words_of_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
