# SPDX-License-Identifier: MIT
"""scripts/check-results: results of the program and those of this repository pass; each kind of fault is refused with its one line."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import re
import shutil

import pytest

from conftest import SOURCE
from made_result import CPU, NAME, Result, scale

loader = importlib.machinery.SourceFileLoader("check_results", str(SOURCE / "scripts" / "check-results"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_results", loader))
loader.exec_module(script)


def check(*arguments):
    """The script's exit status and lines on stderr, without a process of its own: that would take most of the time."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["check-results", *map(str, arguments)])
        try:
            status = script.main()
        except SystemExit as ended:
            status = ended.code
    return status, said.getvalue().splitlines()


@pytest.fixture
def result(tmp_path):
    return Result(tmp_path)


def refused(result, file, line, text, **how):
    """There is one error, on this line of the .csv or .json, whose text holds a pattern. line: a number, or a text of that line; None: no line."""
    path = result.save(**how).with_suffix(file)
    if isinstance(line, str):
        line = next(n for n, t in enumerate(path.read_text().splitlines(), 1) if line in t)
    status, lines = check(path.parent)
    errors = [e for e in lines if ": error: " in e]
    assert status == 3 and len(errors) == 1, lines
    assert errors[0].startswith(f"{path}:{line}: error: " if line else f"{path}: error: "), errors[0]
    assert re.search(text, errors[0]), errors[0]


def test_results_here_pass():
    status, lines = check()
    assert status == 0, lines
    assert not any(": error: " in line for line in lines)


def test_small_pair_passes(result):
    assert check(result.save().parent) == (0, [])


def test_a_new_run_passes(slidebench, tmp_path):
    slidebench("bench", "--schemes", "^(null|hyperbola|magic_plain)$", "--processes", "2", "--time", "0.5", "--modes", "throughput,setwise", "--pieces", "queen,all", "--out", tmp_path)
    status, lines = check(tmp_path)
    assert status == 0 and not any("not known" in line for line in lines), lines


# ---- the pair ----


def test_half_of_a_pair(result):
    path = result.save()
    for suffix in ".csv", ".json":
        kept = path.with_suffix(suffix).read_bytes()
        path.with_suffix(suffix).unlink()
        status, lines = check(path.parent)
        assert status == 3 and lines == [f"{path}{suffix}: error: No such file or directory; a result is a .csv and a .json of the same name"]
        path.with_suffix(suffix).write_bytes(kept)


def test_not_json(result):
    refused(result, ".json", 2, "expected JSON", record='{"format": 1,\n]')


@pytest.mark.parametrize("value", ["[" * 100000, "9" * 5000])
def test_monstrous_json(result, value):
    refused(result, ".json", 1, "expected the JSON of a run", record=f'{{"format": {value}')


def test_other_format(result):
    result.record["format"] = 2
    refused(result, ".json", '"format"', r"format is 2, expected 1")


def test_member_missing(result):
    del result.record["options"]["pages"]
    refused(result, ".json", '"options"', r"options lacks 'pages', expected '4k' or 'huge'")


def test_member_of_another_type(result):
    result.record["machine"]["cpus"] = "two"
    refused(result, ".json", '"cpus"', r"machine.cpus is 'two', expected a whole number")


def test_number_as_text(result):
    result.line_of("pext")[1]["process_ns"][0] = "0.9"
    refused(result, ".json", '"0.9"', "process_ns of pext holds '0.9', expected a number")


def test_no_object(result):
    result.record["machine"] = "a fast one"
    refused(result, ".json", '"machine"', r"machine is 'a fast one', expected an object")


def test_processes_without_partner(result):
    _, row, _ = result.line_of("pext")
    row["process_ns"].pop()
    refused(result, ".json", json.dumps(result.record, indent=1)[: json.dumps(result.record, indent=1).index('"scheme": "pext"')].count("\n"), "7 processes' cycles and 6 processes' ns")


def test_process_without_sense(result):
    _, row, _ = result.line_of("pext")
    row["process_ns"][3] = -1.25
    refused(result, ".json", "-1.25", r"process_ns of pext holds -1.25, expected a number")


def test_emulated(result):
    result.record["machine"]["emulated"] = True
    refused(result, ".json", '"emulated"', "expected a real one")


def test_edited_table(result):
    table = result.table()
    result.save()
    refused(result, ".json", '"csv_crc32"', "expected the .csv as it was saved", table=table.replace(",65536,", ",65535,"), crc=False)


def test_cut_short(result):
    refused(result, ".csv", 7, "ends early, expected whole lines", table=result.table()[:-9])


def test_column_missing(result):
    result.columns.remove("checksum")
    refused(result, ".csv", 1, "no column checksum, expected")


def test_quote_left_open(result):
    refused(result, ".csv", 1, "expected CSV", table=result.table() + '"open\n')


def test_column_twice(result):
    result.columns.append("cpu")
    refused(result, ".csv", 1, "two columns 'cpu', expected one")


def test_field_missing(result):
    lines = result.table().splitlines()
    lines[3] = lines[3].rpartition(",")[0]
    refused(result, ".csv", 4, r"\d+ fields, expected \d+", table="\n".join(lines) + "\n")


def test_row_twice(result):
    result.lines.append(result.lines[2])
    result.record["rows"].append(result.record["rows"][2])
    refused(result, ".csv", 8, "was there on line 4, expected one line a row")


def test_row_missing(result):
    result.lines.pop()
    refused(result, ".csv", 6, "5 rows, but 6 in the .json")


def test_rows_in_another_order(result):
    result.lines.reverse()
    refused(result, ".csv", 2, "but .* of the .json, expected the same")


# ---- rows ----


@pytest.mark.parametrize(
    "column, value, expected",
    [
        ("cycles", "nan", "a number from"),
        ("ns", "1e3", "a number from"),
        ("ghz", "99.0", "0.05 to 12"),
        ("clean_share", "1.5", "from 0 to 1"),
        ("queries", "12.5", "a whole number"),
        ("rank", "0", "a whole number"),
        ("branchless", "maybe", "'yes' or 'no'"),
        ("checksum", "00FF", "16 hexadecimal digits"),
        ("cycles_source", "guess", "'canary' or 'counter'"),
        ("family", "Magic Bitboards!", "lower-case words"),
        ("table_bytes", "-1", "a whole number from 0"),
    ],
)
def test_value_out_of_range(result, column, value, expected):
    line, _, number = result.line_of("magic_black")
    line[column] = value
    refused(result, ".csv", number, f"{column} is '{re.escape(value)}', expected .*{expected}")


def test_unknown_status(result):
    line, row, _ = result.line_of("pext")
    line["status"] = row["status"] = "fine"
    refused(result, ".json", '"status": "fine"', "status is 'fine', expected ok, UNSTABLE")


def test_other_cpu(result):
    line, _, number = result.line_of("pext")
    line["cpu"] = "amd-epyc-7551p"
    refused(result, ".csv", number, f"cpu is 'amd-epyc-7551p', expected '{CPU}' as in the .json")


def test_figure_in_a_row_that_is_not_ok(result):
    line, row, number = result.line_of("pext")
    line["status"] = row["status"] = "UNSTABLE"
    refused(result, ".csv", number, "in a row that is UNSTABLE, expected none")


def test_no_figure_in_a_row_that_is_ok(result):
    line, _, number = result.line_of("pext")
    line["ns"] = ""
    refused(result, ".csv", number, "lacks its figures, expected cycles, ns and ghz")


def test_figure_outside_of_its_interval(result):
    line, _, number = result.line_of("pext")
    line["cycles_lo"] = line["cycles_hi"]
    refused(result, ".csv", number, "cycles is .*, expected it between")


def test_flattered_figure(result):
    """Table and interval agree, but the processes say something else."""
    line, _, number = result.line_of("pext")
    for name in "cycles", "cycles_lo", "cycles_hi":
        line[name] = f"{float(line[name]) * 0.9:.4f}"
    refused(result, ".csv", number, "cycles: the median is .*, expected .* from the processes")


def test_narrowed_interval(result):
    line, _, number = result.line_of("pext")
    line["ns_hi"] = line["ns"]
    refused(result, ".csv", number, "ns: the upper end is .*, expected")


def test_clock_that_does_not_fit(result):
    line, _, number = result.line_of("pext")
    line["ghz"] = "1.9"
    refused(result, ".csv", number, "cycles in .* ns, expected .* at 1.9 GHz")


def test_other_answers(result):
    line, _, number = result.line_of("pext")
    line["checksum"] = "0123456789abcdef"
    refused(result, ".csv", number, "checksum is '0123456789abcdef', expected .* the same questions, the same answers")


# ---- names, private matters, other results ----


@pytest.mark.parametrize("text", ["built in /home/jane/slidebench", "jane@tower", r"C:\Users\Jane", "~/build", "02:42:ac:11:00:02"])
def test_private_text(result, text):
    result.record["machine"]["warnings"].append(text)
    refused(result, ".json", json.dumps(text)[1:-1], "expected nothing private")


def test_private_text_in_the_table(result):
    result.columns.append("notes")
    result.lines[1]["notes"] = "see /Users/jane/notes"
    refused(result, ".csv", 3, "'/Users/' names a person, a host or a home folder")


def test_private_member(result):
    result.record["machine"]["hostname"] = "tower"
    refused(result, ".json", '"hostname"', "machine has 'hostname', expected nothing private")


def test_not_ascii(result):
    result.record["machine"]["cpu"] = "Zen\u2011like"
    refused(result, ".json", "Zen", "expected ASCII", record=json.dumps(result.record, indent=1, ensure_ascii=False))


def test_name_of_another_day(result):
    result.path = result.path.with_name("20250101-gcc-12-native")
    refused(result, ".json", '"date"', f"the file is named 20250101-gcc-12-native, expected {NAME}")


def test_folder_of_another_cpu(result):
    result.path = result.path.parent.with_name("my-fast-computer") / NAME
    refused(result, ".json", '"slug"', f"the folder is 'my-fast-computer', expected '{CPU}'")


def test_same_run_twice(result):
    path = result.save()
    for suffix in ".csv", ".json":
        shutil.copyfile(path.with_suffix(suffix), path.with_name(f"{NAME}-2{suffix}"))
    status, lines = check(path.parent)
    assert status == 3 and lines == [f"{path}.csv:1: error: the same run as {path}-2.csv, expected each run once"]


# ---- warnings do not refuse ----


def warned(result, text):
    status, lines = check(result.save().parent)
    assert status == 0 and len(lines) == 1 and re.search(f"warning: .*{text}", lines[0]), lines


def test_few_processes(result):
    result.record["options"]["processes"] = 5
    warned(result, "5 processes, expected 6 or more")


def test_interrupted(result):
    result.record["partial"] = True
    warned(result, "interrupted")


def test_newer_column(result):
    result.columns.append("moon")
    warned(result, "column 'moon' is not known")


def test_own_name(result, monkeypatch):
    monkeypatch.setenv("USER", "janedoe")
    result.record["flags"] += " -DWHO=janedoe"
    warned(result, "'janedoe' is this host's or your name")


@pytest.mark.parametrize("status, count, expected", [("UNSTABLE", 1, "few"), ("WRONG", 1, "none"), ("CRASHED", 1, "none")])
def test_rows_without_figures(result, status, count, expected):
    for i in [i for i, line in enumerate(result.lines) if line["scheme"] == "pext"][:count]:
        result.lines[i].update(dict.fromkeys(["cycles", "cycles_lo", "cycles_hi", "ns", "ns_lo", "ns_hi", "ghz"], ""), status=status)
        result.record["rows"][i]["status"] = status
    warned(result, f"{count} of 6 rows are {status}, this one first; expected {expected}")


def test_no_row_is_ok(result):
    result.lines, result.record["rows"] = [], []
    warned(result, "no row is ok, expected figures")


def test_other_questions_than_other_runs(result):
    result.save()
    for line in result.lines:
        line["checksum"] = line["checksum"] and "0123456789abcdef"
    result.path = result.path.with_name(NAME + "-2")
    status, lines = check(result.save().parent)
    assert status == 0 and len(lines) == 2 and all("other questions, not comparable" in line for line in lines)


def test_below_the_floor(result):
    line, row, _ = result.line_of("pext")
    scale(line, row, 0.1)
    warned(result, "expected no less than the loop alone takes")


def test_far_process(result):
    line, row, _ = result.line_of("pext")
    cycles = row["process_cycles"]
    cycles[cycles.index(max(cycles))] *= 9
    line["cycles_hi"] = f"{max(cycles):.4f}"  # of few processes the interval is all
    warned(result, "1 rows hold a process beyond 3 times the median")


def test_unlike_other_runs(result):
    result.save()
    line, row, number = result.line_of("pext")
    scale(line, row, 1.6)
    result.path = result.path.with_name(NAME + "-2")
    status, lines = check(result.save().parent)
    assert status == 0 and len(lines) == 1 and re.search(r"cycles is .*, expected about .* as in", lines[0]), lines


# ---- the command ----


def test_usage():
    status, lines = check("--moon")
    assert status == 2 and "unrecognized arguments: --moon" in lines[-1]


def test_nothing_there(tmp_path):
    assert check(tmp_path) == (4, ["check-results: there are no results here"])
