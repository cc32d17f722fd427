# SPDX-License-Identifier: MIT
"""scripts/engine-trial: measures an engine with its getters of sliding pieces replaced by schemes."""
