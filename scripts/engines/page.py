# SPDX-License-Identifier: MIT
"""results/engines/README.md and records.def: what engines measured with other getters, and which columns of results
order them alike. Both are functions of the trials, and of the results that the page lists under "Made from"."""

import os
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engines import answer
from engines.trial_results import KINDS, PIECES, SHORT_TURN, Trial, read, read_csv
from slidebench_results.report import runs, uses
from slidebench_results.result import Result

Costs: TypeAlias = dict[str, float]  # {scheme: what a predictor gives for it; less is better}
Beside: TypeAlias = Mapping[Trial, Result]  # the results of each trial's CPU and compiler

COLD, WARM = "NNUE cold: `burst-L2-16`", "HCE warm: `throughput`"
REPLAY = "`replay`"
# {predictor: piece, workload and mode of its column}
COLUMNS = {
    COLD: ("mix-nnue", "games", "burst-L2-16"),
    "NNUE warm: `throughput`": ("mix-nnue", "games", "throughput"),
    WARM: ("mix-hand-made", "games", "throughput"),
    "HCE cold: `burst-L2-16`": ("mix-hand-made", "games", "burst-L2-16"),
    REPLAY: ("all", "games", "replay"),
    "`replay-lookups`": ("all", "games", "replay-lookups"),
    "`setwise`": ("all", "games", "setwise"),
    "queen, `throughput`": ("queen", "games", "throughput"),
    "queen, `latency`": ("queen", "games", "latency"),
}
SMALLER_TABLES = "smaller tables"
SETS = {"rook": 1, "bishop": 1, "both": 2, "queen": 2}  # of a rook or a bishop, in a lookup

# {kind of engine: the predictor that `recommend --for` takes for it}
ADVICE = {"nnue": COLD, "hce": WARM, "perft": REPLAY, "setwise": "`setwise`"}

USES = {"nnue": uses.NNUE_COLD, "hce": uses.HCE_WARM, "perft": uses.REPLAY, "setwise": "set-wise"}  # the same columns

# The columns of known_outcomes.csv.
OUTCOMES = ["change", "date", "source", "kind", "cpu", "old", "new", "measure", "effect", "lo", "hi"]

HEAD = """# Engines

Chess engines with their getters of sliding pieces replaced by schemes, measured by `scripts/engine-trial`, beside the
results of the same CPU and compiler. Two questions: which column of results has getters in the order in which they make
engines faster, and what does an author lose who follows it?

Everything that has an order is drawn in each block of a trial: starts, links, turns and positions.

## Which rule costs least

*Lost*: how much longer an engine takes with the getter that a rule names than with the best one of its trial, on
average and at most. *Always*: one getter in all engines, whichever the column says. *Right*: pairs of getters in the
predicted order. Only pairs count whose difference is larger than their intervals and than the difference between copies
of one program; the pairs of `{base}`, which most engines have, are among them. Getters that no engine would take are
left out: {others}.
**Bold**: what `slidebench recommend` follows.

All {count} trials are of {where}, of builds without link-time and profile-guided
optimisation. Differences of a per cent and less are within the noise of one trial: the order of rules with nearly equal
losses says nothing. What the trials say:"""

TRIALS = """
## The trials

*Advice*: the getter that `recommend` names among those measured; *lost* against the best one, with the noise of both.
*Own*: the engine's own getters. *At stake*: the worst getter against the best. *Copies*: by how much five copies of one
program differ. *Place*: the difference that the order of starts alone makes, and the one that chance would show; where
it is more than chance, it was subtracted. *Sets*: of a rook or a bishop, per node."""

GETTERS = """
## What getters change

The time per node against `{base}`, in %: the median of all trials of a kind, and the least and the most."""

KNOWN = """
## Published outcomes

Changes of getters that engines' authors measured ([known_outcomes.csv](known_outcomes.csv)): {right} were foretold
right, {wrong} wrong, and {open} remain open: the author's interval contains 0, or our CPUs disagree. Positive: the new
one is better. **Here**: its time over the old one's on the CPUs with results, in the column that `recommend` takes. All
CPUs with results have a fast PEXT."""

MADE_FROM = """
## Made from
"""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> Iterator[str]:
    """Yields a table with text in its first columns."""
    yield f"\n| {' | '.join(head)} |\n|{'---|' * texts}{'--:|' * (len(head) - texts)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


# ---- rules ----


def newest(results: Iterable[Result], trial: Trial) -> Result | None:
    """Returns the newest result of the trial's CPU and compiler that has the columns; None: there is none."""
    own = [
        result
        for result in results
        if (result.cpu, result.compiler.replace(" ", "-")) == (trial.cpu, trial.compiler)
        and result.core_kind in ("", "perf")  # a trial runs on the fastest cores
        and all(column in result.columns for column in COLUMNS.values())
    ]
    return max(own, key=lambda result: str(result.record["date"])) if own else None


def costs_of(result: Result, predictor: str) -> Costs:
    """Returns what a predictor gives for the schemes."""
    if predictor == SMALLER_TABLES:
        return {name: scheme.engine_bytes for name, scheme in result.schemes.items()}
    if predictor in COLUMNS:
        return {row.scheme.name: row.cycles.mid for row in result.columns[COLUMNS[predictor]].rows if row.cycles}
    return {predictor: 0.0}  # always this getter


class Record(NamedTuple):
    """What a rule did in the trials of a kind: the losses where its getter was measured, in percent, and the pairs."""

    losses: list[float]
    hits: answer.Hits


def record_of(beside: Beside, kind: str, predictor: str) -> Record:
    """Returns the record of a predictor."""
    losses, right, pairs = [], 0, 0
    for trial, result in beside.items():
        if trial.kind != kind:
            continue
        costs = costs_of(result, predictor)
        hits = answer.count_hits(trial, costs)
        right, pairs = right + hits.right, pairs + hits.pairs
        if choice := answer.choice_of(trial, costs):
            losses.append(answer.loss(choice, answer.best_of(trial)))
    return Record(losses, answer.Hits(right, pairs))


def getters_of(beside: Beside, kind: str) -> list[str]:
    """Returns the getters of a kind's trials that an engine would take."""
    found = (getter.name for trial in beside if trial.kind == kind for getter in answer.candidates(trial))
    return list(dict.fromkeys(found))


def rule_rows(beside: Beside, kind: str) -> Iterator[list[str]]:
    """Yields a line for each rule, first the one that costs least, and of equal ones that with more pairs right."""
    always = getters_of(beside, kind)
    found = {rule: record_of(beside, kind, rule) for rule in (*COLUMNS, SMALLER_TABLES, *always)}
    known = {rule: record for rule, record in found.items() if record.losses}

    def order(rule: str) -> tuple[float, float]:
        losses, hits = known[rule]
        return round(statistics.fmean(losses), 1), -hits.right / max(hits.pairs, 1)

    for rule in sorted(known, key=order):
        losses, hits = known[rule]
        name = f"always `{rule}`" if rule in always else rule
        yield [
            f"**{name}**" if rule == ADVICE[kind] else name,
            f"{statistics.fmean(losses):.1f}",
            f"{max(losses):.1f}",
            str(len(losses)),
            f"{hits.right} of {hits.pairs}" if rule not in always else "-",
        ]


def conclusion(beside: Beside, kind: str) -> str:
    """Returns what the trials of a kind say, in words."""
    losses, hits = record_of(beside, kind, ADVICE[kind])
    mean = {name: statistics.fmean(record_of(beside, kind, name).losses) for name in getters_of(beside, kind)}
    best = min(mean, key=lambda name: mean[name])
    small = record_of(beside, kind, SMALLER_TABLES)
    return (
        f"- **{kind}**: the column that `recommend` follows has {hits.right} of {hits.pairs} pairs in the measured "
        f"order. Its getter lost {statistics.fmean(losses):.1f} % on average. Of the getters that all trials had, "
        f"`{best}` lost least, {mean[best]:.1f} % (chosen with hindsight). Taking the smallest tables lost "
        f"{statistics.fmean(small.losses):.1f} % and has {small.hits.right} pairs right."
    )


# ---- the trials ----


def trial_row(trial: Trial, result: Result) -> list[str]:
    """Returns how the advice orders pairs, what an author loses who follows it, and what is at stake."""
    costs = costs_of(result, ADVICE[trial.kind])
    hits, choice, best = answer.count_hits(trial, costs), answer.choice_of(trial, costs), answer.best_of(trial)
    return [
        trial.kind,
        f"{trial.name}, {result.microarchitecture}, {trial.compiler}",
        f"`{choice.name}`" if choice else "-",
        f"`{best.name}`" + (f" and {more} more" if (more := len(answer.not_told_apart(trial)) - 1) else ""),
        f"{answer.loss(choice, best):.1f} ± {answer.half_interval(choice, best):.1f}" if choice else "-",
        f"{answer.loss(trial.own, best):.1f}" if trial.own else "-",
        f"{answer.at_stake(trial):.1f}",
        f"{hits.right} of {hits.pairs}",
        f"{answer.noise(trial):.1f}",
        f"{100 * trial.place:.1f}, {100 * trial.place_by_chance:.1f}",
        f"{trial.turn_ms:.0f}",
        f"{trial.cycles_per_node:.0f}",
        f"{sum(SETS[piece] * getattr(trial, piece) for piece in PIECES):.1f}",
    ]


def getter_rows(trials: Sequence[Trial], kinds: Sequence[str]) -> Iterator[list[str]]:
    """Yields the changes by each getter, in the order of the first trial that has it."""
    for name in dict.fromkeys(getter.name for trial in trials for getter in trial.getters if getter.name != trial.base):
        cells = []
        for kind in kinds:
            getters = [getter for trial in trials if trial.kind == kind for getter in trial.getters]
            changes = [100 * (one.ratio - 1) for one in getters if one.name == name and one.ratio > 0]
            cells.append(
                f"{statistics.median(changes):+.1f} [{min(changes):+.1f}, {max(changes):+.1f}]" if changes else "-"
            )
        yield [f"`{name}`", *cells]


# ---- what recommend says of its own record ----


def records(trials: Sequence[Trial], beside: Beside) -> Iterator[str]:
    """Yields the lines of records.def."""
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Written by scripts/report from the trials of engines in this folder; harness/plan/profiles.c includes it."
    yield " *"
    yield " * KIND(profile, CPUs, trials, engines, pairs in the order of its column, pairs, at stake: least and most %)"
    yield " * GETTER(profile, number of the trial, scheme, the engine's time with it to that with the base) */"
    for kind in dict.fromkeys(trial.kind for trial in beside):
        own = [trial for trial in beside if trial.kind == kind]
        stakes = [answer.at_stake(trial) for trial in own]
        hits = record_of(beside, kind, ADVICE[kind]).hits
        engines = len({trial.engine for trial in own})
        cpus = " and ".join(sorted({trial.cpu for trial in own}))
        counts = f"{len(own)}, {engines}, {hits.right}, {hits.pairs}"
        yield f'KIND("{kind}", "{cpus}", {counts}, {min(stakes):.1f}, {max(stakes):.1f})'
    for kind in KINDS:
        for number, trial in enumerate(trial for trial in trials if trial.kind == kind):
            for getter in answer.candidates(trial):
                yield f'GETTER("{kind}", {number}, "{getter.name}", {getter.ratio:.4f})'


# ---- published outcomes ----


def effect(line: dict[str, str]) -> str:
    """Returns a published effect."""
    if line["measure"] == "sign":
        return "faster" if line["effect"] == "1" else "not faster"
    ends = f" [{line['lo']}, {line['hi']}]" if line["lo"] else ""
    return f"{line['effect']}{ends} {'Elo' if line['measure'] == 'Elo' else '%'}"


def here(line: dict[str, str], results: Iterable[Result]) -> tuple[str, str]:
    """Returns the times of the new scheme over the old one's in results, and "right", "wrong" or "open"."""
    columns = [column for result in results if (column := uses.columns(result).get(USES[line["kind"]]))]
    pairs = [(column.row(line["new"]), column.row(line["old"])) for column in columns]
    ratios = [new.cycles.mid / old.cycles.mid for new, old in pairs if new and old and new.cycles and old.cycles]
    if not ratios:
        return "-", "open"
    least, most = float(line["lo"] or line["effect"]), float(line["hi"] or line["effect"])
    word = "open"
    if (least > 0 or most < 0) and (max(ratios) < 1 or min(ratios) > 1):
        word = "right" if (least > 0) == (max(ratios) < 1) else "wrong"
    return f"{min(ratios):.2f} to {max(ratios):.2f}", word


def outcomes(path: Path, results: Sequence[Result]) -> Iterator[list[str]]:
    """Yields a line for each outcome of a file, none if it does not exist, last "right", "wrong" or "open"; refuses
    other columns."""
    for line in read_csv(path, OUTCOMES) if path.exists() else ():
        names = [f"`{line['old']}`", f"`{line['new']}`"]
        change = f"[{line['change']}]({line['source']}), {line['date'][:4]}"
        yield [change, line["kind"], line["cpu"], *names, effect(line), *here(line, results)]


def known(path: Path, results: Sequence[Result]) -> Iterator[str]:
    """Yields the part of the page about outcomes, the wrong ones first."""
    rows = list(outcomes(path, results))
    if not rows:
        return
    words = [row[-1] for row in rows]
    yield KNOWN.format(right=words.count("right"), wrong=words.count("wrong"), open=words.count("open"))
    rows.sort(key=lambda row: ("wrong", "right", "open").index(row[-1]))
    yield from table(("change", "kind", "CPU", "from", "to", "effect", "here", ""), rows, texts=5)


# ---- the page ----


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of what is made, if the folder has trials in engines/<cpu>/."""
    engines = folder / "engines"
    paths = sorted(engines.glob("*/*.csv"))
    trials = [read(path) for path in paths]
    trials.sort(key=lambda trial: KINDS.index(trial.kind))
    if not trials:
        return {}
    long = [trial for trial in trials if trial.turn_ms >= SHORT_TURN]
    beside = {trial: result for trial in long if (result := newest(results, trial))}
    kinds = list(dict.fromkeys(trial.kind for trial in beside))
    others = ", ".join(f"`{name}`" for name in answer.NOT_TAKEN)
    where = dict.fromkeys(f"{trial.cpu} ({trial.compiler})" for trial in beside)
    lines = [HEAD.format(base=trials[0].base, others=others, count=len(beside), where=", ".join(where)), ""]
    lines += [conclusion(beside, kind) for kind in kinds]
    for kind in kinds:
        count = sum(trial.kind == kind for trial in beside)
        rules = (
            f"{kind}, {count} trial{'s' if count > 1 else ''}",
            "lost, %",
            "at most, %",
            "trials that had it",
            "right",
        )
        lines += table(rules, rule_rows(beside, kind))
    lines.append(TRIALS)
    what = ("kind", "engine", "advice", "best measured", "lost, %", "own, %", "at stake, %", "right")
    more = ("copies, %", "place, %", "search, ms", "cycles per node", "sets")
    lines += table((*what, *more), (trial_row(trial, result) for trial, result in beside.items()), texts=4)
    lines.append(GETTERS.format(base=trials[0].base))
    lines += table(("getter", *kinds), getter_rows(long, kinds))
    main = [runs.main_run(of_cpu) for of_cpu in runs.by_cpu(results).values()]
    lines += [*known(engines / "known_outcomes.csv", main), MADE_FROM]
    used = dict.fromkeys(os.path.relpath(result.path, engines) for result in [*beside.values(), *main])
    lines += [f"- [log]({path})" for path in used]
    lines += [f"- [trials]({cpu}/)" for cpu in dict.fromkeys(path.parent.name for path in paths)]
    return {
        "engines/README.md": "\n".join(lines) + "\n",
        "engines/records.def": "\n".join(records(long, beside)) + "\n",
    }
