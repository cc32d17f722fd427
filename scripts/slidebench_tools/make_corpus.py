# SPDX-License-Identifier: MIT
"""Selects the built-in games from what pgn-extract prints of a PGN file, and prints them.

usage: pgn-extract ... -Wuci book_1.02.pgn | scripts/make-corpus > harness/workload/corpus/games.txt

The README beside that file has the whole command, and the rule of selection.

Exit status: 0 done, 2 usage, 3 too few games."""

import hashlib
import sys

from slidebench_tools import command

GAMES = 1300
HEADER = """\
# Complete games of tournament chess, one a line, in UCI notation. Public domain: selected by
# scripts/make-corpus from book_1.02.pgn of GNU Chess, see README.md."""


def main() -> int:
    command.parser(__doc__).parse_args()
    lines = (line.rstrip("\n").rpartition(" ") for line in sys.stdin)
    games = sorted({moves.lower() for moves, _, result in lines if result in ("1-0", "0-1", "1/2-1/2")})
    # a game is directly before the games that begin with it
    games = [game for game, after in zip(games, games[1:] + [""]) if not after.startswith(game)]
    if len(games) < GAMES:
        raise command.Refused(f"{len(games)} games, expected {GAMES} or more")
    games.sort(key=lambda game: hashlib.sha256(game.encode()).digest())
    print(HEADER, *games[:GAMES], sep="\n")
    return 0
