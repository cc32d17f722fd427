# SPDX-License-Identifier: MIT
"""scripts/pgn2positions: games as people keep them become lines that bench reads."""

import subprocess

from conftest import SOURCE

PGN = b"""[Event "one"]\r\n[Result "1-0"]\r\n\r\n1. e4 {best [%clk 0:01]} e5 2. Nf3 (2. f4 exf4) Nc6 1-0\r\n\r
[Event "two"]\r\n[Result "1/2-1/2"]\r\n\r\n1. d4 d5 1/2-1/2\r\n"""
LINES = "e2e4 e7e5 g1f3 b8c6\nd2d4 d7d5\n"


def convert(*arguments, input=None):
    return subprocess.run([SOURCE / "scripts" / "pgn2positions", *map(str, arguments)], input=input, capture_output=True)


def test_comments_variations_clocks_and_crlf(tmp_path):
    (tmp_path / "games.pgn").write_bytes(PGN)
    done = convert(tmp_path / "games.pgn")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == LINES


def test_compressed(tmp_path):
    (tmp_path / "games.pgn").write_bytes(PGN)
    subprocess.run(["zstd", "-q", tmp_path / "games.pgn"], check=True)
    assert convert(tmp_path / "games.pgn.zst").stdout.decode() == LINES


def test_lines_can_be_timed(slidebench, tmp_path):
    lines = convert(input=PGN).stdout
    asked = slidebench("queries", "--pieces", "rook", "--queries", "4", "--positions", "-", input=lines, check=0).stdout
    assert [line.split()[1] for line in asked.splitlines()] == ["a1", "h1", "a8", "h8"]


def test_missing_file():
    done = convert("/no/such/file.pgn")
    assert done.returncode == 3 and b"/no/such/file.pgn" in done.stderr
