# SPDX-License-Identifier: MIT
"""Which results there are, and what is wrong with them beyond what each pair shows by itself."""

import collections
import math
import os
import platform
import re

import fields
from pair import ENOUGH, PARTIAL, Pair

NAME = re.compile(r"(20\d{6})-([A-Za-z]+-\d+)-([a-z0-9-]+?)(-\d+)?")
FAR = 3.0  # times its row's median: no noise, but another program
APART = 1.5  # times what other runs of the same CPU and build found
UNSTABLE = 0.1  # of the rows
COMMON_NAMES = {"root", "user", "debian", "ubuntu", "fedora", "linux", "localhost", "intel", "runner", "build", "games"}


def stems(arguments):
    """The results that files and folders stand for, each once, in order."""
    found = {}
    for argument in arguments:
        if argument.is_dir():
            files = [
                f
                for f in sorted(argument.rglob("*"))
                if f.suffix in (".csv", ".json") and NAME.match(f.stem) and not f.name.startswith(".")
            ]
        else:
            files = [argument]
        found.update((f.with_suffix("") if f.suffix in (".csv", ".json") else f, None) for f in files)
    return list(found)


def check_name(pair):
    """results/<cpu>/<date>-<compiler>-<level>: all of it is the program's choice."""
    record, stem = pair.record, pair.stem
    name, major = re.match(r"(\S+) (\d+)", record["compiler"]).groups()
    expected = f"{record['date'][:10].replace('-', '')}-{name}-{major}-{record['level']}"
    if not re.fullmatch(re.escape(expected) + r"(-\d+)?", PARTIAL.sub(r"\1", stem.name)):
        pair.error(
            pair.json_path,
            pair.lines[("date",)],
            f"the file is named {stem.name}, expected {expected} from date, compiler and level",
        )
    if stem.resolve().parent.name != record["machine"]["slug"]:
        pair.error(
            pair.json_path,
            pair.lines["machine", "slug"],
            f"the folder is {stem.resolve().parent.name!r}, expected {record['machine']['slug']!r}, the CPU as the program names it",
        )


def check_names_of_here(pair):
    """Whoever checks an own result learns of the own names in it."""
    names = {platform.node().split(".")[0], os.environ.get("USER", ""), os.environ.get("LOGNAME", "")}
    for name in sorted(n for n in names if len(n) > 3 and n.lower() not in COMMON_NAMES):
        for path in pair.csv_path, pair.json_path:
            for number, line in enumerate(path.read_text().split("\n"), 1):
                if re.search(rf"\b{re.escape(name)}\b", line):
                    pair.warn(path, number, f"{name!r} is this host's or your name, expected nothing private")


def check_quality(pair):
    """What makes a result less useful, though it is not wrong."""
    rows, floor = pair.rows, {}
    ok = [row for row in rows if row["status"] == "ok"]
    for row in ok:
        if row["mock"]:
            floor[tuple(row[k] for k in fields.QUESTION)] = float(row["cycles"])
    far = []
    for row in ok:
        at = floor.get(tuple(row[k] for k in fields.QUESTION), 0)
        if (
            not row["mock"] and float(row["cycles"]) < 0.95 * at
        ):  # a scheme that does nothing there is on a level with it
            pair.warn(
                pair.csv_path,
                row["line"],
                f"cycles is {row['cycles']}, expected no less than the loop alone takes, {at}",
            )
        if any(v is not None and v > FAR * float(row["cycles"]) for v in row["process_cycles"]):
            far.append(row)
    if far:
        pair.warn(
            pair.csv_path,
            far[0]["line"],
            f"{len(far)} rows hold a process beyond {FAR:g} times the median, this one first; expected a quiet machine",
        )
    for status, limit in (("UNSTABLE", UNSTABLE * len(rows)), ("WRONG", 0), ("CRASHED", 0)):
        bad = [row for row in rows if row["status"] == status]
        if len(bad) > limit:
            pair.warn(
                pair.csv_path,
                bad[0]["line"],
                f"{len(bad)} of {len(rows)} rows are {status}, this one first; expected {'few' if limit else 'none'}",
            )
    if not ok:
        pair.warn(pair.csv_path, 1, "no row is ok, expected figures")
    if not pair.record["partial"] and pair.processes < ENOUGH:
        pair.warn(
            pair.json_path,
            pair.lines["options", "processes"],
            f"{pair.processes} processes, expected {ENOUGH} or more, as for an interval of 95 %: indicative only",
        )


def check_against_others(pairs):
    """The same file twice, other questions under the same name, and figures unlike those of other runs."""
    texts, sums, runs = {}, {}, collections.defaultdict(list)
    for pair in pairs:
        first = texts.setdefault(pair.csv_path.read_bytes(), pair)
        if first is not pair:
            pair.error(pair.csv_path, 1, f"the same run as {first.csv_path}, expected each run once")
            continue
        for row in pair.rows:
            if row["status"] != "ok" or row["mock"]:
                continue
            question = (
                *(row[k] for k in (*fields.QUESTION, "queries")),
                pair.record["options"]["own_positions"],
                pair.record["options"]["seed"],
            )
            checksum, other = sums.setdefault(question, (row["checksum"], pair))
            if checksum != row["checksum"]:
                pair.warn(
                    pair.csv_path,
                    row["line"],
                    f"checksum is {row['checksum']}, but {checksum} in {other.csv_path}: other questions, not comparable",
                )
                sums[question] = row["checksum"], pair  # once a question
            options = pair.record["options"]
            runs[
                (
                    row["cpu"],
                    row["level"],
                    row["compiler"],
                    options["pages"],
                    options["interleaved"],
                    row["checksum"],
                    *(row[k] for k in fields.KEY),
                )
            ].append((row, pair))
    for same in runs.values():
        for row, pair in same[1:]:
            first, other = same[0]
            if abs(math.log(float(row["cycles"]) / float(first["cycles"]))) > math.log(APART):
                pair.warn(
                    pair.csv_path,
                    row["line"],
                    f"cycles is {row['cycles']}, expected about {first['cycles']} as in {other.csv_path}",
                )


def in_words(path, line, severity, text):
    return f"{path}:{line}: {severity}: {text}" if line else f"{path}: {severity}: {text}"


def check(names):
    """The results, with all that is to be said of them in their .problems."""
    pairs = [Pair(name) for name in names]
    whole = [pair for pair in pairs if not pair.broken]
    for pair in whole:
        check_name(pair)
        check_names_of_here(pair)
        check_quality(pair)
    check_against_others(whole)
    return pairs
