/* SPDX-License-Identifier: MIT
 * Recommendations from planted runs: the column, roles, ties, what is left out; and the profiles
 * themselves. */
#include "analysis/recommendation.h"
#include "plan/matrix.h"

#include "support/planted_run.h"

enum { PROCESSES = 12 };
static const struct profile *const hce = &profiles[PROFILE_HCE];
static const struct machine machine = {.l2_bytes = 1 << 20};

#define ROW(scheme, cycles) scheme " mix-hce: " cycles ";"
#define FOUR(vector, magic, pext, magic_2)                                                         \
    ROW("vector", vector) ROW("magic", magic) ROW("pext", pext) ROW("magic_2", magic_2)
/* The tables of magic, pext and magic_2 take 69, 97 and 3 KiB. */
static const struct {
    const char *rows;
    const char *expected; /* candidates with their ratios, and how many are left out; or an error */
    struct restrictions restrictions; /* .max_kib 0: any */
    enum profile_id profile;          /* 0: PROFILE_HCE */
} cases[] = {
    /* Trials had pext and magic_fancy, as many each. Engines are a little faster with pext than these
     * cycles tell, and feel only a part of them. */
    {FOUR("10.04", "10", "16", "15") ROW("magic_fancy", "14"),
     .expected = "pext take 1.600, magic_fancy next 1.400, magic close 1.000, vector close 1.004, "
                 "magic_2 other 1.500"},
    {FOUR("10", "30", "100", "12.6") ROW("magic_fancy", "20"),
     .expected = "magic_fancy take 2.000, pext next 10.000, vector close 1.000, magic_2 other "
                 "1.260, magic other 3.000"},
    /* To forbid a scheme that is not taken changes nothing. */
    {FOUR("10", "15", "14", "11") ROW("magic_fancy", "13"),
     .expected = "pext take 1.273, magic_fancy next 1.182, magic_2 close 1.000, magic other 1.364; "
                 "1 excluded, 0 unstable, 0 incremental",
     .restrictions = {.without = "avx2"}},
    /* If trials had none, the fastest is. */
    {ROW("vector", "10") ROW("magic", "12") ROW("magic_2", "12.1") ROW("rays", "13"),
     .expected = "vector take 1.000, magic next 1.200, magic_2 close 1.210, rays other 1.300"},
    /* A common scheme is a comparison, though its tables are large, unless it cannot run. */
    {FOUR("10", "13", "11", "12"),
     .expected = "magic_2 take 1.000, magic next 1.083, pext common 0.917; "
                 "2 excluded, 0 unstable, 0 incremental",
     .restrictions = {.max_kib = 80, .without = "avx2"}},
    {FOUR("10", "13", "11", "12"),
     .expected = "magic_2 take 1.000, magic next 1.083; 2 excluded, 0 unstable, 0 incremental",
     .restrictions = {.without = "bmi2"}},
    {FOUR("10", "10", "10", "10"), .expected = "the options exclude every scheme that was measured",
     .restrictions = {.max_kib = 1, .without = "avx2"}},
    /* Rows without a rank, and twins, are no candidates. */
    {ROW("vector", "4*10 -") ROW("rotated", "5") ROW("floor", "1") ROW("magic_2", "20"),
     .expected = "magic_2 take 1.000; 0 excluded, 1 unstable, 1 incremental"},
    {ROW("magic", "10") ROW("magic_twin", "9.95") ROW("vector", "20"),
     .expected = "magic take 1.000, vector next 2.000"},
    {FOUR("4*10 -", "4*10 -", "4*10 -", "4*10 -"),
     .expected = "no scheme has a stable result of several processes; measure longer"},
    {ROW("rotated", "5") ROW("floor", "1"),
     .expected = "no scheme has a stable result of several processes; measure longer"},
    /* Where no engine was tried, only ties are close. */
    {"vector all games setwise: 10; magic all games setwise: 10.05; magic_2 all games setwise: "
     "10.06; pext all games setwise: 10.5",
     .expected = "vector take 1.000, magic next 1.005, magic_2 close 1.006, pext common 1.050",
     .profile = PROFILE_SETWISE},
};

/* Scales the times of each process: the processes differ by more than the schemes. */
static void drift(void)
{
    for_each_row (row, &run)
        for (size_t p = 0; p < PROCESSES; p++) {
            row->process_cycles[p] *= 1 + 0.1 * (double)p;
            row->process[p].cycles = row->process_cycles[p];
        }
}

TEST(candidates_have_roles)
{
    static const char *const roles[] = {"take", "next", "close", "common", "other"};
    for (size_t c = 0; c < COUNT(cases); c++) {
        struct restrictions restrictions = cases[c].restrictions;
        const struct profile *profile = cases[c].profile ? &profiles[cases[c].profile] : hce;
        struct recommendation made;
        FILE *out = capture();
        if (!restrictions.max_kib)
            restrictions.max_kib = UINT64_MAX;
        plant(PROCESSES, cases[c].rows);
        drift();
        conclude(&run, 0);
        const struct column *column = profile_column(profile, &run, &machine);
        assert_ptr_equal(column, run.column);
        assert_int_equal(run.column_count, 1);
        if (recommendation_make(&made, &run, column, profile, &restrictions, &error)) {
            for (size_t i = 0; i < made.n; i++)
                fprintf(out, "%s%s %s %.3f", i ? ", " : "",
                        made.candidate[i].row->planned.scheme->name, roles[made.candidate[i].role],
                        made.candidate[i].ratio.mid);
            if (made.excluded || made.unstable || made.incremental)
                fprintf(out, "; %zu excluded, %zu unstable, %zu incremental", made.excluded,
                        made.unstable, made.incremental);
        } else {
            assert_int_equal(error.status,
                             strstr(error.text, "options") ? STATUS_USAGE : STATUS_IN_DOUBT);
            fputs(error.text, out);
        }
        assert_string_equal(captured(), cases[c].expected);
        recommendation_free(&made);
    }
}

/* ---- profiles ---- */

/* Another workload, piece or mode is another column. A machine that hides the size of its cache runs
 * the mode under the name of an assumed size. */
TEST(profiles_have_their_columns)
{
    enum { NONE = -1 };
    static const struct {
        enum profile_id profile;
        uint64_t l2_bytes;
        int row;
    } columns[] = {{PROFILE_HCE, 1 << 20, 3},  {PROFILE_PERFT, 1 << 20, 4},
                   {PROFILE_NNUE, 2 << 20, 5}, {PROFILE_NNUE, 1, 5},
                   {PROFILE_NNUE, 0, 6},       {PROFILE_SETWISE, 1 << 20, NONE}};
    plant(1,
          "vector mix-hce search: 1; magic rook: 1; pext mix-hce games latency: 1;"
          "magic_2 mix-hce: 1; rays all games replay: 1;"
          "pext mix-nnue games burst-L2-16: 1; magic mix-nnue games burst-1024-16: 1");
    for (size_t i = 0; i < COUNT(columns); i++) {
        const struct machine of = {.l2_bytes = columns[i].l2_bytes};
        const int row = columns[i].row;
        assert_ptr_equal(profile_column(&profiles[columns[i].profile], &run, &of),
                         row == NONE ? NULL : run.row[row].column);
    }
}

/* A full run serves each profile. */
TEST(columns_are_those_of_the_full_matrix)
{
    static struct matrix full;
    matrix_full(&full);
    for (enum profile_id id = 0; id < PROFILES; id++) {
        const struct profile *profile = &profiles[id];
        size_t index = modes_find(&full.modes, profile->mode);
        assert_in_range(index, 0, full.modes.n - 1);
        struct list_request list = {.piece = profile->piece,
                                    .kind = mode_table[full.modes.mode[index].kind].list};
        assert_ok(workload_parse(profile->workload, &list.spec, &error));
        assert_true(matrix_has_row(&full, &list, index));
    }
}

RUN_TESTS(NULL, NULL)
