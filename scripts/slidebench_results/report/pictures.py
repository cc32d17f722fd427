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
from slidebench_results.result import Column, Figure, Result, Row

matplotlib.use("svg")

INK, GRID, PAPER = "#010203", "#040506", "#070809"  # draw() replaces them by the page's colours
STYLE = (
    "<style>:root{--ink:#1f2328;--grid:#8c959f55;--paper:#ffffff;--blue:#0072b2;--green:#009e73}"
    "@media(prefers-color-scheme:dark)"
    "{:root{--ink:#e6edf3;--grid:#8b949e55;--paper:#0d1117;--blue:#4aa8e0;--green:#2cc79a}}</style>"
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

# Of names and figures at points, which draw() gives an outline in the page's colour: lines cross them.
NAME_SIZE, VALUE_SIZE = 6.5, 9.5
SHARED_SIZE = 10.8  # of other text in the picture to share: legible where it is 400 pixels wide
COLOURS = {uses.PEXT: VERMILION, uses.FANCY: BLUE, uses.BLACK: GREEN, "rotated_6bit": ORANGE}
FAMILIES = {"rotated": ORANGE, "sherwin": SKY, "sissy": PURPLE}
REFERENCES = (uses.PEXT, uses.FANCY, uses.BLACK, uses.RAY_LOOP, "pext_arrays", "hyperbola_dual", "rotated_6bit")
HOVER = "hover "  # begins the name of a point's group; the rest is what a browser shows when the mouse is on it
CYCLES_TICKS = (1, 3, 10, 30, 100, 300)
Point: TypeAlias = tuple[float, float]
BYTES_TICKS = (0, 2**10, 2**14, 2**18, 2**22)


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: SVG} of all pictures."""
    cpus = facts_of(results, folder).cpus
    found = {f"{cpu.run.cpu}/tables-against-time.svg": tables_against_time(cpu.run) for cpu in cpus}
    found["comparison.svg"] = comparison(cpus[0])
    return {name: svg for name, svg in found.items() if svg}


# ---- the comparison ----


class Look(NamedTuple):
    """What a figure of a use looks like, and its words in the legend."""

    words: str
    colour: str
    marker: str


LOOKS = {
    uses.HCE_WARM: Look("HCE, warm caches", VERMILION, "o"),
    uses.NNUE_COLD: Look("NNUE, cold caches", BLUE, "s"),
    uses.REPLAY: Look("replay: updates and lookups", GREEN, "D"),
}
PANELS = {
    "cycles per lookup, log scale;\n‡ without updates of boards": (uses.HCE_WARM, uses.NNUE_COLD),
    "cycles per move,\nall updates included": (uses.REPLAY,),
}


def comparison(cpu: Cpu) -> str:
    """Draws the picture to share: a lookup with each scheme, caches warm and cold, and beside it a move of a game with
    all updates; "" if these columns were not measured."""
    shown = [name for name in uses.SHOWN if all(cpu.has(use, name) for use in LOOKS)]
    if not shown:
        return ""
    figure, axes = pyplot.subplots(1, len(PANELS), figsize=(6, 5.9), sharey=True, width_ratios=(3, 2))
    gap = 1.5  # lines before the second group, for its heading; as many before the floor
    groups = {name: (name not in uses.CLASSICS) + (name == uses.FLOOR) for name in shown}
    places = {name: -number - gap * groups[name] for number, name in enumerate(shown)}
    for axis, (words, of_axis) in zip(axes, PANELS.items()):
        draw_panel(axis, cpu, places, of_axis)
        axis.set_xlabel(words, fontsize=SHARED_SIZE)
    sizes = {name: text.size(cpu.run.schemes[name].engine_bytes) for name in shown} | {uses.FLOOR: "the loop alone"}
    marks = {name: " ‡" if "incremental" in cpu.run.schemes[name].traits else "" for name in shown}
    labels = [f"{name}{marks[name]}, {sizes[name]}" for name in shown]
    axes[0].set_yticks(list(places.values()), labels, fontsize=SHARED_SIZE)
    bold: dict[str, Any] = {"fontsize": SHARED_SIZE, "fontweight": "bold"}
    for heading, below in (("the classics", shown[0]), ("candidates of today", uses.FANCY)):
        place = (-4, places.get(below, 0) + 1)
        at = {"xycoords": ("axes points", "data"), "ha": "right", "va": "center", "annotation_clip": False}
        axes[0].annotate(heading, place, **at, **bold)
    for look in LOOKS.values():
        axes[0].plot([], [], look.marker, color=look.colour, ms=6, label=look.words)
    figure.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, frameon=False, fontsize=SHARED_SIZE)
    figure.suptitle(f"{finding(cpu)} ({cpu.label})", x=0, y=1.09, ha="left", **bold)
    return draw(figure)


def draw_panel(axis: Any, cpu: Cpu, places: dict[str, float], of_panel: Sequence[str]) -> None:
    """Draws schemes at their places with the cycles of some uses, on a logarithmic axis."""
    for name, place in places.items():
        draw_line(axis, [(cpu.column(use).row(name).cycles, LOOKS[use]) for use in of_panel], place)
    cycles = [cpu.cycles(name, use) for name in places for use in of_panel]
    lo, hi = min(cycles) / (3.2 if len(of_panel) > 1 else 1.2), max(cycles) * 2.1  # with room for figures beside points
    axis.set_xscale("log")
    axis.set_xticks([tick for tick in CYCLES_TICKS if lo < tick < hi])
    axis.set_xticks([], minor=True)
    axis.set_xlim(lo, hi)
    axis.xaxis.set_major_formatter("{x:.0f}")
    axis.tick_params(axis="x", labelsize=SHARED_SIZE - 2)
    axis.tick_params(axis="y", length=0)
    axis.grid(False, axis="y")
    axis.spines["left"].set_visible(False)


def draw_line(axis: Any, ends: Sequence[tuple[Figure, Look]], place: float) -> None:
    """Draws the cycles of a scheme with their intervals, also as text, and a line between them."""
    axis.plot([end.mid for end, _ in ends], [place] * len(ends), color=GREY, lw=1.2, zorder=1)
    for end, look in ends:
        axis.plot([end.lo, end.hi], [place, place], color=look.colour, lw=3, alpha=0.5, solid_capstyle="butt")
        axis.plot(end.mid, place, look.marker, color=look.colour, ms=5.5)
        side = 1 if end is ends[-1][0] else -1
        axis.annotate(
            text.with_digits(end),
            (end.mid, place),
            xytext=(5.5 * side, 0),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="center_baseline",
            fontsize=VALUE_SIZE,
            color=INK,
        )


def finding(cpu: Cpu) -> str:
    """Returns the title: what the picture shows, if it does."""
    large, small, rotated = "pext_arrays", "hyperbola_dual", "rotated_6bit"
    cold_over = cpu.cycles(small, uses.NNUE_COLD) / cpu.cycles(large, uses.NNUE_COLD)
    warm_over = cpu.cycles(small, uses.HCE_WARM) / cpu.cycles(large, uses.HCE_WARM)
    others = [name for name in uses.CLASSICS if not name.startswith("rotated")]
    rotated_wins = all(cpu.cycles(rotated, uses.REPLAY) < cpu.cycles(name, uses.REPLAY) for name in others)
    if rotated_wins and warm_over > 1 and cold_over < 0.7:
        return "Rotated bitboards win among the classics,\nsmall tables when caches are cold"
    return "Attack getters with warm and with cold caches"


# ---- tables against time ----


def tables_against_time(run: Result) -> str:
    """Draws bytes of tables against cycles of a queen, with warm and with cold caches; "" if neither was measured."""
    panels = {use: column for use, column in uses.columns(run).items() if use in (uses.QUEEN, uses.COLD_L2)}
    if not panels:
        return ""
    n = len(panels)  # one below the other, for narrow screens
    figure, axes = pyplot.subplots(n, figsize=(5.4, 4.4 * n), squeeze=False)
    for (use, column), axis in zip(panels.items(), axes.flat):
        axis.set_xscale("symlog", base=2, linthresh=512, linscale=0.8)
        axis.set_xlim(-120, 2**24)
        axis.set_xticks(BYTES_TICKS, [text.size(tick) for tick in BYTES_TICKS])
        axis.set_xticks([], minor=True)
        cycles = [point(row)[1] for row in column.ranked]
        log_ticks(axis, min(cycles) * 0.55, max(cycles) * 1.15)  # with room for names below
        kib = column.record.get("working_set_kib")
        memory = f", after {text.size(kib * 1024)} of other memory" if kib else ""
        axis.set_title(f"{run.microarchitecture or run.cpu}, {use}{memory}", loc="left", fontweight="bold")
        axis.set_xlabel("tables of rook, bishop and queen together")
        axis.set_ylabel("core cycles per lookup")
    known = {name: COLOURS[name] for name in (uses.FANCY, uses.BLACK, uses.PEXT)}
    for words, colour in ({"no scheme is smaller and faster": INK} | FAMILIES | known).items():
        axis.plot([], [], "o", ms=3.6, mfc=colour, mec=colour, label=words)
    axis.plot([], [], "o", ms=3.6, mfc=GREY, mec=GREY, label="other families")
    axis.plot([], [], "o", ms=3.6, mfc="none", mec=INK, label="‡ without updates of boards")
    axis.legend(loc="upper center", bbox_to_anchor=(0.45, -0.13), ncols=3, frameon=False)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # names are placed by where points are on the page
    for column, axis in zip(panels.values(), axes.flat):
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
        cycles = text.with_digits(row.cycles) if row.cycles else ""
        words = f"{HOVER}{row.scheme.name}: {cycles} cycles, {text.size(row.scheme.engine_bytes)}"
        zorder = 2 + (colour != GREY)
        axis.plot(*point(row), "o", ms=3.6, mfc=filled, mec=colour, mew=0.8, zorder=zorder, gid=words)
    for family, colour in FAMILIES.items():
        best = next((row.scheme.name for row in rows.values() if row.scheme.family == family), "")
        named = {best: colour, **named}
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
    svg = re.sub(rf'<g id="{HOVER}([^"]*)">', r"<g><title>\1</title>", svg)
    svg = re.sub(r' id="[a-z.0-9]+_\d+"', "", svg)  # of groups; elements that others refer to have a hash as name
    svg = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", svg)
    svg = re.sub(
        rf"(font: (?:{NAME_SIZE}|{VALUE_SIZE})px)", rf"paint-order: stroke; stroke-width: 3px; stroke: {PAPER}; \1", svg
    )
    for colour, name, plain in (
        (INK, "ink", "#6e7781"),
        (GRID, "grid", "#8c959f55"),
        (PAPER, "paper", "#ffffff00"),
        (BLUE, "blue", BLUE),
        (GREEN, "green", GREEN),
    ):  # plain where CSS has no variables
        svg = re.sub(rf"([\w-]+): {colour}", rf"\1: {plain}; \1: var(--{name})", svg)
    return re.sub(r"\s*\n\s*", "\n", svg.replace("<defs>", STYLE + "<defs>", 1))


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


# Right or left of a point, and how far up: the nearest first.
PLACES = [(side, up) for up in (0, 7, -7, 14, -14, 22, -22, 30, -30, 40, -40, 50, -50, 60, -60) for side in (1, -1)]


def name_points(axis: Any, labels: Sequence[Label], points: Sequence[Point], line: Sequence[Point]) -> None:
    """Writes each name at the nearest place where no other name, no point and no part of a line of horizontal and
    vertical parts is."""
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
            if axis.bbox.x0 <= left <= axis.bbox.x1 + 4 - width and axis.bbox.y0 <= y + up - 5:
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
