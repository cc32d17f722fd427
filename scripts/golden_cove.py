# SPDX-License-Identifier: MIT
"""What a loop costs on Golden Cove and Redwood Cove, counted from its instructions, in AT&T syntax.

Sources: Intel, Optimization Reference Manual (248966), chapters on the two cores, and "Micro-fusion", "Macro-fusion" and
"Unlamination"; uops.info; all of it measured again on Granite Rapids (Redwood Cove), which decides.
"""

import re

# What is done in a cycle: operations on port 1; loads, two where their addresses agree in bits 3 to 5; vector operations, on
# ports 0, 1 and 5; all operations, on these and 6 and 10; micro-operations renamed; additions to the sum of all answers.
PER_CYCLE = {"p1": 1, "loads": 3, "vector": 3, "alu": 5, "uops": 6, "sum": 1}

# Port 1 alone does these: as many of them as of imul, and as of both mixed, one a cycle.
PORT_1 = r"(i?mul|mulx|pext|pdep|[lt]zcnt|popcnt|bs[fr]|bswap|crc32|bzhi|bextr|bt[crs]?|sh[lr]d)[bwlq]? |movz\w+ %[abcd]h,"

# Where LLVM 19 charges more than Granite Rapids takes: an instruction that it knows to need the ports measured. It puts each
# lea on port 1 alone, but three (with a scaled index) to six of them run in a cycle, and rotations by a constant cost as shifts.
OVERCHARGED = (
    (r"^lea\w* .*,[248]\),(%\w+)$", r"blsr \1,\1"),
    (r"^lea\w* .*,(%\w+)$", r"mov $1,\1"),
    (r"^ro[lr]([bwlq]?) (.*)$", r"shl\1 \2"),
)

MOVE = r"mov[lq]? %\w+,(%\w+)$"  # between registers
ON_REGISTER = r"(?:(?:and|or|xor|add|sub|sh[lr]|sar|ro[lr])[lq]? (?:[$%](?!cl,)\w+,)?|(?:neg|not)[lq]? )(%\w+)$"
# Renaming does these, at least in part: moves between registers, zeros, no operation, additions of constants.
RENAMED_AWAY = r"mov[lq]? %\w+,%|v?mov[du]q\w* %\w+,%|movz[bw]\w+ %\w+,%|v?p?xor\w* (%\w+),(\1,)?\1|nop|inc|dec|(add|sub)[lq]? \$|lea"
STORES_ONLY = r"v?p?mov|v?pextr|vextract|set"

# A load is renamed in one place with the operation on it. Not so ("unlamination") if it has an index, but for operations that
# overwrite one of their two operands; and never in the last of these. One unlaminates a cycle. Timed among nops, 2026.
LOADS_ONLY = r"v?mov|vpbroadcast[dq] \S*\("
OVERWRITES = r"(and|or|xor|add|sub|adc|sbb|imul)[bwlq]? [^(,]*\([^)]*\),%\w+$"
NEVER_FUSED = r"bls|s[ah][lr]x|rorx|vpshufb|vplzcnt|vpinsr"


def fairly_charged(text):
    for pattern, cheaper in OVERCHARGED:
        text = re.sub(pattern, cheaper, text)
    return text


def touches_memory(text):
    return "(" in text and not re.match(r"lea|nop|prefetch", text)


def reads(text):
    return touches_memory(text) and not (text.endswith(")") and re.match(STORES_ONLY, text))


def writes(text):
    return touches_memory(text) and text.endswith(")") and not re.match(r"cmp|test|bt[lq]? |i?mul|i?div", text)


def fuses(text, before):
    """Whether an instruction becomes one micro-operation with the one before it.

    A conditional jump does so with a comparison or addition, and on Redwood Cove what works on a register with the move that
    filled it, right before: twelve such pairs and a jump take 2.8 cycles, for the ports, with each of AND, OR, XOR, ADD, NOT.
    """
    if re.match(r"j(?!mp)", text):
        return re.match(r"(cmp|test|and|add|sub|inc|dec)", before) is not None
    move, operation = re.match(MOVE, before), re.match(ON_REGISTER, text)
    return bool(move and operation and move[1] == operation[1])


def renamed(text, before, executed):
    """Micro-operations as they are renamed, for an instruction that executes so many.

    A load or a store goes along with its operation, but for those above.
    """
    if fuses(text, before):
        return 0
    return max(1, executed - reads(text) - writes(text)) + apart(text)


def apart(text):
    """Whether an operation and its load are renamed each by itself."""
    indexed = re.search(r"\([^)]*,[^)]*\)", text) and not re.match(OVERWRITES, text)
    return reads(text) and not re.match(LOADS_ONLY, text) and bool(indexed or re.match(NEVER_FUSED, text))


def computes(text):
    """Whether an instruction needs a port that computes."""
    return not re.match(RENAMED_AWAY, text) and not (touches_memory(text) and re.match(LOADS_ONLY, text))


def vectors(text):
    """Shares of the three ports for vectors that an instruction takes: those of 64 bytes have two."""
    return computes(text) * (1.5 if "%zmm" in text else 1 if re.search("%[xy]mm", text) else 0)


def counts(texts, executed):
    """{what PER_CYCLE limits: how many of it a loop needs}."""
    return {
        "p1": sum(re.match(PORT_1, text) is not None for text in texts),
        "loads": sum(map(reads, texts)),
        "vector": sum(map(vectors, texts)),
        "alu": sum(map(computes, texts)) - any(map(fuses, texts[-1:], texts[-2:-1])),
        "uops": sum(map(renamed, texts, ["", *texts], executed)),
        "sum": 1,
    }
