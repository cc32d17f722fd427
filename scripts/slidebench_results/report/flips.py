# SPDX-License-Identifier: MIT
"""Pairs of schemes in opposite order in two runs, on two CPUs or of two compilers."""

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

from slidebench_results.report import uses
from slidebench_results.result import Column, Row

NEAR = 1.3  # times the best: slower schemes are not chosen,
SMALL = 2.0  # unless they have smaller tables than all faster ones, and take at most this time


class Flip(NamedTuple):
    """A scheme that is faster than another in one run, and slower in another run."""

    effect: float  # the logarithm of the ratio that is closer to 1
    use: str
    faster: str
    slower: str
    runs: tuple[str, str]
    ratios: tuple[float, float]  # of the first scheme's time to the second's, in each run


def find(runs: dict[str, dict[str, Column]], most: int) -> list[Flip]:
    """Returns the widest flips between runs ({name: {use: column}}), each between schemes that no wider one has."""
    every = [
        flip
        for (a, of_a), (b, of_b) in itertools.combinations(runs.items(), 2)
        for use in of_a  # another column for the same use, after other memory was read, is not comparable
        if use in of_b and of_a[use].key == of_b[use].key
        for flip in between((a, of_a[use]), (b, of_b[use]), use)
    ]
    found: list[Flip] = []
    named: set[str] = set()
    for flip in sorted(every, key=lambda flip: (-flip.effect, flip)):
        if len(found) < most and not named & {flip.faster, flip.slower}:
            found.append(flip)
            named |= {flip.faster, flip.slower}
    return found


def between(first: tuple[str, Column], second: tuple[str, Column], use: str) -> Iterator[Flip]:
    """Yields the flips of a use between two runs (name, column)."""
    (name_a, a), (name_b, b) = first, second
    rows_a, rows_b = ({row.scheme.name: row for row in uses.selectable(column)} for column in (a, b))
    chosen_a, chosen_b = choices(rows_a), choices(rows_b)
    for x, y in itertools.product(chosen_a & rows_b.keys(), chosen_b & rows_a.keys()):  # where each is faster
        if rows_a[x].order(rows_a[y]) < 0 < rows_b[x].order(rows_b[y]):
            ratio_a = uses.ratio_of_rows(rows_a[x].ratio, rows_a[y].ratio)
            ratio_b = uses.ratio_of_rows(rows_b[x].ratio, rows_b[y].ratio)
            if ratio_a and ratio_b and ratio_a < 1 < ratio_b:
                effect = min(-math.log(ratio_a), math.log(ratio_b))
                yield Flip(effect, use, x, y, (name_a, name_b), (ratio_a, ratio_b))


def choices(rows: dict[str, Row]) -> set[str]:
    """Returns the schemes that a person might choose."""
    front = uses.front(list(rows.values()))
    return {scheme for scheme, row in rows.items() if row.ratio and row.ratio.mid <= (SMALL if row in front else NEAR)}
