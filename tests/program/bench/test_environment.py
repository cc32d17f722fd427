# SPDX-License-Identifier: MIT
"""The system refuses processes, sockets, CPUs, clocks or instructions: one clear line and status 4, or a warning."""

import json
import os
import re
import shutil
import subprocess

import pytest

import process
from conftest import BUILD, LEVEL
from injection import FOLDER, UNSTABLE, bench_binary, complains, environment, files
from injection import pinned, run, short, started, wait_until, workers
from result_factory import csv_rows, summarized
from slidebench_tools.command import ENVIRONMENT

CPUS = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
ONE = ("--schemes", "^ray_loop$")

USELESS = "the system's clock does not advance, is too coarse, or runs backwards"
REFUSALS = {  # the calls that fail, where, and the message
    "no socket to verify through": ("socketpair:1:24", None, "no socket for a child process: Too many open files"),
    "no process to verify in": ("fork:1:11", None, "no child process: Resource temporarily unavailable"),
    "no process to time in": ("fork:2:11", None, "no timing process: Resource temporarily unavailable"),
    "no socket": ("socketpair:2:24", None, "no socket for a timing process: Too many open files"),
    "a clock that does not advance": ("clock_gettime:1+", None, USELESS),
    "a clock that stops before timing": ("clock_gettime:1+", "worker", "the clock does not advance"),
    "a clock that runs backwards": ("clock_gettime:1+:1", None, USELESS),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusal_is_reported(name, tmp_path):
    inject, where, text = REFUSALS[name]
    assert text in complains(run(*short(*ONE, "--out", tmp_path), inject=inject, where=where), ENVIRONMENT)
    assert files(tmp_path) == []


def test_timing_process_that_does_not_start_is_reported(tmp_path):
    """Neither /proc/self/exe nor argv[0] can be executed."""
    script = ("-c", f'exec -a {tmp_path / "gone"} "$0" "$@"', bench_binary())
    done = run(*script, *short(*ONE), binary="bash", inject="execv:1+:13")
    assert re.search(r"slidebench-\S+: cannot be started: \w+", complains(done, ENVIRONMENT))


@pytest.mark.parametrize("more", [{}, {"HWLOC_THISSYSTEM": "1", "HWLOC_COMPONENTS": "linux,stop"}])
def test_system_without_sys_is_told_in_our_words(tmp_path, more):
    """As in a container. Not by hwloc, which prints a line of its own each time."""
    done = run("machine", "--no-pin", env={**os.environ, "HWLOC_FSROOT": str(tmp_path), **more}, status=0)
    assert done.stderr == "" and "unknown" in done.stdout and "compiler of the harness" in done.stdout


@pytest.mark.skipif(not shutil.which("taskset"), reason="no taskset")
def test_cpu_that_disappears_before_timing_is_reported(tmp_path):
    """The parent can be bound to it, the first timing process cannot. There is no other CPU that may share its core."""
    run_on = "-c", str(CPUS[0]), bench_binary(), *pinned(*ONE, "--cpu", CPUS[0], "--out", tmp_path)
    done = run(*run_on, binary="taskset", inject="sched_setaffinity:2+:22")
    assert f"cannot bind to CPU {CPUS[0]}: Invalid argument" in complains(done, ENVIRONMENT)
    assert files(tmp_path) == []


@pytest.mark.skipif(len(CPUS) < 2, reason="one CPU")
def test_only_the_timing_process_is_bound():
    """The parent, which prints and polls, may be anywhere else."""
    process = started(*pinned(*ONE, time=1))
    (worker,) = workers(process)
    wait_until(lambda: len(os.sched_getaffinity(worker)) == 1, process)
    assert {*os.sched_getaffinity(process.pid)} == {*CPUS}
    assert process.wait(60) in UNSTABLE


@pytest.mark.skipif(not shutil.which("taskset"), reason="no taskset")
def test_run_needs_only_one_cpu():
    run_on = "-c", str(CPUS[-1]), bench_binary(), *pinned(*ONE, "--format", "json")
    pin = json.loads(run(*run_on, binary="taskset", status=UNSTABLE).stdout)["pin"]
    assert pin["pinned"] and pin["cpu"] == CPUS[-1]


def test_emulator_is_reported_and_nothing_is_timed():
    """Valgrind is recognised by its library in LD_PRELOAD only."""
    library = FOLDER / "vgpreload_core.so"
    if not library.exists():
        shutil.copy(environment("none:1")["LD_PRELOAD"], library)
    env = {**os.environ, "LD_PRELOAD": str(library)}
    assert "runs under valgrind: times mean nothing here" in run("machine", "--no-pin", env=env).stdout
    assert "this CPU is emulated" in complains(run(*short(*ONE), env=env), ENVIRONMENT)


def test_available_counters_are_used(tmp_path):
    options = short(*ONE, "--modes", "throughput", "--out", tmp_path)
    run(*options, inject="perf_event_open:1+", where="worker", status=UNSTABLE)
    (path,) = files(tmp_path)
    (row,) = csv_rows(path)
    if row["undisturbed_share"] == "0.000":
        pytest.skip("this machine is too busy for a single sample")
    assert summarized(path)["cycles_source"] == "counter"
    if row["status"] == "ok":
        cycles = float(row["cycles"])
        assert cycles == pytest.approx(3 * float(row["ns"]), rel=0.1)
        assert row["cycles_source"] == "counter" and row["l1_misses"] == row["llc_misses"] == ""
        assert float(row["instructions"]) == pytest.approx(2 * cycles, rel=0.01)
        assert float(row["branch_misses"]) == pytest.approx(cycles / 300, rel=0.01)


EMULATED = pytest.mark.skipif(
    not shutil.which("qemu-x86_64") or not os.uname().machine == "x86_64", reason="no qemu-x86_64"
)
OTHER_CPUS = {  # QEMU's name: vendor, microarchitecture, PEXT, whose speed is found by timing, impossible under QEMU
    "phenom": ("AuthenticAMD", "K10", "absent"),
    "Dhyana": ("HygonGenuine", "Dhyana", "unknown"),
    "EPYC,model-id=": ("AuthenticAMD", "Zen", "unknown"),
    "EPYC-Rome": ("AuthenticAMD", "Zen 2", "unknown"),
    "EPYC-Milan": ("AuthenticAMD", "Zen 3", "unknown"),
    "qemu64": ("AuthenticAMD", "unknown", "absent"),
    "Nehalem,level=5": ("GenuineIntel", "Nehalem", "absent"),
    "Westmere": ("GenuineIntel", "Westmere", "absent"),
    "Denverton": ("GenuineIntel", "Goldmont", "absent"),
    "Haswell": ("GenuineIntel", "Haswell", "unknown"),
    "Skylake-Client": ("GenuineIntel", "Skylake", "unknown"),
    "qemu64,vendor=  Shanghai  ,family=7,model=59": ("Shanghai", "unknown", "absent"),
}


@EMULATED
@pytest.mark.parametrize("cpu", OTHER_CPUS)
def test_other_cpus_are_recognised(cpu):
    """Runs slidebench-failing, which is compiled for the base level."""
    command = ["qemu-x86_64", "-cpu", cpu, BUILD / "slidebench-failing", "machine", "--no-pin"]
    lines = process.run(*command).stdout.splitlines()
    shown = {line[:25].strip(): line[25:].strip() for line in lines}
    assert tuple(shown[name] for name in ("vendor", "microarchitecture", "PEXT")) == OTHER_CPUS[cpu]
    assert shown["emulator detected"] == "yes" and shown["CPU"] != "unknown"
    if number := re.search("family=(.*),model=(.*)", cpu):
        assert (shown["family"], shown["model"]) == number.groups(), "as Linux computes them"


@EMULATED
def test_control_characters_in_cpu_name_are_replaced():
    """A hypervisor may set any bytes."""
    command = ["qemu-x86_64", "-cpu", b"EPYC,model-id=Z\x1b[31m\xff", BUILD / "slidebench-failing"]
    done = subprocess.run([*command, "machine", "--no-pin"], capture_output=True, check=True)
    assert re.search(rb"^CPU +Z\?\[31m\?$", done.stdout, re.M)


def test_launcher_finds_bench_binary(tmp_path):
    """Without one it fails; it may itself be found through PATH, and gets its level there."""
    launcher = shutil.copy(BUILD / "slidebench", tmp_path / "slidebench")
    assert "cannot run" in complains(run("list", binary=launcher), ENVIRONMENT)
    on_path = {**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}", "SLIDEBENCH_LEVEL": LEVEL}
    version = process.run("slidebench", "--version", env=on_path).stdout
    assert version.startswith("slidebench ") and f"level {LEVEL}" in version
    for name in BUILD / "slidebench", "slidebench":  # readlink() of /proc/self/exe fails
        assert process.run(name, "--version", env={**environment("readlink:1:2"), **on_path}).stdout == version


@EMULATED
def test_unsupported_level_is_not_launched():
    """test_dispatch.py has the launcher of a build with a level for every CPU."""
    text = complains(run("-cpu", "qemu64", BUILD / "tests/launch_levels", "list", binary="qemu-x86_64"), ENVIRONMENT)
    levels = "x86-64-v4 x86-64-v3 x86-64-v2"
    assert f"this CPU runs none of the levels built: {levels} (x86-64-v2 needs " in text and "ssse3" in text
