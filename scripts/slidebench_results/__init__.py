# SPDX-License-Identifier: MIT
"""Checks, compares and draws recorded runs. What a log means, the program computes: `slidebench summarize`.

From the inside out:

- result (one in memory), reader (finds logs, and reads one as the program summarizes it);
- text;
- report (pages and pictures).

The other modules are commands.
"""
