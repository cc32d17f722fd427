# SPDX-License-Identifier: MIT
"""The columns and words of a trial's CSV, which scripts/engine-trial writes and scripts/report reads."""

KINDS = ("nnue", "hand-made", "perft")  # of engines
PIECES = ("rook", "bishop", "both", "queen")  # `both`: a rook's and a bishop's lookup of one square and occupancy
STATUSES = BASE, CONTROL, RESOLVED, NOT_RESOLVED = ("base", "control", "resolved", "not resolved")
TEXTS = ("engine", "version", "commit", "kind", "cpu", "compiler", "base", "getter", "status")
NUMBERS = ("ratio", "ratio_lo", "ratio_hi", "cycles_per_node", "resolution", "blocks", "rounds", "layouts", *PIECES)
COLUMNS = [*TEXTS, *NUMBERS]
