# SPDX-License-Identifier: MIT
"""Runs programs whose exit status a test expects."""

import subprocess


def run(*command, status=0, merged=False, **options):
    """Runs a command with text, asserts its exit status (one, a tuple of some, None: any); returns what it printed.

    If `merged`, standard error is part of standard output."""
    errors = subprocess.STDOUT if merged else subprocess.PIPE
    options = {"stdout": subprocess.PIPE, "stderr": errors, "text": True, **options}
    done = subprocess.run(list(map(str, command)), **options)
    expected = status if isinstance(status, tuple) else (status,)
    assert status is None or done.returncode in expected, f"{done.stdout or ''}{done.stderr or ''}"[-4000:]
    return done
