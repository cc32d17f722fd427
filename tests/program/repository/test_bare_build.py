# SPDX-License-Identifier: MIT
"""A build without C++ or without any library: only the options that need what is missing are refused."""

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
NO_LIBRARY = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("benchmark", "PkgConfig")]
WITHOUT_LIBRARIES = {  # a command: its input, and a part of its output
    "list": (None, "Classic ray loop"),
    "verify": (None, "1 verified, 0 wrong"),
    "query": ("rook a1 0x0\n", "0x01010101010101fe\n"),
    "perft --depth 4": (None, "197281 nodes by ray_loop"),
    "export ray_loop": (None, "sliders_rook_attacks"),
}
MAY_BE_UNSTABLE = (0, 6)  # a busy machine is no fault of the program


@pytest.fixture(scope="module", params=["C++", "libraries"])
def program(request, tmp_path_factory):
    """Runs the bench binary of a build that does not find these. Its `logs` is whether it has libraries for logs."""
    folder = tmp_path_factory.mktemp("bare")
    options = [f"-DCMAKE_C_COMPILER={os.environ['CC']}", "-DSLIDEBENCH_SCHEMES=^(null|ray_loop)$"]
    options += NO_LIBRARY if request.param == "libraries" else []
    environment = {**os.environ, "CXX": "no-compiler"} if request.param == "C++" else None
    configure = ["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder, *options]
    configured = subprocess.run(configure, capture_output=True, text=True, env=environment)
    assert configured.returncode == 0 and "no Google Benchmark" in configured.stderr, configured.stderr
    binary = f"slidebench-{LEVEL}"
    built = subprocess.run(["cmake", "--build", folder, "--target", binary], capture_output=True, text=True)
    assert built.returncode == 0 and "warning:" not in built.stdout, built.stdout

    def run(*arguments, input=None):
        return subprocess.run([folder / binary, *map(str, arguments)], input=input, capture_output=True, text=True)

    run.logs = request.param == "C++"
    return run


def refusal(done, status):
    assert done.returncode == status and done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_bench_needs_no_google_benchmark(program, tmp_path):
    out = tmp_path / "out"
    done = program(*SHORT, "--format", "csv", "--out", out)
    if not program.logs:
        assert "built without jansson or zlib, there is no `bench`: install " in refusal(done, 4) and not out.exists()
        return
    assert done.returncode in MAY_BE_UNSTABLE, done.stderr
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert {row["scheme"] for row in rows} == {"null", "ray_loop"}
    assert {row["mode"] for row in rows} == {"throughput", "latency"}
    assert program("summarize", *out.glob("*/*"), "--format", "csv").stdout == done.stdout


def test_logs_need_libraries(program):
    for name, *more in ("summarize", "run.jsonl.gz"), ("recommend",):
        if not program.logs:
            assert f"there is no `{name}`" in refusal(program(name, *more), 4)


@pytest.mark.parametrize("command", WITHOUT_LIBRARIES)
def test_command_needs_no_library(command, program):
    input, expected = WITHOUT_LIBRARIES[command]
    done = program(*command.split(), input=input)
    assert (done.returncode, done.stderr) == (0, "") and expected in done.stdout, done.stderr


def test_options_of_google_benchmark_are_refused(program):
    if not program.logs:
        pytest.skip("there is no bench without libraries for logs")
    text = refusal(program(*SHORT, "--benchmark_filter=x"), 2)
    assert "--benchmark_filter=x: built without Google Benchmark" in text
