# SPDX-License-Identifier: MIT
"""Runs programs in turns by slidebench-engine-turns, and checks that all of them search the same nodes."""

import os
import random
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from engines.trial import shim
from engines.trial.build import Tools
from engines.trial.description import Description
from slidebench_tools.command import ENVIRONMENT, Refused, failure

WRONG = 1  # exit status: node counts differ
# As in harness/base/tuning.h.
CANARY_TOLERANCE = 0.04  # a canary that differs by more from the reference ran on a shared core
MAX_DRIFT = 0.01  # of the clock between the canaries of an undisturbed turn
REFERENCE = 0.95  # quantile of all canaries that is the speed of an undisturbed core


@dataclass(frozen=True)
class Program:
    """One column of a measurement: a name, and the file of each layout."""

    name: str
    files: list[Path]
    shift: bool = False  # of the relaid copy: in each block another layout than all others have

    def file(self, block: int) -> Path:
        """Returns the file that runs in a block. Over many blocks, a shifted program meets all pairs of layouts."""
        layouts = len(self.files)
        shift = 1 + block // layouts % (layouts - 1) if self.shift else 0
        return self.files[(block + shift) % layouts]


@dataclass
class Turn:
    """One search of one program."""

    seconds: float
    cycles: float
    undisturbed: bool
    nodes: int
    counts: dict[str, int] = field(default_factory=dict)  # lookups of a counting program


Round = list[Turn]  # by program
Block = list[Round]


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
        """Starts all programs anew and runs rounds, each with one position, in which every program has one turn."""
        of_order, of_positions = (random.Random(f"{what} {self.seed} {number}") for what in ("order", "positions"))
        positions: list[str] = []
        while len(positions) < rounds:  # each once before any comes again
            positions += of_positions.sample(self.engine.positions, len(self.engine.positions))
        orders = [of_order.sample(range(len(programs)), len(programs)) for _ in range(rounds)]
        plan = [f"cpu {self.cpu}", f"limit {self.turn_limit:g}", f"search {self.engine.search}"]
        plan += [f"end {self.engine.end}", *(f"setup {line}" for line in self.engine.setup)]
        copies = self.fresh_copies(programs, number)
        plan += [f"program {program.name.replace(' ', '-')} {copy}" for program, copy in zip(programs, copies)]
        plan += [f"turn {i} {position}" for position, order in zip(positions, orders) for i in order]
        found = self.parse(self.execute(plan), programs)
        if len(found) != rounds * len(programs):
            raise Refused(f"{len(found)} turns were run, expected {rounds * len(programs)}", ENVIRONMENT)
        block: Block = []
        for position, order in zip(positions, orders):
            by_program = dict(zip(order, found[len(block) * len(programs) :]))
            block.append([by_program[i] for i in range(len(programs))])
            check_nodes(programs, block[-1], position, self.engine.path)
        return block

    def fresh_copies(self, programs: list[Program], number: int) -> list[Path]:
        """Copies the files of a block, as the memory in which the system keeps a file is a matter of chance. All names
        are of the same length, as a longer one moves the stack."""
        folder = self.folder / "block"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return [Path(shutil.copy(program.file(number), folder / f"{i:02}")) for i, program in enumerate(programs)]

    def execute(self, plan: list[str]) -> str:
        """Returns what a plan prints. This process sleeps meanwhile."""
        counts = self.folder / "counts"
        counts.write_bytes(bytes(8 * len(shim.COUNTS)))
        with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+", errors="replace") as printed:
            given.write("\n".join(plan) + "\n")
            given.seek(0)
            done = subprocess.run(
                [self.tools.folder / "slidebench-engine-turns"], stdin=given, stdout=printed, stderr=subprocess.PIPE,
                text=True, errors="replace", cwd=self.engine.path.resolve().parent,
                env=os.environ | {"SLIDERS_COUNTS": str(counts)},
            )  # fmt: skip
            if done.returncode:
                raise failure(done, "slidebench-engine-turns")
            printed.seek(0)
            return printed.read()

    def parse(self, printed: str, programs: list[Program]) -> list[Turn]:
        """Returns the turns that slidebench-engine-turns has printed: numbers of each, then what the engine printed."""
        records = []
        for record in re.split("^turn ", printed, flags=re.M)[1:]:
            numbers, *lines = record.splitlines()
            output = "\n".join(line[2:] for line in lines if line.startswith("> "))
            records.append(([float(word) for word in numbers.split()], output))
        ipcs = sorted(ipc for numbers, _ in records for ipc in numbers[4:6])
        reference = ipcs[int(REFERENCE * (len(ipcs) - 1))] if ipcs else 1
        turns = []
        for (program, seconds, before, after, *rest), output in records:
            matches = re.findall(self.engine.nodes, output)
            if not matches or not matches[-1].isdigit():
                raise Refused(
                    f"{self.engine.path}: {programs[int(program)].name}: no match of nodes = "
                    f"'{self.engine.nodes.pattern}' in what the engine printed: '{output.strip()[-80:]}'"
                )
            undisturbed = abs(after / before - 1) < MAX_DRIFT
            undisturbed = undisturbed and all(abs(ipc / reference - 1) < CANARY_TOLERANCE for ipc in rest[:2])
            counts = dict(zip(shim.COUNTS, map(int, rest[2:])))
            turns.append(Turn(seconds, seconds * 1e9 * (before + after) / 2, undisturbed, int(matches[-1]), counts))
        return turns


def check_nodes(programs: list[Program], turns: Round, position: str, path: Path) -> None:
    """Refuses a round in which a program searched other nodes than the first one."""
    for program, turn in zip(programs, turns):
        if turn.nodes != turns[0].nodes:
            shown = position if len(position) < 120 else "..." + position[-117:]
            raise Refused(
                f"{path}: {program.name} searches {turn.nodes} nodes, expected {turns[0].nodes} as "
                f"{programs[0].name}, at position {shown}",
                WRONG,
            )


def lookups_per_node(block: Block, program: int) -> dict[str, float]:
    """Returns the lookups per node of a counting program, by piece."""
    nodes = sum(turns[program].nodes for turns in block)
    return {name: sum(turns[program].counts[name] for turns in block) / nodes for name in shim.COUNTS}
