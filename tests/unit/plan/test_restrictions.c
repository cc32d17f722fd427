/* SPDX-License-Identifier: MIT
 * What an engine rules out, and the bytes of tables that it counts. */
#include "plan/scheme_set.h"
#include "support/test.h"

TEST(bytes_of_listed_tables)
{
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
    for (size_t i = 0; i < MAX_TABLES; i++) /* all of them */
        scheme.tables[i] = (struct scheme_table){"table", NULL, 2};
    assert_int_equal(scheme_bytes(&scheme), 2 * MAX_TABLES);
}

TEST(restrictions_exclude_schemes)
{
    static const struct {
        struct restrictions given;
        const char *needs;
        unsigned bytes, traits;
        bool allowed;
    } cases[] = {
        {{.max_kib = 2}, NULL, 2048, 0, true},
        {{.max_kib = 2}, NULL, 2049, 0, false},
        {{.max_kib = 1}, NULL, 2048, 0, false},
        {{.no_multiply = true}, NULL, 0, BRANCHLESS, false},
        {{.no_multiply = true}, NULL, 0, MULTIPLY_FREE, true},
        {{.without = NULL}, "bmi2", 0, BRANCHLESS, true},
        {{.without = "bmi2"}, NULL, 0, 0, true},
        {{.without = "bmi2"}, "bmi2", 0, 0, false},
        {{.without = "bmi2"}, "avx2 bmi2", 0, 0, false},
        {{.without = "avx512"}, "avx512vl", 0, 0, false},
        {{.without = "avx512"}, "avx2", 0, 0, true},
        {{.without = "avx512vl"}, "avx512f", 0, 0, true},
        {{.without = "avx512f"}, "avx512cd avx512vl", 0, 0, false},
        {{.without = "gfni,bmi2"}, "bmi2", 0, 0, false},
        {{.without = "sse3"}, "ssse3", 0, 0, false}, /* which contains it */
        {{.without = "sse4.2"}, "ssse3", 0, 0, true},
        {{.without = "avx2"}, "avx512vl", 0, 0, false},
        {{.without = "bmi2,ssse3"}, "avx", 0, 0, false},
        {{.without = "avx2"}, "avx", 0, 0, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct scheme scheme = {.needs = cases[i].needs,
                                      .traits = cases[i].traits,
                                      .tables = {{"a", NULL, cases[i].bytes}}};
        if (restrictions_allow(&cases[i].given, &scheme) != cases[i].allowed)
            fail_msg("case %zu", i);
    }
}

/* On any machine, as `recommend` reads results of others. */
TEST(words_of_without)
{
    static const char *const good[] = {"bmi2", "avx512", "avx512vl,bmi2", "avx", "sve2", "zbb"};
    for (size_t i = 0; i < COUNT(good); i++)
        assert_ok(restrictions_check_without(good[i], &error));
    static const char *const bad[] = {"",      "b",         "bm",   "bmi22", "bmi2,",
                                      ",bmi2", "bmi2 avx2", "mips", "avx51"};
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_fails(restrictions_check_without(bad[i], &error), STATUS_USAGE, "");
}

RUN_TESTS(NULL, NULL)
