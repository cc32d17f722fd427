# SPDX-License-Identifier: MIT
"""Merges results into tables, pictures, verdicts, and a page to search and compare in.

usage: scripts/report [--out FOLDER] [RESULT|FOLDER...]      default: all of results/, into results/

Writes README.md (agreement and reversals of all CPUs), <cpu>/README.md (verdicts and tables of one CPU), plots/*.svg,
report.html (one file, no network: sort, filter, compare) and results.csv (all rows of all runs). Into results/, it also
updates the table in the repository's README.md. Needs pandas, matplotlib and Jinja2. Uses the system's Python if the
one on PATH lacks them.

Exit status: 0 written, 2 usage, 3 a bad result (scripts/check-results prints more), 4 something is missing, 5 cannot
write.
"""

import os
import sys
from pathlib import Path
from types import ModuleType

from slidebench_results import reader, validate
from slidebench_results.check_results import RESULTS
from slidebench_results.model import Result
from slidebench_tools import command

SYSTEM_PYTHON = "/usr/bin/python3"
PACKAGES = "python3-pandas python3-matplotlib python3-jinja2"


def pages_module() -> ModuleType:
    """Returns the module that renders. If packages are missing, restarts with the system's Python, or refuses."""
    try:
        from slidebench_results.render import pages
    except ImportError as error:
        if os.path.exists(SYSTEM_PYTHON) and os.path.realpath(sys.executable) != os.path.realpath(SYSTEM_PYTHON):
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        install = f"install them (Debian and Ubuntu: apt-get install {PACKAGES})"
        raise command.Refused(f"{error}: {install}", command.ENVIRONMENT) from None
    return pages


def read(arguments: list[Path]) -> list[Result]:
    """Returns the checked results; exits if one has an error, refuses if there is none."""
    results = validate.check(reader.stems(arguments))
    for result in results:
        for problem in result.problems:
            if problem.severity == "error":
                print(problem, file=sys.stderr)
    if any(result.failed() for result in results):
        sys.exit(command.BAD_INPUT)
    if not any(result.rows for result in results):
        raise command.Refused("no results found, expected .csv and .json files", command.ENVIRONMENT)
    return results


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("results", nargs="*", type=Path, default=[RESULTS])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    results, plots = read(arguments.results), arguments.out / "plots"
    plots.mkdir(parents=True, exist_ok=True)  # fails before the slow part
    report = pages_module().Report(results, arguments.out.resolve())
    pictures = report.pictures()
    svgs = {name: draw() for name, (_, _, draw) in pictures.items()}
    for old in plots.glob("*.svg"):
        old.unlink()
    files = {f"plots/{name}.svg": svg for name, svg in svgs.items()}
    files |= {**report.readmes(pictures), "report.html": report.page(pictures, svgs), "results.csv": report.csv()}
    if arguments.out.resolve() == RESULTS:
        files["../README.md"] = report.first_screen((RESULTS.parent / "README.md").read_text())
    for name, text in files.items():
        (arguments.out / name).parent.mkdir(exist_ok=True)
        (arguments.out / name).write_text(text)
    return 0
