# SPDX-License-Identifier: MIT
"""Measures a chess engine of your own with its getters of sliding pieces replaced by schemes.

usage: scripts/engine-trial TRIAL.toml [options]

TRIAL.toml describes the engine: its folder, build, getters and a search; tests/engine/trial.toml is an example, and the
page beside it explains the keys. The engine is copied and built once per scheme, with `sliders.h` from `slidebench
export`; its folder is not changed. All programs must search the same nodes. They are then alive at once and search the
same positions in turns of random order. CPU time counts, in core cycles. Keep the machine idle.

Exit status: 0 done, 1 a scheme searches other nodes, 2 usage, 3 bad description, build or engine, 4 environment,
5 output, 6 result in doubt, 130 interrupted.
"""

import argparse
import math
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from engines.trial import shim
from engines.trial.build import Tools, Workshop, find_tools, supported
from engines.trial.description import Description, load
from engines.trial.estimate import Estimate, estimates, predicted_delay, resolution, status_of
from engines.trial.run import Block, Program, Runner, lookups_per_node
from engines.trial_results import BASE, CONTROL, PIECES, SHORT_TURN, Getter, Trial, check_writable, write
from slidebench_tools import command

SCHEMES = (
    "magic_plain,magic_black,pext,sissy_pext_2,hyperbola,hyperbola_ssse3,hyperbola_dual,kindergarten,"
    "obstruction_difference,classical"
)
BYTE_COPY, RELAID_COPY, OWN = "byte copy", "relaid copy", "own"


def whole(low: int, high: int = 10**9) -> Callable[[str], int]:
    """Returns a type of option: a whole number from `low` to `high`."""

    def convert(text: str) -> int:
        if not text.isdecimal() or len(text) > 10 or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"'{text}', expected a whole number from {low} to {high}")
        return int(text)

    return convert


def seconds(text: str) -> float:
    """Converts an option: a positive number."""
    try:
        if 0 < (value := float(text)) < math.inf:
            return value
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"'{text}', expected a number of seconds")


def parse_options() -> argparse.Namespace:
    """Returns the options."""
    parser = command.parser(__doc__)
    add = parser.add_argument
    add("trial", type=Path, metavar="TRIAL.toml")
    add(
        "--schemes",
        metavar="LIST",
        help="schemes to try, with commas; default: ten of plain C and of common extensions",
    )
    add("--base", default="magic_fancy", metavar="NAME", help="the scheme that all others are compared with")
    add("--blocks", type=whole(1), default=24, metavar="N", help="times that all programs start; default 24")
    add("--rounds", type=whole(1), default=12, metavar="N", help="positions per block; default 12")
    add("--layouts", type=whole(2), default=4, metavar="N", help="orders of linking, in turn by block; default 4")
    add("--seed", type=whole(0), default=1, metavar="N", help="of positions and orders; default 1")
    add("--cpu", type=whole(0), default=-1, metavar="N", help="run on this CPU; default: the quietest")
    add("--turn-limit", type=seconds, default=60.0, metavar="SECONDS", help="of one search; default 60")
    add("--out", type=Path, metavar="FILE.csv", help="write the result here, too")
    add("--keep", type=Path, metavar="FOLDER", help="build here and keep what was built")
    add(
        "--slidebench", metavar="FOLDER", help="a build folder of slidebench; default: builds one in build/engine-trial"
    )
    mode = parser.add_mutually_exclusive_group()
    add = mode.add_argument
    add("--count", action="store_true", help="only count lookups per node")
    add("--delay", type=whole(1, 9999), metavar="N", help="compare the base with itself and N cycles more per lookup")
    add("--self-test", type=whole(1), metavar="K", help="compare the base with copies of itself, in K trials")
    return parser.parse_args()


class Measurement:
    """One run of the tool."""

    def __init__(self, options: argparse.Namespace, engine: Description, tools: Tools, folder: Path) -> None:
        self.options, self.engine, self.tools = options, engine, tools
        self.shop = Workshop(folder, engine, tools, options.layouts)
        self.runner = Runner(engine, tools, folder, options.cpu, options.turn_limit, options.seed)

    def program(self, name: str, scheme: str, variant: shim.Variant = shim.PLAIN) -> Program:
        """Builds a program."""
        progress(f"building {name}")
        return Program(name, self.shop.build(scheme, variant))

    def counting(self) -> Program:
        """Builds the base with counts."""
        return self.program(f"{self.options.base} with counts", self.options.base, shim.COUNTING)

    def base_and_copies(self) -> list[Program]:
        """Returns the base and both controls, which are the base's programs: each block makes its own copies."""
        base = self.program(self.options.base, self.options.base)
        return [base, Program(BYTE_COPY, base.files), Program(RELAID_COPY, base.files, shift=True)]

    def measure(self, programs: list[Program], first: int = 0) -> list[Block]:
        """Runs all blocks."""
        blocks = []
        for number in range(first, first + self.options.blocks):
            progress(f"block {number - first + 1} of {self.options.blocks}")
            blocks.append(self.runner.block(programs, number, self.options.rounds))
        progress("")
        return blocks

    def lookups(self, programs: list[Program]) -> dict[str, float]:
        """Runs a block of all programs and one that counts; refuses any that searches other nodes."""
        counting = self.counting()
        progress("comparing node counts")
        block = self.runner.block([*programs, counting], 0, self.options.rounds)
        progress("")
        return lookups_per_node(block, len(programs))

    def count(self) -> int:
        """Prints lookups per node."""
        base = self.program(self.options.base, self.options.base)
        print(lookups_text(self.lookups([base])))
        return 0

    def compare(self, schemes: list[str]) -> int:
        """Compares schemes and the engine's own getters with the base."""
        programs = self.base_and_copies()
        programs.append(self.program(OWN, ""))
        programs += [self.program(scheme, scheme) for scheme in schemes]
        lookups = self.lookups(programs)
        equal, objects = self.shop.shared_objects()
        print(f"{equal} of {objects} object files are equal in all builds; all search the same nodes.")
        blocks = self.measure(programs)
        found = estimates(blocks)
        base = found[0]
        limit = resolution(base, found[1:3])
        statuses = [BASE, CONTROL, CONTROL, *(status_of(one, base, limit) for one in found[3:])]
        engine, options = self.engine, self.options
        result = Trial(
            engine=engine.name, version=engine.version, commit=engine.commit, kind=engine.kind,
            cpu=self.tools.cpu_name(), compiler=self.tools.compiler_name(engine.language), base=options.base,
            resolution=limit, blocks=options.blocks, rounds=options.rounds, layouts=options.layouts,
            turn_ms=1000 * statistics.median(turn.seconds for block in blocks for turns in block for turn in turns),
            lookups={piece: lookups[piece] for piece in PIECES},
            programs=[
                Getter(program.name, status, *one.over(base), one.cycles_per_node)
                for program, status, one in zip(programs, statuses, found)
            ],
        )  # fmt: skip
        print(table(result))
        if options.out:
            write(options.out, result)
        return command.UNSTABLE if any(math.isnan(one.log[0]) for one in found) else 0

    def delay(self) -> int:
        """Compares a base that waits in each lookup with one that waits for some cycles more."""
        cycles, base = self.options.delay, self.options.base
        programs = [
            self.program(f"{base} and 0 cycles", base, shim.Variant(delay=0, free=cycles)),
            self.program(f"{base} and {cycles} cycles", base, shim.Variant(delay=cycles)),
            self.counting(),
        ]
        blocks = self.measure(programs)
        base, delayed, _ = estimates(blocks)
        predicted = predicted_delay(blocks, 2, cycles)
        calls = sum(lookups_per_node(block, 2)["calls"] for block in blocks) / len(blocks)
        print(f"{calls:.2f} lookups per node with {cycles} cycles more each, of {base.cycles_per_node:.0f}")
        print(f"predicted {percent(math.exp(predicted))}, measured {change_text(delayed, base)}")
        inside = delayed.differs_by(predicted, base)
        print(f"The prediction is {'within' if inside else 'outside'} the interval.")
        return 0 if inside else command.UNSTABLE

    def self_test(self) -> int:
        """Compares the base with copies of itself, whose ratio is 1, in several trials."""
        programs = self.base_and_copies()
        within = {BYTE_COPY: 0, RELAID_COPY: 0}
        trials = self.options.self_test
        for trial in range(trials):
            blocks = self.measure(programs, trial * self.options.blocks)
            base, *copies = estimates(blocks)
            for name, copy in zip(within, copies):
                within[name] += copy.differs_by(0, base)
                print(f"trial {trial + 1}: {name} {change_text(copy, base)}", flush=True)
        for name, count in within.items():
            print(f"{name}: the interval contains zero in {count} of {trials} trials")
        return 0 if all(count == trials for count in within.values()) else command.UNSTABLE


def lookups_text(lookups: dict[str, float]) -> str:
    """Returns a line about the lookups per node."""
    pieces = ", ".join(f"{piece} {lookups[piece]:.2f}" for piece in PIECES)
    return f"Lookups per node: {pieces} (both: a rook and a bishop lookup of one square, not counted with those)."


def percent(ratio: float) -> str:
    """Returns a ratio as a change in percent."""
    return "unknown" if math.isnan(ratio) else f"{100 * (ratio - 1):+.2f} %"


def interval_name(blocks: int) -> str:
    """Returns the heading of intervals over blocks, with the confidence that their number allows."""
    return f"{min(95, math.floor(100 * (1 - 2.0 ** (1 - blocks)))):.0f} % interval" if blocks > 1 else "no interval"


def table(trial: Trial) -> str:
    """Returns the table for the terminal."""
    lines = [
        f"{trial.engine} {trial.version} ({trial.kind}) on {trial.cpu}, {trial.compiler}",
        lookups_text(trial.lookups),
        "",
        f"CPU time per search against {trial.base}; below zero is faster. Intervals are each program's own.",
        f"  {'getter':<24}{'change':>10}   {interval_name(trial.blocks):<22}{'cycles per node':>16}   status",
    ]
    for getter in trial.programs:
        interval = "unknown" if math.isnan(getter.lo) else f"{percent(getter.lo)} to {percent(getter.hi)}"
        change = "" if getter.status == BASE else percent(getter.ratio)
        cost = "" if math.isnan(getter.cycles_per_node) else f"{getter.cycles_per_node:.0f}"
        lines.append(f"  {getter.name:<24}{change:>10}   {interval:<22}{cost:>16}   {getter.status}")
    if trial.turn_ms < SHORT_TURN:
        lines.append(
            f"\nA turn takes {trial.turn_ms:.0f} ms: make the search longer, {SHORT_TURN} ms at least. A search begins"
            "\nwith cold caches, which favour small tables."
        )
    most = f"{100 * math.expm1(trial.resolution):.2f} %" if math.isfinite(trial.resolution) else "an unknown amount"
    lines += [
        "",
        "The controls are the base's own programs: as copies, and with the objects in another order.",
        f"They differ by up to {most}.",
        "A smaller difference, or one that both intervals allow to be none, is not resolved: take it as none.",
    ]
    return "\n".join(lines)


def change_text(found: Estimate, base: Estimate) -> str:
    """Returns a change with the interval of the difference."""
    log, half = found.difference(base)
    return "{} [{}, {}]".format(*(percent(math.exp(end)) for end in (log, log - half, log + half)))


def progress(text: str) -> None:
    """Shows what is being done, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def main() -> int:
    options = parse_options()
    engine = load(options.trial)
    if options.out:
        check_writable(options.out)
    alone = options.count or options.delay or options.self_test
    schemes = [] if alone else [name for name in (options.schemes or SCHEMES).split(",") if name != options.base]
    tools = find_tools(options.slidebench, [options.base, *schemes])
    supported(tools, [options.base], True)
    schemes = supported(tools, schemes, options.schemes is not None)
    with tempfile.TemporaryDirectory(prefix="slidebench-engine-trial-") as folder:
        trial = Measurement(options, engine, tools, Path(options.keep or folder).resolve())
        if options.count:
            result = trial.count()
        elif options.delay:
            result = trial.delay()
        elif options.self_test:
            result = trial.self_test()
        else:
            result = trial.compare(schemes)
    return result
