# SPDX-License-Identifier: MIT
"""Kinds of values that the files of a result may contain, each with its range."""

import datetime
import re
from collections.abc import Collection
from typing import TypeGuard


class Kind:
    """A set of values. `expected` describes it in errors."""

    expected: str

    def accepts(self, value: object) -> bool:
        """Returns whether a value of a JSON file belongs to the set."""
        raise NotImplementedError

    def accepts_text(self, text: str) -> bool:
        """Returns whether a field of a CSV file belongs to the set."""
        return self.accepts(text)


class Text(Kind):
    """Printable text that a pattern matches as a whole. Pages print it, so it is short and contains no markup."""

    MARKUP = frozenset("<>|`[]")  # begins an element of HTML, or a cell, link or code of Markdown
    LONGEST = 500  # characters: a compiler's flags; other texts have 160 at most

    def __init__(self, pattern: str, expected: str, may_be_empty: bool = False) -> None:
        self.pattern, self.expected, self.may_be_empty = re.compile(pattern), expected, may_be_empty

    def accepts(self, value: object) -> bool:
        if not is_printable(value) or self.MARKUP & set(value):
            return False
        return bool(self.pattern.fullmatch(value)) or (self.may_be_empty and not value)


def is_printable(value: object) -> TypeGuard[str]:
    """Returns whether a value is printable ASCII of limited length."""
    return isinstance(value, str) and value.isascii() and value.isprintable() and len(value) <= Text.LONGEST


class Workload(Text):
    """A workload as the program normalises its name: harness/workload/generators.c."""

    def __init__(self, perft: str) -> None:
        pieces, percent = r"([2-9]|[12]\d|3[0-2])", r"(100|(\d|[1-9]\d)(\.\d{0,2}[1-9])?)"
        super().__init__(
            rf"games(:{pieces}-{pieces})?|search|{perft}|random(:{percent})?",
            "a workload such as 'games', 'games:2-16' or 'random:33.3'",
        )

    def accepts(self, value: object) -> bool:
        if not super().accepts(value):
            return False
        least, _, most = str(value).removeprefix("games:").partition("-")
        return not most.isdigit() or int(least) <= int(most)


class Argument(Kind):
    """An argument of a command line. It may contain markup, such as a regular expression: no page prints it."""

    expected = f"printable ASCII of at most {Text.LONGEST} characters"

    def accepts(self, value: object) -> bool:
        return is_printable(value)


class Time(Text):
    """A time that exists in the calendar."""

    def accepts(self, value: object) -> bool:
        try:
            return super().accepts(value) and bool(datetime.datetime.strptime(str(value), "%Y-%m-%dT%H:%M:%SZ"))
        except ValueError:
            return False


class Number(Kind):
    """A number from least to most, both included: plain decimals in a CSV. Empty, or null in a JSON, means unknown."""

    def __init__(self, least: float, most: float, whole: bool = False, may_be_empty: bool = False) -> None:
        self.least, self.most, self.whole, self.may_be_empty = least, most, whole, may_be_empty
        self.expected = f"a{' whole' if whole else ''} number from {least:g} to {most:g}"

    def accepts_text(self, text: str) -> bool:
        if not re.fullmatch(r"-?\d{1,20}" if self.whole else r"-?\d{1,20}(\.\d{1,20})?", text):
            return self.may_be_empty and not text
        return self.accepts(int(text) if self.whole else float(text))

    def accepts(self, value: object) -> bool:
        if value is None:
            return self.may_be_empty
        if isinstance(value, bool) or not isinstance(value, (int, float)) or (self.whole and isinstance(value, float)):
            return False
        return self.least <= value <= self.most


class Of(Kind):
    """The values of one Python type."""

    def __init__(self, kind: type, expected: str) -> None:
        self.kind, self.expected = kind, expected

    def accepts(self, value: object) -> bool:
        return type(value) is self.kind


class OrNull(Kind):
    """The values of another kind, and null."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.expected = kind, f"{kind.expected} or null"

    def accepts(self, value: object) -> bool:
        return value is None or self.kind.accepts(value)


class ListOf(Of):
    """A list of values of one kind. accepts() takes any list; the reader checks each value."""

    def __init__(self, each: Kind) -> None:
        super().__init__(list, "a list")
        self.each = each


class MapOf(Of):
    """An object whose values are of one kind, whatever their keys. The reader checks each value."""

    def __init__(self, each: Kind) -> None:
        super().__init__(dict, "an object")
        self.each = each


class OneOf(Kind):
    """Some values."""

    def __init__(self, *values: object) -> None:
        self.values: Collection[object] = values
        self.expected = " or ".join(map(repr, values))

    def accepts(self, value: object) -> bool:
        return any(type(value) is type(v) and value == v for v in self.values)
