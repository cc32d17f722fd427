# SPDX-License-Identifier: MIT
"""Checks, compares and draws logs of runs. What they mean, the program computes: `slidebench summarize --format json`.

result has the classes, and reader makes them from a log. text and report draw. The other modules are commands.
"""
