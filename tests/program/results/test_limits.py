# SPDX-License-Identifier: MIT
"""scripts/limits on loops with known costs: a build with one scheme, assembled here."""

import csv
import os
import platform
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from conftest import BUILD, LEVEL, SOURCE
from result_factory import Result
from limits_model import cores, timed_loops
from limits_model.llvm_mca import Mca
from limits_model.measured import fastest_times

LIMITS = SOURCE / "scripts" / "limits"
TOOLS = [tool for version in range(40, 17, -1) if (tool := shutil.which(f"llvm-mca-{version}"))]

pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="supports x86-64 only"),
    pytest.mark.skipif(
        not TOOLS, reason="no llvm-mca of LLVM 18 or later, which has a model of Golden Cove with AVX-512"
    ),
]

# The end of every loop has 3 micro-operations; ports execute 2 of them on Intel's core, all on AMD's cores.
FRAME = "inc %rdx\nadd %rax,%rsi\ncmp %rdx,%r8\njne 1b"

# {core: {name: (assembly before the frame, {field: its value})}}
LOOPS = {
    "Granite Rapids": {
        "sum": ("", {"instructions": 4, "uops": 3, "loads": 0, "p1": 0, "limit": 1, "bound_by": "sum"}),
        "p1": (
            "imul %rax,%rbx\npext (%rdi),%rax,%rcx\nlzcnt %rax,%r9\nbswap %r10\nmovzbl %ah,%ebx",
            {"p1": 5, "loads": 1, "limit": 5, "bound_by": "p1"},
        ),
        "loads": (
            "\n".join(f"mov {8 * i}(%rdi),%rax" for i in range(9)),
            {"loads": 9, "limit": 3, "bound_by": "loads"},
        ),
        "stores": (
            "mov %rax,(%rdi)\nadd %rax,(%rdi)\ncmp %rax,(%rdi)\nlea 8(%rdi),%rax",
            {"loads": 2, "uops": 3 + 1 + 2 + 1 + 1},
        ),
        "fused": ("mov %rax,%rbx\nand $7,%rbx\nmov %rax,%rcx\nxor %rbx,%rcx", {"instructions": 8, "uops": 5}),
        "apart": ("mov %rax,%rbx\nand $7,%rcx\nmov %rax,%r9\nshl %cl,%r9", {"instructions": 8, "uops": 3 + 3 + 2}),
        "indexed": (
            "andn (%rdi,%rax),%rbx,%rcx\nandn (%rdi),%rbx,%rcx\nand (%rdi,%rax),%rcx",
            {"uops": 3 + 2 + 1 + 1, "loads": 3},
        ),
        "indexed without a second operand": (
            "tzcnt (%rdi,%rax),%rcx\ntzcnt (%rdi),%rcx\nmov (%rdi,%rax),%rcx",
            {"uops": 3 + 2 + 1 + 1},
        ),
        "never fused": (
            "shlx %rax,(%rdi),%rcx\nblsr (%rdi),%rcx\nvpshufb (%rdi),%ymm0,%ymm1\nvpand (%rdi),%ymm0,%ymm1",
            {"uops": 3 + 3 * 2 + 1},
        ),
        "ports 0 and 6": ("\n".join(["shlx %rax,%rbx,%rcx"] * 10), {"limit": 5.5, "bound_by": "mca"}),  # and the jump
        "vectors": (
            "\n".join(["vpand %ymm0,%ymm1,%ymm2"] * 9 + ["vmovdqu (%rdi),%ymm3"]),
            {"vector": 9, "loads": 1, "limit": 3, "bound_by": "vector"},
        ),
        "wide vectors": ("\n".join(["vpandq %zmm0,%zmm1,%zmm2"] * 8), {"vector": 12, "limit": 4, "bound_by": "vector"}),
        "leas are no multiplications": (
            "\n".join(["lea (%rax,%rbx,8),%rcx"] * 6),
            {"p1": 0, "uops": 9, "limit": 2, "bound_by": "mca"},
        ),
        "calls": ("call 1f\n1:", {"uops": "", "limit": "", "bound_by": "calls"}),
        "two paths": ("test %rax,%rax\nje 2f\nnot %rax\n2:", {"uops": "", "limit": "", "bound_by": "branchy"}),
    },
    "Zen 3": {
        "sum": ("", {"instructions": 4, "uops": 3, "alu": 3, "limit": 1, "bound_by": "sum"}),
        "dispatch": ("\n".join(["mov %rax,%rbx"] * 9), {"uops": 12, "alu": 3, "limit": 2, "bound_by": "uops"}),
        "multiplications": (
            "imul %rax,%rbx\nmulx %rax,%rbx,%rcx\npext (%rdi,%rax),%rax,%rcx\npdep %rax,%rbx,%rcx\ncrc32q %rax,%rbx",
            {"alu1": 5, "uops": 3 + 6, "limit": 5},
        ),
        "shifts": (
            "\n".join(["shlx %rax,%rbx,%rcx"] * 7 + ["pext %rax,%rbx,%rcx"]),
            {"alu1": 1, "alu12": 8, "limit": 4},
        ),
        "conditional moves": ("\n".join(["cmove %rax,%rbx"] * 8), {"alu03": 8, "limit": 4}),
        "two operations": (
            "tzcnt %rax,%rbx\nblsr %rax,%rbx\nblsi (%rdi),%rbx\nlzcnt %rax,%rbx\nbswap %rbx",
            {"uops": 3 + 8, "alu": 3 + 8, "alu12": 1},
        ),
        "operations": (
            "\n".join(["and $1000,%eax", "lea (%rax,%rbx,8),%rcx", "movabs $0x123456789abcdef,%rax"] * 3),
            {"alu": 12, "limit": 3, "bound_by": "alu"},
        ),
        "loads": (
            "\n".join(f"and {8 * i}(%rdi,%rbx),%rax" for i in range(9)),
            {"loads": 9, "vector loads": 0, "uops": 12, "limit": 3},
        ),
        "loads of vectors": (
            "\n".join(["vpand (%rdi),%ymm0,%ymm1", "vmovdqa (%rdi),%ymm1", "vpbroadcastq (%rdi),%ymm1"] * 2),
            {"vector loads": 6, "vector": 2, "limit": 3},
        ),
        "stores": ("\n".join(["mov %rax,(%rdi)"] * 2), {"stores": 2, "loads": 0, "uops": 5}),
        "vectors": (
            "\n".join(["vpand %ymm0,%ymm1,%ymm2"] * 12 + ["vmovdqa %ymm0,%ymm1"]),
            {"vector": 12, "alu": 3, "limit": 3, "uops": 16},
        ),
        "shuffles": (
            "\n".join(["vpshufb %ymm0,%ymm1,%ymm2", "vpsllvq %ymm0,%ymm1,%ymm2"] * 3),
            {"vector": 6, "shuffle": 6, "limit": 3},
        ),
    },
    "Zen 5": {
        "sum": ("", {"instructions": 4, "uops": 3, "alu": 3, "limit": 1, "bound_by": "sum"}),
        "dispatch": ("\n".join(["mov %rax,%rbx"] * 13), {"uops": 16, "alu": 3, "limit": 2, "bound_by": "uops"}),
        "fused": ("mov %rax,%rbx\nand $7,%rbx\nmov %rax,%rcx\nxor %rbx,%rcx", {"instructions": 8, "uops": 5, "alu": 5}),
        "multiplications": (
            "imul %rax,%rbx\nmulx %rax,%rbx,%rcx\nimul (%rdi,%rax),%rax\ncrc32q %rax,%rbx",
            {"multiply": 5, "shift": 0, "alu": 7, "uops": 8},
        ),
        "shifts": (
            "\n".join(["shlx %rax,%rbx,%rcx", "pext (%rdi,%rax),%rbx,%rcx", "pdep %rax,%rbx,%rcx"] * 3),
            {"multiply": 0, "shift": 9, "limit": 3, "bound_by": "shift"},
        ),
        "bits": (
            "\n".join(["tzcnt %rax,%rbx", "blsr %rax,%rbx", "bzhi %rax,%rbx,%rcx", "lzcnt %rax,%rbx"] * 3),
            {"shift": 9, "limit": 3, "uops": 3 + 12},
        ),
        "operations": (
            "\n".join(["and $1000,%eax", "lea (%rax,%rbx,8),%rcx", "bswap %rax"] * 3),
            {"alu": 12, "limit": 2, "bound_by": "alu"},
        ),
        "lea of three parts": (
            "lea 8(%rax,%rbx,8),%rcx\nlea 8(%rax),%rcx\nlea 8(,%rax,8),%rcx",
            {"alu": 3 + 4, "uops": 3 + 4},
        ),
        "not fused": ("mov %rax,%rbx\nneg %rbx\nmov %rax,%rcx\nnot %rcx", {"alu": 3 + 2, "uops": 3 + 3}),
        "wide constants": (
            "\n".join(["movabs $0x123456789abcdef,%rax"] * 6),
            {"wide constant": 6, "alu": 9, "limit": 2, "bound_by": "wide constant"},
        ),
        "loads": (
            "\n".join(f"and {8 * i}(%rdi,%rbx),%rax" for i in range(12)),
            {"loads": 12, "vector loads": 0, "uops": 15, "limit": 3},
        ),
        "loads of vectors": (
            "\n".join(["vpandq (%rdi),%zmm0,%zmm1", "vmovdqa (%rdi),%ymm1", "vpbroadcastq (%rdi),%ymm1"] * 2),
            {"vector loads": 6, "vector": 2, "limit": 3},
        ),
        "vectors": (
            "\n".join(["vpandq %zmm0,%zmm1,%zmm2"] * 12 + ["vmovdqa %ymm0,%ymm1"]),
            {"vector": 12, "alu": 3, "limit": 3, "uops": 16},
        ),
        "shuffles and shifts": (
            "\n".join(["vpshufb %ymm0,%ymm1,%ymm2", "vpsllvq %ymm0,%ymm1,%ymm2", "vpunpckhqdq %xmm0,%xmm1,%xmm2"] * 4),
            {"vector": 12, "shuffle": 4, "vector shift": 4, "shuffle, shift": 8, "limit": 3},
        ),
        "pipes in common": (
            "\n".join(["vpshufb %ymm0,%ymm1,%ymm2", "vpsllvq %ymm0,%ymm1,%ymm2"] * 6),
            {"vector": 12, "limit": 4, "bound_by": "shuffle, shift"},
        ),
        "rotations": (
            "\n".join(["vprolvq %zmm0,%zmm1,%zmm2", "vplzcntq %ymm0,%ymm1"] * 4),
            {"vector": 8, "rotate": 4, "lzcnt": 4, "vector shift": 0, "limit": 2},
        ),
        "between registers": (
            "vmovq %xmm0,%rax\nmovq %xmm0,%rax\nvpextrq $1,%xmm0,%rax\nkmovq %k1,%rax\n"
            "vpbroadcastq %rax,%zmm0\nvmovq %rax,%xmm0",
            {"from vector": 4, "to vector": 2, "vector": 0, "alu": 3, "limit": 2},
        ),
    },
}


OBJECT = "schemes/CMakeFiles/scheme-mine-native.dir/mine.o"


def assembled(text, machine=None):
    """Returns an object file. `machine` replaces the number of its architecture."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            [os.environ.get("CC", "cc"), "-c", "-x", "assembler", "-", "-o", file.name],
            input=text,
            text=True,
            check=True,
        )
        code = bytearray(Path(file.name).read_bytes())
    if machine:
        code[18:20] = machine.to_bytes(2, "little")
    return bytes(code)


@pytest.fixture
def build(tmp_path):
    """Makes a build with one scheme whose loops are all the given one, and a program that prints like slidebench."""

    def make(body, core="Granite Rapids"):
        objects = tmp_path / "schemes" / "CMakeFiles" / "scheme-mine-native.dir"
        objects.mkdir(parents=True)
        kernels = [
            f"{piece}_throughput:\nxor %esi,%esi\n1:\n{body.replace('1f', '3f').replace('1:', '3:')}\n{FRAME}\nret\n"
            for piece in ("rook", "bishop", "queen")
        ]
        (objects / "mine.o").write_bytes(assembled("".join(kernels)))
        (tmp_path / "CMakeCache.txt").write_text("SCHEMES:INTERNAL=mine\n")
        program = tmp_path / "slidebench-native"
        slug = f"vendor-{core.lower().replace(' ', '-')}"
        program.write_text(
            "#!/bin/sh\n[ $1 = list ] && echo scheme,status && echo mine,ok ||"
            f" printf 'microarchitecture   {core}\\nname in results   {slug}\\n'\n"
        )
        program.chmod(0o755)
        return tmp_path

    return make


def limits(*arguments, status=0):
    done = subprocess.run([LIMITS, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def table(*arguments):
    return list(csv.DictReader(limits(*arguments, "--format", "csv").splitlines()))


@pytest.mark.parametrize("core, name", [(core, name) for core, loops in LOOPS.items() for name in loops])
def test_known_loop(build, core, name):
    body, expected = LOOPS[core][name]
    rows = table("--build", build(body, core))
    assert [row["piece"] for row in rows] == ["rook", "bishop", "queen"]
    for row in rows:
        assert {
            field: row[field] if isinstance(value, str) else float(row[field]) for field, value in expected.items()
        } == expected


def test_core_that_only_llvm_models(build):
    """Without rates of our own, the limit is LLVM's: ten multiplications on one port of Skylake."""
    (row, *_) = table("--build", build("\n".join(["imul %rax,%rbx"] * 10)), "--mcpu", "skylake")
    assert (row["bound_by"], float(row["limit"])) == ("mca", 10)
    assert "p1" not in row


def test_model_only(build):
    """A CPU that is not available: no measured values, and no row of a scheme that it cannot run."""
    made = build("vpandq %zmm0,%zmm1,%zmm2")
    page = limits("--build", made, "--mcpu", "sapphirerapids")
    assert "Model only" in page and "measured / limit" not in page and "`mine`" in page
    assert "`mine`" not in limits("--build", made, "--mcpu", "znver3")


def result(name, *lines, cpu="vendor-granite-rapids"):
    """Writes a log with a line of status, list length and cycles for each row of `mine`, rooks first."""
    pieces = ("rook", "bishop", "queen")[: len(lines) or 1]
    mode = "throughput" if lines else "latency"
    log = Result(name, ("pext",), [(piece, "games", mode) for piece in pieces])
    log.move_to(cpu)
    log.record["schemes"][0]["name"] = "mine"
    for row in log.record["rows"]:
        row["scheme"] = "mine"
    for column in log.record["columns"] if lines else []:
        status, length, cycles = lines[pieces.index(column["piece"])].split()
        (row,) = [i for i, one in enumerate(log.record["rows"]) if one["piece"] == column["piece"]]
        column["list_length"] = int(length)
        if status == "ok":
            log.set_cycles(row, [float(cycles)] * len(log.processes))
        else:
            log.without_times(row, status)
    return log.save()


def test_fastest_result_counts(build, tmp_path):
    """The fastest row that is ok counts. Its distance from the limit has a reason, or "unknown"."""
    short = result(tmp_path / "short", "ok 64 5.5", "unstable 64 -")
    long = result(tmp_path / "long", "ok 512 4.5")
    arguments = (
        "--build",
        build(LOOPS["Granite Rapids"]["loads"][0]),
        "--result",
        short,
        "--result",
        long,
    )
    rook, bishop, _ = table(*arguments)
    assert (rook["list_length"], float(rook["cycles"]), float(rook["ratio"])) == ("512", 4.5, 1.5)
    assert (bishop["list_length"], bishop["cycles"], bishop["ratio"]) == ("", "", "")
    page = limits(*arguments)
    assert "- unknown: `mine` (rook 1.50)" in page
    assert "| rook | 1 | 1.50 | 1.50 | `mine` |" in page and "| all | 1 | 1.50 | 1.50 | `mine` |" in page


def test_results_choose_the_core(build, tmp_path):
    """A page is about the CPU of its results, on any machine; a scheme unsupported there has no row."""
    made = build("lea 8(%rdi),%rax", core="Granite Rapids")
    arguments = "--build", made, "--result", result(tmp_path / "r", "ok 512 4.5", cpu="amd-epyc-zen-3")
    assert table(*arguments)[0]["alu"] == "4"  # on Golden Cove 2
    assert limits(*arguments).startswith("# Limits: amd-epyc-zen-3\n")
    assert table(*arguments, "--mcpu", "znver3")[0]["alu"] == "4"
    other = result(tmp_path / "other", "ok 512 4.5", "unsupported 512 -", cpu="amd-epyc-zen-3")
    assert table("--build", made, "--result", other) == []


def test_errors(build, tmp_path):
    assert "build first" in limits("--build", tmp_path / "nowhere", status=4)
    made = build("")
    assert "build first" in limits("--build", made, "--level", "x86-64-v9", status=4)
    assert "unknown CPU 8086" in limits("--build", made, "--mcpu", "8086", status=2)
    (tmp_path / "bad").write_text("no log\n")
    assert "or this is no log" in limits("--build", made, "--result", tmp_path / "bad", status=3)
    hostile = result(tmp_path / "hostile", "ok 128 4.5", cpu="<b>cpu</b>")
    assert "not the name of a CPU: '<b>cpu</b>'" in limits(
        "--build", made, "--mcpu", "sapphirerapids", "--result", hostile, status=3
    )
    assert "is not a regular expression" in limits("--build", made, "--schemes", "[", status=2)
    assert "no throughput of games" in limits("--build", made, "--result", result(tmp_path / "none"), status=3)
    one = result(tmp_path / "one", "ok 64 4.5")
    other = result(tmp_path / "other", "ok 64 4.5", cpu="amd-epyc-zen-3")
    assert "results of several CPUs" in limits("--build", made, "--result", one, "--result", other, status=3)
    assert "the results are of amd-epyc-zen-3" in limits(
        "--build", made, "--result", other, "--mcpu", "sapphirerapids", status=2
    )
    strange = result(tmp_path / "strange", "ok 64 4.5", cpu="via-nano")
    assert "no model of via-nano" in limits("--build", made, "--result", strange, status=2)
    assert limits("--build", made, "--result", strange, "--mcpu", "x86-64").startswith("# Limits: via-nano\n")
    (made / "slidebench-native").write_text("#!/bin/sh\nexit 4\n")
    assert "does not run on this CPU" in limits("--build", made, status=2)


@pytest.mark.parametrize(
    "path, text, message",
    [
        ("CMakeCache.txt", "", "no list of schemes, expected the folder of a build"),
        ("CMakeCache.txt", "SCHEMES:INTERNAL=other\n", "scheme-other-native.dir: no object file, expected one"),
        ("slidebench-native", "#!/bin/sh\n[ $1 = machine ]\n", "slidebench-native list --format csv: exit status 1"),
        (OBJECT, "no code", "mine.o: file format not recognized"),
        (
            OBJECT,
            lambda: assembled("rook_throughput:\nret\n"),
            "mine.o: rook_throughput: no backward jump, expected a loop",
        ),
        (OBJECT, lambda: assembled(""), None),  # without kernels: the compiler's target lacks what the scheme needs
        (OBJECT, lambda: assembled("bishop_throughput:\n1: jmp 1b\n"), "mine.o: rook_throughput: no backward jump"),
        (OBJECT, lambda: assembled("", machine=243), "mine.o: "),  # RISC-V
    ],
)
def test_build_that_cannot_be_read(build, path, text, message):
    """One line has what was expected."""
    made = build("")
    (made / path).write_bytes(text.encode() if isinstance(text, str) else text())
    errors = limits("--build", made, status=4 if message else 0)
    assert message is None or (message in errors and len(errors.splitlines()) == 1 and errors.startswith("limits: "))


def test_inferred_name(build):
    """A note such as "(inferred)" is not part of the name."""
    made = build("")
    program = made / "slidebench-native"
    program.write_text(program.read_text().replace("Granite Rapids", "Granite Rapids (inferred)"))
    assert table("--build", made)[0]["p1"] == "0"


def test_check_times_each_loop(build):
    """Each loop has a line, and the last line counts those that refute the model, which depend on this machine."""
    made = build("")
    (made / "slidebench-native").write_text((made / "slidebench-native").read_text().replace("Granite Rapids", "Zen 3"))
    done = subprocess.run([LIMITS, "--check", "--build", made], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Zen 3: ") and lines[2].startswith("nop "), done.stderr
    assert lines[-1] == f"{sum(line.endswith(' REFUTED') for line in lines)} of {len(lines) - 3} refuted"
    assert done.returncode == (0 if lines[-1].startswith("0 ") else 1)


def test_explain_times_copies_of_each_loop(build):
    """Prints a line per piece."""
    made = build("\n".join(["mov %rax,%rbx", *["imul $5,%rbx,%rbx"] * 10]), core="Zen 5")
    rows = list(csv.DictReader(limits("--explain", "--build", made).splitlines()))
    assert [(row["scheme"], row["piece"], row["instructions"]) for row in rows] == [
        ("mine", piece, "15") for piece in ("rook", "bishop", "queen")
    ]
    assert all(float(row["nops"]) > 0 and float(row["free"]) > 0 for row in rows)


@pytest.mark.parametrize("taken, status", [(0.9, 1), (1.0, 0), (2.0, 0)])
def test_loop_faster_than_its_limit_refutes_the_model(monkeypatch, capsys, taken, status):
    """A round is forty moves at six dispatched per cycle, or forty additions on four pipes, and the end of the loop."""
    monkeypatch.setattr(timed_loops, "LOOPS", (("mov %rax,@D", ""), ("add %rax,@D", "")))
    monkeypatch.setattr(timed_loops, "time_loops", lambda bodies: [41 / 6 * taken, 41 / 4 * taken])
    core = cores.by_name("Zen 3")
    assert timed_loops.check(core, Mca(core)) == status
    assert capsys.readouterr().out.count("REFUTED") == 2 * status


def test_every_branchless_scheme_has_a_limit():
    """In the build under test, for all pieces, of all schemes that run here."""
    done = subprocess.run(
        [BUILD / f"slidebench-{LEVEL}", "list", "--format", "csv"], capture_output=True, text=True, check=True
    )
    catalogue = {row["scheme"]: row for row in csv.DictReader(done.stdout.splitlines())}
    expected = {
        scheme
        for scheme, row in catalogue.items()
        if "branchless" in row["traits"] and not row["status"].startswith("unsupported")
    }
    rows = [row for row in table("--build", BUILD, "--level", LEVEL) if row["scheme"] in expected]
    assert expected and {row["scheme"] for row in rows} == expected
    for row in rows:
        assert row["limit"] and float(row["limit"]) >= 1, row


def test_reasons_name_existing_schemes():
    """Each at most once per CPU, and each CPU has results."""
    pages = list((SOURCE / "scripts" / "limits_model" / "reasons").glob("*.csv"))
    assert pages
    for page in pages:
        with open(page, newline="") as file:
            named = [scheme for row in csv.DictReader(file) for scheme in row["schemes"].split()]
        known = re.findall(r"scheme\((\w+)", (SOURCE / "schemes" / "CMakeLists.txt").read_text())
        assert set(named) <= set(known) and len(named) == len(set(named))
        assert (SOURCE / "results" / page.stem).is_dir()


@pytest.mark.parametrize("page", sorted((SOURCE / "results").glob("*/LIMITS.md")), ids=lambda page: page.parent.name)
def test_committed_page(page):
    """Every row with one path has a limit, and none is faster than its limit by more than noise. Measured values are
    those of the results that the page links, unless another run with shorter lists was faster."""
    rows = [re.split(r" *\| *", line)[1:-1] for line in page.read_text().splitlines() if line.startswith("| `")]
    head = re.split(r" *\| *", re.search(r"^\| scheme .*", page.read_text(), re.M)[0])[1:-1]
    assert rows
    linked = [page.parent / name for name in re.findall(r"\]\((\S+\.jsonl\.gz)\)", page.read_text())]
    cpu, values, _ = fastest_times(linked, "games")
    assert cpu == page.parent.name and linked
    pieces = re.findall(r"^## (Rook|Bishop|Queen)\n\n(.*?)(?=^## |\Z)", page.read_text(), re.M | re.S)
    for piece, table in pieces:
        found = re.findall(r"^\| `(\w+)` .*\| (\d+) \| ([\d.]+) \|[^|]*\|$", table, re.M)
        assert len(found) > 50
        for scheme, length, cycles in found:
            own, own_length = values[scheme, piece.lower()]
            assert cycles == f"{own:.2f}" if int(length) == own_length else float(cycles) <= own
    assert len(pieces) == 3
    for row in (dict(zip(head, row)) for row in rows):
        assert row["bound by"] in ("branchy", "calls") or float(row["limit"]) >= 1
        assert row["measured / limit"] == "" or float(row["measured / limit"]) >= 0.97
