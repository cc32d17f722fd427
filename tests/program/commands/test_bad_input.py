# SPDX-License-Identifier: MIT
"""Bad input: one clear line, the documented exit status, no files, no timing."""

import os
import subprocess

import pytest

from conftest import BUILD

USAGE, INPUT, ENVIRONMENT, OUTPUT = 2, 3, 4, 5

BAD_OPTIONS = [
    ("nonsense",),
    ("--nonsense",),
    ("bench", "extra"),
    ("--time",),
    ("--time", ""),
    ("--time", "1\n2\x1b[2J"),
    ("--time", "-1"),
    ("--time", "nan"),
    ("--time", "inf"),
    ("--time", "1e1"),
    ("--time", "0x10"),
    ("--time", "100000"),
    ("--time", "2x"),
    ("--time", "1", "--time", "1"),
    ("--time", "1", "--preset", "quick"),
    ("--spread-over", "15"),
    ("--spread-over", "-1m"),
    ("--spread-over", "m"),
    ("--spread-over", "1d"),
    ("--spread-over", "169h"),
    ("--spread-over", 320 * "9" + "s"),
    ("--processes", "0"),
    ("--preset", "standard", "--preset", "quick"),
    ("--preset", "reference", "--processes", "5"),
    ("--huge-pages=2m",),
    ("--preset", "fast"),
    ("--worker", "9"),
    ("--list-length", "0"),
    ("--list-length", "-0"),
    ("--list-length", "1e3"),
    ("--list-length", "18446744073709551616"),
    ("--seed", "+1"),
    ("--seed", " 1"),
    ("--cpu", "one"),
    ("--cpu", "0", "--no-pin"),
    ("--core-kind", "fast"),
    ("--pieces", "rook,knight"),
    ("--pieces", ""),
    ("--pieces", "rook,rook"),
    ("--modes", "speed"),
    ("--modes", ""),
    ("--modes", "burst-8-65"),
    ("--modes", "threads,threads-2"),
    ("--full", "--modes", "latency"),
    ("--full", "--preset", "quick"),
    ("list", "--costs", "--format", "markdown"),
    ("--workloads", "chess"),
    ("--workloads", "random:101"),
    ("--workloads", "random:1.0000000000000000x"),
    ("--workloads", "random:"),
    ("--workloads", "games,games"),
    ("--workloads", "games: 2-9"),
    ("--workloads", "games:2- 9"),
    ("--workloads", "games:+2-9"),
    ("--workloads", "random: 40"),
    ("--workloads", "random:40,random:040.0"),
    ("--workloads", "random,random:25"),
    ("--workloads", "random:" + "0" * 99),
    ("--workloads", ",".join(f"random:{percent}" for percent in range(13))),
    ("--format", "xml"),
    ("--out", ""),
    ("--schemes", "("),
    ("--schemes", "no_such_scheme"),
    ("--schemes", "((.{1,255}){1,255}){1,255}"),
    ("--schemes", "(" * 20000),
    ("--benchmark_nonsense=1",),
    ("list", "--time", "1"),
    ("query", "--scheme", "no_such_scheme"),
    ("show",),
    ("show", "--scheme", "ray_loop"),
    ("show", "--scheme", "ray_loop", "--square", "i9"),
    ("show", "--scheme", "ray_loop", "--square", "d4", "--occupied", "0x12345678123456789"),
    ("show", "--scheme", "ray_loop", "--square", "d4", "--occupied", "xyz"),
    ("show", "--scheme", "ray_loop", "--square", "d4", "--fen", "8/8 w - -"),
    ("show", "--scheme", "ray_loop", "--square", "d4", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "--occupied", "0x1"),
]


def check_error(done, status, tmp_path):
    """Checks for one line on stderr, nothing on stdout, this status, and no result files."""
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("slidebench: ") and done.stderr.endswith("\n") and done.stderr[:-1].isprintable()
    assert len(done.stderr) > len("slidebench: ") + 10
    assert list(tmp_path.rglob("*.csv*")) + list(tmp_path.rglob("*.json*")) == []


@pytest.mark.parametrize("arguments", BAD_OPTIONS, ids=" ".join)
def test_bad_options(slidebench, tmp_path, arguments):
    out = () if {"list", "query", "show", "--out"} & set(arguments) else ("--out", "out")
    check_error(slidebench(*arguments, *out, cwd=tmp_path), USAGE, tmp_path)


def test_unknown_option_is_named(slidebench):
    assert slidebench("list", "-ab", check=USAGE).stderr.startswith("slidebench: -ab: unknown option")


BAD_POSITIONS = {
    "control characters": b"position \x1b[2J\r\t\x7f\n",
    "empty": b"",
    "only comments": b"# nothing\n\n",
    "no such FEN": b"hello/world w - -\n",
    "two kings": b"kk6/8/8/8/8/8/8/K7 w - - 0 1\n",
    "nine squares": b"rnbqkbnrr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n",
    "illegal move": b"e2e4 e7e5 e4e5\n",
    "not a move": b"e2e4 hello\n",
    "NUL byte": b"e2e4\0 e7e5\n",
    "junk": bytes(range(256)),
    "endless line": b"e2e4 " * 30000,
}


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_bad_positions(slidebench, tmp_path, name):
    file = tmp_path / "positions"
    file.write_bytes(BAD_POSITIONS[name])
    done = slidebench("--positions", file, "--out", "out", cwd=tmp_path)
    check_error(done, INPUT, tmp_path)
    assert str(file) in done.stderr
    check_error(slidebench("--positions", "-", input=BAD_POSITIONS[name], cwd=tmp_path), INPUT, tmp_path)


def test_line_number_is_named(slidebench, tmp_path):
    (tmp_path / "games").write_text("# comment\ne2e4 e7e5\n\ne2e4 e7e6 e1e3\n")
    assert "games:4:" in slidebench("--positions", "games", cwd=tmp_path, check=INPUT).stderr


def test_positions_must_be_a_file(slidebench, tmp_path):
    for path in tmp_path, tmp_path / "missing", "/dev/zero":
        check_error(slidebench("--positions", path), INPUT, tmp_path)


def test_too_few_positions_for_the_list(slidebench, tmp_path):
    (tmp_path / "games").write_text("e2e4 e7e5 g1f3\n")
    done = slidebench("--positions", "games", cwd=tmp_path)
    check_error(done, INPUT, tmp_path)
    assert "expected 65536" in done.stderr


def test_absent_core(slidebench, tmp_path):
    done = slidebench("--cpu", "99", "--out", "out", "--time", "0.1", cwd=tmp_path)
    check_error(done, ENVIRONMENT, tmp_path)
    assert "99" in done.stderr


def test_read_only_folder(slidebench, tmp_path):
    (tmp_path / "file").write_text("")
    check_error(slidebench("--out", "file/results", "--time", "0.1", cwd=tmp_path), OUTPUT, tmp_path)
    check_error(slidebench("--out", "/proc/results", "--time", "0.1", cwd=tmp_path), OUTPUT, tmp_path)


@pytest.mark.parametrize(
    "arguments", [("list",), ("machine",), ("queries", "--list-length", "64"), ("--help",)], ids=" ".join
)
def test_full_disk(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([BUILD / "slidebench", *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == OUTPUT
    assert done.stderr.startswith("slidebench: standard output: ")


@pytest.mark.parametrize("command", ["bench", "list", "verify", "query", "queries", "show", "perft", "machine"])
def test_help_of_a_command_lists_its_options(slidebench, command):
    done = slidebench(command, "--help", check=0)
    assert done.stderr == "" and f"Options of {command}:" in done.stdout
    assert ("  --processes" in done.stdout) == (command == "bench") and ("  --prove" in done.stdout) == (
        command == "verify"
    )


BAD_QUERIES = [
    "rook",
    "knight d4 0x0",
    "rook d9 0x0",
    "rook d44 0x0",
    "rook d4",
    "rook d4 12",
    "rook d4 0x",
    "rook d4 0x12345678123456789",
    "rook d4 0x0 extra",
    "",
]


@pytest.mark.parametrize("line", BAD_QUERIES)
def test_bad_query(slidebench, line):
    done = slidebench("query", input=b"rook a1 0x0\n" + line.encode() + b"\n", check=INPUT)
    assert done.stderr.startswith("slidebench: standard input:2: ") and done.stderr.count("\n") == 1
    assert done.stdout == "0x01010101010101fe\n"


def test_endless_query():
    """It is rejected before it fills the memory."""
    process = subprocess.Popen(
        [BUILD / "slidebench", "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    written = 0
    with pytest.raises(BrokenPipeError):
        while written < 1 << 24:
            written += process.stdin.write(b"r" * 4096)
            process.stdin.flush()
    assert (
        process.wait(timeout=60) == INPUT
        and process.stderr.read()
        == b"slidebench: standard input:1: a line of 255 characters or more; expected `rook d4 0x00ff00000000ff00`\n"
    )


def test_missing_level(slidebench):
    done = subprocess.run(
        [BUILD / "slidebench", "list"], capture_output=True, text=True, env={**os.environ, "SLIDEBENCH_LEVEL": "z80"}
    )
    assert done.returncode == ENVIRONMENT and "z80" in done.stderr and done.stdout == ""
