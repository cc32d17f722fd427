# SPDX-License-Identifier: MIT
"""Rules that name a getter for an engine: how much engines lost with them in trials, and the rule of `recommend`."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engines import figures
from engines.trial_results import SHORT_TURN, Getter, Trial
from slidebench_results import uses
from slidebench_results.result import Result

Costs: TypeAlias = dict[str, float]  # {scheme: its cost by a rule; the rule takes the scheme with the lowest}
ResultOf: TypeAlias = Mapping[Trial, Result]  # {trial: the newest result of its CPU and compiler}

# A rule is a use, whose column orders getters, or the size of tables, or a getter that is always taken.
COLUMNS = (uses.NNUE_COLD, "NNUE warm", uses.HCE_WARM, uses.QUEEN, uses.CHAIN, "set-wise", uses.REPLAY)
SMALLER_TABLES = "smaller tables"
NO_MORE = 2  # trials, see evidence_of(): in few of them a getter's residual may be noise


def newest_result(results: Iterable[Result], trial: Trial) -> Result | None:
    """Returns the newest result of the trial's CPU and compiler that has all of COLUMNS; None: there is none."""
    candidates = [
        result
        for result in results
        if (result.cpu, result.compiler.replace(" ", "-")) == (trial.cpu, trial.compiler)
        and result.core_kind in ("", "perf")  # a trial runs on the fastest cores
        and uses.columns(result).keys() >= set(COLUMNS)
    ]
    return max(candidates, key=lambda result: str(result.record["date"])) if candidates else None


def results_of(trials: Iterable[Trial], results: Sequence[Result]) -> ResultOf:
    """Returns the results of all trials that have one and whose turns are long enough."""
    long = [trial for trial in trials if trial.turn_ms >= SHORT_TURN]
    return {trial: result for trial in long if (result := newest_result(results, trial))}


def costs_of(result: Result, rule: str) -> Costs:
    """Returns the costs of schemes by a rule."""
    if rule == SMALLER_TABLES:
        return {name: scheme.engine_bytes for name, scheme in result.schemes.items()}
    if rule in COLUMNS:
        return uses.columns(result)[rule].cycles
    return {rule: 0.0}  # always this getter


def by_kind(result_of: ResultOf) -> dict[str, ResultOf]:
    """Returns {kind of engine: its trials}."""
    kinds = dict.fromkeys(trial.kind for trial in result_of)
    return {kind: {trial: result for trial, result in result_of.items() if trial.kind == kind} for kind in kinds}


class Score(NamedTuple):
    """How good a rule was in some trials."""

    losses: list[float]  # figures.losses_of()
    right: int = 0  # pairs of getters that the rule orders as trials do
    pairs: int = 0

    @property
    def mean(self) -> float:
        """The mean of the losses."""
        return statistics.fmean(self.losses)


def score_of(result_of: ResultOf, rule: str) -> Score:
    """Returns the score of a rule. Only pairs of getters that also have a figure in the column that `recommend` follows
    count, so that rules can be compared."""
    costs = {trial: costs_of(result, rule) for trial, result in result_of.items()}
    followed = {trial: costs_of(result, uses.COLUMN_OF_KIND[trial.kind]) for trial, result in result_of.items()}
    counted = {trial: {name: own[name] for name in own if name in followed[trial]} for trial, own in costs.items()}
    return Score(figures.losses_of(costs.items()), *figures.hits_of(counted.items()))


class Evidence(NamedTuple):
    """What trials of a kind of engine found. An engine's time with a getter is predicted as the column's cycles to the
    power `exponent`, times exp(`residual`) of the getter."""

    exponent: float
    trials: dict[str, int]  # {getter: how many had it}
    residual: dict[str, float]


def evidence_of(result_of: ResultOf, kind: str) -> Evidence:
    """Returns the evidence of trials of one kind. `exponent` is the slope of the log of engines' times over the log
    of the column's cycles, after the mean of each trial was subtracted from both. `residual` is the mean distance of a
    getter from this line. The mean includes NO_MORE distances of 0, so that few trials of a getter count less."""
    points: list[tuple[str, float, float]] = []
    for trial, result in result_of.items():
        costs = costs_of(result, uses.COLUMN_OF_KIND[kind])
        getters = [getter for getter in figures.candidates(trial) if getter.name in costs]
        if getters:
            columns = [math.log(costs[getter.name]) for getter in getters]
            times = [math.log(getter.ratio) for getter in getters]
            columns_mean, times_mean = statistics.fmean(columns), statistics.fmean(times)
            for getter, column, time in zip(getters, columns, times, strict=True):
                points.append((getter.name, column - columns_mean, time - times_mean))
    exponent = sum(x * y for _, x, y in points) / (sum(x * x for _, x, _ in points) or 1)
    distances: dict[str, list[float]] = {}
    for name, x, y in points:
        distances.setdefault(name, []).append(y - exponent * x)
    trials = {name: len(own) for name, own in distances.items()}
    return Evidence(exponent, trials, {name: sum(own) / (len(own) + NO_MORE) for name, own in distances.items()})


def advised_getter(trial: Trial, result_of: ResultOf) -> Getter | None:
    """Returns the getter of a trial that `recommend` would name if it knew only these getters, and only trials of other
    engines."""
    costs = costs_of(result_of[trial], uses.COLUMN_OF_KIND[trial.kind])
    others = {each: of for each, of in by_kind(result_of)[trial.kind].items() if each.engine != trial.engine}
    evidence = evidence_of(others, trial.kind)

    def order(getter: Getter) -> tuple[int, float]:
        trials, column = evidence.trials.get(getter.name, 0), math.log(costs[getter.name])
        return -trials, evidence.exponent * column + evidence.residual[getter.name] if trials else column

    getters = [getter for getter in figures.candidates(trial) if getter.name in costs]
    return min(getters, key=order) if getters else None


def advice_losses(result_of: ResultOf) -> list[float]:
    """Returns what engines lose with the advised getter, in the trials that have it."""
    taken = {trial: advised_getter(trial, result_of) for trial in result_of}
    return [figures.loss(getter, figures.best_of(trial)) for trial, getter in taken.items() if getter]
