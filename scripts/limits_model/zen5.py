# SPDX-License-Identifier: MIT
"""Zen 5.

Sources: AMD, Software Optimization Guide for the AMD Zen5 Microarchitecture (58455, "SOG"); LLVM, X86ScheduleZnver5.td,
which cites it section by section. All of it was measured on that core ("measured"), and the measurement decides;
`scripts/limits --check` repeats it.

Loops with long chains do not reach six operations per cycle, though their rounds are independent. Chains of ADD that
each begin with a load reach 4.6 additions per cycle in eight chains of 4 (measured). One of 24 reaches 3.7, one of
48 reaches 2.8. `scripts/limits --explain` shows which loops this concerns.
"""

from limits_model.core import FROM_VECTOR, TO_VECTOR, Core

LEA_OF_THREE = r"^lea\w* -?(0x)?[0-9a-f]+\(%\w+,%"
SHUFFLE = r"^v(pshufb|perm|pbroadcast\w+ %x|extract|insert|gf2p8)"
SHIFT = r"^vps[lr][al]"

CORE = Core(
    title="Zen 5",
    names=("Zen 5",),
    llvm=(("znver5", "Zn5"),),  # LLVM 19 has the name, but with the pipes of Zen 4
    rates={
        "uops": (8, "macro-operations dispatched (SOG 2.9.7); a load or store counts with its operation"),
        "loads": (4, "loads (SOG 2.12; timed, also with an index)"),
        "vector loads": (2, "loads into vector registers, which have two pipes (SOG 2.11; measured)"),
        "stores": (2, "stores (SOG 2.12; measured)"),
        "alu": (
            6,
            "operations on general registers, six pipes (SOG 2.10.2; measured); lea of three parts counts as two",
        ),
        "multiply": (
            3,
            "multiplications and CRC32: pipes 0, 1 and 2 (SOG 2.10.2; measured); "
            "one with a result of 128 bits counts as two",
        ),
        "shift": (
            3,
            "shifts, rotations, bit tests, BLSI, BLSMSK, BLSR, BZHI, BEXTR, TZCNT, PEXT and PDEP, "
            "which share three pipes (measured)",
        ),
        "wide constant": (3, "constants of 64 bits (measured)"),
        "vector": (4, "operations on vectors of up to 64 bytes, four pipes (SOG 2.11.1; measured)"),
        "shuffle": (
            2,
            "shuffles, except those within 8 or 16 bytes by a constant, and GF2P8AFFINEQB: "
            "pipes 1 and 2 (SOG 2.11.1; measured)",
        ),
        "vector shift": (2, "shifts of vectors, which share one pipe with shuffles (measured)"),
        "shuffle, shift": (3, "both together (measured)"),
        "rotate": (2, "rotations of vectors, on pipes that shifts do not use (measured)"),
        "lzcnt": (2, "LZCNT of vectors (measured)"),
        "from vector": (2, "moves from vector or mask to general registers (measured)"),
        "to vector": (1, "moves from general to vector or mask registers (measured)"),
    },
    needs={
        "alu": ((r"%[xyz]mm|%k|^j", 0), (LEA_OF_THREE, 2), ("", 1)),
        "multiply": ((r"^mulx?[lq]? ", 2), (r"^(imul|crc32)[bwlq]? ", 1)),
        "shift": ((r"^(sh[lr]x?|sarx?|ro[lr]|rorx|bt[crs]?|bls\w+|bzhi|bextr|tzcnt|pext|pdep)[bwlq]? ", 1),),
        "wide constant": (("^movabs", 1),),
        "vector": ((TO_VECTOR, 0), (FROM_VECTOR, 0), ("%[xyz]mm", 1)),
        "shuffle": ((SHUFFLE, 1),),
        "vector shift": ((SHIFT, 1),),
        "shuffle, shift": ((SHUFFLE, 1), (SHIFT, 1)),
        "rotate": ((r"^vpro[lr]", 1),),
        "lzcnt": ((r"^vplzcnt", 1),),
        "from vector": ((FROM_VECTOR, 1),),
        "to vector": ((TO_VECTOR, 1),),
    },
    # Measured: a move takes no pipe and fuses with the operation on its destination directly after it, for all
    # operations tried except NEG: 11.4 instructions per cycle. Eight operations per cycle are dispatched only in loops
    # of some lengths: 32 moves take 4.1 cycles, 48 take 7.1.
    # Measured in loops of 240 instructions, and in no limit: each use of a fresh result seems to take two of the six
    # places for operations on general registers. LEA and an addition to its result run at 3.9 per cycle, n LEA and one
    # such addition at 6 (n + 1) / (n + 2). Chains of 12 additions run at 4.9, of 24 at 4.1.
    # Measured, in no limit either: loads of one line, or of lines up to 512 bytes apart, run at four per cycle; of 40
    # random lines of 32 KiB at 2.9 to 3.3, of lines 1 KiB apart at 2.8, 4 KiB apart at 0.9.
    renamed_away=r"mov[lq]? %[re]\w+,%[re]|v?mov(dq|ap)\w* %\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop",
    fused_jump=r"cmp|test|and|or|xor|add|sub|inc|dec",
    fused_move=r"(?:(?:and|or|xor|add|sub|sh[lr]|sar|ro[lr])[lq]? (?:[$%](?!cl,)\w+,)?|(?:not|inc|dec)[lq]? )(%\w+)$",
    micro_ops=((LEA_OF_THREE, 2), (r"mulx?[lq]? |vpinsr\w \$\w+,%|vpextr", 2)),
    # LLVM counts operations of a constant with the accumulator, and moves of constants, as up to four operations. All
    # of them run on any ALU.
    overcharged=(
        (r"^(?:add|sub|and|or|xor)[lq]? \$\S+,(%[re]ax)$", r"not \1"),
        (r"^(?:mov|movabs)[lq]? \$\S+,(%\w+)$", r"not \1"),
        (r"^lea\w* .*,(%\w+)$", r"not \1"),
        (r"^set\w+ (%\w+)$", r"not \1"),
    ),
)
