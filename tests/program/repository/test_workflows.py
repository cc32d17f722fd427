# SPDX-License-Identifier: MIT
"""The workflows of GitHub: they parse, use its own actions by major version, and run what the repository has."""

import os
import re
import shutil
import subprocess

import pytest

from conftest import SOURCE

yaml = pytest.importorskip("yaml")

WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in (SOURCE / ".github" / "workflows").glob("*.yml")}
ACTION = re.compile(r"actions/[a-z-]+@v\d+")


SCRIPTS = {
    f"{workflow}: {step['name']}": step["run"]
    for workflow, content in WORKFLOWS.items()
    for job in content["jobs"].values()
    for step in job["steps"]
    if "run" in step
}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflow(name):
    """Only the release writes, in a job that runs no code of the repository."""
    workflow = WORKFLOWS[name]
    assert {"name", True, "permissions", "jobs"} <= workflow.keys()  # YAML 1.1 reads the key `on` as true
    assert workflow["permissions"]["contents"] == "read"
    for job in workflow["jobs"].values():
        assert job["runs-on"] and job["timeout-minutes"] <= 120
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert "run" in step or ACTION.fullmatch(step["uses"])
        if job.get("permissions", {}).get("contents") == "write":
            assert name == "release" and not any("checkout" in step.get("uses", "") for step in job["steps"])


def test_all_workflows_are_found():
    assert sorted(WORKFLOWS) == ["check-results", "long", "pages", "record", "release", "test"]


def test_the_whole_suite_runs():
    """Each change is tested by scripts/test alone, with gcc and clang, and on Debian 12; the long tests run weekly.
    Results have a workflow of their own."""
    ubuntu, debian = (WORKFLOWS["test"]["jobs"][name] for name in ("ubuntu", "debian"))
    assert ubuntu["strategy"]["matrix"]["include"] == [{"cc": "gcc", "cxx": "g++"}, {"cc": "clang", "cxx": "clang++"}]
    assert ubuntu["env"] == {"CC": "${{ matrix.cc }}", "CXX": "${{ matrix.cxx }}"}
    assert [step["run"] for step in ubuntu["steps"] if "run" in step] == ["./scripts/test"]
    assert debian["container"] == "debian:12" and debian["steps"][-1]["run"].endswith("\n./scripts/test\n")
    long = WORKFLOWS["long"]
    (schedule,) = long[True]["schedule"]
    minute, hour, *day, weekday = schedule["cron"].split()
    assert 0 <= int(minute) < 60 and 0 <= int(hour) < 24 and day == ["*", "*"] and 0 <= int(weekday) < 7
    assert long["jobs"]["long"]["steps"][-1]["run"].endswith("./scripts/test --long")


def runs_for(workflow, path):
    """Returns whether a pull request of this file runs a workflow: the last pattern that matches decides."""
    runs = False
    for pattern in WORKFLOWS[workflow][True]["pull_request"]["paths"]:
        names = re.escape(pattern.removeprefix("!")).replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
        if re.fullmatch(names, path):
            runs = not pattern.startswith("!")
    return runs


def test_each_file_of_a_pull_request_is_tested():
    log = "results/amd-epyc-zen-5/20261122-gcc-12-native.jsonl.gz"
    assert runs_for("check-results", log) and not runs_for("test", log)
    for path in "schemes/pext/pext.c", "results/engines/amd-epyc-zen-5/weiss.csv", ".ci/run", "README.md":
        assert runs_for("test", path), path


def test_linters_are_those_of_debian_12():
    """Their formats differ by version. Each linter that scripts/lint looks for is installed."""
    lint = WORKFLOWS["test"]["jobs"]["lint"]
    assert lint["container"] == "debian:12"
    install, check = (step["run"] for step in lint["steps"] if "run" in step)
    linters = re.search(r"^for tool in (.*); do$", (SOURCE / "scripts" / "lint").read_text(), re.M)[1].split()
    assert {*linters, "git"} <= set(install.split()) and check.endswith("\nscripts/lint\n")


@pytest.mark.parametrize("name", ["bug_report", "question", "result", "scheme"])
def test_issue_template(name):
    """GitHub offers a template only if its first lines name and describe it."""
    head = (SOURCE / ".github" / "ISSUE_TEMPLATE" / f"{name}.md").read_text().split("---\n")[1]
    assert {"name", "about"} == yaml.safe_load(head).keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_script(name, tmp_path):
    """No expression of GitHub is pasted into a script: a branch's name could contain a command."""
    text = SCRIPTS[name]
    assert "${{" not in text
    for program in re.findall(r"(?<![\w/])(?:scripts|tests)/[\w./-]+", text):
        assert os.access(SOURCE / program, os.X_OK), program
    for folder, topics in re.findall(r"\^(\w+)\\\.\(([\w|]+)\)\$", text):
        for topic in topics.split("|"):
            assert (SOURCE / "tests" / "program" / folder / f"test_{topic}.py").exists(), topic
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not installed")
    script = tmp_path / "script.sh"
    script.write_text("#!/bin/bash\nset -e\n" + text)
    done = subprocess.run(["shellcheck", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_only_results_are_checked(tmp_path):
    """Of what a request adds: not the data of engines, nothing that it removes, and names with spaces whole."""
    command = SCRIPTS["check-results: Check the results"]
    stub = tmp_path / "scripts" / "check-results"
    stub.parent.mkdir()
    stub.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
    stub.chmod(0o755)
    (tmp_path / "results" / "engines" / "cpu").mkdir(parents=True)
    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]

    def commit(*names):
        for name in names:
            (tmp_path / "results" / name).parent.mkdir(exist_ok=True)
            (tmp_path / "results" / name).write_text(name)
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "files"], check=True)

    subprocess.run([*git, "init", "-q"], check=True)
    commit("cpu/20260101-old.jsonl.gz", "cpu/README.md")
    (tmp_path / "results" / "cpu" / "20260101-old.jsonl.gz").unlink()
    commit("cpu/20260102 a.jsonl.gz", "cpu/20260102.json", "engines/cpu/stockfish.csv", "x/README.md")
    done = subprocess.run(["bash", "-ec", command], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "<results/cpu/20260102 a.jsonl.gz>")
    commit("x/README.md", "y.md")
    done = subprocess.run(["bash", "-ec", command], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_release_publishes_the_files_of_its_tag(tmp_path):
    """A stub replaces gh, and prints the existing files among its arguments."""
    gh = tmp_path / "gh"
    gh.write_text('#!/bin/sh\nfor word; do ! [ -f "$word" ] || echo "$word"; done\n')
    gh.chmod(0o755)
    names = ["slidebench-1.2.3-Linux-x86_64.tar.gz", "slidebench-1.2.3-Linux-aarch64.tar.gz"]
    for name in [*names, "slidebench-1.2.2-Linux-x86_64.tar.gz"]:
        (tmp_path / name).write_text(name)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GITHUB_REF_NAME": "v1.2.3", "GH_REPO": "a/b"}
    command = ["bash", "-ec", SCRIPTS["release: Publish"]]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, sorted(done.stdout.split())) == (0, sorted(["SHA256SUMS", *names]))
