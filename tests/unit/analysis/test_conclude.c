/* SPDX-License-Identifier: MIT
 * Results, intervals and ranks from samples whose true values are known. */
#include "analysis/process_results.h"
#include "base/random.h"
#include "support/failing_malloc.h"
#include "support/made_up_samples.h"
#include "support/within.h"

static void results_are_medians_of_medians(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
    double shift[PROCESSES];
    for (size_t p = 0; p < PROCESSES; p++)
        shift[p] = 0.01 * (double)p; /* 10.0, 10.1, ... 11.9 */
    measure(&run->row[0], PROCESSES, 10, shift);
    struct sample shared = sample_of(PROCESSES - 1, 1000);
    shared.ipc = 2; /* counts only in the share */
    add_samples(&run->row[0], shared, PROCESSES * SAMPLES);
    conclude_all(run, 0);
    const struct measured_row *row = &run->row[0];
    assert_int_equal(row->planned.status, ROW_OK);
    assert_within(row->cycles.mid, 10.95, 1e-4);
    assert_within(row->cycles.lo, 10.5, 1e-4); /* 6th and 15th of 20 */
    assert_within(row->cycles.hi, 11.4, 1e-4);
    assert_within(row->ns.mid, 10.95 / 3, 1e-4);
    assert_within(row->ghz, 3, 1e-6);
    assert_within(row->undisturbed_share, 0.5, 1e-9);
    assert_int_equal(row->processes_measured, PROCESSES);
    assert_within(run->reference_ipc, 4, 1e-3);
    assert_int_equal(row->standing.rank_min, 1);
    assert_false(run->has_hardware_cycles);
    drop_rows(run);
}

/* 15 samples in falling order in each of 7 processes: the median is the eighth. */
static void every_unit_has_its_own_median(void **state)
{
    (void)state;
    enum { FEW = 7 };
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, FEW);
    struct measured_row *row = &run->row[0];
    for (size_t p = 0; p < FEW; p++)
        for (size_t i = 0; i < 15; i++) {
            struct sample sample = sample_of(p, 0);
            double x = 0.5 * (double)(14 - i);
            sample.cycles = (float)(100 + 10 * (double)p + x);
            sample.ns = (float)(1000 - 10 * (double)p - x);
            sample.ghz = (float)(2 + x / 4);
            sample.counts[COUNT_INSTRUCTIONS] = (float)(50 + 10 * (double)p + x);
            add_samples(row, sample, 1);
        }
    conclude_all(run, 0);
    for (size_t p = 0; p < FEW; p++) {
        assert_within(row->process_cycles[p], 103.5 + 10 * (double)p, 1e-9);
        assert_within(row->process_ns[p], 996.5 - 10 * (double)p, 1e-9);
    }
    assert_within(row->cycles.mid, 133.5, 1e-9);
    assert_within(row->cycles.lo, 103.5, 1e-9);
    assert_within(row->cycles.hi, 163.5, 1e-9);
    assert_within(row->ns.mid, 966.5, 1e-9);
    assert_within(row->ns.lo, 936.5, 1e-9);
    assert_within(row->ns.hi, 996.5, 1e-9);
    assert_within(row->ghz, 2.875, 1e-9);
    assert_within(row->counts[COUNT_INSTRUCTIONS], 83.5, 1e-9);
    assert_within(row->undisturbed_share, 1, 0);
    drop_rows(run);
}

/* The first four of ten processes have one sample too few. */
static void processes_without_a_result_are_ignored(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, 10);
    for (size_t p = 0; p < 10; p++)
        add_samples(&run->row[0], sample_of(p, p < 4 ? 1000 : 10 + (double)p), p < 4 ? 14 : 15);
    conclude_all(run, 0);
    const struct measured_row *row = &run->row[0];
    assert_int_equal(row->processes_measured, 6);
    for (size_t p = 0; p < 10; p++)
        assert_int_equal(isnan(row->process_cycles[p]) && isnan(row->process_ns[p]), p < 4);
    assert_within(row->cycles.mid, 16.5, 1e-6);
    assert_within(row->cycles.lo, 14, 1e-6);
    assert_within(row->cycles.hi, 19, 1e-6);
    assert_within(row->ns.mid, 5.5, 1e-6);
    assert_within(row->ns.lo, 4.6667, 1e-9);
    assert_within(row->ns.hi, 6.3333, 1e-9);
    drop_rows(run);
}

/* For two rows, the interval of 9 ratios excludes one at either end; for three rows, none. */
static void more_rows_widen_the_intervals_of_their_ratios(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 3; n++) {
        struct run *run = new_rows(n, (const struct scheme *[]){&one, &two, &two}, 9);
        for (size_t p = 0; p < 9; p++) {
            add_samples(&run->row[0], sample_of(p, 10), 15);
            add_samples(&run->row[1], sample_of(p, p ? 10.2 : 10), 15);
            if (n == 3)
                add_samples(&run->row[2], sample_of(p, 20), 15);
        }
        conclude_all(run, 0);
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
    for (size_t p = 0; p < 8; p++) {
        add_samples(&run->row[0], sample_of(p, 10), 15);
        add_samples(&run->row[1], sample_of(p, 20), p < 5 ? 15 : 14);
    }
    assert_false(process_results_mark_incomplete(run));
    conclude_all(run, 0);
    assert_int_equal(run->row[1].standing.rank_min, 2);
    assert_int_equal(run->min_processes, 5);
    drop_rows(run);
}

static void each_of_several_rows_may_be_incomplete(void **state)
{
    (void)state;
    for (size_t lacks = 0; lacks < 4; lacks++) {
        struct run *run = new_rows(3, (const struct scheme *[]){&one, &two, &two}, 5);
        for (size_t i = 0; i < 3; i++)
            for (size_t p = 0; p < 5; p++)
                add_samples(&run->row[i], sample_of(p, 10), i == lacks && p == 2 ? 14 : 15);
        assert_int_equal(process_results_mark_incomplete(run), lacks < 3);
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
        conclude_all(run, 0);
        covered += run->row[0].cycles.lo <= 10 && 10 <= run->row[0].cycles.hi;
        drop_rows(run);
    }
    assert_in_range(covered, (unsigned)(0.94 * RUNS),
                    (unsigned)(0.985 * RUNS)); /* 95.9 % by the binomial */
}

/* 6 of 11 processes: half, rounded up. 5 of 7: the minimum for an interval. 3 of 3: all. */
static void half_of_all_processes_must_have_a_result(void **state)
{
    (void)state;
    static const size_t counts[][2] = {{11, 6}, {7, 5}, {3, 3}};
    for (size_t c = 0; c < 3; c++)
        for (size_t measured = counts[c][1] - 1; measured <= counts[c][1]; measured++) {
            size_t processes = counts[c][0];
            struct run *run = new_rows(1, (const struct scheme *[]){&one}, processes);
            for (size_t p = 0; p < processes; p++)
                add_samples(&run->row[0], sample_of(p, 10), p < measured ? 15 : 14);
            bool enough = measured == counts[c][1];
            assert_int_equal(process_results_mark_incomplete(run), !enough);
            conclude_all(run, 0);
            assert_int_equal(run->row[0].planned.status, enough ? ROW_OK : ROW_UNSTABLE);
            drop_rows(run);
        }
}

static void mocks_and_rows_without_result_are_not_ranked(void **state)
{
    (void)state;
    struct run *run =
        new_rows(5, (const struct scheme *[]){&mock, &two, &one, &two, &two}, PROCESSES);
    measure(&run->row[0], PROCESSES, 1, NULL);
    measure(&run->row[1], PROCESSES, 20, NULL);
    measure(&run->row[2], PROCESSES, 10, NULL);
    measure(&run->row[3], PROCESSES, 5, NULL);
    run->row[3].planned.status = ROW_WRONG;
    run->row[4].planned.status = ROW_UNSUPPORTED;
    conclude_all(run, 0);
    const size_t ranks[] = {0, 2, 1, 0, 0};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(run->row[i].standing.rank_min, ranks[i]);
    assert_true(run->row[2].standing.tied_with_best);
    assert_false(run->row[1].standing.tied_with_best);
    assert_int_equal(run->wrong, 1);
    assert_within(run->row[1].ratio.mid, 2, 1e-6);
    assert_within(run->row[2].ratio.mid, 1, 1e-9);
    assert_true(isnan(run->row[0].ratio.mid) && isnan(run->row[3].ratio.mid));
    assert_int_equal(run->unsupported, 1);
    assert_null(run->row[3].process_cycles);
    drop_rows(run);
}

/* Rows of two groups alternate: each group has its own ranks. */
static void each_column_is_ranked(void **state)
{
    (void)state;
    struct run *run = new_rows(4, (const struct scheme *[]){&one, &one, &two, &two}, PROCESSES);
    static const double cycles[] = {10, 20, 11, 18};
    for (size_t i = 0; i < 4; i++) {
        run->row[i].planned.mode = i % 2 ? &other_mode : &mode;
        measure(&run->row[i], PROCESSES, cycles[i], NULL);
    }
    conclude_all(run, 0);
    static const size_t ranks[] = {1, 2, 2, 1};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(run->row[i].standing.rank_min, ranks[i]);
        assert_int_equal(run->row[i].standing.tied_with_best, ranks[i] == 1);
    }
    drop_rows(run);
}

static void results_so_far_do_not_change_the_run(void **state)
{
    (void)state;
    struct run *run = new_rows(3, (const struct scheme *[]){&one, &two, &one}, PROCESSES), so_far;
    struct error error; /* the third row was filtered: no sample */
    measure(&run->row[0], PROCESSES, 10, NULL);
    for (size_t p = 0; p < PROCESSES; p++)
        add_samples(&run->row[1], shared_sample(p, 10), SAMPLES);
    assert_true(conclude_so_far(run, 0, &so_far, &error));
    assert_within(so_far.row[0].cycles.mid, 10, 1e-6);
    assert_int_equal(so_far.row[1].planned.status, ROW_UNSTABLE);
    assert_int_equal(so_far.n, 2);
    conclude_free(&so_far);
    assert_int_equal(run->row[1].planned.status, ROW_OK);
    assert_null(run->row[0].process_cycles);
    assert_int_equal(run->row[0].processes_measured, 0);
    drop_rows(run);
}

/* As JSON and CSV record them. */
static void shares_and_clocks_have_the_recorded_decimals(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, 3);
    for (size_t p = 0; p < 3; p++) {
        struct sample sample = sample_of(p, 10);
        sample.ghz = 0.123456f;
        add_samples(&run->row[0], sample, SAMPLES);
        add_samples(&run->row[0], shared_sample(p, 10), 1);
    }
    conclude_all(run, 0);
    assert_within(run->row[0].ghz, 0.1235, 1e-9);
    assert_within(run->row[0].undisturbed_share, 0.968, 1e-9); /* 30 of 31 */
    drop_rows(run);
}

/* A recorded run has the results of its processes, but no samples. */
static struct run *recorded_run(void)
{
    struct run *run = new_rows(3, (const struct scheme *[]){&one, &two, &two}, 7);
    for (size_t i = 0; i < 2; i++) {
        run->row[i].process_cycles = calloc(7, sizeof(double));
        run->row[i].process_ns = calloc(7, sizeof(double));
        for (size_t p = 0; p < 7; p++) {
            run->row[i].process_cycles[p] = p < 5 + i ? 10 * (double)(2 - i) + (double)p : NAN;
            run->row[i].process_ns[p] = run->row[i].process_cycles[p] / 2;
        }
        run->row[i].in_doubt = i == 1;
    }
    run->row[2].planned.status = ROW_UNSUPPORTED; /* no times */
    return run;
}

static void recorded_run_has_the_results_of_its_processes(void **state)
{
    (void)state;
    struct run *run = recorded_run();
    struct error error;
    assert_true(conclude_recorded(run, &error));
    assert_int_equal(run->row[0].processes_measured, 5);
    assert_int_equal(run->row[1].processes_measured, 6);
    assert_within(run->row[0].cycles.mid, 22, 1e-9);
    assert_within(run->row[1].ns.mid, 6.25, 1e-9);
    assert_int_equal(run->row[1].standing.rank_min, 1);
    assert_int_equal(run->in_doubt, 1);
    assert_int_equal(run->unsupported, 1);
    drop_rows(run);
}

static void missing_memory_for_a_recorded_run_is_reported(void **state)
{
    (void)state;
    for (long n = 0;; n++) {
        struct run *run = recorded_run();
        struct error error;
        allocations_fail_after(n);
        bool ok = conclude_recorded(run, &error), hit = allocation_failed();
        drop_rows(run);
        assert_int_equal(ok, !hit);
        if (ok)
            return;
        assert_string_equal(error.text, "no memory for the results of 3 rows");
    }
}

/* Each allocation fails once. */
static void missing_memory_is_one_clear_error(void **state)
{
    (void)state;
    enum { FEW = 2, LEAST = 10 };
    for (long n = 0, failed = 0;; n++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, FEW);
        struct error error;
        measure(&run->row[0], FEW, 10, NULL);
        measure(&run->row[1], FEW, 20, NULL);
        allocations_fail_after(n);
        struct run so_far;
        bool ok = conclude_so_far(run, 0, &so_far, &error);
        bool hit = allocation_failed();
        if (ok)
            conclude_free(&so_far);
        drop_rows(run);
        assert_int_equal(ok, !hit);
        if (!hit) {
            assert_true(failed > LEAST);
            return;
        }
        failed++;
        assert_int_equal(error.status, STATUS_ENVIRONMENT);
        assert_string_equal(error.text, "no memory for the results of 2 rows");
    }
}

static void missing_memory_for_samples_is_reported(void **state)
{
    (void)state;
    struct measured_row row = {.sample_count = 0};
    struct sample sample = sample_of(0, 1);
    allocations_fail_after(0);
    assert_false(run_add_samples(&row, &sample, 1));
    assert_true(allocation_failed());
    assert_int_equal(row.sample_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_medians_of_medians),
        cmocka_unit_test(every_unit_has_its_own_median),
        cmocka_unit_test(processes_without_a_result_are_ignored),
        cmocka_unit_test(more_rows_widen_the_intervals_of_their_ratios),
        cmocka_unit_test(row_that_few_processes_measured_is_ranked),
        cmocka_unit_test(each_of_several_rows_may_be_incomplete),
        cmocka_unit_test(intervals_have_their_coverage),
        cmocka_unit_test(half_of_all_processes_must_have_a_result),
        cmocka_unit_test(mocks_and_rows_without_result_are_not_ranked),
        cmocka_unit_test(each_column_is_ranked),
        cmocka_unit_test(results_so_far_do_not_change_the_run),
        cmocka_unit_test(shares_and_clocks_have_the_recorded_decimals),
        cmocka_unit_test(recorded_run_has_the_results_of_its_processes),
        cmocka_unit_test(missing_memory_for_a_recorded_run_is_reported),
        cmocka_unit_test(missing_memory_is_one_clear_error),
        cmocka_unit_test(missing_memory_for_samples_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
