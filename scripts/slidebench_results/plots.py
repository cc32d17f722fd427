# SPDX-License-Identifier: MIT
"""Pictures, of rows that are ok and no twins, in SVG that are legible on light and on dark pages: text and lines take their colour from the style that draw() adds."""

import io
import math
import re
import textwrap

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as pyplot
from matplotlib.lines import Line2D

import runs

INK, GRID = "#010203", "#040506"  # stand for the page's colours
STYLE = """<style>:root{--ink:#1f2328;--grid:#8c959f55}@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--grid:#8b949e55}}</style>"""
# Okabe & Ito's colours, which nearly all eyes tell apart (https://jfly.uni-koeln.de/color/), and a shape as well.
KINDS = {
    "branchless, multiplies": ("#e69f00", "s", lambda r: r.branchless and not r.multiply_free),
    "branchless, multiply-free, tables": ("#0072b2", "o", lambda r: r.branchless and not r.table_free and not r.mock),
    "branchless, no tables": ("#009e73", "D", lambda r: r.branchless and not r.mock),
    "branchy": ("#cc79a7", "^", lambda r: not r.branchless),
    "the loop alone": ("#8c959f", "|", lambda r: True),
}
SHOWN = 20  # bars: slower schemes are omitted
BURST = re.compile(r"burst-(\d+)-(\d+)")  # KiB touched before, queries after
NAMED = 8  # curves
BELOW = 0.45  # where a logarithmic axis begins that leaves room for names, in times the least value
pyplot.rcParams.update({
    "figure.dpi": 72, "svg.fonttype": "none", "svg.hashsalt": "slidebench", "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 8,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.titlesize": 9,
    "grid.color": GRID, "axes.grid": True, "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False, "figure.constrained_layout.use": True,
})  # fmt: skip


def kind_of(row):
    return next(name for name, (_, _, has) in KINDS.items() if has(row))


def draw(figure):
    """The figure as SVG text, always the same for the same figure, and closes it."""
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
    svg = re.sub(
        r"^.*?<svg ", "<svg ", svg, count=1, flags=re.S
    )  # without the XML prologue, so that it can stand in a page
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.S)
    svg = re.sub(r' id="[a-z.0-9]+_\d+"', "", svg)  # of groups; what is referred to is named by a hash
    svg = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", svg)
    svg = svg.replace(INK, "var(--ink)").replace(GRID, "var(--grid)")
    return re.sub(r"\s*\n\s*", "\n", svg.replace("<defs>", STYLE + "<defs>", 1))


def grid(panels, width, height, columns):
    rows = -(-len(panels) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(width * columns, height * rows), squeeze=False)
    for axis in list(axes.flat)[len(panels) :]:
        axis.remove()
    return figure, list(axes.flat)[: len(panels)]


def legend(figure, kinds):
    handles = [
        Line2D([], [], color=KINDS[k][0], marker=KINDS[k][1], linestyle="", label=k) for k in KINDS if k in kinds
    ]
    figure.legend(
        handles=handles,
        loc="lower center",
        ncol=3 if figure.get_figwidth() > 7 else 2,
        frameon=False,
        bbox_to_anchor=(0.5, 1.0),
    )


def bars(panels):
    """The fastest of each panel (title, rows) with their intervals."""
    count = min(SHOWN, max(len(rows) for _, rows in panels))
    figure, axes = grid(panels, 4.6, 0.155 * count + 0.7, min(2, len(panels)))
    kinds = set()
    for (title, rows), axis in zip(panels, axes):
        best = rows.sort_values("cycles")[:SHOWN]
        places, own = range(len(best)), [kind_of(row) for row in best.itertuples()]
        kinds.update(own)
        ends = best["cycles_hi"].fillna(best["cycles"])
        axis.barh(places, best["cycles"], color=[KINDS[kind][0] for kind in own], height=0.72)
        axis.hlines(places, best["cycles_lo"].fillna(best["cycles"]), ends, color=INK, linewidth=1.2)
        for y, end, cycles in zip(places, ends, best["cycles"]):
            axis.annotate(
                f"{cycles:.2f}", (end, y), xytext=(3, 0), textcoords="offset points", va="center", fontsize=6.5
            )
        axis.set_yticks(places, best["scheme"], fontsize=7)
        axis.set_ylim(len(best) - 0.4, -0.6)
        axis.set_xlim(0, ends.max() * 1.12)
        axis.grid(axis="y", visible=False)
        axis.set_title(f"{title}: the fastest {(~best['mock']).sum()} of {(~rows['mock']).sum()}")
        axis.set_xlabel("core cycles, line: 95 % interval")
    legend(figure, kinds)
    return draw(figure)


def front(points):
    """Indices of the points (x, y) that no other beats in both, by x."""
    best, found = math.inf, []
    for i in sorted(range(len(points)), key=lambda i: points[i]):
        if points[i][1] < best:
            best = points[i][1]
            found.append(i)
    return found


def name_fronts(figure, panels):
    """Names the points of each panel's front. panels: [(axis, points, names)]"""
    figure.draw_without_rendering()  # places the axes
    figure.set_layout_engine("none")  # and leaves them there: the layout takes most of the time
    for axis, points, names in panels:
        name_points(axis, points, names, front(points))


def name_points(axis, points, names, chosen):
    """Names below and to the left of points of a front, where by its definition nothing lies; lower, where another name stands already."""
    taken, height = [], 8
    for i in chosen:
        x, y = axis.transData.transform(points[i])  # in points: the figure has 72 dots an inch
        width = 4 * len(names[i])
        left, down = max(x - width, axis.bbox.x0 + 3), height
        while any(abs(y - down - y1) < height and left < x1 + width1 and x1 < left + width for x1, y1, width1 in taken):
            down += height
        taken.append((left, y - down, width))
        axis.annotate(names[i], points[i], xytext=(left - x, -down), textcoords="offset points", fontsize=6.5, va="center",
                      arrowprops={"arrowstyle": "-", "color": INK, "lw": 0.4, "shrinkA": 0, "shrinkB": 2} if down > height else None)  # fmt: skip


def scatter(axis, rows, x, y):
    for kind, (colour, marker, _) in KINDS.items():
        of_kind = rows[[kind_of(row) == kind for row in rows.itertuples()]]
        axis.scatter(of_kind[x], of_kind[y], s=14, color=colour, marker=marker, alpha=0.85, linewidths=0.5)


def tables(rows, mode):
    """Table bytes against cycles, a panel a piece; named is the front: nothing is both smaller and faster."""
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
        ticks = (
            [0, 2**10, 2**15, 2**20] if of_piece["table_bytes"].max() > 2**17 else [0, 2**8, 2**12, 2**16]
        )
        axis.set_xticks(
            ticks,
            [
                "0"
                if not t
                else f"{t >> 10} KiB"
                if t < 2**20 and t >= 2**10
                else f"{t >> 20} MiB"
                if t
                else str(t)
                for t in ticks
            ],
            minor=False,
        )
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


def finish_log(axis, values, which, room=0.8, share=0.95):
    """Plain numbers at 1, 2 and 5 of each decade, room times the least to begin with. Only the fastest share of the values is
    sure to be shown, since the slowest would press all others together; returns whether a value is."""
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


def beyond(shown):
    return f" ({(~shown).sum()} slower ones not shown)" if not shown.all() else ""


def two_modes(rows, x_mode, y_mode):
    """One mode against another, a panel a piece; named is the front."""
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


def heat(rows, columns, mode):
    """Schemes by columns [(heading, {scheme: cycles})]: shade is the time over the column's best, on a logarithmic scale."""
    schemes = [s for s in runs.in_order(rows, "scheme") if any(s in cells for _, cells in columns)]
    figure, axis = pyplot.subplots(figsize=(2.4 + 0.85 * len(columns), 1.3 + 0.145 * len(schemes)))
    best = [min(cells[s] for s in schemes if s in cells) for _, cells in columns]
    over = [[cells[s] / least if s in cells else math.nan for (_, cells), least in zip(columns, best)] for s in schemes]
    image = axis.pcolormesh(over, cmap="cividis_r", norm=matplotlib.colors.LogNorm(1, 10), linewidth=0)
    for y, s in enumerate(schemes):
        for x, (_, cells) in enumerate(columns):
            if s in cells:
                axis.text(
                    x + 0.5,
                    y + 0.5,
                    f"{cells[s]:.2f}",
                    ha="center",
                    va="center",
                    fontsize=6.5,
                    color="white" if over[y][x] > 3 else "black",
                )
    axis.set_yticks([y + 0.5 for y in range(len(schemes))], schemes, fontsize=6.5)
    axis.set_xticks(
        [x + 0.5 for x in range(len(columns))],
        ["\n".join(textwrap.wrap(heading, 14)) for heading, _ in columns],
        fontsize=6.5,
    )
    axis.xaxis.tick_top()
    axis.invert_yaxis()
    axis.grid(visible=False)
    axis.set_title(f"{mode}: core cycles")
    bar = figure.colorbar(image, ax=axis, location="bottom", pad=0.01, aspect=30, extend="max")
    bar.set_ticks([1, 2, 5, 10], labels=["best", "2 times", "5 times", "10 times"])
    bar.minorticks_off()
    return draw(figure)


def burst(rows, piece):
    """Cycles after so many KiB of other memory were touched, a panel for each number of queries; the best at either end are named."""
    parts = rows["mode"].str.extract(BURST.pattern).astype(float)
    rows = rows.assign(kib=parts[0], after=parts[1])
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
            axis.plot(
                curves.index,
                curves[scheme],
                marker=".",
                linewidth=1.3,
                label=scheme,
                color=pyplot.get_cmap("tab10")(i % 10),
            )
        axis.set_xscale("symlog", base=2, linthresh=max(min(curves.index[curves.index > 0], default=1), 1))
        axis.set_xticks(curves.index, [f"{k:g}" for k in curves.index])
        axis.set_yscale("log")
        finish_log(axis, curves[named].stack(), "y", share=1)
        axis.set_title(f"{piece}: {after:g} quer{'y' if after == 1 else 'ies'}")
        axis.set_xlabel("KiB of other memory touched before")
        axis.set_ylabel("core cycles a query")
        axis.legend(frameon=False, fontsize=6.5, ncol=3, loc="upper center", bbox_to_anchor=(0.5, -0.14))
    return draw(figure)
