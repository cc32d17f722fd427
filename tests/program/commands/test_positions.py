# SPDX-License-Identifier: MIT
"""Positions from files, pipes and devices: each error names the line, and nothing is timed."""

import os
import socket
import subprocess
import threading

import pytest

from injection import UNSTABLE, bench_binary, complains, run, short

INPUT = 3
GOOD = "7k/q5p1/1p3p1p/2n5/3Q1N2/P1P5/1P1K2P1/8 w - - 0 1"
QUERIES = ("queries", "--pieces", "queen", "--list-length", "1", "--positions")

FENS = {  # FEN -> part of the message
    "8/8/8/8/8/8/8 w - - 0 1": "7 ranks, expected 8",
    "kK6/8/8/8/8/8/8/8/8 w - - 0 1": "9 ranks, expected 8",
    "k7/8/8/8/8/8/8/K6 w - - 0 1": "rank 1 has 7 squares",
    "k7/8/8/8/8/8/8/K8 w - - 0 1": "rank 1 has 9 squares",
    "k7/8/8/8/8/8/8/K70 w - - 0 1": "'0' on rank 1",
    "k7/9/8/8/8/8/8/K7 w - - 0 1": "'9' on rank 7",
    "k7/8/8/3X4/8/8/8/K7 w - - 0 1": "'X' on rank 5",
    "8/8/8/8/8/8/8/K7 w - - 0 1": "Black has 0 kings",
    "kk6/8/8/8/8/8/8/K7 w - - 0 1": "Black has 2 kings",
    "k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1": "White has 17 pieces",
    "k6P/8/8/8/8/8/8/K7 w - - 0 1": "a pawn on rank 8",
    "k7/8/8/8/8/8/8/K6p w - - 0 1": "a pawn on rank 1",
    "k7/8/8/8/8/8/8/K7 x - - 0 1": "side to move is 'x'",
    "k7/8/8/8/8/8/8/K7 W - - 0 1": "side to move is 'W'",
    "k7/8/8/8/8/8/8/RK6 w - - 0 1": "Black is in check though it is not to move",
    "k7/8/8/8/8/8/8/K7 w KQ - 0 1": "castling right 'K'",
    "4k3/8/8/8/8/8/8/4K2R w KK - 0 1": "castling rights are 'KK'",
    "4k3/8/8/8/8/8/8/4K2R w AH - 0 1": "castling right 'A'",
    "k7/8/8/8/8/8/8/K7 w - e3 0 1": "en passant square is 'e3'",
    "k7/8/8/8/8/8/8/K7 w - e9 0 1": "en passant square is 'e9'",
    "k7/8/8/8/8/8/8/K7 w - - -1 1": "halfmove clock is '-1'",
    "k7/8/8/8/8/8/8/K7 w - - 0 10000": "fullmove number is '10000'",
    "k7/8/8/8/8/8/8/K7 w - - 0": "5 fields",
    "k7/8/8/8/8/8/8/K7 w -": "3 fields",
    "k7/8/8/8/8/8/8/K7 w - - 0 1 ?": "'?' after the position",
    "k7/8/8/8/8/8/8/K7 w - - 0 1 \x80": "byte 0x",
    "position fen k7/8/8/8/8/8/8/K7 w - - 0 1 moves a1a3": "illegal move a1a3",
    "position here": "'here' after 'position'",
    "startpos e2e4": "'e2e4' after 'startpos'",
}


@pytest.mark.parametrize("fen", FENS)
def test_wrong_fen_is_explained(fen, tmp_path):
    (tmp_path / "positions").write_text(f"# head\n{GOOD}\n{fen}\n{GOOD}\n")
    text = complains(run(*QUERIES, "positions", cwd=tmp_path), INPUT)
    assert text.startswith("slidebench: positions:3: ") and FENS[fen] in text and "expected" in text


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD + "\n",
        GOOD + "\r\n",
        "\ufeff" + GOOD,
        f"\n \t\n# a comment, \u00e4\n{GOOD}",
        f"{GOOD};id 1\n".replace("0 1;", "0 1 ;"),
    ],
    ids=["no newline", "newline", "CRLF", "BOM", "comments", "operations"],
)
def test_accepted_forms(text, tmp_path):
    (tmp_path / "positions").write_bytes(text.encode())
    for done in run(*QUERIES, "positions", cwd=tmp_path), run(*QUERIES, "-", input=text):
        assert done.returncode == 0, done.stderr
        assert done.stdout == "queen d4 0x8041a20428054a00\n"


JUNK = {
    "empty": b"",
    "comments": b"# only\n",
    "NUL": GOOD.encode() + b"\0\n",
    "first byte NUL": b"\0",
    "binary": bytes(range(1, 256)),
    "long line": b"#" * 65537,
}


@pytest.mark.parametrize("name", JUNK)
def test_junk_is_refused(name, tmp_path):
    (tmp_path / "positions").write_bytes(JUNK[name])
    assert ":1: " in complains(run(*QUERIES, "positions", cwd=tmp_path), INPUT).replace(
        ":2: no position", ":1: no position"
    )


def test_long_line_is_accepted(tmp_path):
    (tmp_path / "positions").write_bytes(b"#" * 65536 + b"\n" + GOOD.encode())
    assert run(*QUERIES, "positions", cwd=tmp_path).returncode == 0


def test_other_kinds_of_files_are_refused(tmp_path):
    for place in tmp_path, "/dev/zero", "/dev/null", "/no/such/file", "x" * 300:
        complains(run(*QUERIES, place), INPUT)
    (tmp_path / "secret").write_text(GOOD)
    (tmp_path / "secret").chmod(0)
    if os.geteuid():
        complains(run(*QUERIES, tmp_path / "secret"), INPUT)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", "/"])
def test_other_kinds_of_standard_input_are_refused(place):
    file = os.open(place, os.O_RDONLY)
    complains(run(*QUERIES, "-", stdin=file), INPUT)
    os.close(file)


def test_closed_standard_input_is_reported():
    done = subprocess.run(
        [bench_binary(), *QUERIES, "-"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.close(0),
    )
    complains(done, INPUT)
    done = subprocess.run(
        [bench_binary(), "query"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        preexec_fn=lambda: os.close(0),
    )
    complains(done, INPUT)


@pytest.mark.parametrize("text, status", [(GOOD, 0), ("", INPUT)])
def test_named_pipe_is_read(text, status, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    threading.Thread(target=lambda: (tmp_path / "pipe").write_text(text), daemon=True).start()
    assert run(*QUERIES, tmp_path / "pipe").returncode == status


@pytest.mark.parametrize("text", [b"#" * 65537, b"e2e4 e7e5\ne2e4 e2e4\n"], ids=["long line", "illegal move"])
@pytest.mark.parametrize("place", ["-", "/dev/stdin"])
def test_stream_is_refused_at_its_first_error(place, text):
    """The error does not depend on the end of the stream."""
    with subprocess.Popen([bench_binary(), *QUERIES, place], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            process.stdin.write(text)
            process.stdin.flush()
            assert process.wait(60) == INPUT and process.stderr.read().startswith(b"slidebench: ")
        finally:
            process.kill()


def test_endless_stream_is_refused():
    with subprocess.Popen(["yes", "#" * 60000], stdout=subprocess.PIPE) as endless:
        text = complains(run(*QUERIES, "-", stdin=endless.stdout), INPUT)
        endless.kill()
    assert "expected at most 256 MiB" in text


def test_standard_input_is_read_from_its_offset(tmp_path):
    """A shell's `read` may have consumed the first line."""
    (tmp_path / "positions").write_text(f"no position\n{GOOD}\n")
    with open(tmp_path / "positions", "rb", buffering=0) as file:
        file.read(12)
        assert run(*short()[:-2], "--schemes", "^ray_loop$", "--positions", "-", stdin=file).returncode in UNSTABLE


def test_too_few_positions_are_reported(tmp_path):
    """The message contains valid advice."""
    (tmp_path / "positions").write_text(GOOD)
    for piece, advice in ("bishop", "give more positions"), ("queen", "give more positions or --list-length 1"):
        text = complains(
            run("queries", "--pieces", piece, "--list-length", "2", "--positions", "positions", cwd=tmp_path), INPUT
        )
        assert text.endswith(f"expected 2; {advice}\n")


def test_list_of_equal_queries_is_refused(tmp_path):
    """The branch predictor would memorise it."""
    (tmp_path / "positions").write_text(f"{GOOD}\n" * 9)
    queries = ("queries", "--positions", "positions", "--list-length")
    assert "all 4 queries for queen are the same" in complains(
        run(*queries, 4, "--pieces", "queen", cwd=tmp_path), INPUT
    ).replace("for the queen", "for queen")
    assert "expected 65536" in complains(run(*queries, 65536, "--pieces", "queen", cwd=tmp_path), INPUT)


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
