# SPDX-License-Identifier: MIT
"""The style of all plots, as SVG for light and dark pages: text and lines take their colours from the style that draw()
adds."""

import io
import itertools
import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib
from matplotlib import pyplot

matplotlib.use("svg")

INK, GRID = "#010203", "#040506"  # draw() replaces them by the page's colours
STYLE = (
    "<style>:root{--ink:#1f2328;--grid:#8c959f55}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--grid:#8b949e55}}</style>"
)
# Okabe & Ito's colours, safe for colour-blind readers (https://jfly.uni-koeln.de/color/).
ORANGE, BLUE, GREEN, PURPLE, SKY, VERMILION = "#e69f00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"
GREY = "#8c959f"
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


def log_ticks(axis: Any, lo: float, hi: float) -> None:
    """Labels a logarithmic vertical axis at 1, 2 and 5 of each decade."""
    decades = range(math.floor(math.log10(lo)), math.ceil(math.log10(hi)) + 1)
    ticks = [tick for tick in (m * 10.0**e for e in decades for m in (1, 2, 5)) if lo <= tick <= hi]
    axis.set_yscale("log")
    axis.set_ylim(lo, hi)
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.set_yticks([], minor=True)


class Label(NamedTuple):
    """A name at a point of a plot."""

    x: float
    y: float
    name: str
    colour: str


PLACES = [(side, up) for up in (0, 7, -7, 14, -14, 22, -22, 30, -30, 40, -40) for side in (1, -1)]  # right or left
PUSHES = 50  # of names that are too close, which converges for ten


def settle(figure: Any) -> None:
    """Places the axes, and keeps them there: what is drawn later may be placed by its position on the page."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def name_points(axis: Any, labels: Sequence[Label], points: Sequence[tuple[float, float]]) -> None:
    """Writes each name at the nearest place where no other name and no point is. The figure must be settled."""
    taken = [(x - 2, y - 2, x + 2, y + 2) for x, y in axis.transData.transform(points)]  # in points: 72 dots an inch
    for label in labels:
        x, y = axis.transData.transform((label.x, label.y))
        width = 3.9 * len(label.name)
        places = {}  # {(side, up): its box, as left, bottom, right, top}
        for side, up in PLACES:
            left = x + 5 if side > 0 else x - 5 - width
            if left >= axis.bbox.x0 and left + width <= axis.bbox.x1 + 4:
                places[side, up] = left, y + up - 4, left + width, y + up + 4
        side, up = min(places, key=lambda place: sum(overlap(places[place], box) for box in taken), default=(1, 0))
        taken.append(places.get((side, up), (x, y, x, y)))
        look: dict[str, Any] = {"fontsize": 6.5, "color": label.colour, "va": "center"}
        if abs(up) > 7:
            look["arrowprops"] = {"arrowstyle": "-", "color": label.colour, "lw": 0.4, "shrinkA": 0, "shrinkB": 2}
        look |= {"xytext": (5 * side, up), "textcoords": "offset points", "ha": "left" if side > 0 else "right"}
        axis.annotate(label.name, (label.x, label.y), **look)


def overlap(a: Sequence[float], b: Sequence[float]) -> bool:
    """Returns whether two boxes (left, bottom, right, top) have an area in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Returns values moved apart, in their order, until neighbours have a gap."""
    order, found = sorted(range(len(values)), key=lambda i: values[i]), list(values)
    for _ in range(PUSHES):
        for below, above in itertools.pairwise(order):
            if (missing := gap - (found[above] - found[below])) > 0:
                found[below] -= missing / 2
                found[above] += missing / 2
    return found
