/* SPDX-License-Identifier: MIT
 * Which of the rows without a result are in doubt. */
#include "support/made_up_samples.h"

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
        conclude_all(run, 0);
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
    conclude_all(run, 0);
    assert_int_equal(run->row[0].planned.status, ROW_OK);
    assert_true(run->row[1].in_doubt);
    drop_rows(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_rows_that_may_be_best_are_in_doubt),
        cmocka_unit_test(column_without_a_result_is_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
