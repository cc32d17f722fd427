# SPDX-License-Identifier: MIT
"""Both formats of a result become one model, and errors use the names of the file's own format."""

import re

import pytest

from result_factory import Result
from slidebench_results import reader, schema, validate


def errors(result):
    return [problem.text for problem in validate.check_one(result.save()).problems if problem.severity == "error"]


@pytest.fixture(params=[1, 2])
def both(request, tmp_path):
    """A result of either format."""
    return Result(tmp_path, ("null", "pext", "bext_sve2"), format=request.param)


def test_one_model(both):
    read = validate.check_one(both.save())
    assert not read.failed() and read.format.number == both.record["format"]
    assert read.record["format"] == 2
    assert {"list_length", "huge_pages", "no_warmup", "custom_positions"} <= read.record["options"].keys()
    assert read.record["options"]["huge_pages"] is False and "pages" not in read.record["options"]
    assert read.record["pin"]["description"] and read.record["canary_ipc_reference"] > 0
    for row in read.rows:
        assert set(schema.COLUMNS) - set(row) <= {"microarchitecture"}
    row = next(row for row in read.rows if row["scheme"] == "bext_sve2")
    assert (row["status"], row["reason"]) == ("unsupported", "needs sve2-bitperm")
    assert {row["reason"] for row in read.rows if row["status"] == "ok"} == {""}


def test_both_formats_have_the_same_values(tmp_path):
    old, new = (validate.check_one(Result(tmp_path / str(n), format=n).save()).rows for n in (1, 2))
    assert [{**row, "microarchitecture": ""} for row in old] == [{**row, "microarchitecture": ""} for row in new]


@pytest.mark.parametrize(
    "status, expected",
    [
        ("ok", ("ok", "")),
        ("WRONG", ("wrong", "")),
        ("CRASHED", ("crashed", "")),
        ("UNSTABLE", ("unstable", "")),
        ("unsupported (needs bmi2)", ("unsupported", "needs bmi2")),
        ("unsupported (needs 2 cores, has 1)", ("unsupported", "needs 2 cores, has 1")),
        ("unsupported (not possible here: no SMT)", ("unsupported", "not possible here: no SMT")),
    ],
)
def test_status_of_format_1(status, expected):
    assert schema.split_status(status) == expected and schema.STATUS_1.accepts(status)


def test_reason_of_an_unstable_row_of_format_1(tmp_path):
    """The CSV has no reason, the JSON has."""
    result = Result(tmp_path, format=1)
    line, row, _ = result.line_of("pext")
    line.update(dict.fromkeys(["cycles", "cycles_lo", "cycles_hi", "ns", "ns_lo", "ns_hi", "ghz", "rank"], ""))
    line["status"] = row["status"] = "UNSTABLE"
    row["why"] = "2 of 7 processes had 15 clean samples"
    read = validate.check_one(result.save())
    assert not read.failed()
    (row,) = [row for row in read.rows if row["status"] == "unstable"]
    assert row["reason"] == "2 of 7 processes had 15 clean samples"


@pytest.mark.parametrize(
    "status", ["unsupported", "unsupported (broken)", "unsupported (needs a) (b)", "wrong", "fine"]
)
def test_status_unknown_to_format_1(tmp_path, status):
    result = Result(tmp_path, format=1)
    line, row, _ = result.line_of("pext")
    line["status"] = row["status"] = status
    (text,) = errors(result)
    assert "status is" in text and "expected ok, UNSTABLE" in text


@pytest.mark.parametrize(
    "format, name, read_as", [(1, "standard", "perft-suite"), (2, "perft-suite", "perft-suite"), (2, "perft", "perft")]
)
def test_perft(tmp_path, format, name, read_as):
    result = Result(tmp_path, ("pext",), format=format)
    result.record["options"]["workloads"] = [name]
    for line, row in result.both():
        line["workload"] = row["workload"] = name
    read = validate.check_one(result.save())
    assert not read.failed() and {row["workload"] for row in read.rows} == {read_as}
    assert read.record["options"]["workloads"] == [read_as]


@pytest.mark.parametrize("format, name", [(1, "perft-suite"), (1, "perft"), (2, "standard")])
def test_perft_of_the_other_format(tmp_path, format, name):
    result = Result(tmp_path, ("pext",), format=format)
    result.record["options"]["workloads"] = [name]
    assert any(f"options.workloads.0 is {name!r}" in text for text in errors(result))


@pytest.mark.parametrize("format, column", [(1, "clean_share"), (2, "undisturbed_share"), (2, "reason")])
def test_missing_column_is_named_with_its_format(tmp_path, format, column):
    result = Result(tmp_path, format=format)
    result.columns.remove(column)
    (text,) = errors(result)
    assert re.fullmatch(rf"no column {column}, expected the \d+ columns of format {format}", text)


@pytest.mark.parametrize("format, member", [(1, "pages"), (2, "huge_pages")])
def test_missing_member_is_named_with_its_format(tmp_path, format, member):
    result = Result(tmp_path, format=format)
    del result.record["options"][member]
    (text,) = errors(result)
    assert text.startswith(f"options lacks {member!r} of format {format}, expected ")


@pytest.mark.parametrize("format, column", [(1, "ghz"), (2, "core_ghz")])
def test_bad_value_is_named_as_in_the_file(tmp_path, format, column):
    result = Result(tmp_path, format=format)
    result.lines[0][column] = "99"
    assert errors(result) == [f"{column} is '99', expected a number from 0.05 to 10"]


def test_columns_of_the_other_format(tmp_path):
    """A JSON of format 2 with a CSV of format 1 is refused."""
    result = Result(tmp_path)
    (text,) = errors_of_table(result, Result(tmp_path / "old", format=1).table())
    assert "no column" in text and "of format 2" in text


def errors_of_table(result, table):
    problems = validate.check_one(result.save(table=table)).problems
    return [problem.text for problem in problems if problem.severity == "error"]


def test_pages_and_pin_of_format_1(tmp_path):
    result = Result(tmp_path, format=1)
    result.record["options"].update(pages="huge", interleaved=True, own_positions=True, spread=900.0)
    options = validate.check_one(result.save()).record["options"]
    assert options["huge_pages"] is options["no_warmup"] is options["custom_positions"] is True
    assert options["spread_over"] == 900.0


@pytest.mark.parametrize("format", [1, 2])
def test_csv_alone(tmp_path, format):
    rows = reader.read_rows(Result(tmp_path, format=format).save().with_suffix(".csv"))
    assert {"list_length", "cycles_ci_low", "status", "reason"} <= rows[0].keys()
