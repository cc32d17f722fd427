# SPDX-License-Identifier: MIT
"""Checks the traits of a scheme (branchless, multiply-free, no SIMD) in the machine code of its timed loops."""

from slidebench_tools.object_code import functions, loop, object_file, schemes

__all__ = ["faults", "functions", "loop", "object_file", "schemes"]


def faults(path, traits):
    """Returns the instructions in the kernels that the traits forbid: ["rook_latency: multiply: imul ..."]."""
    kernels, isa = functions(path)
    if len(kernels) != 12:
        return [f"expected the 12 kernels, found {sorted(kernels)}"]
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
            forbid("conditional jump", isa.conditional, allowed=1)  # the loop's own
            forbid("indirect jump", isa.indirect)
        if "simd" not in traits:
            forbid("vector register", isa.vector, where=kernel)
    return found
