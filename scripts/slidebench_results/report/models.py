# SPDX-License-Identifier: MIT
"""What LLVM's models say of cores that nobody has recorded, and how far models agree with measurements: MODELS.md.

scripts/limits prints what is read here: models.csv, and a page LIMITS.md for each recorded CPU that LLVM models."""

import csv
import itertools
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from slidebench_results import uses
from slidebench_results.report.cpus import Cpu
from slidebench_results.report.tables import read_tables
from slidebench_results.result import Scheme

SHARES = {"rook": 5, "bishop": 4, uses.QUEEN: 2, "both": 5}  # of MIX_HCE in schemes/kernels/mix_shares.h


class Loop(NamedTuple):
    """A timed loop: instructions and cycles per query."""

    instructions: float
    cycles: float  # simulated
    measured: float = math.nan


class Pairs(NamedTuple):
    """The pairs of schemes whose order by a model is compared with the measured one."""

    figure: str = "cycles"  # of Loop, by which the model orders them
    of_uses: Sequence[str] = tuple(SHARES)  # whose loops these are
    plain: bool = False  # only of schemes without extensions
    apart: float = 1  # least ratio of their figures
    different: float = 1.05  # least ratio of their measured cycles


Loops: TypeAlias = dict[str, Loop]  # {scheme: its loop}


class Core:
    """What a model says of a core: {use: {scheme: its loop}}. Its target is that of a compiler, "aarch64-linux-gnu"."""

    def __init__(self, title: str, target: str, of_use: dict[str, Loops], schemes: dict[str, Scheme]) -> None:
        self.title, self.target, self.schemes = title, target, schemes
        mixed = [scheme for scheme in of_use[uses.QUEEN] if all(scheme in of_use[use] for use in SHARES)]
        self.loops = {**of_use, uses.HCE_WARM: {scheme: mix(of_use, scheme) for scheme in mixed}}

    def taken(self, use: str, among: Iterable[str] = uses.MODELLED) -> Loops:
        """Returns the loops of these schemes that do all that an engine has to do, the fastest first."""
        loops = [
            (name, loop)
            for name, loop in self.loops[use].items()
            if name in among and not {"incremental", "mock"}.intersection(self.schemes[name].traits)
        ]
        return dict(sorted(loops, key=lambda each: round(each[1].cycles, 1)))  # as pages show them

    def best(self, use: str, within: float = 1) -> list[str]:
        """Returns the schemes that take at most `within` times the cycles of the fastest scheme, which is the first."""
        taken = self.taken(use)
        fastest = next(iter(taken.values())).cycles
        return [name for name, loop in taken.items() if loop.cycles <= within * fastest]

    def ratio(self, a: str, b: str, figure: str = "cycles") -> float:
        """Returns the cycles in HCE warm of one scheme over those of another."""
        one, other = (getattr(self.loops[uses.HCE_WARM][name], figure) for name in (a, b))
        return float(one / other)

    def cell(self, scheme: str) -> str:
        """Returns the simulated cycles of a scheme in HCE warm, its instructions in brackets, and a queen's cycles."""
        mixed, queen = (self.loops[use].get(scheme) for use in (uses.HCE_WARM, uses.QUEEN))
        return f"{mixed.cycles:.1f} ({mixed.instructions:.0f}), {queen.cycles:.1f}" if mixed and queen else "–"


class Check(Core):
    """A recorded CPU, with measured cycles. Its target is the folder of its results."""

    @property
    def plain(self) -> set[str]:
        """The schemes that need no extension. Arm and RISC-V have these, too."""
        return {name for name, scheme in self.schemes.items() if not scheme.needs}

    def measured_over_simulated(self, large: bool) -> list[float]:
        """Returns measured over simulated cycles, in order: of schemes with large tables, or of the others."""
        return sorted(
            loop.measured / loop.cycles
            for use in SHARES
            for name, loop in self.loops[use].items()
            if (self.schemes[name].engine_bytes >= uses.LARGE_TABLES) == large
        )

    def in_order(self, pairs: Pairs) -> float:
        """Returns how many percent of the pairs of schemes the figure of the model puts in the measured order."""
        right = []
        for use in pairs.of_uses:
            loops = [loop for name, loop in self.loops[use].items() if name in self.plain or not pairs.plain]
            for a, b in itertools.combinations(loops, 2):
                of_a, of_b = getattr(a, pairs.figure), getattr(b, pairs.figure)
                if times_apart(a.measured, b.measured) >= pairs.different and times_apart(of_a, of_b) >= pairs.apart:
                    right.append((of_a - of_b) * (a.measured - b.measured) > 0)
        return 100 * statistics.fmean(right)

    def loss(self, use: str, among: Iterable[str]) -> float:
        """Returns by how many percent the scheme that is fastest by the model was slower, as measured, than the fastest
        one. Only these schemes count."""
        measured = [loop.measured for loop in self.taken(use, among).values()]
        return 100 * (measured[0] / min(measured) - 1)


class Models:
    """All simulated cores, and the recorded CPUs whose loops were simulated, too."""

    def __init__(self, folder: Path, cpus: Sequence[Cpu]) -> None:
        pages = [(cpu, folder / cpu.run.cpu / "LIMITS.md") for cpu in cpus]
        self.checks = [read_check(page, cpu) for cpu, page in pages if page.exists()]
        self.cores = list(cores(folder / "models.csv", cpus[0].run.schemes))

    def in_order(self, pairs: Pairs) -> list[float]:
        """Returns Check.in_order() of each recorded CPU."""
        return [check.in_order(pairs) for check in self.checks]

    def medians(self, large: bool) -> list[float]:
        """Returns the median of Check.measured_over_simulated() of each recorded CPU."""
        return [statistics.median(each.measured_over_simulated(large)) for each in self.checks]

    def losses(self, *names: str, among: Iterable[str]) -> list[float]:
        """Returns Check.loss() of each recorded CPU and of these uses."""
        return [each.loss(use, among) for each in self.checks for use in names]

    def largest_loss(self) -> tuple[float, str, str]:
        """Returns the largest Check.loss() of schemes without extensions, the model's fastest scheme, and the CPU."""
        checks = [(each, use) for each in self.checks for use in (uses.HCE_WARM, uses.QUEEN)]
        return max(
            (each.loss(use, each.plain), next(iter(each.taken(use, each.plain))), each.title) for each, use in checks
        )

    def cores_of(self, beginning: str) -> list[Core]:
        """Returns the cores whose compiler target begins with this text."""
        return [core for core in self.cores if core.target.startswith(beginning)]

    def fastest(self, cores: list[Core], scheme: str) -> list[Core]:
        """Returns the cores on which a scheme is, within 1 %, the fastest in HCE warm as simulated."""
        return [core for core in cores if scheme in core.best(uses.HCE_WARM, 1.01)]

    def simulated_ratios(self, a: str, b: str, cores: list[Core]) -> list[float]:
        """Returns Core.ratio() of each of these cores, in order."""
        return sorted(core.ratio(a, b) for core in cores)

    def kept(self, a: str, b: str) -> list[float]:
        """Returns, in order, the measured ratio of two schemes over the simulated one on each recorded CPU."""
        return sorted(each.ratio(a, b, "measured") / each.ratio(a, b) for each in self.checks)

    def corrected(self, a: str, b: str, cores: list[Core]) -> list[float]:
        """Returns the least and the largest ratio to expect on these cores if their models are as wrong as those of the
        recorded CPUs."""
        simulated, kept = self.simulated_ratios(a, b, cores), self.kept(a, b)
        return [simulated[0] * kept[0], simulated[-1] * kept[-1]]

    def schemes(self, cores: list[Core]) -> list[str]:
        """Returns the schemes that have figures of one of these cores."""
        return [name for name in uses.MODELLED if any(name in core.loops[uses.QUEEN] for core in cores)]


def times_apart(a: float, b: float) -> float:
    """Returns the larger of two values over the smaller."""
    return max(a / b, b / a)


def mix(of_use: dict[str, Loops], scheme: str) -> Loop:
    """Returns the mean loop of a query in the mix of an engine with a hand-crafted evaluation."""
    loops = [(of_use[use][scheme], share) for use, share in SHARES.items()]
    return Loop(*(sum(share * loop[i] for loop, share in loops) / sum(SHARES.values()) for i in range(3)))


def cores(path: Path, schemes: dict[str, Scheme]) -> Iterator[Core]:
    """Yields the cores of models.csv."""
    lines = csv.DictReader(path.read_text().splitlines()) if path.exists() else []
    for (title, target), of_core in itertools.groupby(lines, key=lambda line: (line["core"], line["target"])):
        of_use: dict[str, Loops] = {use: {} for use in uses.SIMULATED}
        for line in of_core:
            for use in uses.SIMULATED:
                if cycles := line[f"{use} cycles"]:
                    of_use[use][line["scheme"]] = Loop(float(line[f"{use} instructions"]), float(cycles))
        yield Core(title, target, of_use, schemes)


def read_check(page: Path, cpu: Cpu) -> Check:
    """Returns the loops in a page LIMITS.md, of those schemes that the CPU's main run has."""
    figures = ("instructions", "simulated", "measured")
    of_use: dict[str, Loops] = {use: {} for use in uses.SIMULATED}
    for heading, lines in read_tables(page, ("scheme", *figures)).items():
        loops = {line["scheme"]: Loop(*(float(line[figure]) for figure in figures)) for line in lines}
        of_use[heading.lower()] = {name: loop for name, loop in loops.items() if name in cpu.run.schemes}
    return Check(cpu.label, cpu.run.cpu, of_use, cpu.run.schemes)
