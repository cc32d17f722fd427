# SPDX-License-Identifier: MIT
"""What scripts/report writes, from the chosen rows: README.md, a page for each CPU, report.html, and the table of everything."""

import collections
import itertools
import json
import math
import re
import urllib.parse
from pathlib import Path

import jinja2
import markupsafe
import numpy

import across
import figures
import modes
import pictures
import plots
import runs
import verdict
import words

HERE = Path(__file__).resolve().parent
FIRST_SCREEN = re.compile(
    "(<!-- scripts/report writes these lines -->\n).*(<!-- to here -->)", re.S
)  # of the repository's README.md
BESIDE = ("CACHE_LINES.md", "LIMITS.md")  # other pages of a CPU, where they are
SEPARATE = "separate cores"  # in the machine's core_sharing: nothing to mention


class Report:
    def __init__(self, pairs, folder):
        self.folder = folder
        self.everything = runs.load(pairs, folder)
        self.rows, self.left_out = runs.choose(self.everything)
        self.setups, self.questions = runs.in_order(self.rows, "setup"), runs.questions(self.rows)
        self.groups = verdict.of_all(self.rows)
        self.runs = [self.describe(pair, folder) for pair in pairs]
        self.cpus = {cpu: runs.in_order(rows, "setup") for cpu, rows in self.rows.groupby("cpu", sort=False)}
        self.main = {cpu: self.main_setup(setups) for cpu, setups in self.cpus.items()}
        self.all_cpus = across.Across(
            self.groups, {self.label(cpu): setup for cpu, setup in self.main.items()}, self.questions
        )

    @staticmethod
    def describe(pair, folder):
        record = pair.record
        sharing = record["machine"].get("core_sharing") or SEPARATE
        notes = [f"interrupted after {pair.processes} processes"] * record["partial"] + [sharing] * (
            SEPARATE not in sharing
        )
        return {
            "cpu": record["machine"]["slug"], "microarchitecture": pair.microarchitecture, "compiler": record["compiler"].strip(),
            "level": record["level"], "processes": pair.processes, "date": record["date"], "commit": record["commit"], "notes": "; ".join(notes),
            "csv": runs.relative(pair.csv_path, folder), "json": runs.relative(pair.json_path, folder),
        }  # fmt: skip

    def main_setup(self, setups):
        """The setup with the most figures: it is compared with other CPUs."""
        return max(setups, key=lambda setup: ((self.rows["setup"] == setup) & (self.rows["status"] == "ok")).sum())

    def label(self, cpu):
        """A CPU's microarchitecture, or its folder's name if that is unknown or not its alone."""
        names = {run["cpu"]: run["microarchitecture"] for run in self.runs}
        return names[cpu] if names[cpu] and collections.Counter(names.values())[names[cpu]] == 1 else cpu

    # ---- in words ----

    def verdicts(self, setups):
        for setup in setups:
            groups = {question: group for (name, question), group in self.groups.items() if name == setup}
            by_mode = itertools.groupby(groups.items(), lambda item: item[0][:2])
            yield {
                "name": setup,
                "summary": words.summary(groups.values()),
                "tables": [self.verdict_table(*of_mode) for of_mode in by_mode],
            }

    @staticmethod
    def verdict_table(workload_and_mode, groups):
        groups = list(groups)
        chosen = [verdict.choices(group) for _, group in groups]
        lines = [
            (role, [choice_text(found.get(role)) for found in chosen])
            for role in verdict.ROLES
            if any(role in found for found in chosen)
        ]
        workload, mode = workload_and_mode
        return {
            "workload": workload,
            "mode": mode,
            "pieces": [q[2] for q, _ in groups],
            "lines": lines,
            "sentences": [words.column(q, group) for q, group in groups],
        }

    def compilers(self, cpu):
        """The flips between the setups of one CPU."""
        setups = self.cpus[cpu]
        return (
            across.Across(self.groups, {setup.split(", ", 1)[1]: setup for setup in setups}, self.questions)
            if len(setups) > 1
            else None
        )

    def ways(self, setups):
        """Modes against each other, of each setup that knows more than the micro-benchmark's two."""
        for setup in setups:
            groups = modes.of_setup(self.groups, setup)
            if len({mode for _, mode, _ in groups} - {"throughput", "latency"}) == 0:
                continue
            families, lines = modes.families(groups)
            yield {
                "name": setup, "families": families, "lines": [(f"{mode}, {workload}, {piece}", [family_cell(c) for c in cells]) for (workload, mode, piece), cells in lines],
                "overtakings": [modes.overtaking_text(*found) for found in modes.overtakings(groups)],
                "break_even": list(modes.break_even(groups)),
                "shrinkage": [[f"`{row.scheme}`", figure_cells(row, False)[0], f"{1e3 / row.ns:.0f}", *(times_cell(t) for t in over)] for row, *over in modes.shrinkage(groups)],
            }  # fmt: skip

    # ---- tables ----

    def tables(self, setups):
        of_setups = self.rows[self.rows["setup"].isin(setups)]
        for question in runs.questions(of_setups):
            rows = runs.of_question(of_setups, question)
            least = rows[~rows["mock"]].groupby("setup")["cycles"].min()
            over = rows["cycles"] / rows["setup"].map(least)
            order = over.groupby(rows["scheme"]).median().sort_values(kind="stable").index
            shown = [
                {"name": name, "run": rows.loc[rows["setup"] == name, "run"].iloc[0]}
                for name in setups
                if (rows["setup"] == name).any()
            ]
            cells = {(row.scheme, row.setup): row for row in rows.itertuples()}
            best = {self.groups[at].rows[0].scheme + at[0] for at in self.groups if at[1] == question}
            lines = []
            for scheme in order:
                here = [cells.get((scheme, setup["name"])) for setup in shown]
                any_row = next(row for row in here if row)
                lines.append(
                    [f"`{scheme}`", figures.size(any_row.table_bytes), "yes" if any_row.multiply_free else "no"]
                )
                lines[-1] += itertools.chain(
                    *(figure_cells(row, row is not None and scheme + row.setup in best) for row in here)
                )
            yield {"title": f"{question[2]}, {question[1]}, {question[0]}", "setups": shown, "lines": lines}

    # ---- files ----

    def pictures(self):
        """{file name: (title, CPU or None for all, function that draws it as SVG)}"""
        return pictures.of(self.rows, list(self.main.values()))

    def readmes(self, drawn):
        """{path from the folder: text} of README.md and of each CPU's page. drawn: pictures()."""
        common = {"runs": self.runs, "all_cpus": self.all_cpus, "labels": {cpu: self.label(cpu) for cpu in self.cpus}}
        titles = {
            cpu: [(name, title) for name, (title, of, _) in drawn.items() if of == cpu] for cpu in (None, *self.cpus)
        }
        texts = {
            "README.md": environment()
            .get_template("README.md.j2")
            .render(rows=self.rows, left_out=self.left_out, pictures=titles[None], **common)
        }
        for cpu, setups in self.cpus.items():
            texts[f"{cpu}/README.md"] = environment().get_template("cpu.md.j2").render(
                cpu=cpu, pictures=titles[cpu], verdicts=self.verdicts(setups), compilers=self.compilers(cpu), ways=self.ways(setups), tables=self.tables(setups),
                beside=[name for name in BESIDE if (self.folder / cpu / name).exists()], **common,
            )  # fmt: skip
        return texts

    def first_screen(self, text):
        """The repository's README.md with the table of selected schemes of now."""
        selected, lines = self.all_cpus.selection()
        table = (
            environment().get_template("selection.md.j2").render(all_cpus=self.all_cpus, selected=selected, lines=lines)
        )
        return FIRST_SCREEN.sub(lambda found: f"{found[1]}\n{table}\n{found[2]}", text)

    def page(self, drawn, svgs):
        """report.html. svgs: {file name: SVG}"""
        inline = [(drawn[name][0], markupsafe.Markup(svg.replace(plots.STYLE, ""))) for name, svg in svgs.items()]
        data = json.dumps(self.data(), separators=(",", ":")).replace("<", "\\u003c")
        return environment(html=True).get_template("page.html.j2").render(
            runs=self.runs, left_out=self.left_out, all_cpus=self.all_cpus, verdicts=self.verdicts(self.setups), ways=list(self.ways(self.setups)), pictures=inline,
            style=markupsafe.Markup((HERE / "page.css").read_text()), script=markupsafe.Markup((HERE / "page.js").read_text()), data=markupsafe.Markup(data),
        )  # fmt: skip

    def data(self):
        """What page.js works on: schemes, and rows as lists in the order of "fields"."""
        schemes = {}
        for row in self.rows.itertuples():
            flags = [
                name
                for name in (
                    "branchless",
                    "multiply_free",
                    "table_free",
                    "incremental",
                    "setwise",
                    "simd",
                    "plain",
                    "twin",
                    "mock",
                )
                if getattr(row, name)
            ]
            schemes.setdefault(
                row.scheme,
                {
                    "family": row.family,
                    "title": row.title,
                    "needs": row.needs or "",
                    "source": row.source,
                    "traits": flags,
                },
            )
        fields = [
            "setup",
            "scheme",
            "piece",
            "workload",
            "mode",
            "status",
            "cycles",
            "cycles_lo",
            "cycles_hi",
            "ns",
            "ns_lo",
            "ns_hi",
            "rank",
            "rank_last",
            "tied_with_best",
            "table_bytes",
        ]
        rows = []
        for row in self.rows[fields + ["process_cycles"]].itertuples(index=False):
            plain = [None if isinstance(v, float) and numpy.isnan(v) else v for v in row[:-1]]
            rows.append(plain + [[v and float(f"{v:.5g}") for v in row.process_cycles]])
        return {"fields": fields + ["series"], "schemes": schemes, "rows": rows}

    def csv(self):
        extra = ["setup", "run", "date", "needs", "incremental", "setwise", "simd", "twin", "mock"]
        return self.everything[[*(c for c in self.everything if c in runs.fields.COLUMNS), *extra]].to_csv(
            index=False, lineterminator="\n"
        )


def choice_text(choice):
    if not choice:
        return ""
    names = " = ".join(f"`{name}`" for name in [choice.row.scheme, *choice.ties])
    return f"{names} {words.cycles(choice.row)}" + (f" ×{figures.times(choice.cost)}" if choice.index else "")


def family_cell(cell):
    if not cell:
        return ""
    row, best = cell
    return f"`{row.scheme}` {figure_cells(row, best)[0]}"


def times_cell(value):
    return "" if math.isnan(value) else f"{value:.2f}"


def figure_cells(row, best):
    """Cycles and ns of a row; its status where it has none."""
    if row is None:
        return ["", ""]
    if row.status != "ok":
        return [row.status.partition(":")[0] + ")" * (":" in row.status), ""]
    cycles, half = words.cycles(row), figures.half(row.cycles_lo, row.cycles_hi)
    cycles = f"**{cycles}**" if best else f"= {cycles}" if row.tied_with_best else cycles
    return [cycles + (f" ± {half}" if half else ""), figures.duration(row.ns)]


def marked_html(text):
    """`code` and **weight** as HTML; no line ends between a ratio and its interval."""
    text = re.sub(r"`(.*?)`", r"<code>\1</code>", str(markupsafe.escape(text)))
    text = re.sub(r"×?[\d.]+ \[[\d.]+, [\d.]+\]", r"<span class=whole>\g<0></span>", text)
    return markupsafe.Markup(re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", text))


def entities(pattern, text):
    """The text as Markdown, with characters as HTML's entities, which begin nothing: neither an element nor a link nor a cell."""
    return markupsafe.Markup(re.sub(pattern, lambda found: f"&#{ord(found[0])};", text))


def marked_markdown(text):
    """The words' own `code` and **weight** remain; an interval's brackets and "<0.01" need no entities."""
    return entities(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)|[|\\\n\r]|\](?=[(\[:])", str(text))


def plain_markdown(value):
    """What a template writes without a filter."""
    return (
        entities(r"[\\`*_~<>|&\[\]\n\r]", value)
        if isinstance(value, str) and not isinstance(value, markupsafe.Markup)
        else value
    )


def environment(html=False):
    """Templates whose values are text, not markup, unless they come through a filter."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=html,
        finalize=None if html else plain_markdown,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters["marked"] = marked_html if html else marked_markdown
    made.filters["path"] = lambda path: markupsafe.Markup(urllib.parse.quote(path))
    return made
