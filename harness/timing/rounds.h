/* SPDX-License-Identifier: MIT
 * Times rows, within a timing process. One visit to a row takes some samples of about 0.1 ms, each between two
 * canaries; a round visits every row once, in an order of its own, so that what drifts on the machine meets
 * all rows alike. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "timing/inputs.h"

struct rounds_plan {
    double seconds;   /* the timed part                                                           */
    uint64_t seed;    /* of the orders                                                            */
    uint32_t process; /* written into samples                                                     */
    bool interleaved; /* one sample a visit, with caches as the other rows left them; else an
                         untimed stretch comes first and several samples follow                   */
    int wire; /* where messages go, see protocol.h                                            */
    int cpu;  /* samples taken on any other are disturbed; -1: wherever the thread is     */
};

/* Prepares and times the rows that are ROW_OK. Google Benchmark, which drives it, must be initialised. */
bool rounds_run(struct timed_rows *rows, const struct rounds_plan *plan, struct error *error);

#endif
