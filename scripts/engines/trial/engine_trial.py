# SPDX-License-Identifier: MIT
"""Measures a chess engine of your own with its getters of sliding pieces replaced by schemes.

usage: scripts/engine-trial TRIAL.toml [options]

TRIAL.toml describes the engine: its folder, build, getters and a search. scripts/engines/README.md explains the keys,
and scripts/engines/example/ is an example. The engine is copied and built once per scheme, with `sliders.h` from
`slidebench export`; its folder is not changed. All programs must search the same nodes. They are then alive at the same
time, and search the same positions in turns, in random order. CPU times are compared, in core cycles. Keep the machine
idle. Begin with --check.

Exit status: 0 done, 1 a scheme searches other nodes, 2 usage, 3 bad description, build or engine, 4 environment,
5 output, 6 result in doubt, 130 interrupted.
"""

import argparse
import contextlib
import csv
import datetime
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engines import figures
from engines.trial.build import Tools, TrialBuilder, find_tools
from engines.trial.description import Description, load_description
from engines.trial.estimate import COPIES, Estimates, estimates
from engines.trial.run import Block, Program, Runner
from engines.trial_results import BASE, COPY, NOT_RESOLVED, OWN, PIECES, RESOLVED, SHORT_TURN
from engines.trial_results import Getter, Trial, check_writable, write_trial
from slidebench_tools import command

SCHEMES = (
    "magic_black,pext,pext_arrays,pext_pdep,sissy_pext_2,sissy_pext_4,hyperbola_dual,hyperbola_ssse3,hyperbola,"
    "kindergarten,cfish_avx512,obstruction_difference"
)
CHECK_ROUNDS = 8
TURN_MS = 30, 100  # of a search: caches are cold in a shorter one, and a longer one only takes time
ELO = (
    "One percent of an engine's time is worth some 2.1 Elo at short and 1.4 at long time controls (Stockfish wiki, "
    "Useful data)."
)
WHY_APART = (
    "The processes may share memory, or links may move a loop of the engine within its cache lines: try "
    "-falign-functions=64 in `build`."
)
ONE_COMMAND = (
    "The build made no object files: if one command compiles and links, each link compiles everything again. Compiling "
    "each file by itself ($CC -c) is quicker."
)


def whole(low: int) -> Callable[[str], int]:
    """Returns a type of option: a whole number from `low` on."""

    def convert(text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or int(text) < low:
            raise argparse.ArgumentTypeError(f"'{text}', expected a whole number of {low} or more, in nine digits")
        return int(text)

    return convert


def parse_options() -> argparse.Namespace:
    """Parses the command line, whose --help begins with the docstring of this module."""
    parser = command.parser(__doc__)
    add = parser.add_argument
    add("trial", type=Path, metavar="TRIAL.toml")
    add("--check", action="store_true", help="only try the description: texts, builds, equal nodes, time of a search")
    schemes = "to try, with commas; default: twelve, and the advice of `slidebench recommend`"
    add("--schemes", metavar="LIST", help=schemes)
    add("--base", default="magic_fancy", metavar="NAME", help="the scheme that all others are compared with")
    for name, low, default, what in (
        ("blocks", 1, 24, "times that all programs start"),
        ("rounds", 1, 12, "positions per block"),
        ("links", 2, 4, "orders of linking, of which each start draws one"),
        ("seed", 0, 1, "of all that is drawn"),
        ("turn-limit", 1, 60, "seconds of one search"),
    ):
        add(f"--{name}", type=whole(low), default=default, metavar="N", help=f"{what}; default {default}")
    add("--cpu", type=whole(0), default=-1, metavar="N", help="run on this CPU; default: the quietest")
    add("--out", type=Path, metavar="FILE.csv", help="write the result here, too")
    keep = "build here, outside the engine, and write turns.csv here; a later trial finds the builds"
    add("--keep", type=Path, metavar="FOLDER", help=keep)
    add("--result", type=Path, metavar="LOG", help="predict from this run; default: the newest one of this CPU")
    add("--slidebench", metavar="FOLDER", help="a build folder of slidebench; default: build/native, which it builds")
    return parser.parse_args()


def show(text: str) -> None:
    """Shows what is being done: in one line of a terminal, which "" clears, and elsewhere in a line for each text."""
    with contextlib.suppress(OSError):  # a trial does not end because the terminal is gone
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
        elif text:
            print(text, file=sys.stderr, flush=True)


class Measurement:
    """One run of the tool."""

    def __init__(self, options: argparse.Namespace, engine: Description, tools: Tools, folder: Path) -> None:
        self.options, self.engine, self.tools = options, engine, tools
        self.builder = TrialBuilder(folder, engine, tools, options.links)
        self.runner = Runner(engine, tools, folder, options.cpu, options.turn_limit, options.seed)

    def run(self, named: list[str]) -> int:
        """Tries the named schemes, or those by default. Returns the exit status."""
        options, tools = self.options, self.tools
        if options.check:
            return self.check()
        recommended = recommendation(self.engine.kind, tools, options.result)
        advice = [] if isinstance(recommended, str) else [recommended["schemes"][0]["scheme"]]
        default = (scheme for scheme in (*SCHEMES.split(","), *advice) if tools.status(scheme) == "ok")
        others = [scheme for scheme in dict.fromkeys(named or default) if scheme != options.base]
        return self.compare(others, recommended)

    def programs(self, schemes: list[str], copies: int) -> list[Program]:
        """Builds all programs: the base and its copies, the engine with its own getters and with each scheme, and last
        the base with getters that count their lookups."""
        base, built = self.options.base, []
        for number, scheme in enumerate([base, "", *schemes], 1):
            show(f"building {scheme or OWN}, {number} of {len(schemes) + 3}")
            built.append(Program(scheme or OWN, self.builder.build(scheme)))
        show(f"building {base} with counts")
        counting = Program(f"{base} with counts", self.builder.build(base, counts=True))
        twins = [Program(f"copy {number}", built[0].files) for number in range(1, copies)]
        return [built[0], *twins, *built[1:], counting]

    def first_block(self, programs: list[Program], rounds: int) -> tuple[Block, dict[str, float]]:
        """Runs a block that only compares nodes and counts lookups. Returns the block and, by piece, the lookups per
        node that the last program has counted."""
        show("comparing node counts")
        block = self.runner.block(programs, 0, rounds)
        show("")
        counting = [turns[-1] for turns in block.rounds]
        nodes = sum(turn.nodes for turn in counting)
        return block, {piece: sum(turn.counts[i] for turn in counting) / nodes for i, piece in enumerate(PIECES)}

    def check(self) -> int:
        """Tries the description and prints what a trial would do."""
        block, lookups = self.first_block(self.programs([], copies=1), CHECK_ROUNDS)
        for number, table in enumerate(self.engine.replace, 1):
            count = (self.engine.source / table["file"]).read_text(errors="replace").count(table["old"])
            print(f"[[replace]] {number}: {table['file']} has the text {count} time{'' if count == 1 else 's'}")
        print(f"With its own getters and with {self.options.base} the engine searches the same nodes.")
        print(lookups_text(lookups))
        for piece in "rook", "bishop":
            if not lookups[piece] + lookups["both"] + lookups["queen"]:
                print(f"No lookup of a {piece} was counted: is a getter missing among [[replace]]?")
        if self.builder.copy.exists() and not any(self.builder.copy.rglob("*.o")):
            print(ONE_COMMAND)
        times = sorted(1000 * turn.seconds for turns in block.rounds for turn in turns[:2])
        print(turn_text(statistics.median(times), f" ({times[0]:.0f} to {times[-1]:.0f})"))
        return 0

    def measure(self, programs: list[Program]) -> list[Block]:
        """Runs all blocks. After each block it writes all turns so far, in case the trial is stopped."""
        blocks: list[Block] = []
        count, left, start = self.options.blocks, "", time.monotonic()
        for number in range(1, count + 1):
            show(f"block {number} of {count}{left}")
            blocks.append(self.runner.block(programs, number, self.options.rounds))
            left = f", {(time.monotonic() - start) / number * (count - number) / 60:.0f} min left"
            if self.options.keep:
                write_turns(self.options.keep / "turns.csv", programs, blocks)
        show("")
        return blocks

    def compare(self, schemes: list[str], recommended: dict[str, Any] | str) -> int:
        """Compares schemes and the engine's own getters with the base."""
        programs = self.programs(schemes, COPIES)
        _, lookups = self.first_block(programs, self.options.rounds)
        print("All builds search the same nodes.")
        programs.pop()
        blocks = self.measure(programs)
        found = estimates(blocks)
        trial = self.trial_of(programs, blocks, found, lookups)
        doubt = reason_for_doubt(trial, found, len(blocks))
        if self.options.out and not doubt:
            write_trial(self.options.out, trial)  # first, as the terminal may be gone
        print(table(trial, blocks))
        print("", *([doubt] if doubt else answer_lines(trial, recommended)), sep="\n")
        return command.IN_DOUBT if doubt else 0

    def trial_of(
        self, programs: list[Program], blocks: list[Block], found: Estimates, lookups: dict[str, float]
    ) -> Trial:
        """Returns the trial for its file and for the answer."""
        engine, options = self.engine, self.options
        return Trial(
            engine=engine.name, version=engine.version, commit=engine.commit, kind=engine.kind,
            cpu=self.tools.cpu_name(), compiler=self.tools.compiler_name(engine.language),
            date=datetime.date.today().isoformat(), base=options.base, cycles_per_node=found.cycles_per_node,
            resolution=found.resolution, place=found.place, place_by_chance=found.place_by_chance,
            turn_ms=1000 * statistics.median(turn.seconds for block in blocks for turn in block.turns()),
            blocks=found.blocks, rounds=options.rounds, links=options.links, **lookups,
            programs=getters_of([program.name for program in programs], found),
        )  # fmt: skip


def getters_of(names: list[str], found: Estimates) -> list[Getter]:
    """Returns the time of each program over the time of the base, which is the first program, and whether the trial
    resolves the difference."""
    getters = [Getter(names[0], BASE, 1.0, 1.0, 1.0)]
    for number, (name, (log, low, high)) in enumerate(zip(names[1:], found.programs[1:]), 1):
        apart = abs(log) > max((high - low) / 2, found.resolution) and not low <= 0 <= high
        status = COPY if number < COPIES else RESOLVED if apart else NOT_RESOLVED
        getters.append(Getter(name, status, math.exp(log), math.exp(low), math.exp(high)))
    return getters


def reason_for_doubt(trial: Trial, found: Estimates, blocks: int) -> str:
    """Returns why a trial of this many blocks has no result, and what to do about it; "" if it has one."""
    if found.too_few(blocks):
        counted = f"Only {found.blocks} of {blocks} blocks had enough undisturbed searches"
        return f"{counted}: no result is kept.\nTry again while the machine is idle, or with more --rounds."
    if found.differing or found.too_far_apart():
        names = ", ".join(trial.programs[copy].name for copy in found.differing)
        more = f"beyond chance ({names})" if names else "too much"
        return f"Copies of one program differ {more}: do not use this trial. No result is kept.\n{WHY_APART}"
    return ""


def recommendation(kind: str, tools: Tools, log: Path | None) -> dict[str, Any] | str:
    """Returns what `slidebench recommend` says of a kind of engine by a log, or by the newest one of this CPU. The
    first scheme in it is the one to take. Without a log of this CPU, returns a text that says so."""
    words = ["recommend", "--for", kind, "--format", "json", *([str(log)] if log else [])]
    try:
        return json.loads(tools.slidebench(*words))
    except command.Refused as refused:
        if log:
            raise
        return str(refused)


def answer_lines(trial: Trial, recommended: dict[str, Any] | str) -> Iterator[str]:
    """Yields the lines that end a trial."""
    best, *same = figures.not_told_apart(trial)
    others = ", ".join(getter.name for getter in same)
    yield f"Best measured: {best.name}" + (f", not told from {others}." if same else ".")
    if isinstance(recommended, str):
        yield f"Nothing was predicted: {recommended}."
    else:
        source = "{} ({piece} {workload} {mode})".format(recommended["run"]["log"], **recommended["column"])
        costs = {scheme["scheme"]: scheme["cycles"][0] for scheme in recommended["schemes"]}
        pairs = "{} of {} pairs of getters that differ".format(*figures.count_hits(trial, costs))
        yield f"Predicted from {source}: {pairs} are in that order."
        advice = recommended["schemes"][0]["scheme"]
        measured = next((getter for getter in figures.candidates(trial) if getter.name == advice), None)
        yield f"The advice, {advice}, {loss_text(measured, best) if measured else 'was not measured'}."
    if trial.own and not math.isnan(trial.own.ratio):
        yield f"The program with the engine's own getters {loss_text(trial.own, best)}."
        yield verdict(trial)
    yield ELO


def verdict(trial: Trial) -> str:
    """Returns whether the author of an engine should keep its getters or take the best ones."""
    best = figures.best_of(trial)
    if not trial.own or not figures.resolved(trial.own, best, trial.resolution) or trial.own.ratio < best.ratio:
        return "Keep the engine's own getters: none of these is faster beyond noise."
    return f"Change to {best.name}: the engine's own getters are slower beyond noise."


def loss_text(getter: Getter, best: Getter) -> str:
    """Returns in words how much slower an engine is with a getter than with the best one."""
    if getter.name == best.name:
        return "is the best measured one"
    change, half = figures.loss(getter, best), figures.half_interval_of_loss(getter, best)
    return f"takes {abs(change):.1f} % {'longer' if change >= 0 else 'less time'} than {best.name} (± {half:.1f})"


def lookups_text(lookups: dict[str, float]) -> str:
    """Returns a line about the lookups per node."""
    pieces = ", ".join(f"{piece} {lookups[piece]:.2f}" for piece in PIECES)
    return f"Lookups per node: {pieces} (both: a rook and a bishop lookup of one square, not counted with those)."


def turn_text(median: float, spread: str = "") -> str:
    """Returns a line about the time of a search, with what to do about it."""
    text = f"A search takes {median:.0f} ms{spread}"
    if median < TURN_MS[0]:
        return f"{text}: make it {TURN_MS[0]} ms at least. A search begins with cold caches, which favour small tables."
    if median > TURN_MS[1]:
        return f"{text}: {TURN_MS[1]} ms do, and a trial would take less time."
    return f"{text}, as it should."


def change_text(ratio: float) -> str:
    """Returns a ratio as a change in percent."""
    return "unknown" if math.isnan(ratio) else f"{100 * (ratio - 1):+.2f} %"


def table(trial: Trial, blocks: list[Block]) -> str:
    """Returns the table for the terminal. Its intervals have as much confidence as the number of blocks allows."""
    speed = statistics.median(turns[0].nodes / turns[0].seconds for block in blocks for turns in block.rounds)
    undisturbed = statistics.fmean(turn.undisturbed for block in blocks for turn in block.turns())
    confidence = min(95, math.floor(100 * max(0, 1 - 2.0 ** (1 - trial.blocks))))
    heading = f"{confidence} % interval" if confidence else "no interval"
    own = trial.own.ratio if trial.own else math.nan
    lines = [
        f"{trial.name} ({trial.kind}) on {trial.cpu}, {trial.compiler}: {trial.cycles_per_node:.0f} cycles per node, "
        f"{speed / 1000:,.0f} knps, {trial.turn_ms:.0f} ms per search, "
        f"{100 * undisturbed:.0f} % of searches undisturbed",
        lookups_text({piece: getattr(trial, piece) for piece in PIECES}),
        "",
        f"CPU time per search; below zero is faster than {trial.base}, or than the engine's own getters.",
        f"  {'getter':<24}{'change':>10}   {heading:<22}{'to own':>10}   status",
    ]
    for getter in trial.programs:
        interval = "unknown" if math.isnan(getter.lo) else f"{change_text(getter.lo)} to {change_text(getter.hi)}"
        change = change_text(getter.ratio)
        if getter.status == BASE:
            change = interval = ""
        to_own = change_text(getter.ratio / own)
        lines.append(f"  {getter.name:<24}{change:>10}   {interval:<22}{to_own:>10}   {getter.status}")
    if trial.turn_ms < SHORT_TURN:
        lines += ["", turn_text(trial.turn_ms)]
    most = f"{figures.resolution_in_percent(trial):.1f} %" if math.isfinite(trial.resolution) else "an unknown amount"
    lines += ["", f"Copies of {trial.base} differ by up to {most}: take a smaller difference as none."]
    if math.isfinite(trial.place):
        chance = f"by chance up to {100 * trial.place_by_chance:.1f} %"
        subtracted = " That is subtracted." if trial.place > trial.place_by_chance else ""
        lines.append(f"The place of a start explains {100 * trial.place:.1f} %, {chance}.{subtracted}")
    return "\n".join(lines)


def write_turns(path: Path, programs: list[Program], blocks: list[Block]) -> None:
    """Writes all turns so far."""
    with command.replacing(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["block", "round", "program", "place", "seconds", "cycles", "undisturbed", "nodes"])
        for number, block in enumerate(blocks, 1):
            for round_number, turns in enumerate(block.rounds, 1):
                for program, place, turn in zip(programs, block.places, turns):
                    numbers = (f"{turn.seconds:.6f}", f"{turn.cycles:.0f}", int(turn.undisturbed), turn.nodes)
                    writer.writerow([number, round_number, program.name, place, *numbers])


def main() -> int:
    options = parse_options()
    engine = load_description(options.trial)
    if options.out:
        check_writable(options.out)
    tools = find_tools(options.slidebench)
    named = options.schemes.split(",") if options.schemes else []
    if named and {options.base, *named} <= {*figures.NOT_TAKEN}:
        raise command.Refused("--schemes: expected one that an engine would take", command.USAGE)
    for scheme in [options.base, *named]:
        if (status := tools.status(scheme)) != "ok":
            raise command.Refused(f"{scheme}: {status} on this CPU", command.ENVIRONMENT)
    try:
        with tempfile.TemporaryDirectory(prefix="slidebench-engine-trial-") as folder:
            return Measurement(options, engine, tools, Path(options.keep or folder).resolve()).run(named)
    finally:
        show("")  # before an error
