# SPDX-License-Identifier: MIT
"""scripts/engine-trial on the example of its page, on broken descriptions and on broken engines."""

import csv
import os
import re
import shutil
import struct

import pytest

import process
from conftest import BUILD, SOURCE, slidebench

from engines.trial import build, engine_trial, shim
from engines.trial_results import PIECES, SHORT_TURN
from result_factory import GOOD
from slidebench_tools.command import replacing
from terminal import on_terminal

EXAMPLE = SOURCE / "scripts" / "engines" / "example"
SCRIPT = SOURCE / "scripts" / "engine-trial"
BUILT = "--slidebench", BUILD, "--links=2"
SHORT = "go nodes 400000", "go nodes 5000"  # an edit of its description

pytestmark = pytest.mark.skipif(
    not (BUILD / "slidebench-engine-turns").exists(), reason="engines are timed on Linux only"
)


def trial(path, *options, status=0):
    """Runs the script. Returns all that it printed."""
    done = process.call(engine_trial.main, path, *BUILT, *options, status=status)
    return done.stderr + done.stdout


def copied(folder):
    """Copies the example into a folder, to be edited there. Returns the copy."""
    return shutil.copytree(EXAMPLE, folder / "source")


def edited(folder, *edits):
    """Writes the example's description with replaced text into a folder. Its source is the copy there, if there is one,
    else the example's."""
    source = "source" if (folder / "source").exists() else EXAMPLE
    text = (EXAMPLE / "trial.toml").read_text()
    for old, new in (('source = "."', f'source = "{source}"'), *edits):
        assert old in text, old
        text = text.replace(old, new)
    (folder / "trial.toml").write_text(text)
    return folder / "trial.toml"


# ---- the whole way ----


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Runs a short trial. Returns its folder and its output."""
    folder = tmp_path_factory.mktemp("trial")
    path = edited(folder, SHORT)
    options = ["--blocks", 2, "--rounds", 4, "--keep", folder / "kept", "--out", folder / "out.csv", "--result", GOOD]
    before = sorted(EXAMPLE.rglob("*"))
    for _ in range(20):  # a busy machine ends with status 6, and if no block is undisturbed, without a result
        output = trial(path, "--schemes", "magic_black,kindergarten", *options, status=(0, 6))
        assert sorted(EXAMPLE.rglob("*")) == before  # the engine's folder is not changed
        if (folder / "out.csv").exists():
            return folder, output
    pytest.skip("the machine is too busy for a trial of two blocks")


def test_result_is_written_before_the_answer(tmp_path, monkeypatch):
    """The terminal may be gone by then."""

    def gone(*_):
        raise OSError("no terminal")

    for name, replacement in (("table", gone), ("reason_for_doubt", lambda *_: "")):
        monkeypatch.setattr(engine_trial, name, replacement)
    result = "--out", tmp_path / "out.csv", "--blocks=1", "--rounds=2"
    printed = trial(edited(tmp_path, SHORT), "--schemes", "magic_black", *result, status=5)
    assert "no terminal" in printed and (tmp_path / "out.csv").exists()


def test_file_is_replaced_whole_or_not_at_all(tmp_path):
    (tmp_path / "turns.csv").write_text("as it was")
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "turns.csv") as file:
        file.write("half")
        raise KeyboardInterrupt
    assert [path.read_text() for path in tmp_path.iterdir()] == ["as it was"]


def test_result_has_a_line_per_program(measured):
    folder, output = measured
    rows = list(csv.DictReader((folder / "out.csv").open()))
    getters = ["magic_fancy", *(f"copy {number}" for number in range(1, 5)), "own", "magic_black", "kindergarten"]
    assert [row["getter"] for row in rows] == getters
    assert [row["status"] for row in rows][:5] == ["base", *["copy"] * 4]
    for row in rows:
        assert row["engine"] == "Example" and row["kind"] == "hce" and row["base"] == "magic_fancy"
        assert (row["rounds"], row["links"]) == ("4", "2") and int(row["blocks"]) <= 2
        assert 0 < float(row["turn_ms"]) < SHORT_TURN and "ms: make it 30 ms at least" in output
        assert sum(float(row[piece]) for piece in PIECES) > 1
        assert row["getter"] in output


def test_trial_ends_with_an_answer(measured):
    answer = measured[1].rpartition("\n\n")[2]
    assert re.search(
        r"^Example \S+ \(hce\) on .*: (\d+|nan) cycles per node, [\d,]+ knps, \d+ ms per search", measured[1], re.M
    )
    assert re.match(r"Best measured: \w+", answer)
    assert re.search(r"^Predicted from \S+ \(mix-hce games throughput\): \d+ of \d+ pairs", answer, re.M)
    assert re.search(r"^The advice, \w+, (is the best measured one|takes [\d.]+ % longer|was not meas)", answer, re.M)
    if "unknown" not in measured[1]:
        assert re.search(r"^The program with the engine's own getters takes [\d.]+ % longer than \w+", answer, re.M)
        assert re.search(r"^(Keep the engine's own getters: none of these|Change to \w+:)", answer, re.M)


def test_turns_are_kept_with_the_drawn_places(measured):
    """Every program of a block has a place of its own, and places differ between blocks."""
    turns = list(csv.DictReader((measured[0] / "kept" / "turns.csv").open()))
    assert len(turns) == 2 * 4 * 8
    of_blocks = [[turn["place"] for turn in turns if turn["block"] == block][:8] for block in "12"]
    assert all(sorted(map(int, places)) == list(range(8)) for places in of_blocks)
    assert of_blocks[0] != of_blocks[1]


def test_builds_are_found_again(measured, tmp_path):
    """With another build command they are made again."""
    folder, _ = measured
    programs = sorted((folder / "kept" / "programs").iterdir())
    times = [path.stat().st_mtime_ns for path in programs]
    trial(folder / "trial.toml", "--check", "--keep", folder / "kept")
    assert [path.stat().st_mtime_ns for path in programs] == times
    assert sorted((folder / "kept" / "programs").iterdir()) == programs
    other = edited(tmp_path, SHORT, ("-O2", "-O1"))
    trial(other, "--check", "--keep", folder / "kept")
    assert len(list((folder / "kept" / "programs").iterdir())) == len(programs) + 3  # own, base, counting


def test_check_prints_what_a_trial_needs(tmp_path):
    """Objects of an earlier build in the engine's folder do not come into the copy, and stay as they are."""
    source = copied(tmp_path)
    (source / "engine.o").write_text("no object")
    output = trial(edited(tmp_path, SHORT), "--check")
    assert output.count(": engine.c has the text 1 time\n") == 3
    assert "With its own getters and with magic_fancy the engine searches the same nodes." in output
    assert re.search(
        r"^Lookups per node: rook [\d.]+, bishop [\d.]+, both [\d.]+, queen [\d.]+ \(.*\)\.$", output, re.M
    )
    assert re.search(r"^A search takes \d+ ms \(\d+ to \d+\): make it 30 ms at least", output, re.M)
    assert (source / "engine.o").read_text() == "no object" and "is a getter missing" not in output


def test_builds_do_not_write_through_links(tmp_path):
    """The build, and [[replace]], write to files of the copy: a link into the engine's own folder by an absolute path,
    and one that leads out, are replaced by their files. A relative link stays one. No name stops the build."""
    source, outside = copied(tmp_path), tmp_path / "outside"
    (source / "engine.c").rename(source / "real.c")
    for name, target in (("engine.c", source / "real.c"), ("log", outside), ("near", "real.c"), ("gone", "/nonesuch")):
        (source / name).symlink_to(target)
    outside.write_text("as it was")
    (source / os.fsdecode(b"\xff.h")).touch()
    before = (source / "real.c").read_text()
    edits = ('build = "', 'build = "test -L near && echo built >>log && '), SHORT
    trial(edited(tmp_path, *edits), "--check", "--keep", tmp_path / "k $pt")
    assert (tmp_path / "k $pt" / "copy" / "log").read_text() == "as it wasbuilt\n"
    assert outside.read_text() == "as it was" and (source / "real.c").read_text() == before


def test_progress_that_nobody_can_read_ends_no_trial(tmp_path):
    with open("/dev/full", "w") as full:
        process.run(SCRIPT, edited(tmp_path, SHORT), "--check", *BUILT, stderr=full)


def test_error_does_not_begin_behind_progress(tmp_path):
    status, shown, _ = on_terminal(SCRIPT, edited(tmp_path, BROKEN["text"][0]), "--check", *BUILT)
    assert status == 3 and "\r\033[Kengine-trial: " in shown


def test_check_finds_a_forgotten_getter(tmp_path):
    """The rook's text is replaced by itself."""
    old = re.findall(r'^old = """\n(.*?)"""$', (EXAMPLE / "trial.toml").read_text(), re.M | re.S)[1]
    new = "    return sliders_rook_attacks((unsigned)square, occupied);\n"
    output = trial(edited(tmp_path, SHORT, (new, old)), "--check")
    assert "No lookup of a rook was counted: is a getter missing among [[replace]]?" in output
    assert "No lookup of a bishop" not in output


# ---- sliders.h ----

LOOKUPS = """
#include "sliders.h"
int main(void)
{
    sliders_rook_attacks(3, 5), sliders_bishop_attacks(3, 5); /* both */
    sliders_bishop_attacks(3, 5), sliders_rook_attacks(3, 5); /* both */
    sliders_rook_attacks(3, 5), sliders_bishop_attacks(4, 5); /* another square */
    sliders_rook_attacks(4, 6);                               /* another occupancy */
    sliders_rook_attacks(4, 6);                               /* two rooks */
    return (sliders_rook_attacks(0, 0) ^ sliders_queen_attacks(0, 0) ^ sliders_both_attacks(0, 0).bishop) != 0;
}
"""


@pytest.mark.parametrize("counts", [False, True], ids=["plain", "counts"])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_variants_of_the_header(tmp_path, language, counts):
    """Compile without a warning. A rook's and a bishop's lookup in succession count as both."""
    (tmp_path / "sliders.h").write_text(slidebench("export", "classical").stdout + shim.COUNTED * counts)
    (tmp_path / "tables.c").write_text(shim.tables_source(counts))
    (tmp_path / "main.c").write_text(LOOKUPS)
    standard = "-std=gnu11" if language == "c" else "-std=gnu++17"
    options = ["-Wall", "-Wextra", "-Wshadow", "-Wno-unused-value", "-Werror", "-O1", "-x", language, standard]
    process.run(os.environ["CC"], *options, "main.c", "tables.c", "-o", "main", cwd=tmp_path)
    file = tmp_path / "counts"
    file.write_bytes(bytes(8 * len(PIECES)))
    process.run(tmp_path / "main", env={"SLIDERS_COUNTS": str(file)})
    counted = dict(zip(PIECES, struct.unpack(f"{len(PIECES)}Q", file.read_bytes())))
    assert counted == ({"rook": 4, "bishop": 1, "both": 3, "queen": 1} if counts else dict.fromkeys(PIECES, 0))


# ---- a wrong getter ----


def test_wrong_getter_is_named(tmp_path):
    getter = "return sliders_rook_attacks((unsigned)square, occupied);"
    wrong = f"""
#ifdef SLIDERS_CLASSICAL_H
    return sliders_rook_attacks((unsigned)square, occupied) & 0xff;
#endif
    {getter}
"""
    path = edited(tmp_path, ("    " + getter, wrong), SHORT)
    error = trial(path, "--schemes", "classical", "--rounds", 3, "--result", GOOD, status=1)
    assert re.search(
        r"^engine-trial: \S+: classical (searches \d+ nodes|prints 'bestmove \w+'), expected .* as magic_fancy, "
        r"at position \S.*$",
        error,
        re.M,
    )


# ---- descriptions ----

BROKEN = {
    "not TOML": (('name = "Example"', "name = Example"), "trial.toml: not TOML: "),
    "missing key": (('program = "engine"\n', ""), "trial.toml: the key 'program' is missing"),
    "unknown key": (('program = "engine"', 'program = "engine"\nprogramme = 1'), "trial.toml: unknown key 'programme'"),
    "type": (('version = "1.0"', "version = 1.0"), "trial.toml: 'version' is 1.0, expected a string"),
    "kind": (('"hce"', '"neural"'), "kind = 'neural', expected nnue or hce or perft"),
    "setup": (("setup = []", "setup = [1]"), "setup = [1], expected a list of UCI commands"),
    "expression": ((r"nodes (\\d+)", "nodes ("), "nodes = 'nodes (' is not a regular expression: "),
    "group": ((r"nodes (\\d+)", "nodes"), "nodes = 'nodes' has 0 groups, expected one around the number"),
    "source": ((f'source = "{EXAMPLE}"', 'source = "absent"'), "source = 'absent': no such folder in "),
    "replace keys": (('file = "engine.c"', 'path = "engine.c"'), "[[replace]] 1 has new, old, path, expected file"),
    "positions": (("setup = []", 'setup = []\npositions = "no.fen"'), "no.fen: No such file or directory"),
    "position": (("setup = []", 'setup = []\npositions = "bad.fen"'), "bad.fen:3: '8/8/8/8 w - - 0 1' is not a FEN"),
    "file": (('file = "engine.c"', 'file = "engines.c"'), "[[replace]] 1: no file engines.c in "),
    "text": (('old = "#include <ctype.h>"', 'old = "#include <abc.h>"'), "engine.c does not contain the text of"),
    "build": (
        ('build = "', 'build = "echo an error of some kind; echo later; exit 7; '),
        "failed with status 7: an error of some kind",
    ),
    "flto": (
        ("-o engine engine.o", "-flto -o engine engine.o"),
        "engine is linked with -flto, which hides its objects",
    ),
    "program": (('program = "engine"', 'program = "large"'), "the build made no large"),
    "folder": (('program = "engine"', 'program = "."'), "program = '.', expected a file inside "),
    "link": (('program = "engine"', 'program = "engine.o"'), "engine.o was not linked by $CC or $CXX with `-o`"),
}


@pytest.mark.parametrize("edit, message", BROKEN.values(), ids=BROKEN)
def test_broken_description(tmp_path, edit, message):
    (tmp_path / "bad.fen").write_text("# comment\n\n8/8/8/8 w - - 0 1\n")
    error = trial(edited(tmp_path, edit), "--check", status=3)
    line = error.partition("engine-trial: ")[2]
    assert message in line and line.startswith(str(tmp_path)) and line.count("\n") == (4 if "failed" in line else 1)


@pytest.mark.parametrize(
    "file", ["{outside}/engine.c", "{source}/engine.c", "../outside/engine.c", "link.c", "folder/engine.c"]
)
def test_files_outside_the_source_are_refused(tmp_path, file):
    source, outside = copied(tmp_path), shutil.copytree(EXAMPLE, tmp_path / "outside")
    (source / "link.c").symlink_to(outside / "engine.c")
    (source / "folder").symlink_to(outside)
    file = file.format(source=source, outside=outside)
    path = edited(tmp_path, ('file = "engine.c"', f'file = "{file}"'))
    expected = f"file = '{file}', expected a path inside {source}"
    assert trial(path, "--check", status=3) == f"engine-trial: {path}: [[replace]] 1: {expected}\n"
    path = edited(tmp_path, ('program = "engine"', f'program = "{file}"'))
    if file != "link.c":  # each build removes the program that the source has: the link alone
        expected = f"program = '{file}', expected a file inside {source}"
        assert trial(path, "--check", status=3) == f"engine-trial: {path}: {expected}\n"
    for folder in source, outside:
        assert (folder / "engine.c").read_text() == (EXAMPLE / "engine.c").read_text()


def test_links_to_folders_outside_are_refused(tmp_path):
    source = copied(tmp_path)
    (source / "folder").symlink_to(tmp_path)
    error = trial(edited(tmp_path), "--check", status=3)
    assert error.endswith(f"{source}/folder: a link to {tmp_path}, expected folders inside the source only\n")


def test_source_that_cannot_be_copied(tmp_path):
    os.mkfifo(copied(tmp_path) / "pipe")
    error = trial(edited(tmp_path), "--check", status=3)
    assert error.endswith(f"trial.toml: the source cannot be copied: `{tmp_path}/source/pipe` is a named pipe\n")


@pytest.mark.parametrize(
    "keep, message",
    [
        ("mine", ": has files of others, expected a new or empty folder, or an earlier trial's"),
        ("source/kept", ": one of it and the engine's source {folder}/source contains the other"),
        (".", ": one of it and the engine's source {folder}/source contains the other"),
    ],
)
def test_keep_changes_no_files_of_others(tmp_path, keep, message):
    copied(tmp_path)
    (tmp_path / "mine" / "include").mkdir(parents=True)
    (tmp_path / "mine" / "include" / "engine.h").write_text("precious")
    path = edited(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    error = trial(path, "--check", "--keep", tmp_path / keep, status=5)
    assert error.endswith(f"engine-trial: {(tmp_path / keep)}{message.format(folder=tmp_path)}\n")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "options, status, message",
    [
        (["--schemes", "nonesuch"], 2, "unknown scheme 'nonesuch'"),
        (["--check", "--schemes", "nonesuch"], 2, "unknown scheme 'nonesuch'"),
        (["--schemes", "rotated_6bit"], 2, "rotated_6bit keeps a view of its own"),
        (["--base", "ray_loop", "--schemes", "classical"], 2, "--schemes: expected one that an engine would take"),
        (["--links", "1"], 2, "'1', expected a whole number of 2 or more"),
        (["--seed", "9" * 11], 2, "999', expected a whole number of 0 or more, in nine digits"),
        (["--turn-limit", "-1"], 2, "'-1', expected a whole number of 1 or more"),
        (["--out", "/nonesuch/out.csv"], 5, "/nonesuch/out.csv.part: No such file or directory"),
        (["--out", ""], 5, ".: not a file, expected FILE.csv"),
        (["--out", "/dev/null"], 5, "/dev/null: not a file, expected FILE.csv"),
        (["--slidebench", "/nonesuch"], 4, "/nonesuch: no slidebench: cmake --build /nonesuch --target engine-trial"),
    ],
)
def test_bad_option(tmp_path, options, status, message):
    assert message in trial(edited(tmp_path), *options, status=status)


# ---- engines ----


@pytest.mark.parametrize("value, options", [(" ", []), ("cc  -DA='a", ["-DA='a"])])
def test_words_of_a_compiler(monkeypatch, value, options):
    """As scripts/bench takes them. A blank one is the default one."""
    monkeypatch.setenv("CC", value)
    assert build.find_tools(str(BUILD)).compilers["c"] == [shutil.which("cc"), *options]


BROKEN_ENGINES = {
    "abort();": ": the engine was expected to continue, but killed by signal 6 (Aborted)",
    "return 3;": ": the engine was expected to continue, but ended with status 3",
    'puts("info nodes 1");': ": no line that begins with 'bestmove' within 1 s",
    'puts("bestmove a1a2");': r"nodes = 'nodes (\d+)' finds '', expected a number of nodes",
    'puts("info nodes 0"); puts("bestmove a1a2");': r"nodes = 'nodes (\d+)' finds '0', expected a number of nodes",
}


@pytest.mark.parametrize("code, message", BROKEN_ENGINES.items(), ids=["crash", "exit", "hang", "no count", "zero"])
def test_broken_engine(tmp_path, code, message):
    engine = copied(tmp_path) / "engine.c"
    search = "const uint64_t nodes"
    assert search in engine.read_text()
    engine.write_text(engine.read_text().replace(search, f"{code} fflush(stdout);\ncontinue;\n{search}"))
    error = trial(edited(tmp_path), "--check", "--turn-limit", 1, status=3)
    assert message in error.partition("engine-trial: ")[2]


@pytest.mark.parametrize("cpu, limit", [("one", "60"), ("-2", "60"), ("-1", "long")])
def test_turns_refuse_what_is_no_number(cpu, limit):
    """Their arguments have places, not names: the message has the words that were given."""
    done = process.run(BUILD / "slidebench-engine-turns", cpu, limit, "go", "bestmove", status=2)
    assert done.stderr == f"'{cpu} {limit}': expected CPU, a number or -1, and LIMIT in seconds\n"
