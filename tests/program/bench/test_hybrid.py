# SPDX-License-Identifier: MIT
"""A hybrid CPU: runs name their kind of core, are resumed on it, and found by it."""

import os
import re
import shutil

import pytest

from conftest import BUILD, LEVEL
from injection import POSITION, UNSTABLE, files, gate_errors, pinned, run, slug
from result_factory import GOOD, csv_rows, read_lines, write_lines

CPUS = "sys/devices/system/cpu"
EFF, PERF = 0, 1


@pytest.fixture
def env(tmp_path):
    """The environment of a machine whose CPU 0 is an efficiency core, by files in place of /sys."""
    root = tmp_path / "root"
    if not {EFF, PERF} <= os.sched_getaffinity(0):
        pytest.skip("CPUs 0 and 1 are not both allowed")
    files: dict[str, object] = {f"{CPUS}/online": "0-1"}
    for cpu, capacity in (EFF, 400), (PERF, 1024):
        files |= {
            f"{CPUS}/cpu{cpu}/cpu_capacity": capacity,
            f"{CPUS}/cpu{cpu}/topology/core_cpus": cpu + 1,  # a mask
            f"{CPUS}/cpu{cpu}/topology/package_cpus": 3,
        }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{text}\n")
    return os.environ | {"HWLOC_FSROOT": str(root), "HWLOC_THISSYSTEM": "1", "HWLOC_COMPONENTS": "linux,stop"}


def test_run_is_of_a_kind_of_core(env, tmp_path):
    """Also when it is resumed."""
    options = "--schemes", "^ray_loop$", "--core-kind", "eff", "--out", tmp_path / "results"
    run(*pinned(*options), env=env, status=UNSTABLE)
    (log,) = files(tmp_path / "results")
    assert log.name.endswith("-native-eff.jsonl.gz") and gate_errors(log) == []
    head = read_lines(log)[0]
    assert (head["machine"]["core_kind"], head["pin"]["cpu"]) == ("eff", EFF)
    text = run("summarize", log, env=env).stdout
    assert "CPU 0, core 0 of 2, 1 thread per core, slowest kind" in text
    assert {row["core_kind"] for row in csv_rows(log)} == {"eff"}
    resume = "bench", "--resume", log, "--positions", POSITION, "--quiet"
    run(*resume, env=env, status=UNSTABLE)


def test_run_is_found_on_the_kind_that_bench_takes(env, tmp_path):
    """`recommend` finds the run of the fastest kind, and not that of the other one, which is newer."""
    program = shutil.copy(BUILD / f"slidebench-{LEVEL}", tmp_path)
    cpu = slug(env=env)
    level, compiler = re.search(r"level (\S+), (.*)", run("--version").stdout).groups()
    lines = read_lines(GOOD)
    lines[0].update(level=level, compiler=compiler)
    for kind, year in ("perf", "2026"), ("eff", "2099"):
        lines[0]["machine"].update(slug=cpu, core_kind=kind)
        lines[0]["date"] = year + lines[0]["date"][4:]
        write_lines(tmp_path / "results" / cpu / f"{kind}.jsonl.gz", lines)
    assert f"results/{cpu}/perf.jsonl.gz: 2026" in run("recommend", binary=program, cwd=tmp_path, env=env).stdout
