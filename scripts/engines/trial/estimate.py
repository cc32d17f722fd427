# SPDX-License-Identifier: MIT
"""Computes the ratios of an engine trial from its turns, as harness/analysis does for runs. Each block tells how long a
program takes compared with all others in the same rounds; the result is the median over blocks. Disturbed turns do not
count.

The first COPIES programs of a trial are the base and its copies. All others are compared with these together, and the
trial cannot resolve differences that are smaller than those between the copies."""

import functools
import math
import random
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engines.trial.run import Block

Interval: TypeAlias = tuple[float, float, float]  # estimate, lower and upper end; nan: unknown
Logs: TypeAlias = list[float]  # the log of each program's cycles in one block, less the mean over all programs
CONFIDENCE = 0.95  # as in harness/base/tuning.h
REFUTED = 0.01  # chance that the copies of a sound trial are said to differ
MIN_SHARE = 0.1  # of a block's rounds; a block has no result if a program is undisturbed in fewer
MIN_BLOCKS = 6  # for intervals of 95 %
MAX_APART = 0.02  # log ratio; copies differ by less in a sound trial, and getters seldom by more
COPIES = 5  # of one program, which come first: the base and four copies of it
SWEEPS = 20  # of the fit: enough to settle even if few rounds have two undisturbed programs
SHUFFLES = 200  # of places, to find what effect they have by chance alone


@functools.cache
def lower_rank(n: int, confidence: float) -> int:
    """Returns the greatest r for which the r-th least and the r-th greatest of n values enclose the median with this
    confidence; 0: there is none."""
    tails = (sum(math.comb(n, k) for k in range(r)) for r in range(1, n // 2 + 1))
    return sum(1 - 2 * tail / 2**n >= confidence for tail in tails)


def median_over_blocks(values: Iterable[float]) -> Interval:
    """Returns the median over blocks, with its interval of 95 %, or of as much as fewer than six blocks allow."""
    ordered = sorted(values)
    if not ordered:
        return math.nan, math.nan, math.nan
    rank = lower_rank(len(ordered), min(CONFIDENCE, 1 - 2.0 ** (1 - len(ordered))))  # exact: powers of 2
    low, high = (ordered[rank - 1], ordered[-rank]) if rank else (math.nan, math.nan)
    return statistics.median(ordered), low, high


def logs_of_block(block: Block) -> Logs | None:
    """Returns the log of each program's cycles over the mean of all; None: a program has too few undisturbed turns.

    The model: the log of a turn is an effect of the round plus an effect of the program plus noise. The effect of a
    round is the mean over its programs, and the effect of a program is the median over rounds, each after the other
    effect was subtracted. Ratios to one program would contain the noise of that program, and would lose each round in
    which it is disturbed."""
    rounds = [
        {program: math.log(turn.cycles) for program, turn in enumerate(turns) if turn.undisturbed}
        for turns in block.rounds
    ]
    rounds = [logs for logs in rounds if len(logs) > 1]  # a turn alone has nothing to be compared with
    programs = range(len(block.places))
    if any(sum(program in logs for logs in rounds) < max(1, MIN_SHARE * len(block.rounds)) for program in programs):
        return None
    by_program = [0.0] * len(programs)
    for _ in range(SWEEPS):
        by_round = [statistics.fmean(log - by_program[program] for program, log in logs.items()) for logs in rounds]
        by_program = [
            statistics.median(logs[program] - number for logs, number in zip(rounds, by_round) if program in logs)
            for program in programs
        ]
    mean = statistics.fmean(by_program)
    return [log - mean for log in by_program]


# ---- the place at which a program was started ----


def by_place(residuals: Sequence[Logs], places: Sequence[Sequence[int]]) -> list[float]:
    """Returns the mean residual of the programs that were started at each place."""
    sums = [0.0] * len(places[0])
    for block_residuals, block_places in zip(residuals, places):
        for residual, place in zip(block_residuals, block_places):
            sums[place] += residual
    return [total / len(places) for total in sums]


def root_mean_square(values: Sequence[float]) -> float:
    """Returns the root of the mean square."""
    return math.sqrt(statistics.fmean(value * value for value in values))


def without_places(logs: list[Logs], places: Sequence[Sequence[int]]) -> tuple[list[Logs], float, float]:
    """Estimates how much each place adds, and subtracts it if it is more than chance. Returns the logs, the effect of
    places (root mean square of log ratios; nan: too few blocks), and the effect that chance alone exceeds in 5 %."""
    if len(logs) < 2:
        return logs, math.nan, math.nan
    middles = [statistics.median(program_logs) for program_logs in zip(*logs)]
    residuals = [[log - middle for log, middle in zip(block_logs, middles)] for block_logs in logs]
    effects = by_place(residuals, places)
    rng = random.Random(1)
    count = len(effects)
    shuffled = sorted(
        root_mean_square(by_place(residuals, [rng.sample(range(count), count) for _ in places]))
        for _ in range(SHUFFLES)
    )
    effect, by_chance = root_mean_square(effects), shuffled[int(CONFIDENCE * SHUFFLES)]
    if effect > by_chance:
        logs = [
            [log - effects[place] for log, place in zip(block_logs, block_places)]
            for block_logs, block_places in zip(logs, places)
        ]
    return logs, effect, by_chance


# ---- programs beside the base ----


@dataclass(frozen=True)
class Estimates:
    """What a trial found. Ratios are to the base and its copies together, and are given as logs."""

    blocks: int  # with enough undisturbed turns of each program
    programs: list[Interval]
    cycles_per_node: float  # of the base
    resolution: float  # the largest difference between two copies, the base being one; inf: unknown
    differing: list[int]  # numbers of copies, 0 being the base, that differ from the others beyond chance
    place: float  # root mean square of what the order of starts adds
    place_by_chance: float

    def too_few(self, requested: int) -> bool:
        """Returns whether no block has a result, or too few for intervals of 95 % although enough were requested."""
        return not self.blocks or self.blocks < MIN_BLOCKS <= requested

    def too_far_apart(self) -> bool:
        """Returns whether copies of one program differ by as much as getters do."""
        return self.blocks >= MIN_BLOCKS and self.resolution > MAX_APART


def estimates(blocks: list[Block]) -> Estimates:
    """Returns the estimates of all programs."""
    valid = [(logs, block.places) for block in blocks if (logs := logs_of_block(block))]
    placed, place, by_chance = without_places([logs for logs, _ in valid], [places for _, places in valid])
    to_base = [[log - statistics.fmean(logs[:COPIES]) for log in logs] for logs in placed]
    programs = [median_over_blocks(logs[program] for logs in to_base) for program in range(len(blocks[0].places))]
    middles = [middle for middle, _, _ in programs[:COPIES]]
    return Estimates(
        blocks=len(valid),
        programs=programs,
        cycles_per_node=cycles_per_node(blocks),
        resolution=max(middles) - min(middles) if len(valid) > 1 else math.inf,
        differing=[copy for copy in range(COPIES) if differs([logs[copy] for logs in to_base])],
        place=place,
        place_by_chance=by_chance,
    )


def differs(values: Sequence[float]) -> bool:
    """Returns whether a copy is above the others, or below them, in so many blocks that chance hardly explains it."""
    rank = lower_rank(len(values), 1 - REFUTED / COPIES)
    ordered = sorted(values)
    return rank > 0 and not ordered[rank - 1] <= 0 <= ordered[-rank]


def cycles_per_node(blocks: list[Block]) -> float:
    """Returns the cycles per node of the base and its copies together: the median over blocks; nan: unknown."""
    costs = []
    for block in blocks:
        turns = [turn for turns in block.rounds for turn in turns[:COPIES] if turn.undisturbed]
        if turns:
            costs.append(sum(turn.cycles for turn in turns) / sum(turn.nodes for turn in turns))
    return statistics.median(costs) if costs else math.nan
