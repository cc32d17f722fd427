# SPDX-License-Identifier: MIT
"""Shared by all tests of the programs: the build folder, its ISA level, and a function that runs the program."""

import csv
import functools
import os
import sys
from pathlib import Path

import pytest

import draw
import process
from slidebench_results import reader

BUILD = Path(os.environ["SLIDEBENCH_BUILD"])
SOURCE = Path(os.environ["SLIDEBENCH_SOURCE"])
LEVEL = os.environ["SLIDEBENCH_TEST_LEVEL"]  # the ISA level of the bench binary under test


def slidebench(*arguments, **options):
    """Runs the program; options are those of process.run()."""
    return process.run(BUILD / "slidebench", *arguments, **options)


def schemes(*program):
    """Returns the catalogue of a program: {name: row of `list --format csv`}."""
    lines = process.run(*program, "list", "--format", "csv").stdout.splitlines()
    return {row["scheme"]: row for row in csv.DictReader(lines)}


def supported(catalogue):
    """Returns the schemes of a catalogue that run here and compute attack sets."""
    return [name for name, row in catalogue.items() if row["status"] == "ok" and "mock" not in row["traits"]]


def json_rows(record):
    """Returns the rows of `summarize --format json`, each with the names and the checksum of its column."""
    names = "piece", "workload", "mode", "checksum"
    return [{**{name: column[name] for name in names}, **row} for column in record["columns"] for row in column["rows"]]


def pytest_terminal_summary(terminalreporter):
    """Prints what a long test has drawn."""
    for line in draw.notes if draw.LONG else ():
        terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def recorded_logs_are_read_once():
    """A recorded log takes the program a second or two, and many tests of scripts read the same ones."""
    read, known = reader.read, functools.cache(reader.read)
    reader.read = lambda path: known(path.resolve()) if SOURCE / "results" in path.resolve().parents else read(path)
    yield
    reader.read = read


@pytest.fixture(scope="session", autouse=True)
def python_of_the_tests(tmp_path_factory):
    """Scripts start by it: python3 on PATH may be a slow script of a version manager."""
    python = process.script(tmp_path_factory.mktemp("python") / "python3", f'exec "{sys.executable}" "$@"')
    os.environ["PATH"] = f"{python.parent}:{os.environ['PATH']}"
