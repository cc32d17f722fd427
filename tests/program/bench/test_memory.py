# SPDX-License-Identifier: MIT
"""The n-th allocation fails, for each n: status 4 and one clear line, or the usual output; never a crash.

After SQLite's out-of-memory loop (sqlite.org/testing.html). Some tens of allocations of each command are tried, the
first ones and a draw of the rest, more in the long form.
"""

import re
import shutil

import pytest

from draw import LONG, draw
from injection import run, short
from result_factory import SUFFIX, Result

ENVIRONMENT = 4
QUERIES = "rook d4 0x8041a20428054a00\nboth a1 0x0\n"

COMMANDS = {
    "list": ("list", "--schemes", "ray|null"),
    "list as JSON": ("list", "--schemes", "ray|null", "--format", "json"),
    "query": ("query",),
    "queries": ("queries", *short()[:6], *short()[11:]),
    "show": ("show", "--scheme", "ray_loop", "--square", "d4", "--piece", "both"),
    "verify": ("verify", "--schemes", "^null$"),
    "recommend": ("recommend", "--for", "perft", "--result"),
    "summarize": ("summarize",),
    "summarize as JSON": ("summarize", "--format", "json"),
    "machine": ("machine", "--no-pin"),  # otherwise hwloc aborts if out of memory
}
READERS = "recommend", "summarize", "summarize as JSON"
PERFT = [("all", "perft", "perft")]
BENCH = short("--schemes", "^ray_loop$", "--modes", "latency", "--no-pin", "--format")


def arguments_of(name, folder):
    """Returns the arguments of a command, with a small log for those that read one."""
    if name in READERS:
        return (*COMMANDS[name], Result(folder, columns=PERFT).save())
    return COMMANDS[name]


def numbers(last, what):
    """Returns numbers up to `last`: the first thirty and twenty of the rest, or those drawn for a long test."""
    if LONG:
        return draw(range(1, last + 1), 200, f"allocations of {what}")
    return [*range(1, min(last, 30) + 1), *range(31, last + 1, max(1, (last - 30) // 20))]


def allocations(run, mark, where, *arguments, **more):
    """Returns the number of allocations, by bisection. The program makes the file `mark` if one fails."""
    low, high = 0, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        mark.unlink(missing_ok=True)
        run(*arguments, inject=f"memory:{middle}", where=where, mark=mark, **more)
        low, high = (middle, high) if mark.exists() else (low, middle)
    return low


def steady(text):
    """Returns the lines without those in which two runs of `machine` may differ."""
    return [line for line in text.splitlines() if not re.match("load|PEXT|warnings|  +", line)]


def logs(folder):
    return sorted(path.name for path in folder.rglob(f"*{SUFFIX}"))


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_survive_failed_allocations(name, tmp_path):
    arguments, failed = arguments_of(name, tmp_path), 0
    expected = run(*arguments, input=QUERIES)
    assert expected.returncode == 0, expected.stderr
    for n in numbers(allocations(run, tmp_path / "mark", None, *arguments, input=QUERIES), name):
        done = run(*arguments, input=QUERIES, inject=f"memory:{n}")
        assert done.returncode in (0, ENVIRONMENT), (n, done.returncode, done.stderr)
        if done.returncode:
            failed += 1
            assert done.stderr.startswith("slidebench: ") and done.stderr.count("\n") == 1, (n, done.stderr)
            assert expected.stdout.startswith(done.stdout) or name.endswith("as JSON"), n
        elif name == "machine":  # values that cannot be read are printed as unknown
            assert all(
                a == b or re.search(" unknown$|^operating system +Linux$", a)
                for a, b in zip(steady(done.stdout), steady(expected.stdout))
            ), n
        else:
            assert done.stdout == expected.stdout, n
    assert failed or name == "machine"


@pytest.mark.parametrize(
    "where, format",
    [("parent", "csv"), ("parent", "json"), ("worker", "csv")] + LONG * [("parent", "table"), ("parent", "markdown")],
)
def test_bench_survives_failed_allocations(where, format, tmp_path):
    earlier, out, failed = tmp_path / "earlier", tmp_path / "out", 0
    run(*BENCH, format, "--out", earlier)

    def run_anew(*arguments, **more):
        """Runs bench with one earlier result in its folder, which it reads."""
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(earlier, out)
        return run(*arguments, **more)

    arguments = (*BENCH, format, "--out", out)
    count = allocations(run_anew, tmp_path / "mark", where, *arguments)
    for n in numbers(count, f"bench in the {where}, as {format}"):
        done = run_anew(*arguments, inject=f"memory:{n}", where=where)
        assert done.returncode in (0, 6, ENVIRONMENT), (n, done.returncode, done.stderr)
        if done.returncode == ENVIRONMENT:
            failed += 1
            lines = [line for line in done.stderr.splitlines() if not line.startswith(("saved ", "kept "))]
            assert lines[-1].startswith("slidebench: "), (n, done.stderr)
            # A worker that is not connected yet prints its own error; so does Google Benchmark, which aborts.
            assert len(lines) <= (1 if where == "parent" else 2), (n, done.stderr)
            assert logs(out) == logs(earlier) or re.search("^(saved|kept) |no memory for a line", done.stderr, re.M), n
            assert all(run("summarize", path).returncode == 0 for path in out.rglob(f"*{SUFFIX}")), n
        else:
            assert "ray_loop" in done.stdout and "nan" not in done.stdout.lower(), n
    assert failed
