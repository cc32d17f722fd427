# SPDX-License-Identifier: MIT
"""Checks the rooms of harness/, the packages of scripts/ and the length of functions."""

import ast
import re
import subprocess

from conftest import SOURCE

HARNESS = SOURCE / "harness"
README = (HARNESS / "README.md").read_text()
OF_SCHEMES = re.findall(r"`([\w/]+\.h)`", README.partition("## Rooms")[0])  # what the harness may include of schemes/
FUNCTION = 60


def floors():
    """Returns {room: its floor}, from the line of harness/README.md that gives the order."""
    line = re.search(r"^ {4}(base <.*)$", README, re.M)[1]
    return {room: floor for floor, rooms in enumerate(line.split(" < ")) for room in rooms.split(", ")}


def includes(folder):
    """Yields (file, included header) for each #include "..." below a folder, both relative to it."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".c", ".h", ".cpp", ".hpp"):
            for header in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
                yield file.relative_to(folder), header


def test_packages_of_scripts_import_one_way():
    """Pages are made of results and of trials, which know nothing of pages; both use the tools."""
    below = {"slidebench_tools": (), "engines": ("slidebench_tools",)}
    for package, allowed in below.items():
        for file in (SOURCE / "scripts" / package).rglob("*.py"):
            imported = set(re.findall(r"^from (slidebench_\w+|engines)\b", file.read_text(), re.M))
            assert imported <= {package, *allowed}, file


def imported(file, package):
    """Returns the modules of a package that a file imports."""
    found = re.findall(rf"^from {package}(?:\.(\w+))? import (.*)$", file.read_text(), re.M)
    return {name for module, names in found for name in ([module] if module else names.split(", "))}


def test_modules_of_results_import_what_the_readme_says():
    scripts = SOURCE / "scripts"
    table = (scripts / "README.md").read_text().partition("## The pages of results")[2]
    order = re.findall(r"^\| `(\w+)` \|", table, re.M)
    report = scripts / "slidebench_results" / "report"
    assert {file.stem for file in report.glob("*.py")} == {"__init__", *order}
    for file in report.parent.rglob("*.py"):
        above, of_engines = {"cores"} if file.stem == "limits" else set(), set()
        if file.stem in order:
            above, of_engines = set(order[: order.index(file.stem)]), {"trial_results", "figures"}
        assert imported(file, r"slidebench_results\.report") <= above, file
        assert imported(file, "engines") <= of_engines, file


def test_order_names_every_room():
    assert set(floors()) | {"tools"} == {path.name for path in HARNESS.iterdir() if path.is_dir()}


def test_no_include_runs_up():
    """Nor sideways between two rooms of one floor, nor out of the rooms."""
    order, found = floors(), []
    for file, header in includes(HARNESS):
        here, there = file.parts[0], header.split("/")[0]
        if header in OF_SCHEMES or "/" not in header and not (HARNESS / header).exists():
            continue  # a header that the build makes has no room
        if there not in order:
            found.append(f"{file} -> {header}: no room of harness/, and none of {', '.join(sorted(OF_SCHEMES))}")
        elif here != there and order[there] >= order[here]:
            found.append(f"{file} -> {header}: {there} is not below {here}")
    assert found == []


def test_schemes_include_nothing_of_the_harness():
    found = [f"{file} -> {header}" for file, header in includes(SOURCE / "schemes") if header.split("/")[0] in floors()]
    assert found == []


# ---- sizes ----


def tracked():
    """Returns the files of the repository; without git, as in an archive, all that are not of a build."""
    done = subprocess.run(["git", "ls-files"], cwd=SOURCE, capture_output=True, text=True)
    if done.returncode == 0 and done.stdout:
        return [SOURCE / name for name in done.stdout.splitlines() if (SOURCE / name).is_file()]
    return [
        path for path in SOURCE.rglob("*") if path.is_file() and not {"build", "__pycache__", ".git"} & set(path.parts)
    ]


def functions(text):
    """Yields (first line, number of lines) of each function of a C file, from its opening brace to its closing one."""
    lines = text.splitlines()
    start = 0
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            yield start, number - start + 1
            start = 0


def test_no_function_is_too_long():
    found = {}
    for path in tracked():
        if path.suffix in (".c", ".h", ".cpp", ".hpp"):
            found |= {
                f"{path.relative_to(SOURCE)}:{line}": n for line, n in functions(path.read_text()) if n > FUNCTION
            }
        elif path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef) and (n := node.end_lineno - node.lineno + 1) > FUNCTION:
                    found[f"{path.relative_to(SOURCE)}:{node.lineno}"] = n
    assert found == {}
