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
from process import run, script
from terminal import on_terminal

SCRIPT = SOURCE / "scripts" / "install-deps"
PROGRAMS = "cc c++ cmake ninja pkg-config git"
TOOLS = "python3 objdump clang valgrind"
LOGGED = 'echo "${0##*/} $*" >>"${0%/*}/log"\n'
MANAGER = LOGGED + f'for tool in {PROGRAMS} {TOOLS}; do ln -sf true "${{0%/*}}/$tool"; done\n'
SUDO = LOGGED + '[ "$1" != -n ] || shift\nexec "$@"\n'
OFFLINE = LOGGED + 'echo "E: Unable to locate package cmake" >&2\nexit 100\n'
MISSING = "slidebench: missing: cc cmake ninja pkg-config jansson zlib c++ benchmark hwloc"
APT = "apt-get install -y --no-install-recommends"
OF_APT = "build-essential cmake ninja-build pkg-config libjansson-dev zlib1g-dev g++ libbenchmark-dev libhwloc-dev git"
INSTALLS = f"{APT} b", "dnf install -y g", "pacman -Syu --needed --noconfirm g", "apk add b", "brew install c"


class System:
    """A bare system. `log` has the lines of the stubs: what was started, and with which arguments."""

    def __init__(self, folder):
        self.folder = folder
        for tool in "sh env sed grep ln true dirname readlink basename".split():
            (folder / tool).symlink_to(shutil.which(tool))
        self.environment = {"PATH": str(folder)}

    def stub(self, name, text):
        path = self.folder / name
        path.unlink(missing_ok=True)
        script(path, text)

    def user(self, number, sudo=None):
        self.stub("id", f"echo {number}\n")
        if sudo:
            self.stub("sudo", sudo)

    def has(self, *programs):
        for program in programs:
            (self.folder / program).symlink_to("true")

    @property
    def log(self):
        log = self.folder / "log"
        return log.read_text().splitlines() if log.exists() else []

    def run(self, *arguments, typed=None, status=0, **environment):
        """Runs install-deps, on a terminal if something is typed, else with an input that never ends. Returns the lines
        on standard error."""
        command, environment = [SCRIPT, *arguments], {**self.environment, **environment}
        if typed is not None:
            found, seen, printed = on_terminal(*command, typed=typed + b"\x04", env=environment)
            assert (found, printed) == (status, ""), seen
            return seen.splitlines()
        unused, forever = os.pipe()
        done = run(*command, stdin=unused, timeout=60, env=environment, status=status)
        os.close(unused)
        os.close(forever)
        assert done.stdout == ""
        return done.stderr.splitlines()


@pytest.fixture
def bare(tmp_path):
    return System(tmp_path)


@pytest.fixture
def debian(bare):
    bare.stub("apt-get", MANAGER)
    bare.user(1000, SUDO)
    return bare


# ---- package managers ----


@pytest.mark.parametrize("installs", INSTALLS)
def test_package_manager(bare, installs):
    """Gets each package once, and nothing where all is installed."""
    manager = installs.split()[0]
    bare.stub(manager, MANAGER)
    bare.user(1000 if manager == "brew" else 0)
    if manager == "brew":  # it needs the compilers of Xcode
        bare.has("cc", "c++")
    assert [line[:23] for line in bare.run("--yes")] == ["slidebench: installing:"]
    *updates, command = bare.log
    assert command.startswith(installs) and updates == [f"{manager} update"] * (manager in ("apt-get", "apk"))
    packages = command.split()[installs.count(" ") :]
    assert len(packages) == len({*packages}) >= 8 and "-" not in packages
    assert bare.run("--yes") == [] and bare.log == [*updates, command]


def test_no_network(bare):
    bare.stub("apt-get", OFFLINE)
    bare.user(0)
    installing, *errors, missing, command = bare.run(status=4)
    assert installing.startswith("slidebench: installing: ") and "E: Unable to locate package cmake" in errors
    assert (missing, command) == (f"{MISSING}; to install them:", f"    {APT} {OF_APT}")


@pytest.mark.parametrize("compiler", ["gcc-99", "tcc", "ccache gcc-99", "false"])
def test_compiler_that_cannot_build_is_named(debian, compiler):
    """Before anything is installed."""
    debian.stub("tcc", "echo '#define __GNUC__ 4'; echo '#define __TINYC__ 927'")
    named = "expected a gcc or clang that is installed, such as"
    assert debian.run(status=4, CC=compiler) == [f"slidebench: CC is '{compiler}', {named} CC=gcc-12"]
    assert debian.run(status=4, CXX=compiler) == [f"slidebench: CXX is '{compiler}', {named} CXX=g++-12"]
    assert debian.log == []


def test_compiler_with_options_is_none_to_install(debian):
    debian.stub("ccache", '[ "$1 $2" = "some-cc -m32" ] && echo "#define __GNUC__ 12"')
    assert "missing: cmake" in debian.run(status=4, CC="ccache some-cc -m32")[0]


# ---- consent ----

CONTAINER = Path("/.dockerenv").exists() or Path("/run/.containerenv").exists()
CONSENT = [  # user; what a person types, None: there is no terminal; arguments; environment; whether it installs
    (0, None, [], {}, True),
    (0, None, ["--yes"], {}, True),
    (1000, None, ["--yes"], {}, True),
    (1000, None, [], {"CI": "true"}, True),
    (1000, None, [], {}, False),
    (1000, b"y\n", [], {}, True),
    (1000, b"yes, later\n", [], {}, False),
    (1000, b"\x04", [], {}, False),
    (0, b"n\n", [], {}, CONTAINER),
    (0, b"", [], {"container": "podman"}, True),  # nobody is interrupted
]


@pytest.mark.parametrize("user, typed, arguments, environment, installs", CONSENT)
def test_consent(debian, user, typed, arguments, environment, installs):
    """Without it, prints the command, and waits for no input without a terminal, which would never end."""
    debian.user(user)
    command = f"sudo {APT} {OF_APT}" if user else f"{APT} {OF_APT}"
    seen = "\n".join(debian.run(*arguments, typed=typed, status=0 if installs else 4, **environment))
    asks = typed is not None and ("container" not in environment and not CONTAINER or bool(user))
    assert (f"    {command}\nslidebench: run this command? [y/N] " in seen) == asks
    assert (debian.folder / "cmake").exists() == installs and bool(debian.log) == installs
    assert ("slidebench: installing:" in seen) == installs
    assert seen.endswith(f"{MISSING}; to install them:\n    {command}") != installs


def test_sudo_refuses(debian):
    debian.stub("sudo", LOGGED + "exit 1\n")
    *_, command = debian.run("--yes", status=4)
    assert command.startswith(f"    sudo {APT}") and all(line.startswith("sudo -n ") for line in debian.log)


def test_goes_on_where_a_build_is_possible(debian):
    debian.has(*PROGRAMS.removesuffix(" git").split())
    going_on, command = debian.run()
    assert going_on == "slidebench: going on without git; to install them:"
    assert command == f"    sudo {APT} git"
    debian.stub("apt-get", OFFLINE)
    *_, missing, _ = debian.run(status=4, CI="true")  # which must not test less than it seems to
    assert missing.startswith("slidebench: missing: git; to install them")


def test_ci_goes_on_without_what_no_package_has(bare):
    bare.stub("brew", MANAGER.replace("objdump clang", ""))
    bare.has("cc", "c++")
    assert "slidebench: going on without objdump clang " in " ".join(bare.run("test", CI="true"))


SKIPPED = "slidebench: going on without .*shellcheck.*, with fewer tests; scripts/install-deps test --yes installs them"


def test_person_gets_no_packages_of_skipped_tests(debian):
    """And is not interrupted for them."""
    seen = "\n".join(debian.run("test", typed=b"y\n"))
    assert "valgrind" in debian.log[-1] and "shellcheck" not in " ".join(debian.log)
    assert "valgrind" in seen.split("[y/N]")[0] and re.search(SKIPPED, seen)
    installed = debian.log
    (line,) = debian.run("test", typed=b"")
    assert debian.log == installed and re.fullmatch(SKIPPED, line)
