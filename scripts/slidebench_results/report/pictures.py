# SPDX-License-Identifier: MIT
"""The pictures: a queen in cold caches on all CPUs, and for each CPU bytes of tables against cycles.

As SVG for light and dark pages: text and lines take their colours from the style that draw() adds."""

import io
import itertools
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
from matplotlib import pyplot

from slidebench_results import text
from slidebench_results.report import runs, uses
from slidebench_results.result import Column, Result, Row

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

PANELS = 8  # CPUs of the picture of all
COLOURS = {
    uses.PEXT: VERMILION,
    uses.FANCY: BLUE,
    uses.BLACK: SKY,
    "pext_pdep": ORANGE,
    "sissy_pext_2": PURPLE,
    "hyperbola_dual": GREEN,
}
BEST_COLD = GREY  # of the scheme that is best after the L2 was read, unless it has a colour
FAMILIES = {"rotated": ORANGE, "sherwin": SKY, "sissy": PURPLE}
REFERENCES = (uses.PEXT, uses.FANCY, uses.BLACK, uses.RAY_LOOP)
NOTHING = -2.0  # place of 0 KiB, in powers of two from the least size
MEMORY_TICKS = (64, 1024, 16384)  # KiB
BYTES_TICKS = (0, 2**10, 2**14, 2**18, 2**22)


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: SVG} of all pictures."""
    of_cpus = {cpu: runs.main_run(of_cpu) for cpu, of_cpu in runs.by_cpu(results).items()}
    found = {f"{cpu}/tables-against-time.svg": tables_against_time(run) for cpu, run in of_cpus.items()}
    found["cold-caches.svg"] = cold_caches(list(of_cpus.values()))
    return {name: svg for name, svg in found.items() if svg}


# ---- cold caches ----


def curves(run: Result) -> dict[str, list[tuple[float, float]]]:
    """Returns {scheme: [(KiB, cycles over those of an empty loop)]} of the schemes that are drawn."""
    after_l2 = uses.columns(run).get(uses.COLD_L2)
    best = [after_l2.choices["best"].row.scheme.name] if after_l2 else []
    found: dict[str, list[tuple[float, float]]] = {}
    for column in uses.bursts(run.columns.values()):
        floor = column.row(uses.FLOOR)
        for scheme in dict.fromkeys([*COLOURS, *best]):
            row = column.row(scheme)
            if row and row.cycles and floor and floor.cycles and row.cycles.mid > floor.cycles.mid:
                cycles = row.cycles.mid - floor.cycles.mid
                found.setdefault(scheme, []).append((column.record["working_set_kib"], cycles))
    return {scheme: sorted(points) for scheme, points in found.items() if len(points) > 1}


def cold_caches(results: Sequence[Result]) -> str:
    """Draws the picture to share: a panel for each CPU, a line for each scheme; "" if no bursts were measured."""
    shown = [(run, of_run) for run in results if (of_run := curves(run))][:PANELS]
    every = [point for _, of_run in shown for points in of_run.values() for point in points]
    if not every:
        return ""
    least = math.log2(min(kib for kib, _ in every if kib))
    place = {kib: math.log2(kib) if kib else least + NOTHING for kib, _ in every}
    lo, hi = max(min(cycles for _, cycles in every) * 0.8, 1.0), max(cycles for _, cycles in every) * 1.35
    ticks = {"0": least + NOTHING, **{text.size(kib * 1024): math.log2(kib) for kib in MEMORY_TICKS}}
    labels = runs.labels(run for run, _ in shown)
    figure, axes = grid(shown, 3.0 if len(shown) > 2 else 4.4, 3.0, min(3, len(shown)))
    for (run, of_run), axis in zip(shown, axes):
        log_ticks(axis, lo, hi)
        axis.set_xticks(list(ticks.values()), list(ticks))
        axis.set_xlim(least + NOTHING - 0.4, max(place.values()) + 0.2)
        axis.set_title(labels[run.cpu], loc="left", fontweight="bold")
        axis.set_xlabel("other memory read before")
        mark_caches(axis, run, hi)
        ends = spread([math.log10(points[-1][1]) for points in of_run.values()], 0.05 * math.log10(hi / lo))
        for (scheme, points), end in zip(of_run.items(), ends):
            colour, width = COLOURS.get(scheme, BEST_COLD), 2 if scheme in REFERENCES else 1.4
            axis.plot([place[kib] for kib, _ in points], [y for _, y in points], ".-", color=colour, lw=width)
            at = {"xycoords": ("axes fraction", "data"), "va": "center", "annotation_clip": False}
            axis.annotate(scheme, (1.02, 10**end), color=colour, fontsize=7.5, **at)
    axes[0].set_ylabel("core cycles per queen, minus an empty loop")
    return draw(figure)


def mark_caches(axis: Any, run: Result, top: float) -> None:
    """Draws a line at the size of each cache."""
    for name, member in (("L1", "l1d_bytes"), ("L2", "l2_bytes"), ("L3", "l3_bytes")):
        size = run.record["machine"].get(member)
        if size and axis.get_xlim()[0] < math.log2(size / 1024) < axis.get_xlim()[1]:
            axis.axvline(math.log2(size / 1024), color=INK, lw=0.5, ls=(0, (2, 3)))
            axis.annotate(name, (math.log2(size / 1024), top), xytext=(2, -6), textcoords="offset points", fontsize=6.5)


# ---- tables against time ----


def tables_against_time(run: Result) -> str:
    """Draws bytes of tables against cycles of a queen, with hot and with cold caches; "" if neither was measured."""
    panels = {use: column for use, column in uses.columns(run).items() if use in (uses.HOT, uses.COLD_L2)}
    if not panels:
        return ""
    figure, axes = grid(list(panels), 5.4, 4.2, len(panels))
    for (use, column), axis in zip(panels.items(), axes):
        axis.set_xscale("symlog", base=2, linthresh=512, linscale=0.8)
        axis.set_xlim(-120, 2**24)
        axis.set_xticks(BYTES_TICKS, [text.size(tick) for tick in BYTES_TICKS])
        axis.set_xticks([], minor=True)
        cycles = [point(row)[1] for row in column.ranked]
        log_ticks(axis, min(cycles) * 0.75, max(cycles) * 1.15)
        kib = column.record.get("working_set_kib")
        memory = f", after {text.size(kib * 1024)} of other memory" if kib else ""
        axis.set_title(f"{use}{memory}: core cycles", loc="left", fontweight="bold")
        axis.set_xlabel("tables of rook, bishop and queen together")
    settle(figure)
    for column, axis in zip(panels.values(), axes):
        draw_points(axis, column)
    return draw(figure)


def draw_points(axis: Any, column: Column) -> None:
    """Draws all schemes, and a line through those that no other beats in both bytes and cycles (the Pareto front)."""
    front, rows = uses.front(uses.selectable(column)), {row.scheme.name: row for row in column.ranked}
    named = {row.scheme.name: INK for row in front}
    axis.step(*zip(*map(point, front)), where="post", color=INK, lw=0.9)
    for row in rows.values():
        colour = named.get(row.scheme.name, FAMILIES.get(row.scheme.family, GREY))
        axis.plot(*point(row), "o", ms=3.6, mfc="none" if uses.streamed(row, column) else colour, mec=colour, mew=0.8)
    for family, colour in FAMILIES.items():
        best = [row.scheme.name for row in rows.values() if row.scheme.family == family]
        first = [row.scheme.name for row in column.rows if row.scheme.name in best]
        named = {**dict.fromkeys(best[:1] + first[:1], colour), **named}
    named = {**{name: COLOURS.get(name, INK) for name in REFERENCES}, **named}
    labels = [
        Label(*point(rows[name]), name + " ‡" * uses.streamed(rows[name], column), colour)
        for name, colour in reversed(named.items())  # the front first
        if name in rows
    ]
    name_points(axis, labels, [point(row) for row in rows.values()])


def point(row: Row) -> tuple[float, float]:
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
