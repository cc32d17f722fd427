# SPDX-License-Identifier: MIT
"""Measures how well runs of one machine agree, and so how far a single run can be trusted.

usage: scripts/repeatability RESULT RESULT...      runs with the same rows, at least two

Prints, over all pairs of runs and all columns (workload, piece, mode):
  - order: of two schemes that both runs order (the interval of their paired ratio clears 1 %), whether they agree
  - Kendall's tau of all schemes but twins, by their medians
  - twins: verdicts that order a twin and its original, and intervals that do not contain 1
  - the deviation of medians from run to run

Exit status: 0 done, 2 usage, 3 bad result, 4 the runs have no column in common.
"""

import itertools
import math
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from slidebench_results import schema, stats, validate
from slidebench_tools import command

Column: TypeAlias = tuple[str, ...]  # piece, workload, mode


class Run:
    """The series of a run, its twins, and its verdicts on all pairs of schemes."""

    def __init__(self, path: Path) -> None:
        self.series: dict[Column, dict[str, stats.Series]] = {}
        self.originals: dict[str, str] = {}  # {twin: its original}
        for row in validate.load(path).rows:
            if row["status"] == "ok" and not row["mock"]:
                column = tuple(row[k] for k in schema.COLUMN)
                self.series.setdefault(column, {})[row["scheme"]] = row["process_cycles"]
            if row["twin"]:
                self.originals[row["scheme"]] = row["twin"]
        self.verdicts = {
            column: {pair: verdict(of[pair[0]], of[pair[1]]) for pair in itertools.combinations(sorted(of), 2)}
            for column, of in self.series.items()
        }


def verdict(a: stats.Series, b: stats.Series) -> int:
    """Returns the verdict on two series of a run."""
    return stats.verdict(*stats.paired_ratio(a, b)[1:])


def median(series: stats.Series) -> float:
    """Returns the median of the known values."""
    return statistics.median(stats.known(series))


def common_columns(a: Run, b: Run) -> Iterator[tuple[Column, list[str]]]:
    """Yields each column that both runs have, with the schemes that both have there."""
    for column in a.series.keys() & b.series.keys():
        yield column, sorted(a.series[column].keys() & b.series[column].keys())


def print_order(runs: list[Run]) -> None:
    """Prints how many verdicts of pairs of runs contradict each other, and their rank correlation."""
    contradictions = ordered = disagreeing = 0
    taus = []
    for a, b in itertools.combinations(runs, 2):
        before = contradictions
        for column, schemes in common_columns(a, b):
            for pair in itertools.combinations(schemes, 2):
                x, y = a.verdicts[column][pair], b.verdicts[column][pair]
                ordered += bool(x and y)
                contradictions += x * y < 0
            real = [scheme for scheme in schemes if scheme not in a.originals]
            taus.append(stats.kendall_tau(*([median(run.series[column][s]) for s in real] for run in (a, b))))
        disagreeing += contradictions > before
    if not taus:
        raise command.Refused("the runs have no column in common", command.ENVIRONMENT)
    pairs = math.comb(len(runs), 2)
    print(f"{len(runs)} runs, {len(runs[0].series)} columns")
    print(
        f"order: {pairs - disagreeing} of {pairs} pairs of runs agree on all pairs of schemes that both order;"
        f" {contradictions} of {ordered} such pairs of schemes are contradicted"
    )
    print(f"Kendall's tau of medians: mean {statistics.mean(taus):.4f}, lowest {min(taus):.4f}")


def print_twins(runs: list[Run]) -> None:
    """Prints how far twins differ from their originals, which is measurement noise."""
    ratios = [
        stats.paired_ratio(of[twin], of[original])
        for run in runs
        for of in run.series.values()
        for twin, original in runs[0].originals.items()
        if {twin, original} <= of.keys()
    ]
    found = [(lo, hi) for _, lo, hi in ratios if not math.isnan(lo)]
    if not found:
        print("twins: none")
        return
    wrong = sum(stats.verdict(lo, hi) != 0 for lo, hi in found)
    without = sum(lo > 1 or hi < 1 for lo, hi in found)
    largest = max(abs(math.log(lo * hi)) / 2 for lo, hi in found)
    print(
        f"twins: {wrong} of {len(found)} verdicts wrong; {without} intervals do not contain 1;"
        f" largest deviation {largest:.2%}"
    )


def print_deviation(runs: list[Run]) -> None:
    """Prints by how much medians differ from run to run, scheme by scheme."""
    spread: dict[str, list[float]] = {}
    for column, of in runs[0].series.items():
        for scheme in of:
            values = [median(run.series[column][scheme]) for run in runs if scheme in run.series.get(column, {})]
            if len(values) > 1:
                spread.setdefault(scheme, []).append(statistics.stdev(values) / statistics.mean(values))
    print("run to run, standard deviation of medians (mean over columns):")
    for scheme, deviations in sorted(spread.items(), key=lambda item: statistics.mean(item[1])):
        print(f"  {scheme:28} {statistics.mean(deviations):7.2%}")


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("results", nargs="+", type=Path)
    paths = parser.parse_args().results
    if len(paths) < 2:
        parser.error("one result, expected at least two")
    runs = [Run(path) for path in paths]
    print_order(runs)
    print_twins(runs)
    print_deviation(runs)
    return 0
