# SPDX-License-Identifier: MIT
"""Numbers as text, each with no more digits than its interval supports."""

from slidebench_results.result import Figure


def half(figure: Figure) -> float | None:
    """Returns half of the interval of a figure, None if it is unknown."""
    return None if figure.lo is None or figure.hi is None else (figure.hi - figure.lo) / 2


def with_digits(time: Figure) -> str:
    """Returns a time with as many digits as half of its interval supports, two at most."""
    around = half(time) or 0
    return f"{time.mid:.{2 if around < 0.05 else 1 if around < 0.5 else 0}f}"


def ends_of_wide(time: Figure) -> str:
    """Returns both ends of an interval that is wider than its figure, which then is no result; "" of others."""
    if time.lo is None or time.hi is None or time.hi - time.lo <= time.mid:
        return ""
    return f"{time.lo:.0f}-{time.hi:.0f}"


def half_interval(time: Figure) -> str:
    """Returns half of an interval as " ± 0.02", "" if it is unknown."""
    around = half(time)
    if around is None:
        return ""
    return " ± <0.01" if around < 0.005 else f" ± {around:.2f}" if around < 1 else f" ± {around:.1f}"


def times(ratio: Figure) -> str:
    """Returns a ratio as "1.35 [1.31, 1.38]", "–" if it is unknown."""
    if ratio.mid is None:
        return "–"
    interval = "" if half(ratio) is None else f" [{ratio.lo:.2f}, {ratio.hi:.2f}]"
    return f"{ratio.mid:.2f}{interval}"


def size(count: float) -> str:
    """Returns bytes in binary units, with three digits."""
    for unit, bytes_of in (("MiB", 2**20), ("KiB", 2**10)):
        if count >= bytes_of:
            return f"{count / bytes_of:.3g} {unit}"
    return f"{count:.0f} B"
