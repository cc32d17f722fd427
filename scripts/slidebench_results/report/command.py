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

from slidebench_results.check_results import RESULTS
from slidebench_results.result import Result
from slidebench_results.saved import load_or_refuse
from slidebench_tools import command

SYSTEM_PYTHON = "/usr/bin/python3"
PACKAGES = "python3-matplotlib python3-jinja2"
REPLACED = ("plots", "report-data")  # folders of an earlier report


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
    """Returns the results that files and folders contain; refuses if there is none."""
    files = [file for path in arguments for file in (sorted(path.rglob("20*.json")) if path.is_dir() else [path])]
    if not files:
        raise command.Refused("no results found, expected .csv and .json files", command.ENVIRONMENT)
    return [load_or_refuse(file) for file in files]


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("results", nargs="*", type=Path, default=[RESULTS])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    folder = arguments.out.resolve()
    results, drawing = read(arguments.results), modules()
    folder.mkdir(parents=True, exist_ok=True)  # fails before the slow part
    files = {name: text for module in drawing for name, text in module.files(results, folder).items()}
    for old in REPLACED:
        shutil.rmtree(folder / old, ignore_errors=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return 0
