# SPDX-License-Identifier: MIT
"""A run as the pages read it: what the program measured, ranked and concluded. No statistics are computed here."""

import dataclasses
import functools
import itertools
from collections.abc import Iterable, Iterator
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
    """A scheme as a result describes it."""

    name: str
    family: str
    title: str
    author: str
    year: str
    source: str
    needs: str  # ISA words; "": none
    traits: list[str]  # as `slidebench list` prints them, with hyphens
    table_bytes: dict[str, int]  # {piece: bytes}
    engine_bytes: int  # tables for rook, bishop and queen together, which an engine carries
    twin: str = ""  # the original of a copy

    def needs_any(self, *beginnings: str) -> bool:
        """Returns whether it needs an ISA word with one of these beginnings."""
        return any(word.startswith(beginnings) for word in self.needs.split())


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A scheme in a column. Times are per query, board or move, in core cycles and ns; None: there is no result."""

    scheme: Scheme
    status: str  # "ok", or why there is no result: "unsupported", "unstable", "wrong", "crashed"
    reason: str
    cycles: Figure | None
    ns: Figure | None
    ratio: Figure | None  # of its time to that of the column's best choice, paired by process
    rank: tuple[int, int] | None  # the range that the intervals allow; None: not ranked
    tied: bool  # best of the column, or tied with it
    precise: bool = False  # the interval of cycles is so narrow that the row may be bold

    def order(self, other: "Row") -> int:
        """Returns -1 if the run ranks this row before another one, 1 if behind it, 0 if they may share a rank."""
        if not self.rank or not other.rank:
            return 0
        return int(self.rank[0] > other.rank[1]) - int(self.rank[1] < other.rank[0])


def contradictions(rows: Iterable[tuple[Row, Row]]) -> tuple[int, int]:
    """Returns how many pairs of schemes two columns put in opposite orders, and how many pairs both columns order. Each
    scheme is given by its two rows."""
    orders = [x[0].order(y[0]) * x[1].order(y[1]) for x, y in itertools.combinations(rows, 2)]
    return orders.count(-1), len(orders) - orders.count(0)


@dataclasses.dataclass(frozen=True)
class Choice:
    """The best scheme of a role, such as "no-bmi2"."""

    row: Row
    tied: list[str]  # other schemes of the role
    ratio: Figure  # of its time to the best of the column


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Two choices of a column, compared. "faster": the first one takes less time."""

    roles: tuple[str, ...]
    schemes: tuple[str, ...]
    ratio: Figure
    verdict: str  # "faster", "tied" or "slower"


@dataclasses.dataclass(frozen=True)
class Column:
    """Queries and a mode, with the rows of all schemes that were measured on them."""

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
        """The rows that have a rank, without twins, the best first: in the order of row_precedes() in C."""
        rows = [row for row in self.rows if row.rank and row.cycles and not row.scheme.twin]
        return sorted(rows, key=lambda row: self.cycles[row.scheme.name])

    @functools.cached_property
    def cycles(self) -> dict[str, float]:
        """{scheme: cycles} of the schemes with a result."""
        return {row.scheme.name: row.cycles.mid for row in self.rows if row.cycles}

    def row(self, scheme: str) -> Row | None:
        """The row of a scheme."""
        return next((row for row in self.rows if row.scheme.name == scheme), None)


@dataclasses.dataclass(frozen=True)
class Result:
    """A run. `record` is its JSON without schemes and columns."""

    path: Path  # its log
    record: dict[str, Any]
    schemes: dict[str, Scheme]
    columns: dict[Key, Column]

    def rows(self) -> Iterator[tuple[Column, Row]]:
        """Yields each row with its column."""
        return ((column, row) for column in self.columns.values() for row in column.rows)

    @property
    def machine(self) -> dict[str, Any]:
        """The machine of the run. A log of an older version may lack some of it."""
        return self.record["machine"]

    @property
    def rules(self) -> dict[str, Any]:
        """The limits by which the run was measured, and by which the program drew its conclusions."""
        return self.record["rules"]

    @property
    def cpu(self) -> str:
        """The folder: "amd-epyc-zen-5"."""
        return self.machine["slug"]

    @property
    def name(self) -> str:
        """The file without its ending: "20261122-gcc-12-native"."""
        return self.path.name.partition(".")[0]

    @property
    def label(self) -> str:
        """The CPU's microarchitecture as the program prints it, "Granite Rapids (inferred)", or else its folder."""
        inferred = " (inferred)" if self.machine["microarchitecture_inferred"] else ""
        return (self.machine["microarchitecture"] or self.cpu) + inferred

    @property
    def compiler(self) -> str:
        """The name with the major version: "gcc 12"."""
        return str(self.record["compiler"]).partition(".")[0]

    @property
    def core_kind(self) -> str:
        """The kind of core that a run on a hybrid CPU was bound to, "perf", "eff" or "middle"; else ""."""
        return self.machine.get("core_kind") or ""

    @property
    def setup(self) -> str:
        """The name that tells the runs of one CPU apart: "gcc 12", "gcc 12 on eff cores"."""
        return self.compiler + (f" on {self.core_kind} cores" if self.core_kind else "")

    @property
    def processes(self) -> int:
        """The number of processes that ended."""
        return int(self.record["processes_ended"])


def result_of_json(path: Path, record: dict[str, Any]) -> Result:
    """Returns the run of a log whose JSON the program has printed. Takes schemes and columns out of the JSON."""
    names = {field.name for field in dataclasses.fields(Scheme)}
    described = [{name: scheme[name] for name in names & scheme.keys()} for scheme in record.pop("schemes")]
    schemes = {scheme["name"]: Scheme(**scheme) for scheme in described}
    columns = [column_of(column, schemes) for column in record.pop("columns")]
    return Result(path, record, schemes, {column.key: column for column in columns})


def column_of(record: dict[str, Any], schemes: dict[str, Scheme]) -> Column:
    """Returns a column of the JSON. Takes the rows out of it."""
    rows = {row["scheme"]: row_of(row, schemes) for row in record.pop("rows")}
    return Column(
        piece=record["piece"],
        workload=record["workload"],
        mode=record["mode"],
        record=record,
        rows=list(rows.values()),
        choices={
            choice["role"]: Choice(rows[choice["scheme"]], choice["tied"], Figure(*choice["ratio"]))
            for choice in record["choices"]
        },
        comparisons=[
            Comparison(tuple(pair["roles"]), tuple(pair["schemes"]), Figure(*pair["ratio"]), pair["verdict"])
            for pair in record["comparisons"]
        ],
    )


def row_of(record: dict[str, Any], schemes: dict[str, Scheme]) -> Row:
    """Returns a row of the JSON."""
    return Row(
        scheme=schemes[record["scheme"]],
        status=record["status"],
        reason=record.get("reason", ""),
        cycles=figure_of(record.get("cycles")),
        ns=figure_of(record.get("ns")),
        ratio=figure_of(record.get("ratio_to_best")),
        rank=(record["rank"][0], record["rank"][1]) if "rank" in record else None,
        tied=record.get("tied_with_best", False),
        precise=record.get("precise", False),
    )


def figure_of(values: list[float | None] | None) -> Figure | None:
    """Returns the figure of [mid, lo, hi], None if it is unknown."""
    return Figure(values[0], values[1], values[2]) if values and values[0] is not None else None
