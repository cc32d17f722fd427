/* SPDX-License-Identifier: MIT
 * Ratios of twins, and what a twin does to its column. */
#include "analysis/columns.h"
#include "analysis/conclude.h"
#include "analysis/run.h"
#include "support/made_up_samples.h"
#include "support/within.h"

/* Each of the two may be missing or without times. */
static void ratio_of_a_twin_needs_both(void **state)
{
    (void)state;
    for (size_t missing = 0; missing < 4; missing++) {
        struct run *run =
            new_rows(2, (const struct scheme *[]){missing == 3 ? &two : &one, &twin}, PROCESSES);
        measure_rows(run, (double[]){10, 12});
        if (missing == 1 || missing == 2)
            run_fail_row(&run->row[missing - 1], ROW_WRONG, "");
        double ratio = twin_ratio(run, &run->row[1]).mid;
        assert_true(missing ? isnan(ratio) : fabs(ratio - 1.2) < 1e-12);
        assert_true(isnan(twin_ratio(run, &run->row[0]).mid)); /* no twin */
        drop_rows(run);
    }
}

/* 13 of 20 processes measured each row, 6 measured both: only these are compared. */
static void ratios_are_of_processes_that_measured_both(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &twin}, PROCESSES);
    for (size_t p = 0; p < PROCESSES; p++) {
        bool both = p >= 7 && p < 13;
        set_result(&run->row[0], p, result_of(p < 13 ? both ? 10 : 1 : NAN));
        set_result(&run->row[1], p, result_of(p >= 7 ? both ? 20 : 1 : NAN));
    }
    struct interval ratio = twin_ratio(run, &run->row[1]);
    assert_interval(ratio, 2, 2, 2);
    drop_rows(run);

    run = new_rows(2, (const struct scheme *[]){&one, &twin}, 1);
    measure_rows(run, (double[]){10, 20});
    ratio = twin_ratio(run, &run->row[1]);
    assert_within(ratio.mid, 2, 1e-9);
    assert_true(isnan(ratio.lo) && isnan(ratio.hi));
    drop_rows(run);
}

/* The interval has as many observations as processes that measured both rows. */
static void intervals_of_ratios_are_of_common_processes(void **state)
{
    (void)state;
    static const struct {
        size_t processes, first_end, second_start;
        double lo, hi;
    } cases[] = {{2, 2, 0, 1, 1.125},
                 {11, 8, 3, 1.375, 1.875},
                 {9, 9, 0, 1.125, 1.875},
                 {6, 6, 0, 1, 1.625}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &twin}, cases[c].processes);
        measure_some(&run->row[0], cases[c].processes, cases[c].first_end, 8);
        for (size_t p = cases[c].second_start; p < cases[c].processes; p++)
            set_result(&run->row[1], p, result_of(8 + (double)p));
        struct interval ratio = twin_ratio(run, &run->row[1]);
        assert_within(ratio.lo, cases[c].lo, 1e-9);
        assert_within(ratio.hi, cases[c].hi, 1e-9);
        drop_rows(run);
    }
}

/* A difference of 0.5 % is a tie; 2 % makes the group unstable, but no other group. */
static void different_twins_make_their_column_unstable(void **state)
{
    (void)state;
    const double factors[] = {1.005, 1.02, 0.98};
    for (size_t i = 0; i < 6; i++) {
        size_t of_twin = i < 3 ? 0 : 2, of_one = 2 - of_twin;
        const struct scheme *order[] = {&one, &two, &one, &two};
        order[of_twin] = &twin;
        struct run *run = new_rows(4, order, PROCESSES);
        run->row[3].planned.mode = &other_mode;
        measure(&run->row[of_twin], PROCESSES, 10 * factors[i % 3], NULL);
        measure(&run->row[1], PROCESSES, 20, NULL);
        measure(&run->row[of_one], PROCESSES, 10, NULL);
        measure(&run->row[3], PROCESSES, 30, NULL);
        conclude(run, 0);
        enum row_status expected = i % 3 ? ROW_UNSTABLE : ROW_OK;
        for (size_t r = 0; r < 3; r++)
            assert_int_equal(run->row[r].planned.status, expected);
        assert_int_equal(run->row[3].planned.status, ROW_OK);
        struct interval ratio = twin_ratio(run, &run->row[of_twin]);
        assert_within(ratio.mid, factors[i % 3], 1e-5);
        if (i == 1)
            assert_string_equal(run->row[1].planned.reason,
                                "one_twin runs 1.020 times as long as its original");
        drop_rows(run);
    }
}

/* A twin has no effect if it or its original has no result or is missing. */
static void twins_without_a_partner_have_no_effect(void **state)
{
    (void)state;
    for (int missing = 0; missing < 3; missing++) {
        struct run *run = new_rows(
            3, (const struct scheme *[]){missing == 2 ? &two : &one, &two, &twin}, PROCESSES);
        measure_rows(run, (double[]){10, 20, 15});
        if (missing < 2)
            run_fail_row(&run->row[missing ? 2 : 0], ROW_CRASHED, "");
        conclude(run, 0);
        assert_int_equal(run->row[1].planned.status, ROW_OK);
        assert_int_equal(run->wrong, missing < 2);
        drop_rows(run);
    }
}

static struct run *twin_in_a_column(size_t processes)
{
    struct run *run = new_rows(4, (const struct scheme *[]){&one, &two, &twin, &two}, processes);
    run->row[3].planned.mode = &other_mode;
    measure_rows(run, (double[]){10, 20, 10.2, 30});
    return run;
}

/* Five processes with a copy that takes 2 % longer may be chance: the sixth decides. */
static void column_with_a_different_twin_is_repeated(void **state)
{
    (void)state;
    for (int chance = 0; chance < 2; chance++) {
        struct run *run = twin_in_a_column(5);
        for (size_t i = 0; i < 3; i++)
            run->row[i].planned.mode = chance ? &mode : &with_corunner;
        const struct process_result sixth[] = {result_of(10), result_of(20),
                                               result_of(chance ? 10 : 10.2),
                                               process_result_without_value(0, 0)};
        assert_int_equal(process_results_mark_incomplete(run), 3);
        assert_true(run->row[0].incomplete && run->row[1].incomplete && run->row[2].incomplete);
        run_add_process(run, sixth, 4);
        assert_int_equal(process_results_mark_incomplete(run), chance ? 0 : 3);
        for (size_t i = 0; i < run->n; i++)
            assert_int_equal(run->row[i].incomplete, !chance && i < 3);
        conclude(run, 0);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(run->row[i].planned.status, chance ? ROW_OK : ROW_UNSTABLE);
        drop_rows(run);
    }
}

static void twin_may_precede_its_original(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&twin, &one}, 5);
    measure_rows(run, (double[]){20, 10});
    assert_int_equal(process_results_mark_incomplete(run), 2);
    drop_rows(run);
}

/* Rows that cannot be timed again, and pairs of which one cannot. */
static void rows_without_visits_are_not_repeated(void **state)
{
    (void)state;
    static const enum row_status statuses[] = {ROW_WRONG, ROW_CRASHED, ROW_UNSUPPORTED};
    static const size_t counts[] = {0, 2, 0};
    for (size_t i = 0; i < 3; i++) {
        struct run *run = twin_in_a_column(5);
        give_results(&run->row[i], 5);
        assert_int_equal(process_results_mark_incomplete(run), counts[i]);
        run_fail_row(&run->row[i], statuses[i], "");
        assert_int_equal(process_results_mark_incomplete(run), counts[i]);
        drop_rows(run);
    }
    struct run *run = new_rows(2, (const struct scheme *[]){&two, &twin}, 5);
    measure_rows(run, (double[]){10, 20});
    assert_int_equal(process_results_mark_incomplete(run), 0); /* no original */
    drop_rows(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratio_of_a_twin_needs_both),
        cmocka_unit_test(ratios_are_of_processes_that_measured_both),
        cmocka_unit_test(intervals_of_ratios_are_of_common_processes),
        cmocka_unit_test(different_twins_make_their_column_unstable),
        cmocka_unit_test(twins_without_a_partner_have_no_effect),
        cmocka_unit_test(column_with_a_different_twin_is_repeated),
        cmocka_unit_test(twin_may_precede_its_original),
        cmocka_unit_test(rows_without_visits_are_not_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
