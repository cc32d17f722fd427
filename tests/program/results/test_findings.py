# SPDX-License-Identifier: MIT
"""The figures of README.md and results/FINDINGS.md are those of the results that results/README.md lists."""

import functools
import re
import statistics
import urllib.parse

import pytest

from conftest import SOURCE
from engines import page
from engines.trial_results import read
from engines_page import hits
from slidebench_results import reader
from slidebench_results.report import runs, uses

RESULTS = SOURCE / "results"
ZEN_3, ZEN_4, ZEN_5, RAPIDS = "amd-epyc-zen-3", "amd-epyc-zen-4", "amd-epyc-zen-5", "intel-xeon-granite-rapids"
SIX_POSITIONS = RESULTS / ZEN_5 / "20261121-gcc-12-native.jsonl.gz"  # recorded when perft had no others
COMPILERS = "gcc-12", "gcc-14", "clang-14", "clang-19"
FOUR_BOARDS = ["rotated_8bit", "rotated_6bit", "rotated_crafty", "rotated_elephant"]


def words(path):
    """Returns a page in one line."""
    return " ".join((SOURCE / path).read_text().split())


@functools.cache
def main_runs():
    """Returns {CPU: its main run} of the results that results/README.md lists."""
    names = map(urllib.parse.unquote, re.findall(r"\[log\]\(([^)]*)\)", (RESULTS / "README.md").read_text()))
    by_cpu = runs.by_cpu([reader.load(RESULTS / name) for name in names])
    return {cpu: runs.main_run(of_cpu) for cpu, of_cpu in by_cpu.items()}


def column(cpu, use):
    """Returns the column of a use, or of a (piece, workload, mode)."""
    run = main_runs()[cpu]
    return run.columns[use] if isinstance(use, tuple) else uses.columns(run)[use]


def cycles(cpu, use, scheme):
    return column(cpu, use).row(scheme).cycles.mid


def figure(cpu, use, scheme, digits=0):
    """Returns cycles as text."""
    return f"{cycles(cpu, use, scheme):.{digits}f}"


def tied(cpu, use):
    """Returns the best scheme of a use and those that tie with it."""
    best = column(cpu, use).choices["best"]
    return {best.row.scheme.name, *best.tied}


def span(values, digits):
    """Returns "1.2 to 3.4"."""
    values = list(values)
    return f"{min(values):.{digits}f} to {max(values):.{digits}f}"


def against_pext(use, *schemes):
    """Returns the span of the schemes' times over PEXT's, on all CPUs."""
    return span((cycles(cpu, use, name) / cycles(cpu, use, "pext") for cpu in main_runs() for name in schemes), 2)


def missing(path, *claims):
    """Returns the claims that a page does not contain."""
    return [claim for claim in claims if claim not in words(path)]


def found(*claims):
    """Returns whether FINDINGS.md contains all claims."""
    return missing("results/FINDINGS.md", *claims) == []


def test_of_all_cpus():
    hot = [column(cpu, f"hot {piece}") for cpu in main_runs() for piece in ("rook", "bishop", "queen")]
    multiplies = [one.choices["multiplies"].ratio.mid for one in hot]
    assert all(tied(cpu, "hot queen") == {"sissy_pext_2"} for cpu in main_runs())
    assert all(tied(cpu, "hot bishop") <= {"pext", "pext_arrays", "pext_pdep_rook"} for cpu in main_runs())
    warm, cold = against_pext("hot queen", "sissy_pext_2"), against_pext("cold, L2", "hyperbola_dual")
    both = against_pext("cold, L2", "hyperbola_ssse3", "hyperbola_dual")
    assert not missing("README.md", f"takes {warm} of the time of plain PEXT", f"takes {cold} of PEXT's time")
    claims = [f"{warm} of PEXT's time", f"{both} of PEXT's time", f"multiplies takes {span(multiplies, 1)} times"]
    assert found(*claims)


def test_what_other_memory_costs():
    def cost(cpu, scheme):
        return cycles(cpu, "cold, L2", scheme) - cycles(cpu, ("queen", "games", "burst-0-8"), scheme)

    pext = {cpu: f"{cost(cpu, 'pext'):.0f}" for cpu in main_runs()}
    small = [cost(cpu, name) for cpu in main_runs() for name in ("hyperbola_ssse3", "hyperbola_dual")]
    zens = f"{pext[ZEN_5]} on Zen 5, {pext[ZEN_4]} on Zen 4, {pext[ZEN_3]} on Zen 3"
    claim = f"cost PEXT {zens}, {pext[RAPIDS]} on Granite Rapids"
    assert found(claim, f"cost them {span(small, 0)} cycles")


def test_rotated_boards():
    upkeep, lookups = ("all", "games", "replay-upkeep"), ("all", "games", "replay-lookups")
    costs = [cycles(cpu, upkeep, name) - cycles(cpu, upkeep, "pext") for cpu in main_runs() for name in FOUR_BOARDS]
    for cpu in main_runs():
        rotated = [name for name in main_runs()[cpu].schemes if name.startswith("rotated")]
        assert all(cycles(cpu, lookups, name) > cycles(cpu, lookups, "pext") for name in rotated)
    assert found(f"costs {span(costs, 0)} cycles per move")


def test_by_cpu():
    chain, board = uses.CHAIN, "whole board"
    zens = [figure(cpu, chain, "hyperbola") for cpu in (ZEN_3, ZEN_4, ZEN_5)]
    pext = {cpu: figure(cpu, chain, "pext") for cpu in main_runs()}
    plain = [figure(cpu, board, "sissy_pext_2") for cpu in (ZEN_5, RAPIDS, ZEN_4, ZEN_3)]
    assert "hyperbola" in tied(ZEN_3, chain) & tied(ZEN_4, chain) & tied(ZEN_5, chain)
    assert "above_below" in tied(ZEN_3, chain) & tied(ZEN_4, chain)
    assert {"hyperbola_ssse3", "sissy_pext_3", "crc32_small"} == tied(RAPIDS, chain)
    assert found(
        f"{zens[0]}, {zens[1]} and {zens[2]} cycles on Zen 3, 4 and 5, "
        f"PEXT {pext[ZEN_3]}, {pext[ZEN_4]} and {pext[ZEN_5]}",
        f"{figure(RAPIDS, chain, 'hyperbola_ssse3')} cycles, PEXT {pext[RAPIDS]}",
        "takes {} cycles on Zen 5 and {} on Granite Rapids".format(
            *(figure(cpu, board, "obstruction_difference_avx512") for cpu in (ZEN_5, RAPIDS))
        ),
        f"takes {figure(ZEN_5, board, 'hyperbola_avx2')} on Zen 5",
        f"{plain[0]} cycles on Zen 5, {plain[1]} on Granite Rapids, {plain[2]} on Zen 4, {plain[3]} on Zen 3",
    )


def test_why_others_have_other_figures():
    def pext(mode):
        return cycles(ZEN_4, ("queen", "games", mode), "pext")

    hot = pext("throughput")
    rows = {
        "throughput": f"{hot:.2f} | 1 |",
        "board": f"{pext('board') / 64:.2f} | {pext('board') / 64 / hot:.2f} |",
        "batch": f"{pext('batch'):.2f} | {pext('batch') / hot:.2f} |",
        "latency": f"{pext('latency'):.1f} | {pext('latency') / hot:.1f} |",
        "burst-L2-8": f"{pext('burst-L2-8'):.1f} | {pext('burst-L2-8') / hot:.0f} |",
    }
    assert not missing("results/OTHERS.md", *(f"| {figures} `--modes {mode}`" for mode, figures in rows.items()))


def wasm():
    """Returns {scheme: (ns of a queen, WebAssembly / native)} of results/WASM.md."""
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|$", (RESULTS / "WASM.md").read_text(), re.M)
    return {scheme: (float(ns), float(ratio)) for scheme, ns, ratio in rows}


def test_questions():
    def in_mix(scheme, digits=1):
        return figure(ZEN_4, "NNUE mix", scheme, digits)

    def cold(scheme):
        return figure(ZEN_4, "NNUE mix, cold, L2", scheme)

    on_the_web = wasm()
    small = {name: on_the_web[name][0] for name in ("hyperbola", "kindergarten", "magic_black")}
    assert sorted(sorted(on_the_web, key=on_the_web.get)[:2]) == ["magic_black", "magic_fixed_shift"]
    slower = [
        get.ratio for path in RESULTS.glob("engines/*/*.csv") for get in read(path).getters if get.name == "ray_loop"
    ]
    trial = read(RESULTS / "engines" / ZEN_4 / "stockfish-16-nnue-gcc-12.csv")
    stockfish = {get.name: get.ratio for get in trial.getters}
    longer = stockfish["magic_black"] / stockfish["hyperbola_ssse3"]
    assert not missing(
        "results/QUESTIONS.md",
        f"{in_mix('pext')} cycles in the mix of an engine, black magic {in_mix('magic_black')}, "
        f"fancy magic {in_mix('magic_fancy')}",
        f"no: {cold('pext')} cycles, black magic {cold('magic_black')}, and `hyperbola_dual` {cold('hyperbola_dual')}",
        f"black magic, {in_mix('magic_black')} cycles in the mix; cold: `hyperbola_dual` with AVX2, "
        f"{cold('hyperbola_dual')} cycles, else `hyperbola`, plain C of 2.5 KiB, "
        f"{cold('hyperbola')} cycles, black magic {cold('magic_black')}",
        f"`hyperbola_inline`: {in_mix('hyperbola_inline', 0)} cycles in the mix. With 2.5 KiB `hyperbola`: "
        f"{in_mix('hyperbola')}",
        f"`cfish_avx512`: {in_mix('cfish_avx512')}, against {in_mix('pext')} of PEXT",
        f"{small['magic_black']:.1f} ns for a queen, {on_the_web['magic_black'][1]:.1f} times native code",
        f"takes {small['hyperbola']:.0f} ns, {on_the_web['hyperbola'][1]:.1f} times native code",
        f"`kindergarten` (9.5 KiB): {small['kindergarten']:.1f} ns. [{len(on_the_web)} schemes]",
        f"{cold('hyperbola_dual')} cycles cold against {cold('magic_black')}",
        f"black magic takes {100 * longer - 100:.1f} % longer than with",
        f"`sissy_pext_2`, {figure(ZEN_4, 'hot queen', 'sissy_pext_2', 1)} cycles",
        f"engines take {100 * min(slower) - 100:.0f} to {100 * max(slower) - 100:.0f} % longer than with fancy magic",
    )


def test_zen_4():
    side = [figure(ZEN_4, "set-wise", f"kogge_stone_joint_{isa}", 1) for isa in ("avx2", "gfni", "avx512")]
    board = [figure(ZEN_4, "whole board", name) for name in ("hyperbola_avx2", "obstruction_difference_avx512")]
    warm, cold = "NNUE mix", "NNUE mix, cold, L2"
    assert {"cfish_avx512", "pext_arrays"} <= tied(ZEN_4, warm)
    assert tied(ZEN_5, "set-wise") == {"kogge_stone_joint_gfni"}
    assert tied(ZEN_5, "whole board") == {"obstruction_difference_avx512"}
    assert found(
        "take {} cycles with AVX2, {} with GFNI, {} with AVX-512".format(*side),
        "{} with `hyperbola_avx2`, {} with `obstruction_difference_avx512`".format(*board),
        f"`cfish_avx512` (6 KiB) takes {figure(ZEN_4, warm, 'cfish_avx512', 1)} cycles",
        f"With cold ones it takes {figure(ZEN_4, cold, 'cfish_avx512', 1)}, PEXT {figure(ZEN_4, cold, 'pext')}.",
    )


def both(use, scheme, digits=0):
    """Returns "12 and 34", the cycles on Zen 5 and Granite Rapids."""
    return " and ".join(figure(cpu, use, scheme, digits) for cpu in (ZEN_5, RAPIDS))


def test_mixes():
    use, cold = "NNUE mix", "NNUE mix, cold, L2"
    code = ("mix-nnue", "games", "burst-code-L2-16")
    schemes = "pext_arrays", "cfish_avx512", "magic_black", "magic_fancy"
    best = [span((cycles(cpu, cold, name) for name in tied(cpu, cold)), 1) for cpu in (ZEN_5, RAPIDS)]
    assert all("pext_arrays" in tied(cpu, use) and "cfish_avx512" in tied(cpu, cold) for cpu in (ZEN_5, RAPIDS))
    assert found(
        "best with {} cycles; `cfish_avx512` takes {}, black magic {}, fancy magic {}.".format(
            *(both(use, name, 1) for name in schemes)
        ),
        f"{best[0]} and {best[1]} cycles; PEXT takes {both(cold, 'pext')}",
        f"`hyperbola_dual` takes {both(code, 'hyperbola_dual')} cycles, PEXT {both(code, 'pext')}",
    )


@functools.cache
def times_by(compiler):
    """Returns {(column, scheme): cycles} of Zen 5's run by a compiler."""
    run = reader.load(RESULTS / ZEN_5 / f"20261122-{compiler}-native.jsonl.gz")
    return {(key, row.scheme.name): row.cycles.mid for key, c in run.columns.items() for row in c.rows if row.cycles}


def test_compilers():
    def compared(one, other):
        one, other = times_by(one), times_by(other)
        ratios = [other[key] / one[key] for key in one.keys() & other.keys()]
        twentieths = statistics.quantiles(ratios, n=20)
        return statistics.median(ratios), f"{twentieths[0]:.2f} to {twentieths[-1]:.2f}"

    gcc, clang, both = compared("gcc-12", "gcc-14"), compared("clang-14", "clang-19"), compared("gcc-14", "clang-19")
    queen = "queen", "games", "throughput"
    lines = [
        " | ".join([f"| `{name}`", *(f"{times_by(by)[queen, name]:.2f}" for by in COMPILERS)]) + " |"
        for name in "sissy_pext_2 pext magic_black cfish_avx512 obstruction_difference_avx512 hyperbola_dual".split()
    ]
    assert main_runs()[ZEN_5].compiler == "gcc 14"
    assert found(
        f"takes {gcc[0]:.2f} of gcc 12's time with gcc 14, and nine of ten rows {gcc[1]}.",
        f"the median is {clang[0]:.2f}, nine of ten rows {clang[1]}.",
        f"Between gcc 14 and clang 19 nine of ten take {both[1]}.",
        *lines,
    )


def test_all_sliders_of_a_side():
    use = "set-wise"
    joint = [both(use, f"kogge_stone_joint_{isa}", 1) for isa in ("gfni", "avx512", "avx2")]
    for cpu in ZEN_5, RAPIDS:
        alone = [row for row in column(cpu, use).rows if row.cycles and not {*row.scheme.traits} & {"setwise", "mock"}]
        assert min(alone, key=lambda row: row.cycles.mid).scheme.name == "pext_arrays"
    assert found(
        "take {} cycles with GFNI, {} with AVX-512, {} with AVX2".format(*joint),
        f"`pext_arrays`, takes {both(use, 'pext_arrays', 1)}",
    )


def test_perft():
    def slower(use, digits):
        ratios = (cycles(cpu, use, "ray_loop") / cycles(cpu, use, "pext") for cpu in (ZEN_5, RAPIDS))
        return " and ".join(f"{ratio:.{digits}f}" for ratio in ratios)

    six = reader.load(SIX_POSITIONS).columns["all", "perft-suite", "perft"]
    learned = six.row("ray_loop").cycles.mid / six.row("pext").cycles.mid
    assert found(
        f"{slower('hot queen', 0)} times PEXT's time in throughput, but {slower('perft', 1)} times in perft.",
        f"{learned:.1f} times with six positions",
    )


def test_latency_of_the_board():
    use = "dependent chain (board)"
    assert tied(ZEN_5, use) == {"above_below"} and {"above_below", "sissy_pext_2"} <= tied(RAPIDS, use)
    zen, rapids = ([figure(cpu, use, scheme) for scheme in ("above_below", "pext")] for cpu in (ZEN_5, RAPIDS))
    assert found(
        "best on Zen 5: {} cycles, PEXT {}".format(*zen), "ties with `sissy_pext_2`: {} cycles, PEXT {}".format(*rapids)
    )


def test_shared_tables():
    own, shared = (("queen", "games", mode) for mode in ("processes-2", "processes-shared-2"))

    def ratio(cpu, scheme):
        return cycles(cpu, shared, scheme) / cycles(cpu, own, scheme)

    def most_gained(cpu):
        schemes = [row.scheme for row in column(cpu, own).rows if row.cycles]
        return max(1 - ratio(cpu, scheme.name) for scheme in schemes if 0 < scheme.engine_bytes <= 4608)

    own_pext, shared_pext = ([figure(cpu, use, "pext") for cpu in (ZEN_5, RAPIDS)] for use in (own, shared))
    gains = " and ".join(f"{100 * most_gained(cpu):.0f} %" for cpu in (ZEN_5, RAPIDS))
    assert found(
        f"take {ratio(ZEN_5, 'pext'):.2f} and {ratio(RAPIDS, 'pext'):.2f} of the time with PEXT after cold reads: "
        f"{shared_pext[0]} cycles in place of {own_pext[0]}, {shared_pext[1]} in place of {own_pext[1]}",
        f"gain at most {gains}",
    )


def test_engines():
    change = re.search(r"`magic_fancy` \| `hyperbola_dual` \| (\d\.\d)", words("results/engines/README.md"))
    cold, hot = hits(page.COLD, "nnue"), hits(page.HOT, "hand-made")
    of_cold, of_hot = (f"{right} of {pairs}" for right, pairs in (cold, hot))
    perft = hits(page.REPLAY, "perft")
    assert not missing(
        "README.md", f"order {of_cold} pairs of schemes", f"warm ones {of_hot} as engines with a hand-made evaluation"
    )
    assert found(
        f"has {of_cold} pairs in the measured order, throughput {hits(page.HOT, 'nnue')[0]}.",
        f"The size of the tables alone has {hits(page.SMALLER_TABLES, 'nnue')[0]}.",
        f"has {of_hot} pairs, cold caches {hits(page.COLD, 'hand-made')[0]}.",
        f"`replay` has {perft[0]} of {perft[1]} pairs, the column `perft` {hits(page.PERFT, 'perft')[0]}",
        f"gained {change[1]} % by",
    )


def test_turns_matter():
    def counted(name, predictor):
        trial = read(RESULTS / "engines" / ZEN_4 / f"ethereal-12.75-inlined-hand-made-{name}gcc-12.csv")
        return trial, page.count_hits(trial, page.costs_of(main_runs()[ZEN_4], predictor, trial.kind))

    (short, cold), (_, hot) = (counted("depth-7-", predictor) for predictor in (page.COLD, page.HOT))
    (long, cold_long), (_, hot_long) = (counted("", predictor) for predictor in (page.COLD, page.HOT))
    assert found(
        f"In turns of {short.turn_ms:.0f} ms Ethereal follows cold caches in {cold.right} of {cold.pairs} pairs and "
        f"throughput in {hot.right}; in turns of {long.turn_ms:.0f} ms in {cold_long.right} of {cold_long.pairs} and "
        f"{hot_long.right}."
    )
    assert not missing(
        "results/engines/README.md",
        f"in turns of {short.turn_ms:.0f} ms Ethereal orders getters as cold caches do, "
        f"in turns of {long.turn_ms:.0f} ms as warm ones",
    )


@pytest.mark.parametrize("path", ["README.md", "results/FINDINGS.md"])
def test_wrong_figure_is_found(path):
    assert missing(path, "0.99 to 1.01 of PEXT's time")
