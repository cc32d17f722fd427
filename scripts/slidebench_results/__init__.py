# SPDX-License-Identifier: MIT
"""Reads, checks, compares and draws the results that slidebench saves.

From the inside out: result (what all others read), schema and reader, pair (both files with their faults), conclusions
and validate (the gate), stats (of several runs), report (pages and pictures). The other modules are commands.
"""
