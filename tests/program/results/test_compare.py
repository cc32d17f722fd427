# SPDX-License-Identifier: MIT
"""scripts/compare: verdicts on made results, refusals, and the interval against tables and simulation."""

import copy
import csv
import importlib.machinery
import importlib.util
import json
import random
import statistics
import subprocess

import pytest

from conftest import SOURCE

SCRIPT = SOURCE / "scripts" / "compare"
loader = importlib.machinery.SourceFileLoader("compare", str(SCRIPT))
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
loader.exec_module(compare)


def made_run(figures, seed=1, noise=0.002):
    """A record as slidebench writes it: {scheme: cycles}, 20 processes each."""
    rng = random.Random(seed)
    rows = []
    for scheme, cycles in figures.items():
        series = [cycles * (1 + rng.expovariate(1 / noise)) for _ in range(20)]
        rows.append(
            {
                "scheme": scheme,
                "piece": "queen",
                "workload": "games",
                "mode": "throughput",
                "status": "ok",
                "process_cycles": series,
                "process_ns": [c / 3 for c in series],
            }
        )
    return {
        "format": 1,
        "level": "native",
        "reference_ipc": 4.7,
        "machine": {"slug": "cpu"},
        "options": {"pages": "4k", "interleaved": False},
        "rows": rows,
    }


def save(run, path, **changed):
    path.with_suffix(".json").write_text(json.dumps(run))
    with path.with_suffix(".csv").open("w", newline="") as file:
        fields = [*compare.KEY, "status", "queries", "checksum", "cycles", "ns"]
        writer = csv.DictWriter(file, fields)
        writer.writeheader()
        for row in run["rows"]:
            middle = statistics.median(row["process_cycles"])
            writer.writerow(
                {
                    **{k: row[k] for k in compare.KEY},
                    "status": row["status"],
                    "queries": 65536,
                    "checksum": "00ff",
                    "cycles": middle,
                    "ns": middle / 3,
                    **changed,
                }
            )
    return path.with_suffix(".json")


def run(*arguments):
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True)


def verdicts(a, b, *options):
    done = run(a, b, "--all", "--csv", *options)
    assert done.returncode in (0, 4), done.stderr
    return {line["scheme"]: (line["verdict"], line["reason"]) for line in csv.DictReader(done.stdout.splitlines())}


FIGURES = {"one": 4.0, "two": 9.0, "three": 30.0}


def test_verdicts(tmp_path):
    a = save(made_run(FIGURES, 1), tmp_path / "a")
    b = save(made_run({"one": 4.0, "two": 9.0 * 1.03, "three": 30.0 / 1.03}, 2), tmp_path / "b")
    for time in "cycles", "ns":
        found = verdicts(a, b, "--time", time)
        assert {k: v[0] for k, v in found.items()} == {"one": "same", "two": "slower", "three": "faster"}


def test_rows_that_must_not_be_compared(tmp_path):
    a = made_run(FIGURES)
    first = save(a, tmp_path / "a")
    cases = [
        ({"level": "x86-64"}, {}, "level"),
        ({"options": {"pages": "huge", "interleaved": False}}, {}, "pages"),
        ({"options": {"pages": "4k", "interleaved": True}}, {}, "interleaved"),
        ({"reference_ipc": 3.0}, {}, "shared throughout"),
        ({}, {"queries": 64}, "other queries"),
        ({}, {"checksum": "beef"}, "other queries"),
        ({}, {"status": "UNSTABLE"}, "UNSTABLE in the second"),
    ]
    for change, columns, reason in cases:
        second = save({**a, **change}, tmp_path / "b", **columns)
        found = verdicts(first, second)
        assert all(v[0] == "not comparable" and reason in v[1] for v in found.values())
        assert run(first, second).returncode == 4


def test_rows_of_one_run_only(tmp_path):
    a, b = save(made_run({"one": 4.0, "two": 9.0}), tmp_path / "a"), save(
        made_run({"two": 9.0, "three": 5.0}), tmp_path / "b"
    )
    found = verdicts(a, b)
    assert (
        found["one"][1] == "only in the first"
        and found["three"][1] == "only in the second"
        and found["two"][0] == "same"
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 1}', '{"format": 2, "rows": []}', '{"format": 1, "rows": [{}]}']
)
def test_bad_results(tmp_path, text):
    good = save(made_run(FIGURES), tmp_path / "good")
    bad = save(made_run(FIGURES), tmp_path / "bad")
    bad.write_text(text)
    done = run(good, bad)
    assert (
        done.returncode == 3
        and done.stderr.startswith("compare: ")
        and done.stderr.count("\n") == 1
        and done.stdout == ""
    )


def test_missing_and_superfluous_arguments(tmp_path):
    good = save(made_run(FIGURES), tmp_path / "good")
    assert run().returncode == 2
    assert run(good, good, good).returncode == 2
    assert run(good, tmp_path / "none").returncode == 3


def test_few_processes_are_no_verdict(tmp_path):
    a, b = made_run({"one": 4.0}), made_run({"one": 8.0})
    for record in a, b:
        for series in "process_cycles", "process_ns":
            record["rows"][0][series] = record["rows"][0][series][:3]
    found = verdicts(save(a, tmp_path / "a"), save(b, tmp_path / "b"))
    assert found["one"] == ("same", "3 and 3 processes are too few to tell")


def test_counting_agrees_with_printed_tables():
    # Greatest U with P(U <= u) <= 0.025: Mann-Whitney tables for alpha = 0.05 on two sides.
    for (n, m), critical in {(5, 5): 2, (10, 10): 23, (20, 20): 127, (8, 12): 22, (4, 4): 0}.items():
        assert sum(p <= 0.025 for p in compare.mann_whitney_tail(n, m)) - 1 == critical
    assert compare.mann_whitney_tail(3, 3)[0] == pytest.approx(1 / 20)


@pytest.mark.parametrize("n, m", [(5, 5), (20, 20), (5, 20)])
def test_interval_holds_what_it_promises(n, m):
    rng, truth, held, rounds = random.Random(7), 1.05, 0, 2000
    for _ in range(rounds):
        a = [10 * (1 + rng.expovariate(1 / 0.02)) for _ in range(n)]
        b = [10 * truth * (1 + rng.expovariate(1 / 0.02)) for _ in range(m)]
        _, lo, hi = compare.ratio(a, b)
        held += lo <= truth <= hi
    assert 0.94 < held / rounds <= 0.99
