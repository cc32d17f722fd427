# SPDX-License-Identifier: MIT
"""`slidebench summarize` prints the log of a run as bench did, and refuses what is no log of this format."""

import csv
import io
import json
import re

import pytest

from conftest import json_rows, slidebench
from injection import UNSTABLE, complains
from result_factory import GOOD, EditedRun, csv_rows

USAGE, INPUT = 2, 3
RUN = (
    *("--schemes", "^(null|ray_loop|classical|classical_twin|hyperbola)$", "--list-length", "64", "--time", "0.2"),
    *("--modes", "throughput,replay,batch,burst-16-8", "--processes", "3", "--no-pin"),
)


def test_run_is_reproduced(tmp_path):
    """As a table; test_recorded_run.c has the other formats."""
    done = slidebench(*RUN, "--out", tmp_path, status=UNSTABLE)
    (path,) = tmp_path.glob("*/*")
    assert slidebench("summarize", path).stdout == done.stdout
    assert done.stdout.count("hyperbola") >= 5


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_a_full_run_prints_the_table_of_a_default_run(format):
    """Its other columns are there if they are named, or with --all."""
    table, every, latency = (
        slidebench("summarize", GOOD, "--format", format, *more).stdout
        for more in ((), ("--all",), ("--modes", "latency"))
    )
    assert table.count("Core cycles per") == 1 and re.search(r"^\d+ more columns: --all", table, re.MULTILINE)
    assert every.count("Core cycles per") > 5 and "more columns" not in every
    assert latency.count("Core cycles per") == 3 and "more columns" not in latency  # on games, search and random


# ---- what is selected ----

SELECTED = ("--schemes", "^(pext|magic_fancy)$", "--pieces", "queen,mix-nnue", "--workloads", "games")
SELECTED += ("--modes", "throughput,setwise")


def test_selection_has_the_same_figures_in_every_format():
    """A row is as in the whole run: its ranks count all schemes."""
    chosen = [
        row
        for row in csv_rows(GOOD)
        if row["scheme"] in ("pext", "magic_fancy") and row["piece"] in ("queen", "mix-nnue")
        and row["workload"] == "games" and row["mode"] in ("throughput", "setwise")
    ]  # fmt: skip
    printed = slidebench("summarize", GOOD, *SELECTED, "--format", "csv").stdout
    assert len(chosen) == 6 and list(csv.DictReader(io.StringIO(printed))) == chosen
    record = json.loads(slidebench("summarize", GOOD, *SELECTED, "--format", "json").stdout)
    cycles = [row["cycles"][0] for row in json_rows(record)]
    assert cycles == pytest.approx([float(row["cycles"]) for row in chosen], rel=1e-4)
    few = [word.replace("pext|", "") for word in SELECTED]
    markdown = slidebench("summarize", GOOD, *few, "--format", "markdown", "--relative-to", "pext").stdout
    every = slidebench("summarize", GOOD, "--all", "--format", "markdown").stdout
    for ranks in re.findall(r"\*\*bold\*\* and rank: .*\n", markdown):
        assert ranks in every and int(re.search(r" all (\d+) ", ranks)[1]) > 50
    lines = re.findall(r"^\| [\d-]+ \| `(\w+)` \|.*$", markdown, re.M)
    assert sorted(lines) == sorted(["pext", "magic_fancy"] * 2)  # two tables
    assert markdown.count("(1.00)") == 3


def test_best_of_chosen_schemes_is_no_advice():
    """The fastest of them may be far from the best."""
    assert " for an engine with" in slidebench("summarize", GOOD).stdout
    some = slidebench("summarize", GOOD, "--schemes", "^pext").stdout
    assert " for an engine with" not in some and "time of the best" not in some


def test_schemes_that_this_program_lacks_are_selected(tmp_path):
    """As those of --mine, and of other versions."""
    result = EditedRun(tmp_path, ("null", "pext", "magic_black"), [("queen", "games", "throughput")])
    for each in (*result.record["schemes"], *result.record["rows"]):
        for member in {"name", "scheme"} & each.keys():
            each[member] = each[member].replace("pext", "mine")
    path = result.save()
    assert re.search(r"^ .* mine ", slidebench("summarize", path, "--schemes", "^mine$").stdout, re.M)
    line = complains(slidebench("summarize", path, "--schemes", "^pext$", status=None), USAGE)
    assert "--schemes: the run has no '^pext$'" in line


# ---- refused ----


def test_bad_options(tmp_path):
    for arguments in [(), ("",), (GOOD, GOOD), (GOOD, "--format", "xml")]:
        complains(slidebench("summarize", *arguments, status=None), USAGE)
    none = ["--schemes", "no_such", "--workloads", "random:7", "--modes", "burst-7-7", "--pieces", "both"]
    result = EditedRun(tmp_path, ("null", "pext"), [("queen", "games", "throughput"), ("queen", "search", "latency")])
    path = result.save()
    for option, value in zip(none[::2], none[1::2]):
        line = complains(slidebench("summarize", path, option, value, "--relative-to", "pext", status=None), USAGE)
        assert f"{option}: the run has no '{value}'" in line
    line = complains(
        slidebench("summarize", path, "--workloads", "search", "--modes", "throughput", status=None), USAGE
    )
    assert "no row of the selected" in line
    line = complains(slidebench("summarize", GOOD, "--sort", "rok cold", status=None), USAGE)
    assert "no column is named 'rok cold', did you mean rook?" in line
    for option, value, near in ("--workloads", "games,serch", "search"), ("--schemes", "pxet", "pext"):
        line = complains(slidebench("summarize", path, option, value, status=None), USAGE)
        assert line.endswith(f"{option}: the run has no '{value.split(',')[-1]}', did you mean {near}?\n")
    line = complains(slidebench("summarize", GOOD, "--sort", "queen setwise", status=None), USAGE)
    assert "only --all prints the column 'queen setwise'" in line
    line = complains(slidebench("summarize", GOOD, "--pieces", "rook", "--sort", "x", status=None), USAGE)
    assert re.search("no column is named 'x', expected one of the table, such as 'rook .*'", line)
    for name, end in ("mine", "; --all prints all"), ("pxet", ", did you mean pext?"):
        line = complains(slidebench("summarize", GOOD, "--relative-to", name, status=None), USAGE)
        assert f"the tables have no scheme {name}{end}" in line


NO_LOGS = {  # what the line contains -> texts; test_recorded_run.c has all impossible members
    "expected the first line": ["", "{", "[]\n", "\0", '{\n "format":3\n}\n', "cpu,level\namd-epyc-zen-5,native\n"],
}


@pytest.mark.parametrize("command", [("summarize",), ("bench", "--resume"), ("recommend",)], ids=" ".join)
def test_other_files_are_refused(command, tmp_path):
    path = tmp_path / "file"
    for reason, text in ((reason, text) for reason, texts in NO_LOGS.items() for text in texts):
        path.write_text(text)
        line = complains(slidebench(*command, path, status=None), INPUT)
        assert line.startswith(f"slidebench: {path}:1: ") and reason in line
        assert path.read_text() == text


def test_paths_that_cannot_be_read(tmp_path):
    assert "No such file" in complains(slidebench("summarize", tmp_path / "none", status=None), INPUT)
    for path in tmp_path, "/dev/zero":
        assert "expected the log of a run, a file" in complains(slidebench("summarize", path, status=None), INPUT)
