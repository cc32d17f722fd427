# SPDX-License-Identifier: MIT
"""Results to test with: columns and schemes of a recorded run, changed and saved as a test needs.

Ranks, choices and comparisons are recomputed roughly, from the intervals of rows instead of pairs: enough for pages.
`slidebench summarize` computes them exactly, which concluded() uses.
"""

import bisect
import csv
import functools
import io
import json
import random
import subprocess
import zlib

from conftest import BUILD, SOURCE

CPU = "amd-epyc-zen-5"
NAME = "20261122-gcc-12-native"
GOOD = SOURCE / "results" / CPU / NAME
SCHEMES = ("null", "pext", "magic_black")  # few rows are fast to write and to read
COLUMNS = (("queen", "games", "throughput"), ("queen", "games", "latency"))
FIGURES = [unit + end for unit in ("cycles", "ns") for end in ("", "_ci_low", "_ci_high")]
RANKS = ["rank_min", "rank_max", "tied_with_best", "ratio_to_best", "ratio_ci_low", "ratio_ci_high"]
COMPARED = (
    ("multiply-free", "multiplies"),
    ("no-extension-multiply-free", "no-extension-multiplies"),
    ("branchless", "branchy"),
)


@functools.cache
def texts_of(stem):
    """Returns the texts of the JSON and the CSV of a recorded run."""
    return tuple(stem.with_name(stem.name + suffix).read_text() for suffix in (".json", ".csv"))


class Result:
    """A pair without faults. Change .record (the JSON), .lines (the CSV) or .names (its columns), then save.

    `schemes` and `columns` (piece, workload, mode) are those to keep, None: all of the recorded run."""

    def __init__(self, folder, schemes=SCHEMES, columns=COLUMNS, source=GOOD):
        record, table = texts_of(source)
        self.folder, self.path = folder, folder / source.parent.name / source.name
        self.record = json.loads(record)
        lines = csv.DictReader(io.StringIO(table))
        self.lines, self.names = list(lines), list(lines.fieldnames or [])
        if schemes or columns:
            self.keep(schemes, columns)
            self.conclude()

    def keep(self, schemes, columns):
        """Removes all other schemes and columns."""
        wanted = lambda scheme: schemes is None or scheme in schemes
        lines, kept = iter(self.lines), []
        for column in self.record["columns"]:
            pairs = list(zip(column["rows"], lines))
            pairs = [(row, line) for row, line in pairs if wanted(row["scheme"])]
            if pairs and (columns is None or (column["piece"], column["workload"], column["mode"]) in columns):
                column["rows"] = [row for row, _ in pairs]
                column["twins"] = [twin for twin in column["twins"] if wanted(twin["scheme"])]
                kept.append((column, [line for _, line in pairs]))
        self.record["columns"] = [column for column, _ in kept]
        self.lines = [line for _, lines in kept for line in lines]
        self.record["schemes"] = [scheme for scheme in self.record["schemes"] if wanted(scheme["name"])]
        workloads = {column["workload"] for column, _ in kept if column["mode"] == "replay-lookups"}
        self.record["break_even"] = [
            one
            for one in self.record["break_even"]
            if wanted(one["scheme"]) and wanted(one["against"]) and one["workload"] in workloads
        ]

    def rows(self):
        """Yields each row: (column of the JSON, row of the JSON, CSV line as a dictionary)."""
        lines = iter(self.lines)
        for column in self.record["columns"]:
            for row in column["rows"]:
                yield column, row, next(lines)

    def first(self, scheme):
        """Returns the first row of a scheme: (row of the JSON, CSV line as a dictionary, number of that line)."""
        return next((row, line, i) for i, (_, row, line) in enumerate(self.rows(), 2) if row["scheme"] == scheme)

    def table(self):
        """Returns the CSV."""
        text = io.StringIO()
        writer = csv.DictWriter(text, self.names, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(self.lines)
        return text.getvalue()

    def save(self, table=None, crc=True, record=None):
        """Saves both files, or the given texts; returns their path without a suffix."""
        table = self.table() if table is None else table
        if crc:
            self.record["csv_crc32"] = f"{zlib.crc32(table.encode()):08x}"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.with_name(f"{self.path.name}.csv").write_text(table)
        self.path.with_name(f"{self.path.name}.json").write_text(
            layout(self.record) + "\n" if record is None else record
        )
        return self.path

    # ---- changes that keep the two files consistent ----

    def move_to(self, slug, microarchitecture="Zen 5"):
        """Changes the CPU, and so the folder."""
        machine = {"slug": slug, "microarchitecture": microarchitecture, "microarchitecture_inferred": False}
        self.record["machine"].update(machine)
        for line in self.lines:
            line.update(cpu=slug, microarchitecture=microarchitecture)
        self.path = self.folder / slug / self.path.name

    def date(self, day):
        """Changes the date, given as 2026-11-22, and so the name."""
        self.record["date"] = day + self.record["date"][10:]
        self.path = self.path.with_name(f"{day.replace('-', '')}-{self.path.name.partition('-')[2]}")

    def scale(self, factors):
        """Multiplies the times of schemes in all columns: {scheme: factor}."""
        for _, row, line in self.rows():
            if row["scheme"] in factors and "process_cycles" in row:
                scale(row, line, factors[row["scheme"]])
        self.conclude()

    def perturb(self, seed, spread=0.1):
        """Multiplies the times of each scheme by a random factor of its own."""
        rng = random.Random(seed)
        self.scale({scheme["name"]: rng.lognormvariate(0, spread) for scheme in self.record["schemes"]})

    def conclude(self):
        """Recomputes ranks, ratios, choices and comparisons."""
        schemes = {scheme["name"]: scheme for scheme in self.record["schemes"]}
        lines = iter(self.lines)
        for column in self.record["columns"]:
            conclude(column, {row["scheme"]: next(lines) for row in column["rows"]}, schemes)


def layout(value, depth=0):
    """Returns JSON as the program lays it out: whatever contains a list of objects has a line for each part."""
    if not has_objects(value):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}:{layout(each, depth + 1)}" for key, each in value.items()]
    else:
        parts = [layout(each, depth + 1) for each in value]
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    between = ",\n" + " " * (depth + 1)
    return f"{opening}{between[1:]}{between.join(parts)}\n{' ' * depth}{closing}"


def has_objects(value):
    """Returns whether a list of objects is somewhere inside."""
    if isinstance(value, list):
        return any(isinstance(each, dict) or has_objects(each) for each in value[:1])
    return isinstance(value, dict) and any(has_objects(each) for each in value.values())


def scale(row, line, factor):
    """Multiplies the times of a row, in its JSON row and in its CSV line."""
    for unit in "cycles", "ns":
        row["process_" + unit] = [value and float(f"{value * factor:.5g}") for value in row["process_" + unit]]
    for name in FIGURES:
        line[name] = line[name] and f"{float(line[name]) * factor:.4f}"


def without_times(row, line, status, reason=""):
    """Removes times and rank of a row, and sets its status."""
    row.update(status=status, reason=reason)
    line.update(dict.fromkeys([*FIGURES, *RANKS, "core_ghz"], ""), status=status, reason=reason)
    if status == "unsupported":
        row.pop("process_cycles", None), row.pop("process_ns", None)
        names = ["processes", "samples_total", "undisturbed_share", "checksum", "cycles_source"]
        line.update(dict.fromkeys(names, ""))


def concluded(path):
    """Rewrites a saved result with what the program concludes from its values; returns its path."""
    texts = {}
    for kind in "csv", "json":
        command = [str(BUILD / "slidebench"), "summarize", f"{path}.json", "--format", kind]
        texts[kind] = subprocess.run(command, capture_output=True, check=True).stdout
    for kind, text in texts.items():
        path.with_name(f"{path.name}.{kind}").write_bytes(text)
    return path


# ---- what the program concludes, roughly ----


def conclude(column, lines, schemes):
    """Recomputes a column's ranks, ratios, choices and comparisons: lines are {scheme: its CSV line}."""
    ranked = [name for name, line in lines.items() if line["status"] == "ok" and "mock" not in schemes[name]["traits"]]
    for line in lines.values():
        line.update(dict.fromkeys(RANKS, ""))
    times = {name: interval(lines[name]) for name in ranked}
    for name, (low, high) in ranks(times).items():
        lines[name].update(rank_min=low, rank_max=high)
    ranked.sort(key=lambda name: (lines[name]["rank_min"], times[name][0]))
    members: dict[str, list[str]] = {}
    for name in ranked:
        for role in roles(schemes[name], column):
            members.setdefault(role, []).append(name)
    best = members["best"][0] if "best" in members else ranked[0] if ranked else None
    for name in ranked:
        lines[name]["tied_with_best"] = "no" if faster(times[best], times[name]) else "yes"
        lines[name].update(zip(RANKS[3:], ratio(times[name], times[best])))
    column["choices"] = [
        {
            "role": role,
            "scheme": names[0],
            "tied": [name for name in names[1:] if not faster(times[names[0]], times[name])],
            "ratio": ratio(times[names[0]], times[best]),
        }
        for role, names in sorted(members.items(), key=lambda item: ROLES.index(item[0]))
    ]
    pairs = [(roles, [members[role][0] for role in roles]) for roles in COMPARED if {*roles} <= members.keys()]
    column["comparisons"] = [compared(roles, pair, times) for roles, pair in pairs]


ROLES = [
    "best",
    "multiplies",
    "multiply-free",
    "branchless",
    "branchy",
    "no-tables",
    "within-64-kib",
    "no-bmi2",
    "no-extension",
    "no-extension-multiplies",
    "no-extension-multiply-free",
    "incremental",
]


def roles(scheme, column):
    """Returns the roles that a scheme has in a column."""
    traits = scheme["traits"]
    if scheme.get("twin"):
        return []
    found = ["incremental"] if "incremental" in traits else []
    if found and not column["mode"].startswith(("replay", "perft")):
        return found
    multiply = "multiply-free" if "multiply-free" in traits else "multiplies"
    found += ["best", multiply, "branchless" if "branchless" in traits else "branchy"]
    found += ["no-tables"] * (scheme["table_bytes"][column["piece"]] == 0)
    found += ["within-64-kib"] * (scheme["engine_bytes"] <= 65536)
    found += ["no-bmi2"] * ("bmi2" not in scheme["needs"].split())
    return found if scheme["needs"] else [*found, "no-extension", f"no-extension-{multiply}"]


def interval(line):
    """Returns a row's cycles: (estimate, lower and upper end)."""
    return tuple(float(line[name] or line["cycles"]) for name in FIGURES[:3])


def faster(a, b):
    """Returns whether an interval is below another one by more than the margin."""
    return a[2] * 1.01 < b[1]


def ratio(a, b):
    """Returns a / b: (estimate, lower and upper end)."""
    pairs = [(1, 1)] * 3 if a is b else [(a[0], b[0]), (a[1], b[2]), (a[2], b[1])]
    return [float(f"{x / y:.5g}") for x, y in pairs]


def ranks(times):
    """Returns the range of ranks of each scheme that the intervals allow."""
    lows, highs = (sorted(one[end] for one in times.values()) for end in (1, 2))
    return {
        name: (1 + bisect.bisect_left(highs, one[1] / 1.01), bisect.bisect_right(lows, one[2] * 1.01))
        for name, one in times.items()
    }


def compared(roles, pair, times):
    """Returns a comparison of two choices."""
    a, b = (times[name] for name in pair)
    verdict = "faster" if faster(a, b) else "slower" if faster(b, a) else "tied"
    return {"roles": list(roles), "schemes": pair, "ratio": ratio(a, b), "verdict": verdict}
