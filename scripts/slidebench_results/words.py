# SPDX-License-Identifier: MIT
"""Verdicts in words: sentences with `code` and **weight** as in Markdown."""

import collections

import figures
import verdict


def how(row):
    kind = "multiply-free" if row.multiply_free else "multiplies"
    tables = "no tables" if row.table_free else f"{figures.size(row.table_bytes)} of tables"
    return ", ".join([kind, tables] + [f"needs {row.needs}"] * bool(row.needs))


def cycles(row):
    return figures.cycles(row.cycles, row.cycles_lo, row.cycles_hi)


def comparison(a, b, ratio, order):
    """a against b, both choices."""
    if order > 0:
        return f"`{a.row.scheme}` takes {figures.times(ratio)} times as long as `{b.row.scheme}`"
    if order < 0:
        return f"`{a.row.scheme}` is done in {figures.times(ratio)} of the time of `{b.row.scheme}`"
    return f"`{a.row.scheme}` cannot be told from `{b.row.scheme}`, {figures.times(ratio)}"


def column(question, group):
    """One setup and question: what is best, what multiplying is worth, with and without ISA extensions, and what tables are worth."""
    chosen = verdict.choices(group)
    best = chosen["best of all"]
    ties = f" (level with it: {', '.join(f'`{name}`' for name in best.ties)})" if best.ties else ""
    text = [f"**{question[2]}**: `{best.row.scheme}` is best at {cycles(best.row)} cycles ({how(best.row)}){ties}."]
    for start, (a, b, ratio, order) in verdict.against(group, chosen):
        text.append(f"{start}: {comparison(a, b, ratio, order)}.")
    if "no tables" in chosen and chosen["no tables"].index:
        choice = chosen["no tables"]
        text.append(f"Without any table: {comparison(choice, best, choice.cost, choice.order)}.")
    return " ".join(text)


def summary(groups):
    """Over all questions of one setup: how often is multiplying dearer? groups: [Group]."""
    counts = collections.defaultdict(collections.Counter)
    for group in groups:
        for start, (*_, order) in verdict.against(group, verdict.choices(group)):
            counts[start][order] += 1
    return " ".join(
        f"{start}: the best branchless lookup that multiplies is slower than the best multiply-free one in {count[1]} of {count.total()} columns, "
        f"faster in {count[-1]}, not told apart in {count[0]}."
        for start, count in counts.items()
    )
