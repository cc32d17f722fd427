# SPDX-License-Identifier: MIT
"""Reads, checks, compares and draws the results that slidebench saves. What they mean, the program computes.

From the inside out:

- result (one in memory), reader (finds them);
- schema and pair (what both files may contain), conclusions and validate (what scripts/check-results requires beyond);
- stats and text;
- report (pages and pictures).

The other modules are commands.
"""
