# SPDX-License-Identifier: MIT
"""The recorded CPUs, and the figures of their times that sentences of pages quote."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from slidebench_results import reader, text, uses
from slidebench_results.report import runs
from slidebench_results.result import Column, Key, Result, Row, contradictions
from slidebench_tools.command import Refused


class Target(NamedTuple):
    """What an engine is built for: the CPUs that can run `supports`, without the extensions in `lacks`."""

    supports: str  # a scheme
    lacks: tuple[str, ...]  # beginnings of ISA words; bit counts need no instruction here


TARGETS = {
    "all extensions": Target(uses.PEXT, ()),
    "PEXT, no vectors": Target(uses.PEXT, ("avx", "ssse3", "sse4", "gfni")),
    "AVX2, not PEXT": Target("hyperbola_dual", ("bmi2", "avx512", "gfni")),
    "no extension": Target("hyperbola", ("avx", "ssse3", "sse4", "gfni", "bmi", "lzcnt")),
}
QUIET_SHARE = 0.3  # of the time: runs on cores that were undisturbed for less are in no range
RANDOM: Key = ("queen", "random", "throughput")
UPKEEP: Key = ("all", "games", "replay-upkeep")
LETTERS = {"branchless": "B", "multiply-free": "M", "incremental": "‡"}  # of traits, in tables
MAKERS = {"AuthenticAMD": "AMD", "GenuineIntel": "Intel"}  # {vendor by CPUID: name for people}


class Best(NamedTuple):
    """The best scheme for a target among those that multiply, or among those that do not."""

    target: str  # of TARGETS
    multiplies: bool


ColumnRef: TypeAlias = str | Key  # a use, or piece, workload and mode
SchemeRef: TypeAlias = str | Best  # str: the name of a scheme, or the role of a column's choice, as "best"


class Cpu:
    """The main run of a CPU, by use and scheme. The label names the CPU for people, by default as a run alone does."""

    def __init__(self, run: Result, label: str = "") -> None:
        self.run, self.label, self.columns = run, label or run.label, uses.columns(run)

    def count_figures(self) -> int:
        """Returns how many of the figures that pages compare the run has."""
        needed: tuple[ColumnRef, ...] = (*uses.COMPARED, RANDOM)
        return sum(self.has(use, scheme) for use in needed for scheme in uses.SHOWN)

    def compared(self) -> list[str]:
        """Returns the columns of the comparison that the run has."""
        return [use for use in uses.COMPARED if self.has(use, uses.FLOOR)]

    def has_comparison(self) -> bool:
        """Returns whether the run has all columns of the comparison."""
        return len(self.compared()) == len(uses.COMPARED)

    def supports(self, scheme: str) -> bool:
        """Returns whether the CPU has what a scheme needs."""
        return self.has(uses.QUEEN, scheme)

    def column(self, use: ColumnRef) -> Column | None:
        """Returns the column of a use, or of a piece, workload and mode; None: it was not measured."""
        return self.columns.get(use) if isinstance(use, str) else self.run.columns.get(use)

    def measured(self, use: ColumnRef) -> Column:
        """Returns the column of a use that was measured."""
        if not (column := self.column(use)):
            raise Refused(f"{self.run.path}: a page needs {use}, which this run did not measure")
        return column

    def name(self, who: SchemeRef, use: ColumnRef) -> str:
        """Returns the name of the scheme that `who` stands for; "" if a target has none."""
        if isinstance(who, str):
            choice = self.measured(use).choices.get(who)
            return choice.row.scheme.name if choice else who
        target = TARGETS[who.target]
        schemes = [row.scheme for row in self.without(use, *target.lacks) if self.supports(target.supports)]
        return next((one.name for one in schemes if ("multiply-free" in one.traits) != who.multiplies), "")

    def has(self, use: ColumnRef, *schemes: SchemeRef) -> bool:
        """Returns whether all schemes have a figure."""
        column = self.column(use)
        return column is not None and all(self.name(who, use) in column.cycles for who in schemes)

    def cycles(self, who: SchemeRef, use: ColumnRef) -> float:
        """Returns the cycles of a scheme, which must have a figure."""
        return self.measured(use).cycles[self.name(who, use)]

    def figure(self, scheme: str, use: ColumnRef) -> str:
        """Returns the cycles of a scheme with the digits that their interval allows."""
        row = self.measured(use).row(scheme)
        if not row or not row.cycles:
            raise Refused(f"{self.run.path}: a page needs {scheme} in {use}, which this run did not measure")
        return text.with_digits(row.cycles)

    def widest(self, *of_uses: ColumnRef) -> float:
        """Returns half of the widest interval of the schemes of the comparison, in percent of its figure."""
        figures = [row.cycles for use in of_uses for row in self.measured(use).rows if row.scheme.name in uses.SHOWN]
        return max(100 * (text.half_interval(each) or 0) / each.mid for each in figures if each)

    def without(self, use: ColumnRef, *words: str) -> list[Row]:
        """Returns the selectable rows that need no ISA words with these beginnings, the best first."""
        return [row for row in uses.selectable(self.measured(use)) if not row.scheme.needs_any(*words)]

    def table(self, schemes: Iterable[str] = uses.SHOWN, of_uses: Sequence[str] = uses.COMPARED) -> Iterator[list[str]]:
        """Yields a line for each of these schemes in the run: name, bytes, ISA words, letters of traits, cycles."""
        for scheme in schemes:
            about = self.run.schemes.get(scheme)
            if about and any(self.has(use, scheme) for use in of_uses):
                letters = "".join(letter for trait, letter in LETTERS.items() if trait in about.traits)
                words = scheme, text.size(about.engine_bytes), about.needs.replace(" ", ", "), letters
                yield [*words, *(self.cell(scheme, use) for use in of_uses)]

    def cell(self, scheme: str, use: str) -> str:
        """Returns the cycles of a scheme, with their ratio to PEXT's in columns about whole engines. The fastest scheme
        of the table is bold; schemes whose updates the column leaves out do not count."""
        if not self.has(use, scheme):
            return "–"
        figure = self.figure(scheme, use)
        if use in (uses.HCE_WARM, uses.NNUE_COLD, uses.REPLAY) and self.has(use, uses.PEXT):
            figure += f" ({self.cycles(scheme, use) / self.cycles(uses.PEXT, use):.2f})"
        column, shown = self.measured(use), (*uses.CLASSICS, *uses.MODERN)
        whole = [row.scheme.name for row in column.rows if not uses.streamed(row, column)]
        times = [column.cycles[name] for name in whole if name in shown and name in column.cycles]
        return f"**{figure}**" if scheme in whole and column.cycles[scheme] == min(times, default=None) else figure

    def is_quiet(self) -> bool:
        """Returns whether the core was undisturbed for long enough."""
        share: float = self.run.record["undisturbed_share"]
        return share >= QUIET_SHARE

    def maker(self) -> str:
        """Returns AMD, Intel or "other"."""
        return MAKERS.get(self.run.machine["vendor"], "other")

    def facts(self) -> str:
        """Returns what a reader must know of the machine and the run."""
        hypervisor = self.run.machine["hypervisor"]
        guest = f", a virtual machine ({hypervisor})" if hypervisor not in ("", "none") else ""
        share = f"core undisturbed {100 * self.run.record['undisturbed_share']:.0f} % of the time"
        return f"{self.label}{guest}, {self.run.setup}, {self.run.record['date'][:10]}, {share}"

    def advice(self, use: str, *without: str) -> str:
        """Returns the scheme that `slidebench recommend` names, without ISA words with these beginnings."""
        kind = next(kind for kind, of_kind in uses.COLUMN_OF_KIND.items() if of_kind == use)
        return reader.recommended(self.run.path, kind, without)


class Cpus:
    """Several CPUs, or runs of them."""

    def __init__(self, cpus: Sequence[Cpu]) -> None:
        self.cpus = cpus

    def having(self, use: ColumnRef, scheme: str) -> list[str]:
        """Returns the CPUs on which a scheme has a figure."""
        return list(dict.fromkeys(cpu.label for cpu in self.cpus if cpu.has(use, scheme)))

    def over(self, a: SchemeRef, b: SchemeRef, use: ColumnRef, use_of_b: ColumnRef | None = None) -> list[float]:
        """Returns the time of scheme `a` over that of `b`, which may be for another use, on each CPU that has both."""
        of_b = use_of_b or use
        cpus = [cpu for cpu in self.cpus if cpu.has(use, a) and cpu.has(of_b, b)]
        return [cpu.cycles(a, use) / cpu.cycles(b, of_b) for cpu in cpus]

    def names(self, who: SchemeRef, use: ColumnRef) -> list[str]:
        """Returns the schemes that `who` stands for on these CPUs."""
        return list(dict.fromkeys(cpu.name(who, use) for cpu in self.cpus if cpu.has(use, who)))

    def by_vendor(self) -> dict[str, "Cpus"]:
        """Returns {maker: its CPUs}, for makers with a CPU on which HCE warm was measured."""
        makers = {name: Cpus([cpu for cpu in self.cpus if cpu.maker() == name]) for name in MAKERS.values()}
        return {name: cpus for name, cpus in makers.items() if cpus.having(uses.HCE_WARM, uses.FLOOR)}

    def machines(self) -> list[str]:
        """Returns the names of these CPUs, each once."""
        return list(dict.fromkeys(cpu.label for cpu in self.cpus))

    def quiet(self) -> "Cpus":
        """Returns the CPUs whose runs are in ranges."""
        return Cpus([cpu for cpu in self.cpus if cpu.is_quiet()])

    def supporting(self, scheme: str) -> "Cpus":
        """Returns the CPUs that have what a scheme needs."""
        return Cpus([cpu for cpu in self.cpus if cpu.supports(scheme)])

    def advised(self, use: str, *without: str) -> dict[str, list[str]]:
        """Returns {scheme: the CPUs on which it is the advice}, first the scheme with the most CPUs."""
        labels: dict[str, list[str]] = {}
        for cpu in self.cpus:
            if use in cpu.columns:
                labels.setdefault(cpu.advice(use, *without), []).append(cpu.label)
        return dict(sorted(labels.items(), key=lambda item: -len(item[1])))

    def advice_by_maker(self, use: str, *without: str) -> dict[str, list[str]]:
        """Returns {maker: the schemes that are the advice in more than a quarter of its runs}; {"": schemes} if all
        have the same."""
        advice: dict[str, list[str]] = {}
        for maker, cpus in self.by_vendor().items():
            advised = cpus.advised(use, *without)
            all_runs = sum(map(len, advised.values()))
            advice[maker] = [name for name, labels in advised.items() if 4 * len(labels) > all_runs]
        if not advice:  # neither AMD nor Intel
            raise Refused(f"no run of AMD or Intel has {use}, which the README advises by")
        first, *others = advice.values()
        return advice if any(schemes != first for schemes in others) else {"": first}

    def flips(self, boards: Key, games: str) -> tuple[int, int]:
        """Returns how many pairs of schemes have another order on random boards than on those of games, and how many
        have an order on both, on the first CPU."""
        of_boards = {row.scheme.name: row for row in self.cpus[0].measured(boards).ranked}
        of_games = self.cpus[0].measured(games).ranked
        return contradictions([(row, of_boards[row.scheme.name]) for row in of_games if row.scheme.name in of_boards])

    def comparisons(self, *roles: str) -> tuple[int, int, int]:
        """Returns in how many uses the first role is faster, tied and slower, over all CPUs."""
        columns = (column for cpu in self.cpus for column in cpu.columns.values())
        verdicts = [each.verdict for column in columns for each in column.comparisons if each.roles == roles]
        return verdicts.count("faster"), verdicts.count("tied"), verdicts.count("slower")

    def multiply_free(self, target: str, *names: str) -> list[float]:
        """Returns the time of the best multiply-free scheme over that of the best one that multiplies, for a target and
        for uses, on each CPU that has a figure of the target's scheme there."""
        ratios = []
        for use in names:
            timed = Cpus([cpu for cpu in self.cpus if cpu.has(use, TARGETS[target].supports)])
            ratios += timed.over(Best(target, False), Best(target, True), use)
        return ratios

    def wins_replay(self, classics: Sequence[str], winner: str) -> bool:
        """Returns whether a scheme is, within 3 %, the fastest of several in replay on every CPU."""
        return all(ratio < 1.03 for scheme in classics for ratio in self.over(winner, scheme, uses.REPLAY))

    def behind(self, use: str, scheme: str, target: str) -> list[float]:
        """Returns by how many percent a scheme is slower than the fastest one for a target, on each CPU."""
        lacks = TARGETS[target].lacks
        fastest = [(cpu, cpu.without(use, *lacks)[0].scheme.name) for cpu in self.cpus if cpu.has(use, scheme)]
        return [100 * (cpu.cycles(scheme, use) / cpu.cycles(best, use) - 1) for cpu, best in fastest]

    def upkeep(self, scheme: str) -> list[float]:
        """Returns for each CPU how many more cycles per move a scheme's view takes to update than PEXT's bitboard."""
        cpus = [cpu for cpu in self.cpus if cpu.has(UPKEEP, scheme, uses.PEXT)]
        return [cpu.cycles(scheme, UPKEEP) - cpu.cycles(uses.PEXT, UPKEEP) for cpu in cpus]

    def kib(self, scheme: str) -> str:
        """Returns the size of a scheme's tables, as the catalogue prints it: "" for NEON, which no recorded CPU has."""
        about = self.cpus[0].run.schemes[scheme]
        return "" if about.needs == "neon" else text.size(about.engine_bytes)


def of_results(results: Sequence[Result], folder: Path) -> Cpus:
    """Returns all CPUs with results, each by its main run. The first is one that has the most figures."""
    cpus = [Cpu(run, label) for label, run in runs.mains(results, folder).items()]
    first = max(cpus, key=Cpu.count_figures)
    return Cpus(sorted(cpus, key=lambda cpu: cpu is not first))
