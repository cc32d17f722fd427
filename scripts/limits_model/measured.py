# SPDX-License-Identifier: MIT
"""The measured values of one CPU."""

import re
from pathlib import Path
from typing import TypeAlias

from slidebench_results import reader
from slidebench_tools.command import Refused

Measured: TypeAlias = dict[tuple[str, str], tuple[float, int]]  # {(scheme, piece): (cycles, list length)}


def fastest_times(paths: list[Path], workload: str) -> tuple[str, Measured, set[str]]:
    """Returns the CPU of results, their fastest throughput per scheme and piece, and the unsupported schemes."""
    results = [reader.load(path) for path in paths]
    cpus = sorted({result.cpu for result in results})
    if bad := [cpu for cpu in cpus if not re.fullmatch("[a-z0-9_-]+", cpu)]:  # pages print it
        raise Refused(f"{', '.join(map(str, paths))}: not the name of a CPU: {bad[0]!a}")
    best: Measured = {}
    unsupported: set[str] = set()
    for column in (column for result in results for column in result.columns.values()):
        for row in column.rows:
            if row.status == "unsupported":
                unsupported.add(row.scheme.name)
            if (column.mode, column.workload, row.status) == ("throughput", workload, "ok") and row.cycles:
                key, value = (row.scheme.name, column.piece), (row.cycles.mid, int(column.record["list_length"]))
                best[key] = min(value, best.get(key, value))
    if paths and not best:
        raise Refused(f"{', '.join(map(str, paths))}: no throughput of {workload}")
    if len(cpus) > 1:
        raise Refused(f"results of several CPUs, expected one: {', '.join(cpus)}")
    return next(iter(cpus), ""), best, unsupported
