# SPDX-License-Identifier: MIT
"""Writes the pages and pictures of results, and a page to search and compare in.

usage: scripts/report [--out FOLDER] [RESULT|FOLDER...]      default: all of results/, into results/

Writes README.md (the best scheme for each use on each CPU), <cpu>/README.md (one CPU), *.svg, and report.html with
report-data/ (all rows of all runs, no network). Into results/, it also updates the table in the repository's README.md.
Needs matplotlib and Jinja2. Uses the system's Python if the one on PATH lacks them.

Exit status: 0 written, 2 usage, 3 a bad result (scripts/check-results prints more), 4 something is missing, 5 cannot
write.
"""

import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

from slidebench_results import reader, validate
from slidebench_results.check_results import RESULTS
from slidebench_results.result import Result, load
from slidebench_tools import command

SYSTEM_PYTHON = "/usr/bin/python3"
PACKAGES = "python3-matplotlib python3-jinja2"
OLD = ("plots", "report-data")  # folders that earlier reports wrote


def modules() -> list[ModuleType]:
    """Returns the modules that draw. If packages are missing, restarts with the system's Python, or refuses."""
    try:
        from slidebench_results.report import pages, pictures, site
    except ImportError as error:
        if os.path.exists(SYSTEM_PYTHON) and os.path.realpath(sys.executable) != os.path.realpath(SYSTEM_PYTHON):
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        install = f"install them (Debian and Ubuntu: apt-get install {PACKAGES})"
        raise command.Refused(f"{error}: {install}", command.ENVIRONMENT) from None
    return [pages, pictures, site]


def read(arguments: list[Path]) -> list[Result]:
    """Returns the checked results; exits if one has an error, refuses if there is none."""
    stems = reader.stems(arguments)
    errors = [p for result in validate.check(stems) for p in result.problems if p.severity == "error"]
    for problem in errors:
        print(problem, file=sys.stderr)
    if errors:
        sys.exit(command.BAD_INPUT)
    if not stems:
        raise command.Refused("no results found, expected .csv and .json files", command.ENVIRONMENT)
    return [load(stem) for stem in stems]


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("results", nargs="*", type=Path, default=[RESULTS])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    folder = arguments.out.resolve()
    results, drawing = read(arguments.results), modules()
    folder.mkdir(parents=True, exist_ok=True)  # fails before the slow part
    files: dict[str, str] = {}
    for module in drawing:
        files |= module.files(results, folder)
    for old in OLD:
        shutil.rmtree(folder / old, ignore_errors=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return 0
