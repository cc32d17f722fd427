# SPDX-License-Identifier: MIT
"""`perft`: counts and first moves. test_perft.c checks the counts of all schemes."""

import re

import pytest

from conftest import BUILD, SOURCE, schemes, slidebench, supported

CATALOGUE = schemes(BUILD / "slidebench")
SUPPORTED = supported(CATALOGUE)


def suite(name):
    """Returns [(FEN, [count at depth 1, 2, ...])]."""
    lines = (SOURCE / "tests" / "data" / "perft" / name).read_text().splitlines()
    return [
        (fen.strip(), [int(op.split()[1]) for op in ops])
        for fen, *ops in (line.split(";") for line in lines if line[0] != "#")
    ]


def counted(text):
    """Parses the output: first moves, total, and the scheme used."""
    *moves, total = text.splitlines()
    nodes, scheme = re.fullmatch(r"(\d+) nodes? by (\w+)", total).groups()
    return {move: int(nodes) for move, nodes in (line.split(": ") for line in moves)}, int(nodes), scheme


def test_default_position_and_depth():
    moves, nodes, scheme = counted(slidebench("perft").stdout)
    assert nodes == 4865609 and not moves and scheme in SUPPORTED
    branchless = [name for name in SUPPORTED if "branchless" in CATALOGUE[name]["traits"]]
    assert scheme in branchless or not branchless


def test_depth_0_is_one_node():
    assert slidebench("perft", "--depth", 0).stdout.startswith("1 node by ")
    assert counted(slidebench("perft", "--depth", 0, "--divide").stdout)[:2] == ({}, 1)


@pytest.mark.parametrize("fen, counts", suite("six.epd") + suite("chess960.epd")[:2])
def test_divide(fen, counts):
    for depth in 1, 2, 3:
        moves, nodes, _ = counted(slidebench("perft", "--fen", fen, "--depth", depth, "--divide").stdout)
        assert nodes == counts[depth - 1] == sum(moves.values())
        assert len(moves) == counts[0] and list(moves) == sorted(moves)


def test_mate_and_stalemate():
    for fen in "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":
        for more in (), ("--divide",):
            assert counted(slidebench("perft", "--fen", fen, "--depth", 4, *more).stdout)[:2] == ({}, 0)
