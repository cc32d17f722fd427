# SPDX-License-Identifier: MIT
"""Checks that both files of a result contain what the program concludes from the values of its processes."""

import csv
import itertools
import json
import math
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slidebench_results.pair import Names, Pair
from slidebench_tools import command

BUILD = Path(__file__).resolve().parents[2] / "build"
LAST_DIGIT = 1.01e-4  # of 5 significant digits or 4 decimals


def find_program() -> Path:
    """Returns slidebench in the folder SLIDEBENCH_BUILD, or the newest in build/."""
    folder = os.environ.get("SLIDEBENCH_BUILD")
    found = [Path(folder) / "slidebench"] if folder else [*BUILD.glob("*/slidebench")]
    usable = [path for path in found if os.access(path, os.X_OK)]
    if not usable:
        text = "no build/*/slidebench, which computes the conclusions: build it with ./scripts/bench --preset quick"
        raise command.Refused(text, command.ENVIRONMENT)
    return max(usable, key=lambda path: path.stat().st_mtime)


def check(pair: Pair, program: Path) -> None:
    """Checks that both files contain what the program concludes from the values of the processes."""
    ending = "as the program concludes from the values of the processes"
    texts = [summarize(pair, program, format) for format in ("json", "csv")]
    if texts[0] is None or texts[1] is None:
        return
    differences = list(compare(pair.record, json.loads(texts[0])))
    for names, found, concluded in differences[:1]:
        text = f"{'.'.join(map(str, names))} is {json.dumps(found):.60}, expected {json.dumps(concluded):.60}"
        pair.json_error(names, f"{text} {ending}")
    wrong = (
        (number, name, cell, value)
        for number, (line, concluded) in enumerate(zip(pair.lines, csv.reader(texts[1].splitlines()[1:])), 2)
        for (name, cell), value in zip(line.items(), concluded)
        if not same(number_of(cell), number_of(value))
    )
    for number, name, cell, value in itertools.islice(wrong, 1):
        pair.error(pair.csv_path, number, f"{name} is {cell!r:.60}, expected {value!r:.60} {ending}")


def summarize(pair: Pair, program: Path, format: str) -> str | None:
    """Returns the result as the program prints it; notes an error and returns None if the program refuses it."""
    done = subprocess.run(
        [program, "summarize", pair.json_path, "--format", format], capture_output=True, encoding="latin-1"
    )
    last = done.stderr.strip().rpartition("\n")[2]
    if done.returncode == command.USAGE:
        raise command.Refused(f"{program} is out of date ({last}): build it again", command.ENVIRONMENT)
    if done.returncode:
        pair.error(pair.json_path, 0, f"slidebench summarize: {last}, expected a result that it accepts")
        return None
    return done.stdout


def compare(found: Any, concluded: Any, names: Names = ()) -> Iterator[tuple[Names, Any, Any]]:
    """Yields (members and indices, value, concluded value) of each part of a JSON that differs."""
    if isinstance(found, dict) and isinstance(concluded, dict) and found.keys() == concluded.keys():
        for key in found.keys() - {"csv_crc32"}:
            yield from compare(found[key], concluded[key], (*names, key))
    elif isinstance(found, list) and isinstance(concluded, list) and len(found) == len(concluded):
        for i, (one, other) in enumerate(zip(found, concluded)):
            yield from compare(one, other, (*names, i))
    elif not same(found, concluded):
        yield names, found, concluded


def same(a: Any, b: Any) -> bool:
    """Returns whether two values are equal, numbers but for their last digit."""
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=LAST_DIGIT, abs_tol=LAST_DIGIT)
    return bool(a == b)


def number_of(cell: str) -> float | str:
    """Returns a cell of the CSV as a number if it is one."""
    try:
        return float(cell)
    except ValueError:
        return cell
