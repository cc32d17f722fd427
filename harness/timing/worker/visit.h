/* SPDX-License-Identifier: MIT
 * One visit to a row: a warm-up, then some samples of about 0.1 ms, each between two canaries.
 * Disturbed samples are repeated as long as the run keeps its pace. */
#ifndef VISIT_H
#define VISIT_H

#include "timing/worker/gbench.h"
#include "timing/worker/inputs.h"

/* A timing process, as its parent requested it. */
struct timing_plan {
    double seconds;       /* timed part                                                         */
    uint64_t seed;        /* of the orders                                                      */
    uint32_t process;     /* index, written into samples                                        */
    bool no_warmup;       /* one sample per visit, with caches as the other rows left them      */
    int fd;               /* socket to the parent, see protocol.h                               */
    const int *corunners; /* CPUs of co-runners */
    int cpu;              /* samples taken on any other are disturbed; -1: not bound to a CPU   */
};

/* What all visits of a process share. */
struct visit_context {
    const struct timing_plan *plan;
    const struct timed_rows *rows;
    uint64_t cpu_state;         /* that every kernel must preserve        */
    double start;               /* of the timed part                      */
    size_t visits, visits_done; /* planned; made                          */
    /* Best median of a visit so far, without and with co-runners: for repeats only. The parent
     * computes its own references from all samples. */
    double reference_ipc[2];
};

/* A row that is timed. */
struct visited_row {
    struct visit_context *context;
    struct timed_row *row;
    uint32_t index; /* in messages */
};

/* Returns the number of samples of each visit, repeats of disturbed ones not counted. */
size_t samples_per_visit(const struct timing_plan *plan);

/* Visits a struct visited_row and reports its samples, or that it is wrong. Google Benchmark calls
 * this. */
gbench_fn visit_row;

#endif
