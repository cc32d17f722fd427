# SPDX-License-Identifier: MIT
"""Runs a bench binary in which selected calls of the C library fail (inject/inject.c)."""

import functools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from conftest import BUILD, LEVEL, SOURCE

FEN = "7k/q5p1/1p3p1p/2n5/3Q1N2/P1P5/1P1K2P1/8 w - - 0 1\n"
UNSTABLE = (0, 6)  # exit statuses of a successful run; on a busy machine, results may be unstable (6)


@functools.cache
def folder():
    """Returns the session's folder: the shared object, and a file of one position, which loads faster."""
    keeper = tempfile.TemporaryDirectory(prefix="slidebench-inject-")
    path = Path(keeper.name)
    (path / "position").write_text(FEN)
    return keeper, path


@functools.cache
def shared_object():
    """Compiles inject.c and returns the library. Skips the test if it cannot be compiled or preloaded."""
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
        pytest.skip(f"inject.c does not compile with this C library: {made.stderr.splitlines()[0]}")
    mark = folder()[1] / "probe"
    environment = {**os.environ, "LD_PRELOAD": str(library), "INJECT": "memory:1", "INJECT_MARK": str(mark)}
    subprocess.run([bench_binary(), "--version"], env=environment, capture_output=True)
    if not mark.exists():
        pytest.skip("LD_PRELOAD has no effect on this build")
    return library


def bench_binary():
    """Returns the binary that the launcher would start: the launcher's own calls must not fail."""
    return BUILD / f"slidebench-{LEVEL}"


def short(*more):
    """Returns the arguments of a very short bench run, which prints no plan on a busy machine either, and `more`."""
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
        "--quiet",
        "--positions",
        folder()[1] / "position",
        *more,
    )


def environment(inject, where=None, mark=None):
    """Returns the environment for inject.c: the failing calls, in parent or worker, and a file that marks the first."""
    more = {"INJECT_IN": where, "INJECT_MARK": mark}
    return {
        **os.environ,
        "LD_PRELOAD": str(shared_object()),
        "INJECT": inject,
        **{k: str(v) for k, v in more.items() if v},
    }


def run(*arguments, inject=None, where=None, mark=None, binary=None, **more):
    """Runs the bench binary; `inject`, `where` and `mark` as in environment()."""
    env = environment(inject, where, mark) if inject else None
    done = subprocess.run(
        [binary or bench_binary(), *map(str, arguments)], env=env, capture_output=True, text=True, timeout=300, **more
    )
    return done


def complains(done, status):
    """Asserts the exit status, one line on stderr and nothing on stdout. Returns the line."""
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("slidebench: ") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def children(process):
    """Returns {process id: command line} of a process's direct children."""
    found = {}
    for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        try:
            found[int(pid)] = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            pass
    return found


def wait_until(condition, process):
    """Waits until condition() is true. Fails after 60 s, or if the process ends first."""
    for _ in range(1200):
        assert process.poll() is None, process.communicate()
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("the condition was not met within 60 s")


def workers(process):
    """Returns the process ids of a run's timing processes."""
    return {pid for pid, command in children(process).items() if b"--worker" in command}


def gate_errors(*paths):
    """Returns the errors of scripts/check-results, except those of a run that is short, or on a busy machine."""
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    done = subprocess.run([python, SOURCE / "scripts/check-results", *paths], capture_output=True, text=True)
    assert "results: " in done.stdout, done.stderr
    expected = "expected 6 or more", "no row is ok"
    errors = [line for line in done.stderr.splitlines() if ": error: " in line]
    return [line for line in errors if not any(words in line for words in expected)]
