# SPDX-License-Identifier: MIT
"""results/engines/README.md: what engines measured with other getters, and which columns of results order them alike.

The page is a function of the trials, and of the results that it lists under "Made from"."""

import itertools
import math
import os
import statistics
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engines.trial_results import CONTROL, KINDS, SHORT_TURN, Getter, Trial, read, read_csv
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
    PERFT: ("all", "perft", "perft"),
    REPLAY: ("all", "games", "replay"),
    "`replay-lookups`": ("all", "games", "replay-lookups"),
    "`setwise`": ("all", "games", "setwise"),
    "queen, `throughput`": ("queen", "games", "throughput"),
    "queen, `latency`": ("queen", "games", "latency"),
}
SMALLER_TABLES = "smaller tables"
SETS = {"rook": 1, "bishop": 1, "both": 2, "queen": 2}  # of a rook or a bishop, in a lookup

# {kind of engine: the predictor that `recommend --for` takes for it}
ADVICE = {"nnue": COLD, "hand-made": HOT, "perft": REPLAY, "setwise": "`setwise`"}

# The columns of known_outcomes.csv.
OUTCOMES = ["change", "date", "source", "kind", "cpu", "old", "new", "measure", "effect", "lo", "hi"]

HEAD = """# Engines

Engines with their slider getters replaced, measured by `scripts/engine-trial`, beside the results of the same CPU and
compiler: which column of results has getters in the order in which they make engines faster?

- **An engine with a neural network**: the {cold}.
- **A hand-made evaluation**: the {hot}.
- **An engine's perft**: {replay}. The column {perft} counts from many positions.

`slidebench recommend --for nnue`, `hand-made` and `perft` rank these columns.

A search begins with cold caches, the more so as the programs of a trial search in turns. In short ones that decides: in
turns of 1 ms Ethereal orders getters as cold caches do, in turns of 31 ms as warm ones. Trials with turns of less than
{turn} ms are apart, as *short*, and so are earlier ones, on Zen 5, which did not record their turns.

## What predicts an engine

Pairs in the measured order, over all trials of a group, of those that differ beyond both intervals and the trial's
resolution. Only getters that an engine would take count: not {others}."""

TRIALS = """
## Trials: what the advice is worth

*Advice*: the getter that is best in the column which `recommend --for` ranks for this kind of engine, and how many
pairs that column has in the measured order. *Lost*: the time of an engine with that getter over that with the best
measured one. *At stake*: that of the worst getter. *Noise*: what copies of one program show. *Sets*: of a rook or a
bishop, per node. A commit named each kind's column before the trials with long turns ran: it was learnt from short
ones on Zen 5, that of perft from the same two engines. No earlier trial had Berserk or Stockfish dev."""

GETTERS = """
## What getters change

The time per node against `magic_fancy`, in %: the median of all trials of a group, and the least and the most."""

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
    """Returns the kind of an engine. Trials whose turns are short or unknown are apart."""
    return trial.kind if trial.turn_ms >= SHORT_TURN else f"{trial.kind}, short"


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
    """Returns whether two getters of a trial differ beyond their intervals and the trial's resolution."""
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


# ---- the trials ----


def trial_row(trial: Trial, result: Result) -> list[str]:
    """Returns how the advice orders pairs, what an author loses who follows it, and what is at stake."""
    advice = ADVICE[trial.kind]
    costs = costs_of(result, advice, trial.kind)
    hits = count_hits(trial, costs)
    measured = [program for program in trial.programs if program.status != CONTROL]
    getters = [getter for getter in measured if getter.name in costs and getter.name not in NOT_TAKEN]
    taken = min(getters, key=lambda getter: costs[getter.name])
    best, worst = (choose(getters, key=lambda getter: getter.ratio) for choose in (min, max))
    lost, at_stake = (f"{100 * (getter.ratio / best.ratio - 1):.1f}" for getter in (taken, worst))
    return [
        group_of(trial),
        f"{trial.name}, {result.microarchitecture}, {trial.compiler}",
        f"{trial.turn_ms:.0f}" if math.isfinite(trial.turn_ms) else "-",
        f"{trial.cycles:.0f}",
        f"{sum(sets * trial.lookups[piece] for piece, sets in SETS.items()):.1f}",
        f"{100 * trial.resolution:.1f}" if math.isfinite(trial.resolution) else "-",
        f"`{taken.name}`, {hits.right} of {hits.pairs}",
        f"`{best.name}`",
        lost,
        at_stake,
    ]


def getter_rows(trials: Sequence[Trial], groups: Sequence[str]) -> Iterator[list[str]]:
    """Yields the changes by each getter, in the order of the first trial that has it."""
    for name in dict.fromkeys(getter.name for trial in trials for getter in trial.getters):
        cells = []
        for group in groups:
            programs = [getter for trial in trials if group_of(trial) == group for getter in trial.getters]
            changes = [100 * (one.ratio - 1) for one in programs if one.name == name and not math.isnan(one.ratio)]
            cells.append(
                f"{statistics.median(changes):+.1f} [{min(changes):+.1f}, {max(changes):+.1f}]" if changes else "-"
            )
        yield [f"`{name}`", *cells]


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
    trials.sort(key=lambda trial: (not trial.turn_ms >= SHORT_TURN, KINDS.index(trial.kind)))
    groups = list(dict.fromkeys(map(group_of, trials)))
    beside = {trial: result for trial in trials if (result := newest(results, trial))}
    lines = [
        HEAD.format(
            cold=COLD,
            hot=HOT,
            replay=REPLAY,
            perft=PERFT,
            turn=SHORT_TURN,
            others=", ".join(f"`{name}`" for name in NOT_TAKEN),
        )
    ]
    lines += [*table(["predictor", *groups], hits_rows(beside, groups)), TRIALS]
    head = ("kind", "engine", "turn, ms", "cycles per node", "sets", "noise, %", "advice", "best measured")
    rows = (trial_row(trial, result) for trial, result in beside.items())
    lines += [*table((*head, "lost, %", "at stake, %"), rows), GETTERS]
    lines += table(["getter", *groups], getter_rows(trials, groups))
    main = [runs.main_run(of_cpu) for of_cpu in runs.by_cpu(results).values()]
    lines += [*outcomes(engines / "known_outcomes.csv", main), MADE_FROM]
    used = dict.fromkeys(os.path.relpath(result.path, engines) for result in [*beside.values(), *main])
    lines += [f"- [log]({path})" for path in used]
    lines += [f"- [trials]({cpu}/)" for cpu in dict.fromkeys(path.parent.name for path in paths)]
    return {"engines/README.md": "\n".join(lines) + "\n"} if trials else {}
