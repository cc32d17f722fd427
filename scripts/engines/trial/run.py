# SPDX-License-Identifier: MIT
"""Runs programs in turns by slidebench-engine-turns, and checks that all of them search the same nodes."""

import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engines.trial import shim
from engines.trial.build import Tools
from engines.trial.description import Description
from engines import stats
from slidebench_tools.command import ENVIRONMENT, Refused, failure

WRONG = 1  # exit status: node counts differ


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

    cycles: float
    undisturbed: bool
    nodes: int
    counts: dict[str, int] = field(default_factory=dict)  # lookups of a counting program


Round = list[Turn]  # by program
Block = list[Round]


class Deck:
    """Positions in random order, each once before any comes again."""

    def __init__(self, positions: tuple[str, ...], seed: str) -> None:
        self.rng, self.positions, self.rest = random.Random(seed), positions, list[str]()

    def draw(self) -> str:
        """Returns the next position."""
        if not self.rest:
            self.rest = self.rng.sample(self.positions, len(self.positions))
        return self.rest.pop()


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
        rng = random.Random(f"order {self.seed} {number}")
        deck = Deck(self.engine.positions, f"positions {self.seed} {number}")
        turns = []
        for _ in range(rounds):
            position = deck.draw()
            turns += [(program, position) for program in rng.sample(range(len(programs)), len(programs))]
        plan = [f"cpu {self.cpu}", f"limit {self.turn_limit:g}", f"search {self.engine.search}"]
        plan += [f"end {self.engine.end}", *(f"setup {line}" for line in self.engine.setup)]
        plan += [
            f"program {program.name.replace(' ', '-')} {path}"
            for program, path in zip(programs, self.fresh_copies(programs, number))
        ]
        plan += [f"turn {program} {position}" for program, position in turns]
        found = self.parse(self.execute(plan), programs)
        if len(found) != len(turns):
            raise Refused(f"{len(found)} turns were run, expected {len(turns)}", ENVIRONMENT)
        block: Block = []
        for start in range(0, len(turns), len(programs)):
            end = start + len(programs)
            by_program = {program: turn for (program, _), turn in zip(turns[start:end], found[start:end])}
            block.append([by_program[program] for program in range(len(programs))])
            check_nodes(programs, block[-1], turns[start][1], self.engine.path)
        return block

    def fresh_copies(self, programs: list[Program], number: int) -> list[Path]:
        """Copies the files of a block, as the memory in which the system keeps a file is a matter of chance. All names
        are of the same length, as a longer one moves the stack."""
        folder = self.folder / "block"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return [
            Path(shutil.copy(program.file(number), folder / f"{index:02}")) for index, program in enumerate(programs)
        ]

    def execute(self, plan: list[str]) -> list[str]:
        """Returns the lines that a plan prints. This process sleeps meanwhile."""
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
            return printed.read().splitlines()

    def parse(self, lines: list[str], programs: list[Program]) -> list[Turn]:
        """Returns the turns that slidebench-engine-turns has printed."""
        records = list(split_records(lines))
        ipcs = sorted(ipc for words, _ in records for ipc in words[4:6])
        reference = ipcs[int(stats.REFERENCE * (len(ipcs) - 1))] if ipcs else 1
        turns = []
        for words, output in records:
            program, seconds, before, after, *ipc = words[:6]
            matches = re.findall(self.engine.nodes, output)
            if not matches or not matches[-1].isdigit():
                raise Refused(
                    f"{self.engine.path}: {programs[int(program)].name}: no match of nodes = "
                    f"'{self.engine.nodes.pattern}' in what the engine printed: '{output.strip()[-80:]}'"
                )
            undisturbed = abs(after / before - 1) < stats.MAX_DRIFT
            undisturbed = undisturbed and all(abs(x / reference - 1) < stats.CANARY_TOLERANCE for x in ipc)
            counts = dict(zip(shim.COUNTS, map(int, words[6:])))
            turns.append(Turn(seconds * 1e9 * (before + after) / 2, undisturbed, int(matches[-1]), counts))
        return turns


def split_records(lines: list[str]) -> Iterator[tuple[list[float], str]]:
    """Yields the numbers of each turn and the engine's output."""
    numbers: list[float] = []
    output: list[str] = []
    for line in [*lines, "turn"]:
        if line.startswith("> "):
            output.append(line[2:])
        elif line.startswith("turn"):
            if numbers:
                yield numbers, "\n".join(output)
            numbers, output = [float(word) for word in line.split()[1:]], []


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
