# SPDX-License-Identifier: MIT
"""results/schema.json: describes every member of committed results, and refuses each kind of fault and hostile text."""

import json
import re

import pytest

pytest.importorskip("jsonschema")

from conftest import SOURCE
from result_factory import Result
from slidebench_results import pair, reader, schema

DEFINITIONS = schema.SCHEMA["$defs"]
# Of runs that were interrupted, that measured with hardware counters, or that are in doubt: none is committed.
RARE = {"in_doubt", "process_ghz", "process_samples", "process_undisturbed", "process_counted"}


def resolved(one):
    """Returns a schema, or the one that it refers to."""
    return DEFINITIONS[one["$ref"].rpartition("/")[2]] if "$ref" in one else one


def members(one, value, found):
    """Adds the places in the schema that a value uses, each with the value, to {(object, member): values}."""
    one = resolved(one)
    if isinstance(value, dict):
        for key, each in value.items():
            if key in one.get("properties", {}):
                found.setdefault((one["description"], key), set()).add(json.dumps(each))
                members(one["properties"][key], each, found)
    elif isinstance(value, list) and "items" in one:
        for each in value:
            members(one["items"], each, found)


def objects(one):
    """Yields all objects with members that a schema contains."""
    if isinstance(one, dict):
        if "type" in one and "properties" in one and one is not DEFINITIONS["csv"]:
            yield one
        for each in one.values():
            yield from objects(each)


def test_schema_is_valid():
    schema.jsonschema.Draft202012Validator.check_schema(schema.SCHEMA)


def test_every_member_occurs_and_is_described():
    found = {}
    for stem in reader.stems([SOURCE / "results"]):
        record = json.loads(stem.with_name(f"{stem.name}.json").read_text())
        members(schema.SCHEMA, record, found)
    described = {(one["description"], name) for one in objects(schema.SCHEMA) for name in one["properties"]}
    assert {member for member in described - found.keys() if member[1] not in RARE} == set()
    for one in objects(schema.SCHEMA):
        assert one["additionalProperties"] is False and set(one["required"]) <= one["properties"].keys()
        assert all(len(each["description"]) > 2 for each in one["properties"].values()), one["description"]


def test_verdicts_of_proofs_are_those_of_the_program():
    text = (SOURCE / "harness" / "verify" / "prove_jobs.c").read_text()
    names = re.search(r"proof_status_names\[PROOF_STATUSES\] = \{(.*?)\};", text, re.S)[1]
    assert {*re.findall(r'"(\w+)"', names), ""} == set(DEFINITIONS["proof"]["enum"])


def test_every_column_is_described():
    assert Result(SOURCE).names == list(schema.CSV)
    assert all(len(column["description"]) > 7 for column in schema.CSV.values())


# ---- faults ----


def errors(result, tmp_path):
    """Returns the errors of a saved result as (line of the file, text)."""
    path = result.save()
    return [(f"{problem.path}"[len(f"{path}") :], problem.text) for problem in pair.check_pair(path).problems]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Returns a saved result, smaller and so faster to read than the committed one."""
    return Result(tmp_path_factory.mktemp("small")).save()


@pytest.fixture
def result(tmp_path, small):
    return Result(tmp_path, None, None, source=small)


def place(record, path):
    """Returns the object or list that contains a value, and the value's name in it."""
    *parents, last = path
    for key in parents:
        record = record[key]
    return record, last


MARKUP = "<script>alert(1)</script>"
ROW = ("columns", 0, "rows", 1)


@pytest.mark.parametrize(
    "path, value, expected",
    [
        (("format",), 2, "expected 3"),
        (("commit",), MARKUP, "hexadecimal digits"),
        (("commit",), "main", "hexadecimal digits"),
        (("compiler",), "gcc 12.2.0 " + MARKUP, "a compiler"),
        (("compiler",), "gcc 12.2.0 | x", "a compiler"),
        (("flags",), "-O3 `id`", "plain text"),
        (("flags",), "-O3 " * 500, "plain text of at most"),
        (("flags",), "-O3\x1b[31m", "plain text"),
        (("slidebench",), "0.1.0[1]", "plain text"),
        (("level",), MARKUP, "a level"),
        (("machine", "cpu"), "[CPU](https://example.org)", "plain text"),
        (("machine", "vendor"), MARKUP, "plain text"),
        (("machine", "slug"), "../../x", "lower-case words"),
        (("machine", "microarchitecture"), "Zen <b>5</b>", "its core"),
        (("machine", "microarchitecture"), "Zen *5*", "its core"),
        (("machine", "core_sharing"), "shared | by all", "plain text"),
        (("machine", "core_sharing"), 2, "plain text"),
        (("machine", "kernel"), "Linux <6>", "plain text"),
        (("machine", "os"), "Caf\u00e9", "plain text"),
        (("machine", "warnings", 0), MARKUP, "plain text"),
        (("machine", "cpus"), "two", "a whole number from 1 to 100000"),
        (("machine", "emulated"), True, "expected false"),
        (("machine", "l3_bytes"), 2**50, "a whole number"),
        (("machine", "microarchitecture_inferred"), "yes", "boolean"),
        (("machine",), "a fast one", "object"),
        (("options", "modes", 0), MARKUP, "a mode such as"),
        (("options", "workloads", 0), "moon", "a workload such as"),
        (("pin", "description"), MARKUP, "plain text"),
        (("canary_ipc_reference",), 8.01, "a number from 0 to 8"),
        (("date",), "2026-02-31T00:00:00Z", "such as '2026"),
        (("schemes", 1, "name"), MARKUP, "lower-case words"),
        (("schemes", 1, "title"), MARKUP, "Latin letters"),
        (("schemes", 1, "title"), "\u202etitle", "Latin letters"),
        (("schemes", 1, "author"), "[x](javascript:alert(1))", "Latin letters"),
        (("schemes", 1, "source"), "x`y", "plain text"),
        (("schemes", 1, "table_bytes"), {"queen": -1}, "a whole number"),
        (("schemes", 1, "table_bytes"), {"<b>": 1}, "lower-case words"),
        (("columns", 0, "workload"), "games:9-2", "a workload such as"),
        (("columns", 0, "choices", 0, "role"), "fastest", '"best" or'),
        (("columns", 0, "choices", 0, "ratio"), [1.0, 1.0], "three numbers"),
        ((*ROW, "status"), "fine", '"ok" or "wrong"'),
        ((*ROW, "in_doubt"), False, "expected true"),
        ((*ROW, "reason"), "=cmd", "such as 'needs avx2'"),
        ((*ROW, "reason"), MARKUP, "such as 'needs avx2'"),
        ((*ROW, "process_ns", 3), -1.25, "a number from 0.001"),
        ((*ROW, "process_ns", 3), "0.9", "a number from 0.001"),
        ((*ROW, "process_ns", 3), True, "a number from 0.001"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_value_is_refused(result, tmp_path, path, value, expected):
    parent, last = place(result.record, path)
    parent[last] = value
    ((file, text),) = errors(result, tmp_path)
    assert file == ".json" and text.startswith(".".join(map(str, path))) and expected in text, text


def row_reasons(result, tmp_path, reason):
    """Returns the errors of a result whose row is unsupported for a reason."""
    parent, last = place(result.record, ROW)
    parent[last].update(status="unsupported", reason=reason)
    return [text for _, text in errors(result, tmp_path) if "reason" in text and "CSV" not in text]


@pytest.mark.parametrize("reason", ["slow", "needs", "needed", "not possible"])
def test_reason_of_an_unsupported_row(result, tmp_path, reason):
    (text,) = row_reasons(result, tmp_path, reason)
    assert text.startswith("columns.0.rows.1.reason is ") and text.endswith("'needs ...' or 'not possible here: ...'")


@pytest.mark.parametrize("text", ["-O3\n", "\n"])
def test_line_break_is_refused(result, tmp_path, text):
    result.record["flags"] = text
    assert errors(result, tmp_path) == [(".json", "a line break in a text, expected none")]


@pytest.mark.parametrize("path", [(), ("options",), ("machine",), ("schemes", 1), ("columns", 0), ROW, ("pin",)])
def test_unknown_and_missing_members_are_refused(result, tmp_path, path):
    parent, last = place(result.record, (*path, "hostname"))
    parent[last] = "tower"
    ((_, text),) = errors(result, tmp_path)
    name = ".".join(map(str, path)) or "the file"
    assert text == f"{name} has 'hostname', expected only members of results/schema.json"
    del parent[last], parent[next(iter(parent))]
    texts = [text for _, text in errors(result, tmp_path)]
    assert len(texts) == 1 and re.match(rf"{re.escape(name)} lacks '\w+', expected the members of", texts[0]), texts


@pytest.mark.parametrize(
    "column, value, expected",
    [
        ("cycles", "nan", "a number from"),
        ("cycles", "1_0", "a number from"),
        ("ns", "1e3", "a number from"),
        ("core_ghz", "99.0", "0.05 to 10"),
        ("undisturbed_share", "1.5", "from 0 to 1"),
        ("list_length", "12.5", "a whole number"),
        ("rank_min", "0", "a whole number"),
        ("branchless", "maybe", '"yes" or "no"'),
        ("checksum", "00FF", "16 hexadecimal digits"),
        ("cycles_source", "guess", '"canary" or "counter"'),
        ("family", "Magic Bitboards!", "lower-case words"),
        ("family", "=1+1", "lower-case words"),
        ("table_bytes", "", "a whole number from 0"),
        ("table_bytes", "9000000000", "a whole number from 0"),
        ("cycles_ci_high", "9000000", "a number from 0.01 to 1e+06 or nothing"),
        ("lookups_per_step", "65", "a number from 0 to 64"),
        ("reason", "|", "such as 'needs avx2'"),
        ("scheme", MARKUP, "lower-case words"),
    ],
)
def test_cell_is_refused(result, tmp_path, column, value, expected):
    result.first("magic_black")[1][column] = value
    ((file, text),) = errors(result, tmp_path)
    assert file == ".csv" and text.startswith(f"{column} is {value!r}, expected ") and expected in text, text


@pytest.mark.parametrize(
    "name, good",
    [(name, True) for name in ("games:2-9", "games:32-32", "search", "perft", "random", "random:0", "random:0.05")]
    + [(name, True) for name in ("random:33.3", "random:99.999", "random:100", "perft-suite")]
    + [(name, False) for name in ("games:9-2", "games:1-9", "games:2-33", "games:02-09", "games:2- 9", "games:3.5-9")]
    + [(name, False) for name in ("random:", "random:33.30", "random:33.3333", "random:.5", "random:05", "random:101")]
    + [(name, False) for name in ("random:100.5", "search:5", "moon", "")],
)
def test_workloads(name, good):
    assert schema.accepts("workload", name) == good


def test_number_of_errors_is_limited(result, tmp_path):
    for _, row, _ in result.rows():
        row["process_ns"] = [-1.0] * 12
    assert len(errors(result, tmp_path)) == pair.MOST_ERRORS
