# SPDX-License-Identifier: MIT
"""Runs from queries to logs. No timing is asserted, only that results exist and are consistent."""

import csv
import gzip
import io
import json
import re
import os
import resource
import subprocess
import threading

import pytest

from conftest import BUILD, LEVEL, json_rows
from result_factory import SUFFIX, csv_rows, read_lines, summarized

COLUMNS = (
    "cpu,microarchitecture,level,compiler,scheme,family,piece,workload,mode,status,reason,list_length,"
    "cycles,cycles_ci_low,cycles_ci_high,ns,ns_ci_low,ns_ci_high,core_ghz,rank_min,rank_max,tied_with_best,"
    "ratio_to_best,ratio_ci_low,ratio_ci_high,"
    "processes,samples_total,undisturbed_share,table_bytes,branchless,multiply_free,checksum,cycles_source,"
    "instructions,branch_misses,l1_misses,llc_misses,mean_occupied,lookups_per_step"
).split(",")
SHORT = ("--schemes", "^(null|ray_loop)$", "--time", "0.5")
MAY_BE_UNSTABLE = (0, 6)  # the machine may be busy


@pytest.fixture(scope="module")
def saved(slidebench, tmp_path_factory):
    """Runs briefly; returns the process and the log."""
    folder = tmp_path_factory.mktemp("results")
    done = slidebench(*SHORT, "--workloads", "games,random", "--pieces", "rook,bishop,queen,both", "--out", folder)
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    (path,) = folder.glob("*/*")
    return done, path


def test_csv_has_a_row_for_each(saved):
    rows = csv_rows(saved[1])
    assert list(rows[0]) == COLUMNS
    keys = {(r["scheme"], r["piece"], r["workload"], r["mode"]) for r in rows}
    assert len(rows) == len(keys) == 2 * 4 * 2 * 2
    assert {r["cpu"] for r in rows} == {saved[1].parent.name}


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


def test_checksums_do_not_depend_on_the_mode(saved):
    checksums = {}
    for row in csv_rows(saved[1]):
        checksums.setdefault((row["scheme"], row["piece"], row["workload"]), set()).add(row["checksum"])
    assert all(len(sums - {""}) <= 1 for sums in checksums.values())


def test_json_describes_the_run(saved):
    record = summarized(saved[1])
    assert record["format"] == 4 and record["machine"]["slug"] == saved[1].parent.name
    assert {"commit", "flags", "level", "compiler", "date", "options", "pin"} <= set(record)
    names = "scheme", "piece", "workload", "mode", "status"
    assert [[r[n] for n in names] for r in json_rows(record)] == [[r[n] for n in names] for r in csv_rows(saved[1])]


def test_log_has_a_line_for_each_process(saved):
    """Any reader of gzip finds them. The host's name is in none."""
    lines = [json.loads(line) for line in gzip.decompress(saved[1].read_bytes()).splitlines()]
    assert lines == read_lines(saved[1]) and list(lines[-1]) == ["ended"]
    head, *processes = lines[:-1]
    assert [line["process"] for line in processes] == [*range(1, len(processes) + 1)] and len(processes) >= 5
    for line in processes:
        assert all(len(line[name]) == len(head["rows"]) for name in ("cycles", "ghz", "samples", "undisturbed"))
        links = len([*(BUILD / "links").glob(f"slidebench-{LEVEL}-*")])
        assert line["link"] == line["process"] % (links + 1)  # the seed is 1
        assert line["began"] >= head["date"] and line["seconds"] > 0 and 0 <= line["undisturbed_share"] <= 1
    host = subprocess.run(["uname", "-n"], capture_output=True, text=True).stdout.strip()
    assert host not in json.dumps(lines)


def test_a_process_touches_the_tables_of_all_schemes(saved):
    """It does so in a random order, whatever it times; nothing else needs as much memory."""
    sizes = subprocess.run(["size", BUILD / f"slidebench-{LEVEL}"], capture_output=True, text=True).stdout
    uninitialised = int(sizes.splitlines()[1].split()[2])
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 >= uninitialised > 50_000_000


GAMES = "e2e4 e7e5 d1h5 b8c6 g1f3 d8e7\nd2d4 d7d5 c1f4 d8d6 f4d6 c8f5\n"


@pytest.mark.parametrize("more", [(), ("--no-warmup",)], ids=["warm-up", "no warm-up"])
def test_modes_have_their_pieces(slidebench, more, tmp_path):
    """setwise has no `both`, and `all` is not a single query."""
    (tmp_path / "games").write_text(GAMES)
    modes = "throughput,latency,setwise,replay,replay-upkeep,replay-lookups"
    options = f"--schemes ^(null|classical|classical_twin|rotated_6bit)$ --modes {modes} --pieces rook,queen,both,all"
    options += " --workloads games --positions games --list-length 2 --processes 1 --time 0.1 --out out"
    done = slidebench(*options.split(), *more, cwd=tmp_path)
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    (path,), pieces = tmp_path.rglob(f"*{SUFFIX}"), {}
    for row in csv_rows(path):
        assert row["status"] in ("ok", "unstable") and int(row["samples_total"]) > 0, row
        pieces.setdefault(row["mode"], set()).add(row["piece"])
    queries, boards, moves = {"rook", "queen", "both"}, {"rook", "queen", "all"}, {"all"}
    assert pieces == dict(zip(modes.split(","), (queries, queries, boards, moves, moves, moves)))
    assert summarized(path)["options"]["no_warmup"] == bool(more)


def test_google_benchmark_writes_once(slidebench, tmp_path):
    """Only the first process writes its file and its output: one entry per row, with the mean of its samples."""
    options = "--schemes ^(null|ray_loop)$ --pieces queen --workloads random --list-length 64"
    options += " --processes 2 --time 0.05 --benchmark_filter=ray_loop/queen --format csv"
    options += " --benchmark_out=gb.csv --benchmark_out_format=csv --benchmark_format=json"
    done = slidebench(*options.split(), cwd=tmp_path)
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    assert done.stdout.count('"context"') == 1
    entries, end = json.JSONDecoder().raw_decode(done.stdout)
    rows = list(csv.DictReader(io.StringIO(done.stdout[end:].lstrip())))
    printed = [entry["name"] for entry in entries["benchmarks"]]
    written = re.findall(r'^"(.*?)",', (tmp_path / "gb.csv").read_text(), re.M)
    assert printed == written and len(printed) == len(rows) == 2
    assert {row["scheme"] for row in rows} == {"ray_loop"}
    for entry, row in zip(entries["benchmarks"], rows, strict=True):
        assert entry["name"].startswith(f"ray_loop/queen/random/{row['mode']}/iterations:")
        if row["status"] == "ok" and not entry.get("error_occurred"):
            assert entry["time_unit"] == "ns"
            assert 0.1 < entry["real_time"] / float(row["ns"]) < 100, "not another unit; disturbed samples count here"


@pytest.mark.parametrize("named", [False, True], ids=["standard input", "by name"])
def test_positions_from_a_pipe_reach_every_process(slidebench, named, tmp_path):
    """A pipe can be read only once. A shell's <(...) is a named pipe."""
    text, pipe = b"e2e4 e7e5 d1h5 b8c6 g1f3 d8e7\n", tmp_path / "pipe"
    os.mkfifo(pipe)
    if named:
        threading.Thread(target=pipe.write_bytes, args=(text,), daemon=True).start()
    options = "--schemes ray_loop --pieces queen --list-length 6 --time 0.1 --processes 2 --format csv"
    done = slidebench(*options.split(), "--positions", pipe if named else "-", input=text)
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    for row in csv.DictReader(io.StringIO(done.stdout)):
        assert row["list_length"] == "6" and int(row["samples_total"]) > 0
        assert row["status"] == "unstable" or 2 <= int(row["processes"]) <= 4, row  # that have undisturbed samples
