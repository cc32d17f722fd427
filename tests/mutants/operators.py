# SPDX-License-Identifier: MIT
"""Mutation operators for C: another operator, a constant off by one, a statement deleted.

Comments, strings, directives, declarations, assembly and the object that describes a scheme are not mutated.
"""

import re
from typing import NamedTuple

BINARY = dict(
    zip(
        "+ - * / % & | ^ << >> < <= > >= == != && || += -= *= &= |= ^= <<= >>=".split(),
        "- + + * / | & & >> << <= < >= > != == || && -= += += |= &= &= >>= <<=".split(),
    )
)
UNARY = {"~": "", "!": "", "-": "", "++": "--", "--": "++"}
TYPES = set(
    "bitboard bool char const double enum extern float inline int long short signed size_t static struct typedef "
    "union unsigned void volatile view uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t".split()
)
NO_VALUE = TYPES | set("return if else for while do switch case default goto sizeof".split())
STRING = re.compile(r'/\*.*?\*/|//[^\n]*|(?P<string>"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\')', re.S)
NOT_MUTATED = re.compile(
    r"^[ \t]*#(?:\\\n|[^\n])*|^const struct scheme SCHEME = \{.*?^\};|__attribute__\s*\(\(.*?\)\)\)?|__asm__[^;]*;"
    r"|\bDO_NOT_OPTIMIZE\(.*?\);",
    re.M | re.S,
)
TOKEN = re.compile(
    r"(?P<word>[A-Za-z_]\w*)|(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)"
    r"|(?P<operator><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S)"
)


class Mutant(NamedTuple):
    """A change of a file: the text from start to end becomes another one."""

    start: int
    end: int
    new: str

    def apply(self, text):
        return text[: self.start] + self.new + text[self.end :]

    def described(self, text):
        """Returns the line, the change and the mutated line, as compilers print places."""
        line, mutated = text.count("\n", 0, self.start), self.apply(text).splitlines()
        old = " ".join(text[self.start : self.end].split())
        return f"{line + 1}: {old} -> {self.new or 'nothing'}:  {mutated[line].strip()}"


class Token:
    """A token of C, with its position in the text."""

    def __init__(self, match):
        self.kind, self.text, self.start, self.end = match.lastgroup, match.group(), match.start(), match.end()

    def is_value_before(self):
        """Returns whether an operator directly after it has two operands."""
        return self.kind == "number" or self.text in (")", "]") or self.kind == "word" and self.text not in NO_VALUE


def tokens(text):
    """Returns the tokens of the code that may be mutated, with their positions in the text. A string is one word."""
    text = STRING.sub(lambda match: re.sub(r"[^\n]", "S" if match["string"] else " ", match[0]), text)
    text = NOT_MUTATED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return [Token(match) for match in TOKEN.finditer(text)]


def closing(code, i):
    """Returns the index of the token that closes the bracket opened by token i."""
    depth = 0
    for j in range(i, len(code)):
        depth += (code[j].text in "([{") - (code[j].text in ")]}")
        if depth == 0:
            return j
    return len(code) - 1


def operators(code):
    """Yields a mutant for each operator that another one replaces. A * after a type makes a pointer."""
    for i, token in enumerate(code):
        has_value_before = i > 0 and code[i - 1].is_value_before()
        if token.text in BINARY and has_value_before:
            if not (token.text == "*" and i > 1 and code[i - 2].text in ("struct", "enum")):
                yield Mutant(token.start, token.end, BINARY[token.text])
        elif token.text in UNARY:
            yield Mutant(token.start, token.end, UNARY[token.text])


def constants(code):
    """Yields mutants for each number: one more and one less. Large ones are halved: a magic factor plus one is often
    a magic factor, too."""
    for token in code:
        if token.kind == "number":
            digits = token.text.rstrip("uUlL")
            is_hex = digits[:2] in ("0x", "0X")
            value, suffix = int(digits, 16 if is_hex else 10), token.text[len(digits) :]
            for new in [value // 2] if value >= 1024 else [value + 1] + [value - 1] * (value > 0):
                text = hex(new) if is_hex else str(new).zfill(len(digits) if digits[0] == "0" else 0)  # 1.04 -> 1.05
                yield Mutant(token.start, token.end, text + suffix)


def statements(code):
    """Yields a mutant for each statement that can be left out."""
    begins = {i + 1 for i, token in enumerate(code) if token.text in (";", "{", "}", "else", "do")}
    for i, token in enumerate(code):
        if token.text in ("if", "for", "while"):
            begins.add(closing(code, i + 1) + 1)
    for i in sorted(begins):
        end = i
        while end < len(code) and code[end].text not in (";", "{", "}"):
            end = closing(code, end) + 1 if code[end].text in "([" else end + 1
        if i < end < len(code) and code[end].text == ";" and code[i].text not in NO_VALUE:
            yield Mutant(code[i].start, code[end - 1].end, "")


def mutants(text):
    """Returns all mutants of a C file, in the order of their positions."""
    code = tokens(text)
    return sorted({*operators(code), *constants(code), *statements(code)})
