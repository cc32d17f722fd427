# SPDX-License-Identifier: MIT
"""report.html: the best scheme for each use on each CPU, and a table to choose, filter and compare in.

The page has no row of a run in it. It loads report-data/<run>.js when that run is chosen: a script that calls
slidebench_run(). A page that a browser opens from the disk may load scripts beside it, but no other files."""

import dataclasses
import json
import re
import urllib.parse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import markupsafe

from slidebench_results import text, uses
from slidebench_results.report import runs
from slidebench_results.report.cpus import Cpu
from slidebench_results.report.pages import MATRIX
from slidebench_results.report.markup import TEMPLATES, environment
from slidebench_results.result import Column, Result

DATA = "report-data"  # the folder beside the page
SCRIPTS = ("draw.js", "page.js")
# Roles to which the table can be limited.
TRAITS = ("multiply-free", "branchless", "no-tables", "no-bmi2", "no-extension", "within-64-kib")


def files(results: Iterable[Result], folder: Path) -> dict[str, str]:
    """Returns {path in the folder: text} of the page and of the data of each run."""
    named = names(results)
    data = {
        f"{DATA}/{name}.js": f"slidebench_run({as_json(name)},{as_json(run_data(result))});\n"
        for name, result in named.items()
    }
    return {"report.html": render(named, folder), **data}


def names(results: Iterable[Result]) -> dict[str, Result]:
    """Returns {name: run}. The name is that of the CPU and of the file, with a number if several runs share it."""
    named: dict[str, Result] = {}
    for result in results:
        name = plain = re.sub(r"[^A-Za-z0-9._-]", "-", f"{result.cpu}-{result.name}")
        number = 1
        while name in named:
            number += 1
            name = f"{plain}-{number}"
        named[name] = result
    return named


def render(named: dict[str, Result], folder: Path) -> str:
    """Returns report.html."""
    cpus, mains = runs.by_cpu(named.values(), folder), runs.mains(named.values(), folder)
    name_of = {result.path: name for name, result in named.items()}
    data = {
        "cpus": [cpu_values(label, main, cpus[main.cpu], name_of) for label, main in mains.items()],
        "runs": {name: run_values(name, result, folder) for name, result in named.items()},
        "comparison": {"schemes": list(uses.SHOWN), "uses": list(uses.COMPARED)},
        "uses": [use.name for use in MATRIX],
        "roles": uses.ROLES,
        "traits": [(role, uses.ROLES[role]) for role in TRAITS],
    }
    text_of = {name: markupsafe.Markup((TEMPLATES / name).read_text()) for name in ("page.css", *SCRIPTS)}
    template = environment(html=True).get_template("page.html.j2")
    return template.render(
        style=text_of["page.css"],
        scripts=[text_of[name] for name in SCRIPTS],
        data=markupsafe.Markup(as_json(data)),
        counts=(len(named), len(cpus)),
    )


def cpu_values(label: str, main: Result, results: list[Result], name_of: dict[Path, str]) -> dict[str, Any]:
    """Returns a CPU: its runs, the newest first, the run to begin with, the best scheme for each use, and each scheme's
    line of the comparison's table."""
    by_date = sorted(results, key=lambda result: str(result.record["date"]), reverse=True)
    return {
        "name": main.cpu,
        "label": label,
        "main": name_of[main.path],
        "runs": [name_of[result.path] for result in by_date],
        "best": best_values(main),
        "compared": {name: cells for name, *cells in Cpu(main, label).table(main.schemes)},
    }


def best_values(result: Result) -> list[list[Any] | None]:
    """Returns for each use of MATRIX the best scheme, and the column as the page's address names it."""
    columns, cold = uses.columns(result), cold_modes(result)
    return [best_value(best, cold) if (best := uses.winner(columns, use)) else None for use in MATRIX]


def best_value(best: uses.Winner, cold: dict[str, str]) -> list[Any]:
    """Returns a line of best_values()."""
    column, choice, row = best.column, best.choice, best.choice.row
    mode = {"throughput": "warm", cold.get(column.piece): "cold"}.get(column.mode, column.mode)
    marks = [row.tied and row.precise, len(choice.tied), best.over_pext, best.note]
    return [row.scheme.name, row.cycles, *marks, column.piece, column.workload, mode]


def run_values(name: str, result: Result, folder: Path) -> dict[str, Any]:
    """Returns what the page prints about a run before its data are loaded."""
    record = result.record
    return {
        "data": f"{DATA}/{name}.js",
        "log": urllib.parse.quote(runs.link(result, folder)),
        "machine": result.machine["cpu"],
        "compiler": result.setup,
        "level": record["level"],
        "date": record["date"][:10],
        "commit": record["commit"],
        "processes": result.processes,
        "confidence": record["interval_confidence"],
        "caveats": list(runs.caveats(result)),
    }


# ---- the data of a run ----


def as_json(value: Any) -> str:
    """Returns JSON in ASCII that may be inside a script element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def run_data(result: Result) -> dict[str, Any]:
    """Returns the run's schemes as its log has them, columns, and the cold mode of each piece."""
    return {
        "pieces": list(dict.fromkeys(column.piece for column in result.columns.values())),
        "cold": cold_modes(result),
        "schemes": {
            scheme.name: dataclasses.asdict(scheme) | {"size": text.size(scheme.engine_bytes)}
            for scheme in result.schemes.values()
        },
        "columns": [column_values(column) for column in result.columns.values()],
    }


def cold_modes(result: Result) -> dict[str, str]:
    """Returns {piece: the mode of bursts before which as much memory is read as the L2 cache holds}."""
    return {
        column.piece: mode
        for mode in reversed(uses.COLD_MODES)  # so that the first one that a piece has is set last
        for column in result.columns.values()
        if column.mode == mode
    }


def column_values(column: Column) -> dict[str, Any]:
    """Returns a column: its rows, and the program's choices. A figure is a list of an estimate and its two ends."""
    names = ("status", "reason", "cycles", "ns", "ratio", "rank", "tied", "precise")
    return {
        "piece": column.piece,
        "workload": column.workload,
        "mode": column.mode,
        "about": column.record["about"],
        "streamed": column.record["streams_views"],
        "choices": [
            {"role": role, "scheme": choice.row.scheme.name, "tied": choice.tied, "ratio": choice.ratio}
            for role, choice in column.choices.items()
        ],
        "comparisons": [dataclasses.asdict(comparison) for comparison in column.comparisons],
        "rows": [{"scheme": row.scheme.name, **{name: getattr(row, name) for name in names}} for row in column.rows],
    }
