# SPDX-License-Identifier: MIT
"""llvm-mca: how long the busiest pipes of one of LLVM's models are taken by a loop."""

import json
import shutil
import subprocess
from pathlib import Path

from refused import Refused


class Mca:
    """llvm-mca with the model of one core. Without `cpu`: the first of the core's models that this LLVM has; none is left out."""

    def __init__(self, core, cpu=None):
        self.tool, self.core = newest(), core
        for self.cpu, prefix in ((cpu, ""),) if cpu else core.llvm:
            try:
                ports = self.run({"": ["1: nop"]})["TargetInfo"]["Resources"]
            except Refused:
                if cpu:
                    raise
                continue  # a name younger than this LLVM
            if any(
                port.startswith(prefix) for port in ports
            ):  # older ones have the name, too, but another core's model for it
                return
        self.cpu = None

    def __str__(self):
        if self.cpu:
            return f"how long `{Path(self.tool).name} -mcpu={self.cpu}` has its busiest pipes taken; empty where that model lacks an instruction"
        return f"left out: `{Path(self.tool).name}` has no model of this core"

    def run(self, loops, *options):
        """The report on some loops, {name: lines of assembly}; None if the model lacks one of the instructions."""
        regions = [
            f"# LLVM-MCA-BEGIN {name}\n1: " + "\n".join(lines) + f"\n# LLVM-MCA-END {name}\n"
            for name, lines in loops.items()
        ]
        command = [self.tool, "-mtriple=x86_64", f"-mcpu={self.cpu}", "-iterations=1", "-json", *options]
        done = subprocess.run(command, input="".join(regions), capture_output=True, text=True)
        if "not a recognized processor" in done.stderr:
            raise Refused(f"{self.tool} knows no CPU {self.cpu}", 2)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def loops(self, loops):
        """{name: (cycles for which the busiest pipes are taken, micro-operations executed [instruction])}."""
        charged = {name: [*map(self.core.for_llvm, lines)] for name, lines in loops.items()}
        # A dispatch that is never full leaves the pipes alone; where the core's own rates are not given, it is LLVM's.
        report = self.run(charged, *(["-dispatch=1000"] if self.core.rates else [])) if self.cpu and loops else None
        if report is None:
            return {name: (None, [1] * len(lines)) for name, lines in loops.items()}
        return {
            region["Name"]: (
                region["SummaryView"]["BlockRThroughput"],
                [i["NumMicroOpcodes"] for i in region["InstructionInfoView"]["InstructionList"]],
            )
            for region in report["CodeRegions"]
        }


def newest():
    """The newest llvm-mca that is installed."""
    tools = [shutil.which(f"llvm-mca{suffix}") for suffix in [*(f"-{v}" for v in range(40, 13, -1)), ""]]
    if tool := next(filter(None, tools), None):
        return tool
    raise Refused("llvm-mca is not installed (Debian and Ubuntu: apt-get install llvm-19)", 4)
