# SPDX-License-Identifier: MIT
"""Builds an engine once per getter, each time in the same folder, so that objects without getters come out equal. Links
each build several times, with its objects in other orders."""

import csv
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from engines.trial import shim
from engines.trial.description import Description
from slidebench_tools.command import ENVIRONMENT, USAGE, Refused, failure

ROOT = Path(__file__).resolve().parents[3]
OBJECT = re.compile(r"\.(o|obj|c|cc|cpp|cxx|c\+\+|s|S)$")
PADDINGS = 3  # objects of padding per link
CODE_PADDING, DATA_PADDING = 4096, 1024  # bytes, at most
OUTPUT_LINES = 10  # of a failed build that are shown


@dataclass
class Tools:
    """The programs that a trial runs. `folder` is a build of slidebench."""

    folder: Path
    compilers: dict[str, list[str]]  # {"cc", "c++": words of the command}
    headers: dict[str, str] = field(default_factory=dict)  # {scheme: exported header}

    def slidebench(self, *arguments: str) -> str:
        """Returns the output of slidebench. Passes on its error message and its exit status."""
        done = subprocess.run([self.folder / "slidebench", *arguments], capture_output=True, text=True)
        if done.returncode:
            raise failure(done, "slidebench")
        return done.stdout

    def export(self, scheme: str) -> str:
        """Returns a scheme as a header. Refuses one whose getters take more than a bitboard."""
        if scheme not in self.headers:
            self.headers[scheme] = self.slidebench("export", scheme, "--prefix", shim.PREFIX)
        if shim.has_own_view(self.headers[scheme]):
            raise Refused(f"{scheme} keeps a view of its own, expected a scheme that takes bitboards", USAGE)
        return self.headers[scheme]

    def cpu_name(self) -> str:
        """Returns the CPU's name in results."""
        found = re.search(r"^name in results +(\S+)$", self.slidebench("machine"), re.M)
        return found[1] if found else "unknown"

    def compiler_name(self, language: str) -> str:
        """Returns the compiler and its major version: "gcc-12"."""
        words = self.compilers["cc" if language == "c" else "c++"]
        macros = subprocess.run([*words, "-dM", "-E", "-x", "c", "/dev/null"], capture_output=True, text=True).stdout
        name = "clang" if "__clang__ " in macros else "gcc"
        version = re.search(rf"#define __{'clang_major' if name == 'clang' else 'GNUC'}__ (\d+)", macros)
        return f"{name}-{version[1]}" if version else Path(words[0]).name


def find_tools(folder: str | None) -> Tools:
    """Returns the programs, after building slidebench as scripts/bench does unless a folder has a build."""
    compilers = {}
    for name, variable in (("cc", "CC"), ("c++", "CXX")):
        words = shlex.split(os.environ.get(variable) or name)
        program = shutil.which(words[0])
        if not program:
            raise Refused(f"the compiler {words[0]} is not installed: set {variable} to another one", ENVIRONMENT)
        compilers[name] = [program, *words[1:]]
    path = Path(folder).absolute() if folder else ROOT / "build" / "native"
    if not folder:
        done = subprocess.run(["sh", "-c", '. scripts/build.sh; prepare "$0"; build "$0" engine-trial', path], cwd=ROOT)
        if done.returncode:
            raise Refused(f"slidebench could not be built in {path}", ENVIRONMENT)
    for program in ("slidebench", "slidebench-engine-turns"):
        if not (path / program).exists():
            raise Refused(f"{path}: no {program}: cmake --build {path} --target engine-trial", ENVIRONMENT)
    return Tools(path, compilers)


def supported(tools: Tools, schemes: list[str], chosen: bool) -> list[str]:
    """Exports schemes, and returns those that this CPU runs. Refuses any other that was chosen by name."""
    rows = {row["scheme"]: row for row in csv.DictReader(tools.slidebench("list", "--format", "csv").splitlines())}
    found = []
    for scheme in schemes:
        row = rows.get(scheme)
        if row is None:
            raise Refused(f"unknown scheme '{scheme}': `slidebench list` prints all", USAGE)
        if row["status"] == "ok":
            tools.export(scheme)
            found.append(scheme)
        elif chosen:
            raise Refused(f"{scheme}: {row['status']} on this CPU", ENVIRONMENT)
    return found


class Workshop:
    """A folder with the compiler's wrappers, the copy that is built, and the programs that come of it.

    A program lies in a folder named after all that it is made from, so that a later trial finds it there."""

    def __init__(self, folder: Path, engine: Description, tools: Tools, links: int) -> None:
        self.folder, self.engine, self.tools, self.links = folder, engine, tools, links
        self.copy, self.include, self.commands = folder / "copy", folder / "include", folder / "commands"
        self.tables, self.programs = folder / "tables.o", folder / "programs"
        self.objects: list[dict[str, str]] = []  # of each build with a scheme: {object file: digest}
        self.found: list[int] = []  # how often each text of [[replace]] was found
        for path in (self.include, self.commands):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)
        self.programs.mkdir(exist_ok=True)
        self.made_from = self.digest_of_engine()
        self.write_wrappers()
        self.paddings = [self.compile_paddings(link) for link in range(links)]

    def digest_of_engine(self) -> str:
        """Returns a digest of what all builds have in common: the engine, its description and the compilers."""
        digest = hashlib.sha256(repr((self.engine.build, self.engine.program, self.links)).encode())
        digest.update(repr((self.engine.replace, self.tools.compilers, shim.GETTERS, shim.WRAPPER)).encode())
        for path in sorted(self.engine.source.rglob("*")):
            if path.is_file() and ".git" not in path.parts:
                digest.update(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
        return digest.hexdigest()

    def write_wrappers(self) -> None:
        """Writes the programs that the build finds in $CC and $CXX."""
        for name, words in self.tools.compilers.items():
            cached = ["ccache", *words] if shutil.which("ccache") else words
            text = shim.WRAPPER.format(
                compiler=shlex.join(cached),
                name=shlex.join(words),
                include=self.include,
                commands=self.commands,
                tables=self.tables,
            )
            path = self.folder / name
            path.write_text(text)
            path.chmod(0o755)

    def compile(self, source: str, target: Path, language: str = "c") -> None:
        """Compiles a source text of the shim for this CPU."""
        suffix, name = (".c", "cc") if language == "c" else (".cpp", "c++")
        path = target.with_suffix(suffix)
        path.write_text(source)
        standard = "-std=gnu11" if language == "c" else "-std=gnu++17"
        native = "-mcpu=native" if os.uname().machine.startswith("ppc") else "-march=native"
        words = [*self.tools.compilers[name], standard, "-O2", native, f"-I{self.include}", "-c", str(path)]
        done = subprocess.run([*words, "-o", target], capture_output=True, text=True)
        if done.returncode:
            raise Refused(f"{path} does not compile: {first_error(done.stderr)}", ENVIRONMENT)

    def compile_paddings(self, link: int) -> list[Path]:
        """Returns the objects of padding of a link."""
        rng = random.Random(f"padding {link}")
        found = []
        for number in range(PADDINGS):
            path = self.folder / f"padding-{link}-{number}.o"
            code = 16 * rng.randrange(CODE_PADDING // 16)
            self.compile(shim.padding(number, code, 64 * rng.randrange(1, DATA_PADDING // 64 + 1)), path)
            found.append(path)
        return found

    def build(self, scheme: str, counts: bool = False) -> list[Path]:
        """Returns the programs of a scheme, "" for the engine's own getters: one per link, built unless they exist."""
        exported = self.tools.export(scheme) if scheme else ""
        key = hashlib.sha256(f"{self.made_from} {counts} {exported}".encode()).hexdigest()[:16]
        target = self.programs / key
        if not target.is_dir():
            part = self.programs / "part"
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            objects = self.compile_engine(scheme, counts)
            self.link_all(self.name_of(scheme), part)
            (part / "objects.json").write_text(json.dumps([objects, self.found]))
            part.rename(target)
        objects, found = json.loads((target / "objects.json").read_text())
        if scheme:
            self.objects.append(objects)
            self.found = found
        return [target / f"{link:02}" for link in range(self.links)]

    def name_of(self, scheme: str) -> str:
        """Returns what messages call a build."""
        return f"{self.engine.path}: with {scheme or 'its own getters'}"

    def compile_engine(self, scheme: str, counts: bool) -> dict[str, str]:
        """Builds a copy of the engine. Returns {object file: digest}."""
        name = self.name_of(scheme)
        self.write_shim(scheme, counts)
        self.copy_source(bool(scheme))
        for record in self.commands.iterdir():
            record.unlink()
        environment = os.environ | {"CC": str(self.folder / "cc"), "CXX": str(self.folder / "c++")}
        done = subprocess.run(
            self.engine.build, shell=True, cwd=self.copy, env=environment, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
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
        return {
            str(path.relative_to(self.copy)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in self.copy.rglob("*.o")
        }

    def write_shim(self, scheme: str, counts: bool) -> None:
        """Writes sliders.h and compiles the object of tables; for own getters, both are empty."""
        for path in self.include.iterdir():
            path.unlink()
        if not scheme:
            self.compile("typedef int empty;", self.tables)
            return
        (self.include / "sliders_scheme.h").write_text(self.tools.export(scheme))
        (self.include / "sliders.h").write_text(shim.header(counts))
        self.compile(shim.tables(counts), self.tables, self.engine.language)

    def copy_source(self, replaced: bool) -> None:
        """Copies the engine without what an earlier build left, and replaces its getters."""
        shutil.rmtree(self.copy, ignore_errors=True)
        ignored = shutil.ignore_patterns(".git", "*.o", "*.obj", Path(self.engine.program).name)
        shutil.copytree(self.engine.source, self.copy, symlinks=True, ignore=ignored)
        self.found = []
        for number, each in enumerate(self.engine.replace if replaced else (), 1):
            where, file, old = f"{self.engine.path}: [[replace]] {number}", each["file"], each["old"]
            path = self.copy / file
            if not path.is_file():
                raise Refused(f"{where}: no file {file} in {self.engine.source}")
            text = path.read_text(errors="surrogateescape")
            if old not in text:
                first = old.strip().splitlines()[0] if old.strip() else old
                raise Refused(f"{where}: {file} does not contain the text of `old` ('{first[:60]}...')")
            self.found.append(text.count(old))
            path.write_text(text.replace(old, each["new"]), errors="surrogateescape")

    def link_command(self, name: str) -> tuple[list[str], Path]:
        """Returns the recorded words of the command that linked the program, and its folder."""
        for record in sorted(self.commands.iterdir(), reverse=True):
            compiler, folder, *words = record.read_text(errors="surrogateescape").split("\0")[:-1]
            output = words[words.index("-o") + 1] if "-o" in words[:-1] else "a.out"
            if Path(output).name == Path(self.engine.program).name:
                if any(word.startswith("-flto") for word in words):
                    raise Refused(
                        f"{name}: {self.engine.program} is linked with -flto, which hides its objects: "
                        "expected a build without link-time optimisation"
                    )
                return [*shlex.split(compiler), *words], Path(folder)
        raise Refused(
            f"{name}: {self.engine.program} was not linked by $CC or $CXX with `-o`: "
            "expected a build that compiles and links through them"
        )

    def link_all(self, name: str, folder: Path) -> None:
        """Links the program several times, with its objects in other orders, into a folder."""
        words, where = self.link_command(name)
        for link, paddings in enumerate(self.paddings):
            command = [*relinked(words, folder / f"{link:02}", [*paddings, self.tables], link), f"-I{self.include}"]
            done = subprocess.run(command, cwd=where, capture_output=True, text=True, errors="replace")
            if done.returncode:
                raise Refused(f"{name}: link {link} fails: {first_error(done.stderr)}")

    def shared_objects(self) -> tuple[int, int]:
        """Returns how many objects are equal in all builds with schemes, and how many there are."""
        names = set().union(*self.objects)
        return sum(len({objects.get(name) for objects in self.objects}) == 1 for name in names), len(names)


def first_error(output: str) -> str:
    """Returns the first line of a compiler's output that reports an error, or the last line."""
    lines = output.strip().splitlines() or ["no output"]
    return next((line for line in lines if "error" in line or "undefined" in line), lines[-1])


def relinked(words: list[str], target: Path, extra: list[Path], link: int) -> list[str]:
    """Returns a link command with another output, more objects, and all objects in another order."""
    rng = random.Random(f"order {link}")
    words = list(words)
    if "-o" in words:
        del words[(at := words.index("-o")) : at + 2]
    places = [i for i, word in enumerate(words) if i and word[0] != "-" and OBJECT.search(word)]
    objects = [words[i] for i in places] + [str(path) for path in extra]
    rng.shuffle(objects)
    first = places[0] if places else len(words)
    kept = [word for i, word in enumerate(words) if i >= first and i not in places]
    needed = [f"-Wl,-u,sliders_padding_{number}" for number in range(PADDINGS)]  # past --gc-sections
    return [*words[:first], *objects, *kept, *needed, "-o", str(target)]
