# SPDX-License-Identifier: MIT
"""From turns to ratios: the statistics of engine trials, whose data never reach the program; harness/analysis computes
all others. The estimator is fixed: a block gives the median over its rounds, the result is the median over blocks.
Disturbed turns are left out. Every program is compared with the first one, the base, in the same round."""

import functools
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engines.trial.run import Block
from engines.trial_results import NOT_RESOLVED, RESOLVED

Interval: TypeAlias = tuple[float, float, float]  # estimate, lower and upper end; nan: unknown
CONFIDENCE = 0.95  # as in harness/base/tuning.h
MIN_SHARE = 0.1  # of a block's rounds that are undisturbed; with fewer it has no result


@dataclass(frozen=True)
class Estimate:
    """The cycles of a program relative to the base's, with the interval, and its cycles per node; nan: unknown."""

    ratio: Interval
    cycles_per_node: float

    def contains(self, ratio: float) -> bool:
        """Returns whether the interval contains a ratio."""
        return self.ratio[1] <= ratio <= self.ratio[2]


@functools.cache
def lower_rank(n: int) -> int:
    """Returns the greatest r (from 1; 0: none) such that the r-th least and the r-th greatest of n hold the median.

    They do at CONFIDENCE or, for fewer than six values, at the confidence of the least and the greatest."""
    least = min(CONFIDENCE, 1 - 2.0 ** (1 - n))  # exact: powers of 2
    tails = (sum(math.comb(n, k) for k in range(r)) for r in range(1, n // 2 + 1))
    return sum(1 - 2 * tail / 2**n >= least for tail in tails)


def interval_of_ratio(logs: Iterable[float | None]) -> Interval:
    """Returns the median over blocks as a ratio, with its interval: 95 %, or what the number of blocks allows."""
    ordered = sorted(log for log in logs if log is not None)
    if not ordered:
        return math.nan, math.nan, math.nan
    rank = lower_rank(len(ordered))
    low, high = (ordered[rank - 1], ordered[-rank]) if rank else (math.nan, math.nan)
    return math.exp(statistics.median(ordered)), math.exp(low), math.exp(high)


def block_median(logs: Sequence[float], rounds: int) -> float | None:
    """Returns the median of the undisturbed rounds of a block; None: they are too few."""
    return statistics.median(logs) if logs and len(logs) >= MIN_SHARE * rounds else None


def log_ratios(block: Block, program: int) -> list[float]:
    """Returns log(cycles / base's cycles) of each round in which both turns are undisturbed."""
    return [
        math.log(turns[program].cycles / turns[0].cycles)
        for turns in block
        if turns[program].undisturbed and turns[0].undisturbed
    ]


def estimate(blocks: list[Block], program: int) -> Estimate:
    """Returns the estimate of a program; of the base, the ratio is 1."""
    ratio = interval_of_ratio(block_median(log_ratios(block, program), len(block)) for block in blocks)
    costs = []
    for block in blocks:
        turns = [turns[program] for turns in block if turns[program].undisturbed]
        if turns and len(turns) >= MIN_SHARE * len(block):
            costs.append(sum(turn.cycles for turn in turns) / sum(turn.nodes for turn in turns))
    return Estimate(ratio, statistics.median(costs) if costs else math.nan)


def resolution(controls: Sequence[Estimate]) -> float:
    """Returns the largest |log ratio| that the intervals of the controls contain; inf without intervals."""
    bounds = [abs(math.log(end)) for control in controls for end in control.ratio[1:]]
    return math.inf if any(map(math.isnan, bounds)) else max(bounds, default=math.inf)


def status_of(found: Estimate, limit: float) -> str:
    """Returns whether a difference is resolved: clear of 1, and larger than what the controls show."""
    middle, low, high = found.ratio
    clear = low > 1 or high < 1
    return RESOLVED if clear and abs(math.log(middle)) > limit else NOT_RESOLVED


def predicted_delay(blocks: list[Block], counting: int, cycles: float) -> Interval:
    """Returns the ratio of a program that waits for some cycles in each call of a getter. The calls of a counting
    program predict it, by the estimator of the measurement, from the same rounds."""
    medians = []
    for block in blocks:
        logs = [
            math.log1p(cycles * turns[counting].counts["calls"] / turns[0].cycles)
            for turns in block
            if turns[0].undisturbed
        ]
        medians.append(block_median(logs, len(block)))
    return interval_of_ratio(medians)
