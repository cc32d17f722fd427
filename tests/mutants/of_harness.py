# SPDX-License-Identifier: MIT
"""Mutants of the harness, and whether the unit tests of their module kill them.

A mutant is compiled as the build compiles its module, into a shared library. Each unit test of the module is linked
once, with this library before the harness library, and started for each mutant. A mutant is killed if one of these
tests fails, or if the address and undefined-behaviour sanitizers report an error.
"""

import contextlib
import functools
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from operators import mutations

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("SLIDEBENCH_BUILD", ROOT / "build" / "test"))
LIBRARY = "harness/libharness.a"
SECONDS = 2  # of CPU time allowed beyond that of the original; the limit on wall time is three times as high
BYTES = 2 << 30  # of memory
KILLED = ("test", "endless", "memory")

WORK_FOLDER = Path()  # of this process; open_work_folder() sets it


class Trial(NamedTuple):
    name: str
    options: tuple  # of compiler and linker, added to those of the build
    killed: str  # outcome for a mutant that fails


# The first takes a third of the second's time, and kills nine of ten mutants.
TRIALS = [
    Trial("plain", ("-O0",), "test"),
    Trial("optimised", (), "test"),
    Trial("sanitizers", ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"), "memory"),
]

TIMED = {"timing/canary"}  # its test fails without optimisation

# The unit tests of each mutated module, the fastest first.
TESTS = {
    "analysis/undisturbed_samples": ["undisturbed_samples"],
    "analysis/columns": ["columns"],
    "analysis/conclude": ["conclude", "twins", "disturbed", "in_doubt"],
    "analysis/in_doubt": ["in_doubt", "conclude"],
    "analysis/process_results": ["conclude", "twins", "disturbed", "in_doubt"],
    "analysis/ranking": ["ranking", "conclude", "in_doubt"],
    "analysis/recommendation": ["recommendation"],
    "analysis/twins": ["twins"],
    "base/clock": ["canary"],
    "base/parse": ["parse"],
    "base/progress": ["progress"],
    "base/stats": ["stats"],
    "cli/option_rules": ["options"],
    "cli/option_value": ["options"],
    "output/csv": ["csv"],
    "output/json": ["json", "recorded_run"],
    "plan/lists": ["lists", "matrix"],
    "plan/matrix": ["matrix"],
    "plan/modes": ["modes"],
    "plan/restrictions": ["restrictions"],
    "record/fields": ["recorded_run"],
    "record/gzip_member": ["log"],
    "record/log": ["log"],
    "record/log_lines": ["log"],
    "record/read_processes": ["recorded_run"],
    "record/read_rows": ["recorded_run"],
    "record/read_schemes": ["recorded_run"],
    "record/read_log": ["recorded_run"],
    "record/recorded_run": ["recorded_run"],
    "record/run_log": ["recorded_run", "log"],
    "record/write_log": ["json", "recorded_run"],
    "timing/canary": ["canary"],
    "timing/cold_cache": ["cold_cache", "kernel_run"],
    "timing/cold_code": ["cold_code", "kernel_run"],
    "timing/worker/kernel_run": ["kernel_run", "rounds"],
    "workload/expected": ["replay_script", "list_make", "perft_list", "generators"],
    "workload/generators": ["list_make", "generators"],
    "workload/list": ["perft_list", "list_make", "replay_script"],
    "workload/list_make": ["perft_list", "list_make"],
    "workload/list_memory": ["list_make"],
    "workload/perft_list": ["perft_list", "list_make"],
    "workload/replay_lists": ["replay_script", "list_make"],
    "workload/replay_script": ["replay_script", "list_make"],
    "workload/workload_spec": ["workload_spec"],
}


def files():
    return {f"harness/{module}.c" for module in TESTS}


def mutants(file):
    return mutations(ROOT / file, file)


@functools.cache
def compiler(module):
    """Returns the build's command for a module, without source and target and without debug information.

    Warnings do not stop it, except that of a wrong format: what printf does then depends on the machine.
    """
    path = BUILD / "compile_commands.json"
    if not path.exists():
        raise RuntimeError(
            f"{BUILD}: no build with unit tests; mutants of the harness need one (see $SLIDEBENCH_BUILD)"
        )
    command = next(
        entry["command"]
        for entry in json.loads(path.read_text())
        if entry["file"] == str(ROOT / "harness" / f"{module}.c")
    )
    words = shlex.split(command)
    warnings = "-Wno-error", "-Werror=format", "-Wno-format-overflow", "-Wno-format-truncation"
    return [*words[: words.index("-o")], *warnings, "-g0", "-fPIC", "-fno-semantic-interposition", "-c"]


@functools.cache
def linker(test):
    """Returns the build's command line that links a unit test."""
    done = subprocess.run(["ninja", "-t", "commands", f"tests/test_{test}"], cwd=BUILD, capture_output=True, text=True)
    if done.returncode or LIBRARY not in done.stdout:
        raise RuntimeError(f"{BUILD}: cannot link test_{test}: {done.stdout}{done.stderr}")
    return done.stdout.splitlines()[-1]


def compile_module(module, trial, source):
    """Returns the bytes of the object file, or None if the source does not compile."""
    done = subprocess.run(
        [*compiler(module), *trial.options, source, "-o", WORK_FOLDER / "module.o"], cwd=BUILD, capture_output=True
    )
    return (WORK_FOLDER / "module.o").read_bytes() if done.returncode == 0 else None


def make_library(test):
    """Links the module compiled last, with the functions wrapped that the test replaces."""
    wrapped = re.findall(r"--wrap=[^\s,]+", linker(test))
    subprocess.run(["ld", "-shared", *wrapped, "module.o", "-o", "module.so"], cwd=WORK_FOLDER, check=True)


@functools.cache
def program(module, trial, test):
    """Links a test with the library of the module as it is now, which any mutant's may replace. Returns its path."""
    path = WORK_FOLDER / "-".join(["test", Path(module).name, test, trial.name])
    command = (
        linker(test)
        .replace(LIBRARY, f"-Wl,--no-as-needed {WORK_FOLDER}/module.so {LIBRARY} {' '.join(trial.options)} -s", 1)
        .replace(f"-o tests/test_{test}", f"-o {path}")
    )
    done = subprocess.run(command, shell=True, cwd=BUILD, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"cannot link test_{test} with {module}.c: {done.stderr}")
    return path


def confine(seconds, trial):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if trial.name != "sanitizers":  # they reserve half of the address space; they get a limit by ASAN_OPTIONS
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def passes(program, seconds, trial):
    """Returns whether a test passes, or None if it exceeded its time limit. Ends the processes that it started."""
    environment = os.environ | {"ASAN_OPTIONS": f"hard_rss_limit_mb={BYTES >> 20}"}
    with subprocess.Popen(
        [program],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=environment,
        preexec_fn=lambda: confine(seconds, trial),
    ) as test:
        try:
            status = test.wait(timeout=3 * seconds)
        except subprocess.TimeoutExpired:
            status = -signal.SIGKILL
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(test.pid, signal.SIGKILL)
    return None if status in (-signal.SIGXCPU, -signal.SIGKILL) else status == 0


@functools.cache
def original(module, trial):
    """The unmutated object file; compiled from a file of the mutant's name, which the object file contains."""
    source = WORK_FOLDER / "mutant.c"
    source.write_text((ROOT / "harness" / f"{module}.c").read_text())
    return compile_module(module, trial, source)


@functools.cache
def limit(module, trial, test):
    """Returns the limit in seconds of CPU time, from the time that the test takes with the original module."""
    (WORK_FOLDER / "module.o").write_bytes(original(module, trial))
    make_library(test)
    path, before = program(module, trial, test), resource.getrusage(resource.RUSAGE_CHILDREN)
    if not passes(path, 60, trial):
        raise RuntimeError(f"test_{test} fails with the original {module}.c: {' '.join(trial.options)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return SECONDS + int(2 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))


def prepare(folder):
    """Does nothing: the build contains all that is needed."""


def open_work_folder(folder):
    global WORK_FOLDER
    WORK_FOLDER = Path(tempfile.mkdtemp(dir=folder))


def outcome(mutant, known):
    """Returns the mutant's outcome: the trial that kills it, "compiler", "same" or "survived"."""
    module = mutant.file.removeprefix("harness/").removesuffix(".c")
    source = WORK_FOLDER / "mutant.c"
    for trial in TRIALS[module in TIMED :]:
        right = original(module, trial)
        limits = [limit(module, trial, test) for test in TESTS[module]]
        source.write_text(mutant.mutated)
        code = compile_module(module, trial, source)
        if code is None:
            return "compiler"
        if code == right and trial.killed == "test":
            return "same"
        for test, seconds in zip(TESTS[module], limits):
            make_library(test)
            if not (right := passes(program(module, trial, test), seconds, trial)):
                return "endless" if right is None else trial.killed
    return "survived"
