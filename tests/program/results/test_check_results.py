# SPDX-License-Identifier: MIT
"""scripts/check-results: results of the program and of this repository pass; each kind of fault is one line."""

import contextlib
import io
import json
import math
import re
import shutil

import pytest

from result_factory import CPU, NAME, Result, on_one_core, scale, set_status, without_times
from slidebench_results import check_results, stats, validate
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


@pytest.fixture
def result(tmp_path):
    return Result(tmp_path)


def refused(result, file, line, text, **how):
    """Asserts one error on a line, given by number or by a text in it, whose text matches a pattern."""
    path = result.save(**how).with_suffix(file)
    if isinstance(line, str):
        line = next(n for n, t in enumerate(path.read_text().splitlines(), 1) if line in t)
    status, lines = check(path.parent)
    errors = [e for e in lines if ": error: " in e]
    assert status == 3 and len(errors) == 1, lines
    assert errors[0].startswith(f"{path}:{line}: error: " if line else f"{path}: error: "), errors[0]
    assert re.search(text, errors[0]), errors[0]


def test_committed_results_pass():
    status, lines = check()
    assert status == 0, lines
    assert not any(": error: " in line for line in lines)


def test_small_pair_passes(result):
    assert check(result.save().parent) == (0, [])


def test_new_run_passes(slidebench, tmp_path):
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
    assert status == 0 and not any("unknown" in line for line in lines), lines


# ---- the pair ----


def test_one_file_is_missing(result):
    path = result.save()
    for suffix in ".csv", ".json":
        kept = path.with_suffix(suffix).read_bytes()
        path.with_suffix(suffix).unlink()
        status, lines = check(path.parent)
        assert status == 3 and lines == [
            f"{path}{suffix}: error: No such file or directory; expected a .csv and a .json of the same name"
        ]
        path.with_suffix(suffix).write_bytes(kept)


def test_not_json(result):
    refused(result, ".json", 2, "expected JSON", record='{"format": 1,\n]')


@pytest.mark.parametrize("value", ["[" * 100000, "9" * 5000])
def test_huge_json(result, value):
    refused(result, ".json", 1, "expected the JSON of a run", record=f'{{"format": {value}')


def test_other_format(result):
    result.record["format"] = 3
    refused(result, ".json", '"format"', r"format is 3, expected 1 or 2")


def test_member_missing(result):
    del result.record["options"]["huge_pages"]
    refused(result, ".json", '"options"', r"options lacks 'huge_pages' of format 2, expected true or false")


def test_member_of_another_type(result):
    result.record["machine"]["cpus"] = "two"
    refused(result, ".json", '"cpus"', r"machine.cpus is 'two', expected a whole number")


def test_number_as_text(result):
    result.line_of("pext")[1]["process_ns"][0] = "0.9"
    refused(result, ".json", '"0.9"', "process_ns of pext contains '0.9', expected a number")


def test_text_for_an_object(result):
    result.record["machine"] = "a fast one"
    refused(result, ".json", '"machine"', r"machine is 'a fast one', expected an object")


def test_unequal_series(result):
    _, row, _ = result.line_of("pext")
    row["process_ns"].pop()
    text = json.dumps(result.record, indent=1)
    line = text[: text.index('"scheme": "pext"')].count("\n")
    refused(result, ".json", line, "process_cycles has 7 values and process_ns 6")


def test_impossible_process(result):
    _, row, _ = result.line_of("pext")
    row["process_ns"][3] = -1.25
    refused(result, ".json", "-1.25", r"process_ns of pext contains -1.25, expected a number")


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


def test_truncated_file(result):
    refused(result, ".csv", 7, "ends early, expected whole lines", table=result.table()[:-9])


def test_column_missing(result):
    result.columns.remove("checksum")
    refused(result, ".csv", 1, "no column checksum, expected the 36 columns of format 2")


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
    refused(result, ".csv", 8, "is also on line 4, expected one line per row")


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
        ("core_ghz", "99.0", "0.05 to 10"),
        ("undisturbed_share", "1.5", "from 0 to 1"),
        ("list_length", "12.5", "a whole number"),
        ("rank_min", "0", "a whole number"),
        ("branchless", "maybe", "'yes' or 'no'"),
        ("checksum", "00FF", "16 hexadecimal digits"),
        ("cycles_source", "guess", "'canary' or 'counter'"),
        ("family", "Magic Bitboards!", "lower-case words"),
        ("table_bytes", "-1", "a whole number from 0"),
        ("table_bytes", "9000000000", "a whole number from 0"),
        ("cycles_ci_high", "9000000", "a number from"),
        ("lookups_per_step", "65", "a number from 0 to 64"),
        ("instructions", "90000000", "a number from"),
    ],
)
def test_value_out_of_range(result, column, value, expected):
    line, _, number = result.line_of("magic_black")
    line[column] = value
    refused(result, ".csv", number, f"{column} is '{re.escape(value)}', expected .*{expected}")


def test_unknown_status(result):
    line, row, _ = result.line_of("pext")
    set_status(line, row, "fine")
    refused(result, ".json", '"status": "fine"', "status is 'fine', expected 'ok' or 'wrong'")


def test_other_cpu(result):
    line, _, number = result.line_of("pext")
    line["cpu"] = "amd-epyc-7551p"
    refused(result, ".csv", number, f"cpu is 'amd-epyc-7551p', expected '{CPU}' as in the .json")


def test_value_in_a_row_that_is_not_ok(result):
    line, row, number = result.line_of("pext")
    set_status(line, row, "unstable", "2 of 7 processes had 15 undisturbed samples")
    refused(result, ".csv", number, "in a row that is unstable, expected none")


def test_no_value_in_a_row_that_is_ok(result):
    line, _, number = result.line_of("pext")
    line["ns"] = ""
    refused(result, ".csv", number, "lacks a value, expected cycles, ns and core_ghz")


def test_value_outside_its_interval(result):
    line, _, number = result.line_of("pext")
    line["cycles_ci_low"] = line["cycles_ci_high"]
    refused(result, ".csv", number, "cycles is .*, expected it between")


def test_flattered_value(result):
    """Value and interval agree with each other, but not with the processes."""
    line, _, number = result.line_of("pext")
    for name in "cycles", "cycles_ci_low", "cycles_ci_high":
        line[name] = f"{float(line[name]) * 0.9:.4f}"
    refused(result, ".csv", number, "cycles: the median is .*, expected .* from the processes")


def test_narrowed_interval(result):
    line, _, number = result.line_of("pext")
    line["ns_ci_high"] = line["ns"]
    refused(result, ".csv", number, "ns: the upper end is .*, expected")


def test_clock_contradicts_times(result):
    line, _, number = result.line_of("pext")
    line["core_ghz"] = "1.9"
    refused(result, ".csv", number, "cycles in .* ns, expected .* at 1.9 GHz")


def test_other_checksum(result):
    line, _, number = result.line_of("pext")
    line["checksum"] = "0123456789abcdef"
    refused(
        result, ".csv", number, "checksum is '0123456789abcdef', expected .* the same queries have the same results"
    )


# ---- workloads: those that the program accepts, as it writes them ----


def name_workload(result, name):
    result.record["options"]["workloads"] = [name]
    for line, row in result.both():
        line["workload"] = row["workload"] = name


@pytest.mark.parametrize(
    "name",
    [
        "games",
        "games:2-9",
        "games:32-32",
        "search",
        "perft-suite",
        "perft",
        "random",
        "random:0",
        "random:0.05",
        "random:33.3",
        "random:99.999",
        "random:100",
    ],
)
def test_known_workload(result, name):
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
def test_unknown_workload(result, name):
    result.record["options"]["workloads"] = [name]
    refused(result, ".json", json.dumps(name), f"options.workloads.0 is {name!r}, expected a workload such as")


def test_unknown_workload_in_a_row(result):
    line, row, _ = result.line_of("pext")
    line["workload"] = row["workload"] = "random:33.30"
    refused(result, ".json", '"random:33.30"', "rows.*workload is 'random:33.30', expected a workload such as")


@pytest.mark.parametrize("name", ["random:33.3", "games:20-32", "search"])
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


# ---- markup: pages print the texts of a result ----

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
        (("options", "modes"), ["throughput", MARKUP], "a mode such as"),
        (("pin", "description"), MARKUP, "plain text"),
        (("rows", 1, "reason"), MARKUP, "plain text"),
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


# ---- impossible values ----


@pytest.mark.parametrize(
    "path, value, expected",
    [
        (("canary_ipc_reference",), 8.01, "a number from 0 to 8"),
        (("canary_ipc_reference",), 99, "a number from 0 to 8"),
        (("date",), "2026-02-31T00:00:00Z", "a time"),
        (("machine", "l3_bytes"), 2**50, "a whole number"),
    ],
)
def test_impossible_value_of_a_machine(result, path, value, expected):
    replace_text(result.record, path, value)
    refused(result, ".json", f'"{path[-1]}"', rf"{'.'.join(path)} is .*, expected {expected}")


# ---- names, private data, other results ----


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


def test_date_contradicts_name(result):
    result.path = result.path.with_name("20250101-gcc-12-native")
    refused(result, ".json", '"date"', f"the file is named 20250101-gcc-12-native, expected {NAME}")


def test_cpu_contradicts_folder(result):
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
    """Changes the run to one that was interrupted after some processes."""
    result.record["partial"] = True
    result.path = result.path.with_name(NAME + "-partial")
    measured = [(line, row) for line, row in result.both() if line["status"] == "ok"]
    for line, row in measured:
        for unit in "cycles", "ns":
            series = row["process_" + unit] = row["process_" + unit][:processes]
            found = stats.median_interval(series)
            line.update(
                {unit + end: "" if math.isnan(v) else f"{v:.6f}" for end, v in zip(("", "_ci_low", "_ci_high"), found)}
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
    supported = [(line, row) for line, row in result.both() if line["status"] == "ok"]
    assert len(supported) == 10 and len(result.lines) == 12
    for line, row in supported[:bad]:
        without_times(line, row, "unstable")
    if accepted:
        assert check(result.save().parent)[0] == 0
    else:
        refused(result, ".json", '"partial"', "interrupted and 8 of 10 supported rows are ok, expected 90%")


def test_interrupted_run_not_named_partial(result):
    interrupt(result)
    result.path = result.path.with_name(NAME)
    refused(result, ".json", '"partial"', f"partial is true in the file {NAME}, expected a name that ends in -partial")


def test_complete_run_named_partial(result):
    result.path = result.path.with_name(NAME + "-partial")
    refused(
        result,
        ".json",
        '"partial"',
        "partial is false in the file .*, expected no -partial in the name of a complete run",
    )


def test_second_interrupted_run_of_a_day(result):
    interrupt(result)
    result.path = result.path.with_name(NAME + "-partial-2")
    assert check(result.save().parent)[0] == 0


def test_help_states_the_rule(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["check-results", "--help"])
    with pytest.raises(SystemExit):
        check_results.main()
    text = capsys.readouterr().out
    assert f"at least {stats.ENOUGH_PROCESSES} processes" in text
    assert f"at least {validate.OK_SHARE * 10:.0f} of 10 rows are ok" in text


# ---- reasons, microarchitecture, optional members ----


@pytest.mark.parametrize(
    "reason",
    ["needs avx512bw avx512cd", "needs 2 cores, has 1", "not possible here: CPU 0 and 1 share a core most of the time"],
)
def test_unsupported_for_a_reason(tmp_path, reason):
    result = Result(tmp_path, ("pext", "bext_sve2"))
    line, row, _ = result.line_of("bext_sve2")
    set_status(line, row, "unsupported", reason)
    assert check(result.save().parent) == (0, [])


@pytest.mark.parametrize("reason", ["", "not possible here", "broken", "needs a) (b"])
def test_unsupported_without_a_reason(tmp_path, reason):
    result = Result(tmp_path, ("pext", "bext_sve2"))
    line, row, _ = result.line_of("bext_sve2")
    set_status(line, row, "unsupported", reason)
    name = f'"reason": {json.dumps(reason)}'
    if not reason:
        name = (
            next(n for n, t in enumerate(json.dumps(result.record, indent=1).splitlines(), 1) if '"unsupported"' in t)
            + 1
        )
    refused(result, ".json", name, "expected 'needs ...' or 'not possible here: ...'")


def name_microarchitecture(result, column, inferred=True):
    result.record["machine"].update(microarchitecture="Granite Rapids", microarchitecture_inferred=inferred)
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


@pytest.mark.parametrize("number, name", [(167, "Granite Rapids (inferred)"), (173, "Granite Rapids")])
def test_inferred_name_without_the_flag(tmp_path, number, name):
    """Results of format 1 without the flag inferred the name unless Intel gives the model this number."""
    result = Result(tmp_path, format=1)
    result.record["machine"]["model"] = number
    assert validate.check_one(result.save()).microarchitecture == name


# ---- warnings ----


def warned(result, text):
    status, lines = check(result.save().parent)
    assert status == 0 and len(lines) == 1 and re.search(f"warning: .*{text}", lines[0]), lines


def test_few_processes(result):
    result.record["options"]["processes"] = 5
    warned(result, "5 processes, expected 6 or more")


def test_newer_column(result):
    result.columns.append("moon")
    warned(result, "unknown column 'moon'")


def test_own_name(result, monkeypatch):
    monkeypatch.setenv("USER", "janedoe")
    result.record["flags"] += " -DWHO=janedoe"
    warned(result, "'janedoe' is this host's or your name")


@pytest.mark.parametrize(
    "status, count, expected", [("unstable", 1, "few"), ("wrong", 1, "none"), ("crashed", 1, "none")]
)
def test_rows_without_times(result, status, count, expected):
    for i in [i for i, line in enumerate(result.lines) if line["scheme"] == "pext"][:count]:
        without_times(result.lines[i], result.record["rows"][i], status)
    warned(result, f"{count} of 6 rows are {status}, this one first; expected {expected}")


def test_no_row_is_ok(result):
    result.lines, result.record["rows"] = [], []
    warned(result, "no row is ok, expected values")


def test_other_queries_than_other_runs(result):
    result.save()
    for line in result.lines:
        line["checksum"] = line["checksum"] and "0123456789abcdef"
    result.path = result.path.with_name(NAME + "-2")
    status, lines = check(result.save().parent)
    assert status == 0 and len(lines) == 2 and all("other queries, not comparable" in line for line in lines)


def test_below_the_floor(result):
    line, row, _ = result.line_of("pext")
    scale(line, row, 0.1)
    warned(result, "expected at least the floor's")


def test_far_process(result):
    line, row, _ = result.line_of("pext")
    cycles = row["process_cycles"]
    cycles[cycles.index(max(cycles))] *= 9
    line["cycles_ci_high"] = f"{max(cycles):.4f}"  # for few processes the interval is the whole range
    warned(result, "1 rows have a process beyond 3 times the median")


def test_values_unlike_other_runs(result):
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


def test_no_results(tmp_path):
    assert check(tmp_path) == (4, ["check-results: no results found, expected .csv and .json files"])
