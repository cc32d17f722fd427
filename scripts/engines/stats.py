# SPDX-License-Identifier: MIT
"""The statistics of engine trials, whose data never reach the program: all others are computed by harness/analysis."""

import functools
import math
import statistics
from collections.abc import Iterable
from typing import TypeAlias


Interval: TypeAlias = tuple[float, float, float]  # estimate, lower and upper end; nan: unknown
UNKNOWN: Interval = (math.nan, math.nan, math.nan)
# Those of harness/base/tuning.h.
CONFIDENCE = 0.95
CANARY_TOLERANCE = 0.04  # a canary that differs by more from the reference ran on a shared core
MAX_DRIFT = 0.01  # of the clock between the canaries of an undisturbed turn
REFERENCE = 0.95  # quantile of all canaries that is the speed of an undisturbed core
MIN_SHARE = 0.1  # of a block's rounds that are undisturbed; with fewer it has no result


@functools.cache
def lower_rank(n: int) -> int:
    """Returns the greatest r (from 1; 0: none) such that the r-th least and the r-th greatest of n hold the median.

    They do at CONFIDENCE or, for fewer than six values, at the confidence of the least and the greatest."""
    if n < 2:
        return 0
    least = min(CONFIDENCE, 1 - 2.0 ** (1 - n))  # exact: powers of 2
    tail, r = 0, 0
    for k in range(n // 2):
        tail += math.comb(n, k)
        if 1 - 2 * tail / 2**n < least:
            break
        r = k + 1
    return r


def median_interval(values: Iterable[float]) -> Interval:
    """Returns the median with its interval. The ends are nan for fewer than two values; all are nan without a value."""
    ordered = sorted(values)
    if not ordered:
        return UNKNOWN
    rank = lower_rank(len(ordered))
    ends = (ordered[rank - 1], ordered[-rank]) if rank else (math.nan, math.nan)
    return (statistics.median(ordered), *ends)
