# SPDX-License-Identifier: MIT
"""Which pictures there are: bars, tables against speed and bursts for each CPU, and heat maps of all."""

import functools
import itertools
import re

import across
import plots
import runs

DRAWN = ("throughput", "latency")


def of(rows, setups):
    """{file name: (title, CPU or None for all, function that draws it as SVG)}. setups: [setup], one for each CPU."""
    found = {}

    def add(title, cpu, draw, *arguments):
        found[re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")] = title, cpu, functools.partial(draw, *arguments)

    ok = rows[(rows["status"] == "ok") & ~rows["twin"] & rows["setup"].isin(setups)]
    if ok.empty:
        return found
    uses = across.uses(runs.questions(ok))
    main = ok[ok["workload"] == ok["workload"].mode()[0]]
    for setup in setups:
        panels = [
            (use, of_use)
            for question, use in uses.items()
            if len(of_use := runs.of_question(ok[ok["setup"] == setup], question))
        ]
        if panels:
            add(f"Bars, {setup}", panels[0][1]["cpu"].iloc[0], plots.bars, panels)
        of_setup = main[(main["setup"] == setup) & ~main["mock"]]
        if len(of_setup):
            draw_setup(functools.partial(add, cpu=of_setup["cpu"].iloc[0]), of_setup, setup)
    for mode in DRAWN:
        cells = main[(main["mode"] == mode) & ~main["mock"]]
        columns = [
            (f"{setup}: {piece}" if len(setups) > 1 else piece, column.set_index("scheme")["cycles"].to_dict())
            for setup, piece in itertools.product(setups, runs.in_order(cells, "piece"))
            if len(column := cells[(cells["setup"] == setup) & (cells["piece"] == piece)])
        ]
        if columns:
            add(f"Heat map, {mode}", None, plots.heat, cells, columns, mode)
    return found


def draw_setup(add, rows, setup):
    """The pictures of one setup's main workload."""
    curves = rows["mode"].str.fullmatch(plots.BURST.pattern)
    micro = rows[rows["mode"].isin(DRAWN)]
    first = next((mode for mode in DRAWN if (micro["mode"] == mode).any()), None)
    if first:
        add(
            f"Tables against {first}, {setup}",
            draw=functools.partial(plots.tables, micro[micro["mode"] == first], first),
        )
    both = micro[micro.duplicated(["piece", "scheme"], keep=False)]
    if len(both):
        add(f"Throughput against latency, {setup}", draw=functools.partial(plots.two_modes, both, *DRAWN))
    for piece in runs.in_order(rows[curves], "piece"):
        add(
            f"Bursts, {piece}, {setup}",
            draw=functools.partial(plots.burst, rows[curves & (rows["piece"] == piece)], piece),
        )
