# SPDX-License-Identifier: MIT
"""Builds an engine once per getter, each time in the same folder, so that objects without getters come out equal. Links
each build several times, with its objects in other orders."""

import csv
import functools
import hashlib
import os
import random
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from engines.trial import shim
from engines.trial.description import Description
from slidebench_tools import command
from slidebench_tools.command import ENVIRONMENT, OUTPUT, ROOT, USAGE, Refused, output_of

OBJECT = re.compile(r"\.(o|obj|c|cc|cpp|cxx|c\+\+|s|S)$")
PADDINGS = 3  # objects of padding per link
CODE_PADDING, DATA_PADDING = 4096, 1024  # bytes, at most
# A file with this name in a folder allows builds to delete and overwrite the other files there.
MARK = "slidebench-engine-trial"
OUTPUT_LINES = 10  # shown of a failed build
# {language: the variable of the environment that names its compiler, and the compiler if that is not set}
COMPILERS = {"c": ("CC", "cc"), "c++": ("CXX", "c++")}


@dataclass
class Tools:
    """The programs that a trial runs. `folder` is a build of slidebench."""

    folder: Path
    compilers: dict[str, list[str]]  # {language: words of the command}

    def slidebench(self, *arguments: str) -> str:
        """Returns the output of slidebench. Passes on its error message and its exit status."""
        return command.checked_output(command.run_program(self.folder / "slidebench", *arguments), "slidebench")

    def export(self, scheme: str) -> str:
        """Returns a scheme as a header. Refuses one whose getters take more than a bitboard."""
        header = self.slidebench("export", scheme)
        if "sliders_set_view(" in header:
            raise Refused(f"{scheme} keeps a view of its own, expected a scheme that takes bitboards", USAGE)
        return header

    @functools.cached_property
    def native(self) -> list[str]:
        """Returns the option by which the compiler compiles for this CPU; none on a young architecture. On x86
        -mcpu=native is an old name of -mtune."""
        options = ["-march=native"] if os.uname().machine == "x86_64" else ["-mcpu=native", "-march=native"]
        words = [*self.compilers["c"], "-fsyntax-only", "-xc", os.devnull]
        for option in options:
            if subprocess.run([*words, option], capture_output=True).returncode == 0:
                return [option]
        return []

    def cpu_name(self) -> str:
        """Returns the CPU's name in results."""
        match = re.search(r"^name in results +(\S+)$", self.slidebench("machine"), re.M)
        return match[1] if match else "unknown"

    def compiler_name(self, language: str) -> str:
        """Returns the compiler and its major version: "gcc-12"."""
        words = self.compilers[language]
        name = "clang" if "clang" in output_of(*words, "--version") else "gcc"
        return f"{name}-{output_of(*words, '-dumpversion').strip().partition('.')[0]}"

    @functools.cached_property
    def statuses(self) -> dict[str, str]:
        """{scheme: its status}."""
        listed = csv.DictReader(self.slidebench("list", "--format", "csv").splitlines())
        return {row["scheme"]: row["status"] for row in listed}

    def status(self, scheme: str) -> str:
        """Returns "ok", or why this CPU does not run a scheme. Refuses one that is unknown or cannot be exported."""
        if scheme not in self.statuses:
            raise Refused(f"unknown scheme '{scheme}': `slidebench list` prints all", USAGE)
        if self.statuses[scheme] == "ok":
            self.export(scheme)
        return self.statuses[scheme]


def find_tools(folder: str | None) -> Tools:
    """Returns the programs. Builds slidebench first, as scripts/bench does, unless a folder has a build."""
    compilers = {}
    for language, (variable, default) in COMPILERS.items():
        program, *options = os.environ.get(variable, "").split() or [default]
        if not (path := shutil.which(program)):
            raise Refused(f"the compiler {program} is not installed: set {variable} to another one", ENVIRONMENT)
        compilers[language] = [path, *options]
    build = Path(folder).absolute() if folder else ROOT / "build" / "native"
    if not folder:
        command.build(build, "engine-trial")
    for program in ("slidebench", "slidebench-engine-turns"):
        if not (build / program).exists():
            raise Refused(f"{build}: no {program}: cmake --build {build} --target engine-trial", ENVIRONMENT)
    return Tools(build, compilers)


def claim_folder(folder: Path, source: Path) -> None:
    """Makes a folder for builds, and marks it. Refuses a folder with files of others, and one that contains the
    engine's source or lies in it: each build copies the source into the folder."""
    if folder.is_relative_to(source) or source.is_relative_to(folder):
        raise Refused(f"{folder}: one of it and the engine's source {source} contains the other", OUTPUT)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not (folder / MARK).is_file():
        raise Refused(f"{folder}: has files of others, expected a new or empty folder, or an earlier trial's", OUTPUT)
    (folder / MARK).touch()


def emptied(folder: Path) -> Path:
    """Makes an empty folder, in place of an old one, and returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


class TrialBuilder:
    """A folder with the compiler's wrappers, the copy of the engine that is built, and the programs.

    A program is in a folder whose name is a digest of all that it is made from. So a later trial finds it again."""

    def __init__(self, folder: Path, engine: Description, tools: Tools, links: int) -> None:
        self.folder, self.engine, self.tools, self.links = folder, engine, tools, links
        self.copy, self.include, self.commands = folder / "copy", folder / "include", folder / "commands"
        self.tables, self.programs = folder / "tables.o", folder / "programs"
        claim_folder(folder, engine.source)
        self.made_from = self.digest_of_engine()
        self.write_wrappers()
        self.paddings = [self.compile_paddings(link) for link in range(links)]

    def digest_of_engine(self) -> str:
        """Returns a digest of what all builds have in common: the engine, its description, the compilers, what the CPU
        runs, and how this module and the shim build and link."""
        engine, compilers = self.engine, self.tools.compilers
        versions = [output_of(*words, "--version") for words in compilers.values()]
        sources = [Path(file).read_text() for file in (__file__, shim.__file__)]
        flags = [os.environ.get(name) for name in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS")]
        description = engine.language, engine.build, engine.program, engine.replace
        builds = self.links, compilers, versions, self.tools.statuses, flags, sources
        digest = hashlib.sha256(repr((description, builds)).encode())
        for path in sorted(engine.source.rglob("*")):
            if path.is_file() and ".git" not in path.parts:
                digest.update(os.fsencode(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}\n"))
        return digest.hexdigest()

    def write_wrappers(self) -> None:
        """Writes the programs that the build finds in $CC and $CXX."""
        for language, words in self.tools.compilers.items():
            path = self.folder / COMPILERS[language][0]
            path.write_text(
                shim.WRAPPER.format(
                    compiler=shlex.join(["ccache", *words] if shutil.which("ccache") else words),
                    linker=shlex.join(words),
                    recorded=shlex.quote(shlex.join(words)),
                )
            )
            path.chmod(0o755)

    def compile(self, source: str, target: Path, language: str = "c") -> None:
        """Compiles a source text of the shim for this CPU."""
        path = target.with_suffix({"c": ".c", "c++": ".cpp"}[language])
        path.write_text(source)
        words = [*self.tools.compilers[language], "-O2", *self.tools.native, f"-I{self.include}"]
        done = subprocess.run([*words, "-c", path, "-o", target], capture_output=True, text=True)
        if done.returncode:
            raise Refused(f"{path} does not compile: {first_error(done.stderr)}", ENVIRONMENT)

    def compile_paddings(self, link: int) -> list[Path]:
        """Returns the objects of padding of a link."""
        rng = random.Random(f"padding {link}")
        paths = [self.folder / f"padding-{link}-{number}.o" for number in range(PADDINGS)]
        for number, path in enumerate(paths):
            code = 16 * rng.randrange(CODE_PADDING // 16)
            self.compile(shim.padding(number, code, 64 * rng.randrange(1, DATA_PADDING // 64 + 1)), path)
        return paths

    def build(self, scheme: str, counts: bool = False) -> list[Path]:
        """Returns the programs of a scheme, one per link. Builds them if they are missing. "": the engine's getters."""
        exported = self.tools.export(scheme) if scheme else ""
        key = hashlib.sha256(f"{self.made_from} {counts} {exported}".encode()).hexdigest()[:16]
        target = self.programs / key
        if not target.is_dir():
            part = emptied(self.programs / "part")
            name = f"{self.engine.path}: with {scheme or 'its own getters'}"  # in messages
            self.compile_engine(name, exported, counts)
            self.link_all(name, part)
            part.rename(target)
        return [target / f"{link:02}" for link in range(self.links)]

    def compile_engine(self, name: str, exported: str, counts: bool) -> None:
        """Builds a copy of the engine with the getters of an exported scheme; "": with the engine's own getters."""
        self.write_shim(exported, counts)
        self.copy_source()
        if exported:
            self.replace_getters()
        emptied(self.commands)
        # Not by their paths, which may have blanks: builds use $CC without quotes.
        wrappers = {variable: variable for variable, _ in COMPILERS.values()}
        wrappers["PATH"] = f"{self.folder}:{os.environ.get('PATH', os.defpath)}"
        done = subprocess.run(
            self.engine.build, shell=True, cwd=self.copy, env=os.environ | wrappers, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        if done.returncode:
            tail = "\n".join(done.stdout.splitlines()[-OUTPUT_LINES:])
            hint = " (the build did not use $CC or $CXX?)" if "sliders.h: No such file" in done.stdout else ""
            raise Refused(
                f"{name}: the build failed with status {done.returncode}: {first_error(done.stdout)}{hint}\n"
                f"{self.engine.build}\n{tail}"
            )
        if not (self.copy / self.engine.program).is_file():
            raise Refused(f"{name}: the build made no {self.engine.program}: see `program`")

    def write_shim(self, exported: str, counts: bool) -> None:
        """Writes sliders.h and compiles the object of tables, which is empty for the engine's own getters."""
        emptied(self.include)
        if not exported:
            self.compile("typedef int empty;", self.tables)
            return
        (self.include / "sliders.h").write_text(exported + (shim.COUNTED if counts else ""))
        self.compile(shim.tables_source(counts), self.tables, self.engine.language)

    def copy_source(self) -> None:
        """Copies the engine, without files that an earlier build has left."""
        shutil.rmtree(self.copy, ignore_errors=True)
        ignored = shutil.ignore_patterns(".git", "*.o", "*.obj")
        try:
            shutil.copytree(self.engine.source, self.copy, symlinks=True, ignore=ignored)
        except shutil.Error as error:
            _, _, cause = error.args[0][0]
            raise Refused(f"{self.engine.path}: the source cannot be copied: {cause}") from None
        (self.copy / self.engine.program).unlink(missing_ok=True)
        self.replace_links()

    def replace_getters(self) -> None:
        """Replaces the texts of the copy that [[replace]] names."""
        for number, table in enumerate(self.engine.replace, 1):
            where, file, old = f"{self.engine.path}: [[replace]] {number}", table["file"], table["old"]
            path = self.copy / file
            if not path.is_file():
                raise Refused(f"{where}: no file {file} in {self.engine.source}")
            text = path.read_text(errors="surrogateescape")
            if old not in text:
                first = (old.strip() or old).splitlines()[0]
                raise Refused(f"{where}: {file} does not contain the text of `old` ('{first[:60]}...')")
            path.write_text(text.replace(old, table["new"]), errors="surrogateescape")

    def replace_links(self) -> None:
        """Replaces links that lead out of the copy by the files behind them: a build must not write through them."""
        for link in [path for path in self.copy.rglob("*") if path.is_symlink()]:
            if Path(os.path.realpath(link)).is_relative_to(self.copy):
                continue
            original = self.engine.source / link.relative_to(self.copy)
            if original.is_dir():
                raise Refused(f"{original}: a link to {original.readlink()}, expected folders inside the source only")
            link.unlink()
            if original.is_file():
                shutil.copy2(original, link)

    def link_command(self, name: str) -> tuple[list[str], Path]:
        """Returns the words of the command that linked the program, which the wrapper recorded, and its folder."""
        program = Path(self.engine.program).name
        for record in sorted(self.commands.iterdir(), reverse=True):
            compiler, folder, *words = record.read_text(errors="surrogateescape").split("\0")[:-1]
            if "-o" in words[:-1] and Path(words[words.index("-o") + 1]).name == program:
                if any(word.startswith("-flto") for word in words):
                    raise Refused(
                        f"{name}: {program} is linked with -flto, which hides its objects: "
                        "expected a build without link-time optimisation"
                    )
                return [*shlex.split(compiler), *words], Path(folder)
        raise Refused(
            f"{name}: {program} was not linked by $CC or $CXX with `-o`: "
            "expected a build that compiles and links through them"
        )

    def link_all(self, name: str, folder: Path) -> None:
        """Links the program several times, with its objects in other orders, into a folder."""
        words, where = self.link_command(name)
        for link, paddings in enumerate(self.paddings):
            relink = relinked(words, folder / f"{link:02}", [*paddings, self.tables], link)
            done = subprocess.run(
                [*relink, f"-I{self.include}"], cwd=where, capture_output=True, text=True, errors="replace"
            )
            if done.returncode:
                raise Refused(f"{name}: link {link} fails: {first_error(done.stderr)}")


def first_error(printed: str) -> str:
    """Returns the first line of a compiler's output that reports an error, or the last line."""
    lines = printed.strip().splitlines() or ["no output"]
    return next((line for line in lines if re.search(r"\berror\b[: ]|undefined", line, re.I)), lines[-1])


def relinked(words: list[str], target: Path, extra: list[Path], link: int) -> list[str]:
    """Returns a link command with another output after `-o`, more objects, and its objects in another order."""
    at = words.index("-o")
    words = words[:at] + words[at + 2 :]
    places = [i for i, word in enumerate(words) if i and not word.startswith("-") and OBJECT.search(word)]
    objects = [words[i] for i in places] + [str(path) for path in extra]
    random.Random(f"order {link}").shuffle(objects)
    first = places[0] if places else len(words)
    kept = [word for i, word in enumerate(words) if i >= first and i not in places]
    needed = [f"-Wl,-u,sliders_padding_{number}" for number in range(PADDINGS)]  # else --gc-sections removes them
    return [*words[:first], *objects, *kept, *needed, "-o", str(target)]
