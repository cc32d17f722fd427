# SPDX-License-Identifier: MIT
"""tests/long-tests on a small folder of tests, and the draw of tests/support/draw.py."""

import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
from datetime import date, timedelta

import pytest

from conftest import SOURCE

import draw as drawing

TARGETS = [f"target-{i}" for i in range(14)]
SEED = 20261122
PYTEST = r"""t.py::test_a[x y] PASSED
t.py::test_b SKIPPED (no)
SKIPPED [1] t.py:3: no tool
drawn: 2 of 9 schemes
result: 7 of 7"""
TESTS = {
    "long.good": f"echo '{PYTEST}'",
    "long.environment": "printf 'drawn: seed %s, all %s' $SLIDEBENCH_SEED $SLIDEBENCH_ALL",
    **{f"long.cross.{i}": "true" for i in range(6)},
    **{f"long.memcheck.{i}": "true" for i in range(16)},
}


def load_long_tests():
    loader = importlib.machinery.SourceFileLoader("long_tests", str(SOURCE / "tests" / "long-tests"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def run(tmp_path):
    """Returns a function that runs long-tests on a build with the given tests, and returns its output."""

    def run(*options, tests=TESTS, status=0):
        lines = ["add_test(short false)"]
        for name, line in tests.items():
            lines.append(f"add_test({name} " + (f"sh -c [==[{line}]==])" if line else "/nonesuch)"))
            lines.append(f"set_tests_properties({name} PROPERTIES LABELS long)")
        (tmp_path / "CTestTestfile.cmake").write_text("\n".join(lines))
        clean = {name: value for name, value in os.environ.items() if not name.startswith("SLIDEBENCH_")}
        command = [SOURCE / "tests" / "long-tests", tmp_path, *map(str, options)]
        done = subprocess.run(command, capture_output=True, text=True, env=clean)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr if status in (2, 4) else done.stdout

    return run


def table(output):
    """Returns {test: (passed, failed, skipped)} of a summary."""
    return {
        name: tuple(map(int, counts))
        for name, *counts in re.findall(r"^(\S+(?: tests)?) +[\d.]+ +(\d+) +(\d+) +(\d+)$", output, re.M)
    }


# ---- the draw ----


def draw(monkeypatch, seed, items=TARGETS, n=4, what="targets", everything=False):
    monkeypatch.setattr(drawing, "SEED", seed)
    monkeypatch.setattr(drawing, "ALL", everything)
    monkeypatch.setattr(drawing, "notes", [])
    drawn = drawing.draw(items, n, what)
    assert drawing.notes[0].startswith(f"drawn: {len(drawn)} of {len(items)} {what}")
    return drawn


def test_same_seed_draws_the_same(monkeypatch):
    drawn = draw(monkeypatch, SEED)
    assert drawn == draw(monkeypatch, SEED) and len(set(drawn)) == 4
    assert drawn == sorted(drawn, key=TARGETS.index)
    assert drawn != draw(monkeypatch, SEED + 1) and drawn != draw(monkeypatch, SEED, what="others")


@pytest.mark.parametrize("days", [1, 7])
def test_all_items_are_drawn_in_thirty_runs(monkeypatch, days):
    seeds = [f"{date(2026, 11, 22) + days * timedelta(i):%Y%m%d}" for i in range(30)]
    assert {item for seed in seeds for item in draw(monkeypatch, int(seed))} == set(TARGETS)


def test_all_or_few_items_are_taken_whole(monkeypatch):
    assert draw(monkeypatch, SEED, everything=True) == TARGETS
    assert draw(monkeypatch, SEED, items=TARGETS[:3]) == TARGETS[:3]


def test_seed_is_the_date():
    clean = {"PYTHONPATH": str(SOURCE / "tests" / "support")}
    code = "import draw; print(draw.SEED, draw.ALL, draw.LONG)"
    printed = subprocess.run([sys.executable, "-c", code], env=clean, capture_output=True, text=True).stdout
    assert printed in {f"{day:%Y%m%d} False False\n" for day in (date.today(), date.today() - timedelta(1))}


# ---- the summary ----


def test_summary_has_tests_draws_reasons_and_seed(run):
    output = run("--seed", SEED)
    counts = table(output)
    assert counts["long.good"] == (1, 0, 1) and counts["long.environment"] == (1, 0, 0)
    drawn = [name for name in counts if name.startswith("long.cross.")]
    assert 0 < len(drawn) < 6 and counts[f"{len(counts) - 1} tests"] == (len(counts) - 1, 0, 1)
    for line in (
        "drawn: 2 of 9 schemes",
        "result: 7 of 7",
        f"drawn: seed {SEED}, all ",
        "skipped: 1: no tool",
        f"The same tests again: scripts/test --long --seed {SEED}",
    ):
        assert f"{line}\n" in output
    assert re.search(rf"^drawn: {len(drawn)} of 6 architectures", output, re.M)
    assert table(run("--seed", SEED)).keys() == counts.keys() != table(run("--seed", SEED + 1)).keys()


def test_all_runs_all(run):
    output = run("--all")
    assert len(table(output)) == len(TESTS) + 1 and "drawn: 6 of 6 architectures" in output
    assert ", all 1\n" in output and "again: scripts/test --long --all\n" in output


@pytest.mark.parametrize("all_or_drawn", [["--all"], ["--seed", SEED]])
def test_parts_are_together_a_whole_run(run, all_or_drawn):
    parts = [run(*all_or_drawn, "--part", f"{i}/3") for i in (1, 2, 3)]
    tests = [[name for name in table(part) if name.startswith("long.")] for part in parts]
    assert sorted(sum(tests, [])) == sorted(name for name in table(run(*all_or_drawn)) if name.startswith("long."))
    assert "--part 2/3\n" in parts[1]


def test_parts_take_about_as_long_as_each_other():
    tests = load_long_tests()
    costs = {f"test {i}": float(2 ** (i % 9)) for i in range(40)}
    parts = [tests.of_part(costs, i, 4) for i in (1, 2, 3, 4)]
    assert sorted(sum(parts, [])) == sorted(costs)
    sums = [sum(costs[name] for name in part) for part in parts]
    assert max(sums) < 1.05 * min(sums)


def test_options_of_ctest_select(run):
    assert [*table(run("-R", "good"))] == ["long.good", "1 tests"]
    assert "-R nonesuch" in run("-R", "nonesuch", status=4)


@pytest.mark.parametrize("line", ["exit 1", "echo t.py::test_a FAILED; exit 1", "sleep 9"])
def test_failure_is_counted_and_the_status(run, line):
    output = run("--timeout", 2, tests={"long.bad": line, "long.good": "true"}, status=1)
    assert table(output)["long.bad"] == (0, 1, 0) and table(output)["2 tests"] == (1, 1, 0)


def test_missing_program_fails(run):
    assert table(run(tests={"long.absent": None}, status=1))["long.absent"] == (0, 1, 0)


def test_bad_use_is_one_line(run, tmp_path):
    assert "--seed" in run("--seed", "x", status=2)
    for part in "0/3", "4/3", "2", "x/y":
        assert "--part" in run("--part", part, status=2)
    done = subprocess.run([SOURCE / "tests" / "long-tests", tmp_path / "absent"], capture_output=True, text=True)
    assert done.returncode == 4 and done.stderr.count("\n") == 1 and "absent" in done.stderr
