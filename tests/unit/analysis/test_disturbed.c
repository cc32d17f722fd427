/* SPDX-License-Identifier: MIT
 * What disturbed samples and shared cores do to results. */
#include "analysis/conclude.h"
#include "analysis/run.h"
#include "support/made_up_samples.h"
#include "support/within.h"

#include <string.h>

static struct sample samples[SAMPLES + 1];
static double scratch[SAMPLES + 1];

/* The undisturbed samples are in falling order. The last one, past the end, is not of the row. */
static void result_of_a_process_has_the_medians_of_undisturbed_samples(void **state)
{
    (void)state;
    enum { LOST = 7 };
    for (size_t i = 0; i <= SAMPLES; i++) {
        float x = (float)(SAMPLES - i);
        samples[i] = sample_of(i % 2 ? 1000 : 100 + x);
        samples[i].ipc = i % 2 ? 2 : 4;
        samples[i].ns = i % 2 ? 1000 : 500 - x;
        samples[i].counts[COUNT_CYCLES] = i % 2 ? 1000 : 50 + x;
        samples[i].counts[COUNT_CACHE_MISSES] = 1;
    }
    struct process_result result = process_result_make(samples, SAMPLES, LOST, 4, scratch);
    assert_int_equal(result.samples, SAMPLES + LOST);
    assert_int_equal(result.undisturbed, MIN_SAMPLES);
    assert_within(result.cycles, 101 + MIN_SAMPLES, 0); /* x is SAMPLES, SAMPLES - 2, ... 2 */
    assert_within(result.ghz, 0.2397, 0);               /* cycles over ns, with four digits */
    assert_within(result.ns, 483.94, 0);
    assert_within(result.counts[COUNT_CYCLES], 51 + MIN_SAMPLES, 0);
    assert_within(result.counts[COUNT_CACHE_MISSES], 1, 0);
    assert_true(isnan(result.counts[COUNT_INSTRUCTIONS]));
}

/* Returns whether all of its values are NAN. */
static bool has_no_value(struct process_result result)
{
    bool none = isnan(result.cycles) && isnan(result.ns) && isnan(result.ghz);
    for (size_t c = 0; c < COUNTERS; c++)
        none = none && isnan(result.counts[c]);
    return none;
}

static void few_undisturbed_samples_give_no_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        samples[i] = sample_of(10);
        samples[i].counts[COUNT_CYCLES] = 10;
    }
    for (size_t n = 0; n <= MIN_SAMPLES; n++) {
        struct process_result result = process_result_make(samples, n, 1, 4, scratch);
        assert_int_equal(has_no_value(result), n < MIN_SAMPLES);
        assert_int_equal(result.samples, n + 1);
        assert_int_equal(result.undisturbed, n);
    }
    assert_int_equal(process_result_make(samples, SAMPLES, 0, 5, scratch).undisturbed, 0);
}

static void row_without_a_value_has_no_result(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, 5);
    set_result(&run->row[0], 0, process_result_without_value(100, 0));
    assert_int_equal(process_results_mark_incomplete(run), 1);
    conclude(run, 0);
    assert_int_equal(run->unstable, 1);
    assert_true(isnan(run->row->cycles.mid) && isnan(run->row->ns.mid));
    assert_int_equal(run->row->standing.rank_min, 0);
    assert_non_null(strstr(run->row->planned.reason, "0 of 1 processes"));
    assert_true(run->row->undisturbed_share == 0);
    drop_rows(run);
}

/* A core that is always shared looks steady; only previous runs show it. */
static void previous_runs_reveal_a_core_shared_throughout(void **state)
{
    (void)state;
    static const double references[][2] = {{4, 0}, {4, 4}, {4, 4.15}, {3, 3.125}, {4, 4.2}};
    for (size_t i = 0; i < 5; i++) {
        struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
        measure(&run->row[0], PROCESSES, 10, NULL);
        run->reference_ipc = references[i][0];
        conclude(run, references[i][1]);
        assert_int_equal(run->row[0].planned.status, i == 4 ? ROW_UNSTABLE : ROW_OK);
        if (i == 4)
            assert_non_null(strstr(run->row[0].planned.reason,
                                   "4.00 canary operations per cycle, 4.20 in previous runs"));
        drop_rows(run);
    }
}

/* The first and the last row are timed alone. A machine that is always busy, and a row with enough
 * samples, are no reason to drop one with co-runners. */
static void rows_with_corunners_on_a_shared_core_are_unsupported(void **state)
{
    (void)state;
    static const struct {
        uint32_t alone, with; /* undisturbed samples, of 3 more and of 1000 */
        double cycles;
        enum row_status expected;
    } cases[] = {{3, 600, NAN, ROW_UNSUPPORTED},
                 {1, 600, NAN, ROW_UNSTABLE},
                 {3, 625, NAN, ROW_UNSTABLE}, /* exactly three quarters */
                 {3, 624, NAN, ROW_UNSUPPORTED},
                 {3, 600, 10, ROW_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = new_rows(3, (const struct scheme *[]){&one, &two, &two}, 2);
        struct process_result with = result_of(cases[i].cycles);
        run->row[1].planned.mode = &with_corunner;
        with.samples = 1000;
        with.undisturbed = cases[i].with;
        set_result(&run->row[0], 0, process_result_without_value(2, 2));
        set_result(&run->row[0], 1, process_result_without_value(3, cases[i].alone));
        set_result(&run->row[1], 0, with);
        set_result(&run->row[2], 0, process_result_without_value(1, 0));
        conclude(run, 0);
        assert_int_equal(run->row[1].planned.status, cases[i].expected);
        assert_int_equal(run->row[2].planned.status, ROW_UNSTABLE);
        if (i == 0)
            assert_string_equal(run->row[1].planned.reason,
                                "not possible here: undisturbed 60 % of the time while other cores "
                                "work; 83 % alone");
        drop_rows(run);
    }
}

/* Without a row that is timed alone, nothing shows that co-runners share the core. */
static void rows_with_corunners_alone_are_unstable(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 2);
    run->row[0].planned.mode = run->row[1].planned.mode = &with_corunner;
    set_result(&run->row[0], 0, process_result_without_value(100, 0));
    set_result(&run->row[1], 0, process_result_without_value(100, 100));
    conclude(run, 0);
    assert_int_equal(run->unstable, 2);
    drop_rows(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(result_of_a_process_has_the_medians_of_undisturbed_samples),
        cmocka_unit_test(few_undisturbed_samples_give_no_value),
        cmocka_unit_test(row_without_a_value_has_no_result),
        cmocka_unit_test(previous_runs_reveal_a_core_shared_throughout),
        cmocka_unit_test(rows_with_corunners_on_a_shared_core_are_unsupported),
        cmocka_unit_test(rows_with_corunners_alone_are_unstable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
