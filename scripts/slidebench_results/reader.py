# SPDX-License-Identifier: MIT
"""Finds logs in folders, and reads them as the program summarizes them."""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from slidebench_results import result
from slidebench_tools import command

SUFFIX = ".jsonl.gz"
NAME = re.compile(r"20\d{6}-[A-Za-z]+-\d+-[a-z0-9-]+" + re.escape(SUFFIX))
BUILD = Path(__file__).resolve().parents[2] / "build"


def logs(arguments: Iterable[Path]) -> list[Path]:
    """Returns the logs that files and folders contain, each once, in order."""
    found: dict[Path, None] = {}
    for argument in arguments:
        inside = [file for file in sorted(argument.rglob("*")) if NAME.fullmatch(file.name)]
        found.update(dict.fromkeys(inside if argument.is_dir() else [argument]))
    if not found:
        raise command.Refused(f"no results found, expected logs (*{SUFFIX})", command.ENVIRONMENT)
    return list(found)


def find_program() -> Path:
    """Returns slidebench in the folder SLIDEBENCH_BUILD, or the newest in build/."""
    folder = os.environ.get("SLIDEBENCH_BUILD")
    found = [Path(folder) / "slidebench"] if folder else [*BUILD.glob("*/slidebench")]
    usable = [path for path in found if os.access(path, os.X_OK)]
    if not usable:
        text = "no build/*/slidebench, which summarizes logs: ./scripts/bench --preset quick builds it"
        raise command.Refused(text, command.ENVIRONMENT)
    return max(usable, key=lambda path: path.stat().st_mtime)


def read(path: Path) -> tuple[result.Result, list[str]]:
    """Reads a log. Returns it with the lines that the program prints about damage; raises Refused if it is no log."""
    arguments = [find_program(), "summarize", "--format", "json", path]
    done = subprocess.run(arguments, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        *_, last = done.stderr.strip().splitlines() or ["slidebench summarize ended without a message"]
        status = done.returncode if done.returncode == command.BAD_INPUT else command.ENVIRONMENT
        raise command.Refused(last.removeprefix("slidebench: "), status)
    return result.of_record(path, json.loads(done.stdout)), done.stderr.splitlines()


def load(path: Path) -> result.Result:
    """Reads a log, and prints what the program says of damaged lines."""
    found, notes = read(path)
    for note in notes:
        print(note, file=sys.stderr)
    return found


def load_all(arguments: Iterable[Path]) -> list[result.Result]:
    """Reads the logs that files and folders contain, several at once."""
    paths = logs(arguments)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(load, paths))
