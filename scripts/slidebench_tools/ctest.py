# SPDX-License-Identifier: MIT
"""ctest and what its tests print: their cases, and the reasons why some were skipped."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

WHOLE = ("--test-output-size-passed", str(1 << 24), "--test-output-size-failed", str(1 << 24))
CASES = (  # the lines that pytest -vv and cmocka print per case
    re.compile(r"^\S+\.py::(?P<name>.*) (?P<verdict>PASSED|SKIPPED|FAILED|ERROR)\b", re.M),
    re.compile(r"^\[ +(?P<verdict>OK|SKIPPED|FAILED) +\] (?P<name>(?!\d+ test).+?)\.?$", re.M),
)
VERDICTS = {"PASSED": "passed", "OK": "passed", "SKIPPED": "skipped", "FAILED": "failed", "ERROR": "failed"}
REASONS = (  # the lines of pytest -rs, of tests/support/skip.h, and of `verify` for a scheme that cannot run
    re.compile(r"^SKIPPED \[(?P<times>\d+)\] [^:]+(?::\d+)?: (?P<why>.*)$", re.M),
    re.compile(r"^skipped: (?P<why>.*)$", re.M),
    re.compile(r"^unsupported +\S+ +(?P<why>.*)$", re.M),
    re.compile(r"^(?P<why>0 verified, 0 wrong or crashed, 0 unsupported)", re.M),  # a mock
)


class Outcome(NamedTuple):
    """The result of one test of ctest."""

    test: str
    status: str  # run: passed; fail; or another word: skipped
    seconds: float
    output: str


def run(folder: Path, *options: str, **environment: str) -> list[Outcome]:
    """Runs tests of a build and prints the output of those that fail; none may match the options.

    Raises CalledProcessError if ctest fails without a report."""
    report = folder / "tests.xml"
    own = ["--output-on-failure", "--no-tests=ignore", "--output-junit", str(report.resolve()), *WHOLE]
    command = ["ctest", "--test-dir", str(folder), *own, *options]
    report.unlink(missing_ok=True)
    done = subprocess.run(command, env={**os.environ, "PYTEST_ADDOPTS": "-vv -rs", **environment}, check=False)
    if not report.exists():
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command)
        return []  # the options selected no test
    return [outcome(case) for case in ElementTree.parse(report).iter("testcase")]


def outcome(case: ElementTree.Element) -> Outcome:
    """Reads a <testcase>. ctest reports a missing program, a failure, as a test that is not run."""
    skipped, status = case.find("skipped"), case.get("status", "")
    if skipped is not None and skipped.get("message", "").startswith("Unable to find"):
        status = "fail"
    return Outcome(case.get("name", ""), status, float(case.get("time", "0")), case.findtext("system-out", ""))


def cases(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yields (name, verdict) of a test's cases; of the test itself if it prints none, or failed in another way."""
    found = {
        match["name"]: VERDICTS[match["verdict"]] for pattern in CASES for match in pattern.finditer(outcome.output)
    }
    if not found or outcome.status == "fail" and "failed" not in found.values():
        found[outcome.test] = {"run": "passed", "fail": "failed"}.get(outcome.status, "skipped")
    yield from found.items()


def reasons(output: str) -> Iterator[tuple[str, int]]:
    """Yields (reason, number of cases) of skipped tests."""
    for pattern in REASONS:
        for match in pattern.finditer(output):
            yield match["why"].strip(), int(match.groupdict().get("times") or 1)
