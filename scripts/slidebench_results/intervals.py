# SPDX-License-Identifier: MIT
"""Intervals of medians, as harness/base/stats.h defines and justifies them."""

import functools
import math
import statistics

MARGIN = 0.01  # two rows whose ratio is closer to 1 are not told apart


@functools.cache
def lower_rank(n, confidence):
    """The greatest r (from 1; 0: none) such that the r-th least and the r-th greatest of n hold the median."""
    tail, r = 0, 0
    for k in range(n // 2):
        tail += math.comb(n, k)
        if 1 - 2 * tail / 2**n < confidence:
            break
        r = k + 1
    return r


@functools.cache
def confidence(comparisons, n):
    """To be asked of each of several comparisons over n observations: stats_confidence()."""
    corrected = 1 - 0.05 / max(comparisons, 1)
    return corrected if n < 2 else min(corrected, 1 - 2.0 ** (1 - min(n, 40)) - 1e-12)


def interval(values, asked):
    """(median, lo, hi) of at least one value; lo and hi are nan where there are too few."""
    values = sorted(values)
    rank = lower_rank(len(values), asked)
    return (statistics.median(values), *((values[rank - 1], values[-rank]) if rank else (math.nan, math.nan)))
