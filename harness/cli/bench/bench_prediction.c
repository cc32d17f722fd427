/* SPDX-License-Identifier: MIT */
#include "cli/bench/bench_prediction.h"
#include "recommend/prediction.h"
#include "record/run_times.h"

static const struct engine_model *model_of(enum predicted predicted)
{
    return engine_model_of(predicted == PREDICTED_NNUE ? "nnue" : "hand-made");
}

bool bench_prediction_check(enum predicted predicted, const struct rows *rows,
                            const struct machine *machine, struct error *error)
{
    struct run run = {.n = 0};
    struct run_times times = {.recorded = NULL};
    if (!predicted)
        return true;
    bool ok = run_make(&run, rows, error) &&
              (run_times_of_run(&times, &run, machine) ||
               fail(error, STATUS_ENVIRONMENT, "no memory for %zu rows", rows->n)) &&
              predictions_check(model_of(predicted), &times, error);
    run_times_free(&times);
    run_free(&run);
    return ok;
}

bool bench_prediction_print(enum predicted predicted, const struct run *run,
                            const struct machine *machine, struct error *error)
{
    struct run_times times = {.recorded = NULL};
    struct predictions predictions = {.n = 0};
    if (!predicted)
        return true;
    bool ok = run_times_of_run(&times, run, machine) &&
              predictions_make(&predictions, model_of(predicted), &times);
    if (ok)
        predictions_print(&predictions, stdout);
    predictions_free(&predictions);
    run_times_free(&times);
    return ok || fail(error, STATUS_ENVIRONMENT, "no memory for the predictions");
}
