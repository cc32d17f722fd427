# SPDX-License-Identifier: MIT
"""The measured figures of one CPU."""

import csv
import re
from pathlib import Path

from refused import Refused


def measured(paths, workload):
    """The CPU of the results; {(scheme, piece): (cycles, queries)}, the fastest clean throughput rows; the unsupported schemes."""
    cpus, best, unsupported = set(), {}, set()
    for path in paths:
        path = Path(path).with_suffix(".csv")  # the same figures stand in both files
        try:
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    if not re.fullmatch("[a-z0-9_-]+", row["cpu"]):  # pages show it
                        raise ValueError(f"cpu {row['cpu']!a}")
                    cpus.add(row["cpu"])
                    if row["status"].startswith("unsupported"):
                        unsupported.add(row["scheme"])
                    if (row["mode"], row["workload"], row["status"]) == ("throughput", workload, "ok"):
                        key, figure = (row["scheme"], row["piece"]), (float(row["cycles"]), int(row["queries"]))
                        best[key] = min(figure, best.get(key, figure))
        except KeyError as error:
            raise Refused(f"{path}: no column {error}, expected the CSV of a result", 3) from None
        except (OSError, ValueError, TypeError, csv.Error) as error:
            raise Refused(f"{path}: no result: {error}", 3) from None
    if paths and not best:
        raise Refused(f"{', '.join(paths)}: no throughput of {workload}", 3)
    if len(cpus) > 1:
        raise Refused(f"results of several CPUs, expected one: {', '.join(sorted(cpus))}", 3)
    return next(iter(cpus), ""), best, unsupported
