# SPDX-License-Identifier: MIT
"""What is known of the CPUs that people have, recorded or not: the table that MODELS.md begins with."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engines.page import OUTCOMES
from engines.trial_results import read_csv
from slidebench_results.report import uses

if TYPE_CHECKING:
    from slidebench_results.report.comparison import Facts

KINDS = {uses.HCE_WARM: "hce", uses.NNUE_COLD: "nnue"}  # of published effects
WITHIN = 1.1  # times the cycles of the fastest


class Owned(NamedTuple):
    """CPUs with one core, or with one that was made from it."""

    title: str
    recorded: str = ""  # how the folder of results of such a CPU ends
    lacks: tuple[str, ...] = ()  # beginnings of ISA words that the recorded CPU has and these lack
    model: str = ""  # title of the core in models.csv
    published: tuple[str, ...] = ()  # names of such CPUs in known_outcomes.csv


CPUS = (
    Owned("Zen 5", "zen-5"),
    Owned("Zen 4", "zen-4"),
    Owned("Zen 3", "zen-3", published=("Zen 3 laptop",)),
    Owned("Zen 2", model="Zen 2", published=("Ryzen 3900X", "Ryzen 9 3950X")),
    Owned("Zen 1", model="Zen 1", published=("Threadripper 1950X (slow PEXT)",)),
    Owned("Granite Rapids", "granite-rapids"),
    Owned("Sapphire and Emerald Rapids", "emerald-rapids"),
    Owned("P cores of Meteor Lake", "granite-rapids", ("avx512",)),
    Owned("P cores of Alder and Raptor Lake", "emerald-rapids", ("avx512",)),
    Owned("efficiency cores of Intel; Lunar and Arrow Lake"),
    Owned("Ice, Tiger and Rocket Lake", model="Ice Lake"),
    Owned("Skylake to Comet Lake", model="Skylake", published=("Core i3-8350K",)),
    Owned("Haswell, Broadwell", published=("Haswell",)),
    Owned("Apple M1", published=("Apple M1",)),
    Owned("Apple M2 to M4, efficiency cores of all"),
    Owned("Neoverse V2 (Graviton 4, Axion, Grace), Cortex-X3", model="Neoverse V2", published=("Neoverse V2",)),
    Owned("Neoverse V1 (Graviton 3), Cortex-X1", model="Neoverse V1"),
    Owned("Neoverse N2 (Cobalt 100), Cortex-A710", model="Neoverse N2"),
    Owned("Neoverse N1 (Graviton 2, Altra), Cortex-A76 (Raspberry Pi 5)", model="Neoverse N1"),
    Owned("Cortex-A510", model="Cortex-A510"),
    Owned("other cores of Arm: A72, A78, X2, X4, V3; Oryon"),
    Owned("Ampere-1B", model="Ampere-1B"),
    Owned("SiFive P670", model="SiFive P670"),
    Owned("other RISC-V"),
)


def rows(facts: "Facts") -> Iterator[list[str]]:
    """Yields a line for each: title, what to take with HCE and with a network, and how that is known."""
    for owned in CPUS:
        (hce, of_hce), (nnue, of_nnue) = (known(owned, use, facts) for use in KINDS)
        how = of_hce if of_hce == of_nnue else f"HCE: {of_hce}; network: {of_nnue}"
        yield [owned.title, hce, nnue, how]


def known(owned: Owned, use: str, facts: "Facts") -> tuple[str, str]:
    """Returns what to take for a use, and how that is known: measured, else simulated, else published."""
    taken, evidence = measured(owned, use, facts)
    for core in facts.models.cores:
        if core.title == owned.model and use in core.uses:
            taken, evidence = core.best(use, WITHIN)[:3], ["modelled"]
    for scheme, words in published(owned, use, facts):
        taken = taken or [scheme]
        evidence.append(words)
    return ", ".join(f"`{name}`" for name in taken) or "–", ", ".join(evidence) or "none"


def measured(owned: Owned, use: str, facts: "Facts") -> tuple[list[str], list[str]]:
    """Returns the advice for a recorded CPU by its column, or else the fastest of its loops, and a link; empty: no such
    CPU."""
    for cpu in facts.cpus:
        if owned.recorded and cpu.run.cpu.endswith(owned.recorded) and use in cpu.uses:
            which = "measured on a relative" if owned.lacks else "measured"
            return [facts.advice(cpu, use, *owned.lacks)], [f"[{which}]({cpu.run.cpu}/README.md)"]
    for check in facts.models.checks:
        if owned.recorded and check.target.endswith(owned.recorded) and use in check.uses:
            return [check.fastest(use)], [f"[its loops measured]({check.target}/LIMITS.md)"]
    return [], []


def published(owned: Owned, use: str, facts: "Facts") -> Iterator[tuple[str, str]]:
    """Yields the faster scheme and the words of each published effect that its interval does not doubt."""
    lines = read_csv(facts.known, OUTCOMES) if facts.known.exists() else []
    own = [line for line in lines if line["cpu"] in owned.published and line["kind"] == KINDS[use]]
    for line in sorted(own, key=lambda line: owned.published.index(line["cpu"])):
        low, effect, high = (float(line[name] or line["effect"]) for name in ("lo", "effect", "hi"))
        words = f"{effect:+g} {line['measure'].replace('speed ', '')} against"
        if line["measure"] == "sign":
            words = "faster than" if effect > 0 else "slower than"
        if low * high > 0:
            text = f"[published]({line['source']}), `{line['new']}` {words} `{line['old']}`"
            yield line["new" if effect > 0 else "old"], text


def modelled() -> set[str]:
    """Returns the titles of the cores whose models say what to take."""
    return {owned.model for owned in CPUS}
