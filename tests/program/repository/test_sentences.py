# SPDX-License-Identifier: MIT
"""Checks that sentences of pages and comments are short. Tables and code do not count, nor pages made from results."""

import inspect
import io
import re
import tokenize

from conftest import SOURCE
from test_structure import tracked

LONGEST = 25  # words
C_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*(?P<block>.*?)\*/|(?P<lines>(?://[^\n]*\s*)+)', re.S)


def comments_of_c(text):
    """Yields the comments of a C file; one of several lines // is one."""
    for match in C_TOKEN.finditer(text):
        if match["block"]:
            yield re.sub(r"^[ \t]*\* ?", "", match["block"], flags=re.M)
        elif match["lines"]:
            yield re.sub(r"^[ \t]*// ?", "", match["lines"], flags=re.M)


def comments_of_python(text):
    """Yields the docstrings of a Python file, and its comments; adjacent lines of nothing else are one."""
    comments = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT:
            before = comments.pop(line - 1, "") if token.line.lstrip().startswith("#") else ""
            comments[line] = before + token.string.lstrip("#") + "\n"
        elif token.type == tokenize.STRING and token.line.lstrip().startswith('"""'):
            yield inspect.cleandoc(token.string.strip('"'))
    yield from comments.values()


def sentences(page):
    """Yields the sentences, and clauses before a colon or semicolon, of paragraphs and lists."""
    text = re.sub(r"^```.*?^```$|^(?:    |[|#<]|!\[)[^\n]*$", "", page, flags=re.M | re.S)
    text = re.sub(r"\]\([^)]*\)|`[^`]*`|e\.g\.", "x", text)
    for paragraph in re.split(r"\n\s*(?:\n|[-*] |\d+\. )", text):
        if not paragraph.startswith("Exit status"):  # a list of numbers
            yield from re.split(r"(?<=[.:;!?])[\"*)]*\s", paragraph)


def is_long(sentence):
    return len(re.findall(r"\S*\w\S*", sentence)) > LONGEST


def texts_of(path):
    """Yields what a file has of prose."""
    name = str(path.relative_to(SOURCE))
    if "/data/" in name:
        return
    if path.suffix in (".c", ".h", ".cpp", ".hpp"):
        yield from comments_of_c(path.read_text())
    elif path.suffix == ".py" or path.suffix == "" and path.read_text(errors="replace").startswith('#!/bin/sh\n"exec"'):
        yield from comments_of_python(path.read_text())
    elif path.suffix == ".md" and not re.match(r"results/.*-", name):
        yield path.read_text()


def test_sentences_are_short():
    prose = {path.relative_to(SOURCE): list(texts_of(path)) for path in tracked()}
    long = [
        f"{path}: {' '.join(sentence.split())}"
        for path, texts in prose.items()
        for text in texts
        for sentence in sentences(text)
        if is_long(sentence)
    ]
    for suffix, count in (".md", 10), (".h", 100), (".c", 100), (".py", 50):
        assert sum(path.suffix == suffix and bool(texts) for path, texts in prose.items()) > count
    assert not long, f"{len(long)} sentences of more than {LONGEST} words:\n" + "\n".join(long)


def number_of_long_ones(texts):
    return sum(is_long(sentence) for text in texts for sentence in sentences(text))


def test_long_sentence_of_a_page_is_found():
    text = "word " * 24 + "end"
    page = f"# {text} {text}\n{text}.\n\n    {text} {text}\n\n- {text}: {text}; {text}.\n{text}."
    assert number_of_long_ones([page]) == 0
    assert number_of_long_ones([f"{page} One more {text}."]) == 1


def test_long_sentence_of_a_comment_is_found():
    text, longer = "word " * 24 + "end", "word " * 25 + "end"
    code = f'/* {text}.\n * {text}:\n *\n *     {longer}\n */ "/* {longer} */" // {text}.\n// {text}.\nint i;'
    assert number_of_long_ones(comments_of_c(code)) == 0
    assert number_of_long_ones(comments_of_c(f"{code} /* {longer} */")) == 1
    assert number_of_long_ones(comments_of_c(f"{code} // half\n    // {text}")) == 1
    program = f'def f():\n    """{text}.\n\n    {text}."""  # {text}\n'
    assert number_of_long_ones(comments_of_python(program)) == 0
    assert number_of_long_ones(comments_of_python(program + f"# {longer}\n")) == 1
    assert number_of_long_ones(comments_of_python(program + f"# half\n# {text}\n")) == 1
    assert number_of_long_ones(comments_of_python(program.replace("end.", "end word."))) == 2
