# SPDX-License-Identifier: MIT
"""scripts/compare: verdicts on invented results, and refusals."""

import csv
import random

import pytest

from process import call
from result_factory import COLUMNS, EditedRun
from slidebench_results import compare, reader
from slidebench_results.result import Figure

CYCLES = {"null": 4.0, "pext": 9.0, "magic_black": 30.0}


def make(folder, cycles, seed=1, processes=12):
    """Returns a result: {scheme: cycles}, each with noise of its own."""
    rng = random.Random(seed)
    result = EditedRun(folder, tuple(cycles), COLUMNS[:1])
    del result.processes[processes:]
    result.record["options"]["processes"] = processes
    result.record["known_reference_ipc"] = 0  # else a core with a lower one counts as shared
    for scheme, value in cycles.items():
        (row,) = result.rows_of(scheme)
        result.set_cycles(row, [float(f"{value * rng.uniform(1, 1.003):.5g}") for _ in range(processes)])
    return result


def run(*arguments, status=0):
    return call(compare.main, *arguments, status=status)


def verdicts(a, b, unit="cycles"):
    lines = compare.compare(reader.load(a), reader.load(b), unit)
    return {line.key[0]: (line.verdict, line.reason) for line in lines}


@pytest.mark.parametrize("unit", ["cycles", "ns"])
def test_verdicts(tmp_path, unit):
    a = make(tmp_path / "a", CYCLES).save()
    b = make(tmp_path / "b", {"null": 4.0, "pext": 9.0 * 1.03, "magic_black": 30.0 / 1.03}, 2).save()
    expected = {"null": "tied", "pext": "slower", "magic_black": "faster"}
    assert verdicts(a, b, unit) == {scheme: (verdict, "") for scheme, verdict in expected.items()}
    printed = list(csv.DictReader(run(a, b, "--csv", "--time", unit).stdout.splitlines()))
    assert {line["scheme"]: line["verdict"] for line in printed} == expected
    ghz = {"cycles": 1, "ns": 3}[unit]
    assert {line["scheme"]: round(ghz * float(line["a"])) for line in printed} == CYCLES
    header, *schemes = run(a, b, "--time", unit).stdout.splitlines()[2:]
    assert header == "1 faster, 1 slower, 1 tied, 0 not comparable"
    assert schemes[1] == "sorted by queen, then by the largest change"
    assert schemes[2].split() == ["queen", "changed", "B", "/", "A"]
    ratios = [("magic_black", "0.97"), ("pext", "1.03")]
    assert [(line[:11].strip(), line.split()[1][:4]) for line in schemes[3:]] == ratios


def test_rows_of_schemes(tmp_path):
    a, b = (make(tmp_path / name, {"null": 4.0, "pext": cycles}).save() for name, cycles in (("a", 9.0), ("b", 18.0)))
    _, pext, null = run(a, b, "--schemes", "pext,null").stdout.split("\n\n")
    assert pext.startswith("pext\n") and "\nslower  2.00" in pext
    assert null.startswith("null\n") and "\ntied    1.00" in null
    assert [line[:5] for line in run(a, b, "--schemes", "pext", "--csv").stdout.splitlines()] == ["schem", "pext,"]
    refused = run(a, b, "--schemes", "pext,pect", status=2)
    assert refused.stderr == "compare: --schemes: neither log has 'pect'\n"


def test_other_cpu_is_named(tmp_path):
    """The rows are compared, as they may be of two machines on purpose."""
    a, b = make(tmp_path / "a", CYCLES), make(tmp_path / "b", CYCLES)
    assert run(a.save(), b.save()).stderr == ""
    b.move_to("some-other")
    for line in b.processes:
        line["reference_ipc"] = 2.0  # its cores are narrower, not shared
    assert run(a.path, b.save()).stderr == (
        "compare: the CPUs differ, amd-epyc-zen-4 and some-other: the ratios compare these, too\n"
    )


def test_interval_is_that_of_the_farthest_ends():
    a, b = Figure(10.0, 9.0, 11.0), Figure(20.0, 18.0, 22.0)
    assert compare.ratio_of(a, b) == (2.0, 18 / 11, 22 / 9)
    assert compare.ratio_of(a, Figure(20.0, None, None)) == (2.0, None, None)
    for lo, hi, verdict in ((1.011, 1.1, "slower"), (1.009, 1.1, "tied"), (0.9, 0.99, "faster"), (0.9, 0.991, "tied")):
        assert compare.verdict(Figure(1.0, lo, hi), 0.01) == verdict


def queries(**changed):
    return lambda result: result.record["columns"][0].update(changed)


@pytest.mark.parametrize(
    "change, reason",
    [
        (lambda result: result.record.update(level="x86-64"), "level"),
        (lambda result: result.record["options"].update(huge_pages=True), "huge_pages"),
        (lambda result: [line.update(reference_ipc=2.0) for line in result.processes], "shared throughout"),
        (queries(list_length=64), "other lookups"),
        (queries(checksum="00000000deadbeef"), "other lookups"),
        (lambda result: [result.without_times(row) for row in range(3)], "unstable (second result)"),
    ],
)
def test_rows_that_are_not_comparable(tmp_path, change, reason):
    first, second = make(tmp_path / "a", CYCLES), make(tmp_path / "b", CYCLES)
    change(second)
    paths = first.save(), second.save()
    assert all(v[0] == "not comparable" and reason in v[1] for v in verdicts(*paths).values())


def test_nothing_is_comparable(tmp_path):
    one, other = (make(tmp_path / scheme, {scheme: 9.0}).save() for scheme in ("pext", "null"))
    run(one, other, status=4)


def test_rows_of_one_run_only(tmp_path):
    a = make(tmp_path / "a", {"null": 4.0, "pext": 9.0}).save()
    b = make(tmp_path / "b", {"pext": 9.0, "magic_black": 5.0}).save()
    ends = {"null": "only in the first result", "magic_black": "only in the second result"}
    assert verdicts(a, b) == {name: ("not comparable", reason) for name, reason in ends.items()} | {
        "pext": ("tied", "")
    }
    assert "".join(f"     1 not comparable: {reason}\n" for reason in ends.values()) in run(a, b).stdout


def test_rows_that_both_lack_for_one_reason_need_no_word(tmp_path):
    results = [make(tmp_path / name, CYCLES) for name in "ab"]
    for result, reason in zip(results, ("too old", "too new")):
        result.without_times(0, "unsupported", "needs neon")
        result.without_times(1, "unsupported", reason)
    found = verdicts(*(result.save() for result in results))
    assert list(found.values()) == [("not comparable", "too old (first result)"), ("tied", "")]


def test_few_processes_are_no_verdict(tmp_path):
    a, b = (make(tmp_path / name, {"pext": cycles}, processes=1).save() for name, cycles in (("a", 4.0), ("b", 8.0)))
    assert verdicts(a, b)["pext"] == ("tied", "1 and 1 processes are too few")
