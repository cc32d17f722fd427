# SPDX-License-Identifier: MIT
"""TRUST.md: how far results can be trusted, by the logs in results/, results/repeatability/ and results/resolution/."""

import datetime
import functools
from collections.abc import Iterable, Sequence
from pathlib import Path

from slidebench_results import reader, repeatability, resolution, text, uses
from slidebench_results.report import runs
from slidebench_results.report.cpus import Cpu
from slidebench_results.report.markup import page
from slidebench_results.repeatability import Agreement, Twins
from slidebench_results.result import Result

LINKS_SINCE = "2026-11-25"  # since then each process takes one of several links of the program
REPEATED = ("pext", "magic_black", "sissy_union", "rotated_6bit", "hyperbola_ssse3")


class Repeated:
    """Runs of one program on one machine, in the order of their dates."""

    def __init__(self, results: Iterable[Result]) -> None:
        self.results = sorted(results, key=lambda run: str(run.record["date"]))
        self.cpu = Cpu(self.results[0])
        self.agreement, self.twins = Agreement(self.results), Twins(self.results)
        self.undisturbed = [100 * run.record["undisturbed_share"] for run in self.results]

    def hours(self) -> float:
        """Returns the time from the beginning of the first run to that of the last one."""
        first, last = (datetime.datetime.fromisoformat(self.results[i].record["date"].rstrip("Z")) for i in (0, -1))
        return (last - first).total_seconds() / 3600

    def times(self, scheme: str, use: str) -> list[str]:
        """Returns the cycles of a scheme in each run, each with half of its interval."""
        rows = [Cpu(run).measured(use).row(scheme) for run in self.results]
        return [text.with_digits(row.cycles) + text.plus_minus(row.cycles) for row in rows if row and row.cycles]


def share(figure: float) -> str:
    """Returns a share as percent: "0.16 %"."""
    return f"{100 * figure:.2g} %"


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of the page, about published results only."""
    logs = {kind: sorted((folder / kind).glob("*" + reader.SUFFIX)) for kind in ("repeatability", "resolution")}
    if not all(logs.values()):
        return {}
    repeated, planted = (reader.load_all(paths) for paths in logs.values())
    mains = runs.mains(results, folder)
    return {
        "TRUST.md": page(
            "TRUST.md.j2",
            uses=uses,
            results=results,
            link=functools.partial(runs.link, folder=folder),
            repeated=Repeated(repeated),
            schemes=REPEATED,
            twins={
                "one": Twins(run for run in results if run.record["date"] < LINKS_SINCE),
                "five": Twins(run for run in results if run.record["date"] >= LINKS_SINCE),
            },
            intervals={label: repeatability.intervals(run) for label, run in mains.items()},
            planted=[(Cpu(run), resolution.differences(run)) for run in planted],
            names=[*resolution.RUNS],
            tables=text.size(results[0].schemes[uses.FANCY].engine_bytes),
            share=share,
        )
    }
