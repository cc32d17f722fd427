# SPDX-License-Identifier: MIT
"""Other architectures, under QEMU: no warnings from the compiler, and the verdicts and signatures of a native run.

Big-endian s390x comes first, because a scheme that reads the bytes of a board may be wrong only there. A mutant checks
that such a fault is detected: sherwin_union without its byte swap must pass on little-endian machines and fail on
big-endian ones.

The short form runs s390x with the schemes that depend on byte order or word length. The long form runs all targets, by
gcc and clang, with more schemes.
"""

import csv
import json
import os
import re
import resource
import shutil
import subprocess
import sys

import pytest

from conftest import BUILD
from kernel_shape import schemes
from draw import LONG, draw, note_result
from source_tree import copy_sources

BIG_ENDIAN = ["s390x-linux-gnu", "powerpc64-linux-gnu"]
LITTLE_ENDIAN = [
    "aarch64-linux-gnu",
    "riscv64-linux-gnu",
    "powerpc64le-linux-gnu",
    "arm-linux-gnueabihf",
    "i686-linux-gnu",
]
MUTANT = "byte_order_mutant"
SHORT = {"rotated_indices", "sherwin_union", "sissy_union", "kindergarten_wegner32", "magic_32"}
OF_ARM = {"hyperbola_rbit", "hyperbola_neon", "hyperbola_sve", "bext_sve2"}
DRAWN = draw(schemes(BUILD / "slidebench"), 40, "schemes on other architectures")
SCHEMES = SHORT.union(DRAWN) if LONG else SHORT
RUNS = [(target, compiler) for target in BIG_ENDIAN + LITTLE_ENDIAN for compiler in ("gcc", "clang")]
DRAWN_RUNS = draw(RUNS, 4, "architectures and compilers") if LONG else RUNS[:1]
LISTS = ("queries", "--list-length", "2000", "--workloads", "games,random:60", "--pieces", "rook,queen", "--seed", "7")


def run(*command, status=0):
    """Runs a command, for half an hour at most: a compiler may make an endless loop."""
    done = subprocess.run(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800
    )
    assert done.returncode == status, done.stdout[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Returns a copy of the sources with the mutant as an additional scheme."""
    copy = tmp_path_factory.mktemp("tree") / "slidebench"
    copy_sources(copy)
    folder = copy / "schemes" / "sherwin"
    scheme, changes = re.subn("__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__", "0", (folder / "sherwin.c").read_text())
    assert changes == 1
    (folder / f"{MUTANT}.c").write_text(scheme)
    lines = copy / "schemes" / "CMakeLists.txt"
    line = f"family(sherwin)\nscheme({MUTANT} DEFINE BYTES_FROM_MEMORY)\n"
    lines.write_text(lines.read_text().replace("family(sherwin)\n", line))
    return copy


def build(folder, tree, *options):
    """Builds without warnings. Returns the command by which CTest runs the program, without its arguments."""
    only = f"^({'|'.join(sorted(SCHEMES))}|{MUTANT})$"
    run("cmake", "-G", "Ninja", "-S", tree, "-B", folder, f"-DSLIDEBENCH_SCHEMES={only}", *options)
    assert "warning:" not in run("cmake", "--build", folder, "--target", "harness/all")
    tests = json.loads(run("ctest", "--test-dir", folder, "--show-only=json-v1"))["tests"]
    command = next(test["command"] for test in tests if test["name"] == f"verify.{MUTANT}")
    return command[: command.index("verify")]


def cpu_seconds():
    """Returns those of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check(program, big_endian):
    """Compares verdicts, signatures and queries with the native ones. Returns the verified schemes."""
    text = run(*program, "verify", status=1 if big_endian else 0)
    verdicts = {name.rstrip(":"): verdict for verdict, name in re.findall(r"^(verified|wrong) +(\S+)", text, re.M)}
    assert verdicts.pop(MUTANT) == ("wrong" if big_endian else "verified")
    assert set(verdicts.values()) <= {"verified"}
    rows = csv.DictReader(run(*program, "list", "--format", "csv").splitlines())
    supported = {row["scheme"] for row in rows if row["status"] == "ok" and "mock" not in row["traits"]}
    assert verdicts.keys() == supported - {MUTANT}
    native = run(BUILD / "slidebench", "verify", "--schemes", "^sherwin_union$")
    assert set(re.findall("signature .*", text)) == set(re.findall("signature .*", native))
    assert run(*program, *LISTS) == run(BUILD / "slidebench", *LISTS)
    return set(verdicts)


@pytest.mark.parametrize("target, compiler", RUNS if LONG else RUNS[:1])
def test_other_architectures_give_the_native_results(target, compiler, tree, tmp_path):
    if (target, compiler) not in DRAWN_RUNS:
        pytest.skip("not drawn")
    # clang uses gcc's libraries; QEMU is installed for all targets at once.
    for needed in (f"{target}-gcc", "qemu-s390x", compiler):
        if not shutil.which(needed):
            pytest.skip(f"{needed} is not installed")
    toolchain = ["--toolchain", tree / "tests" / "cross" / "toolchain.cmake", f"-DTARGET={target}"]
    program = build(tmp_path, tree, *toolchain, *(["-DCMAKE_C_COMPILER=clang"] if compiler == "clang" else []))
    began = cpu_seconds()
    verified = check(program, target in BIG_ENDIAN)
    note_result(f"{target} by {compiler}: {len(verified)} schemes verified, {cpu_seconds() - began:.0f} CPU seconds")
    assert SHORT <= verified
    if target.startswith("aarch64"):
        assert OF_ARM & SCHEMES <= verified
    assert "there is no bench" in run(*program, "bench", status=4)  # its libraries are not installed for the target


def test_mutant_is_correct_on_a_little_endian_host(tree, tmp_path):
    """Otherwise its failure elsewhere would not be due to byte order. Builds as little as for other architectures."""
    options = [
        "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=TRUE",
        f"-DSLIDEBENCH_SCHEMES=^{MUTANT}$",
        f"-DCMAKE_C_COMPILER={os.environ['CC']}",
    ]
    check(build(tmp_path, tree, *options), sys.byteorder == "big")
