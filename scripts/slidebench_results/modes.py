# SPDX-License-Identifier: MIT
"""What becomes of a ranking when it is asked otherwise: the best of each family in each mode, who overtakes whom, what is left of
a lookup's speed in a move generator, and whether incremental views pay."""

import dataclasses
import math

import figures
import intervals

MICRO = ("games", "throughput", "queen")  # what most comparisons stop at
PERFT = ("standard", "perft", "all")
NAMED = 3  # overtakings said of each mode; the number of all is given


def members(group):
    return [i for i, row in enumerate(group.rows) if not row.twin]


def best_of_families(group):
    """{family: index of its first row}, in the order of rank."""
    found = {}
    for i in members(group):
        found.setdefault(group.rows[i].family, i)
    return found


def of_setup(groups, setup):
    """{question: Group} with one piece for each workload and mode: the queen, or all sliders."""
    mine = {question: group for (name, question), group in groups.items() if name == setup}
    return {q: g for q, g in mine.items() if q[2] == "queen" or (q[2] == "all" and (*q[:2], "queen") not in mine)}


def families(groups):
    """(families, [(question, [cell for each family])]): a cell is (row, is best or level with the best), or None."""
    names = list(dict.fromkeys(row.family for group in groups.values() for row in group.rows))
    lines = []
    for question, group in groups.items():
        best = best_of_families(group)
        lines.append(
            (
                question,
                [(group.rows[best[name]], group.order[best[name], 0] <= 0) if name in best else None for name in names],
            )
        )
    return names, lines


@dataclasses.dataclass
class Overtaking:
    """Schemes in opposite order in two modes: the ratio a / b in MICRO (here) and in the other one."""

    a: str
    b: str
    here: tuple
    there: tuple


def overtakings(groups):
    """(question, pairs that it and MICRO tell apart, those in opposite order, the widest of them as Overtaking) of each other
    question; pairs are those of the families' best in MICRO."""
    micro = groups.get(MICRO)
    if not micro:
        return
    for question, group in groups.items():
        if question == MICRO:
            continue
        at = {row.scheme: i for i, row in enumerate(group.rows)}
        best = [(i, at[micro.rows[i].scheme]) for i in best_of_families(micro).values() if micro.rows[i].scheme in at]
        told, flips = 0, []
        for n, (i, k) in enumerate(best):
            for j, l in best[n + 1 :]:
                told += micro.order[i, j] * group.order[k, l] != 0
                if micro.order[i, j] * group.order[k, l] < 0:
                    flips.append(
                        Overtaking(micro.rows[i].scheme, micro.rows[j].scheme, micro.ratio(i, j), group.ratio(k, l))
                    )
        flips.sort(key=lambda flip: -abs(math.log(flip.there[0])))
        yield question, told, len(flips), flips[:NAMED]


def overtaking_text(question, told, flipped, flips):
    workload, mode, piece = question
    start = f"**{mode}** ({piece}, {workload}): of {told} pairs of families' best that both tell apart, {flipped} {'is' if flipped == 1 else 'are'} in opposite order"
    named = [
        f"`{f.a}` / `{f.b}` is {figures.times(f.here)} in throughput, {figures.times(f.there)} here" for f in flips
    ]
    return f"{start}{': ' if named else ''}{'; '.join(named)}."


def shrinkage(groups):
    """[(row of perft, its time over the best in MICRO, in replay, in perft)] by perft; empty without either."""
    micro, perft = groups.get(MICRO), groups.get(PERFT)
    if not micro or not perft:
        return []
    replay = groups.get(("games", "replay", "all"))
    over = [
        {row.scheme: group.ratio(i, 0)[0] for i, row in enumerate(group.rows)} if group else {}
        for group in (micro, replay, perft)
    ]
    return [(perft.rows[i], *(times.get(perft.rows[i].scheme, math.nan) for times in over)) for i in members(perft)]


def break_even(groups):
    """Sentences: from how many lookups a move on an incremental scheme is ahead of the best stateless one, as harness/analysis/break_even.c."""
    upkeep, lookups = (groups.get(("games", mode, "all")) for mode in ("replay-upkeep", "replay-lookups"))
    if not upkeep or not lookups:
        return
    kept = {row.scheme: row for row in upkeep.rows}
    costs = [(kept[row.scheme], row) for row in lookups.rows if row.scheme in kept and not row.twin]
    stateless = [cost for cost in costs if not cost[0].incremental]
    if not stateless:
        return
    best_upkeep, best = min(stateless, key=lambda cost: cost[0].cycles + cost[1].cycles)
    for mine, asked in costs:
        if not mine.incremental:
            continue
        needed = []
        for series in zip(mine.process_cycles, best_upkeep.process_cycles, asked.process_cycles, best.process_cycles):
            if None not in series:
                dearer, gain = series[0] - series[1], (series[3] - series[2]) / best.lookups
                needed.append(max(dearer, 0) / gain if gain > 0 else math.inf)
        found = intervals.interval(needed, intervals.confidence(1, len(needed))) if needed else (math.nan,) * 3
        price = f"`{mine.scheme}` pays {mine.cycles - best_upkeep.cycles:+.1f} cycles a move for its view and {asked.cycles / best.lookups:.2f} a lookup, `{best.scheme}` {best.cycles / best.lookups:.2f}"
        if math.isinf(found[0]):
            yield f"{price}: it never gains."
        elif not math.isnan(found[0]):
            yield f"{price}: it gains from {figures.times(found)} lookups a move on; games have {best.lookups:.1f}."
