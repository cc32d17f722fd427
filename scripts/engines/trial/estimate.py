# SPDX-License-Identifier: MIT
"""From turns to ratios: the statistics of engine trials, whose data never reach the program; harness/analysis computes
all others. The estimator is fixed: a block gives how long each program takes beside all others in the same rounds, the
result is the median over blocks. Disturbed turns are left out."""

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
MIN_SHARE = 0.1  # of a block's rounds in which a program is undisturbed; with fewer the block has no result
SWEEPS = 20  # of the fit: the numbers settle, though few rounds have two programs undisturbed


@dataclass(frozen=True)
class Estimate:
    """How long a program takes: the log of its cycles, beside the mean of all programs, with the interval, and its
    cycles per node; nan: unknown."""

    log: Interval
    cycles_per_node: float

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.log[2] - self.log[1]) / 2

    def over(self, base: "Estimate") -> Interval:
        """Returns the cycles over those of another program, with the interval of this program alone."""
        middle, low, high = (math.exp(end - base.log[0]) for end in self.log)
        return middle, low, high

    def difference(self, other: "Estimate") -> tuple[float, float]:
        """Returns the log of the cycles over those of another program, and half the interval of that."""
        return self.log[0] - other.log[0], math.hypot(self.half, other.half)

    def differs_by(self, expected: float, other: "Estimate") -> bool:
        """Returns whether the interval of the difference contains a log ratio."""
        log, half = self.difference(other)
        return abs(log - expected) <= half


@functools.cache
def lower_rank(n: int) -> int:
    """Returns the greatest r (from 1; 0: none) such that the r-th least and the r-th greatest of n hold the median.

    They do at CONFIDENCE or, for fewer than six values, at the confidence of the least and the greatest."""
    least = min(CONFIDENCE, 1 - 2.0 ** (1 - n))  # exact: powers of 2
    tails = (sum(math.comb(n, k) for k in range(r)) for r in range(1, n // 2 + 1))
    return sum(1 - 2 * tail / 2**n >= least for tail in tails)


def over_blocks(values: Iterable[float]) -> Interval:
    """Returns the median over blocks, with its interval: 95 %, or what the number of blocks allows."""
    ordered = sorted(values)
    if not ordered:
        return math.nan, math.nan, math.nan
    rank = lower_rank(len(ordered))
    low, high = (ordered[rank - 1], ordered[-rank]) if rank else (math.nan, math.nan)
    return statistics.median(ordered), low, high


def logs_of_block(block: Block) -> list[float] | None:
    """Returns the log of each program's cycles beside the mean of all; None: a program has too few undisturbed turns.

    The log of a turn is the sum of a number of its round, a number of its program and noise: the first is the mean over
    the round's programs, the second the median over rounds, each without the other one. Ratios to one program would
    have that one's noise, too, and lose each round in which that one is disturbed."""
    rounds = [
        {program: math.log(turn.cycles) for program, turn in enumerate(turns) if turn.undisturbed} for turns in block
    ]
    rounds = [logs for logs in rounds if len(logs) > 1]  # one turn alone has nothing beside it
    programs = range(len(block[0]))
    if any(sum(program in logs for logs in rounds) < max(1, MIN_SHARE * len(block)) for program in programs):
        return None
    found = [0.0] * len(programs)
    for _ in range(SWEEPS):
        commons = [statistics.fmean(log - found[program] for program, log in logs.items()) for logs in rounds]
        found = [
            statistics.median(logs[program] - common for logs, common in zip(rounds, commons) if program in logs)
            for program in programs
        ]
    return [log - statistics.fmean(found) for log in found]


def estimates(blocks: list[Block]) -> list[Estimate]:
    """Returns the estimate of each program. The mean that its logs are beside has a share of its own noise, which n
    programs of equal noise make up for by n / (n - 1) in the variance."""
    logs = [of_block for block in blocks if (of_block := logs_of_block(block))]
    found, programs = [], len(blocks[0][0])
    for program in range(programs):
        middle, low, high = over_blocks([of_block[program] for of_block in logs])
        wider = math.sqrt(programs / (programs - 1))
        ends = middle - wider * (middle - low), middle + wider * (high - middle)
        found.append(Estimate((middle, *ends), cycles_per_node(blocks, program)))
    return found


def cycles_per_node(blocks: list[Block], program: int) -> float:
    """Returns the median over blocks; nan: unknown."""
    costs = []
    for block in blocks:
        turns = [turns[program] for turns in block if turns[program].undisturbed]
        if turns and len(turns) >= MIN_SHARE * len(block):
            costs.append(sum(turn.cycles for turn in turns) / sum(turn.nodes for turn in turns))
    return statistics.median(costs) if costs else math.nan


def resolution(base: Estimate, controls: Sequence[Estimate]) -> float:
    """Returns the largest |log ratio| that the intervals of copies of the base contain; inf without intervals."""
    bounds = [abs(log) + half for log, half in (control.difference(base) for control in controls)]
    return math.inf if any(map(math.isnan, bounds)) else max(bounds, default=math.inf)


def status_of(found: Estimate, base: Estimate, limit: float) -> str:
    """Returns whether a difference is resolved: larger than its interval, and than what the controls show."""
    log, half = found.difference(base)
    return RESOLVED if abs(log) > max(half, limit) else NOT_RESOLVED


def predicted_delay(blocks: list[Block], counting: int, cycles: float) -> float:
    """Returns the log ratio of a program that waits for some cycles in each call of a getter. The calls of a counting
    program predict it, from the same rounds."""
    logs = [
        math.log1p(cycles * turns[counting].counts["calls"] / turns[0].cycles)
        for block in blocks
        for turns in block
        if turns[0].undisturbed
    ]
    return statistics.median(logs) if logs else math.nan
