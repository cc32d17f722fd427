# SPDX-License-Identifier: MIT
"""Zen 3.

Sources: AMD, Software Optimization Guide for AMD Family 19h Processors (56665, "SOG"); Agner Fog, The microarchitecture
of Intel, AMD and VIA CPUs, chapter on Zen 3; LLVM, X86ScheduleZnver3.td, which cites both and was measured with
llvm-exegesis on that core. No constant was measured for this file. On a machine with the core, `scripts/limits --check`
measures them.
"""

from limits_model.core import FROM_VECTOR, TO_VECTOR, Core

CORE = Core(
    title="Zen 3",
    names=("Zen 3",),
    llvm=(("znver3", "Zn3"),),
    rates={
        "uops": (6, "macro-operations dispatched (SOG 2.9.6); a load or store counts with its operation"),
        "loads": (3, "loads (SOG 2.12)"),
        "vector loads": (2, "loads into vector registers, which have two pipes (SOG 2.11)"),
        "stores": (2, "stores (SOG 2.12)"),
        "alu": (4, "operations on general registers, four pipes (SOG 2.10.2)"),
        "alu1": (1, "multiplications, PEXT, PDEP and CRC32: only pipe 1 (SOG 2.10.2, LLVM)"),
        "alu12": (
            2,
            "shifts, rotations, bit tests, BEXTR, BZHI, TZCNT and the operations of pipe 1: pipes 1 and 2 (LLVM)",
        ),
        "alu03": (2, "conditional moves and SETcc: pipes 0 and 3 (LLVM)"),
        "vector": (
            4,
            "operations on vectors, four pipes (SOG 2.11.1); moves to and from general registers have other pipes",
        ),
        "shuffle": (2, "shuffles and shifts of vectors: pipes 1 and 2 (SOG 2.11.1)"),
    },
    needs={
        "alu": ((r"%[xyz]mm|^j|^mul ", 0), (r"^bl|^tzcnt", 2), ("", 1)),
        "alu1": ((r"^(i?mul|mulx|pext|pdep|crc32)[bwlq]? ", 1),),
        "alu12": (
            (r"^(i?mul|mulx|pext|pdep|crc32|sh[lr]x?|sarx?|ro[lr]|rorx|bt|bextr|bzhi|tzcnt)[bwlq]?( |$)", 1),
            (r"^bt[crs][lq]? ", 2),
        ),
        "alu03": ((r"^(cmov|set)", 1),),
        "vector": ((TO_VECTOR, 0), (FROM_VECTOR, 0), ("%[xyz]mm", 1)),
        "shuffle": ((r"^vp(shuf|unpck|alignr|s[lr]l|sra|s[lr]l?v|sravd|blendvb)", 1),),
    },
    # Renaming executes these (SOG 2.9.4 "Zero Cycle Move", Agner 22.13; LLVM: six per cycle): moves between registers,
    # zeros.
    renamed_away=r"mov[lq]? %[re]\w+,%[re]|v?mov(dq|ap)\w* %\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop",
    fused_jump=r"cmp|test|and|or|xor|add|sub|inc|dec",
    micro_ops=((r"tzcnt|bls|bt[crs]|mulx?[lq]? |vpermq|vpinsr\w \$\w+,%|vpextr", 2),),
    # AVX-512, GFNI and newer extensions.
    lacks=r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])|\{1to|vpternlog|vpro[lr]|vplzcnt|vpsravq|v?gf2p8"
    r"|vpbroadcast[dq] %[re]|vextract\w64x|v?pand[dq]|v?por[dq]",
    # LLVM 19 counts operations of a constant with the accumulator, and moves of constants, as up to four operations.
    # It assigns lea to an address unit. All of them run on any ALU.
    overcharged=(
        (r"^(?:add|sub|and|or|xor)[lq]? \$\S+,(%[re]ax)$", r"not \1"),
        (r"^(?:mov|movabs)[lq]? \$\S+,(%\w+)$", r"not \1"),
        (r"^lea\w* .*,(%\w+)$", r"not \1"),
        (r"^set\w+ (%\w+)$", r"not \1"),
    ),
)
