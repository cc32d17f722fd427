# SPDX-License-Identifier: MIT
"""The n-th allocation fails: status 4 and one clear line, or the usual output; never a crash.

After SQLite's out-of-memory loop (sqlite.org/testing.html). The first allocations of each command are tried and a draw
of the rest, more in the long form.
"""

import re

import pytest

from draw import LONG, draw
from injection import files, run, short
from result_factory import EditedRun
from slidebench_tools.command import ENVIRONMENT

QUERIES = "rook d4 0x8041a20428054a00\nboth a1 0x0\n"

COMMANDS = {
    "export": ("export", "hyperbola"),
    "list": ("list", "--schemes", "ray|null", "--format", "json"),
    "query": ("query",),
    "queries": ("queries", *short()[:6], *short()[11:13]),
    "show": ("show", "--scheme", "ray_loop", "--square", "d4", "--piece", "both"),
    "verify": ("verify", "--schemes", "^null$"),
    "recommend": ("recommend", "--for", "setwise"),
    "summarize": ("summarize", "--format", "json"),
}
OF_A_LOG = ("recommend", "summarize")
BENCH = short("--schemes", "^ray_loop$", "--modes", "latency", "--format", "csv")


def numbers(last, what):
    """Returns numbers up to `last`: the first five and about five of the rest, or those drawn for a long test."""
    if LONG:
        return draw(range(1, last + 1), 200, f"allocations of {what}")
    return [*range(1, min(last, 5) + 1), *range(6, last + 1, max(1, last // 5))]


def allocations(count, where, *arguments, **more):
    """Returns the number of allocations, of which none fails. They are counted in the file `count`."""
    run(*arguments, inject="memory:0", where=where, count=count, **more)
    return int(count.read_text())


def complaints(done):
    """Returns the lines on stderr but those on what is saved."""
    return [line for line in done.stderr.splitlines() if not line.startswith(("saved ", "kept "))]


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_survive_failed_allocations(name, tmp_path):
    arguments, failed = COMMANDS[name], 0
    if name in OF_A_LOG:
        arguments = (*arguments, EditedRun(tmp_path, columns=[("all", "games", "setwise")]).save())
    expected = run(*arguments, input=QUERIES)
    assert expected.returncode == 0, expected.stderr
    for n in numbers(allocations(tmp_path / "count", None, *arguments, input=QUERIES), name):
        done = run(*arguments, input=QUERIES, inject=f"memory:{n}")
        assert done.returncode in (0, ENVIRONMENT), (n, done.returncode, done.stderr)
        failed += done.returncode == ENVIRONMENT
        if done.returncode:  # one line, and that of the parent of a process that ended
            lines = complaints(done)
            assert len(lines) in (1, 2) and all(line.startswith("slidebench: ") for line in lines), (n, done.stderr)
        elif name != "export":  # which prints a time
            assert done.stdout == expected.stdout, n
    assert failed


@pytest.mark.parametrize("where", ["parent", "worker"])
def test_bench_survives_failed_allocations(where, tmp_path):
    out, failed = tmp_path / "out", 0
    run(*BENCH, "--out", out)  # a run reads the earlier logs of its folder
    earlier = set(files(out))
    arguments = (*BENCH, "--out", out)
    for n in numbers(allocations(tmp_path / "count", where, *arguments), f"bench in the {where}"):
        done = run(*arguments, inject=f"memory:{n}", where=where)
        assert done.returncode in (0, 6, ENVIRONMENT), (n, done.returncode, done.stderr)
        if done.returncode == ENVIRONMENT:
            failed += 1
            # A worker prints its own error, as does Google Benchmark, which aborts; then the parent.
            lines = complaints(done)
            assert len(lines) <= (1 if where == "parent" else 2) and lines[-1].startswith("slidebench: "), done.stderr
        else:
            assert "ray_loop" in done.stdout and "nan" not in done.stdout.lower(), n
    assert failed
    for path in set(files(out)) - earlier:
        done = run("summarize", path)  # a log without a process, or without a line, remains of a parent that ended
        assert done.returncode == 0 or re.search("no process of this run has|expected the first line", done.stderr)
