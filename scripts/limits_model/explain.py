# SPDX-License-Identifier: MIT
"""Times copies of loops on this machine, and derives from them why a loop misses its limit."""

import csv
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from limits_model.copies import copies, still_waiting
from limits_model.core import Core, Texts
from limits_model.timed_loops import time_loops
from slidebench_tools.command import Refused

Loop: TypeAlias = tuple[str, str, Texts, list[int]]  # scheme, piece, its instructions and their lengths in bytes
Row: TypeAlias = dict[str, Any]

KEPT = Path(__file__).resolve().parent / "timed_copies"
COLUMNS = ("scheme", "piece", "instructions", "waiting", "nops", "free")
PASSES = 9  # processes, of which the median counts: the front end may be in another state in each

FRONT_END = (
    "the front end: the largest part of the distance is from the limit to **nops**. It supplies its full width only "
    "in loops of some lengths"
)
PIPES = (
    "the pipes: the largest part of the distance is from **nops** to **free**. Operations are not distributed evenly, "
    "or arrive unevenly from the front end"
)
WAITING = (
    "waiting: the largest part of the distance is from **free** to **measured**. Instructions that wait for "
    "earlier ones of their query, or for data, fill the schedulers, so that too few queries overlap. Data may be "
    "beyond the first-level cache, or in lines of it that are slow to read together"
)


def print_times(loops: Iterable[Loop], core: Core) -> int:
    """Prints the cycles per round of the copies of each loop that can be copied."""
    made = [(scheme, piece, texts, copies(texts, lengths, core)) for scheme, piece, texts, lengths in loops]
    made = [row for row in made if row[3][0]]
    passes = [time_loops([copy for row in made for copy in row[3]]) for _ in range(PASSES)]
    typical = [*map(median, zip(*passes))]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (scheme, piece, texts, _), nops, free in zip(made, typical[::2], typical[1::2]):
        writer.writerow((scheme, piece, len(texts), still_waiting(texts), f"{nops:.2f}", f"{free:.2f}"))
    return 0


def add_copies(rows: list[Row], cpu: str) -> None:
    """Adds the kept times of copies to the rows of the loops that they were copied from; "" for other rows."""
    path = KEPT / f"{cpu}.csv"
    kept: dict[tuple[str, ...], Row] = {}
    try:
        with open(path, newline="") as file:
            for line in csv.DictReader(file):
                times = {"nops": float(line["nops"]), "free": float(line["free"])}
                kept[line["scheme"], line["piece"], line["instructions"]] = times
    except FileNotFoundError:
        pass
    except (OSError, KeyError, TypeError, ValueError, csv.Error) as error:
        raise Refused(f"{path}: expected the columns {', '.join(COLUMNS)}: {error!r}") from None
    for row in rows:
        missing = {"nops": "", "free": ""}
        row |= kept.get((row["scheme"], row["piece"], str(row["instructions"])), missing)


def reason(row: Row) -> str:
    """Returns the largest step from the limit over the two copies to the measured value; "unknown" without copies."""
    if row["nops"] == "":
        return "unknown"
    front_end = max(row["limit"], min(row["nops"], row["cycles"]))
    pipes = max(front_end, min(row["free"], row["cycles"]))
    steps = {FRONT_END: front_end - row["limit"], PIPES: pipes - front_end, WAITING: row["cycles"] - pipes}
    return max(steps, key=lambda name: steps[name])
