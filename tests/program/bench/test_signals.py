# SPDX-License-Identifier: MIT
"""SIGINT, SIGTERM and SIGHUP end each phase soon: status 130, and a log of the processes that have ended, or none."""

import fcntl
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

import injection
from conftest import BUILD
from injection import UNSTABLE, children, files, short, start, wait_until, workers
from result_factory import read_lines, summarized

FAILING = BUILD / "slidebench-failing"
PHASES = {  # the arguments of each phase
    "verifying": short("--schemes", "hang_in_verify"),
    "timing": short("--schemes", "^well$", processes=2, time=600),
    "timing the second": short("--schemes", "^well$", processes=2, time=0.5),
    "waiting": short("--schemes", "^well$", "--spread-over", "1h", processes=2, time=0.5),
}
ONE_HAS_ENDED = ("timing the second", "waiting")


def end_session(process):
    """Signals the group twice, as the kernel and the shell do."""
    os.killpg(process.pid, signal.SIGHUP)
    os.killpg(process.pid, signal.SIGHUP)


def started(phase, *more, **how):
    """Starts a run and waits for a phase. Returns the process."""
    if phase == "verifying":
        process = start(*PHASES[phase], *more, binary=FAILING, **how)
        wait_until(lambda: children(process), process)
        return process
    process = injection.started(*PHASES[phase], *more, binary=FAILING, **how)
    first = workers(process)
    if phase == "timing":
        time.sleep(0.5)
    elif phase == "timing the second":
        wait_until(lambda: workers(process) - first, process)
    else:
        wait_until(lambda: not children(process), process)
    return process


INTERRUPTS = [(phase, subprocess.Popen.terminate) for phase in PHASES]
INTERRUPTS.append(("timing the second", end_session))  # test_second_signal_kills() has Ctrl-C


@pytest.mark.parametrize("phase, interrupt", INTERRUPTS)
def test_interrupt_ends_the_run(phase, interrupt, tmp_path):
    process = started(phase, "--out", tmp_path)
    began = children(process)
    interrupt(process)
    out, err = process.communicate(timeout=60)
    left = files(tmp_path)
    assert process.returncode == 130, err
    assert not any(Path(f"/proc/{pid}").exists() for pid in began), "a child is left"
    if phase in ONE_HAS_ENDED:
        (path,) = left
        assert f"interrupted after 1 of 2 processes; continue with --resume {path}\n" in err and "well" in out
        assert summarized(path)["partial"]
    else:
        assert left == [] and out == ""
        assert err == "slidebench: interrupted before the first process ended; nothing is saved\n"


def test_interrupt_before_all_phases(tmp_path):
    """While positions are read, and as soon as the program handles the signal."""
    process = start("bench", "--positions", "-", "--out", tmp_path, binary=FAILING, stdin=subprocess.PIPE)
    status = Path(f"/proc/{process.pid}/status")
    caught = lambda: int(re.search(r"SigCgt:\s*(\w+)", status.read_text())[1], 16)
    wait_until(lambda: caught() >> signal.SIGTERM - 1 & 1, process)
    process.terminate()
    assert process.communicate(timeout=60) == ("", "") and process.returncode == 130 and files(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT], ids=["nohup", "background of a script"])
def test_ignored_signal_stays_ignored(tmp_path, number):
    ignoring = lambda: signal.signal(number, signal.SIG_IGN)
    process = started("timing the second", "--out", tmp_path, preexec_fn=ignoring)
    os.killpg(process.pid, number) if number == signal.SIGINT else end_session(process)
    _, err = process.communicate(timeout=60)
    assert process.returncode in UNSTABLE, err
    assert not summarized(*files(tmp_path))["partial"]


def test_second_signal_kills(tmp_path):
    """It comes while the table blocks on a full pipe; the result was saved before."""
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    os.write(write, b"x" * 4096)
    process = started("waiting", "--out", tmp_path, stdout=write)
    os.kill(process.pid, signal.SIGINT)
    for line in process.stderr:
        if line.startswith("saved "):
            break
    time.sleep(0.5)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(timeout=30) == -signal.SIGINT
    assert sum("process" in line for line in read_lines(*files(tmp_path))) == 1
    os.close(read)
    os.close(write)


def test_timing_process_ends_with_its_parent(tmp_path):
    """It has standard error open as long as it runs, without this for minutes."""
    process = started("timing", "--out", tmp_path)
    process.kill()
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
