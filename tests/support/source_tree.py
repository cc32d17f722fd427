# SPDX-License-Identifier: MIT
"""Copies of the source tree, for tests that change it."""

import shutil

from conftest import SOURCE


def copy_sources(folder):
    """Copies all that a build reads: of the results, those of engines. Returns the folder."""
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("build", ".git", "results"))
    shutil.copytree(SOURCE / "results" / "engines", folder / "results" / "engines")
    return folder
