# SPDX-License-Identifier: MIT
"""Renders results: Markdown and HTML pages from templates/, and plots as SVG."""
