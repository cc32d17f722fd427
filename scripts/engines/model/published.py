# SPDX-License-Identifier: MIT
"""results/engines/model.csv: the numbers of the model. `recommend` and `bench --predict` are built with them."""

import csv
import io
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from engines.trial_format import KINDS, PIECES
from slidebench_tools.command import Refused, cause


@dataclass(frozen=True)
class Published:
    """The model of one kind of engine. `error` is relative, nan if no engine was left out; `engines` 0: assumed."""

    kind: str
    hot: str  # the mode
    workload: str
    engines: float
    hot_units: float  # of a mode with rows of all pieces: its units per node; 0: lookups by piece count
    rook: float  # lookups per node
    bishop: float
    both: float
    queen: float
    cycles_per_node: float  # of the base
    w: float
    w_lo: float
    w_hi: float
    error: float

    @property
    def lookups(self) -> dict[str, float]:
        """The lookups per node, by piece."""
        return {piece: getattr(self, piece) for piece in PIECES}


COLUMNS = [field.name for field in fields(Published)]
TEXTS = ("kind", "hot", "workload")


def read(path: Path) -> dict[str, Published]:
    """Returns {kind: model}."""
    try:
        with open(path, newline="") as file:
            lines = list(csv.DictReader(file))
        values = [{name: line[name] if name in TEXTS else float(line[name]) for name in COLUMNS} for line in lines]
        found = {str(value["kind"]): Published(**value) for value in values}  # type: ignore[arg-type]
    except (OSError, KeyError, TypeError, ValueError) as error:
        expected = f"a line for each kind, with the columns {','.join(COLUMNS)}"
        raise Refused(f"{path}: {cause(error)}, expected {expected}") from None
    if sorted(found) != sorted(KINDS):
        raise Refused(f"{path}: expected the kinds {', '.join(KINDS)}")
    return found


def text_of(models: dict[str, Published]) -> str:
    """Returns the file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for kind in KINDS:
        values = astuple(models[kind])
        writer.writerow([value if isinstance(value, str) else f"{value:.4g}" for value in values])
    return out.getvalue()
