# SPDX-License-Identifier: MIT
"""Compares two results, row by row: the ratio of their times with its interval, and a verdict.

usage: scripts/compare A B                 ratios of B's times to A's. Results by their .json or .csv
       scripts/compare --save-baseline A   saves a copy of A
       scripts/compare B                   compares B with that copy
       options: --time ns (default cycles), --all (tied rows as well), --csv

Processes of two runs are independent, so they are not paired. The interval is that of the difference of two medians:
Hodges-Lehmann with the Mann-Whitney interval, on the logarithms of one value per process. A row is faster or slower
only if the whole interval is beyond 1 %. Rows whose conditions or queries differ are not comparable; the reason is
printed.

Exit status: 0 compared, 2 usage, 3 bad result, 4 no row can be compared.
"""

import csv
import dataclasses
import math
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from slidebench_results import reader, stats
from slidebench_results.result import Column, Result, Row
from slidebench_tools import command

BASELINE = Path(__file__).resolve().parent.parent.parent / "build" / "baseline"
KEY = ("scheme", "piece", "workload", "mode")
VERDICTS = {-1: "faster", 0: "tied", 1: "slower"}


@dataclasses.dataclass
class Line:
    """The comparison of one row; the ratio is None if the rows are not comparable."""

    key: tuple[str, ...]
    verdict: str = "not comparable"
    reason: str = ""
    a: float = math.nan
    b: float = math.nan
    ratio: stats.Interval | None = None


def reason_not_comparable(a: tuple[Column, Row], b: tuple[Column, Row], run_a: Result, run_b: Result) -> str:
    """Returns why two rows cannot be compared, "" if they can."""
    for name, (_, row) in (("first", a), ("second", b)):
        if not row.cycles:
            return f"{row.status} in the {name} result"
    for member in ("list_length", "checksum"):
        values = [column.record[member] for column, _ in (a, b)]
        if values[0] != values[1]:
            return f"other queries: {member} {values[0]} and {values[1]}"
    record_a, record_b = run_a.record, run_b.record
    if record_a["level"] != record_b["level"]:
        return f"level {record_a['level']} and {record_b['level']}"
    for option in ("huge_pages", "no_warmup"):
        values = [record["options"][option] for record in (record_a, record_b)]
        if values[0] != values[1]:
            return f"{option}: {' and '.join('yes' if value else 'no' for value in values)}"
    ipc, tolerance = "canary_ipc_reference", record_a["rules"]["canary_tolerance"]
    if run_a.cpu == run_b.cpu and stats.canary_differs(record_a[ipc], record_b[ipc], tolerance):
        return "the core was shared throughout one of the two runs"
    return ""


def rows_of(run: Result) -> dict[tuple[str, ...], tuple[Column, Row]]:
    """Returns the rows by KEY, each with its column."""
    return {(row.scheme.name, *column.key): (column, row) for column in run.columns.values() for row in column.rows}


def compare(run_a: Result, run_b: Result, unit: str) -> Iterator[Line]:
    """Yields a line for each row of either run."""
    rows_a, rows_b = rows_of(run_a), rows_of(run_b)
    for key in [*rows_a, *(key for key in rows_b if key not in rows_a)]:
        line = Line(key)
        if key not in rows_a or key not in rows_b:
            line.reason = f"only in the {'first' if key in rows_a else 'second'} result"
        else:
            line.reason = reason_not_comparable(rows_a[key], rows_b[key], run_a, run_b)
            if not line.reason:
                compare_times(line, rows_a[key][1], rows_b[key][1], unit, run_a.record["rules"]["margin"])
        yield line


def compare_times(line: Line, a: Row, b: Row, unit: str, margin: float) -> None:
    """Adds ratio and verdict to a line."""
    series = [stats.known(getattr(row, f"process_{unit}")) for row in (a, b)]
    line.a, line.b = (getattr(row, unit).mid for row in (a, b))
    line.ratio = stats.unpaired_ratio(*series)
    line.verdict = VERDICTS[stats.verdict(*line.ratio[1:], margin)]
    if math.isnan(line.ratio[1]):
        line.reason = f"{len(series[0])} and {len(series[1])} processes are too few"


def print_csv(lines: list[Line]) -> None:
    """Prints the lines as CSV."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*KEY, "a", "b", "ratio", "lo", "hi", "verdict", "reason"])
    for line in lines:
        numbers = (line.a, line.b, *(line.ratio or stats.UNKNOWN))
        cells = ["" if math.isnan(number) else f"{number:.5f}" for number in numbers]
        writer.writerow([*line.key, *cells, line.verdict, line.reason])


def print_table(lines: list[Line], unit: str, everything: bool) -> None:
    """Prints the lines as a table, without tied rows unless `everything`, and a summary."""
    print(f"{'':58}{unit:>10}{'':9} ratio")
    for line in lines:
        if line.verdict == "tied" and not line.reason and not everything:
            continue
        numbers = ""
        if line.ratio:
            mid, lo, hi = line.ratio
            interval = "" if math.isnan(lo) else f" [{lo:.3f}, {hi:.3f}]"
            numbers = f"{line.a:9.2f} {line.b:9.2f} {mid:7.3f}{interval}"
        print(f"{' '.join(line.key):58} {numbers:42} {line.verdict}{': ' + line.reason if line.reason else ''}")
    counts = [sum(line.verdict == word for line in lines) for word in ("faster", "slower", "tied", "not comparable")]
    print("{} faster, {} slower, {} tied, {} not comparable".format(*counts))


def save_baseline(stem: Path) -> None:
    """Copies a result to the baseline."""
    BASELINE.parent.mkdir(exist_ok=True)
    for suffix in reader.SUFFIXES:
        shutil.copyfile(stem.with_name(stem.name + suffix), BASELINE.with_suffix(suffix))


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("results", nargs="+", type=Path, metavar="RESULT", help="a result, by its .json or .csv")
    parser.add_argument("--save-baseline", action="store_true", help="saves a copy of the result to compare with")
    parser.add_argument("--time", choices=["cycles", "ns"], default="cycles", help="unit; default: %(default)s")
    parser.add_argument("--all", action="store_true", help="prints tied rows as well")
    parser.add_argument("--csv", action="store_true", help="prints all rows as CSV")
    arguments = parser.parse_args()
    paths = arguments.results
    if len(paths) > (1 if arguments.save_baseline else 2):
        parser.error("too many results")
    load = command.module("slidebench_results.pair", "python3-jsonschema").load
    if arguments.save_baseline:
        save_baseline(load(paths[0]).stem)
        return 0
    if len(paths) == 1 and not BASELINE.with_suffix(".json").exists():
        raise command.Refused("no baseline to compare with: save one by scripts/compare --save-baseline RESULT")
    first, second = map(load, [BASELINE, *paths][-2:])
    lines = list(compare(first, second, arguments.time))
    if arguments.csv:
        print_csv(lines)
    else:
        print_table(lines, arguments.time, arguments.all)
    if all(line.verdict == "not comparable" for line in lines):
        raise command.Refused("no row of the two results can be compared", command.ENVIRONMENT)
    return 0
