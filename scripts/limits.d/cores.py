# SPDX-License-Identifier: MIT
"""Which core a CPU has: those that are modelled here, and others for which LLVM's model alone gives the limit."""

import re

import golden_cove
import zen3
import zen5
from core import Core

MODELLED = (golden_cove.CORE, zen3.CORE, zen5.CORE)


def of_llvm(title, cpu, prefix, *names):
    """A core of whose rates LLVM's model is the only source."""
    return Core(title=title, names=names, llvm=((cpu, prefix),), rates={}, needs={})


BY_LLVM = (
    of_llvm("Sunny Cove", "icelake-server", "ICXPort", "Ice Lake", "Tiger Lake", "Rocket Lake"),
    of_llvm("Skylake", "skylake", "SKLPort", "Skylake", "Kaby Lake", "Comet Lake"),
    of_llvm("Skylake with AVX-512", "skylake-avx512", "SKXPort", "Skylake X", "Cascade Lake", "Cooper Lake"),
    of_llvm("Zen 4", "znver4", "Zn4", "Zen 4"),
)
ALL = MODELLED + BY_LLVM


def by_name(microarchitecture):
    """The core of a microarchitecture; None if there is no model of it."""
    return next((core for core in ALL if microarchitecture in core.names), None)


def by_slug(cpu):
    """The core of a CPU as results name it, e.g. amd-epyc-zen-3; the longest name decides."""
    slugs = {name.lower().replace(" ", "-"): core for core in ALL for name in core.names}
    found = [slug for slug in slugs if re.search(rf"(^|-){slug}($|-)", cpu)]
    return slugs[max(found, key=len)] if found else None


def by_llvm_name(cpu):
    """The core that one of LLVM's names stands for, or one about which LLVM's model is the only source."""
    return next((core for core in ALL for name, _ in core.llvm if name == cpu), None) or of_llvm(cpu, cpu, "")
