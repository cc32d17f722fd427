/* SPDX-License-Identifier: MIT
 * What the model predicts for an engine: its speed with each scheme of a run, against a base. */
#ifndef PREDICTION_H
#define PREDICTION_H

#include "base/error.h"
#include "base/stats.h"
#include "recommend/engine_model.h"
#include "record/run_times.h"

#include <stdio.h>

struct prediction {
    const struct scheme *scheme;
    /* Nodes per second over the base's. lo and hi contain the spread over processes, the model's
     * interval of w, and its error; NAN: too few processes. */
    struct interval speed;
};

struct predictions {
    const struct engine_model *model;
    struct prediction *prediction; /* the fastest first */
    size_t n;
};

/* Returns whether the run has all rows that predictions take. If not, fails with STATUS_USAGE and
 * the options of `bench` that time them. */
bool predictions_check(const struct engine_model *model, const struct run_times *times,
                       struct error *error);

/* Predicts each scheme that was timed with the base, in pairs by process. Returns false without
 * memory. predictions_free() must follow in any case. */
bool predictions_make(struct predictions *predictions, const struct engine_model *model,
                      const struct run_times *times);

/* Prints a line for each scheme, with its interval, and how far they can be trusted. */
void predictions_print(const struct predictions *predictions, FILE *out);

void predictions_free(struct predictions *predictions);

#endif
