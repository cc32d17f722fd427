# SPDX-License-Identifier: MIT
"""The suite's results of one CPU and compiler: what the lookups of a node cost in a mode."""

import math
import re
from collections.abc import Iterator
from typing import TypeAlias

import pandas

from engines.model.trials import PIECES
from slidebench_results import runs
from slidebench_results.model import Result

Mode: TypeAlias = tuple[str, str]  # mode, workload
Costs: TypeAlias = dict[str, float]  # {scheme: core cycles}

# Queens in place of a burst of another piece, where a result has none: a queen reads the tables of rook and bishop.
SUBSTITUTES = {"rook": 0.5, "bishop": 0.5, "both": 1.0}
USUAL_L2_BYTES = 2**20  # where a machine does not report it
PERFT_LOOKUPS = 0.33  # per node of the mode perft
HOT = re.compile(r"throughput|latency(-occupancy)?|replay-lookups|perft")
COLD = re.compile(r"burst-(code-)?(?:(\d+)|([\d.]*)L([123]))-(8|16)")  # 16: a group of a mix
PERFT = "perft"  # its workload; "perft-suite" in older results
WORKLOADS = ("games", "search", PERFT)


def lookups_of(lookups: dict[str, float]) -> float:
    """Returns the lookups per node, `both` being two."""
    return sum(lookups.values()) + lookups["both"]


class Suite:
    """The rows of one CPU and compiler, one run per column."""

    def __init__(self, name: str, frame: pandas.DataFrame, cache_bytes: tuple[float, float, float]) -> None:
        self.name, self.cache_bytes = name, cache_bytes
        ok = frame[(frame["status"] == "ok") & ~frame["mock"] & ~frame["twin"].astype(bool)]
        if PERFT not in set(ok["workload"]):
            ok = ok.replace({"workload": {"perft-suite": PERFT}})
        self.columns = {
            (mode, workload, piece): (dict(zip(rows["scheme"], rows["cycles"])), rows["lookups_per_step"].max())
            for (mode, workload, piece), rows in ok.groupby(["mode", "workload", "piece"])
        }

    def modes(self) -> Iterator[Mode]:
        """Yields the modes that may predict an engine, hot ones first."""
        found = sorted({(mode, workload) for mode, workload, _ in self.columns if workload in WORKLOADS})
        for pattern in HOT, COLD:
            yield from (key for key in found if pattern.fullmatch(key[0]))

    def kib(self, mode: str) -> float | None:
        """Returns the KiB of a burst of 8 or 16 queries, None of another mode: "burst-2048-8", "burst-0.5L2-8"."""
        match = COLD.fullmatch(mode)
        if not match or match[1]:
            return None
        return float(match[2]) if match[2] else float(match[3] or 1) * self.cache_bytes[int(match[4]) - 1] / 1024

    def cold(self, kind: str) -> Mode | None:
        """Returns the burst whose other memory is nearest to the L2 cache in size: of the mix of a kind, or else of
        single pieces, 8 queries each."""
        of_mix = [mode for mode, workload, piece in self.columns if piece == f"mix-{kind}" and workload == "games"]
        single = [mode for mode, workload, piece in self.columns if piece in PIECES and workload == "games"]
        for found in of_mix, [mode for mode in single if mode.endswith("-8")]:
            l2_kib = self.cache_bytes[1] / 1024
            sizes = {mode: abs(math.log(size / l2_kib)) for mode in found if (size := self.kib(mode))}
            if sizes:
                return min(sizes, key=sizes.__getitem__), "games"
        return None

    def units(self, mode: Mode, lookups: dict[str, float]) -> float | None:
        """Returns how many units of a mode with rows of `all` pieces have as many lookups as a node; else None."""
        if (*mode, "all") not in self.columns:
            return None
        per_unit = PERFT_LOOKUPS if mode[0] == "perft" else self.columns[(*mode, "all")][1]
        return lookups_of(lookups) / per_unit

    def per_node(self, mode: Mode, kind: str, lookups: dict[str, float]) -> Costs:
        """Returns the cycles of the lookups of a node in a mode, of the schemes that have all rows it takes: of `all`
        pieces, of the mix of a kind, of each piece, or of the queen in place of other bursts."""
        units = self.units(mode, lookups)
        if units is not None:
            return self.total(mode, {"all": units})
        if (*mode, f"mix-{kind}") in self.columns:
            return self.total(mode, {f"mix-{kind}": sum(lookups.values())})
        weights: dict[str, float] = {}
        for piece in PIECES:
            own = (*mode, piece) in self.columns or piece == "queen" or not COLD.fullmatch(mode[0])
            weights.setdefault(name := piece if own else "queen", 0.0)
            weights[name] += lookups[piece] * (1 if own else SUBSTITUTES[piece])
        return self.total(mode, {piece: weight for piece, weight in weights.items() if weight})

    def total(self, mode: Mode, weights: dict[str, float]) -> Costs:
        """Returns the weighted sum over pieces."""
        rows = [(weight, self.columns.get((*mode, piece), ({}, 1))[0]) for piece, weight in weights.items()]
        common = set.intersection(*(set(costs) for _, costs in rows)) if rows else set()
        return {scheme: sum(weight * costs[scheme] for weight, costs in rows) for scheme in sorted(common)}


def of_results(results: list[Result], folder: runs.Path) -> dict[tuple[str, str], Suite]:
    """Returns {(CPU, compiler): suite}, named as trials name them: ("amd-epyc-zen-5", "gcc-12"). Where a CPU has runs
    of several levels, those of the first count."""
    frame, _ = runs.choose(runs.load(results, folder))
    found: dict[tuple[str, str], Suite] = {}
    for setup in runs.in_order(frame, "setup"):
        cpu, compiler, _ = setup.split(", ")
        machine = next(r.record["machine"] for r in results if r.record["machine"]["slug"] == cpu)
        l1d, l2, l3 = (float(machine[f"{name}_bytes"] or 0) for name in ("l1d", "l2", "l3"))
        suite = Suite(f"{cpu}, {compiler}", frame[frame["setup"] == setup], (l1d, l2 or USUAL_L2_BYTES, l3))
        found.setdefault((cpu, compiler.replace(" ", "-")), suite)
    return found
