# SPDX-License-Identifier: MIT
"""scripts/check-results: each kind of fault is one line. test_full.py and test_report.py have results that pass."""

import gzip
import json
import os
import re

import pytest

from process import call
from result_factory import CPU, GOOD, NAME, SUFFIX, EditedRun, summarized
from slidebench_results import check_results


def check(*arguments):
    """Returns exit status and lines on stderr."""
    done = call(check_results.main, *arguments, status=None)
    return done.returncode, done.stderr.splitlines()


@pytest.fixture
def result(tmp_path):
    return EditedRun(tmp_path)


def found(result, kind, text):
    """Asserts that a result has one fault, an error or a warning, whose line matches a pattern."""
    path = result.save()
    status, lines = check(path.parent)
    assert len(lines) == 1 and re.match(rf"{re.escape(str(path))}:{text}", lines[0]), lines
    assert f" {kind}: " in lines[0] and status == (3 if kind == "error" else 0), lines


# ---- damaged logs ----


def damaged(log):
    """Returns a log with a wrong bit in its second line."""
    log = bytearray(log)
    log[log.index(b"\x1f\x8b\x08", 20) + 40] ^= 1
    return log


@pytest.mark.parametrize(
    "change, text",
    [
        (damaged, "2: error: "),
        (lambda _: gzip.compress(b"no log\n"), "1: error: "),
        (lambda log: log + b"x", "17: error: cut off"),
        (lambda log: log + b"x\n", "17: error: damaged"),
    ],
)
def test_bad_log_has_the_words_of_the_program(result, change, text):
    path = result.save()
    path.write_bytes(change(path.read_bytes()))
    status, lines = check(path.parent)
    assert status == 3 and len(lines) == 1 and lines[0].startswith(f"{path}:{text}"), lines


def test_text_is_checked_though_the_name_says_that_it_is_compressed(result):
    result.more.append({"remark": PRIVATE[0]})
    path = result.save()
    path.write_bytes(gzip.decompress(path.read_bytes()))
    status, (line,) = check(path.parent)
    assert status == 3 and "names a person, a host" in line


def test_path_that_is_not_ascii(tmp_path):
    path = EditedRun(tmp_path / "Café").save()
    path.write_bytes(path.read_bytes() + b"x")
    _, (line,) = check(path.parent)
    assert line.startswith(f"{path}:17: error: cut off"), ascii(line)


def test_endless_log(result, monkeypatch):
    monkeypatch.setattr(check_results, "MAX_BYTES", 1 << 10)
    found(result, "error", " error: more than 0 MiB, expected a log")


# ---- single faults ----


def rename(result, name):
    result.path = result.path.with_name(name)


def move(result, folder):
    result.path = result.path.parent.with_name(folder) / result.path.name


def interrupt(result, processes):
    del result.processes[processes:], result.more[:]


def shorten(result, processes):
    del result.processes[processes:]
    result.record["options"]["processes"] = processes


def status_of_pext(status):
    return lambda result: result.without_times(result.rows_of("pext")[0], status)


def with_controls(result, throughput, latency):
    """Turns two schemes of a log into controls of 10 and of 20 cycles, which take these cycles in the two modes."""
    result.record["schemes"][1].update(traits=["mock"], delay=10)
    result.record["schemes"][2].update(traits=["mock"], delay=20, twin="magic_black")
    cycles = {"throughput": throughput, "latency": latency}
    for i, scheme in enumerate(("magic_black", "pext")):
        for row in result.rows_of(scheme):
            result.set_cycles(row, [cycles[result.record["rows"][row]["mode"]][i]] * len(result.processes))
    return result


OLD = f"20250101-gcc-12-native{SUFFIX}"
FIRST = "pext queen games throughput first"
FEW = "interrupted after {} processes, expected "
FAULTS = {  # kind: [(change of a result, the line that is reported)]
    "error": [
        (lambda result: result.processes[2]["cycles"].__setitem__(0, -1), "4: error: .*cycles is -1, expected"),
        (lambda result: rename(result, OLD), f"1: error: the file is {OLD}, expected {NAME}"),
        (lambda result: move(result, "my-fast-one"), f"1: error: the folder is 'my-fast-one', expected '{CPU}'"),
        (lambda result: interrupt(result, 5), f" error: {FEW.format(5)}6 or more"),
        (status_of_pext("wrong"), f" error: 1 of 6 rows is wrong, {FIRST}; expected none"),
        (
            lambda result: result.scale_row(result.rows_of("pext")[0], 0.1),
            f" error: 1 row is faster than the empty loop, {FIRST}",
        ),
        (
            lambda result: result.processes[5].update(process=3),
            "7: error: the number of an earlier process; this line is left out",
        ),
        (lambda result: result.more.append(result.record), "17: error: another run begins here"),
        (  # as if all samples were scaled by 0.97
            lambda result: with_controls(result, (11, 21), (13.6, 23.28)),
            " error: pext in queen games latency: \\+10 cycles are measured as 9.68 to 9.68, expected 10",
        ),
    ],
    "warning": [
        (
            lambda result: result.processes[3].update(reference_ipc=3.0),
            "5: warning: reference_ipc is 3.0, .*was shared",
        ),
        (
            lambda result: result.record["options"].update(arguments=[]),
            "1: warning: not all rows, expected a run of --full",
        ),
        (lambda result: shorten(result, 11), " warning: 11 processes, expected 12 or more .*a rough estimate"),
        (lambda result: interrupt(result, 6), f" warning: {FEW.format(6)}a complete run"),
        (status_of_pext("crashed"), f" warning: 1 of 6 rows is crashed, {FIRST}; expected none"),
        (status_of_pext("unstable"), f" warning: 1 of 6 rows is unstable, {FIRST}"),
        (
            lambda result: result.scale_row(result.rows_of("pext")[1], 0.1),
            " warning: 1 row is faster than the empty loop, pext queen games latency first",
        ),
        (lambda result: result.record.update(commit="389d-dirty"), "1: warning: commit is '389d-dirty'"),
        (lambda result: result.record.update(commit=""), "1: warning: commit is ''"),
    ],
}


@pytest.mark.parametrize("kind, change, text", [(kind, *fault) for kind in FAULTS for fault in FAULTS[kind]])
def test_fault(result, kind, change, text):
    change(result)
    found(result, kind, text)


PRIVATE = "built in /home/jane/slidebench", "jane@tower", r"C:\Users\Jane", "~/build", "02:42:AC:11:00:02"


@pytest.mark.parametrize("text", PRIVATE)
def test_private_text(result, text):
    """Wherever it is, even where no program reads it."""
    result.more.append({"remark": text})
    found(result, "error", f"{len(result.processes) + len(result.more) + 1}: error: .* names a person, a host")


def test_own_name(result, monkeypatch):
    monkeypatch.setenv("USER", "janedoe")
    result.record["flags"] += " -DWHO=janedoe"
    found(result, "warning", "1: warning: 'janedoe' is this host's or your name")


def test_rows_of_an_interrupted_run(result):
    del result.processes[8:], result.more[:]
    result.without_times(2)
    path = result.save()
    status, lines = check(path.parent)
    assert status == 3 and any("5 of 6 supported rows are ok, expected 90%" in line for line in lines), lines


def test_help_states_the_rules():
    text = check_results.__doc__
    assert f"at least {summarized(GOOD)['rules']['sent_processes']} processes" in text
    assert f"at least {check_results.MIN_PROCESSES} processes" in text


def test_kind_of_fault_does_not_depend_on_the_path(tmp_path):
    result = EditedRun(tmp_path / "a error: b")
    shorten(result, 11)
    found(result, "warning", " warning: 11 processes")


# ---- values that are unlikely ----


def test_joint_fills_may_be_below_the_floor(tmp_path):
    """The empty loop visits one slider after another."""
    schemes = ("null", "pext", "kogge_stone_joint_gfni")
    assert check(EditedRun(tmp_path, schemes, (("all", "games", "setwise"),)).save().parent) == (0, [])


def test_twin_that_differs(tmp_path):
    result = EditedRun(tmp_path, ("null", "classical", "classical_twin"))
    result.scale_row(result.rows_of("classical_twin")[0], 1.05)
    status, lines = check(result.save().parent)
    assert status == 0, lines
    assert "1 of 2 copies differs from the original, classical_twin in queen games throughput" in lines[-1], lines


def test_controls_that_are_right(result):
    assert check(with_controls(result, (11, 21), (14.02, 24)).save().parent) == (0, [])


def test_text_that_is_no_ascii(result):
    """The second byte of this letter ends a line in Latin-1."""
    path = result.save()
    text = gzip.decompress(path.read_bytes()).replace(b'{"process"', b'{"note": "\xc3\x85", "process"', 1)
    path.write_bytes(gzip.compress(text))
    assert "2: error: byte 0xc3, expected printable ASCII" in check(path.parent)[1][0]


# ---- several results ----


def with_huge_pages(result):
    result.scale({"pext": 1.6})
    result.record["options"]["huge_pages"] = True


def other_queries(result):
    result.scale({"pext": 1.6})
    for column in result.record["columns"]:
        column["checksum"] = "0123456789abcdef"


@pytest.mark.parametrize(
    "change, status, count, text",
    [
        (lambda _: None, 3, 1, "the same processes as in"),
        (other_queries, 0, 2, "other lookups, not comparable"),
        (with_huge_pages, 0, 0, ""),
        (lambda result: result.scale({"pext": 1.6}), 0, 1, "2 rows are unlike other runs, pext"),
    ],
)
def test_two_runs(result, change, status, count, text):
    """Of the same day."""
    result.save()
    result.path = result.path.with_name(f"{NAME}-2{SUFFIX}")
    change(result)
    found_status, lines = check(result.save().parent)
    assert found_status == status and len(lines) == count and all(text in line for line in lines), lines


def test_run_that_was_written_anew_is_the_same(result):
    """By another program, whose JSON has blanks, and members in another order."""
    path = result.save()
    lines = [json.dumps(json.loads(line), sort_keys=True) for line in gzip.open(path, "rt")]
    with gzip.open(path.with_name(f"{NAME}-2{SUFFIX}"), "wt") as file:
        file.write("\n".join([*lines, ""]))
    status, lines = check(path.parent)
    assert status == 3 and "the same processes as in" in lines[0]


# ---- the command ----


def test_nothing_to_check(result, tmp_path, monkeypatch):
    assert check(tmp_path) == (4, ["check-results: no results found, expected logs (*.jsonl.gz)"])
    assert check(tmp_path / f"none{SUFFIX}")[0] == 3
    os.mkfifo(tmp_path / f"pipe{SUFFIX}")
    assert check(tmp_path / f"pipe{SUFFIX}")[0] == 3
    monkeypatch.setenv("SLIDEBENCH_BUILD", str(tmp_path))
    status, (line,) = check(result.save())
    assert status == 4 and f"no slidebench in {tmp_path} (SLIDEBENCH_BUILD)" in line and "./scripts/bench" in line
