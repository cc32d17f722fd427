# SPDX-License-Identifier: MIT
"""Runs a program on a pseudoterminal."""

import os
import subprocess


def on_terminal(*command, stream="stderr", **how):
    """Runs a command, one stream on a terminal; returns (status, text on the terminal, text of the other stream)."""
    ours, theirs = os.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    with open(ours, "rb", buffering=0) as terminal:
        with subprocess.Popen([str(word) for word in command], **streams, **how) as process:
            os.close(theirs)
            shown = b""
            try:
                while block := terminal.read(4096):
                    shown += block
            except OSError:  # Linux: no process has it open any more
                pass
            output, error = process.communicate()
    return process.returncode, shown.decode(), (output or error or b"").decode()
