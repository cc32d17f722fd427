# SPDX-License-Identifier: MIT
"""Which scheme is best at what, what that costs against the best of all, and what differs between setups.

From intervals only: two schemes of one run are ordered if the interval of their ratio, paired by process, lies beyond 1 %
(harness/base/stats.h). The confidence is corrected for the number of schemes, as in the program's own ranking."""

import dataclasses
import itertools

import numpy

import intervals
import runs

# What one may look for; a scheme has all the columns that are named (runs.py). An incremental scheme does not pay for its
# view in most modes, so it competes in the first line and its own.
ROLES = {
    "best of all": lambda row: True,
    "branchless lookup, multiplies": lambda row: row.branchless
    and not row.multiply_free
    and not row.table_free
    and not row.incremental,
    "multiply-free lookup": lambda row: row.multiply_free and not row.table_free and not row.incremental,
    "no tables": lambda row: row.table_free and not row.incremental,
    "incremental": lambda row: row.incremental,
    "no ISA extension": lambda row: row.plain and not row.incremental,
    "no ISA extension, multiplies": lambda row: row.plain
    and row.branchless
    and not row.multiply_free
    and not row.table_free
    and not row.incremental,
    "no ISA extension, multiply-free": lambda row: row.plain and row.multiply_free and not row.incremental,
}
AGAINST = {  # the question of it all
    "With all that the CPU has": ("branchless lookup, multiplies", "multiply-free lookup"),
    "Without ISA extensions": ("no ISA extension, multiplies", "no ISA extension, multiply-free"),
}

ENOUGH = 0.5  # of the rows that a CPU supports must be ok: a best among few is no verdict


class Group:
    """The ranked schemes of one setup and question: .rows, best first, and .mid, .lo, .hi, [i, j] of the ratio i / j."""

    def __init__(self, rows):
        ranked = rows[(rows["status"] == "ok") & rows["rank"].notna()].sort_values(["rank", "cycles"])
        self.rows = list(ranked.itertuples(index=False))
        n, fewest = len(self.rows), int(ranked["processes"].min()) if self.rows else 0
        asked = intervals.confidence(n - 1, fewest)
        logs = numpy.full((n, max((len(row.process_cycles) for row in self.rows), default=0)), numpy.nan)
        for i, row in enumerate(self.rows):
            logs[i, : len(row.process_cycles)] = numpy.log([v or numpy.nan for v in row.process_cycles])
        pairs = numpy.sort(logs[:, None] - logs[None])  # the missing last
        counts = numpy.isfinite(pairs).sum(axis=2)
        self.mid, self.lo, self.hi = (numpy.full((n, n), numpy.nan) for _ in range(3))
        for count in set(counts.flat) - {0}:
            of_count, rank = pairs[counts == count], intervals.lower_rank(int(count), asked)
            self.mid[counts == count] = numpy.exp((of_count[:, (count - 1) // 2] + of_count[:, count // 2]) / 2)
            if rank:
                self.lo[counts == count] = numpy.exp(of_count[:, rank - 1])
                self.hi[counts == count] = numpy.exp(of_count[:, count - rank])
        # Where the processes that have both are too few, the quotient of the rows' own intervals, as in harness/base/stats.c.
        mid, lo, hi = (
            numpy.array([intervals.interval([v for v in row.process_cycles if v], asked) for row in self.rows])
            .reshape(n, 3)
            .T
        )
        few = numpy.isnan(self.lo)
        for ratio, over, under in (self.mid, mid, mid), (self.lo, lo, hi), (self.hi, hi, lo):
            ratio[few] = (over[:, None] / under[None])[few]
        self.order = (self.lo > 1 + intervals.MARGIN).astype(int) - (self.hi < 1 / (1 + intervals.MARGIN)).astype(int)

    def ratio(self, i, j):
        return self.mid[i, j], self.lo[i, j], self.hi[i, j]


@dataclasses.dataclass
class Choice:
    """The best of a role: its row, its index in the group, those tied with it, its time over the best of all, and the verdict on that."""

    role: str
    row: object
    index: int
    ties: list
    cost: tuple
    order: int


def choices(group):
    """{role: Choice}, without the roles that no ranked scheme has."""
    found = {}
    for role, has in ROLES.items():
        members = [i for i, row in enumerate(group.rows) if not row.twin and has(row)]
        if members:
            best = members[0]
            ties = [group.rows[i].scheme for i in members[1:] if group.order[i, best] <= 0]
            found[role] = Choice(role, group.rows[best], best, ties, group.ratio(best, 0), group.order[best, 0])
    return found


def against(group, chosen):
    """(with what, (choice, other choice, ratio, verdict)) for what is to be compared and is there."""
    for start, (a, b) in AGAINST.items():
        if a in chosen and b in chosen:
            i, j = chosen[a].index, chosen[b].index
            yield start, (chosen[a], chosen[b], group.ratio(i, j), group.order[i, j])


def has_enough(rows):
    return (rows["status"] == "ok").sum() >= ENOUGH * (~rows["status"].str.startswith("unsupported")).sum()


def of_all(frame):
    """{(setup, question): Group} of the chosen rows, in the order of both, where enough of them are ok."""
    rows, found = dict(iter(frame.groupby(["setup", *runs.QUESTION]))), {}
    for setup, question in itertools.product(runs.in_order(frame, "setup"), runs.questions(frame)):
        if (
            (setup, *question) in rows
            and has_enough(rows[setup, *question])
            and (group := Group(rows[setup, *question])).rows
        ):
            found[setup, question] = group
    return found
