# SPDX-License-Identifier: MIT
"""The pages of the repository: their links lead somewhere, and their commands exist and are accepted."""

import os
import re
import shlex

import pytest

import process
from conftest import BUILD, SOURCE
from process import printed as run
from test_structure import tracked

PAGES = [path for path in tracked() if path.suffix == ".md"]
WITH_COMMANDS = ["README.md", "CONTRIBUTING.md", "USAGE.md", "schemes/README.md", "tests/README.md"]


def without_blocks(path):
    """Returns the text of a page without blocks of code between ```."""
    return re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)


# ---- links ----


def links(path):
    """Yields (file, anchor) for each relative link of a page; brackets in code are no links."""
    text = re.sub(r"^ {4}[^\n]*$|`[^`\n]*`", "", without_blocks(path), flags=re.M)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"https?://", link):
            name, _, anchor = link.partition("#")
            yield (path.parent / name).resolve() if name else path, anchor


def anchors(path):
    """Returns the anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(path), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_links(path):
    """Each has a file, and a heading in that page."""
    for target, anchor in links(path):
        assert target.exists(), target
        assert not anchor or target.suffix == ".md" and anchor in anchors(target), f"{target}#{anchor}"


# ---- commands ----

PROGRAM = re.compile(r"(?:[A-Z]+=\S+ )*(?:\./|build/\w+/)?(slidebench|(?:scripts|tests)/[\w-]+)(?!\S)(.*)")
PYTHON = '/with-python" '  # in Python scripts
SHORT = {"list", "show", "query", "queries", "export", "perft", "summarize"}  # over in a second
UNKNOWN = "--no-such-option"


def commands(path):
    """Yields (line, words) for each program of the repository that a page runs, in blocks and in sentences."""
    text = without_blocks(path)
    blocks = [re.split(r"\s+#(?= )", line)[0] for line in re.findall(r"^ {4}(.*)$", text, re.M)]
    for line in [*blocks, *re.findall(r"`([^`\n]+ [^`\n]+)`", text)]:
        for part in re.split(r" && | \| ", line.replace("$S ", "slidebench ")):
            if found := PROGRAM.match(part.strip()):
                words = shlex.split(found[2].partition(" > ")[0])
                if not {"NAME", "COMMAND"} & set(words):
                    yield line, [found[1], *words]


COMMANDS = {line: words for page in WITH_COMMANDS for line, words in commands(SOURCE / page)}


def run_line(line, folder):
    """Runs a line of a page in a folder of its own, with a committed result in place of results/.../..."""
    result = next(SOURCE.glob("results/*/*-native.jsonl.gz"))
    line = re.sub(r"(\$S|build/\w+/slidebench|^slidebench) ", '"$S" ', line)
    line = re.sub(r"results/\.\.\.\S+", str(result), line)
    (folder / "results").mkdir()
    environment = {**os.environ, "S": str(BUILD / "slidebench")}
    done = process.run("bash", "-ec", line, cwd=folder, env=environment, status=None)
    if re.search("unknown scheme|no scheme matches", done.stderr):
        pytest.skip("the scheme is not part of this build")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert done.stdout or any(path.is_file() for path in folder.rglob("*")), "neither output nor a file"


def parse(*command):
    """Asserts that a command which an unknown option follows is refused for that option alone."""
    printed = run(*command, UNKNOWN, status=2).splitlines()[-1]
    assert re.search(rf"{UNKNOWN} is not an option of|unrecognized arguments: {UNKNOWN};", printed), printed


@pytest.mark.parametrize("line", COMMANDS)
def test_command(tmp_path, line):
    """Is run if it is over in a second. Of the others the options are parsed; other scripts exist."""
    program, *arguments = COMMANDS[line]
    if arguments[:1] == ["--mine"]:  # an option of the script, which names a file
        del arguments[:2]
    arguments = [word.replace("mine", "pext") for word in arguments]
    if program in ("scripts/bench", "scripts/export"):
        arguments = [program.partition("/")[2], *arguments]
        program, line = "slidebench", shlex.join(["slidebench", *arguments])
    if program == "slidebench":
        if arguments[0] in SHORT and line != f"slidebench {arguments[0]}":  # that is a name in a sentence
            run_line(line, tmp_path)
        else:
            parse(BUILD / "slidebench", *arguments)
    elif PYTHON in (SOURCE / program).read_text() and arguments and "--help" not in arguments:
        parse(SOURCE / program, *arguments)
    elif program == "scripts/test" and "-R" in arguments:
        tests = run("ctest", "--test-dir", BUILD, "-N", "-C", "long", *arguments[arguments.index("-R") :])
        assert "Total Tests: 0" not in tests
    else:
        assert os.access(SOURCE / program, os.X_OK)
