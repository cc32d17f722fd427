# SPDX-License-Identifier: MIT
"""Old x86 CPUs, as QEMU plays them: the best level is chosen, what the CPU lacks is a row and no SIGILL, and nothing is timed.

The short form has a scheme for each kind of need; SLIDEBENCH_LONG=1 verifies all schemes at all levels that a CPU runs.
"""

import csv
import os
import platform
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, SOURCE

LONG = bool(os.environ.get("SLIDEBENCH_LONG"))
LEVELS = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"]
AVX2 = {"ssse3", "avx2", "bmi1", "bmi2", "lzcnt"}
# Model: the level it runs, and which words of schemes/isa.h it has of those that schemes need. None: depends on QEMU's age.
CPUS = {"qemu64": (0, set()), "Nehalem": (1, {"ssse3"}), "Haswell": (2, AVX2), "EPYC-Rome": (2, AVX2), "max": (2, None)}
SHORT = {"classical": "", "hyperbola_ssse3": "ssse3", "cfish_avx2": "avx2", "hyperbola_gfni": "avx2 gfni", "pext": "bmi2",
         "fill_avx512": "avx512f", "bext_sve2": "sve2-bitperm"}

pytestmark = [pytest.mark.skipif(platform.machine() != "x86_64", reason="these levels are x86's"),
              pytest.mark.skipif(not shutil.which("qemu-x86_64"), reason="no qemu-x86_64 here")]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Runs the launcher, or with `level` that level's own binary, on a CPU of QEMU's."""
    folder = tmp_path_factory.mktemp("portable")
    only = "" if LONG else f"^({'|'.join(SHORT)})$"
    for command in (["cmake", "-G", "Ninja", "-S", SOURCE, "-B", folder, f"-DCMAKE_C_COMPILER={os.environ['CC']}",
                     "-DSLIDEBENCH_LEVELS=portable", f"-DSLIDEBENCH_ONLY={only}"],
                    ["cmake", "--build", folder, "--target", "slidebench", *[f"slidebench-{level}" for level in LEVELS]]):
        subprocess.run(command, check=True, capture_output=True)

    def run(cpu, *arguments, level=None, status=0, environment=()):
        binary = folder / ("slidebench" if level is None else f"slidebench-{LEVELS[level]}")
        done = subprocess.run(["qemu-x86_64", "-cpu", cpu, binary, *arguments], capture_output=True, text=True,
                              env={**os.environ, **dict(environment)})
        assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
        return done

    return run


@pytest.fixture(scope="module")
def needs(program):
    """{scheme: words}: a baseline CPU lacks every one."""
    rows = csv.DictReader(program("qemu64", "list", "--format", "csv", level=0).stdout.splitlines())
    return {row["scheme"]: row["status"].removeprefix("ok").removeprefix("unsupported (needs ").removesuffix(")") for row in rows}


@pytest.mark.parametrize("cpu", CPUS)
def test_the_launcher_takes_the_best_level(program, cpu):
    """QEMU does not follow the launcher into the level's binary, which the host's CPU runs, and may not be able to."""
    try:
        done = program(cpu, "--version")
    except AssertionError:
        done = program(cpu, "--version", status=4)
    assert re.search(r"(?:level|compiled for) (x86-64[-v\d]*)", done.stdout + done.stderr)[1] == LEVELS[CPUS[cpu][0]]


@pytest.mark.parametrize("cpu", CPUS)
def test_levels_above_refuse(program, cpu):
    for level in range(CPUS[cpu][0] + 1, len(LEVELS)):
        assert re.search(f"compiled for {LEVELS[level]}, and this CPU lacks ", program(cpu, "list", level=level, status=4).stderr)
        forced = program(cpu, "list", status=4, environment={"SLIDEBENCH_LEVEL": LEVELS[level]})
        assert f"SLIDEBENCH_LEVEL={LEVELS[level]} needs " in forced.stderr


def test_each_kind_of_need_is_known(needs):
    assert {scheme: needs[scheme] for scheme in SHORT} == SHORT


@pytest.mark.parametrize("cpu", CPUS)
def test_rows_are_what_the_cpu_has(program, needs, cpu):
    best, has = CPUS[cpu]
    for level in range(best + 1):
        rows = list(csv.DictReader(program(cpu, "list", "--format", "csv", level=level).stdout.splitlines()))
        assert [row["scheme"] for row in rows] == list(needs)
        for row in rows if has is not None else []:
            lacks = " ".join(word for word in needs[row["scheme"]].split() if word not in has)
            assert row["status"] == (f"unsupported (needs {lacks})" if lacks else "ok"), row["scheme"]


@pytest.mark.parametrize("cpu", CPUS if LONG else ["qemu64", "Nehalem", "Haswell"])
def test_what_runs_is_right(program, needs, cpu):
    best, has = CPUS[cpu]
    native = subprocess.run([BUILD / "slidebench", "verify", "--schemes", "^classical$"], capture_output=True, text=True).stdout
    for level in range(0 if LONG else best, best + 1):
        text = program(cpu, "verify", level=level).stdout
        if has is not None:
            runs = {scheme for scheme, words in needs.items() if set(words.split()) <= has} - {"null"}
            assert set(re.findall(r"^verified +(\S+)", text, re.M)) == runs
        assert set(re.findall("signature .*", text)) == set(re.findall("signature .*", native))


def test_nothing_is_timed(program, tmp_path):
    done = program("Haswell", "bench", "--quick", "--out", tmp_path / "results", level=2, status=4)
    assert "an emulator translates this program" in done.stderr
    assert not done.stdout and not (tmp_path / "results").exists()


@pytest.mark.parametrize("cpu, name, pext", [("Nehalem", "Nehalem", "absent"), ("EPYC-Rome", "Zen 2", "unknown")])
def test_an_emulated_pext_is_not_called_fast(program, cpu, name, pext):
    """A real Zen 2 runs it in microcode, which only timing shows; here that would be QEMU's time."""
    text = program(cpu, "machine", level=0).stdout
    for line in f"microarchitecture +{name}", f"PEXT +{pext}", "emulator noticed +yes":
        assert re.search(f"^{line}$", text, re.M), text
