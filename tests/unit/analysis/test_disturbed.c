/* SPDX-License-Identifier: MIT
 * What disturbed samples and shared cores do to results. */
#include "analysis/process_results.h"
#include "support/made_up_samples.h"
#include "support/within.h"

#include <string.h>

static void few_undisturbed_samples_are_unstable(void **state)
{
    (void)state;
    for (size_t measured = 8; measured <= 12; measured++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        for (size_t p = 0; p < PROCESSES; p++) {
            add_samples(&run->row[0], sample_of(p, 10), p < measured ? 15 : 14);
            add_samples(&run->row[1], sample_of(p, 20), 15);
        }
        assert_int_equal(process_results_mark_incomplete(run), measured < 10);
        assert_int_equal(run->row[0].incomplete, measured < 10);
        assert_false(run->row[1].incomplete);
        conclude_all(run, 0);
        assert_int_equal(run->row[0].planned.status, measured < 10 ? ROW_UNSTABLE : ROW_OK);
        assert_int_equal(run->row[0].processes_measured, measured);
        assert_int_equal(run->row[1].planned.status, ROW_OK);
        assert_int_equal(run->unstable, measured < 10);
        assert_int_equal(run->min_processes, measured < 10 ? PROCESSES : measured);
        assert_int_equal(run->row[1].standing.rank_min, measured < 10 ? 1 : 2);
        assert_int_equal(run->row[0].standing.rank_min, measured < 10 ? 0 : 1);
        drop_rows(run);
    }
}

static void disturbed_samples_give_no_result(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 5);
    struct sample s = sample_of(0, 10);
    s.disturbed = 1;
    add_samples(&run->row[0], s, 100); /* the other row has no sample */
    conclude_all(run, 0);
    assert_int_equal(run->unstable, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(isnan(run->row[i].cycles.mid) && isnan(run->row[i].ns.mid));
        assert_int_equal(run->row[i].standing.rank_min, 0);
        assert_non_null(
            strstr(run->row[i].planned.reason, i ? "0 of 0 processes" : "0 of 1 processes"));
        assert_true(run->row[i].undisturbed_share == 0);
    }
    drop_rows(run);
}

/* A core that is always shared looks steady; only previous runs show it. */
static void previous_runs_reveal_a_core_shared_throughout(void **state)
{
    (void)state;
    const double best[] = {0, 4, 4.1, 4.15, 4.2};
    for (size_t i = 0; i < 5; i++) {
        struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
        measure(&run->row[0], PROCESSES, 10, NULL);
        conclude_all(run, best[i]);
        assert_int_equal(run->row[0].planned.status, i == 4 ? ROW_UNSTABLE : ROW_OK);
        if (i == 4)
            assert_non_null(strstr(run->row[0].planned.reason, "4.20 in previous runs"));
        drop_rows(run);
    }
}

/* Few canaries that agree by chance do not show an undisturbed core. */
static void core_shared_throughout_gives_no_results(void **state)
{
    (void)state;
    for (size_t percent = 9; percent <= 10; percent++) {
        struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
        for (size_t p = 0; p < PROCESSES; p++)
            for (size_t i = 0; i < 200; i++) {
                struct sample sample = sample_of(p, i < 2 * percent ? 10 : 20);
                if (i >= 2 * percent) /* the others are lower and scattered */
                    sample.ipc = sample.ipc_high = 2 + (float)(i % 50) * 0.02f;
                add_samples(&run->row[0], sample, 1);
            }
        conclude_all(run, 0);
        assert_int_equal(run->row[0].planned.status, percent == 10 ? ROW_OK : ROW_UNSTABLE);
        if (percent < 10)
            assert_non_null(strstr(run->row[0].planned.reason, "shared throughout"));
        drop_rows(run);
    }
}

/* A third of the samples is undisturbed with co-runners, all are alone: the core is shared. On a
 * machine that is always busy this is not the reason. */
static void rows_with_corunners_on_a_shared_core_are_unsupported(void **state)
{
    (void)state;
    static const struct mode_spec with_corunner = {.kind = MODE_THREADS, .threads = 2};
    for (int busy = 0; busy < 2; busy++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        run->row[1].planned.mode = &with_corunner;
        for (size_t p = 0; p < PROCESSES; p++)
            for (size_t i = 0; i < SAMPLES; i++) {
                struct sample quiet = sample_of(p, 10), shared = quiet;
                shared.ipc = shared.ipc_high = 2 + (float)(i % 50) * 0.02f;
                add_samples(&run->row[0], busy && i % 3 ? shared : quiet, 1);
                add_samples(&run->row[1], i % 3 ? shared : quiet, 1);
            }
        if (busy) /* still enough samples of the first row */
            for (size_t p = 0; p < PROCESSES; p++)
                add_samples(&run->row[0], sample_of(PROCESSES - 1, 10), 1);
        assert_int_equal(process_results_mark_incomplete(run), busy);
        conclude_all(run, 0);
        assert_int_equal(run->row[1].planned.status, busy ? ROW_UNSTABLE : ROW_UNSUPPORTED);
        if (!busy) {
            assert_int_equal(run->row[0].planned.status, ROW_OK);
            assert_string_equal(run->row[1].planned.reason,
                                "not possible here: undisturbed 33 % of the time while other cores "
                                "work; 100 % alone");
        }
        drop_rows(run);
    }
}

/* All samples with co-runners agree, but their canaries are slower than alone. */
static void core_always_shared_with_corunners_gives_no_result(void **state)
{
    (void)state;
    static const struct mode_spec with_corunner = {.kind = MODE_THREADS, .threads = 2};
    const float width[] = {4, 3.9f, 3.86f, 3.8f, 2};
    for (size_t w = 0; w < 5; w++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        run->row[1].planned.mode = &with_corunner;
        measure(&run->row[0], PROCESSES, 10, NULL);
        for (size_t p = 0; p < PROCESSES; p++)
            for (size_t i = 0; i < SAMPLES; i++) {
                struct sample sample = sample_of(p, 10);
                sample.ipc = sample.ipc_high = width[w] + (float)(i % 2) * 1e-4f;
                add_samples(&run->row[1], sample, 1);
            }
        conclude_all(run, 0);
        assert_int_equal(run->row[1].planned.status, w < 3 ? ROW_OK : ROW_UNSUPPORTED);
        drop_rows(run);
    }
}

/* The canaries are exactly 4 % below those alone, or below those of previous runs. */
static void exactly_four_percent_slower_is_accepted(void **state)
{
    (void)state;
    static const struct mode_spec with_corunner = {.kind = MODE_THREADS, .threads = 2};
    const float width[] = {3.125f, 3};
    for (size_t alone = 0; alone < 2; alone++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 5);
        run->row[1].planned.mode = &with_corunner;
        for (size_t p = 0; p < 5; p++)
            for (size_t i = 0; i < SAMPLES; i++)
                for (size_t r = 0; r < 2; r++) {
                    struct sample sample = sample_of(p, 10);
                    sample.ipc = sample.ipc_high = width[r | alone] - (i ? 0 : 0.01f);
                    add_samples(&run->row[r], sample, 1);
                }
        conclude_all(run, alone ? 3.125 : 0);
        assert_int_equal(run->row[0].planned.status, ROW_OK);
        assert_int_equal(run->row[1].planned.status, ROW_OK);
        drop_rows(run);
    }
}

/* 12 of 16 samples are undisturbed: three quarters of those alone. The row is UNSTABLE, as these
 * are too few. */
static void exactly_three_quarters_are_separate_cores(void **state)
{
    (void)state;
    static const struct mode_spec with_corunner = {.kind = MODE_THREADS, .threads = 2};
    for (size_t undisturbed = 11; undisturbed <= 12; undisturbed++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 5);
        run->row[1].planned.mode = &with_corunner;
        for (size_t p = 0; p < 5; p++)
            for (size_t i = 0; i < 16; i++) {
                struct sample sample = sample_of(p, 10);
                add_samples(&run->row[0], sample, 1);
                sample.disturbed = i >= undisturbed;
                add_samples(&run->row[1], sample, 1);
            }
        conclude_all(run, 0);
        assert_int_equal(run->row[1].planned.status,
                         undisturbed == 12 ? ROW_UNSTABLE : ROW_UNSUPPORTED);
        if (undisturbed == 11)
            assert_non_null(strstr(run->row[1].planned.reason, "undisturbed 69 % of the time"));
        drop_rows(run);
    }
}

static void hardware_counts_are_medians_of_undisturbed_samples(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, PROCESSES);
    for (size_t p = 0; p < PROCESSES; p++)
        for (size_t i = 0; i < 2 * SAMPLES; i++) {
            struct sample s = sample_of(p, 10);
            s.disturbed = i % 2;
            s.counts[COUNT_CYCLES] = i % 2 ? 1000 : 10;
            s.counts[COUNT_INSTRUCTIONS] = i % 2 ? 1000 : 33;
            add_samples(&run->row[0], s, 1);
        }
    conclude_all(run, 0);
    assert_true(run->has_hardware_cycles);
    assert_within(run->row[0].counts[COUNT_INSTRUCTIONS], 33, 1e-6);
    assert_true(isnan(run->row[0].counts[COUNT_BRANCH_MISSES]));
    drop_rows(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_undisturbed_samples_are_unstable),
        cmocka_unit_test(disturbed_samples_give_no_result),
        cmocka_unit_test(previous_runs_reveal_a_core_shared_throughout),
        cmocka_unit_test(core_shared_throughout_gives_no_results),
        cmocka_unit_test(rows_with_corunners_on_a_shared_core_are_unsupported),
        cmocka_unit_test(core_always_shared_with_corunners_gives_no_result),
        cmocka_unit_test(exactly_four_percent_slower_is_accepted),
        cmocka_unit_test(exactly_three_quarters_are_separate_cores),
        cmocka_unit_test(hardware_counts_are_medians_of_undisturbed_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
