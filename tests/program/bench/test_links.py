# SPDX-License-Identifier: MIT
"""A run times the code of one build, whatever happens to the program and its links, or ends with one line, status 4."""

import json
import shutil
from pathlib import Path

import pytest

from conftest import BUILD
from injection import UNSTABLE, bench_binary, files, run, short, start, started
from result_factory import read_lines
from slidebench_tools.command import ENVIRONMENT

ONE = ("--schemes", "^ray_loop$")


@pytest.fixture
def copied(tmp_path):
    """Returns a copy of the bench binary, beside which its links are."""
    binary, links = bench_binary(), BUILD / "links"
    if not links.exists():
        pytest.skip("a build without links")
    (tmp_path / "links").mkdir()
    for link in links.glob(f"{binary.name}-?"):
        shutil.copy(link, tmp_path / "links")
    return Path(shutil.copy(binary, tmp_path))


def rebuild(program, build):
    """Replaces a program by the same one with the hash of another build, as a linker replaces it."""
    code = program.read_bytes()
    assert build.encode() in code
    program.unlink()
    program.write_bytes(code.replace(build.encode(), b"0" * len(build)))
    program.chmod(0o755)


@pytest.fixture(scope="module")
def build():
    """Returns the hash that the links of the bench binary share."""
    return json.loads(run(*short(*ONE, "--format", "json"), status=UNSTABLE).stdout)["build"]


@pytest.mark.parametrize("replaced, status", [("slidebench-*", UNSTABLE), ("links/*", (ENVIRONMENT,))])
def test_build_during_a_run_never_changes_what_is_timed(copied, build, replaced, status, tmp_path):
    """The program that runs remains link 0, and takes its links in turn, or refuses those of the new build."""
    process = started(*short(*ONE, "--seed", 0, "--out", tmp_path / "out", processes=6, time=0.5), binary=copied)
    for program in tmp_path.glob(replaced):
        rebuild(program, build)
    _, err = process.communicate()
    assert process.returncode in status and ("is of another build" in err) == (status == (ENVIRONMENT,)), err
    (path,) = files(tmp_path / "out")
    taken = [line["link"] for line in read_lines(path) if "process" in line]
    assert taken[:6] == ([0, 1, 2, 3, 4, 0] if status == UNSTABLE else [0])


def test_program_that_is_replaced_before_timing_is_refused(copied, build):
    """It cannot tell where its links are."""
    process = start(*short(*ONE), binary=copied)
    rebuild(copied, build)
    _, err = process.communicate()
    assert process.returncode == ENVIRONMENT
    assert err == "slidebench: this program was replaced or removed: start it again\n"
