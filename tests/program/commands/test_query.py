# SPDX-License-Identifier: MIT
"""`query` prints the attack sets of an independent brute force in this file."""

import random

import pytest

from conftest import BUILD, schemes, slidebench, supported

ROOK, BISHOP = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def attacks(directions, square, occupied):
    """Returns an attack set as an integer; a1 is the lowest bit."""
    found = 0
    for files, ranks in directions:
        file, rank = square % 8 + files, square // 8 + ranks
        while 0 <= file < 8 and 0 <= rank < 8:
            found |= 1 << 8 * rank + file
            if occupied >> 8 * rank + file & 1:
                break
            file, rank = file + files, rank + ranks
    return found


def queries(n):
    """Returns n input lines and their expected output. Boards have all densities, empty and full ones included."""
    rng = random.Random(1)
    lines, expected = [], []
    for i in range(n):
        occupied = rng.getrandbits(64) & (rng.getrandbits(64) | -(i % 2)) & (rng.getrandbits(64) | -(i % 3))
        occupied = [0, (1 << 64) - 1][i] if i < 2 else occupied
        square, piece = rng.randrange(64), rng.choice(["rook", "bishop", "queen", "both"])
        rook, bishop = attacks(ROOK, square, occupied), attacks(BISHOP, square, occupied)
        sets = {"rook": [rook], "bishop": [bishop], "queen": [rook | bishop], "both": [rook, bishop]}[piece]
        lines.append(f"{piece} {'abcdefgh'[square % 8]}{square // 8 + 1} 0x{occupied:x}\n")
        expected.append(" ".join(f"0x{s:016x}" for s in sets) + "\n")
    return "".join(lines), "".join(expected)


QUERIES = queries(50_000)


@pytest.mark.parametrize("scheme", supported(schemes(BUILD / "slidebench"))[::20])
def test_scheme(scheme):
    """Of a few families: `verify` compares all with the program's own oracle, which is right if these are."""
    lines, expected = QUERIES
    assert slidebench("query", "--scheme", scheme, input=lines).stdout == expected


def test_crlf_and_missing_newline():
    done = slidebench("query", input="rook a1 0x0\r\nbishop\ta1  0x0")
    assert done.stdout == "0x01010101010101fe\n0x8040201008040200\n"


@pytest.mark.parametrize("piece", ["queen", "both"])
def test_show_draws_a_position(piece):
    occupied = 1 << 63 | 1 << 59 | 1 << 24 | 1 << 0
    sets = [attacks(ROOK, 27, occupied), attacks(BISHOP, 27, occupied)]
    sets = sets if piece == "both" else [sets[0] | sets[1]]
    fen = "3r3k/8/8/8/R7/8/8/K7 w - - 0 1"
    done = slidebench(*"show --scheme classical --square d4 --piece".split(), piece, "--fen", fen)
    lines = done.stdout.splitlines()
    assert lines[-3] == " ".join(f"0x{s:016x}" for s in sets) + "  by classical"
    assert lines[-1] == "as one header for an engine: slidebench export classical -o sliders.h"
    assert sum("S" in line for line in lines[1:-3]) == 1
