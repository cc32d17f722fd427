# SPDX-License-Identifier: MIT
"""Finds and loads results for scripts that read them. scripts/check-results checks more, and prints every fault."""

import csv
import re
from pathlib import Path

from slidebench_results.result import Result, load
from slidebench_tools.command import Refused

SLUG = re.compile("[a-z0-9_-]+")  # of a CPU: pages print it
NAMES = "*/20*.json"  # of results in the folder of a CPU


def load_or_refuse(path: Path) -> Result:
    """Reads a result, named by its .csv, its .json or without either."""
    stem = path.with_suffix("") if path.suffix in (".csv", ".json") else path
    try:
        result = load(stem)
        if not SLUG.fullmatch(result.cpu):
            raise ValueError(f"CPU {result.cpu!a}")
        return result
    except KeyError as error:
        raise Refused(f"{path}: not a result: no {error}; scripts/check-results prints more") from None
    except (OSError, ValueError, TypeError, AttributeError, StopIteration, csv.Error) as error:
        raise Refused(f"{path}: not a result: {error}; scripts/check-results prints more") from None


def load_folder(folder: Path) -> list[Result]:
    """Returns the results of all CPUs, in the order of their paths."""
    return [load_or_refuse(path) for path in sorted(folder.glob(NAMES))]
