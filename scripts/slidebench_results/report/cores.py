# SPDX-License-Identifier: MIT
"""Cores that LLVM has models of, whether anybody has recorded a CPU with them or not."""

from typing import NamedTuple

from slidebench_results.result import Result

X86, ARM, RISC_V = "x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu"


class LlvmCore(NamedTuple):
    """A core that LLVM has a model of. An older LLVM accepts the name, but uses another core's model; the names of
    resources show that."""

    mcpu: str
    resource: str  # how the names of its model's resources begin
    title: str = ""  # for MODELS.md; "": it is the same model as another core's
    target: str = X86
    wrong: str = ""  # an instruction that its model has wrong


# {microarchitecture, in small letters: its core}
CORES = {
    "zen-1": LlvmCore("znver1", "ZnALU", "Zen 1", wrong="pext"),  # four a cycle, but it is microcode
    "zen-2": LlvmCore("znver2", "Zn2", "Zen 2", wrong="pext"),
    "zen-3": LlvmCore("znver3", "Zn3", "Zen 3"),
    "zen-4": LlvmCore("znver4", "Zn4", "Zen 4"),
    "zen-5": LlvmCore("znver5", "Zn5"),
    "skylake": LlvmCore("skylake", "SKLPort", "Skylake"),
    "skylake-x": LlvmCore("skylake-avx512", "SKXPort"),
    "cascade-lake": LlvmCore("cascadelake", "SKXPort"),
    "ice-lake": LlvmCore("icelake-server", "ICXPort", "Ice Lake"),
    "alder-lake": LlvmCore("alderlake", "ADLPPort", "Alder Lake P"),
    "sapphire-rapids": LlvmCore("sapphirerapids", "SPRPort", "Sapphire Rapids"),
    "emerald-rapids": LlvmCore("emeraldrapids", "SPRPort"),  # the same core, and the same model
    "granite-rapids": LlvmCore("graniterapids", "SPRPort"),
    "neoverse-n1": LlvmCore("neoverse-n1", "N1Unit", "Neoverse N1", ARM),
    "neoverse-n2": LlvmCore("neoverse-n2", "N2Unit", "Neoverse N2", ARM),
    "neoverse-v1": LlvmCore("neoverse-v1", "V1Unit", "Neoverse V1", ARM),
    "neoverse-v2": LlvmCore("neoverse-v2", "V2Unit", "Neoverse V2", ARM),
    "cortex-a510": LlvmCore("cortex-a510", "CortexA510Unit", "Cortex-A510", ARM),
    "ampere-1b": LlvmCore("ampere1b", "Ampere1BUnit", "Ampere-1B", ARM),
    "p670": LlvmCore("sifive-p670", "SiFiveP600", "SiFive P670", RISC_V),
}


def core_name(result: Result) -> str:
    """Returns the key in CORES of the CPU of a run; "" or another name: LLVM has no model that we know of."""
    name = str(result.machine["microarchitecture"] or "")
    return "zen-1" if name == "Zen" else name.lower().replace(" ", "-")
