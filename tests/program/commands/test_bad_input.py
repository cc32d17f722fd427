# SPDX-License-Identifier: MIT
"""Bad input: one clear line, the documented exit status, no files, no timing."""

import os
import subprocess

import pytest

from conftest import BUILD, slidebench
from injection import complains
from slidebench_tools.command import BAD_INPUT, ENVIRONMENT, USAGE

SHOW = "show", "--scheme", "ray_loop", "--square", "d4"
BAD_OPTIONS = {  # one of each kind; test_options.c has all messages
    "'extra' is unexpected: bench takes options only, as in `slidebench --schemes '^(pext|magic)'`": ("bench", "extra"),
    "--mine is an option of scripts/bench": ("--mine", "x.c"),
    "--worker: an internal option of slidebench": ("--worker", "9"),
    "--benchmark_nonsense=1: unknown option of Google Benchmark": ("--benchmark_nonsense=1",),
    "is not a number from 0.01 to 86400": ("--time", "1\n2\x1b[2J"),
    "--schemes: the value is empty, expected REGEX": ("--schemes", ""),
    "'(' is not a regular expression: ": ("--schemes", "("),
    "--schemes: more than 50 '(' or 1 '{', expected a simpler expression": ("--schemes", "((.{1,255}){1,255}){1,255}"),
    "--schemes: more than 50 '('": ("--schemes", "(" * 20000),
    "nothing to time: the selected schemes have no": ("--schemes", "^null_plus_10$", "--pieces", "rook"),
    "--sort: no column is named 'quen', did you mean queen?": ("--sort", "quen"),
    "scheme null computes no attack sets": ("show", "--scheme", "null", "--square", "d4"),
    "the board '8/8' has 2 ranks, expected 8 between '/'": (*SHOW, "--fen", "8/8 w - -"),
    "--fen cannot be combined with --occupied": (*SHOW, "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "--occupied", "0x1"),
}


def refusal(tmp_path, status, *arguments, **options):
    """Runs the program, which must end with this status and one line, and write no log. Returns the line."""
    line = complains(slidebench(*arguments, cwd=tmp_path, status=None, **options), status)
    assert list(tmp_path.rglob("*.jsonl*")) == []
    return line


@pytest.mark.parametrize("reason", BAD_OPTIONS)
def test_bad_options(tmp_path, reason):
    arguments = BAD_OPTIONS[reason]
    out = () if "show" in arguments or "benchmark" in reason else ("--out", "out")
    assert reason in refusal(tmp_path, USAGE, *arguments, *out)


BAD_POSITIONS = {  # test_corpus.c has the others
    "1: '?[2J' after 'position', expected 'startpos' or 'fen'": "position \x1b[2J\r\n",
    "2: a NUL byte, expected text": "e2e4\ne2e4\0 e7e5\n",
}


@pytest.mark.parametrize("reason", BAD_POSITIONS)
def test_bad_positions(tmp_path, reason):
    file, text = tmp_path / "positions", BAD_POSITIONS[reason]
    file.write_text(text)
    assert f"{file}:{reason}" in refusal(tmp_path, BAD_INPUT, "--positions", file, "--out", "out")
    assert f":{reason}" in refusal(tmp_path, BAD_INPUT, "--positions", "-", input=text)


def test_positions_must_be_a_file(tmp_path):
    reasons = {
        tmp_path: "a directory or device, expected a file or FIFO",
        "/dev/zero": "a directory or device, expected a file or FIFO",
        tmp_path / "missing": "No such file or directory, expected a file of games or positions",
        300 * "x": "File name too long, expected a file of games or positions",
    }
    for path, reason in reasons.items():
        assert refusal(tmp_path, BAD_INPUT, "--positions", path) == f"slidebench: {path}: {reason}\n"


@pytest.mark.parametrize("command", ["bench", "list", "verify", "query", "queries", "show", "perft", "machine"])
def test_help_of_a_command_lists_its_options(command):
    done = slidebench(command, "--help")
    assert slidebench("help", command).stdout == slidebench("help", command, "-h").stdout == done.stdout
    assert done.stderr == "" and f"Options of {command}:" in done.stdout
    assert ("  --processes" in done.stdout) == (command == "bench")
    assert ("  --prove" in done.stdout) == (command == "verify")


@pytest.mark.parametrize("word", ["help", "-h", "--help"])
def test_help_on_help(word):
    assert slidebench("help", word).stdout == slidebench("help").stdout == slidebench("--help").stdout


BAD_QUERIES = {
    "an empty line": ["", " \r"],
    "the piece is none of rook, bishop, queen, both": ["knight d4 0x0"],
    "no square from a1 to h8 after the piece": ["rook", "rook d9 0x0", "rook d44 0x0"],
    "no occupancy 0x... after the square": ["rook d4", "rook d4\r", "rook d4 12", "rook d4 0X0"],
    "the occupancy is not 0x and": ["rook d4 0x", "rook d4 0x12345678123456789", "rook d4 0x0 extra"],
}


@pytest.mark.parametrize(("reason", "line"), [(reason, one) for reason, lines in BAD_QUERIES.items() for one in lines])
def test_bad_query(reason, line):
    done = slidebench("query", input=f"rook a1 0x0\n{line}\n", status=BAD_INPUT)
    assert done.stderr.startswith(f"slidebench: standard input:2: {reason}") and done.stderr.count("\n") == 1
    assert done.stdout == "0x01010101010101fe\n"


def test_endless_query():
    """It is rejected before it fills the memory."""
    pipe, written = subprocess.PIPE, 0
    process = subprocess.Popen([BUILD / "slidebench", "query"], stdin=pipe, stdout=pipe, stderr=pipe)
    with pytest.raises(BrokenPipeError):
        while written < 1 << 24:
            written += process.stdin.write(b"r" * 4096)
            process.stdin.flush()
    text = b"slidebench: standard input:1: a line of 255 characters or more; expected `rook d4 0x00ff00000000ff00`\n"
    assert process.wait(timeout=60) == BAD_INPUT and process.stderr.read() == text


def test_missing_level():
    environment = {**os.environ, "SLIDEBENCH_LEVEL": "z80"}
    done = slidebench("list", env=environment, status=ENVIRONMENT)
    assert "z80" in done.stderr and done.stdout == ""
