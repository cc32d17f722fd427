# SPDX-License-Identifier: MIT
"""Results that scripts/engine-trial writes and scripts/report reads: one engine with different getters, on one CPU.

A CSV file has a line for each program; columns about the whole trial are the same in all lines."""

import csv
import math
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from slidebench_tools.command import OUTPUT, Refused, cause, part_of, replacing

KINDS = ("nnue", "hce", "perft")  # of engines
# The kinds of lookup, in the order of their counts. `both`: a rook's and a bishop's lookup of one square and occupancy
PIECES = ("rook", "bishop", "both", "queen")
STATUSES = BASE, COPY, RESOLVED, NOT_RESOLVED = ("base", "copy", "resolved", "not resolved")
OWN = "own"  # the program with the engine's own getters
SHORT_TURN = 20  # ms: cold caches decide in turns of 1 ms, and do not in turns of 31 to 46 ms


@dataclass(frozen=True)
class Getter:
    """A program of a trial: its cycles per node over the base's, with the interval; nan: unknown."""

    name: str  # a scheme, `own`, or "copy 1"
    status: str
    ratio: float
    lo: float
    hi: float


@dataclass(frozen=True, eq=False)
class Trial:
    """One file of results. The counts of lookups, by piece, are per node."""

    engine: str
    version: str
    commit: str
    kind: str
    cpu: str
    compiler: str
    date: str
    base: str
    cycles_per_node: float  # of the base
    resolution: float  # the largest difference between copies of the base, as a log ratio; inf: unknown
    place: float  # how much the order of starts changes times, as a log ratio (root mean square); nan: unknown
    place_by_chance: float  # the most that `place` is by chance alone, in 95 % of trials
    turn_ms: float  # the median time of a search
    blocks: int  # with enough undisturbed searches
    rounds: int
    links: int
    rook: float
    bishop: float
    both: float
    queen: float
    programs: list[Getter]

    @property
    def name(self) -> str:
        """The engine with its version."""
        return f"{self.engine} {self.version}".strip()

    @property
    def getters(self) -> list[Getter]:
        """The schemes, the base first: all but copies and the engine's own getters."""
        return [program for program in self.programs if program.status != COPY and program.name != OWN]

    @property
    def own(self) -> Getter | None:
        """The engine's own getters."""
        return next((program for program in self.programs if program.name == OWN), None)


COMMON = [field.name for field in fields(Trial) if field.name != "programs"]
TYPES = {field.name: field.type for field in fields(Trial)}
DIGITS = {"cycles_per_node": 2, "turn_ms": 1, **dict.fromkeys(PIECES, 4)}  # all others have 5
LEAST = {"cycles_per_node": 1, "blocks": 1, "rounds": 1, "links": 1, **dict.fromkeys(PIECES, 0)}
RATIOS = ("ratio", "ratio_lo", "ratio_hi")
COLUMNS = [*COMMON, "getter", "status", *RATIOS]


def number_text(name: str, value: float) -> str:
    """Returns a number for a column, "" if it is unknown."""
    return f"{value:.{DIGITS.get(name, 5)}f}" if math.isfinite(value) else ""


def check_writable(path: Path) -> None:
    """Refuses a file that could not be written, before a measurement of some minutes."""
    if path.exists() and not path.is_file():  # a device would be replaced
        raise Refused(f"{path}: not a file, expected FILE.csv", OUTPUT)
    part_of(path).touch()
    part_of(path).unlink()


def write_trial(path: Path, trial: Trial) -> None:
    """Writes a result whole or not at all."""
    common = {name: getattr(trial, name) for name in COMMON}
    common |= {name: number_text(name, common[name]) for name in COMMON if TYPES[name] is float}
    with replacing(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for getter in trial.programs:
            ratios = (number_text("ratio", value) for value in (getter.ratio, getter.lo, getter.hi))
            writer.writerow([*common.values(), getter.name, getter.status, *ratios])


def read_csv(path: Path, columns: list[str]) -> list[dict[str, str]]:
    """Returns the lines of a CSV; refuses one with other columns."""
    try:
        with open(path, newline="") as file:
            reader = csv.DictReader(file)
            lines = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path}: {cause(error)}") from None
    if reader.fieldnames != columns:
        raise Refused(f"{path}:1: expected the columns {','.join(columns)}")
    return lines


def number(place: str, line: dict[str, str], name: str) -> float:
    """Returns a number of a line, nan if it is empty."""
    try:
        return float(line[name]) if line[name] else math.nan
    except (TypeError, ValueError):
        raise Refused(f"{place}: {name} is {line[name]!r}, expected a number") from None


def read_getter(place: str, line: dict[str, str]) -> Getter:
    """Returns the program of a line; refuses impossible values."""
    ratio, low, high = (number(place, line, name) for name in RATIOS)
    if line["status"] not in STATUSES:
        raise Refused(f"{place}: status is {line['status']!r}, expected {', '.join(STATUSES)}")
    if not 0 < low <= ratio <= high and (line["status"] in (BASE, RESOLVED) or not math.isnan(ratio + low + high)):
        raise Refused(f"{place}: expected 0 < ratio_lo <= ratio <= ratio_hi")
    return Getter(line["getter"], line["status"], ratio, low, high)


def read_trial(path: Path) -> Trial:
    """Reads a result; refuses one with an impossible value, or without a base."""
    lines = {f"{path}:{i}": line for i, line in enumerate(read_csv(path, COLUMNS), 2)}
    programs = [read_getter(place, line) for place, line in lines.items()]
    bases = [place for place, line in lines.items() if line["status"] == BASE]
    if len(bases) != 1:
        raise Refused(f"{path}: {len(bases)} lines with the status base, expected one")
    place, line = bases[0], lines[bases[0]]
    facts: dict[str, Any] = {name: line[name] if TYPES[name] is str else number(place, line, name) for name in COMMON}
    if facts["kind"] not in KINDS:
        raise Refused(f"{place}: kind is {facts['kind']!r}, expected {', '.join(KINDS)}")
    for name, least in LEAST.items():
        if not least <= facts[name] < math.inf:
            raise Refused(f"{place}: {name} is {line[name]!r}, expected {least} or more")
    facts |= {name: int(facts[name]) for name in COMMON if TYPES[name] is int}
    if math.isnan(facts["resolution"]):
        facts["resolution"] = math.inf
    return Trial(**facts, programs=programs)
