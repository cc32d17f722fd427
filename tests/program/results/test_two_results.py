# SPDX-License-Identifier: MIT
"""A result is a pull request of one file: two such branches pass all checks, merge, and do not make pages stale."""

import os
import shutil
import sys

import pytest

import process
from conftest import SOURCE
from result_factory import COLUMNS, NAME, SCHEMES, Result

for module in "matplotlib", "jinja2":
    pytest.importorskip(module)
if not shutil.which("git"):
    pytest.skip("no git", allow_module_level=True)

TREE = ["USAGE.md", "harness/README.md", "scripts", "tests/pytest.ini", "tests/program", "tests/support"]
TREE += ["results/FINDINGS.md", "results/catalogue.md", "results/engines"]
MEASURED = [*COLUMNS, *(("queen", "games", mode) for mode in ("burst-0-8", "burst-L1-8", "burst-16L2-8"))]
PAGES = "committed_page"
IDENTITY = {f"GIT_{who}_{what}": "tester" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def run(*command, cwd):
    """Runs a command that must succeed; returns its output."""
    environment = {**os.environ, **IDENTITY, "SLIDEBENCH_SOURCE": str(cwd), "GIT_CONFIG_GLOBAL": os.devnull}
    return process.run(*command, cwd=cwd, env=environment).stdout


def check(tree):
    """Runs what a pull request with results runs: the gate, and the tests that pages are those of their results."""
    run("scripts/check-results", cwd=tree)
    options = "-m pytest -q -x -p no:cacheprovider tests/program/results/test_report.py -k".split()
    run(sys.executable, *options, PAGES, cwd=tree)


@pytest.fixture
def tree(tmp_path):
    """A repository with one small result and the pages made from it."""
    folder = tmp_path / "tree"
    for name in TREE:
        source, target = SOURCE / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, target)
    Result(folder / "results", SCHEMES, MEASURED).save()
    run("scripts/report", cwd=folder)
    (folder / ".gitignore").write_text((SOURCE / ".gitignore").read_text())
    run("git", "init", "-q", "-b", "main", cwd=folder)
    commit(folder, "One result and its pages")
    return folder


def commit(tree, subject):
    """Commits everything; returns the names of the files."""
    run("git", "add", "-A", cwd=tree)
    run("git", "add", "--force", "results/*/*.jsonl.gz", cwd=tree)  # git ignores them
    run("git", "commit", "-q", "-m", subject, cwd=tree)
    return run("git", "show", "--name-status", "--format=", cwd=tree).splitlines()


def add_result(tree, branch, change):
    """Commits a result, and nothing else, on a branch of its own; returns the name of its log in results/."""
    run("git", "checkout", "-q", "-b", branch, "main", cwd=tree)
    result = Result(tree / "results", SCHEMES, MEASURED)
    change(result)
    path = result.save()
    name = path.relative_to(tree / "results")
    assert commit(tree, f"Result: {branch}") == [f"A\tresults/{name}"]
    check(tree)
    return str(name)


def other_cpu(result):
    result.move_to("acme-two", "Two")
    result.scale({"pext": 6})


def other_day(result):
    result.date("2026-12-24")
    result.perturb(1, 0.05)


def test_two_branches(tree):
    names = [add_result(tree, "cpu", other_cpu), add_result(tree, "day", other_day)]
    run("git", "checkout", "-q", "main", cwd=tree)
    for branch in "cpu", "day":
        run("git", "merge", "-q", "--no-edit", branch, cwd=tree)
    check(tree)
    page = tree / "results" / "README.md"
    assert NAME in page.read_text() and not any(name in page.read_text() for name in names)
    run("scripts/report", cwd=tree)
    assert names[0] in page.read_text() and (tree / "results" / names[0]).with_name("README.md").exists()
    texts = [path.read_text() for path in (page, *page.parent.glob("*/README.md"))]
    assert any(names[1].partition("/")[2] in text for text in texts)
    check(tree)
