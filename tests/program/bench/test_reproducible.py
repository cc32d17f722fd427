# SPDX-License-Identifier: MIT
"""The same seed asks the same queries and gets the same checksums, whatever compiled the program."""

import csv
import os
import shutil
import subprocess

import pytest

from conftest import BUILD, SOURCE

OTHER = (
    "gcc" if "clang" in os.environ.get("CC", "") else "clang"
)  # unoptimised, against the build at hand, -O3 by the one
ONLY = "^(null|ray_loop|classical|rotated_6bit|sherwin_union|sissy_union|wegner32)$"
VERIFIED = "^sherwin_union$"  # all 46 million answers; unoptimised that takes its time
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
        f"-DSLIDEBENCH_ONLY={ONLY}",
        f"-DSLIDEBENCH_OPTIMIZE={optimise}",
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
        rows = csv.DictReader(run(binary, *LISTS, "--schemes", ONLY, "--time", "2", "--format", "csv").splitlines())
        return {
            (r["scheme"], r["piece"], r["workload"], r["mode"]): r["checksum"] for r in rows if r["scheme"] != "null"
        }

    ours = checksums(program)
    assert "" not in ours.values()
    assert ours == checksums(reference)
