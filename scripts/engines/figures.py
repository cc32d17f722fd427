# SPDX-License-Identifier: MIT
"""What follows from a trial, for the terminal and the page: how many pairs of getters a predictor orders as measured,
how much slower its choice is than the best getter, and which getters the trial cannot tell from the best one.

A predictor is {scheme: cost}; a lower cost is better."""

import itertools
import math
from collections.abc import Iterable, Mapping

from engines.trial_results import Getter, Trial

# Getters that no engine would take. Any column orders them rightly, as they are slower than all others.
NOT_TAKEN = ("magic_plain", "classical", "kogge_stone", "ray_loop")


def candidates(trial: Trial) -> list[Getter]:
    """Returns the getters that an engine would take, the base among them, whose ratio is known."""
    return [getter for getter in trial.getters if getter.name not in NOT_TAKEN and not math.isnan(getter.ratio)]


def common(trials: Iterable[Trial]) -> list[str]:
    """Returns the candidates that all of these trials have."""
    first, *others = [[getter.name for getter in candidates(trial)] for trial in trials] or [[]]
    return [name for name in first if all(name in names for names in others)]


def log_half_interval(a: Getter, b: Getter) -> float:
    """Returns half the interval of the logarithm of the ratio of two getters of a trial."""
    return math.hypot(math.log(a.hi / a.lo), math.log(b.hi / b.lo)) / 2


def resolved(a: Getter, b: Getter, resolution: float) -> bool:
    """Returns whether two getters of a trial differ beyond their intervals and the trial's resolution."""
    return abs(math.log(a.ratio / b.ratio)) > max(log_half_interval(a, b), resolution)  # false if an interval is nan


def count_hits(trial: Trial, costs: Mapping[str, float]) -> tuple[int, int]:
    """Returns how many pairs of getters a predictor orders as measured, and how many pairs there are.

    A pair counts if the trial resolves it, an engine would take both getters, and both have a cost. With equal costs a
    pair is not ordered."""
    getters = [getter for getter in candidates(trial) if getter.name in costs]
    pairs = [(a, b) for a, b in itertools.combinations(getters, 2) if resolved(a, b, trial.resolution)]
    return sum((costs[a.name] - costs[b.name]) * (a.ratio - b.ratio) > 0 for a, b in pairs), len(pairs)


def differences_of_pairs(trial: Trial, costs: Mapping[str, float]) -> list[tuple[float, float]]:
    """Returns for each pair of getters with a cost the ratio of the higher cost to the lower one, and by how many
    percent the engine is slower with the getter of the higher cost."""
    by_cost = sorted((costs[getter.name], getter.ratio) for getter in candidates(trial) if getter.name in costs)
    return [(b[0] / a[0], 100 * (b[1] / a[1] - 1)) for a, b in itertools.combinations(by_cost, 2)]


def best_of(trial: Trial) -> Getter:
    """Returns the best measured getter that an engine would take."""
    return min(candidates(trial), key=lambda getter: getter.ratio)


def not_told_apart(trial: Trial) -> list[Getter]:
    """Returns the best measured getter, and then those that the trial cannot tell from it."""
    best = best_of(trial)
    tied = [getter for getter in candidates(trial) if not resolved(getter, best, trial.resolution)]
    return sorted(tied, key=lambda getter: getter.ratio)


def loss(getter: Getter, best: Getter) -> float:
    """Returns how much longer an engine takes with a getter than with the best one, in percent."""
    return 100 * (getter.ratio / best.ratio - 1)


def at_stake(trial: Trial) -> float:
    """Returns how much longer an engine takes with the worst getter than with the best one, in percent."""
    return loss(max(candidates(trial), key=lambda getter: getter.ratio), best_of(trial))


def half_interval_of_loss(getter: Getter, best: Getter) -> float:
    """Returns half the interval of a getter's loss, in percent; 0 for the best getter itself."""
    return 0.0 if getter.name == best.name else 100 * getter.ratio / best.ratio * log_half_interval(getter, best)


def resolution_in_percent(trial: Trial) -> float:
    """Returns the resolution of a trial in percent: a smaller difference between two getters counts as none."""
    return 100 * math.expm1(trial.resolution)


def losses_of(predicted: Iterable[tuple[Trial, Mapping[str, float]]]) -> list[float]:
    """Returns the loss of the getter that a predictor takes, for each trial that has a getter with a cost. `predicted`
    has each trial with the predictor's costs."""
    losses = []
    for trial, costs in predicted:
        getters = [getter for getter in candidates(trial) if getter.name in costs]
        if getters:
            losses.append(loss(min(getters, key=lambda getter: costs[getter.name]), best_of(trial)))
    return losses


def hits_of(predicted: Iterable[tuple[Trial, Mapping[str, float]]]) -> tuple[int, int]:
    """Returns count_hits() of all trials together."""
    hits = [count_hits(trial, costs) for trial, costs in predicted]
    return sum(right for right, _ in hits), sum(pairs for _, pairs in hits)
