# SPDX-License-Identifier: MIT
"""Counts how often a run resolves a small difference, by differences that were planted.

usage: scripts/resolution LOG...

A build with -D SLIDEBENCH_PLANTED=ON has copies of three schemes that take a known part of a cycle more per lookup. A
log has many processes of such a build; successive processes are taken together as a run:

    slidebench bench --schemes '_plus_[0-9]*$' --pieces queen --modes latency --workloads games
                     --processes 130 --time 0.15 --out FOLDER

A run has 5 processes, as by default, or 13, as with --full. As in a column of a hundred schemes, it resolves a
difference if the ratio of two copies is beyond the margin of a tie in each process. Prints a table for each log.

Exit status: 0 done, 2 usage, 3 bad result, 4 no results found.
"""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from slidebench_results import reader
from slidebench_results.result import Result
from slidebench_tools import command

RUNS = {"default": 5, "`--full`": 13}  # processes
EVERY, LEAST = 64, 4  # queries for each delay, and the shortest one in cycles: see schemes/CMakeLists.txt


def pairs_of(path: Path) -> Iterator[tuple[str, float, list[float]]]:
    """Yields for each copy the scheme, how much slower it was made than the copy with the least delay, and the ratio of
    the two times in each process."""
    first, *more = (record for _, record in reader.records_of(reader.text_of(path).splitlines()))
    rows = {row["scheme"]: i for i, row in enumerate(first["rows"]) if row["mode"] == "latency"}
    for name, row in rows.items():
        base, _, delay = name.rpartition("_plus_")
        original = rows.get(f"{base}_plus_{LEAST}", row)
        pairs = [(line["cycles"][row], line["cycles"][original]) for line in more if "process" in line]
        times = [(copy, least) for copy, least in pairs if copy and least]
        if original != row and times:
            cycles = (int(delay) - LEAST) / EVERY
            yield base, cycles / statistics.median(least for _, least in times), [copy / least for copy, least in times]


class Difference(NamedTuple):
    """A planted difference of two copies of a scheme, and in how many runs it is resolved."""

    scheme: str
    planted: float  # a share of the time, as `read`
    read: float  # by all processes
    resolved: list[tuple[int, int]]  # of RUNS: how many, of how many

    def cells(self) -> list[str]:
        """Returns the cells of a Markdown table."""
        counts = [f"{resolved} of {runs}" for resolved, runs in self.resolved]
        return [f"`{self.scheme}`", f"{self.planted:.1%}", f"{self.read:.1%}", *counts]


def count_resolved(ratios: list[float], processes: int, margin: float) -> tuple[int, int]:
    """Returns how many runs resolve the difference, and how many there are. Each has this many successive processes."""
    runs = [ratios[i : i + processes] for i in range(0, len(ratios) - processes + 1, processes)]
    return sum(min(run) > 1 + margin for run in runs), len(runs)


def differences(result: Result) -> list[Difference]:
    """Returns the planted differences of a log. Refuses one without any."""
    pairs, margin = list(pairs_of(result.path)), result.rules["margin"]
    if not pairs:
        raise command.Refused(f"{result.path}: no copies with a delay, expected a run of a build with them: see --help")
    return [
        Difference(
            scheme, planted, statistics.median(ratios) - 1, [count_resolved(ratios, n, margin) for n in RUNS.values()]
        )
        for scheme, planted, ratios in pairs
    ]


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    for result in reader.load_all(parser.parse_args().logs):
        lines = [difference.cells() for difference in differences(result)]
        share = f"core undisturbed {result.record['undisturbed_share']:.0%} of the time"
        print(f"\n{result.cpu}, {result.record['compiler']}, {share}\n")
        print(f"| copies of | planted | read by all processes | resolved: {' | '.join(RUNS)} |")
        print("|---|--:|--:|" + "--:|" * len(RUNS))
        for cells in lines:
            print(f"| {' | '.join(cells)} |")
    return 0
