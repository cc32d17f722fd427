# SPDX-License-Identifier: MIT
"""Schemes that crash, hang or return wrong sets: only their own rows fail, with a reason; the others are timed."""

import os
import re
import signal
import time

import pytest

from conftest import BUILD, json_rows
from injection import UNSTABLE, complains, environment, files, run, short, started, workers
from process import printed
from result_factory import csv_rows, summarize, summarized

FAILING = BUILD / "slidebench-failing"

# scheme -> status and reason of its rows; the other schemes are correct.
FAULTS = {
    "crash_in_init": ("crashed", "killed by signal 11"),
    "wrong_set": ("wrong", "rook on d4"),
    "crash_in_verify": ("crashed", "in verification: killed by signal 11"),
    "hang_in_verify": ("crashed", "in verification: it did not come to an end"),
    "sleep_in_verify": ("crashed", "in verification: it did not come to an end"),
    "quit_in_verify": ("crashed", "in verification: ended with status 7"),
    "crash_in_view": ("crashed", "killed by signal 11"),
    "crash_in_loop": ("crashed", "killed by signal 11"),
    "abort_in_loop": ("crashed", "killed by signal 6"),
    "hang_in_loop": ("crashed", "it did not come to an end"),
    "sleep_in_loop": ("crashed", "it did not come to an end"),
    "wrong_loop": ("wrong", "wrong kernel checksum"),
    "no_such_isa": ("unsupported", "needs an instruction of tomorrow"),
}
GOOD_LATENCY = ("crash_in_loop", "abort_in_loop", "hang_in_loop", "sleep_in_loop", "wrong_loop")


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    done = run(*short("--out", folder), inject="setitimer:1+", binary=FAILING)
    (path,) = files(folder)
    return done, csv_rows(path), json_rows(summarized(path))


def test_only_rows_of_faulty_schemes_fail(result):
    _, rows, records = result
    assert len(rows) == 2 * 16
    for row, record in zip(rows, records, strict=True):
        fault = FAULTS.get(row["scheme"])
        if not fault or (row["scheme"] in GOOD_LATENCY and row["mode"] == "latency"):
            assert row["status"] in ("ok", "unstable") and int(row["samples_total"]) > 0, row
            assert record["processes"] <= 5, "a busy machine gets more processes"
        else:
            assert row["status"] == fault[0] and fault[1] in record["reason"] == row["reason"], record
            assert row["cycles"] == row["ns"] == row["rank_min"] == "" and "processes" not in record


def test_failures_are_reported(result):
    done, _, _ = result
    assert done.returncode == 1
    assert "rows are wrong or crashed and have no result" in done.stderr
    assert "wrong_set: wrong rook on d4" in done.stderr, "the boards are not drawn"
    for scheme in FAULTS:
        assert scheme in done.stdout
    assert "crashed: hang_in_loop random queen throughput: it did not come to an end" in done.stdout


def test_stopped_process_continues():
    """It is stopped, as by Ctrl-Z, for longer than the limit of the watchdog."""
    arguments = short("--schemes", "^well$", time=1)
    with started(*arguments, binary=FAILING, env=environment("setitimer:1+")) as process:
        (pid,) = workers(process)
        time.sleep(0.3)
        os.kill(pid, signal.SIGSTOP)
        time.sleep(4)
        os.kill(pid, signal.SIGCONT)
        out, errors = process.communicate(timeout=300)
    assert process.returncode in UNSTABLE and "well" in out, errors


def test_missing_instructions_are_reported(tmp_path):
    for command in ("show", "--square", "d4"), ("perft",):
        done = run(*command, "--scheme", "no_such_isa", binary=FAILING)
        assert "needs an instruction of tomorrow" in complains(done, 4)
    verified = run("verify", "--schemes", "no_such_isa", binary=FAILING, status=0)
    assert "unsupported no_such_isa needs an instruction of tomorrow" in " ".join(verified.stdout.split())
    done = run(*short("--schemes", "no_such_isa", "--out", tmp_path), binary=FAILING, status=0)
    assert "unsupported (needs an instruction of tomorrow)" in done.stdout
    assert "| unsupported (needs an instruction of tomorrow) | - |" in summarize(*files(tmp_path), "markdown")


def test_verify_continues_after_a_wrong_scheme_and_a_crash():
    # As under some supervisors: the status of a child would be lost.
    ignoring = lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    schemes = "^(crash_in_verify|well|wrong_set)$"
    done = run("verify", "--schemes", schemes, binary=FAILING, status=1, preexec_fn=ignoring)
    assert "1 verified, 2 wrong or crashed, 0 unsupported" in done.stdout
    assert "crashed crash_in_verify killed by signal 11" in " ".join(done.stdout.split())
    sets = "expected 0x08080808f7080808, got 0x08080808f7080809"
    assert f"wrong_set: wrong rook on d4, occupied 0x0000000000000000: {sets}\n" in done.stdout
    expected, got, differs = ". . . * . . . .", "* . . * . . . .", "* . . . . . . ."
    assert f"\n1 {expected} 1 {got} 1 {differs}\n" in re.sub(" +", " ", done.stdout).replace(" \n", "\n")
    assert done.stderr == "slidebench: 2 of 3 schemes wrong or crashed\n"


def test_error_is_the_last_line_of_a_common_file():
    text = printed(FAILING, "verify", "--schemes", "well$|wrong_set", status=1)
    assert text.endswith("\nslidebench: 1 of 2 schemes wrong or crashed\n")


def test_execvp_is_tried_after_execv(tmp_path):
    run(*short("--schemes", "^well$"), inject="execv:1+:2", binary=FAILING, status=UNSTABLE)
