# SPDX-License-Identifier: MIT
"""Runs programs in turns by slidebench-engine-turns, and checks that all of them search the same nodes."""

import itertools
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engines.trial.build import Tools, emptied
from engines.trial.description import Description
from engines.trial_results import PIECES
from slidebench_tools import command
from slidebench_tools.command import ENVIRONMENT, Refused

WRONG = 1  # exit status: node counts differ
# CANARY_TOLERANCE and MAX_GHZ_DRIFT of harness/base/tuning.h.
CANARY_TOLERANCE = 0.04  # a canary that differs by more from the reference ran on a shared core
MAX_DRIFT = 0.01  # of the clock between the canaries of an undisturbed turn
# The quantile of all canaries that is taken as the speed of an undisturbed core. The suite's own runs take the speed at
# which the fastest canaries agree.
REFERENCE = 0.95


@dataclass(frozen=True)
class Program:
    """One column of a measurement: a name, and the file of each link."""

    name: str
    files: list[Path]


@dataclass
class Turn:
    """One search of one program."""

    seconds: float
    cycles: float
    undisturbed: bool
    nodes: int
    last_line: str
    counts: tuple[int, ...] = ()  # lookups of a counting program, by PIECES


@dataclass
class Block:
    """Fresh processes of all programs, and the rounds in which they searched."""

    places: list[int]  # of each program in the order of starts
    rounds: list[list[Turn]]  # by program

    def turns(self) -> Iterator[Turn]:
        """Yields all turns."""
        return itertools.chain.from_iterable(self.rounds)


@dataclass
class Runner:
    """What all blocks of a trial have in common."""

    engine: Description
    tools: Tools
    folder: Path
    cpu: int
    turn_limit: float
    seed: int

    def block(self, programs: list[Program], number: int, rounds: int) -> Block:
        """Starts all programs anew and runs rounds, each with one position, in which every program has one turn.

        The order of positions, turns and starts is drawn, and so is each program's link. The order of starts matters,
        because the memory that a program gets depends on it: when identical engines were started in the order of a
        list, they differed by more than getters do."""
        rng = random.Random(f"block {self.seed} {number}")
        count = len(programs)
        starts = rng.sample(range(count), count)  # program numbers, the first start first
        places = [starts.index(program) for program in range(count)]
        positions: list[str] = []
        while len(positions) < rounds:  # each is used once before any is used again
            positions += rng.sample(self.engine.positions, len(self.engine.positions))
        orders = [(position, rng.sample(range(count), count)) for position in positions[:rounds]]
        copies = self.fresh_copies([rng.choice(programs[i].files) for i in starts])
        plan = [f"program {programs[i].name.replace(' ', '-')} {copy}" for i, copy in zip(starts, copies)]
        plan += [f"turn {places[i]} {position}" for position, order in orders for i in order]
        turns = self.parse(self.execute(plan), [programs[i] for i in starts])
        if len(turns) != rounds * count:
            raise Refused(f"{len(turns)} turns were run, expected {rounds * count}", ENVIRONMENT)
        block = Block(places, [])
        for position, order in orders:
            done = len(block.rounds) * count
            by_program = dict(zip(order, turns[done : done + count]))
            block.rounds.append([by_program[i] for i in range(count)])
            check_nodes(programs, block.rounds[-1], position, self.engine.path)
        return block

    def fresh_copies(self, files: list[Path]) -> list[Path]:
        """Copies the programs of a block, because chance decides in which memory the system keeps a file. All names
        have the same length, because a longer one moves the stack."""
        folder = emptied(self.folder / "block")
        return [Path(shutil.copy(file, folder / f"{i:02}")) for i, file in enumerate(files)]

    def execute(self, plan: list[str]) -> str:
        """Returns what a plan prints. The output goes to a file: a pipe would wake this process in each turn."""
        engine = self.engine
        counts, given, printed = (self.folder / name for name in ("counts", "plan", "printed"))
        counts.write_bytes(bytes(8 * len(PIECES)))
        given.write_text("".join(f"{line}\n" for line in plan))
        words = [self.tools.folder / "slidebench-engine-turns", self.cpu, self.turn_limit, engine.search, engine.end]
        with given.open() as stdin, printed.open("w") as stdout:
            done = subprocess.run(
                [*map(str, words), *engine.setup], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True,
                errors="replace", cwd=engine.path.resolve().parent, env=os.environ | {"SLIDERS_COUNTS": str(counts)},
            )  # fmt: skip
        command.checked_output(done, "slidebench-engine-turns")
        return printed.read_text(errors="replace")

    def parse(self, printed: str, programs: list[Program]) -> list[Turn]:
        """Returns the turns that slidebench-engine-turns printed, each as its numbers and then the engine's lines."""
        records = []
        for record in re.split("^turn ", printed, flags=re.M)[1:]:
            numbers, *lines = record.splitlines()
            output = "\n".join(line[2:] for line in lines if line.startswith("> "))
            records.append(([float(word) for word in numbers.split()], output))
        ipcs = sorted(ipc for numbers, _ in records for ipc in numbers[4:6])
        reference = ipcs[int(REFERENCE * (len(ipcs) - 1))] if ipcs else 1
        turns = []
        for (program, seconds, before, after, *rest), output in records:
            count = (re.findall(self.engine.nodes, output) or [""])[-1]
            if not count.isdecimal() or not int(count):
                raise Refused(
                    f"{self.engine.path}: {programs[int(program)].name}: nodes = '{self.engine.nodes.pattern}' finds "
                    f"'{count}', expected a number of nodes, in what the engine printed: '{output.strip()[-80:]}'"
                )
            steady = seconds > 0 and abs(after / before - 1) < MAX_DRIFT
            alone = all(abs(ipc / reference - 1) < CANARY_TOLERANCE for ipc in rest[:2])
            counts = tuple(map(int, rest[2:]))
            cycles = seconds * 1e9 * (before + after) / 2
            last_line = output.rstrip().rpartition("\n")[2]
            turns.append(Turn(seconds, cycles, steady and alone, int(count), last_line, counts))
        return turns


def check_nodes(programs: list[Program], turns: list[Turn], position: str, path: Path) -> None:
    """Refuses a round in which a program searched other nodes than the first program, or ended with another line."""
    first = turns[0]
    for program, turn in zip(programs, turns):
        if turn.nodes != first.nodes:
            difference = f"searches {turn.nodes} nodes, expected {first.nodes}"
        elif turn.last_line != first.last_line:
            difference = f"prints '{turn.last_line}', expected '{first.last_line}'"
        else:
            continue
        shown = position if len(position) < 120 else "..." + position[-117:]
        raise Refused(f"{path}: {program.name} {difference} as {programs[0].name}, at position {shown}", WRONG)
