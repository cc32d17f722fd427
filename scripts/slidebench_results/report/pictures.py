# SPDX-License-Identifier: MIT
"""The pictures: the comparison with warm and with cold caches, and for each CPU bytes of tables against cycles.

As SVG for light and dark pages: text and lines take their colours from the style that draw() adds."""

import io
import math
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import matplotlib
from matplotlib import pyplot

from slidebench_results import text
from slidebench_results.report import uses
from slidebench_results.report.comparison import Cpu, facts_of
from slidebench_results.result import Column, Result, Row, Scheme

matplotlib.use("svg")

INK, GRID, PAPER = "#010203", "#040506", "#070809"  # draw() replaces them by the page's colours
STYLE = (
    "<style>:root{--ink:#1f2328;--grid:#8c959f55;--paper:#ffffff}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--grid:#8b949e55;--paper:#0d1117}}</style>"
)
# Okabe & Ito's colours, safe for colour-blind readers (https://jfly.uni-koeln.de/color/).
ORANGE, BLUE, PURPLE, SKY, VERMILION, GREEN = "#e69f00", "#0072b2", "#cc79a7", "#56b4e9", "#d55e00", "#009e73"
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

NAME_SIZE = 6.5  # of names at points, which draw() gives an outline in the page's colour: lines cross them
COLOURS = {uses.PEXT: VERMILION, uses.FANCY: BLUE, uses.BLACK: GREEN}
FAMILIES = {"rotated": ORANGE, "sherwin": SKY, "sissy": PURPLE}
REFERENCES = (uses.PEXT, uses.FANCY, uses.BLACK, uses.RAY_LOOP)
CYCLES_TICKS = (1, 2, 5, 10, 20, 50, 100)
Point: TypeAlias = tuple[float, float]
BYTES_TICKS = (0, 2**10, 2**14, 2**18, 2**22)


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: SVG} of all pictures."""
    cpus = facts_of(results, folder).cpus
    found = {f"{cpu.run.cpu}/tables-against-time.svg": tables_against_time(cpu.run) for cpu in cpus}
    found["comparison.svg"] = comparison(cpus[0])
    return {name: svg for name, svg in found.items() if svg}


# ---- the comparison ----


def comparison(cpu: Cpu) -> str:
    """Draws the picture to share: a line for each scheme, from its time with warm caches to that with cold ones; "" if
    these columns were not measured."""
    uses_shown = {uses.HCE_WARM: (VERMILION, "o"), uses.NNUE_COLD: (BLUE, "s")}
    shown = [name for name in (*uses.FIVE, *uses.TAKEN) if all(cpu.has(use, name) for use in uses_shown)]
    if not shown or not all(cpu.has(use, uses.FLOOR) for use in uses_shown):
        return ""
    figure, (axis,) = grid([cpu], 6.4, 5.0, 1)
    # with a gap before what engines take
    places = [-number - (number >= len(uses.FIVE)) * 0.6 for number in range(len(shown))]
    for name, place in zip(shown, places):
        ends = [cpu.column(use).row(name).cycles for use in uses_shown]
        axis.plot([end.mid for end in ends], [place, place], color=GREY, lw=1.2, zorder=1)
        for end, (colour, marker) in zip(ends, uses_shown.values()):
            axis.plot([end.lo, end.hi], [place, place], color=colour, lw=3, alpha=0.5, solid_capstyle="butt")
            ready = "incremental" in cpu.run.schemes[name].traits
            axis.plot(end.mid, place, marker, mfc=PAPER if ready else colour, mec=colour, ms=6)
    for use, (colour, marker) in uses_shown.items():
        axis.axvline(cpu.cycles(uses.FLOOR, use), color=colour, lw=0.9, ls=(0, (2, 3)))
        words = {uses.HCE_WARM: "HCE, warm caches", uses.NNUE_COLD: "NNUE, cold caches"}[use]
        axis.plot([], [], marker, color=colour, ms=6, label=words)
    axis.plot([], [], color=INK, lw=0.9, ls=(0, (2, 3)), label="an empty loop, in each")
    axis.plot([], [], " ", label="‡ boards were ready: upkeep is not included")
    axis.set_yticks(places, [label_of(cpu.run.schemes[name]) for name in shown], fontsize=9)
    axis.set_xscale("log")
    axis.set_xticks(CYCLES_TICKS, [f"{tick}" for tick in CYCLES_TICKS], fontsize=9)
    axis.set_xticks([], minor=True)
    axis.set_xlabel("core cycles per lookup (logarithmic); less is better", fontsize=9)
    axis.tick_params(axis="y", length=0)
    axis.grid(False, axis="y")
    axis.set_title(f"{finding(cpu)} ({cpu.label})", loc="left", x=-0.36, fontweight="bold", fontsize=10)
    axis.legend(
        loc="upper center", bbox_to_anchor=(0.3, -0.11), ncols=2, frameon=False, fontsize=8.5, columnspacing=1.2
    )
    return draw(figure)


def label_of(scheme: Scheme) -> str:
    """Returns a scheme's name with its bytes."""
    mark = " ‡" if "incremental" in scheme.traits else ""
    return f"{scheme.name}{mark}, {text.size(scheme.engine_bytes)}"


def finding(cpu: Cpu) -> str:
    """Returns the title: what the picture shows, if it does."""
    large, small = "pext_arrays", "hyperbola_dual"
    if cpu.cycles(large, uses.HCE_WARM) < cpu.cycles(small, uses.HCE_WARM) and (
        cpu.cycles(small, uses.NNUE_COLD) < 0.7 * cpu.cycles(large, uses.NNUE_COLD)
    ):
        return "Small lookup tables win when caches are cold"
    return "Attack getters with warm and with cold caches"


# ---- tables against time ----


def tables_against_time(run: Result) -> str:
    """Draws bytes of tables against cycles of a queen, with hot and with cold caches; "" if neither was measured."""
    panels = {use: column for use, column in uses.columns(run).items() if use in (uses.QUEEN, uses.COLD_L2)}
    if not panels:
        return ""
    figure, axes = grid(list(panels), 5.4, 4.4, 1)  # one below the other, for narrow screens
    for (use, column), axis in zip(panels.items(), axes):
        axis.set_xscale("symlog", base=2, linthresh=512, linscale=0.8)
        axis.set_xlim(-120, 2**24)
        axis.set_xticks(BYTES_TICKS, [text.size(tick) for tick in BYTES_TICKS])
        axis.set_xticks([], minor=True)
        cycles = [point(row)[1] for row in column.ranked]
        log_ticks(axis, min(cycles) * 0.75, max(cycles) * 1.15)
        kib = column.record.get("working_set_kib")
        memory = f", after {text.size(kib * 1024)} of other memory" if kib else ""
        axis.set_title(f"{run.microarchitecture or run.cpu}, {use}{memory}", loc="left", fontweight="bold")
        axis.set_xlabel("tables of rook, bishop and queen together")
        axis.set_ylabel("core cycles per lookup")
    for words, colour in ({"no scheme is smaller and faster": INK} | FAMILIES).items():
        axes[-1].plot([], [], "o", ms=3.6, mfc=colour, mec=colour, label=words)
    axes[-1].plot([], [], "o", ms=3.6, mfc="none", mec=INK, label="‡ view not kept up to date")
    axes[-1].legend(loc="upper center", bbox_to_anchor=(0.45, -0.13), ncols=3, frameon=False)
    settle(figure)
    for column, axis in zip(panels.values(), axes):
        draw_points(axis, column)
    return draw(figure)


def draw_points(axis: Any, column: Column) -> None:
    """Draws all schemes, and a line through those that no other beats in both bytes and cycles (the Pareto front)."""
    front, rows = uses.front(uses.selectable(column)), {row.scheme.name: row for row in column.ranked}
    named = {row.scheme.name: INK for row in front}
    steps = [(b[0], a[1]) for a, b in pairwise(map(point, front))]
    line = [corner for pair in zip(map(point, front), steps) for corner in pair] + [point(front[-1])]
    axis.plot(*zip(*line), color=INK, lw=0.9, zorder=1)
    for row in rows.values():
        colour = named.get(row.scheme.name) or COLOURS.get(row.scheme.name) or FAMILIES.get(row.scheme.family, GREY)
        filled = "none" if uses.streamed(row, column) else colour
        axis.plot(*point(row), "o", ms=3.6, mfc=filled, mec=colour, mew=0.8, zorder=2 + (colour != GREY))
    for family, colour in FAMILIES.items():
        best = [row.scheme.name for row in rows.values() if row.scheme.family == family]
        first = [row.scheme.name for row in column.rows if row.scheme.name in best]
        named = {**dict.fromkeys(best[:1] + first[:1], colour), **named}
    named = {**{name: COLOURS.get(name, INK) for name in REFERENCES}, **named}
    labels = [
        Label(*point(rows[name]), name + (" ‡" if uses.streamed(rows[name], column) else ""), colour)
        for name, colour in reversed(named.items())  # the front first
        if name in rows
    ]
    name_points(axis, labels, [point(row) for row in rows.values()], line)


def point(row: Row) -> Point:
    """Returns a row's bytes of tables and cycles."""
    return row.scheme.engine_bytes, row.cycles.mid if row.cycles else math.nan


# ---- the style of all pictures ----


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
    svg = re.sub(rf"(font: {NAME_SIZE}px)", rf"paint-order: stroke; stroke-width: 2px; stroke: {PAPER}; \1", svg)
    for colour, name, plain in (
        (INK, "ink", "#6e7781"),
        (GRID, "grid", "#8c959f55"),
        (PAPER, "paper", "#ffffff00"),
    ):  # plain where CSS has no variables
        svg = re.sub(rf"([\w-]+): {colour}", rf"\1: {plain}; \1: var(--{name})", svg)
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


def settle(figure: Any) -> None:
    """Places the axes, and keeps them there: what is drawn later may be placed by its position on the page."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def name_points(axis: Any, labels: Sequence[Label], points: Sequence[Point], line: Sequence[Point]) -> None:
    """Writes each name at the nearest place where no other name, no point and no part of a line of horizontal and
    vertical parts is. The figure must be settled."""
    taken = [(x - 2, y - 2, x + 2, y + 2) for x, y in axis.transData.transform(points)]  # in points: 72 dots an inch
    taken += [
        (min(a[0], b[0]), min(a[1], b[1]) - 0.5, max(a[0], b[0]) + 0.5, max(a[1], b[1]))
        for a, b in pairwise(axis.transData.transform(line))
    ]
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
        look: dict[str, Any] = {"fontsize": NAME_SIZE, "color": label.colour, "va": "center"}
        if abs(up) > 7:
            look["arrowprops"] = {"arrowstyle": "-", "color": label.colour, "lw": 0.4, "shrinkA": 0, "shrinkB": 2}
        look |= {"xytext": (5 * side, up), "textcoords": "offset points", "ha": "left" if side > 0 else "right"}
        axis.annotate(label.name, (label.x, label.y), **look)


def overlap(a: Sequence[float], b: Sequence[float]) -> bool:
    """Returns whether two boxes (left, bottom, right, top) have an area in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
