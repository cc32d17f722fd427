# SPDX-License-Identifier: MIT
"""--full: each row of the matrix exists, with its unit and a result or a reason. Also modes that only --full has."""

import csv
import re
import resource

import pytest

from conftest import BUILD, json_rows
from injection import UNSTABLE, files, gate_errors, pinned, run, short
from result_factory import GOOD, column_of, csv_rows, read_lines, summarized

SCHEMES = "^(null|pext|ray_loop)$"
ASSUMED = {"0.5L2": "512", "16L2": "16384", "L2": "1024", "L1": "48"}  # KiB, where the caches are unknown
CACHES_KNOWN = not re.search("^L2 cache +unknown", run("machine", "--no-pin").stdout, re.M)


def sized(mode):
    """Returns the name of a mode on this machine."""
    return mode if CACHES_KNOWN else re.sub("|".join(ASSUMED), lambda size: ASSUMED[size[0]], mode)


PROCESSES = ("processes-2", "processes-shared-2")
RECORDED = {column_of(column): column for column in read_lines(GOOD)[0]["columns"]}


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    folder = tmp_path_factory.mktemp("full")
    options = ["--full", "--all", "--schemes", SCHEMES, "--time", "0.3", "--processes", "1", "--out", folder]
    run("bench", *options, binary=BUILD / "slidebench", status=UNSTABLE)
    (path,) = files(folder)
    return csv_rows(path), summarized(path), path


def test_gate_accepts_it(full):
    """Each mode, and rows that are unstable or in doubt after one process."""
    assert gate_errors(full[2]) == []


def test_matrix_is_complete(full):
    expected = {(piece, where, sized(mode)): column["list_length"] for (piece, where, mode), column in RECORDED.items()}
    for scheme in "null", "pext", "ray_loop":
        rows = {column_of(row): int(row["list_length"]) for row in full[0] if row["scheme"] == scheme}
        assert rows == expected, scheme
    assert len(full[0]) == 3 * len(expected), "a row is duplicated"


def test_rows_have_a_result_or_a_reason(full):
    """Cores may be missing for co-runners, and PEXT exists on x86 only."""
    for row, record in zip(full[0], json_rows(full[1]), strict=True):
        lacking = ()
        if row["mode"] in PROCESSES:
            lacking = "needs 2 cores, has 1", "not possible here: "
        elif row["scheme"] == "pext":
            lacking = ("needs ",)
        unsupported = row["status"] == "unsupported" and row["reason"].startswith(lacking or ("none",))
        assert row["status"] in ("ok", "unstable") or unsupported, row
        assert (row["cycles"] != "") == (row["ns"] != "") == (row["status"] == "ok")
        timed = row["status"] in ("ok", "unstable") or row["reason"].startswith("not possible here: undisturbed")
        assert (int(row["samples_total"] or 0) > 0) == timed
        assert all(record.get(name, "") == row[name] for name in ("mode", "status", "reason"))


def test_lists_are_those_of_recorded_results(full):
    """Others would make all results incomparable. Games, searches, mixes, boards and scripts have a
    checksum of their results, and means of their pieces and lookups."""
    new = {column_of(column): column for column in read_lines(full[2])[0]["columns"]}
    assert len(RECORDED.keys() & new.keys()) >= 40, "most modes have the same name everywhere"
    for key in RECORDED.keys() & new.keys():
        for name in "list_length", "mean_occupied", "lookups_per_step", "checksum":
            assert new[key].get(name) == RECORDED[key].get(name), (key, name)


def test_corunners_need_cores():
    """Without binding they have none, nor have processes. Verification, of all rows of a scheme, comes first."""
    modes = "throughput,processes-2,processes-256,processes-shared-256"
    done = run(*short("--schemes", "^ray_loop$", "--modes", modes, "--format", "csv"), status=UNSTABLE)
    status = {row["mode"]: (row["status"], row["reason"]) for row in csv.DictReader(done.stdout.splitlines())}
    assert status.pop("throughput")[0] in ("ok", "unstable")
    needed = {"processes-2": 2, "processes-256": 256, "processes-shared-256": 256}
    assert status == {mode: ("unsupported", f"needs {n} cores, has 1") for mode, n in needed.items()}


def test_processes_end_with_the_run():
    """A process that outlived the run would keep its standard output open, and this test would wait for it."""
    done = run(*pinned("--schemes", "^ray_loop$", "--modes", "processes,processes-shared"))
    if "needs 2 cores" in done.stdout or "not possible here" in done.stdout:
        pytest.skip("this machine has one core")
    assert done.returncode in UNSTABLE, done.stderr


def test_shared_cores_are_found_before_timing(tmp_path, monkeypatch):
    """The rows that need them are marked without timing; the description of the machine contains the reason."""
    monkeypatch.setenv("SHARED_CORES", "70")  # percent of the time
    options = pinned("--schemes", "^ray_loop$", "--modes", "processes,throughput", "--out", tmp_path)
    done = run("bench", *options, binary=BUILD / "tests" / "slidebench-shared-cores")
    if "needs 2 cores" in done.stdout:
        pytest.skip("this machine has one CPU")
    assert done.returncode in UNSTABLE, done.stderr
    (path,) = files(tmp_path)
    row = {row["mode"]: row for row in csv_rows(path)}["processes-2"]
    assert (row["status"], row["samples_total"]) == ("unsupported", "")
    assert re.fullmatch(r"not possible here: CPU \d+ and \d+ share a core", row["reason"])
    machine = summarized(path)["machine"]
    text = r"CPU \d+ and (\d+) share a core, though the system reports two"
    undisturbed = r": undisturbed (\d+) % of the time alone, (\d+) % together"
    other, alone, together = re.fullmatch(text + undisturbed, machine["core_sharing"]).groups()
    assert int(together) < 50 < int(alone)
    warnings = [warning for warning in machine["warnings"] if re.match(text, warning)]
    assert len(warnings) == 1 and warnings[0].endswith(f"though the system reports two: keep CPU {other} idle")


def test_missing_memory_for_a_working_set_is_reported():
    """The working set of a burst alone exceeds the limit."""
    arguments = short("--schemes", "^well$", "--modes", "burst-65536-8")
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (64 << 20,) * 2)
    done = run(*arguments, binary=BUILD / "slidebench-failing", preexec_fn=limit, status=4)
    assert done.stderr.startswith("slidebench: no memory for 67108864 bytes\n")
