# SPDX-License-Identifier: MIT
"""The uses of getters that summaries have a line for, and the column of a result that measures each use."""

import math
from typing import NamedTuple

from slidebench_results import text
from slidebench_results.result import Choice, Column, Key, Result, Row

# Schemes with which others are compared. Pages and pictures take their names from here.
PEXT, FANCY, BLACK, FLOOR = "pext", "magic_fancy", "magic_black", "null"
FOUNDING = ("rotated", "sherwin", "sissy")  # families that are always shown, beside the ray loop
RAY_LOOP = "ray_loop"

# The schemes of the comparison: those for which the suite was made, and those that an engine would take today.
CLASSICS = ("rotated_8bit", "rotated_6bit", "sissy_shift", "sissy_union", "sherwin_shift", "sherwin_union", RAY_LOOP)
MODERN = (
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
SHOWN = (*CLASSICS, *MODERN, FLOOR)
ARM_ONLY = ("hyperbola_rbit", "hyperbola_neon")  # the first uses the bit reversal of Arm, which other CPUs emulate
# The schemes that are modelled for other CPUs: those of the comparison, and portable schemes that win there.
MODELLED = (*CLASSICS, *MODERN, "magic_fixed_shift", "kindergarten", *ARM_ONLY, FLOOR)

# Tables of at most this many bytes count as small: they stay in L1 together with an engine's data.
SMALL_TABLES = 2**13
LARGE_TABLES = 2**16  # bytes, at least: no first-level cache holds them; models and intervals are worse for them

# {area of memory that is read before a burst: how modes name it, as in "burst-L1-8", and how, as in "burst-48-8", on a
# CPU that hides the size of its caches}
COLD = {"L1": ("L1", "48"), "L2/2": ("0.5L2", "512"), "L2": ("L2", "1024"), "16 L2": ("16L2", "16384")}
COLD_MODES = [f"burst-{area}-{queries}" for area in COLD["L2"] for queries in (8, 16)]


class Use(NamedTuple):
    """A line of a summary: a column, and the role that schemes must have there."""

    name: str
    keys: tuple[Key, ...]  # columns: the first one that a result has is the use's
    role: str = "best"
    base_use: str = ""  # the use with the same column, if the role is not "best"


# The columns that predicted engine trials best (results/engines/README.md).
HCE_WARM, NNUE_COLD = "HCE warm", "NNUE cold"
QUEEN, COLD_L2, CHAIN, REPLAY = "queen", "queen cold, L2", "chain", "replay"
USES = (
    Use(HCE_WARM, (("mix-hce", "games", "throughput"),)),
    Use(NNUE_COLD, (("mix-nnue", "games", "burst-L2-16"), ("mix-nnue", "games", "burst-1024-16"))),
    Use("rook", (("rook", "games", "throughput"),)),
    Use("bishop", (("bishop", "games", "throughput"),)),
    Use(QUEEN, (("queen", "games", "throughput"),)),
    Use("both", (("both", "games", "throughput"),)),
    Use("NNUE warm", (("mix-nnue", "games", "throughput"),)),
    Use(CHAIN, (("queen", "games", "latency"),)),
    Use("chain of boards", (("queen", "games", "latency-occupancy"),)),
    *(Use(f"queen cold, {area}", tuple(("queen", "games", f"burst-{name}-8") for name in COLD[area])) for area in COLD),
    Use("set-wise", (("all", "games", "setwise"),)),
    Use("whole board", (("queen", "games", "board"),)),
    Use(REPLAY, (("all", "games", "replay"),)),
)
COMPARED = (HCE_WARM, NNUE_COLD, QUEEN, CHAIN, REPLAY)  # in the comparison
COLUMN_OF_KIND = {"nnue": NNUE_COLD, "hce": HCE_WARM, "perft": REPLAY, "setwise": "set-wise"}  # as `recommend --for`
SIMULATED = ("rook", "bishop", QUEEN, "both", CHAIN)  # by llvm-mca, which takes one loop with warm caches
ROLES = {  # {role of a choice in the JSON: the words for it}
    "multiply-free": "multiply-free",
    "branchless": "branchless",
    "no-tables": "no tables",
    "no-bmi2": "without BMI2",
    "no-extension": "no extension",
    "within-64-kib": "within 64 KiB",
    "no-extension-multiplies": "no extension but multiplies",
    "no-extension-multiply-free": "no extension and multiply-free",
}
RESTRICTIONS = {ROLES[role]: role for role in ("within-64-kib", "no-bmi2", "multiply-free", "no-tables")}
RESTRICTED = tuple(
    use._replace(name=f"{use.name}, {name}", role=role, base_use=use.name)
    for name, role in RESTRICTIONS.items()
    for use in USES
    if use.name in (HCE_WARM, NNUE_COLD)
)


def columns(result: Result) -> dict[str, Column]:
    """Returns {use: column} of a result, in the order of USES; only columns with a verdict."""
    ranked = {key: column for key, column in result.columns.items() if "best" in column.choices}
    keys = {use.name: next((key for key in use.keys if key in ranked), None) for use in USES}
    return {use: ranked[key] for use, key in keys.items() if key}


def streamed(row: Row, column: Column) -> bool:
    """Returns whether a row read its view from the list, so that its time lacks the updates of the view."""
    return "incremental" in row.scheme.traits and bool(column.record["streams_views"])


def selectable(column: Column) -> list[Row]:
    """Returns the ranked rows whose time includes all that an engine has to do, the best first."""
    return [row for row in column.ranked if not streamed(row, column)]


def front(rows: list[Row]) -> list[Row]:
    """Returns the rows that no other row beats in both bytes of tables and cycles (the Pareto front), by bytes."""
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
    over_pext: float | None  # its time over that of PEXT; None: unknown
    note: str  # the memory read before a burst


def winner(columns: dict[str, Column], use: Use) -> Winner | None:
    """Returns the best scheme for a use, None if it was not measured."""
    column = columns.get(use.base_use or use.name)
    choice = column.choices.get(use.role) if column else None
    if not column or not choice:
        return None
    cycles = column.cycles
    over_pext = cycles[choice.row.scheme.name] / cycles[PEXT] if PEXT in cycles else None
    of_l2 = column.key == use.keys[0] and column.piece != "queen"  # pages need not say so
    note = "" if of_l2 else text.memory(column)
    return Winner(column, choice, over_pext, note)
