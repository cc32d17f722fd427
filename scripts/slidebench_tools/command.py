# SPDX-License-Identifier: MIT
"""The frame of every script: its exit status, and at most one line on standard error for any failure."""

import argparse
import contextlib
import importlib
import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO

USAGE, BAD_INPUT, ENVIRONMENT, OUTPUT, IN_DOUBT, INTERRUPTED = 2, 3, 4, 5, 6, 130  # the exit statuses of slidebench
SYSTEM_PYTHON = "/usr/bin/python3"
ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"


class Refused(Exception):
    """Ends a script: the text is the error message, `status` the exit status."""

    def __init__(self, text: object, status: int = BAD_INPUT) -> None:
        super().__init__(text)
        self.status = status


class Parser(argparse.ArgumentParser):
    """Refuses wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message}; see --help", USAGE)


def cause(error: Exception) -> str:
    """Returns why a file cannot be read or written, without the file's name."""
    return getattr(error, "strerror", None) or str(error)


def run_program(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end. Refuses one that is missing or built for another machine."""
    try:  # messages have paths, which need not be UTF-8
        return subprocess.run(words, capture_output=True, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise Refused(f"{words[0]}: {error.strerror}", ENVIRONMENT) from None


def output_of(*words: str | Path) -> str:
    """Returns what a program prints. Refuses if it is missing or fails."""
    done = run_program(*words)
    if done.returncode:
        reason = " ".join(done.stderr.splitlines()[:1]) or f"exit status {done.returncode}"
        raise Refused(f"{' '.join(map(str, words))}: {reason}", ENVIRONMENT)
    return done.stdout


def build(folder: Path, targets: str, *options: str) -> None:
    """Builds targets of slidebench in a folder, after installing what is missing, as scripts/bench does."""
    words = ["sh", "-c", '. scripts/build.sh; prepare "$1" && build "$@"', "sh", str(folder), targets, *options]
    if subprocess.run(words, cwd=ROOT, check=False).returncode:
        raise Refused(f"slidebench could not be built in {folder}", ENVIRONMENT)


def checked_output(done: subprocess.CompletedProcess[str], name: str) -> str:
    """Returns what one of slidebench's programs printed. Refuses with its message and status if it failed."""
    lines = (done.stderr or "").strip().removeprefix("slidebench: ").splitlines() or [f"{name} ended without a message"]
    if done.returncode < 0:
        raise Refused(f"{name} was killed by signal {-done.returncode}", ENVIRONMENT)
    if done.returncode:
        raise Refused(lines[0], done.returncode)
    return done.stdout


def parser(documentation: str) -> Parser:
    """Returns a parser with the --help of a docstring: a summary, a paragraph that begins with "usage: ", the rest."""
    _, usage, rest = documentation.split("\n\n", 2)
    return Parser(
        usage=usage.removeprefix("usage: "), epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def module(name: str, packages: str) -> Any:
    """Imports a module that needs packages. If one is missing, restarts with the system's Python, or refuses."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        check = [SYSTEM_PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 10))"]  # as scripts/with-python does
        usable = os.path.exists(SYSTEM_PYTHON) and subprocess.run(check, stderr=subprocess.DEVNULL).returncode == 0
        if usable and sys.executable != SYSTEM_PYTHON:
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.orig_argv[1:]])
        install = f"install it (Debian and Ubuntu: apt-get install {packages})"
        raise Refused(f"{error}: {install}", ENVIRONMENT) from None


def complain(message: object) -> None:
    """Prints a message that may quote input: without commands to a terminal, and at most 2,000 characters."""
    text = "".join(c if c.isprintable() or c == "\n" else "?" for c in str(message)[:2000])
    with contextlib.suppress(OSError):  # the exit status tells, too
        print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr)


def part_of(path: Path) -> Path:
    """Returns the temporary file that becomes the result."""
    return path.with_name(path.name + ".part")


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """Yields a file to write. If it was written whole, it replaces the file at `path` in one step."""
    part = part_of(path)
    try:
        with open(part, "w", newline="") as file:
            yield file
        try:
            part.replace(path)
        except OSError as error:
            error.filename = path  # which the caller knows
            raise
    finally:
        part.unlink(missing_ok=True)


class StandardOutput(io.FileIO):
    """Standard output that names itself in the error of a failed write, where Python gives no name."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = "standard output"
            raise


def run(main: Callable[[], int | None]) -> None:
    """Exits with the status that main() returns: 130 if interrupted, 5 if the output cannot be written."""
    for number in signal.SIGTERM, signal.SIGHUP:  # so that they remove temporary files, as an interrupt does
        if signal.getsignal(number) == signal.SIG_DFL:  # nohup ignores one
            signal.signal(number, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that closes early, as `head` does, is no error
    if sys.stderr is None:  # it is closed: messages would go to standard output
        sys.stderr = open(os.devnull, "w")
    status: int | None
    try:
        if sys.stdout is None:
            raise Refused("standard output is closed", OUTPUT)
        raw, old = io.BufferedWriter(StandardOutput(1, "w", closefd=False)), sys.stdout
        sys.stdout = io.TextIOWrapper(raw, old.encoding, old.errors, line_buffering=old.isatty())
        status = main()
        sys.stdout.flush()
    except Refused as refused:
        complain(refused)
        status = refused.status
    except KeyboardInterrupt:
        status = INTERRUPTED
    except OSError as error:
        complain(f"{error.filename}: {cause(error)}" if error.filename else cause(error))
        os._exit(OUTPUT)  # skips the flush at exit, which would fail again
    sys.exit(status)
