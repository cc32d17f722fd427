# SPDX-License-Identifier: MIT
"""The timed copies of loops by scripts/limits --explain, and the reasons that follow from them."""

import csv
import platform
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, LEVEL, SOURCE
from limits_model import cores, explain, limits
from limits_model.copies import copies, dependency_free, still_waiting
from slidebench_tools.command import Refused

pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="supports x86-64 only"),
    pytest.mark.skipif(not shutil.which("as"), reason="no assembler"),
]
CORE = cores.by_name("Zen 5")
END = ("inc %rdx", "add %rax,%rsi", "cmp %rdx,%r8", "jne 1b")

# Instructions and their free copies. Overwritten are %r9 and %r8 in turn, or %rdx and %rax in short instructions;
# operations change %r15, %r14, ..., or %rbp and %rbx.
FREE = {
    "chain": (["mov %rsi,%rax", "lea (%rax,%rax,2),%rax"], ["mov %rcx,%r9", "lea (%rdi,%rcx,2),%r8"]),
    "changes": (["add %rax,%rbx", "shr $0x3,%rbx", "neg %rbx"], ["add %rcx,%r15", "shr $0x3,%r14", "neg %r13"]),
    "own value": (["xor %eax,%eax", "add %rbx,%rbx"], ["xor %ebp,%ebp", "add %r15,%r15"]),
    "fused": (["mov %rdi,%rax", "and %rbx,%rax"], ["mov %rcx,%r9", "and %rcx,%r9"]),
    "not fused": (["mov %rdi,%rax", "neg %rax"], ["mov %rcx,%r9", "neg %r15"]),
    "narrow": (
        ["movzbl %al,%edx", "and $0x7,%edx", "mov %eax,%r8d"],
        ["movzbl %cl,%edx", "and $0x7,%ebp", "mov %ecx,%r9d"],
    ),
    "high byte": (["movzbl %ah,%ecx", "or $0x1,%dh"], ["movzbl %ch,%ebx", "or $0x1,%bh"]),
    "accumulator": (["and $0x7c0,%eax", "and $0x7c0,%esi"], ["and $0x7c0,%eax", "and $0x7c0,%ebp"]),
    "slow": (
        ["mov (%rdi),%rax", "mov (%rdi),%rdx", "imul %rbx,%rax", "imul $0x5,%rax,%rax"],
        ["mov (%rdi),%r9", "mov (%rdi),%r8", "imul %rcx,%r9", "imul $0x5,%rcx,%r9"],
    ),
    "two destinations": (["mulx %rax,%rbx,%rbp"], ["mulx %rcx,%r9,%r8"]),
    "fixed": (["mul %rbx", "cltq"], ["mul %rcx", "cltq"]),
    "loads": (
        ["mov 0x8(%rax,%rbx,8),%rdx", "and 0x410(%rax),%rdx", "mov 0x0(,%rax,8),%rdx", "lea 0x1234(%rip),%rdx"],
        ["mov 0x40(%rdi,%rcx,8),%r9", "and 0x400(%rdi),%r15", "mov 0x400(%rdi,%rcx,8),%r8", "lea 0x400(%rdi),%r9"],
    ),
    "address without base": (["lea 0x0(,%rsi,8),%rax"], ["lea 0x400(,%rcx,8),%r9"]),
    "stores": (
        ["mov %rax,(%rdi)", "mov %rax,0x410(%rdi)", "add %rax,0x10(%rsp)", "mov 0x10(%rsp),%rax", "cmp %rax,(%rdi)"],
        [
            "mov %rcx,-0x80(%rdi)",
            "mov %rcx,-0x800(%rdi)",
            "add %rcx,-112(%rsp)",
            "mov 0x40(%rdi),%r9",
            "cmp %rcx,(%rdi)",
        ],
    ),
    "vectors": (
        [
            "vpxor %xmm4,%xmm4,%xmm4",
            "vpand %ymm2,%ymm3,%ymm2",
            "vpsubq 0x8(%rax){1to4},%ymm2,%ymm2",
            "vmovq %xmm2,%rax",
        ],
        [
            "vpxor %xmm0,%xmm0,%xmm3",
            "vpand %ymm0,%ymm1,%ymm2",
            "vpsubq 0x40(%rdi){1to4},%ymm0,%ymm3",
            "vmovq %xmm0,%r9",
        ],
    ),
    "old vector": (["vpternlogq $0x60,%ymm2,%ymm1,%ymm2"], ["vpternlogq $0x60,%ymm13,%ymm0,%ymm13"]),
    "masks": (
        ["vpshufbitqmb (%rax),%zmm0,%k1{%k2}", "kmovq %k1,%rax", "vmovdqa64 %ymm2,%ymm3{%k1}"],
        ["vpshufbitqmb (%rdi),%zmm0,%k3{%k1}", "kmovq %k1,%r9", "vmovdqa64 %ymm0,%ymm13{%k1}"],
    ),
}


@pytest.mark.parametrize("name", FREE)
def test_free_copy(name):
    """No instruction reads what another one of its round writes, but for chains of operations on one register."""
    texts, expected = FREE[name]
    made = dependency_free([*texts, *END], CORE)
    assert made[: len(texts)] == expected
    count, _, *end = made[len(texts) :]
    assert [count, *end] == ["dec %rsi", "cmp %rsi,%rcx", "jne 1b"]


def test_end_of_loop():
    """The counter of rounds becomes %rsi, wherever the comparison has it, and the limit %rcx or memory that is zero."""
    assert dependency_free(["inc %r8d", "cmp %eax,%r8d", "jne 1b"], CORE) == ["dec %esi", "cmp %ecx,%esi", "jne 1b"]
    assert dependency_free(["inc %rax", "cmp %rax,0x8(%rsp)", "ja 1b"], CORE) == [
        "dec %rsi",
        "cmp %rsi,0x40(%rdi)",
        "ja 1b",
    ]
    assert dependency_free(["sub $0x1,%rax", "jne 1b"], CORE) == ["dec %rsi", "jne 1b"]


@pytest.mark.parametrize("text", ["div %rbx", "push %rax", "vpgatherqq (%rax,%ymm1,8),%ymm0", "mov %fs:0x28,%rax"])
def test_not_copied(text):
    """Instructions that would trap or whose form no copy can keep."""
    assert dependency_free([text, *END], CORE) == []
    assert copies([text, *END], [3] * 5, CORE) == ([], [])
    assert dependency_free(["not %rax", "test %rax,%rax", "jne 1b"], CORE) == []  # no counter


def test_instructions_that_still_wait():
    assert still_waiting(["mul %rbx", "cmove %rax,%rbx", "add %rax,(%rdi)", "add %rax,%rbx", "mov %rax,(%rdi)"]) == 3


def test_no_operations():
    """Fused pairs, instructions of several micro-operations and the end of the loop remain."""
    texts = ["movabs $0x1,%rax", "mov %rdi,%rax", "and %rbx,%rax", "lea 0x8(%rax,%rbx,8),%rax", "not %rax", *END]
    nops, _ = copies(texts, [10, 3, 3, 5, 3, 3, 3, 3, 0], CORE)
    names = [re.sub(r"(.|\n)*?21: (\w+) (.|\n)*", r"\2", line) for line in nops]
    assert [name for name in names if name.isalpha()] == ["mov", "and", "lea", "dec", "cmp", "jne"]
    assert nops[0] == ".byte 0x66,0x66,0x0f,0x1f,0x84,0x00,0x00,0x00,0x00,0x00" and nops[4] == ".byte 0x0f,0x1f,0x00"


def straight_loops():
    """Returns the loops of the build under test."""
    return list(limits.straight_loops(BUILD, LEVEL, limits.built_schemes(BUILD), CORE))


def test_copies_need_the_same_resources():
    """Every loop of one path has a free copy that the model of each core counts alike."""
    loops = straight_loops()
    assert loops
    for scheme, piece, texts, _ in loops:
        for core in cores.MODELLED:
            copy, ones = dependency_free(texts, core), [1] * len(texts)
            assert core.counts(copy, ones) == core.counts(texts, ones), (scheme, piece, core.title)


def test_copies_have_the_same_length(tmp_path):
    """Hardly longer: a register may need a prefix that the original did not need."""
    loops, lines = straight_loops(), [".text"]
    for scheme, piece, texts, lengths in loops:
        for copy in copies(texts, lengths, CORE):
            lines += [".quad 32f-31f", "31:", "1:", *copy[:-1], "32:"]
    (tmp_path / "copies.s").write_text("\n".join([*lines, ""]))
    subprocess.run(["as", tmp_path / "copies.s", "-o", tmp_path / "copies.o"], check=True)
    subprocess.run(["objcopy", "-O", "binary", tmp_path / "copies.o", tmp_path / "copies"], check=True)
    code, at = (tmp_path / "copies").read_bytes(), 0
    for scheme, piece, _, lengths in loops:
        for _ in ("no-operations", "free copy"):
            length = int.from_bytes(code[at : at + 8], "little")
            assert sum(lengths) <= length <= 1.02 * sum(lengths) + 1, (scheme, piece)
            at += 8 + length
    assert at == len(code)


ROW = {"limit": 4.0, "cycles": 8.0}


@pytest.mark.parametrize(
    "nops, free_, expected",
    [
        (7.0, 7.5, explain.FRONT_END),
        (4.0, 7.0, explain.PIPES),
        (4.5, 5.0, explain.WAITING),
        (3.0, 3.5, explain.WAITING),  # below the limit
        (9.0, 9.0, explain.FRONT_END),  # above the measured value
        ("", "", "unknown"),
    ],
)
def test_largest_step_is_the_reason(nops, free_, expected):
    assert explain.reason(ROW | {"nops": nops, "free": free_}) == expected


def test_table_has_the_median_of_passes(monkeypatch, capsys):
    """A loop without a copy has no line."""
    passes = iter([[2.0, 3.0]] * 5 + [[1.0, 9.0]] * (explain.PASSES - 5))
    monkeypatch.setattr(explain, "time_loops", lambda bodies: next(passes))
    lengths = [3, 3, 3, 3, 0]
    assert (
        explain.print_times(
            [("a", "rook", ["mul %rbx", *END], lengths), ("b", "rook", ["pop %rbx", *END], lengths)], CORE
        )
        == 0
    )
    assert capsys.readouterr().out == "scheme,piece,instructions,waiting,nops,free\na,rook,5,1,2.00,3.00\n"


def test_kept_copies(monkeypatch, tmp_path):
    """Times count for loops of the same number of instructions only, and a bad table is refused."""
    monkeypatch.setattr(explain, "KEPT", tmp_path)
    (tmp_path / "cpu.csv").write_text("scheme,piece,instructions,waiting,nops,free\na,rook,5,0,2.50,3.00\n")
    rows = [{"scheme": "a", "piece": "rook", "instructions": count} for count in (5, 6)]
    explain.add_copies(rows, "cpu")
    assert [(row["nops"], row["free"]) for row in rows] == [(2.5, 3.0), ("", "")]
    explain.add_copies(rows, "other")
    assert rows[0]["nops"] == ""
    for text in ("scheme,piece\na,rook\n", "scheme,piece,instructions,waiting,nops,free\na,rook,5,0,fast,3.00\n"):
        (tmp_path / "cpu.csv").write_text(text)
        with pytest.raises(Refused, match="expected the columns scheme"):
            explain.add_copies(rows, "cpu")


@pytest.mark.parametrize("page", sorted(explain.KEPT.glob("*.csv")), ids=lambda page: page.stem)
def test_committed_copies(page):
    """Each CPU has results, and a loop has one line."""
    with open(page, newline="") as file:
        lines = list(csv.DictReader(file))
    assert (SOURCE / "results" / page.stem).is_dir() and lines
    assert len({(line["scheme"], line["piece"]) for line in lines}) == len(lines)
