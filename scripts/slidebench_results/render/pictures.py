# SPDX-License-Identifier: MIT
"""The list of pictures: bars, tables against speed and bursts for each CPU, and heat maps of all CPUs."""

import functools
import itertools
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pandas

from slidebench_results import cpus, runs
from slidebench_results.render import plots

Draw: TypeAlias = Callable[..., str]
Pictures: TypeAlias = dict[str, tuple[str, str | None, Draw]]  # {file name: (title, CPU or None for all, draws an SVG)}

DRAWN = ("throughput", "latency")


def of(rows: pandas.DataFrame, setups: list[str]) -> Pictures:
    """Returns the pictures of the given setups, one per CPU."""
    found: Pictures = {}

    def add(title: str, cpu: str | None, draw: Draw, *arguments: Any) -> None:
        name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        found[name] = title, cpu, functools.partial(draw, *arguments)

    ok = rows[(rows["status"] == "ok") & ~rows["twin"] & rows["setup"].isin(setups)]
    if ok.empty:
        return found
    uses = cpus.uses(runs.columns(ok))
    main = ok[ok["workload"] == ok["workload"].mode()[0]]
    for setup in setups:
        of_uses = [(use, runs.of_column(ok[ok["setup"] == setup], column)) for column, use in uses.items()]
        if panels := [(use, of_use) for use, of_use in of_uses if len(of_use)]:
            add(f"Bars, {setup}", panels[0][1]["cpu"].iloc[0], plots.bars, panels)
        of_setup = main[(main["setup"] == setup) & ~main["mock"]]
        if len(of_setup):
            add_setup(functools.partial(add, cpu=of_setup["cpu"].iloc[0]), of_setup, setup)
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


def add_setup(add: Callable[..., None], rows: pandas.DataFrame, setup: str) -> None:
    """Adds the pictures of one setup's main workload."""
    curves = rows["mode"].str.fullmatch(plots.BURST.pattern)
    micro = rows[rows["mode"].isin(DRAWN)]
    first = next((mode for mode in DRAWN if (micro["mode"] == mode).any()), None)
    if first:
        tables = functools.partial(plots.tables, micro[micro["mode"] == first], first)
        add(f"Tables against {first}, {setup}", draw=tables)
    both = micro[micro.duplicated(["piece", "scheme"], keep=False)]
    if len(both):
        add(f"Throughput against latency, {setup}", draw=functools.partial(plots.two_modes, both, *DRAWN))
    for piece in runs.in_order(rows[curves], "piece"):
        of_piece = rows[curves & (rows["piece"] == piece)]
        add(f"Bursts, {piece}, {setup}", draw=functools.partial(plots.burst, of_piece, piece))
