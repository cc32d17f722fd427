# SPDX-License-Identifier: MIT
"""The two files of a result as they are: their text, their structure, and what is wrong with it."""

import csv
import itertools
import json
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from slidebench_results import reader, result, schema
from slidebench_tools.command import Refused

Names: TypeAlias = tuple[str | int, ...]  # members and indices that lead to a value of a JSON

MOST_ERRORS = 20  # of a kind in a file
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:\s"]+|\n')
LINE_BREAK = re.compile(r"(?<!\\)(\\\\)*\\(n|u000a)", re.I)  # to Python, $ in a pattern matches before it
COLUMN = ("piece", "workload", "mode")


class Problem(NamedTuple):
    """One fault of a result, at a line from 1; 0: at no line."""

    path: Path
    line: int
    severity: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line or ''}{':' if self.line else ''} {self.severity}: {self.text}"


class Pair:
    """A result with its problems. `result` is None if its structure is wrong."""

    def __init__(self, stem: Path) -> None:
        self.stem = stem
        self.csv_path, self.json_path = (stem.with_name(stem.name + suffix) for suffix in (".csv", ".json"))
        self.texts: dict[Path, str] = {}
        self.problems: list[Problem] = []
        self.record: Any = None
        self.lines: list[dict[str, str]] = []  # of the CSV, from line 2
        self.result: result.Result | None = None

    def error(self, path: Path, line: int, text: str) -> bool:
        """Notes an error; returns False."""
        self.problems.append(Problem(path, line, "error", text))
        return False

    def warn(self, path: Path, line: int, text: str) -> None:
        """Notes a warning."""
        self.problems.append(Problem(path, line, "warning", text))

    def failed(self) -> bool:
        """Returns whether the result has an error."""
        return any(problem.severity == "error" for problem in self.problems)

    def json_error(self, names: Names, text: str) -> bool:
        """Notes an error at a value of the JSON; returns False."""
        return self.error(self.json_path, lines_of(self.texts[self.json_path])[names], text)

    def read_text(self, path: Path) -> bool:
        """Reads a file, which contains whole lines of printable ASCII."""
        try:
            text = path.read_bytes().decode("latin-1")
        except OSError as error:
            return self.error(path, 0, f"{error.strerror}; expected a .csv and a .json of the same name")
        self.texts[path] = text
        if bad := re.search(r"[^ -~\n]", text):
            line = text.count("\n", 0, bad.start()) + 1
            return self.error(path, line, f"byte 0x{ord(bad[0]):02x}, expected printable ASCII")
        if not text.endswith("\n"):
            return self.error(path, text.count("\n") + 1, "the file ends early, expected whole lines")
        return True

    def read_json(self) -> bool:
        """Reads the JSON and checks it by the schema."""
        path, text = self.json_path, self.texts[self.json_path]
        try:
            self.record = json.loads(text, parse_constant=refuse)
        except json.JSONDecodeError as error:
            return self.error(path, error.lineno, f"{error.msg}, expected JSON")
        except (RecursionError, ValueError) as error:  # nested too deeply; thousands of digits; NaN
            return self.error(path, 1, f"{error}, expected the JSON of a run")
        if bad := LINE_BREAK.search(text):
            line = text.count("\n", 0, bad.start()) + 1
            return self.error(path, line, "a line break in a text, expected none")
        for fault in itertools.islice(schema.VALIDATOR.iter_errors(self.record), MOST_ERRORS):
            self.json_error(tuple(fault.absolute_path), schema.message(fault))
        return not self.failed()

    def read_csv(self) -> bool:
        """Reads the CSV and checks its cells by the schema."""
        path, text = self.csv_path, self.texts[self.csv_path]
        try:
            first, *lines = csv.reader(text.splitlines(), strict=True)
        except csv.Error as error:
            return self.error(path, 1, f"{error}, expected CSV")
        if first != list(schema.CSV):
            wrong = next((a or b for a, b in itertools.zip_longest(first, schema.CSV) if a != b), "")
            return self.error(path, 1, f"columns differ from {wrong!r:.40} on, expected those of results/schema.json")
        for number, cells in enumerate(lines, 2):
            if len(cells) != len(first):
                return self.error(path, number, f"{len(cells)} fields, expected {len(first)}")
            self.lines.append(dict(zip(first, cells)))
        faults = (
            (number, name, cell)
            for number, line in enumerate(self.lines, 2)
            for name, cell in line.items()
            if not schema.accepts(name, cell)
        )
        for number, name, cell in itertools.islice(faults, MOST_ERRORS):
            self.error(path, number, f"{name} is {cell!r:.60}, expected {schema.expected_of(name)}")
        return not self.failed()

    def check_rows(self) -> bool:
        """Checks that both files have the same rows in the same order."""
        columns = self.record["columns"]
        rows = [{"status": "ok", "reason": "", **column, **row} for column in columns for row in column["rows"]]
        if len(rows) != len(self.lines):
            text = f"{len(self.lines)} rows, but {len(rows)} in the .json, expected the same number"
            return self.error(self.csv_path, len(self.lines) + 1, text)
        for number, (row, line) in enumerate(zip(rows, self.lines), 2):
            for name in (*COLUMN, "scheme", "status", "reason"):
                if row[name] != line[name]:
                    text = f"{name} is {line[name]!r:.60}, but {row[name]!r:.60} in the .json, expected the same"
                    return self.error(self.csv_path, number, text)
        return all([self.check_column(i, column) for i, column in enumerate(columns)])

    def check_column(self, i: int, column: dict[str, Any]) -> bool:
        """Checks that a column is there once, its rows are in the order of the schemes, and its choices among them."""
        key = [column[name] for name in COLUMN]
        if any([other[name] for name in COLUMN] == key for other in self.record["columns"][:i]):
            return self.json_error(("columns", i), f"{' '.join(key)} is there twice, expected each column once")
        names = [row["scheme"] for row in column["rows"]]
        if names != [scheme["name"] for scheme in self.record["schemes"] if scheme["name"] in names]:
            text = f"the schemes in {' '.join(key)} are not those of the run, in its order, expected one row for each"
            return self.json_error(("columns", i, "rows"), text)
        ended = self.record["processes_ended"]
        for j, row in enumerate(column["rows"]):
            if any(len(row.get(name, [])) not in (0, ended) for name in ("process_cycles", "process_ns")):
                text = f"{row['scheme']} has values of another number of processes than {ended}, expected one for each"
                return self.json_error(("columns", i, "rows", j), text)
        for j, choice in enumerate(column["choices"]):
            if choice["scheme"] not in names:
                text = f"the choice {choice['scheme']} has no row in {' '.join(key)}, expected one of its schemes"
                return self.json_error(("columns", i, "choices", j), text)
        return True

    def check_crc(self) -> None:
        """Checks that the CSV is the one that was saved with the JSON."""
        crc = f"{zlib.crc32(self.texts[self.csv_path].encode()):08x}"
        if crc != self.record["csv_crc32"]:
            text = f"csv_crc32 is {self.record['csv_crc32']}, but the .csv has {crc}, expected the .csv as it was saved"
            self.json_error(("csv_crc32",), text)


def refuse(constant: str) -> None:
    """Refuses NaN and infinities, which Python reads and JSON does not have."""
    raise ValueError(constant)


def check_pair(stem: Path) -> Pair:
    """Reads a result and checks all that two files can show."""
    pair = Pair(stem)
    whole = all(pair.read_text(path) for path in (pair.json_path, pair.csv_path))
    if whole and all([pair.read_json(), pair.read_csv()]) and pair.check_rows():
        pair.check_crc()
        pair.result = result.load(stem)
    return pair


def load(path: Path) -> result.Result:
    """Reads a result to compute with; raises Refused with its first error."""
    pair = check_pair(reader.stem_of(path))
    if pair.problems:
        raise Refused(pair.problems[0])
    assert pair.result
    return pair.result


def lines_of(text: str) -> dict[Names, int]:
    """Returns {members and indices: line} of each value in a text that is JSON."""
    lines: dict[Names, int] = {}
    path: list[Any] = []
    number = 1
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
