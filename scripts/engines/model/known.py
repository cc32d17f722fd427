# SPDX-License-Identifier: MIT
"""Outcomes that engines' authors published for a change of getters, predicted from each recorded CPU.

A prediction's interval covers the model's w and its error; where the error is unknown, w alone."""

import csv
import math
from pathlib import Path
from typing import NamedTuple

from engines.model.published import Published
from engines.model.suite import Costs, Suite
from engines.trial_format import KINDS
from engines.stats import Interval
from slidebench_tools.command import Refused

COLUMNS = ["change", "source", "kind", "cpu", "slug", "old", "new", "measure", "effect", "lo", "hi"]
MEASURES = ("speed %", "Elo", "sign")  # sign: 1 is faster, -1 not faster

UNMEASURED = "not resolved by the measurement"  # a verdict


class Outcome(NamedTuple):
    """A change from one getter to another. The effect is positive if the new one is better."""

    change: str
    source: str  # URL
    kind: str
    cpu: str  # as published
    slug: str  # of the CPU whose results predict it; "": every recorded CPU's do
    old: str
    new: str
    measure: str  # of MEASURES
    effect: Interval  # the ends are nan if none were published


def number(path: Path, line: int, text: str) -> float:
    """Returns a number, nan for an empty text."""
    try:
        return float(text) if text else math.nan
    except ValueError:
        raise Refused(f"{path}:{line}: {text!r}, expected a number") from None


def read(path: Path) -> list[Outcome]:
    """Returns the outcomes of a file; none if there is no file."""
    if not path.exists():
        return []
    with open(path, newline="") as file:
        reader = csv.DictReader(file)
        lines = list(reader)
    if reader.fieldnames != COLUMNS:
        raise Refused(f"{path}:1: expected the columns {','.join(COLUMNS)}")
    found = []
    for at, line in enumerate(lines, 2):
        if line["kind"] not in KINDS or line["measure"] not in MEASURES:
            raise Refused(f"{path}:{at}: expected a kind of {', '.join(KINDS)}; a measure of {', '.join(MEASURES)}")
        mid, lo, hi = (number(path, at, line[name]) for name in COLUMNS[-3:])
        texts = {name: line[name] for name in COLUMNS[:-3]}
        found.append(Outcome(**texts, effect=(mid, lo, hi)))
    return found


def speed_change(model: Published, w: float, ends: tuple[Costs, Costs], old: str, new: str) -> float:
    """Returns the relative change of nodes per second."""
    change = sum(weight * (costs[new] - costs[old]) for weight, costs in zip((1 - w, w), ends))
    return 1 / (1 + change / model.cycles_per_node) - 1


def predict(outcome: Outcome, model: Published, suite: Suite) -> Interval | None:
    """Returns the change of speed, in percent, with its interval; None if the suite lacks a row or is
    not of its CPU."""
    cold = suite.cold(model.kind)
    if not cold or not suite.name.startswith(outcome.slug):
        return None
    hot = suite.per_node((model.hot, model.workload), model.kind, model.lookups)
    ends = (hot, suite.per_node(cold, model.kind, model.lookups))
    if any(scheme not in costs for scheme in (outcome.old, outcome.new) for costs in ends):
        return None
    values = [speed_change(model, w, ends, outcome.old, outcome.new) for w in (model.w, model.w_lo, model.w_hi)]
    error = 0.0 if math.isnan(model.error) else model.error
    return 100 * values[0], 100 * (min(values) - error), 100 * (max(values) + error)


def verdict(outcome: Outcome, predicted: Interval) -> str:
    """Returns whether the prediction has the published sign. An effect without interval counts as it is."""
    effect, lo, hi = outcome.effect
    if not math.isnan(lo) and lo <= 0 <= hi or effect == 0:
        return UNMEASURED
    if predicted[1] <= 0 <= predicted[2]:
        return "not resolved by the prediction"
    return "right" if (predicted[0] > 0) == (effect > 0) else "wrong"
