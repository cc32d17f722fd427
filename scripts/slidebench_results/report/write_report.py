# SPDX-License-Identifier: MIT
"""Writes the pages and pictures of results, and a page to search and compare in.

usage: scripts/report [--out FOLDER] [LOG|FOLDER...]      default: all of results/, into results/

Writes README.md (the best scheme for each use on each CPU), <cpu>/README.md (one CPU) and *.svg. Writes report.html
with report-data/: all rows of all runs, no network. If FOLDER has trials of engines, as results/ has, writes what
follows from trials and results: engines/README.md, COMPARISON.md, QUESTIONS.md, MODELS.md, OTHERS.md, and the tables
of ../README.md. Writes TRUST.md if FOLDER has the logs for it, in repeatability/ and resolution/.
Needs matplotlib and Jinja2. Uses the system's Python if the one on PATH lacks them.

Exit status: 0 written, 2 usage, 3 a bad result (scripts/check-results prints more), 4 something is missing, 5 cannot
write.
"""

import gc
from pathlib import Path

from slidebench_results import reader
from slidebench_tools import command

MODULES = ("pages", "pictures", "report_html", "engines_page", "comparison", "trust")  # that write files
PACKAGES = "python3-matplotlib python3-jinja2"


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("logs", nargs="*", type=Path, default=[command.RESULTS])
    parser.add_argument("--out", type=Path, default=command.RESULTS)
    arguments = parser.parse_args()
    modules = [command.module(f"{__package__}.{name}", PACKAGES) for name in MODULES]  # first: it may restart Python
    gc.disable()  # what is read lives to the end: to visit it again and again takes a sixth of the time
    folder, results = arguments.out.absolute(), reader.load_all(arguments.logs)
    folder.mkdir(parents=True, exist_ok=True)  # fails before the slow part
    # Before the first file is written: a sentence that the results no longer support ends the script here.
    texts = {name: text for module in modules for name, text in module.files(results, folder).items()}
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        with command.replacing(folder / name) as file:
            file.write(text)
    for old in {*folder.glob("report-data/*.js")} - {folder / name for name in texts}:
        old.unlink()
    return 0
