# SPDX-License-Identifier: MIT
"""Real engines: trial/ tries getters in them, trial_results stores trials, figures says what follows from them."""
