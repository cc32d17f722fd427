# SPDX-License-Identifier: MIT
"""`slidebench summarize` prints the log of a run as bench did, and refuses what is no log of this format."""

import csv
import functools
import io
import json
import re
import shlex

import pytest

from conftest import json_rows, slidebench
from injection import UNSTABLE, complains
from result_factory import GOOD, EditedRun, csv_rows
from slidebench_tools.command import BAD_INPUT, USAGE

RUN = (
    *("--schemes", "^(null|ray_loop|classical|classical_twin|hyperbola)$", "--list-length", "64", "--time", "0.2"),
    *("--modes", "throughput,replay,batch,burst-16-8", "--processes", "3", "--no-pin"),
)


def test_run_is_reproduced(tmp_path):
    """As a table; test_recorded_run.c has the other formats."""
    done = slidebench(*RUN, "--out", tmp_path, status=UNSTABLE)
    (path,) = tmp_path.glob("*/*")
    assert slidebench("summarize", path).stdout == done.stdout
    assert "hyperbola" in done.stdout  # how often depends on what this short run concludes


@functools.cache
def recorded(*options):
    """Returns what the command prints of a recorded run, which it takes a while to read."""
    return slidebench("summarize", GOOD, *options).stdout


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_a_full_run_prints_the_table_of_a_default_run(format):
    """Its other columns are there if they are named, or with --all."""
    table, every, latency = (recorded(*more, "--format", format) for more in ((), ("--all",), ("--modes", "latency")))
    assert table.count("Core cycles per") == 1 and re.search(r"^\d+ more columns: --all", table, re.MULTILINE)
    assert every.count("Core cycles per") > 5 and "more columns" not in every
    assert latency.count("Core cycles per") == 3 and "more columns" not in latency  # on games, search and random


def test_a_column_that_sorts_has_a_table():
    assert " setwise" not in recorded("--format", "markdown")
    tables = recorded("--sort", "setwise", "--format", "markdown")
    assert tables.count("Core cycles per") == 2 and re.search(r"^\| rank \|.*setwise", tables, re.MULTILINE)


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
    printed = recorded(*SELECTED, "--format", "csv")
    assert len(chosen) == 6 and list(csv.DictReader(io.StringIO(printed))) == chosen
    record = json.loads(recorded(*SELECTED, "--format", "json"))
    cycles = [row["cycles"][0] for row in json_rows(record)]
    assert cycles == pytest.approx([float(row["cycles"]) for row in chosen], rel=1e-4)
    few = [word.replace("pext|", "") for word in SELECTED]
    markdown = recorded(*few, "--format", "markdown", "--relative-to", "pext")
    every = recorded("--all", "--format", "markdown")
    for ranks in re.findall(r"\*\*bold\*\* and rank: .*\n", markdown):
        assert ranks in every and int(re.search(r" for (\d+) comparisons", ranks)[1]) > 50
    lines = re.findall(r"^\| [\d-]+ \| `(\w+)` \|.*$", markdown, re.M)
    assert sorted(lines) == sorted(["pext", "magic_fancy"] * 2)  # two tables
    assert markdown.count("(1.00)") == 3


def test_best_of_chosen_schemes_is_no_advice():
    """The fastest of them may be far from the best."""
    assert " for an engine with" in recorded()
    some = recorded("--schemes", "^pext")
    assert " for an engine with" not in some and "time of the best" not in some


def test_rows_without_a_result_are_counted_among_the_selected():
    assert " 159 unsupported" in recorded()
    assert " 0 unsupported" in recorded("--schemes", "^pext")


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


BAD_OPTIONS = [  # what the line contains; test_options.c has other messages
    ("--workloads: the run has no 'random:7'", "--workloads random:7"),
    ("--modes: the run has no 'burst-7-7'", "--modes burst-7-7"),
    ("--pieces: the run has no 'both'; it has ", "--pieces both"),
    ("--schemes: the run has no 'no_such'; see", "--schemes no_such --relative-to pext"),
    ("--schemes: the run has no 'pxet', did you mean pext?\n", "--schemes pxet"),
    ("--workloads: the run has no 'serch', did you mean search?\n", "--workloads games,serch"),
    ("no row of the selected", "--workloads search --modes throughput"),
    ("no column is named 'rok', did you mean rook?", "--sort rok"),
    ("no column is named 'x', expected one of the run, such as 'rook warm'", "--pieces rook --sort x"),
    ("the tables have no scheme mine, expected one of the selected schemes", "--relative-to mine"),
    ("the tables have no scheme pxet, did you mean pext?", "--relative-to pxet"),
]


@pytest.mark.parametrize("reason, options", BAD_OPTIONS)
def test_bad_options(reason, options, tmp_path):
    columns = "queen games throughput", "queen games setwise", "queen search latency", "rook games throughput"
    path = EditedRun(tmp_path, ("null", "pext"), [tuple(column.split()) for column in columns]).save()
    assert reason in complains(slidebench("summarize", path, *shlex.split(options), status=None), USAGE)


NO_LOGS = "", "{", "[]\n", "\0", '{\n "format":3\n}\n', "cpu,level\namd-epyc-zen-5,native\n"


@pytest.mark.parametrize("command", [("summarize",), ("bench", "--resume"), ("recommend",)], ids=" ".join)
def test_other_files_are_refused(command, tmp_path):
    """test_recorded_run.c has all impossible members."""
    path = tmp_path / "file"
    for text in NO_LOGS:
        path.write_text(text)
        line = complains(slidebench(*command, path, status=None), BAD_INPUT)
        reason = "it is damaged, or this is no log" if text else "the file is empty"
        assert line == f"slidebench: {path}:1: expected the first line of a run's log; {reason}\n"
        assert path.read_text() == text


def test_paths_that_cannot_be_read(tmp_path):
    assert "No such file" in complains(slidebench("summarize", tmp_path / "none", status=None), BAD_INPUT)
    for path in tmp_path, "/dev/zero":
        assert "expected the log of a run, a file" in complains(slidebench("summarize", path, status=None), BAD_INPUT)
