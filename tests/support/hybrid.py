# SPDX-License-Identifier: MIT
"""Plays a hybrid CPU by files in place of /sys: CPU 0 is an efficiency core, CPU 1 a performance core."""

import os

import pytest

CPUS = "sys/devices/system/cpu"
EFF, PERF = 0, 1


def environment(root):
    """Writes the files to a folder; returns the environment in which a program reads them. Both CPUs must exist."""
    if not {EFF, PERF} <= os.sched_getaffinity(0):
        pytest.skip("CPUs 0 and 1 are not both allowed")
    files: dict[str, object] = {f"{CPUS}/online": "0-1"}
    for cpu, capacity in (EFF, 400), (PERF, 1024):
        files |= {
            f"{CPUS}/cpu{cpu}/cpu_capacity": capacity,
            f"{CPUS}/cpu{cpu}/topology/core_cpus": cpu + 1,  # a mask
            f"{CPUS}/cpu{cpu}/topology/package_cpus": 3,
        }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{text}\n")
    return os.environ | {"HWLOC_FSROOT": str(root), "HWLOC_THISSYSTEM": "1", "HWLOC_COMPONENTS": "linux,stop"}
