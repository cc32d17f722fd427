# SPDX-License-Identifier: MIT
"""Golden Cove and Redwood Cove.

Sources: Intel, Optimization Reference Manual (248966), chapters on the two cores, and "Micro-fusion", "Macro-fusion"
and "Unlamination"; uops.info. All of it was measured again on Granite Rapids (Redwood Cove); the measurement decides.
"""

from limits_model.core import Core

# Only port 1 executes these: one per cycle, alone or mixed with imul.
PORT_1 = (
    r"^(i?mul|mulx|pext|pdep|[lt]zcnt|popcnt|bs[fr]|bswap|crc32|bzhi|bextr|bt[crs]?|sh[lr]d)[bwlq]? |^movz\w+ %[abcd]h,"
)

CORE = Core(
    title="Golden Cove and Redwood Cove",
    names=("Alder Lake", "Raptor Lake", "Sapphire Rapids", "Emerald Rapids", "Granite Rapids"),
    llvm=(("sapphirerapids", "SPRPort"), ("alderlake", "ADLPPort")),  # the second has no AVX-512
    rates={
        "uops": (6, "micro-operations, as the core fuses and renames them at best"),
        "loads": (3, "loads, but two if their addresses agree in bits 3 to 5"),
        "p1": (1, "operations that only port 1 executes, such as multiplications and PEXT"),
        "alu": (5, "all operations, on ports 0, 1, 5, 6 and 10"),
        "vector": (
            3,
            "operations on vectors, on ports 0, 1 and 5; one of 64 bytes takes two ports and counts as 1.5",
        ),
    },
    needs={
        "p1": ((PORT_1, 1),),
        "alu": (("", 1),),
        "vector": (("%zmm", 1.5), ("%[xy]mm", 1)),
    },
    # Renaming executes these, at least in part: moves between registers, zeros, no-operations, additions of constants.
    renamed_away=r"mov[lq]? %\w+,%|v?mov[du]q\w* %\w+,%|movz[bw]\w+ %(?![abcd]h)\w+,%|v?p?xor\w* (%\w+),(\1,)?\1"
    r"|nop|inc|dec|(add|sub)[lq]? \$|lea",
    # On Redwood Cove an operation on a register fuses with the move that filled it. Twelve such pairs and a jump take
    # 2.8 cycles, the limit of the ports, with each of AND, OR, XOR, ADD and NOT.
    fused_jump=r"cmp|test|and|add|sub|inc|dec",
    fused_move=r"(?:(?:and|or|xor|add|sub|sh[lr]|sar|ro[lr])[lq]? (?:[$%](?!cl,)\w+,)?|(?:neg|not)[lq]? )(%\w+)$",
    # A load is renamed together with its operation, with two exceptions ("unlamination"): an indexed load, unless the
    # operation overwrites one of its two operands (first pattern); any load of the second pattern. One load unlaminates
    # per cycle. Measured among no-operations, 2026.
    unlaminated=(
        r"(and|or|xor|add|sub|adc|sbb|imul)[bwlq]? [^(,]*\([^)]*\),%\w+$",
        r"bls|s[ah][lr]x|rorx|vpshufb|vplzcnt|vpinsr",
    ),
    # Replacements that use the measured ports. LLVM 19 assigns each lea to port 1 only, but three (with a scaled index)
    # to six run per cycle. Rotations by a constant cost as much as shifts.
    overcharged=(
        (r"^lea\w* .*,[248]\),(%\w+)$", r"blsr \1,\1"),
        (r"^lea\w* .*,(%\w+)$", r"mov $1,\1"),
        (r"^ro[lr]([bwlq]?) (.*)$", r"shl\1 \2"),
    ),
)
