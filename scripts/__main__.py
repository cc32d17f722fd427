# SPDX-License-Identifier: MIT
"""Runs the main() of a module as a script: scripts/with-python starts this with both names and the arguments."""

import importlib
import sys

from slidebench_tools import command

module, *sys.argv = sys.argv[1:]
command.run(importlib.import_module(module).main)
