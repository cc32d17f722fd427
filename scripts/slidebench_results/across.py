# SPDX-License-Identifier: MIT
"""Compares CPUs, or compilers on one CPU: the best scheme for each use, what holds on all, and what flips."""

import dataclasses
import itertools
import math

import figures
import verdict
import words

USES = {  # (workload, mode, piece): short name
    ("games", "throughput", "rook"): "rook throughput",
    ("games", "throughput", "bishop"): "bishop throughput",
    ("games", "throughput", "queen"): "queen throughput",
    ("games", "latency", "queen"): "queen latency",
    ("games", "burst-2048-8", "queen"): "queen burst",
    ("games", "replay", "all"): "replay",
    ("standard", "perft", "all"): "perft",
}
OTHER_USES = 8  # of runs that have none of these, the first questions
SELECTED = (
    "sissy_pext_2",
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
SELECTED_USES = [use for use in USES if use[2] not in ("rook", "bishop")]
PAYING = ("replay", "perft")  # modes in which an incremental scheme pays for its view
NEAR = 2.0  # times the best: a scheme that is slower everywhere does not count in flips
FIRST = 12  # of a use: a named flip is between schemes that are so far in front on some CPU
NAMED = 4  # flips of a use; the number of all is given
TIES = 2  # named


def uses(questions):
    """{question: short name} of those that the summaries are about."""
    return {q: name for q, name in USES.items() if q in questions} or {
        q: f"{q[2]}, {q[1]}, {q[0]}" for q in questions[:OTHER_USES]
    }


def candidates(question, group):
    """{scheme: index} of the schemes that an engine may take, best first."""
    allowed = [
        (i, row) for i, row in enumerate(group.rows) if not row.twin and (question[1] in PAYING or not row.incremental)
    ]
    return {row.scheme: i for i, row in allowed}


@dataclasses.dataclass
class Flip:
    """Two schemes in opposite order on two CPUs: {CPU: ratio a / b}, {CPU: order}, the logarithm of the ratio on the side where it is
    closer to 1, and whether both are among the first on some CPU."""

    a: str
    b: str
    ratios: dict
    orders: dict
    strength: float
    in_front: bool


def flips(question, groups):
    """(pairs of candidates that two CPUs order, those in opposite order as Flips, widest first). groups: {CPU: Group}."""
    at = {cpu: candidates(question, group) for cpu, group in groups.items()}
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


def telling(found):
    """The widest flips between schemes in front, each with a scheme that none before it has."""
    named, kept = set(), []
    for flip in found:
        if flip.in_front and not {flip.a, flip.b} <= named and len(kept) < NAMED:
            kept.append(flip)
            named |= {flip.a, flip.b}
    return kept


def first(indices):
    """The index of the best candidate."""
    return next(iter(indices.values()))


def compromise(question, groups):
    """(scheme, its time over the best, on the CPU where that is greatest) of the scheme for which this is least; None without one."""
    at = {cpu: candidates(question, group) for cpu, group in groups.items()}
    common = [scheme for scheme in next(iter(at.values())) if all(scheme in indices for indices in at.values())]
    worst = {s: max(groups[cpu].mid[i[s], first(i)] for cpu, i in at.items()) for s in common}
    return min(worst.items(), key=lambda item: item[1], default=None)


# ---- in words ----


def best_text(question, group):
    found = candidates(question, group)
    if not found:
        return ""
    best, *others = found.values()
    ties = [f"`{group.rows[i].scheme}`" for i in others if group.order[i, best] <= 0]
    more = f", {len(ties) - TIES} more" if len(ties) > TIES else ""
    return f"`{group.rows[best].scheme}` {words.cycles(group.rows[best])}" + (
        f" (= {', '.join(ties[:TIES])}{more})" if ties else ""
    )


def ratio_text(flip, cpu):
    if cpu not in flip.ratios:
        return "–"
    return ("" if flip.orders[cpu] else "= ") + f"{flip.ratios[cpu][0]:.2f}"


class Across:
    """What the pages print of several CPUs or compilers. setups: {name: setup}; groups: {(setup, question): Group}."""

    def __init__(self, groups, setups, questions):
        self.names, self.uses = list(setups), uses(questions)
        self.groups = {
            q: {name: groups[setup, q] for name, setup in setups.items() if (setup, q) in groups} for q in self.uses
        }

    def best(self):
        """[(use, [best of each CPU], compromise)]"""
        for question, use in self.uses.items():
            groups = self.groups[question]
            found = compromise(question, groups) if groups else None
            yield use, [
                best_text(question, groups[name]) if name in groups else "" for name in self.names
            ], f"`{found[0]}` ×{found[1]:.2f}" if found else ""

    def selection(self):
        """([use], [(scheme, tables, multiply-free, [cycles on each CPU])]) of the selected schemes."""
        chosen = [question for question in SELECTED_USES if question in self.uses]
        lines = []
        for scheme in SELECTED:
            rows = [
                [
                    next((r for r in self.groups[q][name].rows if r.scheme == scheme), None)
                    if name in self.groups[q]
                    else None
                    for name in self.names
                ]
                for q in chosen
            ]
            if known := [row for cells in rows for row in cells if row]:
                size, free = (
                    figures.size(max(row.table_bytes for row in known)),
                    "yes" if known[0].multiply_free else "no",
                )
                lines.append((f"`{scheme}`", size, free, [" / ".join(map(figure_text, cells)) for cells in rows]))
        return [self.uses[question] for question in chosen], lines

    def holds(self):
        """Sentences: on how many uses multiplying is worth the same on all CPUs."""
        for start in verdict.AGAINST:
            found = [
                orders for groups in self.groups.values() if len(orders := orders_of(groups, start)) == len(self.names)
            ]
            if found:
                slower, faster = (sum(all(o == side for o in orders) for orders in found) for side in (1, -1))
                opposite = sum({1, -1} <= set(orders) for orders in found)
                yield (
                    f"{start}, {len(found)} uses: on every CPU, the best branchless lookup that multiplies is slower than the best multiply-free one in {slower}, faster in {faster}. "
                    f"CPUs disagree in {opposite}; the other differences are within 1 % on some CPU."
                )

    def flips(self):
        """[(use, pairs in order, pairs that flip, [[pair, ratio on each CPU]])]"""
        for question, use in self.uses.items():
            ordered, found = flips(question, self.groups[question])
            if ordered:
                yield use, ordered, len(found), [
                    [f"`{f.a}` / `{f.b}`", *(ratio_text(f, name) for name in self.names)] for f in telling(found)
                ]


def orders_of(groups, start):
    """The order of both sides of verdict.AGAINST on each CPU that has both."""
    return [
        order
        for group in groups.values()
        for name, (*_, order) in verdict.against(group, verdict.choices(group))
        if name == start
    ]


def figure_text(row):
    if not row:
        return "–"
    return f"**{words.cycles(row)}**" if row.tied_with_best else words.cycles(row)
