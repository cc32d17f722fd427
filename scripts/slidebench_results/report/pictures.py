# SPDX-License-Identifier: MIT
"""The pictures: the comparison with warm and with cold caches, and for each CPU bytes of tables against cycles.

As SVG for light and dark pages: text and lines take their colours from the style that draw() adds."""

import io
import math
import re
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib
from matplotlib import lines, patches, pyplot, ticker

from slidebench_results import text, uses
from slidebench_results.report.cpus import Cpu, of_results
from slidebench_results.result import Column, Result, Row

matplotlib.use("svg")

# Okabe & Ito's colours, safe for colour-blind readers (https://jfly.uni-koeln.de/color/).
ORANGE, BLUE, PURPLE, SKY, VERMILION, GREEN = "#e69f00", "#0072b2", "#cc79a7", "#56b4e9", "#d55e00", "#009e73"
GREY = "#8c959f"
INK, GRID, PAPER = "#010203", "#040506", "#070809"  # until draw() replaces them
THEME = {  # {name: a colour in figures, on light pages, on dark ones, and where CSS has no variables}
    "ink": (INK, "#1f2328", "#e6edf3", "#6e7781"),
    "grid": (GRID, "#8c959f55", "#8b949e55", "#8c959f55"),
    "paper": (PAPER, "#ffffff", "#0d1117", "#ffffff00"),
    "blue": (BLUE, BLUE, "#3a8ee6", BLUE),
    "sky": (SKY, SKY, "#a3dcff", SKY),
    "green": (GREEN, GREEN, "#2cc79a", GREEN),
}
LIGHT, DARK = (";".join(f"--{name}:{of_name[page]}" for name, of_name in THEME.items()) for page in (1, 2))
STYLE = f"<style>:root{{{LIGHT}}}@media(prefers-color-scheme:dark){{:root{{{DARK}}}}}</style>"
pyplot.rcParams.update(
    {
        "axes.axisbelow": True,
        "axes.edgecolor": INK,
        "axes.facecolor": "none",
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

# Sizes of names and figures at points. draw() gives them an outline in the page's colour, as lines cross them.
NAME_SIZE, VALUE_SIZE = 9, 9.5
SHARED_SIZE = 10.8  # of other text in comparison.svg, so that it is legible if the picture is 400 pixels wide
FAMILIES = {"rotated": ORANGE, "sherwin": SKY, "sissy": PURPLE, "magic": BLUE, "pext": VERMILION, "arithmetic": GREEN}
HOVER = "hover "  # begins the name of a point's group; the rest is what a browser shows when the mouse is on it
LINEAR = 512  # bytes of tables up to which their axis is linear, so that it has a place for 0
NAMED = ("rotated_6bit", "sissy_shift", "sherwin_shift", uses.RAY_LOOP, uses.FANCY, "pext_arrays", "hyperbola_ssse3")
LONG_LABEL = 15  # characters; a longer name of a CPU has a line of its own in the title
BYTES_TICKS = (0, LINEAR, 2**12, 2**15, 2**18, 2**21)
Axis: TypeAlias = Any  # of matplotlib, whose types mypy does not know: see pyproject.toml
Figure: TypeAlias = Any
Look: TypeAlias = dict[str, Any]  # arguments of matplotlib, by name
BOLD: Look = {"size": SHARED_SIZE, "weight": "bold"}
LEGEND: Look = {"frameon": False, "alignment": "left", "title_fontproperties": BOLD, "handlelength": 1.2}
LEGEND |= {"loc": "lower left", "bbox_to_anchor": (0, 1.02), "borderaxespad": 0, "borderpad": 0, "columnspacing": 1.5}
NAMES_WIDTH = 146  # points for names and sizes of tables, left of the first panel
EIGHTHS = (0, 7, 1, 6, 2, 5, 3, 4)  # of a circle: directions from a point to its name, first those to the right
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, bottom, right, top
Drawn: TypeAlias = list[tuple[Box, int]]  # what names should not cover, and the weight of that


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: SVG} of all pictures."""
    cpus = of_results(results, folder).cpus
    pictures = {f"{cpu.run.cpu}/tables-against-time.svg": tables_against_time(cpu) for cpu in cpus}
    pictures["comparison.svg"] = comparison([cpus[0], *(cpu for cpu in cpus[1:] if cpu.is_quiet())])
    return {name: svg for name, svg in pictures.items() if svg}


# ---- the comparison ----


PANELS = {  # {use: what the cycles are of, colour}
    uses.HCE_WARM: ("cycles per lookup", VERMILION),
    uses.NNUE_COLD: ("cycles per lookup", BLUE),
    uses.REPLAY: ("cycles per move", GREEN),
}
GROUPS = {  # {heading: its schemes, and the use by whose cycles they are ordered}
    "The classics, sorted by replay": (uses.CLASSICS, uses.REPLAY),
    "For engines today, sorted by NNUE cold": ((*uses.MODERN, uses.FLOOR), uses.NNUE_COLD),
}
RANGE: Look = {"color": INK, "lw": 1, "marker": "|", "ms": 4.5, "mew": 1}  # the line of other CPUs
FAR_OUT = (uses.RAY_LOOP,)  # so much longer than all others that their bars are cut off


def comparison(cpus: Sequence[Cpu]) -> str:
    """Draws the picture to share: for each scheme the cycles of a lookup with warm and with cold caches, and of a move
    of a game with all updates, on all CPUs. Returns "" if the first CPU's run did not measure these columns."""
    cpu = cpus[0]
    if not cpu.has_comparison():
        return ""
    shown = [name for name in uses.SHOWN if all(cpu.has(use, name) for use in PANELS)]
    places: dict[str, int] = {}  # of schemes and headings, from the top
    for heading, (names, use) in GROUPS.items():
        ordered = sorted(set(names) & set(shown), key=lambda name: (name == uses.FLOOR, cpu.cycles(name, use)))
        for name in (heading, *ordered):
            places[name] = len(places)
    figure, axes = pyplot.subplots(1, len(PANELS), figsize=(6, 6.4), sharey=True)
    name_rows(axes[0], cpu, places)
    for axis, (use, (unit, colour)) in zip(axes, PANELS.items()):
        axis.set_title(use, loc="left", **BOLD)
        axis.set_xlabel(unit, loc="left", fontsize=SHARED_SIZE - 1)
        draw_panel(axis, cpus, {name: places[name] for name in shown}, use, colour)
    marks = [patches.Patch(fc=GREY, ec=GREY, label=f"{cpu.label} and its 95 % interval")]
    if len(cpus) > 1:
        marks.append(lines.Line2D([], [], **RANGE, label=f"range on {len(cpus) - 1} other CPUs"))
    marks.append(patches.Patch(fc="none", ec=GREY, label="without updates"))
    figure.legend(
        handles=marks, **LEGEND, ncols=len(marks), numpoints=2, fontsize=SHARED_SIZE, title=finding(cpu, shown)
    )
    return draw(figure)


def name_rows(axis: Axis, cpu: Cpu, places: dict[str, int]) -> None:
    """Writes names and sizes of tables on the left of a panel, and headings above them."""
    at: Look = {"xycoords": ("axes points", "data"), "va": "center_baseline", "annotation_clip": False}
    for name, place in places.items():
        if name in GROUPS:
            axis.annotate(name, (-NAMES_WIDTH, place), ha="left", **at, **BOLD).set_in_layout(False)  # wide
            continue
        size = "the loop alone" if name == uses.FLOOR else text.size(cpu.run.schemes[name].engine_bytes)
        axis.annotate(size, (-4, place), ha="right", **at, color=GREY, size=SHARED_SIZE - 1)
        axis.annotate(name, (-NAMES_WIDTH, place), ha="left", **at, size=SHARED_SIZE)
    axis.set_yticks([])
    axis.set_ylim(len(places) - 0.4, -0.6)  # the first one on top


def draw_panel(axis: Axis, cpus: Sequence[Cpu], places: dict[str, int], use: str, colour: str) -> None:
    """Draws the cycles of schemes for a use as bars, and below each a line from the least to the most of other CPUs."""
    cycles = {name: [cpu.cycles(name, use) for cpu in cpus if cpu.has(use, name)] for name in places}
    longest = max(at for name, of_cpus in cycles.items() if name not in FAR_OUT for at in of_cpus)
    column = cpus[0].measured(use)
    for name, place in places.items():
        length, *others = cycles[name]
        row = column.row(name)
        hollow = row is not None and uses.streamed(row, column)
        axis.barh(place, min(length, longest), 0.5, fc="none" if hollow else colour, ec=colour, lw=1)
        if name in FAR_OUT:
            others = []
            for at in (0.84 * longest, 0.9 * longest):
                axis.plot((at, at + 0.05 * longest), (place + 0.35, place - 0.35), color=PAPER, lw=2)
        elif row and row.cycles and row.cycles.lo is not None:
            axis.plot((row.cycles.lo, row.cycles.hi), (place, place), color=INK, lw=1.8, solid_capstyle="butt")
        if others:
            axis.plot((min(others), max(others)), (place + 0.4, place + 0.4), **RANGE)
        end = max([min(length, longest), *others])
        look: Look = {"va": "center_baseline", "fontsize": VALUE_SIZE, "textcoords": "offset points"}
        axis.annotate(cpus[0].figure(name, use), (end, place), (6, 0), **look)
    axis.set_xlim(0, 1.5 * longest)  # room for figures
    axis.tick_params(axis="x", labelsize=SHARED_SIZE - 1)
    axis.grid(False, axis="y")
    axis.spines["left"].set_visible(False)


def finding(cpu: Cpu, shown: Sequence[str]) -> str:
    """Returns the title: the finding, if the picture shows it."""
    replay = {name: cpu.cycles(name, uses.REPLAY) for name in uses.CLASSICS if name in shown}
    wins = min(replay, key=replay.__getitem__).startswith("rotated")
    cold = {name: cpu.cycles(name, uses.NNUE_COLD) for name in uses.MODERN if name in shown}
    small = [cycles for name, cycles in cold.items() if cpu.run.schemes[name].engine_bytes <= uses.SMALL_TABLES]
    large = [cycles for name, cycles in cold.items() if cpu.run.schemes[name].engine_bytes > uses.SMALL_TABLES]
    if wins and min(small, default=math.inf) < 0.9 * min(large, default=0):
        first = f"{cpu.label}: of the classics, rotated bitboards win replay;"
        return f"{first}\nin cold caches, vectors with small tables win"
    return f"{cpu.label}: attack getters with warm and with cold caches"


# ---- tables against time ----


def tables_against_time(cpu: Cpu) -> str:
    """Draws bytes of tables against cycles of a queen, with warm and with cold caches; "" if neither was measured."""
    columns = [cpu.columns[use] for use in (uses.QUEEN, uses.COLD_L2) if use in cpu.columns]
    if not columns:
        return ""
    n = len(columns)  # one below the other, for narrow screens
    figure, axes = pyplot.subplots(n, figsize=(4.7, 4.2 * n), squeeze=False)
    for column, axis in zip(columns, axes.flat):
        axis.set_xscale("symlog", base=2, linthresh=LINEAR, linscale=0.8)
        axis.set_xlim(-60, 2**24)
        axis.set_xticks(BYTES_TICKS, [text.size(tick) for tick in BYTES_TICKS])
        axis.set_xticks([], minor=True)
        cycles = [point(row)[1] for row in column.ranked]
        axis.set_yscale("log")
        axis.set_ylim(min(cycles) * 0.8, max(cycles) * 1.15)
        axis.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axis.yaxis.set_major_formatter("{x:g}")
        axis.yaxis.set_minor_locator(ticker.NullLocator())
        memory = text.memory(column)
        caches = f"cold caches (after reads within {memory})" if memory else "warm caches"
        if uses.FANCY not in column.cycles:
            caches = "cold caches, small tables only"  # a longer title would be wider than the panel
        axis.set_title(f"a queen's lookup, {caches}", loc="left", fontweight="bold")
        axis.set_xlabel(f"tables of rook, bishop and queen together, log scale from {LINEAR} B")
        axis.set_ylabel("core cycles, log scale")
    for words, colour in (FAMILIES | {"other families": GREY}).items():
        axis.plot([], [], "o", ms=4.2, color=colour, label=words)
    axis.plot([], [], "o", ms=4.2, mfc="none", mec=GREY, label="hollow: without updates of boards")
    axis.plot([], [], "o-", ms=5, mfc="none", color=INK, lw=0.9, label="none is both smaller and faster")
    figure.legend(**LEGEND, ncols=3, fontsize=NAME_SIZE, title=small_tables(cpu.label, columns))
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # names are placed by where points are on the page
    for column, axis in zip(columns, axes.flat):
        draw_points(axis, column)
    return draw(figure)


def small_tables(label: str, columns: Sequence[Column]) -> str:
    """Returns the title: how near schemes with small tables come to the best, where large ones were measured, too."""
    findings = []
    for column in (column for column in columns if uses.PEXT in column.cycles):
        rows = [(row.scheme.engine_bytes, point(row)[1]) for row in uses.selectable(column)]
        best = min(cycles for _, cycles in rows)
        small = min((cycles for size, cycles in rows if size <= uses.SMALL_TABLES), default=0)
        if not small:
            continue
        caches = "cold" if text.memory(column) else "warm"
        slower = f"{100 * (small / best - 1):.0f} % slower than the best"
        findings.append(f"{slower if small > best else 'fastest'} when {caches}")
    if not findings:
        return f"{label}: tables against time"
    after = "\n" if len(label) > LONG_LABEL else " "
    return f"{label}:{after}the best queen within {text.size(uses.SMALL_TABLES)} of tables is\n{', '.join(findings)}"


def draw_points(axis: Axis, column: Column) -> None:
    """Draws all schemes, and a line through those that no other beats in both bytes and cycles (the Pareto front)."""
    front, rows = uses.front(uses.selectable(column)), {row.scheme.name: row for row in column.ranked}
    steps = [(b[0], a[1]) for a, b in pairwise(map(point, front))]
    line = [corner for pair in zip(map(point, front), steps) for corner in pair] + [point(front[-1])]
    axis.plot(*zip(*line), color=INK, lw=0.9, zorder=1)
    shown = [name for name in NAMED if name in rows]
    named = [point(rows[name]) for name in shown]  # a second name at these points would only be in the way
    shown += [row.scheme.name for row in corners(front) if not any(near(point(row), at) for at in named)]
    for name, row in rows.items():
        colour = FAMILIES.get(row.scheme.family, GREY)
        look: Look = {"mec": INK if row in front else colour, "mew": 0.9}
        look["mfc"] = "none" if uses.streamed(row, column) else colour
        look |= {"ms": 5.2, "zorder": 4} if name in shown else {"ms": 3.6, "zorder": 3}
        look["alpha"] = 1 if name in shown or row in front else 0.5
        cycles = text.with_digits(row.cycles) if row.cycles else ""
        axis.plot(*point(row), "o", **look, gid=f"{HOVER}{name}: {cycles} cycles, {text.size(row.scheme.engine_bytes)}")
    drawn: Drawn = []
    for name, (x, y) in zip(rows, axis.transData.transform([point(row) for row in rows.values()])):
        size, weight = (9, 6) if name in shown else (2, 2)  # names keep away from the points of others
        drawn.append(((x - size, y - size, x + size, y + size), weight))
    for a, b in pairwise(axis.transData.transform(line)):
        drawn.append(((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]) + 1, max(a[1], b[1]) + 1), 6))
    name_points(axis, {name: point(rows[name]) for name in shown}, drawn)


def corners(front: Sequence[Row]) -> list[Row]:
    """Returns the rows of a front that are clearly faster than the ones before, as there is room for their names, and
    the fastest."""
    found = list(front[:1])
    for row in front[1:]:
        if point(row)[1] < 0.95 * point(found[-1])[1]:
            found.append(row)
    return [*found[:-1], front[-1]]


def near(a: Point, b: Point) -> bool:
    """Returns whether two points look like one."""
    return a[0] == b[0] and abs(math.log(a[1] / b[1])) < 0.02


def point(row: Row) -> Point:
    """Returns a row's bytes of tables and cycles."""
    return row.scheme.engine_bytes, row.cycles.mid if row.cycles else math.nan


# ---- the style of all pictures ----


def draw(figure: Figure) -> str:
    """Returns a figure as SVG, always the same text for the same figure, and closes the figure."""
    file = io.StringIO()
    figure.savefig(
        file,
        format="svg",
        facecolor=PAPER,
        bbox_inches="tight",
        pad_inches=0.05,
        metadata={"Date": None, "Creator": None, "Type": None, "Format": None},
    )
    pyplot.close(figure)
    svg = file.getvalue()
    # A page may not contain the XML prologue.
    svg = re.sub(r"^.*?(?=<svg )|<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(rf'<g id="{HOVER}([^"]*)">', r"<g><title>\1</title>", svg)
    svg = re.sub(r' id="[a-z.0-9]+_\d+"', "", svg)  # of groups; elements that others refer to have a hash as name
    svg = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", svg)
    svg = re.sub(
        rf"(font: (?:{NAME_SIZE}|{VALUE_SIZE})px)", rf"paint-order: stroke; stroke-width: 2px; stroke: {PAPER}; \1", svg
    )
    for name, (colour, _, _, plain) in THEME.items():
        svg = re.sub(rf"([\w-]+): {colour}", rf"\1: {plain}; \1: var(--{name})", svg)
    return re.sub(r"\s*\n\s*", "\n", svg.replace("<defs>", STYLE + "<defs>", 1))


def name_points(axis: Axis, named: dict[str, Point], drawn: Drawn) -> None:
    """Writes names near their points, the longest first, each where it is near and covers little of what is drawn."""
    for name, at in sorted(named.items(), key=lambda item: -len(item[0])):
        x, y = axis.transData.transform(at)
        width, height = 0.58 * NAME_SIZE * len(name), 0.9 * NAME_SIZE
        others = [(b, weight) for b, weight in drawn if max(abs(b[0] + b[2] - 2 * x), abs(b[1] + b[3] - 2 * y)) > 5]
        places = []
        for away, turn in product((4, 8, 12, 16, 20, 25, 30, 36, 42, 50, 60, 70), EIGHTHS):
            dx, dy = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
            side = (1 - round(dx)) / 2, (1 - round(dy)) / 2  # of the name, at the point: 0 is left or bottom
            left, bottom = x + away * dx - side[0] * width, y + away * dy - side[1] * height
            box = left, bottom, left + width, bottom + height
            inside = axis.bbox.x0 + 2 < left < axis.bbox.x1 + 6 - width
            inside = inside and axis.bbox.y0 + 2 < bottom < axis.bbox.y1 - height
            line = [(x + dx * far, y + dy * far, x + dx * far + 1, y + dy * far + 1) for far in range(6, away, 3)]
            cost = away + 10 * sum(covered(each, others) for each in (box, *line)) + 1000 * (not inside)
            places.append((cost, away, (away * dx, away * dy), side, (box, *line)))
        _, away, offset, side, boxes = min(places, key=lambda place: place[0])
        drawn += [(box, 20) for box in boxes]  # names keep away from names and their lines most of all
        ha, va = ("left", "center", "right")[int(2 * side[0])], ("bottom", "center", "top")[int(2 * side[1])]
        look: Look = {"textcoords": "offset points", "fontsize": NAME_SIZE, "ha": ha, "va": va, "zorder": 2}
        arrow = {"arrowstyle": "-", "color": GREY, "lw": 0.6, "shrinkA": 0, "shrinkB": 2.5, "relpos": side}
        look["arrowprops"] = arrow if away > 4 else None
        axis.annotate(name, at, offset, **look)


def covered(box: Box, others: Drawn) -> int:
    """Returns the weight of all that has an area in common with a box."""
    return sum(weight for b, weight in others if box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3])
