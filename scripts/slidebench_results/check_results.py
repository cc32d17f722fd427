# SPDX-License-Identifier: MIT
"""Checks results that contributors send: each log is whole, consistent, and free of private data.

usage: scripts/check-results [LOG|FOLDER...]      default: results/

An error makes a result unacceptable. A warning marks one that is less useful, or unlike other runs of the same CPU.
Each is one line on stderr: file, line, what was found, what was expected. `slidebench summarize` reads the logs: it
refuses impossible values, and names damaged lines.

A result to send is a run of --full with at least 12 processes: with fewer processes, fewer than 102 comparisons of a
column hold together at 95 %. Of an interrupted run at least 6 processes must have ended, as an interval of 95 % needs
6, and 9 of 10 supported rows must be ok. Pages mark it "interrupted after N processes", and prefer a complete run.

Exit status: 0 no error, 2 usage, 3 a bad result, 4 no results found, or something is missing.
"""

import collections
import concurrent.futures
import json
import math
import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slidebench_results import reader, uses
from slidebench_results.result import Column, Result, Row
from slidebench_results.text import counted
from slidebench_tools import command

PRIVATE = re.compile(
    r"/(home|Users|root|export/home)/|/root\b|[A-Za-z]:\\+Users|~/|\b[\w.+-]+@[\w-]+(\.[\w-]+)*\b"
    r"|\b([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b"
)
COMMON_NAMES = {"root", "user", "debian", "ubuntu", "fedora", "linux", "localhost", "intel", "runner", "build", "games"}
MAX_BYTES = 64 << 20  # of an uncompressed log: ten times a long run
MIN_PROCESSES = 6  # of an interrupted run: the fewest for an interval at 95 %
OK_SHARE = 0.9  # of the supported rows of an interrupted run, as missing ones may matter
BELOW = 0.95  # times the cycles of an empty loop; some schemes cost hardly more than that
FAR_BELOW = 0.75  # in throughput, where each query is computed and summed: no scheme is that fast
MAX_RATIO_TO_OTHERS = 1.5  # times the value in other runs of the same CPU and build
UNSTABLE = 0.1  # of the rows


@dataclass
class Log:
    """A log with its faults. `result` is None if the program refuses it."""

    path: Path
    lines: list[str] = field(default_factory=list)
    result: Result | None = None
    # "error" or "warning"; the line, counted from 1, or 0 for the whole log; what was found
    faults: list[tuple[str, int, str]] = field(default_factory=list)

    def error(self, line: int, text: str) -> None:
        """Notes what makes the result unacceptable."""
        self.faults.append(("error", line, text))

    def warn(self, line: int, text: str) -> None:
        """Notes what makes the result less useful, or unlike others."""
        self.faults.append(("warning", line, text))


def read_log(path: Path) -> Log:
    """Reads a log. What the program prints about it is an error."""
    log, text = Log(path), reader.text_of(path, MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        log.error(0, f"more than {MAX_BYTES >> 20} MiB, expected a log")
        return log
    log.lines = [line.decode("latin-1") for line in text.splitlines()]  # of bytes, as "\x85" ends no line
    log.result, messages = reader.read(path)
    for message in messages:
        [(number, fault)] = re.findall(r"^(?:(\d+): )?(.*)$", message.removeprefix(f"{path}:").lstrip(), re.S)
        log.error(int(number or 0), fault)
    if log.result and not log.lines:
        log.error(0, "its text cannot be checked")
    return log


def processes_of(log: Log) -> Iterator[tuple[int, dict[str, Any]]]:
    """Returns the lines of processes with their numbers."""
    return ((number, record) for number, record in reader.records_of(log.lines) if "process" in record)


def check(paths: Iterable[Path]) -> list[Log]:
    """Reads logs and checks them as files to publish."""
    checks = (check_texts, check_commit, check_name, check_processes, check_rows, check_twins, check_controls)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        logs = list(pool.map(read_log, paths))
    for log in logs:
        if log.result and not log.faults:
            for check_one in checks:
                check_one(log, log.result)
    check_against_others(logs)
    return logs


def name_of(column: Column, row: Row) -> str:
    """Returns the name of a row."""
    return f"{row.scheme.name} {' '.join(column.key)}"


# ---- one result ----


def check_texts(log: Log, _: Result) -> None:
    """Reports texts that name a person, a host or a home folder. Warns of the names of this host and this user, since
    contributors run the check at home."""
    names = {platform.node().split(".")[0], os.environ.get("USER", ""), os.environ.get("LOGNAME", "")}
    telling = [re.escape(name) for name in names if len(name) > 3 and name.lower() not in COMMON_NAMES]
    for number, line in enumerate(log.lines, 1):
        if bad := re.search(r"[^ -~]", line):
            log.error(number, f"byte 0x{ord(bad[0]):02x}, expected printable ASCII")
        if found := PRIVATE.search(line):
            log.error(number, f"{found[0]!r} names a person, a host or a home folder, expected nothing private")
        if telling and (found := re.search(rf"\b({'|'.join(telling)})\b", line)):
            log.warn(number, f"{found[0]!r} is this host's or your name, expected nothing private")


def check_name(log: Log, result: Result) -> None:
    """Checks that the log is <cpu>/<date>-<compiler>-<level>[-<kind of core>], as the program names it."""
    day, compiler = result.record["date"][:10].replace("-", ""), result.compiler.replace(" ", "-")
    expected = "-".join(filter(None, (day, compiler, result.record["level"], result.core_kind)))
    if not re.fullmatch(re.escape(expected) + r"(-\d+)?" + re.escape(reader.SUFFIX), log.path.name):
        log.error(1, f"the file is {log.path.name}, expected {expected}{reader.SUFFIX} by date, compiler and level")
    folder = log.path.resolve().parent.name
    if folder != result.cpu:
        log.error(1, f"the folder is {folder!r}, expected {result.cpu!r}, the program's name of the CPU")


def check_commit(log: Log, result: Result) -> None:
    """Warns of a program whose source nobody can find."""
    commit = result.record["commit"]
    if not commit or commit.endswith("-dirty"):
        log.warn(1, f"commit is {commit!r}, expected one without changes: the program cannot be built again")


def check_processes(log: Log, result: Result) -> None:
    """Checks the number of processes and the rows of an interrupted run; warns of a small run and of a shared core."""
    supported = [row for _, row in result.rows() if row.status != "unsupported"]
    ok = sum(row.status == "ok" for row in supported)
    if result.record["partial"]:
        enough = result.processes >= MIN_PROCESSES
        report, expected = (log.warn, "a complete run") if enough else (log.error, f"{MIN_PROCESSES} or more")
        report(0, f"interrupted after {result.processes} processes, expected {expected}")
        if ok < OK_SHARE * len(supported):
            log.error(0, f"interrupted, and {ok} of {len(supported)} supported rows are ok, expected {OK_SHARE:.0%}")
    elif result.processes < (wanted := result.rules["sent_processes"]):
        log.warn(0, f"{result.processes} processes, expected {wanted} or more in a result to send: a rough estimate")
    if not ok:
        log.error(0, "no row is ok, expected values")
    if "--full" not in result.record["options"]["arguments"]:
        log.warn(1, "not all rows, expected a run of --full in a result to send")
    least = result.record["reference_ipc"] * (1 - result.rules["canary_tolerance"])
    for number, process in processes_of(log):
        ipc = process["reference_ipc"]
        if ipc < max(1, least):
            text = f"reference_ipc is {ipc}, expected 1 or more, and about that of the other processes"
            log.warn(number, f"{text}: the core was shared")


def check_rows(log: Log, result: Result) -> None:
    """Reports wrong rows and rows far below an empty loop. Warns of rows without a result and of rows hardly below."""
    rows = list(result.rows())
    for status, most in (("wrong", 0), ("crashed", 0), ("unstable", UNSTABLE * len(rows))):
        bad = [(column, row) for column, row in rows if row.status == status]
        if len(bad) > most:
            report = log.error if status == "wrong" else log.warn
            found = counted(len(bad), f"of {len(rows)} rows is", f"of {len(rows)} rows are")
            expected = f"at most {most:.0f}" if most >= 1 else "none"
            report(0, f"{found} {status}, {name_of(*bad[0])} first; expected {expected}")
    for column in result.columns.values():
        floor = column.cycles.get(uses.FLOOR, 0.0)
        if column.mode == "setwise" and any("setwise" in row.scheme.traits for row in column.rows):
            continue  # these do not visit one slider after another
        far = FAR_BELOW * floor if column.mode == "throughput" else 0.0
        for least, most, report in ((0.0, far, log.error), (far, BELOW * floor, log.warn)):
            below = [row for row in column.rows if row.cycles and least <= row.cycles.mid < most]
            if below:
                faster = f"{counted(len(below), 'row is', 'rows are')} faster than the empty loop"
                report(0, f"{faster}, {name_of(column, below[0])} first; expected at least its {floor} cycles")


def check_twins(log: Log, result: Result) -> None:
    """Warns of identical copies that differ from their originals, since other rows are as unstable."""
    twins = [(column, twin) for column in result.columns.values() for twin in column.record["twins"]]
    apart = [(column, twin) for column, twin in twins if twin["apart"]]
    if apart:
        column, twin = apart[0]
        differ = counted(len(apart), f"of {len(twins)} copies differs", f"of {len(twins)} copies differ")
        first = f"{twin['scheme']} in {' '.join(column.key)} first, {twin['ratio'][0]:.2f} times"
        log.warn(0, f"{differ} from the original, {first}; expected none")


def check_controls(log: Log, result: Result) -> None:
    """Reports controls, whose time is known, if another time was measured: all other times are then wrong, too."""
    for column in result.columns.values():
        for control in column.record.get("controls", []):
            if control["wrong"]:
                where, known = f"{control['scheme']} in {' '.join(column.key)}", control["cycles"]
                low, high = control["measured"][1:]
                log.error(0, f"{where}: +{known} cycles are measured as {low:.2f} to {high:.2f}, expected {known}")


# ---- several results ----


def check_against_others(logs: list[Log]) -> None:
    """Reports a run that occurs twice. Warns of different lookups under one name, and of values unlike other runs'."""
    runs: dict[tuple[str, ...], tuple[Log, Result]] = {}
    for log in logs:
        if log.result:
            processes = tuple(json.dumps(process, sort_keys=True) for _, process in processes_of(log))
            first, _ = runs.setdefault(processes, (log, log.result))
            if first is not log:
                log.error(0, f"the same processes as in {first.path}, expected each run once")
    check_lookups(runs.values())
    check_values(runs.values())


def check_lookups(runs: Iterable[tuple[Log, Result]]) -> None:
    """Warns if the lookups of a column differ between runs."""
    seen: dict[tuple[Any, ...], tuple[str, Path]] = {}
    for log, result in runs:
        options = result.record["options"]
        for column in result.columns.values():
            key = (*column.key, column.record["list_length"], options["seed"], options["custom_positions"])
            checksum = column.record["checksum"]
            expected, path = seen.setdefault(key, (checksum, log.path))
            if checksum != expected:
                text = f"{' '.join(column.key)}: checksum is {checksum}, but {expected} in {path}"
                log.warn(1, f"{text}: other lookups, not comparable")


def check_values(runs: Iterable[tuple[Log, Result]]) -> None:
    """Warns of values unlike those of other runs of the same CPU and build."""
    seen: dict[tuple[Any, ...], tuple[float, Path]] = {}
    for log, result in runs:
        record = result.record
        build = result.cpu, result.core_kind, record["level"], record["compiler"], record["options"]["huge_pages"]
        far = []
        for column, row in result.rows():
            if row.cycles and "mock" not in row.scheme.traits:
                key = (*build, column.record["checksum"], column.key, row.scheme.name)
                cycles = row.cycles.mid
                expected, path = seen.setdefault(key, (cycles, log.path))
                if abs(math.log(cycles / expected)) > math.log(MAX_RATIO_TO_OTHERS):
                    text = f"{name_of(column, row)} first: {cycles} cycles, expected about {expected}"
                    far.append(f"{text} as in {path}")
        if far:
            log.warn(0, f"{counted(len(far), 'row is', 'rows are')} unlike other runs, {far[0]}")


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("logs", nargs="*", type=Path, default=[command.RESULTS])
    logs = check(reader.logs(parser.parse_args().logs))
    for log in logs:
        for kind, line, text in log.faults:
            print(f"{log.path}:{f'{line}:' if line else ''} {kind}: {text}", file=sys.stderr)
    count = collections.Counter(kind for log in logs for kind, _, _ in log.faults)
    errors, warnings = (counted(count[kind], kind, f"{kind}s") for kind in ("error", "warning"))
    print(f"{counted(len(logs), 'result', 'results')}: {errors}, {warnings}")
    return command.BAD_INPUT if count["error"] else 0
