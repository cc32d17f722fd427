# SPDX-License-Identifier: MIT
"""Checks results beyond their structure: values against processes, the rule for interrupted runs, names, other
results."""

import collections
import math
import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from slidebench_results import reader, schema, stats
from slidebench_results.model import PARTIAL, Result, Row
from slidebench_tools.command import Refused

OK_SHARE = 0.9  # of the supported rows of an interrupted run: missing ones may matter
FAR = 3.0  # times the row's median: not noise, but another program
APART = 1.5  # times the value of other runs of the same CPU and build
UNSTABLE = 0.1  # of the rows
COMMON_NAMES = {"root", "user", "debian", "ubuntu", "fedora", "linux", "localhost", "intel", "runner", "build", "games"}


def check(paths: Iterable[Path]) -> list[Result]:
    """Reads results and checks them as files to publish. Their `problems` list all faults."""
    results = [check_one(path) for path in paths]
    whole = [result for result in results if not result.broken]
    for result in whole:
        check_name(result)
        check_local_names(result)
        check_quality(result)
    check_against_others(whole)
    return results


def check_one(path: Path) -> Result:
    """Reads a result and checks all that concerns its two files alone."""
    result = reader.read(path)
    check_private_texts(result)
    if not result.broken:
        if result.record["machine"]["emulated"]:
            text = "the CPU was emulated, expected a real one: times of an emulator mean nothing"
            result.error(result.json_path, result.lines["machine", "emulated"], text)
        check_partial(result)
        check_consistency(result)
    return result


def load(path: Path) -> Result:
    """Reads a result to compute with; raises Refused with its first error."""
    result = reader.read(path)
    if not result.broken:
        check_consistency(result)
    for problem in result.problems:
        if problem.severity == "error":
            raise Refused(problem)
    return result


# ---- one result ----


def check_private_texts(result: Result) -> None:
    """Reports texts that name a person, a host or a home folder."""
    for path, text in result.texts.items():
        for number, line in enumerate(text.split("\n"), 1):
            if found := schema.PRIVATE_TEXT.search(line):
                message = f"{found[0]!r} names a person, a host or a home folder, expected nothing private"
                result.error(path, number, message)


def check_partial(result: Result) -> None:
    """Checks name and size of an interrupted run by the rule in `check-results --help`."""
    path, line = result.json_path, result.lines[("partial",)]
    if result.partial != bool(PARTIAL.search(result.stem.name)):
        expected = "a name that ends in -partial" if result.partial else "no -partial in the name of a complete run"
        text = f"partial is {str(result.partial).lower()} in the file {result.stem.name}, expected {expected}"
        result.error(path, line, text)
    if not result.partial:
        return
    supported = [row for row in result.rows if row["status"] != "unsupported"]
    ok = sum(row["status"] == "ok" for row in supported)
    interrupted = f"the run was interrupted after {result.processes} processes"
    if result.processes < stats.ENOUGH_PROCESSES:
        result.error(path, line, f"{interrupted}, expected {stats.ENOUGH_PROCESSES} or more")
    elif ok < OK_SHARE * len(supported):
        text = f"the run was interrupted and {ok} of {len(supported)} supported rows are ok, expected {OK_SHARE:.0%}"
        result.error(path, line, text)
    else:
        result.warn(path, line, interrupted)


def check_consistency(result: Result) -> None:
    """Checks that values, intervals, clock and checksums agree with each other and with the processes."""
    for row in result.rows:
        if check_presence(result, row):
            check_times(result, row)
    if not result.broken:
        check_checksums(result)


def check_presence(result: Result, row: Row) -> bool:
    """Checks that rows that are ok have times, and other rows none; returns whether the row has times."""
    present = [name for name in ("cycles", "ns", "core_ghz") if row[name]]
    if row["status"] != "ok":
        if present:
            value = f"{result.name_of(present[0])} is {row[present[0]]}"
            result.error(result.csv_path, row["line"], f"{value} in a row that is {row['status']}, expected none")
        return False
    if len(present) < 3:
        clock = result.name_of("core_ghz")
        result.error(result.csv_path, row["line"], f"a row that is ok lacks a value, expected cycles, ns and {clock}")
        result.broken = True
        return False
    return True


def check_times(result: Result, row: Row) -> None:
    """Checks both times of a row against their intervals, the processes and the clock."""
    for unit in "cycles", "ns":
        columns = (unit, f"{unit}_ci_low", f"{unit}_ci_high")
        value, low, high = (float(row[name]) if row[name] else math.nan for name in columns)
        if low > value or high < value:
            text = f"{unit} is {row[unit]}, expected it between {row[columns[1]]} and {row[columns[2]]}"
            result.error(result.csv_path, row["line"], text)
            continue
        computed = stats.median_interval(stats.known(row["process_" + unit]))
        for name, written, own in zip(("median", "lower end", "upper end"), (value, low, high), computed):
            same = math.isclose(written, own, rel_tol=1e-4, abs_tol=1e-3)
            if not same and not (math.isnan(written) and math.isnan(own)):
                text = f"{unit}: the {name} is {written}, expected {own:.4f} from the processes in the .json"
                result.error(result.csv_path, row["line"], text)
                break
    at_clock = float(row["ns"]) * float(row["core_ghz"])
    if not math.isclose(at_clock, float(row["cycles"]), rel_tol=0.25):
        text = f"{row['cycles']} cycles in {row['ns']} ns, expected {at_clock:.4f} at {row['core_ghz']} GHz"
        result.error(result.csv_path, row["line"], text)


def check_checksums(result: Result) -> None:
    """Checks that all schemes computed the same results for the same queries."""
    first: dict[tuple[str, ...], Row] = {}
    for row in result.rows:
        if row["status"] == "ok" and not row["mock"]:
            expected = first.setdefault(tuple(row[k] for k in (*schema.COLUMN, "list_length")), row)
            if not row["checksum"] or row["checksum"] != expected["checksum"]:
                text = f"checksum is {row['checksum']!r}, expected {expected['checksum']!r} as on line"
                text = f"{text} {expected['line']}: the same queries have the same results"
                result.error(result.csv_path, row["line"], text)


def check_name(result: Result) -> None:
    """Checks that the file is results/<cpu>/<date>-<compiler>-<level>, as the program names it."""
    record, stem = result.record, result.stem
    ((compiler, major),) = re.findall(r"^(\S+) (\d+)", record["compiler"])
    expected = f"{record['date'][:10].replace('-', '')}-{compiler}-{major}-{record['level']}"
    if not re.fullmatch(re.escape(expected) + r"(-\d+)?", PARTIAL.sub(r"\1", stem.name)):
        text = f"the file is named {stem.name}, expected {expected} from date, compiler and level"
        result.error(result.json_path, result.lines[("date",)], text)
    folder, slug = stem.resolve().parent.name, record["machine"]["slug"]
    if folder != slug:
        text = f"the folder is {folder!r}, expected {slug!r}, the program's name of the CPU"
        result.error(result.json_path, result.lines["machine", "slug"], text)


def check_local_names(result: Result) -> None:
    """Warns of this host's and this user's name, since a contributor runs this on the own result."""
    names = {platform.node().split(".")[0], os.environ.get("USER", ""), os.environ.get("LOGNAME", "")}
    for name in sorted(n for n in names if len(n) > 3 and n.lower() not in COMMON_NAMES):
        for path, text in result.texts.items():
            for number, line in enumerate(text.split("\n"), 1):
                if re.search(rf"\b{re.escape(name)}\b", line):
                    result.warn(path, number, f"{name!r} is this host's or your name, expected nothing private")


def check_quality(result: Result) -> None:
    """Warns of faults that make a result less useful without making it wrong."""
    rows = result.rows
    ok = [row for row in rows if row["status"] == "ok"]
    floor = {column_of(row): float(row["cycles"]) for row in ok if row["mock"]}
    far = []
    for row in ok:
        at = floor.get(column_of(row), 0)
        if not row["mock"] and float(row["cycles"]) < 0.95 * at:  # some kernels cost as little as the floor
            text = f"cycles is {row['cycles']}, expected at least the floor's {at}"
            result.warn(result.csv_path, row["line"], text)
        if any(value > FAR * float(row["cycles"]) for value in stats.known(row["process_cycles"])):
            far.append(row)
    if far:
        text = f"{len(far)} rows have a process beyond {FAR:g} times the median, this one first"
        result.warn(result.csv_path, far[0]["line"], f"{text}; expected a quiet machine")
    for status, limit in (("unstable", UNSTABLE * len(rows)), ("wrong", 0), ("crashed", 0)):
        bad = [row for row in rows if row["status"] == status]
        if len(bad) > limit:
            text = f"{len(bad)} of {len(rows)} rows are {status}, this one first; expected {'few' if limit else 'none'}"
            result.warn(result.csv_path, bad[0]["line"], text)
    if not ok:
        result.warn(result.csv_path, 1, "no row is ok, expected values")
    if not result.partial and result.processes < stats.ENOUGH_PROCESSES:
        expected = f"expected {stats.ENOUGH_PROCESSES} or more for 95 % confidence: a rough estimate"
        text = f"{result.processes} processes, {expected}"
        result.warn(result.json_path, result.lines["options", "processes"], text)


# ---- several results ----


def column_of(row: Row) -> tuple[str, ...]:
    """Returns what all schemes of a run are measured on."""
    return tuple(row[k] for k in schema.COLUMN)


def check_against_others(results: list[Result]) -> None:
    """Reports a file that occurs twice, other queries under the same names, and values unlike those of other runs."""
    texts: dict[str, Result] = {}
    sums: dict[tuple[Any, ...], tuple[str, Result]] = {}
    runs: dict[tuple[Any, ...], list[tuple[Row, Result]]] = collections.defaultdict(list)
    for result in results:
        first = texts.setdefault(result.texts[result.csv_path], result)
        if first is not result:
            result.error(result.csv_path, 1, f"the same run as {first.csv_path}, expected each run once")
            continue
        options = result.record["options"]
        for row in result.rows:
            if row["status"] != "ok" or row["mock"]:
                continue
            queries = (*column_of(row), row["list_length"], options["custom_positions"], options["seed"])
            checksum, other = sums.setdefault(queries, (row["checksum"], result))
            if checksum != row["checksum"]:
                text = f"checksum is {row['checksum']}, but {checksum} in {other.csv_path}"
                result.warn(result.csv_path, row["line"], f"{text}: other queries, not comparable")
                sums[queries] = row["checksum"], result  # warns once per column
            build = (row["cpu"], row["level"], row["compiler"], options["huge_pages"], options["no_warmup"])
            runs[(*build, row["checksum"], *(row[k] for k in schema.KEY))].append((row, result))
    for same in runs.values():
        for row, result in same[1:]:
            first_row, other = same[0]
            if abs(math.log(float(row["cycles"]) / float(first_row["cycles"]))) > math.log(APART):
                text = f"cycles is {row['cycles']}, expected about {first_row['cycles']} as in {other.csv_path}"
                result.warn(result.csv_path, row["line"], text)
