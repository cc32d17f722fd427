# SPDX-License-Identifier: MIT
"""Mutation operators for C files, as tests/mutants/mutation-test applies them.

mutations(path, file) returns all mutants of a file: another operator, a constant off by one, another intrinsic, a
statement deleted, two arguments swapped. Directives, declarations, the object that describes a scheme,
DO_NOT_OPTIMIZE() and __asm__ are not mutated.
"""

import re

TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'|\\\n|\s+)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)
    |(?P<operator><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.X | re.S,
)
# Code without effect on results: the object that describes the scheme, macros for its size and title, attributes, asm.
METADATA = re.compile(
    r"^const struct scheme SCHEME = \{.*?^\};"
    r"|^#define \w*(?:BYTES|TITLE|TRAITS|CODE|TEXT|QUOTED)_?\b(?:\\\n|[^\n])*"
    r"|\.table_bytes = BYTES\((?:[^()]|\([^()]*\))*\)"
    r"|^FLATTEN\b|__attribute__\s*\(\(.*?\)\)\)?|__asm__[^;]*;|\bDO_NOT_OPTIMIZE\(.*?\);",
    re.M | re.S,
)
DIRECTIVE = re.compile(
    r"^[ \t]*#[ \t]*(?:define[ \t]+\w+(?:\([^)]*\))?(?P<body>(?:\\\n|[^\n])*)\n|(?:\\\n|[^\n])*)", re.M
)

BINARY = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "&": "|",
    "|": "&",
    "^": "&",
    "<<": ">>",
    ">>": "<<",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "&=": "|=",
    "|=": "&=",
    "^=": "&=",
    "<<=": ">>=",
    ">>=": "<<=",
}
UNARY = {"~": "", "!": "", "-": "", "++": "--", "--": "++"}
INTRINSICS = [
    ("_and_", "_or_"),
    ("_or_", "_and_"),
    ("_xor_", "_and_"),
    ("_andnot_", "_and_"),
    ("_add_", "_sub_"),
    ("_sub_", "_add_"),
    ("unpackhi", "unpacklo"),
    ("unpacklo", "unpackhi"),
    ("_sll", "_srl"),
    ("_srl", "_sll"),
    ("clz", "ctz"),
    ("ctz", "clz"),
    ("lzcnt", "popcnt"),
]
COMMUTES = re.compile(r"_mm\d*_(and|or|xor|add)_|strn?cmp$|fm(ax|in)$")
TYPES = set(
    "auto bitboard bool char const double enum extern float inline int long register short signed size_t static struct "
    "typedef union unsigned void volatile view occupancy uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t "
    "int64_t uintptr_t FLATTEN".split()
)
STAYS = TYPES | set("return if else for while do switch case default goto _Static_assert sizeof".split())


class Token:
    """A token of C, with its position in the text."""

    def __init__(self, match):
        self.kind, self.text, self.start, self.end = match.lastgroup, match.group(), match.start(), match.end()


def blank(match):
    """Returns a match as blanks, with its line breaks."""
    return re.sub(r"[^\n]", " ", match.group())


def macro(directive):
    """Returns a macro's body as a statement; other directives as blanks."""
    body = directive["body"]
    return blank(directive) if body is None else " " * (directive.start("body") - directive.start() - 1) + f";{body};"


def tokens(text):
    """Returns the tokens of the code that may be mutated, with their positions in the text."""
    text = re.sub(r"/\*.*?\*/", blank, text, flags=re.S)
    text = METADATA.sub(blank, text)
    text = DIRECTIVE.sub(macro, text)
    return [Token(m) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def closing(code, i):
    """Returns the index of the token that closes the parenthesis or bracket opened by token i."""
    depth = 0
    for j in range(i, len(code)):
        depth += (code[j].text in "([{") - (code[j].text in ")]}")
        if depth == 0:
            return j
    return len(code) - 1


def operators(code):
    """Yields (start, end, text) of each operator that another one replaces."""
    for i, token in enumerate(code[:-1]):
        before = code[i - 1] if i else None
        value_before = before and (
            before.kind == "number" or before.text in (")", "]") or before.kind == "word" and before.text not in STAYS
        )
        if token.text in BINARY and value_before:
            pointer = token.text == "*" and (before.text in TYPES or code[i - 2].text in ("struct", "enum"))
            if not pointer:
                yield token.start, token.end, BINARY[token.text]
        elif token.text in UNARY:
            yield token.start, token.end, UNARY[token.text]
        if token.text in ("++", "--") and value_before:
            yield token.start, token.end, UNARY[token.text]


def constants(code):
    """Yields (start, end, text) of each number and a close one, in declarators only a smaller one.

    An array that is one element longer behaves the same.
    """
    in_declarator = True
    for i, token in enumerate(code):
        if token.text in (";", "{", "}"):
            in_declarator = i + 2 < len(code) and (
                code[i + 1].text in TYPES or token.text == "}" and code[i + 2].text == "["
            )
        elif token.text in ("=", "("):
            in_declarator = False
        if token.kind == "number":
            digits = token.text.rstrip("uUlL")
            is_hex = digits[:2] in ("0x", "0X")
            value, suffix = int(digits, 16 if is_hex else 10), token.text[len(digits) :]
            changed = [value // 2] if value >= 1024 else [value + 1] * (not in_declarator) + [value - 1] * (value > 0)
            for new in changed:  # large ones are halved: a magic factor plus one is often a magic factor too
                text = hex(new) if is_hex else str(new).zfill(len(digits) if digits[0] == "0" else 0)  # 1.04 -> 1.05
                yield token.start, token.end, text + suffix


def intrinsics(code):
    """Yields (start, end, text) of each intrinsic and a similar one."""
    for token in code:
        if token.kind == "word" and token.text.startswith(("_mm", "__builtin_")):
            for old, new in INTRINSICS:
                if old in token.text:
                    yield token.start, token.end, token.text.replace(old, new, 1)
                    break


def statements(code):
    """Yields (start, end, "") of each statement that can be left out."""
    begins = {0}
    for i, token in enumerate(code):
        if token.text in (";", "{", "}", "else", "do"):
            begins.add(i + 1)
        elif token.text in ("if", "for", "while") and code[i + 1].text == "(":
            begins.add(closing(code, i + 1) + 1)
    for i in sorted(begins):
        end = i
        while end < len(code) and code[end].text not in (";", "{", "}"):
            end = closing(code, end) + 1 if code[end].text in "([" else end + 1
        if (
            i < end < len(code)
            and code[end].text == ";"
            and code[i].text not in STAYS
            and (end > i + 1 or code[i].text in ("break", "continue"))
        ):
            yield code[i].start, code[end - 1].end, ""


def arguments(code, text):
    """Yields (start, end, text) of each call and the same call with two arguments exchanged."""
    for i, token in enumerate(code[1:-1], 1):
        called = (
            token.kind == "word"
            and token.text not in STAYS
            and code[i + 1].text == "("
            and not COMMUTES.match(token.text)
        )
        if not called or code[i - 1].kind == "word" and code[i - 1].text not in ("return", "else", "do"):
            continue
        end = closing(code, i + 1)
        commas, j = [i + 1], i + 2
        while j < end:
            if code[j].text == ",":
                commas.append(j)
            j = closing(code, j) + 1 if code[j].text in "([{" else j + 1
        commas.append(end)
        parts = [(code[a + 1].start, code[b - 1].end) for a, b in zip(commas, commas[1:]) if a + 1 < b]
        for (a, b), (c, d) in zip(parts, parts[1:]):
            if text[a:b] != text[c:d]:
                yield a, d, text[c:d] + text[b:c] + text[a:b]


class Mutant:
    """A file with one mutation. `text` is the mutated line, which identifies the mutant in equivalent.txt."""

    def __init__(self, file, text, start, end, new):
        self.file, self.mutated = file, text[:start] + new + text[end:]
        self.line = text.count("\n", 0, start) + 1
        self.old, self.new = " ".join(text[start:end].split()), " ".join(new.split()) or "nothing"
        begin = self.mutated.rfind("\n", 0, start) + 1
        self.text = " ".join(self.mutated[begin : self.mutated.find("\n", start + len(new))].rstrip("\\").split())
        if not re.search(r"\w", self.text):
            self.text = f"{self.old} -> nothing"

    def __str__(self):
        return f"{self.file}:{self.line}: {self.old} -> {self.new}:  {self.text}"


def mutations(path, file):
    """Returns all mutants of the C file at `path`, in the order of their positions."""
    text = path.read_text()
    code = tokens(text)
    found = {*operators(code), *constants(code), *intrinsics(code), *statements(code), *arguments(code, text)}
    return [Mutant(file, text, *change) for change in sorted(found)]
