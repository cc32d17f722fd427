# SPDX-License-Identifier: MIT
"""Other x86 CPUs, emulated by QEMU: the launcher starts the best level, each command works, and nothing is timed.

A scheme that the CPU does not support is a row with a reason, and no program ends by an illegal instruction: each run
must end with the expected status. The short form has one scheme per required extension. The long form adds CPUs and
schemes.
"""

import csv
import os
import platform
import re
import shutil
from typing import NamedTuple

import pytest

from conftest import BUILD, schemes, slidebench
from draw import LONG, draw
from process import run
from source_tree import build, configure, folder_of

LEVELS = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"]
SSE4 = {"ssse3", "sse4.2"}
AVX2 = SSE4 | {"avx2", "bmi1", "bmi2", "lzcnt"}


class Cpu(NamedTuple):
    """The expected properties of a CPU model of QEMU 7.2. test_environment.py has their names."""

    level: int  # index of the best level that it supports
    has: set | None  # its extensions, in the words of schemes/target/isa.h; None: depends on the QEMU version


CPUS = {"qemu64": Cpu(0, set()), "Nehalem": Cpu(1, SSE4), "Haswell": Cpu(2, AVX2)}
MORE_CPUS = {
    **dict.fromkeys(("Westmere", "Denverton"), Cpu(1, SSE4)),
    **dict.fromkeys(("Skylake-Client", "EPYC", "EPYC-Rome", "EPYC-Milan"), Cpu(2, AVX2)),
    "max": Cpu(2, None),
}
if LONG:
    CPUS |= {cpu: MORE_CPUS[cpu] for cpu in draw(MORE_CPUS, 2, "more CPUs under QEMU")}
SHORT = {
    "classical": "",
    "hyperbola_ssse3": "ssse3",
    "crc32": "sse4.2",
    "cfish_avx2": "avx2",
    "hyperbola_gfni": "avx2 gfni",
    "pext": "bmi2",
    "fill_avx512": "avx512f",
    "bext_sve2": "sve2-bitperm",
}
DRAWN = draw(schemes(BUILD / "slidebench"), 40, "schemes under QEMU") if LONG else ()
# One CPU per level, with a scheme that needs what it adds. The other CPUs run the same code, and verify SHORT.
ADDED = {"qemu64": ["classical"], "Nehalem": ["hyperbola_ssse3"], "Haswell": ["pext"]}


def to_verify(cpu):
    """Returns the schemes to verify on a CPU."""
    if not LONG:
        return ADDED[cpu]
    return {*SHORT, *DRAWN} if cpu in ADDED else SHORT


def runs(below):
    """Returns each CPU with its best level; if `below`, with all lower levels too."""
    return [
        pytest.param(cpu, level, id=f"{cpu} at {LEVELS[level]}")
        for cpu, (best, _) in CPUS.items()
        for level in range(0 if below else best, best + 1)
    ]


def qemu_version():
    """Returns (major, minor), or (0, 0) without QEMU."""
    if not shutil.which("qemu-x86_64"):
        return 0, 0
    text = run("qemu-x86_64", "--version").stdout
    return tuple(map(int, re.search(r"version (\d+)\.(\d+)", text).groups()))


pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="these levels exist on x86-64 only"),
    pytest.mark.skipif(qemu_version() < (7, 2), reason="no qemu-x86_64, or one before 7.2, which lacks AVX2"),
]


@pytest.fixture(scope="module")
def program():
    """Returns a function that runs the launcher, or the binary of a `level`, on a CPU that QEMU emulates."""
    folder = folder_of("portable")
    configure(folder, "-DSLIDEBENCH_LEVELS=portable", schemes={*SHORT, *DRAWN})
    build(folder, "slidebench", *(f"slidebench-{level}" for level in LEVELS))

    def run_on(cpu, *arguments, level=None, **more):
        name = "slidebench" if level is None else f"slidebench-{LEVELS[level]}"
        return run("qemu-x86_64", "-cpu", cpu, folder / name, *arguments, **more)

    return run_on


@pytest.fixture(scope="module")
def needs(program):
    """Returns {scheme: required extensions}."""
    rows = csv.DictReader(program("qemu64", "list", "--format", "csv", level=0).stdout.splitlines())
    return {row["scheme"]: row["needs"] for row in rows}


@pytest.mark.parametrize("cpu", CPUS)
def test_launcher_starts_the_best_level(program, cpu):
    """QEMU does not emulate the binary that the launcher starts: it runs on the host CPU, which may lack the level."""
    done = program(cpu, "--version", status=(0, 4))
    assert re.search(r"(?:level|compiled for) (x86-64[-v\d]*)", done.stdout + done.stderr)[1] == LEVELS[CPUS[cpu].level]


@pytest.mark.parametrize("cpu", CPUS)
def test_binaries_of_higher_levels_refuse(program, cpu):
    for level in range(CPUS[cpu].level + 1, len(LEVELS)):
        refused = program(cpu, "list", level=level, status=4).stderr
        assert f"compiled for {LEVELS[level]}, and this CPU lacks " in refused
        forced = program(cpu, "list", status=4, env={**os.environ, "SLIDEBENCH_LEVEL": LEVELS[level]})
        assert f"SLIDEBENCH_LEVEL={LEVELS[level]} needs " in forced.stderr


def test_required_extensions_are_listed(needs):
    assert {scheme: needs[scheme] for scheme in SHORT} == SHORT


@pytest.mark.parametrize("cpu, level", runs(below=True))
def test_list_shows_the_missing_extensions(program, needs, cpu, level):
    has = CPUS[cpu].has
    rows = list(csv.DictReader(program(cpu, "list", "--format", "csv", level=level).stdout.splitlines()))
    assert [row["scheme"] for row in rows] == list(needs)
    for row in rows if has is not None else []:
        lacks = " ".join(word for word in needs[row["scheme"]].split() if word not in has)
        assert row["status"] == (f"unsupported (needs {lacks})" if lacks else "ok"), row["scheme"]


@pytest.mark.parametrize("cpu", CPUS)
def test_supported_schemes_are_verified(program, needs, cpu):
    native = slidebench("verify", "--schemes", "^classical$").stdout
    (best, has), schemes = CPUS[cpu], to_verify(cpu)
    text = program(cpu, "verify", "--schemes", f"^({'|'.join(schemes)})$", level=best).stdout
    if has is not None:
        supported = {scheme for scheme in schemes if set(needs[scheme].split()) <= has} - {"null"}
        assert supported and set(re.findall(r"^verified +(\S+)", text, re.M)) == supported
    assert set(re.findall("signature .*", text)) == set(re.findall("signature .*", native))


COMMANDS = {
    "query": "query",
    "queries": "queries --list-length 300 --workloads games,random:60 --pieces rook,queen --seed 7",
    "show": "show --scheme classical --square d4 --piece both --occupied 0x8041a20428054a00",
    "perft": "perft --scheme classical --depth 3 --divide",
}
QUERIES = "".join(
    f"{piece} {file}{rank} 0x8041a20428054a{rank}0\n"
    for piece in ("rook", "bishop", "queen", "both")
    for file in "adh"
    for rank in range(1, 9)
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("cpu, level", runs(below=LONG))
def test_commands_print_the_native_output(program, cpu, level, command):
    arguments = COMMANDS[command].split()
    native = slidebench(*arguments, input=QUERIES).stdout
    emulated = program(cpu, *arguments, level=level, input=QUERIES).stdout
    assert native and emulated == native


@pytest.mark.parametrize("cpu", CPUS)
def test_supported_schemes_print_the_native_sets(program, needs, cpu):
    """Also the schemes that take long to verify."""
    native, has = slidebench("query", input=QUERIES).stdout, CPUS[cpu].has or set()
    for scheme in SHORT:
        if set(needs[scheme].split()) <= has:
            printed = program(cpu, "query", "--scheme", scheme, level=CPUS[cpu].level, input=QUERIES).stdout
            assert printed == native, scheme


@pytest.mark.parametrize("cpu, level", runs(below=LONG))
def test_nothing_is_timed(program, tmp_path, cpu, level):
    done = program(cpu, "bench", "--preset", "quick", "--out", tmp_path / "results", level=level, status=4)
    assert "this CPU is emulated" in done.stderr
    assert not done.stdout and not (tmp_path / "results").exists()
    assert re.search("^emulator detected +yes$", program(cpu, "machine", level=level).stdout, re.M)
