# SPDX-License-Identifier: MIT
"""scripts/bench-remote: hosts that it accepts, what it accepts from them, and a run of the package."""

import io
import os
import tarfile

import pytest

import process
from conftest import BUILD, SOURCE
from result_factory import read_lines


def run(*command, **more):
    """Returns what a command prints to standard output and standard error."""
    return process.run(*command, merged=True, **more).stdout


def stub(path, line):
    """Writes a program of one line of shell."""
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


@pytest.fixture
def play(tmp_path):
    """Runs bench-remote on a file of hosts. A fake ssh sends, for a host, the archive that has its name."""
    ssh, package = tmp_path / "ssh", tmp_path / "package.tar.gz"
    stub(ssh, f'cat >/dev/null\necho "$3" >>"{tmp_path}/called"\ncat "{tmp_path}/$3.tar"')
    package.write_bytes(b"")

    def bench_remote(hosts, status=0):
        (tmp_path / "hosts").write_text(hosts)
        environment = {**os.environ, "SSH": str(ssh)}
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


def test_remote_skips_comments(play, tmp_path):
    for name in "one", "two":
        send(tmp_path / f"{name}.tar", GOOD)
    assert play("# our machines\n\n  one # the old one\r\n\t\n#three\ntwo\n")[1] == ["one", "two"]
    gathered = sorted(str(path.relative_to(tmp_path / "gathered")) for path in (tmp_path / "gathered").rglob("*.*"))
    assert gathered == [f"machine-{i}/cpu/20261121-gcc-12-native.jsonl.gz" for i in (1, 2)]


def test_remote_keeps_results_of_an_earlier_call(play, tmp_path):
    """Two runs of a day have the same name. A folder that has no number does not count."""
    (tmp_path / "gathered" / "machine-7x").mkdir(parents=True)
    for content in b"first", b"second":
        log = member("./cpu/20261121-gcc-12-native.jsonl.gz")
        log.size = len(content)
        with tarfile.open(tmp_path / "one.tar", "w") as archive:
            archive.addfile(log, io.BytesIO(content))
        play("absent\none\n", status=4)
    logs = sorted((tmp_path / "gathered").rglob("*.gz"))
    assert [path.parts[-3] for path in logs] == ["machine-2", "machine-4"]
    assert [path.read_bytes() for path in logs] == [b"first", b"second"]


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


def test_remote_runs_the_package(tmp_path):
    """A fake ssh starts a local shell: the remote commands work and leave no files."""
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "TGZ", "-B", tmp_path / "packed", cwd=tmp_path)
    (archive,) = (tmp_path / "packed").glob("*.tar.gz")
    ssh, hosts, there = tmp_path / "ssh", tmp_path / "hosts", tmp_path / "there"
    stub(ssh, 'exec sh -c "$4"')
    there.mkdir()
    hosts.write_text("here\n")
    local = {"SSH": str(ssh), "TMPDIR": str(there)}
    words = [SOURCE / "scripts" / "bench-remote", hosts, archive, tmp_path / "a: folder"]
    words += ["--pieces", "queen", "--modes", "latency", "--time", "0.2", "--list-length", "4096"]
    run(*words, "--schemes", "^(hyperbola|isn't)$", env={**os.environ, **local})
    (path,) = (tmp_path / "a: folder" / "machine-1").rglob("*.*")
    assert {row["scheme"] for row in read_lines(path)[0]["rows"]} == {"hyperbola"}
    assert list(there.iterdir()) == []
