# SPDX-License-Identifier: MIT
"""Finds in object files, by objdump, the timed loops that the compiler generated.

A kernel is one loop; the loop of a mix contains a loop per piece. The body of a loop is the code from the target of its
backward jump to that jump. Code before it runs once.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from slidebench_tools.command import ENVIRONMENT, Refused, output_of

KERNEL = re.compile(r"(rook|bishop|queen|both|mix_nnue|mix_hce)_(throughput|latency\w*)$")


@dataclass(frozen=True)
class Isa:
    """The instructions of an architecture that matter here, as regular expressions for the text of objdump."""

    call: str
    multiply: str  # and divide: what MULTIPLY_FREE of schemes/scheme.h forbids
    conditional: str  # conditional jumps
    jump: str  # any jump within a function
    indirect: str  # jumps through a register or a table
    vector: str  # operands that are vector registers


ISAS = {
    "x86-64": Isa(
        call=r"^call",
        multiply=r"^(f?i?(mul|div)|v?(mul|div|dp)[ps][sdh]|vfn?m(add|sub)"
        r"|v?pmul(?!tishift)|v?pmadd|vpdp|v?(pcl|gf2p8)mul)",
        conditional=r"^(j(?!mp)|loop)",
        jump=r"^(j|loop)",
        indirect=r"^(notrack )?jmp\s+\*",
        vector=r"%[xyz]mm|%k[0-7]",
    ),
    "aarch64": Isa(
        call=r"^bl",
        multiply=r"^([suf]?n?mul|[suf]?div|[suf]?n?m(add?|sub|sb|neg)|[suf]?ml[as]|pmul"
        r"|sqr?dm|su?dot|us?dot|[su]mmla)",
        conditional=r"^(b\.|cbz|cbnz|tbz|tbnz)",
        jump=r"^(b\.|b\s|cbz|cbnz|tbz|tbnz)",
        indirect=r"^br\s",
        vector=r"\b[vqdsz]\d+\b",
    ),
    "riscv": Isa(
        call=r"^(jal|jalr|call|tail)\s",
        multiply=r"^v?f?w?n?s?(clmul|mul|div|rem|m(add|sub|acc|sac))",
        conditional=r"^b(eq|ne|lt|ge|gt|le)",
        jump=r"^(b(eq|ne|lt|ge|gt|le)|j\s)",
        indirect=r"^jr\s",
        vector=r"\bv\d+\b",
    ),
}


@dataclass(frozen=True)
class Instruction:
    """One line of objdump."""

    address: int
    text: str

    def matches(self, pattern: str) -> bool:
        """Returns whether a pattern occurs in the instruction."""
        return re.search(pattern, re.sub(r"[0-9a-f]+ <.*", "", self.text)) is not None  # without jump targets

    @property
    def target(self) -> int | None:
        """Returns the address that a jump leads to."""
        match = re.search(r"[\s,]([0-9a-f]+) <", self.text)
        return int(match[1], 16) if match else None


def functions(object_file: Path, objdump: str = "objdump") -> tuple[dict[str, list[Instruction]], Isa]:
    """Returns the kernels of an object file by name, and the architecture's Isa."""
    dump = output_of(objdump, "-dr", "--no-show-raw-insn", object_file)
    isa = next((isa for name, isa in ISAS.items() if re.search(f"elf64-(little)?{name}", dump)), None)
    if isa is None:
        raise Refused(f"{object_file}: unknown architecture, expected one of {', '.join(ISAS)}", ENVIRONMENT)
    kernels: dict[str, list[Instruction]] = {}
    body: list[Instruction] | None = None
    for line in dump.splitlines():
        if head := re.match(r"[0-9a-f]+ <(?!\.L)([^>]+)>:$", line):  # .L: a place in a function, on RISC-V
            body = kernels.setdefault(head[1], []) if KERNEL.match(head[1]) else None
        elif body is not None and (code := re.match(r"\s+([0-9a-f]+):\t(\S.*)$", line)):
            if not re.match(r"R_", code[2]):
                body.append(Instruction(int(code[1], 16), code[2].strip()))
    return kernels, isa


def loop(kernel: list[Instruction], isa: Isa, name: str = "kernel") -> list[Instruction]:
    """Returns the body of a kernel's outermost loop: from the lowest target of a backward jump to the last of these
    jumps."""
    jumps = [(i.target, i.address) for i in kernel if i.matches(isa.jump) and i.target is not None]
    back = [(target, address) for target, address in jumps if kernel[0].address <= target <= address]
    if not back:
        raise Refused(f"{name}: no backward jump, expected a loop", ENVIRONMENT)
    start, end = min(target for target, _ in back), max(address for _, address in back)
    return [i for i in kernel if start <= i.address <= end]


def built_schemes(build: Path) -> list[str]:
    """Returns all schemes of a build in table order. It may be a build that this machine cannot run."""
    cache = Path(build) / "CMakeCache.txt"
    names = re.search(r"^SCHEMES:INTERNAL=(.*)$", cache.read_text() if cache.is_file() else "", re.M)
    if not names:
        raise Refused(f"{cache}: no list of schemes, expected the folder of a build", ENVIRONMENT)
    return names[1].split(";")


def object_file(build: Path, scheme: str, level: str = "native") -> Path:
    """Returns the newest object file of a scheme: a build folder keeps the objects of sources that were moved since."""
    folder = Path(build) / "schemes" / "CMakeFiles" / f"scheme-{scheme}-{level}.dir"
    objects = sorted(folder.rglob("*.o"), key=lambda path: path.stat().st_mtime)
    if not objects:
        raise Refused(f"{folder}: no object file, expected one: build first", ENVIRONMENT)
    return objects[-1]
