# SPDX-License-Identifier: MIT
"""results/engines/README.md and records.def: what engines measured with other getters, and which columns of results
order them alike. Both are functions of the trials, and of the results that the page lists under "Made from"."""

import itertools
import math
import os
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import markupsafe

from engines import answer
from engines.trial_results import KINDS, PIECES, SHORT_TURN, Trial, read, read_csv
from slidebench_results.report import runs, uses
from slidebench_results.report.markup import listed, page
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
# {predictor: two columns, whose geometric mean it is}
MEANS = {f"{a} and {b}": (a, b) for a, b in itertools.combinations(COLUMNS, 2)}
SETS = {"rook": 1, "bishop": 1, "both": 2, "queen": 2}  # of a rook or a bishop, in a lookup

# {kind of engine: the predictor that `recommend --for` takes for it}
ADVICE = {"nnue": COLD, "hce": WARM, "perft": REPLAY, "setwise": "`setwise`"}

NAMES = {"nnue": "NNUE", "hce": "HCE", "perft": "perft", "setwise": "setwise"}  # of kinds, on pages
USES = {"nnue": uses.NNUE_COLD, "hce": uses.HCE_WARM, "perft": uses.REPLAY, "setwise": "set-wise"}  # the same columns

# The columns of known_outcomes.csv.
OUTCOMES = ["change", "date", "source", "kind", "cpu", "old", "new", "measure", "effect", "lo", "hi"]

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
    if predictor in MEANS:
        first, second = (costs_of(result, column) for column in MEANS[predictor])
        return {name: math.sqrt(first[name] * second[name]) for name in first.keys() & second.keys()}
    if predictor in COLUMNS:
        return result.columns[COLUMNS[predictor]].cycles
    return {predictor: 0.0}  # always this getter


def record_of(beside: Beside, kind: str, predictor: str) -> answer.Record:
    """Returns what a predictor did in the trials of a kind."""
    own = [(trial, costs_of(result, predictor)) for trial, result in beside.items() if trial.kind == kind]
    return answer.record_of(own)


def by_cpu(beside: Beside, kind: str) -> dict[str, Beside]:
    """Returns {CPU: its trials of a kind}, nothing if all are of one CPU."""
    own = [trial for trial in beside if trial.kind == kind]
    cpus = sorted({trial.cpu for trial in own})
    return {cpu: {one: beside[one] for one in own if one.cpu == cpu} for cpu in cpus if len(cpus) > 1}


def always_records(beside: Beside, kind: str) -> dict[str, answer.Record]:
    """Returns the records of taking one getter in all trials of a kind, by the getters that all of them had and an
    engine would take."""
    own = (trial for trial in beside if trial.kind == kind)
    return {name: record_of(beside, kind, name) for name in answer.common(own)}


def rule_rows(beside: Beside, kind: str) -> Iterator[list[str]]:
    """Yields a line for each rule: first the rule that loses least, and of equal ones the rule with more pairs right.
    If the kind was tried on several CPUs, a line ends with the mean loss on each."""
    found = {rule: record_of(beside, kind, rule) for rule in (*COLUMNS, SMALLER_TABLES)}
    always = always_records(beside, kind)
    known = [(rule, record) for rule, record in (found | always).items() if record.losses]
    for rule, record in sorted(known, key=lambda one: (round(one[1].mean, 1), -one[1].right / max(one[1].pairs, 1))):
        name = f"always `{rule}`" if rule in always else f"**{rule}**" if rule == ADVICE[kind] else rule
        pairs = "-" if rule in always else f"{record.right} of {record.pairs}"
        yield [name, f"{record.mean:.1f}", f"{max(record.losses):.1f}", pairs, *losses_by_cpu(beside, kind, rule)]


def losses_by_cpu(beside: Beside, kind: str, rule: str) -> list[str]:
    """Returns the mean loss of a rule in the trials of a kind, on each of several CPUs."""
    records = [record_of(part, kind, rule) for part in by_cpu(beside, kind).values()]
    return [f"{record.mean:.1f}" if record.losses else "-" for record in records]


def sizes(beside: Beside, kind: str) -> tuple[float, float]:
    """Returns by how many percent of an engine's time getters differ from the base, and by how many the column that
    `recommend` follows, times the lookups per node, misses that: the means of absolute values. nan: no getter."""
    found = []
    for trial, result in beside.items():
        costs = costs_of(result, ADVICE[kind])
        for getter in answer.candidates(trial) if trial.kind == kind and trial.base in costs else ():
            if getter.name in costs and getter.name != trial.base:
                lookups = sum(getattr(trial, piece) for piece in PIECES)
                foretold = lookups * (costs[getter.name] - costs[trial.base]) / trial.cycles_per_node
                found.append((100 * abs(getter.ratio - 1), 100 * abs(foretold - (getter.ratio - 1))))
    changes, errors = zip(*found or [(math.nan, math.nan)])
    return statistics.fmean(changes), statistics.fmean(errors)


def conclusion(beside: Beside, kind: str) -> tuple[str, answer.Record, str, float, answer.Record, tuple[float, float]]:
    """Returns what the trials of a kind say: the record of the column that `recommend` follows, the getter that lost
    least with its mean loss, the record of the smallest tables, and sizes()."""
    lost = {name: record.mean for name, record in always_records(beside, kind).items()}
    best = min(lost, key=lambda name: lost[name])
    advice, small = (record_of(beside, kind, rule) for rule in (ADVICE[kind], SMALLER_TABLES))
    return NAMES[kind], advice, f"`{best}`", lost[best], small, sizes(beside, kind)


# ---- what advice is worth ----


def rules_of(beside: Beside, kind: str) -> dict[str, answer.Record]:
    """Returns the records of all rules that the trials of a kind could have chosen: columns, means of two, small
    tables, and always the same getter."""
    rules = (*COLUMNS, *MEANS, SMALLER_TABLES)
    return {rule: record_of(beside, kind, rule) for rule in rules} | always_records(beside, kind)


def held_out(beside: Beside, kind: str) -> list[float]:
    """Returns the losses if each engine takes the rule that lost least in the trials of the other engines."""
    losses = []
    for engine in dict.fromkeys(trial.engine for trial in beside if trial.kind == kind):
        others = {trial: result for trial, result in beside.items() if trial.engine != engine}
        known = {rule: found.mean for rule, found in rules_of(others, kind).items() if found.losses}
        if known:
            own = {trial: result for trial, result in beside.items() if trial.engine == engine}
            losses += record_of(own, kind, min(known, key=lambda rule: known[rule])).losses
    return losses


def worth(beside: Beside, kind: str) -> dict[str, str]:
    """Returns {way to choose a getter: what it loses in the trials of a kind}."""
    found = {rule: record for rule, record in rules_of(beside, kind).items() if record.losses}
    names = (list(always_records(beside, kind)), list(MEANS))
    getter, mean = (min(each, key=lambda name: found[name].mean) for each in names)
    own = [trial for trial in beside if trial.kind == kind]
    return {
        "the column that `recommend` follows": mean_and_most(found[ADVICE[kind]].losses),
        "the best geometric mean of two columns, with hindsight": f"{mean_and_most(found[mean].losses)} {mean}",
        "the rule that lost least, learnt from the other engines": mean_and_most(held_out(beside, kind)),
        "always the same getter, the best with hindsight": f"{mean_and_most(found[getter].losses)} `{getter}`",
        "a getter drawn by lot": mean_and_most([answer.mean_loss(trial) for trial in own]),
        "the worst getter": mean_and_most([answer.at_stake(trial) for trial in own]),
    }


def worth_rows(beside: Beside, kinds: Sequence[str]) -> list[list[str]]:
    """Returns a line for each way of worth(), with a cell for each kind."""
    of_kinds = [worth(beside, kind) for kind in kinds]
    return [[way, *(each[way] for each in of_kinds)] for way in of_kinds[0]] if of_kinds else []


def mean_and_most(losses: Sequence[float]) -> str:
    """Returns the mean and the largest of some losses."""
    return f"{statistics.fmean(losses):.1f} ({max(losses):.1f})" if losses else "-"


def no_tables(results: Iterable[Result]) -> float:
    """Returns how many times as long as the best scheme the best one without tables takes in NNUE cold, at least."""
    columns = [result.columns[COLUMNS[COLD]] for result in results]
    return min(float(column.choices["no-tables"].ratio.mid or math.nan) for column in columns) if columns else math.nan


# ---- the trials ----


def trial_row(trial: Trial, result: Result) -> list[str]:
    """Returns how the advice orders pairs, what an author loses who follows it, and what is at stake."""
    costs = costs_of(result, ADVICE[trial.kind])
    choice, best = answer.choice_of(trial, costs), answer.best_of(trial)
    return [
        NAMES[trial.kind],
        f"{trial.name}, {result.microarchitecture}, {trial.compiler}",
        f"`{choice.name}`" if choice else "-",
        f"`{best.name}`" + (f" and {more} more" if (more := len(answer.not_told_apart(trial)) - 1) else ""),
        f"{answer.loss(choice, best):.1f} ± {answer.half_interval(choice, best):.1f}" if choice else "-",
        f"{answer.loss(trial.own, best):.1f}" if trial.own else "-",
        f"{answer.at_stake(trial):.1f}",
        "{} of {}".format(*answer.count_hits(trial, costs)),
        f"{answer.noise(trial):.1f}",
        f"{100 * trial.place:.1f}, {100 * trial.place_by_chance:.1f}",
        f"{trial.turn_ms:.0f}",
        f"{trial.cycles_per_node:.0f}",
        f"{sum(SETS[piece] * getattr(trial, piece) for piece in PIECES):.1f}",
    ]


def getter_rows(trials: Sequence[Trial], groups: Sequence[tuple[str, str]]) -> Iterator[list[str]]:
    """Yields the changes by each getter, for each kind and CPU, in the order of the first trial that has it."""
    for name in dict.fromkeys(getter.name for trial in trials for getter in trial.getters if getter.name != trial.base):
        cells = []
        for group in groups:
            getters = [getter for trial in trials if (trial.kind, trial.cpu) == group for getter in trial.getters]
            changes = [100 * (one.ratio - 1) for one in getters if one.name == name and one.ratio > 0]
            ends = f" [{min(changes):+.1f}, {max(changes):+.1f}]" if len(changes) > 1 else ""
            cells.append(f"{statistics.median(changes):+.1f}{ends}" if changes else "-")
        yield [f"`{name}`", *cells]


# ---- what recommend says of its own record ----


def records(trials: Sequence[Trial], beside: Beside) -> Iterator[str]:
    """Yields the lines of records.def."""
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Written by scripts/report from the trials of engines in this folder; harness/plan/profiles.c includes it."
    yield " *"
    yield " * KIND(profile, CPUs, trials, engines, pairs in the order of its column, pairs, at stake: at most %)"
    yield " * GETTER(profile, number of the trial, scheme, the engine's time with it to that with the base) */"
    for kind in dict.fromkeys(trial.kind for trial in beside):
        own = [trial for trial in beside if trial.kind == kind]
        stakes = [answer.at_stake(trial) for trial in own]
        advice = record_of(beside, kind, ADVICE[kind])
        engines = len({trial.engine for trial in own})
        cpus = listed(sorted({trial.cpu for trial in own}))
        counts = f"{len(own)}, {engines}, {advice.right}, {advice.pairs}"
        yield f'KIND("{kind}", "{cpus}", {counts}, {max(stakes):.1f})'
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
    """Returns the range in results of the new scheme's time over the old one's, and whether it foretells the effect:
    "right", "wrong" or "open"."""
    columns = [uses.columns(result).get(USES[line["kind"]]) for result in results]
    pairs = [[each and each.cycles.get(line[name]) for name in ("new", "old")] for each in columns]
    ratios = [new / old for new, old in pairs if new and old]
    elsewhere = "slow PEXT" in line["cpu"] or line["new"] in uses.OF_ARM  # none of our CPUs has these
    if elsewhere or not ratios:
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
        change = markupsafe.Markup(f"[{line['change']}]({line['source']}), {line['date'][:4]}")
        yield [change, NAMES[line["kind"]], line["cpu"], *names, effect(line), *here(line, results)]


# ---- the page ----


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of what is made, if the folder has trials in engines/<cpu>/."""
    engines = folder / "engines"
    paths = sorted(engines.glob("*/*.csv"))
    trials = sorted(map(read, paths), key=lambda trial: KINDS.index(trial.kind))
    if not trials:
        return {}
    long = [trial for trial in trials if trial.turn_ms >= SHORT_TURN]
    beside = {trial: result for trial in long if (result := newest(results, trial))}
    kinds = list(dict.fromkeys(trial.kind for trial in beside))
    mains = runs.mains(results)
    labels = {run.cpu: label for label, run in mains.items()}
    known = list(outcomes(engines / "known_outcomes.csv", list(mains.values())))
    counts = Counter(trial.kind for trial in beside)
    groups = list(dict.fromkeys((trial.kind, trial.cpu) for trial in long))
    compilers = defaultdict[str, set[str]](set)
    for trial in beside:
        compilers[trial.cpu].add(trial.compiler.replace("-", " "))
    text = page(
        "ENGINES.md.j2",
        base=f"`{trials[0].base}`",
        others=[f"`{name}`" for name in answer.NOT_TAKEN],
        count=len(beside),
        engines=len({trial.engine for trial in beside}),
        where=[f"on {labels[cpu]} by {' and '.join(sorted(by))}" for cpu, by in compilers.items()],
        kinds=[NAMES[kind] for kind in kinds],
        conclusions=[conclusion(beside, kind) for kind in kinds],
        worth_rows=worth_rows(beside, kinds),
        no_tables=no_tables(beside.values()),
        rules=[
            (NAMES[kind], counts[kind], [f"on {labels[cpu]}" for cpu in by_cpu(beside, kind)], rule_rows(beside, kind))
            for kind in kinds
        ],
        trial_rows=[trial_row(trial, result) for trial, result in beside.items()],
        groups=[f"{NAMES[kind]}, {labels.get(cpu, cpu)}" for kind, cpu in groups],
        getter_rows=getter_rows(long, groups),
        known=sorted(known, key=lambda row: ("wrong", "right", "open").index(row[-1])),
        outcomes=Counter(row[-1] for row in known),
        logs=dict.fromkeys(os.path.relpath(result.path, engines) for result in [*beside.values(), *mains.values()]),
        cpus=dict.fromkeys(path.parent.name for path in paths),
    )
    return {"engines/README.md": text, "engines/records.def": "\n".join(records(long, beside)) + "\n"}
