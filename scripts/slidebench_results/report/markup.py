# SPDX-License-Identifier: MIT
"""Jinja2 templates that escape all values: the texts of a result can never become markup."""

import re
import textwrap
import urllib.parse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jinja2
import markupsafe

from slidebench_tools.command import Refused

WIDTH = 140  # of the lines of paragraphs
TEMPLATES = Path(__file__).resolve().parent / "templates"


def entities(pattern: str, text: str) -> markupsafe.Markup:
    """Replaces characters by HTML entities, so that they begin no element, link or cell in Markdown."""
    return markupsafe.Markup(re.sub(pattern, lambda found: f"&#{ord(found[0])};", text))


def marked_markdown(text: object) -> markupsafe.Markup:
    """Escapes a sentence of ours, but keeps its `code`, its **weight** and the brackets of intervals."""
    if isinstance(text, markupsafe.Markup):
        return text
    return entities(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)|[|\\\n\r]|\](?=[(\[:])", str(text))


def code(name: str) -> markupsafe.Markup:
    """Returns the name of a scheme as code."""
    return markupsafe.Markup(f"`{name}`")


def listed(words: Iterable[str]) -> str:
    """Returns words as "a, b and c"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def plain_markdown(value: object) -> object:
    """Converts a value that a template prints without a filter."""
    if isinstance(value, str) and not isinstance(value, markupsafe.Markup):
        return entities(r"[\\`*_~<>|&\[\]\n\r]", value)
    return value


def environment(html: bool = False) -> jinja2.Environment:
    """Returns an environment that escapes every value, for HTML or for Markdown."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=html,
        finalize=None if html else plain_markdown,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters["marked"] = marked_markdown
    made.filters["code"] = code
    made.filters["listed"] = listed
    made.filters["path"] = lambda path: markupsafe.Markup(urllib.parse.quote(path))
    return made


def claim(holds: object, caller: Callable[[], str]) -> markupsafe.Markup:
    """Returns a sentence of a template if its condition holds, and refuses it otherwise."""
    sentence = caller().strip()
    if not holds:
        text = f"results no longer support a sentence, so that its page is not written: {' '.join(sentence.split())}"
        raise Refused(text)
    return markupsafe.Markup(sentence)


def page(template: str, **values: Any) -> str:
    """Returns the page that a template of Markdown makes of these values."""
    return rewrapped(environment().get_template(template).render(claim=claim, **values))


def rewrapped(page: str) -> str:
    """Returns a page with new line breaks in paragraphs and items, since the lengths of figures change."""
    blocks = []
    for block in re.split(r"\n{2,}", page.strip("\n")):
        if not block.startswith(("|", "#", "!", "[!")):
            items = re.split(r"\n(?=- )", block)
            block = "\n".join(rewrapped_item(item) for item in items)
        blocks.append(block)
    return "\n\n".join(blocks) + "\n"


def rewrapped_item(item: str) -> str:
    """Returns a paragraph, or an item of a list, in lines of equal length."""
    indent = "  " if item.startswith("- ") else ""
    words = " ".join(item.split()).replace(" %", "\0%")  # a figure stays with its unit
    lines = textwrap.fill(words, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")
