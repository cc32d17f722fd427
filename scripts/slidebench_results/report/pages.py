# SPDX-License-Identifier: MIT
"""The committed pages: results/README.md, a page for each CPU, and the table of the repository's README.md.

A page is a function of the results that it lists under "Made from": newer ones do not change it.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from slidebench_results import text
from slidebench_results.check_results import RESULTS
from slidebench_results.report import cells, flips, matrix, runs, uses
from slidebench_results.report.markup import environment
from slidebench_results.result import Column, Result, Scheme

CPUS, OTHERS, COMPILERS = 8, 100, 3  # columns of the matrix; further CPUs with a link; compilers of one CPU
FLIPS, COMPILER_FLIPS = 7, 3  # lines
BEST = 40  # schemes of a table of a CPU
BESIDE = ("CACHE_LINES.md", "LIMITS.md")  # other pages of a CPU, linked where they exist
TABLES = {
    "Hot caches": [use.name for use in uses.USES if use.name.startswith(("hot", "depend")) or use.name.endswith("mix")],
    "Cold caches, whole games and boards": [
        use.name
        for use in uses.USES
        if "cold" in use.name or use.name in ("set-wise", "whole board", "replay", "perft")
    ],
}
AGAINST = {
    "multiply-free / multiplies": ("multiply-free", "multiplies"),
    "the same without ISA extensions": ("no-extension-multiply-free", "no-extension-multiplies"),
    "branchless / branchy": ("branchless", "branchy"),
}
# The lines of the repository's README.md that scripts/report writes, and what they contain.
FIRST_SCREEN = re.compile("(<!-- scripts/report writes these lines -->\n).*(<!-- to here -->)", re.S)
SELECTED = ("sissy_pext_2", "pext_arrays", uses.PEXT, uses.BLACK, uses.FANCY, "cfish_avx512", "hyperbola_ssse3")
SELECTED += ("hyperbola_dual", "hyperbola", "kindergarten", "classical", uses.RAY_LOOP)
SELECTED_USES = {
    "NNUE mix": "NNUE mix",
    "hand-made mix": "hand-made mix",
    "queen latency": uses.CHAIN,
    "NNUE mix burst": "NNUE mix, cold, L2",
    "replay": "replay",
    "perft": "perft",
}


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of all pages."""
    pages = {"README.md": front_page(results, folder)}
    for cpu, of_cpu in runs.by_cpu(results).items():
        pages[f"{cpu}/README.md"] = cpu_page(of_cpu, folder / cpu)
    if folder == RESULTS:
        pages["../README.md"] = first_screen((folder.parent / "README.md").read_text(), results)
    return pages


# ---- results/README.md ----


def of_front_page(results: Iterable[Result]) -> list[Result]:
    """Returns the results that results/README.md is made from."""
    of_cpus = list(runs.by_cpu(results).values())
    shown = [run for of_cpu in of_cpus[:CPUS] for run in runs.by_compiler(of_cpu)[:COMPILERS]]
    return shown + [runs.main_run(of_cpu) for of_cpu in of_cpus[CPUS : CPUS + OTHERS]]


def front_page(results: Iterable[Result], folder: Path) -> str:
    """Returns results/README.md: the winner matrix, what flips, the picture."""
    chosen = of_front_page(results)
    of_cpus = list(runs.by_cpu(chosen).values())
    main = [runs.main_run(of_cpu) for of_cpu in of_cpus]
    labels = runs.labels(main)
    shown = {labels[run.cpu]: run for run in main[:CPUS]}
    between_compilers = [
        flip
        for of_cpu in of_cpus[:CPUS]
        for flip in flips.find(
            {name(run, labels): uses.columns(run) for run in runs.by_compiler(of_cpu)}, COMPILER_FLIPS
        )
    ]
    between_compilers.sort(key=lambda flip: -flip.effect)
    return render(
        "README.md.j2",
        cpus={label: run.cpu for label, run in shown.items()},
        lines=[(line.use, map(cells.winner, line.cells)) for line in matrix.lines(list(shown.values()))],
        flips=map(cells.flip, flips.find({label: uses.columns(run) for label, run in shown.items()}, FLIPS)),
        compiler_flips=map(cells.flip, between_compilers[:COMPILER_FLIPS]),
        runs=[describe(run, folder) for run in chosen if run.cpu in [one.cpu for one in shown.values()]],
        others=[(labels[run.cpu], describe(run, folder)) for run in main[CPUS:]],
    )


def name(run: Result, labels: dict[str, str]) -> str:
    """Returns a run as "Zen 5, gcc 12"."""
    return f"{labels[run.cpu]}, {run.compiler}"


# ---- the page of a CPU ----


def cpu_page(results: Iterable[Result], folder: Path) -> str:
    """Returns the page of one CPU, about the main run of each compiler."""
    of_compilers = runs.by_compiler(results)[:COMPILERS]
    main = of_compilers[0]
    columns = uses.columns(main)
    by_compiler = {run.compiler: uses.columns(run) for run in of_compilers}
    shared = by_compiler.values()
    return render(
        "cpu.md.j2",
        run=main,
        described=describe(main, folder),
        beside=[page for page in BESIDE if (folder / page).exists()],
        confidence=f"{100 * main.record['interval_confidence']:.0f} %" if main.record["interval_confidence"] else "",
        best=BEST,
        corrected=correction(columns.values()),
        summary=[summary(columns.values(), words, roles) for words, roles in SUMMARIES.items()],
        against=list(AGAINST),
        verdicts=[(use, verdict(column)) for use, column in columns.items()],
        restrictions=list(uses.RESTRICTIONS),
        restricted=[
            (use, [cells.best(column.choices.get(role), column) for role in uses.RESTRICTIONS.values()])
            for use, column in columns.items()
        ],
        tables=[(title, *table(columns, chosen)) for title, chosen in TABLES.items()],
        break_even=cells.break_even(main),
        compilers=list(by_compiler),
        by_compiler=[
            (use, [cells.best(of_one[use].choices["best"], of_one[use]) if use in of_one else "–" for of_one in shared])
            for use in columns
            if sum(use in of_one for of_one in shared) > 1
        ],
        flips=map(cells.flip, flips.find(by_compiler, FLIPS + COMPILER_FLIPS)),
        runs=[describe(run, folder) for run in of_compilers],
    )


SUMMARIES = {
    "The best multiply-free scheme against the best that multiplies": ("multiply-free", "multiplies"),
    "The best branchless scheme against the best with branches": ("branchless", "branchy"),
}


def summary(columns: Iterable[Column], words: str, roles: tuple[str, str]) -> str:
    """Returns a sentence with the number of each verdict."""
    verdicts = [each.verdict for column in columns for each in column.comparisons if each.roles == roles]
    counts = ", ".join(f"{verdict} in {verdicts.count(verdict)}" for verdict in ("faster", "tied", "slower"))
    return f"{words}, in {len(verdicts)} uses: {counts}."


def correction(columns: Iterable[Column]) -> str:
    """Returns the confidence of comparisons, and for how many of a column it is corrected."""
    ranked = list(columns)
    if not ranked:
        return ""
    percent = f"at least {100 * min(column.record['confidence'] for column in ranked):.4g} %"
    short = [column for column in ranked if column.record["corrected_for"] < len(column.ranked) - 1]
    if not short:
        return f"{percent}, so that 95 % hold for all comparisons of a column together."
    least = min(column.record["corrected_for"] for column in short)
    return f"{percent}, corrected for {least} of a column's comparisons: all would take more processes."


def verdict(column: Column) -> list[str]:
    """Returns the cells of a verdict: the best, and each comparison."""
    return [
        cells.best(column.choices["best"], column),
        *(cells.comparison(column, roles) for roles in AGAINST.values()),
    ]


def table(columns: dict[str, Column], chosen: list[str]) -> tuple[list[str], list[tuple[Scheme, list[str]]]]:
    """Returns the headings of a table and its lines: the best schemes of its columns, and the founding families."""
    present = {use: columns[use] for use in chosen if use in columns}
    best: dict[str, int] = {}  # {scheme: its best place in any column}
    for column in present.values():
        for place, row in enumerate(column.ranked):
            best[row.scheme.name] = min(best.get(row.scheme.name, place), place)
    kept = set(sorted(best, key=lambda scheme: best[scheme])[:BEST])
    shown = {row.scheme.name: row.scheme for column in present.values() for row in column.ranked}
    names = [name for name, scheme in shown.items() if name in kept or founding(scheme)]
    return list(present), [
        (shown[name], [cells.time(column.row(name), column) for column in present.values()]) for name in names
    ]


def founding(scheme: Scheme) -> bool:
    """Returns whether a scheme is always shown."""
    return scheme.family in uses.FOUNDING or scheme.name == uses.RAY_LOOP


# ---- the repository's README.md ----


def first_screen(readme: str, results: Iterable[Result]) -> str:
    """Returns the repository's README.md with the current table of selected schemes."""
    main = [runs.main_run(of_cpu) for of_cpu in runs.by_cpu(of_front_page(results)).values()][:CPUS]
    found = {run.cpu: [use for use in SELECTED_USES.values() if use in uses.columns(run)] for run in main}
    run = max(main, key=lambda run: len(found[run.cpu]))
    columns = uses.columns(run)
    shown = {heading: columns[use] for heading, use in SELECTED_USES.items() if use in columns}
    lines = [
        (run.schemes[scheme], [cells.short_time(column.row(scheme)) for column in shown.values()])
        for scheme in SELECTED
        if scheme in run.schemes
    ]
    table = render("selection.md.j2", label=runs.labels(main)[run.cpu], headings=list(shown), lines=lines)
    return FIRST_SCREEN.sub(lambda found: f"{found[1]}\n{table}\n{found[2]}", readme)


# ---- common ----


def render(template: str, **values: Any) -> str:
    """Returns a page. The template refers to reference schemes as `uses.PEXT`."""
    return str(environment().get_template(template).render(size=text.size, uses=uses, **values))


def describe(run: Result, folder: Path) -> dict[str, Any]:
    """Returns a run as "Made from" lists it."""
    return {
        "cpu": run.cpu,
        "compiler": run.record["compiler"].strip(),
        "level": run.record["level"],
        "processes": run.processes,
        "date": run.record["date"][:10],
        "commit": run.record["commit"],
        "notes": "; ".join(runs.caveats(run)),
        "csv": runs.link(run, folder, ".csv"),
        "json": runs.link(run, folder, ".json"),
    }
