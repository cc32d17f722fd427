# SPDX-License-Identifier: MIT
"""Pairs of schemes in opposite order in two runs, on two CPUs or of two compilers."""

import itertools
import math
from typing import NamedTuple

from slidebench_results.report import uses
from slidebench_results.result import Column, Row

NEAR = 1.3  # times the best: slower schemes are not chosen, unless they have smaller tables than all faster ones
REPEATS = 1  # lines in which a scheme is named


class Flip(NamedTuple):
    """A scheme that is faster than another in one run, and slower in another run."""

    use: str
    faster: str
    slower: str
    runs: tuple[str, str]
    ratios: tuple[float, float]  # of the first scheme's time to the second's, in each run

    @property
    def effect(self) -> float:
        """The size of the smaller of both differences."""
        return min(abs(math.log(ratio)) for ratio in self.ratios)


def find(runs: dict[str, dict[str, Column]], most: int) -> list[Flip]:
    """Returns the widest flips between runs ({name: {use: column}}), each pair of schemes once."""
    every = [
        flip
        for (a, of_a), (b, of_b) in itertools.combinations(runs.items(), 2)
        for use in of_a  # another column for the same use, such as an older perft, is not comparable
        if use in of_b and of_a[use].key == of_b[use].key
        for flip in between((a, of_a[use]), (b, of_b[use]), use)
    ]
    found: dict[frozenset[str], Flip] = {}
    named: list[str] = []
    for flip in sorted(every, key=lambda flip: (-flip.effect, flip)):
        pair = frozenset((flip.faster, flip.slower))
        if len(found) < most and pair not in found and all(named.count(scheme) < REPEATS for scheme in pair):
            found[pair] = flip
            named += pair
    return list(found.values())


def between(first: tuple[str, Column], second: tuple[str, Column], use: str) -> list[Flip]:
    """Returns the flips of a use between two runs (name, column)."""
    (name_a, a), (name_b, b) = first, second
    rows = [{row.scheme.name: row for row in uses.selectable(column)} for column in (a, b)]
    common = [scheme for scheme in rows[0] if scheme in rows[1]]
    chosen = [choices(of_run) for of_run in rows]
    found = []
    for x, y in itertools.permutations(common, 2):
        chosen_where_faster = x in chosen[0] and y in chosen[1]
        if chosen_where_faster and before(rows[0][x], rows[0][y]) and before(rows[1][y], rows[1][x]):
            ratios = [uses.of_pair(of_run[x].ratio, of_run[y].ratio) for of_run in rows]
            if ratios[0] and ratios[1] and ratios[0] < 1 < ratios[1]:
                found.append(Flip(use, x, y, (name_a, name_b), (ratios[0], ratios[1])))
    return found


def choices(rows: dict[str, Row]) -> set[str]:
    """Returns the schemes that a person might choose."""
    near = {scheme for scheme, row in rows.items() if row.ratio and row.ratio.mid <= NEAR}
    return near | {row.scheme.name for row in uses.front(list(rows.values()))}


def before(a: Row, b: Row) -> bool:
    """Returns whether a run orders two rows: the ranges of their ranks have no rank in common."""
    return bool(a.rank and b.rank and a.rank[1] < b.rank[0])
