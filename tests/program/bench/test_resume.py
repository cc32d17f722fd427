# SPDX-License-Identifier: MIT
"""A run that is killed keeps all processes that have ended. --resume continues it, as it continues any run."""

import json
import os
import random
import signal
import subprocess

import pytest

from conftest import BUILD
from draw import LONG
from injection import POSITION, UNSTABLE, complains, files, gate_errors, interrupted
from injection import run, short, start, started, wait_until
from result_factory import SUFFIX, read_lines, summarized, texts_of, write_lines
from slidebench_tools.command import BAD_INPUT, INTERRUPTED, USAGE

PROCESSES = 4
RUN = "bench --schemes ^(ray_loop|magic_fancy)$ --list-length 64 --workloads random --pieces queen".split()
RUN += f"--modes throughput --time 0.3 --no-pin --processes {PROCESSES}".split()


def log_in(out):
    """Returns the only file of a folder, a log; None if there is none."""
    found = files(out)
    assert len(found) <= 1 and all(path.name.endswith(SUFFIX) for path in found)
    return found[0] if found else None


def ended(path):
    """Returns how many processes of a log have ended."""
    return sum("process" in line for line in read_lines(path)) if path else 0


def kill_after(processes, process, out):
    """Kills a run as soon as this number of processes has ended; returns its log."""
    wait_until(lambda: ended(log_in(out)) >= processes, process)
    process.kill()
    process.communicate()
    return log_in(out)


def ends_of_lines(path):
    """Returns where the whole lines of a log end."""
    return [end for _, end in texts_of(path)]


def edit(path, change):
    """Changes the lines of a log."""
    lines = read_lines(path)
    change(lines)
    write_lines(path, lines)


def assert_whole(path, before):
    """Asserts that a log begins with these bytes, and has all processes and no fault."""
    assert path.read_bytes().startswith(before)
    done = run("summarize", path, "--format", "json", status=0)
    record = json.loads(done.stdout)
    assert done.stderr == "" and gate_errors(path) == []
    assert not record["partial"] and record["processes_ended"] >= record["processes_requested"]
    return record


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Returns the log of a run that was killed after its second process."""
    out = tmp_path_factory.mktemp("killed")
    return kill_after(2, start(*RUN, "--out", out), out)


@pytest.fixture
def copy(killed, tmp_path):
    """Returns a copy of that log."""
    path = tmp_path / killed.parent.name / killed.name
    path.parent.mkdir()
    path.write_bytes(killed.read_bytes())
    return path


# ---- continued ----


def test_resumed_run_is_whole(copy):
    """It prints the machine of its log, whose load may have been another."""
    edit(copy, lambda lines: lines[0]["machine"]["warnings"].append("as it was then"))
    before, interrupted = copy.read_bytes(), summarized(copy)
    assert interrupted["partial"] and (interrupted["processes_ended"], interrupted["resumed_after"]) == (2, [])
    done = run("bench", "--resume", copy, status=UNSTABLE)
    record = assert_whole(copy, before)
    assert record["resumed_after"] == [2] and record["date"] == interrupted["date"]
    assert "resumed after 2" in done.stdout and "as it was then" in done.stdout
    assert done.stdout == run("summarize", copy).stdout


def test_plan_is_of_the_processes_that_remain(copy):
    edit(copy, lambda lines: lines[0]["options"]["arguments"].extend(["--spread-over", "5h"]))
    assert interrupted("bench", "--resume", copy).startswith("timing 2 rows in 2 processes: about 2.5 h")


def test_log_without_a_process_stays(copy):
    """The log of a new run would be removed. But the damaged lines of an old log may be restored."""
    before = copy.read_bytes()[: ends_of_lines(copy)[0]]
    copy.write_bytes(before)
    assert "; the log remains" in interrupted("bench", "--resume", copy)
    assert copy.read_bytes().startswith(before)


def finish(path, lacking=None):
    """Makes of a log that of a run of two processes in all, where one scheme may lack samples."""

    def change(lines):
        lines[0]["options"].update(processes=2, arguments=[*lines[0]["options"]["arguments"][:-1], "2"])
        lacks = [row["scheme"] == lacking for row in lines[0]["rows"]]
        for line in lines[1:]:
            line["reference_ipc"] = lines[1]["reference_ipc"]  # else one of them may count as disturbed
            line.update(cycles=[None if lack else 9 for lack in lacks], ghz=[None if lack else 3 for lack in lacks])
            line.update(samples=[40 for _ in lacks], undisturbed=[2 if lack else 20 for lack in lacks])
        lines.append({"ended": "2026-11-24T00:00:00Z"})

    edit(path, change)


def test_finished_run_gets_as_many_processes_again(copy):
    """Also if it is killed meanwhile."""
    finish(copy)
    before = copy.read_bytes()
    kill_after(3, start("bench", "--resume", copy), copy.parent)
    assert summarized(copy)["partial"]
    run("bench", "--resume", copy, status=UNSTABLE)
    record = assert_whole(copy, before)
    assert (record["resumed_after"], record["processes_requested"]) == ([2, 3], 4)


def test_only_rows_that_lack_samples_are_timed(copy):
    """As after status 6."""
    finish(copy, lacking="ray_loop")
    before = copy.read_bytes()
    run("bench", "--resume", copy, status=UNSTABLE)
    record = assert_whole(copy, before)
    assert record["processes_requested"] == 2
    head, *_, last = [line for line in read_lines(copy) if "format" in line or "process" in line]
    assert {row["scheme"] for row, samples in zip(head["rows"], last["samples"]) if samples} == {"ray_loop"}


def test_crashed_scheme_stays_excluded(tmp_path):
    """The reason is kept as well."""
    binary = BUILD / "slidebench-failing"
    schemes = "--schemes", "^(well|crash_in_loop)$", "--modes", "throughput"
    process = start(*short(*schemes, "--out", tmp_path, processes=3, time=0.3), binary=binary)
    path = kill_after(1, process, tmp_path)
    before = read_lines(path)
    done = run("bench", "--resume", path, "--positions", POSITION, binary=binary)
    assert done.returncode == 1 and "crashed" in done.stdout and "killed by signal 11" in done.stdout
    assert [sum("failed_row" in line for line in lines) for lines in (before, read_lines(path))] == [1, 1]


# ---- refused ----

REFUSED = {  # a change of the first line -> the text of the message
    "another CPU": (lambda head: head["machine"].update(slug="z80"), "its CPU is z80"),
    "another compiler": (lambda head: head.update(compiler="tcc 1"), "its compiler is tcc 1"),
    "another program": (lambda head: head.update(commit="0" * 12), "its commit is 000000000000"),
    "another build of the same commit": (lambda head: head.update(build="0" * 32), "its build is 00000000"),
    "an older log": (lambda head: head.pop("build"), "its build is unknown"),
    "another scheme": (lambda head: head["rows"][0].update(scheme="none_such"), "none_such"),
    "other queries": (lambda head: head["columns"][0].update(checksum="0" * 16), "its checksum differs"),
    "another kind of core": (lambda head: head["machine"].update(core_kind="eff"), "its kind of core is eff, but here"),
    "an argument that is not text": (lambda head: head["options"]["arguments"].append(7), "not a string"),
    "an argument that writes": (
        lambda head: head["options"]["arguments"].extend(["--out", "/tmp"]),
        "options.arguments are not options of a run",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_another_run_is_refused(name, copy):
    change, text = REFUSED[name]
    edit(copy, lambda lines: change(lines[0]))
    before = copy.read_bytes()
    assert text in complains(run("bench", "--resume", copy), BAD_INPUT)
    assert copy.read_bytes() == before and log_in(copy.parent) == copy


def test_other_options_are_refused(copy):
    positions = ("--positions", POSITION)
    assert "built-in games" in complains(run("bench", "--resume", copy, *positions), USAGE)
    edit(copy, lambda lines: lines[0]["options"].update(custom_positions=True))
    assert "pass them with --positions" in complains(run("bench", "--resume", copy), USAGE)


def test_second_writer_is_refused(copy):
    """Nothing that either wrote is lost."""
    before, first = copy.read_bytes(), started("bench", "--resume", copy)
    first.send_signal(signal.SIGSTOP)  # so that it does not end before the second one begins
    try:
        line = complains(run("bench", "--resume", copy), BAD_INPUT)
    finally:
        first.send_signal(signal.SIGCONT)
    assert f"{copy}: another process writes to this log; wait until it ends" in line
    first.communicate()
    assert first.returncode in UNSTABLE
    assert assert_whole(copy, before)["resumed_after"] == [2]


# ---- damaged ----


def test_run_with_a_damaged_line_is_resumed(copy):
    """The line stays where it is, and another process is timed."""
    data, (first, second, _) = bytearray(copy.read_bytes()), ends_of_lines(copy)
    data[(first + second) // 2] ^= 1
    copy.write_bytes(data)
    done = run("bench", "--resume", copy)
    assert done.returncode in UNSTABLE and f"{copy}:2: damaged" in done.stderr
    assert copy.read_bytes().startswith(data)
    record = summarized(copy)
    assert (record["partial"], record["resumed_after"]) == (False, [1]) and record["processes_ended"] >= PROCESSES


# ---- killed at any moment ----

SIGNALS = {"INT": signal.SIGINT, "TERM": signal.SIGTERM, "HUP": signal.SIGHUP, "KILL": signal.SIGKILL}


@pytest.mark.parametrize("number", range(10 if LONG else 1))
@pytest.mark.parametrize("how", SIGNALS if LONG else ["KILL"])  # test_signals.py has the others
def test_killed_at_random_moments(how, number, tmp_path):
    """Again and again, until a run ends: all that was written remains, and the result is whole."""
    rng, before, path = random.Random(f"{how}{number}"), b"", None
    for attempt in range(16):  # the last one gets a minute, and all together six
        process = start("bench", "--resume", path) if path else start(*RUN, "--out", tmp_path)
        try:
            process.wait(rng.uniform(0.5, 2 + attempt**2 / 4))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, SIGNALS[how])
        _, err = process.communicate(timeout=60)
        if process.returncode in UNSTABLE:
            break
        assert process.returncode in (INTERRUPTED, -SIGNALS[how]), err
        path = log_in(tmp_path)
        if ended(path) == 0:  # killed before its first process ended
            path and path.unlink()
            path, before = None, b""
            continue
        assert path.read_bytes().startswith(before)
        assert run("summarize", path).returncode == 0
        before = path.read_bytes()[: ends_of_lines(path)[-1]]
    else:
        raise AssertionError("no run came to its end")
    assert_whole(log_in(tmp_path), before)
