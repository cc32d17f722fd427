# SPDX-License-Identifier: MIT
"""Prints the page LIMITS.md of a CPU: its throughput results beside llvm-mca's bounds for their loops.

usage: scripts/limits LOG [--build DIR] [--level NAME] [--mcpu NAME] > results/CPU/LIMITS.md
       scripts/limits --models > results/models.csv

Reads the timed loops from the object files of a build, by default build/native, and the measured cycles from a log.
Both should be of one CPU, compiler and version of the schemes. For a CPU that is not at hand, build with
cmake -D SLIDEBENCH_LEVELS=znver3, and use --build and --level; CMAKE_C_FLAGS adds what an old compiler does not know
of the CPU. --mcpu takes LLVM's name of the CPU where it does not follow from the log.

With --models, compiles the schemes of the comparison for all cores, also of Arm and RISC-V, for which LLVM has a
separate model, and prints what llvm-mca computes for their loops. scripts/report makes MODELS.md of it.

A log must be of x86-64. Needs a build of slidebench, objdump and llvm-mca (Debian: llvm-19), and runs the newest
llvm-mca that is installed. Up to version 22, LLVM has no model of Zen 5. --models takes minutes, and needs clang of the
same version and cross compilers.

Exit status: 0 done, 2 usage, 3 bad log, 4 a program, LLVM's model of the CPU or the build is missing.
"""

import csv
import itertools
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slidebench_results import reader, uses
from slidebench_results.report.cores import ARM, CORES, RISC_V, X86, LlvmCore, core_name
from slidebench_results.result import Result
from slidebench_tools import command
from slidebench_tools.command import ENVIRONMENT, ROOT, USAGE, Refused
from slidebench_tools.object_code import Instruction, Isa, built_schemes, functions, loop, object_file

LOOPS = {use.name: use.keys[0] for use in uses.USES if use.name in uses.SIMULATED}
ITERATIONS = 200  # of a simulated loop, so that its start hardly counts
PACKAGES = (
    "cmake ninja-build gcc clang-19 llvm-19 gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-riscv64-linux-gnu "
    "libc6-dev-riscv64-cross"
)

PAGE = """# Limits: {cpu}

Measured cycles per query beside what llvm-mca computes for the instructions of the timed loop, with its input, sum and
jump. *Both* looks up a rook and a bishop; in *chain* the square of each queen waits for the last answer. **bound**: the
cycles for which they occupy the busiest pipe, or the dispatch. **simulated**: with latencies and finite queues, too.
Both assume all data in the first-level cache and no mispredicted jump. So caches may be the reason for a large ratio:
of tables, of views, or of a list of queries that is streamed from memory. Loops with several paths are left out, since
mispredicted jumps dominate them. LLVM's model is not the core: a ratio under 1 shows an instruction that costs less
than the model assumes.

Loops of a build for `{target}`, by `{tool} -mcpu={mcpu}`; measured: `games` in {log}. A scheme that has
changed since has another loop, as with another compiler. Made by `scripts/limits`.
"""


def newest_llvm(program: str = "llvm-mca") -> str:
    """Returns the path of a program of the newest LLVM that has llvm-mca; refuses if none is installed."""
    names = [*(f"llvm-mca-{version}" for version in range(40, 13, -1)), "llvm-mca"]
    if path := next(filter(None, (shutil.which(name) for name in names)), None):
        return str(Path(path).with_name(Path(path).name.replace("llvm-mca", program)))
    raise Refused("llvm-mca is not installed (Debian and Ubuntu: apt-get install llvm-19)", ENVIRONMENT)


class Mca:
    """The newest llvm-mca, with the model of one core."""

    def __init__(self, core: LlvmCore) -> None:
        self.tool, self.core = newest_llvm(), core
        report = self.run({"nop": "nop"})
        ports = report["TargetInfo"]["Resources"] if report else []
        if not any(port.startswith(core.resource) for port in ports):
            raise Refused(f"{self.tool}: no model of {core.mcpu}, expected a newer LLVM", ENVIRONMENT)

    def run(self, loops: dict[str, str]) -> dict[str, Any] | None:
        """Returns the report on loops by name, None if the model lacks one of the instructions."""
        regions = [f"# LLVM-MCA-BEGIN {name}\n{lines}\n# LLVM-MCA-END {name}\n" for name, lines in loops.items()]
        target = f"-mtriple={self.core.target}", f"-mcpu={self.core.mcpu}"
        words = [self.tool, *target, f"-iterations={ITERATIONS}", "-json"]
        done = subprocess.run(words, input="".join(regions), capture_output=True, text=True, errors="replace")
        if "not a recognized processor" in done.stderr:
            raise Refused(f"{self.tool}: unknown CPU {self.core.mcpu}", USAGE)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def costs(self, loops: dict[str, list[str]]) -> dict[str, tuple[int, float, float]]:
        """Returns the instructions of each loop, the bound and the simulated cycles of one round; empty if the model
        lacks an instruction, or has it wrong."""
        wrong = self.core.wrong and any(line.startswith(self.core.wrong) for lines in loops.values() for line in lines)
        report = self.run({name: "\n".join(lines) for name, lines in loops.items()}) if loops and not wrong else None
        costs = {}
        for region in report["CodeRegions"] if report else []:
            name, summary = region["Name"], region["SummaryView"]
            costs[name] = len(loops[name]), summary["BlockRThroughput"], summary["TotalCycles"] / ITERATIONS
        return costs


def assembly(instruction: Instruction) -> str:
    """Returns a line of objdump as an assembler takes it: without its comment; a jump leads to itself."""
    text = re.sub(r"\s(#|//)\s.*", "", re.sub(r"\s+", " ", instruction.text)).strip()
    text = re.sub(r"^(data16 |cs )*nop.*", "nop", text)
    return re.sub(r"\b[0-9a-f]+ <.*", ".", text)


def has_one_path(body: list[Instruction], isa: Isa) -> bool:
    """Returns whether a loop calls nothing and its only jump is its end."""
    return not any(i.matches(isa.call) for i in body) and [i for i in body if i.matches(isa.jump)] == body[-1:]


def loops_of(build: Path, level: str, scheme: str, objdump: str = "objdump") -> dict[str, list[str]]:
    """Returns {use: its loop} of a scheme, for loops with one path."""
    path = object_file(build, scheme, level)
    kernels, isa = functions(path, objdump)
    if not kernels:  # the target lacks what the scheme needs
        return {}
    loops = {}
    for use, (piece, _, mode) in LOOPS.items():
        name = f"{piece}_{mode}"
        body = loop(kernels.get(name, []), isa, f"{path}: {name}")
        if has_one_path(body, isa):
            loops[use] = [*map(assembly, body)]
    return loops


def table_lines(build: Path, level: str, mca: Mca, result: Result) -> Iterator[str]:
    """Yields the lines of a table per use. A scheme has no row without a result, with several paths, or with an
    instruction that the model lacks."""
    cycles = {use: result.columns[key].cycles for use, key in LOOPS.items() if key in result.columns}
    if not any(cycles.values()):
        raise Refused(f"{result.path}: no throughput of games")
    rows: dict[str, list[str]] = {use: [] for use in cycles if cycles[use]}
    for scheme in built_schemes(build):
        for use, (count, bound, simulated) in mca.costs(loops_of(build, level, scheme)).items():
            if value := cycles.get(use, {}).get(scheme):
                numbers = f"{bound:.2f} | {simulated:.2f} | {value:.2f} | {value / bound:.2f}"
                rows[use].append(f"| `{scheme}` | {count} | {numbers} |")
    for use, lines in rows.items():
        yield f"\n## {use.capitalize()}\n"
        yield "| scheme | instructions | bound | simulated | measured | measured / bound |\n|---|--:|--:|--:|--:|--:|"
        yield from lines


def built(target: str, cores: list[LlvmCore]) -> Path:
    """Compiles the schemes of the comparison by the newest clang, with a level for each core of a target. Returns the
    folder."""
    for program in newest_llvm("clang"), f"{target}-gcc", f"{target}-objdump":
        if not shutil.which(program):
            raise Refused(f"{program} is not installed (Debian and Ubuntu: apt-get install {PACKAGES})", ENVIRONMENT)
    folder = ROOT / "build" / f"models-{target}"
    options = {
        "TARGET": target,
        "CMAKE_TOOLCHAIN_FILE": ROOT / "tests" / "cross" / "toolchain.cmake",
        "CMAKE_C_COMPILER": newest_llvm("clang"),
        "SLIDEBENCH_LEVELS": ";".join(core.mcpu for core in cores),
        "SLIDEBENCH_SCHEMES": f"^({'|'.join(uses.MODELLED)})$",
        "CMAKE_C_FLAGS": "-mno-relax" if target == RISC_V else "",  # otherwise only the linker knows where jumps lead
    }
    objects = " ".join(f"scheme-{scheme}-{core.mcpu}" for scheme in uses.MODELLED for core in cores)
    command.build(folder, objects, *(f"-D{name}={value}" for name, value in options.items()))
    return folder


def schemes_for(core: LlvmCore) -> list[str]:
    """Returns the schemes whose instructions a core has according to the newest clang."""
    options = f"--target={core.target}", f"-m{'arch' if core.target == X86 else 'cpu'}={core.mcpu}"
    macros = command.output_of(newest_llvm("clang"), *options, "-dM", "-E", "-x", "c", "/dev/null")
    catalogue = command.checked_output(reader.run("list", "--format", "csv"), "slidebench list")
    needs = {line["scheme"]: line["needs"].split() for line in csv.DictReader(catalogue.splitlines())}

    def has(word: str) -> bool:
        return bool(re.search(rf"__(ARM_{word}|{word}__) 1\b", macros, re.I))

    return [name for name in uses.MODELLED if all(map(has, needs[name]))]


def models() -> Iterator[list[str]]:
    """Yields the lines of models.csv."""
    yield ["core", "target", "scheme", *(f"{use} {figure}" for use in LOOPS for figure in ("instructions", "cycles"))]
    for target in X86, ARM, RISC_V:
        cores = [core for core in CORES.values() if core.title and core.target == target]
        folder = built(target, cores)
        for mca in map(Mca, cores):
            for scheme in schemes_for(mca.core):
                costs = mca.costs(loops_of(folder, mca.core.mcpu, scheme, f"{target}-objdump"))
                figures = [(str(costs[use][0]), f"{costs[use][2]:.2f}") if use in costs else ("", "") for use in LOOPS]
                if costs:
                    yield [mca.core.title, target, scheme, *itertools.chain(*figures)]


def flags_of(build: Path) -> str:
    """Returns the flags that a build was given for its compiler."""
    match = re.search(r"^CMAKE_C_FLAGS:\w+=(.+)$", (build / "CMakeCache.txt").read_text(), re.M)
    return f" {match[1]}" if match else ""


def core_of(result: Result, mcpu: str | None) -> LlvmCore:
    """Returns the core that --mcpu names, or else the one that CORES has for the CPU of a run."""
    core = CORES.get(core_name(result))
    if mcpu:
        return core if core and core.mcpu == mcpu else LlvmCore(mcpu, "")
    if not core:
        raise Refused(f"no model of {result.cpu}, the CPU of the log: use --mcpu with LLVM's name of it", USAGE)
    return core


def main() -> int:
    parser = command.parser(__doc__)
    parser.add_argument("log", type=Path, metavar="LOG", nargs="?")
    parser.add_argument("--models", action="store_true", help="cores that nobody has recorded")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "native", help="folder of a build")
    parser.add_argument("--level", default="native", help="ISA level of the build; default: %(default)s")
    parser.add_argument("--mcpu", help="LLVM's name of the CPU")
    options = parser.parse_args()
    if options.models == bool(options.log):
        parser.error("expected a log, or --models")
    if options.models:
        csv.writer(sys.stdout, lineterminator="\n").writerows(models())
        return 0
    result = reader.load(options.log)
    mca = Mca(core_of(result, options.mcpu))
    lines = [*table_lines(options.build, options.level, mca, result)]
    values = {"cpu": result.cpu, "target": options.level + flags_of(options.build), "tool": Path(mca.tool).name}
    values |= {"mcpu": mca.core.mcpu, "log": f"[{result.name}]({options.log.name})"}
    print(PAGE.format(**values).rstrip(), *lines, sep="\n")
    return 0
