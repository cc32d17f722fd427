# SPDX-License-Identifier: MIT
"""scripts/pgn2positions converts PGN games to lines that bench reads."""

import random
import subprocess

import pytest

from conftest import SOURCE

PGN = b"""[Event "one"]\r\n[Result "1-0"]\r\n\r\n1. e4 {best [%clk 0:01]} e5 2. Nf3 (2. f4 exf4) Nc6 1-0\r\n\r
[Event "two"]\r\n[Result "1/2-1/2"]\r\n\r\n1. d4 d5 1/2-1/2\r\n"""
LINES = "e2e4 e7e5 g1f3 b8c6\nd2d4 d7d5\n"


def convert(*arguments, input=None):
    return subprocess.run(
        [SOURCE / "scripts" / "pgn2positions", *map(str, arguments)], input=input, capture_output=True
    )


def test_comments_variations_and_clocks_are_skipped(tmp_path):
    (tmp_path / "games.pgn").write_bytes(PGN)
    done = convert(tmp_path / "games.pgn")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == LINES


def test_compressed_file_is_read(tmp_path):
    (tmp_path / "games.pgn").write_bytes(PGN)
    subprocess.run(["zstd", "-q", tmp_path / "games.pgn"], check=True)
    assert convert(tmp_path / "games.pgn.zst").stdout.decode() == LINES


def test_lines_are_valid_positions(slidebench, tmp_path):
    lines = convert(input=PGN).stdout
    queries = slidebench(
        "queries", "--pieces", "rook", "--list-length", "4", "--positions", "-", input=lines, check=0
    ).stdout
    assert [line.split()[1] for line in queries.splitlines()] == ["a1", "h1", "a8", "h8"]


def test_missing_file_is_reported():
    done = convert("/no/such/file.pgn")
    assert done.returncode == 3 and b"/no/such/file.pgn" in done.stderr


# ---- games that do not begin at the initial position ----

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def game(*tags, moves="1. e4 *"):
    return "".join(f"{tag}\n" for tag in ('[Event "x"]', *tags)) + f"\n{moves}\n\n"


def converted(text):
    """Returns the lines of standard output and of standard error."""
    done = convert(input=text.encode())
    assert done.returncode == (3 if done.stderr else 0), done.stderr
    return done.stdout.decode().splitlines(), done.stderr.decode().splitlines()


TAGS = [
    f'[FEN "{FEN}"]',
    f'[fen "{FEN}"]',
    f' [ FEN  "{FEN}" ]',
    f'[White "a"] [FEN "{FEN}"]',
    f'[FEN "{FEN.removesuffix(" 0 1")}"]',
]


def test_fen_tag_is_used():
    text = "".join(game(tag) + game() for tag in TAGS)
    assert converted(text) == ([f"{FEN} moves e2e4", "e2e4"] * len(TAGS), [])


REFUSED = {  # a part of the message: the tags
    "FEN tag: 'hello' for board": ['[FEN "hello"]'],
    "FEN tag: '' for board": ['[FEN ""]'],
    "with a king of each side": ['[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]'],
    "expected 8 ranks of 8 squares": ['[FEN "4k3/8/8/8/8/8/4P3/4K2 w - - 0 1"]'],
    "expected 8 ranks": ['[FEN "4k3/8/8/8/8/4P3/4K3 w - - 0 1"]'],
    "'x' for side to move, expected w or b": ['[FEN "4k3/8/8/8/8/8/4P3/4K3 x - - 0 1"]'],
    "'z' for castling rights": ['[FEN "4k3/8/8/8/8/8/4P3/4K3 w z - 0 1"]'],
    "'e9' for en passant square": ['[FEN "4k3/8/8/8/8/8/4P3/4K3 w - e9 0 1"]'],
    "'0 x' for clocks": ['[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 x"]'],
    "expected a tag such as": [f"[FEN {FEN}]"],
    "2 FEN tags, expected one": [f'[FEN "{FEN}"]', f'[FEN "{FEN}"]'],
    "a SetUp tag, expected a FEN tag as well": ['[SetUp "1"]'],
    "the variant is 'atomic', expected standard chess": ['[Variant "Atomic"]'],
    "expected standard chess or a FEN tag": ['[Variant "Chess960"]'],
}


def test_refused_games_are_reported():
    """One line names the line of each game; the others are converted."""
    text, begins = game(moves="1. d4 *"), []
    for tags in REFUSED.values():
        begins.append(text.count("\n") + 1)
        text += game(*tags) + game(moves="1. c4 *")
    lines, complaints = converted(text)
    assert lines == ["d2d4", *["c2c4"] * len(REFUSED)]
    for complaint, begin, reason in zip(complaints, begins, REFUSED, strict=True):
        assert complaint.startswith(f"pgn2positions: -:{begin}: ") and reason in complaint


def test_game_after_refused_one_is_converted():
    lines, complaints = converted(game('[FEN "x"]', moves="1. e4 e5\n2. d4 1-0") + "1. c4 *\n\n1. b4\n*\n")
    assert lines == ["c2c4", "b2b4"] and len(complaints) == 1


def test_illegal_move_is_reported_in_one_line():
    lines, complaints = converted("{ a comment\nof three\nlines }\n" + game(moves="1. e5 *") + game(moves="1. c4 *"))
    assert lines == ["c2c4"] and complaints == ["pgn2positions: -:6: Failed to make move 1. e5 in the game"]


def test_moves_may_follow_a_tag():
    assert converted('[Event "x"] 1. e4 {best} *\n\n[Variant "Standard"]\n1. d4 *\n') == (["e2e4", "d2d4"], [])


def test_broken_tags_are_ignored():
    assert converted(game('[White "a "b" c"]', "[Black")) == (["e2e4"], [])


def test_bytes_are_refused_in_one_line():
    assert converted("\n1. e4 *\n\n\0\n?\n?\n") == (["e2e4"], ["pgn2positions: -:4: a NUL byte, expected PGN"])
    done = convert("/dev/zero")
    assert done.returncode == 3 and b": /dev/zero:1: a NUL byte" in done.stderr


@pytest.mark.parametrize("name", ["folder.pgn", "folder.pgn.gz", "folder.pgn.zst"])
def test_folder_is_refused(tmp_path, name):
    (tmp_path / name).mkdir()
    done = convert(tmp_path / name)
    assert done.returncode == 3
    assert done.stderr.decode() == f"pgn2positions: {tmp_path}/{name}: Is a directory\n"


def damaged(rng, data):
    """Makes up to four changes: removes a piece, doubles one or replaces a byte."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at, to = sorted(rng.randrange(len(data) + 1) for _ in "12")
        change = rng.randrange(4)
        if change == 0:
            del data[at : min(to, at + 40)]
        elif change == 1:
            data[at:at] = data[at : at + 40]
        elif data:
            data[at % len(data)] = rng.choice(b'0-9.,"\n\r[]{}e \x00\xff') if change == 2 else rng.randrange(256)
    return bytes(data)


def test_damaged_games_are_refused_or_valid(slidebench):
    """bench accepts everything that pgn2positions prints; errors are lines."""
    for seed in range(20):
        done = convert(input=damaged(random.Random(seed), PGN))
        errors = done.stderr.decode()
        assert done.returncode in (0, 3) and bool(errors) == bool(done.returncode), errors
        assert all(
            line.startswith("pgn2positions: ") and line.isprintable() for line in errors.split("\n")[:-1]
        ), errors
        if done.stdout:
            words = *"queries --pieces both --list-length 1 --positions".split(), "-"
            assert slidebench(*words, input=done.stdout, check=0).stdout
