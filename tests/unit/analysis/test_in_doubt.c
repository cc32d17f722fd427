/* SPDX-License-Identifier: MIT
 * Runs whose processes did not all visit each row: rows in doubt, and resumed runs. */
#include "analysis/process_results.h"
#include "support/made_up_samples.h"
#include "support/within.h"

/* Repeats visit few rows: only the processes that visited a row count. */
static void processes_that_skipped_a_row_do_not_count(void **state)
{
    (void)state;
    for (size_t measured = 4; measured <= 5; measured++) { /* of ten that visit the first row */
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        run->processes_requested = 8;
        for (size_t p = 0; p < PROCESSES; p++) {
            if (p < 10)
                add_samples(&run->row[0], sample_of(p, 10), p < measured ? 15 : 14);
            add_samples(&run->row[1], sample_of(p, 20), 15);
        }
        assert_int_equal(process_results_mark_incomplete(run), measured == 4);
        conclude_all(run, 0);
        assert_int_equal(run->row[0].planned.status, measured == 4 ? ROW_UNSTABLE : ROW_OK);
        if (measured == 4)
            assert_string_equal(run->row[0].planned.reason,
                                "4 of 10 processes had 15 undisturbed samples");
        drop_rows(run);
    }
}

/* The best row takes 10 cycles. An unstable row is in doubt if half of its fastest samples, or 90 %
 * of its lowest process median, is no slower. */
static void only_rows_that_may_be_best_are_in_doubt(void **state)
{
    (void)state;
    static const struct scheme sissy = {.name = "x", .family = "sissy"},
                               rotated = {.name = "y", .family = "rotated"},
                               sherwin = {.name = "z", .family = "sherwin"},
                               ray_loop = {.name = "ray_loop", .family = "rays"};
    static const struct {
        const struct scheme *scheme;
        double cycles;
        size_t undisturbed; /* processes with a result */
        bool in_doubt;
    } cases[] = {
        {&two, 19, 0, true},       {&two, 20, 0, true},      {&two, 21, 0, false},
        {&two, 11, 2, true},       {&two, 11.2, 2, false},   {&two, 15, 1, false},
        {&sissy, 100, 0, true},    {&rotated, 100, 0, true}, {&sherwin, 100, 0, true},
        {&ray_loop, 100, 2, true}, {&twin, 10, 0, false},    {&mock, 1, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = new_rows(2,
                                   (const struct scheme *[]){i % 2 ? &one : cases[i].scheme,
                                                             i % 2 ? cases[i].scheme : &one},
                                   PROCESSES);
        struct measured_row *row = &run->row[i % 2];
        measure(&run->row[1 - i % 2], PROCESSES, 10, NULL);
        for (size_t p = 0; p < PROCESSES; p++)
            for (size_t j = 0; j < SAMPLES; j++)
                add_samples(row,
                            p < cases[i].undisturbed ? sample_of(p, cases[i].cycles)
                                                     : shared_sample(p, cases[i].cycles),
                            1);
        run->row[2].planned.status = ROW_UNSTABLE; /* past the end: not a row */
        conclude_all(run, 0);
        assert_int_equal(row->planned.status, ROW_UNSTABLE);
        assert_int_equal(row->in_doubt, cases[i].in_doubt);
        assert_int_equal(run->in_doubt, cases[i].in_doubt);
        run->row[2].planned.status = ROW_OK;
        drop_rows(run);
    }
}

static bool is_in_doubt(struct run *run)
{
    measure(&run->row[1], PROCESSES, 10, NULL);
    conclude_all(run, 0);
    assert_int_equal(run->row[0].planned.status, ROW_UNSTABLE);
    bool in_doubt = run->row[0].in_doubt;
    drop_rows(run);
    return in_doubt;
}

/* The lowest process median decides; without one, the fastest tenth of the samples. */
static void doubt_depends_on_fastest_samples(void **state)
{
    (void)state;
    const struct scheme *const both[] = {&two, &one};
    for (size_t fastest = 0; fastest < 3; fastest++) {
        struct run *run = new_rows(2, both, PROCESSES);
        for (size_t p = 0; p < 2; p++)
            add_samples(&run->row[0], sample_of(p, p == fastest ? 11 : 15), SAMPLES);
        add_samples(&run->row[0], shared_sample(2, 100), SAMPLES);
        for (size_t p = 3; p < 6; p++)
            add_samples(&run->row[0], shared_sample(p, 100), 1);
        assert_int_equal(is_in_doubt(run), fastest < 2);
    }
    for (size_t percent = 8; percent <= 15; percent += 7) {
        struct run *run = new_rows(2, both, PROCESSES);
        for (size_t i = 0; i < 100; i++)
            add_samples(&run->row[0], shared_sample(0, i < percent ? 10 : 30), 1);
        assert_int_equal(is_in_doubt(run), percent > 10);
    }
    struct run *run = new_rows(2, both, PROCESSES);
    add_samples(&run->row[0], shared_sample(0, 21), 1);
    assert_false(is_in_doubt(run));
}

/* If no row of a group has a result, each may be the best. */
static void column_without_a_result_is_in_doubt(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
    run->row[1].planned.mode = &other_mode;
    measure(&run->row[0], PROCESSES, 1, NULL);
    for (size_t p = 0; p < PROCESSES; p++)
        add_samples(&run->row[1], shared_sample(p, 100), SAMPLES);
    conclude_all(run, 0);
    assert_int_equal(run->row[0].planned.status, ROW_OK);
    assert_true(run->row[1].in_doubt);
    drop_rows(run);
}

/* Twelve processes of the resumed run, eight of this one. The twelve do not count if their core was
 * shared throughout. */
static void resumed_run_has_results_of_both_parts(void **state)
{
    (void)state;
    enum { RESUMED = 12 };
    const double resumed_reference_ipc[] = {4, 3.9, 3.8};
    for (size_t i = 0; i < 3; i++) {
        struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
        struct measured_row *row = &run->row[0];
        run->processes_resumed = RESUMED;
        run->resumed_reference_ipc = resumed_reference_ipc[i];
        row->resumed_results = calloc(RESUMED, sizeof *row->resumed_results);
        for (size_t p = 0; p < RESUMED; p++)
            row->resumed_results[p] =
                (struct process_result){40, 30, 10, 10 / 3.0, 3, {10, 20, 30, 40, 50}};
        row->resumed_samples = 40 * RESUMED;
        for (size_t p = RESUMED; p < PROCESSES; p++)
            add_samples(row, sample_of(p, 20), SAMPLES);
        assert_int_equal(process_results_mark_incomplete(run), i == 2);
        conclude_all(run, 0);
        assert_int_equal(row->processes_measured, i == 2 ? PROCESSES - RESUMED : PROCESSES);
        assert_int_equal(row->planned.status, i == 2 ? ROW_UNSTABLE : ROW_OK);
        assert_within(row->cycles.mid, i == 2 ? 20 : 10, 1e-6);
        assert_within(row->ns.mid, (i == 2 ? 20 : 10) / 3.0, 1e-4);
        double undisturbed = i == 2 ? 240 : 30 * RESUMED + 240;
        assert_within(row->undisturbed_share, undisturbed / (40 * RESUMED + 240), 5e-4);
        assert_int_equal(row->samples_total, 40 * RESUMED + 240);
        assert_within(run->reference_ipc, 4, 1e-3);
        if (i < 2)
            assert_within(row->counts[COUNT_INSTRUCTIONS], 20, 1e-9);
        drop_rows(run);
    }
}

/* At least half of the visits of both parts must have a result: 3 of 6 suffice, 3 of 7 do not. */
static void resumed_visits_count_as_others_do(void **state)
{
    (void)state;
    enum { RESUMED = 3, ALL_PROCESSES = 7 };
    for (int visited = 0; visited < 2; visited++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, ALL_PROCESSES);
        struct measured_row *row = &run->row[0], *new_alone = &run->row[1];
        const struct process_result measured = {40, 30, 10, 10, 3, {NAN, NAN, NAN, NAN, NAN}},
                                    missed = {(uint32_t)visited,        0, NAN, NAN, NAN,
                                              {NAN, NAN, NAN, NAN, NAN}};
        run->processes_requested = run->processes_resumed = RESUMED;
        run->resumed_reference_ipc = 4;
        row->resumed_results = calloc(RESUMED, sizeof *row->resumed_results);
        row->resumed_results[0] = row->resumed_results[1] = measured;
        row->resumed_results[2] = missed;
        for (size_t p = RESUMED; p < ALL_PROCESSES; p++) {
            add_samples(row, p == RESUMED ? sample_of(p, 10) : shared_sample(p, 10), 15);
            add_samples(new_alone, p == RESUMED ? sample_of(p, 10) : shared_sample(p, 10), 15);
        }
        assert_int_equal(process_results_mark_incomplete(run), 1 + visited);
        assert_int_equal(row->incomplete, visited);
        assert_true(new_alone->incomplete); /* 1 of 4 */
        conclude_all(run, 0);
        assert_int_equal(row->planned.status, visited ? ROW_UNSTABLE : ROW_OK);
        if (visited)
            assert_string_equal(row->planned.reason, "3 of 7 processes had 15 undisturbed samples");
        assert_string_equal(new_alone->planned.reason,
                            "1 of 4 processes had 15 undisturbed samples");
        assert_within(new_alone->undisturbed_share, 0.25, 1e-9);
        assert_false(run->has_hardware_cycles);
        drop_rows(run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_that_skipped_a_row_do_not_count),
        cmocka_unit_test(only_rows_that_may_be_best_are_in_doubt),
        cmocka_unit_test(doubt_depends_on_fastest_samples),
        cmocka_unit_test(column_without_a_result_is_in_doubt),
        cmocka_unit_test(resumed_run_has_results_of_both_parts),
        cmocka_unit_test(resumed_visits_count_as_others_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
