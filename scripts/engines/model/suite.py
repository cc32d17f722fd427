# SPDX-License-Identifier: MIT
"""The suite's results of one CPU and compiler: what the lookups of a node cost in a mode."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engines.trial_format import PIECES
from slidebench_results.result import Column, Key, Result

Mode: TypeAlias = tuple[str, str]  # mode, workload
Costs: TypeAlias = dict[str, float]  # {scheme: core cycles}
Columns: TypeAlias = dict[
    tuple[str, str, str], tuple[Costs, float]
]  # {(mode, workload, piece): costs, lookups of each}

# Queens in place of a burst of another piece, where a result has none: a queen reads the tables of rook and bishop.
SUBSTITUTES = {"rook": 0.5, "bishop": 0.5, "both": 1.0}
USUAL_L2_BYTES = 2**20  # where a machine does not report it
PERFT_LOOKUPS = 0.33  # per node of the mode perft
HOT = re.compile(r"throughput|latency(-occupancy)?|replay-lookups|perft")
COLD = re.compile(r"burst-(code-)?(?:(\d+)|([\d.]*)L([123]))-(8|16)")  # 16: a group of a mix
PERFT = "perft"  # its workload; "perft-suite" in older results
WORKLOADS = ("games", "search", PERFT)
LIST_LENGTH = 65536  # the default
ENOUGH_PROCESSES = 6  # the fewest whose intervals have a confidence of 95 %


def lookups_of(lookups: dict[str, float]) -> float:
    """Returns the lookups per node, `both` being two."""
    return sum(lookups.values()) + lookups["both"]


class Suite:
    """The costs of one CPU and compiler, one run per column."""

    def __init__(self, name: str, columns: Columns, cache_bytes: tuple[float, float, float]) -> None:
        self.name, self.cache_bytes = name, cache_bytes
        if PERFT not in {workload for _, workload, _ in columns}:
            columns = {
                (m, PERFT if w == "perft-suite" else w, piece): costs for (m, w, piece), costs in columns.items()
            }
        self.columns = columns

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


def comparable(result: Result) -> bool:
    """Returns whether the queries of a result are those of the default options."""
    options = result.record["options"]
    others = any(options[name] for name in ("custom_positions", "huge_pages", "no_warmup"))
    return options["list_length"] == LIST_LENGTH and options["seed"] == 1 and not others


def choose(results: Sequence[Result]) -> dict[tuple[str, str, str], dict[Key, Column]]:
    """Returns {(CPU, compiler, level): {key: column}}, each from the newest run that has it: of those with enough
    processes if there are such, then of complete ones. Columns whose queries differ from newer runs are left out."""
    found: dict[tuple[str, str, str], dict[Key, Column]] = {setup_of(result): {} for result in results}
    by_date = sorted(results, key=lambda result: str(result.record["date"]))
    newest = {
        key: checksum for r in by_date for key, column in r.columns.items() if (checksum := column.record["checksum"])
    }
    for result in sorted(by_date, key=lambda r: (r.processes >= ENOUGH_PROCESSES, not r.record["partial"])):
        for key, column in result.columns.items():
            if column.record["checksum"] in ("", newest.get(key)):
                found[setup_of(result)][key] = column
    return found


def setup_of(result: Result) -> tuple[str, str, str]:
    """Returns CPU, compiler and level."""
    return result.cpu, result.compiler, str(result.record["level"])


def costs_of(column: Column) -> Costs:
    """Returns the costs of the schemes that have a result, without twins and mocks."""
    return {
        row.scheme.name: row.cycles.mid
        for row in column.rows
        if row.status == "ok" and row.cycles and not row.scheme.twin and "mock" not in row.scheme.traits
    }


def of_results(results: Sequence[Result]) -> dict[tuple[str, str], Suite]:
    """Returns {(CPU, compiler): suite}, named as trials name them: ("amd-epyc-zen-5", "gcc-12"). Where a CPU has runs
    of several levels, those of the first count."""
    results = [result for result in results if comparable(result)]
    found: dict[tuple[str, str], Suite] = {}
    for (cpu, compiler, _), columns in choose(results).items():
        machine = next(result.record["machine"] for result in results if result.cpu == cpu)
        l1d, l2, l3 = (float(machine[f"{name}_bytes"] or 0) for name in ("l1d", "l2", "l3"))
        costs = {
            (mode, workload, piece): (costs_of(column), float(column.record["lookups_per_step"] or math.nan))
            for (piece, workload, mode), column in columns.items()
        }
        suite = Suite(f"{cpu}, {compiler}", costs, (l1d, l2 or USUAL_L2_BYTES, l3))
        found.setdefault((cpu, compiler.replace(" ", "-")), suite)
    return found
