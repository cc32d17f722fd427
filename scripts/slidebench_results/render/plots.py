# SPDX-License-Identifier: MIT
"""Plots of rows that are ok and not twins."""

import math
import re
import textwrap
from typing import Any, TypeAlias

import matplotlib
import pandas
from matplotlib import pyplot

from slidebench_results import runs
from slidebench_results.render.style import (
    GRID,
    INK,
    beyond,
    draw,
    finish_log,
    grid,
    kind_of,
    legend,
    scatter,
    tick_text,
)
from slidebench_results.render.style import KINDS

Point: TypeAlias = tuple[float, float]

SHOWN = 20  # bars: slower schemes are omitted
BURST = re.compile(r"burst-(\d+|[\d.]*L\d)-(\d+)")  # unrelated memory read, as KiB or by a cache; queries after it
NAMED = 8  # curves
BELOW = 0.45  # start of a logarithmic axis that leaves room for names, in times the least value


def bars(panels: list[tuple[str, pandas.DataFrame]]) -> str:
    """Draws the fastest schemes of each panel with their intervals."""
    count = min(SHOWN, max(len(rows) for _, rows in panels))
    figure, axes = grid(panels, 4.6, 0.155 * count + 0.7, min(2, len(panels)))
    kinds: set[str] = set()
    for (title, rows), axis in zip(panels, axes):
        best = rows.sort_values("cycles")[:SHOWN]
        places, own = range(len(best)), [kind_of(row) for row in best.itertuples()]
        kinds.update(own)
        ends = best["cycles_ci_high"].fillna(best["cycles"])
        axis.barh(places, best["cycles"], color=[KINDS[kind][0] for kind in own], height=0.72)
        axis.hlines(places, best["cycles_ci_low"].fillna(best["cycles"]), ends, color=INK, linewidth=1.2)
        for y, end, cycles in zip(places, ends, best["cycles"]):
            at = {"xytext": (3, 0), "textcoords": "offset points", "va": "center"}
            axis.annotate(f"{cycles:.2f}", (end, y), fontsize=6.5, **at)
        axis.set_yticks(places, best["scheme"], fontsize=7)
        axis.set_ylim(len(best) - 0.4, -0.6)
        axis.set_xlim(0, ends.max() * 1.12)
        axis.grid(axis="y", visible=False)
        axis.set_title(f"{title}: the fastest {(~best['mock']).sum()} of {(~rows['mock']).sum()}")
        axis.set_xlabel("core cycles; line: 95 % confidence interval")
    legend(figure, kinds)
    return draw(figure)


def front(points: list[Point]) -> list[int]:
    """Returns the indices of the points that no other beats in both coordinates, by x (the Pareto front)."""
    best, found = math.inf, []
    for i in sorted(range(len(points)), key=lambda i: points[i]):
        if points[i][1] < best:
            best = points[i][1]
            found.append(i)
    return found


def name_fronts(figure: Any, panels: list[tuple[Any, list[Point], list[str]]]) -> None:
    """Names the points of each panel's front. A panel is (axis, points, names)."""
    figure.draw_without_rendering()  # places the axes
    figure.set_layout_engine("none")  # keeps them there: the layout takes most of the time
    for axis, points, names in panels:
        name_points(axis, points, names, front(points))


def name_points(axis: Any, points: list[Point], names: list[str], chosen: list[int]) -> None:
    """Writes names below and to the left of the points of a front, where no point can be; lower if a name is there."""
    taken: list[tuple[float, float, float]] = []
    height = 8
    for i in chosen:
        x, y = axis.transData.transform(points[i])  # in points: the figure has 72 dots an inch
        width = 4 * len(names[i])
        left, down = max(x - width, axis.bbox.x0 + 3), height
        while any(abs(y - down - y1) < height and left < x1 + width1 and x1 < left + width for x1, y1, width1 in taken):
            down += height
        taken.append((left, y - down, width))
        line = {"arrowstyle": "-", "color": INK, "lw": 0.4, "shrinkA": 0, "shrinkB": 2} if down > height else None
        at = {"xytext": (left - x, -down), "textcoords": "offset points", "va": "center"}
        axis.annotate(names[i], points[i], fontsize=6.5, arrowprops=line, **at)


def tables(rows: pandas.DataFrame, mode: str) -> str:
    """Draws table bytes against cycles, one panel per piece.

    The front has names: no scheme is both smaller and faster."""
    pieces = runs.in_order(rows, "piece")
    figure, axes = grid(pieces, 3.6, 3.3, min(3, len(pieces)))
    panels = []
    for piece, axis in zip(pieces, axes):
        of_piece = rows[rows["piece"] == piece]
        axis.set_xscale("symlog", base=2, linthresh=64, linscale=0.6)
        axis.set_yscale("log")
        scatter(axis, of_piece, "table_bytes", "cycles")
        points = list(zip(of_piece["table_bytes"], of_piece["cycles"]))
        best = front(points)
        axis.step([points[i][0] for i in best], [points[i][1] for i in best], where="post", color=INK, linewidth=0.8)
        large = of_piece["table_bytes"].max() > 2**17
        ticks = [0, 2**10, 2**15, 2**20] if large else [0, 2**8, 2**12, 2**16]
        axis.set_xticks(ticks, [tick_text(tick) for tick in ticks], minor=False)
        axis.set_xticks([], minor=True)
        axis.set_xlim(-20, max(of_piece["table_bytes"].max(), 2**10) * 4)
        shown = finish_log(axis, of_piece["cycles"], "y", BELOW)
        axis.set_title(f"{piece}, {mode}{beyond(shown)}")
        axis.set_xlabel("tables, bytes")
        axis.set_ylabel("core cycles")
        panels.append((axis, points, list(of_piece["scheme"])))
    name_fronts(figure, panels)
    legend(figure, {kind_of(row) for row in rows.itertuples()})
    return draw(figure)


def two_modes(rows: pandas.DataFrame, x_mode: str, y_mode: str) -> str:
    """Draws one mode against another, one panel per piece. The front has names."""
    pieces = runs.in_order(rows, "piece")
    figure, axes = grid(pieces, 3.6, 3.3, min(3, len(pieces)))
    panels = []
    for piece, axis in zip(pieces, axes):
        of_piece = rows[rows["piece"] == piece]
        ys = of_piece[of_piece["mode"] == y_mode].set_index("scheme")["cycles"].rename("other")
        both = of_piece[of_piece["mode"] == x_mode].join(ys, on="scheme", how="inner")
        axis.set_xscale("log")
        axis.set_yscale("log")
        scatter(axis, both, "cycles", "other")
        shown = finish_log(axis, both["cycles"], "x") & finish_log(axis, both["other"], "y", BELOW)
        points = list(zip(both["cycles"], both["other"]))
        axis.set_title(f"{piece}{beyond(shown)}")
        axis.set_xlabel(f"{x_mode}, core cycles")
        axis.set_ylabel(f"{y_mode}, core cycles")
        panels.append((axis, points, list(both["scheme"])))
    name_fronts(figure, panels)
    legend(figure, {kind_of(row) for row in rows.itertuples()})
    return draw(figure)


def heat(rows: pandas.DataFrame, columns: list[tuple[str, dict[str, float]]], mode: str) -> str:
    """Draws schemes by columns (heading, {scheme: cycles}), shaded by the time over the column's best,
    logarithmically."""
    schemes = [s for s in runs.in_order(rows, "scheme") if any(s in cells for _, cells in columns)]
    figure, axis = pyplot.subplots(figsize=(2.4 + 0.85 * len(columns), 1.3 + 0.145 * len(schemes)))
    best = [min(cells[s] for s in schemes if s in cells) for _, cells in columns]
    over = [[cells[s] / least if s in cells else math.nan for (_, cells), least in zip(columns, best)] for s in schemes]
    image = axis.pcolormesh(over, cmap="cividis_r", norm=matplotlib.colors.LogNorm(1, 10), linewidth=0)
    for y, s in enumerate(schemes):
        for x, (_, cells) in enumerate(columns):
            if s in cells:
                color = "white" if over[y][x] > 3 else "black"
                axis.text(x + 0.5, y + 0.5, f"{cells[s]:.2f}", ha="center", va="center", fontsize=6.5, color=color)
    axis.set_yticks([y + 0.5 for y in range(len(schemes))], schemes, fontsize=6.5)
    headings = ["\n".join(textwrap.wrap(heading, 14)) for heading, _ in columns]
    axis.set_xticks([x + 0.5 for x in range(len(columns))], headings, fontsize=6.5)
    axis.xaxis.tick_top()
    axis.invert_yaxis()
    axis.grid(visible=False)
    axis.set_title(f"{mode}: core cycles")
    bar = figure.colorbar(image, ax=axis, location="bottom", pad=0.01, aspect=30, extend="max")
    bar.set_ticks([1, 2, 5, 10], labels=["best", "2 times", "5 times", "10 times"])
    bar.minorticks_off()
    return draw(figure)


def burst(rows: pandas.DataFrame, piece: str) -> str:
    """Draws cycles against the KiB of unrelated memory read before, one panel per number of queries.

    The best at either end have names."""
    parts = rows["mode"].str.extract(BURST.pattern)
    rows = rows.assign(after=parts[1].astype(float))
    caches = {kib: name for kib, name in zip(rows["kib"], parts[0]) if "L" in name}
    panels = sorted(rows["after"].unique())
    figure, axes = grid(panels, 4.6, 3.4, min(2, len(panels)))
    for after, axis in zip(panels, axes):
        curves = rows[rows["after"] == after].pivot_table(index="kib", columns="scheme", values="cycles")
        ends = [curves.iloc[i].sort_values().index[: NAMED // 2] for i in (0, -1)]
        named = list(dict.fromkeys([*ends[0], *ends[1]]))
        for scheme in curves:
            if scheme not in named:
                axis.plot(curves.index, curves[scheme], color=GRID, linewidth=0.7)
        for i, scheme in enumerate(named):
            color = pyplot.get_cmap("tab10")(i % 10)
            axis.plot(curves.index, curves[scheme], marker=".", linewidth=1.3, label=scheme, color=color)
        axis.set_xscale("symlog", base=2, linthresh=max(min(curves.index[curves.index > 0], default=1), 1))
        axis.set_xticks(curves.index, [f"{k:g}\n{caches.get(k, '')}" for k in curves.index])
        axis.set_yscale("log")
        finish_log(axis, curves[named].stack(), "y", share=1)
        axis.set_title(f"{piece}: {after:g} quer{'y' if after == 1 else 'ies'}")
        axis.set_xlabel("KiB of unrelated memory read before")
        axis.set_ylabel("core cycles per query")
        axis.legend(frameon=False, fontsize=6.5, ncol=3, loc="upper center", bbox_to_anchor=(0.5, -0.14))
    return draw(figure)
