# SPDX-License-Identifier: MIT
"""What scripts/report writes, from the chosen rows: README.md, pictures, the page, and the table of everything."""

import functools
import itertools
import json
import math
import re
from pathlib import Path

import jinja2
import markupsafe
import numpy

import figures
import modes
import plots
import runs
import verdict
import words

HERE = Path(__file__).resolve().parent
FLIPS = 12  # named; the number of all is given
DRAWN = {"throughput", "latency"}  # modes worth more than bars
CURVES = plots.BURST  # modes that make a curve together and have no picture each


class Report:
    def __init__(self, pairs, folder):
        self.everything = runs.load(pairs, folder)
        self.rows, self.left_out = runs.choose(self.everything)
        self.setups, self.questions = runs.in_order(self.rows, "setup"), runs.questions(self.rows)
        self.groups = verdict.of_all(self.rows)
        self.runs = [self.describe(pair, folder) for pair in pairs]

    @staticmethod
    def describe(pair, folder):
        record = pair.record
        return {
            "cpu": record["machine"]["slug"], "microarchitecture": record["machine"]["microarchitecture"], "compiler": record["compiler"].strip(),
            "level": record["level"], "processes": record["options"]["processes"], "date": record["date"], "commit": record["commit"],
            "csv": runs.relative(pair.csv_path, folder), "json": runs.relative(pair.json_path, folder),
        }  # fmt: skip

    # ---- in words ----

    def verdicts(self):
        for setup in self.setups:
            groups = {question: group for (name, question), group in self.groups.items() if name == setup}
            by_mode = itertools.groupby(groups.items(), lambda item: item[0][:2])
            yield {"name": setup, "summary": words.summary(groups.values()), "tables": [self.verdict_table(*of_mode) for of_mode in by_mode]}

    @staticmethod
    def verdict_table(workload_and_mode, groups):
        groups = list(groups)
        chosen = [verdict.choices(group) for _, group in groups]
        lines = [(role, [choice_text(found.get(role)) for found in chosen]) for role in verdict.ROLES if any(role in found for found in chosen)]
        workload, mode = workload_and_mode
        return {"workload": workload, "mode": mode, "pieces": [q[2] for q, _ in groups], "lines": lines, "sentences": [words.column(q, group) for q, group in groups]}

    def flips(self):
        for here, there in itertools.combinations(self.setups, 2):
            told, differ, telling = verdict.flips(self.groups, here, there)
            if told:
                yield {"here": here, "there": there, "told": told, "differ": differ, "sentences": [words.flip(f, here, there) for f in telling[:FLIPS]]}

    def ways(self):
        """Modes against each other, of each setup that knows more than the micro-benchmark's two."""
        for setup in self.setups:
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

    def tables(self):
        for question in self.questions:
            rows = runs.of_question(self.rows, question)
            least = rows[~rows["mock"]].groupby("setup")["cycles"].min()
            over = rows["cycles"] / rows["setup"].map(least)
            order = over.groupby(rows["scheme"]).median().sort_values(kind="stable").index
            setups = [{"name": name, "run": rows.loc[rows["setup"] == name, "run"].iloc[0]} for name in self.setups if (rows["setup"] == name).any()]
            cells = {(row.scheme, row.setup): row for row in rows.itertuples()}
            best = {self.groups[at].rows[0].scheme + at[0] for at in self.groups if at[1] == question}
            lines = []
            for scheme in order:
                here = [cells.get((scheme, setup["name"])) for setup in setups]
                any_row = next(row for row in here if row)
                lines.append([f"`{scheme}`", figures.size(any_row.table_bytes), "yes" if any_row.multiply_free else "no"])
                lines[-1] += itertools.chain(*(figure_cells(row, row is not None and scheme + row.setup in best) for row in here))
            yield {"title": f"{question[2]}, {question[1]}, {question[0]}", "setups": setups, "lines": lines}

    # ---- pictures ----

    def pictures(self):
        """{name: (title, function that draws it as SVG)}"""
        ok, found = self.rows[(self.rows["status"] == "ok") & ~self.rows["twin"]], {}

        def add(title, draw, *arguments):
            found[re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")] = title, functools.partial(draw, *arguments)

        main = ok[ok["workload"] == (ok["workload"].mode()[0] if len(ok) else "")]
        for workload in runs.in_order(ok, "workload"):
            of_workload = ok[ok["workload"] == workload]
            if set(of_workload["mode"]) <= set(main["mode"]) and len(main) > len(of_workload):
                continue  # the same once more on other boards: the page's business
            curves, real = of_workload["mode"].str.fullmatch(CURVES.pattern), ~of_workload["mock"]
            for setup in self.setups:
                rows = of_workload[(of_workload["setup"] == setup) & ~curves]
                of_curves = of_workload[(of_workload["setup"] == setup) & curves & real]
                label = f"{setup}, {workload}"
                for piece in runs.in_order(rows, "piece"):
                    add(f"Bars, {piece}, {label}", plots.bars, rows[rows["piece"] == piece], piece)
                rows = rows[~rows["mock"]]
                for mode in [mode for mode in runs.in_order(rows, "mode") if mode in DRAWN]:
                    add(f"Tables against {mode}, {label}", plots.tables, rows[rows["mode"] == mode], mode)
                both = rows[rows["mode"].isin(["throughput", "latency"])]
                both = both[both.duplicated(["piece", "scheme"], keep=False)]
                if len(both):
                    add(f"Throughput against latency, {label}", plots.two_modes, both, "throughput", "latency")
                for piece in runs.in_order(of_curves, "piece"):
                    add(f"Bursts, {piece}, {label}", plots.burst, of_curves[of_curves["piece"] == piece], piece)
            for mode in [mode for mode in runs.in_order(of_workload[~curves & real], "mode") if mode in DRAWN]:
                rows = of_workload[(of_workload["mode"] == mode) & real]
                columns = []
                for setup, piece in itertools.product(self.setups, runs.in_order(rows, "piece")):
                    cells = rows[(rows["setup"] == setup) & (rows["piece"] == piece)]
                    if len(cells):
                        columns.append((f"{setup}: {piece}" if len(self.setups) > 1 else piece, cells.set_index("scheme")["cycles"].to_dict()))
                add(f"Heat map, {mode}, {workload}", plots.heat, rows, columns, mode)
        return found

    # ---- files ----

    def readme(self, pictures):
        return environment().get_template("README.md.j2").render(
            runs=self.runs, rows=self.rows, left_out=self.left_out, verdicts=list(self.verdicts()), flips=list(self.flips()),
            ways=list(self.ways()), pictures=[(name, title) for name, (title, _) in pictures.items()], tables=list(self.tables()),
        )  # fmt: skip

    def page(self, pictures, drawn):
        inline = [(title, markupsafe.Markup(drawn[name].replace(plots.STYLE, ""))) for name, (title, _) in pictures.items()]
        data = json.dumps(self.data(), separators=(",", ":")).replace("<", "\\u003c")
        return environment().get_template("page.html.j2").render(
            runs=self.runs, left_out=self.left_out, verdicts=list(self.verdicts()), flips=list(self.flips()), ways=list(self.ways()), pictures=inline,
            style=markupsafe.Markup((HERE / "page.css").read_text()), script=markupsafe.Markup((HERE / "page.js").read_text()), data=markupsafe.Markup(data),
        )  # fmt: skip

    def data(self):
        """What page.js works on: schemes, and rows as lists in the order of "fields"."""
        schemes = {}
        for row in self.rows.itertuples():
            flags = [name for name in ("branchless", "multiply_free", "table_free", "incremental", "setwise", "simd", "plain", "twin", "mock") if getattr(row, name)]
            schemes.setdefault(row.scheme, {"family": row.family, "title": row.title, "needs": row.needs or "", "source": row.source, "traits": flags})
        fields = ["setup", "scheme", "piece", "workload", "mode", "status", "cycles", "cycles_lo", "cycles_hi", "ns", "ns_lo", "ns_hi", "rank", "rank_last", "tied_with_best", "table_bytes"]
        rows = []
        for row in self.rows[fields + ["process_cycles"]].itertuples(index=False):
            plain = [None if isinstance(v, float) and numpy.isnan(v) else v for v in row[:-1]]
            rows.append(plain + [[v and float(f"{v:.5g}") for v in row.process_cycles]])
        return {"fields": fields + ["series"], "schemes": schemes, "rows": rows}

    def csv(self):
        extra = ["setup", "run", "date", "needs", "incremental", "setwise", "simd", "twin", "mock"]
        return self.everything[[*(c for c in self.everything if c in runs.fields.COLUMNS), *extra]].to_csv(index=False, lineterminator="\n")


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
        return [row.status, ""]
    cycles, half = words.cycles(row), figures.half(row.cycles_lo, row.cycles_hi)
    cycles = f"**{cycles}**" if best else f"= {cycles}" if row.tied_with_best else cycles
    return [cycles + (f" ± {half}" if half else ""), figures.duration(row.ns)]


def marked(text):
    """`code` and **weight** as HTML; no line ends between a ratio and its interval."""
    text = re.sub(r"`(.*?)`", r"<code>\1</code>", str(markupsafe.escape(text)))
    text = re.sub(r"×?[\d.]+ \[[\d.]+, [\d.]+\]", r"<span class=whole>\g<0></span>", text)
    return markupsafe.Markup(re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", text))


def environment():
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE), autoescape=lambda name: ".html" in name, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    made.filters["marked"] = marked
    return made
