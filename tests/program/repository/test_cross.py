# SPDX-License-Identifier: MIT
"""Other architectures, under QEMU: no warnings from the compiler, and the verdicts and signatures of a native run.

Big-endian s390x comes first, because a scheme that reads the bytes of a board may be wrong only there. The mutant that
trusts the byte order is wrong only there.

The short form runs s390x with the schemes that depend on byte order or word length. The long form runs all targets, by
gcc and clang, with more schemes.
"""

import json
import re
import shutil

import pytest

from conftest import BUILD, SOURCE, schemes, slidebench, supported
from draw import LONG, draw
from process import run
from source_tree import build, configure, folder_of

BIG_ENDIAN = ["s390x-linux-gnu", "powerpc64-linux-gnu"]
LITTLE_ENDIAN = "aarch64-linux-gnu riscv64-linux-gnu powerpc64le-linux-gnu arm-linux-gnueabihf i686-linux-gnu".split()
SHORT = {"rotated_indices", "sherwin_union", "sissy_union", "kindergarten_wegner32", "magic_32"}
ARM_ONLY = {"hyperbola_rbit", "hyperbola_neon", "hyperbola_sve", "bext_sve2"}
DRAWN = draw(schemes(BUILD / "slidebench"), 40, "schemes on other architectures")
SCHEMES = SHORT.union(DRAWN) if LONG else SHORT
RUNS = [(target, compiler) for target in BIG_ENDIAN + LITTLE_ENDIAN for compiler in ("gcc", "clang")]
DRAWN_RUNS = draw(RUNS, 4, "architectures and compilers") if LONG else RUNS[:1]
# The libraries are not installed for the target: what is built is what a C compiler alone can build.
NEEDS_LIBRARIES = ("bench", "machine", "recommend", "summarize run.jsonl.gz", "list --format json")
REFUSAL = "slidebench: built without libraries, there is no"
LISTS = ("queries", "--list-length", "2000", "--workloads", "games,random:60", "--pieces", "rook,queen", "--seed", "7")


def built(folder, target, compiler):
    """Builds without warnings. Returns the command by which CTest runs the program, without its arguments."""
    options = ["--toolchain", SOURCE / "tests" / "cross" / "toolchain.cmake", f"-DTARGET={target}"]
    options.append(f"-DSLIDEBENCH_MINE={SOURCE / 'tests' / 'mutants' / 'naive_union.c'}")
    options += ["-DCMAKE_C_COMPILER=clang"] * (compiler == "clang")
    assert "there is no `bench`" in configure(folder, *options, schemes={*SCHEMES, "mine"})
    assert "warning:" not in build(folder, "harness/all")
    tests = json.loads(run("ctest", "--test-dir", folder, "--show-only=json-v1").stdout)["tests"]
    command = next(test["command"] for test in tests if test["name"].startswith("verify."))
    return command[: command.index("verify")]


def check(program):
    """Compares verdicts, signatures and queries with the native ones. Returns the verified schemes."""
    text = run(*program, "verify", "--schemes", f"^({'|'.join(SCHEMES)})$").stdout
    verdicts = {name.rstrip(":"): verdict for verdict, name in re.findall(r"^(verified|wrong) +(\S+)", text, re.M)}
    assert set(verdicts.values()) <= {"verified"}
    assert verdicts.keys() == {*supported(schemes(*program))} - {"mine"}
    native = slidebench("verify", "--schemes", "^sherwin_union$").stdout
    assert set(re.findall("signature .*", text)) == set(re.findall("signature .*", native))
    assert run(*program, *LISTS).stdout == slidebench(*LISTS).stdout
    return set(verdicts)


@pytest.mark.parametrize("target, compiler", RUNS if LONG else RUNS[:1])
def test_other_architectures_give_the_native_results(target, compiler):
    if (target, compiler) not in DRAWN_RUNS:
        pytest.skip("not drawn")
    # clang uses gcc's libraries; QEMU is installed for all targets at once.
    for needed in (f"{target}-gcc", "qemu-s390x", compiler):
        if not shutil.which(needed):
            pytest.skip(f"{needed} is not installed")
    program = built(folder_of(f"{target}-{compiler}"), target, compiler)
    verified = check(program)
    assert SHORT <= verified
    run(*program, "verify", "--schemes", "^mine$", status=int(target in BIG_ENDIAN))
    if target.startswith("aarch64"):
        assert ARM_ONLY & SCHEMES <= verified
    for command in NEEDS_LIBRARIES:
        done = run(*program, *command.split(), status=4)
        name = "JSON" if "json" in command.split() else command.split()[0]
        assert done.stdout == "" and done.stderr.startswith(f"{REFUSAL} {name}: ")
