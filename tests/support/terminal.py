# SPDX-License-Identifier: MIT
"""Runs a program on a pseudoterminal."""

import os
import subprocess
from typing import Any


def on_terminal(*command, stream="stderr", typed=None, **how):
    """Runs a command, one stream on a terminal; returns (status, text on the terminal, text of the other stream).

    With `typed`, standard input is the terminal, too, and these bytes are typed.
    """
    ours, theirs = os.openpty()
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    if typed is not None:
        streams["stdin"] = theirs
        os.write(ours, typed)
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
