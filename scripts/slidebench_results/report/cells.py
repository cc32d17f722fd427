# SPDX-License-Identifier: MIT
"""Rows and conclusions as text for Markdown, with `code` and **weight**."""

import math

from slidebench_results import text
from slidebench_results.report import uses
from slidebench_results.report.flips import Flip
from slidebench_results.report.matrix import Cell
from slidebench_results.result import Choice, Column, Comparison, Interval, Result, Row

STREAMED = "‡"


def cycles(interval: Interval) -> str:
    """Returns cycles with the digits that the interval supports."""
    lo, hi = (math.nan if end is None else end for end in (interval.lo, interval.hi))
    return text.with_digits(interval.mid, lo, hi)


def weight(shown: str, bold: bool) -> str:
    """Returns a text, bold if it should be."""
    return f"**{shown}**" if bold else shown


def time(row: Row | None, column: Column) -> str:
    """Returns the cycles of a row with half of their interval, or its status."""
    if row is None:
        return ""
    if not row.cycles:
        return row.status
    shown = weight(cycles(row.cycles), row.tied and uses.precise(row))
    around = uses.half(row.cycles)
    return shown + (f" ± {text.half_interval(-around, around)}" if around is not None else "") + mark(row, column)


def short_time(row: Row | None) -> str:
    """Returns the cycles of a row alone."""
    return weight(cycles(row.cycles), row.tied and uses.precise(row)) if row and row.cycles else "–"


def mark(row: Row, column: Column) -> str:
    """Returns the mark of a scheme whose view came from the list."""
    return STREAMED * uses.streamed(row, column)


def ratio(interval: Interval) -> str:
    """Returns a ratio with its interval."""
    known = interval.lo is not None and interval.hi is not None
    return f"{interval.mid:.2f} [{interval.lo:.2f}, {interval.hi:.2f}]" if known else f"{interval.mid:.2f}"


def winner(found: Cell | None) -> str:
    """Returns a cell of the winner matrix."""
    if not found:
        return "–"
    over = " / ".join("–" if each is None else f"{each:.2f}" for each in (found.over_pext, found.over_fancy))
    ties = f" = {len(found.ties)}" if found.ties else ""
    note = f", {found.note}" if found.note else ""
    return f"`{found.scheme}` {weight(cycles(found.cycles), found.bold)}{ties} ({over}{note})"


def best(choice: Choice | None, column: Column) -> str:
    """Returns the choice of a role with its cycles, its ties and, unless it is the best of its column, its ratio."""
    if not choice:
        return "–"
    row = choice.row
    ties = f" = {len(choice.tied)}" if choice.tied else ""
    over = f" ×{choice.ratio.mid:.2f}" if choice.ratio.mid != 1 else ""
    return f"`{row.scheme.name}`{mark(row, column)} {short_time(row)}{ties}{over}"


def comparison(column: Column, roles: tuple[str, str]) -> str:
    """Returns a comparison of two roles: schemes, ratio, verdict."""
    found: Comparison | None = next((each for each in column.comparisons if each.roles == roles), None)
    if not found:
        return "–"
    a, b = found.schemes
    return f"{found.verdict}: `{a}` / `{b}` {ratio(found.ratio)}"


def flip(found: Flip) -> list[str]:
    """Returns a pair of schemes in opposite order as cells: use, schemes, ratio in each run."""
    where = [f"{over:.2f} on {run}" for run, over in zip(found.runs, found.ratios)]
    return [found.use, f"`{found.faster}` / `{found.slower}`", *where]


def break_even(result: Result) -> list[str]:
    """Returns the break-even of views that are kept up to date: a sentence for each that pays, one for all others."""
    found, never = [], []
    for each in result.record["break_even"]:
        mid, lo, hi = each["lookups_per_move"]
        name, workload = each["scheme"], each["workload"]
        if mid is None:
            never.append(f"`{name}` ({workload})")
            continue
        interval = f" [{lo:.1f}, {'∞' if hi is None else f'{hi:.1f}'}]" if lo is not None else ""
        found.append(
            f"`{name}`, {workload}: from {mid:.1f}{interval} lookups per move on it is faster than `{each['against']}`;"
            f" the workload has {each['lookups_in_workload']:.1f}."
        )
    return found + [f"Never faster, whatever the number of lookups: {', '.join(never)}."] * bool(never)
