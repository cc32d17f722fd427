# SPDX-License-Identifier: MIT
"""The model, and how well modes and model predict engines.

    cycles per node of a getter - those of the base = sum over pieces of lookups * ((1 - w) * hot + w * cold)

where hot and cold are the getter's cycles per lookup minus the base's. All changes are relative: divided by the base's
cycles per node. w and slopes are fitted by least absolute deviations, so a ray loop does not outweigh all others.
"""

import functools
import math
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engines.model.suite import Costs, Mode, Suite
from engines.model.trials import Getter, Trial
from engines.stats import MARGIN, UNKNOWN, Interval

REPEATS = 2000  # of the bootstrap
COVERED = 0.9  # of the predictions for engines left out are within the error
FEWEST = 3  # getters of a trial that a fit takes
SEED = 1


class Point(NamedTuple):
    """A getter in an engine: its relative change as measured, and as both ends of the model (w = 0, w = 1) have it. For
    a mode alone, `cold` is `hot`."""

    engine: str
    trial: Trial
    getter: Getter
    measured: float
    hot: float
    cold: float


Line: TypeAlias = Callable[[Point], float]  # a prediction


def changes(trial: Trial, costs: Costs) -> Costs:
    """Returns {getter: relative change against the base} as the suite has it."""
    base = costs.get(trial.base)
    if base is None:
        return {}
    return {getter: (cycles - base) / trial.cycles for getter, cycles in costs.items()}


def points_of(trial: Trial, suite: Suite, hot: Mode, cold: Mode) -> list[Point]:
    """Returns the getters of a trial that have all rows of two modes; none if they are too few to fit."""
    ends = [changes(trial, suite.per_node(mode, trial.kind, trial.lookups)) for mode in (hot, cold)]
    points = [
        Point(trial.engine, trial, getter, getter.ratio - 1, ends[0][getter.name], ends[1][getter.name])
        for getter in trial.getters
        if getter.name in ends[0] and getter.name in ends[1] and not math.isnan(getter.lo)
    ]
    return points if len(points) >= FEWEST else []


# ---- fits ----


def steepness(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Returns the a with the least sum of |y - a * x|: the median of y / x, weighted by |x|. None if all x are 0."""
    ratios = sorted((y / x, abs(x)) for x, y in zip(xs, ys) if x)
    half, total = sum(weight for _, weight in ratios) / 2, 0.0
    for ratio, weight in ratios:
        total += weight
        if total >= half:
            return ratio
    return None


def cold_share(points: Sequence[Point]) -> float | None:
    """Returns the model's w, within 0 and 1."""
    found = steepness([p.cold - p.hot for p in points], [p.measured - p.hot for p in points])
    return None if found is None else min(max(found, 0.0), 1.0)


def model_line(points: Sequence[Point]) -> Line | None:
    """Returns the model fitted on points."""
    w = cold_share(points)
    return None if w is None else functools.partial(mixed, w)


def slope_line(points: Sequence[Point]) -> Line | None:
    """Returns a mode alone, scaled to fit points."""
    slope = steepness([p.hot for p in points], [p.measured for p in points])
    return None if slope is None else functools.partial(scaled, slope)


def mixed(w: float, point: Point) -> float:
    """Returns the model's prediction."""
    return (1 - w) * point.hot + w * point.cold


def scaled(slope: float, point: Point) -> float:
    """Returns the prediction of a mode alone."""
    return slope * point.hot


def by_engine(points: Iterable[Point]) -> dict[str, list[Point]]:
    """Returns {engine: its points}, of all CPUs and compilers."""
    found: dict[str, list[Point]] = {}
    for point in points:
        found.setdefault(point.engine, []).append(point)
    return found


def share_interval(points: Sequence[Point]) -> Interval:
    """Returns w with its 95 % interval, by a bootstrap over engines and, within each, over getters."""
    w = cold_share(points)
    groups, source, found = list(by_engine(points).values()), random.Random(SEED), []
    if w is None:
        return UNKNOWN
    for _ in range(REPEATS):
        engines = source.choices(groups, k=len(groups))
        drawn = [point for engine in engines for point in source.choices(engine, k=len(engine))]
        if (share := cold_share(drawn)) is not None:
            found.append(share)
    found.sort()
    outside = int(0.025 * len(found))
    return w, min(found[outside], w), max(found[-1 - outside], w)


def left_out(points: Sequence[Point], fit: Callable[[Sequence[Point]], Line | None]) -> dict[Point, float]:
    """Returns {point: its prediction, fitted on the other engines}; {} with one engine."""
    found = {}
    for engine, own in by_engine(points).items():
        line = fit([point for point in points if point.engine != engine])
        if line:
            found.update({point: line(point) for point in own})
    return found


def error_of(predicted: dict[Point, float]) -> float:
    """Returns the distance from the measured change that COVERED of the predictions keep; nan without any."""
    distances = sorted(abs(value - point.measured) for point, value in predicted.items())
    return distances[math.ceil(COVERED * len(distances)) - 1] if distances else math.nan


# ---- quality ----


def ranks(values: Sequence[float]) -> list[float]:
    """Returns the rank of each value; equal ones share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Returns Spearman's rank correlation; nan if a series is constant."""
    if len(set(xs)) < 2 or len(set(ys)) < 2:
        return math.nan
    return statistics.correlation(ranks(xs), ranks(ys))


class Hits(NamedTuple):
    """Of the resolved pairs, how many the prediction orders as measured."""

    right: int
    pairs: int


def half_width(point: Point) -> float:
    """Returns half of the interval of a measured change."""
    return (point.getter.hi - point.getter.lo) / 2


def resolved(a: Point, b: Point) -> bool:
    """Returns whether two getters of a trial differ by more than MARGIN, beyond their intervals and the trial's
    resolution. The intervals are those against the base, so a pair counts as if it were not paired."""
    difference = abs(a.measured - b.measured)
    noise = max(math.hypot(half_width(a), half_width(b)), a.trial.resolution)
    return difference > MARGIN and difference > noise


def base_point(trial: Trial) -> Point:
    """Returns the base as one more point, so that its pairs count."""
    return Point(trial.engine, trial, Getter(trial.base, 1, 1, 1, False), 0, 0, 0)


def sign_hits(predicted: dict[Point, float]) -> Hits:
    """Counts the resolved pairs of getters within each trial."""
    right = pairs = 0
    for trial, own in by_trial(predicted).items():
        points = [*own, base_point(trial)]
        values = [*(predicted[point] for point in own), 0.0]
        for i, a in enumerate(points):
            for b, value in zip(points[:i], values):
                if resolved(a, b):
                    pairs += 1
                    right += (values[i] - value) * (a.measured - b.measured) > 0
    return Hits(right, pairs)


def by_trial(points: Iterable[Point]) -> dict[Trial, list[Point]]:
    """Returns the points of each trial."""
    found: dict[Trial, list[Point]] = {}
    for point in points:
        found.setdefault(point.trial, []).append(point)
    return found


def rank_correlation(predicted: dict[Point, float]) -> float:
    """Returns the mean of Spearman's correlation over trials."""
    each = [
        spearman([predicted[point] for point in own], [point.measured for point in own])
        for own in by_trial(predicted).values()
    ]
    known = [value for value in each if not math.isnan(value)]
    return statistics.mean(known) if known else math.nan
