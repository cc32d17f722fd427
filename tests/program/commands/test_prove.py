# SPDX-License-Identifier: MIT
"""The proof: correct schemes are proved. test_mutants.py and unit.prove have schemes that are not.

The long form proves the other schemes, and the AVX2 schemes in a build for x86-64-v3.
"""

import platform
import re
import shutil
import sys

import pytest

from conftest import BUILD, schemes, slidebench, supported
from draw import JOBS, LONG, draw
from injection import children, start, wait_until
from process import run, script
from source_tree import build, configure

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="no valgrind")


@pytest.mark.parametrize("scheme, queen", [("kogge_stone", True), ("magic_fancy", False), ("reverse_bitboards", None)])
def test_schemes_are_proved(scheme, queen):
    done = slidebench("verify", "--prove", "--schemes", f"^{scheme}$")
    assert re.match(rf"proved +{scheme} ", done.stdout)
    if queen is not None:
        assert (" queen" in done.stdout.splitlines()[0]) == queen


# Ends by a signal, as valgrind does when the scheme does.
FAKE_VALGRIND = """#!{python}
import os, signal, sys
if sys.argv[1:] != ["--version"]:
    print(*sys.argv, "seconds", signal.getitimer(signal.ITIMER_PROF)[0], flush=True)
    os.kill(os.getpid(), {signal})
"""


@pytest.mark.parametrize("signal, verdict", [(11, "unproved"), (4, "verified")])
def test_end_of_valgrind_is_no_proof(tmp_path, signal, verdict):
    """Only that by an unknown instruction is no failure. A proof has a limit of time, and no limit of errors."""
    script(tmp_path / "valgrind", FAKE_VALGRIND.format(python=sys.executable, signal=signal))
    command = BUILD / "slidebench-failing", "verify", "--prove", "--schemes", "^well$"
    started, line, _ = run(*command, env={"PATH": str(tmp_path)}, status=int(verdict != "verified")).stdout.splitlines()
    *options, seconds = started.split()
    assert {"--undef-value-errors=yes", "--default-suppressions=no", "--error-limit=no"} <= set(options)
    assert 0 < float(seconds) < 3600
    assert line.split()[:2] == [verdict, "well"]


def test_valgrind_ends_with_the_program():
    """It has standard error open as long as it runs, without this for minutes."""
    process = start("verify", "--prove", "--schemes", "^ray_loop$", binary=BUILD / "slidebench")
    wait_until(lambda: any(b"valgrind" in command for command in children(process).values()), process)
    process.kill()
    process.communicate(timeout=60)


def test_missing_valgrind_is_reported():
    done = slidebench("verify", "--prove", "--schemes", "^null$", env={"PATH": "/nowhere"}, status=4)
    assert "valgrind" in done.stderr and done.stdout == ""


@pytest.mark.skipif(not LONG, reason="takes minutes; the long form")
def test_other_schemes_are_proved():
    names = draw(supported(schemes(BUILD / "slidebench")), 40, "schemes proved")
    only = f"^({'|'.join(names)})$"
    done = slidebench("verify", "--prove", "--jobs", JOBS, "--schemes", only)
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
