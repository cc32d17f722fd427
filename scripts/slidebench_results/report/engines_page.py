# SPDX-License-Identifier: MIT
"""results/engines/README.md and trials.def: how fast engines were with other getters, and which columns of results put
getters in the same order. Both follow from the trials and from the results that the page lists under "Made from"."""

import itertools
import math
import os
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import markupsafe

from engines import figures
from engines.trial_results import KINDS, PIECES, SHORT_TURN, Trial, read_trial
from slidebench_results import uses
from slidebench_results.report import rules, runs
from slidebench_results.report.markup import listed, page
from slidebench_results.report.outcomes import Outcome, read_outcomes
from slidebench_results.result import Result

# The lines of a table: bounds of the ratio of two getters' times in a column.
STEPS = (1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.5, 10)
SETS = {"rook": 1, "bishop": 1, "both": 2, "queen": 2}  # {lookup: how many sets of a rook or a bishop it finds}

NAMES = {"nnue": "NNUE", "hce": "HCE", "perft": "perft", "setwise": "setwise"}  # of kinds, on pages

# ---- rules ----


def rule_rows(result_of: rules.ResultOf, kind: str) -> Iterator[list[str]]:
    """Yields a line for each rule, for trials of one kind: first the rule that loses least, and of rules that lose
    equally, the one with more pairs right. A getter is a rule if all trials had it."""
    always = figures.common(result_of)
    scores = {rule: rules.score_of(result_of, rule) for rule in (*rules.COLUMNS, rules.SMALLER_TABLES, *always)}
    lines = [(f"always `{rule}`" if rule in always else rule, score) for rule, score in scores.items()]
    of_advice = rules.Score(rules.advice_losses(result_of))
    lines.append((f"**trials of other engines, and {uses.COLUMN_OF_KIND[kind]}**", of_advice))
    measured = [(rule, score) for rule, score in lines if score.losses]
    for rule, score in sorted(measured, key=lambda one: (round(one[1].mean, 1), -one[1].right / max(one[1].pairs, 1))):
        pairs = f"{score.right} of {score.pairs}" if score.pairs else "-"
        yield [rule, f"{score.mean:.1f}", f"{max(score.losses):.1f}", pairs]


def close_in(result_of: rules.ResultOf, kind: str) -> float:
    """Returns how many times slower than the fastest a scheme may be and still be as good, by `recommend`."""
    return next(iter(result_of.values())).rules["close"].get(kind, 1.0)


def close_text(close: float) -> str:
    """Returns "25 %": schemes are as good for an engine if they are slower than the fastest one by at most this."""
    return f"{100 * (close - 1):.0f} %"


def changes(result_of: rules.ResultOf) -> list[tuple[float, float]]:
    """Returns, for all pairs of getters in trials, the ratio of their times in the column that `recommend` follows, and
    how much longer an engine takes with the slower one, in percent."""
    costs = {trial: rules.costs_of(result, uses.COLUMN_OF_KIND[trial.kind]) for trial, result in result_of.items()}
    return [pair for trial in result_of for pair in figures.differences_of_pairs(trial, costs[trial])]


def step_rows(kinds: Mapping[str, rules.ResultOf]) -> Iterator[list[str]]:
    """Yields a line for each range of differences in the column: how many pairs have it, and how much longer an engine
    takes with the slower getter, the median and the middle half, by kind."""
    for low, high in itertools.pairwise(STEPS):
        cells = []
        for kind in kinds:
            times = [change for ratio, change in changes(kinds[kind]) if low <= ratio < high]
            middle = "{1:+.1f} ({0:+.1f} to {2:+.1f})".format(*statistics.quantiles(times)) if len(times) > 1 else "-"
            cells += [str(len(times)), middle]
        step = f"{100 * (low - 1):.0f} to {100 * (high - 1):.0f}"
        yield [step if high < STEPS[-1] else f"over {100 * (low - 1):.0f}", *cells]


def reversed_share(result_of: rules.ResultOf, kind: str) -> float:
    """Returns for how many percent of the pairs of close getters an engine is faster with the getter that is slower in
    the column; nan: too few pairs to say."""
    close = [change < 0 for ratio, change in changes(result_of) if ratio < close_in(result_of, kind)]
    return 100 * statistics.fmean(close) if len(close) >= 30 else math.nan


def conclusion(result_of: rules.ResultOf, kind: str) -> list[str]:
    """Returns what the trials of a kind say of the column that `recommend` follows, of small tables, and of what is at
    stake."""
    column = rules.score_of(result_of, uses.COLUMN_OF_KIND[kind])
    small = rules.score_of(result_of, rules.SMALLER_TABLES)
    advised = statistics.fmean(rules.advice_losses(result_of))
    losses = advised, small.mean, statistics.fmean(map(figures.at_stake, result_of))
    return [NAMES[kind], f"{column.right} of {column.pairs}", *(f"{lost:.1f}" for lost in losses)]


def opening(result_of: rules.ResultOf, kind: str) -> tuple[str, str, float, float, float]:
    """Returns the kind, the getter that loses least if it is always taken, by how many percent engines take less time
    with it than with the base, and the mean loss of this getter and of the advice."""
    lost = {name: rules.score_of(result_of, name).mean for name in figures.common(result_of)}
    getter = min(lost, key=lambda name: lost[name])
    ratios = [each.ratio for trial in result_of for each in trial.getters if each.name == getter]
    saved = 100 * (1 - statistics.median(ratios))
    return NAMES[kind], getter, saved, lost[getter], statistics.fmean(rules.advice_losses(result_of))


# ---- trials ----


def trial_row(trial: Trial, result_of: rules.ResultOf) -> list[str]:
    """Returns the line of a trial: what the advice loses, what is at stake, the pairs in order, and more."""
    result = result_of[trial]
    costs = rules.costs_of(result, uses.COLUMN_OF_KIND[trial.kind])
    choice, best = rules.advised_getter(trial, result_of), figures.best_of(trial)
    return [
        NAMES[trial.kind],
        f"{trial.name}, {result.label}, {trial.compiler}",
        f"`{choice.name}`" if choice else "-",
        f"`{best.name}`" + (f" and {more} more" if (more := len(figures.not_told_apart(trial)) - 1) else ""),
        f"{figures.loss(choice, best):.1f} ± {figures.half_interval_of_loss(choice, best):.1f}" if choice else "-",
        f"{figures.loss(trial.own, best):.1f}" if trial.own else "-",
        f"{figures.at_stake(trial):.1f}",
        "{} of {}".format(*figures.count_hits(trial, costs)),
        f"{figures.resolution_in_percent(trial):.1f}",
        f"{100 * trial.place:.1f}, {100 * trial.place_by_chance:.1f}",
        f"{trial.turn_ms:.0f}",
        f"{trial.cycles_per_node:.0f}",
        f"{sum(SETS[piece] * getattr(trial, piece) for piece in PIECES):.1f}",
    ]


def getter_rows(trials: Sequence[Trial], groups: Sequence[tuple[str, str]]) -> Iterator[list[str]]:
    """Yields a line for each getter: by how much it changes times, for each kind and CPU."""
    for name in dict.fromkeys(getter.name for trial in trials for getter in trial.getters if getter.name != trial.base):
        cells = []
        for group in groups:
            getters = [getter for trial in trials if (trial.kind, trial.cpu) == group for getter in trial.getters]
            changes = [100 * (one.ratio - 1) for one in getters if one.name == name and not math.isnan(one.ratio)]
            ends = f" [{min(changes):+.1f}, {max(changes):+.1f}]" if len(changes) > 1 else ""
            cells.append(f"{statistics.median(changes):+.1f}{ends}" if changes else "-")
        yield [f"`{name}`", *cells]


# ---- what recommend says of its own record ----


RECORDS = ("KIND", "GETTER", "TRIED")  # macros of trials.def


def records(result_of: rules.ResultOf) -> Iterator[str]:
    """Yields the lines of trials.def."""
    yield "/* SPDX-License-Identifier: MIT"
    yield " *"
    yield " * Written by scripts/report from the trials of engines in this folder; harness/plan/profiles.c includes it."
    yield " *"
    yield " * KIND(profile, CPUs, trials, engines, at stake: at most %, exponent)"
    yield " * GETTER(profile, number of the trial, scheme, the engine's time with it over its time with the base)"
    yield " * TRIED(profile, scheme, trials, residual)"
    yield " *"
    yield " * Who includes it defines one of these or more, and profiles.h says what they are. */"
    for macro in RECORDS:
        yield f"#ifndef {macro}\n#define {macro}(...)\n#endif"
    for kind, own in rules.by_kind(result_of).items():
        stakes = [figures.at_stake(trial) for trial in own]
        engines = len({trial.engine for trial in own})
        exponent = rules.evidence_of(own, kind).exponent
        cpus = listed(sorted({trial.cpu for trial in own}))
        yield f'KIND("{kind}", "{cpus}", {len(own)}, {engines}, {max(stakes):.1f}, {exponent:.4f})'
    for kind, own in rules.by_kind(result_of).items():
        for number, trial in enumerate(own):
            for getter in figures.candidates(trial):
                yield f'GETTER("{kind}", {number}, "{getter.name}", {getter.ratio:.4f})'
        evidence = rules.evidence_of(own, kind)
        for name, residual in evidence.residual.items():
            yield f'TRIED("{kind}", "{name}", {evidence.trials[name]}, {residual:.4f})'
    for macro in RECORDS:
        yield f"#undef {macro}"


# ---- published outcomes ----


def effect(outcome: Outcome) -> str:
    """Returns a published effect in words or with its unit and interval: "faster", "1.8 [0.5, 3.1] Elo", "3 %"."""
    if outcome.measure == "sign":
        return "faster" if outcome.effect == "1" else "not faster"
    ends = f" [{outcome.lo}, {outcome.hi}]" if outcome.lo else ""
    return f"{outcome.effect}{ends} {'Elo' if outcome.measure == 'Elo' else '%'}"


def foretold(outcome: Outcome, results: Iterable[Result]) -> tuple[str, str]:
    """Returns the range of the new scheme's time over the old one's in our results, and whether these ratios foretell
    the effect: "right", "wrong" or "open"."""
    columns = [uses.columns(result).get(outcome.use) for result in results]
    pairs = [[each and each.cycles.get(name) for name in (outcome.new, outcome.old)] for each in columns]
    ratios = [new / old for new, old in pairs if new and old]
    elsewhere = outcome.slow_pext or outcome.new in uses.ARM_ONLY  # none of our CPUs has these
    if elsewhere or not ratios:
        return "-", "open"
    sign = (max(ratios) < 1) - (min(ratios) > 1)  # the sign of the effect; 0: our CPUs disagree
    word = {1: "right", 0: "open", -1: "wrong"}[sign * outcome.sign]
    return f"{min(ratios):.2f} to {max(ratios):.2f}", word


def outcome_row(outcome: Outcome, results: Sequence[Result]) -> list[str]:
    """Returns an outcome, last "right", "wrong" or "open"."""
    change = markupsafe.Markup(f"[{outcome.change}]({outcome.source}), {outcome.date[:4]}")
    names = [f"`{outcome.old}`", f"`{outcome.new}`"]
    return [change, NAMES[outcome.kind], outcome.cpu, *names, effect(outcome), *foretold(outcome, results)]


# ---- the page ----


def files(results: Sequence[Result], folder: Path) -> dict[str, str]:
    """Returns {path from the folder: text} of what is made, if the folder has trials in engines/<cpu>/."""
    engines = folder / "engines"
    paths = sorted(engines.glob("*/*.csv"))
    trials = sorted(map(read_trial, paths), key=lambda trial: KINDS.index(trial.kind))
    if not trials:
        return {}
    result_of = rules.results_of(trials, results)
    mains = runs.mains(results, folder)
    labels = {run.cpu: label for label, run in mains.items()}
    outcome_rows = [outcome_row(each, list(mains.values())) for each in read_outcomes(engines / "known_outcomes.csv")]
    long = [trial for trial in trials if trial.turn_ms >= SHORT_TURN]
    groups = list(dict.fromkeys((trial.kind, trial.cpu) for trial in long))
    kinds = rules.by_kind(result_of)
    closely = {kind: own for kind, own in kinds.items() if close_in(own, kind) > 1}
    compilers: dict[str, set[str]] = {}
    for trial in result_of:
        compilers.setdefault(trial.cpu, set()).add(trial.compiler.replace("-", " "))
    text = page(
        "ENGINES.md.j2",
        base=f"`{trials[0].base}`",
        others=[f"`{name}`" for name in figures.NOT_TAKEN],
        count=len(result_of),
        resolutions=[figures.resolution_in_percent(trial) for trial in result_of],
        engines=len({trial.engine for trial in result_of}),
        where=[f"on {labels[cpu]} by {' and '.join(sorted(by))}" for cpu, by in compilers.items()],
        opening=[opening(own, kind) for kind, own in closely.items()],
        own_of_2026={
            f"{trial.engine} {trial.version}": figures.loss(trial.own, figures.best_of(trial))
            for trial in result_of
            if trial.own and trial.version.startswith("dev-2026")
        },
        conclusions=[conclusion(own, kind) for kind, own in kinds.items()],
        step_heads=[head for kind in closely for head in (f"{NAMES[kind]}: pairs", "engine, %")],
        steps=step_rows(closely),
        close=[
            (NAMES[kind], close_text(close_in(own, kind)), reversed_share(own, kind)) for kind, own in closely.items()
        ],
        exponents=[f"{rules.evidence_of(own, kind).exponent:.3f} with {NAMES[kind]}" for kind, own in kinds.items()],
        rules=[(NAMES[kind], len(own), rule_rows(own, kind)) for kind, own in kinds.items()],
        trial_rows=[trial_row(trial, result_of) for trial in result_of],
        groups=[f"{NAMES[kind]}, {labels.get(cpu, cpu)}" for kind, cpu in groups],
        getter_rows=getter_rows(long, groups),
        known=sorted(outcome_rows, key=lambda row: ("wrong", "right", "open").index(row[-1])),
        outcomes=Counter(row[-1] for row in outcome_rows),
        logs=dict.fromkeys(os.path.relpath(result.path, engines) for result in [*result_of.values(), *mains.values()]),
        cpus=dict.fromkeys(path.parent.name for path in paths),
    )
    return {"engines/README.md": text, "engines/trials.def": "\n".join(records(result_of)) + "\n"}
