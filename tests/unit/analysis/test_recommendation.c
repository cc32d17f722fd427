/* SPDX-License-Identifier: MIT
 * Recommendations from planted runs: the column, roles, ties, what is left out; and the profiles
 * themselves. */
#include "analysis/recommendation.h"
#include "plan/matrix.h"
#include "support/within.h"

#include <stddef.h>
#include <string.h>

#include "support/made_up_samples.h"

enum { ROWS = 4, SOME_PROCESSES = 12 };

#define TABLES(kib) .family = "magic", .tables = {{"all", NULL, (kib) << 10}}
static const struct scheme small = {.name = "small", TABLES(0), .needs = "avx2"},
                           large = {.name = "large", TABLES(100)},
                           common = {.name = "pext", TABLES(800), .needs = "bmi2"},
                           last = {.name = "last", TABLES(2)},
                           rotated = {.name = "r", TABLES(2), .traits = INCREMENTAL};
static const struct scheme *const usual[ROWS] = {&small, &large, &common, &last};
static const struct list mix = {.name = "games", .piece = MIX_HAND_MADE, .n = 64};
static const struct mode_spec throughput = {
    .kind = MODE_THROUGHPUT, .threads = 1, .name = "throughput"};
static const struct profile *const hand_made = &profiles[PROFILE_HAND_MADE];
static const struct restrictions none = {.max_kib = UINT64_MAX};
static const struct machine machine = {.l2_bytes = 1 << 20};

static struct run *run;
static struct recommendation made;
static struct error error;

/* Makes a run of the schemes, whose times are 10 cycles times their factor and drift that all
 * share: the processes differ by more than the schemes. */
static void plant(const struct scheme *const *of, const double factor[static ROWS])
{
    double drift[SOME_PROCESSES];
    for (size_t p = 0; p < SOME_PROCESSES; p++)
        drift[p] = 0.1 * (double)p;
    run = new_rows(ROWS, of, SOME_PROCESSES);
    for (size_t i = 0; i < ROWS; i++) {
        run->row[i].planned.list = &mix;
        run->row[i].planned.mode = &throughput;
        measure(&run->row[i], SOME_PROCESSES, 10 * factor[i], drift);
    }
}

static bool recommend(const struct restrictions *restrictions)
{
    const struct measured_row *column;
    conclude(run, 0);
    assert_int_equal(profile_rows(hand_made, run, &machine, &column), ROWS);
    assert_ptr_equal(column, &run->row[0]);
    return recommendation_make(&made, run, column, hand_made, restrictions, &error);
}

static int forget(void **state)
{
    (void)state;
    recommendation_free(&made);
    made = (struct recommendation){.n = 0};
    drop_rows(run);
    return 0;
}

static void assert_candidate(size_t i, const struct scheme *scheme, enum candidate_role role)
{
    assert_in_range(i, 0, made.n - 1);
    assert_string_equal(made.candidate[i].row->planned.scheme->name, scheme->name);
    assert_int_equal(made.candidate[i].role, role);
}

static void candidates_have_roles(void **state)
{
    (void)state;
    plant(usual, (double[]){1.004, 1, 1.3, 1.2});
    assert_true(recommend(&none));
    assert_int_equal(made.n, ROWS);
    assert_candidate(0, &large, CANDIDATE_BEST);
    assert_candidate(1, &small, CANDIDATE_TIED);
    assert_candidate(2, &last, CANDIDATE_RUNNER_UP);
    assert_candidate(3, &common, CANDIDATE_COMMON);
    assert_within(made.candidate[0].ratio.mid, 1, 1e-9);
    assert_within(made.candidate[2].ratio.mid, 1.2, 1e-9); /* paired by process */
    assert_within(made.candidate[2].ratio.hi, 1.2, 1e-9);
    assert_int_equal(made.confidence.comparisons, ROWS - 1);
    assert_int_equal(made.excluded + made.unstable + made.incremental, 0);
}

static void others_come_last(void **state)
{
    (void)state;
    plant(usual, (double[]){1, 1.5, 1.2, 1.4});
    assert_true(recommend(&none));
    assert_candidate(1, &common, CANDIDATE_RUNNER_UP);
    assert_candidate(2, &last, CANDIDATE_OTHER);
    assert_candidate(3, &large, CANDIDATE_OTHER);
}

static void interval_across_the_margin_is_a_tie(void **state)
{
    (void)state;
    plant(usual, (double[]){1, 1.1, 2, 2});
    for (size_t p = 3; p <= 5; p++) /* three processes of twelve have no difference */
        set_result(&run->row[1], p, run->row[0].process[p]);
    assert_true(recommend(&none));
    assert_candidate(0, &small, CANDIDATE_BEST);
    assert_candidate(1, &large, CANDIDATE_TIED);
    assert_within(made.candidate[1].ratio.mid, 1.1, 1e-9);
}

static void restrictions_exclude_schemes(void **state)
{
    (void)state;
    plant(usual, (double[]){1, 1.3, 1.1, 1.2});
    assert_true(recommend(&(struct restrictions){.max_kib = 200, .without = "avx2"}));
    assert_int_equal(made.n, 3);
    assert_int_equal(made.excluded, 2);
    assert_candidate(0, &last, CANDIDATE_BEST);
    assert_candidate(1, &large, CANDIDATE_RUNNER_UP);
    assert_candidate(2, &common, CANDIDATE_COMMON); /* a comparison, though its table is large */
    assert_false(made.candidate[2].allowed);
    assert_within(made.candidate[2].ratio.mid, 1.1 / 1.2, 1e-9);
}

static void common_scheme_that_cannot_run_is_no_comparison(void **state)
{
    (void)state;
    plant(usual, (double[]){1, 1.3, 1.1, 1.2});
    assert_true(recommend(&(struct restrictions){.max_kib = UINT64_MAX, .without = "bmi2"}));
    assert_int_equal(made.n, 3);
    for (size_t i = 0; i < made.n; i++)
        assert_true(made.candidate[i].allowed);
}

static void restrictions_may_exclude_all(void **state)
{
    (void)state;
    plant(usual, (double[]){1, 1, 1, 1});
    assert_false(recommend(&(struct restrictions){.max_kib = 1, .without = "avx2"}));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_non_null(strstr(error.text, "all 4 schemes"));
}

static void rows_without_a_rank_are_no_candidates(void **state)
{
    (void)state;
    plant((const struct scheme *const[ROWS]){&small, &rotated, &mock, &last},
          (double[]){1, 0.5, 0.1, 2});
    measure_some(&run->row[0], SOME_PROCESSES, MIN_PROCESSES - 1, 10);
    assert_true(recommend(&none));
    assert_int_equal(made.n, 1);
    assert_candidate(0, &last, CANDIDATE_BEST);
    assert_int_equal(made.unstable, 1);
    assert_int_equal(made.incremental, 1);
}

static void twins_are_no_candidates(void **state)
{
    (void)state;
    plant((const struct scheme *const[ROWS]){&one, &twin, &small, &last},
          (double[]){1, 0.995, 2, 2});
    assert_true(recommend(&none));
    assert_int_equal(made.n, 3);
    assert_candidate(0, &one, CANDIDATE_BEST);
}

static void unstable_rows_are_no_recommendation(void **state)
{
    (void)state;
    plant(usual, (double[]){1, 1, 1, 1});
    for (size_t i = 0; i < ROWS; i++)
        measure_some(&run->row[i], SOME_PROCESSES, MIN_PROCESSES - 1, 10);
    assert_false(recommend(&none));
    assert_int_equal(error.status, STATUS_UNSTABLE);
}

/* ---- profiles ---- */

static void other_columns_are_not_the_profiles(void **state)
{
    (void)state;
    static const struct list search = {.name = "search", .piece = MIX_HAND_MADE},
                             rooks = {.name = "games", .piece = ROOK};
    static const struct mode_spec latency = {.kind = MODE_LATENCY, .name = "latency"};
    const struct measured_row *column;
    plant(usual, (double[]){1, 1, 1, 1});
    run->row[0].planned.list = &search;
    run->row[1].planned.list = &rooks;
    run->row[2].planned.mode = &latency;
    assert_int_equal(profile_rows(hand_made, run, &machine, &column), 1);
    assert_ptr_equal(column, &run->row[3]);
    assert_int_equal(profile_rows(&profiles[PROFILE_NNUE], run, &machine, &column), 0);
    assert_null(column);
}

/* Perft has lists of its own, under other names in older runs. */
static void perft_has_any_workload(void **state)
{
    (void)state;
    static const struct list positions = {.name = "perft-suite", .piece = ALL};
    static const struct mode_spec perft = {.kind = MODE_PERFT, .name = "perft"};
    const struct measured_row *column;
    plant(usual, (double[]){1, 1, 1, 1});
    run->row[2].planned.list = &positions;
    run->row[2].planned.mode = &perft;
    assert_int_equal(profile_rows(&profiles[PROFILE_PERFT], run, &machine, &column), 1);
    assert_ptr_equal(column, &run->row[2]);
}

static void mode_is_named_by_the_cache_if_it_is_known(void **state)
{
    (void)state;
    const struct machine unknown = {.l2_bytes = 0}, tiny = {.l2_bytes = 1};
    assert_string_equal(profile_mode(&profiles[PROFILE_NNUE], &machine).name, "burst-L2-16");
    assert_string_equal(profile_mode(&profiles[PROFILE_NNUE], &unknown).name, "burst-1024-16");
    assert_string_equal(profile_mode(&profiles[PROFILE_NNUE], &tiny).name, "burst-L2-16");
}

/* A full run serves each profile. */
static void columns_are_those_of_the_full_matrix(void **state)
{
    (void)state;
    static struct matrix full;
    matrix_full(&full);
    for (enum profile_id id = 0; id < PROFILES; id++) {
        const struct profile *profile = &profiles[id];
        size_t index = modes_find(&full.modes, profile->mode);
        assert_in_range(index, 0, full.modes.n - 1);
        struct list list = {.piece = profile->piece,
                            .kind = mode_table[full.modes.mode[index].kind].list};
        assert_true(workload_parse(profile->workload, &list.spec, &error));
        assert_true(matrix_has_row(&full, &list, index));
    }
}

int main(void)
{
#define PLANTED(test) cmocka_unit_test_teardown(test, forget)
    const struct CMUnitTest tests[] = {
        PLANTED(candidates_have_roles),
        PLANTED(others_come_last),
        PLANTED(interval_across_the_margin_is_a_tie),
        PLANTED(restrictions_exclude_schemes),
        PLANTED(common_scheme_that_cannot_run_is_no_comparison),
        PLANTED(restrictions_may_exclude_all),
        PLANTED(rows_without_a_rank_are_no_candidates),
        PLANTED(twins_are_no_candidates),
        PLANTED(unstable_rows_are_no_recommendation),
        PLANTED(other_columns_are_not_the_profiles),
        PLANTED(perft_has_any_workload),
        cmocka_unit_test(mode_is_named_by_the_cache_if_it_is_known),
        cmocka_unit_test(columns_are_those_of_the_full_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
