# SPDX-License-Identifier: MIT
"""From turns to ratios: the statistics of engine trials, whose data never reach the program; harness/analysis computes
all others. The estimator is fixed: a block gives how long each program takes beside all others in the same rounds, the
result is the median over blocks. Disturbed turns are left out.

The first programs of a trial are the base and its copies. Together they are what all others are compared with, and how
far they lie apart is what the trial cannot resolve."""

import functools
import itertools
import math
import random
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engines.trial.run import Block

Interval: TypeAlias = tuple[float, float, float]  # estimate, lower and upper end; nan: unknown
Logs: TypeAlias = list[float]  # of the cycles of each program in one block, beside the mean of all
CONFIDENCE = 0.95  # as in harness/base/tuning.h
REFUTED = 0.01  # chance of a sound trial whose copies are said to differ
MIN_SHARE = 0.1  # of a block's rounds in which a program is undisturbed; with fewer the block has no result
LEAST_BLOCKS = 6  # for intervals of 95 %
MOST_APART = 0.02  # copies differ by less in a sound trial, as a log ratio: getters seldom differ by more
SWEEPS = 20  # of the fit: the numbers settle, though few rounds have two programs undisturbed
SHUFFLES = 200  # of places, to find what chance alone makes of them


@functools.cache
def lower_rank(n: int, confidence: float = CONFIDENCE) -> int:
    """Returns the greatest r (from 1; 0: none) such that the r-th least and the r-th greatest of n hold the median."""
    tails = (sum(math.comb(n, k) for k in range(r)) for r in range(1, n // 2 + 1))
    return sum(1 - 2 * tail / 2**n >= confidence for tail in tails)


def over_blocks(values: Iterable[float]) -> Interval:
    """Returns the median over blocks, with its interval: 95 %, or what fewer than six blocks allow."""
    ordered = sorted(values)
    if not ordered:
        return math.nan, math.nan, math.nan
    rank = lower_rank(len(ordered), min(CONFIDENCE, 1 - 2.0 ** (1 - len(ordered))))  # exact: powers of 2
    low, high = (ordered[rank - 1], ordered[-rank]) if rank else (math.nan, math.nan)
    return statistics.median(ordered), low, high


def logs_of_block(block: Block) -> Logs | None:
    """Returns the log of each program's cycles beside the mean of all; None: a program has too few undisturbed turns.

    The log of a turn is the sum of a number of its round, a number of its program and noise: the first is the mean over
    the round's programs, the second the median over rounds, each without the other one. Ratios to one program would
    have that one's noise, too, and lose each round in which that one is disturbed."""
    rounds = [
        {program: math.log(turn.cycles) for program, turn in enumerate(turns) if turn.undisturbed}
        for turns in block.rounds
    ]
    rounds = [logs for logs in rounds if len(logs) > 1]  # one turn alone has nothing beside it
    programs = range(len(block.places))
    if any(sum(program in logs for logs in rounds) < max(1, MIN_SHARE * len(block.rounds)) for program in programs):
        return None
    found = [0.0] * len(programs)
    for _ in range(SWEEPS):
        commons = [statistics.fmean(log - found[program] for program, log in logs.items()) for logs in rounds]
        found = [
            statistics.median(logs[program] - common for logs, common in zip(rounds, commons) if program in logs)
            for program in programs
        ]
    return [log - statistics.fmean(found) for log in found]


# ---- the place at which a program was started ----


def by_place(residuals: Sequence[Logs], places: Sequence[Sequence[int]]) -> list[float]:
    """Returns the mean residual of the programs that were started at each place."""
    sums = [0.0] * len(places[0])
    for of_block, of_places in zip(residuals, places):
        for residual, place in zip(of_block, of_places):
            sums[place] += residual
    return [total / len(places) for total in sums]


def root_mean_square(values: Sequence[float]) -> float:
    """Returns the root of the mean square."""
    return math.sqrt(statistics.fmean(value * value for value in values))


def without_places(logs: list[Logs], places: Sequence[Sequence[int]]) -> tuple[list[Logs], float, float]:
    """Estimates how much each place adds, and subtracts that if it is more than chance. Returns the logs, the effect
    (root mean square over places, of log ratios; nan: too few blocks) and what chance makes of that in 95 %."""
    if len(logs) < 2:
        return logs, math.nan, math.nan
    middles = [statistics.median(of_program) for of_program in zip(*logs)]
    residuals = [[log - middle for log, middle in zip(of_block, middles)] for of_block in logs]
    effects = by_place(residuals, places)
    rng = random.Random(1)
    count = len(effects)
    shuffled = sorted(
        root_mean_square(by_place(residuals, [rng.sample(range(count), count) for _ in places]))
        for _ in range(SHUFFLES)
    )
    effect, by_chance = root_mean_square(effects), shuffled[int(CONFIDENCE * SHUFFLES)]
    if effect > by_chance:
        logs = [[log - effects[place] for log, place in zip(*of_block)] for of_block in zip(logs, places)]
    return logs, effect, by_chance


# ---- programs beside the base ----


@dataclass(frozen=True)
class Estimates:
    """What a trial found, as log ratios: each program beside the base and its copies together."""

    blocks: int  # those in which each program had enough undisturbed turns
    programs: list[Interval]
    cycles_per_node: float  # of the base
    resolution: float  # the largest difference of two of the copies, the base among them; inf: unknown
    differing: list[int]  # the copies, the base among them as 0, that differ from the others by more than chance
    place: float  # root mean square of what the places of starts add
    place_by_chance: float

    def too_few(self, requested: int) -> bool:
        """Returns whether too few blocks of those that were requested have a result for intervals of 95 %."""
        return self.blocks < LEAST_BLOCKS <= requested

    def too_far_apart(self) -> bool:
        """Returns whether copies of one program differ by as much as getters do."""
        return self.blocks >= LEAST_BLOCKS and self.resolution > MOST_APART


def estimates(blocks: list[Block], copies: int) -> Estimates:
    """Returns the estimates of all programs, of which the first `copies` are the base and copies of it."""
    valid = [(of_block, block.places) for block in blocks if (of_block := logs_of_block(block))]
    placed, place, by_chance = without_places([logs for logs, _ in valid], [places for _, places in valid])
    beside = [[log - statistics.fmean(logs[:copies]) for log in logs] for logs in placed]
    programs = [over_blocks(logs[program] for logs in beside) for program in range(len(blocks[0].places))]
    middles = [programs[copy][0] for copy in range(copies)]
    return Estimates(
        len(valid),
        programs,
        cycles_per_node(blocks, copies),
        max(abs(a - b) for a, b in itertools.combinations(middles, 2)) if len(beside) > 1 else math.inf,
        [copy for copy in range(copies) if differs([logs[copy] for logs in beside], copies)],
        place,
        by_chance,
    )


def differs(values: Sequence[float], copies: int) -> bool:
    """Returns whether a copy is on one side of the others in more blocks than chance makes of any of the copies."""
    rank = lower_rank(len(values), 1 - REFUTED / copies)
    ordered = sorted(values)
    return rank > 0 and not ordered[rank - 1] <= 0 <= ordered[-rank]


def cycles_per_node(blocks: list[Block], copies: int) -> float:
    """Returns the cycles per node of the base and its copies together: the median over blocks; nan: unknown."""
    costs = []
    for block in blocks:
        turns = [turn for turns in block.rounds for turn in turns[:copies] if turn.undisturbed]
        if turns:
            costs.append(sum(turn.cycles for turn in turns) / sum(turn.nodes for turn in turns))
    return statistics.median(costs) if costs else math.nan
