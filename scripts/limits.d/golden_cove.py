# SPDX-License-Identifier: MIT
"""Golden Cove and Redwood Cove.

Sources: Intel, Optimization Reference Manual (248966), chapters on the two cores, and "Micro-fusion", "Macro-fusion" and
"Unlamination"; uops.info; all of it measured again on Granite Rapids (Redwood Cove), which decides.
"""

from core import Core

# Port 1 alone does these: as many of them as of imul, and as of both mixed, one a cycle.
PORT_1 = (
    r"^(i?mul|mulx|pext|pdep|[lt]zcnt|popcnt|bs[fr]|bswap|crc32|bzhi|bextr|bt[crs]?|sh[lr]d)[bwlq]? |^movz\w+ %[abcd]h,"
)

CORE = Core(
    title="Golden Cove and Redwood Cove",
    names=("Alder Lake", "Raptor Lake", "Sapphire Rapids", "Emerald Rapids", "Granite Rapids"),
    llvm=(("sapphirerapids", "SPRPort"), ("alderlake", "ADLPPort")),  # the second lacks AVX-512
    rates={
        "uops": (6, "micro-operations, fused as the core renames them, at best"),
        "loads": (3, "two where their addresses agree in bits 3 to 5"),
        "p1": (1, "operations that port 1 alone does, multiplications and PEXT among them"),
        "alu": (5, "all operations, on ports 0, 1, 5, 6 and 10"),
        "vector": (
            3,
            "operations on vectors, on ports 0, 1 and 5; those of 64 bytes take two of them, so count as one and a half",
        ),
    },
    needs={
        "p1": ((PORT_1, 1),),
        "alu": (("", 1),),
        "vector": (("%zmm", 1.5), ("%[xy]mm", 1)),
    },
    # Renaming does these, at least in part: moves between registers, zeros, no operation, additions of constants.
    renamed_away=r"mov[lq]? %\w+,%|v?mov[du]q\w* %\w+,%|movz[bw]\w+ %(?![abcd]h)\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop|inc|dec|(add|sub)[lq]? \$|lea",
    # On Redwood Cove what works on a register fuses with the move that filled it: twelve such pairs and a jump take 2.8
    # cycles, for the ports, with each of AND, OR, XOR, ADD, NOT.
    fused_jump=r"cmp|test|and|add|sub|inc|dec",
    fused_move=r"(?:(?:and|or|xor|add|sub|sh[lr]|sar|ro[lr])[lq]? (?:[$%](?!cl,)\w+,)?|(?:neg|not)[lq]? )(%\w+)$",
    # A load is renamed in one place with the operation on it. Not so ("unlamination") if it has an index, but for operations
    # that overwrite one of their two operands; and never in the last of these. One unlaminates a cycle. Timed among nops, 2026.
    unlaminated=(
        r"(and|or|xor|add|sub|adc|sbb|imul)[bwlq]? [^(,]*\([^)]*\),%\w+$",
        r"bls|s[ah][lr]x|rorx|vpshufb|vplzcnt|vpinsr",
    ),
    # An instruction known to need the ports measured. LLVM 19 puts each lea on port 1 alone, but three (with a scaled index)
    # to six of them run in a cycle, and rotations by a constant cost as shifts.
    overcharged=(
        (r"^lea\w* .*,[248]\),(%\w+)$", r"blsr \1,\1"),
        (r"^lea\w* .*,(%\w+)$", r"mov $1,\1"),
        (r"^ro[lr]([bwlq]?) (.*)$", r"shl\1 \2"),
    ),
)
