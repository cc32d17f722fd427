# SPDX-License-Identifier: MIT
"""All runs as one pandas table with one line per row of a run.

A *setup* can be compared side by side: CPU, compiler (major version) and level. A *column* is what all schemes of a run
are measured on: workload, mode, piece. One run is shown per setup and column: the newest of those with enough processes
for a 95 % interval, a complete one rather than an interrupted one. Values of two runs are never mixed, since only
processes of one run are paired.
"""

import os
import re
from pathlib import Path
from typing import Any, TypeAlias

import pandas

from slidebench_results import catalogue, schema, stats
from slidebench_results.kinds import Number
from slidebench_results.model import Result, Row

Column: TypeAlias = tuple[str, str, str]  # workload, mode, piece

DEFAULT_LIST_LENGTH = 65536
NUMBERS = [name for name, kind in schema.COLUMNS.items() if isinstance(kind, Number)]
TRAITS = ("branchless", "multiply_free", "table_free", "incremental", "setwise", "simd", "plain", "twin", "mock")
COLUMN = ["workload", "mode", "piece"]


def workload_name(row: Row, options: dict[str, Any]) -> str:
    """Returns the workload with the options that make its queries differ from the default."""
    extras = [f"{options['list_length']} queries"] * (options["list_length"] != DEFAULT_LIST_LENGTH)
    extras += ["custom positions"] * options["custom_positions"] + [f"seed {options['seed']}"] * (options["seed"] != 1)
    extras += ["huge pages"] * options["huge_pages"] + ["no warm-up"] * options["no_warmup"]
    return ", ".join([row["workload"], *extras])


def working_set(mode: str, options: dict[str, Any]) -> float:
    """Returns the KiB of unrelated memory read in this mode; NaN if there is none. Older runs have it in the name."""
    named = re.match(r"burst-(\d+)-", mode)
    return float(options.get("working_set_kib", {}).get(mode, named[1] if named else "nan"))


def load(results: list[Result], folder: Path) -> pandas.DataFrame:
    """Returns the rows of results as a table. Numbers and traits are converted; new columns are setup, run (the file,
    relative to the folder), date, kib (working_set),
    requested (processes), complete (not interrupted), title, needs, source, order."""
    schemes, lines = catalogue.read(), []
    for result in results:
        record = result.record
        compiler = re.sub(r"(\S+ \d+).*", r"\1", record["compiler"])
        common: dict[str, Any] = {
            "setup": f"{record['machine']['slug']}, {compiler}, {record['level']}",
            "run": relative(result.csv_path, folder),
            "date": record["date"],
            "requested": result.processes,
            "complete": not result.partial,
        }
        for row in result.rows:
            known = schemes.get(row["scheme"], catalogue.UNKNOWN)
            traits = (known.traits - {"mock"}) | {name for name in ("mock", "twin") if row[name]}
            facts: dict[str, Any] = {
                "title": known.title,
                "needs": known.needs,
                "source": known.source,
                "traits": traits,
            }
            facts["workload"] = workload_name(row, record["options"])
            facts["kib"] = working_set(row["mode"], record["options"])
            lines.append({**row, **common, **facts})
    frame = pandas.DataFrame(lines)
    for name in NUMBERS:
        frame[name] = pandas.to_numeric(frame[name])
    for name in "branchless", "multiply_free", "tied_with_best":
        frame[name] = frame[name] == "yes"
    frame["table_free"] = frame["table_bytes"] == 0
    for trait in "incremental", "setwise", "simd", "twin":
        frame[trait] = frame["traits"].map(lambda traits, trait=trait: trait in traits)
    frame["plain"] = frame["needs"] == ""
    order = {name: i for i, name in enumerate(schemes)}
    return frame.assign(order=frame["scheme"].map(lambda name: order.get(name, len(order))))


def relative(path: Path, folder: Path) -> str:
    """Returns a path that differs for different files: machines of one model give their files the same name."""
    return os.path.relpath(path.resolve(), folder)


def choose(frame: pandas.DataFrame) -> tuple[pandas.DataFrame, list[str]]:
    """Returns the rows of one run per setup and column, and the columns left out because their queries differ."""
    keys = frame.groupby(["setup", *COLUMN, "run"], sort=False).agg(
        date=("date", "first"),
        complete=("complete", "first"),
        processes=("requested", "first"),
        checksum=("checksum", "max"),
    )
    keys = keys.reset_index().assign(enough=lambda k: k["processes"] >= stats.ENOUGH_PROCESSES)
    keys = keys.sort_values(["enough", "complete", "date"])
    with_sum = keys[keys["checksum"] != ""]
    keys = keys.merge(with_sum.sort_values("date").groupby(COLUMN)["checksum"].last().rename("newest"), "left", COLUMN)
    other = keys[(keys["checksum"] != "") & (keys["checksum"] != keys["newest"])]
    left_out = [
        f"{k.run}: {k.piece}, {k.mode}, {k.workload}: queries differ from newer runs" for k in other.itertuples()
    ]
    chosen = keys.drop(other.index).drop_duplicates(["setup", *COLUMN], keep="last")[["setup", *COLUMN, "run"]]
    return frame.merge(chosen, on=["setup", *COLUMN, "run"]), left_out


def in_order(frame: pandas.DataFrame, column: str) -> list[str]:
    """Returns the distinct values of a column in the order in which the program writes them."""
    return list(frame[column].drop_duplicates())


def columns(frame: pandas.DataFrame) -> list[Column]:
    """Returns the columns, all pieces of a mode together."""
    orders = [in_order(frame, name) for name in COLUMN]
    found = set(frame[COLUMN].itertuples(index=False, name=None))
    return sorted(found, key=lambda column: [order.index(value) for order, value in zip(orders, column)])


def of_column(frame: pandas.DataFrame, column: Column) -> pandas.DataFrame:
    """Returns the rows of a column."""
    return frame[(frame[COLUMN] == list(column)).all(axis=1)]
