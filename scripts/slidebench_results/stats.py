# SPDX-License-Identifier: MIT
"""Statistics of two and more runs, which the program never has together. harness/analysis computes all others."""

import functools
import itertools
import math
import statistics
from collections.abc import Sequence
from typing import TypeAlias

CONFIDENCE = 0.95

Interval: TypeAlias = tuple[float, float, float]  # estimate, lower and upper end; nan: unknown
UNKNOWN: Interval = (math.nan, math.nan, math.nan)
Series: TypeAlias = Sequence[float | None]  # one value per process; None: no undisturbed sample


def known(series: Series) -> list[float]:
    """Returns the values of a series that are not missing."""
    return [value for value in series if value is not None]


def verdict(lo: float, hi: float, margin: float) -> int:
    """Returns -1 if a ratio of times is faster, 1 if slower, 0 if tied: its interval must clear the margin."""
    return int(lo > 1 + margin) - int(hi < 1 / (1 + margin))


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
