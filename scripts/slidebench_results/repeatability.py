# SPDX-License-Identifier: MIT
"""Measures how far results can be trusted: by their twins and intervals, and by how well runs of one machine agree.

usage: scripts/repeatability RESULT|FOLDER...

Prints
  - twins: how far they differ from their originals, and whether the program takes that for a difference
  - of each result, half of the interval relative to the value: the median, and what nine tenths of the rows keep

Of two or more runs with the same CPU, compiler and level also, over all pairs of runs and all columns with the same
queries:
  - order: of two schemes that both runs order (their ranges of ranks do not overlap), whether they agree
  - Kendall's tau of all schemes but twins, by their medians
  - the deviation of medians from run to run

Exit status: 0 done, 2 usage, 3 bad result, 4 no results found.
"""

import itertools
import math
import statistics
from collections.abc import Iterator
from pathlib import Path

from slidebench_results import reader, stats
from slidebench_results.result import Key, Result, Row
from slidebench_tools import command

LARGE = 65536  # bytes of tables: more than a first-level cache holds


class Run:
    """A result, with the medians and the ranges of ranks in each column, by scheme."""

    def __init__(self, result: Result) -> None:
        self.result = result
        rows = {key: [row for row in column.rows if row.cycles and row.rank] for key, column in result.columns.items()}
        self.medians = {
            key: {row.scheme.name: row.cycles.mid for row in ranked if row.cycles} for key, ranked in rows.items()
        }
        self.ranks = {key: {row.scheme.name: row.rank for row in ranked if row.rank} for key, ranked in rows.items()}

    def order(self, column: Key, a: str, b: str) -> int:
        """Returns -1 if a scheme is before another one, 1 if it is after, 0 if their ranges of ranks overlap."""
        first, second = self.ranks[column][a], self.ranks[column][b]
        return int(first[0] > second[1]) - int(first[1] < second[0])

    def is_twin(self, scheme: str) -> bool:
        """Returns whether a scheme is an identical copy of another one."""
        return bool(self.result.schemes[scheme].twin)


def common_columns(a: Run, b: Run) -> Iterator[tuple[Key, list[str]]]:
    """Yields each column that both runs have with the same queries, with the schemes that both have there."""
    for column in a.medians.keys() & b.medians.keys():
        if a.result.columns[column].record["checksum"] == b.result.columns[column].record["checksum"]:
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
        print("order: the runs have no column in common")
        return
    pairs = math.comb(len(runs), 2)
    print(
        f"order: {pairs - disagreeing} of {pairs} pairs of runs agree on all pairs of schemes that both order;"
        f" {contradictions:,} of {ordered:,} such pairs of schemes are contradicted"
    )
    print(f"Kendall's tau of medians: mean {statistics.mean(taus):.4f}, lowest {min(taus):.4f}")


def quantile(values: list[float], share: float) -> float:
    """Returns the least value that a share of the values does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def print_twins(runs: list[Run]) -> None:
    """Prints how far twins differ from their originals, which is measurement noise."""
    found = [
        (run.result.record["rules"]["margin"], *twin["ratio"])
        for run in runs
        for column in run.result.columns.values()
        for twin in column.record["twins"]
        if all(twin["ratio"])
    ]
    if not found:
        print("twins: none")
        return
    wrong = sum(stats.verdict(lo, hi, margin) != 0 for margin, _, lo, hi in found)
    without = sum(lo > 1 or hi < 1 for _, _, lo, hi in found)
    apart = [abs(math.log(mid)) for _, mid, _, _ in found]
    print(
        f"twins: {wrong} of {len(found)} verdicts wrong; {without} intervals do not contain 1; medians differ by"
        f" {statistics.median(apart):.2%}, nine tenths by {quantile(apart, 0.9):.2%}, all by {max(apart):.2%} at most"
    )


def kind_of(row: Row) -> str:
    """Returns the kind of scheme that decides how much its times vary."""
    if "branchless" not in row.scheme.traits:
        return "branchy"
    return "64 KiB of tables and more" if row.scheme.engine_bytes >= LARGE else "less than 64 KiB of tables"


def print_intervals(run: Run) -> None:
    """Prints half of the intervals of a result, by the kind of scheme."""
    halves: dict[str, list[float]] = {}
    for row in (row for column in run.result.columns.values() for row in column.rows):
        if row.cycles and row.cycles.lo is not None and row.cycles.hi is not None and row.cycles.mid:
            halves.setdefault(kind_of(row), []).append((row.cycles.hi - row.cycles.lo) / 2 / row.cycles.mid)
    kinds = [
        f"{kind} {statistics.median(values):.2%} ({quantile(values, 0.9):.1%})"
        for kind, values in sorted(halves.items())
    ]
    print(f"intervals of {run.result.cpu}/{run.result.stem.name}, {run.result.processes} processes: {', '.join(kinds)}")


def print_deviation(runs: list[Run]) -> None:
    """Prints by how much medians differ from run to run, scheme by scheme."""
    spread: dict[str, list[float]] = {}
    for column, medians in runs[0].medians.items():
        for scheme in medians:
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
    stems = reader.stems(parser.parse_args().results)
    load = command.module("slidebench_results.pair", "python3-jsonschema").load
    runs = [Run(load(stem)) for stem in stems]
    if not runs:
        raise command.Refused("no results found, expected .csv and .json files", command.ENVIRONMENT)
    print_twins(runs)
    by_setup: dict[str, list[Run]] = {}
    for run in runs:
        print_intervals(run)
        names = (run.result.cpu, run.result.compiler, str(run.result.record["level"]))
        by_setup.setdefault(", ".join(names), []).append(run)
    for setup, own in by_setup.items():
        if len(own) > 1:
            print(f"\n{setup}: {len(own)} runs")
            print_order(own)
            print_deviation(own)
    return 0
