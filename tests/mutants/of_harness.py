# SPDX-License-Identifier: MIT
"""Mutants of the harness: which there are, and whether a unit test of the module notices one.

A mutant is compiled as the build compiles the module, and linked in front of the harness's library into each of the module's
unit tests: one must fail, or else the address and undefined-behaviour sanitizers must notice what the mutant does to memory.
"""

import contextlib
import functools
import json
import os
import resource
import shlex
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from operators import slips

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("SLIDEBENCH_BUILD", ROOT / "build" / "test"))
LIBRARY = "harness/libharness.a"
SECONDS = 2  # of CPU beyond what the test takes unmutated, and three times that on the wall
BYTES = 2 << 30
KILLED = ("test", "endless", "memory")


class Trial(NamedTuple):
    options: tuple  # of compiler and linker, beyond the build's
    killed: str  # what becomes of a mutant that fails


TRIALS = [Trial((), "test"), Trial(("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"), "memory")]

# The unit tests of each module that is mutated, the quickest first.
TESTS = {
    "analysis/clean_samples": ["clean_samples"],
    "analysis/conclude": ["conclude"],
    "analysis/doubts": ["conclude"],
    "analysis/process_figures": ["conclude"],
    "base/parse": ["parse"],
    "base/progress": ["progress"],
    "base/stats": ["stats"],
    "output/csv": ["csv_json", "tables"],
    "output/json": ["csv_json", "tables", "resume"],
    "output/resume": ["resume"],
    "plan/matrix": ["matrix"],
    "plan/modes": ["modes"],
    "timing/canary": ["canary"],
    "timing/cold_cache": ["cold_cache", "kernel_run"],
    "timing/kernel_run": ["kernel_run", "rounds"],
    "workload/generators": ["workload"],
    "workload/workload": ["workload"],
}


def files():
    return {f"harness/{module}.c" for module in TESTS}


def mutants(file):
    return slips(ROOT / file, file)


@functools.cache
def compiler(module):
    """The build's command for a module, without its source, its target and what depends on its lines."""
    path = BUILD / "compile_commands.json"
    if not path.exists():
        raise RuntimeError(f"{BUILD}: no build with unit tests, which mutants of the harness are tried by")
    command = next(
        entry["command"]
        for entry in json.loads(path.read_text())
        if entry["file"] == str(ROOT / "harness" / f"{module}.c")
    )
    words = shlex.split(command)
    return [*words[: words.index("-o")], "-g0", "-w", "-c"]


@functools.cache
def linker(test):
    """The build's command for a unit test, as the shell has it."""
    done = subprocess.run(["ninja", "-t", "commands", f"tests/test_{test}"], cwd=BUILD, capture_output=True, text=True)
    if done.returncode or LIBRARY not in done.stdout:
        raise RuntimeError(f"{BUILD}: cannot link test_{test}: {done.stdout}{done.stderr}")
    return done.stdout.splitlines()[-1]


def compile_module(module, trial, source):
    """The object file's bytes; None if it does not compile."""
    done = subprocess.run(
        [*compiler(module), *trial.options, source, "-o", WORKSHOP / "module.o"], cwd=BUILD, capture_output=True
    )
    return (WORKSHOP / "module.o").read_bytes() if done.returncode == 0 else None


def link(test, trial):
    program = WORKSHOP / "program"
    command = (
        linker(test)
        .replace(LIBRARY, f"{WORKSHOP}/module.o {LIBRARY} {' '.join(trial.options)}", 1)
        .replace(f"-o tests/test_{test}", f"-o {program}")
    )
    return program if subprocess.run(command, shell=True, cwd=BUILD, capture_output=True).returncode == 0 else None


def confine(seconds, trial):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not trial.options:  # sanitizers reserve half of the address space, and have a limit of their own
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def passes(program, seconds, trial):
    """Whether a test does; None if its time was up. What it started ends with it."""
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
    return compile_module(module, trial, ROOT / "harness" / f"{module}.c")


@functools.cache
def limit(module, trial, test):
    """Seconds of CPU: what the test takes unmutated, and some more."""
    (WORKSHOP / "module.o").write_bytes(original(module, trial))
    program, before = link(test, trial), resource.getrusage(resource.RUSAGE_CHILDREN)
    if not program or not passes(program, 60, trial):
        raise RuntimeError(f"test_{test} fails with {module}.c unmutated: {' '.join(trial.options)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return SECONDS + int(2 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))


def prepare(folder):
    """Nothing: the build has all."""


def open_workshop(folder):
    global WORKSHOP
    WORKSHOP = Path(tempfile.mkdtemp(dir=folder))


def fate(mutant, known):
    """The trial that kills the mutant, or what else becomes of it."""
    module = mutant.file.removeprefix("harness/").removesuffix(".c")
    source = WORKSHOP / "mutant.c"
    source.write_text(mutant.mutated)
    for trial in TRIALS:
        limits = [limit(module, trial, test) for test in TESTS[module]]
        right = original(module, trial)
        code = compile_module(module, trial, source)
        if code is None:
            return "compiler"
        if code == right and trial == TRIALS[0]:
            return "same"
        for test, seconds in zip(TESTS[module], limits):
            program = link(test, trial)
            if not program:
                return "compiler"
            if not (right := passes(program, seconds, trial)):
                return "endless" if right is None else trial.killed
    return "survived"
