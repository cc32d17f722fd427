# SPDX-License-Identifier: MIT
"""results/LOG.md documents every member of a log and of its JSON, and its one-liners read a log."""

import importlib.util
import re
import shutil
import statistics

import pytest

import process
from conftest import SOURCE
from injection import POSITION, UNSTABLE, files, run, short
from result_factory import GOOD, column_of, read_lines, summarized

PAGE = (SOURCE / "results/LOG.md").read_text()
COUNTERS = {"counted_cycles", "instructions", "branch_misses", "l1_misses", "llc_misses"}
TOOLS = {"python3": importlib.util.find_spec("pandas"), "zcat": shutil.which("jq")}  # and whether it has what it needs


def documented(section):
    """Returns the members that a table explains: {member: the members that its explanation names}."""
    table = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]
    members = {}
    for names, meaning in re.findall(r"^\| (`.*?) \| (.*?) \|", table, re.MULTILINE):
        members |= {name: set(re.findall(r"`(\w+)`", meaning)) for name in re.findall(r"`([\w.\[\]]+)`", names)}
    return members


def members_of(objects):
    """Returns the members that any of the objects has."""
    return {name for each in objects for name in each}


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """Returns the log of a run of a cold and a hot column that was resumed."""
    out = tmp_path_factory.mktemp("log")
    arguments = short("--schemes", "^(null|pext)$", "--modes", "throughput,burst-32-8", "--out", out)
    run("bench", *arguments, status=UNSTABLE)
    (path,) = files(out)
    run("bench", "--resume", path, "--quiet", "--positions", POSITION, status=UNSTABLE)
    return path


def test_lines_have_the_documented_members(log):
    first, *more = read_lines(log)
    known = documented("The first line")
    assert set(first) == set(known) - {"converted"}
    for name in "options", "pin", "machine":
        assert set(first[name]) == known[name], name
    assert members_of(first["schemes"]) == known["schemes"] - {"twin", "delay", "proof"}
    assert members_of(first["columns"]) == known["columns"]
    assert members_of(first["rows"]) | {"status", "reason"} == known["rows"]
    assert members_of(more) | COUNTERS | {"failed_row", "status", "reason"} == set(documented("Further lines"))


def test_members_of_recorded_logs_are_documented():
    known, further = documented("The first line"), set(documented("Further lines"))
    for path in (SOURCE / "results").glob("*/*.jsonl.gz"):
        first, *more = read_lines(path)
        assert set(first) <= set(known) and members_of(more) <= further, path
        assert set(first["machine"]) <= known["machine"], path
        for name in "schemes", "columns", "rows":
            assert members_of(first[name]) <= known[name], (path, name)


def test_json_has_the_documented_members(log):
    record, known = summarized(log), documented("What `summarize --format json` adds")
    first = set(read_lines(log)[0]) - {"rows"}
    assert set(record) == first | {name for name in known if "[" not in name}
    recorded = summarized(GOOD)  # with ranks, twins and rows that are not ok
    columns = members_of(recorded["columns"])
    assert columns == documented("The first line")["columns"] | known["columns[]"]
    rows = members_of(row for column in recorded["columns"] for row in column["rows"])
    assert rows | COUNTERS | {"in_doubt"} == known["columns[].rows"] | COUNTERS


@pytest.mark.parametrize("tool", TOOLS)
def test_one_liner(tool):
    if not shutil.which(tool) or not TOOLS[tool]:
        pytest.skip(f"no {tool} with what it needs")
    first, *more = read_lines(GOOD)
    cycles = {}
    for i, row in enumerate(first["rows"]):
        values = [line["cycles"][i] for line in more if "process" in line and line["cycles"][i] is not None]
        if column_of(row) == ("queen", "games", "throughput") and values:
            cycles[row["scheme"]] = statistics.median(values)
    command = re.search(rf"^    ({tool} .*)$", PAGE, re.MULTILINE)[1].replace("LOG", str(GOOD))
    done = process.run("sh", "-c", command)
    printed = re.findall(r"(\w+)\W+(\d+\.\d+)", done.stdout)
    assert [name for name, _ in printed] == sorted(cycles, key=cycles.get)[:5], done.stdout
    assert all(float(value) == pytest.approx(cycles[name], rel=1e-4) for name, value in printed)
