# SPDX-License-Identifier: MIT
"""Copies of a loop that show why it misses its limit: a free one, and one of no-operations.

In the free copy almost no instruction waits for another one: sources are %rcx, vectors 0 and 1 and mask 1, which are
never written; memory is a small buffer at %rdi. Some registers are only overwritten; in others, operations on their own
old value form chains, a few operations per round. Both copies keep fused pairs and the end of the loop.
"""

import re
from collections import deque

from limits_model.core import Core, Texts, is_branch, reads, writes

# General registers by family: those of 64, 32, 16 and 8 bits, and the high byte.
NAMES = {f"r{i}": [f"r{i}", f"r{i}d", f"r{i}w", f"r{i}b"] for i in range(8, 16)} | {
    f"r{x}": [f"r{x}", f"e{x}", x, (x[0] if x[1] == "x" else x) + "l", f"{x[0]}h"]
    for x in ("ax", "bx", "cx", "dx", "si", "di", "bp", "sp")
}
FAMILIES = {name: family for family, names in NAMES.items() for name in names}

# {kind of destination: (those that are only overwritten, those that operations change)}
POOLS = {
    "general": (["r8", "r9"], [f"r{i}" for i in range(10, 16)]),
    "short": (["rax", "rdx"], ["rbx", "rbp"]),  # of instructions that registers 8 to 15 would make longer
    "vector": (["2", "3"], [str(i) for i in range(4, 14)]),
    "mask": (["2", "3"], ["4", "5", "6", "7"]),
}
HIGH_BYTE = r"%[abcd]h\b"  # excludes the registers 8 to 15
ACCUMULATOR = r"(and|add|or|sub|xor)[lq]? \$0x\w{3,},%[er]ax$"  # longer with any other register
FIXED = r"i?mul[lq]? [^,]*(\([^)]*\))?$|c[lq]t[dqo]"  # writes %rax and perhaps %rdx
TIED = FIXED + "|cmov|set|adc|sbb"  # by these registers or by the flags
NO_DESTINATION = FIXED + r"|cmp|test|bt[lq]? |v?ptest |nop|j"
OVERWRITES = r"mov|lea|andn|s[ah][lr]x|rorx|pext|pdep|bextr|bzhi|bls|[lt]zcnt|popcnt|mulx|imul[lq]? \$|k|v(?!pternlog)"
SLOW = "imul|crc32"  # a chain of these would take longer than a round
NOT_COPIED = r"i?div|push|pop|xchg|cmpxchg|leave|rep|jmp|.*gather|.*scatter|.*%[c-g]s:"
COUNTER = r"(?:inc|dec|(?:add|sub)[lq]? \$\w+,)[lq]? ?%(\w+)$"
COMMA = r",(?![^(]*\))"  # between operands


class Renaming:
    """Renames the registers of one instruction after another."""

    def __init__(self) -> None:
        self.overwritten = {kind: deque(names) for kind, (names, _) in POOLS.items()}
        self.changed = {kind: deque(names) for kind, (_, names) in POOLS.items()}
        self.newest = ""

    def destination(self, register: str, text: str) -> str:
        """Returns the next register to overwrite or to change. A slow operation changes one that was overwritten, but
        not the newest, to which it might fuse."""
        kind = "short" if register in FAMILIES else "mask" if register[0] == "k" else "vector"
        if kind == "short" and (register[0] == "r" or re.search(r"%r\d", text)):
            kind = "general"
        if re.search(HIGH_BYTE, text):
            return "rbx"
        if re.match(ACCUMULATOR, text):
            return "rax"
        if overwrites(text):
            self.overwritten[kind].rotate()
            return self.overwritten[kind][0]
        if re.match(SLOW, text):
            return self.overwritten[kind][-1]
        self.changed[kind].rotate()
        return self.changed[kind][0]

    def instruction(self, text: str, fuses: bool, counter: str) -> str:
        """Returns an instruction with other registers. One that fuses changes the newest destination; the counter of
        rounds, "" for none, becomes %rsi."""
        name, _, rest = text.partition(" ")
        operands = re.split(COMMA, rest)
        ends = 0 if re.match(NO_DESTINATION, text) or rest.endswith(")") else 2 if name.startswith("mulx") else 1
        targets, sources = {counter: "rsi"}, dict[str, str]()
        for register in re.findall(r"%(\w+)(?:\{.*)?$", "\n".join(operands[len(operands) - ends :]), re.M):
            self.newest = self.newest if fuses else self.destination(register, text)
            targets[register] = self.newest

        def other(register: str, reads_old: bool) -> str:
            if register in targets and reads_old:
                return as_wide(register, targets[register])
            number = "1" if register[0] == "k" else sources.setdefault(register[1:], str(len(sources) % 2))
            return as_wide(register, "rcx" if register in FAMILIES else number)

        for i, operand in enumerate(operands):
            reads_old = i >= len(operands) - ends or not overwrites(text)
            memory = in_buffer(operand, text)
            operands[i] = memory or re.sub(r"%(\w+)", lambda found: f"%{other(str(found[1]), reads_old)}", operand)
        return f"{name} {','.join(operands)}".strip()


def overwrites(text: str) -> bool:
    """Returns whether an instruction does not read the old value of its destination."""
    return bool(re.match(OVERWRITES, text)) and not re.search(r"mm\d+\{%k\d\}$", text)


def as_wide(register: str, name: str) -> str:
    """Returns the part of a general register, or the vector or mask of a number, that is as wide as another one."""
    family = FAMILIES.get(register)
    return NAMES[name][NAMES[family].index(register)] if family else re.sub(r"\d+$", name, register)


def in_buffer(operand: str, text: str) -> str:
    """Returns a memory operand of the same form in the buffer, or in the 128 bytes below the stack for a store on it;
    "" for another operand. No load reads what another instruction stores."""
    found = re.match(r"(-?0x[0-9a-f]+)?\((?:%(\w+))?((?:,%\w+(?:,\d)?)?)\)(.*)", operand)
    if not found:
        return ""
    offset, base, index, rest = found.groups()
    if base == "rsp" and writes(text):
        return f"{int(offset or '0', 0) % 64 // 8 * 8 - 128}(%rsp){rest}"
    long = base in (None, "rip") or not -128 <= int(offset or "0", 0) < 128
    places = ("-0x80", "-0x800") if writes(text) else ("0x40" if offset else "", "0x400")
    start = "" if text.startswith("lea") and not base else "%rdi"
    return f"{places[long]}({start}{re.sub(r'%[a-z0-9]+', '%rcx', index)}){rest}"


def dependency_free(texts: Texts, core: Core) -> Texts:
    """Returns the free copy of a loop, empty if it cannot be made."""
    counters = [(i, str(found[1])) for i, text in enumerate(texts[:-1]) if (found := re.match(COUNTER, text))]
    counters = [(i, register) for i, register in counters if f"%{register}" in texts[-2]]
    if not counters or any(re.match(NOT_COPIED, text) for text in texts):
        return []
    (count, counter), renaming = counters[-1], Renaming()
    lines = []
    for i, (text, before) in enumerate(zip(texts, ["", *texts])):
        fuses = core.fuses(text, before) and not is_branch(text)
        lines.append(renaming.instruction(text, fuses, counter if i == len(texts) - 2 else ""))
    lines[count] = f"dec %{as_wide(counter, 'rsi')}"
    return lines


def still_waiting(texts: Texts) -> int:
    """Returns how many instructions wait in the free copy, too: for flags, %rax, %rdx or memory that they change."""
    return sum(bool(re.match(TIED, text)) or (reads(text) and writes(text)) for text in texts)


def copies(texts: Texts, lengths: list[int], core: Core) -> tuple[Texts, Texts]:
    """Returns the copy of no-operations and the free copy, both with the lengths of the loop's instructions except the
    jump. Instructions of several micro-operations are in both."""
    idle, padded = [], []
    for text, before, after, line, length in zip(
        texts, ["", *texts], [*texts[1:], ""], dependency_free(texts, core), lengths
    ):
        padded.append(as_long(line, length))
        pair = core.fuses(text, before) or core.fuses(after, text)
        single = not pair and core.renamed(text, before, 1) == 1 and "%rsi" not in line and not is_branch(text)
        idle.append(no_operation(length) if single else padded[-1])
    return idle, padded


def as_long(line: str, length: int) -> str:
    """Returns an instruction with as many redundant prefixes as it is shorter than a length."""
    missing = f"({length}-(22f-21f))"
    return f".skip -({missing}>0)*{missing},0x3e\n21: {line}\n22:"


def no_operation(length: int) -> str:
    """Returns a no-operation of some bytes."""
    short = ["90", "66 90", "0f 1f 00", "0f 1f 40 00", "0f 1f 44 00 00", "66 0f 1f 44 00 00", "0f 1f 80 00 00 00 00"]
    code = [*short, "66 " * max(0, length - 8) + "0f 1f 84 00 00 00 00 00"][min(length, 8) - 1]
    return ".byte 0x" + code.replace(" ", ",0x")
