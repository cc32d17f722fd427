# SPDX-License-Identifier: MIT
"""results/engines/README.md: what was measured, what predicts it, the model, and published outcomes."""

import collections
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engines.model import known
from engines.model.assessment import Assessment, Quality, Suites
from engines.model.known import Outcome
from engines.model.published import Published
from engines.model.trials import Getter, Trial
from engines.stats import MARGIN, Interval
from engines.trial_format import KINDS, PIECES

HEAD = """# Engines

What the suite's figures are worth in engines: engines with their slider getters replaced, measured by
`scripts/engine-trial`, beside the suite's results of the same CPU and compiler. `scripts/predict` writes this page,
[model.csv](model.csv) and the picture."""

MODEL = """
## The model

    cycles per node, a getter's minus the base's = sum over pieces of lookups x ((1 - w) x hot + w x cold)

`hot` is the mode in the table, `cold` the `burst` whose other memory is nearest to the L2 cache in size; both are the
getter's cycles minus the base's. One w for each kind of engine, fitted by least absolute deviations; its 95 % interval
is a bootstrap over engines and getters. Nine of ten predictions for an engine that the fit did not have were closer
than the error."""

MODES = """
### {kind}: what predicts it

Hits: of the pairs of getters that differ by more than {margin:.0f} %, beyond their intervals and the trial's
resolution, those that are in the predicted order. Spearman: within a trial, mean over trials. Slope: how much of a
predicted change is measured. Error: nine of ten predictions are closer, on engines left out; a mode alone is scaled to
fit the other engines.
"""

KNOWN = """
## Published outcomes

Changes of getters that engines' authors measured ([known_outcomes.csv](known_outcomes.csv)), and what the model
predicts for nodes per second from the results of each recorded CPU. Nothing was fitted on them. Only the signs are
compared: Elo has no size here, and the authors' CPUs are others. An interval that contains 0 is not resolved. Code that
computes all sliders of a side at once (Reckless #914) is no lookup, so the model does not cover it.
"""

MADE_FROM = """
## Made from

This page, the picture and model.csv are of exactly these results and trials, with known_outcomes.csv:
"""

UNRECORDED = "no results of such a CPU"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yields a table with text in its first column."""
    yield f"\n| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def percent(value: float, digits: int = 1, sign: bool = False) -> str:
    """Returns a relative value in percent; "-": unknown."""
    return "-" if not math.isfinite(value) else f"{100 * value:{'+' if sign else ''}.{digits}f}"


def plain(value: float) -> str:
    """Returns a number with two decimals, "-" if unknown."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def summary(assessments: Sequence[Assessment]) -> Iterator[str]:
    """Yields one sentence for each kind that was measured."""
    for a in assessments:
        hits, best = a.model.hits, max(a.modes, key=lambda quality: quality.hits.right)
        engines = f"{a.engines} engine{'s' * (a.engines > 1)}"
        error = percent(a.model.error)
        tested = "" if error == "-" else f"; nine of ten predictions err by {error} % at most"
        yield (
            f"\n**{a.kind}** ({engines}): the model orders {hits.right} of {hits.pairs} resolved pairs of getters as "
            f"measured{tested}. Of the modes alone, {best.name} orders most: {best.hits.right}."
        )


# ---- what was measured ----


def measured(trials: Sequence[Trial]) -> Iterator[str]:
    """Yields the table of trials and, per kind, that of getters."""
    if not trials:
        yield "\nNo engine has been measured yet: the numbers of the model are assumptions."
        return
    yield "\n## Measured\n\nLookups per node, of the engine with the base; resolution: what copies of the base show."
    head = ("engine", "kind", "CPU", "compiler", "cycles per node", *PIECES, "resolution, %", "blocks x rounds")
    yield from table(head, (trial_row(trial) for trial in trials))
    for kind in KINDS:
        if own := [trial for trial in trials if trial.kind == kind]:
            yield f"\n### {kind}: cycles per node over the base's\n\n**Bold**: resolved, beyond the noise."
            yield from table(["getter", *map(name_of, own)], getter_rows(own))


def name_of(trial: Trial) -> str:
    """Returns the heading of a trial's column."""
    return f"{trial.engine}, {trial.cpu}, {trial.compiler}"


def trial_row(trial: Trial) -> list[str]:
    """Returns the line of a trial."""
    lookups = [f"{trial.lookups[piece]:.2f}" for piece in PIECES]
    engine = f"{trial.engine} `{trial.commit[:12]}`" if trial.commit else trial.engine
    facts = [percent(trial.resolution, 2), f"{trial.blocks} x {trial.rounds}"]
    return [engine, trial.kind, trial.cpu, trial.compiler, f"{trial.cycles:.0f}", *lookups, *facts]


def getter_rows(trials: Sequence[Trial]) -> Iterator[list[str]]:
    """Yields the ratios of each getter, by the first trial that has it."""
    by_trial = [{getter.name: getter for getter in trial.getters} for trial in trials]
    for name in dict.fromkeys(name for getters in by_trial for name in getters):
        yield [f"`{name}`", *(ratio(getters.get(name)) for getters in by_trial)]


def ratio(getter: Getter | None) -> str:
    """Returns a ratio with its interval."""
    if not getter or math.isnan(getter.lo):
        return "-"
    mid = f"**{getter.ratio:.3f}**" if getter.resolved else f"{getter.ratio:.3f}"
    return f"{mid} [{getter.lo:.3f}, {getter.hi:.3f}]"


# ---- the model ----


def quality_row(quality: Quality) -> list[str]:
    """Returns the line of a mode."""
    hits = f"{quality.hits.right} of {quality.hits.pairs}"
    numbers = [plain(quality.spearman), plain(quality.slope), percent(quality.error)]
    return [quality.name, str(quality.getters), hits, *numbers]


def modes(assessment: Assessment) -> Iterator[str]:
    """Yields what predicts a kind of engine."""
    yield MODES.format(kind=assessment.kind, margin=100 * MARGIN).rstrip()
    rows = [assessment.model._replace(name="**the model**"), *assessment.modes]
    yield from table(("mode, workload", "getters", "hits", "Spearman", "slope", "error, %"), map(quality_row, rows))
    hits = assessment.model.hits
    engines = f"{assessment.engines} engine{'s' * (assessment.engines > 1)}"
    if not hits.pairs:
        yield f"\nNot resolved: no two getters in the {engines} of this kind differ by more than the measurement shows."
    if assessment.engines == 1:
        yield "\nOne engine only: hits, Spearman and slope of the model are of its own fit, and no error is known."


def model(models: dict[str, Published]) -> Iterator[str]:
    """Yields the numbers of the model."""
    yield MODEL
    head = ("kind", "hot", "w", "error, %", "engines", *(f"{p}, per node" for p in PIECES), "cycles per node")
    yield from table(head, (model_row(models[kind]) for kind in KINDS))
    if assumed := [kind for kind in KINDS if not models[kind].engines]:
        yield f"\nw is assumed, since no engine was measured: {', '.join(assumed)}."


def model_row(m: Published) -> list[str]:
    """Returns the line of a kind."""
    numbers = [f"{m.w:.2f} [{m.w_lo:.2f}, {m.w_hi:.2f}]", percent(m.error), str(int(m.engines))]
    lookups = [f"{value:.2f}" for value in m.lookups.values()]
    return [m.kind, f"{m.hot}, {m.workload}", *numbers, *lookups, f"{m.cycles_per_node:.0f}"]


# ---- published outcomes ----


def effect_text(outcome: Outcome) -> str:
    """Returns a published effect."""
    mid, lo, hi = outcome.effect
    if outcome.measure == "sign":
        return "faster" if mid > 0 else "not faster"
    ends = "" if math.isnan(lo) else f" [{lo:+.1f}, {hi:+.1f}]"
    return f"{mid:+.1f}{ends} {'Elo' if outcome.measure == 'Elo' else '%'}"


def interval_text(value: Interval) -> str:
    """Returns a predicted change in percent."""
    return f"{value[0]:+.1f} [{value[1]:+.1f}, {value[2]:+.1f}]"


def outcomes(known_ones: Sequence[Outcome], models: dict[str, Published], suites: Suites) -> Iterator[str]:
    """Yields the predictions of published outcomes."""
    yield KNOWN.rstrip() + "\n"
    rows, same_sign = [], []
    for one in known_ones:
        name = f"[{one.change}]({one.source}), {one.kind}, {one.cpu}: `{one.old}` to `{one.new}`"
        for suite in suites.values():
            if predicted := known.predict(one, models[one.kind], suite):
                verdict = known.verdict(one, predicted)
                if verdict != known.UNMEASURED:
                    same_sign.append((predicted[0] > 0) == (one.effect[0] > 0))
                rows.append([name, effect_text(one) if name else "", suite.name, interval_text(predicted), verdict])
                name = ""
        if name:
            rows.append([name, effect_text(one), "-", "-", UNRECORDED])
    counts = collections.Counter(row[-1] for row in rows if row[-1] != UNRECORDED)
    yield ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items(), reverse=True)) + "."
    if same_sign:
        yield (
            f"\nWithout its interval, the prediction has the measured sign in {sum(same_sign)} of {len(same_sign)}"
            " where that is resolved."
        )
    yield from table(("change", "measured", "predicted from", "predicted, %", "verdict"), rows)


def render(
    trials: Sequence[Trial],
    assessments: Sequence[Assessment],
    models: dict[str, Published],
    suites: Suites,
    known_ones: Sequence[Outcome],
) -> str:
    """Returns the text of the page."""
    lines = [HEAD, *summary(assessments), *measured(trials), *model(models)]
    if assessments:
        lines.append("\n![Predicted and measured change of each getter](prediction.svg)")
    for assessment in assessments:
        lines += modes(assessment)
    if known_ones:
        lines += outcomes(known_ones, models, suites)
    return "\n".join(lines) + "\n"


def made_from(folder: Path, logs: Sequence[Path], trials: Sequence[Path]) -> str:
    """Returns the end of the page: links to the results and to the trials, which are in the folder of results."""
    names = [str(path.relative_to(folder)) for path in (*logs, *trials)]
    links = (f"- [{name}]({os.path.relpath(name, 'engines')})" for name in names)
    return "\n".join([MADE_FROM, *links]) + "\n"
