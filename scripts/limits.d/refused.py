# SPDX-License-Identifier: MIT
"""The error that ends the program with one line."""


class Refused(Exception):
    """The text is the error message; `status` is the exit status."""

    def __init__(self, text, status):
        super().__init__(text)
        self.status = status
