# SPDX-License-Identifier: MIT
"""The scripts in GitHub's workflows, which are tested here because a fault would otherwise show only on GitHub."""

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
