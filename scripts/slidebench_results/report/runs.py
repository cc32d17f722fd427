# SPDX-License-Identifier: MIT
"""Chooses the runs that pages are about, and names their CPUs."""

import collections
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from slidebench_results import uses
from slidebench_results.result import Result


def main_run(results: Iterable[Result]) -> Result:
    """Returns the run that represents a CPU. What counts is, in this order: that it is complete, on the fastest cores,
    by gcc, and native, that it has the columns of most uses, and that it is the newest."""
    return max(
        results,
        key=lambda run: (
            not run.record["partial"],
            run.core_kind in ("", "perf"),
            run.compiler.startswith("gcc"),
            run.record["level"] == "native",
            sum(any(key in run.columns for key in use.keys) for use in uses.USES),
            run.record["date"],
            str(run.path),
        ),
    )


def by_cpu(results: Iterable[Result], folder: Path) -> dict[str, list[Result]]:
    """Returns {CPU: its results}: first the CPU with the most trials of engines in a folder; among CPUs with equally
    many, first the one whose main run is the newest."""
    of_cpus = collections.defaultdict(list)
    for result in sorted(results, key=lambda run: str(run.path)):
        of_cpus[result.cpu].append(result)

    def order(cpu: str) -> tuple[int, str]:
        return len(list(folder.glob(f"engines/{cpu}/*.csv"))), str(main_run(of_cpus[cpu]).record["date"])

    return {cpu: of_cpus[cpu] for cpu in sorted(of_cpus, key=order, reverse=True)}


def mains(results: Iterable[Result], folder: Path) -> dict[str, Result]:
    """Returns {name for people: the run that represents a CPU}, in the order of by_cpu()."""
    main_runs = [main_run(of_cpu) for of_cpu in by_cpu(results, folder).values()]
    label_of = labels(main_runs)
    return {label_of[run.cpu]: run for run in main_runs}


def by_setup(results: Iterable[Result]) -> list[Result]:
    """Returns the main run of each compiler and kind of core of one CPU: first the CPU's own, then others by name."""
    of_setups = collections.defaultdict(list)
    for result in results:
        of_setups[result.setup].append(result)
    runs = [main_run(of_one) for of_one in of_setups.values()]
    main = main_run(runs)
    return [main, *sorted((run for run in runs if run is not main), key=lambda run: run.setup)]


def labels(results: Sequence[Result]) -> dict[str, str]:
    """Returns {CPU: name for people}: the microarchitecture, and if several CPUs share it, the maker or the cloud, too.
    If the microarchitecture is unknown, or the maker does not tell CPUs apart, it is the name of the folder."""
    names = {result.cpu: result.label for result in results}
    makers = {result.cpu: result.machine["cpu"].partition(" ")[0] for result in results}
    label_of = {}
    for cpu, name in names.items():
        same = [other for other in names if names[other] == name]
        distinct = len({makers[other] for other in same}) == len(same)
        label_of[cpu] = name if len(same) == 1 else f"{name} ({makers[cpu]})" if distinct else cpu
    return label_of


def link(result: Result, folder: Path) -> str:
    """Returns the path of a log from the folder of a page."""
    return os.path.relpath(result.path.absolute(), folder.absolute())


def caveats(result: Result) -> Sequence[str]:
    """Returns what makes a run less reliable than others."""
    sharing = result.machine.get("core_sharing") or "separate cores"
    texts = []
    if result.record["partial"]:
        texts.append(f"interrupted after {result.processes} processes")
    if "separate cores" not in sharing:
        texts.append(sharing)
    if not result.machine["l2_bytes"]:
        texts.append("hides its caches; assumed: L1 48 KiB, L2 1 MiB")
    if "converted" in result.record:
        texts.append(result.record["converted"])
    return texts
