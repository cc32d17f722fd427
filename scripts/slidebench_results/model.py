# SPDX-License-Identifier: MIT
"""A result in memory: the names are those of format 2, whichever format its two files have."""

import re
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from slidebench_results import schema

Row: TypeAlias = dict[str, Any]

PARTIAL = re.compile(r"-partial(-\d+)?$")  # the end of an interrupted run's name
# Intel's model numbers. Results without the flag inferred the name from any other number.
MODELS = {"Granite Rapids": (173, 174)}


class Problem(NamedTuple):
    """One fault of a result, at a line from 1; 0: at no line."""

    path: Path
    line: int
    severity: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line or ''}{':' if self.line else ''} {self.severity}: {self.text}"


class Result:
    """The two files of a run. `record` is the JSON. `rows` are the lines of the CSV as text, each with its "line" and
    with the JSON row's "mock", "twin", "process_cycles" and "process_ns". If `broken`, neither may be used."""

    def __init__(self, stem: Path) -> None:
        self.stem = stem
        self.csv_path, self.json_path = (stem.with_name(stem.name + suffix) for suffix in (".csv", ".json"))
        self.format = schema.FORMATS[2]
        self.record: dict[str, Any] = {}
        self.rows: list[Row] = []
        self.columns: list[str] = []  # as the CSV names them
        self.texts: dict[Path, str] = {}  # {file: its text}
        self.lines: dict[schema.Path, int] = {}  # {value of the JSON, as the file names it: line}
        self.problems: list[Problem] = []
        self.broken = False

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

    def name_of(self, column: str) -> str:
        """Returns the name of a column in the file, for messages."""
        return self.format.name_of(column)

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted."""
        return bool(self.record["partial"])

    @property
    def processes(self) -> int:
        """The processes requested; of an interrupted run, those that ended."""
        if not self.partial:
            return int(self.record["options"]["processes"])
        return max((len(row["process_cycles"]) for row in self.rows), default=0)

    @property
    def microarchitecture(self) -> str:
        """The name as the program prints it: "Granite Rapids (inferred)", "Zen 5"."""
        machine = self.record["machine"]
        name = str(machine["microarchitecture"])
        inferred = machine.get(
            "microarchitecture_inferred", name in MODELS and machine.get("model") not in MODELS[name]
        )
        return f"{name} (inferred)" if inferred else name
