# SPDX-License-Identifier: MIT
"""Verdicts as sentences, with `code` and **weight** as in Markdown."""

import collections
from collections.abc import Iterable
from typing import Any

from slidebench_results import stats, text, verdict
from slidebench_results.cpus import cycles
from slidebench_results.runs import Column
from slidebench_results.verdict import Choice, Group


def properties(row: Any) -> str:
    """Returns what a scheme needs."""
    kind = "multiply-free" if row.multiply_free else "multiplies"
    tables = "no tables" if row.table_free else f"{text.size(row.table_bytes)} of tables"
    return ", ".join([kind, tables] + [f"needs {row.needs}"] * bool(row.needs))


def comparison(a: Choice, b: Choice, ratio: stats.Interval, order: int) -> str:
    """Returns a clause that compares two choices."""
    if order:
        return f"`{a.row.scheme}` is {'slower' if order > 0 else 'faster'} than `{b.row.scheme}`: ×{text.times(ratio)}"
    return f"`{a.row.scheme}` and `{b.row.scheme}` are tied: ×{text.times(ratio)}"


def sentences(column: Column, group: Group) -> str:
    """Returns the verdict on a setup and column: the best scheme, the cost of multiplying, the worth of tables."""
    chosen = verdict.choices(group)
    best = chosen["best of all"]
    ties = f" (tied with it: {', '.join(f'`{name}`' for name in best.ties)})" if best.ties else ""
    found = [
        f"**{column[2]}**: `{best.row.scheme}` is best at {cycles(best.row)} cycles ({properties(best.row)}){ties}."
    ]
    for condition, (a, b, ratio, order) in verdict.against(group, chosen):
        found.append(f"{condition}: {comparison(a, b, ratio, order)}.")
    if "no tables" in chosen and chosen["no tables"].index:
        choice = chosen["no tables"]
        found.append(f"Without tables: {comparison(choice, best, choice.cost, choice.order)}.")
    return " ".join(found)


def summary(groups: Iterable[Group]) -> str:
    """Returns in how many columns of a setup multiplying costs time."""
    counts: dict[str, collections.Counter[int]] = collections.defaultdict(collections.Counter)
    for group in groups:
        for condition, (*_, order) in verdict.against(group, verdict.choices(group)):
            counts[condition][order] += 1
    return " ".join(
        f"{condition}: the best branchless lookup that multiplies is slower than the best multiply-free lookup"
        f" in {count[1]} of {count.total()} columns, faster in {count[-1]}, tied in {count[0]}."
        for condition, count in counts.items()
    )
