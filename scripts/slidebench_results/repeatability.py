# SPDX-License-Identifier: MIT
"""Measures how far results can be trusted: by their twins and intervals, and by how well runs of one machine agree.

usage: scripts/repeatability LOG|FOLDER...

Prints
  - twins: how far they differ from their originals, and whether the program takes that for a difference
  - of each result, half of the interval relative to the value: the median, and what nine tenths of the rows keep
  - of runs with the same CPU, compiler and level, two by two, over all columns with the same queries: how many pairs
    of schemes both runs order (the ranges of ranks do not overlap), and how many of these in opposite orders; how far
    medians differ; and of how many rows the intervals are clear of each other by more than the margin of a tie

Exit status: 0 done, 2 usage, 3 bad result, 4 no results found.
"""

import itertools
import math
import statistics
from pathlib import Path

from slidebench_results import compare, reader, uses
from slidebench_results.result import Figure, Result, Row, contradictions
from slidebench_results.text import half_interval
from slidebench_tools import command


def quantile(values: list[float], share: float) -> float:
    """Returns the least value that a share of the values does not exceed."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def spread(ratios: list[float]) -> str:
    """Returns in words how far ratios are from 1."""
    apart = [abs(math.log(ratio)) for ratio in ratios]
    return (
        f"medians differ by {statistics.median(apart):.2%}, nine tenths by {quantile(apart, 0.9):.2%},"
        f" all by {max(apart):.2%} at most"
    )


def print_twins(runs: list[Result]) -> None:
    """Prints how far twins differ from their originals, which is measurement noise."""
    twins = [twin for run in runs for column in run.columns.values() for twin in column.record["twins"]]
    measured = [(twin["apart"], *twin["ratio"]) for twin in twins if None not in twin["ratio"]]
    if not measured:
        print("twins: none")
        return
    wrong = sum(apart for apart, *_ in measured)
    without = sum(lo > 1 or hi < 1 for *_, lo, hi in measured)
    print(
        f"twins: {wrong} of {len(measured)} verdicts wrong; {without} intervals do not contain 1;"
        f" {spread([mid for _, mid, *_ in measured])}"
    )


def kind_of(row: Row) -> str:
    """Returns the kind of a scheme, which decides how much its times vary."""
    if "branchless" not in row.scheme.traits:
        return "branchy"
    return "64 KiB of tables and more" if row.scheme.engine_bytes >= uses.LARGE_TABLES else "less than 64 KiB of tables"


def print_intervals(run: Result) -> None:
    """Prints half of the intervals of a result, by the kind of scheme."""
    halves: dict[str, list[float]] = {}
    for _, row in run.rows():
        if row.cycles and (around := half_interval(row.cycles)) is not None:
            halves.setdefault(kind_of(row), []).append(around / row.cycles.mid)
    kinds = [
        f"{kind} {statistics.median(shares):.2%} ({quantile(shares, 0.9):.1%})"
        for kind, shares in sorted(halves.items())
    ]
    print(f"intervals of {run.cpu}/{run.name}, {run.processes} processes: {', '.join(kinds)}")


def print_order(runs: list[Result]) -> None:
    """Prints how often two runs contradict each other, and how far their medians differ."""
    contradicted = ordered = 0  # pairs of schemes: in opposite orders; that both runs order
    apart = 0  # rows whose intervals are apart by more than the margin
    ratios: list[Figure] = []
    for run_a, run_b in itertools.combinations(runs, 2):
        for key in run_a.columns.keys() & run_b.columns.keys():
            a, b = run_a.columns[key], run_b.columns[key]
            if a.record["checksum"] != b.record["checksum"]:
                continue
            ranked_a, ranked_b = ({row.scheme.name: row for row in column.rows if row.rank} for column in (a, b))
            common = [(row, ranked_b[name]) for name, row in ranked_a.items() if name in ranked_b]
            for row_a, row_b in common:
                if row_a.cycles and row_b.cycles:
                    ratios.append(compare.ratio_of(row_a.cycles, row_b.cycles))
                    apart += compare.verdict(ratios[-1], run_a.rules["margin"]) != "tied"
            pairs = contradictions(common)
            contradicted += pairs[0]
            ordered += pairs[1]
    if not ratios:
        print("order: the runs have no column in common")
        return
    print(f"order: {contradicted:,} of {ordered:,} rankings that both resolve are contradicted")
    rows = f"the intervals of {apart:,} of {len(ratios):,} rows do not meet within the margin"
    print(f"run to run: {spread([ratio.mid for ratio in ratios])}; {rows}")


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    runs = reader.load_all(parser.parse_args().logs)
    print_twins(runs)
    by_setup: dict[str, list[Result]] = {}
    for run in runs:
        print_intervals(run)
        by_setup.setdefault(f"{run.cpu}, {run.setup}, {run.record['level']}", []).append(run)
    for setup, comparable in by_setup.items():
        if len(comparable) > 1:
            print(f"\n{setup}: {len(comparable)} runs")
            print_order(comparable)
    return 0
