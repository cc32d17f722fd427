# SPDX-License-Identifier: MIT
"""The committed pages: results/README.md, and a page for each CPU.

A page is a function of the results that it lists under "Made from": others do not change it.
"""

import functools
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from slidebench_results import text, uses
from slidebench_results.report import runs
from slidebench_results.report.cpus import Cpu, Cpus, of_results
from slidebench_results.report.markup import page
from slidebench_results.result import Choice, Column, Result, Row, Scheme

CPUS, SETUPS = 8, 4  # columns of the table; compilers and cores of one CPU
MATRIX = uses.USES + uses.RESTRICTED
NOT_SHOWN = ("queen cold, L1", "queen cold, L2/2")  # on the front page, only on pages of a CPU
BEST = 40  # schemes in a table
WARM = ("throughput", "latency", "latency-occupancy")  # modes
TABLES = {  # of a CPU: {title: uses}
    "Warm caches": [use.name for use in uses.USES if use.keys[0][2] in WARM],
    "Cold caches, games and boards": [use.name for use in uses.USES if use.keys[0][2] not in WARM],
}
AGAINST = {
    "multiply-free / multiplies": ("multiply-free", "multiplies"),
    "the same without ISA extensions": ("no-extension-multiply-free", "no-extension-multiplies"),
    "branchless / branchy": ("branchless", "branchy"),
}
NONE = "–"


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of all pages."""
    pages = {f"{cpu}/README.md": cpu_page(of_cpu, folder / cpu) for cpu, of_cpu in runs.by_cpu(results, folder).items()}
    return {"README.md": front_page(results, folder), **pages}


def front_page(results: Iterable[Result], folder: Path) -> str:
    """Returns results/README.md: the table of winners and the picture."""
    of_cpus = [runs.by_setup(of_cpu)[:SETUPS] for of_cpu in runs.by_cpu(results, folder).values()]
    mains = [of_cpu[0] for of_cpu in of_cpus]
    labels = runs.labels(mains)
    columns = [uses.columns(run) for run in mains[:CPUS]]
    cells = {use: [winner_cell(uses.winner(of_one, use)) for of_one in columns] for use in MATRIX}
    plain = {use.name: cells[use] for use in uses.USES}
    shown = [use for use in MATRIX if use.name not in NOT_SHOWN]
    kept = [use for use in shown if set(cells[use]) != {NONE} and cells[use] != plain.get(use.base_use)]
    return render(
        "README.md.j2",
        folder,
        cpus={labels[run.cpu]: run.cpu for run in mains[:CPUS]},
        lines=[(use.name, cells[use]) for use in kept],
        published=(folder / "engines").exists(),
        pictured=of_results(mains, folder).cpus[0].has_comparison(),
        runs=[run for of_cpu in of_cpus[:CPUS] for run in of_cpu],
        others=[(labels[run.cpu], run) for run in mains[CPUS:]],
    )


def cpu_page(results: Iterable[Result], folder: Path) -> str:
    """Returns the page of one CPU, about the main run of each compiler and kind of core."""
    of_setups = runs.by_setup(results)[:SETUPS]
    main = of_setups[0]
    cpu = Cpu(main)
    columns = cpu.columns
    return render(
        "cpu.md.j2",
        folder,
        run=main,
        cpu=cpu,
        limits=(folder / "LIMITS.md").exists(),
        confidence=f"{100 * main.record['interval_confidence']:.0f} %" if main.record["interval_confidence"] else "",
        corrected=correction(list(columns.values())),
        summary=[summary(cpu, words, roles) for words, roles in AGAINST.items()],
        verdicts=[
            [use, best_cell(column.choices["best"]), *(comparison_cell(column, roles) for roles in AGAINST.values())]
            for use, column in columns.items()
        ],
        restricted=[
            [use, *(best_cell(column.choices.get(role)) for role in uses.RESTRICTIONS.values())]
            for use, column in columns.items()
        ],
        tables=[
            (title, list(shown), table(list(shown.values())))
            for title, names in TABLES.items()
            if (shown := {use: columns[use] for use in names if use in columns})
        ],
        pictured=bool({uses.QUEEN, uses.COLD_L2} & columns.keys()),
        setups=[run.setup for run in of_setups],
        side_by_side=side_by_side(columns, of_setups) if len(of_setups) > 1 else [],
        runs=of_setups,
    )


def side_by_side(columns: dict[str, Column], results: list[Result]) -> list[list[str]]:
    """Returns the best scheme of each use in several runs. An older column for the same use does not count."""
    columns_of_runs = [(use, [result.columns.get(column.key) for result in results]) for use, column in columns.items()]
    lines = [
        [use, *(best_cell(own.choices.get("best") if own else None) for own in of_runs)]
        for use, of_runs in columns_of_runs
    ]
    return [line for line in lines if set(line[2:]) != {NONE}]


def summary(cpu: Cpu, words: str, roles: tuple[str, str]) -> str:
    """Returns in how many uses the first of two roles is faster than, tied with, and slower than the second."""
    counts = Cpus([cpu]).comparisons(*roles)
    verdicts = [f"{verdict} in {count}" for verdict, count in zip(("faster", "tied", "slower"), counts) if count]
    return f"{words}: {', '.join(verdicts)} of {sum(counts)} uses"


def correction(columns: list[Column]) -> str:
    """Returns the confidence of comparisons, and for how many comparisons of a column it is corrected."""
    if not columns:
        return "unknown"
    confidence = f"at least {100 * min(column.record['confidence'] for column in columns):.4g} %"
    short = [column for column in columns if column.record["corrected_for"] < len(column.ranked) - 1]
    if not short:
        return f"{confidence}, so that 95 % hold for all comparisons of a column together"
    least = min(column.record["corrected_for"] for column in short)
    if not least:
        return f"{confidence}, not corrected for their number: that takes more processes"
    return f"{confidence}, corrected for {least} of a column's comparisons: all would take more processes"


def table(columns: list[Column]) -> list[list[str]]:
    """Returns the lines of a table: schemes with a good place in any column, those of the comparison, and the founding
    families."""
    places: dict[str, int] = {}
    schemes: dict[str, Scheme] = {}
    for column in columns:
        for place, row in enumerate(column.ranked):
            name = row.scheme.name
            schemes[name], places[name] = row.scheme, min(places.get(name, place), place)
    kept = sorted(places, key=lambda name: places[name])[:BEST]
    shown = {*uses.SHOWN, *(name for name, scheme in schemes.items() if scheme.family in uses.FOUNDING)}
    lines = []
    for name, scheme in sorted(schemes.items(), key=lambda item: columns[0].cycles.get(item[0], math.inf)):
        if name in kept or name in shown:
            free = "yes" if "multiply-free" in scheme.traits else "no"
            cells = [time_with_interval_cell(column.row(name), column) for column in columns]
            lines.append([f"`{name}`", text.size(scheme.engine_bytes), free, *cells])
    return lines


def render(template: str, folder: Path, **values: Any) -> str:
    """Returns a page in a folder, to which its links to logs are relative."""
    common = {"uses": uses, "best": BEST, "against": AGAINST, "caveats": runs.caveats}
    link = functools.partial(runs.link, folder=folder)
    return page(template, link=link, **common, **values)


# ---- cells: rows and conclusions as text, with `code` and **weight** as in Markdown ----


def time_cell(row: Row | None) -> str:
    """Returns the cycles of a row, bold if it is best or tied with it, and precise; or its status."""
    if not row or not row.cycles:
        return row.status if row and row.status != "unsupported" else NONE
    cycles = text.with_digits(row.cycles)
    return f"**{cycles}**" if row.tied and row.precise else cycles


def time_with_interval_cell(row: Row | None, column: Column) -> str:
    """Returns the cycles of a row with half of their interval, or both ends; marked if its view was streamed."""
    if not row or not row.cycles:
        return time_cell(row)
    cycles = text.ends_of_wide(row.cycles) or time_cell(row) + text.plus_minus(row.cycles)
    return cycles + ("‡" if uses.streamed(row, column) else "")


def scheme_cell(choice: Choice) -> str:
    """Returns the choice of a role: scheme, cycles and number of ties."""
    ties = f" = {len(choice.tied)}" if choice.tied else ""
    return f"`{choice.row.scheme.name}` {time_cell(choice.row)}{ties}"


def best_cell(choice: Choice | None) -> str:
    """Returns the choice of a role, with its time over that of the best of its column if enough processes have both."""
    if not choice:
        return NONE
    return scheme_cell(choice) + (f" ×{choice.ratio.mid:.2f}" if choice.ratio.mid not in (None, 1) else "")


def winner_cell(winner: uses.Winner | None) -> str:
    """Returns a cell of the table of winners: the best for a use, and its time over that of PEXT."""
    if not winner:
        return NONE
    over = f"{winner.over_pext:.2f}" if winner.over_pext else NONE
    note = f", {winner.note}" if winner.note else ""
    return f"{scheme_cell(winner.choice)} ({over}{note})"


def comparison_cell(column: Column, roles: tuple[str, str]) -> str:
    """Returns a comparison of two roles: ratio, whether it is a tie, schemes."""
    comparison = next((each for each in column.comparisons if each.roles == roles), None)
    if not comparison:
        return NONE
    first, second = (column.choices[role].row.scheme.name for role in roles)
    tied = ", tied" if comparison.verdict == "tied" else ""
    ratio = column.cycles[first] / column.cycles[second]  # as in COMPARISON.md; the verdict is of paired ratios
    return f"{ratio:.2f}{tied} (`{first}` / `{second}`)"
