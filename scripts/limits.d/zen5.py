# SPDX-License-Identifier: MIT
"""Zen 5.

Sources: AMD, Software Optimization Guide for the AMD Zen5 Microarchitecture (58455, "SOG"); LLVM, X86ScheduleZnver5.td, which
quotes it section by section; all of it timed on that core, which decides ("timed"), and again by `scripts/limits --check`.
"""

from core import FROM_VECTOR, TO_VECTOR, Core

CORE = Core(
    title="Zen 5",
    names=("Zen 5",),
    llvm=(("znver5", "Zn5"),),  # LLVM 19 has the name, but Zen 4's pipes for it
    rates={
        "uops": (8, "macro-operations dispatched (SOG 2.9.7), a load or store along with its operation"),
        "loads": (4, "loads (SOG 2.12; timed, with an index as well)"),
        "vector loads": (2, "loads into vector registers, which have two pipes (SOG 2.11; timed)"),
        "stores": (2, "stores (SOG 2.12; timed: 1 to changing addresses)"),
        "alu": (6, "operations on general registers, six pipes (SOG 2.10.2; timed)"),
        "multiply": (3, "multiplications and CRC32: pipes 0, 1 and 2 (SOG 2.10.2; timed)"),
        "shift": (3, "shifts, rotations, PEXT and PDEP, which share three pipes with each other but not with multiplications (timed)"),
        "bits": (3, "TZCNT, BLSI, BLSMSK, BLSR, BZHI, BEXTR and bit tests (timed)"),
        "vector": (4, "operations on vectors of up to 64 bytes, four pipes (SOG 2.11.1; timed)"),
        "shuffle": (2, "VPSHUFB and shuffles across 16 bytes (SOG 2.11.1; timed: unpacking and VPSHUFD do with any pipe)"),
        "vector shift": (2, "shifts, rotations and LZCNT of vectors (SOG 2.11.1; timed)"),
        "from vector": (2, "moves from vector or mask to general registers (timed)"),
        "to vector": (1, "moves from general to vector or mask registers (timed)"),
    },
    needs={
        "alu": ((r"%[xyz]mm|%k|^j", 0), ("", 1)),
        "multiply": ((r"^(i?mul|mulx|crc32)[bwlq]? ", 1),),
        "shift": ((r"^(sh[lr]x?|sarx?|ro[lr]|rorx|pext|pdep)[bwlq]? ", 1),),
        "bits": ((r"^(tzcnt|bls\w+|bzhi|bextr|bt)[lq]? ", 1),),
        "vector": ((TO_VECTOR, 0), (FROM_VECTOR, 0), ("%[xyz]mm", 1)),
        "shuffle": ((r"^v(pshufb|perm|pbroadcast\w+ %x|extract|insert|gf2p8)", 1),),
        "vector shift": ((r"^vp(s[lr][al]|ro[lr]|lzcnt)", 1),),
        "from vector": ((FROM_VECTOR, 1),),
        "to vector": ((TO_VECTOR, 1),),
    },
    # Timed: moves take no pipe, and one with the operation on its destination right after, 11.4 instructions a cycle.
    renamed_away=r"mov[lq]? %[re]\w+,%[re]|v?mov(dq|ap)\w* %\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop",
    fused_jump=r"cmp|test|and|or|xor|add|sub|inc|dec",
    fused_move=True,
    micro_ops=(),
    # LLVM charges operations of a constant with the accumulator, and moves of constants, as up to four; any ALU does them.
    overcharged=(
        (r"^(?:add|sub|and|or|xor)[lq]? \$\S+,(%[re]ax)$", r"not \1"),
        (r"^(?:mov|movabs)[lq]? \$\S+,(%\w+)$", r"not \1"),
        (r"^lea\w* .*,(%\w+)$", r"not \1"),
        (r"^set\w+ (%\w+)$", r"not \1"),
    ),
)
