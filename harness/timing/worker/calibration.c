/* SPDX-License-Identifier: MIT */
#include "timing/worker/calibration.h"
#include "base/clock.h"
#include "base/tuning.h"
#include "timing/worker/kernel_run.h"
#include "timing/worker/sampling.h"

#include <math.h>

/* Returns the number of which the size of a sample is a multiple. */
static size_t sample_unit(const struct timed_row *row)
{
    const struct row *planned = &row->planned;
    return mode_table[planned->mode->kind].cold_cache ? planned->mode->queries
                                                      : list_group(planned->list->piece);
}

/* Times a run of n queries. Repeats it if it took suspiciously long beside half as many, `before`
 * seconds: the core was taken. Returns NAN if the row is wrong. */
static double time_run(struct timed_row *row, size_t n, double before)
{
    double least = INFINITY;
    for (int i = 0; i < CALIBRATION_TRIES && least > MAX_CALIBRATION_GROWTH * before; i++) {
        size_t steps;
        double seconds, start = clock_seconds();
        if (!kernel_run(row, n, &steps, &seconds))
            return NAN;
        least = fmin(least, clock_seconds() - start);
    }
    return least;
}

bool calibrate(struct timed_row *row)
{
    static const size_t least[LIST_KINDS] = {
        [LIST_OF_QUERIES] = MIN_SAMPLE_QUERIES,
        [LIST_OF_BOARDS] = MIN_SAMPLE_QUERIES,
        [LIST_OF_GAMES] = MIN_SAMPLE_GAMES,
        [LIST_OF_PERFT_TASKS] = MIN_SAMPLE_PERFT,
    };
    size_t unit = sample_unit(row), first = least[row->planned.list->kind];
    double seconds = 0;
    warm_up(row);
    for (row->sample_size = unit > first ? unit : first; row->sample_size < MAX_SAMPLE_SIZE;
         row->sample_size *= 2) {
        seconds = time_run(row, row->sample_size, seconds);
        if (isnan(seconds))
            return true;
        if (seconds >= SAMPLE_SECONDS * CALIBRATION_SHARE) {
            row->sample_size = (size_t)((double)row->sample_size * SAMPLE_SECONDS / seconds) + 1;
            row->sample_size = (row->sample_size + unit - 1) / unit * unit;
            return true;
        }
    }
    return false;
}
