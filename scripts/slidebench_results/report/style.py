# SPDX-License-Identifier: MIT
"""The style of all plots, as SVG for light and dark pages: text and lines take their colours from the style that draw()
adds."""

import io
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import matplotlib
import pandas
from matplotlib import pyplot
from matplotlib.lines import Line2D

Kind: TypeAlias = tuple[str, str, Callable[[Any], bool]]  # colour, marker, whether a row is of the kind

matplotlib.use("svg")

INK, GRID = "#010203", "#040506"  # draw() replaces them by the page's colours
STYLE = (
    "<style>:root{--ink:#1f2328;--grid:#8c959f55}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--grid:#8b949e55}}</style>"
)
# Okabe & Ito's colours, safe for colour-blind readers (https://jfly.uni-koeln.de/color/), and a marker for each.
KINDS: dict[str, Kind] = {
    "branchless, multiplies": ("#e69f00", "s", lambda r: r.branchless and not r.multiply_free),
    "branchless, multiply-free, tables": ("#0072b2", "o", lambda r: r.branchless and not r.table_free and not r.mock),
    "branchless, no tables": ("#009e73", "D", lambda r: r.branchless and not r.mock),
    "branchy": ("#cc79a7", "^", lambda r: not r.branchless),
    "floor (empty loop)": ("#8c959f", "|", lambda r: True),
}
pyplot.rcParams.update(
    {
        "axes.axisbelow": True,
        "axes.edgecolor": INK,
        "axes.grid": True,
        "axes.labelcolor": INK,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlesize": 9,
        "figure.constrained_layout.use": True,
        "figure.dpi": 72,
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "font.size": 8,
        "grid.color": GRID,
        "svg.fonttype": "none",
        "svg.hashsalt": "slidebench",
        "text.color": INK,
        "xtick.color": INK,
        "ytick.color": INK,
    }
)


def kind_of(row: Any) -> str:
    """Returns the first kind that a row is of."""
    return next(name for name, (_, _, has) in KINDS.items() if has(row))


def draw(figure: Any) -> str:
    """Returns a figure as SVG, always the same text for the same figure, and closes the figure."""
    text = io.StringIO()
    figure.savefig(
        text,
        format="svg",
        transparent=True,
        bbox_inches="tight",
        pad_inches=0.05,
        metadata={"Date": None, "Creator": None, "Type": None, "Format": None},
    )
    pyplot.close(figure)
    svg = text.getvalue()
    svg = re.sub(r"^.*?<svg ", "<svg ", svg, count=1, flags=re.S)  # a page may not contain the XML prologue
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r' id="[a-z.0-9]+_\d+"', "", svg)  # of groups; elements that others refer to have a hash as name
    svg = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", svg)
    svg = svg.replace(INK, "var(--ink)").replace(GRID, "var(--grid)")
    return re.sub(r"\s*\n\s*", "\n", svg.replace("<defs>", STYLE + "<defs>", 1))


def grid(panels: Sequence[Any], width: float, height: float, columns: int) -> tuple[Any, list[Any]]:
    """Returns a figure and an axis for each panel."""
    rows = -(-len(panels) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)
    for axis in list(axes.flat)[len(panels) :]:
        axis.remove()
    return figure, list(axes.flat)[: len(panels)]


def legend(figure: Any, kinds: Iterable[str]) -> None:
    """Adds a legend of kinds above a figure."""
    shown = set(kinds)
    handles = [
        Line2D([], [], color=KINDS[k][0], marker=KINDS[k][1], linestyle="", label=k) for k in KINDS if k in shown
    ]
    figure.legend(
        handles=handles,
        loc="lower center",
        ncol=3 if figure.get_figwidth() > 7 else 2,
        frameon=False,
        bbox_to_anchor=(0.5, 1.0),
    )


def scatter(axis: Any, rows: pandas.DataFrame, x: str, y: str) -> None:
    """Draws rows as points."""
    for kind, (colour, marker, _) in KINDS.items():
        of_kind = rows[[kind_of(row) == kind for row in rows.itertuples()]]
        axis.scatter(of_kind[x], of_kind[y], s=14, color=colour, marker=marker, alpha=0.85, linewidths=0.5)


def tick_text(count: int) -> str:
    """Returns the text at a tick of an axis of bytes."""
    if count < 2**10:
        return str(count)
    return f"{count >> 10} KiB" if count < 2**20 else f"{count >> 20} MiB"


def finish_log(axis: Any, values: pandas.Series, which: str, room: float = 0.8, share: float = 0.95) -> pandas.Series:
    """Labels a logarithmic axis at 1, 2 and 5 of each decade, from `room` times the least value.

    Returns whether each value is shown: the fastest share is, since the slowest values would compress all others."""
    lo, hi = values.min() * room, values.quantile(share) * 1.1
    ticks = [
        m * 10.0**e
        for e in range(math.floor(math.log10(lo)), math.ceil(math.log10(hi)) + 1)
        for m in (1, 2, 5)
        if lo <= m * 10.0**e <= hi
    ]
    getattr(axis, f"set_{which}lim")(lo, hi)
    getattr(axis, f"set_{which}ticks")(ticks, [f"{t:g}" for t in ticks])
    getattr(axis, f"set_{which}ticks")([], minor=True)
    return values <= hi


def beyond(shown: pandas.Series) -> str:
    """Returns a note on the values that are not shown."""
    return f" ({(~shown).sum()} slower ones not shown)" if not shown.all() else ""
