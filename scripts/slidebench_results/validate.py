# SPDX-License-Identifier: MIT
"""Checks results beyond their structure: the program's conclusions, names, private data, and other results."""

import collections
import math
import os
import platform
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from slidebench_results import conclusions
from slidebench_results.pair import Pair, check_pair
from slidebench_results.result import Column, Row

PARTIAL = re.compile(r"-partial(-\d+)?$")  # the end of an interrupted run's name
PRIVATE = re.compile(
    r"/(home|Users|root|export/home)/|/root\b|[A-Za-z]:\\+Users|~/|\b[\w.+-]+@[\w-]+(\.[\w-]+)*\b"
    r"|\b([0-9a-f]{2}:){5}[0-9a-f]{2}\b"
)
COMMON_NAMES = {"root", "user", "debian", "ubuntu", "fedora", "linux", "localhost", "intel", "runner", "build", "games"}
LEAST_PROCESSES = 6  # of an interrupted run: the fewest for an interval at 95 %
PROCESSES = 12  # enough for 102 comparisons that hold together
OK_SHARE = 0.9  # of the supported rows of an interrupted run: missing ones may matter
FAR = 3.0  # times the row's median: not noise, but another program
APART = 1.5  # times the value of other runs of the same CPU and build
UNSTABLE = 0.1  # of the rows
CLOCK = 0.25  # medians of cycles, ns and the clock need not come from the same process


def check(paths: Iterable[Path]) -> list[Pair]:
    """Reads results and checks them as files to publish. Their `problems` list all faults."""
    program = conclusions.find_program()
    pairs = [check_pair(path) for path in paths]
    whole = [pair for pair in pairs if pair.result]
    for pair in pairs:
        check_private_texts(pair)
    for pair in whole:
        conclusions.check(pair, program)
        check_name(pair)
        check_partial(pair)
        check_local_names(pair)
        check_quality(pair)
    check_against_others(whole)
    return pairs


# ---- one result ----


def check_private_texts(pair: Pair) -> None:
    """Reports texts that name a person, a host or a home folder."""
    for path, text in pair.texts.items():
        for number, line in enumerate(text.split("\n"), 1):
            if found := PRIVATE.search(line):
                message = f"{found[0]!r} names a person, a host or a home folder, expected nothing private"
                pair.error(path, number, message)


def check_local_names(pair: Pair) -> None:
    """Warns of this host's and this user's name, since a contributor runs this on a result of theirs."""
    names = {platform.node().split(".")[0], os.environ.get("USER", ""), os.environ.get("LOGNAME", "")}
    for name in sorted(n for n in names if len(n) > 3 and n.lower() not in COMMON_NAMES):
        for path, text in pair.texts.items():
            for number, line in enumerate(text.split("\n"), 1):
                if re.search(rf"\b{re.escape(name)}\b", line):
                    pair.warn(path, number, f"{name!r} is this host's or your name, expected nothing private")


def check_name(pair: Pair) -> None:
    """Checks that the file is results/<cpu>/<date>-<compiler>-<level>, as the program names it."""
    record, stem = pair.record, pair.stem
    ((compiler, major),) = re.findall(r"^(\S+) (\d+)", record["compiler"])
    expected = f"{record['date'][:10].replace('-', '')}-{compiler}-{major}-{record['level']}"
    if not re.fullmatch(re.escape(expected) + r"(-\d+)?", PARTIAL.sub(r"\1", stem.name)):
        text = f"the file is named {stem.name}, expected {expected} from date, compiler and level"
        pair.json_error(("date",), text)
    folder, slug = stem.resolve().parent.name, record["machine"]["slug"]
    if folder != slug:
        text = f"the folder is {folder!r}, expected {slug!r}, the program's name of the CPU"
        pair.json_error(("machine", "slug"), text)


def check_partial(pair: Pair) -> None:
    """Checks name and size of an interrupted run by the rule in `check-results --help`."""
    partial, processes = pair.record["partial"], pair.record["processes_ended"]
    if partial != bool(PARTIAL.search(pair.stem.name)):
        expected = "a name that ends in -partial" if partial else "no -partial in the name of a complete run"
        text = f"partial is {str(partial).lower()} in the file {pair.stem.name}, expected {expected}"
        pair.json_error(("partial",), text)
    if not partial:
        if processes < PROCESSES:
            expected = f"expected {PROCESSES} or more in a result to send: a rough estimate"
            pair.warn(pair.json_path, 0, f"{processes} processes, {expected}")
        return
    supported = [line for line in pair.lines if line["status"] != "unsupported"]
    ok = sum(line["status"] == "ok" for line in supported)
    interrupted = f"the run was interrupted after {processes} processes"
    if processes < LEAST_PROCESSES:
        pair.json_error(("partial",), f"{interrupted}, expected {LEAST_PROCESSES} or more")
    elif ok < OK_SHARE * len(supported):
        text = f"the run was interrupted and {ok} of {len(supported)} supported rows are ok, expected {OK_SHARE:.0%}"
        pair.json_error(("partial",), text)
    else:
        pair.warn(pair.json_path, 0, interrupted)


def rows_of(pair: Pair) -> Iterator[tuple[int, Column, Row]]:
    """Yields each row: (line of the CSV, column, row)."""
    assert pair.result
    rows = ((column, row) for column in pair.result.columns.values() for row in column.rows)
    for number, (column, row) in enumerate(rows, 2):
        yield number, column, row


def check_quality(pair: Pair) -> None:
    """Checks the clock against times; warns of faults that make a result less useful without making it wrong."""
    rows = list(rows_of(pair))
    floor = {column.key: row.cycles.mid for _, column, row in rows if row.cycles and "mock" in row.scheme.traits}
    if any("setwise" in row.scheme.traits for _, _, row in rows):  # these do not visit one slider after another
        floor = {key: cycles for key, cycles in floor.items() if key[2] != "setwise"}
    far: list[int] = []
    below = collections.defaultdict(list)
    for number, column, row in rows:
        ghz = pair.lines[number - 2]["core_ghz"]
        if row.cycles and row.ns and not math.isclose(row.cycles.mid, row.ns.mid * float(ghz or 0), rel_tol=CLOCK):
            text = f"core_ghz is {ghz!r}, expected about {row.cycles.mid / row.ns.mid:.4f} from cycles and ns"
            pair.error(pair.csv_path, number, text)
        if row.cycles and row.cycles.mid < 0.95 * floor.get(column.key, 0):  # some kernels cost as little as the floor
            below[column.key].append(number)
        if row.cycles and any(value and value > FAR * row.cycles.mid for value in row.process_cycles):
            far.append(number)
    for key, numbers in below.items():
        text = f"{len(numbers)} of the column's rows are faster than its floor, this one first"
        pair.warn(pair.csv_path, numbers[0], f"{text}; expected at least the floor's {floor[key]} cycles")
    if far:
        text = f"{len(far)} rows have a process beyond {FAR:g} times the median, this one first"
        pair.warn(pair.csv_path, far[0], f"{text}; expected a quiet machine")
    for status, limit in (("unstable", UNSTABLE * len(rows)), ("wrong", 0), ("crashed", 0)):
        bad = [number for number, _, row in rows if row.status == status]
        if len(bad) > limit:
            text = f"{len(bad)} of {len(rows)} rows are {status}, this one first; expected {'few' if limit else 'none'}"
            pair.warn(pair.csv_path, bad[0], text)
    if not any(row.cycles for _, _, row in rows):
        pair.warn(pair.csv_path, 1, "no row is ok, expected values")


# ---- several results ----


def check_against_others(pairs: list[Pair]) -> None:
    """Reports a file that occurs twice, other queries under the same names, and values unlike those of other runs."""
    texts: dict[str, Pair] = {}
    sums: dict[tuple[Any, ...], tuple[str, Pair]] = {}
    first_rows: dict[tuple[Any, ...], tuple[Row, Pair]] = {}
    for pair in pairs:
        first = texts.setdefault(pair.texts[pair.csv_path], pair)
        if first is not pair:
            pair.error(pair.csv_path, 1, f"the same run as {first.csv_path}, expected each run once")
            continue
        record, options = pair.record, pair.record["options"]
        build = (record["machine"]["slug"], record["level"], record["compiler"])
        for i, column in enumerate(record["columns"]):
            key = (*(column[name] for name in ("piece", "workload", "mode", "list_length")), options["seed"])
            checksum, other = sums.setdefault((*key, options["custom_positions"]), (column["checksum"], pair))
            if checksum != column["checksum"]:
                text = f"checksum is {column['checksum']}, but {checksum} in {other.csv_path}"
                pair.warn(pair.json_path, 0, f"{' '.join(key[:3])}: {text}: other queries, not comparable")
        for number, column_, row in rows_of(pair):
            same_build = (*build, options["huge_pages"], options["no_warmup"], column_.record["checksum"])
            earlier, other = first_rows.setdefault((*same_build, column_.key, row.scheme.name), (row, pair))
            if row.cycles and earlier.cycles and "mock" not in row.scheme.traits:
                if abs(math.log(row.cycles.mid / earlier.cycles.mid)) > math.log(APART):
                    text = f"cycles is {row.cycles.mid}, expected about {earlier.cycles.mid} as in {other.csv_path}"
                    pair.warn(pair.csv_path, number, text)
