# SPDX-License-Identifier: MIT
"""Installation and the .tar.gz: programs can be moved, and the manual page has all commands.

With SLIDEBENCH_LONG=1, scripts/package packs a few schemes: the archive has all libraries, and runs on old CPUs.
"""

import os
import platform
import re
import shutil

import pytest

import draw
from conftest import BUILD, SOURCE
from process import printed as run
from source_tree import copy_sources

LONG = pytest.mark.skipif(not draw.LONG, reason="long")
SCHEMES = "^(null|ray_loop|hyperbola|pext)$"


def unpack(package, folder):
    """Unpacks a .tar.gz; returns its folder."""
    run("tar", "xzf", package, "-C", folder)
    (top,) = folder.iterdir()
    return top


def test_commit_is_that_of_the_sources_repository(tmp_path):
    """Also if that belongs to another user; never that of a repository around unpacked sources."""

    def commit_of(folder):
        script = SOURCE / "harness" / "commit.cmake"
        run("cmake", "-D", f"SOURCE={folder}", "-D", f"HEADER={tmp_path / 'commit.h'}", "-P", script)
        return (tmp_path / "commit.h").read_text().split('"')[1]

    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    run("git", "init", "-q", tmp_path)
    run(*git, "commit", "-q", "--allow-empty", "-m", "one")
    head = run(*git, "rev-parse", "HEAD")
    (tmp_path / "unpacked").mkdir()
    if os.geteuid() == 0:
        os.chown(tmp_path / ".git", 65534, 65534)
        os.chown(tmp_path, 65534, 65534)
    assert commit_of(tmp_path) == head[:12] and commit_of(tmp_path / "unpacked") == ""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The folder of this build's .tar.gz, unpacked."""
    folder = tmp_path_factory.mktemp("archive")
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "TGZ", "-B", folder, cwd=folder)
    (package,) = folder.glob("*.tar.gz")
    (folder / "elsewhere").mkdir()
    return unpack(package, folder / "elsewhere")


def test_unpacked_program_runs_and_can_be_moved(unpacked, tmp_path):
    moved = shutil.copytree(unpacked, tmp_path / "elsewhere", symlinks=True)
    version = run(moved / "bin" / "slidebench", "--version")
    assert version == run(BUILD / "slidebench", "--version")
    (tmp_path / "link").symlink_to(moved / "bin" / "slidebench")
    assert run(tmp_path / "link", "--version") == version
    assert run("slidebench", "--version", env={**os.environ, "PATH": f"{moved}/bin"}) == version
    assert "hyperbola" in run(moved / "bin" / "slidebench", "list", cwd=tmp_path)


def test_manual_page_is_the_help_of_all_commands(unpacked):
    """Whose lines fit into 80 columns."""
    page = (unpacked / "share" / "man" / "man1" / "slidebench.1").read_text().replace("\\-", "-").replace("\\e", "\\")
    commands = re.findall(r"^\.SH slidebench (\w+)$", page, re.M)
    assert len(commands) > 9
    for command in commands:
        text = run(BUILD / "slidebench", command, "--help")
        assert f".SH slidebench {command}\n.nf\n{text}.fi\n" in page and max(map(len, text.splitlines())) <= 80


# ---- the archive of a release ----


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """The unpacked archive that scripts/package makes of a copy of the tree."""
    folder = tmp_path_factory.mktemp("release")
    source = copy_sources(folder / "source")
    environment = {**os.environ, "SLIDEBENCH_PACKAGES": str(folder / "packages")}
    package = run(source / "scripts" / "package", "-D", f"SLIDEBENCH_SCHEMES={SCHEMES}", env=environment)
    (folder / "unpacked").mkdir()
    return unpack(package.splitlines()[-1], folder / "unpacked")


@LONG
def test_archive_has_the_libraries(release):
    """Of others only the C library is used; the notices that licences require are inside."""
    libraries = [path for path in release.glob("libexec/slidebench/lib*.so*") if not path.is_symlink()]
    assert len(libraries) == len([*release.glob("share/doc/slidebench/copyright.*")]) > 3
    for binary in release.glob("libexec/slidebench/slidebench-*"):
        for line in run("ldd", binary).splitlines():
            name = line.split()[0]
            assert str(release) in line or name.startswith(("linux-vdso", "libc.", "libm.", "/lib")), line


@LONG
@pytest.mark.skipif(not shutil.which("qemu-x86_64"), reason="no qemu-x86_64 here")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the package is for this architecture")
@pytest.mark.parametrize("cpu, level", [("qemu64", "x86-64"), ("Nehalem", "x86-64-v2")])
def test_archive_on_an_old_cpu(release, cpu, level):
    """No instruction of its libraries is illegal either. test_dispatch.py has all commands of such a build."""
    program = ["qemu-x86_64", "-cpu", cpu, release / "libexec" / "slidebench" / f"slidebench-{level}"]
    assert "2 verified, 0 wrong or crashed, 1 unsupported" in run(*program, "verify")
    assert "this CPU is emulated" in run(*program, "bench", status=4)
