/* SPDX-License-Identifier: MIT */
#include "timing/worker/calibration.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/worker/kernel_run.h"
#include "timing/worker/sampling.h"

/* Returns the number whose multiples are batches. */
static size_t batch_unit(const struct timed_row *row)
{
    const struct row *planned = &row->planned;
    return mode_table[planned->mode->kind].cold_cache ? planned->mode->queries
                                                      : list_group(planned->list->piece);
}

bool calibrate(struct timed_row *row)
{
    static const size_t least[LIST_KINDS] = {
        [LIST_OF_QUERIES] = MIN_BATCH_QUERIES,
        [LIST_OF_BOARDS] = MIN_BATCH_QUERIES,
        [LIST_OF_GAMES] = MIN_BATCH_GAMES,
        [LIST_OF_PERFT_TASKS] = MIN_BATCH_PERFT,
    };
    size_t steps, unit = batch_unit(row), first = least[row->planned.list->kind];
    bool correct = true;
    warm_up(row);
    for (row->batch_size = unit > first ? unit : first; correct && row->batch_size < MAX_BATCH;
         row->batch_size *= 2) {
        double seconds, start = clock_seconds();
        correct = kernel_run(row, row->batch_size, &steps, &seconds);
        seconds = clock_seconds() - start;
        if (seconds >= SAMPLE_SECONDS * CALIBRATION_SHARE) {
            row->batch_size = (size_t)((double)row->batch_size * SAMPLE_SECONDS / seconds) + 1;
            row->batch_size = (row->batch_size + unit - 1) / unit * unit;
            return true;
        }
    }
    return !correct;
}
