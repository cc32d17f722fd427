# SPDX-License-Identifier: MIT
"""Compares CPUs, or compilers on one CPU: the best scheme for each use, what holds on all, and what is reversed."""

import dataclasses
import itertools
import math
from collections.abc import Iterator
from typing import Any, TypeAlias

from slidebench_results import modes, stats, text, verdict
from slidebench_results.runs import Column
from slidebench_results.verdict import Group, Groups

ByCpu: TypeAlias = dict[str, Group]

USES: dict[Column, str] = {  # {column: short name}
    ("games", "throughput", "mix-nnue"): "NNUE mix",
    ("games", "throughput", "mix-hand-made"): "hand-made mix",
    ("games", "throughput", "rook"): "rook throughput",
    ("games", "throughput", "bishop"): "bishop throughput",
    ("games", "throughput", "queen"): "queen throughput",
    ("games", "latency", "queen"): "queen latency",
    ("games", "burst-L2-16", "mix-nnue"): "NNUE mix burst",
    ("games", "burst-2048-8", "queen"): "queen burst",
    ("games", "burst-L2-8", "queen"): "queen burst L2",
    ("games", "replay", "all"): "replay",
    modes.PERFT: "perft",
    modes.PERFT_SUITE: "perft",
}
OTHER_USES = 8  # for runs without any of these: the first columns
SELECTED = (
    "sissy_pext_2",
    "pext_arrays",
    "pext",
    "magic_black",
    "magic_fancy",
    "cfish_avx512",
    "hyperbola_ssse3",
    "hyperbola_dual",
    "hyperbola",
    "kindergarten",
    "classical",
    "ray_loop",
)
PAYING = ("replay", "perft")  # modes in which an incremental scheme pays for its view
NEAR = 2.0  # times the best: a scheme that is slower on every CPU does not count in flips
FIRST = 12  # a reversal is named if both schemes are among the best 12 of some CPU
NAMED = 4  # flips per use; the number of all is given
TIES = 2  # named per cell


def uses(columns: list[Column]) -> dict[Column, str]:
    """Returns {column: short name} of the columns that the summaries are about."""
    chosen = {column: name for column, name in USES.items() if column in columns}
    if modes.PERFT in chosen and modes.PERFT_SUITE in chosen:
        chosen[modes.PERFT_SUITE] = "perft of six positions"  # in older results
    return chosen or {column: f"{column[2]}, {column[1]}, {column[0]}" for column in columns[:OTHER_USES]}


def leading(columns: list[Column]) -> list[Column]:
    """Returns the columns of the selection. Mixes replace the throughput and bursts of the pieces that they contain,
    and perft that of six positions."""
    left_out = (
        ("rook", "bishop", "queen") if any(piece in modes.MIXES for _, _, piece in columns) else ("rook", "bishop")
    )
    older = {modes.PERFT_SUITE} if modes.PERFT in columns else set()
    return [c for c in columns if c not in older and (c[1] == "latency" or c[2] not in left_out)]


def candidates(column: Column, group: Group) -> dict[str, int]:
    """Returns {scheme: index} of the schemes that an engine could use, best first."""
    paying = column[1] in PAYING
    return {row.scheme: i for i, row in enumerate(group.rows) if not row.twin and (paying or not row.incremental)}


@dataclasses.dataclass
class Flip:
    """Two schemes in opposite order on two CPUs.

    ratios and orders are by CPU; strength is the logarithm of the ratio on the side where it is closer to 1; in_front:
    both are among the first on some CPU."""

    a: str
    b: str
    ratios: dict[str, stats.Interval]
    orders: dict[str, int]
    strength: float
    in_front: bool


def flips(column: Column, groups: ByCpu) -> tuple[int, list[Flip]]:
    """Returns the number of pairs that two CPUs order, and those in opposite order, widest first."""
    at = {cpu: candidates(column, group) for cpu, group in groups.items()}
    near = dict.fromkeys(
        scheme
        for cpu, indices in at.items()
        for scheme, i in indices.items()
        if groups[cpu].mid[i, first(indices)] < NEAR
    )
    front = {scheme for indices in at.values() for scheme in list(indices)[:FIRST]}
    ordered, found = 0, []
    for a, b in itertools.combinations(near, 2):
        both = [cpu for cpu in groups if a in at[cpu] and b in at[cpu]]
        orders = {cpu: groups[cpu].order[at[cpu][a], at[cpu][b]] for cpu in both}
        ordered += sum(order != 0 for order in orders.values()) > 1
        if {1, -1} <= set(orders.values()):
            ratios = {cpu: groups[cpu].ratio(at[cpu][a], at[cpu][b]) for cpu in both}
            sides = [max(abs(math.log(ratios[cpu][0])) for cpu in both if orders[cpu] == side) for side in (1, -1)]
            found.append(Flip(a, b, ratios, orders, min(sides), {a, b} <= front))
    return ordered, sorted(found, key=lambda flip: -flip.strength)


def telling(found: list[Flip]) -> list[Flip]:
    """Returns the widest flips between schemes in front, each with a scheme that no previous one has."""
    named: set[str] = set()
    kept: list[Flip] = []
    for flip in found:
        if flip.in_front and not {flip.a, flip.b} <= named and len(kept) < NAMED:
            kept.append(flip)
            named |= {flip.a, flip.b}
    return kept


def first(indices: dict[str, int]) -> int:
    """Returns the index of the best candidate."""
    return next(iter(indices.values()))


def compromise(column: Column, groups: ByCpu) -> tuple[str, float] | None:
    """Returns the scheme with the smallest worst-case loss, and that loss: its time over the best on its worst CPU."""
    at = {cpu: candidates(column, group) for cpu, group in groups.items()}
    common = [scheme for scheme in next(iter(at.values())) if all(scheme in indices for indices in at.values())]
    worst = {s: float(max(groups[cpu].mid[i[s], first(i)] for cpu, i in at.items())) for s in common}
    scheme = min(worst, key=lambda name: worst[name], default=None)
    return (scheme, worst[scheme]) if scheme else None


# ---- as text ----


def cycles(row: Any) -> str:
    """Returns the cycles of a row."""
    return text.with_digits(row.cycles, row.cycles_ci_low, row.cycles_ci_high)


def best_text(column: Column, group: Group) -> str:
    """Returns the best candidate with its cycles and its ties."""
    found = candidates(column, group)
    if not found:
        return ""
    best, *others = found.values()
    ties = [f"`{group.rows[i].scheme}`" for i in others if group.order[i, best] <= 0]
    more = f", {len(ties) - TIES} more" if len(ties) > TIES else ""
    tied = f" (= {', '.join(ties[:TIES])}{more})" if ties else ""
    return f"`{group.rows[best].scheme}` {cycles(group.rows[best])}{tied}"


def ratio_text(flip: Flip, cpu: str) -> str:
    """Returns the ratio of a flip on a CPU."""
    if cpu not in flip.ratios:
        return "–"
    return ("" if flip.orders[cpu] else "= ") + f"{flip.ratios[cpu][0]:.2f}"


def cell_text(row: Any) -> str:
    """Returns a cell of the selection."""
    if not row:
        return "–"
    return f"**{cycles(row)}**" if row.tied_with_best else cycles(row)


class Across:
    """What the pages print of several CPUs or compilers. setups: {name: setup}."""

    def __init__(self, groups: Groups, setups: dict[str, str], columns: list[Column]) -> None:
        self.given, self.setups, self.columns = groups, setups, columns
        self.names = list(setups)
        of_uses = {
            c: {name: groups[setup, c] for name, setup in setups.items() if (setup, c) in groups} for c in uses(columns)
        }
        self.groups: dict[Column, ByCpu] = {column: by_cpu for column, by_cpu in of_uses.items() if by_cpu}
        self.uses = {column: name for column, name in uses(columns).items() if column in self.groups}

    def best(self) -> Iterator[tuple[str, list[str], str]]:
        """Yields (use, the best of each CPU, the compromise)."""
        for column, use in self.uses.items():
            groups = self.groups[column]
            found = compromise(column, groups) if groups else None
            cells = [best_text(column, groups[name]) if name in groups else "" for name in self.names]
            yield use, cells, f"`{found[0]}` ×{found[1]:.2f}" if found else ""

    def with_first_use(self) -> "Across":
        """Returns those that have the first use: older results have no mixes."""
        first = next(iter(self.uses), None)
        setups = {name: setup for name, setup in self.setups.items() if first and name in self.groups[first]}
        return Across(self.given, setups, self.columns)

    def selection(self) -> tuple[list[str], list[tuple[str, str, str, list[str]]]]:
        """Returns the uses, and (scheme, tables, multiply-free, cells) of the selected schemes."""
        chosen = leading([column for column in self.uses if column in USES])
        lines = []
        for scheme in SELECTED:
            rows = [[self.row(column, name, scheme) for name in self.names] for column in chosen]
            if known := [row for cells in rows for row in cells if row]:
                size = text.size(max(row.table_bytes for row in known))
                free = "yes" if known[0].multiply_free else "no"
                lines.append((f"`{scheme}`", size, free, [" / ".join(map(cell_text, cells)) for cells in rows]))
        return [self.uses[column] for column in chosen], lines

    def row(self, column: Column, name: str, scheme: str) -> Any:
        """Returns the ranked row of a scheme, None if there is none."""
        group = self.groups[column].get(name)
        return next((row for row in group.rows if row.scheme == scheme), None) if group else None

    def holds(self) -> Iterator[str]:
        """Yields sentences: on how many uses all CPUs agree on the cost of multiplying."""
        for condition in verdict.AGAINST:
            every = [orders_of(groups, condition) for groups in self.groups.values()]
            found = [orders for orders in every if len(orders) == len(self.names)]
            if found:
                slower, faster = (sum(all(o == side for o in orders) for orders in found) for side in (1, -1))
                opposite = sum({1, -1} <= set(orders) for orders in found)
                yield (
                    f"{condition}, {len(found)} uses: the best branchless lookup that multiplies is slower than the"
                    f" best multiply-free lookup on every CPU in {slower}, faster on every CPU in {faster}."
                    f" CPUs disagree in {opposite}; in the others the two are tied on some CPU."
                )

    def flips(self) -> Iterator[tuple[str, int, int, list[list[str]]]]:
        """Yields (use, pairs in order, pairs that flip, lines: a pair and its ratio on each CPU)."""
        for column, use in self.uses.items():
            ordered, found = flips(column, self.groups[column])
            if ordered:
                lines = [[f"`{f.a}` / `{f.b}`", *(ratio_text(f, name) for name in self.names)] for f in telling(found)]
                yield use, ordered, len(found), lines


def orders_of(groups: ByCpu, condition: str) -> list[int]:
    """Returns the verdict on a comparison of verdict.AGAINST on each CPU that has both roles."""
    return [
        order
        for group in groups.values()
        for name, (*_, order) in verdict.against(group, verdict.choices(group))
        if name == condition
    ]
