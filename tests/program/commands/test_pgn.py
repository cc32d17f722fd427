# SPDX-License-Identifier: MIT
"""--positions reads PGN. test_pgn.c has all that a game may contain."""

import pytest

from injection import UNSTABLE, complains, run, short

INPUT = 3
QUERIES = ("queries", "--pieces", "rook", "--list-length", "6", "--positions")
PGN = '[Variant "Chess960"]\n[FEN "{} - 0 1"]\n\n{} *\n'
CHESS960 = {  # as a line of moves in UCI notation: as FEN and moves of PGN
    "rk6/8/8/8/8/8/8/R4K1R w HA - 0 1 moves f1h1 b8b7 a1e1": ("rk6/8/8/8/8/8/8/R4K1R w HA", "1. O-O Kb7 2. Rae1"),
    "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBha - 0 1 moves e1f1 c8a8 e2e4": (
        "r1k4r/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBha",
        "1. O-O O-O-O 2. e4",
    ),
}
BAD = "1. e4 e5 2. \u2658f3 Nc6 1-0\n"
SKIPPED = "ply 3: byte 0xe2, expected printable ASCII; skipping this game"


@pytest.mark.parametrize("line", CHESS960)
def test_castling_moves_king_and_rook(line):
    wanted, got = (run(*QUERIES, "-", input=text) for text in (line, PGN.format(*CHESS960[line])))
    assert got.returncode == 0 and got.stderr == "" and got.stdout == wanted.stdout != ""


def test_unreadable_game_is_skipped_and_named(tmp_path):
    (tmp_path / "games.pgn").write_text(f"1. d4 d5 *\n\n{BAD}\n1. c4 c5 *\n")
    done = run(*QUERIES, "games.pgn", cwd=tmp_path)
    assert done.stdout == run(*QUERIES, "-", input="d2d4 d7d5\nc2c4 c7c5\n").stdout != ""
    assert done.returncode == 0 and done.stderr.splitlines() == [
        f"slidebench: games.pgn:3: {SKIPPED}",
        "slidebench: games.pgn: skipped 1 of 3 games",
    ]


def test_few_of_many_unreadable_games_are_named():
    *named, count = run(*QUERIES, "-", input=1000 * BAD + "1. c4 c5 *\n").stderr.splitlines()
    assert named == [f"slidebench: standard input:{line}: {SKIPPED}" for line in range(1, 6)]
    assert count == "slidebench: standard input: skipped 1000 of 1001 games"


def test_file_without_a_readable_game_is_refused():
    text = complains(run(*QUERIES, "-", input=f'[Event "?"]\n\n{BAD}{BAD}'), INPUT)
    assert ":3: ply 3: byte 0xe2, expected printable ASCII (no game of 2 can be read)" in text
    assert "'Atomic', expected standard chess" in complains(run(*QUERIES, "-", input='[Variant "Atomic"]'), INPUT)


def test_bench_names_skipped_games_once():
    """Each of its processes reads the file."""
    done = run(*short()[:-3], "--schemes", "^ray_loop$", "--positions", "-", input=f"{BAD}\n1. d4 d5 2. Bf4 Bf5 *\n")
    assert done.returncode in UNSTABLE and done.stderr.count("skip") == 2, done.stderr
