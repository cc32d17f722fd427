# SPDX-License-Identifier: MIT
"""Finds the core of a CPU: the modelled ones, and others for which LLVM's model alone gives the limit."""

import re

from limits_model import golden_cove, zen3, zen5
from limits_model.core import Core

MODELLED = (golden_cove.CORE, zen3.CORE, zen5.CORE)


def of_llvm(title: str, cpu: str, prefix: str, *names: str) -> Core:
    """Returns a core without rates of its own: its limit is that of LLVM's model."""
    return Core(title=title, names=names, llvm=((cpu, prefix),), rates={}, needs={})


BY_LLVM = (
    of_llvm("Sunny Cove", "icelake-server", "ICXPort", "Ice Lake", "Tiger Lake", "Rocket Lake"),
    of_llvm("Skylake", "skylake", "SKLPort", "Skylake", "Kaby Lake", "Comet Lake"),
    of_llvm("Skylake with AVX-512", "skylake-avx512", "SKXPort", "Skylake X", "Cascade Lake", "Cooper Lake"),
    of_llvm("Zen 4", "znver4", "Zn4", "Zen 4"),
)
ALL = MODELLED + BY_LLVM


def by_name(microarchitecture: str) -> Core | None:
    """Returns the core of a microarchitecture, None without a model of it."""
    return next((core for core in ALL if microarchitecture in core.names), None)


def by_slug(cpu: str) -> Core | None:
    """Returns the core of a CPU as results name it, such as amd-epyc-zen-3; the longest name decides."""
    slugs = {name.lower().replace(" ", "-"): core for core in ALL for name in core.names}
    found = [slug for slug in slugs if re.search(rf"(^|-){slug}($|-)", cpu)]
    return slugs[max(found, key=len)] if found else None


def by_llvm_name(cpu: str) -> Core:
    """Returns the core that has one of LLVM's names, or one that only LLVM models."""
    known = [core for core in ALL for name, _ in core.llvm if name == cpu]
    return known[0] if known else of_llvm(cpu, cpu, "")
