# SPDX-License-Identifier: MIT
"""Figures as text."""

import math


def cycles(value, lo=math.nan, hi=math.nan):
    """No more digits than the interval leaves; two at the most."""
    half = (hi - lo) / 2
    digits = 2 if math.isnan(half) or half < 0.05 else 1 if half < 0.5 else 0
    return f"{value:.{digits}f}"


def half(lo, hi):
    """Half of an interval, "" if it is unknown."""
    value = (hi - lo) / 2
    return "" if math.isnan(value) else "<0.01" if value < 0.005 else f"{value:.2f}" if value < 1 else f"{value:.1f}"


def size(count):
    """Bytes in binary units, to three digits."""
    for unit, bytes_of in (("MiB", 2**20), ("KiB", 2**10)):
        if count >= bytes_of:
            return f"{count / bytes_of:.3g} {unit}"
    return f"{count:.0f} B"


def times(ratio):
    """A ratio (estimate, lo, hi) as '1.35 [1.31, 1.38]'."""
    return f"{ratio[0]:.2f} [{ratio[1]:.2f}, {ratio[2]:.2f}]"


def duration(nanoseconds):
    return f"{nanoseconds:.3g}"
