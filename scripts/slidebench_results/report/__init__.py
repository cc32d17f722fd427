# SPDX-License-Identifier: MIT
"""Draws what results contain: pages in Markdown, pictures as SVG, and report.html. Computes no statistics."""
