# SPDX-License-Identifier: MIT
"""The timed loops as the compiler left them, read from the object files by objdump.

A kernel is one loop. Everything between the target of its backward jump and that jump is the loop's body;
what stands before runs once.
"""

import csv
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

KERNEL = re.compile(r"(rook|bishop|queen|both)_(throughput|latency)$")


@dataclass(frozen=True)
class Isa:
    """How one architecture spells what we look for, as regular expressions over objdump's text."""

    call: str
    multiply: str
    conditional: str  # jumps that may or may not be taken
    jump: str  # any jump within a function
    indirect: str  # jump through a register or table
    vector: str  # operands that are vector registers


ISAS = {
    "x86-64": Isa(
        call=r"^call",
        multiply=r"^(i?mul|mulx|v?pmul|v?pmadd|v?pclmul|(i|i?)div)",
        conditional=r"^(j(?!mp)|loop)",
        jump=r"^(j|loop)",
        indirect=r"^(notrack )?jmp\s+\*",
        vector=r"%[xyz]mm|%k[0-7]",
    ),
    "aarch64": Isa(
        call=r"^bl",
        multiply=r"^(u?s?mul|u?s?mulh|madd|msub|[us]maddl|[us]msubl|[us]div)",
        conditional=r"^(b\.|cbz|cbnz|tbz|tbnz)",
        jump=r"^(b\.|b\s|cbz|cbnz|tbz|tbnz)",
        indirect=r"^br\s",
        vector=r"\b[vqdsz]\d+\b",
    ),
}


@dataclass(frozen=True)
class Instruction:
    address: int
    text: str

    def matches(self, pattern):
        return re.search(pattern, re.sub(r"[0-9a-f]+ <.*", "", self.text)) is not None  # without jump targets

    @property
    def target(self):
        found = re.search(r"\s([0-9a-f]+) <", self.text)
        return int(found[1], 16) if found else None


def functions(object_file):
    """The kernels of an object file: {name: [Instruction]} and the architecture's Isa."""
    dump = subprocess.run(
        ["objdump", "-dr", "--no-show-raw-insn", object_file], check=True, capture_output=True, text=True
    ).stdout
    isa = next((isa for name, isa in ISAS.items() if f"elf64-{name}" in dump.replace("littleaarch64", "aarch64")), None)
    kernels, body = {}, None
    for line in dump.splitlines():
        if head := re.match(r"[0-9a-f]+ <([^>]+)>:$", line):
            body = kernels.setdefault(head[1], []) if KERNEL.match(head[1]) else None
        elif body is not None and (code := re.match(r"\s+([0-9a-f]+):\t(\S.*)$", line)):
            if not re.match(r"R_", code[2]):
                body.append(Instruction(int(code[1], 16), code[2].strip()))
    return kernels, isa


def loop(kernel, isa):
    """The body of a kernel's outermost loop: from the lowest target of a backward jump to the last such jump."""
    back = [
        i
        for i in kernel
        if i.matches(isa.jump) and i.target is not None and i.target <= i.address and i.target >= kernel[0].address
    ]
    start, end = min(i.target for i in back), max(i.address for i in back)
    return [i for i in kernel if start <= i.address <= end]


def schemes(binary):
    """The catalogue of a bench binary: {name: row of `list --format csv`}."""
    text = subprocess.run([binary, "list", "--format", "csv"], check=True, capture_output=True, text=True).stdout
    return {row["scheme"]: row for row in csv.DictReader(text.splitlines())}


def built_schemes(build):
    """All schemes of a build in table order, also of one that this machine cannot run."""
    return re.search(r"^SCHEMES:INTERNAL=(.*)$", (Path(build) / "CMakeCache.txt").read_text(), re.M)[1].split(";")


def object_file(build, scheme, level="native"):
    """The object that a scheme() line made."""
    folder = Path(build) / "schemes" / "CMakeFiles" / f"scheme-{scheme}-{level}.dir"
    objects = sorted(
        folder.rglob("*.o"), key=lambda path: path.stat().st_mtime
    )  # the build keeps that of a file since moved
    assert objects, f"{folder}: expected an object file, found none"
    return objects[-1]
