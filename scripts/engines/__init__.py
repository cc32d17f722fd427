# SPDX-License-Identifier: MIT
"""Real engines: trial/ measures them with other getters, trial_results stores that, answer says what it means."""
