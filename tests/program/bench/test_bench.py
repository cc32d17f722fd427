# SPDX-License-Identifier: MIT
"""Runs from queries to logs. No timing is asserted, only that results exist and are consistent."""

import csv
import gzip
import io
import json
import re
import os
import resource
import threading

import pytest

from conftest import BUILD, LEVEL, slidebench
from injection import UNSTABLE
from process import run
from slidebench_tools.command import USAGE
from result_factory import csv_rows, read_lines

SHORT = ("--schemes", "^(null|ray_loop)$", "--time", "0.5", "--no-pin")


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Runs briefly; returns the process and the log."""
    folder = tmp_path_factory.mktemp("results")
    done = slidebench(*SHORT, "--workloads", "games", "--pieces", "queen,both", "--out", folder, status=UNSTABLE)
    (path,) = folder.glob("*/*")
    return done, path


def test_results_are_consistent(saved):
    for row in csv_rows(saved[1]):
        assert "nan" not in ",".join(row.values()).lower()
        assert row["list_length"] == "65536" and row["status"] in ("ok", "unstable")
        if row["status"] == "ok":
            assert 5 <= int(row["processes"]) <= 10
            assert 0 < float(row["cycles_ci_low"]) <= float(row["cycles"]) <= float(row["cycles_ci_high"])
            assert float(row["ns"]) == pytest.approx(float(row["cycles"]) / float(row["core_ghz"]), rel=0.2)
            assert 0 < float(row["undisturbed_share"]) <= 1 and int(row["samples_total"]) >= 15
            assert len(row["checksum"]) == (0 if row["scheme"] == "null" else 16)
            assert bool(row["rank_min"]) == bool(row["rank_max"]) == (row["scheme"] != "null")
            assert not row["rank_min"] or int(row["rank_min"]) <= int(row["rank_max"])


def test_log_has_a_line_for_each_process(saved):
    """Any reader of gzip finds them. The host's name is in none."""
    lines = [json.loads(line) for line in gzip.decompress(saved[1].read_bytes()).splitlines()]
    assert lines == read_lines(saved[1]) and list(lines[-1]) == ["ended"]
    head, *processes = lines[:-1]
    assert [line["process"] for line in processes] == [*range(1, len(processes) + 1)] and len(processes) >= 5
    assert len({line["seed"] for line in processes}) == len(processes)
    for line in processes:
        assert all(len(line[name]) == len(head["rows"]) for name in ("cycles", "ghz", "samples", "undisturbed"))
        links = len([*(BUILD / "links").glob(f"slidebench-{LEVEL}-*")])
        assert line["link"] == line["process"] % (links + 1)  # the seed is 1
        assert line["began"] >= head["date"] and line["seconds"] > 0 and 0 <= line["undisturbed_share"] <= 1
    host = run("uname", "-n").stdout.strip()
    assert host not in json.dumps(lines)


def test_a_process_touches_the_tables_of_all_schemes(saved):
    """It does so in a random order, whatever it times; nothing else needs as much memory."""
    sizes = run("size", BUILD / f"slidebench-{LEVEL}").stdout
    uninitialised = int(sizes.splitlines()[1].split()[2])
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 >= uninitialised > 50_000_000


GBENCH = "--schemes ^(null|ray_loop)$ --pieces queen --workloads random --list-length 64 --modes throughput,burst-0-8"
GBENCH = (*GBENCH.split(), "--benchmark_min_time=0.001")


def test_google_benchmark_measures(tmp_path):
    """An iteration is one query, so that its times are those of a query. A burst is timed without what precedes it."""
    out = "--benchmark_format=json", "--benchmark_out=gb.csv", "--benchmark_out_format=csv"
    entries = json.loads(slidebench(*GBENCH, *out, cwd=tmp_path).stdout)["benchmarks"]
    modes = "throughput", "burst-0-8/iterations:32768/manual_time"
    names = [f"{scheme}/queen/random/{mode}" for scheme in ("null", "ray_loop") for mode in modes]
    assert [entry["name"] for entry in entries] == names
    assert re.findall(r'^"(.*?)",', (tmp_path / "gb.csv").read_text(), re.M) == names
    for entry in entries:
        size = 8 if "burst" in entry["name"] else 64
        assert entry["iterations"] > 0 and entry["iterations"] % size == 0
        assert entry["real_time"] > 0 and entry["time_unit"] == "ns" and "error_occurred" not in entry
        assert entry["items_per_second"] > 0


def test_google_benchmark_without_a_row():
    done = slidebench(*GBENCH, "--benchmark_filter=zzz", status=USAGE)
    assert done.stderr.endswith("slidebench: --benchmark_filter selects no row that runs here\n")


@pytest.mark.parametrize("named", [False, True], ids=["standard input", "by name"])
def test_positions_from_a_pipe_reach_every_process(named, tmp_path):
    """A pipe can be read only once. A shell's <(...) is a named pipe."""
    text, pipe = "e2e4 e7e5 d1h5 b8c6 g1f3 d8e7\n", tmp_path / "pipe"
    os.mkfifo(pipe)
    if named:
        threading.Thread(target=pipe.write_text, args=(text,), daemon=True).start()
    options = "--schemes ray_loop --pieces queen --list-length 6 --time 0.1 --processes 2 --no-pin --format csv"
    done = slidebench(*options.split(), "--positions", pipe if named else "-", input=text, status=UNSTABLE)
    for row in csv.DictReader(io.StringIO(done.stdout)):
        assert row["list_length"] == "6" and int(row["samples_total"]) > 0
        assert row["status"] == "unstable" or 2 <= int(row["processes"]) <= 4, row  # that have undisturbed samples
