# SPDX-License-Identifier: MIT
"""Zen 3.

Sources: AMD, Software Optimization Guide for AMD Family 19h Processors (56665, "SOG"); Agner Fog, The microarchitecture of
Intel, AMD and VIA CPUs, chapter on Zen 3; LLVM, X86ScheduleZnver3.td, which quotes both and was measured with llvm-exegesis on
that core. No constant was timed for this file; `scripts/limits --check` times loops of them on a machine that has the core.
"""

from core import FROM_VECTOR, TO_VECTOR, Core

CORE = Core(
    title="Zen 3",
    names=("Zen 3",),
    llvm=(("znver3", "Zn3"),),
    rates={
        "uops": (6, "macro-operations dispatched (SOG 2.9.6), a load or store along with its operation"),
        "loads": (3, "loads (SOG 2.12)"),
        "vector loads": (2, "loads into vector registers, which have two pipes (SOG 2.11)"),
        "stores": (2, "stores (SOG 2.12)"),
        "alu": (4, "operations on general registers, four pipes (SOG 2.10.2)"),
        "alu1": (1, "multiplications, PEXT, PDEP and CRC32, which pipe 1 alone does (SOG 2.10.2, LLVM)"),
        "alu12": (
            2,
            "shifts, rotations, bit tests, BEXTR, BZHI, TZCNT and what pipe 1 alone does: pipes 1 and 2 (LLVM)",
        ),
        "alu03": (2, "conditional moves and SETcc: pipes 0 and 3 (LLVM)"),
        "vector": (
            4,
            "operations on vectors, four pipes (SOG 2.11.1); moves to and from general registers have others",
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
    # Renaming does these (SOG 2.9.4 "Zero Cycle Move", Agner 22.13; LLVM: six a cycle): moves between registers, zeros.
    renamed_away=r"mov[lq]? %[re]\w+,%[re]|v?mov(dq|ap)\w* %\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop",
    fused_jump=r"cmp|test|and|or|xor|add|sub|inc|dec",
    micro_ops=((r"tzcnt|bls|bt[crs]|mulx?[lq]? |vpermq|vpinsr\w \$\w+,%|vpextr", 2),),
    # AVX-512, GFNI and anything else that is younger.
    lacks=r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])|\{1to|vpternlog|vpro[lr]|vplzcnt|vpsravq|v?gf2p8|vpbroadcast[dq] %[re]|vextract\w64x|v?pand[dq]|v?por[dq]",
    # LLVM 19 charges operations of a constant with the accumulator, and moves of constants, as up to four, and takes lea to an
    # address unit; all run on any ALU.
    overcharged=(
        (r"^(?:add|sub|and|or|xor)[lq]? \$\S+,(%[re]ax)$", r"not \1"),
        (r"^(?:mov|movabs)[lq]? \$\S+,(%\w+)$", r"not \1"),
        (r"^lea\w* .*,(%\w+)$", r"not \1"),
        (r"^set\w+ (%\w+)$", r"not \1"),
    ),
)
