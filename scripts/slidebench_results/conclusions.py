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
OLDER = "canary_ipc_reference_with_corunners"  # only older results have this member


def find_program() -> Path:
    """Returns slidebench in the folder SLIDEBENCH_BUILD, or the newest in build/."""
    folder = os.environ.get("SLIDEBENCH_BUILD")
    found = [Path(folder) / "slidebench"] if folder else [*BUILD.glob("*/slidebench")]
    usable = [path for path in found if os.access(path, os.X_OK)]
    if not usable:
        text = "no build/*/slidebench, which computes the conclusions: ./scripts/bench --preset quick builds it"
        raise command.Refused(text, command.ENVIRONMENT)
    return max(usable, key=lambda path: path.stat().st_mtime)


def check(pair: Pair, program: Path) -> None:
    """Checks that both files contain what the program concludes from the values of the processes."""
    texts = []
    for kind in ("json", "csv"):
        arguments = [str(program), "summarize", str(pair.json_path), "--format", kind]
        done = subprocess.run(arguments, capture_output=True, encoding="latin-1")
        last = done.stderr.strip().rpartition("\n")[2].removeprefix(f"slidebench: {pair.json_path}: ")
        if done.returncode == command.BAD_INPUT:
            pair.error(pair.json_path, 0, f"{last}, expected a result that `slidebench summarize` accepts")
            return
        if done.returncode:
            text = f"{program} cannot summarize ({last}): ./scripts/bench --help builds it again"
            raise command.Refused(text, command.ENVIRONMENT)
        texts.append(done.stdout)
    ending = "as the program concludes from the values of the processes"
    record = {name: value for name, value in pair.record.items() if name != OLDER}
    for names, found, concluded in itertools.islice(differences(record, json.loads(texts[0])), 1):
        text = f"{'.'.join(map(str, names))} is {json.dumps(found):.60}, expected {json.dumps(concluded):.60}"
        pair.json_error(names, f"{text} {ending}")
    for number, (line, cells) in enumerate(zip(pair.lines, csv.reader(texts[1].splitlines()[1:]), strict=True), 2):
        for (name, cell), concluded in zip(line.items(), cells, strict=True):
            if not same(number_of(cell), number_of(concluded)):
                pair.error(pair.csv_path, number, f"{name} is {cell!r:.60}, expected {concluded!r:.60} {ending}")
                return


def differences(found: Any, concluded: Any, names: Names = ()) -> Iterator[tuple[Names, Any, Any]]:
    """Yields (members and indices, value, concluded value) of each part of a JSON that differs."""
    if isinstance(found, dict) and isinstance(concluded, dict) and found.keys() == concluded.keys():
        for key in found:
            if key != "csv_crc32":  # of the CSV with the last digits as they are
                yield from differences(found[key], concluded[key], (*names, key))
    elif isinstance(found, list) and isinstance(concluded, list) and len(found) == len(concluded):
        for i, (one, other) in enumerate(zip(found, concluded)):
            yield from differences(one, other, (*names, i))
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
