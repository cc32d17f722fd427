# SPDX-License-Identifier: MIT
"""The pages of text: the comparison that the suite was made for, and others, and a part of the main README.

Their sentences are in templates, and every figure in them is computed from the results. A sentence whose figures no
longer support it stops the report with its text: see claim()."""

import re
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engines.trial_results import read_trial
from slidebench_results import reader, uses
from slidebench_results.report import rules, runs
from slidebench_results.report.all_trials import AllTrials
from slidebench_results.report.cpus import QUIET_SHARE, RANDOM, TARGETS, Best, Cpu, Cpus, Target, of_results
from slidebench_results.report.known import CpuEvidence
from slidebench_results.report.tables import read_tables
from slidebench_results.report.markup import code, page
from slidebench_results.report.models import Models, Pairs
from slidebench_results.report.outcomes import read_outcomes
from slidebench_results.result import Key, Result
from slidebench_tools.command import Refused

SLOW_PEXT = "AVX2, a slow PEXT: Zen 1 and 2"
TO_TAKE = {  # {what CPUs have: the target of engines there}, for the table of the README
    "AVX2 and a fast PEXT": Target(uses.PEXT, ("avx512", "gfni")),
    SLOW_PEXT: TARGETS["AVX2, not PEXT"],
    "SSSE3, no PEXT": Target("hyperbola_ssse3", ("avx", "sse4", "gfni", "bmi", "lzcnt")),
    "none of these (with NNUE on AArch64 `hyperbola_rbit`)": TARGETS["no extension"],
}
MULTIPLIED = (uses.HCE_WARM, uses.NNUE_COLD, "rook", "bishop", uses.QUEEN, uses.CHAIN, uses.REPLAY)
BOARDS: dict[str, Key] = {  # {name in templates: column of boards that are not of games}
    "RANDOM": RANDOM,
    "AS_FULL": ("queen", "random:41", "throughput"),  # with as many pieces as boards of games
    "RANDOM_CHAIN": ("queen", "random", "latency"),
    "SEARCH": ("queen", "search", "throughput"),
    "HCE_SEARCH": ("mix-hce", "search", "throughput"),
}
PAGES = ("COMPARISON.md", "QUESTIONS.md", "MODELS.md", "OTHERS.md")
BEGIN, END = "<!-- scripts/report writes this -->", "<!-- to here -->"  # of the part of README.md that is made


def factor(values: Iterable[float], digits: int = 2) -> str:
    """Returns ratios of times as "1.17–1.64×"."""
    return span(values, digits).replace(" to ", "–") + "×"


def span(values: Iterable[float], digits: int = 2) -> str:
    """Returns values as "0.69 to 0.80", or as one value if all are equal when rounded."""
    ordered = sorted(values)
    if not ordered:
        raise Refused("a sentence of a page has no figures: no result has its columns")
    low, high = (f"{value:.{digits}f}" for value in (ordered[0], ordered[-1]))
    return low if low == high else f"{low} to {high}"


def tenths(ordered: Sequence[float]) -> str:
    """Returns the median of ordered values, with the tenth and the ninetieth percentile: "1.12 (0.91 to 1.32)"."""
    low, high = (ordered[int(share * (len(ordered) - 1))] for share in (0.1, 0.9))
    return f"{statistics.median(ordered):.2f} ({low:.2f} to {high:.2f})"


def percent(value: float) -> str:
    """Returns percent as the pages print them: "42 %"."""
    return f"{value:.0f} %"


def cache_lines(folder: Path) -> dict[str, list[float]]:
    """Returns {scheme: cache lines that a query of a rook, a bishop and a queen touches}, by scripts/cache-lines."""
    pieces = ("rook", "bishop", "queen")
    (lines,) = read_tables(folder / "CACHE_LINES.md", ("scheme", *pieces)).values()
    return {line["scheme"]: [float(line[piece]) for piece in pieces] for line in lines}


def instructions(models: Models, cpu: Cpu) -> dict[str, str]:
    """Returns {scheme: instructions of a query of a rook, with the loop}; empty: scripts/limits made no page of the
    CPU."""
    of_rook = [check.loops["rook"] for check in models.checks if check.target == cpu.run.cpu]
    return {scheme: f"{loop.instructions:.0f}" for loops in of_rook for scheme, loop in loops.items()}


def by_clang(cpus: Cpus, results: Sequence[Result], folder: Path) -> Cpus:
    """Returns those CPUs that have runs by clang, with these runs."""
    of_clang = runs.by_cpu((run for run in results if run.compiler.startswith("clang")), folder)
    known = [cpu for cpu in cpus.cpus if cpu.run.cpu in of_clang]
    return Cpus([Cpu(runs.main_run(of_clang[cpu.run.cpu]), cpu.label) for cpu in known])


def of_folder(folder: Path) -> Cpus:
    """Returns the CPUs of the runs in a folder."""
    return Cpus([Cpu(run) for run in reader.load_all(sorted(folder.glob("*" + reader.SUFFIX)))])


def advice_is_by_use(facts: Cpus) -> bool:
    """Returns whether the advice is mostly PEXT for engines with HCE, and for engines with a network vectors and small
    tables, mostly `hyperbola_ssse3`."""
    ssse3 = "hyperbola_ssse3"
    with_network = [*facts.supporting(ssse3).advised(uses.NNUE_COLD)]
    return (
        min(facts.over(uses.PEXT, ssse3, uses.NNUE_COLD)) > 1.1
        and [*facts.supporting(uses.PEXT).advised(uses.HCE_WARM)][0] == "pext_arrays"
        and with_network[0] == ssse3
        and all(facts.cpus[0].run.schemes[name].engine_bytes <= uses.SMALL_TABLES for name in with_network)
    )


def values_of(by_gcc: Cpus, results: Sequence[Result], folder: Path) -> dict[str, Any]:
    """Returns the values of templates: facts, figures, and functions that print figures."""
    cpus, of_clang = by_gcc.cpus, by_clang(by_gcc, results, folder)
    quiet_gcc, quiet_clang = by_gcc.quiet(), of_clang.quiet()
    left_out = [cpu.label for cpu in cpus if not cpu.is_quiet()]
    of_one_compiler = [cpu for cpu in of_clang.cpus if not cpu.is_quiet() and cpu.label not in left_out]
    left_out += [f"{cpu.label} by {cpu.run.setup}" for cpu in of_one_compiler]
    models = Models(folder, cpus)
    trials = [read_trial(path) for path in sorted(folder.glob("engines/*/*.csv"))]
    return {
        "uses": uses,
        "five": uses.CLASSICS,
        "compared_uses": uses.COMPARED,
        "targets": TARGETS,
        "to_take": TO_TAKE,
        "slow_pext": SLOW_PEXT,
        "close": percent(100 * (cpus[0].run.rules["close"]["nnue"] - 1)),
        "multiplied": MULTIPLIED,
        **BOARDS,
        "boards": of_folder(folder / "boards"),
        "short_lists": of_folder(folder / "short-lists"),
        "recorded": Cpus([*cpus, *of_clang.cpus]),
        "facts": Cpus([*quiet_gcc.cpus, *quiet_clang.cpus]),
        "quiet_gcc": quiet_gcc,
        "quiet_clang": quiet_clang,
        "left_out": left_out,
        "quiet_share": percent(100 * QUIET_SHARE),
        "Best": Best,
        "Pairs": Pairs,
        "cpus": cpus,
        "by_gcc": by_gcc,
        "by_clang": of_clang,
        "models": models,
        "instructions": instructions(models, cpus[0]),
        "cache_lines": cache_lines(folder),
        "trials": AllTrials(trials, cpus),
        "doubled": {
            kind: 100 * (2 ** rules.evidence_of(own, kind).exponent - 1)
            for kind, own in rules.by_kind(rules.results_of(trials, results)).items()
        },
        "known": CpuEvidence(cpus, models, read_outcomes(folder / "engines" / "known_outcomes.csv")),
        **{make.__name__: make for make in (advice_is_by_use, code, factor, span, tenths, percent)},
    }


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of the pages, and of the repository's README if it is beside the folder.

    The pages are about published results only, so they need a folder with trials of engines: nobody has checked what
    their sentences say of other results."""
    if not (folder / "engines").exists():
        return {}
    values = values_of(of_results(results, folder), results, folder)
    made = {name: page(f"{name}.j2", **values) for name in PAGES}
    readme = folder.parent / "README.md"
    if readme.exists() and BEGIN in (whole := readme.read_text()):
        part = page("main_readme.md.j2", **values)
        made["../README.md"] = re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{part}{END}", whole, flags=re.S)
    return made
