# SPDX-License-Identifier: MIT
"""scripts/install-deps: with each package manager, and never without consent.

A folder on PATH has a few tools, and stubs of the package manager, sudo and id. The stub of a package manager makes all
programs of a build, of which pkg-config then finds all libraries.
"""

import os
import re
import shutil
from pathlib import Path

import pytest

from conftest import SOURCE
from process import run
from terminal import on_terminal

SCRIPT = SOURCE / "scripts" / "install-deps"
PROGRAMS = "cc c++ cmake ninja pkg-config git"
TOOLS = "python3 objdump clang pgn-extract zstd valgrind"
LOGGED = 'echo "${0##*/} $*" >>"${0%/*}/log"\n'
MANAGER = LOGGED + f'for tool in {PROGRAMS} {TOOLS}; do ln -sf true "${{0%/*}}/$tool"; done\n'
SUDO = LOGGED + '[ "$1" != -n ] || shift\nexec "$@"\n'
OFFLINE = (
    LOGGED
    + """
i=0
while [ $i -lt 60 ]; do
    echo "Err:$i http://deb.example.org/debian cmake" >&2
    i=$((i + 1))
done
printf 'pmstatus:cmake:%s:Installing cmake\\n' 0.0000 50.0000 100.0000
echo "E: Unable to locate package cmake" >&2
echo "E: Maybe run apt-get update" >&2
exit 100
"""
)
MISSING = "slidebench: missing: cc cmake ninja pkg-config jansson zlib c++ benchmark hwloc"
APT = "apt-get install -y --no-install-recommends"
OF_APT = "build-essential cmake ninja-build pkg-config libjansson-dev zlib1g-dev g++ libbenchmark-dev libhwloc-dev git"
OF_DNF = (
    "gcc cmake ninja-build pkgconf-pkg-config jansson-devel zlib-devel gcc-c++ google-benchmark-devel hwloc-devel git"
)
OF_APK = "build-base cmake samurai pkgconf jansson-dev zlib-dev g++ benchmark-dev hwloc-dev git"
MANAGERS = {  # what each is started with
    "apt-get": ["apt-get update -q", f"{APT} -q -o APT::Status-Fd=1 {OF_APT}"],
    "dnf": [f"dnf install -y {OF_DNF}"],
    "pacman": ["pacman -Syu --needed --noconfirm gcc cmake ninja pkgconf jansson zlib benchmark hwloc git"],
    "apk": ["apk update", f"apk add {OF_APK}"],
    "brew": ["brew install cmake ninja pkgconf jansson zlib google-benchmark hwloc git"],
}


class System:
    """A bare system. `log` has the lines of the stubs: what was started, and with which arguments."""

    def __init__(self, folder):
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        for tool in "sh env sed grep tail tee cat rm ln true mktemp dirname readlink basename".split():
            (folder / tool).symlink_to(shutil.which(tool))
        self.environment = {"PATH": str(folder), "TMPDIR": str(self.temporary)}

    def stub(self, name, text):
        path = self.folder / name
        path.unlink(missing_ok=True)
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)

    def user(self, number, sudo=None):
        self.stub("id", f"echo {number}\n")
        if sudo:
            self.stub("sudo", sudo)

    @property
    def log(self):
        log = self.folder / "log"
        return log.read_text().splitlines() if log.exists() else []

    def run(self, *arguments, status=0, **environment):
        """Runs install-deps without a terminal; its input never ends. Returns the lines on standard error."""
        unused, forever = os.pipe()
        environment = {**self.environment, **environment}
        done = run(SCRIPT, *arguments, stdin=unused, timeout=60, env=environment, status=status)
        os.close(unused)
        os.close(forever)
        assert done.stdout == ""
        return done.stderr.splitlines()

    def on_terminal(self, typed, *arguments, **environment):
        environment = {**self.environment, **environment}
        status, seen, printed = on_terminal(SCRIPT, *arguments, typed=typed + b"\x04", env=environment)
        assert printed == ""
        return status, seen

    def installed(self):
        return (self.folder / "cmake").exists()


@pytest.fixture
def bare(tmp_path):
    return System(tmp_path)


@pytest.fixture
def debian(bare):
    bare.stub("apt-get", MANAGER)
    bare.user(1000, SUDO)
    return bare


# ---- package managers ----


@pytest.mark.parametrize("manager", MANAGERS)
def test_package_manager(bare, manager):
    bare.stub(manager, MANAGER)
    bare.user(1000 if manager == "brew" else 0)
    if manager == "brew":  # it needs the compilers of Xcode
        for compiler in "cc", "c++":
            (bare.folder / compiler).symlink_to("true")
    assert [line[:23] for line in bare.run("--yes")] == ["slidebench: installing:"]
    assert bare.log == MANAGERS[manager]
    assert bare.run("--yes") == [] and bare.log == MANAGERS[manager]
    assert list(bare.temporary.iterdir()) == []


def test_every_row_of_the_table_has_each_package_manager():
    rows = re.search('\ntable="\n(.*?)\n"\n', SCRIPT.read_text(), re.S)[1].splitlines()
    assert len(rows) > 20 and {len(row.split()) for row in rows} == {8}
    kinds = {" ".join(row.split()[:2]) for row in rows}
    assert kinds == {"build must", "bench must", "bench should", "test should", "test may"}


def test_no_network(bare):
    bare.stub("apt-get", OFFLINE)
    bare.user(0)
    installing, missing = bare.run(status=4)
    assert installing.startswith("slidebench: installing: ")
    why = r"apt-get did not install them \((.*)\): E: Unable to locate package cmake"
    found = re.fullmatch(f"slidebench: missing: cc cmake ninja .*; {why}", missing)
    assert Path(found[1]).read_text().count("Err:") == 120


def test_no_package_manager(bare):
    bare.user(0)
    assert bare.run("--yes", status=4) == [f"{MISSING}; install them and try again"]


def test_terminal_shows_progress(bare):
    bare.stub("apt-get", OFFLINE)
    bare.user(0)
    _, seen = bare.on_terminal(b"", "--yes")
    assert re.findall(r"\r\x1b\[Kslidebench: installing [^\r]*: (\d+) %", seen) == ["0", "50", "100"]
    assert "Err:" not in seen


def test_extras_are_installed_one_at_a_time(debian):
    debian.user(0)
    debian.run("test", "--yes", CI="true")
    extras = [line.split()[-1] for line in debian.log[2:]]
    assert {"shellcheck", "zsh"} <= set(extras) and "valgrind" in debian.log[1]
    assert all(line == f"{APT} -q -o APT::Status-Fd=1 {extra}" for line, extra in zip(debian.log[2:], extras))


# ---- consent ----

WITHOUT_TERMINAL = [(0, [], {}), (0, ["--yes"], {}), (1000, ["--yes"], {}), (1000, [], {"CI": "true"})]


@pytest.mark.parametrize("user, arguments, environment", WITHOUT_TERMINAL)
def test_installs_at_once(debian, user, arguments, environment):
    debian.user(user)
    assert len(debian.run(*arguments, **environment)) == 1
    assert debian.installed() and bool([line for line in debian.log if line.startswith("sudo -n true")]) == bool(user)


@pytest.mark.parametrize("environment", [{}, {"CI": "false"}, {"CI": ""}])
def test_prints_the_command(debian, environment):
    """Neither waits for the input, which never ends, nor installs."""
    assert debian.run(status=4, **environment) == [
        f"{MISSING}; to install them:",
        f"    sudo {APT} {OF_APT}",
    ]
    assert debian.log == []


@pytest.mark.parametrize("typed", [b"y\n", b"Y\n"])
def test_person_consents(debian, typed):
    status, seen = debian.on_terminal(typed)
    assert status == 0 and debian.installed()
    command = f"sudo {APT} {OF_APT}"
    assert seen.index(command) < seen.index("run this command? [y/N]") < seen.index("slidebench: installing:")
    assert debian.log[0] == "sudo true" and debian.log[-1] == MANAGERS["apt-get"][1]


@pytest.mark.parametrize("typed", [b"n\n", b"\n", b"yes, later\n", b"\x04"], ids=["n", "enter", "else", "end"])
def test_person_does_not_consent(debian, typed):
    status, seen = debian.on_terminal(typed)
    assert status == 4 and debian.log == []
    refused = "slidebench: missing: cc cmake ninja .*; to install them:\r\n    sudo .*\r\n$"
    assert "[y/N] " in seen and re.search(refused, seen)


def test_root_in_a_container_is_not_interrupted(debian):
    debian.user(0)
    status, seen = debian.on_terminal(b"", container="podman")
    assert status == 0 and debian.installed() and "[y/N]" not in seen


@pytest.mark.skipif(Path("/.dockerenv").exists() or Path("/run/.containerenv").exists(), reason="this is a container")
def test_root_elsewhere_consents(debian):
    debian.user(0)
    status, seen = debian.on_terminal(b"n\n")
    assert status == 4 and debian.log == [] and "[y/N]" in seen


def test_homebrew_person_consents(bare):
    bare.user(501, SUDO)
    bare.stub("brew", MANAGER)
    status, seen = bare.on_terminal(b"y\n")
    assert status == 0 and bare.log == MANAGERS["brew"] and "    brew install cmake ninja pkgconf" in seen


# ---- no rights ----


@pytest.mark.parametrize("arguments, environment", [([], {}), (["--yes"], {}), ([], {"CI": "true"})])
def test_no_sudo(bare, arguments, environment):
    bare.stub("apt-get", MANAGER)
    bare.user(1000)
    missing, command = bare.run(*arguments, status=4, **environment)
    assert missing.startswith("slidebench: missing: cc cmake ninja ") and command == f"    su -c '{APT} {OF_APT}'"
    assert bare.on_terminal(b"", *arguments, **environment) == (4, f"{missing}\r\n{command}\r\n")
    assert bare.log == []


def test_sudo_refuses(debian):
    debian.stub("sudo", LOGGED + "exit 1\n")
    _, command = debian.run("--yes", status=4)
    assert command.startswith(f"    sudo {APT}") and debian.log == ["sudo -n true"]


def all_but(system, *missing):
    """Makes all programs of a build, with a pkg-config that finds all libraries but some."""
    for program in PROGRAMS.split():
        if program not in missing:
            (system.folder / program).symlink_to("true")
    system.stub("pkg-config", "".join(f'[ "$2" != {name} ] || exit 1\n' for name in missing))


def test_goes_on_where_a_build_is_possible(debian):
    all_but(debian, "git")
    going_on, command = debian.run()
    assert going_on == "slidebench: going on without git; to install them:"
    assert command == f"    sudo {APT} git"
    debian.stub("apt-get", OFFLINE)
    _, missing = debian.run(status=4, CI="true")  # which must not test less than it seems to
    assert missing.startswith("slidebench: missing: git; apt-get did not install them")


def test_nothing_is_missing(debian):
    all_but(debian)
    assert debian.run() == [] and debian.on_terminal(b"") == (0, "") and debian.log == []


def test_export_needs_less(debian):
    all_but(debian, "jansson", "hwloc")
    assert debian.run("build") == []
    assert debian.run(status=4)[0].startswith("slidebench: missing: jansson hwloc; ")


SKIPPED = "slidebench: going on without .*zsh.*, with fewer tests; scripts/install-deps test --yes installs them"


def test_person_is_not_interrupted_for_skipped_tests(debian):
    all_but(debian)
    for tool in TOOLS.split():
        (debian.folder / tool).symlink_to("true")
    status, seen = debian.on_terminal(b"", "test")
    assert status == 0 and debian.log == [] and re.fullmatch(SKIPPED + "\r\n", seen)


def test_person_gets_no_packages_of_skipped_tests(debian):
    status, seen = debian.on_terminal(b"y\n", "test")
    assert status == 0 and "valgrind" in debian.log[-1] and "zsh" not in " ".join(debian.log)
    assert "valgrind" in seen.split("[y/N]")[0] and re.search(SKIPPED, seen)
    assert list(debian.temporary.iterdir()) == []


def test_extras_are_not_all_installed(debian):
    debian.stub("apt-get", MANAGER)  # which makes no zsh
    *_, last = debian.run("test", "--yes")
    assert re.match("slidebench: going on without .*zsh.*, with fewer tests; apt-get did not install them", last)


# ---- usage ----


def test_unknown_argument(debian):
    assert debian.run("tests", status=2) == ["slidebench: unknown argument 'tests'; expected build, test or --yes"]
    assert debian.log == []


def test_help(debian):
    done = run(SCRIPT, "--help")
    assert "usage: scripts/install-deps" in done.stdout and "--yes" in done.stdout
