/* SPDX-License-Identifier: MIT
 * A visit to a row: its samples. */
#ifndef VISIT_H
#define VISIT_H

#include "analysis/samples.h"
#include "timing/canary.h"
#include "timing/protocol.h"
#include "timing/worker/kernel_run.h"

/* ---- calibration ---- */

/* Sets row->sample_size to the number of queries, boards, games or positions that take about
 * SAMPLE_SECONDS in warm caches. Returns false if no number does, as the clock does not advance.
 * Leaves wrong checksums to sampling. */
bool calibrate(struct timed_row *row);

/* ---- a sample ---- */

/* A sample is a run of a row's kernel between two canaries. */

/* A canary, and how often the thread had lost its CPU before it began. */
struct moment {
    struct canary canary;
    long switches;
};

/* The part of a sample that is the same for all rows. */
struct sampling {
    int cpu;            /* a sample on any other is disturbed; -1: the one it begins on */
    uint64_t cpu_state; /* that every kernel must preserve                              */
};

/* ---- a visit ---- */

/* One visit to a row: a warm-up, then some samples of about 0.1 ms, each between two canaries.
 * While the core is taken a visit waits: it reads canaries, and takes no samples. */

enum { HIGHER_CANARIES = 16 };

/* What all visits of a process share. */
struct visit_context {
    const struct timing_plan *plan;
    const struct timed_rows *rows;
    struct visited_row *row; /* [n], those that are timed */
    size_t n;
    struct sampling sampling;
    double start, seconds;          /* of the timed part; its length on a quiet machine      */
    size_t rounds, of_visit;        /* planned; samples of each visit                        */
    double reference_ipc;           /* rises when canaries agree on a higher speed           */
    double higher[HIGHER_CANARIES]; /* the last canaries above the reference's tolerance     */
    size_t higher_count;
    /* Of all rows: */
    size_t undisturbed; /* samples                                        */
    size_t needed;      /* those of them that count towards MIN_SAMPLES   */
    size_t measured;    /* rows that have MIN_SAMPLES                     */
    double lost;        /* samples for whose time the core was taken      */
};

/* A row that is timed. */
struct visited_row {
    struct visit_context *context;
    struct timed_row *row;
    uint32_t index; /* in messages */
    size_t visits;
    struct sample *samples; /* [undisturbed], by the reference at their time */
    size_t undisturbed, capacity;
    unsigned failures; /* disturbed samples */
    double lost;       /* samples for whose time the core was taken */
};

/* Visits a row: takes samples until as many as a visit has are undisturbed, until too many are not,
 * or until the process's bound. Sends the parent the progress, or that the row is wrong; its status
 * is ROW_WRONG then. */
void visit_row(struct visited_row *row);

#endif
