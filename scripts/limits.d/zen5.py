# SPDX-License-Identifier: MIT
"""Zen 5.

Sources: AMD, Software Optimization Guide for the AMD Zen5 Microarchitecture (58455, "SOG"); LLVM, X86ScheduleZnver5.td, which
quotes it section by section; all of it timed on that core by `scripts/limits --check`, which decides.
"""

from core import Core

CORE = Core(
    title="Zen 5",
    names=("Zen 5",),
    llvm=(("znver5", "Zn5"),),  # LLVM 19 has the name, but Zen 4's pipes for it
    rates={
        "uops": (8, "macro-operations dispatched (SOG 2.9.7), a load or store along with its operation"),
        "loads": (4, "loads (SOG 2.12)"),
        "vector loads": (2, "loads into vector registers, which have two pipes (SOG 2.11)"),
        "stores": (2, "stores (SOG 2.12)"),
        "alu": (6, "operations on general registers, six pipes (SOG 2.10.2)"),
        "alu012": (3, "multiplications, CRC32, shifts, rotations, bit tests, BEXTR and BZHI: pipes 0, 1 and 2 (SOG 2.10.2, LLVM)"),
        "alu345": (3, "PEXT and PDEP: pipes 3, 4 and 5 (LLVM)"),
        "vector": (4, "operations on vectors of up to 64 bytes, four pipes (SOG 2.11.1)"),
        "shuffle": (2, "shuffles and shifts of vectors: pipes 1 and 2 (SOG 2.11.1)"),
    },
    needs={
        "alu": ((r"%[xyz]mm|%k|^j", 0), ("", 1)),
        "alu012": ((r"^(i?mul|mulx|crc32|sh[lr]x?|sarx?|ro[lr]|rorx|bt|bextr|bzhi)[bwlq]?( |$)", 1),),
        "alu345": ((r"^(pext|pdep)[lq]? ", 1),),
        "vector": (("%[xyz]mm", 1),),
        "shuffle": ((r"^vp(shuf|unpck|alignr|s[lr]l|sra|ro[lr]v)", 1),),
    },
    renamed_away=r"mov[lq]? %\w+,%|v?mov(dq|ap)\w* %\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop",
    fused_jump=r"cmp|test|and|or|xor|add|sub|inc|dec",
    micro_ops=((r"bt[crs]|mulx?[lq]? |vpinsr\w \$\w+,%|vpextr", 2),),
    # LLVM charges operations of a constant with the accumulator, and moves of constants, as up to four; any ALU does them.
    overcharged=(
        (r"^(?:add|sub|and|or|xor)[lq]? \$\S+,(%[re]ax)$", r"not \1"),
        (r"^(?:mov|movabs)[lq]? \$\S+,(%\w+)$", r"not \1"),
        (r"^lea\w* .*,(%\w+)$", r"not \1"),
        (r"^set\w+ (%\w+)$", r"not \1"),
    ),
)
