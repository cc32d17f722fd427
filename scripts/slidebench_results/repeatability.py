# SPDX-License-Identifier: MIT
"""Measures how far results can be trusted: by their twins and intervals, and by how well runs of one machine agree.

usage: scripts/repeatability LOG|FOLDER...

Prints
  - twins: how far they differ from their originals, and how often the program takes this noise for a difference
  - for each result, half of the interval relative to the value: the median over rows, and what nine tenths of them keep
  - for each two runs with the same CPU, compiler and level, over all columns with the same queries: how many pairs of
    schemes both runs order (the ranges of ranks do not overlap), and how many of these pairs in opposite orders; how
    far medians differ; and for how many rows the intervals are farther apart than the margin of a tie

Exit status: 0 done, 2 usage, 3 bad result, 4 no results found.
"""

import itertools
import math
import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from slidebench_results import compare, reader, uses
from slidebench_results.result import Column, Result, Row, contradictions
from slidebench_results.text import half_interval
from slidebench_tools import command


def quantile(values: list[float], share: float) -> float:
    """Returns the least value that a share of the values does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


class Spread(NamedTuple):
    """How far ratios are from 1: the median, what nine tenths keep, and the largest, as logarithms."""

    median: float
    nine_tenths: float
    largest: float

    def __str__(self) -> str:
        return f"by {self.median:.2%}, nine tenths by {self.nine_tenths:.2%}, all by {self.largest:.2%} at most"


def spread(ratios: list[float]) -> Spread:
    """Returns how far ratios are from 1."""
    apart = [abs(math.log(ratio)) for ratio in ratios]
    return Spread(statistics.median(apart), quantile(apart, 0.9), max(apart))


class Twins:
    """Copies of schemes beside their originals. What differs between them is noise."""

    def __init__(self, runs: Iterable[Result]) -> None:
        twins = [twin for run in runs for column in run.columns.values() for twin in column.record["twins"]]
        measured = [twin for twin in twins if None not in twin["ratio"]]
        self.compared = len(measured)
        self.told_apart = [twin["ratio"][0] for twin in measured if twin["apart"]]  # ratios; the program errs
        self.missed = sum(twin["ratio"][1] > 1 or twin["ratio"][2] < 1 for twin in measured)  # intervals without 1
        self.spread = spread([twin["ratio"][0] for twin in measured]) if measured else None

    def __str__(self) -> str:
        wrong = f"{len(self.told_apart)} of {self.compared} verdicts wrong; {self.missed} intervals do not contain 1"
        return f"twins: {wrong}; medians differ {self.spread}" if self.spread else "twins: none"


def kind_of(row: Row) -> str:
    """Returns the kind of a scheme, which decides how much its times vary."""
    if "branchless" not in row.scheme.traits:
        return "branchy"
    return "64 KiB of tables and more" if row.scheme.engine_bytes >= uses.LARGE_TABLES else "less than 64 KiB of tables"


def intervals(run: Result) -> dict[str, tuple[float, float]]:
    """Returns half of the intervals of a run over their values, by kind of scheme: the median, and what nine tenths
    keep."""
    halves: dict[str, list[float]] = {}
    for _, row in run.rows():
        if row.cycles and (around := half_interval(row.cycles)) is not None:
            halves.setdefault(kind_of(row), []).append(around / row.cycles.mid)
    return {kind: (statistics.median(shares), quantile(shares, 0.9)) for kind, shares in sorted(halves.items())}


class Agreement:
    """How far runs of one machine agree, two by two, over all columns with the same queries."""

    def __init__(self, runs: Iterable[Result]) -> None:
        self.pairs = self.ordered = self.contradicted = 0  # of schemes: all; that both runs order; in opposite orders
        self.rows = self.apart = 0  # rows of both runs; those whose intervals are apart by more than the margin
        self.ratios: list[float] = []
        for a, b in itertools.combinations(runs, 2):
            for key in a.columns.keys() & b.columns.keys():
                if a.columns[key].record["checksum"] == b.columns[key].record["checksum"]:
                    self.add(a.columns[key], b.columns[key], a.rules["margin"])

    def add(self, a: Column, b: Column, margin: float) -> None:
        """Counts the rows and rankings of a column of two runs."""
        ranked_a, ranked_b = ({row.scheme.name: row for row in column.rows if row.rank} for column in (a, b))
        common = [(row, ranked_b[name]) for name, row in ranked_a.items() if name in ranked_b]
        for row_a, row_b in common:
            if row_a.cycles and row_b.cycles:
                ratio = compare.ratio_of(row_a.cycles, row_b.cycles)
                self.rows += 1
                self.apart += compare.verdict(ratio, margin) != "tied"
                self.ratios.append(ratio.mid)
        contradicted, ordered = contradictions(common)
        self.pairs += math.comb(len(common), 2)
        self.contradicted += contradicted
        self.ordered += ordered

    def __str__(self) -> str:
        if not self.rows:
            return "order: the runs have no column in common"
        return (
            f"order: {self.contradicted:,} of {self.ordered:,} rankings that both resolve are contradicted\n"
            f"run to run: medians differ {spread(self.ratios)};"
            f" the intervals of {self.apart:,} of {self.rows:,} rows do not meet within the margin"
        )


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    runs = reader.load_all(parser.parse_args().logs)
    print(Twins(runs))
    by_setup: dict[str, list[Result]] = {}
    for run in runs:
        of_kinds = [f"{kind} {half:.2%} ({most:.1%})" for kind, (half, most) in intervals(run).items()]
        print(f"intervals of {run.cpu}/{run.name}, {run.processes} processes: {', '.join(of_kinds)}")
        by_setup.setdefault(f"{run.cpu}, {run.setup}, {run.record['level']}", []).append(run)
    for setup, comparable in by_setup.items():
        if len(comparable) > 1:
            print(f"\n{setup}: {len(comparable)} runs\n{Agreement(comparable)}")
    return 0
