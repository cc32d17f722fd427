# SPDX-License-Identifier: MIT
"""scripts/compare: verdicts on invented results, refusals, and the interval against tables and simulation."""

import csv
import random
import statistics
import subprocess

import pytest

from conftest import SOURCE
from result_factory import COLUMNS, Result, without_times
from slidebench_results import compare, stats
from slidebench_tools import command

SCRIPT = SOURCE / "scripts" / "compare"
UNITS = {"cycles": 1, "ns": 1 / 3}


def make(folder, cycles, seed=1, noise=0.002, processes=20):
    """Returns a result: {scheme: cycles}, in 20 processes."""
    rng = random.Random(seed)
    result = Result(folder, ("pext",), COLUMNS[:1])
    (column,), (scheme,) = result.record["columns"], result.record["schemes"]
    line = result.lines.pop()
    result.record.update(processes_ended=processes, schemes=[{**scheme, "name": name} for name in cycles])
    column["rows"] = [{"scheme": name} for name in cycles]
    for row, value in zip(column["rows"], cycles.values()):
        series = [value * (1 + rng.expovariate(1 / noise)) for _ in range(processes)]
        result.lines.append({**line, "scheme": row["scheme"], "core_ghz": "3.0"})
        for unit, factor in UNITS.items():
            own = row[f"process_{unit}"] = [v * factor for v in series]
            figures = (statistics.median(own), min(own), max(own))
            names = (unit, f"{unit}_ci_low", f"{unit}_ci_high")
            result.lines[-1].update(zip(names, (f"{v:.6f}" for v in figures)))
    result.conclude()
    return result


def run(*arguments):
    return subprocess.run([SCRIPT, *map(str, arguments)], capture_output=True, text=True)


def verdicts(a, b, *options):
    done = run(a, b, "--all", "--csv", *options)
    assert done.returncode in (0, 4), done.stderr
    return {line["scheme"]: (line["verdict"], line["reason"]) for line in csv.DictReader(done.stdout.splitlines())}


CYCLES = {"one": 4.0, "two": 9.0, "three": 30.0}


def test_verdicts(tmp_path):
    a = make(tmp_path / "a", CYCLES, 1).save()
    b = make(tmp_path / "b", {"one": 4.0, "two": 9.0 * 1.03, "three": 30.0 / 1.03}, 2).save()
    for unit in UNITS:
        found = verdicts(a, b, "--time", unit)
        assert {k: v[0] for k, v in found.items()} == {"one": "tied", "two": "slower", "three": "faster"}


def set_level(result):
    result.record["level"] = "x86-64"


def set_queries(**changed):
    def change(result):
        result.record["columns"][0].update(changed)

    return change


def make_unstable(result):
    for _, row, line in result.rows():
        without_times(row, line, "unstable")


@pytest.mark.parametrize(
    "change, reason",
    [
        (set_level, "level"),
        (lambda result: result.record["options"].update(huge_pages=True), "huge_pages"),
        (lambda result: result.record["options"].update(no_warmup=True), "no_warmup"),
        (lambda result: result.record.update(canary_ipc_reference=3.0), "shared throughout"),
        (set_queries(list_length=64), "other queries"),
        (set_queries(checksum="00000000deadbeef"), "other queries"),
        (make_unstable, "unstable in the second"),
    ],
)
def test_rows_that_are_not_comparable(tmp_path, change, reason):
    first, second = make(tmp_path / "a", CYCLES), make(tmp_path / "b", CYCLES)
    first.record["canary_ipc_reference"] = second.record["canary_ipc_reference"] = 4.7
    change(second)
    paths = first.save(), second.save()
    found = verdicts(*paths)
    assert all(v[0] == "not comparable" and reason in v[1] for v in found.values())
    assert run(*paths).returncode == 4


def test_rows_of_one_run_only(tmp_path):
    a = make(tmp_path / "a", {"one": 4.0, "two": 9.0}).save()
    b = make(tmp_path / "b", {"two": 9.0, "three": 5.0}).save()
    found = verdicts(a, b)
    assert found["one"][1] == "only in the first result" and found["three"][1] == "only in the second result"
    assert found["two"][0] == "tied"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 2}', '{"format": 3, "columns": []}'])
def test_bad_results(tmp_path, text):
    good, bad = make(tmp_path / "good", CYCLES).save(), make(tmp_path / "bad", CYCLES).save()
    bad.with_suffix(".json").write_text(f"{text}\n")
    done = run(good, bad)
    assert done.returncode == 3 and done.stdout == ""
    assert done.stderr.startswith("compare: ") and done.stderr.count("\n") == 1


def test_edited_value(tmp_path):
    """A CSV other than the one that was saved is refused."""
    good, edited = make(tmp_path / "good", CYCLES), make(tmp_path / "edited", CYCLES)
    edited.save()
    edited.lines[0]["cycles"] = "3.000000"
    done = run(good.save(), edited.save(crc=False))
    assert done.returncode == 3 and "expected the .csv as it was saved" in done.stderr


def test_missing_and_superfluous_arguments(tmp_path):
    good = make(tmp_path / "good", CYCLES).save()
    assert run().returncode == 2
    assert run(good, good, good).returncode == 2
    assert run(good, tmp_path / "none").returncode == 3


def test_baseline(tmp_path, monkeypatch, capsys):
    baseline, path = tmp_path / "build" / "baseline", make(tmp_path / "a", CYCLES).save()
    saved = path.with_name(f"{path.name}.json")
    monkeypatch.setattr(compare, "BASELINE", baseline)
    monkeypatch.setattr("sys.argv", ["compare", str(path)])
    with pytest.raises(command.Refused, match="no baseline .* --save-baseline"):
        compare.main()
    monkeypatch.setattr("sys.argv", ["compare", "--save-baseline", str(path)])
    assert compare.main() == 0 and baseline.with_suffix(".json").read_bytes() == saved.read_bytes()
    monkeypatch.setattr("sys.argv", ["compare", "--all", str(path)])
    assert compare.main() == 0 and capsys.readouterr().out.count("tied") >= len(CYCLES)


def test_few_processes_are_no_verdict(tmp_path):
    a, b = make(tmp_path / "a", {"one": 4.0}, processes=3), make(tmp_path / "b", {"one": 8.0}, processes=3)
    assert verdicts(a.save(), b.save())["one"] == ("tied", "3 and 3 processes are too few")


def test_counts_agree_with_printed_tables():
    # The greatest U with P(U <= u) <= 0.025: two-sided Mann-Whitney tables for alpha = 0.05.
    for (n, m), critical in {(5, 5): 2, (10, 10): 23, (20, 20): 127, (8, 12): 22, (4, 4): 0}.items():
        assert sum(p <= 0.025 for p in stats.mann_whitney_tail(n, m)) - 1 == critical
    assert stats.mann_whitney_tail(3, 3)[0] == pytest.approx(1 / 20)


@pytest.mark.parametrize("n, m", [(5, 5), (20, 20), (5, 20)])
def test_interval_has_its_confidence(n, m):
    rng, truth, covered, rounds = random.Random(7), 1.05, 0, 2000
    for _ in range(rounds):
        a = [10 * (1 + rng.expovariate(1 / 0.02)) for _ in range(n)]
        b = [10 * truth * (1 + rng.expovariate(1 / 0.02)) for _ in range(m)]
        _, lo, hi = stats.unpaired_ratio(a, b)
        covered += lo <= truth <= hi
    assert 0.94 < covered / rounds <= 0.99
