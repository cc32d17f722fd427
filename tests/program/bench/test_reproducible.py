# SPDX-License-Identifier: MIT
"""The same seed gives the same queries and checksums with any compiler."""

import csv
import os
import shutil
import subprocess

import pytest

from conftest import BUILD, SOURCE

# The other compiler, without optimisation; the build under test has -O3.
OTHER = "gcc" if "clang" in os.environ.get("CC", "") else "clang"
SCHEMES = "^(null|ray_loop|classical|rotated_6bit|sherwin_union|sissy_union|wegner32)$"
VERIFIED = "^sherwin_union$"  # one scheme only: 46 million queries are slow without optimisation
LISTS = (
    "--list-length",
    "5000",
    "--workloads",
    "games,random,random:60",
    "--pieces",
    "rook,bishop,queen,both",
    "--seed",
    "7",
)


def build(compiler, optimise, folder):
    cxx = {"gcc": "g++", "clang": "clang++"}[compiler]
    if not shutil.which(compiler) or not shutil.which(cxx):
        pytest.skip(f"no {compiler} here")
    configure = [
        "cmake",
        "-G",
        "Ninja",
        "-S",
        SOURCE,
        "-B",
        folder,
        f"-DCMAKE_C_COMPILER={compiler}",
        f"-DCMAKE_CXX_COMPILER={cxx}",
        f"-DSLIDEBENCH_SCHEMES={SCHEMES}",
        f"-DSLIDEBENCH_KERNEL_OPT={optimise}",
        f"-DCMAKE_C_FLAGS_RELWITHDEBINFO={optimise}",
    ]
    for command in configure, ["cmake", "--build", folder, "--target", "slidebench", "--target", "slidebench-native"]:
        subprocess.run(command, check=True, capture_output=True)
    return folder / "slidebench"


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=False, capture_output=True, text=True).stdout


def test_queries_and_checksums_are_the_same(tmp_path):
    program, reference = build(OTHER, "-O0", tmp_path / "build"), BUILD / "slidebench"
    assert run(program, "queries", *LISTS) == run(reference, "queries", *LISTS)

    def signatures(binary):
        return {
            line.split(", signature ")[1]
            for line in run(binary, "verify", "--schemes", VERIFIED).splitlines()
            if "signature" in line
        }

    assert len(signatures(program)) == 1 and signatures(program) == signatures(reference)

    def checksums(binary):
        rows = csv.DictReader(run(binary, *LISTS, "--schemes", SCHEMES, "--time", "2", "--format", "csv").splitlines())
        return {
            (r["scheme"], r["piece"], r["workload"], r["mode"]): r["checksum"] for r in rows if r["scheme"] != "null"
        }

    ours = checksums(program)
    assert "" not in ours.values()
    assert ours == checksums(reference)
