# SPDX-License-Identifier: MIT
"""Tests the suite's results on measured engines, and fits the model that predicts engines from them.

usage: scripts/predict [--results FOLDER] [--out FOLDER]      default: results/, into its folder engines

Reads engines/<cpu>/*.csv, which scripts/engine-trial writes, and the suite's results of the same CPU and compiler.
Writes README.md (what was measured, which modes predict it, the model, published outcomes), prediction.svg and
model.csv, with which `slidebench recommend` and `bench --predict` are built. Kinds of engines without a trial keep
their line of model.csv. Needs matplotlib. Uses the system's Python if the one on PATH lacks it.

Exit status: 0 written, 2 usage, 3 a bad result, 4 something is missing, 5 cannot write.
"""

from pathlib import Path

from engines.model import assessment, known, page, published, suite, trials
from engines.trial_format import KINDS
from slidebench_results import reader
from slidebench_tools import command

RESULTS = Path(__file__).resolve().parent.parent.parent.parent / "results"


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    picture = command.module("engines.model.picture", "python3-matplotlib")
    engines = arguments.results / "engines"
    models, measured = published.read(engines / "model.csv"), trials.read_all(engines)
    results = [result for result in reader.load_all([arguments.results]) if suite.comparable(result)]
    suites = suite.of_results(results)
    every = [assessment.assess(kind, measured, suites) for kind in KINDS]
    found = [one for one in every if one]
    models |= {one.kind: one.published for one in found}
    text = page.render(measured, found, models, suites, known.read(engines / "known_outcomes.csv"))
    text += page.made_from(arguments.results, [result.path for result in results], trials.files(engines))
    files = {"README.md": text, "model.csv": published.text_of(models)}
    if found:
        files["prediction.svg"] = picture.scatter(found)
    out = arguments.out or engines
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_text(content)
    return 0
