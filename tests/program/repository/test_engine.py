# SPDX-License-Identifier: MIT
"""The small engine of tests/engine: legal moves, the same search every time, and commands that it refuses."""

import os
import re

import pytest

import process
from conftest import SOURCE

DEEPEST = 5_000_000  # nodes of a perft


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """Builds the engine, and returns a function that runs commands and returns its lines."""
    copy = tmp_path_factory.mktemp("engine")
    for file in (SOURCE / "tests/engine").iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    strict = "CFLAGS=-std=c11 -O2 -Wall -Wextra -Wconversion -Wshadow -Werror"
    process.run("make", "-s", f"CC={os.environ['CC']}", strict, cwd=copy)

    def run(*commands):
        return process.run(copy / "tiny", input="\n".join(commands), timeout=60).stdout.splitlines()

    return run


def suite():
    """Yields (FEN, depth, nodes) of the deepest perft within reach, for each position of the standard suite."""
    for line in (SOURCE / "tests/data/perft/six.epd").read_text().splitlines():
        if not line.startswith("#"):
            fen, *counts = re.split(r"\s*;\s*D?", line)
            nodes = [int(count.split()[-1]) for count in counts]
            depth = sum(n <= DEEPEST for n in nodes)  # more nodes at each depth
            yield fen, depth, nodes[depth - 1]


def test_perft(engine):
    positions = list(suite())
    lines = engine(*(f"position fen {fen}\ngo perft {depth}" for fen, depth, _ in positions))
    assert len(positions) == 6
    assert lines == [f"info nodes {nodes}" for *_, nodes in positions]


def test_search_is_deterministic(engine):
    commands = ["position startpos moves e2e4 e7e5", "go nodes 20000", "ucinewgame", "go nodes 20000"]
    lines = engine(*commands)
    assert lines == engine(*commands)
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    assert lines[-2] == "info nodes 20000"


BEST = {
    "k7/8/1K6/8/8/8/8/7R w - - 0 1": "h1h8",  # mate
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1": "d1d8",  # on the back rank
    "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1": "e3d5",  # a capture
    "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1": "e7e8q",  # a promotion
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "0000",  # stalemate
}


@pytest.mark.parametrize("fen", BEST)
def test_best_move(engine, fen):
    assert engine(f"position fen {fen}", "go depth 4")[-1] == f"bestmove {BEST[fen]}"


def test_wrong_commands(engine):
    lines = engine("position fen 8/8/8/8 w - -", "position startpos moves e2e5", "go infinite", "isready")
    assert [line.split(":")[0] for line in lines] == [
        "info string no position",
        "info string no legal move",
        'info string expected "go depth N", "go nodes N" or "go perft N"',
        "readyok",
    ]
