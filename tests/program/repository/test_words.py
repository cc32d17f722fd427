# SPDX-License-Identifier: MIT
"""Checks that comments, messages and pages keep to the words of the glossary in harness/README.md."""

import re

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
STRING = r"\"(?:\\.|[^\"\\\n])*\""
PROSE = {".py": re.compile(rf'"""(.*?)"""|#[^\n]*|{STRING}', re.S), ".md": re.compile(".+")}
PROSE |= dict.fromkeys((".c", ".h", ".hpp"), re.compile(rf"/\*.*?\*/|//[^\n]*|{STRING}", re.S))
WITH_THE_LIST = {SOURCE / "harness" / "README.md", SOURCE / "tests" / "program" / "repository" / "test_words.py"}


def banned_words(text, suffix):
    """Yields (line, word) for each banned word in the prose of a file: comments and strings of a program."""
    for prose in PROSE[suffix].finditer(text):
        for word in WORDS.finditer(prose[0]):
            yield text.count("\n", 0, prose.start() + word.start()) + 1, word[0]


def test_no_banned_word():
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {word}"
        for path in tracked()
        if path.suffix in PROSE and path not in WITH_THE_LIST and "data" not in path.parts
        for line, word in banned_words(path.read_text(), path.suffix)
    ]
    assert not found, f"{len(found)} banned words; harness/README.md has the words to use:\n" + "\n".join(found)
