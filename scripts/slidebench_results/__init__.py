# SPDX-License-Identifier: MIT
"""Reads, checks, compares and draws the results that slidebench saves.

From the inside out: schema (columns and members of both formats), reader (one Result for both), validate, stats and
text; runs, verdict, modes and cpus (what the pages contain); render (pages, plots, templates). The other modules are
commands.
"""
