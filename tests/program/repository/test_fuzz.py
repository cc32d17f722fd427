# SPDX-License-Identifier: MIT
"""Fuzz tests: games for pgn2positions give one line and a documented exit status; the dictionary of options is full."""

import random
import re

from conftest import SOURCE
from commands.test_pgn import PGN, convert


def damage_bytes(rng, data):
    """Makes up to four changes: replaces a byte, removes a piece or doubles one."""
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


def is_line(text):
    return text.isprintable() and len(text) > 10


def test_dictionary_has_all_commands_and_options(slidebench):
    words = set(re.split(r'[\n"]|\\x00', (SOURCE / "tests" / "fuzz" / "options.dict").read_text()))
    names = re.findall(r"^  (\w+)  ", slidebench("--help").stdout.split("\nCommands:\n")[1].split("\n\n")[0], re.M)
    for name in names:
        options = re.findall(r"^  (--[a-z-]+)", slidebench(name, "--help").stdout, re.M)
        assert options and not {name, *options} - words


def test_pgn2positions(slidebench, tmp_path):
    """bench accepts everything that pgn2positions prints."""
    for seed in range(40):
        done = convert(input=damage_bytes(random.Random(seed), PGN))
        errors = done.stderr.decode()
        assert done.returncode in (0, 3) and bool(errors) == bool(done.returncode), errors
        assert all(line.startswith("pgn2positions: ") and is_line(line) for line in errors.split("\n")[:-1]), errors
        if done.stdout:
            queried = slidebench(
                "queries", "--pieces", "both", "--list-length", "1", "--positions", "-", input=done.stdout
            )
            assert queried.returncode == 0, (queried.stderr, done.stdout)
