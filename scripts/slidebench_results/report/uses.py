# SPDX-License-Identifier: MIT
"""The uses that summaries are about, and the column of a result that is measured for each."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from slidebench_results import text
from slidebench_results.result import Choice, Column, Figure, Key, Result, Row

# Schemes that others are compared with. Pages and pictures take them from here only.
PEXT, FANCY, BLACK, FLOOR = "pext", "magic_fancy", "magic_black", "null"
FOUNDING = ("rotated", "sherwin", "sissy")  # families that are always shown, and the ray loop
RAY_LOOP = "ray_loop"

# The schemes of the comparison: what the suite was made for, then what an engine would take today.
CLASSICS = ("rotated_8bit", "rotated_6bit", "sissy_shift", "sissy_union", "sherwin_shift", "sherwin_union", RAY_LOOP)
TAKEN = (
    FANCY,
    BLACK,
    PEXT,
    "pext_arrays",
    "sissy_pext_2",
    "hyperbola",
    "hyperbola_ssse3",
    "hyperbola_dual",
    "cfish_avx512",
)
SHOWN = (*CLASSICS, *TAKEN, FLOOR)
OF_ARM = ("hyperbola_rbit", "hyperbola_neon")  # the first uses the bit reversal of Arm, which other CPUs emulate
# With portable schemes that win on other CPUs.
MODELLED = (*CLASSICS, *TAKEN, "magic_fixed_shift", "kindergarten", *OF_ARM, FLOOR)

COLD = {"L1": ("l1d_bytes", 1.0), "L2/2": ("l2_bytes", 0.5), "L2": ("l2_bytes", 1.0), "16 L2": ("l2_bytes", 16.0)}
ASSUMED_BYTES = {"l1d_bytes": 48 << 10, "l2_bytes": 1 << 20}  # where a guest hides its caches, as in tuning.h
FARTHEST = 2.0  # powers of two between the memory read and the cache: 2 MiB count as an L2 of 512 KiB, with a note


class Use(NamedTuple):
    """A line of a summary: a column, and the role that schemes must have there."""

    name: str
    keys: tuple[Key, ...]  # of the column: the first one that a result has
    cold: str = ""  # a cache in COLD, in place of keys: the burst of queens that read most nearly as much memory
    role: str = "best"
    base_use: str = ""  # if the role is not "best": the use that has the same column


HCE_WARM, NNUE_COLD = "HCE warm", "NNUE cold"  # the columns that were right for engines
QUEEN, COLD_L2, CHAIN, REPLAY = "queen", "queen cold, L2", "chain", "replay"
USES = (
    Use(HCE_WARM, (("mix-hand-made", "games", "throughput"),)),
    Use(NNUE_COLD, (("mix-nnue", "games", "burst-L2-16"), ("mix-nnue", "games", "burst-1024-16"))),
    Use("rook", (("rook", "games", "throughput"),)),
    Use("bishop", (("bishop", "games", "throughput"),)),
    Use(QUEEN, (("queen", "games", "throughput"),)),
    Use("both", (("both", "games", "throughput"),)),
    Use("NNUE warm", (("mix-nnue", "games", "throughput"),)),
    Use(CHAIN, (("queen", "games", "latency"),)),
    Use("chain of boards", (("queen", "games", "latency-occupancy"),)),
    *(Use(f"queen cold, {cache}", (), cache) for cache in COLD),
    Use("set-wise", (("all", "games", "setwise"),)),
    Use("whole board", (("queen", "games", "board"),)),
    Use(REPLAY, (("all", "games", "replay"),)),
)
OF_ENGINES = {"nnue": NNUE_COLD, "hce": HCE_WARM, "perft": REPLAY, "setwise": "set-wise"}  # as `recommend --for`
SIMULATED = ("rook", "bishop", QUEEN, "both", CHAIN)  # by llvm-mca: one loop, caches warm
RESTRICTIONS = {
    "within 64 KiB": "within-64-kib",
    "without BMI2": "no-bmi2",
    "without multiplication": "multiply-free",
    "no tables": "no-tables",
}
RESTRICTED = tuple(
    use._replace(name=f"{use.name}, {name}", role=role, base_use=use.name)
    for name, role in RESTRICTIONS.items()
    for use in USES
    if use.name in (HCE_WARM, NNUE_COLD)
)


def columns(result: Result) -> dict[str, Column]:
    """Returns {use: column} of a result, in the order of USES; only columns with a verdict."""
    ranked = {key: column for key, column in result.columns.items() if "best" in column.choices}
    cold = cold_columns(result.record["machine"], list(ranked.values()))
    found = {use.name: [cold.get(use.cold), *map(ranked.get, use.keys)] for use in USES}
    return {use: column for use, candidates in found.items() if (column := next(filter(None, candidates), None))}


def bursts(columns: Iterable[Column]) -> Iterator[tuple[float, Column]]:
    """Yields the bursts of as few queries as an engine has at a time, with the KiB of memory that is read before."""
    for column in columns:
        kib = column.record.get("working_set_kib")
        if kib and column.mode.startswith("burst-") and column.mode.endswith(("-8", "-16")):
            yield kib, column


def cold_columns(machine: dict[str, int | None], ranked: list[Column]) -> dict[str, Column]:
    """Returns {cache: the burst of queens that read most nearly as much memory}. No two caches share a burst."""
    of_queens = [(kib, burst) for kib, burst in bursts(ranked) if burst.key[:2] == ("queen", "games")]
    distances = []
    for place, (cache, (member, share)) in enumerate(COLD.items()):
        size = machine[member] or ASSUMED_BYTES[member]
        for kib, burst in of_queens:
            distances.append((abs(math.log2(kib * 1024 / (size * share))), place, cache, burst.mode, burst))
    found: dict[str, Column] = {}
    for distance, _, cache, _, burst in sorted(distances, key=lambda each: each[:4]):
        if distance <= FARTHEST and cache not in found and burst not in found.values():
            found[cache] = burst
    return found


def streamed(row: Row, column: Column) -> bool:
    """Returns whether a row's view came from the list, so that keeping it up to date is not part of its time."""
    return "incremental" in row.scheme.traits and bool(column.record["streams_views"])


def selectable(column: Column) -> list[Row]:
    """Returns the ranked rows that an engine could use as they were measured, best first."""
    return [row for row in column.ranked if not streamed(row, column)]


def front(rows: list[Row]) -> list[Row]:
    """Returns the rows that no other beats in both bytes of tables and cycles, by bytes (the Pareto front)."""
    best, found = math.inf, []
    for row in sorted(rows, key=lambda row: (row.scheme.engine_bytes, row.cycles)):
        if row.cycles and row.cycles.mid < best:
            best = row.cycles.mid
            found.append(row)
    return found


class Winner(NamedTuple):
    """The best scheme for a use."""

    column: Column
    choice: Choice
    cycles: Figure
    over_pext: float | None  # its time over that of PEXT; None: unknown
    bold: bool  # best of its column or tied with it, and precise
    note: str  # the memory read before a burst


def winner(columns: dict[str, Column], use: Use) -> Winner | None:
    """Returns the best scheme for a use, None if it was not measured."""
    column = columns.get(use.base_use or use.name)
    choice = column.choices.get(use.role) if column else None
    cycles = choice.row.cycles if choice else None
    if not column or not choice or not cycles:
        return None
    pext = column.cycles.get(PEXT)
    over_pext = cycles.mid / pext if pext else None
    kib, usual = column.record.get("working_set_kib"), not use.cold and column.key == use.keys[0]
    note = text.size(kib * 1024) if kib and not usual else ""
    bold = choice.row.tied and choice.row.precise
    return Winner(column, choice, cycles, over_pext, bold, note)
