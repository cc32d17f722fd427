# SPDX-License-Identifier: MIT
"""One picture: predicted against measured change, a panel per kind of engine."""

from collections.abc import Sequence

from engines.model.assessment import Assessment
from engines.model.fit import by_trial
from slidebench_tools.style import INK, draw, grid

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c959f")  # Okabe & Ito's, and grey
MARKERS = ("o", "s", "D", "^")
LINEAR_TO, TICKS = 5, (-20, -10, -5, -2, 0, 2, 5, 10, 20, 50)  # percent


def scatter(assessments: Sequence[Assessment]) -> str:
    """Draws each getter with the interval of its measured change; the line is a prediction without error."""
    figure, axes = grid(assessments, 3.8, 3.6, min(3, len(assessments)))
    for assessment, axis in zip(assessments, axes):
        for i, (trial, points) in enumerate(by_trial(assessment.predicted).items()):
            xs, ys = [100 * assessment.predicted[p] for p in points], [100 * p.measured for p in points]
            getters = [p.getter for p in points]
            ends = [[100 * (g.ratio - g.lo) for g in getters], [100 * (g.hi - g.ratio) for g in getters]]
            look = {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i // len(COLOURS) % len(MARKERS)]}
            label = f"{trial.engine}, {trial.cpu}, {trial.compiler}"
            axis.errorbar(xs, ys, ends, linestyle="", markersize=3.5, linewidth=0.7, label=label, **look)
        axis.axline((0, 0), slope=1, color=INK, linewidth=0.6)
        for which in "x", "y":
            getattr(axis, f"set_{which}scale")("symlog", linthresh=LINEAR_TO)
            getattr(axis, f"set_{which}ticks")(TICKS, [f"{tick:+d}" if tick else "0" for tick in TICKS])
            getattr(axis, f"set_{which}ticks")([], minor=True)
        axis.set_title(f"{assessment.kind}: cycles per node against the base, %")
        axis.set_xlabel("predicted by the model")
        axis.set_ylabel("measured; line: interval")
        axis.legend(fontsize=6, frameon=False)
    return draw(figure)
