# SPDX-License-Identifier: MIT
"""Runs programs whose exit status a test expects."""

import subprocess


def run(*command, status=0, **options):
    """Runs a command with text, asserts its exit status (one, a tuple of some, None: any); returns what it printed."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    done = subprocess.run(list(map(str, command)), **options)
    expected = status if isinstance(status, tuple) else (status,)
    assert status is None or done.returncode in expected, f"{done.stdout or ''}{done.stderr or ''}"[-4000:]
    return done


def script(path, text):
    """Writes a program, by default of the shell, and returns its path."""
    path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def printed(*command, **options):
    """Returns what a command printed on both streams, as one text; options are those of run()."""
    return run(*command, stderr=subprocess.STDOUT, **options).stdout
