# SPDX-License-Identifier: MIT
"""results/engines/README.md: what engines measured with other getters, and which columns of results order them alike.

The page is a function of the trials, and of the results that it lists under "Made from"."""

import itertools
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engines.trial_results import CONTROL, PIECES, RESOLVED, Getter, Trial, read, read_csv
from slidebench_results.report import runs
from slidebench_results.result import Result

Costs: TypeAlias = dict[str, float]  # {scheme: what a predictor gives for it; less is better}

# The getters of trials that no engine would take: they are slower than all others, so that any column orders them.
NOT_TAKEN = ("magic_plain", "classical", "kogge_stone", "ray_loop")

COLD, HOT = "cold mix: `burst-L2-16`", "hot mix: `throughput`"
REPLAY, PERFT = "`replay`", "`perft`"
# {predictor: piece, workload and mode of its column}; {kind} is that of the engine.
COLUMNS = {
    COLD: ("mix-{kind}", "games", "burst-L2-16"),
    HOT: ("mix-{kind}", "games", "throughput"),
    "cold code: `burst-code-L2-16`": ("mix-{kind}", "games", "burst-code-L2-16"),
    PERFT: ("all", "perft", "perft"),
    REPLAY: ("all", "games", "replay"),
    "`replay-lookups`": ("all", "games", "replay-lookups"),
    "`setwise`": ("all", "games", "setwise"),
    "queen, `throughput`": ("queen", "games", "throughput"),
    "queen, `latency`": ("queen", "games", "latency"),
}
SMALLER_TABLES = "smaller tables"

# {kind of engine or of getters: the predictor that `recommend --for` takes for it}
CALLED = "hand-made, getters called"
ADVICE = {"nnue": COLD, "hand-made": HOT, CALLED: HOT, "perft": PERFT, "setwise": "`setwise`"}
# Engines whose getters are functions of another file: without -flto, as in trials, most or some uses call them.
CALLING = ("Ethereal 12.75", "Laser 1.8-dev")
# {predictor: trials before which a commit named it: engine, kind, CPU, compiler}
PREDICTED = {
    COLD: [
        ("Laser 1.8-dev", "hand-made", "amd-epyc-zen-4", "gcc-12"),
        ("Patricia 5-dev", "nnue", "amd-epyc-zen-4", "clang-14"),
        ("Patricia 5-dev", "nnue", "amd-epyc-zen-4", "gcc-12"),
        ("Smallbrain 7.0-dev", "nnue", "amd-epyc-zen-4", "clang-14"),
        ("Smallbrain 7.0-dev", "nnue", "amd-epyc-zen-4", "gcc-12"),
        ("Stockfish 16", "nnue", "amd-epyc-zen-4", "clang-14"),
        ("Stockfish 16", "nnue", "amd-epyc-zen-4", "gcc-12"),
    ],
    HOT: [
        ("Laser 1.8-dev inlined", "hand-made", "amd-epyc-zen-4", "gcc-12"),
        ("Stockfish 16", "hand-made", "amd-epyc-zen-4", "gcc-12"),
        ("Weiss 2.1-dev", "hand-made", "amd-epyc-zen-4", "gcc-12"),
    ],
    REPLAY: [
        ("Ethereal 12.75 inlined", "hand-made", "amd-epyc-zen-4", "clang-14"),
        ("Laser 1.8-dev inlined", "hand-made", "amd-epyc-zen-4", "clang-14"),
        ("Stockfish 16", "hand-made", "amd-epyc-zen-4", "clang-14"),
        ("Weiss 2.1-dev", "hand-made", "amd-epyc-zen-4", "clang-14"),
    ],
    PERFT: [
        ("Ethereal 12.75", "hand-made", "amd-epyc-zen-4", "gcc-12"),
        ("Ethereal 12.75 inlined", "perft", "amd-epyc-zen-4", "gcc-12"),
        ("Smallbrain 7.0-dev", "perft", "amd-epyc-zen-4", "gcc-12"),
        ("Stockfish 16", "perft", "amd-epyc-zen-4", "gcc-12"),
    ],
}

# The columns of known_outcomes.csv.
OUTCOMES = ["change", "date", "source", "kind", "cpu", "old", "new", "measure", "effect", "lo", "hi"]

HEAD = """# Engines

Engines with their slider getters replaced, measured by `scripts/engine-trial`, beside the results of the same CPU and
compiler: which column of results has getters in the order in which they make engines faster?

- **An engine with a neural network**: the {cold}.
- **A hand-made evaluation**: the {hot}, if the compiler inlines the getters.
- **Getters that are functions of another file, built without `-flto`**: the compiler cannot inline them. Then neither
  column is reliable.

`slidebench recommend --for nnue` and `--for hand-made` rank these columns.

## What predicts an engine

Pairs in the measured order, over all trials of a group, of those that differ beyond both intervals and the trial's
resolution. Only getters that an engine would take count: not {others}."""

WORTH = """
## What the advice is worth

*Lost*: the time of an engine with the getter that is best in the column, over that with the best measured one, in per
cent. *At stake*: that of the worst getter. *Named before*: the predictor that a commit named before the trial; these
pairs are held out."""

MEASURED = """
## Measured

Lookups per node, of the engine with the base; resolution: what copies of the base show."""

KNOWN = """
## Published outcomes

Changes of getters that engines' authors measured ([known_outcomes.csv](known_outcomes.csv)). Positive: the new one is
better. **Here**: its time over the old one's on the CPUs with results, in the column that `recommend` takes; *right* if
it is the better one on all of them and was so for the author, or the worse one. No word: the author's interval contains
0, or the CPUs differ. All CPUs with results have a fast PEXT."""

MADE_FROM = """
## Made from
"""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yields a table with text in its first column."""
    yield f"\n| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def group_of(trial: Trial) -> str:
    """Returns the kind of an engine, or CALLED."""
    return CALLED if trial.name in CALLING else trial.kind


def heading(trial: Trial) -> str:
    """Returns engine and CPU."""
    return f"{trial.name}, {trial.cpu}"


# ---- what predicts them ----


class Hits(NamedTuple):
    """Of the resolved pairs that a predictor has, how many it orders as measured."""

    right: int
    pairs: int


def newest(results: Iterable[Result], trial: Trial) -> Result | None:
    """Returns the newest result of the trial's CPU and compiler that has the columns; None: there is none."""
    columns = [key_of(name, trial.kind) for name in COLUMNS]
    own = [
        result
        for result in results
        if (result.cpu, result.compiler.replace(" ", "-")) == (trial.cpu, trial.compiler)
        and all(column in result.columns for column in columns)
    ]
    return max(own, key=lambda result: str(result.record["date"])) if own else None


def key_of(predictor: str, kind: str) -> tuple[str, str, str]:
    """Returns piece, workload and mode of a column; engines whose kind has no mix look up that of hand-made ones."""
    piece, workload, mode = COLUMNS[predictor]
    return piece.format(kind=kind if kind == "nnue" else "hand-made"), workload, mode


def costs_of(result: Result, predictor: str, kind: str) -> Costs:
    """Returns what a predictor gives for the schemes."""
    if predictor == SMALLER_TABLES:
        return {name: scheme.engine_bytes for name, scheme in result.schemes.items()}
    rows = result.columns[key_of(predictor, kind)].rows
    return {row.scheme.name: row.cycles.mid for row in rows if row.cycles}


def resolved(a: Getter, b: Getter, resolution: float) -> bool:
    """Returns whether two getters of a trial differ beyond their intervals and the trial's resolution. The intervals
    are those against the base, so the pair counts as if it were not paired."""
    noise = math.hypot(a.hi - a.lo, b.hi - b.lo) / 2
    return abs(a.ratio - b.ratio) > max(noise, resolution)  # false if an interval is nan


def count_hits(trial: Trial, costs: Costs) -> Hits:
    """Counts the resolved pairs of getters that an engine would take. Equal costs order none."""
    getters = [getter for getter in trial.getters if getter.name in costs and getter.name not in NOT_TAKEN]
    pairs = [(a, b) for a, b in itertools.combinations(getters, 2) if resolved(a, b, trial.resolution)]
    return Hits(sum((costs[a.name] - costs[b.name]) * (a.ratio - b.ratio) > 0 for a, b in pairs), len(pairs))


def hits_rows(results: dict[Trial, Result], groups: Sequence[str]) -> Iterator[list[str]]:
    """Yields a line for each predictor, with a cell for each group."""
    for predictor in (*COLUMNS, SMALLER_TABLES):
        cells = []
        for group in groups:
            own = [(trial, result) for trial, result in results.items() if group_of(trial) == group]
            found = [count_hits(trial, costs_of(result, predictor, trial.kind)) for trial, result in own]
            cells.append(f"{sum(hits.right for hits in found)} of {sum(hits.pairs for hits in found)}")
        yield [predictor, *cells]


# ---- what the advice is worth ----


def worth_row(trial: Trial, result: Result) -> list[str]:
    """Returns how the advice orders pairs, what an author loses who follows it, and what is at stake."""
    advice = ADVICE[group_of(trial)]
    known = (trial.name, trial.kind, trial.cpu, trial.compiler)
    named = next((predictor for predictor, trials in PREDICTED.items() if known in trials), "")
    held_out = "{}, {} of {}".format(named, *count_hits(trial, costs_of(result, named, trial.kind))) if named else ""
    costs = costs_of(result, advice, trial.kind)
    measured = [program for program in trial.programs if program.status != CONTROL]
    getters = [getter for getter in measured if getter.name in costs and getter.name not in NOT_TAKEN]
    taken = min(getters, key=lambda getter: costs[getter.name])
    best, worst = (choose(getters, key=lambda getter: getter.ratio) for choose in (min, max))
    lost, at_stake = (f"{100 * (getter.ratio / best.ratio - 1):.1f} %" for getter in (taken, worst))
    pairs = "{} of {}".format(*count_hits(trial, costs))
    return [heading(trial), advice, pairs, f"`{taken.name}`", f"`{best.name}`", lost, at_stake, held_out]


# ---- what was measured ----


def trial_row(trial: Trial) -> list[str]:
    """Returns the line of a trial."""
    lookups = [f"{trial.lookups[piece]:.2f}" for piece in PIECES]
    engine = f"{heading(trial)} `{trial.commit[:12]}`" if trial.commit else heading(trial)
    resolution = f"{100 * trial.resolution:.2f}" if math.isfinite(trial.resolution) else "-"
    facts = [resolution, f"{trial.blocks} x {trial.rounds}"]
    return [engine, trial.compiler, f"{trial.cycles:.0f}", *lookups, *facts]


def getter_rows(trials: Sequence[Trial]) -> Iterator[list[str]]:
    """Yields the changes by each getter, by the first trial that has it."""
    by_trial = [{getter.name: getter for getter in trial.getters} for trial in trials]
    for name in dict.fromkeys(name for getters in by_trial for name in getters):
        yield [f"`{name}`", *(change(getters.get(name)) for getters in by_trial)]


def change(getter: Getter | None) -> str:
    """Returns the change of an engine's time in per cent."""
    if not getter or math.isnan(getter.lo):
        return "-"
    percent = f"{100 * (getter.ratio - 1):+.1f}"
    return f"**{percent}**" if getter.status == RESOLVED else percent


def measured(trials: Sequence[Trial], groups: Sequence[str]) -> Iterator[str]:
    """Yields the trials, then their getters by group."""
    yield MEASURED
    head = ("engine", "compiler", "cycles per node", *PIECES, "resolution, %", "blocks x rounds")
    yield from table(head, map(trial_row, trials))
    for group in groups:
        own = [trial for trial in trials if group_of(trial) == group]
        yield f"\n### {group}: change of the time per node against the base, in %\n\n**Bold**: beyond the noise."
        yield from table(["getter", *map(heading, own)], getter_rows(own))


# ---- published outcomes ----


def effect(line: dict[str, str]) -> str:
    """Returns a published effect."""
    if line["measure"] == "sign":
        return "faster" if line["effect"] == "1" else "not faster"
    ends = f" [{line['lo']}, {line['hi']}]" if line["lo"] else ""
    return f"{line['effect']}{ends} {'Elo' if line['measure'] == 'Elo' else '%'}"


def here(line: dict[str, str], results: Iterable[Result]) -> str:
    """Returns the times of the new scheme over the old one's in results, and whether they foretell the outcome."""
    key = key_of(ADVICE[line["kind"]], line["kind"])
    columns = [column for result in results if (column := result.columns.get(key))]
    pairs = [(column.row(line["new"]), column.row(line["old"])) for column in columns]
    ratios = [new.cycles.mid / old.cycles.mid for new, old in pairs if new and old and new.cycles and old.cycles]
    if not ratios:
        return "-"
    least, most = float(line["lo"] or line["effect"]), float(line["hi"] or line["effect"])
    word = ""
    if (least > 0 or most < 0) and (max(ratios) < 1 or min(ratios) > 1):
        word = ": right" if (least > 0) == (max(ratios) < 1) else ": **wrong**"
    return f"{min(ratios):.2f} to {max(ratios):.2f}{word}"


def outcomes(path: Path, results: Sequence[Result]) -> Iterator[str]:
    """Yields the outcomes of a file, nothing if it does not exist; refuses other columns."""
    if not path.exists():
        return
    yield KNOWN
    rows = (
        [f"[{line['change']}]({line['source']}), {line['date'][:4]}", line["kind"], line["cpu"]]
        + [f"`{line['old']}`", f"`{line['new']}`", effect(line), here(line, results)]
        for line in read_csv(path, OUTCOMES)
    )
    yield from table(("change", "kind", "CPU", "from", "to", "effect", "here"), rows)


# ---- the page ----


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of the page, if the folder has trials in engines/<cpu>/."""
    engines = folder / "engines"
    paths = sorted(engines.glob("*/*.csv"))
    trials = [read(path) for path in paths]
    trials.sort(key=lambda trial: list(ADVICE).index(group_of(trial)))
    groups = [group for group in ADVICE if group in map(group_of, trials)]
    beside = {trial: result for trial in trials if (result := newest(results, trial))}
    lines = [HEAD.format(cold=COLD, hot=HOT, others=", ".join(f"`{name}`" for name in NOT_TAKEN))]
    lines += [*table(["predictor", *groups], hits_rows(beside, groups)), WORTH]
    rows = (worth_row(trial, result) for trial, result in beside.items())
    lines += table(("engine", "column", "pairs", "advice", "best measured", "lost", "at stake", "named before"), rows)
    main = [runs.main_run(of_cpu) for of_cpu in runs.by_cpu(results).values()]
    lines += [*measured(trials, groups), *outcomes(engines / "known_outcomes.csv", main), MADE_FROM]
    used = dict.fromkeys(os.path.relpath(result.path, engines) for result in [*beside.values(), *main])
    lines += [f"- [log]({path})" for path in used]
    lines += [f"- [trial]({path.relative_to(engines)})" for path in paths]
    return {"engines/README.md": "\n".join(lines) + "\n"} if trials else {}
