# SPDX-License-Identifier: MIT
"""scripts/check-results: results of the program and those of this repository pass; each kind of fault is refused with its one line."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import math
import re
import shutil

import pytest

from conftest import SOURCE
from result_factory import CPU, NAME, Result, on_one_core, scale, without_figures

loader = importlib.machinery.SourceFileLoader("check_results", str(SOURCE / "scripts" / "check-results"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_results", loader))
loader.exec_module(script)  # puts report.d on the path

import intervals
import pair


def check(*arguments):
    """The script's exit status and lines on stderr, without a process of its own: that would take most of the time."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(
        io.StringIO()
    ), pytest.MonkeyPatch.context() as patch:
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
    slidebench(
        "bench",
        "--schemes",
        "^(null|hyperbola|magic_plain)$",
        "--processes",
        "2",
        "--time",
        "0.5",
        "--modes",
        "throughput,setwise",
        "--pieces",
        "queen,all",
        "--out",
        tmp_path,
    )
    status, lines = check(tmp_path)
    assert status == 0 and not any("not known" in line for line in lines), lines


# ---- the pair ----


def test_half_of_a_pair(result):
    path = result.save()
    for suffix in ".csv", ".json":
        kept = path.with_suffix(suffix).read_bytes()
        path.with_suffix(suffix).unlink()
        status, lines = check(path.parent)
        assert status == 3 and lines == [
            f"{path}{suffix}: error: No such file or directory; a result is a .csv and a .json of the same name"
        ]
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
    refused(
        result,
        ".json",
        json.dumps(result.record, indent=1)[: json.dumps(result.record, indent=1).index('"scheme": "pext"')].count(
            "\n"
        ),
        "7 processes' cycles and 6 processes' ns",
    )


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
    refused(
        result,
        ".json",
        '"csv_crc32"',
        "expected the .csv as it was saved",
        table=table.replace(",65536,", ",65535,"),
        crc=False,
    )


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
        ("ghz", "99.0", "0.05 to 10"),
        ("clean_share", "1.5", "from 0 to 1"),
        ("queries", "12.5", "a whole number"),
        ("rank", "0", "a whole number"),
        ("branchless", "maybe", "'yes' or 'no'"),
        ("checksum", "00FF", "16 hexadecimal digits"),
        ("cycles_source", "guess", "'canary' or 'counter'"),
        ("family", "Magic Bitboards!", "lower-case words"),
        ("table_bytes", "-1", "a whole number from 0"),
        ("table_bytes", "9000000000", "a whole number from 0"),
        ("cycles_hi", "9000000", "a number from"),
        ("lookups", "65", "a number from 0 to 64"),
        ("instructions", "90000000", "a number from"),
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


# ---- workloads: what the program takes, as it writes them ----


def name_workload(result, name):
    result.record["options"]["workloads"] = [name]
    for line, row in zip(result.lines, result.record["rows"]):
        line["workload"] = row["workload"] = name


@pytest.mark.parametrize(
    "name",
    [
        "games",
        "games:2-9",
        "games:32-32",
        "search",
        "standard",
        "random",
        "random:0",
        "random:0.05",
        "random:33.3",
        "random:99.999",
        "random:100",
    ],
)
def test_workload(result, name):
    name_workload(result, name)
    assert check(result.save().parent) == (0, [])


@pytest.mark.parametrize(
    "name",
    [
        "games:9-2",
        "games:1-9",
        "games:2-33",
        "games:02-09",
        "games:2- 9",
        "games:3.5-9",
        "random:",
        "random:33.30",
        "random:33.3333",
        "random:.5",
        "random:05",
        "random:100.5",
        "random:101",
        "search:5",
        "moon",
    ],
)
def test_no_workload_of_the_program(result, name):
    result.record["options"]["workloads"] = [name]
    refused(result, ".json", json.dumps(name), f"options.workloads.0 is {name!r}, expected a workload such as")


def test_no_workload_in_a_row(result):
    line, row, _ = result.line_of("pext")
    line["workload"] = row["workload"] = "random:33.30"
    refused(result, ".json", '"random:33.30"', "rows.*workload is 'random:33.30', expected a workload such as")


@pytest.mark.parametrize("name", ["random:33.3", "games:2-9", "search"])
def test_workloads_of_the_program_pass(slidebench, tmp_path, name):
    slidebench(
        "bench",
        "--schemes",
        "^null$",
        "--processes",
        "1",
        "--time",
        "0.05",
        "--list-length",
        "64",
        "--pieces",
        "queen",
        "--workloads",
        name,
        "--out",
        tmp_path,
    )
    status, lines = check(tmp_path)
    assert status == 0, lines


def test_full_run_on_one_core(tmp_path):
    result = Result(tmp_path, full=True)
    on_one_core(result)
    assert len({(line["workload"], line["mode"]) for line in result.lines}) > 15
    assert check(result.save().parent) == (0, [])


# ---- markup: pages show the texts of a result ----

MARKUP = "<script>alert(1)</script>"


def replace_text(record, path, text):
    *parents, last = path
    for key in parents:
        record = record[key]
    record[last] = text


@pytest.mark.parametrize(
    "path, text, expected",
    [
        (("commit",), MARKUP, "hexadecimal digits"),
        (("commit",), "main", "hexadecimal digits"),
        (("compiler",), "gcc 12.2.0 " + MARKUP, "a compiler"),
        (("compiler",), "gcc 12.2.0 | x", "a compiler"),
        (("flags",), "-O3 `id`", "plain text"),
        (("flags",), "-O3 " * 500, "plain text of at most"),
        (("slidebench",), "0.1.0[1]", "plain text"),
        (("level",), MARKUP, "a level"),
        (("machine", "cpu"), "[CPU](https://example.org)", "plain text"),
        (("machine", "vendor"), MARKUP, "plain text"),
        (("machine", "microarchitecture"), "Zen <b>5</b>", "a name"),
        (("machine", "microarchitecture"), "Zen *5*", "a name"),
        (("machine", "core_sharing"), "shared | by all", "plain text"),
        (("machine", "kernel"), "Linux <6>", "plain text"),
        (("machine", "os"), "Caf\u00e9", "plain text"),
        (("machine", "warnings"), ["fine", MARKUP], "plain text"),
        (("options", "modes"), ["throughput", MARKUP], "lower-case words"),
        (("pin", "how"), MARKUP, "plain text"),
        (("rows", 1, "why"), MARKUP, "plain text"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_markup(result, path, text, expected):
    replace_text(result.record, path, text)
    bad = json.dumps(text[-1] if isinstance(text, list) else text)
    refused(result, ".json", bad, rf"{'.'.join(map(str, path))}.* is .*, expected {expected}")


def test_markup_in_a_newer_column(result):
    result.columns.append("moon")
    result.lines[1]["moon"] = MARKUP
    refused(result, ".csv", 3, "moon is '<script>.*', expected plain text")


# ---- what no machine can have ----


@pytest.mark.parametrize(
    "path, value, expected",
    [
        (("reference_ipc",), 8.01, "a number from 0 to 8"),
        (("reference_ipc",), 99, "a number from 0 to 8"),
        (("date",), "2026-02-31T00:00:00Z", "a time"),
        (("machine", "l3_bytes"), 2**50, "a whole number"),
    ],
)
def test_value_that_no_machine_has(result, path, value, expected):
    replace_text(result.record, path, value)
    refused(result, ".json", f'"{path[-1]}"', rf"{'.'.join(path)} is .*, expected {expected}")


# ---- names, private matters, other results ----


@pytest.mark.parametrize(
    "text", ["built in /home/jane/slidebench", "jane@tower", r"C:\Users\Jane", "~/build", "02:42:ac:11:00:02"]
)
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


# ---- interrupted runs ----


def interrupt(result, processes=6):
    """Makes the run one that was interrupted after so many processes."""
    result.record["partial"] = True
    result.path = result.path.with_name(NAME + "-partial")
    measured = [(line, row) for line, row in zip(result.lines, result.record["rows"]) if line["status"] == "ok"]
    for line, row in measured:
        for unit in "cycles", "ns":
            series = row["process_" + unit] = row["process_" + unit][:processes]
            figures = intervals.interval(series, intervals.confidence(1, len(series)))
            line.update(
                {unit + end: "" if math.isnan(v) else f"{v:.6f}" for end, v in zip(("", "_lo", "_hi"), figures)}
            )


def test_interrupted_after_enough_processes(result):
    interrupt(result)
    status, lines = check(result.save().parent)
    assert (
        status == 0 and len(lines) == 1 and lines[0].endswith("warning: the run was interrupted after 6 processes")
    ), lines


def test_interrupted_with_too_few_processes(result):
    interrupt(result, 5)
    refused(result, ".json", '"partial"', "interrupted after 5 processes, expected 6 or more")


@pytest.mark.parametrize("bad, accepted", [(1, True), (2, False)])
def test_interrupted_share_of_rows(tmp_path, bad, accepted):
    """Of 10 supported rows, 9 must be ok; unsupported rows do not count."""
    result = Result(tmp_path, ("pext", "magic_black", "magic_fancy", "hyperbola", "kogge_stone", "bext_sve2"))
    interrupt(result)
    supported = [(line, row) for line, row in zip(result.lines, result.record["rows"]) if line["status"] == "ok"]
    assert len(supported) == 10 and len(result.lines) == 12
    for line, row in supported[:bad]:
        without_figures(line, row, "UNSTABLE")
    if accepted:
        assert check(result.save().parent)[0] == 0
    else:
        refused(result, ".json", '"partial"', "interrupted and 8 of 10 supported rows are ok, expected 90%")


def test_interrupted_without_its_name(result):
    interrupt(result)
    result.path = result.path.with_name(NAME)
    refused(result, ".json", '"partial"', f"partial is true in the file {NAME}, expected a name that ends in -partial")


def test_whole_run_with_the_name_of_an_interrupted_one(result):
    result.path = result.path.with_name(NAME + "-partial")
    refused(result, ".json", '"partial"', "partial is false in the file .*, expected no -partial")


def test_second_interrupted_run_of_a_day(result):
    interrupt(result)
    result.path = result.path.with_name(NAME + "-partial-2")
    assert check(result.save().parent)[0] == 0


def test_help_states_the_rule(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["check-results", "--help"])
    with pytest.raises(SystemExit):
        script.main()
    text = capsys.readouterr().out
    assert (
        f"at least {pair.ENOUGH} processes" in text and f"at least {pair.OK_SHARE * 10:.0f} of 10 rows are ok" in text
    )


# ---- what newer programs add ----


@pytest.mark.parametrize(
    "reason",
    ["needs avx512bw avx512cd", "needs 2 cores, has 1", "not possible here: CPU 0 and 1 share a core most of the time"],
)
def test_unsupported_for_a_reason(tmp_path, reason):
    result = Result(tmp_path, ("pext", "bext_sve2"))
    line, row, _ = result.line_of("bext_sve2")
    line["status"] = row["status"] = f"unsupported ({reason})"
    row["why"] = reason
    assert check(result.save().parent) == (0, [])


@pytest.mark.parametrize(
    "status", ["unsupported", "unsupported (not possible here)", "unsupported (broken)", "unsupported (needs a) (b)"]
)
def test_unsupported_without_a_reason(tmp_path, status):
    result = Result(tmp_path, ("pext", "bext_sve2"))
    line, row, _ = result.line_of("bext_sve2")
    line["status"] = row["status"] = status
    refused(result, ".json", json.dumps(status), "expected ok, UNSTABLE")


def name_microarchitecture(result, column, inferred=True):
    result.record["machine"].update(microarchitecture="Granite Rapids", microarchitecture_inferred=inferred)
    result.columns.append("microarchitecture")
    for line in result.lines:
        line["microarchitecture"] = column


@pytest.mark.parametrize("column, inferred", [("Granite Rapids (inferred)", True), ("Granite Rapids", False)])
def test_microarchitecture(result, column, inferred):
    name_microarchitecture(result, column, inferred)
    assert check(result.save().parent) == (0, [])


def test_microarchitecture_differs(result):
    name_microarchitecture(result, "Granite Rapids (inferred)")
    line, _, number = result.line_of("pext")
    line["microarchitecture"] = "Granite Rapids"
    refused(
        result,
        ".csv",
        number,
        r"microarchitecture is 'Granite Rapids', expected 'Granite Rapids \(inferred\)' as in the .json",
    )


@pytest.mark.parametrize("text", [None, "CPU 1 and 0 are separate cores"])
def test_core_sharing(result, text):
    result.record["machine"]["core_sharing"] = text
    assert check(result.save().parent) == (0, [])


@pytest.mark.parametrize(
    "member, value, expected",
    [("core_sharing", 2, "plain text .* or null"), ("microarchitecture_inferred", "yes", "true or false")],
)
def test_optional_member_of_another_type(result, member, value, expected):
    result.record["machine"][member] = value
    refused(result, ".json", f'"{member}"', f"machine.{member} is {value!r}, expected {expected}")


@pytest.mark.parametrize("model, name", [(167, "Granite Rapids (inferred)"), (173, "Granite Rapids")])
def test_older_result_with_an_inferred_name(result, model, name):
    """Results without the flag inferred the name where the model number is another one's."""
    result.record["machine"]["model"] = model
    assert pair.Pair(result.save()).microarchitecture == name


# ---- warnings do not refuse ----


def warned(result, text):
    status, lines = check(result.save().parent)
    assert status == 0 and len(lines) == 1 and re.search(f"warning: .*{text}", lines[0]), lines


def test_few_processes(result):
    result.record["options"]["processes"] = 5
    warned(result, "5 processes, expected 6 or more")


def test_newer_column(result):
    result.columns.append("moon")
    warned(result, "column 'moon' is not known")


def test_own_name(result, monkeypatch):
    monkeypatch.setenv("USER", "janedoe")
    result.record["flags"] += " -DWHO=janedoe"
    warned(result, "'janedoe' is this host's or your name")


@pytest.mark.parametrize(
    "status, count, expected", [("UNSTABLE", 1, "few"), ("WRONG", 1, "none"), ("CRASHED", 1, "none")]
)
def test_rows_without_figures(result, status, count, expected):
    for i in [i for i, line in enumerate(result.lines) if line["scheme"] == "pext"][:count]:
        without_figures(result.lines[i], result.record["rows"][i], status)
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
