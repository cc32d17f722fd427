# SPDX-License-Identifier: MIT
"""Runs llvm-mca: the cycles for which a loop occupies the busiest pipes of one of LLVM's models."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, TypeAlias

from limits_model.core import Core
from slidebench_tools.command import ENVIRONMENT, USAGE, Refused

Loops: TypeAlias = dict[str, list[str]]  # {name: lines of assembly}
Report: TypeAlias = tuple[float | None, list[int]]  # cycles of the busiest pipes, micro-operations by instruction


class Mca:
    """llvm-mca with the model of one core. Without `cpu`: the first of the core's models that this LLVM has, if any."""

    def __init__(self, core: Core, cpu: str | None = None) -> None:
        self.tool, self.core = newest(), core
        self.cpu: str | None
        for self.cpu, prefix in ((cpu, ""),) if cpu else core.llvm:
            try:
                report = self.run({"": ["1: nop"]})
            except Refused:
                if cpu:
                    raise
                continue  # the name is newer than this LLVM
            ports = report["TargetInfo"]["Resources"] if report else []
            if any(port.startswith(prefix) for port in ports):  # older ones have the name with another core's model
                return
        self.cpu = None

    def __str__(self) -> str:
        tool = Path(self.tool).name
        if self.cpu:
            return f"cycles of the busiest pipes by `{tool} -mcpu={self.cpu}`; empty if that model lacks an instruction"
        return f"omitted: `{tool}` has no model of this core"

    def run(self, loops: Loops, *options: str) -> dict[str, Any] | None:
        """Returns llvm-mca's report on some loops, None if the model lacks one of the instructions."""
        regions = [
            f"# LLVM-MCA-BEGIN {name}\n1: " + "\n".join(lines) + f"\n# LLVM-MCA-END {name}\n"
            for name, lines in loops.items()
        ]
        command = [self.tool, "-mtriple=x86_64", f"-mcpu={self.cpu}", "-iterations=1", "-json", *options]
        done = subprocess.run(command, input="".join(regions), capture_output=True, text=True)
        if "not a recognized processor" in done.stderr:
            raise Refused(f"{self.tool}: unknown CPU {self.cpu}", USAGE)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def loops(self, loops: Loops) -> dict[str, Report]:
        """Returns the report on each loop."""
        charged = {name: [*map(self.core.for_llvm, lines)] for name, lines in loops.items()}
        # A large dispatch width leaves the pipes as the only limit. Without rates of our own, the width is LLVM's.
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


def newest() -> str:
    """Returns the newest llvm-mca that is installed."""
    tools = [shutil.which(f"llvm-mca{suffix}") for suffix in [*(f"-{v}" for v in range(40, 13, -1)), ""]]
    if tool := next(filter(None, tools), None):
        return tool
    raise Refused("llvm-mca is not installed (Debian and Ubuntu: apt-get install llvm-19)", ENVIRONMENT)
