# SPDX-License-Identifier: MIT
"""Reads the results of scripts/engine-trial: one engine with different getters, on one CPU."""

import csv
import math
from dataclasses import dataclass
from pathlib import Path

from engines.trial_format import BASE, COLUMNS, CONTROL, KINDS, NOT_RESOLVED, NUMBERS, PIECES, RESOLVED, STATUSES
from slidebench_tools.command import Refused, cause


@dataclass(frozen=True)
class Getter:
    """A scheme in the engine: its cycles per node over the base's, with the interval; nan: too few undisturbed
    turns."""

    name: str
    ratio: float
    lo: float
    hi: float
    resolved: bool


@dataclass(frozen=True, eq=False)
class Trial:
    """One file. `lookups` are those per node, by piece; `cycles` the base's per node; `resolution` the largest change
    that copies of the base show, inf if unknown."""

    engine: str  # with its version
    commit: str
    kind: str
    cpu: str
    compiler: str
    base: str
    cycles: float
    resolution: float
    blocks: int
    rounds: int
    lookups: dict[str, float]
    getters: list[Getter]


def read_line(path: Path, number: int, line: dict[str, str]) -> dict[str, float]:
    """Returns the numbers of a line, nan for those that are empty; refuses others."""
    values = {}
    for name in NUMBERS:
        try:
            values[name] = float(line[name]) if line[name] else math.nan
        except (TypeError, ValueError):
            raise Refused(f"{path}:{number}: {name} is {line[name]!r}, expected a number") from None
    if line["kind"] not in KINDS or line["status"] not in STATUSES:
        raise Refused(f"{path}:{number}: expected a kind of {', '.join(KINDS)}; a status of {', '.join(STATUSES)}")
    ends = (values["ratio_lo"], values["ratio"], values["ratio_hi"])
    unknown = any(map(math.isnan, ends)) and line["status"] in (CONTROL, NOT_RESOLVED)
    if not unknown and not ends[0] <= ends[1] <= ends[2]:
        raise Refused(f"{path}:{number}: expected ratio_lo <= ratio <= ratio_hi")
    return values


def read(path: Path) -> Trial:
    """Reads a result; refuses one with other columns, an impossible value, or without a base."""
    try:
        with open(path, newline="") as file:
            reader = csv.DictReader(file)
            lines = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path}: {cause(error)}") from None
    if reader.fieldnames != COLUMNS:
        raise Refused(f"{path}:1: expected the columns {','.join(COLUMNS)}")
    values = [read_line(path, number, line) for number, line in enumerate(lines, 2)]
    bases = [i for i, line in enumerate(lines) if line["status"] == BASE]
    if len(bases) != 1:
        raise Refused(f"{path}: {len(bases)} lines with the status base, expected one")
    text, number = lines[bases[0]], values[bases[0]]
    if not number["cycles_per_node"] > 0 or any(not number[piece] >= 0 for piece in PIECES):
        raise Refused(f"{path}:{bases[0] + 2}: expected cycles_per_node and the lookups of the base")
    getters = [
        Getter(line["getter"], value["ratio"], value["ratio_lo"], value["ratio_hi"], line["status"] == RESOLVED)
        for line, value in zip(lines, values)
        if line["status"] in (RESOLVED, NOT_RESOLVED)
    ]
    return Trial(
        engine=f"{text['engine']} {text['version']}".strip(),
        commit=text["commit"],
        kind=text["kind"],
        cpu=text["cpu"],
        compiler=text["compiler"],
        base=text["base"],
        cycles=number["cycles_per_node"],
        resolution=math.inf if math.isnan(number["resolution"]) else number["resolution"],
        blocks=int(number["blocks"]),
        rounds=int(number["rounds"]),
        lookups={piece: number[piece] for piece in PIECES},
        getters=getters,
    )
