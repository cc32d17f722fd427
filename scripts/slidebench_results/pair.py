# SPDX-License-Identifier: MIT
"""Reads a result, a CSV and the JSON beside it, and finds all that is wrong with the pair by itself."""

import csv
import json
import math
import re
import zlib

import fields
import intervals

PARTIAL = re.compile(r"-partial(-\d+)?$")  # the end of an interrupted run's name
ENOUGH = 6  # processes for an interval that holds 95 %
OK_SHARE = 0.9  # of the rows that the CPU supports: fewer in an interrupted run, and what is missing may matter
MODELS = {
    "Granite Rapids": (173, 174)
}  # Intel's numbers of it: results without the flag inferred the name from any other number
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:\s"]+|\n')


class Pair:
    """.record is the JSON; .rows are the lines of the CSV, each with its JSON row's members "mock", "process_cycles" and
    "process_ns"; .problems are (file, line, severity, text). If .broken, neither record nor rows may be used."""

    def __init__(self, stem):
        self.csv_path, self.json_path = (stem.with_name(stem.name + suffix) for suffix in (".csv", ".json"))
        self.stem, self.record, self.rows, self.problems = stem, None, [], []
        self.broken = not (self.read_json() and self.read_csv() and self.join())
        if not self.broken:
            self.check_partial()
            self.check_rows()
        if not self.broken:
            self.check_checksums()

    def error(self, path, line, text):
        self.problems.append((path, line, "error", text))

    def warn(self, path, line, text):
        self.problems.append((path, line, "warning", text))

    @property
    def processes(self):
        """Processes that a run requested; of an interrupted run, those that it ended."""
        if not self.record["partial"]:
            return self.record["options"]["processes"]
        return max((len(row["process_cycles"]) for row in self.rows), default=0)

    @property
    def microarchitecture(self):
        """The name as the program prints it: "Granite Rapids (inferred)", "Zen 5"."""
        machine = self.record["machine"]
        name = machine["microarchitecture"]
        inferred = machine.get(
            "microarchitecture_inferred", name in MODELS and machine.get("model") not in MODELS[name]
        )
        return f"{name} (inferred)" if inferred else name

    def failed(self):
        return any(severity == "error" for *_, severity, _ in self.problems)

    def read_text(self, path):
        """The file's text with its private spots pointed at; None if it cannot be read."""
        try:
            self.raw = path.read_bytes()
            text = self.raw.decode("ascii")
        except OSError as error:
            return self.error(path, 0, f"{error.strerror}; a result is a .csv and a .json of the same name")
        except UnicodeDecodeError as error:
            return self.error(
                path,
                self.raw[: error.start].count(b"\n") + 1,
                f"byte 0x{self.raw[error.start]:02x}, expected ASCII text",
            )
        for number, line in enumerate(text.split("\n"), 1):
            if found := fields.PRIVATE_TEXT.search(line):
                self.error(
                    path, number, f"{found[0]!r} names a person, a host or a home folder, expected nothing private"
                )
        return text

    # ---- JSON ----

    def read_json(self):
        text = self.read_text(self.json_path)
        if text is None:
            return False
        try:
            record = json.loads(text)
        except json.JSONDecodeError as error:
            return self.error(self.json_path, error.lineno, f"{error.msg}, expected JSON")
        except (RecursionError, ValueError) as error:  # nested too deeply; a number of thousands of digits
            return self.error(self.json_path, 1, f"{error}, expected the JSON of a run")
        self.lines = lines_of(text)
        if not isinstance(record, dict) or record.get("format") != fields.FORMAT:
            found = record.get("format") if isinstance(record, dict) else None
            return self.error(
                self.json_path, self.lines.get(("format",), 1), f"format is {found!r}, expected {fields.FORMAT}"
            )
        if not self.check_object(record, fields.RUN, ()):
            return False
        rows = enumerate(record["rows"])
        if not all([self.check_object(row, fields.ROW, ("rows", i)) and self.check_series(row, i) for i, row in rows]):
            return False
        self.record = record
        if record["machine"]["emulated"]:
            self.error(
                self.json_path,
                self.lines["machine", "emulated"],
                "the CPU was emulated, expected a real one: nothing is timed under an emulator",
            )
        return True

    def check_object(self, value, members, path):
        name = ".".join(map(str, path)) or "the file"
        if not isinstance(value, dict):
            return self.error(self.json_path, self.lines.get(path, 1), f"{name} is {value!r:.60}, expected an object")
        before = len(self.problems)
        for key, kind in members.items():
            at = (*path, key)
            if key in value:
                self.check_member(value[key], kind, at)
            elif at not in fields.OPTIONAL_MEMBERS:
                self.error(
                    self.json_path,
                    self.lines.get(path, 1),
                    f"{name} lacks {key!r}, expected {kind.expected if hasattr(kind, 'expected') else 'an object'}",
                )
        for key in value.keys() - members.keys():
            if fields.PRIVATE_KEY.fullmatch(key):
                self.error(self.json_path, self.lines[(*path, key)], f"{name} has {key!r}, expected nothing private")
            for at, text in texts(value[key], (*path, key)):
                self.check_member(text, fields.MAYBE_TEXT, at)  # of a member that is not known here, too
        return len(self.problems) == before

    def check_member(self, value, kind, path):
        if isinstance(kind, dict):
            self.check_object(value, kind, path)
        elif not kind.accepts(value):
            self.error(
                self.json_path,
                self.lines[path],
                f"{'.'.join(map(str, path))} is {value!r:.60}, expected {kind.expected}",
            )
        elif isinstance(kind, fields.ListOf):
            for i, each in enumerate(value):
                self.check_member(each, kind.each, (*path, i))

    def check_series(self, row, i):
        for name, kind in (("process_cycles", fields.CYCLES), ("process_ns", fields.NS)):
            for j, value in enumerate(row[name]):
                if not kind.accepts(value):
                    return self.error(
                        self.json_path,
                        self.lines["rows", i, name, j],
                        f"{name} of {row['scheme']} holds {value!r:.60}, expected {kind.expected} or null",
                    )
        if len(row["process_cycles"]) != len(row["process_ns"]):
            return self.error(
                self.json_path,
                self.lines["rows", i],
                f"{len(row['process_cycles'])} processes' cycles and {len(row['process_ns'])} processes' ns, expected as many",
            )
        return True

    # ---- CSV ----

    def read_csv(self):
        text = self.read_text(self.csv_path)
        if text is None:
            return False
        crc = f"{zlib.crc32(self.raw):08x}"
        if crc != self.record["csv_crc32"]:
            self.error(
                self.json_path,
                self.lines[("csv_crc32",)],
                f"csv_crc32 is {self.record['csv_crc32']}, but the .csv has {crc}, expected the .csv as it was saved",
            )
        try:
            lines = list(csv.reader(text.splitlines(), strict=True))
        except csv.Error as error:
            return self.error(self.csv_path, 1, f"{error}, expected CSV")
        if not lines or not text.endswith("\n"):
            return self.error(self.csv_path, max(len(lines), 1), "the file ends early, expected whole lines")
        required = fields.COLUMNS.keys() - fields.OPTIONAL_COLUMNS
        if missing := required - set(lines[0]):
            return self.error(
                self.csv_path, 1, f"no column {', '.join(sorted(missing))}, expected {len(required)} named columns"
            )
        self.columns = lines[0]
        for name in lines[0]:
            if lines[0].count(name) > 1:
                return self.error(self.csv_path, 1, f"two columns {name!r}, expected one")
            if name not in fields.COLUMNS:
                self.warn(self.csv_path, 1, f"column {name!r:.40} is not known here")
        for number, line in enumerate(lines[1:], 2):
            if len(line) != len(lines[0]):
                return self.error(self.csv_path, number, f"{len(line)} fields, expected {len(lines[0])}")
            self.rows.append(dict(zip(lines[0], line), line=number))
        return True

    def join(self):
        """Each line with its row of the JSON: the program writes both in the same order."""
        if len(self.rows) != len(self.record["rows"]):
            return self.error(
                self.csv_path,
                len(self.rows) + 1,
                f"{len(self.rows)} rows, but {len(self.record['rows'])} in the .json, expected as many",
            )
        seen = {}
        for i, (row, other) in enumerate(zip(self.rows, self.record["rows"])):
            key = tuple(row[k] for k in fields.KEY)
            if key in seen:
                return self.error(
                    self.csv_path,
                    row["line"],
                    f"{' '.join(key)} was there on line {seen[key]}, expected one line a row",
                )
            seen[key] = row["line"]
            for name in (*fields.KEY, "status"):
                if row[name] != other[name]:
                    return self.error(
                        self.csv_path,
                        row["line"],
                        f"{name} is {row[name]!r:.60}, but {other[name]!r} on line {self.lines['rows', i, name]} of the .json, expected the same",
                    )
            row.update(
                {name: other[name] for name in ("mock", "process_cycles", "process_ns")}, twin=other.get("twin") or ""
            )
        return True

    def check_partial(self):
        """An interrupted run is accepted if its name and its size follow the rule of scripts/check-results."""
        partial, line = self.record["partial"], self.lines[("partial",)]
        if partial != bool(PARTIAL.search(self.stem.name)):
            expected = "a name that ends in -partial" if partial else "no -partial in the name of a whole run"
            self.error(
                self.json_path,
                line,
                f"partial is {str(partial).lower()} in the file {self.stem.name}, expected {expected}",
            )
        if not partial:
            return
        supported = [row for row in self.rows if not row["status"].startswith("unsupported")]
        ok = sum(row["status"] == "ok" for row in supported)
        if self.processes < ENOUGH:
            self.error(
                self.json_path,
                line,
                f"the run was interrupted after {self.processes} processes, expected {ENOUGH} or more",
            )
        elif ok < OK_SHARE * len(supported):
            self.error(
                self.json_path,
                line,
                f"the run was interrupted and {ok} of {len(supported)} supported rows are ok, expected {OK_SHARE:.0%}",
            )
        else:
            self.warn(self.json_path, line, f"the run was interrupted after {self.processes} processes")

    def check_rows(self):
        columns = {name: fields.COLUMNS.get(name, fields.MAYBE_TEXT) for name in self.columns}
        agreed = {
            "cpu": self.record["machine"]["slug"],
            "level": self.record["level"],
            "compiler": self.record["compiler"],
            "microarchitecture": self.microarchitecture,
        }
        agreed = {name: expected for name, expected in agreed.items() if name in columns}
        for row in self.rows:
            wrong = {name for name, kind in columns.items() if not kind.accepts_text(row[name])}
            for name in sorted(wrong):
                self.error(
                    self.csv_path, row["line"], f"{name} is {row[name]!r:.60}, expected {columns[name].expected}"
                )
            for name, expected in agreed.items():
                if row[name] != expected:
                    self.error(
                        self.csv_path,
                        row["line"],
                        f"{name} is {row[name]!r:.60}, expected {expected!r} as in the .json",
                    )
            if not wrong:
                self.check_figures(row)
            self.broken = self.broken or bool(wrong)

    def check_figures(self, row):
        """Figures stand in rows that are ok and in no other, and they are those of the processes."""
        known = [name for name in ("cycles", "ns", "ghz") if row[name]]
        if row["status"] != "ok":
            if known:
                self.error(
                    self.csv_path,
                    row["line"],
                    f"{known[0]} is {row[known[0]]} in a row that is {row['status']}, expected none",
                )
            return
        if len(known) < 3:
            self.error(self.csv_path, row["line"], "a row that is ok lacks its figures, expected cycles, ns and ghz")
            self.broken = True
            return
        for unit in "cycles", "ns":
            figures = [float(row[name]) if row[name] else math.nan for name in (unit, unit + "_lo", unit + "_hi")]
            if figures[1] > figures[0] or figures[2] < figures[0]:
                self.error(
                    self.csv_path,
                    row["line"],
                    f"{unit} is {row[unit]}, expected it between {row[unit + '_lo']} and {row[unit + '_hi']}",
                )
                continue
            series = [v for v in row["process_" + unit] if v is not None]
            found = intervals.interval(series, intervals.confidence(1, len(series))) if series else (math.nan,) * 3
            for name, figure, own in zip(("median", "lower end", "upper end"), figures, found):
                if not (math.isnan(figure) and math.isnan(own)) and not math.isclose(
                    figure, own, rel_tol=1e-4, abs_tol=1e-3
                ):
                    self.error(
                        self.csv_path,
                        row["line"],
                        f"{unit}: the {name} is {figure}, expected {own:.4f} from the processes in the .json",
                    )
                    break
        if not math.isclose(float(row["ns"]) * float(row["ghz"]), float(row["cycles"]), rel_tol=0.25):
            self.error(
                self.csv_path,
                row["line"],
                f"{row['cycles']} cycles in {row['ns']} ns, expected {float(row['ns']) * float(row['ghz']):.4f} at {row['ghz']} GHz",
            )

    def check_checksums(self):
        """All schemes gave the same answers to the same questions, or one of them was wrong."""
        first = {}
        for row in self.rows:
            question = tuple(row[k] for k in (*fields.QUESTION, "queries"))
            if row["status"] == "ok" and not row["mock"]:
                expected = first.setdefault(question, row)
                if not row["checksum"] or row["checksum"] != expected["checksum"]:
                    text = f"checksum is {row['checksum']!r}, expected {expected['checksum']!r} as on line {expected['line']}"
                    self.error(self.csv_path, row["line"], text + ": the same questions, the same answers")


def texts(value, path):
    """(path, text) of each text in a value of JSON."""
    left = [(path, value)]
    while left:
        path, value = left.pop()
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, (dict, list)):
            left += [
                ((*path, key), each) for key, each in (value.items() if isinstance(value, dict) else enumerate(value))
            ]


def lines_of(text):
    """{path of members and indices: line} of each value in a text that is JSON."""
    lines, path, number = {}, [], 1
    for token in TOKEN.findall(text):
        if token == "\n":
            number += 1
        elif token in "]}":
            path.pop()
        elif token == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            path[-1] = json.loads(token)  # a member's name
        elif token != ":":
            lines[tuple(path)] = number
            if token in "[{":
                path.append(0 if token == "[" else None)
    return lines
