# SPDX-License-Identifier: MIT
"""Real engines: trial/ measures them with other getters, model/ predicts them from results; stats is of both."""
