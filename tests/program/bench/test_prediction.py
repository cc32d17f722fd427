# SPDX-License-Identifier: MIT
"""`bench --predict`: the rows that it needs, and what it prints of them."""

import re

import pytest

from conftest import SOURCE
from engines.model import published

MODELS = published.read(SOURCE / "results" / "engines" / "model.csv")
SCHEMES = "^(magic_fancy|pext|hyperbola|kogge_stone)$"
LINE = re.compile(r"  (\w+) +([+-][\d.]+) %  \(([+-][\d.]+) to ([+-][\d.]+)\)  (.+)")


@pytest.fixture(scope="module")
def needed(slidebench):
    """Returns the options that the error of a run without them names."""
    done = slidebench("bench", "--predict", "nnue", "--modes", "setwise", "--pieces", "all", check=2)
    if "excludes" in done.stderr:
        pytest.skip("this build has no magic_fancy")
    assert done.stderr.count("\n") == 1
    first = re.search(r"needs the mode (\S+) on (\S+), with the pieces (\S+);", done.stderr)
    assert first[1] == MODELS["nnue"].hot
    second = slidebench("bench", "--predict", "nnue", "--modes", first[1], "--pieces", first[3], check=2).stderr
    cold = re.search(r"needs the mode (burst-\S+) on games", second)
    return ["--modes", f"{first[1]},{cold[1]}", "--workloads", first[2], "--pieces", first[3]]


def test_each_scheme_has_an_interval(slidebench, needed):
    limits = ("--schemes", SCHEMES, "--time", "0.5", "--processes", "6", "--quiet", "--list-length", "4096")
    done = slidebench("bench", "--predict", "nnue", *needed, *limits)
    assert done.returncode in (0, 6), done.stderr  # the machine may be busy
    text = done.stdout.split("Predicted nodes per second")[1]
    assert text.startswith(" of an engine (nnue) against magic_fancy:") and f"{100 * MODELS['nnue'].w:.0f} %" in text
    lines = [LINE.fullmatch(line) for line in text.splitlines()[1:-1]]
    assert done.returncode == 6 or len(lines) >= 2
    for line in filter(None, lines):
        mid, low, high = map(float, line.group(2, 3, 4))
        assert low <= mid <= high
        assert {"faster": low >= 0, "slower": high <= 0}.get(line[5], low <= 0 <= high), line[0]
    assert "magic_fancy  " not in text


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--predict", "perft"], "none of nnue, hand-made"),
        (["--predict", "nnue", "--format", "csv"], "--format table"),
        (["--predict", "nnue", "--schemes", "^pext$"], "magic_fancy, which --schemes excludes"),
    ],
)
def test_bad_options(slidebench, arguments, expected):
    done = slidebench("bench", *arguments, check=2)
    assert done.stdout == "" and done.stderr.count("\n") == 1 and expected in done.stderr
