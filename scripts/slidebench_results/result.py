# SPDX-License-Identifier: MIT
"""A result as the pages read it: what the program measured, ranked and concluded. Nothing is computed here.

The JSON has the run, its schemes, and a list of columns, each with the program's choices and the rows' values by
process. The CSV has the figures of the same rows in the same order. results/schema.json documents both.
"""

import csv
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Key: TypeAlias = tuple[str, str, str]  # of a column: piece, workload, mode


class Figure(NamedTuple):
    """An estimate with the lower and the upper end of its interval; None: unknown."""

    mid: float
    lo: float | None
    hi: float | None


@dataclasses.dataclass(frozen=True)
class Scheme:
    """What a result contains about a scheme."""

    name: str
    family: str
    title: str
    author: str
    year: str
    source: str
    needs: str  # ISA words; "": none
    traits: frozenset[str]  # as `slidebench list` prints them, with hyphens
    twin: str  # the original of an identical copy; "": no twin
    table_bytes: dict[str, int]  # {piece: bytes}
    engine_bytes: int  # tables for rook, bishop and queen together, which an engine carries


@dataclasses.dataclass(frozen=True)
class Row:
    """A scheme in a column. Times are in core cycles and ns per query, node or move: None without a result."""

    scheme: Scheme
    status: str  # "ok", or why there is no result: "unsupported", "unstable", "wrong", "crashed"
    reason: str
    cycles: Figure | None
    ns: Figure | None
    ratio: Figure | None  # to the best choice of the column, paired by process
    rank: tuple[int, int] | None  # the range that the intervals allow; None: not ranked
    tied: bool  # best of the column, or tied with it
    process_cycles: list[float | None]  # None: too few undisturbed samples
    process_ns: list[float | None]


@dataclasses.dataclass(frozen=True)
class Choice:
    """The best scheme of a role, such as "no-bmi2"."""

    row: Row
    tied: list[str]  # other schemes of the role
    ratio: Figure  # of its time to the best of the column


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Two choices of a column. "faster": the first takes less time."""

    roles: tuple[str, str]
    schemes: tuple[str, str]
    ratio: Figure
    verdict: str  # "faster", "tied" or "slower"


@dataclasses.dataclass(frozen=True)
class Column:
    """What all schemes are measured on: queries and a mode."""

    piece: str
    workload: str
    mode: str
    record: dict[str, Any]  # its JSON without rows: list_length, working_set_kib, confidence, ...
    rows: list[Row]
    choices: dict[str, Choice]  # {role: the best}; empty if no row is ranked
    comparisons: list[Comparison]

    @property
    def key(self) -> Key:
        """Piece, workload and mode."""
        return self.piece, self.workload, self.mode

    @property
    def ranked(self) -> list[Row]:
        """The rows that have a rank, twins excluded, best first."""
        rows = [row for row in self.rows if row.rank and row.cycles and not row.scheme.twin]
        return sorted(rows, key=lambda row: (row.rank, row.cycles))

    def row(self, scheme: str) -> Row | None:
        """The row of a scheme."""
        return next((row for row in self.rows if row.scheme.name == scheme), None)


@dataclasses.dataclass(frozen=True)
class Result:
    """A run. `record` is its JSON without schemes and columns."""

    stem: Path  # both files without .csv and .json
    record: dict[str, Any]
    schemes: dict[str, Scheme]
    columns: dict[Key, Column]

    @property
    def cpu(self) -> str:
        """The folder: "amd-epyc-zen-5"."""
        return str(self.record["machine"]["slug"])

    @property
    def microarchitecture(self) -> str:
        """The name as the program prints it: "Granite Rapids (inferred)", "Zen 5"."""
        machine = self.record["machine"]
        return f"{machine['microarchitecture'] or ''}{' (inferred)' * machine['microarchitecture_inferred']}"

    @property
    def compiler(self) -> str:
        """The name with the major version: "gcc 12"."""
        return str(self.record["compiler"]).partition(".")[0]

    @property
    def processes(self) -> int:
        """The processes that ended."""
        return int(self.record["processes_ended"])


def load(stem: Path) -> Result:
    """Reads a result that scripts/check-results accepts."""
    record = json.loads(stem.with_name(f"{stem.name}.json").read_text())
    schemes = {scheme["name"]: scheme_of(scheme) for scheme in record.pop("schemes")}
    with open(stem.with_name(f"{stem.name}.csv"), newline="") as file:
        lines = csv.DictReader(file)
        columns = [column_of(column, lines, schemes) for column in record.pop("columns")]
    return Result(stem, record, schemes, {column.key: column for column in columns})


def scheme_of(record: dict[str, Any]) -> Scheme:
    """Returns a scheme of the JSON."""
    names = [field.name for field in dataclasses.fields(Scheme)]
    known = {name: record[name] for name in names if name not in ("traits", "twin")}
    return Scheme(traits=frozenset(record["traits"]), twin=record.get("twin", ""), **known)


def column_of(record: dict[str, Any], lines: Iterator[dict[str, str]], schemes: dict[str, Scheme]) -> Column:
    """Returns a column of the JSON with its lines of the CSV, which are the next ones."""
    rows = [row_of(row, next(lines), schemes) for row in record.pop("rows")]
    by_scheme = {row.scheme.name: row for row in rows}
    choices = {
        choice["role"]: Choice(by_scheme[choice["scheme"]], choice["tied"], Figure(*choice["ratio"]))
        for choice in record["choices"]
    }
    comparisons = [
        Comparison(
            (c["roles"][0], c["roles"][1]), (c["schemes"][0], c["schemes"][1]), Figure(*c["ratio"]), c["verdict"]
        )
        for c in record["comparisons"]
    ]
    return Column(record["piece"], record["workload"], record["mode"], record, rows, choices, comparisons)


def row_of(record: dict[str, Any], line: dict[str, str], schemes: dict[str, Scheme]) -> Row:
    """Returns a row of the JSON with its line of the CSV."""
    rank = (int(line["rank_min"]), int(line["rank_max"])) if line["rank_min"] else None
    return Row(
        scheme=schemes[record["scheme"]],
        status=line["status"],
        reason=line["reason"],
        cycles=figure_of(line, "cycles", "cycles_ci_low", "cycles_ci_high"),
        ns=figure_of(line, "ns", "ns_ci_low", "ns_ci_high"),
        ratio=figure_of(line, "ratio_to_best", "ratio_ci_low", "ratio_ci_high"),
        rank=rank,
        tied=line["tied_with_best"] == "yes",
        process_cycles=record.get("process_cycles", []),
        process_ns=record.get("process_ns", []),
    )


def figure_of(line: dict[str, str], *names: str) -> Figure | None:
    """Returns three columns of a line, None if the first is empty."""
    mid, lo, hi = (float(line[name]) if line[name] else None for name in names)
    return None if mid is None else Figure(mid, lo, hi)
