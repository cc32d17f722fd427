# SPDX-License-Identifier: MIT
"""Times loops of one kind of instruction on this machine and compares them with the limits of its core's model."""

import os
import shlex
import re
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path

from limits_model.core import Core
from limits_model.llvm_mca import Mca
from slidebench_tools.command import ENVIRONMENT, Refused

# A loop that is faster than its limit by more than this share refutes the model. The clock is not more accurate.
NOISE = 0.03
LENGTH = 40  # instructions per round, so that the end of the loop hardly matters
END = ["dec %rsi", "jne 1b"]
REGISTERS = "r8 r9 r10 r11 r12 r13 r14 r15 rbx rbp".split()

# The repeated instructions and the flag of /proc/cpuinfo that they need. @D and @E are placeholders for ten registers
# of 64 and 32 bits, @V for twelve vectors, @K for six masks, @O for eight offsets. %rax, %rcx and vectors 0 and 1 are
# only read.
LOOPS = (
    ("nop", ""),
    ("mov %rax,@D", ""),
    ("add %rax,@D", ""),
    ("lea (%rax,%rcx),@D", ""),
    ("lea 8(%rax,%rcx,8),@D", ""),
    ("lea (%rax,%rcx),@D; add %rax,@D", ""),
    ("lea (%rax,%rcx),@D; add %rax,@D; add %rax,@D; add %rax,@D", ""),
    ("mov $100000,@E", ""),
    ("movabs $0x123456789abcdef,@D", ""),
    ("movzbl %al,@E", ""),
    ("mov %rax,@D; and %rcx,@D", ""),
    ("tzcnt %rax,@D; lea (%rax,%rcx),%rbp", "bmi1"),
    ("bextr %rax,%rcx,@D; shlx %rax,%rcx,%rbp", "bmi2"),
    ("cmp %rax,@D", ""),
    ("shl $3,@D", ""),
    ("shlx %rax,%rcx,@D", "bmi2"),
    ("bswap @D", ""),
    ("lzcnt %rax,@D", "abm"),
    ("tzcnt %rax,@D", "bmi1"),
    ("popcnt %rax,@D", "popcnt"),
    ("blsi %rax,@D", "bmi1"),
    ("blsmsk %rax,@D", "bmi1"),
    ("andn %rax,%rcx,@D", "bmi1"),
    ("bzhi %rax,%rcx,@D", "bmi2"),
    ("bt %rax,@D", ""),
    ("imul $77,%rax,@D", ""),
    ("mulx %rax,@D,%rcx", "bmi2"),
    ("pext %rax,%rcx,@D", "bmi2"),
    ("pdep %rax,%rcx,@D", "bmi2"),
    ("crc32q %rax,@D", "sse4_2"),
    ("pext %rax,%rcx,@D; imul $77,%rax,@D", "bmi2"),
    ("imul $77,%rax,@D; shl $3,@D; shr $2,@D", ""),
    ("cmove %rax,@D", ""),
    ("mov @O(%rdi),@D", ""),
    ("movzbl (%rdi,%rax),@E", ""),
    ("and @O(%rdi),@D", ""),
    ("pext (%rdi,%rax,8),%rcx,@D", "bmi2"),
    ("shrx %rcx,@O(%rdi),@D", "bmi2"),
    ("mov @D,@O(%rdi)", ""),
    ("vmovdqa %ymm0,%ymm@V", "avx"),
    ("vpand %ymm0,%ymm1,%ymm@V", "avx2"),
    ("vpsubq %ymm0,%ymm1,%ymm@V", "avx2"),
    ("vpshufb %ymm0,%ymm1,%ymm@V", "avx2"),
    ("vpsllvq %ymm0,%ymm1,%ymm@V", "avx2"),
    ("vpunpckhqdq %xmm0,%xmm1,%xmm@V", "avx"),
    ("vpshufb %ymm0,%ymm1,%ymm@V; vpsllvq %ymm0,%ymm1,%ymm@V", "avx2"),
    ("vpshufb %ymm0,%ymm1,%ymm@V; vextracti128 $1,%ymm0,%xmm@V", "avx2"),
    ("vextracti128 $1,%ymm0,%xmm@V", "avx2"),
    ("vmovq %xmm0,@D", "avx"),
    ("vmovq %rax,%xmm@V", "avx"),
    ("vpextrq $1,%xmm0,@D", "avx"),
    ("vmovdqu (%rdi),%ymm@V", "avx"),
    ("vpbroadcastq @O(%rdi),%ymm@V", "avx2"),
    ("mov @O(%rdi),@D; vmovdqu (%rdi),%ymm@V", "avx"),
    ("vpand %ymm0,%ymm1,%ymm@V; add %rax,@D", "avx2"),
    ("vpternlogq $3,%ymm0,%ymm1,%ymm@V", "avx512vl"),
    ("vpandq %zmm0,%zmm1,%zmm@V", "avx512f"),
    ("vprolvq %zmm0,%zmm1,%zmm@V", "avx512f"),
    ("vplzcntq %ymm0,%ymm@V", "avx512cd"),
    ("vpbroadcastq %rax,%zmm@V", "avx512f"),
    ("vmovdqu64 (%rdi),%zmm@V", "avx512f"),
    ("vpshufbitqmb %zmm0,%zmm1,%k@K", "avx512_bitalg"),
    ("kmovq %k1,@D", "avx512bw"),
    ("vgf2p8affineqb $0,%ymm0,%ymm1,%ymm@V", "gfni"),
)


def repeated(pattern: str) -> list[str]:
    """Returns the instructions of a round."""
    lines: list[str] = []
    for i in range(LENGTH // (pattern.count(";") + 1)):
        register = REGISTERS[i % len(REGISTERS)]
        names = {"@D": f"%{register}", "@E": f"%{register}d" if register[1].isdigit() else f"%e{register[1:]}"}
        names |= {"@V": str(2 + i % 12), "@K": str(2 + i % 6), "@O": str(72 * (i % 8))}
        text = pattern
        for placeholder, name in names.items():
            text = text.replace(placeholder, name)
        lines += text.split("; ")
    return lines + END


def function(name: str, lines: list[str]) -> list[str]:
    """Returns a function that runs a loop; its arguments, %rdi and %rsi, are a buffer and the number of rounds."""
    saved = ("rbx", "rbp", "r12", "r13", "r14", "r15")
    start = [
        f"{name}:",
        *(f"push %{register}" for register in saved),
        "xor %eax,%eax",
        "xor %ecx,%ecx",
        ".p2align 6",
        "1:",
    ]
    return [*start, *lines, *(f"pop %{register}" for register in reversed(saved)), "ret"]


def time_loops(bodies: Collection[list[str]]) -> list[float]:
    """Returns the cycles per round of each loop, which jumps to the label 1 until %rsi is zero."""
    names = [f"loop_{i}" for i in range(len(bodies) + 1)]
    lines = [
        ".text",
        *(line for name, body in zip(names, [["not %rax"] * 100 + END, *bodies]) for line in function(name, body)),
    ]
    lines += [
        '.section .data.rel.ro,"aw"',
        ".p2align 3",
        ".globl loops",
        "loops:",
        *(f".quad {name}" for name in names),
        ".quad 0",
    ]
    lines += ['.section .note.GNU-stack,"",@progbits', ""]
    with tempfile.TemporaryDirectory() as folder:
        assembly, program = Path(folder) / "loops.s", Path(folder) / "check"
        assembly.write_text("\n".join(lines))
        source = Path(__file__).with_suffix(".c")
        try:
            compiler = [*shlex.split(os.environ.get("CC", "cc")), "-O2", "-D_GNU_SOURCE"]
            subprocess.run([*compiler, source, assembly, "-o", program], check=True)
            done = subprocess.run([program], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Refused(f"cannot build or run the loops: {error}", ENVIRONMENT) from None
    return [*map(float, done.stdout.split())]


def check(core: Core, mca: Mca) -> int:
    """Prints the limit and the time of each loop; returns 1 if one was faster than its limit."""
    flags = set(re.findall(r"^flags\s*:(.*)", Path("/proc/cpuinfo").read_text(), re.M)[0].split())
    loops = {pattern: repeated(pattern) for pattern, flag in LOOPS if not flag or flag in flags}
    reports = {pattern: mca.loops({"loop": body})["loop"] for pattern, body in loops.items()}
    refuted = 0
    print(f"{core.title}: loops of one kind of instruction; a cycle is the time of one NOT in a dependent chain")
    print(f"{'instructions':<58} {'per cycle':>9} {'limit':>7} {'measured':>8} {'ratio':>6}  bound by")
    for (pattern, body), taken in zip(loops.items(), time_loops(loops.values())):
        bounds = core.bounds(body, *reports[pattern])
        limit = float(bounds["limit"])
        faster = taken < limit * (1 - NOISE)
        refuted += faster
        verdict = " REFUTED" if faster else ""
        numbers = f"{(len(body) - len(END)) / taken:9.2f} {limit:7.2f} {taken:8.2f} {taken / limit:6.2f}"
        print(f"{pattern:<58} {numbers}  {bounds['bound_by']}{verdict}")
    print(f"{refuted} of {len(loops)} refuted")
    return refuted > 0
