# SPDX-License-Identifier: MIT
"""Checks that comments, messages, help and pages keep to the words of the glossary in harness/README.md."""

import io
import re
import tokenize

import pytest

from conftest import SOURCE
from test_structure import tracked

BANNED = {
    r"ask(s|ed|ing)?|answer(s|ed|ing)?": "query, compute, return, result",
    r"says?|said|tells?|told|hears?": "print, report, contain",
    r"stands?|stood": "is, contains",
    r"lest|dear(er)?|by heart|nought|turns? round|so many": "a plain word",
    r"knows|not know": "contains, is hidden from, assumes",
    r"rivals?": "co-runner",
    r"slips?": "mutation",
    r"wire": "protocol, socket",
    r"slanted": "diagonal",
    r"(cycles|ns|queries|samples|lookups|lines|seconds|bytes|moves|nodes) an? "
    r"(query|lookup|move|node|second|sample|row|process|board|round|visit)": "per",
    r"which (is|are) what": "a shorter sentence",
}
WORDS = re.compile(r"(?<![\w/.-])(" + "|".join(f"(?:{pattern})" for pattern in BANNED) + r")(?![\w-])", re.I)
PROSE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", re.S)
GLOSSARY = "harness/README.md"  # which lists the words that are not used


def prose_of_c(text):
    """Returns the text with all but comments and strings blanked, lines kept."""
    out, end = [], 0
    for match in PROSE.finditer(text):
        out += [re.sub(r"[^\n]", " ", text[end : match.start()]), match[0]]
        end = match.end()
    return "".join(out)


def prose_of_python(text):
    """Returns the comments and strings of a Python file, each at its line."""
    lines = [""] * (text.count("\n") + 2)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for i, part in enumerate(token.string.split("\n")):
                lines[token.start[0] - 1 + i] += " " + part
    return "\n".join(lines)


def prose_of(path):
    """Returns what a person reads in a file; none of data, results of machines and names of tests' inputs."""
    name = str(path.relative_to(SOURCE))
    if (
        name == GLOSSARY
        or name == "tests/program/repository/test_words.py"
        or re.search(r"corpus|/data/|^results/.*\.(csv|json)$|LICENSE|\.(svg|png|dict|zip|epd)$", name)
    ):
        return ""
    text = path.read_text(errors="replace")
    if path.suffix in (".c", ".h", ".cpp", ".hpp"):
        return prose_of_c(text)
    if path.suffix == ".py" or text.startswith('#!/bin/sh\n"exec"'):
        return prose_of_python(text)
    if path.suffix in (".md", ".j2", ".txt", ".1") or path.suffix == "" and "scripts" in path.parts:
        return text
    return ""


def banned_words(text):
    """Yields (line, word) for each banned word."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in WORDS.finditer(line):
            yield number, match[0]


def test_no_banned_word():
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {word}"
        for path in tracked()
        for line, word in banned_words(prose_of(path))
    ]
    assert not found, f"{len(found)} banned words; {GLOSSARY} has the words to use:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "sentence", ["/* asks the oracle */", "/* 3 cycles a query */", '"the rival sleeps"', "/* lest it be lost */"]
)
def test_planted_word_is_found(sentence):
    assert list(banned_words(prose_of_c(f"int ask; {sentence}\n")))
    assert not list(banned_words(prose_of_c("int ask; /* queries the oracle */\n")))
