# SPDX-License-Identifier: MIT
"""Writes results: a table for the terminal, and a CSV with one line per program."""

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path

from engines.trial.description import Description
from engines.trial.estimate import Estimate
from engines.trial_format import BASE, COLUMNS, PIECES
from slidebench_tools.command import OUTPUT, Refused


@dataclass(frozen=True)
class Setting:
    """What all lines of a result have in common."""

    engine: Description
    cpu: str
    compiler: str
    base: str
    blocks: int
    rounds: int
    layouts: int
    resolution: float
    lookups: dict[str, float]  # per node, by piece; a rook's and bishop's of one square are `both`


@dataclass(frozen=True)
class Row:
    """One program of a result."""

    getter: str
    status: str
    estimate: Estimate


def number(value: float, digits: int) -> str:
    """Returns a number as text; empty if it is unknown."""
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def csv_text(setting: Setting, rows: list[Row]) -> str:
    """Returns the CSV."""
    engine = setting.engine
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(
            [
                *(engine.name, engine.version, engine.commit, engine.kind, setting.cpu, setting.compiler),
                *(setting.base, row.getter, row.status, *(number(end, 5) for end in row.estimate.ratio)),
                *(number(row.estimate.cycles_per_node, 2), number(setting.resolution, 5)),
                *(setting.blocks, setting.rounds, setting.layouts),
                *(number(setting.lookups[piece], 4) for piece in PIECES),
            ]
        )
    return text.getvalue()


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


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text)
        part.replace(path)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}", OUTPUT) from None


def lookups_text(lookups: dict[str, float]) -> str:
    """Returns a line about the lookups per node."""
    pieces = ", ".join(f"{piece} {lookups[piece]:.2f}" for piece in PIECES)
    return f"Lookups per node: {pieces} (both: a rook and a bishop lookup of one square, not counted with those)."


def percent(ratio: float) -> str:
    """Returns a ratio as a change in percent."""
    return "unknown" if math.isnan(ratio) else f"{100 * (ratio - 1):+.2f} %"


def interval_name(blocks: int) -> str:
    """Returns the heading of intervals over blocks, with the confidence that their number allows."""
    return f"{min(95, math.floor(100 * (1 - 2.0 ** (1 - blocks)))):.0f} % interval" if blocks > 1 else "no interval"


def table(setting: Setting, rows: list[Row]) -> str:
    """Returns the table for the terminal."""
    engine = setting.engine
    lines = [
        f"{engine.name} {engine.version} ({engine.kind}) on {setting.cpu}, {setting.compiler}",
        lookups_text(setting.lookups),
        "",
        f"CPU time per search against {setting.base}; below zero is faster",
        f"  {'getter':<24}{'change':>10}   {interval_name(setting.blocks):<22}{'cycles per node':>16}   status",
    ]
    for row in rows:
        middle, low, high = row.estimate.ratio
        interval = "unknown" if math.isnan(low) else f"{percent(low)} to {percent(high)}"
        change, interval = ("", "") if row.status == BASE else (percent(middle), interval)
        cost = number(row.estimate.cycles_per_node, 0)
        lines.append(f"  {row.getter:<24}{change:>10}   {interval:<22}{cost:>16}   {row.status}")
    limit = setting.resolution
    lines += [
        "",
        "The controls are the base's own programs: as copies, and with the objects in another order.",
        f"They differ by up to {'an unknown amount' if math.isnan(limit) else f'{100 * math.expm1(limit):.2f} %'}.",
        "A smaller difference, or one whose interval contains zero, is not resolved: take it as none.",
    ]
    return "\n".join(lines)
