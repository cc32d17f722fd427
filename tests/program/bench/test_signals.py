# SPDX-License-Identifier: MIT
"""SIGINT, SIGTERM and SIGHUP in every phase: soon over, exit status 130, a result marked partial or none, no temporary file."""

import fcntl
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import BUILD
from injection import UNSTABLE, children, short, wait_until, workers

FAILING = BUILD / "slidebench-failing"
TWO = ("--processes", "2", "--schemes", "^well$", "--time")
PHASES = {  # a phase's own arguments
    "verifying": ("--schemes", "hang_in_verify"),
    "timing": (*TWO, "5"),
    "timing the second": (*TWO, "0.5"),
    "waiting": (*TWO, "0.5", "--spread-over", "1h"),
}
ONE_IS_WHOLE = ("timing the second", "waiting")


def end_session(process):
    """The kernel signals the group, and the shell signals it once more."""
    os.killpg(process.pid, signal.SIGHUP)
    os.killpg(process.pid, signal.SIGHUP)


WAYS = {
    "Ctrl-C": lambda process: os.killpg(process.pid, signal.SIGINT),
    "kill": lambda process: os.kill(process.pid, signal.SIGTERM),
    "the end of a session": end_session,
}

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to see the phases by")


def start(phase, *more, stdout=subprocess.PIPE, **how):
    arguments = [*short()]
    for option in "--time", "--processes":  # which the phase says
        at = arguments.index(option)
        del arguments[at : at + 2]
    command = [FAILING, *map(str, arguments), *PHASES[phase], *map(str, more)]
    process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, text=True, start_new_session=True, **how)
    if phase == "verifying":
        wait_until(lambda: children(process), process)
        return process
    wait_until(lambda: workers(process), process)
    first = workers(process)
    if phase == "timing":
        time.sleep(0.5)
    elif phase == "timing the second":
        wait_until(lambda: workers(process) - first, process)
    else:
        wait_until(lambda: not children(process), process)
    return process


def assert_ends(worker):
    for _ in range(600):
        if not Path(f"/proc/{worker}").exists() or ") Z " in Path(f"/proc/{worker}/stat").read_text():
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("it goes on though nobody listens")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("phase", PHASES)
def test_an_interrupt_ends_it_soon_and_cleanly(phase, way, tmp_path):
    process = start(phase, "--out", tmp_path)
    began = children(process)
    WAYS[way](process)
    out, err = process.communicate(timeout=60)
    files = sorted(p.name for p in tmp_path.rglob("*") if p.is_file())
    assert process.returncode == 130, err
    assert not any(Path(f"/proc/{pid}").exists() for pid in began), "no child is left"
    if phase in ONE_IS_WHOLE:
        assert [Path(f).suffix for f in files] == [".csv", ".json"] and all("-partial" in f for f in files)
        assert "interrupted after 1 of 2 processes; continue with --resume " in err and "well" in out
        assert all(json.loads(p.read_text())["partial"] for p in tmp_path.rglob("*.json"))
    else:
        assert files == [] and out == ""
        assert err == "slidebench: interrupted before the first process ended; nothing is saved\n"


def test_nohup_goes_on(tmp_path):
    ignoring = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    process = start("timing the second", "--out", tmp_path, preexec_fn=ignoring)
    end_session(process)
    _, err = process.communicate(timeout=60)
    assert process.returncode in UNSTABLE, err
    assert all("-partial" not in p.name for p in tmp_path.rglob("*"))


def test_a_second_signal_kills(tmp_path):
    """Which shows while the table waits for a reader: what was saved before is whole."""
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    os.write(write, b"x" * 4096)
    process = start("waiting", "--out", tmp_path, stdout=write)
    os.kill(process.pid, signal.SIGINT)
    for line in process.stderr:
        if line.startswith("saved "):
            break
    time.sleep(0.5)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(timeout=30) == -signal.SIGINT
    assert sorted(p.suffix for p in tmp_path.rglob("*") if p.is_file()) == [".csv", ".json"]
    os.close(read)
    os.close(write)


def test_a_second_signal_while_timing(tmp_path):
    """It may come before the first one's orderly end, or too late to matter; nothing goes on, and no result is saved."""
    process = start("timing", "--out", tmp_path)
    (worker,) = children(process)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert [p for p in tmp_path.rglob("*.csv") if not p.name.startswith(".")] == []
    assert_ends(worker)


def test_a_timing_process_survives_nobody(tmp_path):
    process = start("timing", "--out", tmp_path)
    (worker,) = children(process)
    process.kill()
    process.communicate()
    assert_ends(worker)
