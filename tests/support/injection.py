# SPDX-License-Identifier: MIT
"""Runs a bench binary in which selected calls of the C library fail (inject/inject.c)."""

import functools
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

import process
from conftest import BUILD, LEVEL, SOURCE
from slidebench_results import check_results
from slidebench_tools.command import IN_DOUBT

UNSTABLE = (0, IN_DOUBT)  # exit statuses of a successful run: on a busy machine, results may be unstable

KEEPER = tempfile.TemporaryDirectory(prefix="slidebench-inject-")  # removes the folder at the end
FOLDER = Path(KEEPER.name)
POSITION = FOLDER / "position"  # a file of one position, which loads faster than games
POSITION.write_text("7k/q5p1/1p3p1p/2n5/3Q1N2/P1P5/1P1K2P1/8 w - - 0 1\n")


@functools.cache
def shared_object():
    """Compiles inject.c and returns the library. Skips the test if it cannot be compiled or preloaded."""
    library = FOLDER / "inject.so"
    source = SOURCE / "tests/support/inject/inject.c"
    compile = [os.environ["CC"], *"-D_GNU_SOURCE -shared -fPIC -O1".split(), "-o", library, source, "-ldl"]
    made = process.run(*compile, status=None)
    if made.returncode:
        pytest.skip(f"inject.c does not compile with this C library: {made.stderr.splitlines()[0]}")
    count = FOLDER / "count"
    environment = {**os.environ, "LD_PRELOAD": str(library), "INJECT": "memory:0", "INJECT_COUNT": str(count)}
    process.run(bench_binary(), "--version", env=environment)
    if not count.exists():
        pytest.skip("LD_PRELOAD has no effect on this build")
    return library


def bench_binary():
    """Returns the binary that the launcher would start: the launcher's own calls must not fail."""
    return BUILD / f"slidebench-{LEVEL}"


def pinned(*more, processes=1, time=0.01):
    """Returns the arguments of a very short bench run, which prints no plan on a busy machine either, and `more`."""
    options = f"--list-length 64 --workloads random --pieces queen --processes {processes} --time {time} --quiet"
    return (*options.split(), "--positions", POSITION, *more)


def short(*more, **times):
    """Returns the arguments of a run that does not look for a quiet CPU, as that takes most of the time of pinned()."""
    return pinned("--no-pin", *more, **times)


def environment(inject, where=None, count=None):
    """Returns the environment for inject.c: the failing calls, in parent or worker, and a file for their number."""
    more = {"INJECT": inject, "INJECT_IN": where, "INJECT_COUNT": count}
    return {**os.environ, "LD_PRELOAD": str(shared_object()), **{k: str(v) for k, v in more.items() if v}}


def run(*arguments, inject=None, where=None, count=None, binary=None, **more):
    """Runs the bench binary, whatever its exit status; `inject`, `where` and `count` as in environment()."""
    more = {"status": None, "timeout": 300, "env": environment(inject, where, count) if inject else None, **more}
    return process.run(binary or bench_binary(), *arguments, **more)


def start(*arguments, binary=None, **how):
    """Starts the bench binary in a process group of its own. Returns the process."""
    if not Path("/proc/self/task").exists():
        pytest.skip("needs /proc to find the timing processes")
    command = [str(word) for word in (binary or bench_binary(), *arguments)]
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}
    return subprocess.Popen(command, start_new_session=True, **options)


def slug(**how):
    """Returns the name of this CPU in results."""
    return run("machine", "--no-pin", **how).stdout.splitlines()[0].split()[-1]


def full_disk(size, handler=signal.SIG_IGN):
    """Returns options of run() by which no file can be longer than `size`, as on a full disk or beyond a quota."""

    def limit():
        signal.signal(signal.SIGXFSZ, handler)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return {"preexec_fn": limit, "restore_signals": False}


def files(folder):
    """Returns all files below a folder."""
    return [path for path in folder.rglob("*") if path.is_file()]


def complains(done, status):
    """Asserts the exit status, one line on stderr and nothing on stdout. Returns the line."""
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert re.fullmatch("slidebench: .+\n", done.stderr) and done.stderr[:-1].isprintable(), done.stderr
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


def started(*arguments, **how):
    """Starts the bench binary, and waits for its first timing process. Returns the program's process."""
    process = start(*arguments, **how)
    wait_until(lambda: workers(process), process)
    return process


def interrupted(*arguments):
    """Interrupts the bench binary as soon as it times. Returns what it prints on standard error."""
    process = started(*arguments)
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    return err


def gate_errors(*paths):
    """Returns the errors of scripts/check-results, except those that a short run or a busy machine may cause."""
    done = process.call(check_results.main, *paths, status=None)
    assert re.search("results?: ", done.stdout), done.stderr
    expected = "expected 6 or more", "no row is ok"
    errors = [line for line in done.stderr.splitlines() if ": error: " in line]
    return [line for line in errors if not any(words in line for words in expected)]
