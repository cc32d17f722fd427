# SPDX-License-Identifier: MIT
"""Fuzz tests of the scripts that read results and games: one line and a documented exit status, never a traceback."""

import copy
import json
import math
import random
import re
import sys
import zlib

from conftest import SOURCE
from commands.test_pgn import PGN, convert
from results.test_compare import CYCLES, make
from slidebench_results import compare, pair, repeatability
from slidebench_tools import command

ROUNDS = 500  # the round is the seed: each run is the same


ODD = [
    None,
    True,
    0,
    -1,
    1e-320,
    1e308,
    10**400,
    math.nan,
    math.inf,
    "",
    "nan",
    "x\n\x1b",
    "\ud800",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
]


def damage_value(rng, value):
    """Removes, doubles or replaces one nested entry."""
    here = value
    while True:
        keys = list(here) if isinstance(here, dict) else range(len(here))
        if not keys:
            return
        key = rng.choice(list(keys))
        if isinstance(here[key], (dict, list)) and here[key] and rng.random() < 0.8:
            here = here[key]
            continue
        change = rng.randrange(6)
        if change == 0:
            del here[key]
        elif change == 1 and isinstance(here, list):
            here.append(here[key])
        else:
            here[key] = copy.deepcopy(rng.choice(ODD))
        return


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


def good_result(folder, seed=1):
    """Saves a result of three schemes, one of them a twin, and returns the path of its JSON."""
    result = make(folder, CYCLES, seed, processes=5)
    result.record["schemes"][1]["twin"] = "one"
    result.record["columns"][0]["twins"] = [{"scheme": "two", "ratio": [1.0, 0.99, 1.01]}]
    return result.save().with_suffix(".json")


def damaged_results(folder):
    """Yields one good result many times, each time with different damage to its JSON or CSV."""
    path = good_result(folder / "damaged")
    texts = {file: file.read_bytes() for file in (path, path.with_suffix(".csv"))}
    yield path
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        for file, text in texts.items():
            file.write_bytes(text)
        record = json.loads(texts[path])
        if seed % 2:
            damage_value(rng, record)
            path.write_text(json.dumps(record) + "\n")
            yield path
            continue
        file = rng.choice(list(texts))
        file.write_bytes(damage_bytes(rng, texts[file]))
        if file != path:  # with a matching checksum the reader looks at the damage itself
            record["csv_crc32"] = f"{zlib.crc32(file.read_bytes()):08x}"
            path.write_text(json.dumps(record) + "\n")
        yield path


def test_dictionary_has_all_commands_and_options(slidebench):
    words = set(re.split(r'[\n"]|\\x00', (SOURCE / "tests" / "fuzz" / "options.dict").read_text()))
    names = re.findall(r"^  (\w+)  ", slidebench("--help").stdout.split("\nCommands:\n")[1].split("\n\n")[0], re.M)
    for name in names:
        options = re.findall(r"^  (--[a-z-]+)", slidebench(name, "--help").stdout, re.M)
        assert options and not {name, *options} - words


def test_compare(tmp_path, capsys):
    whole = pair.load(good_result(tmp_path / "whole", 2))
    refused = compared = 0
    for path in damaged_results(tmp_path):
        try:
            run = pair.load(path)
        except command.Refused as error:
            assert error.status == 3 and is_line(str(error))
            refused += 1
        else:
            for unit in "cycles", "ns":
                compare.print_table(list(compare.compare(whole, run, unit)), unit, True)
            assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())
            compared += 1
    assert refused > ROUNDS / 4 and compared > ROUNDS / 50


def test_repeatability(tmp_path, capsys, monkeypatch):
    whole = good_result(tmp_path / "whole", 2)
    refused = done = 0
    for path in damaged_results(tmp_path):
        monkeypatch.setattr(sys, "argv", ["repeatability", str(whole), str(path)])
        try:
            repeatability.main()
        except command.Refused as error:
            assert error.status in (3, 4) and is_line(str(error))
            refused += 1
        else:
            assert all(line.isprintable() for line in capsys.readouterr().out.splitlines())
            done += 1
    assert refused > ROUNDS / 10 and done > ROUNDS / 50


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
