/* SPDX-License-Identifier: MIT
 * Which rows a column compares, with what confidence. */
#include "analysis/columns.h"
#include "support/made_up_samples.h"

enum { FEWEST = 9 };

/* The column of row 0 has rows 0, 1 and 5: the others are unstable, mocks, or of another column. */
static struct run *one_column(void)
{
    struct run *run =
        new_rows(6, (const struct scheme *[]){&one, &two, &two, &mock, &one, &two}, PROCESSES);
    run->row[2].planned.status = ROW_UNSTABLE;
    run->row[4].planned.mode = &other_mode;
    for (size_t i = 0; i < 6; i++)
        run->row[i].processes_measured = i == 5 ? FEWEST : i % 5 ? 4 : PROCESSES;
    run->row[1].processes_measured = PROCESSES;
    return run;
}

static void rows_with_a_result_are_compared(void **state)
{
    (void)state;
    struct run *run = one_column();
    for (size_t i = 0; i < 3; i++) { /* row 2 belongs to the column, although it has no result */
        struct column_confidence confidence = column_confidence(run, &run->row[i]);
        assert_int_equal(confidence.comparisons, 2);
        assert_true(confidence.each == stats_confidence(2, FEWEST));
    }
    drop_rows(run);
}

static void column_without_a_result_compares_nothing(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &mock}, PROCESSES);
    run->row[0].planned.status = ROW_WRONG;
    assert_int_equal(column_confidence(run, &run->row[0]).comparisons, 0);
    run->row[0].planned.status = ROW_OK;
    run->row[0].processes_measured = PROCESSES;
    assert_int_equal(column_confidence(run, &run->row[0]).comparisons, 0);
    run->row[0].planned.status = ROW_OK;
    drop_rows(run);
}

static void interval_needs_two_processes(void **state)
{
    (void)state;
    struct run run = {.min_processes = 1};
    assert_true(isnan(interval_confidence(&run)));
    for (run.min_processes = 2; run.min_processes < PROCESSES; run.min_processes++)
        assert_true(interval_confidence(&run) == stats_confidence(1, run.min_processes));
}

static void first_row_of_each_column(void **state)
{
    (void)state;
    struct run *run = new_rows(4, (const struct scheme *[]){&one, &one, &two, &two}, PROCESSES);
    run->row[1].planned.mode = run->row[3].planned.mode = &other_mode;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(is_first_of_column(run, &run->row[i]), i < 2);
    drop_rows(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_with_a_result_are_compared),
        cmocka_unit_test(column_without_a_result_compares_nothing),
        cmocka_unit_test(interval_needs_two_processes),
        cmocka_unit_test(first_row_of_each_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
