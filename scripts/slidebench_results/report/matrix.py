# SPDX-License-Identifier: MIT
"""The winner matrix: the best scheme for each use on each CPU."""

from collections.abc import Sequence
from typing import NamedTuple

from slidebench_results import text
from slidebench_results.report import uses
from slidebench_results.report.uses import FANCY, PEXT, Use
from slidebench_results.result import Column, Interval, Result


class Cell(NamedTuple):
    """The best scheme for a use on one CPU. The ratios are times over those of PEXT and fancy magic, None: unknown."""

    scheme: str
    cycles: Interval
    ties: list[str]
    over_pext: float | None
    over_fancy: float | None
    bold: bool  # best of its column or tied with it, and precise
    note: str  # the memory read before a burst, or an older workload


class Line(NamedTuple):
    """A use, with a cell for each CPU; None: not measured."""

    use: str
    cells: list[Cell | None]


def lines(results: Sequence[Result], chosen: Sequence[Use] = uses.USES + uses.RESTRICTED) -> list[Line]:
    """Returns the lines that at least one result has."""
    columns = [uses.columns(result) for result in results]
    found = [Line(use.name, [cell(of_one, use) for of_one in columns]) for use in chosen]
    return [line for line in found if any(line.cells)]


def cell(columns: dict[str, Column], use: Use) -> Cell | None:
    """Returns the cell of a use, None if it was not measured."""
    column = columns.get(use.name.removesuffix(use.restriction))
    choice = column.choices.get(use.role) if column else None
    if not column or not choice or not choice.row.cycles:
        return None
    row, kib = choice.row, column.record.get("working_set_kib")
    over = [uses.of_pair(row.ratio, other.ratio) if (other := column.row(name)) else None for name in (PEXT, FANCY)]
    note = text.size(kib * 1024) if use.cold and kib is not None else ""
    if use.keys and column.key != use.keys[0]:
        note = column.workload
    return Cell(row.scheme.name, row.cycles, choice.tied, *over, row.tied and uses.precise(row), note)
