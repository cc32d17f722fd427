# SPDX-License-Identifier: MIT
"""report.html, the page that is published, and the data that it loads."""
