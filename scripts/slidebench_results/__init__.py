# SPDX-License-Identifier: MIT
"""Checks, compares and draws logs of runs. All statistics are the program's: `slidebench summarize --format json`.

result has the classes of a run, and reader makes them from a log. uses says which column is measured for which use, and
text prints figures. report/ makes pages and pictures. Each other module is a command.
"""
