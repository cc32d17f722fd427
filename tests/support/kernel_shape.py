# SPDX-License-Identifier: MIT
"""Checks the traits of a scheme (branchless, multiply-free, no SIMD) in the machine code of its timed loops."""

import csv
import functools

from slidebench_tools import object_code
from slidebench_tools.command import output
from slidebench_tools.object_code import loop, object_file

__all__ = ["faults", "functions", "loop", "object_file", "schemes"]

functions = functools.cache(object_code.functions)  # most files are read twice


def schemes(binary):
    """Returns the catalogue of a bench binary: {name: row of `list --format csv`}."""
    return {row["scheme"]: row for row in csv.DictReader(output(binary, "list", "--format", "csv").splitlines())}


def faults(path, traits):
    """Returns the instructions in the kernels that the traits forbid: ["rook_latency: multiply: imul ..."]."""
    kernels, isa = functions(path)
    if len(kernels) != 14:
        return [f"expected the 14 kernels, found {sorted(kernels)}"]
    found = []
    for name, kernel in kernels.items():
        body = loop(kernel, isa)

        def forbid(what, pattern, allowed=0, where=body):
            hits = [i for i in where if i.matches(pattern)]
            if len(hits) > allowed:
                found.append(f"{name}: {what}: {hits[-1].text}")

        forbid("call", isa.call, where=kernel)
        if "multiply-free" in traits:
            forbid("multiply", isa.multiply)
        if "branchless" in traits:
            loops = 5 if name.startswith("mix_") else 1  # a mix has one of constant length per piece
            forbid("conditional jump", isa.conditional, allowed=loops)
            forbid("indirect jump", isa.indirect)
        if "simd" not in traits:
            forbid("vector register", isa.vector, where=kernel)
    return found
