# SPDX-License-Identifier: MIT
"""`slidebench summarize` concludes a recorded run again: what it prints is what bench saved and printed."""

import json
import re
import shutil

import pytest

from conftest import SOURCE, json_rows
from result_factory import Result, concluded

USAGE, INPUT = 2, 3
COMMITTED = sorted((SOURCE / "results").glob("*/*-*-*.json"))
RUN = ("--schemes", "^(null|ray_loop|classical|classical_twin|hyperbola)$", "--list-length", "64", "--time", "0.2")
MAY_BE_UNSTABLE = (0, 6)


def assert_reproduced(slidebench, path):
    """Asserts that both files of a result are printed byte for byte, but for a member that only older ones have."""
    for format, file in ("json", path), ("csv", path.with_suffix(".csv")):
        expected = re.sub(r'^ "canary_ipc_reference_with_corunners":.*\n', "", file.read_text(), flags=re.M)
        assert slidebench("summarize", path, "--format", format, check=0).stdout == expected, file


@pytest.fixture(scope="module")
def saved(slidebench, tmp_path_factory):
    """Returns the .json of a short run, and what bench printed."""
    out = tmp_path_factory.mktemp("saved")
    done = slidebench(*RUN, "--modes", "throughput,replay,perft,batch,burst-16-8", "--processes", "3", "--out", out)
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    (path,) = out.rglob("*.json")
    return path, done.stdout


def test_run_is_reproduced(slidebench, saved):
    path, printed = saved
    assert_reproduced(slidebench, path)
    assert slidebench("summarize", path, check=0).stdout == printed


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_committed_result_is_reproduced(slidebench, path):
    """Also on other architectures, whose schemes this program may lack."""
    assert_reproduced(slidebench, path)


def test_result_is_small():
    """Format 2 took 3,405,924 bytes for 6,129 rows of 12 processes: 556 a row."""
    for path in COMMITTED:
        record = json.loads(path.read_text())
        rows = len(json_rows(record))
        assert path.stat().st_size < rows * (0.5 * 556) * max(1, record["processes_ended"] / 12), path


def test_unknown_schemes_are_summarized(slidebench, tmp_path):
    path = Result(tmp_path, schemes=("pext", "null")).save()
    for suffix in ".json", ".csv":
        file = path.with_name(path.name + suffix)
        file.write_text(file.read_text().replace("pext", "of_another_program"))
    json_file = concluded(path).with_name(f"{path.name}.json")
    assert_reproduced(slidebench, json_file)
    assert re.search(r"^ +1 of_another_program ", slidebench("summarize", json_file, check=0).stdout, re.MULTILINE)


def test_formats_and_rows(slidebench, saved):
    path, _ = saved
    assert slidebench("summarize", path, "--format", "markdown", check=0).stdout.count("| `hyperbola` |") == 5
    table = slidebench("summarize", path, "--top", "1", check=0).stdout
    assert len(table.splitlines()) < len(slidebench("summarize", path, "--all", check=0).stdout.splitlines())


def refused(slidebench, status, *arguments):
    """Runs the command, which fails with one line, and returns that line."""
    done = slidebench("summarize", *arguments, check=status)
    assert done.stdout == "" and done.stderr.count("\n") == 1
    return done.stderr


def test_bad_options(slidebench, saved):
    for arguments in [(), ("",), (saved[0], saved[0]), (saved[0], "--schemes", "x"), (saved[0], "--format", "xml")]:
        refused(slidebench, USAGE, *arguments)


def test_bad_files(slidebench, saved, tmp_path):
    assert "No such file" in refused(slidebench, INPUT, tmp_path / "none.json")
    for text in "", "{", "[]", '{"format": 2}', '{"format": 3}', "\0":
        (tmp_path / "bad.json").write_text(text)
        assert "bad.json" in refused(slidebench, INPUT, tmp_path / "bad.json")
    shutil.copy(saved[0], tmp_path / "alone.json")
    assert "alone.csv: No such file" in refused(slidebench, INPUT, tmp_path / "alone.json")
    lines = saved[0].with_suffix(".csv").read_text().splitlines()
    (tmp_path / "alone.csv").write_text("\n".join(lines[:3] + lines[4:]))
    assert "alone.csv:4: not the row of the .json" in refused(slidebench, INPUT, tmp_path / "alone.json")
