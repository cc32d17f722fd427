# SPDX-License-Identifier: MIT
"""The description of an engine, TRIAL.toml: its keys, their checks, and the positions that it names."""

import os
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.trial_results import KINDS
from slidebench_tools.command import ROOT, Refused, cause, module

GAMES = ROOT / "harness" / "workload" / "corpus" / "games.txt"
GAME_POSITIONS = 200  # taken from the built-in games if the description names no file
OPENING_MOVES = 8  # half-moves before the earliest position that is taken
FEN = re.compile(r"\s*(([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb] \S+ \S+( \d+ \d+)?)")


@dataclass(frozen=True)
class Description:
    """An engine, how it is built, and what it does in one turn: the keys of TRIAL.toml, which scripts/engines/README.md
    explains. Paths are absolute; `program` is relative to the copy."""

    path: Path
    name: str
    version: str
    commit: str
    kind: str
    source: Path
    build: str
    program: str
    language: str
    setup: list[str]
    search: str
    end: str
    nodes: re.Pattern[str]
    positions: tuple[str, ...]  # each the arguments of UCI's `position`
    replace: list[dict[str, str]]  # text of a file of the engine, and what replaces each of its occurrences


REQUIRED = ("name", "version", "kind", "build", "program", "search", "nodes")  # keys, which are strings
OPTIONAL = {"commit": "", "source": ".", "language": "c", "setup": [], "end": "", "positions": "", "replace": []}
ENDS = {"nnue": "bestmove", "hce": "bestmove", "perft": "Nodes searched"}  # of a turn, unless `end` is given


def checked_keys(path: Path, table: dict[str, Any]) -> dict[str, Any]:
    """Returns the table with defaults. Refuses keys that are missing, unknown or of another type."""
    types = dict.fromkeys(REQUIRED, str) | {key: type(value) for key, value in OPTIONAL.items()}
    for key, value in table.items():
        if key not in types:
            raise Refused(f"{path}: unknown key '{key}', expected {', '.join(types)}")
        if not isinstance(value, types[key]):
            raise Refused(f"{path}: '{key}' is {value!r}, expected a {'list' if types[key] is list else 'string'}")
    for key in REQUIRED:
        if key not in table:
            raise Refused(f"{path}: the key '{key}' is missing")
    for key, allowed in (("kind", KINDS), ("language", ("c", "c++"))):
        if (value := table.get(key, allowed[0])) not in allowed:
            raise Refused(f"{path}: {key} = '{value}', expected {' or '.join(allowed)}")
    return OPTIONAL | table


def node_pattern(path: Path, text: str) -> re.Pattern[str]:
    """Returns the expression that finds node counts."""
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise Refused(f"{path}: nodes = '{text}' is not a regular expression: {error}") from None
    if pattern.groups != 1:
        raise Refused(f"{path}: nodes = '{text}' has {pattern.groups} groups, expected one around the number")
    return pattern


def leads_out(source: Path, file: Path) -> bool:
    """Returns whether a path leads out of the folder, by itself or through a symbolic link."""
    real = Path(os.path.realpath(source / file))
    return file.is_absolute() or ".." in file.parts or not real.is_relative_to(source)


def check_replacements(path: Path, tables: list[Any], source: Path) -> None:
    """Refuses [[replace]] tables that are missing or incomplete, or whose file is outside the source folder."""
    if not tables:
        raise Refused(f"{path}: no [[replace]], expected one for each getter")
    for number, table in enumerate(tables, 1):
        keys = sorted(table) if isinstance(table, dict) else []
        if keys != ["file", "new", "old"] or not all(isinstance(text, str) for text in table.values()):
            raise Refused(f"{path}: [[replace]] {number} has {', '.join(keys) or 'no keys'}, expected file, old, new")
        if not table["old"]:
            raise Refused(f"{path}: [[replace]] {number}: old is empty, expected text of {table['file']}")
        if leads_out(source, Path(table["file"])):
            raise Refused(f"{path}: [[replace]] {number}: file = '{table['file']}', expected a path inside {source}")


def game_positions() -> tuple[str, ...]:
    """Returns positions of the built-in games, one per game, each as the moves that lead to it."""
    games = [line.split() for line in GAMES.read_text().splitlines() if line and line[0] != "#"]
    rng = random.Random(1)
    games = [game for game in rng.sample(games, len(games)) if len(game) > 2 * OPENING_MOVES][:GAME_POSITIONS]
    return tuple(
        "startpos moves " + " ".join(game[: rng.randrange(OPENING_MOVES, len(game) - OPENING_MOVES + 1)])
        for game in games
    )


def file_positions(path: Path) -> tuple[str, ...]:
    """Returns the positions of a file with a FEN per line. Empty lines and lines that begin with # are skipped."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: {cause(error)}, expected a FEN per line") from None
    fens = {number: line for number, line in enumerate(lines, 1) if line.strip() and line[0] != "#"}
    positions = []
    for number, line in fens.items():
        if not (fen := FEN.match(line)):
            raise Refused(f"{path}:{number}: '{line[:60]}' is not a FEN")
        positions.append(f"fen {fen[1]}")  # without the operations of an EPD
    if not positions:
        raise Refused(f"{path}: no position, expected a FEN per line")
    return tuple(positions)


def read_toml(path: Path) -> dict[str, Any]:
    """Returns the keys of a TOML file."""
    toml = module("tomllib" if sys.version_info >= (3, 11) else "tomli", "python3-tomli")
    try:
        return dict(toml.loads(path.read_text()))
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or not TOML
        raise Refused(f"{path}: {'' if isinstance(error, OSError) else 'not TOML: '}{cause(error)}") from None


def load_description(path: Path) -> Description:
    """Reads a description."""
    keys = checked_keys(path, read_toml(path))
    folder = path.resolve().parent
    source, setup = (folder / keys["source"]).resolve(), keys["setup"]
    if not source.is_dir():
        raise Refused(f"{path}: source = '{keys['source']}': no such folder in {folder}")
    if not all(isinstance(line, str) and "\n" not in line for line in setup):
        raise Refused(f"{path}: setup = {setup!r}, expected a list of UCI commands")
    if leads_out(source, Path(keys["program"]).parent) or (source / keys["program"]).is_dir():
        raise Refused(f"{path}: program = '{keys['program']}', expected a file inside {source}")
    check_replacements(path, keys["replace"], source)
    keys["source"] = source
    keys["end"] = keys["end"] or ENDS[keys["kind"]]
    keys["nodes"] = node_pattern(path, keys["nodes"])
    keys["positions"] = file_positions(folder / keys["positions"]) if keys["positions"] else game_positions()
    return Description(path=path, **keys)
