# SPDX-License-Identifier: MIT
"""--positions reads PGN. test_pgn.c has all that a game may contain."""

from injection import UNSTABLE, complains, run, short

INPUT = 3
QUERIES = ("queries", "--pieces", "rook", "--list-length", "6", "--positions")
BAD = "1. e4 e5 2. \u2658f3 Nc6 1-0\n"
SKIPPED = "ply 3: byte 0xe2, expected printable ASCII; skipping this game"


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
