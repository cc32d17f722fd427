# SPDX-License-Identifier: MIT
"""The best scheme for a use on a CPU, against PEXT and fancy magic."""

from typing import NamedTuple

from slidebench_results import text
from slidebench_results.report import uses
from slidebench_results.report.uses import FANCY, PEXT, Use
from slidebench_results.result import Choice, Column, Figure


class Winner(NamedTuple):
    """The best scheme for a use. The ratios are times over those of PEXT and fancy magic, None: unknown."""

    scheme: str
    cycles: Figure
    ties: list[str]
    over_pext: float | None
    over_fancy: float | None
    bold: bool  # best of its column or tied with it, and precise
    note: str  # the memory read before a burst, or an older workload
    column: Column
    choice: Choice


def winner(columns: dict[str, Column], use: Use) -> Winner | None:
    """Returns the best scheme for a use, None if it was not measured."""
    column = columns.get(use.base_use or use.name)
    choice = column.choices.get(use.role) if column else None
    cycles = choice.row.cycles if choice else None
    if not column or not choice or not cycles:
        return None
    row, others = choice.row, [column.row(name) for name in (PEXT, FANCY)]
    over_pext, over_fancy = (uses.ratio_of_rows(row.ratio, other.ratio) if other else None for other in others)
    kib, usual = column.record.get("working_set_kib"), not use.cold and column.key == use.keys[0]
    note = "" if usual else text.size(kib * 1024) if kib else column.workload
    bold = row.tied and uses.precise(row)
    return Winner(row.scheme.name, cycles, choice.tied, over_pext, over_fancy, bold, note, column, choice)
