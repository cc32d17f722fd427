/* SPDX-License-Identifier: MIT */
#include "timing/worker/calibration.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/worker/kernel_run.h"
#include "timing/worker/sampling.h"

/* Returns the number of which the size of a sample is a multiple. */
static size_t sample_unit(const struct timed_row *row)
{
    const struct row *planned = &row->planned;
    return mode_table[planned->mode->kind].cold_cache ? planned->mode->queries
                                                      : list_group(planned->list->piece);
}

bool calibrate(struct timed_row *row)
{
    static const size_t least[LIST_KINDS] = {
        [LIST_OF_QUERIES] = MIN_SAMPLE_QUERIES,
        [LIST_OF_BOARDS] = MIN_SAMPLE_QUERIES,
        [LIST_OF_GAMES] = MIN_SAMPLE_GAMES,
        [LIST_OF_PERFT_TASKS] = MIN_SAMPLE_PERFT,
    };
    size_t steps, unit = sample_unit(row), first = least[row->planned.list->kind];
    bool correct = true;
    warm_up(row);
    for (row->sample_size = unit > first ? unit : first;
         correct && row->sample_size < MAX_SAMPLE_SIZE; row->sample_size *= 2) {
        double seconds, start = clock_seconds();
        correct = kernel_run(row, row->sample_size, &steps, &seconds);
        seconds = clock_seconds() - start;
        if (seconds >= SAMPLE_SECONDS * CALIBRATION_SHARE) {
            row->sample_size = (size_t)((double)row->sample_size * SAMPLE_SECONDS / seconds) + 1;
            row->sample_size = (row->sample_size + unit - 1) / unit * unit;
            return true;
        }
    }
    return !correct;
}
