/* SPDX-License-Identifier: MIT
 * Results, ranks and statuses from samples whose true values are known. */
#include "analysis/conclude.h"
#include "analysis/process_results.h"
#include "analysis/twins.h"
#include "base/random.h"
#include "support/failing_malloc.h"
#include "support/within.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESSES = 20, SAMPLES = 30 };

static const struct scheme one = {.name = "one", .family = "magic"},
                           two = {.name = "two", .family = "pext"},
                           twin = {.name = "one_twin", .family = "magic", .twin = "one"},
                           mock = {.name = "floor", .family = "floor", .traits = MOCK};
static const struct list games = {.name = "games", .piece = ROOK, .n = 64};

static const struct mode_spec mode = {.kind = MODE_THROUGHPUT, .threads = 1},
                              other_mode = {.kind = MODE_LATENCY, .threads = 1};

static struct run *new_rows(size_t n, const struct scheme *const *schemes_of, size_t processes)
{
    struct run *run = calloc(1, sizeof *run);
    run->row = calloc(n + 1, sizeof *run->row);
    run->n = n;
    run->requested = run->processes = processes;
    for (size_t i = 0; i < n; i++)
        run->row[i] = (struct measured_row){
            .id.scheme = schemes_of[i], .id.workload = &games, .id.mode = &mode};
    run->row[n] =
        (struct measured_row){.id.scheme = &one,
                              .id.workload = &games,
                              .id.mode = &mode,
                              .incomplete = true,
                              .standing = {.tied_with_best = true}}; /* past the end: not a row */
    return run;
}

static void drop_rows(struct run *run)
{
    assert_int_equal(run->row[run->n].id.status, ROW_OK); /* unchanged past the end */
    assert_true(run->row[run->n].incomplete);
    run_free(run);
    free(run);
}

/* Returns an undisturbed sample on a core of 3 GHz with 4 canary operations per cycle, plus
 * noise. */
static struct sample sample_of(size_t process, double cycles)
{
    static unsigned taken;
    float ipc = 4 + (float)(taken++ % 2) * 1e-4f;
    return (struct sample){.process = (uint32_t)process,
                           .cycles = (float)cycles,
                           .ns = (float)(cycles / 3),
                           .ghz = 3,
                           .ipc = ipc,
                           .ipc_high = ipc,
                           .counted = {NAN, NAN, NAN, NAN, NAN}};
}

static void add(struct measured_row *row, struct sample sample, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_true(run_add_samples(row, &sample, 1));
}

/* Adds samples of all processes; process p measures cycles * (1 + shift[p]). */
static void measure(struct measured_row *row, size_t processes, double cycles, const double *shift)
{
    for (size_t p = 0; p < processes; p++)
        add(row, sample_of(p, cycles * (1 + (shift ? shift[p] : 0))), SAMPLES);
}

static void conclude_all(struct run *run, double best_ipc)
{
    struct error error;
    assert_true(conclude(run, best_ipc, &error));
}

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
    add(&run->row[0], shared, PROCESSES * SAMPLES);
    conclude_all(run, 0);
    const struct measured_row *row = &run->row[0];
    assert_int_equal(row->id.status, ROW_OK);
    assert_within(row->cycles.mid, 10.95, 1e-4);
    assert_within(row->cycles.lo, 10.5, 1e-4); /* 6th and 15th of 20 */
    assert_within(row->cycles.hi, 11.4, 1e-4);
    assert_within(row->ns.mid, 10.95 / 3, 1e-4);
    assert_within(row->ghz, 3, 1e-6);
    assert_within(row->undisturbed_share, 0.5, 1e-9);
    assert_int_equal(row->processes_measured, PROCESSES);
    assert_within(run->reference_ipc, 4, 1e-3);
    assert_int_equal(row->standing.rank, 1);
    assert_false(run->counted);
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
            sample.counted[COUNT_INSTRUCTIONS] = (float)(50 + 10 * (double)p + x);
            add(row, sample, 1);
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
    assert_within(row->counted[COUNT_INSTRUCTIONS], 83.5, 1e-9);
    assert_within(row->undisturbed_share, 1, 0);
    drop_rows(run);
}

/* The first four of ten processes have one sample too few. */
static void processes_without_a_result_are_ignored(void **state)
{
    (void)state;
    struct run *run = new_rows(1, (const struct scheme *[]){&one}, 10);
    for (size_t p = 0; p < 10; p++)
        add(&run->row[0], sample_of(p, p < 4 ? 1000 : 10 + (double)p), p < 4 ? 14 : 15);
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
            add(&run->row[0], sample_of(p, 10), 15);
            add(&run->row[1], sample_of(p, p ? 10.2 : 10), 15);
            if (n == 3)
                add(&run->row[2], sample_of(p, 20), 15);
        }
        conclude_all(run, 0);
        assert_int_equal(run->row[0].standing.rank, 1);
        assert_int_equal(run->row[1].standing.rank, n == 2 ? 2 : 1);
        drop_rows(run);
    }
}

/* Five of eight processes measured the second row: too few for an interval of 95 %. */
static void row_that_few_processes_measured_is_ranked(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 8);
    for (size_t p = 0; p < 8; p++) {
        add(&run->row[0], sample_of(p, 10), 15);
        add(&run->row[1], sample_of(p, 20), p < 5 ? 15 : 14);
    }
    assert_false(process_results_mark_incomplete(run));
    conclude_all(run, 0);
    assert_int_equal(run->row[1].standing.rank, 2);
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
                add(&run->row[i], sample_of(p, 10), i == lacks && p == 2 ? 14 : 15);
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

static void few_undisturbed_samples_are_unstable(void **state)
{
    (void)state;
    for (size_t measured = 8; measured <= 12; measured++) {
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        for (size_t p = 0; p < PROCESSES; p++) {
            add(&run->row[0], sample_of(p, 10), p < measured ? 15 : 14);
            add(&run->row[1], sample_of(p, 20), 15);
        }
        assert_int_equal(process_results_mark_incomplete(run), measured < 10);
        assert_int_equal(run->row[0].incomplete, measured < 10);
        assert_false(run->row[1].incomplete);
        conclude_all(run, 0);
        assert_int_equal(run->row[0].id.status, measured < 10 ? ROW_UNSTABLE : ROW_OK);
        assert_int_equal(run->row[0].processes_measured, measured);
        assert_int_equal(run->row[1].id.status, ROW_OK);
        assert_int_equal(run->unstable, measured < 10);
        assert_int_equal(run->min_processes, measured < 10 ? PROCESSES : measured);
        assert_int_equal(run->row[1].standing.rank, measured < 10 ? 1 : 2);
        assert_int_equal(run->row[0].standing.rank, measured < 10 ? 0 : 1);
        drop_rows(run);
    }
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
                add(&run->row[0], sample_of(p, 10), p < measured ? 15 : 14);
            bool enough = measured == counts[c][1];
            assert_int_equal(process_results_mark_incomplete(run), !enough);
            conclude_all(run, 0);
            assert_int_equal(run->row[0].id.status, enough ? ROW_OK : ROW_UNSTABLE);
            drop_rows(run);
        }
}

static void disturbed_samples_give_no_result(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, 5);
    struct sample s = sample_of(0, 10);
    s.disturbed = 1;
    add(&run->row[0], s, 100); /* the other row has no sample */
    conclude_all(run, 0);
    assert_int_equal(run->unstable, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(isnan(run->row[i].cycles.mid) && isnan(run->row[i].ns.mid));
        assert_int_equal(run->row[i].standing.rank, 0);
        assert_non_null(strstr(run->row[i].id.reason, i ? "0 of 0 processes" : "0 of 1 processes"));
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
        assert_int_equal(run->row[0].id.status, i == 4 ? ROW_UNSTABLE : ROW_OK);
        if (i == 4)
            assert_non_null(strstr(run->row[0].id.reason, "4.20 in previous runs"));
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
                add(&run->row[0], sample, 1);
            }
        conclude_all(run, 0);
        assert_int_equal(run->row[0].id.status, percent == 10 ? ROW_OK : ROW_UNSTABLE);
        if (percent < 10)
            assert_non_null(strstr(run->row[0].id.reason, "shared throughout"));
        drop_rows(run);
    }
}

/* A difference of 0.5 % is a tie; 2 % makes the group unstable, but no other group. */
static void different_twins_make_their_group_unstable(void **state)
{
    (void)state;
    const double factors[] = {1.005, 1.02, 0.98};
    for (size_t i = 0; i < 6; i++) {
        size_t of_twin = i < 3 ? 0 : 2, of_one = 2 - of_twin;
        const struct scheme *order[] = {&one, &two, &one, &two};
        order[of_twin] = &twin;
        struct run *run = new_rows(4, order, PROCESSES);
        run->row[3].id.mode = &other_mode;
        measure(&run->row[of_twin], PROCESSES, 10 * factors[i % 3], NULL);
        measure(&run->row[1], PROCESSES, 20, NULL);
        measure(&run->row[of_one], PROCESSES, 10, NULL);
        measure(&run->row[3], PROCESSES, 30, NULL);
        conclude_all(run, 0);
        enum row_status expected = i % 3 ? ROW_UNSTABLE : ROW_OK;
        for (size_t r = 0; r < 3; r++)
            assert_int_equal(run->row[r].id.status, expected);
        assert_int_equal(run->row[3].id.status, ROW_OK);
        struct interval ratio = twin_ratio(run, &run->row[of_twin]);
        assert_within(ratio.mid, factors[i % 3], 1e-5);
        if (i == 1)
            assert_string_equal(run->row[1].id.reason,
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
        measure(&run->row[0], PROCESSES, 10, NULL);
        measure(&run->row[1], PROCESSES, 20, NULL);
        measure(&run->row[2], PROCESSES, 15, NULL);
        if (missing < 2)
            run->row[missing ? 2 : 0].id.status = ROW_CRASHED;
        conclude_all(run, 0);
        assert_int_equal(run->row[1].id.status, ROW_OK);
        assert_int_equal(run->wrong, missing < 2);
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
    run->row[3].id.status = ROW_WRONG;
    run->row[4].id.status = ROW_UNSUPPORTED;
    conclude_all(run, 0);
    const size_t ranks[] = {0, 2, 1, 0, 0};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(run->row[i].standing.rank, ranks[i]);
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

/* 13 of 20 processes measured each row, 6 measured both: only these are compared. */
static void ratios_are_of_processes_that_measured_both(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &twin}, PROCESSES);
    for (size_t p = 0; p < PROCESSES; p++) {
        bool both = p >= 7 && p < 13;
        if (p < 13)
            add(&run->row[0], sample_of(p, both ? 10 : 1), SAMPLES);
        if (p >= 7)
            add(&run->row[1], sample_of(p, both ? 20 : 1), SAMPLES);
    }
    conclude_all(run, 0);
    struct interval ratio = twin_ratio(run, &run->row[1]);
    assert_within(ratio.mid, 2, 1e-6);
    assert_within(ratio.lo, 2, 1e-6);
    assert_within(ratio.hi, 2, 1e-6);
    drop_rows(run);

    run = new_rows(2, (const struct scheme *[]){&one, &twin}, 1);
    measure(&run->row[0], 1, 10, NULL);
    measure(&run->row[1], 1, 20, NULL);
    conclude_all(run, 0);
    ratio = twin_ratio(run, &run->row[1]);
    assert_within(ratio.mid, 2, 1e-6);
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
        size_t processes = cases[c].processes;
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &twin}, processes);
        for (size_t p = 0; p < processes; p++) {
            add(&run->row[0], sample_of(p, 8), p < cases[c].first_end ? 15 : 14);
            add(&run->row[1], sample_of(p, 8 + (double)p), p >= cases[c].second_start ? 15 : 14);
        }
        conclude_all(run, 0);
        struct interval ratio = twin_ratio(run, &run->row[1]);
        assert_within(ratio.lo, cases[c].lo, 1e-9);
        assert_within(ratio.hi, cases[c].hi, 1e-9);
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
        run->row[1].id.mode = &with_corunner;
        for (size_t p = 0; p < PROCESSES; p++)
            for (size_t i = 0; i < SAMPLES; i++) {
                struct sample quiet = sample_of(p, 10), shared = quiet;
                shared.ipc = shared.ipc_high = 2 + (float)(i % 50) * 0.02f;
                add(&run->row[0], busy && i % 3 ? shared : quiet, 1);
                add(&run->row[1], i % 3 ? shared : quiet, 1);
            }
        if (busy) /* still enough samples of the first row */
            for (size_t p = 0; p < PROCESSES; p++)
                add(&run->row[0], sample_of(PROCESSES - 1, 10), 1);
        assert_int_equal(process_results_mark_incomplete(run), busy);
        conclude_all(run, 0);
        assert_int_equal(run->row[1].id.status, busy ? ROW_UNSTABLE : ROW_UNSUPPORTED);
        if (!busy) {
            assert_int_equal(run->row[0].id.status, ROW_OK);
            assert_string_equal(run->row[1].id.reason,
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
        run->row[1].id.mode = &with_corunner;
        measure(&run->row[0], PROCESSES, 10, NULL);
        for (size_t p = 0; p < PROCESSES; p++)
            for (size_t i = 0; i < SAMPLES; i++) {
                struct sample sample = sample_of(p, 10);
                sample.ipc = sample.ipc_high = width[w] + (float)(i % 2) * 1e-4f;
                add(&run->row[1], sample, 1);
            }
        conclude_all(run, 0);
        assert_int_equal(run->row[1].id.status, w < 3 ? ROW_OK : ROW_UNSUPPORTED);
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
        run->row[1].id.mode = &with_corunner;
        for (size_t p = 0; p < 5; p++)
            for (size_t i = 0; i < SAMPLES; i++)
                for (size_t r = 0; r < 2; r++) {
                    struct sample sample = sample_of(p, 10);
                    sample.ipc = sample.ipc_high = width[r | alone] - (i ? 0 : 0.01f);
                    add(&run->row[r], sample, 1);
                }
        conclude_all(run, alone ? 3.125 : 0);
        assert_int_equal(run->row[0].id.status, ROW_OK);
        assert_int_equal(run->row[1].id.status, ROW_OK);
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
        run->row[1].id.mode = &with_corunner;
        for (size_t p = 0; p < 5; p++)
            for (size_t i = 0; i < 16; i++) {
                struct sample sample = sample_of(p, 10);
                add(&run->row[0], sample, 1);
                sample.disturbed = i >= undisturbed;
                add(&run->row[1], sample, 1);
            }
        conclude_all(run, 0);
        assert_int_equal(run->row[1].id.status, undisturbed == 12 ? ROW_UNSTABLE : ROW_UNSUPPORTED);
        if (undisturbed == 11)
            assert_non_null(strstr(run->row[1].id.reason, "undisturbed 69 % of the time"));
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
            s.counted[COUNT_CYCLES] = i % 2 ? 1000 : 10;
            s.counted[COUNT_INSTRUCTIONS] = i % 2 ? 1000 : 33;
            add(&run->row[0], s, 1);
        }
    conclude_all(run, 0);
    assert_true(run->counted);
    assert_within(run->row[0].counted[COUNT_INSTRUCTIONS], 33, 1e-6);
    assert_true(isnan(run->row[0].counted[COUNT_BRANCH_MISSES]));
    drop_rows(run);
}

/* Repeats visit few rows: only the processes that visited a row count. */
static void processes_that_skipped_a_row_do_not_count(void **state)
{
    (void)state;
    for (size_t measured = 4; measured <= 5; measured++) { /* of ten that visit the first row */
        struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
        run->requested = 8;
        for (size_t p = 0; p < PROCESSES; p++) {
            if (p < 10)
                add(&run->row[0], sample_of(p, 10), p < measured ? 15 : 14);
            add(&run->row[1], sample_of(p, 20), 15);
        }
        assert_int_equal(process_results_mark_incomplete(run), measured == 4);
        conclude_all(run, 0);
        assert_int_equal(run->row[0].id.status, measured == 4 ? ROW_UNSTABLE : ROW_OK);
        if (measured == 4)
            assert_string_equal(run->row[0].id.reason,
                                "4 of 10 processes had 15 undisturbed samples");
        drop_rows(run);
    }
}

static struct sample shared_sample(size_t process, double cycles)
{
    struct sample sample = sample_of(process, cycles);
    sample.ipc = 2;
    return sample;
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
                add(row,
                    p < cases[i].undisturbed ? sample_of(p, cases[i].cycles)
                                             : shared_sample(p, cases[i].cycles),
                    1);
        run->row[2].id.status = ROW_UNSTABLE; /* past the end: not a row */
        conclude_all(run, 0);
        assert_int_equal(row->id.status, ROW_UNSTABLE);
        assert_int_equal(row->in_doubt, cases[i].in_doubt);
        assert_int_equal(run->in_doubt, cases[i].in_doubt);
        run->row[2].id.status = ROW_OK;
        drop_rows(run);
    }
}

static bool is_in_doubt(struct run *run)
{
    measure(&run->row[1], PROCESSES, 10, NULL);
    conclude_all(run, 0);
    assert_int_equal(run->row[0].id.status, ROW_UNSTABLE);
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
            add(&run->row[0], sample_of(p, p == fastest ? 11 : 15), SAMPLES);
        add(&run->row[0], shared_sample(2, 100), SAMPLES);
        for (size_t p = 3; p < 6; p++)
            add(&run->row[0], shared_sample(p, 100), 1);
        assert_int_equal(is_in_doubt(run), fastest < 2);
    }
    for (size_t percent = 8; percent <= 15; percent += 7) {
        struct run *run = new_rows(2, both, PROCESSES);
        for (size_t i = 0; i < 100; i++)
            add(&run->row[0], shared_sample(0, i < percent ? 10 : 30), 1);
        assert_int_equal(is_in_doubt(run), percent > 10);
    }
    struct run *run = new_rows(2, both, PROCESSES);
    add(&run->row[0], shared_sample(0, 21), 1);
    assert_false(is_in_doubt(run));
}

/* Rows of two groups alternate: each group has its own ranks. */
static void each_group_is_ranked(void **state)
{
    (void)state;
    struct run *run = new_rows(4, (const struct scheme *[]){&one, &one, &two, &two}, PROCESSES);
    static const double cycles[] = {10, 20, 11, 18};
    for (size_t i = 0; i < 4; i++) {
        run->row[i].id.mode = i % 2 ? &other_mode : &mode;
        measure(&run->row[i], PROCESSES, cycles[i], NULL);
    }
    conclude_all(run, 0);
    static const size_t ranks[] = {1, 2, 2, 1};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(run->row[i].standing.rank, ranks[i]);
        assert_int_equal(run->row[i].standing.tied_with_best, ranks[i] == 1);
    }
    drop_rows(run);
}

/* If no row of a group has a result, each may be the best. */
static void group_without_a_result_is_in_doubt(void **state)
{
    (void)state;
    struct run *run = new_rows(2, (const struct scheme *[]){&one, &two}, PROCESSES);
    run->row[1].id.mode = &other_mode;
    measure(&run->row[0], PROCESSES, 1, NULL);
    for (size_t p = 0; p < PROCESSES; p++)
        add(&run->row[1], shared_sample(p, 100), SAMPLES);
    conclude_all(run, 0);
    assert_int_equal(run->row[0].id.status, ROW_OK);
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
        run->resumed = RESUMED;
        run->resumed_reference_ipc = resumed_reference_ipc[i];
        row->resumed_results = calloc(RESUMED, sizeof *row->resumed_results);
        for (size_t p = 0; p < RESUMED; p++)
            row->resumed_results[p] =
                (struct process_result){40, 30, 10, 10 / 3.0, 3, {10, 20, 30, 40, 50}};
        row->resumed_samples = 40 * RESUMED;
        for (size_t p = RESUMED; p < PROCESSES; p++)
            add(row, sample_of(p, 20), SAMPLES);
        assert_int_equal(process_results_mark_incomplete(run), i == 2);
        conclude_all(run, 0);
        assert_int_equal(row->processes_measured, i == 2 ? PROCESSES - RESUMED : PROCESSES);
        assert_int_equal(row->id.status, i == 2 ? ROW_UNSTABLE : ROW_OK);
        assert_within(row->cycles.mid, i == 2 ? 20 : 10, 1e-6);
        assert_within(row->ns.mid, (i == 2 ? 20 : 10) / 3.0, 1e-4);
        double undisturbed = i == 2 ? 240 : 30 * RESUMED + 240;
        assert_within(row->undisturbed_share, undisturbed / (40 * RESUMED + 240), 5e-4);
        assert_int_equal(row->samples_total, 40 * RESUMED + 240);
        assert_within(run->reference_ipc, 4, 1e-3);
        if (i < 2)
            assert_within(row->counted[COUNT_INSTRUCTIONS], 20, 1e-9);
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
        run->requested = run->resumed = RESUMED;
        run->resumed_reference_ipc = 4;
        row->resumed_results = calloc(RESUMED, sizeof *row->resumed_results);
        row->resumed_results[0] = row->resumed_results[1] = measured;
        row->resumed_results[2] = missed;
        for (size_t p = RESUMED; p < ALL_PROCESSES; p++) {
            add(row, p == RESUMED ? sample_of(p, 10) : shared_sample(p, 10), 15);
            add(new_alone, p == RESUMED ? sample_of(p, 10) : shared_sample(p, 10), 15);
        }
        assert_int_equal(process_results_mark_incomplete(run), 1 + visited);
        assert_int_equal(row->incomplete, visited);
        assert_true(new_alone->incomplete); /* 1 of 4 */
        conclude_all(run, 0);
        assert_int_equal(row->id.status, visited ? ROW_UNSTABLE : ROW_OK);
        if (visited)
            assert_string_equal(row->id.reason, "3 of 7 processes had 15 undisturbed samples");
        assert_string_equal(new_alone->id.reason, "1 of 4 processes had 15 undisturbed samples");
        assert_within(new_alone->undisturbed_share, 0.25, 1e-9);
        assert_false(run->counted);
        drop_rows(run);
    }
}

static void results_so_far_do_not_change_the_run(void **state)
{
    (void)state;
    struct run *run = new_rows(3, (const struct scheme *[]){&one, &two, &one}, PROCESSES), so_far;
    struct error error; /* the third row was filtered: no sample */
    measure(&run->row[0], PROCESSES, 10, NULL);
    for (size_t p = 0; p < PROCESSES; p++)
        add(&run->row[1], shared_sample(p, 10), SAMPLES);
    assert_true(conclude_so_far(run, 0, &so_far, &error));
    assert_within(so_far.row[0].cycles.mid, 10, 1e-6);
    assert_int_equal(so_far.row[1].id.status, ROW_UNSTABLE);
    assert_int_equal(so_far.n, 2);
    conclude_free(&so_far);
    assert_int_equal(run->row[1].id.status, ROW_OK);
    assert_null(run->row[0].process_cycles);
    assert_int_equal(run->row[0].processes_measured, 0);
    drop_rows(run);
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
        scarce_after(n);
        struct run so_far;
        bool ok = conclude_so_far(run, 0, &so_far, &error);
        bool hit = scarce_hit();
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
    scarce_after(0);
    assert_false(run_add_samples(&row, &sample, 1));
    assert_true(scarce_hit());
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
        cmocka_unit_test(few_undisturbed_samples_are_unstable),
        cmocka_unit_test(half_of_all_processes_must_have_a_result),
        cmocka_unit_test(disturbed_samples_give_no_result),
        cmocka_unit_test(previous_runs_reveal_a_core_shared_throughout),
        cmocka_unit_test(core_shared_throughout_gives_no_results),
        cmocka_unit_test(different_twins_make_their_group_unstable),
        cmocka_unit_test(twins_without_a_partner_have_no_effect),
        cmocka_unit_test(mocks_and_rows_without_result_are_not_ranked),
        cmocka_unit_test(ratios_are_of_processes_that_measured_both),
        cmocka_unit_test(intervals_of_ratios_are_of_common_processes),
        cmocka_unit_test(rows_with_corunners_on_a_shared_core_are_unsupported),
        cmocka_unit_test(core_always_shared_with_corunners_gives_no_result),
        cmocka_unit_test(exactly_four_percent_slower_is_accepted),
        cmocka_unit_test(exactly_three_quarters_are_separate_cores),
        cmocka_unit_test(hardware_counts_are_medians_of_undisturbed_samples),
        cmocka_unit_test(processes_that_skipped_a_row_do_not_count),
        cmocka_unit_test(only_rows_that_may_be_best_are_in_doubt),
        cmocka_unit_test(doubt_depends_on_fastest_samples),
        cmocka_unit_test(each_group_is_ranked),
        cmocka_unit_test(group_without_a_result_is_in_doubt),
        cmocka_unit_test(resumed_run_has_results_of_both_parts),
        cmocka_unit_test(resumed_visits_count_as_others_do),
        cmocka_unit_test(results_so_far_do_not_change_the_run),
        cmocka_unit_test(missing_memory_is_one_clear_error),
        cmocka_unit_test(missing_memory_for_samples_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
