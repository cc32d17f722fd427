# SPDX-License-Identifier: MIT
"""The two files of a result: columns of the CSV and members of the JSON, with their ranges, in both formats.

Format 2 is what harness/output/csv.c and harness/output/json.c write, and the one that all scripts use. A format 1 file
is renamed when it is read. An unknown column is only warned of, so that older scripts read newer results. A known one
is required unless it is optional, since older results lack it.
"""

import copy
import dataclasses
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from slidebench_results.kinds import Argument, Kind, ListOf, MapOf, Number, Of, OneOf, OrNull, Text, Time, Workload

Members: TypeAlias = dict[str, Any]  # {member of an object: its kind, or the members of an object inside}
Path: TypeAlias = tuple[str | int, ...]  # members and indices that lead to a value of a JSON

WORD = Text(r"[a-z0-9_]+(-[a-z0-9_]+)*", "lower-case words with hyphens between")
MODE = Text(r"[a-z0-9_]+(-([a-z0-9_]+|[0-9.]*L[123]))*", "a mode such as 'latency' or 'burst-0.5L2-8'")
LEVEL = Text(r"[a-z0-9]+(-[a-z0-9]+)*", "a level such as 'x86-64-v3'")
COMPILER = Text(r"[A-Za-z]+ \d+\b[\w .+~:()-]*", "a compiler and its version, such as 'gcc 12.2.0'")
COMMIT = Text(r"[0-9a-f]{7,40}(-dirty)?", "hexadecimal digits, with or without -dirty at the end", may_be_empty=True)
MICROARCHITECTURE = Text(r"[A-Za-z0-9][A-Za-z0-9 +/.-]*( \(inferred\))?", "a name such as 'Zen 5'", may_be_empty=True)
WORKLOAD = Workload("perft(-suite)?")  # perft-suite: six positions, in older results
STATUS = OneOf("ok", "wrong", "crashed", "unstable", "unsupported")
CRC32 = Text(r"[0-9a-f]{8}", "8 hexadecimal digits")
DATE = Time(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", "a time such as '2026-11-21T06:37:22Z'")
ANY_TEXT = Text(r".+", f"plain text of at most {Text.LONGEST} characters")
MAYBE_TEXT = Text(r".*", ANY_TEXT.expected)
ARGUMENT = Argument()
PROCESSES = Number(1, 1e5, whole=True)
YES = OneOf("yes", "no")
FLAG = Of(bool, "true or false")
LIST = Of(list, "a list")
RANK = Number(1, 1e4, whole=True, may_be_empty=True)
CYCLES = Number(0.01, 1e6, may_be_empty=True)  # a sample of 0.1 ms has some 400,000
NS = Number(0.001, 1e7, may_be_empty=True)
GHZ = Number(0.05, 10, may_be_empty=True)  # the record, under liquid helium, is 9.1
RATE = Number(0, 1e7, may_be_empty=True)
BYTES = Number(0, 2**40, whole=True, may_be_empty=True)  # more than any table or cache has
IPC = Number(0, 8)  # the canary runs eight chains of one operation per cycle each: harness/timing/canary.c

# Why a row is unsupported: the CPU, the system, or the kind of machine.
UNSUPPORTED_REASON = re.compile(r"needs [a-z0-9., -]+|not possible here: [^()]+")
UNSUPPORTED_EXPECTED = "'needs ...' or 'not possible here: ...' for an unsupported row"

COLUMNS: dict[str, Kind] = {
    "cpu": WORD,
    "microarchitecture": MICROARCHITECTURE,
    "level": LEVEL,
    "compiler": COMPILER,
    "scheme": WORD,
    "family": WORD,
    "piece": WORD,
    "workload": WORKLOAD,
    "mode": MODE,
    "status": STATUS,
    "reason": MAYBE_TEXT,
    "list_length": Number(1, 1e12, whole=True),
    "cycles": CYCLES,
    "cycles_ci_low": CYCLES,
    "cycles_ci_high": CYCLES,
    "ns": NS,
    "ns_ci_low": NS,
    "ns_ci_high": NS,
    "core_ghz": GHZ,
    "rank_min": RANK,
    "rank_max": RANK,
    "tied_with_best": OneOf("yes", "no", ""),
    "processes": Number(0, 1e5, whole=True, may_be_empty=True),
    "samples_total": Number(1, 1e8, whole=True, may_be_empty=True),
    "undisturbed_share": Number(0, 1, may_be_empty=True),
    "table_bytes": Number(0, 2**32, whole=True),
    "branchless": YES,
    "multiply_free": YES,
    "checksum": Text(r"[0-9a-f]{16}", "16 hexadecimal digits", may_be_empty=True),
    "cycles_source": OneOf("canary", "counter", ""),
    "instructions": RATE,
    "branch_misses": RATE,
    "l1_misses": RATE,
    "llc_misses": RATE,
    "mean_occupied": Number(0, 64),
    "lookups_per_step": Number(0, 64, may_be_empty=True),
}

MACHINE: Members = {
    "slug": WORD,
    "cpu": MAYBE_TEXT,
    "vendor": MAYBE_TEXT,
    "microarchitecture": MICROARCHITECTURE,
    "microarchitecture_inferred": FLAG,
    "l1d_bytes": BYTES,
    "l2_bytes": BYTES,
    "l3_bytes": BYTES,
    "cpus": Number(1, 1e5, whole=True),
    "core_sharing": OrNull(ANY_TEXT),
    "emulated": FLAG,
    "load": Number(0, 1e5, may_be_empty=True),
    "warnings": ListOf(ANY_TEXT),
}
OPTIONS: Members = {
    "arguments": ListOf(ARGUMENT),
    "pieces": ListOf(WORD),
    "modes": ListOf(MODE),
    "working_set_kib": MapOf(Number(0, 2**20, whole=True)),
    "workloads": ListOf(WORKLOAD),
    "processes": PROCESSES,
    "list_length": Number(1, 1e12, whole=True),
    "seed": Number(-(2.0**63), 2.0**64, whole=True),
    "custom_positions": FLAG,
    "huge_pages": FLAG,
    "no_warmup": FLAG,
}
RUN: Members = {
    "format": OneOf(2),
    "partial": FLAG,
    "slidebench": ANY_TEXT,
    "commit": COMMIT,
    "date": DATE,
    "level": LEVEL,
    "compiler": COMPILER,
    "flags": MAYBE_TEXT,
    "options": OPTIONS,
    "machine": MACHINE,
    "cycles_source": OneOf("canary", "counter"),
    "canary_ipc_reference": IPC,
    "canary_ipc_reference_with_corunners": IPC,
    "processes_ended": PROCESSES,
    "resumed_after": ListOf(PROCESSES),
    "csv_crc32": CRC32,
    "rows": LIST,
}
ROW: Members = {
    "scheme": WORD,
    "mock": FLAG,
    "piece": WORD,
    "workload": WORKLOAD,
    "mode": MODE,
    "status": STATUS,
    "reason": MAYBE_TEXT,
    "process_cycles": LIST,
    "process_ns": LIST,
}

KEY = ("scheme", "piece", "workload", "mode")  # identifies a row within a run
COLUMN = ("piece", "workload", "mode")  # what all schemes of a run are measured on

# Format 1, until 0.1. {its name: the name in format 2}
COLUMNS_1 = {
    "queries": "list_length",
    "cycles_lo": "cycles_ci_low",
    "cycles_hi": "cycles_ci_high",
    "ns_lo": "ns_ci_low",
    "ns_hi": "ns_ci_high",
    "ghz": "core_ghz",
    "rank": "rank_min",
    "rank_last": "rank_max",
    "samples": "samples_total",
    "clean_share": "undisturbed_share",
    "men": "mean_occupied",
    "lookups": "lookups_per_step",
}
RUN_1 = {"reference_ipc": "canary_ipc_reference", "reference_together": "canary_ipc_reference_with_corunners"}
OPTIONS_1 = {
    "queries": "list_length",
    "own_positions": "custom_positions",
    "spread": "spread_over",
    "pages": "huge_pages",
    "interleaved": "no_warmup",
}
PIN_1 = {"how": "description"}
ROW_1 = {"why": "reason", "process_clean": "process_undisturbed"}
WORKLOADS_1 = {"standard": "perft-suite"}
STATUS_1 = Text(
    r"ok|WRONG|CRASHED|UNSTABLE|unsupported \((" + UNSUPPORTED_REASON.pattern + r")\)",
    "ok, UNSTABLE, WRONG, CRASHED, 'unsupported (needs ...)' or 'unsupported (not possible here: ...)'",
)


def renamed(members: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Returns a dictionary with the keys of format 1 renamed to those of format 2."""
    return {names.get(key, key): value for key, value in members.items()}


def split_status(text: str) -> tuple[str, str]:
    """Returns status and reason of format 2 for a status of format 1, such as "unsupported (needs bmi2)"."""
    status, _, reason = text.partition(" (")
    return status.lower(), reason.removesuffix(")")


def upgrade_row(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a row of a CSV or JSON of format 1 as one of format 2."""
    row = renamed(renamed(row, COLUMNS_1), ROW_1)
    status, reason = split_status(row["status"])
    row.update(status=status, reason=reason or row.get("reason", ""))
    row["workload"] = WORKLOADS_1.get(row["workload"], row["workload"])
    return row


def upgrade_record(record: dict[str, Any]) -> dict[str, Any]:
    """Returns the JSON of format 1 as one of format 2."""
    record = renamed(record, RUN_1)
    options = renamed(record["options"], OPTIONS_1)
    options["huge_pages"] = options["huge_pages"] == "huge"
    options["workloads"] = [WORKLOADS_1.get(name, name) for name in options["workloads"]]
    record.update(format=2, options=options, rows=[upgrade_row(row) for row in record["rows"]])
    if isinstance(record.get("pin"), dict):
        record["pin"] = renamed(record["pin"], PIN_1)
    return record


@dataclasses.dataclass(frozen=True)
class Format:
    """The names and kinds of one format, as they are in its files."""

    number: int
    columns: dict[str, Kind]
    optional_columns: set[str]
    run: Members
    row: Members
    optional_members: set[Path]
    own_names: dict[str, str]  # {column of format 2: its name here}, where that differs

    def name_of(self, column: str) -> str:
        """Returns the name that a column of format 2 has in this format."""
        return self.own_names.get(column, column)

    def missing(self, columns: Iterable[str]) -> set[str]:
        """Returns the required columns that a file lacks."""
        return self.columns.keys() - self.optional_columns - set(columns)

    def upgrade_row(self, row: dict[str, str]) -> dict[str, Any]:
        """Returns a line of a CSV with the names and values of format 2."""
        return dict(row) if self.number == 2 else upgrade_row(row)


def former(members: dict[str, Any], names: dict[str, str], **changed: Kind) -> dict[str, Any]:
    """Returns members or columns of format 2 under their names of format 1, some with another kind."""
    old = {new: name for name, new in names.items()}
    return {old.get(key, key): kind for key, kind in members.items()} | changed


OPTIONAL_MEMBERS: set[Path] = {
    ("options", "arguments"),
    ("options", "working_set_kib"),
    ("processes_ended",),
    ("resumed_after",),
}


def format_1() -> Format:
    """Returns format 1, derived from format 2."""
    workload = Workload("standard")
    columns = former(COLUMNS, COLUMNS_1, workload=workload, status=STATUS_1)
    row = former(ROW, ROW_1, workload=workload, status=STATUS_1)
    run = former(RUN, RUN_1, format=OneOf(1))
    run["options"] = former(copy.copy(OPTIONS), OPTIONS_1, workloads=ListOf(workload), pages=OneOf("4k", "huge"))
    del columns["reason"], row["why"]
    return Format(
        1,
        columns,
        {"microarchitecture"},
        run,
        row,
        OPTIONAL_MEMBERS
        | {("machine", "core_sharing"), ("machine", "microarchitecture_inferred"), ("reference_together",)},
        {new: name for name, new in COLUMNS_1.items()},
    )


FORMATS = {1: format_1(), 2: Format(2, COLUMNS, set(), RUN, ROW, OPTIONAL_MEMBERS, {})}


def format_of(columns: Iterable[str]) -> Format:
    """Returns the format of a CSV by its columns: only format 1 has "queries"."""
    return FORMATS[1 if "queries" in columns else 2]


PRIVATE_KEY = re.compile(r"(host|user|login|account|mail|home|folder|path|cwd|serial|uuid|mac|address)(_?name)?", re.I)
PRIVATE_TEXT = re.compile(
    r"/(home|Users|root|export/home)/|/root\b|[A-Za-z]:\\+Users|~/|\b[\w.+-]+@[\w-]+(\.[\w-]+)*\b"
    r"|\b([0-9a-f]{2}:){5}[0-9a-f]{2}\b"
)
