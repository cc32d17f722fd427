# SPDX-License-Identifier: MIT
"""Installation and packages: programs can be moved, and the manual page and the completions are correct.

With SLIDEBENCH_LONG=1, scripts/package makes a release of a few schemes, twice, to the same bytes, and with
SLIDEBENCH_ALL=1 one of all schemes, too. The .deb and .tar.gz of a few are installed on a bare Debian (debootstrap)
without compiler and Python. They run on old CPUs and on AArch64 by QEMU.
"""

import gzip
import os
import platform
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

import draw
import process
from conftest import BUILD, SOURCE
from result_factory import read_lines
from source_tree import copy_sources

LONG = pytest.mark.skipif(not draw.LONG, reason="long")
SCHEMES = "^(null|ray_loop|hyperbola|pext)$"
SHORT_RUN = ["--pieces", "queen", "--modes", "latency", "--time", "0.2", "--list-length", "4096"]
UNSTABLE = (0, 6)


def needs(*programs):
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    missing = [program for program in programs if not shutil.which(program, path=path)]
    return pytest.mark.skipif(bool(missing), reason=f"no {' and no '.join(missing)} here")


def run(*command, **more):
    """Returns what a command prints to standard output and standard error."""
    return process.run(*command, merged=True, **more).stdout


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """The folder where this build is installed."""
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", BUILD, "--prefix", folder)
    return folder


def test_installed_program_runs_and_can_be_moved(root, tmp_path):
    moved = shutil.copytree(root, tmp_path / "elsewhere", symlinks=True)
    version = run(moved / "bin" / "slidebench", "--version")
    assert version == run(BUILD / "slidebench", "--version")
    (tmp_path / "link").symlink_to(moved / "bin" / "slidebench")
    assert run(tmp_path / "link", "--version") == version
    assert run("slidebench", "--version", env={**os.environ, "PATH": f"{moved}/bin"}) == version
    shutil.rmtree(moved / "libexec")
    assert "cannot run" in run(moved / "bin" / "slidebench", "list", status=4)


def test_version_has_the_commit():
    commit = (BUILD / "harness" / "commit.h").read_text().split('"')[1]  # empty outside of git
    version = run(BUILD / "slidebench", "--version")
    assert commit in version and ("commit" in version) == bool(commit)


def test_help_fits_80_columns():
    for command in "bench list verify query queries show perft machine recommend".split():
        for line in run(BUILD / "slidebench", command, "--help").splitlines():
            assert len(line) <= 80, line


@pytest.fixture(scope="module")
def manual(root):
    """The installed manual page."""
    return gzip.decompress((root / "share/man/man1/slidebench.1.gz").read_bytes()).decode()


def test_manual_page_has_all_commands_and_options(manual):
    """An option once, with the commands that have it."""
    commands = re.findall(r"^\.It Cm (\w+)", manual, re.M)
    users = {}
    for command in commands:
        for option in re.findall(r"^  --(\S+)", run(BUILD / "slidebench", command, "--help"), re.M):
            users.setdefault(option, []).append(command)
    expected = {option: " , ".join(of) if of != commands else "every command" for option, of in users.items()}
    assert len(commands) > 9 and dict(re.findall(r"^\.It Fl -(\S+).* Pq (.*)", manual, re.M)) == expected
    assert ".It Fl -depth Ar N Pq perft\nCount to this depth, in plies.\nDefault: 5.\n" in manual
    assert ".It Cm show Fl -scheme Ar NAME Fl -square Ar SQUARE\ndraw one attack set\n" in manual


@needs("mandoc")
def test_manual_page_has_no_warnings(manual):
    assert run("mandoc", "-T", "lint", "-W", "warning", input=manual) == ""


BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_slidebench slidebench "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
fpath=("$1"); autoload -Uz _slidebench; shift
words=("$@") CURRENT=$#
compadd() { print -l -- ${(M)${(P)2}:#${words[CURRENT]}*} }
_message() { }
_slidebench
"""
COMPLETIONS = {
    "slidebench li": {"list"},
    "slidebench --cos": set(),
    "slidebench list --c": {"--costs"},
    "slidebench --co": {"--core-kind"},
    "slidebench bench --core-kind ": {"perf", "eff"},
    "slidebench list --format c": {"csv"},
    "slidebench bench --preset quick --hug": {"--huge-pages"},
    "slidebench bench --preset st": {"standard"},
    "slidebench bench --cpu ": set(),
    "slidebench show --scheme nul": {"null"},
}


SHELLS = {  # options, code, and the file or folder of the completions in share/
    "bash": (["--norc"], BASH, "bash-completion/completions/slidebench"),
    "zsh": (["-f"], ZSH, "zsh/site-functions"),
}


@pytest.mark.parametrize("line", COMPLETIONS)
@pytest.mark.parametrize("shell", [pytest.param(shell, marks=needs(shell)) for shell in SHELLS])
def test_completion(shell, line, root):
    options, code, file = SHELLS[shell]
    environment = {**os.environ, "PATH": f"{root}/bin:{os.environ['PATH']}"}
    words = run(shell, *options, "-c", code, shell, root / "share" / file, *line.split(" "), env=environment)
    assert set(words.split()) == COMPLETIONS[line]


# ---- packages ----


def stub(path, line):
    """Writes a program of one line of shell."""
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def packed(folder, kind):
    (package,) = folder.glob(f"*{kind}")
    return package


def check_tree(files, prefix, levels):
    paths = ["bin/slidebench", "share/man/man1/slidebench.1.gz", "share/bash-completion/completions/slidebench"]
    paths += ["share/doc/slidebench/copyright", *(f"libexec/slidebench/slidebench-{level}" for level in levels)]
    assert {prefix + path for path in paths} <= set(files), files
    assert any(file.endswith("/_slidebench") and file.startswith(prefix + "share/zsh/") for file in files)


def unpack(package, folder):
    """Unpacks a .tar.gz; returns the path of the program."""
    run("tar", "xzf", package, "-C", folder)
    (top,) = folder.iterdir()
    return top / "bin" / "slidebench"


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Returns the .tar.gz of this build."""
    folder = tmp_path_factory.mktemp("archive")
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "TGZ", "-B", folder, cwd=folder)
    return packed(folder, "tar.gz")


def test_tar(archive, tmp_path):
    level = run(BUILD / "slidebench", "--version").split("level ")[1].split(",")[0]
    check_tree(run("tar", "tzf", archive).split(), archive.name.removesuffix(".tar.gz") + "/", [level])
    (tmp_path / "elsewhere").mkdir()
    assert "hyperbola" in run(unpack(archive, tmp_path / "elsewhere"), "list", cwd=tmp_path)


# ---- how scripts/package makes a release: of a small tree, with what a system may lack ----

SMALL = """
cmake_minimum_required(VERSION 3.20)
project(slidebench LANGUAGES NONE)
add_subdirectory(harness)
install(PROGRAMS program DESTINATION bin)
set(CPACK_PACKAGE_FILE_NAME slidebench-small)
include(CPack)
"""
TOOLS = "sh sed rm mkdir cat date dirname readlink basename uname tail id git".split()
TOOLS += "cmake ninja cpack tar gzip sha256sum".split()


@pytest.fixture
def small(tmp_path):
    """Returns a function that packages a small tree in a folder, on a system with few tools."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool))

    def package(folder, **more):
        (folder / "scripts").mkdir(parents=True)
        (folder / "harness").mkdir()
        for script in "package", "build.sh":
            shutil.copy2(SOURCE / "scripts" / script, folder / "scripts")
        stub(folder / "scripts" / "install-deps", "")
        (folder / "CMakeLists.txt").write_text(SMALL)
        (folder / "harness" / "CMakeLists.txt").write_text("add_custom_target(nothing ALL)\n")
        (folder / "program").write_text("a program\n")
        os.utime(folder / "CMakeLists.txt", (1e9, 1e9))
        return run(folder / "scripts" / "package", env={"PATH": str(tools)}, **more), folder / "build" / "package"

    return package


@needs(*TOOLS)
def test_archive_depends_on_the_date_of_the_sources_only(small, tmp_path):
    text, first = small(tmp_path / "a", umask=0o022)
    assert "slidebench: no .deb: dpkg-dev is not installed\n" in text
    if platform.machine() != "aarch64":
        assert "slidebench: no .tar.gz for AArch64: g++-aarch64-linux-gnu is not installed\n" in text
    _, second = small(tmp_path / "another folder", umask=0o077)
    assert (first / "slidebench-small.tar.gz").read_bytes() == (second / "slidebench-small.tar.gz").read_bytes()
    with tarfile.open(first / "slidebench-small.tar.gz") as archive:
        found = {each.name: (each.mode, each.uid, each.gid, each.mtime) for each in archive}
    paths = "slidebench-small", "slidebench-small/bin", "slidebench-small/bin/program"
    assert found == {name: (0o755, 0, 0, 10**9) for name in paths}


@needs(*TOOLS)
@pytest.mark.skipif(platform.machine() == "aarch64", reason="this is the other architecture")
def test_release_without_network(small, tmp_path):
    for tool, line in ("aarch64-linux-gnu-g++", "exit 0"), ("apt-get", "echo 'E: no network' >&2; exit 100"):
        stub(tmp_path / "tools" / tool, line)
    text, folder = small(tmp_path / "tree")
    assert "slidebench: no .tar.gz for AArch64: no libraries for it: E: no network\n" in text
    assert [path.name for path in folder.glob("*.gz")] == ["slidebench-small.tar.gz"]


# ---- a release ----


def make_release(folder, source, schemes=SCHEMES, **more):
    """Makes a release of some schemes from a copy of the tree. Returns what scripts/package prints."""
    copy_sources(source)
    environment = {**os.environ, "SLIDEBENCH_PACKAGES": str(folder), **more.pop("env", {})}
    return run(source / "scripts" / "package", "-D", f"SLIDEBENCH_SCHEMES={schemes}", env=environment, **more)


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """A folder with the files of a release, and what scripts/package has printed."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "printed").write_text(make_release(folder, folder.parent / "source", umask=0o022))
    return folder


def release_files(folder):
    """Returns {name: bytes} of the files of a release."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".deb", ".gz")}


def check_reproducible(first, tmp_path, **more):
    """Makes the same release at another time, in another folder, with another locale, umask and number of jobs."""
    second = tmp_path / "a folder"
    # Without CCACHE_RECACHE the objects could be the same files.
    elsewhere = {"LANG": "C.UTF-8", "CMAKE_BUILD_PARALLEL_LEVEL": "1", "CCACHE_RECACHE": "1"}
    make_release(second, tmp_path / "sources", umask=0o077, env=elsewhere, **more)
    one, two = release_files(first), release_files(second)
    assert one.keys() == two.keys() and [name for name in one if one[name] != two[name]] == []
    checked = run("sha256sum", "--check", "SHA256SUMS", cwd=first)
    assert sorted(checked.replace(": OK", "").split()) == sorted(one)
    sizes = ", ".join(f"{name} {len(one[name]) / 1e6:.1f} MB" for name in sorted(one))
    draw.note_result(f"twice the same bytes: {sizes}")


@LONG
@needs("sha256sum")
def test_release_is_reproducible(packages, tmp_path):
    check_reproducible(packages, tmp_path)


@pytest.mark.skipif(not draw.ALL, reason="all schemes twice take half an hour; with SLIDEBENCH_ALL=1")
@needs("sha256sum")
def test_release_of_all_schemes_is_reproducible(tmp_path):
    folder = tmp_path / "release"
    make_release(folder, tmp_path / "source", schemes="", umask=0o022)
    assert len(release_files(folder)) == 3
    check_reproducible(folder, tmp_path, schemes="")


ASKED = "queen d4 0x8041a20428054a00\n"
RESULT = "0x0808281c371c2840\n"


def works_emulated(program, has_pext):
    """Runs a bench binary under QEMU: commands work, no instruction is illegal, and nothing is timed."""
    assert run(*program, "list").count("unsupported (needs bmi2)") == (not has_pext)
    verified = run(*program, "verify")
    assert f"{2 + has_pext} verified, 0 wrong or crashed, {int(not has_pext)} unsupported" in verified
    assert run(*program, "query", input=ASKED) == RESULT
    assert "this CPU is emulated" in run(*program, "bench", status=4)


@LONG
@needs("qemu-x86_64")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the package is for this architecture")
@pytest.mark.parametrize("cpu, level", [("qemu64", "x86-64"), ("Nehalem", "x86-64"), ("Nehalem", "x86-64-v2")])
def test_tar_on_an_old_cpu(packages, tmp_path, cpu, level):
    program = unpack(packed(packages, "x86_64.tar.gz"), tmp_path)
    binary = program.parent.parent / "libexec" / "slidebench" / f"slidebench-{level}"
    works_emulated(["qemu-x86_64", "-cpu", cpu, binary], False)


@LONG
@needs("qemu-aarch64")
def test_tar_for_aarch64(packages, tmp_path):
    """With the C library of the cross compiler."""
    for line in (packages / "printed").read_text().splitlines():
        if "no .tar.gz for AArch64" in line:
            pytest.skip(line)
    folder = unpack(packed(packages, "aarch64.tar.gz"), tmp_path).parent.parent
    libraries = folder / "libexec" / "slidebench"
    names = "libjansson.so.4 libz.so.1 libhwloc.so.15 libudev.so.1 libbenchmark.so.1debian libstdc++.so.6".split()
    packages = "libjansson4 zlib1g libhwloc15 libudev1 libbenchmark1debian libstdc++6".split()
    for name, package in zip(names, packages):
        assert (libraries / name).exists() and (folder / f"share/doc/slidebench/copyright.{package}").exists(), name
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", "LD_LIBRARY_PATH=/usr/aarch64-linux-gnu/lib"]
    works_emulated([*emulator, libraries / "slidebench-armv8-a"], False)
    assert '"scheme": "hyperbola"' in run(*emulator, libraries / "slidebench-armv8-a", "list", "--format", "json")


LEVELS = {"x86_64": ["x86-64-v4", "x86-64-v3", "x86-64-v2", "x86-64"], "aarch64": ["armv8-a"]}.get(
    platform.machine(), ["generic"]
)


@LONG
@needs("dpkg-deb", "dpkg-shlibdeps")
def test_deb(packages):
    package = packed(packages, "deb")
    files = [line.split()[5] for line in run("dpkg-deb", "-c", package).splitlines()]
    check_tree(files, "./usr/", LEVELS)
    assert all(file.startswith("./usr/") for file in files) and not any(".so" in file for file in files)
    assert all(line.split()[1] == "root/root" for line in run("dpkg-deb", "-c", package).splitlines())
    depends = run("dpkg-deb", "-f", package, "Depends")
    assert "libc6 (>=" in depends and "libhwloc15" in depends and "python" not in depends
    if shutil.which("lintian"):  # git has the history, so there is no changelog
        run("lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", "no-changelog", package)


@LONG
def test_tar_has_the_libraries_inside(packages, tmp_path):
    """And the notices that their licences require."""
    top = unpack(packed(packages, f"{platform.machine()}.tar.gz"), tmp_path).parent.parent
    notices = [path.name for path in top.glob("share/doc/slidebench/copyright.*")]
    for library in top.glob("libexec/slidebench/lib*.so*"):
        name = library.name.split(".")[0]
        assert any(name in notice.replace("-s", "_s") for notice in notices), f"{name}: {notices}"
    check_tree([f"{path.relative_to(top)}" for path in top.rglob("*")], "", LEVELS)
    for binary in top.glob("libexec/slidebench/slidebench-*"):
        for line in run("ldd", binary).splitlines():
            name = line.split()[0]
            assert str(tmp_path) in line or name.startswith(("linux-vdso", "libc.", "libm.", "/lib")), line


@LONG
@needs("debootstrap", "dpkg-shlibdeps", "unshare")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change the root")
def test_bare_debian(packages, tmp_path):
    """A system with only dpkg, apt and their dependencies, and then those of the .deb."""
    release = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release"))["VERSION_CODENAME"]
    bare = tmp_path / "bare"
    if subprocess.run(["unshare", "--pid", "--fork", "--mount-proc", "true"], capture_output=True).returncode:
        pytest.skip("no name spaces, so no /proc in the changed root")
    if subprocess.run(["debootstrap", "--variant=minbase", release, bare], capture_output=True).returncode:
        pytest.skip("debootstrap fails: not Debian, or no network")
    (bare / "etc/resolv.conf").write_bytes(open("/etc/resolv.conf", "rb").read())
    inside = ["unshare", "--pid", "--fork", f"--mount-proc={bare}/proc", "chroot", bare, "env", "-i"]
    inside += ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]
    for tool in "python3", "cc":
        run(*inside, "sh", "-c", f"! command -v {tool}")

    def works(program):
        assert "hyperbola" in run(*inside, program, "list")
        assert "core cycles" in run(*inside, program, *SHORT_RUN, "--out", "/results", status=UNSTABLE).lower()
        assert len(list((bare / "results").rglob("*.jsonl.gz"))) == 1
        shutil.rmtree(bare / "results")

    (bare / "unpacked").mkdir()
    works(Path("/") / unpack(packed(packages, f"{platform.machine()}.tar.gz"), bare / "unpacked").relative_to(bare))
    shutil.copy(packed(packages, "deb"), bare / "slidebench.deb")
    run(*inside, "apt-get", "install", "-q", "-y", "--no-install-recommends", "/slidebench.deb")
    works("slidebench")
    for tool in "python3", "cc":
        run(*inside, "sh", "-c", f"! command -v {tool}")


# ---- many machines ----


@pytest.fixture
def play(tmp_path):
    """Runs bench-remote on a file of hosts. A fake ssh sends, for a host, the archive that has its name."""
    ssh, package = tmp_path / "ssh", tmp_path / "package.tar.gz"
    stub(ssh, f'cat >/dev/null\necho "$3" >>"{tmp_path}/called"\ncat "{tmp_path}/$3.tar"')
    package.write_bytes(b"")

    def bench_remote(hosts, status=0):
        (tmp_path / "hosts").write_text(hosts)
        environment = {**os.environ, "SSH": str(ssh), "PARALLEL_HOME": str(tmp_path / "parallel")}
        words = [SOURCE / "scripts" / "bench-remote", tmp_path / "hosts", package, tmp_path / "gathered"]
        text = run(*words, status=status, env=environment)
        called = tmp_path / "called"
        return text, sorted(called.read_text().splitlines()) if called.exists() else []

    return bench_remote


def member(name, type=tarfile.REGTYPE, mode=0o644, link=""):
    found = tarfile.TarInfo(name)
    found.type, found.mode, found.linkname = type, mode, link
    return found


FOLDERS = [member("./", tarfile.DIRTYPE, 0o755), member("./cpu/", tarfile.DIRTYPE, 0o755)]
GOOD = [*FOLDERS, member("./cpu/20261121-gcc-12-native.jsonl.gz")]


def send(path, members):
    with tarfile.open(path, "w") as archive:
        for each in members:
            archive.addfile(each)


@needs("parallel")
def test_remote_skips_comments(play, tmp_path):
    for name in "one", "two":
        send(tmp_path / f"{name}.tar", GOOD)
    assert play("# our machines\n\n  one # the old one\r\n\t\n#three\ntwo\n")[1] == ["one", "two"]
    gathered = sorted(str(path.relative_to(tmp_path / "gathered")) for path in (tmp_path / "gathered").rglob("*.*"))
    assert gathered == [f"machine-{i}/cpu/20261121-gcc-12-native.jsonl.gz" for i in (1, 2)]


@pytest.mark.parametrize(
    "hosts, fault",
    [
        ("one\n# x\n-oProxyCommand=touch\n", ":3: found '-oProxyCommand=touch', expected an ssh destination such as"),
        ("one two\n", ":1: found 'one two', expected an ssh destination such as user@host\n"),
        ("# none\n", ": no destination, expected one per line\n"),
    ],
)
def test_remote_refuses_hosts(play, tmp_path, hosts, fault):
    send(tmp_path / "one.tar", GOOD)
    text, called = play(hosts, status=3)
    assert text.startswith(f"slidebench: {tmp_path}/hosts{fault}") and called == []


@needs("parallel")
@pytest.mark.parametrize(
    "odd",
    [
        member("./cpu/run.jsonl.gz", mode=0o4755),
        member("./cpu/run.jsonl.gz", tarfile.SYMTYPE, link="/etc/passwd"),
        member("./cpu/run.jsonl.gz", tarfile.LNKTYPE, link="./cpu/20261121-gcc-12-native.jsonl.gz"),
        member("./cpu/run.jsonl.gz", tarfile.FIFOTYPE),
        member("./link", tarfile.SYMTYPE, link="/tmp"),
        member("./cpu/run.sh", mode=0o755),
        member("./cpu/.jsonl.gz"),
        member("./cpu/../../run.jsonl.gz"),
        member("/tmp/run.jsonl.gz"),
        member("./cpu/a\nb.jsonl.gz"),
    ],
    ids=lambda odd: f"{odd.name!a} {odd.type.decode()} {odd.mode:o}",
)
def test_remote_accepts_only_results(play, tmp_path, odd):
    """A machine that sends any other file is ignored; the results of other machines are kept."""
    send(tmp_path / "good.tar", GOOD)
    send(tmp_path / "bad.tar", [*GOOD, odd])
    (tmp_path / "none.tar").write_bytes(b"")
    text, _ = play("bad\ngood\nnone\n", status=4)
    assert "slidebench: bad sent '" in text and "not all machines have sent a result" in text
    assert "slidebench: none sent no log, expected a result" in text
    assert sorted(path.name for path in (tmp_path / "gathered").iterdir()) == ["machine-2"]
    assert len(list((tmp_path / "gathered").rglob("*.*"))) == 1


@needs("parallel")
def test_remote_runs_the_package(archive, tmp_path):
    """A fake ssh starts a local shell: the remote commands work and leave no files."""
    ssh, hosts, there = tmp_path / "ssh", tmp_path / "hosts", tmp_path / "there"
    stub(ssh, 'exec sh -c "$4"')
    there.mkdir()
    hosts.write_text("here\n")
    local = {"SSH": str(ssh), "PARALLEL_HOME": str(tmp_path / "parallel"), "TMPDIR": str(there)}
    words = [SOURCE / "scripts" / "bench-remote", hosts, archive, tmp_path / "a: folder"]
    run(*words, *SHORT_RUN, "--schemes", "^(hyperbola|isn't)$", env={**os.environ, **local})
    (path,) = (tmp_path / "a: folder" / "machine-1").rglob("*.*")
    assert {row["scheme"] for row in read_lines(path)[0]["rows"]} == {"hyperbola"}
    assert [path for path in there.iterdir() if not path.name.startswith("par")] == []
