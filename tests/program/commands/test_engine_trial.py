# SPDX-License-Identifier: MIT
"""scripts/engine-trial on the small engine of tests/engine/, on broken descriptions and on broken engines."""

import csv
import os
import re
import shutil
import struct
import subprocess

import pytest

from conftest import BUILD, SOURCE
from draw import LONG

from engines.trial import shim
from engines.trial_results import SHORT_TURN

EXAMPLE = SOURCE / "tests" / "engine"

pytestmark = pytest.mark.skipif(
    not (BUILD / "slidebench-engine-turns").exists(), reason="engines are timed on Linux only"
)


def trial(path, *options, status=0):
    """Runs the script. Returns the output, or the error message for another status than 0."""
    done = subprocess.run(
        [SOURCE / "scripts" / "engine-trial", path, "--slidebench", BUILD, "--layouts=2", *map(str, options)],
        capture_output=True,
        text=True,
        timeout=60 if not LONG else 3600,
    )
    allowed = status if isinstance(status, tuple) else (status,)
    assert done.returncode in allowed, done.stdout + done.stderr
    return done.stderr if done.returncode and done.stderr else done.stdout


def edited(folder, *edits, text=None):
    """Writes the example's description with replaced text into a folder. Its source is the example's."""
    text = (EXAMPLE / "trial.toml").read_text() if text is None else text
    for old, new in (('source = "."', f'source = "{EXAMPLE}"'), *edits):
        assert old in text, old
        text = text.replace(old, new)
    (folder / "trial.toml").write_text(text)
    return folder / "trial.toml"


# ---- the whole way ----


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Runs a short trial. Returns its folder and its output."""
    folder = tmp_path_factory.mktemp("trial")
    path = edited(folder, ("go nodes 200000", "go nodes 2000"))
    options = ["--blocks", 1, "--rounds", 5, "--keep", folder / "kept", "--out", folder / "out.csv"]
    before = sorted(EXAMPLE.rglob("*"))
    output = trial(path, "--schemes", "magic_black,classical", *options, status=(0, 6))
    assert sorted(EXAMPLE.rglob("*")) == before  # the engine's folder is not changed
    return folder, output


def test_result_has_a_line_per_program(measured):
    folder, output = measured
    rows = list(csv.DictReader((folder / "out.csv").open()))
    getters = ["magic_fancy", "byte copy", "relaid copy", "own", "magic_black", "classical"]
    assert [row["getter"] for row in rows] == getters
    assert [row["status"] for row in rows] == ["base", "control", "control", *["not resolved"] * 3]  # one block
    for row in rows:
        assert row["engine"] == "Tiny" and row["kind"] == "hand-made" and row["base"] == "magic_fancy"
        assert (row["blocks"], row["rounds"], row["layouts"]) == ("1", "5", "2")
        assert float(row["cycles_per_node"] or 1000) > 50
        assert 0 < float(row["turn_ms"]) < SHORT_TURN and "ms: make the search longer" in output
        assert all(0 < float(row[piece]) < 20 for piece in ("rook", "bishop", "both", "queen"))
        assert row["getter"] in output


def test_objects_without_getters_are_shared(measured):
    equal, objects = map(int, re.search(r"^(\d+) of (\d+) object files", measured[1], re.M).groups())
    assert objects == len(list(EXAMPLE.glob("*.c")))
    assert 0 < equal < objects


def test_layouts_differ_and_copies_do_not(measured):
    kept = measured[0] / "kept"
    programs = {path.name: path.read_bytes() for path in (kept / "programs").iterdir()}
    assert programs["00-00"] != programs["00-01"]
    base, byte_copy, relaid_copy = ((kept / "block" / name).read_bytes() for name in ("00", "01", "02"))
    assert base == byte_copy == programs["00-00"]
    assert relaid_copy == programs["00-01"]


def test_count_prints_lookups(tmp_path):
    """Objects of an earlier build in the engine's folder do not come into the copy, and stay as they are."""
    source = shutil.copytree(EXAMPLE, tmp_path / "source")
    for path in source.glob("*.c"):
        path.with_suffix(".o").write_text("no object")
    path = edited(tmp_path, (str(EXAMPLE), "source"), ("go nodes 200000", "go nodes 2000"))
    output = trial(path, "--count", "--rounds", 3)
    assert re.fullmatch(r"Lookups per node: rook [\d.]+, bishop [\d.]+, both [\d.]+, queen [\d.]+ \(.*\)\.\n", output)
    assert (source / "main.o").read_text() == "no object"


@pytest.mark.skipif(not LONG, reason="needs a quiet machine")
def test_copies_lie_within_their_intervals(tmp_path):
    """Fewer than 7 of 10 intervals of 95 % contain the truth once in 1,000 times. The order of objects may matter."""
    output = trial(edited(tmp_path), "--self-test", 10, status=(0, 6))
    counts = {name: int(n) for name, n in re.findall(r"^(\w+) copy: .* in (\d+) of 10 trials$", output, re.M)}
    assert counts["byte"] >= 7 and counts["relaid"] >= 5, output


@pytest.mark.skipif(not LONG, reason="needs a quiet machine")
def test_delay_is_predicted(tmp_path):
    """An interval of 95 % misses the truth twice in a row once in 400 times."""
    outputs = (trial(edited(tmp_path), "--delay", 5, status=(0, 6)) for _ in range(2))
    assert any("is within the interval" in output for output in outputs)


# ---- sliders.h ----

USE = {
    "c": "sliders_rook_attacks(0, 0) ^ sliders_queen_attacks(0, 0) ^ sliders_both_attacks(0, 0).bishop",
    "c++": "sliders::rook_attacks(0, 0) ^ sliders::queen_attacks(0, 0) ^ sliders::both_attacks(0, 0).bishop",
}
PAIRS = """
    sliders_rook_attacks(3, 5), sliders_bishop_attacks(3, 5); /* both */
    sliders_bishop_attacks(3, 5), sliders_rook_attacks(3, 5); /* both */
    sliders_rook_attacks(3, 5), sliders_bishop_attacks(4, 5); /* another square */
    sliders_rook_attacks(4, 6);                               /* another occupancy */
    sliders_rook_attacks(4, 6);                               /* two rooks */
"""


def counts_of(folder, exported, language, variant, body):
    """Compiles a program of sliders.h without a warning, runs it, and returns its counts."""
    (folder / "sliders_scheme.h").write_text(exported)
    (folder / "sliders.h").write_text(shim.header(variant))
    (folder / "tables.c").write_text(shim.tables(variant))
    (folder / "main.c").write_text(f'#include "sliders.h"\nint main(void)\n{{\n{body}\n}}\n')
    standard = "-std=gnu11" if language == "c" else "-std=gnu++17"
    options = ["-Wall", "-Wextra", "-Wshadow", "-Wno-unused-value", "-Werror", "-O1", "-x", language, standard]
    subprocess.run([os.environ["CC"], *options, "main.c", "tables.c", "-o", "main"], cwd=folder, check=True)
    counts = folder / "counts"
    counts.write_bytes(bytes(8 * len(shim.COUNTS)))
    subprocess.run([folder / "main"], env={"SLIDERS_COUNTS": str(counts)}, check=True)
    return dict(zip(shim.COUNTS, struct.unpack(f"{len(shim.COUNTS)}Q", counts.read_bytes())))


@pytest.mark.parametrize(
    "variant", [shim.PLAIN, shim.COUNTING, shim.Variant(delay=3, free=2)], ids=["plain", "counts", "delay"]
)
@pytest.mark.parametrize("language", USE)
def test_variants_of_the_header(tmp_path, slidebench, language, variant):
    exported = slidebench("export", "classical", "--prefix", shim.PREFIX, check=0).stdout
    looked_up = {"rook": 1, "bishop": 0, "both": 1, "queen": 1, "calls": 3}
    expected = looked_up if variant.counts else dict.fromkeys(shim.COUNTS, 0)
    assert counts_of(tmp_path, exported, language, variant, f"    return ({USE[language]}) != 0;") == expected


def test_pairs_count_as_both(tmp_path, slidebench):
    exported = slidebench("export", "classical", "--prefix", shim.PREFIX, check=0).stdout
    expected = {"rook": 3, "bishop": 1, "both": 2, "queen": 0, "calls": 8}
    assert counts_of(tmp_path, exported, "c", shim.COUNTING, PAIRS) == expected


# ---- a wrong getter ----


def test_wrong_getter_is_named(tmp_path):
    """That of queens, by which no king is found to be attacked: illegal moves could end the engine."""
    getter = "return sliders_queen_attacks((unsigned)square, occupied);"
    wrong = f"""
#ifdef SLIDERS_SCHEME_CLASSICAL_H
    return sliders_queen_attacks((unsigned)square, occupied) & 0xff;
#endif
    {getter}
"""
    path = edited(tmp_path, ("    " + getter, wrong), ("go nodes 200000", "go depth 5"))
    error = trial(path, "--schemes", "classical", "--rounds", 3, status=1)
    assert re.fullmatch(
        r"engine-trial: \S+: classical searches \d+ nodes, expected \d+ as magic_fancy, at position \S.*\n", error
    )


# ---- descriptions ----

BROKEN = {
    "not TOML": (('name = "Tiny"', "name = Tiny"), "trial.toml: not TOML: "),
    "missing key": (('program = "tiny"\n', ""), "trial.toml: the key 'program' is missing"),
    "unknown key": (('program = "tiny"', 'program = "tiny"\nprogramme = 1'), "trial.toml: unknown key 'programme'"),
    "type": (('version = "1.0"', "version = 1.0"), "trial.toml: 'version' is 1.0, expected a string"),
    "kind": (('"hand-made"', '"neural"'), "kind = 'neural', expected nnue or hand-made or perft"),
    "language": (('language = "c"', 'language = "d"'), "language = 'd', expected c or c++"),
    "setup": (("setup = []", "setup = [1]"), "setup = [1], expected a list of UCI commands"),
    "expression": ((r"nodes (\\d+)", "nodes ("), "nodes = 'nodes (' is not a regular expression: "),
    "group": ((r"nodes (\\d+)", "nodes"), "nodes = 'nodes' has 0 groups, expected one around the number"),
    "source": ((f'source = "{EXAMPLE}"', 'source = "absent"'), "source = 'absent': no such folder in "),
    "replace keys": (('file = "attacks.h"', 'path = "attacks.h"'), "[[replace]] 1 has new, old, path, expected file"),
    "positions": (("setup = []", 'setup = []\npositions = "no.fen"'), "no.fen: No such file or directory"),
    "position": (("setup = []", 'setup = []\npositions = "bad.fen"'), "bad.fen:3: '8/8/8/8 w - - 0 1' is not a FEN"),
    "file": (('file = "attacks.h"', 'file = "attack.h"'), "[[replace]] 1: no file attack.h in "),
    "text": (('old = "#include <stdint.h>"', 'old = "#include <abc.h>"'), "attacks.h does not contain the text of"),
    "build": (('build = "make', 'build = "echo no luck; false; make'), "the build failed with status "),
    "program": (('program = "tiny"', 'program = "large"'), "the build made no large"),
    "link": (('program = "tiny"', 'program = "main.o"'), "main.o was not linked by $CC or $CXX with `-o`"),
}


@pytest.mark.parametrize("edit, message", BROKEN.values(), ids=BROKEN)
def test_broken_description(tmp_path, edit, message):
    if edit[0].startswith("build"):
        edit = (edit[0], 'build = "echo no luck; exit 7; make')
        message += "7: "
    (tmp_path / "bad.fen").write_text("# comment\n\n8/8/8/8 w - - 0 1\n")
    error = trial(edited(tmp_path, edit), "--count", status=3)
    assert message in error
    assert error.startswith(f"engine-trial: {tmp_path}") and error.count("\n") == (2 if "failed" in error else 1)


@pytest.mark.parametrize(
    "options, status, message",
    [
        (["--schemes", "nonesuch"], 2, "unknown scheme 'nonesuch'"),
        (["--schemes", "rotated_6bit"], 2, "rotated_6bit keeps a view of its own"),
        (["--layouts", "1"], 2, "'1', expected a whole number from 2 to 1000000000"),
        (["--seed", "9" * 11], 2, "999', expected a whole number from 0"),
        (["--delay", "10000"], 2, "'10000', expected a whole number from 1 to 9999"),
        (["--turn-limit", "-1"], 2, "'-1', expected a number of seconds"),
        (["--out", "/nonesuch/out.csv"], 5, "/nonesuch/out.csv: No such file or directory"),
        (["--out", ""], 5, ".: not a file, expected FILE.csv"),
        (["--out", "/dev/null"], 5, "/dev/null: not a file, expected FILE.csv"),
        (["--count", "--delay", "5"], 2, "not allowed with argument"),
        (["--slidebench", "/nonesuch"], 4, "/nonesuch: no slidebench, expected a build folder"),
    ],
)
def test_bad_option(tmp_path, options, status, message):
    assert message in trial(edited(tmp_path), *options, status=status)


# ---- engines ----

ENGINE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* getters */
int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n")) {
        if (!strcmp(line, "uci\n"))
            puts("uciok");
        else if (!strcmp(line, "isready\n"))
            puts("readyok");
        else if (!strncmp(line, "go", 2)) {
            ON_GO
        }
        fflush(stdout);
    }
}
"""

BROKEN_ENGINES = {
    "abort();": "magic_fancy: the engine was expected to continue, but killed by signal 6 (Aborted)",
    "return 3;": "magic_fancy: the engine was expected to continue, but ended with status 3",
    'puts("info nodes 1");': "magic_fancy: no line that begins with 'bestmove' within 1 s",
    'puts("bestmove a1a2");': r"magic_fancy: no match of nodes = 'nodes (\d+)' in what the engine printed",
}


@pytest.mark.parametrize("code, message", BROKEN_ENGINES.items(), ids=["crash", "exit", "hang", "count"])
def test_broken_engine(tmp_path, code, message):
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "engine.c").write_text(ENGINE.replace("ON_GO", code))
    head = (EXAMPLE / "trial.toml").read_text().split("[[replace]]")[0]
    head = re.sub(r"^build = .*", 'build = "$CC -march=native -o tiny engine.c"', head, flags=re.M)
    replace = '[[replace]]\nfile = "engine.c"\nold = "/* getters */"\nnew = "#include \\"sliders.h\\""\n'
    path = edited(tmp_path, (str(EXAMPLE), "source"), text=head + replace)
    error = trial(path, "--count", "--rounds", 2, "--turn-limit", 1, status=3)
    assert message in error and error.count("\n") == 1
