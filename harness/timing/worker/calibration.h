/* SPDX-License-Identifier: MIT */
#ifndef CALIBRATION_H
#define CALIBRATION_H

#include "timing/worker/inputs.h"

/* Sets row->sample_size to the number of queries, boards, games or positions that take about
 * SAMPLE_SECONDS in warm caches. Returns false if no number does, as the clock does not advance.
 * Leaves wrong checksums to sampling. */
bool calibrate(struct timed_row *row);

#endif
