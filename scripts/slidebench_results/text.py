# SPDX-License-Identifier: MIT
"""Numbers as text, each with no more digits than its interval supports."""

import math


def with_digits(value: float, lo: float = math.nan, hi: float = math.nan) -> str:
    """Returns a time with as many digits as half of its interval supports, two at most."""
    half = (hi - lo) / 2
    digits = 2 if math.isnan(half) or half < 0.05 else 1 if half < 0.5 else 0
    return f"{value:.{digits}f}"


def half_interval(lo: float, hi: float) -> str:
    """Returns half of an interval, "" if it is unknown."""
    value = (hi - lo) / 2
    return "" if math.isnan(value) else "<0.01" if value < 0.005 else f"{value:.2f}" if value < 1 else f"{value:.1f}"


def size(count: float) -> str:
    """Returns bytes in binary units, with three digits."""
    for unit, bytes_of in (("MiB", 2**20), ("KiB", 2**10)):
        if count >= bytes_of:
            return f"{count / bytes_of:.3g} {unit}"
    return f"{count:.0f} B"


def times(ratio: tuple[float, float, float]) -> str:
    """Returns a ratio (estimate, lower and upper end) as '1.35 [1.31, 1.38]'."""
    return f"{ratio[0]:.2f} [{ratio[1]:.2f}, {ratio[2]:.2f}]"


def nanoseconds(value: float) -> str:
    """Returns a duration with three digits."""
    return f"{value:.3g}"
