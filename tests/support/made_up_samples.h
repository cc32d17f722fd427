/* SPDX-License-Identifier: MIT
 * Runs without timing: rows with made-up results of processes, and the samples of one. */
#ifndef MADE_UP_SAMPLES_H
#define MADE_UP_SAMPLES_H

#include "analysis/conclude.h"
#include "base/tuning.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

enum { PROCESSES = 20, SAMPLES = 2 * MIN_SAMPLES };

static const struct scheme one = {.name = "one", .family = "magic"},
                           two = {.name = "two", .family = "pext"},
                           twin = {.name = "one_twin", .family = "magic", .twin = "one"},
                           mock = {.name = "floor", .family = "floor", .traits = MOCK};
static const struct list games = {.name = "games", .piece = ROOK, .n = 64};

static const struct mode_spec mode = {.kind = MODE_THROUGHPUT, .threads = 1},
                              other_mode = {.kind = MODE_LATENCY, .threads = 1},
                              with_corunner = {.kind = MODE_THREADS, .threads = 2};

/* Gives a row results without values, as of processes that have not visited it. */
static inline void give_results(struct measured_row *row, size_t processes)
{
    run_fail_row(row, ROW_OK, ""); /* frees what it has */
    row->process = calloc(processes, sizeof *row->process);
    row->process_cycles = calloc(processes, sizeof *row->process_cycles);
    row->process_ns = calloc(processes, sizeof *row->process_ns);
    for (size_t p = 0; p < processes; p++) {
        row->process[p] = process_result_without_value(0, 0);
        row->process_cycles[p] = row->process_ns[p] = NAN;
    }
}

/* Makes a run that these processes have not visited, on a core of 4 canary operations per
 * cycle. */
static inline struct run *new_rows(size_t n, const struct scheme *const *schemes_of,
                                   size_t processes)
{
    struct run *run = calloc(1, sizeof *run);
    run->row = calloc(n + 1, sizeof *run->row);
    run->n = n;
    run->processes_requested = run->processes_ended = processes;
    run->reference_ipc = processes ? 4 : 0;
    for (size_t i = 0; i < n; i++) {
        run->row[i] = (struct measured_row){
            .planned.scheme = schemes_of[i], .planned.list = &games, .planned.mode = &mode};
        if (processes)
            give_results(&run->row[i], processes);
    }
    run->row[n] =
        (struct measured_row){.planned.scheme = &one,
                              .planned.list = &games,
                              .planned.mode = &mode,
                              .incomplete = true,
                              .in_doubt = true,
                              .standing = {.tied_with_best = true}}; /* past the end: not a row */
    return run;
}

static inline void drop_rows(struct run *run)
{
    assert_int_equal(run->row[run->n].planned.status, ROW_OK); /* unchanged past the end */
    assert_true(run->row[run->n].incomplete);
    run_free(run);
    free(run);
}

/* Returns an undisturbed sample on a core of 3 GHz with 4 canary operations per cycle. */
static inline struct sample sample_of(double cycles)
{
    return (struct sample){.cycles = (float)cycles,
                           .ns = (float)(cycles / 3),
                           .ghz = 3,
                           .ipc = 4,
                           .ipc_high = 4,
                           .counts = {NAN, NAN, NAN, NAN, NAN}};
}

/* Returns the result of a process at 3 GHz; NAN cycles: it has one undisturbed sample too few. */
static inline struct process_result result_of(double cycles)
{
    struct process_result result =
        process_result_without_value(SAMPLES, isnan(cycles) ? MIN_SAMPLES - 1 : SAMPLES);
    result.cycles = cycles;
    result.ns = cycles / 3;
    result.ghz = isnan(cycles) ? NAN : 3;
    return result;
}

static inline void set_result(struct measured_row *row, size_t p, struct process_result result)
{
    row->process[p] = result;
    row->process_cycles[p] = result.cycles;
    row->process_ns[p] = result.ns;
}

/* Sets the results of all processes; process p measures cycles * (1 + shift[p]). */
static inline void measure(struct measured_row *row, size_t processes, double cycles,
                           const double *shift)
{
    for (size_t p = 0; p < processes; p++)
        set_result(row, p, result_of(cycles * (1 + (shift ? shift[p] : 0))));
}

/* Sets the results of all processes for all rows [run->n]. */
static inline void measure_rows(struct run *run, const double *cycles)
{
    for (size_t i = 0; i < run->n; i++)
        measure(&run->row[i], run->processes_ended, cycles[i], NULL);
}

/* Sets those of one row for `measured` processes; all others have a sample too few. */
static inline void measure_some(struct measured_row *row, size_t processes, size_t measured,
                                double cycles)
{
    for (size_t p = 0; p < processes; p++)
        set_result(row, p, result_of(p < measured ? cycles : NAN));
}

/* Needs support/within.h. */
#define assert_interval(interval, expected_mid, expected_lo, expected_hi)                          \
    do {                                                                                           \
        assert_within((interval).mid, expected_mid, 1e-9);                                         \
        assert_within((interval).lo, expected_lo, 1e-9);                                           \
        assert_within((interval).hi, expected_hi, 1e-9);                                           \
    } while (0)

#endif
