# SPDX-License-Identifier: MIT
"""Bad input: one clear line, the documented exit status, no files, no timing."""

import os
import subprocess

import pytest

from conftest import BUILD
from process import run

USAGE, INPUT, ENVIRONMENT = 2, 3, 4

SHOW = "show", "--scheme", "ray_loop", "--square", "d4"
BAD_OPTIONS = {
    "'nonsense' is not a command; see `slidebench --help`": [("nonsense",)],
    "unknown option; see `slidebench bench --help`": [("--nonsense",), ("--huge-pages=2m",)],
    "'extra' is unexpected; options begin with --": [("bench", "extra")],
    "--worker: an internal option of slidebench": [("--worker", "9")],
    "--benchmark_nonsense=1: unknown option of Google Benchmark": [("--benchmark_nonsense=1",)],
    "--time is not an option of list": [("list", "--time", "1")],
    "is not a number from 0.01 to 86400": [
        *(("--time", word) for word in ("", "1\n2\x1b[2J", "-1", "nan", "inf", "1e1", "0x10", "100000", "2x")),
        ("--time",),
    ],
    "is not a duration like 90s, 15m or 1h, of at most a week": [
        ("--spread-over", word) for word in ("15", "-1m", "m", "1d", "169h", 320 * "9" + "s")
    ],
    "'0' is not a whole number from 1 to 1000": [("--processes", "0")],
    "is not a whole number from 1 to 16777216": [
        ("--list-length", word) for word in ("0", "-0", "1e3", "18446744073709551616")
    ],
    "is not a whole number from 0 to 18446744073709551615": [("--seed", "+1"), ("--seed", " 1")],
    "'one' is not a whole number from 0 to 1048576": [("--cpu", "one")],
    "'fast' is none of quick, standard, reference": [("--preset", "fast")],
    "'fast' is none of perf, eff": [("--core-kind", "fast")],
    "'knight' is none of rook, bishop, queen, both, all": [("--pieces", "rook,knight")],
    "'' is none of rook, bishop, queen, both, all": [("--pieces", "")],
    "is none of throughput, latency,": [("--modes", "speed"), ("--modes", ""), ("--modes", "burst-8-65")],
    "'xml' is none of table, csv, markdown, json": [("--format", "xml")],
    "is none of games, games:MIN-MAX (pieces, 2 to 32), search, random, random:PERCENT (0 to 100)": [
        *(("--workloads", f"random:{word}") for word in ("101", "1.0000000000000000x", "", " 40")),
        *(("--workloads", f"games:{word}") for word in (" 2-9", "2- 9", "+2-9")),
        ("--workloads", "chess"),
    ],
    "is too long for a name": [("--workloads", "random:" + "0" * 99)],
    "--workloads: more than 12": [("--workloads", ",".join(f"random:{percent}" for percent in range(13)))],
    "--time is given twice": [("--time", "1", "--time", "1")],
    "--preset is given twice": [("--preset", "standard", "--preset", "quick")],
    "rook is given twice": [("--pieces", "rook,rook")],
    "threads-2 is given twice": [("--modes", "threads,threads-2")],
    "games is given twice": [("--workloads", "games,games")],
    "random:40 is given twice": [("--workloads", "random:40,random:040.0")],
    "random is given twice": [("--workloads", "random,random:25")],
    "--preset quick cannot be combined with --time": [("--time", "1", "--preset", "quick")],
    "--preset reference cannot be combined with --processes": [("--preset", "reference", "--processes", "5")],
    "--cpu cannot be combined with --no-pin": [("--cpu", "0", "--no-pin")],
    "--full cannot be combined with --modes": [("--full", "--modes", "latency")],
    "--preset quick cannot be combined with --full": [("--full", "--preset", "quick")],
    "--costs cannot be combined with --format markdown, only with table": [("list", "--costs", "--format", "markdown")],
    "--out: the value is empty, expected DIR": [("--out", "")],
    "'(' is not a regular expression: ": [("--schemes", "(")],
    "no scheme matches 'no_such_scheme'; `slidebench list` prints their names": [("--schemes", "no_such_scheme")],
    "--schemes: more than 50 '(' or 1 '{', expected a simpler expression": [
        ("--schemes", "((.{1,255}){1,255}){1,255}"),
        ("--schemes", "(" * 20000),
    ],
    "--scheme: unknown scheme 'no_such_scheme'; see `slidebench list`": [("query", "--scheme", "no_such_scheme")],
    "show needs --scheme NAME and --square SQUARE": [("show",), ("show", "--scheme", "ray_loop")],
    "--square: 'i9' is not a square from a1 to h8": [("show", "--scheme", "ray_loop", "--square", "i9")],
    "is not a hexadecimal number of up to 16 digits": [
        (*SHOW, "--occupied", "0x12345678123456789"),
        (*SHOW, "--occupied", "xyz"),
    ],
    "the board '8/8' has 2 ranks, expected 8 between '/'": [(*SHOW, "--fen", "8/8 w - -")],
    "--fen cannot be combined with --occupied": [(*SHOW, "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "--occupied", "0x1")],
}


def check_error(done, status, tmp_path):
    """Checks for one line on stderr, nothing on stdout, this status, and no result files."""
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("slidebench: ") and done.stderr.endswith("\n") and done.stderr[:-1].isprintable()
    assert list(tmp_path.rglob("*.jsonl*")) == []


@pytest.mark.parametrize(
    "reason, arguments",
    [(reason, arguments) for reason, all_of_it in BAD_OPTIONS.items() for arguments in all_of_it],
    ids=lambda value: None if isinstance(value, str) else " ".join(value),
)
def test_bad_options(slidebench, tmp_path, reason, arguments):
    out = () if {"list", "query", "show", "--out"} & set(arguments) else ("--out", "out")
    done = slidebench(*arguments, *out, cwd=tmp_path)
    check_error(done, USAGE, tmp_path)
    assert reason in done.stderr


def test_unknown_option_is_named(slidebench):
    assert slidebench("list", "-ab", check=USAGE).stderr.startswith("slidebench: -ab: unknown option")


BAD_POSITIONS = {
    "1: '?[2J???' after 'position', expected 'startpos' or 'fen'": b"position \x1b[2J\r\t\x7f\n",
    "1: no position, expected at least one": b"",
    "3: no position, expected at least one": b"# nothing\n\n",
    "1: the board 'hello/world' has 2 ranks, expected 8 between '/'": b"hello/world w - -\n",
    "1: Black has 2 kings, expected 1": b"kk6/8/8/8/8/8/8/K7 w - - 0 1\n",
    "1: rank 8 has 9 squares, expected 8": b"rnbqkbnrr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n",
    "1: illegal move e4e5, expected a legal one in rnbqkbnr/pppp1ppp/": b"e2e4 e7e5 e4e5\n",
    "4: illegal move e1e3, expected a legal one in ": b"# comment\ne2e4 e7e5\n\ne2e4 e7e6 e1e3\n",
    "1: 'hello' is not a move in UCI notation, expected one like e2e4 or e7e8q": b"e2e4 hello\n",
    "2: a NUL byte, expected text": b"e2e4\ne2e4\0 e7e5\n",
    "1: a NUL byte, expected text": bytes(range(256)),
    "1: a line longer than 65536 bytes, expected one item": b"e2e4 " * 30000,
}


@pytest.mark.parametrize("reason", BAD_POSITIONS)
def test_bad_positions(slidebench, tmp_path, reason):
    file, text = tmp_path / "positions", BAD_POSITIONS[reason]
    file.write_bytes(text)
    done = slidebench("--positions", file, "--out", "out", cwd=tmp_path)
    check_error(done, INPUT, tmp_path)
    assert f"{file}:{reason}" in done.stderr
    done = slidebench("--positions", "-", input=text, cwd=tmp_path)
    check_error(done, INPUT, tmp_path)
    assert f":{reason}" in done.stderr


def test_positions_must_be_a_file(slidebench, tmp_path):
    reasons = {
        tmp_path: "a directory or device, expected a file or FIFO",
        "/dev/zero": "a directory or device, expected a file or FIFO",
        tmp_path / "missing": "No such file or directory, expected a file of games or positions",
        300 * "x": "File name too long, expected a file of games or positions",
    }
    for path, reason in reasons.items():
        done = slidebench("--positions", path)
        check_error(done, INPUT, tmp_path)
        assert done.stderr == f"slidebench: {path}: {reason}\n"


def test_absent_core(slidebench, tmp_path):
    done = slidebench("--cpu", "99", "--out", "out", "--time", "0.1", cwd=tmp_path)
    check_error(done, ENVIRONMENT, tmp_path)
    assert "99" in done.stderr


@pytest.mark.parametrize("command", ["bench", "list", "verify", "query", "queries", "show", "perft", "machine"])
def test_help_of_a_command_lists_its_options(slidebench, command):
    done = slidebench(command, "--help", check=0)
    assert done.stderr == "" and f"Options of {command}:" in done.stdout
    assert ("  --processes" in done.stdout) == (command == "bench")
    assert ("  --prove" in done.stdout) == (command == "verify")


BAD_QUERIES = ["", "rook", "knight d4 0x0", "rook d9 0x0", "rook d44 0x0", "rook d4", "rook d4 12", "rook d4 0x"]
BAD_QUERIES += ["rook d4 0x12345678123456789", "rook d4 0x0 extra"]


@pytest.mark.parametrize("line", BAD_QUERIES)
def test_bad_query(slidebench, line):
    done = slidebench("query", input=b"rook a1 0x0\n" + line.encode() + b"\n", check=INPUT)
    assert done.stderr.startswith("slidebench: standard input:2: ") and done.stderr.count("\n") == 1
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
    assert process.wait(timeout=60) == INPUT and process.stderr.read() == text


def test_missing_level():
    environment = {**os.environ, "SLIDEBENCH_LEVEL": "z80"}
    done = run(BUILD / "slidebench", "list", env=environment, status=ENVIRONMENT)
    assert "z80" in done.stderr and done.stdout == ""
