# SPDX-License-Identifier: MIT
"""Results of scripts/engine-trial, which writes them, and scripts/report reads them: one engine with different getters,
on one CPU. A CSV has a line for each getter; the other columns are the same in all lines."""

import csv
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidebench_tools.command import OUTPUT, Refused, cause

KINDS = ("nnue", "hand-made", "perft")  # of engines
PIECES = ("rook", "bishop", "both", "queen")  # `both`: a rook's and a bishop's lookup of one square and occupancy
STATUSES = BASE, CONTROL, RESOLVED, NOT_RESOLVED = ("base", "control", "resolved", "not resolved")
TEXTS = ("engine", "version", "commit", "kind", "cpu", "compiler", "base")
COUNTS = ("blocks", "rounds", "layouts")
NUMBERS = {"ratio": 5, "ratio_lo": 5, "ratio_hi": 5, "cycles_per_node": 2, "resolution": 5}  # {column: digits}
SHORT_TURN = 20  # ms: cold caches decide in turns of 1 ms, and do not in turns of 31 to 46 ms
TURN = "turn_ms"  # empty in results from before it was recorded
COLUMNS = [*TEXTS, "getter", "status", *NUMBERS, *COUNTS, TURN, *PIECES]


@dataclass(frozen=True)
class Getter:
    """A program of a trial: its cycles per node over the base's, with the interval; nan: too few undisturbed turns."""

    name: str  # a scheme, `own`, or what a control is
    status: str
    ratio: float
    lo: float
    hi: float
    cycles_per_node: float


@dataclass(frozen=True, eq=False)
class Trial:
    """One file. `lookups` are those per node, by piece; `resolution` is the largest log ratio that copies of the base
    show, inf if unknown; `turn_ms` is the median time of a search, nan if unknown."""

    engine: str
    version: str
    commit: str
    kind: str
    cpu: str
    compiler: str
    base: str
    resolution: float
    blocks: int
    rounds: int
    layouts: int
    turn_ms: float
    lookups: dict[str, float]
    programs: list[Getter]

    @property
    def name(self) -> str:
        """The engine with its version."""
        return f"{self.engine} {self.version}".strip()

    @property
    def getters(self) -> list[Getter]:
        """The programs that are compared with the base."""
        return [program for program in self.programs if program.status in (RESOLVED, NOT_RESOLVED)]

    @property
    def cycles(self) -> float:
        """The base's cycles per node."""
        return next(program.cycles_per_node for program in self.programs if program.status == BASE)


def check_writable(path: Path) -> None:
    """Refuses a file that could not be written, before a measurement of some minutes."""
    part = Path(f"{path}.part")
    try:
        if path.exists() and not path.is_file():  # a device would be replaced
            raise Refused(f"{path}: not a file, expected FILE.csv", OUTPUT)
        part.touch()
        part.unlink()
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}", OUTPUT) from None


def write(path: Path, trial: Trial) -> None:
    """Writes a result whole or not at all."""
    common: dict[str, Any] = {name: getattr(trial, name) for name in (*TEXTS, *COUNTS)}
    common |= {piece: f"{lookups:.4f}" for piece, lookups in trial.lookups.items()}
    common[TURN] = f"{trial.turn_ms:.1f}" if math.isfinite(trial.turn_ms) else ""
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            for getter in trial.programs:
                values = (getter.ratio, getter.lo, getter.hi, getter.cycles_per_node, trial.resolution)
                numbers = {
                    name: f"{value:.{digits}f}" if math.isfinite(value) else ""
                    for (name, digits), value in zip(NUMBERS.items(), values)
                }
                writer.writerow({**common, "getter": getter.name, "status": getter.status, **numbers})
        part.replace(path)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}", OUTPUT) from None


def read_line(place: str, line: dict[str, str]) -> dict[str, float]:
    """Returns the numbers of a line, nan for those that are empty; refuses others."""
    values = {}
    for name in (*NUMBERS, *COUNTS, TURN, *PIECES):
        try:
            values[name] = float(line[name]) if line[name] else math.nan
        except (TypeError, ValueError):
            raise Refused(f"{place}: {name} is {line[name]!r}, expected a number") from None
    status = line["status"]
    if line["kind"] not in KINDS or status not in STATUSES:
        raise Refused(f"{place}: expected a kind of {', '.join(KINDS)}; a status of {', '.join(STATUSES)}")
    ends = (values["ratio_lo"], values["ratio"], values["ratio_hi"])
    unknown = any(map(math.isnan, ends)) and status in (CONTROL, NOT_RESOLVED)
    if not unknown and not ends[0] <= ends[1] <= ends[2]:
        raise Refused(f"{place}: expected ratio_lo <= ratio <= ratio_hi")
    if status == BASE and (not values["cycles_per_node"] > 0 or any(not values[piece] >= 0 for piece in PIECES)):
        raise Refused(f"{place}: expected cycles_per_node and the lookups of the base")
    return values


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


def read(path: Path) -> Trial:
    """Reads a result; refuses one with an impossible value, or without a base."""
    lines = read_csv(path, COLUMNS)
    values = [read_line(f"{path}:{number}", line) for number, line in enumerate(lines, 2)]
    bases = [i for i, line in enumerate(lines) if line["status"] == BASE]
    if len(bases) != 1:
        raise Refused(f"{path}: {len(bases)} lines with the status base, expected one")
    text, number = lines[bases[0]], values[bases[0]]
    facts: dict[str, Any] = {name: text[name] for name in TEXTS} | {name: int(number[name]) for name in COUNTS}
    return Trial(
        **facts,
        resolution=math.inf if math.isnan(number["resolution"]) else number["resolution"],
        turn_ms=number[TURN],
        lookups={piece: number[piece] for piece in PIECES},
        programs=[
            Getter(line["getter"], line["status"], *(value[name] for name in [*NUMBERS][:4]))
            for line, value in zip(lines, values)
        ],
    )
