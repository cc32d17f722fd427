# SPDX-License-Identifier: MIT
"""Compares two results, row by row: the ratio of their times with its interval, and a verdict.

usage: scripts/compare [--time ns] [--schemes NAMES] [--csv] A B     ratios of B's times to A's, of two logs

A ratio is the ratio of two medians. Each end of its interval comes from opposite ends of the two intervals, which is
cautious. A row is faster or slower only if the whole interval is beyond 1 %. Rows whose conditions or lookups differ
are not comparable; the reasons are counted. Each scheme with changed rows has a line: its ratio in the columns of the
main uses, how many of its rows changed, and their smallest and largest ratio. --schemes prints all rows of these
schemes instead.

Exit status: 0 compared, 2 usage, 3 bad result, 4 no row can be compared.
"""

import csv
import math
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from slidebench_results import reader, uses
from slidebench_results.result import Column, Figure, Key, Result, Row
from slidebench_results.text import counted
from slidebench_tools import command

KEY = ("scheme", "piece", "workload", "mode")


class Line(NamedTuple):
    """The comparison of one row; None: not comparable."""

    key: tuple[str, ...]
    verdict: str
    reason: str = ""
    a: float | None = None  # its time in the first result
    b: float | None = None
    ratio: Figure | None = None  # b / a


def reason_not_comparable(a: tuple[Column, Row], b: tuple[Column, Row], run_a: Result, run_b: Result) -> str:
    """Returns why two rows cannot be compared, "" if they can."""
    for name, (_, row) in (("first", a), ("second", b)):
        if not row.cycles:
            return f"{row.reason if row.status == 'unsupported' else row.status} ({name} result)"
    record_a, record_b = run_a.record, run_b.record
    for words, condition_a, condition_b in (
        *((f"other lookups: {name}", a[0].record[name], b[0].record[name]) for name in ("list_length", "checksum")),
        ("level", record_a["level"], record_b["level"]),
        ("huge_pages", record_a["options"]["huge_pages"], record_b["options"]["huge_pages"]),
    ):
        if condition_a != condition_b:
            return f"{words} {condition_a} and {condition_b}"
    references = [record["reference_ipc"] for record in (record_a, record_b)]
    cores = {(run.cpu, run.core_kind) for run in (run_a, run_b)}
    if len(cores) == 1 and min(references) < max(references) * (1 - run_a.rules["canary_tolerance"]):
        return "the core was shared throughout one of the two runs"
    return ""


def ratio_of(a: Figure, b: Figure) -> Figure:
    """Returns b / a with its interval; without an interval if a or b has none."""
    if a.lo is None or a.hi is None or b.lo is None or b.hi is None:
        return Figure(b.mid / a.mid, None, None)
    return Figure(b.mid / a.mid, b.lo / a.hi, b.hi / a.lo)


def verdict(ratio: Figure, margin: float) -> str:
    """Returns "slower" or "faster" if the whole interval of a ratio is beyond the margin, else "tied"."""
    if ratio.lo is None or ratio.hi is None:
        return "tied"
    return "slower" if ratio.lo > 1 + margin else "faster" if ratio.hi < 1 / (1 + margin) else "tied"


def compare(run_a: Result, run_b: Result, unit: str) -> Iterator[Line]:
    """Yields a line for each row of either run, except rows that both runs do not support for the same reason."""
    rows_a, rows_b = (
        {(row.scheme.name, *column.key): (column, row) for column, row in run.rows()} for run in (run_a, run_b)
    )
    for key in rows_a | rows_b:
        if key not in rows_a or key not in rows_b:
            yield Line(key, "not comparable", f"only in the {'first' if key in rows_a else 'second'} result")
        elif rows_a[key][1].status == "unsupported" and rows_a[key][1].reason == rows_b[key][1].reason:
            continue
        elif reason := reason_not_comparable(rows_a[key], rows_b[key], run_a, run_b):
            yield Line(key, "not comparable", reason)
        else:
            a, b = (getattr(rows[key][1], unit) for rows in (rows_a, rows_b))
            ratio = ratio_of(a, b)
            few = "" if ratio.lo else f"{run_a.processes} and {run_b.processes} processes are too few"
            yield Line(key, verdict(ratio, run_a.rules["margin"]), few, a.mid, b.mid, ratio)


def print_csv(lines: list[Line]) -> None:
    """Prints all lines as CSV for other programs, with rows that are tied or cannot be compared."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([*KEY, "a", "b", "ratio", "lo", "hi", "verdict", "reason"])
    for line in lines:
        numbers = line.a, line.b, *(line.ratio or (None, None, None))
        cells = ["" if number is None else f"{number:.5f}" for number in numbers]
        writer.writerow([*line.key, *cells, line.verdict, line.reason])


def change(line: Line) -> float:
    """Returns how far a row changed: 0 if it did not, else the logarithm of its ratio, without the sign."""
    return abs(math.log(line.ratio.mid)) if line.ratio and line.verdict != "tied" else 0


def print_counts(lines: list[Line]) -> None:
    """Prints how many rows there are of each verdict, and of each reason."""
    counts = Counter(line.verdict for line in lines)
    print(", ".join(f"{counts[word]} {word}" for word in ("faster", "slower", "tied", "not comparable")))
    for (word, reason), count in Counter((line.verdict, line.reason) for line in lines if line.reason).most_common():
        print(f"{count:6} {word}: {reason}")


def uses_of_both(run_a: Result, run_b: Result) -> dict[str, Key]:
    """Returns {use: its column} of the comparison's uses that both runs measured in the same way."""
    columns_a, columns_b = uses.columns(run_a), uses.columns(run_b)
    both = [use for use in uses.COMPARED if use in columns_a and use in columns_b]
    return {use: columns_a[use].key for use in both if columns_a[use].key == columns_b[use].key}


def ratio_in(lines: list[Line], column: Key | None) -> float | None:
    """Returns a scheme's ratio in a column: 1 for a tie, None if its row there is missing or not comparable."""
    for line in lines:
        if line.key[1:] == column and line.ratio:
            return line.ratio.mid if change(line) else 1
    return None


def cell(ratio: float | None) -> str:
    """Returns a ratio for the table of schemes."""
    if ratio is None:
        return ""
    return "=" if ratio == 1 else f"{ratio:.3f}"


def print_schemes(schemes: dict[str, list[Line]], columns: dict[str, Key]) -> None:
    """Prints a line for each scheme with rows that changed, in the order of the ratios for the first use."""
    changed = {name: lines for name, lines in schemes.items() if change(lines[0])}
    width = max(map(len, changed), default=0)
    if changed:
        print("B / A: below 1, B is faster. =: tied. blank: not comparable. changed: of the comparable rows")
        print("sorted by", *(f"{use}, then by" for use in list(columns)[:1]), "the largest change")
        print(f"{'':{width}}", *(f"{use:>9}" for use in columns), f"{'changed':>9} {'B / A':>13}")
    first = next(iter(columns.values()), None)
    for name, lines in sorted(changed.items(), key=lambda item: ratio_in(item[1], first) or 1):
        cells = [cell(ratio_in(lines, column)) for column in columns.values()]
        ratios = [line.ratio.mid for line in lines if line.ratio and change(line)]
        comparable = sum(line.ratio is not None for line in lines)
        count, ends = f"{len(ratios)} of {comparable}", f"{min(ratios):.3f}-{max(ratios):.3f}"
        print(f"{name:{width}}", *(f"{cell:>9}" for cell in cells), f"{count:>9} {ends:>13}")


def print_rows(schemes: dict[str, list[Line]], unit: str) -> None:
    """Prints each row below its scheme. The row's name is last, because after a long name figures would not align."""
    for name, lines in schemes.items():
        print(f"\n{name}\n{'B / A':>13} {'interval':16} {'A':>8} {'B':>8} {unit}")
        for line in lines:
            if not line.ratio:
                continue
            mid, lo, hi = line.ratio
            interval = "" if lo is None else f"[{lo:.3f}, {hi:.3f}]"
            numbers = f"{line.verdict:6} {mid:6.3f} {interval:16} {line.a:8.2f} {line.b:8.2f}"
            print(f"{numbers} {' '.join(line.key[1:])}{': ' + line.reason if line.reason else ''}")
        if others := sum(not line.ratio for line in lines):
            print(f"{counted(others, 'more row is', 'more rows are')} not comparable")


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("a", type=Path, metavar="A", help="a log")
    parser.add_argument("b", type=Path, metavar="B", help="another log")
    parser.add_argument("--time", choices=["cycles", "ns"], default="cycles", help="unit; default: %(default)s")
    parser.add_argument("--schemes", metavar="NAMES", help="prints each row of these, separated by commas")
    parser.add_argument("--csv", action="store_true", help="prints rows as CSV")
    arguments = parser.parse_args()
    first, second = map(reader.load, (arguments.a, arguments.b))
    cpus = [f"{run.cpu} {run.core_kind}".rstrip() for run in (first, second)]
    if cpus[0] != cpus[1]:
        command.complain(f"the CPUs differ, {cpus[0]} and {cpus[1]}: the ratios compare these, too")
    lines = list(compare(first, second, arguments.time))
    schemes: dict[str, list[Line]] = {}
    for line in sorted(lines, key=change, reverse=True):
        schemes.setdefault(line.key[0], []).append(line)
    if arguments.schemes:
        names = arguments.schemes.split(",")
        if unknown := [name for name in names if name not in schemes]:
            raise command.Refused(f"--schemes: neither log has '{unknown[0]}'", command.USAGE)
        schemes = {name: schemes[name] for name in names}
    if arguments.csv:
        print_csv([line for line in lines if line.key[0] in schemes])
    else:
        for name, run in (("A", first), ("B", second)):
            version = f"slidebench {run.record['slidebench']}"
            print(f"{name}: {run.label}, {run.setup}, {run.record['date'][:10]}, {version}")
        print_counts(lines)
        if arguments.schemes:
            print_rows(schemes, arguments.time)
        else:
            print_schemes(schemes, uses_of_both(first, second))
    if all(line.verdict == "not comparable" for line in lines):
        raise command.Refused("no row of the two results can be compared", command.ENVIRONMENT)
    return 0
