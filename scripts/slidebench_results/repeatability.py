# SPDX-License-Identifier: MIT
"""Measures how well runs of one machine agree, and so how far a single run can be trusted.

usage: scripts/repeatability RESULT RESULT...      runs with the same rows, at least two

Prints, over all pairs of runs and all columns (workload, piece, mode):
  - order: of two schemes that both runs order (their ranges of ranks do not overlap), whether they agree
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

from slidebench_results import reader, stats
from slidebench_results.result import Key
from slidebench_tools import command


class Run:
    """A result, with the medians and the ranges of ranks in each column, by scheme."""

    def __init__(self, path: Path) -> None:
        self.result = reader.load(path)
        rows = {
            key: [row for row in column.rows if row.cycles and row.rank] for key, column in self.result.columns.items()
        }
        self.medians = {key: {row.scheme.name: row.cycles.mid for row in of if row.cycles} for key, of in rows.items()}
        self.ranks = {key: {row.scheme.name: row.rank for row in of if row.rank} for key, of in rows.items()}

    def order(self, column: Key, a: str, b: str) -> int:
        """Returns -1 if a scheme is before another one, 1 if it is behind, 0 if their ranges of ranks overlap."""
        first, second = self.ranks[column][a], self.ranks[column][b]
        return int(first[0] > second[1]) - int(first[1] < second[0])

    def is_twin(self, scheme: str) -> bool:
        """Returns whether a scheme is an identical copy of another one."""
        return bool(self.result.schemes[scheme].twin)


def common_columns(a: Run, b: Run) -> Iterator[tuple[Key, list[str]]]:
    """Yields each column that both runs have, with the schemes that both have there."""
    for column in a.medians.keys() & b.medians.keys():
        yield column, sorted(a.medians[column].keys() & b.medians[column].keys())


def print_order(runs: list[Run]) -> None:
    """Prints how often two runs contradict each other, and their rank correlation."""
    contradictions = ordered = disagreeing = 0
    taus = []
    for a, b in itertools.combinations(runs, 2):
        before = contradictions
        for column, schemes in common_columns(a, b):
            for pair in itertools.combinations(schemes, 2):
                x, y = a.order(column, *pair), b.order(column, *pair)
                ordered += bool(x and y)
                contradictions += x * y < 0
            real = [scheme for scheme in schemes if not a.is_twin(scheme)]
            taus.append(stats.kendall_tau(*([run.medians[column][s] for s in real] for run in (a, b))))
        disagreeing += contradictions > before
    if not taus:
        raise command.Refused("the runs have no column in common", command.ENVIRONMENT)
    pairs = math.comb(len(runs), 2)
    print(f"{len(runs)} runs, {len(runs[0].medians)} columns")
    print(
        f"order: {pairs - disagreeing} of {pairs} pairs of runs agree on all pairs of schemes that both order;"
        f" {contradictions} of {ordered} such pairs of schemes are contradicted"
    )
    print(f"Kendall's tau of medians: mean {statistics.mean(taus):.4f}, lowest {min(taus):.4f}")


def print_twins(runs: list[Run]) -> None:
    """Prints how far twins differ from their originals, which is measurement noise."""
    ratios = [
        (run, twin["ratio"])
        for run in runs
        for column in run.result.columns.values()
        for twin in column.record["twins"]
    ]
    found = [(run.result.record["rules"]["margin"], lo, hi) for run, (_, lo, hi) in ratios if lo]
    if not found:
        print("twins: none")
        return
    wrong = sum(stats.verdict(lo, hi, margin) != 0 for margin, lo, hi in found)
    without = sum(lo > 1 or hi < 1 for _, lo, hi in found)
    largest = max(abs(math.log(lo * hi)) / 2 for _, lo, hi in found)
    print(
        f"twins: {wrong} of {len(found)} verdicts wrong; {without} intervals do not contain 1;"
        f" largest deviation {largest:.2%}"
    )


def print_deviation(runs: list[Run]) -> None:
    """Prints by how much medians differ from run to run, scheme by scheme."""
    spread: dict[str, list[float]] = {}
    for column, of in runs[0].medians.items():
        for scheme in of:
            values = [run.medians[column][scheme] for run in runs if scheme in run.medians.get(column, {})]
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
