# SPDX-License-Identifier: MIT
"""Compares each throughput result with the limit of the core for the instructions of its loop.

usage: scripts/limits [--build DIR] [--level NAME] [--result LOG]... [--workload NAME] [--mcpu NAME]
                      [--format markdown|csv] [--schemes RE]
       scripts/limits --check [--build DIR] [--mcpu NAME]
       scripts/limits --explain [--build DIR] [--level NAME] [--schemes RE]

Reads the loops of rook, bishop and queen from a build's object files (default build/native), and counts the resources
of the core that they need. llvm-mca adds the cycles of the busiest pipes. The limit is the largest of these, in cycles
per query. With --result, the fastest measured value is beside it. Its list should fit into the caches, which no limit
includes, and be long enough to hide the cost of a call: --list-length 128, 512, 2048.

The core is that of the results, or that of this machine without results. --mcpu takes one of LLVM's names, for CPUs
that are not available; build for such a CPU with cmake -DSLIDEBENCH_LEVELS=znver3. --check times loops of one kind of
instruction on this machine and compares them with the constants of its core.

--explain times two copies of each loop on this machine and prints their cycles per query as CSV: "free" has registers
renamed so that almost no instruction waits for another one, "nops" has no-operations of the same lengths. From this
table, kept as scripts/limits_model/timed_copies/CPU.csv, pages derive reasons for large distances.

x86-64 only; needs objdump and llvm-mca (Debian: llvm-19).

Exit status: 0 done, 1 --check refutes a constant, 2 usage, 3 bad result or table of reasons, 4 a program or the build
is missing or fails.
"""

import argparse
import csv
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from limits_model import cores, explain, timed_loops
from limits_model.core import Core
from limits_model.llvm_mca import Mca
from limits_model.measured import fastest_times
from limits_model.page import lines_of_page
from slidebench_tools import command
from slidebench_tools.command import Refused
from slidebench_tools.object_code import Instruction, Isa, built_schemes, functions, loop, object_file, schemes

ROOT = Path(__file__).resolve().parent.parent.parent
PIECES = ("rook", "bishop", "queen")


def assembly(instruction: Instruction) -> str:
    """Returns a line of objdump as an assembler takes it: spaces, no comment, jumps to the label 1."""
    text = re.sub(r"\s+", " ", instruction.text.split("#")[0]).strip()
    text = re.sub(r"^(data16 |cs )*nop.*", "nop", text)
    return re.sub(r"^(\w+) [0-9a-f]+ <.*", r"\1 1b", text)


def obstacle(body: list[Instruction], isa: Isa) -> str:
    """Returns why a loop has no limit, "calls" or "branchy"; "" for one straight path."""
    if any(i.matches(isa.call) for i in body):
        return "calls"
    return "" if [i for i in body if i.matches(isa.jump)] == body[-1:] else "branchy"


def fields(core: Core) -> tuple[str, ...]:
    """Returns the columns after scheme and piece."""
    return ("instructions", *core.rates, "mca", "limit", "bound_by", "nops", "free", "list_length", "cycles", "ratio")


def loops(
    build: Path, level: str, names: Iterable[str], core: Core
) -> Iterator[tuple[str, str, list[Instruction], list[str], str]]:
    """Yields scheme, piece, loop, its assembly, and its obstacle for each loop that the core runs."""
    for scheme in names:
        path = object_file(build, scheme, level)
        kernels, isa = functions(path)
        if not kernels:  # the compiler's target lacks what the scheme needs
            continue
        kernel_names = {piece: f"{piece}_throughput" for piece in PIECES}
        bodies = {piece: loop(kernels.get(name, []), isa, f"{path}: {name}") for piece, name in kernel_names.items()}
        texts = {piece: [*map(assembly, body)] for piece, body in bodies.items()}
        if all(map(core.runs, texts.values())):
            for piece, body in bodies.items():
                yield scheme, piece, body, texts[piece], obstacle(body, isa)


def rows(build: Path, level: str, names: Iterable[str], core: Core, mca: Mca) -> Iterator[dict[str, Any]]:
    """Yields a row per scheme and piece, with limits in cycles per query."""
    for scheme, found in groupby(loops(build, level, names, core), itemgetter(0)):
        own = [*found]
        reports = mca.loops({piece: texts for _, piece, _, texts, obstacle in own if not obstacle})
        for _, piece, body, texts, obstacle in own:
            row: dict[str, Any] = dict.fromkeys(fields(core), "")
            row.update(scheme=scheme, piece=piece, instructions=len(body), bound_by=obstacle)
            if not obstacle:
                row |= core.bounds(texts, *reports[piece])
            yield row


def straight_loops(build: Path, level: str, names: Iterable[str], core: Core) -> Iterator[explain.Loop]:
    """Yields the loops of one path."""
    for scheme, piece, body, texts, obstacle in loops(build, level, names, core):
        if not obstacle:
            lengths = [after.address - i.address for i, after in zip(body, body[1:])]
            yield scheme, piece, texts, [*lengths, 0]  # copies do not need the length of the jump


def level_of(build: Path, level: str | None) -> str:
    """Returns the level of the loops to read: the given one, native, or the only one of the build."""
    programs = [path for path in build.glob("slidebench-*") if path.is_file() and not path.suffix]
    found = sorted(path.name.removeprefix("slidebench-") for path in programs)
    if level is None and len(found) > 1 and "native" in found:
        return "native"
    if level in found or (level is None and len(found) == 1):
        return level or found[0]
    expected = f"expected a program slidebench-{level or 'LEVEL'}, found {found or 'none'}"
    raise Refused(f"{build}: {expected}: build first (scripts/bench), or use --build and --level", command.ENVIRONMENT)


def this_machine(binary: Path) -> tuple[str, str]:
    """Returns the microarchitecture, without a note such as "(inferred)", and the name of the CPU in results."""
    done = subprocess.run([binary, "machine"], capture_output=True, text=True, check=False)
    if done.returncode:
        text = (
            f"{binary} does not run on this CPU: use --result with results of its CPU, or --mcpu with LLVM's name of it"
        )
        raise Refused(text, command.USAGE)
    found = dict(re.findall(r"^(microarchitecture|name in results)\s+(.*?)(?: \(.*\))?$", done.stdout, re.M))
    return found.get("microarchitecture", ""), found.get("name in results", "")


def choose(binary: Path, mcpu: str | None, cpu: str) -> tuple[Core, str | None, str]:
    """Returns the core, LLVM's name for it if that is given, and the CPU's name in results, "" for a model only."""
    known = cores.by_slug(cpu)
    if mcpu:
        core = cores.by_llvm_name(mcpu)
        if cpu and known is not core and (known or core in cores.ALL):
            raise Refused(f"--mcpu {mcpu} is {core.title}, but the results are of {cpu}", command.USAGE)
        return core, mcpu, cpu
    if cpu:
        if not known:
            raise Refused(
                f"no model of {cpu}, the CPU of the results: use --mcpu with LLVM's name of it", command.USAGE
            )
        return known, None, cpu
    name, cpu = this_machine(binary)
    here = cores.by_name(name)
    return (here, None, cpu) if here else (cores.of_llvm(name or "this CPU", "native", ""), "native", cpu)


def supported(binary: Path, build: Path, unsupported: set[str] | None) -> list[str]:
    """Returns the schemes that the CPU runs. If results do not name the unsupported ones (None), the program does."""
    if unsupported is None:
        unsupported = {name for name, entry in schemes(binary).items() if entry["status"].startswith("unsupported")}
    return [name for name in built_schemes(build) if name not in unsupported]


def pattern(text: str) -> re.Pattern[str]:
    """Returns a regular expression of the command line."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression: {error}") from None


def parsed() -> argparse.Namespace:
    """Returns the options of the command line."""
    parser = command.parser(__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "native", help="folder of a build")
    parser.add_argument("--level", help="ISA level of the binary, such as x86-64-v3; default: the best")
    parser.add_argument("--result", type=Path, action="append", default=[], help="shows its fastest values, too")
    parser.add_argument("--workload", default="games", help="of the values; default: %(default)s")
    parser.add_argument("--mcpu", help="LLVM's name of a CPU that is not available")
    parser.add_argument("--format", choices=["markdown", "csv"], default="markdown")
    parser.add_argument("--schemes", type=pattern, default=re.compile(""), help="regular expression of names")
    parser.add_argument("--check", action="store_true", help="compares the constants of the core with this machine")
    parser.add_argument("--explain", action="store_true", help="times two copies of each loop")
    return parser.parse_args()


def compare_with(table: list[dict[str, Any]], values: dict[tuple[str, str], Any]) -> None:
    """Adds the measured values and their ratios to the limits."""
    for row in table:
        row["cycles"], row["list_length"] = values.get((row["scheme"], row["piece"]), ("", ""))
        row["ratio"] = row["cycles"] / row["limit"] if row["cycles"] and row["limit"] else ""


def print_csv(table: list[dict[str, Any]], names: Iterable[str]) -> None:
    """Prints the table, with numbers of four decimals."""
    writer = csv.DictWriter(sys.stdout, ("scheme", "piece", *names), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: f"{v:.4f}" if isinstance(v, float) else v for name, v in row.items()} for row in table)


def main() -> int:
    """Runs the command."""
    arguments = parsed()
    level = level_of(arguments.build, arguments.level)
    binary = arguments.build / f"slidebench-{level}"
    cpu, values, unsupported = fastest_times(arguments.result, arguments.workload)
    core, mcpu, cpu = choose(binary, arguments.mcpu, cpu)
    known = unsupported if arguments.result else set() if arguments.mcpu else None
    names = supported(binary, arguments.build, known)
    mca = Mca(core, mcpu)
    if arguments.check:
        return timed_loops.check(core, mca)
    names = [*filter(arguments.schemes.search, names)]
    if arguments.explain:
        return explain.print_times(straight_loops(arguments.build, level, names, core), core)
    table = list(rows(arguments.build, level, names, core, mca))
    explain.add_copies(table, cpu)
    compare_with(table, values)
    if arguments.format == "markdown":
        print(*lines_of_page(table, fields(core), PIECES, core, mca, cpu, level, arguments.result), sep="\n")
    else:
        print_csv(table, fields(core))
    return 0
