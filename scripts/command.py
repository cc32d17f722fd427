# SPDX-License-Identifier: MIT
"""How a script ends: with a status and at most one line, whatever stops it."""

import os
import signal
import sys
from pathlib import Path


def run(main):
    """Exits with the status that main() returns; with 130 if interrupted, 5 if something cannot be written."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` is no error
    try:
        status = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except OSError as error:
        print(f"{Path(sys.argv[0]).name}: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        os._exit(5)  # past another flush, which would fail again
    sys.exit(status)
