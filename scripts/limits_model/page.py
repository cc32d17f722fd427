# SPDX-License-Identifier: MIT
"""The page of one CPU: the distance of its rows from their limits, a table per piece, and reasons for large
distances."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from limits_model.core import Core
from limits_model.explain import reason
from limits_model.llvm_mca import Mca
from slidebench_tools.command import Refused, cause

Row: TypeAlias = dict[str, Any]

REASONS = Path(__file__).resolve().parent / "reasons"
RESULTS = Path(__file__).resolve().parent.parent.parent / "results"
FAR = 1.2  # measured / limit beyond which a row needs a reason
TITLES = {"bound_by": "bound by", "list_length": "list length", "ratio": "measured / limit", "cycles": "measured"}


def reasons(cpu: str) -> dict[str, str]:
    """Returns {scheme: the reason why it misses its limit on a CPU}."""
    path = REASONS / f"{cpu}.csv"
    if not path.exists():
        return {}
    try:
        with open(path, newline="") as file:
            return {scheme: row["reason"] for row in csv.DictReader(file) for scheme in row["schemes"].split()}
    except (OSError, KeyError, AttributeError, csv.Error) as error:
        raise Refused(f"{path}: {cause(error)}, expected the columns schemes and reason") from None


def text_of(value: object) -> str:
    """Returns the text of a cell."""
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def table(head: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yields a table with text in its first column."""
    yield f"\n| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(text_of, row))} |"


def summary(rows: list[Row], pieces: Sequence[str], copies: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yields the medians of the copies and of the measured values, over the limit, and the worst of the latter; by
    piece and overall."""
    for name, own in [*((piece, [row for row in rows if row["piece"] == piece]) for piece in pieces), ("all", rows)]:
        if known := [row for row in own if row["ratio"]]:
            worst = max(known, key=lambda row: row["ratio"])
            timed = [[row[copy] / row["limit"] for row in known if row[copy]] for copy in copies]
            medians = [median(ratios) if ratios else "" for ratios in timed]
            middle = median(row["ratio"] for row in known)
            yield name, len(known), *medians, middle, worst["ratio"], f"`{worst['scheme']}`"


def far_rows(rows: list[Row], cpu: str) -> dict[str, list[str]]:
    """Returns {reason: [scheme with its ratios]} of rows beyond FAR times their limit; a written reason comes first."""
    why: dict[str, dict[str, list[str]]] = {}
    known = reasons(cpu)
    for row in rows:
        if row["ratio"] and row["ratio"] > FAR:
            schemes = why.setdefault(known.get(row["scheme"], reason(row)), {})
            schemes.setdefault(row["scheme"], []).append(f"{row['piece']} {row['ratio']:.2f}")
    return {text: [f"`{scheme}` ({', '.join(own)})" for scheme, own in far.items()] for text, far in why.items()}


def source(path: Path) -> str:
    """Returns a link to a log, from a page in the same folder; of another one, the name."""
    name = path.name.partition(".")[0]
    kept = RESULTS in path.resolve().parents
    return f"[{name}]({path.name})" if kept else f"`{name}` (not kept)"


def lines_of_page(
    rows: list[Row],
    fields: Sequence[str],
    pieces: Sequence[str],
    core: Core,
    mca: Mca,
    cpu: str,
    build: str,
    results: list[Path],
) -> Iterator[str]:
    """Yields the lines of the page."""
    yield HEAD.format(cpu=cpu or f"{core.title}, model only", core=core.title, build=build)
    for resource, (rate, meaning) in core.rates.items():
        yield f"- **{resource}** / {rate}: {meaning};"
    yield TAIL.format(mca=mca)
    fields = [
        field
        for field in fields
        if field not in (*core.rates, "mca", "nops", "free") or any(row[field] for row in rows)
    ]
    copies = [field for field in ("nops", "free") if field in fields]
    if copies:
        yield COPIES
    if results:
        yield MEASURED.format(results=", ".join(map(source, results)))
        yield "## Measured / limit"
        head = ("piece", "rows", *(f"{copy} / limit" for copy in copies), "median", "worst", "scheme")
        yield from table(head, summary(rows, pieces, copies))
    else:
        yield "Model only: no result of this CPU was given, so no value is measured."
        fields = [field for field in fields if field not in ("list_length", "cycles", "ratio")]
    for piece in pieces:
        yield f"\n## {piece.capitalize()}"
        own = (row for row in rows if row["piece"] == piece)
        yield from table(
            ("scheme", *(TITLES.get(field, field) for field in fields)),
            ((f"`{row['scheme']}`", *(row[field] for field in fields)) for row in own),
        )
    if why := far_rows(rows, cpu):
        yield f"\n## Reasons for more than {FAR} times the limit\n"
        for text, which in why.items():
            yield f"- {text}: {', '.join(which)}"


HEAD = """# Limits: {cpu}

The fewest cycles per query that a core of this kind ({core}) needs for the instructions of the throughput loop.
They include its inputs, sum and jump. Counts are per query, in loops of `{build}`. The limit is the largest of
"""
TAIL = """- **sum**, 1: each result is added to the sum of the previous ones;
- **mca**: {mca}.

A limit does not include latencies, caches and mispredicted jumps. A loop with several paths has no limit. Unsupported
schemes are omitted. Made by `scripts/limits`; `scripts/limits_model` contains the source of each constant. Other
compilers produce other loops.
"""
COPIES = """**nops** and **free** are the cycles per query of two copies of the loop on this CPU, by
`scripts/limits --explain`. The first has no-operations of the same lengths in place of all instructions, except fused
pairs and those of several micro-operations: what the front end allows. In the second, almost no instruction waits for
another one, and all loads are from the first-level cache: what the front end and the pipes allow.
"""
MEASURED = """**measured** is the fastest of these results: {results}. A call of a kernel costs about 40 cycles,
which is 0.6 per query with `--list-length 64`. Long lists miss the caches, which no limit includes.
"""
