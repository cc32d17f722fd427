# SPDX-License-Identifier: MIT
"""The figures of all trials of engines together that sentences of pages quote."""

import statistics
from collections.abc import Sequence

from engines import figures
from engines.trial_results import Trial
from slidebench_results import uses
from slidebench_results.report.cpus import Cpu


class AllTrials:
    """All trials, the recorded CPUs, and the schemes."""

    def __init__(self, trials: Sequence[Trial], cpus: Sequence[Cpu]) -> None:
        self.trials, self.all_cpus = trials, cpus
        self.recorded, self.schemes = {cpu.run.cpu: cpu for cpu in cpus}, cpus[0].run.schemes

    def of(self, *kinds: str) -> list[Trial]:
        """Returns the trials of some kinds of engines, or of all."""
        return [trial for trial in self.trials if not kinds or trial.kind in kinds]

    def on(self, maker: str) -> "AllTrials":
        """Returns the trials on the CPUs of a maker; "": on all."""
        on_these = [trial for trial in self.trials if maker in ("", self.maker(trial))]
        return AllTrials(on_these, self.all_cpus)

    def maker(self, trial: Trial) -> str:
        """Returns the maker of a trial's CPU, "other" if that is not recorded."""
        return self.recorded[trial.cpu].maker() if trial.cpu in self.recorded else "other"

    def cpus(self, *kinds: str) -> dict[str, str]:
        """Returns {CPU of trials of these kinds: its name for people}."""
        names = sorted({trial.cpu for trial in self.of(*kinds)})
        return {cpu: self.recorded[cpu].label if cpu in self.recorded else cpu for cpu in names}

    def makers(self, *kinds: str) -> set[str]:
        """Returns the makers of the CPUs of trials of these kinds."""
        return {self.maker(trial) for trial in self.of(*kinds)}

    def engines(self, *kinds: str) -> int:
        """Returns the number of engines in trials of these kinds."""
        return len({trial.engine for trial in self.of(*kinds)})

    def lost(self, kind: str, scheme: str, *without: str) -> float:
        """Returns by how many percent a getter was slower than the best getter of its trial: the mean over trials of a
        kind. Getters that need ISA words with these beginnings do not count."""
        losses = []
        for trial in self.of(kind):
            allowed = [each for each in figures.candidates(trial) if not self.schemes[each.name].needs_any(*without)]
            best = min(allowed, key=lambda each: each.ratio)
            losses += [figures.loss(each, best) for each in allowed if each.name == scheme]
        return statistics.fmean(losses)

    def least_lost(self, kind: str, *without: str) -> str:
        """Returns the getter that lost least, among those that all trials of a kind had and that need no ISA word with
        one of these beginnings."""
        allowed = [name for name in figures.common(self.of(kind)) if not self.schemes[name].needs_any(*without)]
        return min(sorted(allowed), key=lambda name: self.lost(kind, name))

    def smaller_tables(self, kind: str) -> tuple[int, int]:
        """Returns how many pairs of getters the size of their tables orders as measured, and how many pairs there are,
        in all trials of a kind."""
        sizes = {name: scheme.engine_bytes for name, scheme in self.schemes.items()}
        return figures.hits_of((trial, sizes) for trial in self.of(kind))

    def at_stake(self, kind: str) -> list[float]:
        """Returns by how many percent the worst getter of each trial is slower than the best."""
        return [figures.at_stake(trial) for trial in self.of(kind)]

    def resolutions(self, *kinds: str) -> list[float]:
        """Returns the smallest difference that each trial resolves, in percent: that between copies of one program."""
        return [figures.resolution_in_percent(trial) for trial in self.of(*kinds)]

    def saved(self, kind: str, scheme: str, cpu: str = "") -> float:
        """Returns how many percent less time engines of a kind took with a scheme than with fancy magic: the median, on
        one CPU or on all."""
        return 100 - statistics.median(
            100 * getter.ratio
            for trial in self.of(kind)
            for getter in trial.getters
            if (trial.base, getter.name) == (uses.FANCY, scheme) and cpu in ("", trial.cpu)
        )
