# SPDX-License-Identifier: MIT
"""Numbers as text, each with no more digits than its interval supports, as the program prints them."""

from slidebench_results.result import Column, Figure


def half_interval(figure: Figure) -> float | None:
    """Returns half of the interval of a figure, None if it is unknown."""
    return None if figure.lo is None or figure.hi is None else (figure.hi - figure.lo) / 2


def decimals(time: Figure) -> int:
    """Returns how many decimals a time and its interval are printed with: decimals_of() of harness/base/text.c."""
    around = half_interval(time) or 0
    if time.mid < 99.95 and around < 0.0995:
        return 2
    return 0 if around >= 9.95 else 1


def with_digits(time: Figure) -> str:
    """Returns a time with as many decimals as its interval supports, two at most."""
    return f"{time.mid:.{decimals(time)}f}"


def ends_of_wide(time: Figure) -> str:
    """Returns both ends of an interval that is wider than its figure, as the figure then says nothing; else ""."""
    if time.lo is None or time.hi is None or time.hi - time.lo <= time.mid:
        return ""
    return f"{time.lo:.{decimals(time)}f}-{time.hi:.{decimals(time)}f}"


def plus_minus(time: Figure) -> str:
    """Returns half of an interval as " ± 0.02", "" if it is unknown."""
    around = half_interval(time)
    return "" if around is None else f" ± {around:.{decimals(time)}f}"


def counted(count: int, one: str, several: str) -> str:
    """Returns a number with the words that agree with it: "1 row is", "2 rows are"."""
    return f"{count} {one if count == 1 else several}"


def size(count: float) -> str:
    """Returns bytes in binary units: bytes_text() of harness/base/text.c."""
    unit = "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if count >= 999.5:
            count, unit = count / 1024, larger
    digits = 1 if count < 10 and count != int(count) else 0
    return f"{count:.{digits}f} {unit}"


def memory(column: Column) -> str:
    """Returns the size of the area in which memory is read before each burst, "" for other modes."""
    kib = column.record.get("working_set_kib")
    return size(kib * 1024) if kib else ""
