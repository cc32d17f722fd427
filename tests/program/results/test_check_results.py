# SPDX-License-Identifier: MIT
"""scripts/check-results: results of the program and of this repository pass; each kind of fault is one line."""

import contextlib
import io
import re
import shutil

import pytest

pytest.importorskip("jsonschema")

from conftest import SOURCE
from result_factory import CPU, NAME, Result, concluded, layout, scale, without_times
from slidebench_results import check_results, validate
from slidebench_tools import command


def check(*arguments):
    """Returns exit status and lines on stderr. A process of its own would take most of the time."""
    stderr = io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stderr(stderr))
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("sys.argv", ["check-results", *map(str, arguments)])
        try:
            status = check_results.main()
        except SystemExit as ended:
            status = ended.code
        except command.Refused as refused:
            print(f"check-results: {refused}", file=stderr)
            status = refused.status
    return status, stderr.getvalue().splitlines()


@pytest.fixture(scope="session")
def recorded(tmp_path_factory):
    """Returns a small result as the program would have saved it."""
    return concluded(Result(tmp_path_factory.mktemp("recorded")).save())


@pytest.fixture
def result(tmp_path, recorded):
    return Result(tmp_path, None, None, source=recorded)


def refused(result, file, line, text, **how):
    """Asserts one error on a line, given by number or by a text in it, whose text matches a pattern."""
    path = result.save(**how)
    path = path.with_name(path.name + file)
    if isinstance(line, str):
        line = next(n for n, t in enumerate(path.read_text("latin-1").splitlines(), 1) if line in t)
    status, lines = check(path.parent)
    errors = [e for e in lines if ": error: " in e]
    assert status == 3 and len(errors) == 1, lines
    assert errors[0].startswith(f"{path}:{line}: error: " if line else f"{path}: error: "), errors[0]
    assert re.search(text, errors[0]), errors[0]


def warned(path, text):
    status, lines = check(path.parent)
    assert status == 0 and len(lines) == 1 and re.search(f"warning: .*{text}", lines[0]), lines


def test_committed_results_pass():
    status, lines = check()
    assert status == 0, lines


def test_small_pair_passes(result):
    assert check(result.save().parent) == (0, [])


@pytest.mark.parametrize("workload", ["games", "random:33.3", "games:20-32"])
def test_new_run_passes(slidebench, tmp_path, workload):
    options = ["--schemes", "^(null|hyperbola|magic_plain)$", "--processes", "2", "--time", "0.2"]
    options += ["--modes", "throughput,setwise", "--pieces", "queen,all", "--workloads", workload]
    slidebench("bench", *options, "--list-length", "256", "--out", tmp_path)
    status, lines = check(tmp_path)
    assert status == 0, lines


# ---- the files ----


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_one_file_is_missing(result, suffix):
    path = result.save()
    path.with_name(path.name + suffix).unlink()
    expected = "No such file or directory; expected a .csv and a .json of the same name"
    assert check(path.parent) == (3, [f"{path}{suffix}: error: {expected}"])


@pytest.mark.parametrize(
    "text, line, expected",
    [
        ('{"format": 1,\n]\n', 2, "expected JSON"),
        ('{"format": ' + "[" * 100000 + "\n", 1, "expected the JSON of a run"),
        ('{"format": ' + "9" * 5000 + "\n", 1, "expected the JSON of a run|expected JSON"),
        ('{"format": NaN}\n', 1, "NaN, expected the JSON of a run"),
        ("null\n", 1, "the file is null, expected object"),
        ("{}", 1, "ends early, expected whole lines"),
        ('{"format":\n "\xe9"}\n', 2, "byte 0xc3, expected printable ASCII"),
    ],
)
def test_not_the_json_of_a_run(result, text, line, expected):
    refused(result, ".json", line, expected, record=text)


@pytest.mark.parametrize(
    "change, line, expected",
    [
        (lambda table: table[:-9], 7, "ends early, expected whole lines"),
        (lambda table: table + '"open\n', 1, "expected CSV"),
        (lambda table: table.replace(",checksum,", ",", 1), 1, "columns differ from 'checksum|columns differ from"),
        (lambda table: table.replace("cpu,", "cpu,cpu,", 1), 1, "columns differ from 'cpu' on"),
        (lambda table: table.replace("\n", ",moon\n", 1), 1, "columns differ from 'moon' on"),
        (lambda table: table.replace(",ok,", ",", 1), 2, r"\d+ fields, expected \d+"),
        (lambda table: table.replace("\n", "\r\n", 1), 1, "byte 0x0d, expected printable ASCII"),
    ],
)
def test_not_the_table_of_a_run(result, change, line, expected):
    refused(result, ".csv", line, expected, table=change(result.table()))


def test_edited_table(result):
    table = result.table()
    result.save()
    edited = table.replace(",65536,", ",65535,")
    refused(result, ".json", '"csv_crc32"', "expected the .csv as it was saved", table=edited, crc=False)


def drop_line(result):
    result.lines.pop()


def reverse_lines(result):
    result.lines.reverse()


def rows_twice(result):
    column = result.record["columns"][0]
    column["rows"].append(column["rows"][-1])
    result.lines.insert(len(column["rows"]) - 1, result.lines[len(column["rows"]) - 2])


def column_twice(result):
    result.record["columns"].append(result.record["columns"][0])
    result.lines += result.lines[:3]


def unknown_choice(result):
    result.record["columns"][0]["choices"][0]["scheme"] = "moon"


@pytest.mark.parametrize(
    "change, file, line, expected",
    [
        (drop_line, ".csv", 6, "5 rows, but 6 in the .json"),
        (reverse_lines, ".csv", 2, "mode is 'latency', but 'throughput' in the .json"),
        (rows_twice, ".json", '"rows"', "expected one row for each"),
        (column_twice, ".json", None, "queen games throughput is there twice"),
        (unknown_choice, ".json", '"moon"', "the choice moon has no row"),
    ],
)
def test_files_do_not_fit(result, change, file, line, expected):
    change(result)
    if line is None:
        line = [i for i, text in enumerate(layout(result.record).splitlines(), 1) if text == "  {"][-1]
    refused(result, file, line, expected)


# ---- values that the program does not conclude ----


def edit(scheme, column, value):
    def change(result):
        result.first(scheme)[1][column] = value

    return change


def edit_process(result):
    result.first("pext")[0]["process_cycles"] = [2.0] * 12


def edit_choice(result):
    choices = result.record["columns"][0]["choices"]
    choices[0]["scheme"] = "magic_black"


def edit_confidence(result):
    result.record["interval_confidence"] = 0.99


@pytest.mark.parametrize(
    "change, file, expected",
    [
        (edit("pext", "cycles", "2.0000"), ".csv", "cycles is '2.0000', expected '[0-9.]+' as the program concludes"),
        (edit("pext", "ns_ci_high", "0.8000"), ".csv", "ns_ci_high is"),
        (edit("magic_black", "rank_min", "1"), ".csv", "rank_min is '1', expected '2'"),
        (edit("magic_black", "tied_with_best", "yes"), ".csv", "tied_with_best is 'yes', expected 'no'"),
        (edit("magic_black", "ratio_to_best", "1.01"), ".csv", "ratio_to_best is"),
        (edit("pext", "table_bytes", "8"), ".csv", "table_bytes is '8'"),
        (edit("pext", "checksum", "0123456789abcdef"), ".csv", "checksum is '0123456789abcdef'"),
        (edit("pext", "cpu", "amd-epyc-7551p"), ".csv", "cpu is 'amd-epyc-7551p'"),
        (edit("pext", "microarchitecture", "Zen 9"), ".csv", "microarchitecture is 'Zen 9'"),
        (edit_process, ".csv", "ratio_to_best is"),
        (edit("pext", "core_ghz", "1.9"), ".csv", "core_ghz is '1.9', expected about [0-9.]+ from cycles and ns"),
        (edit_choice, ".json", r"columns.0.choices.0.scheme is \"magic_black\", expected \"pext\""),
        (edit_confidence, ".json", "interval_confidence is 0.99"),
    ],
)
def test_not_what_the_program_concludes(result, change, file, expected):
    change(result)
    path = result.save()
    status, lines = check(path.parent)
    assert status == 3 and any(re.search(f"{re.escape(str(path) + file)}:.*error: {expected}", e) for e in lines), lines


def test_no_program(result, tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDEBENCH_BUILD", str(tmp_path))
    status, (line,) = check(result.save().parent)
    assert status == 4 and "no build/*/slidebench" in line and "./scripts/bench" in line


def test_old_program(result, tmp_path, monkeypatch):
    (tmp_path / "slidebench").write_text("#!/bin/sh\necho 'unknown command' >&2\nexit 2\n")
    (tmp_path / "slidebench").chmod(0o755)
    monkeypatch.setenv("SLIDEBENCH_BUILD", str(tmp_path))
    status, (line,) = check(result.save().parent)
    assert status == 4 and "cannot summarize (unknown command): ./scripts/bench --help builds it again" in line


# ---- names, private data, other results ----


@pytest.mark.parametrize(
    "text", ["built in /home/jane/slidebench", "jane@tower", r"C:\Users\Jane", "~/build", "02:42:ac:11:00:02"]
)
def test_private_text(result, text):
    result.record["machine"]["warnings"].append(text)
    refused(result, ".json", '"warnings"', "names a person, a host or a home folder")


def test_date_contradicts_name(result):
    result.path = result.path.with_name("20250101-gcc-12-native")
    refused(result, ".json", '"date"', f"the file is named 20250101-gcc-12-native, expected {NAME}")


def test_cpu_contradicts_folder(result):
    result.path = result.path.parent.with_name("my-fast-computer") / NAME
    refused(result, ".json", '"slug"', f"the folder is 'my-fast-computer', expected '{CPU}'")


def test_same_run_twice(result):
    path = result.save()
    for suffix in ".csv", ".json":
        shutil.copyfile(f"{path}{suffix}", f"{path}-2{suffix}")
    status, lines = check(path.parent)
    assert status == 3 and lines == [f"{path}.csv:1: error: the same run as {path}-2.csv, expected each run once"]


# ---- interrupted runs ----


def interrupt(result, processes=6, unstable=0):
    """Changes the run to one that was interrupted after some processes, and lets the program conclude it."""
    result.record.update(partial=True, processes_ended=processes)
    result.path = result.path.with_name(NAME + "-partial")
    for i, (_, row, line) in enumerate(result.rows()):
        for unit in "cycles", "ns":
            row["process_" + unit] = row["process_" + unit][:processes]
        if i < unstable:
            without_times(row, line, "unstable", "2 of 6 processes had 15 undisturbed samples")
    return concluded(result.save())


def test_interrupted_after_enough_processes(result):
    warned(interrupt(result), "the run was interrupted after 6 processes")


@pytest.mark.parametrize(
    "processes, unstable, expected",
    [(5, 0, "after 5 processes, expected 6 or more"), (6, 1, "5 of 6 supported rows are ok, expected 90%")],
)
def test_interrupted_too_early(result, processes, unstable, expected):
    path = interrupt(result, processes, unstable)
    status, lines = check(path.parent)
    errors = [line for line in lines if ": error: " in line]
    assert status == 3 and len(errors) == 1 and re.search(f"{path}.json:3: error: .*{expected}", errors[0]), lines


@pytest.mark.parametrize("partial, name", [(True, NAME), (False, NAME + "-partial")])
def test_name_of_an_interrupted_run(result, partial, name):
    result.record["partial"] = partial
    result.path = result.path.with_name(name)
    path = result.save()
    status, lines = check(path.parent)
    assert status == 3 and any(f"partial is {str(partial).lower()} in the file {name}, expected" in e for e in lines)


def test_help_states_the_rules(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["check-results", "--help"])
    with pytest.raises(SystemExit):
        check_results.main()
    text = capsys.readouterr().out
    assert f"at least {validate.LEAST_PROCESSES} processes" in text
    assert f"at least {validate.PROCESSES} processes" in text
    assert f"at least {validate.OK_SHARE * 10:.0f} of 10 rows are ok" in text


def test_fewest_processes_are_those_of_the_program():
    text = (SOURCE / "harness" / "base" / "tuning.h").read_text()
    assert f"SENT_PROCESSES = {validate.PROCESSES}," in text


# ---- warnings ----


def test_few_processes(result):
    result.record["processes_ended"] = 11
    for _, row, _ in result.rows():
        row.update({name: row[name][:11] for name in ("process_cycles", "process_ns")})
    warned(concluded(result.save()), "11 processes, expected 12 or more .*a rough estimate")


def test_own_name(result, monkeypatch):
    monkeypatch.setenv("USER", "janedoe")
    result.record["flags"] += " -DWHO=janedoe"
    warned(result.save(), "'janedoe' is this host's or your name")


@pytest.mark.parametrize("status, expected", [("unstable", "few"), ("wrong", "none"), ("crashed", "none")])
def test_rows_without_times(result, status, expected):
    without_times(*result.first("pext")[:2], status)
    warned(concluded(result.save()), f"1 of 6 rows are {status}, this one first; expected {expected}")


def test_other_queries_than_other_runs(result):
    result.save()
    for column in result.record["columns"]:
        column["checksum"] = "0123456789abcdef"
    result.path = result.path.with_name(NAME + "-2")
    status, lines = check(concluded(result.save()).parent)
    assert status == 0 and len(lines) == 2 and all("other queries, not comparable" in line for line in lines), lines


def test_below_the_floor(result):
    scale(*result.first("pext")[:2], 0.1)
    warned(concluded(result.save()), "1 of the column's rows are faster than its floor, this one first")


def test_joint_fills_may_be_below_the_floor(tmp_path):
    """The empty loop visits one slider after another."""
    schemes, columns = ("null", "pext", "kogge_stone_joint_gfni"), (("all", "games", "setwise"),)
    result = Result(tmp_path, schemes, columns)
    floor, joint = (float(result.first(name)[1]["cycles"]) for name in (schemes[0], schemes[2]))
    assert joint < 0.95 * floor and check(concluded(result.save()).parent) == (0, [])


def test_far_process(result):
    result.first("pext")[0]["process_cycles"][3] *= 9
    warned(concluded(result.save()), "1 rows have a process beyond 3 times the median")


def test_values_unlike_other_runs(result):
    result.save()
    scale(*result.first("pext")[:2], 1.6)
    result.path = result.path.with_name(NAME + "-2")
    warned(concluded(result.save()), "cycles is .*, expected about .* as in")


# ---- the command ----


def test_usage():
    status, lines = check("--moon")
    assert status == 2 and "unrecognized arguments: --moon" in lines[-1]


def test_no_results(tmp_path):
    assert check(tmp_path) == (4, ["check-results: no results found, expected .csv and .json files"])
