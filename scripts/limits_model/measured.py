# SPDX-License-Identifier: MIT
"""The measured values of one CPU."""

import csv
import re
from pathlib import Path
from typing import TypeAlias

from slidebench_results import reader
from slidebench_tools.command import Refused

Measured: TypeAlias = dict[tuple[str, str], tuple[float, int]]  # {(scheme, piece): (cycles, list length)}


def measured(paths: list[Path], workload: str) -> tuple[str, Measured, set[str]]:
    """Returns the CPU of results, their fastest throughput per scheme and piece, and the unsupported schemes."""
    cpus: set[str] = set()
    best: Measured = {}
    unsupported: set[str] = set()
    for path in paths:
        path = path.with_suffix(".csv")  # either of the two files names a result
        try:
            for row in reader.read_rows(path):
                if not re.fullmatch("[a-z0-9_-]+", row["cpu"]):  # pages print it
                    raise ValueError(f"cpu {row['cpu']!a}")
                cpus.add(row["cpu"])
                if row["status"] == "unsupported":
                    unsupported.add(row["scheme"])
                if (row["mode"], row["workload"], row["status"]) == ("throughput", workload, "ok"):
                    key, value = (row["scheme"], row["piece"]), (float(row["cycles"]), int(row["list_length"]))
                    best[key] = min(value, best.get(key, value))
        except KeyError as error:
            raise Refused(f"{path}: no column {error}, expected the CSV of a result") from None
        except (OSError, ValueError, TypeError, AttributeError, csv.Error) as error:
            raise Refused(f"{path}: not a result: {error}") from None
    if paths and not best:
        raise Refused(f"{', '.join(map(str, paths))}: no throughput of {workload}")
    if len(cpus) > 1:
        raise Refused(f"results of several CPUs, expected one: {', '.join(sorted(cpus))}")
    return next(iter(cpus), ""), best, unsupported
