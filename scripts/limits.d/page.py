# SPDX-License-Identifier: MIT
"""The page of one CPU: how far its rows are from their limits, a table per piece, and the reasons for those far away."""

import csv
from pathlib import Path
from statistics import median

from refused import Refused

REASONS = Path(__file__).resolve().parent / "reasons"
FAR = 1.2  # measured / limit from which a reason is due
TITLES = {"bound_by": "bound by", "ratio": "measured / limit", "cycles": "measured"}


def reasons(cpu):
    """{scheme: why it misses its limit on that CPU}."""
    path = REASONS / f"{cpu}.csv"
    if not path.exists():
        return {}
    try:
        with open(path, newline="") as file:
            return {scheme: row["reason"] for row in csv.DictReader(file) for scheme in row["schemes"].split()}
    except (OSError, KeyError, AttributeError, csv.Error) as error:
        raise Refused(f"{path}: expected the columns schemes and reason: {error}", 3) from None


def text_of(value):
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def table(head, rows):
    """A table whose first column is text."""
    yield f"\n| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(text_of, row))} |"


def summary(rows, pieces):
    """Median and worst of measured / limit, by piece and overall."""
    for name, of in [*((piece, [row for row in rows if row["piece"] == piece]) for piece in pieces), ("all", rows)]:
        if known := [row for row in of if row["ratio"]]:
            worst = max(known, key=lambda row: row["ratio"])
            yield name, len(known), median(row["ratio"] for row in known), worst["ratio"], f"`{worst['scheme']}`"


def far_rows(rows, cpu):
    """{reason: [scheme with its ratios]} of rows more than FAR times their limit."""
    far, why, known = {}, {}, reasons(cpu)
    for row in rows:
        if row["ratio"] and row["ratio"] > FAR:
            far.setdefault(row["scheme"], []).append(f"{row['piece']} {row['ratio']:.2f}")
    for scheme, ratios in far.items():
        why.setdefault(known.get(scheme, "not known"), []).append(f"`{scheme}` ({', '.join(ratios)})")
    return why


def page(rows, fields, pieces, core, mca, cpu, build, results):
    """The lines of the page."""
    yield HEAD.format(cpu=cpu or f"{core.title}, model only", core=core.title, build=build)
    for resource, (rate, meaning) in core.rates.items():
        yield f"- **{resource}** / {rate}: {meaning};"
    yield TAIL.format(mca=mca)
    fields = [field for field in fields if field not in (*core.rates, "mca") or any(row[field] for row in rows)]
    if results:
        yield MEASURED.format(results=", ".join(f"`{Path(name).stem}`" for name in results))
        yield "## Measured / limit"
        yield from table(("piece", "rows", "median", "worst", "scheme"), summary(rows, pieces))
    else:
        yield "Model only: no result of this CPU was given, so nothing here is measured."
        fields = [field for field in fields if field not in ("queries", "cycles", "ratio")]
    for piece in pieces:
        yield f"\n## {piece.capitalize()}"
        own = (row for row in rows if row["piece"] == piece)
        yield from table(
            ("scheme", *map(TITLES.get, fields, fields)),
            ((f"`{row['scheme']}`", *(row[field] for field in fields)) for row in own),
        )
    if why := far_rows(rows, cpu):
        yield f"\n## Why more than {FAR} times the limit\n"
        for reason, which in why.items():
            yield f"- {reason}: {', '.join(which)}"


HEAD = """# Limits: {cpu}

Cycles per query below which no core of this kind ({core}) can get with the instructions of the throughput loop. The loop's own
inputs, sum and jump are part of it. Counts are per query, in loops of `{build}`. The limit is the largest of
"""
TAIL = """- **sum**, 1: the results are added up one after the other;
- **mca**: {mca}.

Latencies, caches and mispredicted jumps are no part of a limit, and a loop with several paths has none. A scheme that the CPU
cannot run is no row. Made by `scripts/limits`, which has the source of each constant; other compilers make other loops.
"""
MEASURED = """**measured** is the fastest of the given results: {results}. A call of a kernel costs about 40 cycles, which is
0.6 per query with `--queries 64`. Long lists miss the caches, which no limit includes.
"""
