# SPDX-License-Identifier: MIT
"""The comparison that the suite was made for: COMPARISON.md, QUESTIONS.md, MODELS.md, and the head of the README.

Their sentences are in templates, and every figure in them is computed from the results. A sentence whose figures no
longer support it stops the report with its text: see claim()."""

import copy
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import markupsafe

from engines import answer
from engines.page import OUTCOMES, USES
from engines.trial_results import read, read_csv
from slidebench_results import reader, text
from slidebench_results.check_results import RESULTS
from slidebench_results.report import runs, uses
from slidebench_results.report.cores import CORES, OWNED, Owned
from slidebench_results.report.markup import code, listed, page
from slidebench_results.report.models import Core, Models
from slidebench_results.result import Column, Key, Result, Row, contradictions
from slidebench_tools.command import Refused

COLUMNS: tuple[str, ...] = (uses.HCE_WARM, uses.NNUE_COLD, uses.QUEEN, uses.CHAIN, uses.REPLAY)
# What a CPU or an engine's target may lack: {words: beginnings of ISA words}. Bit counts need no instruction in these.
LEVELS = {
    "all extensions": (),
    "PEXT, no vectors": ("avx", "ssse3", "sse4", "gfni"),
    "AVX2, not PEXT": ("bmi2", "avx512", "gfni"),
    "no extension": ("avx", "ssse3", "sse4", "gfni", "bmi", "lzcnt"),
}
# CPUs to name a getter for: {what they have: a scheme that runs there, beginnings of the ISA words that they lack}.
TARGETS = {
    "AVX-512 and a fast PEXT": ("cfish_avx512", ()),
    "AVX2 and a fast PEXT": ("hyperbola_dual", ("avx512",)),
    "AVX2; PEXT is missing, or slow as on Zen 1 and 2": ("hyperbola_dual", ("avx512", "bmi2")),
    "SSSE3, but no AVX2": ("hyperbola_ssse3", ("avx", "sse4", "gfni", "bmi", "lzcnt")),
    "none of these (with NNUE on AArch64 `hyperbola_rbit`)": ("hyperbola", LEVELS["no extension"]),
}
MULTIPLIED = (uses.HCE_WARM, uses.NNUE_COLD, "rook", "bishop", uses.QUEEN, uses.CHAIN, uses.REPLAY)
RANDOM: Key = ("queen", "random", "throughput")
RANDOM_CHAIN: Key = ("queen", "random", "latency")
SEARCH: Key = ("queen", "search", "throughput")
HCE_SEARCH: Key = ("mix-hand-made", "search", "throughput")
UPKEEP: Key = ("all", "games", "replay-upkeep")
BEGIN, END = "<!-- scripts/report writes this -->", "<!-- to here -->"  # of the part of README.md that is made
NEAR = 1.1  # times the simulated cycles of the fastest scheme, and as good
LETTERS = {"branchless": "B", "multiply-free": "M", "incremental": "‡"}  # of traits, in tables

VENDORS = {"AMD": "AuthenticAMD", "Intel": "GenuineIntel"}  # {name for people: by CPUID}

Use: TypeAlias = str | Key  # a use, or piece, workload and mode
# A scheme's name; or the role of the column's choice, as "best"; or "multiply-free" or "multiplies" and a level of
# LEVELS: the best such scheme within it.
Who: TypeAlias = str | tuple[str, str]


class Cpu:
    """The main run of a CPU, by use and scheme."""

    def __init__(self, run: Result, label: str) -> None:
        self.run, self.label, self.uses = run, label, uses.columns(run)

    def complete(self) -> bool:
        """Returns whether the run has all that the pages say of one CPU."""
        needed: tuple[Use, ...] = (*COLUMNS, RANDOM)
        return all(self.has(use, *uses.CLASSICS, *uses.TAKEN) for use in needed)

    def column(self, use: Use) -> Column | None:
        """Returns the column of a use, or of a piece, workload and mode; None: it was not measured."""
        return self.uses.get(use) if isinstance(use, str) else self.run.columns.get(use)

    def measured(self, use: Use) -> Column:
        """Returns the column of a use that was measured."""
        column = self.column(use)
        assert column
        return column

    def name(self, who: Who, use: Use) -> str:
        """Returns the name of a scheme or of the one that has a role, "" if none has it within a level."""
        if isinstance(who, str):
            choice = self.measured(use).choices.get(who)
            return choice.row.scheme.name if choice else who
        schemes = [row.scheme for row in self.without(use, *LEVELS[who[1]])]
        return next((one.name for one in schemes if ("multiply-free" in one.traits) == (who[0] == "multiply-free")), "")

    def has(self, use: Use, *every: Who) -> bool:
        """Returns whether all schemes have a figure."""
        column = self.column(use)
        return column is not None and all(self.name(who, use) in column.cycles for who in every)

    def cycles(self, who: Who, use: Use) -> float:
        """Returns the cycles of a scheme, which must have a figure."""
        return self.measured(use).cycles[self.name(who, use)]

    def figure(self, scheme: str, use: Use) -> str:
        """Returns the cycles of a scheme with the digits that their interval allows."""
        row = self.measured(use).row(scheme)
        assert row and row.cycles
        return text.with_digits(row.cycles)

    def without(self, use: Use, *words: str) -> list[Row]:
        """Returns the rows that an engine could take as measured and that need no ISA words with these beginnings, best
        first."""
        rows = uses.selectable(self.measured(use))
        return [row for row in rows if not any(need.startswith(words) for need in row.scheme.needs.split())]

    def undisturbed(self) -> float:
        """Returns the share of the time in which no other tenant disturbed the core, as `summarize` prints it."""
        rows = [row for _, row in self.run.rows()]
        return sum(row.undisturbed * row.samples for row in rows) / sum(row.samples for row in rows)

    def table(self, schemes: Iterable[str] = uses.SHOWN) -> Iterator[list[str]]:
        """Yields a line for each of these schemes that the run has: name, bytes, ISA words, trait letters, cycles."""
        for scheme in schemes:
            about = self.run.schemes.get(scheme)
            if about and any(self.has(use, scheme) for use in COLUMNS):
                letters = "".join(letter for trait, letter in LETTERS.items() if trait in about.traits)
                words = scheme, text.size(about.engine_bytes), about.needs.replace(" ", ", "), letters
                yield [*words, *(self.cell(scheme, use) for use in COLUMNS)]

    def cell(self, scheme: str, use: str) -> str:
        """Returns the cycles of a scheme, with their ratio to PEXT's in the columns of whole engines. Bold: the fastest
        of the table's two groups, of those that have all of their time in the column."""
        if not self.has(use, scheme):
            return "–"
        found = self.figure(scheme, use)
        if use in (uses.HCE_WARM, uses.NNUE_COLD, uses.REPLAY) and self.has(use, uses.PEXT):
            found += f" ({self.cycles(scheme, use) / self.cycles(uses.PEXT, use):.2f})"
        column, shown = self.measured(use), (*uses.CLASSICS, *uses.TAKEN)
        whole = [row.scheme.name for row in column.rows if not uses.streamed(row, column)]
        times = [column.cycles[name] for name in whole if name in shown and name in column.cycles]
        return f"**{found}**" if scheme in whole and column.cycles[scheme] == min(times) else found

    def facts(self) -> str:
        """Returns what a reader must know of the machine and the run."""
        machine = self.run.record["machine"]
        guest = f", a virtual machine ({machine['hypervisor']})" if machine["hypervisor"] else ""
        share = f"core undisturbed {100 * self.undisturbed():.0f} % of the time"
        return f"{self.label}{guest}, {self.run.setup}, {self.run.record['date'][:10]}, {share}"


class Facts:
    """All CPUs, and what sentences say about them. The first one has all columns, if any has."""

    def __init__(self, cpus: Sequence[Cpu], folder: Path) -> None:
        self.cpus = cpus
        self.by_clang: list[Cpu] = []  # the same CPUs, of the runs by clang
        self.trials = [read(path) for path in sorted(folder.glob("engines/*/*.csv"))]
        self.known = folder / "engines" / "known_outcomes.csv"
        self.lines = cache_lines()  # {scheme: cache lines that a query of a rook, a bishop and a queen touches}
        self.models = Models(folder, [(cpu.label, cpu.run) for cpu in cpus])
        of_rook = [check.uses["rook"] for check in self.models.checks if check.target == cpus[0].run.cpu]
        # {scheme: instructions of a query of a rook, with the loop}; empty: scripts/limits made no page of this CPU
        self.instructions = {scheme: f"{loop.instructions:.0f}" for loops in of_rook for scheme, loop in loops.items()}
        # Of a header of several schemes, see QUESTIONS.md. Names without a date keep them apart from other runs.
        self.choices = [reader.load(path) for path in sorted(folder.glob("choice/*.jsonl.gz"))]

    def choice_over_alone(self, *names: str) -> list[float]:
        """Returns the time of lookups through a header of several schemes over that of the taken one alone, of uses."""
        columns = [found[name] for found in map(uses.columns, self.choices) for name in names if name in found]
        return [
            column.cycles[scheme] / column.cycles[scheme.removeprefix("mine_")]
            for column in columns
            for scheme in column.cycles
            if scheme.startswith("mine_")
        ]

    def having(self, use: Use, scheme: str) -> list[str]:
        """Returns the CPUs on which a scheme has a figure."""
        return [cpu.label for cpu in self.cpus if cpu.has(use, scheme)]

    def over(self, a: Who, b: Who, use: Use, use_of_b: Use | None = None) -> list[float]:
        """Returns the time of one scheme over that of another, which may be for another use, on each CPU that has
        both."""
        of_b = use_of_b or use
        known = [cpu for cpu in self.cpus if cpu.has(use, a) and cpu.has(of_b, b)]
        return [cpu.cycles(a, use) / cpu.cycles(b, of_b) for cpu in known]

    def by_vendor(self) -> dict[str, "Facts"]:
        """Returns the same facts, of the CPUs of each vendor alone that has one with the mix of HCE."""
        of = lambda vendor: [cpu for cpu in self.cpus if cpu.run.record["machine"]["vendor"] == vendor]
        found = {name: self.of_cpus(of(vendor)) for name, vendor in VENDORS.items()}
        return {name: facts for name, facts in found.items() if facts.having(uses.HCE_WARM, uses.PEXT)}

    def of_cpus(self, cpus: Sequence[Cpu]) -> "Facts":
        """Returns the same facts, of other CPUs or runs."""
        found = copy.copy(self)
        found.cpus = cpus
        return found

    def names(self, who: Who, use: Use) -> list[str]:
        """Returns the scheme that has a role on each CPU, the most frequent ones first."""
        found = Counter(cpu.name(who, use) for cpu in self.cpus if cpu.has(use, who))
        return [name for name, count in found.most_common() for _ in range(count)]

    def advice(self, cpu: Cpu, use: str, *without: str) -> str:
        """Returns the scheme that `slidebench recommend` names on a CPU, without ISA words with these beginnings."""
        kind = next(kind for kind, of_kind in USES.items() if of_kind == use)
        return reader.recommended(cpu.run.path, kind, without)

    def advised(self, use: str, *without: str, runs: str = "best") -> dict[str, list[str]]:
        """Returns {scheme: the CPUs on which it is the advice}, first the scheme with most of them: of the CPUs on
        which another scheme runs."""
        labels: dict[str, list[str]] = {}
        for cpu in self.cpus:
            if cpu.has(use, runs):
                labels.setdefault(self.advice(cpu, use, *without), []).append(cpu.label)
        return dict(sorted(labels.items(), key=lambda item: -len(item[1])))

    def flips(self, boards: Key, games: str) -> tuple[int, int]:
        """Returns how many pairs of schemes change their order between random boards and those of games: of those that
        both orders resolve, on the first CPU."""
        of_boards = {row.scheme.name: row for row in self.cpus[0].measured(boards).ranked}
        of_games = self.cpus[0].measured(games).ranked
        return contradictions([(row, of_boards[row.scheme.name]) for row in of_games if row.scheme.name in of_boards])

    def comparisons(self, *roles: str) -> tuple[int, int, int]:
        """Returns in how many uses the first role is faster, tied and slower, over all CPUs."""
        columns = (column for cpu in self.cpus for column in cpu.uses.values())
        verdicts = [each.verdict for column in columns for each in column.comparisons if each.roles == roles]
        return verdicts.count("faster"), verdicts.count("tied"), verdicts.count("slower")

    def multiply_free(self, level: str, *names: str) -> list[float]:
        """Returns the time of the best multiply-free scheme over that of the best one that multiplies, within a level
        and for uses, on each CPU."""
        return [one for use in names for one in self.over(("multiply-free", level), ("multiplies", level), use)]

    def wins_replay(self, classics: Sequence[str], winner: str) -> bool:
        """Returns whether a scheme is, within 3 %, the fastest of several in games with all updates, on every CPU."""
        return all(ratio < 1.03 for scheme in classics for ratio in self.over(winner, scheme, uses.REPLAY))

    def behind(self, use: str, scheme: str, level: str) -> list[float]:
        """Returns by how many percent a scheme is slower than the fastest one within a level, on each CPU."""
        known = [(cpu, cpu.without(use, *LEVELS[level])[0].scheme.name) for cpu in self.cpus if cpu.has(use, scheme)]
        return [100 * (cpu.cycles(scheme, use) / cpu.cycles(best, use) - 1) for cpu, best in known]

    def upkeep(self, scheme: str) -> list[float]:
        """Returns how many cycles more than PEXT's bitboard a scheme's view takes to keep, per move, on each CPU."""
        known = [cpu for cpu in self.cpus if cpu.has(UPKEEP, scheme, uses.PEXT)]
        return [cpu.cycles(scheme, UPKEEP) - cpu.cycles(uses.PEXT, UPKEEP) for cpu in known]

    def kib(self, scheme: str) -> str:
        """Returns the size of a scheme's tables, as the catalogue; of one that this machine cannot have nothing."""
        about = self.cpus[0].run.schemes[scheme]
        return "" if about.needs == "neon" else text.size(about.engine_bytes)

    def tried(self) -> bool:
        """Returns whether there are trials of engines with a network, and of others."""
        return bool(self.at_stake("nnue") and self.at_stake("hce"))

    def trial_cpus(self) -> str:
        """Returns the CPUs of all trials."""
        labels = {cpu.run.cpu: cpu.label for cpu in self.cpus}
        return listed(sorted({labels.get(trial.cpu, trial.cpu) for trial in self.trials}))

    def engines(self, *kinds: str) -> int:
        """Returns the number of engines of some kinds that were tried, or of all."""
        return len({trial.engine for trial in self.trials if not kinds or trial.kind in kinds})

    def record(self, kind: str, costs: dict[str, float]) -> answer.Record:
        """Returns what a predictor did in all trials of a kind."""
        return answer.record_of((trial, costs) for trial in self.trials if trial.kind == kind)

    def lost(self, kind: str, scheme: str) -> float:
        """Returns by how many percent a getter was slower than the best of its trial: the mean of a kind."""
        return self.record(kind, {scheme: 0}).mean

    def saved(self, kind: str, scheme: str, cpu: str = "") -> float:
        """Returns by how many percent an engine's time was shorter than with fancy magic: the median of a kind, on one
        CPU or on all."""
        return 100 - statistics.median(
            100 * getter.ratio
            for trial in self.trials
            for getter in trial.getters
            if (trial.kind, trial.base, getter.name) == (kind, uses.FANCY, scheme) and trial.cpu.endswith(cpu)
        )

    def tried_on(self, kind: str) -> list[Cpu]:
        """Returns the CPUs on which engines of a kind were tried."""
        cpus = {trial.cpu for trial in self.trials if trial.kind == kind}
        return [cpu for cpu in self.cpus if cpu.run.cpu in cpus]

    def prefer(self, kind: str, getter: str, other: str) -> list[str]:
        """Returns the CPUs on which engines of a kind were faster with one getter than with another, in the median."""
        saved = lambda cpu, name: self.saved(kind, name, cpu.run.cpu)
        return [cpu.label for cpu in self.tried_on(kind) if saved(cpu, getter) > saved(cpu, other)]

    def published(self, change: str, cpu: str = "") -> dict[str, str]:
        """Returns the published effect of a change: the first one, or the first on a CPU."""
        return next(line for line in read_csv(self.known, OUTCOMES) if line["change"] == change and cpu in line["cpu"])

    def least_lost(self, kind: str, without: str = "?") -> str:
        """Returns the getter that lost least of those that all trials of a kind had and that lack some ISA words."""
        common = answer.common(trial for trial in self.trials if trial.kind == kind)
        allowed = [name for name in common if without not in self.cpus[0].run.schemes[name].needs]
        return min(sorted(allowed), key=lambda name: self.lost(kind, name))

    def smaller_tables(self, kind: str) -> answer.Record:
        """Returns how many pairs of getters the size of their tables orders as measured, in all trials of a kind."""
        return self.record(kind, {name: one.engine_bytes for name, one in self.cpus[0].run.schemes.items()})

    def at_stake(self, kind: str) -> list[float]:
        """Returns by how many percent the worst getter of each trial is slower than the best."""
        return [answer.at_stake(trial) for trial in self.trials if trial.kind == kind]

    # ---- what is known of the CPUs that people have, recorded or not ----

    def owned(self) -> Iterator[list[str]]:
        """Yields a line for each: title, what to take with HCE and with a network, and how that is known."""
        for cpus in OWNED:
            (hce, of_hce), (nnue, of_nnue) = (self.to_take(cpus, use) for use in (uses.HCE_WARM, uses.NNUE_COLD))
            how = of_hce if of_hce == of_nnue else f"HCE: {of_hce}; network: {of_nnue}"
            yield [cpus.title, hce, nnue, how]

    def to_take(self, cpus: Owned, use: str) -> tuple[str, str]:
        """Returns what to take for a use, and how that is known: measured, else simulated, else published."""
        taken, evidence = self.measured(cpus, use)
        for core in self.models.cores:
            if not taken and cpus.core and core.title == CORES[cpus.core].title and use in core.uses:
                taken, evidence = core.best(use, NEAR)[:3], ["modelled"]
        for scheme, words in self.effects(cpus, use):
            if scheme and not taken:
                taken = [scheme]
            evidence.append(words)
        return ", ".join(f"`{name}`" for name in taken) or "–", ", ".join(evidence) or "none"

    def measured(self, cpus: Owned, use: str) -> tuple[list[str], list[str]]:
        """Returns the advice for a recorded CPU by its column, or else the fastest of its loops, and a link; empty: no
        such CPU."""
        for cpu in self.cpus:
            if cpus.core and cpu.run.cpu.endswith(cpus.core) and use in cpu.uses:
                which = "measured on a relative" if cpus.lacks else "measured"
                return [self.advice(cpu, use, *cpus.lacks)], [f"[{which}]({cpu.run.cpu}/README.md)"]
        for check in self.models.checks:
            if cpus.core and check.target.endswith(cpus.core) and use in check.uses:
                return [check.fastest(use)], [f"[its loops measured]({check.target}/LIMITS.md)"]
        return [], []

    def effects(self, cpus: Owned, use: str) -> Iterator[tuple[str, str]]:
        """Yields the faster scheme and the words of each published effect that its interval does not doubt. A slow PEXT
        was beaten by a magic, which may not be the best: no scheme."""
        lines = read_csv(self.known, OUTCOMES) if self.known.exists() else []
        own = [line for line in lines if line["cpu"] in cpus.published and USES[line["kind"]] == use]
        for line in sorted(own, key=lambda line: cpus.published.index(line["cpu"])):
            low, effect, high = (float(line[name] or line["effect"]) for name in ("lo", "effect", "hi"))
            words = f"{effect:+g} {line['measure'].replace('speed ', '')} against"
            if line["measure"] == "sign":
                words = "faster than" if effect > 0 else "slower than"
            if low * high > 0:
                link = f"[published]({line['source']}), `{line['new']}` {words} `{line['old']}`"
                yield "" if "slow PEXT" in line["cpu"] else line["new" if effect > 0 else "old"], link

    def only_modelled(self) -> list[Core]:
        """Returns the simulated cores of CPUs that people have and nobody has recorded."""
        cores = {cpus.core for cpus in OWNED if cpus.core and not self.measured(cpus, uses.HCE_WARM)[0]}
        return [core for core in self.models.cores if core.title in {CORES[name].title for name in cores}]


def factor(values: Iterable[float], digits: int = 2) -> str:
    """Returns ratios of times as "1.17–1.64×"."""
    return span(values, digits).replace(" to ", "–") + "×"


def span(values: Iterable[float], digits: int = 2) -> str:
    """Returns values as "0.69 to 0.80", or the one that all are when rounded."""
    ordered = sorted(values)
    if not ordered:
        raise Refused("a sentence of a page has no figures: no result has its columns")
    low, high = (f"{value:.{digits}f}" for value in (ordered[0], ordered[-1]))
    return low if low == high else f"{low} to {high}"


def tenths(ordered: Sequence[float]) -> str:
    """Returns the median of ordered values, and those above and below which nine tenths lie: "1.12 (0.91 to 1.32)"."""
    low, high = (ordered[int(share * (len(ordered) - 1))] for share in (0.1, 0.9))
    return f"{statistics.median(ordered):.2f} ({low:.2f} to {high:.2f})"


def percent(value: float) -> str:
    """Returns percent as the pages print them: "42 %"."""
    return f"{value:.0f} %"


def claim(holds: object, caller: Callable[[], str]) -> markupsafe.Markup:
    """Returns a sentence of a template if its condition holds, and refuses it otherwise."""
    sentence = caller()
    if not holds:
        raise Refused(f"results no longer support this sentence of a page: {' '.join(sentence.split())}")
    return markupsafe.Markup(sentence)


def facts_of(results: Sequence[Result], folder: Path) -> Facts:
    """Returns the facts of all CPUs with results, and of the trials in the folder."""
    cpus = [Cpu(run, label) for label, run in runs.mains(results).items()]
    first = next((cpu for cpu in cpus if cpu.complete()), cpus[0])
    found = Facts([first, *(cpu for cpu in cpus if cpu != first)], folder)
    for cpu, of_cpu in zip(cpus, runs.by_cpu(results).values()):
        if by_clang := [run for run in of_cpu if run.compiler.startswith("clang")]:
            found.by_clang.append(Cpu(runs.main_run(by_clang), cpu.label))
    return found


def cache_lines() -> dict[str, list[float]]:
    """Returns {scheme: cache lines that a query of a rook, a bishop and a queen touches}, by scripts/cache-lines."""
    counted = (RESULTS / "CACHE_LINES.md").read_text()
    lines = re.findall(r"^\| `(\w+)` \|[^|]*\| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", counted, re.M)
    return {scheme: [float(count) for count in counts] for scheme, *counts in lines}


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of the pages, and of the repository's README if it is beside the folder."""
    facts = facts_of(results, folder)
    if not facts.cpus[0].complete():  # of other schemes or columns: nothing to compare
        return {}
    names = ["COMPARISON.md", "QUESTIONS.md"]
    if facts.models.cores and facts.models.checks:
        names.append("MODELS.md")
    made = {name: render(f"{name}.j2", facts) for name in names}
    readme = folder.parent / "README.md"
    if readme.exists() and BEGIN in (whole := readme.read_text()):
        head = render("head.md.j2", facts)
        made["../README.md"] = re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{head}{END}", whole, flags=re.S)
    return made


def render(template: str, facts: Facts) -> str:
    """Returns a page."""
    common = {
        "uses": uses,
        "models": facts.models,
        "five": uses.CLASSICS,
        "columns": COLUMNS,
        "levels": LEVELS,
        "targets": TARGETS,
        "multiplied": MULTIPLIED,
        "RANDOM": RANDOM,
        "RANDOM_CHAIN": RANDOM_CHAIN,
        "SEARCH": SEARCH,
        "HCE_SEARCH": HCE_SEARCH,
    }
    makers = {"claim": claim, "code": code, "factor": factor, "span": span, "tenths": tenths, "percent": percent}
    return page(template, facts=facts, cpus=facts.cpus, **common, **makers)
