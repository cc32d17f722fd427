/* SPDX-License-Identifier: MIT
 * Recommendations from planted runs: scores, ties, roles, restrictions, and the profiles
 * themselves. */
#include "recommend/recommendation.h"
#include "plan/matrix.h"
#include "plan/scheme_set.h"
#include "support/within.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { PICKED = 4, PLANTED_PROCESSES = 12, TERMS = 2, ROWS = PICKED * TERMS };

static const struct scheme *picked[PICKED]; /* of this build: plain ones */
static const struct profile two_terms = {
    .name = "two",
    .term = {{2, "throughput", "games", ROOK}, {3, "latency", "games", QUEEN}},
    .terms = TERMS};
static double cycles[ROWS][PLANTED_PROCESSES];
static struct run_times_row row[ROWS];
static struct run_times times = {.processes = PLANTED_PROCESSES, .row = row, .n = ROWS};
static const struct restrictions none = {.max_kib = UINT64_MAX};
static struct recommendation made;
static struct error error;

/* Plants both rows of each scheme: 10 cycles times its factor, and drift that all share. */
static int plant(void **state)
{
    (void)state;
    size_t n = 0;
    for (size_t i = 0; schemes[i] && n < PICKED; i++)
        if (!(schemes[i]->traits & (MOCK | INCREMENTAL)) && !schemes[i]->twin)
            picked[n++] = schemes[i];
    assert_int_equal(n, PICKED);
    for (size_t s = 0; s < PICKED; s++)
        for (size_t t = 0; t < TERMS; t++) {
            size_t i = s * TERMS + t;
            const struct profile_term *term = &two_terms.term[t];
            row[i] = (struct run_times_row){picked[s]->name, term->workload, term->mode,
                                            term->piece,     ROW_OK,         cycles[i]};
        }
    return 0;
}

static int forget(void **state)
{
    (void)state;
    recommendation_free(&made);
    made = (struct recommendation){.n = 0};
    return 0;
}

static void set_factors(const double factor[static PICKED])
{
    for (size_t s = 0; s < PICKED; s++)
        for (size_t t = 0; t < TERMS; t++)
            for (size_t p = 0; p < PLANTED_PROCESSES; p++)
                cycles[s * TERMS + t][p] = 10 * factor[s] * (1 + 0.1 * (double)p);
}

static const struct candidate *candidate_of(const struct scheme *scheme)
{
    for (size_t i = 0; i < made.n; i++)
        if (made.candidate[i].scheme == scheme)
            return &made.candidate[i];
    return NULL;
}

static void make(const struct restrictions *restrictions)
{
    assert_true(recommendation_make(&made, &times, &two_terms, restrictions, &error));
}

static void candidates_have_roles(void **state)
{
    (void)state;
    set_factors((double[]){1.3, 1.004, 1, 1.2});
    make(&none);
    assert_int_equal(made.allowed, PICKED);
    assert_ptr_equal(made.candidate[0].scheme, picked[2]);
    assert_int_equal(made.candidate[0].role, CANDIDATE_BEST);
    assert_int_equal(candidate_of(picked[1])->role, CANDIDATE_TIED);
    assert_int_equal(candidate_of(picked[3])->role, CANDIDATE_RUNNER_UP);
    assert_in_set(candidate_of(picked[0])->role, ((uintmax_t[]){CANDIDATE_OTHER, CANDIDATE_COMMON}),
                  2);
    assert_false(made.candidate[1].low_confidence);
}

static void score_is_the_weighted_sum(void **state)
{
    (void)state;
    set_factors((double[]){1, 2, 3, 4});
    cycles[1][0] = 7; /* the latency of the best scheme in process 0 */
    make(&none);
    assert_within(made.candidate[0].scores[0], 2 * 10 + 3 * 7, 1e-9);
    assert_within(made.candidate[0].scores[1], 5 * 11, 1e-9);
    assert_within(made.candidate[0].score, 5 * 10 * 1.55, 1e-9);
}

/* The processes differ by more than the schemes: unpaired, these would tie. */
static void ratio_is_paired(void **state)
{
    (void)state;
    set_factors((double[]){1.03, 1, 2, 2});
    make(&none);
    const struct candidate *second = candidate_of(picked[0]);
    assert_int_equal(second->role, CANDIDATE_RUNNER_UP);
    assert_within(second->ratio.lo, 1.03, 1e-9);
    assert_within(second->ratio.hi, 1.03, 1e-9);
}

static void interval_across_the_margin_is_a_tie(void **state)
{
    (void)state;
    set_factors((double[]){1.1, 1, 2, 2});
    for (size_t t = 0; t < TERMS; t++)
        for (size_t p = 3; p <= 4; p++)
            cycles[t][p] /= 1.1; /* two processes of twelve have no difference */
    make(&none);
    assert_int_equal(candidate_of(picked[0])->role, CANDIDATE_TIED);
    assert_within(candidate_of(picked[0])->ratio.mid, 1.1, 1e-9);
}

/* The first is the faster by its median, as it was measured in the six fastest processes only. */
static void best_is_that_of_pairs(void **state)
{
    (void)state;
    set_factors((double[]){1.05, 1, 9, 9});
    for (size_t p = 6; p < PLANTED_PROCESSES; p++)
        cycles[0][p] = NAN;
    make(&none);
    assert_ptr_equal(made.candidate[0].scheme, picked[1]);
    assert_ptr_equal(made.candidate[1].scheme, picked[0]);
    assert_true(made.candidate[1].score < made.candidate[0].score);
    assert_int_equal(made.candidate[1].role, CANDIDATE_RUNNER_UP);
    assert_within(made.candidate[1].ratio.mid, 1.05, 1e-9);
}

/* Then the rows' own intervals count, as wide as the drift between the processes. */
static void few_common_processes_are_compared_unpaired(void **state)
{
    (void)state;
    set_factors((double[]){1.5, 1, 9, 9});
    for (size_t p = 0; p < PLANTED_PROCESSES; p++)
        cycles[p % 2 ? 0 : 2][p] = NAN; /* six processes each, none with both */
    make(&none);
    const struct candidate *second = candidate_of(picked[0]);
    assert_int_equal(second->role, CANDIDATE_TIED);
    assert_within(second->ratio.mid, 1.5 * 1.5 / 1.6, 1e-9); /* processes 0, 2 .. 10; 1, 3 .. 11 */
    assert_within(second->ratio.lo, 1.5 * 1.0 / 2.1, 1e-9);
    assert_within(second->ratio.hi, 1.5 * 2.0 / 1.1, 1e-9);
}

static void unstable_rows_have_no_score(void **state)
{
    (void)state;
    set_factors((double[]){1, 2, 3, 4});
    row[1].status = ROW_UNSTABLE;
    row[2].status = ROW_CRASHED;
    for (size_t p = 4; p < PLANTED_PROCESSES; p++)
        cycles[4][p] = NAN;
    make(&none);
    assert_int_equal(made.allowed, 1);
    assert_int_equal(made.unstable, 2);
    assert_int_equal(made.excluded + made.incremental, 0);
    assert_int_equal(made.n, 1);
    assert_ptr_equal(made.candidate[0].scheme, picked[3]);
}

static void no_stable_row_is_no_recommendation(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        row[i].status = ROW_UNSTABLE;
    assert_false(recommendation_make(&made, &times, &two_terms, &none, &error));
    assert_int_equal(error.status, STATUS_UNSTABLE);
}

static void few_processes_lower_the_confidence(void **state)
{
    (void)state;
    set_factors((double[]){1, 2, 3, 4});
    times.processes = 6; /* three comparisons need seven */
    make(&none);
    times.processes = PLANTED_PROCESSES;
    assert_true(made.candidate[1].low_confidence);
}

static void limits_exclude_schemes(void **state)
{
    (void)state;
    set_factors((double[]){1, 2, 3, 4});
    struct restrictions restrictions = {.max_kib = 0};
    size_t expected = 0;
    for (size_t s = 0; s < PICKED; s++)
        expected += scheme_bytes(picked[s]) > 0;
    assert_in_range(expected, 1, PICKED - 1);
    make(&restrictions);
    assert_int_equal(made.excluded, expected);
    assert_int_equal(made.allowed, PICKED - expected);
    for (size_t i = 0; i < made.n; i++)
        assert_int_equal(made.candidate[i].allowed, scheme_bytes(made.candidate[i].scheme) == 0);
}

static void missing_terms_are_found(void **state)
{
    (void)state;
    struct terms terms;
    terms_make(&terms, &two_terms, &times);
    assert_null(terms_first_missing(&terms, &times));
    assert_true(terms_timed_for(&terms, &times, picked[0]));
    row[1].mode = "replay";
    assert_null(terms_first_missing(&terms, &times));
    assert_false(terms_timed_for(&terms, &times, picked[0]));
    for (size_t i = 0; i < ROWS; i++)
        row[i].piece = BISHOP;
    assert_ptr_equal(terms_first_missing(&terms, &times), &terms.term[0]);
}

/* ---- restrictions ---- */

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

/* ---- profiles ---- */

/* A full run serves each profile: `bench --full` has all of their rows. */
static void terms_are_rows_of_the_full_matrix(void **state)
{
    (void)state;
    static struct matrix full;
    matrix_full(&full);
    for (enum profile_id id = 0; id < PROFILES; id++)
        for (size_t t = 0; t < profiles[id].terms; t++) {
            const struct profile_term *term = &profiles[id].term[t];
            size_t mode = modes_find(&full.modes, term->mode);
            assert_in_range(mode, 0, full.modes.n - 1);
            struct list list = {.piece = term->piece,
                                .kind = mode_table[full.modes.mode[mode].kind].list};
            if (list.kind != LIST_OF_PERFT_TASKS)
                assert_true(workload_parse(term->workload, &list.spec, &error));
            assert_true(matrix_has_row(&full, &list, mode));
        }
}

static void profiles_are_whole(void **state)
{
    (void)state;
    for (enum profile_id id = 0; id < PROFILES; id++) {
        const struct profile *profile = &profiles[id];
        assert_int_equal(!profile->terms, profile_engine_model(profile) != NULL);
        assert_int_equal(!profile->terms, !profile->reason);
        for (size_t t = 0; t < profile->terms; t++)
            assert_true(profile->term[t].weight > 0);
        assert_true(!profile->measured || (profile->terms == 1 && profile->term[0].weight == 1));
    }
}

int main(void)
{
#define PLANTED(test) cmocka_unit_test_setup_teardown(test, plant, forget)
    const struct CMUnitTest tests[] = {
        PLANTED(candidates_have_roles),
        PLANTED(score_is_the_weighted_sum),
        PLANTED(ratio_is_paired),
        PLANTED(interval_across_the_margin_is_a_tie),
        PLANTED(best_is_that_of_pairs),
        PLANTED(few_common_processes_are_compared_unpaired),
        PLANTED(unstable_rows_have_no_score),
        PLANTED(no_stable_row_is_no_recommendation),
        PLANTED(few_processes_lower_the_confidence),
        PLANTED(limits_exclude_schemes),
        PLANTED(missing_terms_are_found),
        cmocka_unit_test(bytes_of_listed_tables),
        cmocka_unit_test(bytes_of_all_tables),
        cmocka_unit_test(no_multiply_excludes_schemes_that_multiply),
        cmocka_unit_test(max_kib_excludes_larger_tables),
        cmocka_unit_test(without_excludes_implied_instructions),
        cmocka_unit_test(words_of_without),
        cmocka_unit_test(terms_are_rows_of_the_full_matrix),
        cmocka_unit_test(profiles_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
