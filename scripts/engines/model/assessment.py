# SPDX-License-Identifier: MIT
"""Each kind of engine: the modes and the model, judged on the trials of that kind."""

import math
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from engines.model import fit
from engines.model.fit import Hits, Line, Point
from engines.model.published import Published
from engines.model.suite import HOT, Mode, Suite
from engines.model.trials import Trial
from engines.trial_format import PIECES
from engines.stats import Interval

SIMPLE_FIRST = ("throughput", "replay-lookups", "latency", "latency-occupancy", "perft")  # all that HOT matches
HARDLY_MORE = 1.25  # times the least error; with few engines, smaller differences mean nothing

Suites: TypeAlias = dict[tuple[str, str], Suite]
Pairs: TypeAlias = list[tuple[Trial, Suite]]


class Quality(NamedTuple):
    """How well a mode, or the model, predicts the engines of a kind."""

    name: str
    getters: int
    hits: Hits
    spearman: float
    slope: float  # of the measured change over the predicted one
    error: float  # on the engines left out: relative to a node's cycles


class Assessment(NamedTuple):
    """The modes by themselves, the best first, and the model. `predicted`: by the model, of each engine as fitted on
    the others, or as fitted on itself if it is the only one."""

    kind: str
    trials: list[Trial]
    modes: list[Quality]
    model: Quality
    hot: Mode
    w: Interval
    engines: int
    predicted: dict[Point, float]
    published: Published


def with_suites(trials: Sequence[Trial], suites: Suites) -> Pairs:
    """Returns the trials of a CPU and a compiler for which there are results of the suite."""
    return [(trial, suites[key]) for trial in trials if (key := (trial.cpu, trial.compiler)) in suites]


def points_of(pairs: Pairs, hot: Mode, cold: Mode | None = None) -> list[Point]:
    """Returns the points of all trials, with the same hot mode and each CPU's own cold one; `hot` alone if `cold`."""
    found = []
    for trial, suite in pairs:
        other = cold or suite.cold(trial.kind)
        found += fit.points_of(trial, suite, hot, other) if other else []
    return found


def judge(name: str, points: list[Point], line: Callable[[Sequence[Point]], Line | None], plain: Line) -> Quality:
    """Returns the quality of predictions: `line` fits them for the error, `plain` makes those that are compared."""
    predicted = {point: plain(point) for point in points}
    slope = fit.steepness(list(predicted.values()), [point.measured for point in predicted])
    return Quality(
        name,
        len(points),
        fit.sign_hits(predicted),
        fit.rank_correlation(predicted),
        math.nan if slope is None else slope,
        fit.error_of(fit.left_out(points, line)),
    )


def modes_alone(pairs: Pairs) -> list[Quality]:
    """Returns the quality of each mode, the one with the least error first."""
    modes = list(dict.fromkeys(mode for _, suite in pairs for mode in suite.modes()))
    found = [
        judge(f"{mode[0]}, {mode[1]}", points, fit.slope_line, lambda point: point.hot)
        for mode in modes
        if (points := points_of(pairs, mode, mode))
    ]
    return sorted(found, key=lambda quality: (math.isnan(quality.error), quality.error, -quality.spearman))


def model_of(points: list[Point]) -> tuple[Quality, dict[Point, float]] | None:
    """Returns the quality of the model on points and its predictions, of engines left out where there are several."""
    line = fit.model_line(points)
    if not line:
        return None
    predicted = fit.left_out(points, fit.model_line) or {point: line(point) for point in points}
    quality = judge("the model", points, fit.model_line, lambda point: predicted.get(point, math.nan))
    return quality, predicted


def best_hot(pairs: Pairs) -> tuple[Mode, list[Point], Quality, dict[Point, float]] | None:
    """Returns the hot mode with which the model covers most getters and, of these, errs least; a simpler mode if it
    errs hardly more."""
    modes = {mode for _, suite in pairs for mode in suite.modes() if HOT.fullmatch(mode[0])}
    found = [
        (mode, points, *model)
        for mode in sorted(modes, key=lambda mode: (SIMPLE_FIRST.index(mode[0]), mode[1]))
        if (model := model_of(points := points_of(pairs, mode)))
    ]
    most = max((len(points) for _, points, _, _ in found), default=0)
    errors = {one[0]: fit.error_of(one[3]) for one in found if len(one[1]) == most}
    return next((one for one in found if errors.get(one[0], math.inf) <= HARDLY_MORE * min(errors.values())), None)


def publish(kind: str, pairs: Pairs, hot: Mode, w: Interval, error: float, engines: int) -> Published:
    """Returns the numbers of a kind: medians of its trials, and the fit."""
    lookups = {piece: statistics.median(trial.lookups[piece] for trial, _ in pairs) for piece in PIECES}
    units = [suite.units(hot, lookups) or 0.0 for _, suite in pairs]
    cycles = statistics.median(trial.cycles for trial, _ in pairs)
    values = [statistics.median(units), *lookups.values(), cycles, *w, error]
    return Published(kind, *hot, engines, *values)


def assess(kind: str, trials: Sequence[Trial], suites: Suites) -> Assessment | None:
    """Returns the assessment of a kind; None if no trial of it has a suite's results and enough getters."""
    own = [trial for trial in trials if trial.kind == kind]
    pairs = with_suites(own, suites)
    found = best_hot(pairs)
    if not found:
        return None
    hot, points, quality, predicted = found
    w, engines = fit.share_interval(points), len(fit.by_engine(points))
    used = [(trial, suite) for trial, suite in pairs if any(point.trial is trial for point in points)]
    numbers = publish(kind, used, hot, w, quality.error, engines)
    return Assessment(kind, own, modes_alone(pairs), quality, hot, w, engines, predicted, numbers)
