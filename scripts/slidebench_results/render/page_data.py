# SPDX-License-Identifier: MIT
"""The data that templates/page.js works on: schemes, rows, and all that statistics and rounding need, computed here."""

import json
from typing import Any

import numpy
import pandas

from slidebench_results import runs, stats, text

ROW_FIELDS = [
    "setup",
    "scheme",
    "piece",
    "workload",
    "mode",
    "status",
    "reason",
    "cycles",
    "cycles_ci_low",
    "cycles_ci_high",
    "ns",
    "ns_ci_low",
    "ns_ci_high",
    "rank_min",
    "rank_max",
    "tied_with_best",
    "table_bytes",
]


def as_json(rows: pandas.DataFrame) -> str:
    """Returns the data as JSON that may be inside a script element."""
    return json.dumps(data(rows), separators=(",", ":")).replace("<", "\\u003c")


def data(frame: pandas.DataFrame) -> dict[str, Any]:
    """Returns the data; each row is a list in the order of "fields"."""
    schemes: dict[str, dict[str, Any]] = {}
    for row in frame.drop_duplicates("scheme").itertuples():
        traits = [name for name in runs.TRAITS if getattr(row, name)]
        facts = {"family": row.family, "title": row.title, "needs": row.needs or "", "source": row.source}
        schemes[row.scheme] = {**facts, "traits": traits}
    longest = int(frame["process_cycles"].map(len).max())
    return {
        "margin": stats.MARGIN,
        # {number of pairs: rank from the least and from the greatest that bounds the median's interval; 0: none}
        "ranks": {n: stats.lower_rank(n, stats.corrected_confidence(1, n)) for n in range(1, longest + 1)},
        "sizes": {int(size): text.size(size) for size in {0, *frame["table_bytes"]}},
        "fields": [*ROW_FIELDS, "cycles_text", "ns_text", "series"],
        "schemes": schemes,
        "rows": [row_values(row) for row in frame[[*ROW_FIELDS, "process_cycles"]].itertuples(index=False)],
    }


def row_values(row: Any) -> list[Any]:
    """Returns the values of a row; a time as text has half of its interval as second entry."""
    values = [None if isinstance(value, float) and numpy.isnan(value) else value for value in row[:-1]]
    times = [
        [text.with_digits(*ends), text.half_interval(*ends[1:])] if row.status == "ok" else None
        for ends in (
            (row.cycles, row.cycles_ci_low, row.cycles_ci_high),
            (row.ns, row.ns_ci_low, row.ns_ci_high),
        )
    ]
    return values + times + [[value and float(f"{value:.5g}") for value in row.process_cycles]]
