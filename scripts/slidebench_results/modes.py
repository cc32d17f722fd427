# SPDX-License-Identifier: MIT
"""How rankings change between modes: the best of each family, schemes in opposite order, how much of a lookup's speed a
move generator keeps, and whether incremental views pay."""

import dataclasses
import math
from collections.abc import Iterator
from typing import Any, TypeAlias

from slidebench_results import stats, text
from slidebench_results.runs import Column
from slidebench_results.verdict import Group, Groups

Modes: TypeAlias = dict[Column, Group]

MIXES = ("mix-nnue", "mix-hand-made")
MICRO: Column = ("games", "throughput", "queen")  # the benchmark that most comparisons are limited to
PERFT: Column = ("perft", "perft", "all")
PERFT_SUITE: Column = ("perft-suite", "perft", "all")  # six positions, in older results
NAMED = 3  # pairs named per mode; the number of all is given


def members(group: Group) -> list[int]:
    """Returns the indices of all rows but twins."""
    return [i for i, row in enumerate(group.rows) if not row.twin]


def best_of_families(group: Group) -> dict[str, int]:
    """Returns {family: index of its best row}, in the order of rank."""
    found: dict[str, int] = {}
    for i in members(group):
        found.setdefault(group.rows[i].family, i)
    return found


def of_setup(groups: Groups, setup: str) -> Modes:
    """Returns a setup's groups of mixes, and with one piece for each workload and mode: the queen, or all sliders."""
    mine = {column: group for (name, column), group in groups.items() if name == setup}

    def chosen(workload: str, mode: str, piece: str) -> bool:
        of_all = piece == "all" and (workload, mode, "queen") not in mine
        return piece in ("queen", *MIXES) or of_all

    return {column: group for column, group in mine.items() if chosen(*column)}


Cell: TypeAlias = tuple[Any, bool] | None  # a row, and whether it is the best or tied with it


def families(groups: Modes) -> tuple[list[str], list[tuple[Column, list[Cell]]]]:
    """Returns the families, and for each column a cell per family."""
    names = list(dict.fromkeys(row.family for group in groups.values() for row in group.rows))
    lines: list[tuple[Column, list[Cell]]] = []
    for column, group in groups.items():
        best = best_of_families(group)
        cells: list[Cell] = [
            (group.rows[best[name]], bool(group.order[best[name], 0] <= 0)) if name in best else None for name in names
        ]
        lines.append((column, cells))
    return names, lines


@dataclasses.dataclass
class Reversal:
    """Two schemes in opposite order in two modes: the ratio a / b in MICRO and in the other mode."""

    a: str
    b: str
    micro: stats.Interval
    other: stats.Interval


def reversals(groups: Modes) -> Iterator[tuple[Column, int, int, list[Reversal]]]:
    """Yields for each column but MICRO: the pairs that both order, how many are reversed, and the widest of these.

    The pairs are those of the best rows of families in MICRO."""
    micro = groups.get(MICRO)
    if not micro:
        return
    for column, group in groups.items():
        if column == MICRO:
            continue
        at = {row.scheme: i for i, row in enumerate(group.rows)}
        best = [(i, at[micro.rows[i].scheme]) for i in best_of_families(micro).values() if micro.rows[i].scheme in at]
        ordered, found = 0, []
        for n, (i, k) in enumerate(best):
            for j, m in best[n + 1 :]:
                agreement = micro.order[i, j] * group.order[k, m]
                ordered += agreement != 0
                if agreement < 0:
                    names = micro.rows[i].scheme, micro.rows[j].scheme
                    found.append(Reversal(*names, micro.ratio(i, j), group.ratio(k, m)))
        found.sort(key=lambda reversal: -abs(math.log(reversal.other[0])))
        yield column, ordered, len(found), found[:NAMED]


def reversals_text(column: Column, ordered: int, reversed_pairs: int, named: list[Reversal]) -> str:
    """Returns a sentence about the reversals of a column."""
    workload, mode, piece = column
    verb = "is" if reversed_pairs == 1 else "are"
    start = (
        f"**{mode}** ({piece}, {workload}): {reversed_pairs} of {ordered} pairs of families' best schemes"
        f" that both modes order {verb} in opposite order"
    )
    pairs = [f"`{r.a}` / `{r.b}` is {text.times(r.micro)} in throughput, {text.times(r.other)} here" for r in named]
    return f"{start}{': ' if pairs else ''}{'; '.join(pairs)}."


def shrinkage(groups: Modes) -> list[tuple[Any, float, float, float]]:
    """Returns (row of perft, its time over the best in MICRO, in replay, in perft), by rank in perft; [] without
    both."""
    micro, perft = groups.get(MICRO), groups.get(PERFT, groups.get(PERFT_SUITE))
    if not micro or not perft:
        return []
    over = [
        {row.scheme: group.ratio(i, 0)[0] for i, row in enumerate(group.rows)} if group else {}
        for group in (micro, groups.get(("games", "replay", "all")), perft)
    ]
    found = []
    for i in members(perft):
        row = perft.rows[i]
        in_micro, in_replay, in_perft = (times.get(row.scheme, math.nan) for times in over)
        found.append((row, in_micro, in_replay, in_perft))
    return found


def break_even(groups: Modes) -> Iterator[str]:
    """Yields a sentence per incremental scheme: the lookups per move from which it beats the best stateless scheme."""
    upkeep, lookups = (groups.get(("games", mode, "all")) for mode in ("replay-upkeep", "replay-lookups"))
    if not upkeep or not lookups:
        return
    updates = {row.scheme: row for row in upkeep.rows}
    costs = [(updates[row.scheme], row) for row in lookups.rows if row.scheme in updates and not row.twin]
    stateless = [cost for cost in costs if not cost[0].incremental]
    if not stateless:
        return
    best_update, best = min(stateless, key=lambda cost: cost[0].cycles + cost[1].cycles)
    per_move = best.lookups_per_step
    for update, looked_up in costs:
        if not update.incremental:
            continue
        needed = stats.break_even(
            (update.process_cycles, best_update.process_cycles),
            (looked_up.process_cycles, best.process_cycles),
            per_move,
        )
        price = (
            f"`{update.scheme}` pays {update.cycles - best_update.cycles:+.1f} cycles per move for its view and"
            f" {looked_up.cycles / per_move:.2f} per lookup;"
            f" `{best.scheme}` pays {best.cycles / per_move:.2f} per lookup"
        )
        if math.isinf(needed[0]):
            yield f"{price}. It never gains."
        elif not math.isnan(needed[0]):
            yield f"{price}. It gains from {text.times(needed)} lookups per move; games have {per_move:.1f}."
