# SPDX-License-Identifier: MIT
"""Helpers that several scripts share: how a command ends, and the timed loops in object files; and make_corpus."""
