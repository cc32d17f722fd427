/* SPDX-License-Identifier: MIT
 * Runs without timing: rows with made-up samples, whose true values are known. */
#ifndef MADE_UP_SAMPLES_H
#define MADE_UP_SAMPLES_H

#include "analysis/conclude.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

enum { PROCESSES = 20, SAMPLES = 30 };

static const struct scheme one = {.name = "one", .family = "magic"},
                           two = {.name = "two", .family = "pext"},
                           twin = {.name = "one_twin", .family = "magic", .twin = "one"},
                           mock = {.name = "floor", .family = "floor", .traits = MOCK};
static const struct list games = {.name = "games", .piece = ROOK, .n = 64};

static const struct mode_spec mode = {.kind = MODE_THROUGHPUT, .threads = 1},
                              other_mode = {.kind = MODE_LATENCY, .threads = 1};

static inline struct run *new_rows(size_t n, const struct scheme *const *schemes_of,
                                   size_t processes)
{
    struct run *run = calloc(1, sizeof *run);
    run->row = calloc(n + 1, sizeof *run->row);
    run->n = n;
    run->processes_requested = run->processes_ended = processes;
    for (size_t i = 0; i < n; i++)
        run->row[i] = (struct measured_row){
            .planned.scheme = schemes_of[i], .planned.list = &games, .planned.mode = &mode};
    run->row[n] =
        (struct measured_row){.planned.scheme = &one,
                              .planned.list = &games,
                              .planned.mode = &mode,
                              .incomplete = true,
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

/* Returns an undisturbed sample on a core of 3 GHz with 4 canary operations per cycle, plus
 * noise. */
static inline struct sample sample_of(size_t process, double cycles)
{
    static unsigned taken;
    float ipc = 4 + (float)(taken++ % 2) * 1e-4f;
    return (struct sample){.process = (uint32_t)process,
                           .cycles = (float)cycles,
                           .ns = (float)(cycles / 3),
                           .ghz = 3,
                           .ipc = ipc,
                           .ipc_high = ipc,
                           .counts = {NAN, NAN, NAN, NAN, NAN}};
}

/* Returns a sample on a core that another program shares: half of the canary's operations. */
static inline struct sample shared_sample(size_t process, double cycles)
{
    struct sample sample = sample_of(process, cycles);
    sample.ipc = 2;
    return sample;
}

static inline void add_samples(struct measured_row *row, struct sample sample, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_true(run_add_samples(row, &sample, 1));
}

/* Adds samples of all processes; process p measures cycles * (1 + shift[p]). */
static inline void measure(struct measured_row *row, size_t processes, double cycles,
                           const double *shift)
{
    for (size_t p = 0; p < processes; p++)
        add_samples(row, sample_of(p, cycles * (1 + (shift ? shift[p] : 0))), SAMPLES);
}

static inline void conclude_all(struct run *run, double best_ipc)
{
    struct error error;
    assert_true(conclude(run, best_ipc, &error));
}

#endif
