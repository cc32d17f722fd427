# SPDX-License-Identifier: MIT
"""A result is a pull request of one file: two of them pass all checks, and make no page stale."""

import os
import shutil
import sys

import pytest

import process
from conftest import SOURCE
from result_factory import COLUMNS, NAME, SCHEMES, Result

for module in "matplotlib", "jinja2":
    pytest.importorskip(module)

TREE = ["USAGE.md", "harness/README.md", "scripts", "tests/pytest.ini", "tests/program", "tests/support"]
TREE += ["results/catalogue.md", "results/CACHE_LINES.md", "results/engines"]
MEASURED = [*COLUMNS, *(("queen", "games", mode) for mode in ("burst-0-8", "burst-L1-8", "burst-16L2-8"))]


def run(*command, cwd):
    """Runs a command that must succeed."""
    process.run(*command, cwd=cwd, env={**os.environ, "SLIDEBENCH_SOURCE": str(cwd)})


def check(tree):
    """Runs what a pull request with results runs: the gate, and the tests that pages are those of their results."""
    run("scripts/check-results", cwd=tree)
    options = "-m pytest -q -x -p no:cacheprovider tests/program/results/test_report.py -k".split()
    run(sys.executable, *options, "committed_page", cwd=tree)


def test_two_results(tmp_path):
    for name in TREE:
        source, target = SOURCE / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, target)
    results = tmp_path / "results"
    Result(results, SCHEMES, MEASURED).save()
    run("scripts/report", cwd=tmp_path)
    other_cpu, other_day = (Result(results, SCHEMES, MEASURED) for _ in range(2))
    other_cpu.move_to("acme-two", "Two")
    other_cpu.scale({"pext": 6})
    other_day.date("2026-12-24")
    other_day.perturb(1, 0.05)
    names = [str(one.save().relative_to(results)) for one in (other_cpu, other_day)]
    check(tmp_path)
    page = results / "README.md"
    assert NAME in page.read_text() and not any(name in page.read_text() for name in names)
    run("scripts/report", cwd=tmp_path)
    assert names[0] in page.read_text() and (results / "acme-two" / "README.md").exists()
    texts = [path.read_text() for path in (page, *results.glob("*/README.md"))]
    assert any(names[1].partition("/")[2] in text for text in texts)
    check(tmp_path)
