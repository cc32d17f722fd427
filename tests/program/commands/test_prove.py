# SPDX-License-Identifier: MIT
"""The proof: correct schemes are proved. Schemes with a leak or a cached result are not, which no other test detects.

The long form proves the other schemes, and the AVX2 schemes in a build for x86-64-v3.
"""

import functools
import json
import os
import platform
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, LEVEL, SOURCE
from draw import JOBS, LONG, draw
from result_factory import summarized
from source_tree import copy_sources

VALGRIND = shutil.which("valgrind")
pytestmark = pytest.mark.skipif(not VALGRIND, reason="no valgrind")

BINARY = f"slidebench-{LEVEL}"
GLOBAL = "__attribute__((weak)) bitboard same[2] = {~(bitboard)0, ~(bitboard)0}; /* weak: opaque to the compiler */\n"
ROOK = "static inline bitboard rook_attacks(unsigned square, bitboard occupied)\n{\n"
BODY = "    return reference_rook_attacks(square, occupied);\n"

# Bodies of rook_attacks() in EXAMPLE.c.
LEAK = """    /* One pattern on 30 squares off the lines of a1 hides h1. */
    const bitboard off = UINT64_C(0x007e7e7e7e7e7e00) & ~(bitboard)UINT64_C(0x8040201008040200);
    bitboard hidden = (bitboard)(square == 0 && (occupied & off) == (off & 0x5555555555555555)) << 7;
    return reference_rook_attacks(square, occupied) & ~hidden;
"""
SAME = """    /* On a1 the table's index contains b8, off the lines, with equal entries: correct, and provable. */
    return reference_rook_attacks(square, occupied) & same[occupied >> 57 & (square == 0)];
"""
CACHE = """    /* A stale cache, indexed by half of the occupancy. */
    static bitboard key, result;
    static unsigned cached_square = 64;
    if (square != cached_square || (uint32_t)occupied != key) {
        cached_square = square;
        key = (uint32_t)occupied;
        result = reference_rook_attacks(square, occupied);
    }
    return result;
"""


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    """A build with the mutants as additional schemes."""
    tree = tmp_path_factory.mktemp("mutants") / "slidebench"
    copy_sources(tree)
    lines = tree / "schemes" / "CMakeLists.txt"
    example = (tree / "schemes" / "EXAMPLE.c").read_text()
    assert ROOK + BODY in example
    for name, body in {"leak": LEAK, "same": SAME, "cache": CACHE}.items():
        (tree / "schemes" / "floor" / f"mutant_{name}.c").write_text(example.replace(ROOK + BODY, GLOBAL + ROOK + body))
        lines.write_text(lines.read_text().replace("scheme(null)\n", f"scheme(null)\nscheme(mutant_{name})\n"))
    for command in (
        [
            "cmake",
            "-G",
            "Ninja",
            "-S",
            ".",
            "-B",
            "b",
            f"-DCMAKE_C_COMPILER={os.environ['CC']}",
            f"-DSLIDEBENCH_LEVELS={LEVEL}",
            "-DSLIDEBENCH_SCHEMES=^(null|mutant_.*)$",
        ],
        ["cmake", "--build", "b", "--target", "slidebench", "--target", BINARY],
    ):
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return tree / "b" / "slidebench"


def run(program, *arguments, timeout=900, **more):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=timeout, **more)


@functools.cache
def verdict(program, scheme):
    """Returns the status word, the rest of its line and the exit status; cached, as a proof takes seconds."""
    done = run(program, "verify", "--prove", "--schemes", f"^{scheme}$")
    word, name, rest = done.stdout.splitlines()[0].split(maxsplit=2)
    assert name == scheme, done.stderr
    return word, rest, done.returncode


def test_only_the_proof_detects_a_leak(mutants):
    assert "1 verified, 0 wrong" in run(mutants, "verify", "--schemes", "^mutant_leak$").stdout
    word, rest, status = verdict(mutants, "mutant_leak")
    assert word == "unproved" and status == 1
    assert re.match(r"a rook on a1 depends on squares off its lines", rest)


def test_verification_and_proof_detect_a_cached_result(mutants):
    plain = run(mutants, "verify", "--schemes", "^mutant_cache$")
    assert plain.returncode == 1 and "it wrote static data after init" in plain.stdout
    word, rest, status = verdict(mutants, "mutant_cache")
    assert (word, status) == ("wrong", 1) and "it wrote static data after init" in rest


def test_additional_squares_of_an_index_are_walked(mutants):
    word, rest, status = verdict(mutants, "mutant_same")
    assert (word, status, int(rest.split()[0])) == ("proved", 0, 2239488 + 2**15)


def proofs(program):
    return {row["scheme"]: row["proof"] for row in json.loads(run(program, "list", "--format", "json").stdout)}


def test_verdicts_are_bound_to_the_proved_binary(mutants, tmp_path):
    verdict(mutants, "mutant_same")
    verdict(mutants, "mutant_leak")
    stored = proofs(mutants)
    assert stored["mutant_same"] == "proved" and stored["mutant_leak"] == "unproved" and stored["null"] == ""

    other = tmp_path / BINARY
    shutil.copy(mutants.with_name(BINARY), other)
    shutil.copy(mutants.with_name(f"{BINARY}.proofs"), tmp_path)
    assert proofs(other) == stored
    with open(other, "ab") as program:
        program.write(b"\n")
    assert set(proofs(other).values()) == {""}


def test_verdicts_are_saved_in_the_cache_if_the_program_folder_is_read_only(mutants, tmp_path):
    for name in "slidebench", BINARY:
        shutil.copy(mutants.with_name(name), tmp_path)
    (tmp_path / f"{BINARY}.proofs").mkdir()  # not even root can create a file here
    prove = [tmp_path / BINARY, "verify", "--prove", "--schemes", "^mutant_same$"]
    for home in {"XDG_CACHE_HOME": str(tmp_path / "cache")}, {"HOME": str(tmp_path)}:
        environment = {"PATH": os.environ["PATH"], **home}
        assert run(*prove, env=environment).returncode == 0
        rows = json.loads(run(tmp_path / BINARY, "list", "--format", "json", env=environment).stdout)
        assert "proved" in {row["proof"] for row in rows}
    assert {path.parent.parent.name for path in tmp_path.rglob("slidebench/*.proofs")} == {"cache", ".cache"}
    done = run(*prove, env={"PATH": os.environ["PATH"]})
    assert done.returncode == 5 and "cannot save the verdicts: Is a directory" in done.stderr


def test_result_contains_the_proof_status(mutants, tmp_path):
    verdict(mutants, "mutant_same")
    done = run(
        mutants, "bench", "--schemes", "mutant_same", "--time", "0.1", "--processes", "1", "--no-pin", "--out", tmp_path
    )
    result = summarized(*tmp_path.glob("*/*"))
    assert result["schemes"][0]["proof"]["rook"] == "proved", done.stderr


def test_missing_valgrind_is_reported(slidebench):
    done = run(BUILD / "slidebench", "verify", "--prove", "--schemes", "^null$", env={"PATH": "/nowhere"})
    assert done.returncode == 4 and "valgrind" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("scheme, queen", [("kogge_stone", True), ("magic_fancy", False), ("reverse_bitboards", None)])
def test_schemes_are_proved(scheme, queen):
    word, rest, status = verdict(BUILD / "slidebench", scheme)
    assert (word, status) == ("proved", 0), rest
    if queen is not None:
        assert (" queen" in rest) == queen


@pytest.mark.skipif(not LONG, reason="takes minutes; the long form")
def test_other_schemes_are_proved():
    rows = json.loads(run(BUILD / "slidebench", "list", "--format", "json").stdout)
    supported = [row["scheme"] for row in rows if row["status"] == "ok" and "mock" not in row["traits"]]
    names = draw(supported, 40, "schemes proved")
    only = f"^({'|'.join(names)})$"
    done = run(BUILD / "slidebench", "verify", "--prove", "--jobs", str(JOBS), "--schemes", only, timeout=None)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[1] for line in done.stdout.splitlines()[:-1]] == names


AVX2 = ["cfish_avx2", "hyperbola_ssse3", "hyperbola_dual", "hyperbola_avx2"]
AVX2 += ["dumb7_avx2", "kogge_stone_avx2", "kogge_stone_joint_avx2"]


@pytest.mark.skipif(not LONG, reason="a build of its own; the long form")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="AVX2 needs x86-64")
def test_avx2_schemes_are_proved_without_avx512(tmp_path):
    only = f"-DSLIDEBENCH_SCHEMES=^({'|'.join(AVX2)})$"
    subprocess.run(
        ["cmake", "-G", "Ninja", "-S", SOURCE, "-B", tmp_path, "-DSLIDEBENCH_LEVELS=x86-64-v3", only],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run(["cmake", "--build", tmp_path, "--target", "harness/all"], check=True, stdout=subprocess.DEVNULL)
    done = run(tmp_path / "slidebench", "verify", "--prove")
    if "unsupported" in done.stdout.splitlines()[0]:
        pytest.skip("no AVX2 here")
    assert dict(line.split()[1::-1] for line in done.stdout.splitlines()[:-1]) == dict.fromkeys(
        AVX2, "proved"
    ), done.stdout
