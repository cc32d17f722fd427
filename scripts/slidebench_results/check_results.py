# SPDX-License-Identifier: MIT
"""Checks results that contributors send: each pair of .csv and .json is complete, consistent, and free of private data.

usage: scripts/check-results [RESULT|FOLDER...]      default: results/

A RESULT is named by its .csv or its .json; results/schema.json describes both. An error makes a result unacceptable. A
warning marks one that is less useful, or unlike other runs of the same CPU. Each is one line on stderr: file, line,
what was found, what was expected. `slidebench summarize` of SLIDEBENCH_BUILD, or of the newest build in build/,
computes what the values of the processes mean: both files must contain exactly that.

A result to send has at least 12 processes: with fewer, fewer than 102 comparisons of a column hold together at 95 %.

An interrupted run (the program adds -partial to its name) is accepted if
- at least 6 processes ended, as many as a 95 % interval needs;
- at least 9 of 10 rows are ok, not counting unsupported ones;
- its name ends in -partial exactly if "partial" is true.
Pages mark it "interrupted after N processes", and prefer a complete run.

Needs jsonschema. Uses the system's Python if the one on PATH lacks it.

Exit status: 0 no error, 2 usage, 3 a bad result, 4 no results found, or something is missing.
"""

import collections
import sys
from pathlib import Path

from slidebench_results import reader
from slidebench_tools import command

RESULTS = Path(__file__).resolve().parent.parent.parent / "results"


def main() -> int:
    """Runs the command."""
    parser = command.parser(__doc__)
    parser.add_argument("results", nargs="*", type=Path, default=[RESULTS])
    names = reader.stems(parser.parse_args().results)
    if not names:
        raise command.Refused("no results found, expected .csv and .json files", command.ENVIRONMENT)
    validate = command.module("slidebench_results.validate", "python3-jsonschema")
    problems = [problem for result in validate.check(names) for problem in result.problems]
    for problem in problems:
        print(problem, file=sys.stderr)
    count = collections.Counter(problem.severity for problem in problems)
    print(f"{len(names)} results: {count['error']} errors, {count['warning']} warnings")
    return command.BAD_INPUT if count["error"] else 0
