# SPDX-License-Identifier: MIT
"""scripts/limits on loops with known costs: a build with one scheme, assembled here, and a log."""

import os
import platform
import re
import shutil
import subprocess

import pytest

from conftest import SOURCE
from result_factory import Result

LIMITS = SOURCE / "scripts" / "limits"

pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="supports x86-64 only"),
    pytest.mark.skipif(
        not any(shutil.which(f"llvm-mca-{version}") for version in range(16, 40)),
        reason="no llvm-mca of LLVM 16 or later, which has a model of Golden Cove",
    ),
]


@pytest.fixture
def limits(tmp_path):
    """Returns a function that runs scripts/limits on a loop of all pieces, measured with 4.5 cycles per query."""

    def run(body, *options, cpu="vendor-granite-rapids", status=0):
        objects = tmp_path / "schemes" / "CMakeFiles" / "scheme-pext-native.dir"
        objects.mkdir(parents=True, exist_ok=True)
        (tmp_path / "CMakeCache.txt").write_text("SCHEMES:INTERNAL=pext\n")
        pieces = ("rook", "bishop", "queen")
        end = "inc %rdx\nadd %rax,%rsi\ncmp %rdx,%r8\njne 1b\nret\n"
        code = "".join(f"{piece}_throughput:\nxor %esi,%esi\n1:\n{body}\n{end}" for piece in pieces)
        assembler = [os.environ.get("CC", "cc"), "-c", "-x", "assembler", "-", "-o", objects / "pext.o"]
        subprocess.run(assembler, input=code, text=True, check=True)
        log = Result(tmp_path / "log", ("pext",), [(piece, "games", "throughput") for piece in pieces])
        log.move_to(cpu)
        for row in range(len(pieces)):
            log.set_cycles(row, [4.5] * len(log.processes))
        words = [LIMITS, log.save(), "--build", tmp_path, *options]
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        assert status == 0 or done.stderr.count("\n") == 1 and done.stderr.startswith("limits: ")
        return done.stderr if status else done.stdout

    return run


def rows(page):
    """Returns (instructions, bound, simulated, measured, ratio) of each row."""
    return [tuple(map(float, line.strip("| ").split(" | ")[1:])) for line in page.splitlines() if "| `pext`" in line]


@pytest.mark.parametrize(
    "body, count, bound",
    [
        ("\n".join(["imul %rax,%rbx"] * 5), 9, 5),  # one port multiplies
        ("\n".join(f"mov {8 * i}(%rdi),%rax" for i in range(9)), 13, 3),  # three load
    ],
)
def test_busiest_port_is_the_bound(limits, body, count, bound):
    page = limits(body)
    assert page.startswith("# Limits: vendor-granite-rapids\n") and len(rows(page)) == 3
    for row in rows(page):
        assert row[:2] == (count, bound) and row[2] >= bound and row[3:] == (4.5, 4.5 / bound)


def test_simulation_contains_latencies(limits):
    """Five multiplications in a chain of rounds take three cycles each."""
    ((_, bound, simulated, *_), *_) = rows(limits("\n".join(["imul %rbx,%rbx"] * 5)))
    assert bound == 5 and 14 < simulated < 16


@pytest.mark.parametrize("body", ["test %rax,%rax\nje 2f\nnot %rax\n2:", "call rook_throughput"])
def test_loop_of_several_paths_has_no_row(limits, body):
    page = limits(body)
    assert rows(page) == [] and "## Queen" in page


def test_errors(limits, tmp_path):
    assert "use --mcpu with LLVM's name" in limits("", cpu="via-nano", status=2)
    assert rows(limits("", "--mcpu", "skylake", cpu="via-nano"))
    assert "unknown CPU 8086" in limits("", "--mcpu", "8086", status=2)
    assert "not the name of a CPU: '<b>'" in limits("", cpu="<b>", status=3)
    assert "no object file, expected one: build first" in limits("", "--level", "x86-64-v9", status=4)
    assert "expected the folder of a build" in limits("", "--build", tmp_path / "nowhere", status=4)


@pytest.mark.parametrize("page", sorted((SOURCE / "results").glob("*/LIMITS.md")), ids=lambda page: page.parent.name)
def test_committed_page(page):
    """Names its CPU and a log beside it, and has schemes for all pieces."""
    text = page.read_text()
    (log,) = re.findall(r"\]\((\S+\.jsonl\.gz)\)", text)
    assert text.startswith(f"# Limits: {page.parent.name}\n") and (page.parent / log).exists()
    assert [len(re.findall("^[|] `", part, re.M)) > 50 for part in text.split("\n## ")[1:]] == [True] * 3
