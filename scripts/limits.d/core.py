# SPDX-License-Identifier: MIT
"""Counts what a loop needs of a core, from its instructions in AT&T syntax. What differs between cores is data: see Core."""

import re
from dataclasses import dataclass

MOVE = r"mov[lq]? %\w+,(%\w+)$"  # between registers
STORES_ONLY = r"v?p?mov|v?pextr|vextract|set"
LOADS_ONLY = r"v?mov|vpbroadcast[dq] \S*\(|vbroadcast\w+ \S*\("
VECTOR = r"%[xyz]mm|%k[0-7]"

# Moves between general registers and those of vectors or masks, for the tables of cores; objdump has movq for these alone.
TO_VECTOR = r"^v?(mov[dq]|pbroadcast[dq]|pinsr[dq]) (\$\w+,)?%[re]|^kmov\w %[re]"
FROM_VECTOR = r"^v?(mov[dq]|pextr[dq]|pmovmskb) .*%[xy]mm\d+,%[re]|^kmov\w %k\d,%[re]"


@dataclass(frozen=True)
class Core:
    """The resources of a core, and which instructions need them. Patterns are regular expressions, matched from the start."""

    title: str
    names: tuple  # as `slidebench machine` names the microarchitecture
    llvm: tuple  # LLVM's models of this very core: (CPU, prefix of its resources), best first
    rates: dict  # {resource: (how many a cycle, what it is)}; "uops", "loads", "vector loads" and "stores" are counted here
    needs: dict  # {other resource: ((pattern searched for, share of the resource), ...)}; the first match counts
    renamed_away: str = "$^"  # instructions that no pipe executes
    fused_jump: str = "$^"  # instructions that become one micro-operation with a conditional jump right after
    fused_move: str = (
        "$^"  # operations on a register, the group, that are one micro-operation with a move to it right before
    )
    unlaminated: tuple = (
        "",
        "$^",
    )  # loads renamed apart from their operation: if indexed but for these; always for these
    micro_ops: tuple | None = None  # ((pattern, how many), ...), 1 for all others; None: as LLVM counts them
    lacks: str = "$^"  # instructions that the core does not have, searched for
    overcharged: tuple = ()  # (pattern, what to give llvm-mca in its place) where LLVM charges more than the core takes

    def runs(self, texts):
        """Whether the core has all instructions of a loop."""
        return not any(re.search(self.lacks, text) for text in texts)

    def for_llvm(self, text):
        """The instruction, or one that LLVM charges for as the core does."""
        for pattern, cheaper in self.overcharged:
            text = re.sub(pattern, cheaper, text)
        return text

    def counts(self, texts, executed):
        """{resource: how many of it a loop needs}; `executed` are LLVM's counts of micro-operations by instruction."""
        pairs = list(zip(["", *texts], texts))
        counted = {
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

    def bounds(self, texts, mca, executed):
        """Counts of a loop, its limit, and what sets it; `mca` and `executed` as of Mca.loops()."""
        counts = self.counts(texts, executed)
        limits = {resource: counts[resource] / rate for resource, (rate, _) in self.rates.items()} | {"sum": 1.0}
        limits |= {} if mca is None else {"mca": float(mca)}
        bound_by = max(limits, key=limits.get)
        return counts | {"mca": limits.get("mca", ""), "limit": limits[bound_by], "bound_by": bound_by}

    def renamed(self, text, before, executed):
        """Micro-operations as they are renamed or dispatched. A load or a store goes along with its operation, but for those apart."""
        if self.fuses(text, before):
            return 0
        if self.micro_ops is not None:
            return next((count for pattern, count in self.micro_ops if re.match(pattern, text)), 1) + self.apart(text)
        return max(1, executed - reads(text) - writes(text)) + self.apart(text)

    def fuses(self, text, before):
        """Whether an instruction becomes one micro-operation with the one before it."""
        if is_branch(text):
            return re.match(self.fused_jump, before) is not None
        move, operation = re.match(MOVE, before), re.match(self.fused_move, text)
        return bool(move and operation and move[1] == operation[1])

    def apart(self, text):
        """Whether an operation and its load are renamed each by itself."""
        but_for, always = self.unlaminated
        indexed = re.search(r"\([^)]*,[^)]*\)", text) and not re.match(but_for, text)
        return reads(text) and not re.match(LOADS_ONLY, text) and bool(indexed or re.match(always, text))

    def computes(self, text):
        """Whether an instruction needs a pipe that computes."""
        return not re.match(self.renamed_away, text) and not (touches_memory(text) and re.match(LOADS_ONLY, text))


def is_branch(text):
    return re.match(r"j(?!mp)", text) is not None


def touches_memory(text):
    return "(" in text and not re.match(r"lea|nop|prefetch", text)


def reads(text):
    return touches_memory(text) and not (text.endswith(")") and re.match(STORES_ONLY, text))


def writes(text):
    return touches_memory(text) and text.endswith(")") and not re.match(r"cmp|test|bt[lq]? |i?mul|i?div", text)
