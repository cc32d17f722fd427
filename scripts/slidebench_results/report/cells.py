# SPDX-License-Identifier: MIT
"""Rows and conclusions as text, with `code` and **weight** as in Markdown."""

from slidebench_results import text
from slidebench_results.report import uses
from slidebench_results.report.flips import Flip
from slidebench_results.result import Choice, Column, Result, Row

NONE = "–"


def time(row: Row | None) -> str:
    """Returns the cycles of a row, bold if it is best or tied with it, and precise; or its status."""
    if not row or not row.cycles:
        return row.status if row else NONE
    cycles = text.with_digits(row.cycles)
    return f"**{cycles}**" if row.tied and uses.precise(row) else cycles


def time_with_interval(row: Row | None, column: Column) -> str:
    """Returns the cycles of a row with half of their interval, or both ends; marked if its view was streamed."""
    if not row or not row.cycles:
        return time(row)
    cycles = text.ends_of_wide(row.cycles) or time(row) + text.half_interval(row.cycles)
    return cycles + "‡" * uses.streamed(row, column)


def best(choice: Choice | None) -> str:
    """Returns the choice of a role: scheme, cycles, number of ties, and its time over that of the best of its column.

    The last is missing if too few processes have both.
    """
    if not choice:
        return NONE
    ties = f" = {len(choice.tied)}" if choice.tied else ""
    over = f" ×{choice.ratio.mid:.2f}" if choice.ratio.mid not in (None, 1) else ""
    return f"`{choice.row.scheme.name}` {time(choice.row)}{ties}{over}"


def winner(found: uses.Winner | None) -> str:
    """Returns a cell of the table of winners: the best for a use, its time over that of PEXT and over fancy magic."""
    if not found:
        return NONE
    over = " / ".join(f"{ratio:.2f}" if ratio else NONE for ratio in (found.over_pext, found.over_fancy))
    return f"{best(found.choice).partition(' ×')[0]} ({over}{', ' * bool(found.note)}{found.note})"


def comparison(column: Column, roles: tuple[str, str]) -> str:
    """Returns a comparison of two roles: verdict, schemes, ratio."""
    found = next((each for each in column.comparisons if each.roles == roles), None)
    return f"{found.verdict}: `{found.schemes[0]}` / `{found.schemes[1]}` {text.times(found.ratio)}" if found else NONE


def flip(found: Flip) -> list[str]:
    """Returns a pair of schemes in opposite order: use, schemes, ratio in each run."""
    where = [f"{ratio:.2f} on {run}" for run, ratio in zip(found.runs, found.ratios)]
    return [found.use, f"`{found.faster}` / `{found.slower}`", *where]


def break_even(result: Result) -> list[str]:
    """Returns the break-even of views that are kept up to date: a sentence for each that pays, one for all others."""
    found, never = [], []
    for each in result.record["break_even"]:
        mid, lo, hi = each["lookups_per_move"]
        which, against = f"`{each['scheme']}` ({each['workload']})", f"`{each['against']}`"
        if mid is None:
            never.append(which)
            continue
        interval = "" if lo is None else f" [{lo:.1f}, {'∞' if hi is None else f'{hi:.1f}'}]"
        has = f"{each['lookups_in_workload']:.1f}"
        found.append(f"{which}: faster than {against} from {mid:.1f}{interval} lookups per move on. There are {has}.")
    return found + [f"Never faster, whatever the number of lookups: {', '.join(never)}."] * bool(never)
