# SPDX-License-Identifier: MIT
"""A build without optional libraries: bench runs, and refuses only the options that need a missing library."""

import csv
import os
import subprocess

import pytest

from conftest import LEVEL, SOURCE

SHORT = (
    "bench",
    "--workloads",
    "random",
    "--pieces",
    "queen",
    "--list-length",
    "64",
    "--processes",
    "2",
    "--time",
    "0.2",
)
MISSING = {"benchmark": ["benchmark"], "benchmark and PkgConfig": ["benchmark", "PkgConfig"]}
MAY_BE_UNSTABLE = (0, 6)  # a busy machine is no fault of the program


@pytest.fixture(scope="module", params=MISSING)
def program(request, tmp_path_factory):
    """Runs the bench binary of a build that does not find some packages. Its `json` is whether it has jansson."""
    folder = tmp_path_factory.mktemp("bare")
    options = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in MISSING[request.param]]
    options += [f"-DCMAKE_C_COMPILER={os.environ['CC']}", "-DSLIDEBENCH_SCHEMES=^(null|ray_loop)$"]
    configure = ["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder, *options]
    configured = subprocess.run(configure, capture_output=True, text=True)
    assert configured.returncode == 0 and "no Google Benchmark" in configured.stderr, configured.stderr
    binary = f"slidebench-{LEVEL}"
    built = subprocess.run(["cmake", "--build", folder, "--target", binary], capture_output=True, text=True)
    assert built.returncode == 0 and "warning:" not in built.stdout, built.stdout

    def run(*arguments):
        return subprocess.run([folder / binary, *map(str, arguments)], capture_output=True, text=True)

    run.json = "PkgConfig" not in MISSING[request.param]
    return run


def refusal(done, status):
    assert done.returncode == status and done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_bench_runs_without_google_benchmark(program):
    done = program(*SHORT, "--format", "csv")
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert {row["scheme"] for row in rows} == {"null", "ray_loop"}
    assert {row["mode"] for row in rows} == {"throughput", "latency"}


def test_options_of_google_benchmark_are_refused(program):
    text = refusal(program(*SHORT, "--benchmark_filter=x"), 2)
    assert "--benchmark_filter=x: built without Google Benchmark" in text


def test_json_needs_jansson(program, tmp_path):
    out = tmp_path / "out"
    if program.json:
        assert program(*SHORT, "--out", out).returncode in MAY_BE_UNSTABLE and len(list(out.rglob("*.json"))) == 1
        return
    assert "built without jansson" in refusal(program(*SHORT, "--out", out), 4)
    assert "built without jansson" in refusal(program(*SHORT, "--format", "json"), 4)
    assert "built without jansson" in refusal(program("recommend"), 4)
    assert not out.exists()
