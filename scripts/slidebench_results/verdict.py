# SPDX-License-Identifier: MIT
"""The best scheme for each role, its cost against the best of all, and what differs between setups.

Verdicts follow from intervals only: two schemes of one run are ordered if the interval of their ratio, paired by
process, is beyond 1 % (harness/base/stats.h). The confidence is corrected for the number of schemes, as in the
program's ranking.
"""

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy
import pandas

from slidebench_results import runs, stats
from slidebench_results.runs import Column

Groups: TypeAlias = "dict[tuple[str, Column], Group]"


def lookup(row: Any) -> bool:
    """Returns whether a scheme looks its result up in tables and needs no view that moves keep up to date."""
    return not row.table_free and not row.incremental


# {role: whether a row has it}. An incremental scheme does not pay for its view in most modes, so it competes in the
# first role and its own only.
ROLES: dict[str, Callable[[Any], bool]] = {
    "best of all": lambda row: True,
    "branchless lookup, multiplies": lambda row: row.branchless and not row.multiply_free and lookup(row),
    "multiply-free lookup": lambda row: row.multiply_free and lookup(row),
    "no tables": lambda row: row.table_free and not row.incremental,
    "incremental": lambda row: row.incremental,
    "no ISA extension": lambda row: row.plain and not row.incremental,
    "no ISA extension, multiplies": lambda row: row.plain and row.branchless and not row.multiply_free and lookup(row),
    "no ISA extension, multiply-free": lambda row: row.plain and row.multiply_free and not row.incremental,
}
AGAINST = {  # the comparison that the project is about: {condition: two roles}
    "With all ISA extensions of the CPU": ("branchless lookup, multiplies", "multiply-free lookup"),
    "Without ISA extensions": ("no ISA extension, multiplies", "no ISA extension, multiply-free"),
}
ENOUGH_ROWS = 0.5  # of the supported rows: the best of fewer is no verdict


class Group:
    """The ranked schemes of one setup and column.

    rows are best first; mid, lo and hi are matrices of the ratio of row i to row j and its interval; order[i, j] is the
    verdict: -1 faster, 0 tied, 1 slower."""

    def __init__(self, rows: pandas.DataFrame) -> None:
        ranked = rows[(rows["status"] == "ok") & rows["rank_min"].notna()].sort_values(["rank_min", "cycles"])
        self.rows: list[Any] = list(ranked.itertuples(index=False))
        n, fewest = len(self.rows), int(ranked["processes"].min()) if self.rows else 0
        self.confidence = stats.corrected_confidence(n - 1, fewest)
        self.mid, self.lo, self.hi = (numpy.full((n, n), numpy.nan) for _ in range(3))
        self.compute_paired()
        self.fill_unpaired()
        self.order = (self.lo > 1 + stats.MARGIN).astype(int) - (self.hi < 1 / (1 + stats.MARGIN)).astype(int)

    def compute_paired(self) -> None:
        """Computes all ratios, paired by process: stats.median_interval() for all pairs at once."""
        n = len(self.rows)
        logs = numpy.full((n, max((len(row.process_cycles) for row in self.rows), default=0)), numpy.nan)
        for i, row in enumerate(self.rows):
            logs[i, : len(row.process_cycles)] = numpy.log([value or numpy.nan for value in row.process_cycles])
        pairs = numpy.sort(logs[:, None] - logs[None])  # missing values last
        counts = numpy.isfinite(pairs).sum(axis=2)
        for count in set(counts.flat) - {0}:
            of_count, rank = pairs[counts == count], stats.lower_rank(int(count), self.confidence)
            middle = (of_count[:, (count - 1) // 2] + of_count[:, count // 2]) / 2
            self.mid[counts == count] = numpy.exp(middle)
            if rank:
                self.lo[counts == count] = numpy.exp(of_count[:, rank - 1])
                self.hi[counts == count] = numpy.exp(of_count[:, count - rank])

    def fill_unpaired(self) -> None:
        """Takes the quotient of the rows' own intervals where too few processes have both, as harness/base/stats.c."""
        own = [stats.median_interval([v for v in row.process_cycles if v], self.confidence) for row in self.rows]
        mid, lo, hi = numpy.array(own).reshape(len(self.rows), 3).T
        few = numpy.isnan(self.lo)
        for ratio, over, under in (self.mid, mid, mid), (self.lo, lo, hi), (self.hi, hi, lo):
            ratio[few] = (over[:, None] / under[None])[few]

    def ratio(self, i: int, j: int) -> stats.Interval:
        """Returns the ratio of row i to row j with its interval."""
        return self.mid[i, j], self.lo[i, j], self.hi[i, j]


@dataclasses.dataclass
class Choice:
    """The best row of a role: its index in the group, the schemes tied with it, its time over the best of all, and the
    verdict on that ratio."""

    role: str
    row: Any
    index: int
    ties: list[str]
    cost: stats.Interval
    order: int


def choices(group: Group) -> dict[str, Choice]:
    """Returns the best row of each role that a ranked scheme has. A twin is never chosen."""
    found = {}
    for role, has in ROLES.items():
        members = [i for i, row in enumerate(group.rows) if not row.twin and has(row)]
        if members:
            best = members[0]
            ties = [group.rows[i].scheme for i in members[1:] if group.order[i, best] <= 0]
            found[role] = Choice(role, group.rows[best], best, ties, group.ratio(best, 0), group.order[best, 0])
    return found


Comparison: TypeAlias = tuple[Choice, Choice, stats.Interval, int]  # the ratio of the first to the second, its verdict


def against(group: Group, chosen: dict[str, Choice]) -> Iterator[tuple[str, Comparison]]:
    """Yields (condition, comparison) for each comparison of AGAINST that has both roles."""
    for condition, (a, b) in AGAINST.items():
        if a in chosen and b in chosen:
            i, j = chosen[a].index, chosen[b].index
            yield condition, (chosen[a], chosen[b], group.ratio(i, j), group.order[i, j])


def has_enough(rows: pandas.DataFrame) -> bool:
    """Returns whether enough of the supported rows are ok."""
    return bool((rows["status"] == "ok").sum() >= ENOUGH_ROWS * (rows["status"] != "unsupported").sum())


def of_all(frame: pandas.DataFrame) -> Groups:
    """Returns {(setup, column): group} of the chosen rows, in the order of both, where enough of them are ok."""
    rows, found = dict(iter(frame.groupby(["setup", *runs.COLUMN]))), {}
    for setup, column in itertools.product(runs.in_order(frame, "setup"), runs.columns(frame)):
        here = rows.get((setup, *column))
        if here is not None and has_enough(here) and (group := Group(here)).rows:
            found[setup, column] = group
    return found
