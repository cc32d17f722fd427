# SPDX-License-Identifier: MIT
"""What bench prints for people: the first rows on a terminal, and the conclusions below tables and notes."""

import os
import re

import pytest

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


@pytest.fixture(scope="module")
def into_pipe():
    """Returns what a run prints to a pipe, and whether all processes have a result of each row."""
    done = run(*plan(), status=UNSTABLE)
    complete = " 0 rows unstable", "take with care: 5 processes give intervals of 94 % confidence, not 95 %"
    return done.stdout, all(text in done.stdout for text in complete)


def test_pipe_has_all_rows_and_no_escape_codes(into_pipe):
    text, _ = into_pipe
    assert sorted(rows(text)) == sorted(SCHEMES * TABLES)
    assert "--all" not in text and "\033" not in text


def test_conclusions_end_the_output(into_pipe):
    text, has_results = into_pipe
    *lines, last = text.split("\n\n")[-1].splitlines()
    assert len(lines) < 10 and re.match(r"next: \S+ bench --", last)
    busy = any("; core undisturbed " in line for line in lines)
    if not has_results or (busy and "queen branchless / branchy: " not in text):
        pytest.skip("the machine is busy: some rows or comparisons lack processes")
    compared = r"(throughput|latency|burst-0-8) [\d.]+ \[[\d.]+, [\d.]+\]"
    piece = r" +(kogge_stone|classical|hyperbola|ray_loop) [\d.]+( =\d)?" * 3
    for line, expected in zip(
        lines,
        (
            r"best on random +throughput +latency +burst-0-8(  \(=N: N others tie\))?",
            rf"rook{piece}",
            rf"queen{piece}",
            rf"queen branchless / branchy: {compared}(, {compared})*",  # without modes that lack a pair of processes
            r"take with care: 5 processes give intervals of 94 % confidence, not 95 %.*",
        ),
        strict=True,
    ):
        assert re.fullmatch(expected, line), line
    assert "± is half of a 94 % confidence interval" in text


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
