# SPDX-License-Identifier: MIT
"""Other x86 CPUs, as QEMU plays them: the launcher takes the best level, each command works, and nothing is timed.

What a CPU lacks is a row, and no program dies of an illegal instruction: each run must end with the expected status.
The short form has a scheme for each kind of need. SLIDEBENCH_LONG=1 adds CPUs and verifies all schemes;
SLIDEBENCH_LEVEL_BUILDS names a folder that has a build of each level already.
"""

import csv
import os
import platform
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import BUILD, SOURCE

LONG = bool(os.environ.get("SLIDEBENCH_LONG"))
LEVELS = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"]
SSE4 = {"ssse3", "sse4.2"}
AVX2 = SSE4 | {"avx2", "bmi1", "bmi2", "lzcnt"}


class Cpu(NamedTuple):
    """What a CPU model of QEMU 7.2 must be found to be."""

    level: int  # the best that it runs
    has: set | None  # the words of schemes/target/isa.h that schemes need; None: depends on QEMU's age
    name: str  # its microarchitecture
    pext: str = "unknown"  # microcoded or not shows only in time, which here would be QEMU's


CPUS = {
    "qemu64": Cpu(0, set(), "unknown", "absent"),
    "Nehalem": Cpu(1, SSE4, "Nehalem", "absent"),
    "Haswell": Cpu(2, AVX2, "Haswell"),
    "EPYC-Rome": Cpu(2, AVX2, "Zen 2"),
    "max": Cpu(2, None, "unknown"),
}
if LONG:
    CPUS |= {
        "Westmere": Cpu(1, SSE4, "Westmere", "absent"),
        "Denverton": Cpu(1, SSE4, "Goldmont", "absent"),
        "Skylake-Client": Cpu(2, AVX2, "Skylake"),
        "EPYC": Cpu(2, AVX2, "Zen"),
        "EPYC-Milan": Cpu(2, AVX2, "Zen 3"),
    }
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
ALL_SCHEMES = (
    "qemu64",
    "Nehalem",
    "EPYC-Milan",
)  # verified on one CPU of each level, for the others run the same code; on those, SHORT


def runs(below):
    """Returns each CPU with its best level, and with those below where that is wanted."""
    return [
        pytest.param(cpu, level, id=f"{cpu} at {LEVELS[level]}")
        for cpu, (best, *_) in CPUS.items()
        for level in range(0 if below else best, best + 1)
    ]


def qemu_version():
    """Returns (major, minor), or (0, 0) without QEMU."""
    if not shutil.which("qemu-x86_64"):
        return 0, 0
    text = subprocess.run(["qemu-x86_64", "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.search(r"version (\d+)\.(\d+)", text).groups()))


pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="these levels are x86's"),
    pytest.mark.skipif(qemu_version() == (0, 0), reason="no qemu-x86_64 here"),
    pytest.mark.skipif(qemu_version() < (7, 2), reason="QEMU before 7.2 has no AVX2"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Runs the launcher, or with `level` that level's own binary, on a CPU of QEMU's."""
    folder, builds = tmp_path_factory.mktemp("portable"), os.environ.get("SLIDEBENCH_LEVEL_BUILDS")
    only = "" if LONG and not builds else f"^({'|'.join(SHORT)})$"
    for command in (
        [
            "cmake",
            "-G",
            "Ninja",
            "-S",
            SOURCE,
            "-B",
            folder,
            f"-DCMAKE_C_COMPILER={os.environ['CC']}",
            "-DSLIDEBENCH_LEVELS=portable",
            f"-DSLIDEBENCH_ONLY={only}",
        ],
        ["cmake", "--build", folder, "--target", "slidebench", *[f"slidebench-{level}" for level in LEVELS]],
    ):
        subprocess.run(command, check=True, capture_output=True)

    def binary(level):
        if level is None:
            return folder / "slidebench"
        built = Path(builds, LEVELS[level]) / f"slidebench-{LEVELS[level]}" if builds else folder
        return built if built.is_file() else folder / f"slidebench-{LEVELS[level]}"

    def run(cpu, *arguments, level=None, status=0, environment=(), input=None):
        done = subprocess.run(
            ["qemu-x86_64", "-cpu", cpu, binary(level), *arguments],
            capture_output=True,
            text=True,
            input=input,
            env={**os.environ, **dict(environment)},
        )
        assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
        return done

    return run


@pytest.fixture(scope="module")
def needs(program):
    """{scheme: words}: a baseline CPU lacks every one."""
    rows = csv.DictReader(program("qemu64", "list", "--format", "csv", level=0).stdout.splitlines())
    return {
        row["scheme"]: row["status"].removeprefix("ok").removeprefix("unsupported (needs ").removesuffix(")")
        for row in rows
    }


@pytest.fixture(scope="module")
def verified(program):
    """{CPU: future of `verify` at its best level}: as many at a time as there are CPUs, for with all schemes one takes minutes."""
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        yield {
            cpu: pool.submit(
                program,
                cpu,
                "verify",
                *(() if cpu in ALL_SCHEMES else ("--schemes", f"^({'|'.join(SHORT)})$")),
                level=level,
            )
            for cpu, level in (run.values for run in runs(below=False))
        }


@pytest.mark.parametrize("cpu", CPUS)
def test_the_launcher_takes_the_best_level(program, cpu):
    """QEMU does not follow the launcher into the level's binary, which the host's CPU runs, and may not be able to."""
    try:
        done = program(cpu, "--version")
    except AssertionError:
        done = program(cpu, "--version", status=4)
    assert re.search(r"(?:level|compiled for) (x86-64[-v\d]*)", done.stdout + done.stderr)[1] == LEVELS[CPUS[cpu].level]


@pytest.mark.parametrize("cpu", CPUS)
def test_levels_above_refuse(program, cpu):
    for level in range(CPUS[cpu].level + 1, len(LEVELS)):
        assert re.search(
            f"compiled for {LEVELS[level]}, and this CPU lacks ", program(cpu, "list", level=level, status=4).stderr
        )
        forced = program(cpu, "list", status=4, environment={"SLIDEBENCH_LEVEL": LEVELS[level]})
        assert f"SLIDEBENCH_LEVEL={LEVELS[level]} needs " in forced.stderr


def test_each_kind_of_need_is_known(needs):
    assert {scheme: needs[scheme] for scheme in SHORT} == SHORT


@pytest.mark.parametrize("cpu, level", runs(below=True))
def test_rows_are_what_the_cpu_has(program, needs, cpu, level):
    has = CPUS[cpu].has
    rows = list(csv.DictReader(program(cpu, "list", "--format", "csv", level=level).stdout.splitlines()))
    assert [row["scheme"] for row in rows] == list(needs)
    for row in rows if has is not None else []:
        lacks = " ".join(word for word in needs[row["scheme"]].split() if word not in has)
        assert row["status"] == (f"unsupported (needs {lacks})" if lacks else "ok"), row["scheme"]


@pytest.mark.parametrize("cpu", CPUS)
def test_what_runs_is_right(verified, needs, cpu):
    native = subprocess.run(
        [BUILD / "slidebench", "verify", "--schemes", "^classical$"], capture_output=True, text=True
    ).stdout
    text, has = verified[cpu].result().stdout, CPUS[cpu].has
    if has is not None:
        supported = {scheme for scheme, words in needs.items() if set(words.split()) <= has} - {"null"}
        expected = supported if cpu in ALL_SCHEMES else supported & set(SHORT)
        assert set(re.findall(r"^verified +(\S+)", text, re.M)) == expected
    assert set(re.findall("signature .*", text)) == set(re.findall("signature .*", native))


@pytest.mark.parametrize("cpu", ["Nehalem", "Haswell"])
def test_the_words_of_isa_h_are_what_the_cpu_has(cpu):
    """By the unit test's own list, and by the compiler's opinion."""
    program = BUILD / "tests" / "test_isa"
    if not program.exists():
        pytest.skip("no cmocka")
    done = subprocess.run(
        ["qemu-x86_64", "-cpu", cpu, program],
        capture_output=True,
        text=True,
        env={**os.environ, "SLIDEBENCH_TEST_CPU": cpu},
    )
    assert done.returncode == 0 and "SKIPPED" not in done.stdout + done.stderr, done.stdout + done.stderr


BLSI = """int main(void)
{
    unsigned long lowest;
    unsigned char carry;
    __asm__("blsi %2, %0; setc %1" : "=r"(lowest), "=q"(carry) : "r"(8ul));
    return !carry;
}
"""


@pytest.fixture(scope="module")
def blsi_is_right(tmp_path_factory):
    """Returns whether QEMU sets the carry flag as BLSI does. 7.2 does not, and clang's loops over pieces for x86-64-v3 test it."""
    probe = tmp_path_factory.mktemp("blsi") / "probe"
    subprocess.run([os.environ["CC"], "-x", "c", "-", "-o", probe], input=BLSI, text=True, check=True)
    return subprocess.run(["qemu-x86_64", "-cpu", "max", probe]).returncode == 0


COMMANDS = {
    "query": ("query",),
    "queries": (
        "queries",
        "--list-length",
        "300",
        "--workloads",
        "games,random:60",
        "--pieces",
        "rook,queen",
        "--seed",
        "7",
    ),
    "show": ("show", "--scheme", "classical", "--square", "d4", "--piece", "both", "--occupied", "0x8041a20428054a00"),
    "perft": ("perft", "--scheme", "classical", "--depth", "3", "--divide"),
}
QUERIES = "".join(
    f"{piece} {file}{rank} 0x8041a20428054a{rank}0\n"
    for piece in ("rook", "bishop", "queen", "both")
    for file in "adh"
    for rank in range(1, 9)
)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("cpu, level", runs(below=LONG))
def test_commands_print_what_they_print_natively(program, slidebench, blsi_is_right, cpu, level, command):
    """All but times, which perft has in its last line."""
    if command == "perft" and level >= 2 and "clang" in os.environ["CC"] and not blsi_is_right:
        pytest.skip("this QEMU leaves a wrong carry flag after BLSI, on which clang's perft depends")
    arguments = COMMANDS[command]
    native = slidebench(*arguments, input=QUERIES.encode(), check=0).stdout
    assert native and re.sub(" in .*", "", program(cpu, *arguments, level=level, input=QUERIES).stdout) == re.sub(
        " in .*", "", native
    )


@pytest.mark.parametrize("cpu, level", runs(below=LONG))
def test_nothing_is_timed(program, tmp_path, cpu, level):
    done = program(cpu, "bench", "--preset", "quick", "--out", tmp_path / "results", level=level, status=4)
    assert "this CPU is emulated" in done.stderr
    assert not done.stdout and not (tmp_path / "results").exists()


@pytest.mark.parametrize("cpu, level", runs(below=LONG))
def test_the_machine_is_described(program, cpu, level):
    """An emulated PEXT is not called fast: a real Zen 2 runs it in microcode."""
    text = program(cpu, "machine", level=level).stdout
    for line in f"microarchitecture +{CPUS[cpu].name}", f"PEXT +{CPUS[cpu].pext}", "emulator noticed +yes":
        assert re.search(f"^{line}$", text, re.M), text
