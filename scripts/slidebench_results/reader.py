# SPDX-License-Identifier: MIT
"""Finds results in folders, and reads one to compute with."""

import re
from collections.abc import Iterable
from pathlib import Path

from slidebench_results import result
from slidebench_tools.command import Refused

NAME = re.compile(r"20\d{6}-[A-Za-z]+-\d+-[a-z0-9-]+")
SUFFIXES = (".csv", ".json")


def stem_of(path: Path) -> Path:
    """Returns the path of a result without .csv or .json."""
    return path.with_suffix("") if path.suffix in SUFFIXES else path


def stems(arguments: Iterable[Path]) -> list[Path]:
    """Returns the results that files and folders contain, each once, in order."""
    found: dict[Path, None] = {}
    for argument in arguments:
        files = [argument]
        if argument.is_dir():
            every = sorted(argument.rglob("*"))
            files = [file for file in every if file.suffix in SUFFIXES and NAME.fullmatch(file.stem)]
        found.update((stem_of(file), None) for file in files)
    return list(found)


def load(path: Path) -> result.Result:
    """Reads a result, named by its .csv, its .json or without either. Raises Refused if it is none."""
    stem = stem_of(path)
    try:
        found = result.load(stem)
    except OSError as error:
        raise Refused(f"{error.filename}: {error.strerror}; expected a .csv and a .json of the same name") from None
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration, RecursionError):
        raise Refused(f"{stem}: not a result of format 3: see scripts/check-results {stem}.json") from None
    return found
