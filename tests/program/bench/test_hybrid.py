# SPDX-License-Identifier: MIT
"""A hybrid CPU: runs of one kind of core say nothing of the other, and all are of one CPU."""

import shutil

import pytest

import hybrid
from conftest import BUILD, LEVEL
from injection import UNSTABLE, complains, folder, gate_errors, pinned, run
from result_factory import csv_rows, read_lines, write_lines

INPUT = 3
KINDS = {"eff": hybrid.EFF, "perf": hybrid.PERF}


@pytest.fixture
def env(tmp_path):
    return hybrid.environment(tmp_path / "root")


@pytest.fixture
def log_of(env, tmp_path):
    """Returns a function that times a row on a kind of core, and returns the log."""

    def bench(kind):
        out = tmp_path / "results"
        before = set(out.rglob("*.jsonl.gz"))
        options = "--schemes", "^ray_loop$", "--out", out, *("--core-kind", kind) * (kind != "any")
        run(*pinned(*options), env=env, status=UNSTABLE)
        (log,) = set(out.rglob("*.jsonl.gz")) - before
        return log

    return bench


def test_reference_is_of_the_same_kind(log_of):
    heads = [read_lines(log_of(kind))[0] for kind in ("perf", "eff", "eff")]
    assert [head["machine"]["core_kind"] for head in heads] == ["perf", "eff", "eff"]
    assert [head["pin"]["cpu"] for head in heads] == [KINDS["perf"], KINDS["eff"], KINDS["eff"]]
    assert [head["known_reference_ipc"] > 0 for head in heads] == [False, False, True]
    assert len({head["machine"]["slug"] for head in heads}) == 1


def test_kind_is_in_table_and_name(log_of, env):
    log = log_of("eff")
    assert log.name.endswith("-native-eff.jsonl.gz") and gate_errors(log) == []
    text = run("summarize", log, env=env).stdout
    assert "CPU 0, core 0 of 2, 1 thread per core, slowest kind" in text
    assert {row["core_kind"] for row in csv_rows(log)} == {"eff"}


def test_run_is_resumed_on_its_kind(log_of, env):
    log, position = log_of("any"), folder()[1] / "position"
    resume = "bench", "--resume", log, "--positions", position, "--quiet"
    run(*resume, env=env, status=UNSTABLE)
    line = complains(run(*resume), INPUT)
    assert "its kind of core is perf, but here it is unknown" in line


def test_run_is_found_on_the_kind_that_bench_takes(env, tmp_path):
    """`recommend` finds the run of the fastest kind, and not that of the other one, which is newer."""
    program = shutil.copy(BUILD / f"slidebench-{LEVEL}", tmp_path)
    column = "--pieces mix-hand-made --modes throughput --processes 5 --time 0.2 --quiet --format csv --out results"

    run(*column.split(), binary=program, cwd=tmp_path, env=env, status=UNSTABLE)
    (log,) = (tmp_path / "results").rglob("*.jsonl.gz")
    lines = read_lines(log)
    lines[0]["machine"]["core_kind"] = "eff"
    lines[0]["date"] = "2099" + lines[0]["date"][4:]
    write_lines(log.with_name("run-eff.jsonl.gz"), lines)
    done = run("recommend", "--for", "hce", binary=program, cwd=tmp_path, env=env, status=UNSTABLE)
    assert "no rows" not in done.stderr
    assert done.returncode or log.name in done.stdout
