# SPDX-License-Identifier: MIT
"""Finds logs of runs, and reads them with `slidebench summarize --format json`."""

import concurrent.futures
import contextlib
import functools
import gzip
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from slidebench_results.result import Result, result_of_json
from slidebench_tools import command

SUFFIX = ".jsonl.gz"
NAME = re.compile(r"20\d{6}-[A-Za-z]+-\d+-[\w.+-]+" + re.escape(SUFFIX))
SLUG = re.compile("[a-z0-9-]+")  # the name of a CPU, which becomes the name of a folder and text in pages
BUILD = command.ROOT / "build"


def logs(arguments: Iterable[Path]) -> list[Path]:
    """Returns the logs among these files and in these folders, in order and each once. Refuses if there is none."""
    paths: list[Path] = []
    for argument in arguments:
        if argument.is_dir():
            paths += sorted(file for file in argument.rglob("*") if NAME.fullmatch(file.name))
        else:
            paths.append(argument)
    if not paths:
        raise command.Refused(f"no results found, expected logs (*{SUFFIX})", command.ENVIRONMENT)
    return list(dict.fromkeys(paths))


def text_of(path: Path, most: int = sys.maxsize) -> bytes:
    """Returns the text of a log, compressed or not, up to `most` bytes. If the log is damaged, returns the text before
    the damage, and if it is no file, an empty text: the program says what is wrong."""
    text = bytearray()
    if not path.is_file():
        return b""
    try:
        with open(path, "rb") as file:
            compressed = file.read(1) != b"{"  # as the program decides: the name may be wrong
        with gzip.open(path) if compressed else open(path, "rb") as file:
            while line := file.readline(most - len(text)):
                text += line
    except (OSError, EOFError, zlib.error):
        pass
    return bytes(text)


def records_of(lines: Iterable[str | bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the lines of a log with their numbers. Leaves out damaged ones, as the program says more about them."""
    for number, line in enumerate(lines, 1):
        with contextlib.suppress(ValueError):
            if isinstance(record := json.loads(line), dict):
                yield number, record


def find_program() -> Path:
    """Returns the program in the folder SLIDEBENCH_BUILD; if it is not set, in build/native or build/native-<compiler>,
    which scripts/bench makes. Builds of tests may be slow, or for another machine."""
    folder = os.environ.get("SLIDEBENCH_BUILD")
    folders = [Path(folder).absolute()] if folder else [BUILD / "native", *sorted(BUILD.glob("native-*"))]
    usable = [path / "slidebench" for path in folders if os.access(path / "slidebench", os.X_OK)]
    if not usable:
        place = f"{folder} (SLIDEBENCH_BUILD)" if folder else "build/native*"
        text = f"no slidebench in {place}, which summarizes logs: ./scripts/bench --preset quick builds it"
        raise command.Refused(text, command.ENVIRONMENT)
    return usable[0]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the program. Refuses if it cannot be used."""
    return command.run_program(find_program(), *arguments)


def read(path: Path) -> tuple[Result | None, list[str]]:
    """Returns the run of a log, None if the program refuses it, and what the program prints about it, by line.

    Refuses if the program cannot be used."""
    done = run("summarize", "--format", "json", str(path))
    messages = [line.removeprefix("slidebench: ") for line in done.stderr.splitlines()]
    if done.returncode == command.BAD_INPUT and messages:
        return None, messages
    return result_of_json(path, json.loads(command.checked_output(done, "slidebench summarize"))), messages


@functools.cache
def recommended(path: Path, kind: str, without: tuple[str, ...] = ()) -> str:
    """Returns the scheme that `slidebench recommend` names for a kind of engine by a log, without schemes that need ISA
    words with these beginnings. Refuses what the program refuses."""
    options = ["--without", ",".join(without)] if without else []
    done = run("recommend", str(path), "--for", kind, "--format", "json", *options)
    return str(json.loads(command.checked_output(done, "slidebench recommend"))["schemes"][0]["scheme"])


def load(path: Path) -> Result:
    """Returns the run of a log, and passes on what the program prints about it. Refuses what the program refuses."""
    result, messages = read(path)
    if not result:
        raise command.Refused(messages[-1])
    if not SLUG.fullmatch(result.cpu):
        raise command.Refused(f"{path}: slug is {result.cpu!a}, expected small letters, digits and -")
    for message in messages:
        print(message, file=sys.stderr)
    return result


def load_all(arguments: Iterable[Path]) -> list[Result]:
    """Returns the runs of the logs among these files and in these folders. Reads several at once."""
    paths = logs(arguments)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(load, paths))
