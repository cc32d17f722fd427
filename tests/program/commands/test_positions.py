# SPDX-License-Identifier: MIT
"""Positions from files, pipes and devices. test_bad_input.py has wrong ones, test_notation.c all errors of a FEN."""

import os
import socket
import subprocess

import pytest

from injection import UNSTABLE, bench_binary, complains, files, run, short, start, wait_until
from result_factory import read_lines
from slidebench_tools.command import BAD_INPUT

GOOD = "7k/q5p1/1p3p1p/2n5/3Q1N2/P1P5/1P1K2P1/8 w - - 0 1"
QUERIES = ("queries", "--pieces", "queen", "--list-length", "1", "--positions")


@pytest.mark.parametrize("text", [GOOD, f"{'#' * 1000000}\n{GOOD}"], ids=["no newline", "long line"])
def test_accepted_forms(text, tmp_path):
    """test_corpus.c has the others."""
    (tmp_path / "positions").write_text(text)
    for done in run(*QUERIES, "positions", cwd=tmp_path), run(*QUERIES, "-", input=text):
        assert done.returncode == 0 and done.stdout == "queen d4 0x8041a20428054a00\n"


def test_unusable_standard_input_is_reported():
    for place in "/dev/zero", "/dev/null", "/":
        file = os.open(place, os.O_RDONLY)
        complains(run(*QUERIES, "-", stdin=file), BAD_INPUT)
        os.close(file)
    for command in (*QUERIES, "-"), ("query",):
        complains(run(*command, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.close(0)), BAD_INPUT)


@pytest.mark.parametrize("place", ["-", "/dev/stdin"])
def test_stream_is_refused_at_its_first_error(place):
    """The error does not depend on the end of the stream."""
    with subprocess.Popen([bench_binary(), *QUERIES, place], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            process.stdin.write(b"e2e4 e7e5\ne2e4 e2e4\n")
            process.stdin.flush()
            assert process.wait(60) == BAD_INPUT and process.stderr.read().startswith(b"slidebench: ")
        finally:
            process.kill()


@pytest.mark.parametrize("line", [["#" * 60000], ["1." + " " * 60000], []], ids=["list", "PGN", "no line"])
def test_endless_stream_is_refused(line):
    command = ["yes", *line] if line else ["tr", "\\0", "#"]
    with open("/dev/zero", "rb") as zero, subprocess.Popen(command, stdin=zero, stdout=subprocess.PIPE) as endless:
        text = complains(run(*QUERIES, "-", stdin=endless.stdout), BAD_INPUT)
        endless.kill()
    assert "expected at most 256 MiB" in text


def test_standard_input_is_read_from_its_offset(tmp_path):
    """A shell's `read` may have consumed the first line."""
    (tmp_path / "positions").write_text(f"no position\n{GOOD}\n")
    with open(tmp_path / "positions", "rb", buffering=0) as file:
        file.read(12)
        assert run(*short()[:-3], "--schemes", "^ray_loop$", "--positions", "-", stdin=file).returncode in UNSTABLE


def test_terminals_and_sockets_are_copied():
    """Like a pipe, they can be read only once."""
    master, slave = os.openpty()
    os.write(master, f"{GOOD}\n\x04".encode())  # Ctrl-D
    here, there = socket.socketpair()
    here.sendall(GOOD.encode())
    here.shutdown(socket.SHUT_WR)
    for stream in slave, there:
        assert run(*QUERIES, "-", stdin=stream).stdout == "queen d4 0x8041a20428054a00\n"
    for fd in master, slave:
        os.close(fd)
    here.close()
    there.close()


def test_positions_that_change_during_a_run_are_refused(tmp_path):
    """Each process reads them. What was measured before remains."""
    (tmp_path / "positions").write_text(GOOD)
    plan = "--workloads games --pieces queen --modes throughput --list-length 1 --processes 9 --time 0.3".split()
    process = start(
        "--schemes", "^ray_loop$", *plan, "--no-pin", "--positions", "positions", "--out", "out", cwd=tmp_path
    )
    wait_until(lambda: any(len(read_lines(path)) > 1 for path in files(tmp_path / "out")), process)
    (tmp_path / "positions").write_text("8/8/8/8/8/k7/8/KQ6 w - - 0 1")
    err = process.communicate(timeout=60)[1]
    assert process.returncode == BAD_INPUT and "kept out/" in err
    assert err.endswith("slidebench: positions: the positions changed during the run\n")


# ---- PGN: test_pgn.c has all that a game may contain, test_corpus.c games that are skipped ----

BAD = "1. e4 e5 2. \u2658f3 Nc6 1-0\n"
SKIPPED = "ply 3: byte 0xe2, expected printable ASCII; skipping this game"


def test_few_of_many_unreadable_games_are_named():
    *named, count = run(*QUERIES, "-", input=1000 * BAD + "1. c4 c5 *\n").stderr.splitlines()
    assert named == [f"slidebench: standard input:{line}: {SKIPPED}" for line in range(1, 6)]
    assert count == "slidebench: standard input: skipped 1000 of 1001 games"


def test_bench_names_skipped_games_once():
    """Each of its processes reads the file."""
    done = run(*short()[:-3], "--schemes", "^ray_loop$", "--positions", "-", input=f"{BAD}\n1. d4 d5 2. Bf4 Bf5 *\n")
    assert done.returncode in UNSTABLE and done.stderr.count("skip") == 2, done.stderr
