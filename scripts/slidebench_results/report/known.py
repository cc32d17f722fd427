# SPDX-License-Identifier: MIT
"""What is known of the CPUs that people have, recorded or not: the table of MODELS.md."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slidebench_results import uses
from slidebench_results.report.cores import CORES, core_name
from slidebench_results.report.cpus import Cpu
from slidebench_results.report.models import Core, Models
from slidebench_results.report.outcomes import Outcome

NEAR = 1.1  # schemes within this many times the simulated cycles of the fastest one are as good


class CpuGroup(NamedTuple):
    """CPUs with the same core, or with a core that was made from it."""

    title: str
    core: str = ""  # in CORES
    lacks: tuple[str, ...] = ()  # beginnings of ISA words that these CPUs lack and a recorded CPU with this core has
    published: tuple[str, ...] = ()  # names of such CPUs in known_outcomes.csv


OWNED = (
    CpuGroup("Zen 5", "zen-5"),
    CpuGroup("Zen 4", "zen-4"),
    CpuGroup("Zen 3", "zen-3", published=("Zen 3 laptop",)),
    CpuGroup("Zen 2", "zen-2", published=("Ryzen 3900X", "Ryzen 9 3950X", "Zen 1 and 2 (slow PEXT)")),
    CpuGroup("Zen 1", "zen-1", published=("Threadripper 1950X (slow PEXT)", "Zen 1 and 2 (slow PEXT)")),
    CpuGroup("Granite Rapids", "granite-rapids"),
    CpuGroup("Sapphire and Emerald Rapids", "emerald-rapids"),
    CpuGroup("P cores of Meteor Lake", "granite-rapids", ("avx512",)),
    CpuGroup("P cores of Alder and Raptor Lake", "emerald-rapids", ("avx512",)),
    CpuGroup("efficiency cores of Intel; Lunar and Arrow Lake"),
    CpuGroup("Ice, Tiger and Rocket Lake", "ice-lake"),
    CpuGroup("Skylake to Comet Lake", "skylake", published=("Core i3-8350K",)),
    CpuGroup("Haswell, Broadwell", published=("Haswell",)),
    CpuGroup("Apple M1", published=("Apple M1",)),
    CpuGroup("Apple M2 to M4, efficiency cores of all"),
    CpuGroup("Neoverse V2 (Graviton 4, Axion, Grace), Cortex-X3", "neoverse-v2", published=("Neoverse V2",)),
    CpuGroup("Neoverse V1 (Graviton 3), Cortex-X1", "neoverse-v1"),
    CpuGroup("Neoverse N2 (Cobalt 100), Cortex-A710", "neoverse-n2"),
    CpuGroup("Neoverse N1 (Graviton 2, Altra), Cortex-A76 (Raspberry Pi 5)", "neoverse-n1"),
    CpuGroup("Cortex-A510", "cortex-a510"),
    CpuGroup("other cores of Arm: A72, A78, X2, X4, V3; Oryon"),
    CpuGroup("Ampere-1B", "ampere-1b"),
    CpuGroup("SiFive P670", "p670"),
    CpuGroup("other RISC-V"),
)


class CpuEvidence:
    """What was measured, what models say, and what authors of engines published."""

    def __init__(self, cpus: Sequence[Cpu], models: Models, outcomes: Sequence[Outcome]) -> None:
        self.cpus, self.models, self.outcomes = cpus, models, outcomes

    def published(self, change: str, cpu: str = "") -> Outcome:
        """Returns the published effect of a change: the first one, or the first on a CPU."""
        return next(each for each in self.outcomes if each.change == change and cpu in each.cpu)

    def owned(self) -> Iterator[list[str]]:
        """Yields a line for each group of CPUs: title, what to take with HCE and with NNUE, and how that is known."""
        for group in OWNED:
            (hce, of_hce), (nnue, of_nnue) = (self.to_take(group, use) for use in (uses.HCE_WARM, uses.NNUE_COLD))
            how = of_hce if of_hce == of_nnue else f"HCE: {of_hce}; network: {of_nnue}"
            yield [group.title, hce, nnue, how]

    def to_take(self, group: CpuGroup, use: str) -> tuple[str, str]:
        """Returns what to take for a use, and how that is known: measured, or else simulated, or else published."""
        taken, evidence = self.measured(group, use)
        for core in self.models.cores:
            if not taken and group.core and core.title == CORES[group.core].title and use in core.loops:
                taken, evidence = core.best(use, NEAR)[:3], ["modelled"]
        for scheme, words in self.effects(group, use):
            if scheme and not taken:
                taken = [scheme]
            evidence.append(words)
        return ", ".join(f"`{name}`" for name in taken) or "–", ", ".join(evidence) or "none"

    def measured(self, group: CpuGroup, use: str) -> tuple[list[str], list[str]]:
        """Returns the advice for a recorded CPU, and how it is known; empty: no such CPU."""
        for cpu in self.cpus:
            if group.core and core_name(cpu.run) == group.core and use in cpu.columns:
                which = "measured on a relative" if group.lacks else "measured"
                which += "" if cpu.is_quiet() else " on a busy core"
                how = f"[{which}]({cpu.run.cpu}/README.md)" if cpu.has(use, uses.FANCY) else f"{which}, small tables"
                return [cpu.advice(use, *group.lacks)], [how]
        return [], []

    def effects(self, group: CpuGroup, use: str) -> Iterator[tuple[str, str]]:
        """Yields the faster scheme and the words of each published effect whose interval does not contain 0. Where PEXT
        is slow the scheme is "": a magic was faster than PEXT, but that magic may not be the best scheme."""
        clear = [outcome for outcome in self.outcomes if outcome.use == use and outcome.sign]
        for outcome in (each for cpu in group.published for each in clear if each.cpu == cpu):
            words = f"{float(outcome.effect):+g} {outcome.measure.replace('speed ', '')} against"
            if outcome.measure == "sign":
                words = "faster than" if outcome.sign > 0 else "slower than"
            faster = outcome.new if outcome.sign > 0 else outcome.old
            published = f"[published]({outcome.source}), `{outcome.new}` {words} `{outcome.old}`"
            yield "" if outcome.slow_pext else faster, published

    def only_modelled(self) -> list[Core]:
        """Returns the simulated cores of CPUs that people have and nobody has recorded."""
        cores = {group.core for group in OWNED if group.core and not self.measured(group, uses.HCE_WARM)[0]}
        return [core for core in self.models.cores if core.title in {CORES[name].title for name in cores}]
