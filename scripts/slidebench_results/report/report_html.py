# SPDX-License-Identifier: MIT
"""report.html: the best scheme for each use on each CPU, and a table to choose, filter and compare in.

The page has no row of a run in it. It loads report-data/<run>.js when that run is chosen."""

import re
import urllib.parse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import markupsafe

from slidebench_results import text
from slidebench_results.report import run_data, runs, uses
from slidebench_results.report.markup import TEMPLATES, environment
from slidebench_results.result import Result

DATA = "report-data"  # the folder beside the page
SCRIPTS = ("elements.js", "overview.js", "schemes.js", "drop.js", "page.js")
MATRIX = uses.USES + uses.RESTRICTED
TRAITS = {  # that the table can be limited to
    "multiply-free": "multiply-free",
    "branchless": "branchless",
    "no-tables": "no tables",
    "no-bmi2": "without BMI2",
    "no-extension": "no extension",
    "within-64-kib": "within 64 KiB",
}
ROLES = TRAITS | {
    "no-extension-multiplies": "no extension but multiplies",
    "no-extension-multiply-free": "no extension and multiply-free",
}


def files(results: Iterable[Result], folder: Path) -> dict[str, str]:
    """Returns {path in the folder: text} of the page and of the data of each run."""
    named = names(results)
    data = {f"{DATA}/{name}.js": run_data.script(name, result) for name, result in named.items()}
    return {"report.html": render(named, folder), **data}


def names(results: Iterable[Result]) -> dict[str, Result]:
    """Returns {name: run}. The name is that of the CPU and of the file, with a number if several runs share it."""
    found: dict[str, Result] = {}
    for result in results:
        name = plain = re.sub(r"[^A-Za-z0-9._-]", "-", f"{result.cpu}-{result.name}")
        number = 1
        while name in found:
            number += 1
            name = f"{plain}-{number}"
        found[name] = result
    return found


def render(named: dict[str, Result], folder: Path) -> str:
    """Returns report.html."""
    cpus, labels = runs.by_cpu(named.values()), runs.labels(named.values())
    name_of = {result.path: name for name, result in named.items()}
    data = {
        "cpus": [cpu_values(labels[cpu], of_cpu, name_of) for cpu, of_cpu in cpus.items()],
        "runs": {name: run_values(name, result, folder) for name, result in named.items()},
        "uses": [use.name for use in MATRIX],
        "roles": ROLES,
        "traits": list(TRAITS.items()),
    }
    text_of = {name: markupsafe.Markup((TEMPLATES / name).read_text()) for name in ("page.css", *SCRIPTS)}
    return (
        environment(html=True)
        .get_template("page.html.j2")
        .render(
            style=text_of["page.css"],
            scripts=[text_of[name] for name in SCRIPTS],
            data=markupsafe.Markup(run_data.as_json(data)),
            counts=(len(named), len(cpus)),
        )
    )


def cpu_values(label: str, results: list[Result], name_of: dict[Path, str]) -> dict[str, Any]:
    """Returns a CPU: its runs, the newest first, the run to begin with, and the best scheme for each use."""
    newest = sorted(results, key=lambda result: str(result.record["date"]), reverse=True)
    main = runs.main_run(results)
    return {
        "name": main.cpu,
        "label": label,
        "main": name_of[main.path],
        "runs": [name_of[result.path] for result in newest],
        "best": best_values(main),
    }


def best_values(result: Result) -> list[list[Any] | None]:
    """Returns for each use of MATRIX the best scheme, and the column as the page's address names it."""
    columns, cold = uses.columns(result), run_data.cold_modes(result)
    found: list[list[Any] | None] = []
    for use in MATRIX:
        best = uses.winner(columns, use)
        if not best:
            found.append(None)
            continue
        column, choice, cycles = best.column, best.choice, best.cycles
        mode = {"throughput": "hot", cold.get(column.piece): "cold"}.get(column.mode, column.mode)
        time = [run_data.digits(cycles.mid, 4), run_data.digits(text.half(cycles), 2)]
        over = [run_data.digits(ratio, 3) for ratio in (best.over_pext, best.over_fancy)]
        where = [column.piece, column.workload, mode]
        found.append([choice.row.scheme.name, *time, int(best.bold), len(choice.tied), *over, best.note, *where])
    return found


def run_values(name: str, result: Result, folder: Path) -> dict[str, Any]:
    """Returns what the page prints about a run before its data are loaded."""
    record = result.record
    return {
        "data": f"{DATA}/{name}.js",
        "log": urllib.parse.quote(runs.link(result, folder)),
        "machine": record["machine"]["cpu"],
        "compiler": result.compiler,
        "level": record["level"],
        "date": record["date"][:10],
        "commit": record["commit"],
        "processes": result.processes,
        "confidence": record["interval_confidence"],
        "caveats": list(runs.caveats(result)),
    }
