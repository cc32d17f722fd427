# SPDX-License-Identifier: MIT
"""What the two files of a result hold: columns of the CSV, members of the JSON, with their ranges.

As harness/output/csv.c and harness/output/json.c write them. A column that is not listed is only warned of, so that older scripts
read newer results. One that is listed must be there, unless it is optional: older results lack those.
"""

import datetime
import re

FORMAT = 1  # of json.c


class Kind:
    """.expected says in words what accepts() takes of a JSON and accepts_text() of a CSV."""

    def accepts_text(self, text):
        return self.accepts(text)


class Text(Kind):
    """Printable text that a pattern matches as a whole; may_be_empty: "" passes, too. Pages show it: it holds no markup and is short."""

    MARKUP = frozenset("<>|`[]")  # begins an element of HTML, or a cell, link or code of Markdown
    LONGEST = 500  # a compiler's flags; other texts have 160 at most

    def __init__(self, pattern, expected, may_be_empty=False):
        self.pattern, self.expected, self.may_be_empty = re.compile(pattern), expected, may_be_empty

    def accepts(self, value):
        if (
            not isinstance(value, str)
            or not (value.isascii() and value.isprintable())
            or self.MARKUP & set(value)
            or len(value) > self.LONGEST
        ):
            return False
        return bool(self.pattern.fullmatch(value)) or (self.may_be_empty and not value)


class Workload(Text):
    """A workload as the program normalises its name: harness/workload/generators.c."""

    def __init__(self):
        men, percent = r"([2-9]|[12]\d|3[0-2])", r"(100|(\d|[1-9]\d)(\.\d{0,2}[1-9])?)"
        super().__init__(
            rf"games(:{men}-{men})?|search|standard|random(:{percent})?",
            "a workload such as 'games', 'games:2-16' or 'random:33.3'",
        )

    def accepts(self, value):
        if not super().accepts(value):
            return False
        least, _, most = value.removeprefix("games:").partition("-")
        return not most or int(least) <= int(most)


class Argument(Kind):
    """An argument of a command line. Markup passes, as in a regular expression, for no page shows it."""

    expected = f"printable ASCII of at most {Text.LONGEST} characters"

    def accepts(self, value):
        return isinstance(value, str) and value.isascii() and value.isprintable() and len(value) <= Text.LONGEST


class Time(Text):
    """A time that the calendar has."""

    def accepts(self, value):
        try:
            return super().accepts(value) and bool(datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ"))
        except ValueError:
            return False


class Number(Kind):
    """From least to most, both included. In a CSV it is text in plain decimals; may_be_empty: unknown, null in JSON."""

    def __init__(self, least, most, whole=False, may_be_empty=False):
        self.least, self.most, self.whole, self.may_be_empty = least, most, whole, may_be_empty
        self.expected = f"a{' whole' if whole else ''} number from {least:g} to {most:g}"

    def accepts_text(self, text):
        if not re.fullmatch(r"-?\d{1,20}" if self.whole else r"-?\d{1,20}(\.\d{1,20})?", text):
            return self.may_be_empty and not text
        return self.accepts(int(text) if self.whole else float(text))

    def accepts(self, value):
        if value is None:
            return self.may_be_empty
        return type(value) in ((int,) if self.whole else (int, float)) and self.least <= value <= self.most


class Of(Kind):
    """A value of one Python type."""

    def __init__(self, kind, expected):
        self.kind, self.expected = kind, expected

    def accepts(self, value):
        return type(value) is self.kind


class OrNull(Kind):
    """What another kind accepts, or null."""

    def __init__(self, kind):
        self.kind, self.expected = kind, f"{kind.expected} or null"

    def accepts(self, value):
        return value is None or self.kind.accepts(value)


class ListOf(Of):
    """A list of values of one kind. accepts() takes any list; the reader checks each value."""

    def __init__(self, each):
        super().__init__(list, "a list")
        self.each = each


class OneOf(Kind):
    def __init__(self, *values):
        self.values, self.expected = values, " or ".join(map(repr, values))

    def accepts(self, value):
        return any(type(value) is type(v) and value == v for v in self.values)


WORD = Text(r"[a-z0-9_]+(-[a-z0-9_]+)*", "lower-case words with hyphens between")
LEVEL = Text(r"[a-z0-9]+(-[a-z0-9]+)*", "a level such as 'x86-64-v3'")
COMPILER = Text(r"[A-Za-z]+ \d+\b[\w .+~:()-]*", "a compiler and its version, such as 'gcc 12.2.0'")
COMMIT = Text(r"[0-9a-f]{7,40}(-dirty)?", "hexadecimal digits, with -dirty behind or not", may_be_empty=True)
MICROARCHITECTURE = Text(r"[A-Za-z0-9][A-Za-z0-9 +/.-]*( \(inferred\))?", "a name such as 'Zen 5'", may_be_empty=True)
WORKLOAD = Workload()
STATUS = Text(
    r"ok|WRONG|CRASHED|UNSTABLE|unsupported \((needs [a-z0-9., -]+|not possible here: [^()]+)\)",
    "ok, UNSTABLE, WRONG, CRASHED, 'unsupported (needs ...)' or 'unsupported (not possible here: ...)'",
)
CRC32 = Text(r"[0-9a-f]{8}", "8 hexadecimal digits")
DATE = Time(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", "a time such as '2026-11-21T06:37:22Z'")
ANY_TEXT = Text(r".+", f"plain text of at most {Text.LONGEST} characters")
MAYBE_TEXT = Text(r".*", ANY_TEXT.expected)
ARGUMENT = Argument()
PROCESSES = Number(1, 1e5, whole=True)
YES = OneOf("yes", "no")
FLAG = Of(bool, "true or false")
LIST = Of(list, "a list")
CYCLES = Number(0.01, 1e6, may_be_empty=True)  # a sample of 0.1 ms is some 400,000 of them
NS = Number(0.001, 1e7, may_be_empty=True)
GHZ = Number(0.05, 10, may_be_empty=True)  # the record, under liquid helium, is 9.1
RATE = Number(0, 1e7, may_be_empty=True)
BYTES = Number(0, 2**40, whole=True, may_be_empty=True)  # beyond any table and cache
IPC = Number(0, 8)  # the canary's operations are eight chains of one a cycle: harness/timing/canary.c

COLUMNS = {
    "cpu": WORD, "level": LEVEL, "compiler": COMPILER, "scheme": WORD, "family": WORD, "piece": WORD, "workload": WORKLOAD, "mode": WORD,
    "status": STATUS, "queries": Number(1, 1e12, whole=True),
    "cycles": CYCLES, "cycles_lo": CYCLES, "cycles_hi": CYCLES, "ns": NS, "ns_lo": NS, "ns_hi": NS, "ghz": GHZ,
    "rank": Number(1, 1e4, whole=True, may_be_empty=True), "tied_with_best": OneOf("yes", "no", ""),
    "processes": Number(0, 1e5, whole=True, may_be_empty=True), "samples": Number(1, 1e8, whole=True, may_be_empty=True),
    "clean_share": Number(0, 1, may_be_empty=True), "table_bytes": Number(0, 2**32, whole=True), "branchless": YES, "multiply_free": YES,
    "checksum": Text(r"[0-9a-f]{16}", "16 hexadecimal digits", may_be_empty=True), "cycles_source": OneOf("canary", "counter", ""),
    "instructions": RATE, "branch_misses": RATE, "l1_misses": RATE, "llc_misses": RATE, "rank_last": Number(1, 1e4, whole=True, may_be_empty=True),
    "men": Number(0, 64), "lookups": Number(0, 64, may_be_empty=True), "microarchitecture": MICROARCHITECTURE,
}  # fmt: skip
OPTIONAL_COLUMNS = {"microarchitecture"}

MACHINE = {
    "slug": WORD, "cpu": MAYBE_TEXT, "vendor": MAYBE_TEXT, "microarchitecture": MICROARCHITECTURE, "l1d_bytes": BYTES, "l2_bytes": BYTES,
    "l3_bytes": BYTES, "cpus": Number(1, 1e5, whole=True), "emulated": FLAG, "load": Number(0, 1e5, may_be_empty=True), "warnings": ListOf(ANY_TEXT),
    "core_sharing": OrNull(ANY_TEXT), "microarchitecture_inferred": FLAG,
}  # fmt: skip
OPTIONS = {
    "arguments": ListOf(ARGUMENT), "pieces": ListOf(WORD), "modes": ListOf(WORD), "workloads": ListOf(WORKLOAD), "processes": Number(1, 1e5, whole=True), "queries": Number(1, 1e12, whole=True),
    "seed": Number(-(2.0**63), 2.0**64, whole=True), "own_positions": FLAG, "pages": OneOf("4k", "huge"), "interleaved": FLAG,
}  # fmt: skip
RUN = {
    "format": OneOf(FORMAT), "partial": FLAG, "slidebench": ANY_TEXT, "commit": COMMIT, "date": DATE, "level": LEVEL, "compiler": COMPILER,
    "flags": MAYBE_TEXT, "options": OPTIONS, "machine": MACHINE, "cycles_source": OneOf("canary", "counter"), "reference_ipc": IPC,
    "reference_together": IPC, "processes_ended": PROCESSES, "resumed_after": ListOf(PROCESSES), "csv_crc32": CRC32, "rows": LIST,
}  # fmt: skip
ROW = {
    "scheme": WORD,
    "mock": FLAG,
    "piece": WORD,
    "workload": WORKLOAD,
    "mode": WORD,
    "status": STATUS,
    "process_cycles": LIST,
    "process_ns": LIST,
}
OPTIONAL_MEMBERS = {
    ("machine", "core_sharing"), ("machine", "microarchitecture_inferred"), ("options", "arguments"),
    ("reference_together",), ("processes_ended",), ("resumed_after",),
}  # fmt: skip

KEY = ("scheme", "piece", "workload", "mode")  # tells the rows of a run apart
QUESTION = ("piece", "workload", "mode")  # what the schemes of a run are compared on

PRIVATE_KEY = re.compile(r"(host|user|login|account|mail|home|folder|path|cwd|serial|uuid|mac|address)(_?name)?", re.I)
PRIVATE_TEXT = re.compile(
    r"/(home|Users|root|export/home)/|/root\b|[A-Za-z]:\\+Users|~/|\b[\w.+-]+@[\w-]+(\.[\w-]+)*\b|\b([0-9a-f]{2}:){5}[0-9a-f]{2}\b"
)
