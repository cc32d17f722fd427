# SPDX-License-Identifier: MIT
"""All statistics of the scripts. harness/base/stats.h defines and justifies those that the program computes as well."""

import functools
import itertools
import math
import statistics
from collections.abc import Iterable, Sequence
from typing import TypeAlias

MARGIN = 0.01  # two rows with a ratio closer to 1 are tied
CONFIDENCE = 0.95
ENOUGH_PROCESSES = 6  # the fewest for an interval that has this confidence

Interval: TypeAlias = tuple[float, float, float]  # estimate, lower and upper end; nan: unknown
UNKNOWN: Interval = (math.nan, math.nan, math.nan)
Series: TypeAlias = Sequence[float | None]  # one value per process; None: no undisturbed sample


@functools.cache
def lower_rank(n: int, confidence: float) -> int:
    """Returns the greatest r (from 1; 0: none) such that the r-th least and the r-th greatest of n hold the median."""
    tail, r = 0, 0
    for k in range(n // 2):
        tail += math.comb(n, k)
        if 1 - 2 * tail / 2**n < confidence:
            break
        r = k + 1
    return r


@functools.cache
def corrected_confidence(comparisons: int, n: int) -> float:
    """Returns the confidence of each of several comparisons over n observations, as stats_confidence() of the
    program."""
    corrected = 1 - (1 - CONFIDENCE) / max(comparisons, 1)
    return corrected if n < 2 else min(corrected, 1 - 2.0 ** (1 - min(n, 40)) - 1e-12)


def median_interval(values: Iterable[float], confidence: float | None = None) -> Interval:
    """Returns the median with its interval. The ends are nan for too few values; all are nan without a value.

    Without a confidence it is that of one comparison: 95 %, or less for fewer than six values."""
    ordered = sorted(values)
    if not ordered:
        return UNKNOWN
    n = len(ordered)
    rank = lower_rank(n, corrected_confidence(1, n) if confidence is None else confidence)
    return (statistics.median(ordered), *((ordered[rank - 1], ordered[-rank]) if rank else (math.nan, math.nan)))


def known(series: Series) -> list[float]:
    """Returns the values of a series that are not missing."""
    return [value for value in series if value is not None]


def verdict(lo: float, hi: float, margin: float = MARGIN) -> int:
    """Returns -1 if a ratio of times is faster, 1 if slower, 0 if tied: its interval must clear the margin."""
    return int(lo > 1 + margin) - int(hi < 1 / (1 + margin))


def paired_ratio(a: Series, b: Series) -> Interval:
    """Returns a / b of two rows of one run, paired by process; all nan with fewer than two pairs."""
    logs = [math.log(x / y) for x, y in zip(a, b) if x is not None and y is not None]
    if len(logs) < 2:
        return UNKNOWN
    mid, lo, hi = map(math.exp, median_interval(logs))
    return mid, lo, hi


@functools.cache
def mann_whitney_tail(n: int, m: int) -> list[float]:
    """Returns P(U <= u) for u = 0.. if both are alike (Mann & Whitney, Ann. Math. Statist. 18 (1947), 50-60)."""
    counts = [1]
    for i in range(1, m + 1):  # the generating function is the Gaussian binomial coefficient
        grown = counts + [0] * (n + i)
        for u, count in enumerate(counts):
            grown[u + n + i] -= count
        for u in range(i, len(grown)):
            grown[u] += grown[u - i]
        counts = grown[: n * i + 1]
    return [total / math.comb(n + m, n) for total in itertools.accumulate(counts)]


def unpaired_ratio(a: Sequence[float], b: Sequence[float]) -> Interval:
    """Returns b / a of two runs with independent processes, at 95 %. The ends are nan for too few processes.

    The estimate is that of Hodges and Lehmann, the interval that of Mann and Whitney, both on logarithms."""
    differences = sorted(math.log(y) - math.log(x) for x in a for y in b)
    outside = sum(p <= (1 - CONFIDENCE) / 2 for p in mann_whitney_tail(len(a), len(b)))
    estimate = math.exp(statistics.median(differences))
    if not outside:
        return estimate, math.nan, math.nan
    return estimate, math.exp(differences[outside - 1]), math.exp(differences[-outside])


def canary_differs(a: float, b: float, tolerance: float) -> bool:
    """Returns whether two canary IPC references show that one core was shared throughout. 0 means unknown."""
    return bool(a and b) and abs(math.log(a / b)) > tolerance


def kendall_tau(x: Sequence[float], y: Sequence[float]) -> float:
    """Returns Kendall's rank correlation of two series, 1 for fewer than two values."""
    pairs = list(itertools.combinations(range(len(x)), 2))
    agree = sum((x[i] - x[j]) * (y[i] - y[j]) > 0 for i, j in pairs)
    return 2 * agree / len(pairs) - 1 if pairs else 1


def break_even(upkeep: tuple[Series, Series], lookups: tuple[Series, Series], lookups_per_move: float) -> Interval:
    """Returns the lookups per move from which an incremental scheme gains, as harness/analysis/break_even.c; inf:
    never.

    Each pair holds the cycles per move of the incremental scheme and of the stateless one, by process."""
    needed = []
    for own_upkeep, other_upkeep, own, other in zip(*upkeep, *lookups):
        if own_upkeep is not None and other_upkeep is not None and own is not None and other is not None:
            extra, gain = own_upkeep - other_upkeep, (other - own) / lookups_per_move
            needed.append(max(extra, 0) / gain if gain > 0 else math.inf)
    return median_interval(needed)
