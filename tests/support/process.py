# SPDX-License-Identifier: MIT
"""Runs programs whose exit status a test expects."""

import contextlib
import io
import subprocess

import pytest

from slidebench_tools import command


def expect(status, done):
    """Asserts the exit status of what was run, one or one of a tuple; None: any status. Returns what was run."""
    expected = status if isinstance(status, tuple) else (status,)
    assert status is None or done.returncode in expected, f"{done.stdout or ''}{done.stderr or ''}"[-4000:]
    return done


def run(*words, status=0, **options):
    """Runs a command with text, whose exit status expect() checks. Returns it with what it printed."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return expect(status, subprocess.run(list(map(str, words)), **options))


def script(path, text):
    """Writes a program, by default of the shell, and returns its path."""
    path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def printed(*words, **options):
    """Returns what a command printed on both streams, as one text; options are those of run()."""
    return run(*words, stderr=subprocess.STDOUT, **options).stdout


def call(main, *arguments, status=0):
    """Calls main() of a script as run() runs a command, but in this process: a script takes a while to start."""
    out, err = io.StringIO(), io.StringIO()
    name = main.__module__.rpartition(".")[2].replace("_", "-")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", [name, *map(str, arguments)])
        try:
            ended = main()
        except command.Refused as refused:
            command.complain(refused)
            ended = refused.status
        except OSError as error:
            command.complain(f"{error.filename}: {command.cause(error)}")
            ended = command.OUTPUT
    return expect(status, subprocess.CompletedProcess(arguments, ended, out.getvalue(), err.getvalue()))
