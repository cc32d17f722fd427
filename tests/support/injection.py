# SPDX-License-Identifier: MIT
"""Runs a bench binary with calls of the C library made to fail, see inject/inject.c."""

import functools
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from conftest import BUILD, LEVEL, SOURCE

FEN = "7k/q5p1/1p3p1p/2n5/3Q1N2/P1P5/1P1K2P1/8 w - - 0 1\n"
UNSTABLE = (0, 6)  # what a good run ends with: a busy machine is no fault of the program's


@functools.cache
def folder():
    """A place for the session; it holds the shared object and a file with one position, which is read faster than 1,300 games."""
    keeper = tempfile.TemporaryDirectory(prefix="slidebench-inject-")
    path = Path(keeper.name)
    (path / "position").write_text(FEN)
    return keeper, path


@functools.cache
def shared_object():
    library = folder()[1] / "inject.so"
    made = subprocess.run(
        [
            os.environ["CC"],
            "-D_GNU_SOURCE",
            "-shared",
            "-fPIC",
            "-O1",
            "-o",
            library,
            SOURCE / "tests/support/inject/inject.c",
            "-ldl",
        ],
        capture_output=True,
        text=True,
    )
    if made.returncode:
        pytest.skip(f"no C library of the kind that inject.c wants: {made.stderr.splitlines()[0]}")
    mark = folder()[1] / "probe"
    environment = {**os.environ, "LD_PRELOAD": str(library), "INJECT": "memory:1", "INJECT_MARK": str(mark)}
    subprocess.run([bench_binary(), "--version"], env=environment, capture_output=True)
    if not mark.exists():
        pytest.skip("nothing can be preloaded into this build")
    return library


def bench_binary():
    """The launcher would be injected into as well."""
    return BUILD / f"slidebench-{LEVEL}"


def short(*more):
    """Arguments of a bench run as short as can be."""
    return (
        "--list-length",
        "64",
        "--workloads",
        "random",
        "--pieces",
        "queen",
        "--processes",
        "1",
        "--time",
        "0.01",
        "--positions",
        folder()[1] / "position",
        *more,
    )


def environment(inject, where=None, mark=None):
    more = {"INJECT_IN": where, "INJECT_MARK": mark}
    return {
        **os.environ,
        "LD_PRELOAD": str(shared_object()),
        "INJECT": inject,
        **{k: str(v) for k, v in more.items() if v},
    }


def run(*arguments, inject=None, where=None, mark=None, binary=None, **more):
    env = environment(inject, where, mark) if inject else None
    done = subprocess.run(
        [binary or bench_binary(), *map(str, arguments)], env=env, capture_output=True, text=True, timeout=300, **more
    )
    done.stderr = re.sub(
        r"^(libgcov )?profiling.*\n", "", done.stderr, flags=re.MULTILINE
    )  # what a coverage build adds
    return done


def complains(done, status):
    """One clear line, nothing on stdout, the status."""
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("slidebench: ") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def children(process):
    """Command lines of the direct children."""
    found = {}
    for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        try:
            found[int(pid)] = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            pass
    return found


def wait_until(condition, process):
    for _ in range(1200):
        assert process.poll() is None, process.communicate()
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("the phase never came")


def workers(process):
    return {pid for pid, command in children(process).items() if b"--worker" in command}
