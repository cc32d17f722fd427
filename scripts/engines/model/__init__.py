# SPDX-License-Identifier: MIT
"""Measured engines beside the suite's results: which modes predict an engine, the model, its weights and its error."""
