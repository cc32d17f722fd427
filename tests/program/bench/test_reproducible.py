# SPDX-License-Identifier: MIT
"""The same seed gives the same queries and checksums with any compiler."""

import csv
import os
import shutil

import pytest

from conftest import BUILD
from process import run
from source_tree import build, configure

# The other compiler, which optimises less; the build under test has -O3.
OTHER = "gcc" if "clang" in os.environ.get("CC", "") else "clang"
CXX = {"gcc": "g++", "clang": "clang++"}[OTHER]
SCHEMES = "null ray_loop rotated_6bit sherwin_union".split()
VERIFIED = "^sherwin_union$"  # one scheme only: 46 million queries are slow without optimisation
LISTS = "--list-length 5000 --workloads games,random,random:60 --pieces rook,bishop,queen,both --seed 7".split()
RUN = [*LISTS, "--schemes", f"^({'|'.join(SCHEMES)})$", *"--processes 1 --time 0.3 --format csv".split()]


@pytest.mark.skipif(not shutil.which(OTHER) or not shutil.which(CXX), reason=f"no {OTHER} here")
def test_queries_and_checksums_are_the_same(tmp_path):
    plain = ["-DSLIDEBENCH_KERNEL_OPT=-O0", "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1", f"-DCMAKE_CXX_COMPILER={CXX}"]
    configure(tmp_path, *plain, schemes=SCHEMES, compiler=OTHER)
    build(tmp_path, "slidebench", "slidebench-native")
    program, reference = tmp_path / "slidebench", BUILD / "slidebench"
    assert run(program, "queries", *LISTS).stdout == run(reference, "queries", *LISTS).stdout

    def signatures(binary):
        lines = run(binary, "verify", "--schemes", VERIFIED).stdout.splitlines()
        return {line.split(", signature ")[1] for line in lines if "signature" in line}

    assert len(signatures(program)) == 1 and signatures(program) == signatures(reference)

    def checksums(binary):
        rows = csv.DictReader(run(binary, *RUN, status=(0, 6)).stdout.splitlines())
        names = "scheme", "piece", "workload", "mode"
        return {tuple(row[name] for name in names): row["checksum"] for row in rows if row["scheme"] != "null"}

    ours = checksums(program)
    assert "" not in ours.values()
    assert ours == checksums(reference)
