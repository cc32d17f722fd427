# SPDX-License-Identifier: MIT
"""What a trial answers, on the terminal and on the page: whether a predictor's order came true, what its choice loses
against the best measured getter, and which getters cannot be told from that one.

A predictor is {scheme: cost}; less is better."""

import itertools
import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.trial_results import Getter, Trial

# Getters that no engine would take: they are slower than all others, so that any column orders them.
NOT_TAKEN = ("magic_plain", "classical", "kogge_stone", "ray_loop")


def candidates(trial: Trial) -> list[Getter]:
    """Returns the getters that an engine would take, the base among them, whose ratio is known."""
    return [getter for getter in trial.getters if getter.name not in NOT_TAKEN and not math.isnan(getter.ratio)]


def common(trials: Iterable[Trial]) -> list[str]:
    """Returns the candidates that all of these trials have."""
    of_trials = [[getter.name for getter in candidates(trial)] for trial in trials]
    return [name for name in of_trials[0] if all(name in names for names in of_trials)] if of_trials else []


def resolved(a: Getter, b: Getter, resolution: float) -> bool:
    """Returns whether two getters of a trial differ beyond their intervals and the trial's resolution."""
    half = math.hypot(a.hi - a.lo, b.hi - b.lo) / 2
    return abs(math.log(a.ratio / b.ratio)) > max(half, resolution)  # false if an interval is nan


def count_hits(trial: Trial, costs: Mapping[str, float]) -> tuple[int, int]:
    """Returns how many pairs of getters a predictor orders as measured, and of how many pairs: those that the trial
    resolves, of getters that an engine would take and that have a cost. A pair of equal costs has no order."""
    getters = [getter for getter in candidates(trial) if getter.name in costs]
    pairs = [(a, b) for a, b in itertools.combinations(getters, 2) if resolved(a, b, trial.resolution)]
    return sum((costs[a.name] - costs[b.name]) * (a.ratio - b.ratio) > 0 for a, b in pairs), len(pairs)


def differences_of_pairs(trial: Trial, costs: Mapping[str, float]) -> list[tuple[float, float]]:
    """Returns, of all pairs of getters with a cost, the greater cost over the less and how much longer the engine takes
    with that getter, in percent."""
    known = sorted((costs[getter.name], getter.ratio) for getter in candidates(trial) if getter.name in costs)
    return [(b[0] / a[0], 100 * (b[1] / a[1] - 1)) for a, b in itertools.combinations(known, 2)]


def best_of(trial: Trial) -> Getter:
    """Returns the best measured getter that an engine would take."""
    return min(candidates(trial), key=lambda getter: getter.ratio)


def not_told_apart(trial: Trial) -> list[Getter]:
    """Returns the getters that cannot be told from the best measured one, which is the first."""
    best = best_of(trial)
    found = [getter for getter in candidates(trial) if not resolved(getter, best, trial.resolution)]
    return sorted(found, key=lambda getter: getter.ratio)


def loss(getter: Getter, best: Getter) -> float:
    """Returns how much longer an engine takes with a getter than with the best one, in percent."""
    return 100 * (getter.ratio / best.ratio - 1)


def at_stake(trial: Trial) -> float:
    """Returns how much longer an engine takes with the worst getter than with the best one, in percent."""
    return loss(max(candidates(trial), key=lambda getter: getter.ratio), best_of(trial))


def half_interval_of_loss(getter: Getter, best: Getter) -> float:
    """Returns half the interval of a getter's loss, in percent; 0 for the best getter itself."""
    return 0.0 if getter.name == best.name else 50 * math.hypot(getter.hi - getter.lo, best.hi - best.lo)


def resolution_in_percent(trial: Trial) -> float:
    """Returns the resolution of a trial in percent: a smaller difference of two getters is none."""
    return 100 * math.expm1(trial.resolution)


@dataclass
class Score:
    """What a predictor did in several trials: the losses in percent, where the getter that it takes was measured, and
    the resolved pairs of getters, of which it orders some right."""

    losses: list[float]
    right: int
    pairs: int

    @property
    def mean(self) -> float:
        """The mean loss."""
        return statistics.fmean(self.losses)


def score_of(trials: Iterable[tuple[Trial, Mapping[str, float]]]) -> Score:
    """Returns the score of a predictor, given trials with its costs."""
    score = Score([], 0, 0)
    for trial, costs in trials:
        right, pairs = count_hits(trial, costs)
        score.right, score.pairs = score.right + right, score.pairs + pairs
        known = [getter for getter in candidates(trial) if getter.name in costs]
        if known:
            score.losses.append(loss(min(known, key=lambda getter: costs[getter.name]), best_of(trial)))
    return score
