# SPDX-License-Identifier: MIT
"""scripts/limits on loops whose costs are known: a build that holds one scheme, assembled here."""

import csv
import os
import platform
import shutil
import subprocess

import pytest

from conftest import BUILD, SOURCE

LIMITS = SOURCE / "scripts" / "limits"
TOOLS = [tool for version in range(40, 17, -1) if (tool := shutil.which(f"llvm-mca-{version}"))]

pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="knows x86-64 alone"),
    pytest.mark.skipif(not TOOLS, reason="no llvm-mca of LLVM 18 or later, which have a model of Golden Cove with AVX-512"),
]

FRAME = "inc %rdx\nadd %rax,%rsi\ncmp %rdx,%r8\njne 1b"  # 3 micro-operations, 2 of them on ports (the first is renamed away)

# What stands before it in a loop: (assembly, {field: what it must be}).
LOOPS = {
    "sum": ("", {"instructions": 4, "uops": 3, "loads": 0, "p1": 0, "limit": 1, "bound_by": "sum"}),
    "p1": ("imul %rax,%rbx\npext (%rdi),%rax,%rcx\nlzcnt %rax,%r9\nbswap %r10\nmovzbl %ah,%ebx", {"p1": 5, "loads": 1, "limit": 5, "bound_by": "p1"}),
    "loads": ("\n".join(f"mov {8 * i}(%rdi),%rax" for i in range(9)), {"loads": 9, "limit": 3, "bound_by": "loads"}),
    "stores": ("mov %rax,(%rdi)\nadd %rax,(%rdi)\ncmp %rax,(%rdi)\nlea 8(%rdi),%rax", {"loads": 2, "uops": 3 + 1 + 2 + 1 + 1}),
    "fused": ("mov %rax,%rbx\nand $7,%rbx\nmov %rax,%rcx\nxor %rbx,%rcx", {"instructions": 8, "uops": 5}),
    "apart": ("mov %rax,%rbx\nand $7,%rcx\nmov %rax,%r9\nshl %cl,%r9", {"instructions": 8, "uops": 3 + 3 + 2}),
    "indexed": ("andn (%rdi,%rax),%rbx,%rcx\nandn (%rdi),%rbx,%rcx\nand (%rdi,%rax),%rcx", {"uops": 3 + 2 + 1 + 1, "loads": 3}),
    "indexed without a second operand": ("tzcnt (%rdi,%rax),%rcx\ntzcnt (%rdi),%rcx\nmov (%rdi,%rax),%rcx", {"uops": 3 + 2 + 1 + 1}),
    "never fused": ("shlx %rax,(%rdi),%rcx\nblsr (%rdi),%rcx\nvpshufb (%rdi),%ymm0,%ymm1\nvpand (%rdi),%ymm0,%ymm1", {"uops": 3 + 3 * 2 + 1}),
    "ports 0 and 6": ("\n".join(["shlx %rax,%rbx,%rcx"] * 10), {"limit": 5.5, "bound_by": "mca"}),  # and the jump
    "vectors": ("\n".join(["vpand %ymm0,%ymm1,%ymm2"] * 9 + ["vmovdqu (%rdi),%ymm3"]), {"vector": 9, "loads": 1, "limit": 3, "bound_by": "vector"}),
    "wide vectors": ("\n".join(["vpandq %zmm0,%zmm1,%zmm2"] * 8), {"vector": 12, "limit": 4, "bound_by": "vector"}),
    "leas are no multiplications": ("\n".join(["lea (%rax,%rbx,8),%rcx"] * 6), {"p1": 0, "uops": 9, "limit": 2, "bound_by": "mca"}),
    "calls": ("call 1f\n1:", {"uops": "", "limit": "", "bound_by": "calls"}),
    "two paths": ("test %rax,%rax\nje 2f\nnot %rax\n2:", {"uops": "", "limit": "", "bound_by": "branchy"}),
}


@pytest.fixture
def build(tmp_path):
    """Makes a build with one scheme, all of whose loops are the one given; its program says what slidebench would."""

    def make(body, core="Granite Rapids"):
        objects = tmp_path / "schemes" / "CMakeFiles" / "scheme-mine-native.dir"
        objects.mkdir(parents=True)
        kernels = [f"{piece}_throughput:\nxor %esi,%esi\n1:\n{body.replace('1f', '3f').replace('1:', '3:')}\n{FRAME}\nret\n" for piece in ("rook", "bishop", "queen")]
        subprocess.run([os.environ.get("CC", "cc"), "-c", "-x", "assembler", "-", "-o", objects / "mine.o"], input="".join(kernels), text=True, check=True)
        program = tmp_path / "slidebench-native"
        program.write_text(f"#!/bin/sh\n[ $1 = list ] && echo scheme,view_bytes && echo mine,8 || echo 'microarchitecture   {core}'\n")
        program.chmod(0o755)
        return tmp_path

    return make


def limits(*arguments, status=0):
    done = subprocess.run([LIMITS, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def table(*arguments):
    return list(csv.DictReader(limits(*arguments, "--format", "csv").splitlines()))


@pytest.mark.parametrize("name", LOOPS)
def test_known_loop(build, name):
    body, expected = LOOPS[name]
    rows = table("--build", build(body))
    assert [row["piece"] for row in rows] == ["rook", "bishop", "queen"]
    for row in rows:
        assert {field: row[field] if isinstance(value, str) else float(row[field]) for field, value in expected.items()} == expected


def test_other_core(build):
    """Where we know no rates, the limit is LLVM's: ten shifts on four ports of Zen 3, but two at a time."""
    (row, *_) = table("--build", build("\n".join(["imul %rax,%rbx"] * 10)), "--mcpu", "znver3")
    assert (row["bound_by"], float(row["limit"])) == ("mca", 10)


def result(path, *cycles):
    path.write_text("scheme,piece,mode,workload,status,queries,cycles\n" + "".join(f"mine,rook,throughput,games,{line}\n" for line in cycles))
    return path


def test_result(build, tmp_path):
    """The fastest of all clean rows counts; its distance from the limit is explained, or said to be unknown."""
    short = result(tmp_path / "short.csv", "ok,64,5.5")
    long = result(tmp_path / "long.csv", "ok,512,4.5", "UNSTABLE,1024,3.1")
    arguments = "--build", build(LOOPS["loads"][0]), "--result", short.with_suffix(".json"), "--result", long
    rook, bishop, _ = table(*arguments)
    assert (rook["queries"], float(rook["cycles"]), float(rook["ratio"])) == ("512", 4.5, 1.5)
    assert (bishop["queries"], bishop["cycles"], bishop["ratio"]) == ("", "", "")
    assert "- not known: `mine` (rook 1.50)" in limits(*arguments)


def test_refusals(build, tmp_path):
    assert "build first" in limits("--build", tmp_path / "nowhere", status=4)
    made = build("")
    assert "knows no CPU 8086" in limits("--build", made, "--mcpu", "8086", status=2)
    assert "no result" in limits("--build", made, "--result", result(tmp_path / "bad.csv", "ok,many,4.5"), status=3)
    assert "no throughput of games" in limits("--build", made, "--result", result(tmp_path / "none.csv"), status=3)


def test_every_branch_free_scheme_has_a_limit():
    """In the build under test, for all pieces; and the table of reasons names schemes that there are."""
    listing = subprocess.run([BUILD / "slidebench-native", "list", "--format", "csv"], capture_output=True, text=True, check=True).stdout
    traits = {row["scheme"]: row["traits"] for row in csv.DictReader(listing.splitlines())}
    rows = table("--build", BUILD)
    assert rows
    for row in rows:
        if "branchless" in traits[row["scheme"]]:
            assert float(row["limit"]) >= 1 and float(row["mca"]) > 0, row
    with open(SOURCE / "schemes" / "LIMITS.csv", newline="") as file:
        named = [scheme for row in csv.DictReader(file) for scheme in row["schemes"].split()]
    assert set(named) <= traits.keys() and len(named) == len(set(named))
