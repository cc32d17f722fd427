/* SPDX-License-Identifier: MIT
 * Results, intervals, ranks and doubts from results of processes. */
#include "analysis/conclude.h"
#include "analysis/run.h"
#include "base/random.h"
#include "support/made_up_samples.h"
#include "support/within.h"

static void results_are_medians_of_processes(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
    struct measured_row *row = &run->row[0];
    double shift[PROCESSES];
    for (size_t p = 0; p < PROCESSES; p++)
        shift[p] = 0.01 * (double)p; /* 10.0, 10.1, ... 11.9 */
    measure(row, PROCESSES, 10, shift);
    for (size_t p = 0; p < PROCESSES; p++)
        row->process[p].samples = 2 * SAMPLES;
    conclude(run, 0);
    assert_int_equal(row->planned.status, ROW_OK);
    assert_interval(row->cycles, 10.95, 10.5, 11.4); /* 6th and 15th of 20 */
    assert_within(row->ns.mid, 10.95 / 3, 1e-9);
    assert_within(row->ghz, 3, 0);
    assert_within(row->undisturbed_share, 0.5, 0);
    assert_int_equal(row->samples_total, 2 * SAMPLES * PROCESSES);
    assert_int_equal(row->processes_measured, PROCESSES);
    assert_int_equal(row->standing.rank_min, 1);
    assert_false(run->has_hardware_cycles);
    drop_rows(run);
}

static void every_unit_has_its_own_median(void **state)
{
    (void)state;
    enum { FEW = 7 };
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, FEW);
    struct measured_row *row = &run->row[0];
    for (size_t p = 0; p < FEW; p++) {
        double x = (double)p;
        struct process_result result = {SAMPLES,       SAMPLES, 100 + 10 * x,
                                        1000 - 10 * x, 2 + x,   {9 - x, 50 + x, NAN, NAN, NAN}};
        set_result(row, p, result);
    }
    conclude(run, 0);
    assert_interval(row->cycles, 130, 100, 160);
    assert_interval(row->ns, 970, 940, 1000);
    assert_within(row->ghz, 5, 0);
    assert_within(row->counts[COUNT_CYCLES], 6, 0);
    assert_within(row->counts[COUNT_INSTRUCTIONS], 53, 0);
    assert_true(isnan(row->counts[COUNT_BRANCH_MISSES]));
    assert_true(run->has_hardware_cycles);
    assert_within(row->undisturbed_share, 1, 0);
    drop_rows(run);
}

static void processes_without_a_result_are_ignored(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, 10);
    for (size_t p = 0; p < 10; p++)
        set_result(&run->row[0], p, result_of(p < 4 ? NAN : 9 + 3 * (double)p));
    conclude(run, 0);
    const struct measured_row *row = &run->row[0];
    assert_int_equal(row->processes_measured, 6);
    assert_interval(row->cycles, 28.5, 21, 36);
    assert_interval(row->ns, 9.5, 7, 12);
    drop_rows(run);
}

/* For two rows, the interval of 9 ratios excludes one at either end; for three rows, none. */
static void more_rows_widen_the_intervals_of_their_ratios(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 3; n++) {
        struct run *run = new_rows(n, (const struct scheme *[]){&one, &two, &two}, 9);
        measure(&run->row[n - 1], 9, 20, NULL);
        measure(&run->row[0], 9, 10, NULL);
        measure(&run->row[1], 9, 10.2, NULL);
        set_result(&run->row[1], 0, result_of(10));
        conclude(run, 0);
        assert_int_equal(run->row[0].standing.rank_min, 1);
        assert_int_equal(run->row[1].standing.rank_min, n == 2 ? 2 : 1);
        drop_rows(run);
    }
}

/* Five of eight processes measured the second row: too few for an interval of 95 %. */
static void row_that_few_processes_measured_is_ranked(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 8);
    measure(&run->row[0], 8, 10, NULL);
    measure_some(&run->row[1], 8, 5, 20);
    conclude(run, 0);
    assert_int_equal(run->row[1].standing.rank_min, 2);
    assert_int_equal(run->min_processes, 5);
    drop_rows(run);
}

/* Those with co-runners, too. */
static void each_of_several_rows_may_be_incomplete(void **state)
{
    (void)state;
    for (size_t lacks = 0; lacks < 4; lacks++) {
        struct run *run = new_rows(3, (const struct scheme *[]){&one, &two, &two}, 5);
        run->row[2].planned.mode = &with_corunner;
        for (size_t i = 0; i < 3; i++)
            measure_some(&run->row[i], 5, i == lacks ? 4 : 5, 10);
        assert_int_equal(process_results_mark_incomplete(run), lacks < 3);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(run->row[i].incomplete, i == lacks);
        drop_rows(run);
    }
}

/* The coverage of the interval is as stated. Processes scatter by 1 %, samples within one do
 * not. */
static void intervals_have_their_coverage(void **state)
{
    (void)state;
    enum { RUNS = 400 };
    struct random random = {5};
    unsigned covered = 0;
    for (unsigned repetition = 0; repetition < RUNS; repetition++) {
        struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
        double shift[PROCESSES];
        for (size_t p = 0; p < PROCESSES; p++)
            shift[p] = 0.02 * ((double)(random_next(&random) >> 11) * 0x1p-53 - 0.5);
        measure(&run->row[0], PROCESSES, 10, shift);
        conclude(run, 0);
        covered += run->row[0].cycles.lo <= 10 && 10 <= run->row[0].cycles.hi;
        drop_rows(run);
    }
    assert_in_range(covered, (unsigned)(0.94 * RUNS),
                    (unsigned)(0.985 * RUNS)); /* 95.9 % by the binomial */
}

/* Half of eleven processes, rounded up; as many as an interval needs; all of three. */
static void half_of_all_processes_must_have_a_result(void **state)
{
    (void)state;
    static const size_t counts[][2] = {
        {2 * MIN_PROCESSES + 1, MIN_PROCESSES + 1}, {MIN_PROCESSES + 2, MIN_PROCESSES}, {3, 3}};
    for (size_t c = 0; c < 3; c++)
        for (size_t measured = counts[c][1] - 1; measured <= counts[c][1]; measured++) {
            size_t processes = counts[c][0];
            struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, processes);
            measure_some(&run->row[0], processes, measured, 10);
            measure(&run->row[1], processes, 20, NULL);
            bool enough = measured == counts[c][1];
            conclude(run, 0);
            assert_int_equal(run->row[0].planned.status, enough ? ROW_OK : ROW_UNSTABLE);
            assert_int_equal(run->row[0].processes_measured, measured);
            assert_int_equal(run->row[0].standing.rank_min, enough);
            assert_int_equal(run->row[1].planned.status, ROW_OK);
            assert_int_equal(run->row[1].standing.rank_min, enough ? 2 : 1);
            assert_int_equal(run->unstable, !enough);
            assert_int_equal(run->min_processes, enough ? measured : processes);
            drop_rows(run);
        }
}

/* Repeats visit few rows: of 20 processes, 8 requested ones and two repeats visit the first. */
static void processes_that_skipped_a_row_do_not_count(void **state)
{
    (void)state;
    for (size_t measured = 4; measured <= 8; measured++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        char expected[64];
        run->processes_requested = 8;
        measure_some(&run->row[0], 10, measured, 10);
        measure(&run->row[1], PROCESSES, 20, NULL);
        assert_int_equal(process_results_mark_incomplete(run), measured < 8);
        conclude(run, 0);
        assert_int_equal(run->row[0].planned.status, measured < 5 ? ROW_UNSTABLE : ROW_OK);
        snprintf(expected, sizeof expected, "4 of 10 processes had %d undisturbed samples",
                 MIN_SAMPLES);
        assert_string_equal(run->row[0].planned.reason, measured < 5 ? expected : "");
        drop_rows(run);
    }
}

static void mocks_and_rows_without_result_are_not_ranked(void **state)
{
    (void)state;
    struct run *run =
        new_rows(5, (const struct scheme *[]){&mock, &two, &one, &two, &two}, PROCESSES);
    measure_rows(run, (double[]){1, 20, 10, 5, 5});
    run_fail_row(&run->row[3], ROW_WRONG, "");
    run_fail_row(&run->row[4], ROW_UNSUPPORTED, "");
    conclude(run, 0);
    const size_t ranks[] = {0, 2, 1, 0, 0};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(run->row[i].standing.rank_min, ranks[i]);
    assert_true(run->row[2].standing.tied_with_best);
    assert_false(run->row[1].standing.tied_with_best);
    assert_int_equal(run->wrong, 1);
    assert_within(run->row[1].ratio.mid, 2, 1e-9);
    assert_within(run->row[2].ratio.mid, 1, 1e-9);
    assert_true(isnan(run->row[0].ratio.mid) && isnan(run->row[3].ratio.mid));
    assert_int_equal(run->unsupported, 1);
    drop_rows(run);
}

/* Rows of two groups alternate: each group has its own ranks. */
static void each_column_is_ranked(void **state)
{
    (void)state;
    struct run *run = new_rows(4, (const struct scheme *[]){&one, &one, &two, &two}, PROCESSES);
    run->row[1].planned.mode = run->row[3].planned.mode = &other_mode;
    measure_rows(run, (double[]){10, 20, 11, 18});
    conclude(run, 0);
    static const size_t ranks[] = {1, 2, 2, 1};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(run->row[i].standing.rank_min, ranks[i]);
        assert_int_equal(run->row[i].standing.tied_with_best, ranks[i] == 1);
    }
    drop_rows(run);
}

static void filtered_row_is_removed(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
    measure(&run->row[1], PROCESSES, 10, NULL);
    conclude(run, 0);
    assert_int_equal(run->n, 1);
    assert_ptr_equal(run->row[0].planned.scheme, &two);
    assert_int_equal(run->unstable, 0);
    run_free(run);
    free(run);
}

/* As JSON and CSV record them. */
static void shares_and_clocks_have_the_recorded_decimals(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, 1);
    set_result(&run->row[0], 0, (struct process_result){31, 30, 10, 3, 0.123456, {NAN}});
    conclude(run, 0);
    assert_within(run->row[0].ghz, 0.1235, 1e-9);
    assert_within(run->row[0].undisturbed_share, 0.968, 1e-9);
    drop_rows(run);
}

/* ---- rows in doubt ---- */

/* The best row takes 0.9 cycles. An unstable row is in doubt if it has no process median, or if
 * 90 % of its lowest one is no slower. */
static void only_rows_that_may_be_best_are_in_doubt(void **state)
{
    (void)state;
    static const struct scheme sissy = {.name = "x", .family = "sissy"},
                               rotated = {.name = "y", .family = "rotated"},
                               sherwin = {.name = "z", .family = "sherwin"},
                               ray_loop = {.name = "ray_loop", .family = "rays"};
    static const struct {
        const struct scheme *scheme;
        double first, second; /* cycles in two processes */
        bool in_doubt;
    } cases[] = {
        {&two, NAN, NAN, true},      {&two, 1, 1.5, true},       {&two, 1.5, 1, true},
        {&two, NAN, 1, true},        {&two, 1.01, 1.5, false},   {&two, NAN, 1.5, false},
        {&sissy, 100, 100, true},    {&rotated, 100, 100, true}, {&sherwin, 100, 100, true},
        {&ray_loop, 100, 100, true}, {&twin, 0.1, 0.1, false},   {&mock, 0.1, 0.1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = new_rows(2,
                                   (const struct scheme *[]){i % 2 ? &one : cases[i].scheme,
                                                             i % 2 ? cases[i].scheme : &one},
                                   PROCESSES);
        struct measured_row *row = &run->row[i % 2];
        measure(&run->row[1 - i % 2], PROCESSES, 0.9, NULL);
        measure(row, PROCESSES, NAN, NULL);
        set_result(row, 0, result_of(cases[i].first));
        set_result(row, 1, result_of(cases[i].second));
        run->row[2].planned.status = ROW_UNSTABLE; /* past the end: not a row */
        conclude(run, 0);
        assert_int_equal(row->planned.status, ROW_UNSTABLE);
        assert_int_equal(row->in_doubt, cases[i].in_doubt);
        assert_int_equal(run->in_doubt, cases[i].in_doubt);
        run->row[2].planned.status = ROW_OK;
        drop_rows(run);
    }
}

/* If no row of a column has a result, each may be the best. */
static void column_without_a_result_is_in_doubt(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
    run->row[1].planned.mode = &other_mode;
    measure(&run->row[0], PROCESSES, 1, NULL);
    measure_some(&run->row[1], PROCESSES, 1, 100);
    conclude(run, 0);
    assert_int_equal(run->row[0].planned.status, ROW_OK);
    assert_true(run->row[1].in_doubt);
    drop_rows(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_medians_of_processes),
        cmocka_unit_test(every_unit_has_its_own_median),
        cmocka_unit_test(processes_without_a_result_are_ignored),
        cmocka_unit_test(more_rows_widen_the_intervals_of_their_ratios),
        cmocka_unit_test(row_that_few_processes_measured_is_ranked),
        cmocka_unit_test(each_of_several_rows_may_be_incomplete),
        cmocka_unit_test(intervals_have_their_coverage),
        cmocka_unit_test(half_of_all_processes_must_have_a_result),
        cmocka_unit_test(processes_that_skipped_a_row_do_not_count),
        cmocka_unit_test(mocks_and_rows_without_result_are_not_ranked),
        cmocka_unit_test(each_column_is_ranked),
        cmocka_unit_test(filtered_row_is_removed),
        cmocka_unit_test(shares_and_clocks_have_the_recorded_decimals),
        cmocka_unit_test(only_rows_that_may_be_best_are_in_doubt),
        cmocka_unit_test(column_without_a_result_is_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
