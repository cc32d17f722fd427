# SPDX-License-Identifier: MIT
"""The proof: correct schemes are proved, and their verdicts stored. test_mutants.py has schemes that are not.

The long form proves the other schemes, and the AVX2 schemes in a build for x86-64-v3.
"""

import json
import os
import platform
import re
import shutil

import pytest

from conftest import BUILD, LEVEL
from draw import JOBS, LONG, draw
from process import run
from result_factory import summarized
from source_tree import build, configure

BINARY = f"slidebench-{LEVEL}"
MUTANTS = BUILD / "tests" / "mutants" / "slidebench-mutants"
pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="no valgrind")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Returns a copy of the bench binary, beside which no verdicts are stored."""
    return shutil.copy(BUILD / BINARY, tmp_path_factory.mktemp("program"))


def proofs(program, **more):
    """Returns {scheme: stored verdict}."""
    rows = json.loads(run(program, "list", "--format", "json", **more).stdout)
    return {row["scheme"]: row["proof"] for row in rows if row["proof"]}


@pytest.mark.parametrize("scheme, queen", [("kogge_stone", True), ("magic_fancy", False), ("reverse_bitboards", None)])
def test_schemes_are_proved(program, scheme, queen):
    """And the verdict is in the list."""
    done = run(program, "verify", "--prove", "--schemes", f"^{scheme}$")
    assert re.match(rf"proved +{scheme} ", done.stdout) and proofs(program)[scheme] == "proved"
    if queen is not None:
        assert (" queen" in done.stdout.splitlines()[0]) == queen


def test_verdicts_are_bound_to_the_proved_binary(program, tmp_path):
    stored = proofs(program)
    other = shutil.copy(program, tmp_path)
    shutil.copy(f"{program}.proofs", tmp_path)
    assert stored and proofs(other) == stored
    with open(other, "ab") as file:
        file.write(b"\n")
    assert proofs(other) == {}


def test_verdicts_are_saved_in_the_cache_if_the_program_folder_is_read_only(tmp_path):
    program = shutil.copy(MUTANTS, tmp_path)
    (tmp_path / f"{MUTANTS.name}.proofs").mkdir()  # not even root can create a file here
    prove = [program, "verify", "--prove", "--schemes", "^stale_cache$"]  # whose proof fails at once
    for home in {"XDG_CACHE_HOME": str(tmp_path / "cache")}, {"HOME": str(tmp_path)}:
        environment = {"PATH": os.environ["PATH"], **home}
        run(*prove, env=environment, status=1)
        assert proofs(program, env=environment) == {"stale_cache": "wrong"}
    assert {path.parent.parent.name for path in tmp_path.rglob("slidebench/*.proofs")} == {"cache", ".cache"}
    done = run(*prove, env={"PATH": os.environ["PATH"]}, status=5)
    assert "cannot save the verdicts: Is a directory" in done.stderr


def test_result_contains_the_proof_status(program, tmp_path):
    options = "--schemes ^magic_fancy$ --pieces rook,queen --time 0.1 --processes 1 --no-pin --out".split()
    run(program, "bench", *options, tmp_path, status=(0, 6))
    proof = summarized(*tmp_path.glob("*/*"))["schemes"][0]["proof"]
    assert proof == {"rook": "proved", "queen": "verified"}


def test_missing_valgrind_is_reported(slidebench):
    done = run(BUILD / "slidebench", "verify", "--prove", "--schemes", "^null$", env={"PATH": "/nowhere"}, status=4)
    assert "valgrind" in done.stderr and done.stdout == ""


@pytest.mark.skipif(not LONG, reason="takes minutes; the long form")
def test_other_schemes_are_proved():
    rows = json.loads(run(BUILD / "slidebench", "list", "--format", "json").stdout)
    supported = [row["scheme"] for row in rows if row["status"] == "ok" and "mock" not in row["traits"]]
    names = draw(supported, 40, "schemes proved")
    only = f"^({'|'.join(names)})$"
    done = run(BUILD / "slidebench", "verify", "--prove", "--jobs", JOBS, "--schemes", only)
    assert [line.split()[1] for line in done.stdout.splitlines()[:-1]] == names


AVX2 = ["cfish_avx2", "hyperbola_ssse3", "hyperbola_dual", "hyperbola_avx2"]
AVX2 += ["dumb7_avx2", "kogge_stone_avx2", "kogge_stone_joint_avx2"]


@pytest.mark.skipif(not LONG, reason="a build of its own; the long form")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="AVX2 needs x86-64")
def test_avx2_schemes_are_proved_without_avx512(tmp_path):
    configure(tmp_path, "-DSLIDEBENCH_LEVELS=x86-64-v3", schemes=AVX2)
    build(tmp_path, "harness/all")
    done = run(tmp_path / "slidebench", "verify", "--prove", status=None)
    if "unsupported" in done.stdout.splitlines()[0]:
        pytest.skip("no AVX2 here")
    found = dict(line.split()[1::-1] for line in done.stdout.splitlines()[:-1])
    assert found == dict.fromkeys(AVX2, "proved"), done.stdout
