# SPDX-License-Identifier: MIT
"""The proof: correct schemes are proved. test_mutants.py has schemes that are not.

The long form proves the other schemes, and the AVX2 schemes in a build for x86-64-v3.
"""

import json
import platform
import re
import shutil

import pytest

from conftest import BUILD
from draw import JOBS, LONG, draw
from process import run
from source_tree import build, configure

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="no valgrind")


@pytest.mark.parametrize("scheme, queen", [("kogge_stone", True), ("magic_fancy", False), ("reverse_bitboards", None)])
def test_schemes_are_proved(scheme, queen):
    done = run(BUILD / "slidebench", "verify", "--prove", "--schemes", f"^{scheme}$")
    assert re.match(rf"proved +{scheme} ", done.stdout)
    if queen is not None:
        assert (" queen" in done.stdout.splitlines()[0]) == queen


def test_scheme_that_crashes_under_valgrind_is_unproved():
    """In the loop of a queen's throughput, of few queries: the proof is of the timed loops, too."""
    done = run(BUILD / "slidebench-failing", "verify", "--prove", "--schemes", "^crash_in_loop$", status=1)
    assert re.match("unproved +crash_in_loop .*under valgrind: killed by signal 11", done.stdout)


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
