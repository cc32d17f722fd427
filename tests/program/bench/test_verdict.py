# SPDX-License-Identifier: MIT
"""What bench prints for people: the first rows on a terminal, all into a pipe."""

import os
import re

from injection import UNSTABLE, bench_binary, folder, run
from terminal import on_terminal

SCHEMES = ("null", "ray_loop", "classical", "kogge_stone", "hyperbola")  # plain C; the loop is always printed
PLAN = (
    *("--schemes", f"^({'|'.join(SCHEMES)})$", "--workloads", "random", "--pieces", "rook,queen"),
    *"--list-length 64 --modes throughput,latency,burst-0-8 --time 0.05 --quiet --positions".split(),
)
TABLES = 2  # throughput and latency; burst


def plan(*more):
    return "bench", *PLAN, folder()[1] / "position", *more


def screen(*more):
    """Returns what the run prints to a terminal."""
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    command = (bench_binary(), *plan("--processes", 1, *more))
    status, text, _ = on_terminal(*command, stream="stdout", env=environment)
    assert status in UNSTABLE
    return text.replace("\r\n", "\n")


def rows(text):
    """Returns the scheme of each row of the tables."""
    return re.findall(r"^ +(?:\d+(?:-\d+)? )?([a-z_]+)‡? +[\d.]+ (?:B|KiB|MiB) ", text, re.M)


def test_pipe_has_all_rows_and_no_escape_codes():
    text = run(*plan("--processes", 1), status=UNSTABLE).stdout
    assert sorted(rows(text)) == sorted(SCHEMES * TABLES)
    assert "--all" not in text and "\033" not in text


def test_terminal_has_the_first_rows():
    """And floor and ray loop; the others are counted."""
    text = screen("--top", "1")
    shown = rows(re.sub(r"\033\[[\d;]*m", " ", text))
    assert {"null", "ray_loop"} <= set(shown) and len(shown) <= 3 * TABLES
    if " 0 rows unstable" in text:  # otherwise the loop may be the first
        assert len(shown) == 3 * TABLES and text.count("       2 more schemes: --all\n") == TABLES
    assert "\nnext: " in text


def test_terminal_has_all_rows():
    text = screen("--all")
    assert sorted(rows(re.sub(r"\033\[[\d;]*m", " ", text))) == sorted(SCHEMES * TABLES)
    assert "more scheme" not in text
