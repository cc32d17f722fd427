# SPDX-License-Identifier: MIT
"""Tests the suite's results on measured engines, and fits the model that predicts engines from them.

usage: scripts/predict [--results FOLDER] [--out FOLDER]      default: results/, into its folder engines

Reads engines/<cpu>/*.csv, which scripts/engine-trial writes, and the suite's results of the same CPU and compiler.
Writes README.md (what was measured, which modes predict it, the model, published outcomes), prediction.svg and
model.csv, with which `slidebench recommend` and `bench --predict` are built. Kinds of engines without a trial keep
their line of model.csv. Needs pandas and matplotlib. Uses the system's Python if the one on PATH lacks them.

Exit status: 0 written, 2 usage, 3 a bad result, 4 something is missing, 5 cannot write.
"""

from pathlib import Path

from slidebench_results import report
from slidebench_results.check_results import RESULTS
from slidebench_tools import command


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    report.pages_module()  # restarts or refuses if packages are missing
    from engines.model import assessment, known, page, picture, published, suite, trials

    engines = arguments.results / "engines"
    models, measured = published.read(engines / "model.csv"), trials.read_all(engines)
    suites = suite.of_results(report.read([arguments.results]), arguments.results)
    every = [assessment.assess(kind, measured, suites) for kind in trials.KINDS]
    found = [one for one in every if one]
    models |= {one.kind: one.published for one in found}
    text = page.page(measured, found, models, suites, known.read(engines / "known_outcomes.csv"))
    files = {"README.md": text, "model.csv": published.text_of(models)}
    if found:
        files["prediction.svg"] = picture.scatter(found)
    out = arguments.out or engines
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_text(content)
    return 0
