# SPDX-License-Identifier: MIT
"""Counts the resources that a loop needs, from its instructions in AT&T syntax.

The differences between cores are data: Core.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

Texts: TypeAlias = list[str]  # the instructions of a loop
Pattern: TypeAlias = str  # a regular expression
Shares: TypeAlias = tuple[tuple[Pattern, float], ...]  # the first pattern that matches counts

MOVE = r"mov[lq]? %\w+,(%\w+)$"  # between registers
STORES_ONLY = r"v?p?mov|v?pextr|vextract|set"
LOADS_ONLY = r"v?mov|vpbroadcast[dq] \S*\(|vbroadcast\w+ \S*\("
VECTOR = r"%[xyz]mm|%k[0-7]"

# Moves between general registers and vector or mask registers, for the tables of cores. objdump prints movq for these
# only.
TO_VECTOR = r"^v?(mov[dq]|pbroadcast[dq]|pinsr[dq]) (\$\w+,)?%[re]|^kmov\w %[re]"
FROM_VECTOR = r"^v?(mov[dq]|pextr[dq]|pmovmskb) .*%[xy]mm\d+,%[re]|^kmov\w %k\d,%[re]"


@dataclass(frozen=True)
class Core:
    """The resources of a core and the instructions that need them.

    Patterns are regular expressions, matched from the start unless they are searched for; "$^" matches nothing."""

    title: str
    # Microarchitectures, as `slidebench machine` prints them.
    names: tuple[str, ...]
    # LLVM's models of this core: (CPU, prefix of its resources), best first.
    llvm: tuple[tuple[str, str], ...]
    # {resource: (number per cycle, description)}. "uops", "loads", "vector loads" and "stores" are counted here.
    rates: dict[str, tuple[float, str]]
    # {any other resource: ((pattern searched for, share of the resource), ...)}; the first match counts.
    needs: dict[str, Shares]
    # Instructions that no pipe executes.
    renamed_away: Pattern = "$^"
    # Instructions that become one micro-operation with a conditional jump directly after them.
    fused_jump: Pattern = "$^"
    # Operations on a register, the group, that become one micro-operation with a move to it directly before them.
    fused_move: Pattern = "$^"
    # Loads renamed separately from their operation: indexed ones except the first pattern, all of the second pattern.
    unlaminated: tuple[Pattern, Pattern] = ("", "$^")
    # Micro-operations of instructions, 1 for all others. None: as LLVM counts them.
    micro_ops: tuple[tuple[Pattern, int], ...] | None = None
    # Instructions that the core does not have, searched for.
    lacks: Pattern = "$^"
    # (pattern, replacement for llvm-mca) where LLVM's cost is too high.
    overcharged: tuple[tuple[Pattern, str], ...] = ()

    def runs(self, texts: Texts) -> bool:
        """Returns whether the core has all instructions of a loop."""
        return not any(re.search(self.lacks, text) for text in texts)

    def for_llvm(self, text: str) -> str:
        """Returns the instruction, or one for which LLVM's cost is right."""
        for pattern, cheaper in self.overcharged:
            text = re.sub(pattern, cheaper, text)
        return text

    def counts(self, texts: Texts, executed: list[int]) -> dict[str, float]:
        """Returns the amount of each resource that a loop needs; `executed` are LLVM's micro-operations by
        instruction."""
        pairs = list(zip(["", *texts], texts))
        counted: dict[str, float] = {
            "uops": sum(self.renamed(text, before, count) for (before, text), count in zip(pairs, executed)),
            "loads": sum(map(reads, texts)),
            "vector loads": sum(reads(text) and bool(re.search(VECTOR, text)) for text in texts),
            "stores": sum(map(writes, texts)),
        }
        alone = [
            text for before, text in pairs if not (is_branch(text) and self.fuses(text, before)) and self.computes(text)
        ]
        for resource, table in self.needs.items():
            counted[resource] = sum(
                next((share for pattern, share in table if re.search(pattern, text)), 0) for text in alone
            )
        return {resource: counted[resource] for resource in self.rates}

    def bounds(self, texts: Texts, mca: float | None, executed: list[int]) -> dict[str, float | str]:
        """Returns the counts of a loop, its limit, and the resource that sets it; `mca` and `executed` are from
        Mca.loops()."""
        counts = self.counts(texts, executed)
        limits = {resource: counts[resource] / rate for resource, (rate, _) in self.rates.items()} | {"sum": 1.0}
        limits |= {} if mca is None else {"mca": float(mca)}
        bound_by = max(limits, key=lambda resource: limits[resource])
        return {**counts, "mca": limits.get("mca", ""), "limit": limits[bound_by], "bound_by": bound_by}

    def renamed(self, text: str, before: str, executed: int) -> int:
        """Returns micro-operations as renamed or dispatched.

        A load or store counts with its operation unless separate()."""
        if self.fuses(text, before):
            return 0
        if self.micro_ops is not None:
            return next((count for pattern, count in self.micro_ops if re.match(pattern, text)), 1) + self.separate(
                text
            )
        return max(1, executed - reads(text) - writes(text)) + self.separate(text)

    def fuses(self, text: str, before: str) -> bool:
        """Returns whether an instruction becomes one micro-operation with the one before it."""
        if is_branch(text):
            return re.match(self.fused_jump, before) is not None
        move, operation = re.match(MOVE, before), re.match(self.fused_move, text)
        return bool(move and operation and move[1] == operation[1])

    def separate(self, text: str) -> bool:
        """Returns whether an operation and its load are renamed separately."""
        but_for, always = self.unlaminated
        indexed = re.search(r"\([^)]*,[^)]*\)", text) and not re.match(but_for, text)
        return reads(text) and not re.match(LOADS_ONLY, text) and bool(indexed or re.match(always, text))

    def computes(self, text: str) -> bool:
        """Returns whether an instruction needs a computing pipe."""
        return not re.match(self.renamed_away, text) and not (touches_memory(text) and re.match(LOADS_ONLY, text))


def is_branch(text: str) -> bool:
    """Returns whether an instruction is a conditional jump."""
    return re.match(r"j(?!mp)", text) is not None


def touches_memory(text: str) -> bool:
    """Returns whether an instruction reads or writes memory."""
    return "(" in text and not re.match(r"lea|nop|prefetch", text)


def reads(text: str) -> bool:
    """Returns whether an instruction loads."""
    return touches_memory(text) and not (text.endswith(")") and re.match(STORES_ONLY, text))


def writes(text: str) -> bool:
    """Returns whether an instruction stores."""
    return touches_memory(text) and text.endswith(")") and not re.match(r"cmp|test|bt[lq]? |i?mul|i?div", text)
