# SPDX-License-Identifier: MIT
"""The workflows of GitHub: what they may do, and what their scripts do, as a fault would show on GitHub only."""

import os
import re
import shutil

import pytest

from conftest import SOURCE
from process import run, script

yaml = pytest.importorskip("yaml")

WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in (SOURCE / ".github" / "workflows").glob("*.yml")}
SCRIPTS = {
    f"{workflow}: {step['name']}": step["run"]
    for workflow, content in WORKFLOWS.items()
    for job in content["jobs"].values()
    for step in job["steps"]
    if "run" in step
}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_logs_are_read_by_a_program_that_was_built(name):
    for job in WORKFLOWS[name]["jobs"].values():
        built = False
        for step in job["steps"]:
            built |= bool(re.search("cmake --build|scripts/bench", step.get("run", "")))
            assert built or not re.search("scripts/(report|check-results)", step.get("run", "")), step["name"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_script(name, tmp_path):
    """No expression of GitHub is pasted into a script: a branch's name could contain a command."""
    text = SCRIPTS[name]
    assert "${{" not in text
    for program in re.findall(r"(?<![\w/])(?:scripts|tests)/[\w./-]+", text):
        assert os.access(SOURCE / program, os.X_OK), program
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not installed")
    run("shellcheck", script(tmp_path / "script.sh", "#!/bin/bash\nset -e\n" + text))


def test_only_results_are_checked(tmp_path):
    """Of what a request adds: not the data of engines, nothing that it removes, and names with spaces whole."""
    command = SCRIPTS["check-results: Check the results"]
    stub = tmp_path / "scripts" / "check-results"
    stub.parent.mkdir()
    script(stub, 'printf "<%s>" "$@"')
    (tmp_path / "results" / "engines" / "cpu").mkdir(parents=True)
    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]

    def commit(*names):
        for name in names:
            (tmp_path / "results" / name).parent.mkdir(exist_ok=True)
            (tmp_path / "results" / name).write_text(name)
        run(*git, "add", "-A")
        run(*git, "commit", "-q", "-m", "files")

    run(*git, "init", "-q")
    commit("cpu/20260101-old.jsonl.gz", "cpu/README.md")
    (tmp_path / "results" / "cpu" / "20260101-old.jsonl.gz").unlink()
    commit("cpu/20260102 a.jsonl.gz", "cpu/20260102.json", "engines/cpu/stockfish.csv", "x/README.md")
    assert run("bash", "-ec", command, cwd=tmp_path).stdout == "<results/cpu/20260102 a.jsonl.gz>"
    commit("x/README.md", "y.md")
    assert run("bash", "-ec", command, cwd=tmp_path).stdout == ""
