# SPDX-License-Identifier: MIT
"""Real engines: trial/ measures them with other getters; page has what they show beside results."""
