# SPDX-License-Identifier: MIT
"""Builds all that scripts/report writes from the chosen rows: pages in Markdown, report.html and results.csv."""

import collections
import itertools
import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import markupsafe

from slidebench_results import cpus, modes, runs, schema, text, verdict
from slidebench_results.model import Result
from slidebench_results.render import page_data, pictures, style, words
from slidebench_results.render.markup import TEMPLATES, environment
from slidebench_results.render.pictures import Pictures
from slidebench_results.runs import Column
from slidebench_results.verdict import Choice, Group

# The lines of the repository's README.md that scripts/report writes.
FIRST_SCREEN = re.compile("(<!-- scripts/report writes these lines -->\n).*(<!-- to here -->)", re.S)
BESIDE = ("CACHE_LINES.md", "LIMITS.md")  # other pages of a CPU, linked where they exist
SEPARATE = "separate cores"  # in the machine's core_sharing: no note is needed
TABLE_LINES = 50  # of the best schemes, per column of a CPU's page; report.html has all
MICRO_MODES = {"throughput", "latency"}


class Report:
    """The pages of some results. Links are relative to the folder."""

    def __init__(self, results: list[Result], folder: Path) -> None:
        self.folder = folder
        self.everything = runs.load(results, folder)
        self.rows, self.left_out = runs.choose(self.everything)
        self.setups, self.columns = runs.in_order(self.rows, "setup"), runs.columns(self.rows)
        self.groups = verdict.of_all(self.rows)
        self.runs = [self.describe(result, folder) for result in results]
        self.cpus = {cpu: runs.in_order(rows, "setup") for cpu, rows in self.rows.groupby("cpu", sort=False)}
        self.main = {cpu: self.main_setup(setups) for cpu, setups in self.cpus.items()}
        main = {self.label(cpu): setup for cpu, setup in self.main.items()}
        self.all_cpus = cpus.Across(self.groups, main, self.columns)

    @staticmethod
    def describe(result: Result, folder: Path) -> dict[str, Any]:
        """Returns a run as the table of runs shows it."""
        record = result.record
        sharing = record["machine"].get("core_sharing") or SEPARATE
        notes = [f"interrupted after {result.processes} processes"] * result.partial
        notes += [sharing] * (SEPARATE not in sharing)
        return {
            "cpu": record["machine"]["slug"],
            "microarchitecture": result.microarchitecture,
            "compiler": record["compiler"].strip(),
            "level": record["level"],
            "processes": result.processes,
            "date": record["date"],
            "commit": record["commit"],
            "notes": "; ".join(notes),
            "csv": runs.relative(result.csv_path, folder),
            "json": runs.relative(result.json_path, folder),
        }

    def main_setup(self, setups: list[str]) -> str:
        """Returns the setup with the most rows that are ok, which is compared with other CPUs."""
        return max(setups, key=lambda setup: ((self.rows["setup"] == setup) & (self.rows["status"] == "ok")).sum())

    def label(self, cpu: str) -> str:
        """Returns a CPU's microarchitecture, or its folder's name if that is unknown or belongs to several."""
        names = {run["cpu"]: run["microarchitecture"] for run in self.runs}
        name = str(names[cpu])
        return name if name and collections.Counter(names.values())[name] == 1 else cpu

    # ---- verdicts ----

    def verdicts(self, setups: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Yields the verdict of each setup: a summary and a table per mode."""
        for setup in setups:
            groups = {column: group for (name, column), group in self.groups.items() if name == setup}
            by_mode = itertools.groupby(groups.items(), lambda item: item[0][:2])
            tables = [self.verdict_table(mode, list(of_mode)) for mode, of_mode in by_mode]
            yield {"name": setup, "summary": words.summary(groups.values()), "tables": tables}

    @staticmethod
    def verdict_table(workload_and_mode: tuple[str, str], groups: list[tuple[Column, Group]]) -> dict[str, Any]:
        """Returns the table of one mode: roles by pieces, and a sentence per piece."""
        chosen = [verdict.choices(group) for _, group in groups]
        roles = [role for role in verdict.ROLES if any(role in found for found in chosen)]
        workload, mode = workload_and_mode
        return {
            "workload": workload,
            "mode": mode,
            "pieces": [column[2] for column, _ in groups],
            "lines": [(role, [choice_text(found.get(role)) for found in chosen]) for role in roles],
            "sentences": [words.sentences(column, group) for column, group in groups],
        }

    def compilers(self, cpu: str) -> cpus.Across | None:
        """Returns the comparison of the setups of one CPU, None for a single one."""
        setups = {setup.split(", ", 1)[1]: setup for setup in self.cpus[cpu]}
        return cpus.Across(self.groups, setups, self.columns) if len(setups) > 1 else None

    def compare_modes(self, setups: Iterable[str]) -> Iterator[dict[str, Any]]:
        """Yields the comparison of modes for each setup that has more than throughput and latency."""
        for setup in setups:
            groups = modes.of_setup(self.groups, setup)
            if {mode for _, mode, _ in groups} <= MICRO_MODES:
                continue
            families, lines = modes.families(groups)
            yield {
                "name": setup,
                "families": families,
                "lines": [(f"{mode}, {work}, {piece}", [*map(family_cell, row)]) for (work, mode, piece), row in lines],
                "reversals": [modes.reversals_text(*found) for found in modes.reversals(groups)],
                "break_even": list(modes.break_even(groups)),
                "shrinkage": [shrinkage_line(row, over) for row, *over in modes.shrinkage(groups)],
            }

    # ---- tables ----

    def tables(self, setups: list[str]) -> Iterator[dict[str, Any]]:
        """Yields the table of each column: schemes by setups, in the order of their median time over the best."""
        of_setups = self.rows[self.rows["setup"].isin(setups)]
        for column in runs.columns(of_setups):
            rows = runs.of_column(of_setups, column)
            least = rows[~rows["mock"]].groupby("setup")["cycles"].min()
            over = rows["cycles"] / rows["setup"].map(least)
            order = over.groupby(rows["scheme"]).median().sort_values(kind="stable").index
            present = [name for name in setups if (rows["setup"] == name).any()]
            cells = {(row.scheme, row.setup): row for row in rows.itertuples()}
            best = {(self.groups[at].rows[0].scheme, at[0]) for at in self.groups if at[1] == column}
            lines = []
            for scheme in order[:TABLE_LINES]:
                here = [cells.get((scheme, setup)) for setup in present]
                any_row: Any = next(row for row in here if row)
                line = [f"`{scheme}`", text.size(any_row.table_bytes), "yes" if any_row.multiply_free else "no"]
                for setup, row in zip(present, here):
                    line += time_cells(row, (scheme, setup) in best)
                lines.append(line)
            shown = [{"name": name, "run": rows.loc[rows["setup"] == name, "run"].iloc[0]} for name in present]
            yield {"title": f"{column[2]}, {column[1]}, {column[0]}", "setups": shown, "lines": lines}

    # ---- files ----

    def pictures(self) -> Pictures:
        """Returns all pictures."""
        return pictures.of(self.rows, list(self.main.values()))

    def readmes(self, drawn: Pictures) -> dict[str, str]:
        """Returns {path from the folder: text} of README.md and of each CPU's page."""
        labels = {cpu: self.label(cpu) for cpu in self.cpus}
        common: dict[str, Any] = {"runs": self.runs, "all_cpus": self.all_cpus, "labels": labels}
        titles = {c: [(name, title) for name, (title, of, _) in drawn.items() if of == c] for c in (None, *self.cpus)}
        front, one = (environment().get_template(name) for name in ("README.md.j2", "cpu.md.j2"))
        texts = {"README.md": front.render(rows=self.rows, left_out=self.left_out, pictures=titles[None], **common)}
        for cpu, setups in self.cpus.items():
            texts[f"{cpu}/README.md"] = one.render(
                cpu=cpu,
                pictures=titles[cpu],
                verdicts=self.verdicts(setups),
                compilers=self.compilers(cpu),
                modes=self.compare_modes(setups),
                tables=self.tables(setups),
                beside=[name for name in BESIDE if (self.folder / cpu / name).exists()],
                **common,
            )
        return texts

    def first_screen(self, readme: str) -> str:
        """Returns the repository's README.md with the current table of selected schemes."""
        newest = self.all_cpus.with_first_use()
        selected, lines = newest.selection()
        template = environment().get_template("selection.md.j2")
        table = template.render(all_cpus=newest, selected=selected, lines=lines)
        return FIRST_SCREEN.sub(lambda found: f"{found[1]}\n{table}\n{found[2]}", readme)

    def page(self, drawn: Pictures, svgs: dict[str, str]) -> str:
        """Returns report.html, with SVGs by file name."""
        css, script = (markupsafe.Markup((TEMPLATES / name).read_text()) for name in ("page.css", "page.js"))
        return (
            environment(html=True)
            .get_template("page.html.j2")
            .render(
                runs=self.runs,
                left_out=self.left_out,
                all_cpus=self.all_cpus,
                verdicts=self.verdicts(self.setups),
                modes=list(self.compare_modes(self.setups)),
                pictures=[
                    (drawn[name][0], markupsafe.Markup(svg.replace(style.STYLE, ""))) for name, svg in svgs.items()
                ],
                style=css,
                script=script,
                data=markupsafe.Markup(page_data.as_json(self.rows)),
            )
        )

    def csv(self) -> str:
        """Returns all rows of all runs, with the fields that the pages use."""
        extra = ["setup", "run", "date", "needs", "incremental", "setwise", "simd", "twin", "mock"]
        known = [column for column in schema.COLUMNS if column in self.everything]
        return str(self.everything[[*known, *extra]].to_csv(index=False, lineterminator="\n"))


# ---- cells ----


def choice_text(choice: Choice | None) -> str:
    """Returns the best scheme of a role, its ties, cycles and cost."""
    if not choice:
        return ""
    names = " = ".join(f"`{name}`" for name in [choice.row.scheme, *choice.ties])
    return f"{names} {cpus.cycles(choice.row)}" + (f" ×{text.times(choice.cost)}" if choice.index else "")


def family_cell(cell: modes.Cell) -> str:
    """Returns the best scheme of a family with its cycles."""
    if not cell:
        return ""
    row, best = cell
    return f"`{row.scheme}` {time_cells(row, best)[0]}"


def shrinkage_line(row: Any, over: list[float]) -> list[str]:
    """Returns a scheme's speed in perft and its times over the best."""
    times = ["" if math.isnan(value) else f"{value:.2f}" for value in over]
    return [f"`{row.scheme}`", time_cells(row, False)[0], f"{1e3 / row.ns:.0f}", *times]


def status_text(row: Any) -> str:
    """Returns the status of a row, with the reason where it is unsupported."""
    return f"{row.status} ({row.reason.partition(':')[0]})" if row.status == "unsupported" else row.status


def time_cells(row: Any, best: bool) -> list[str]:
    """Returns the cells for cycles and ns of a row, or its status."""
    if row is None:
        return ["", ""]
    if row.status != "ok":
        return [status_text(row), ""]
    cycles, half = cpus.cycles(row), text.half_interval(row.cycles_ci_low, row.cycles_ci_high)
    cycles = f"**{cycles}**" if best else f"= {cycles}" if row.tied_with_best else cycles
    return [cycles + (f" ± {half}" if half else ""), text.nanoseconds(row.ns)]
