# SPDX-License-Identifier: MIT
"""scripts/limits on loops with known costs: a build with one scheme, assembled here, and a log."""

import csv
import itertools
import os
import platform
import shutil
from types import SimpleNamespace

import pytest

import process
from conftest import SOURCE
from result_factory import EditedRun
from slidebench_results import limits as script, uses
from slidebench_results.report import models
from slidebench_results.report.cores import CORES
from slidebench_tools import command, object_code

LIMITS = SOURCE / "scripts" / "limits"

pytestmark = [
    pytest.mark.skipif(platform.machine() != "x86_64", reason="supports x86-64 only"),
    pytest.mark.skipif(
        not any(shutil.which(f"llvm-mca-{version}") for version in range(16, 40)),
        reason="no llvm-mca of LLVM 16 or later, which has a model of Golden Cove",
    ),
]


@pytest.fixture
def limits(tmp_path):
    """Returns a function that runs scripts/limits on a loop of all uses, measured with 4.5 cycles per query."""

    def run(body, *options, core="Granite Rapids", cpu="a-desktop", status=0):
        objects = tmp_path / "schemes" / "CMakeFiles" / "scheme-pext-native.dir"
        objects.mkdir(parents=True, exist_ok=True)
        (tmp_path / "CMakeCache.txt").write_text("SCHEMES:INTERNAL=pext\nCMAKE_C_FLAGS:STRING=-mgfni\n")
        keys = [(piece, "games", "throughput") for piece in ("rook", "bishop", "queen", "both")]
        keys.append(("queen", "games", "latency"))
        end = "inc %rdx\nadd %rax,%rsi\ncmp %rdx,%r8\njne 1b\nret\n"
        code = "".join(f"{piece}_{mode}:\nxor %esi,%esi\n1:\n{body}\n{end}" for piece, _, mode in keys)
        assembler = [os.environ.get("CC", "cc"), "-c", "-x", "assembler", "-", "-o", objects / "pext.o"]
        process.run(*assembler, input=code)
        log = EditedRun(tmp_path / "log", ("pext",), keys)
        log.move_to(cpu, core)
        for row in range(len(keys)):
            log.set_cycles(row, [4.5] * len(log.processes))
        done = process.call(script.main, log.save(), "--build", tmp_path, *options, status=status)
        assert status == 0 or done.stderr.count("\n") == 1 and done.stderr.startswith("limits: ")
        return done.stderr if status else done.stdout

    return run


def rows(page):
    """Returns (instructions, bound, simulated, measured, ratio) of each row."""
    return [tuple(map(float, line.strip("| ").split(" | ")[1:])) for line in page.splitlines() if "| `pext`" in line]


@pytest.mark.parametrize(
    "body, count, bound",
    [
        ("\n".join(["imul %rax,%rbx"] * 5), 9, 5),  # one port multiplies
        ("\n".join(f"mov {8 * i}(%rdi),%rax" for i in range(9)), 13, 3),  # three load
    ],
)
def test_busiest_port_is_the_bound(limits, body, count, bound):
    page = limits(body)
    assert page.startswith("# Limits: a-desktop\n") and len(rows(page)) == 5
    assert "Loops of a build for `native -mgfni`, by `llvm-mca" in page
    for row in rows(page):
        assert row[:2] == (count, bound) and row[2] >= bound and row[3:] == (4.5, 4.5 / bound)


def test_simulation_contains_latencies(limits):
    """Five multiplications in a chain of rounds take three cycles each."""
    ((_, bound, simulated, *_), *_) = rows(limits("\n".join(["imul %rbx,%rbx"] * 5)))
    assert bound == 5 and 14 < simulated < 16


def test_instruction_that_the_model_has_wrong(limits):
    """On Zen 2 PEXT is microcode, of which LLVM's model would execute four a cycle."""
    assert not any(rows(limits("pext %rax,%rbx,%rcx", core=core)) for core in ("Zen", "Zen 2"))
    assert rows(limits("pext %rax,%rbx,%rcx")) and rows(limits("pdep %rax,%rbx,%rcx", core="Zen 2"))


@pytest.mark.parametrize("body", ["test %rax,%rax\nje 2f\nnot %rax\n2:", "call rook_throughput"])
def test_loop_of_several_paths_has_no_row(limits, body):
    page = limits(body)
    assert rows(page) == [] and "## Queen" in page


def test_errors(limits, tmp_path):
    assert "use --mcpu with LLVM's name" in limits("", core="Nano", status=2)
    assert rows(limits("", "--mcpu", "skylake", core="Nano"))
    assert "unknown CPU 8086" in limits("", "--mcpu", "8086", status=2)
    assert "slug is '<b>', expected small letters, digits and -" in limits("", cpu="<b>", status=3)
    assert "no object file, expected one: build first" in limits("", "--level", "x86-64-v9", status=4)
    assert "expected the folder of a build" in limits("", "--build", tmp_path / "nowhere", status=4)


DUMPS = {
    "neoverse-n1": (
        "elf64-littleaarch64",
        "   d80:\tldr\tx9, [x0]\n   da0:\tcbz\tx9, dfc <rook_throughput+0x7c>\n"
        "   da4:\tldrb\tw13, [x10], #1\n   da8:\tmov\tx11, #0xff  // #255\n   dac:\tadd\tx0, x13, x0, lsl #3\n"
        "   db0:\tsubs\tx9, x9, #0x1\n   db4:\tb.ne\tda4 <rook_throughput+0x24>  // b.any\n   dfc:\tret\n",
    ),
    "p670": (
        "elf64-littleriscv",
        "   f40:\tbeqz\ta6,fda <.Lpcrel_hi15+0x7e>\n\n0000000000000f4a <.Lpcrel_hi14>:\n   f4a:\tli\ta0,0\n"
        "   f80:\tlbu\ta4,0(a2)\n   f84:\tld\tt2,0(a1) # ecc <.Lpcrel_hi13>\n   f8c:\tsh3add\ta3,a4,a7\n"
        "   f9e:\trev8\ta5,a5\n   fd4:\tbne\ta2,a6,f80 <.Lpcrel_hi15+0x24>\n   fda:\tret\n",
    ),
}


@pytest.mark.parametrize("core", DUMPS)
def test_loops_of_other_architectures(core, monkeypatch):
    """What objdump prints of a loop of five instructions is found, and llvm-mca accepts it."""
    form, code = DUMPS[core]
    dump = f"x.o: file format {form}\n" + "".join(
        f"\n0000000000000d80 <{piece}_{mode}>:\n{code}" for piece, _, mode in script.LOOPS.values()
    )
    monkeypatch.setattr(object_code, "output_of", lambda *_: dump)
    monkeypatch.setattr(script, "object_file", lambda *_: "x.o")
    costs = script.Mca(CORES[core]).costs(script.loops_of("", "", ""))
    assert costs.keys() == script.LOOPS.keys()
    assert all(count == 5 and 1 <= bound <= simulated < 9 for count, bound, simulated in costs.values())


def test_other_programs_are_in_the_folder_of_llvm_mca(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/llvm-mca-19/bin/{name}" if name == "llvm-mca-19" else None)
    assert script.newest_llvm("clang") == "/llvm-mca-19/bin/clang-19"


def test_schemes_that_a_core_supports(monkeypatch):
    monkeypatch.setattr(script, "newest_llvm", lambda program: program)
    monkeypatch.setattr(command, "output_of", lambda *_: "#define __ARM_NEON 1\n#define __BMI2__ 1\n")
    found = script.schemes_for(CORES["neoverse-n1"])
    assert {"hyperbola", "hyperbola_neon", "pext"} <= set(found) and "hyperbola_dual" not in found


def test_models_without_compilers(tmp_path):
    """One line says what to install."""
    mca = next(filter(None, (shutil.which(f"llvm-mca-{version}") for version in range(40, 15, -1))))
    for program in "dirname", "readlink", "python3", os.path.basename(mca):
        (tmp_path / program).symlink_to(shutil.which(program, path="/usr/bin"))
    done = process.run(LIMITS, "--models", env={"PATH": str(tmp_path)}, status=4)
    assert done.stderr.count("\n") == 1
    assert "/clang-" in done.stderr and " is not installed (Debian and Ubuntu: apt-get install cmake" in done.stderr


def test_what_is_left_of_a_simulated_ratio():
    """A model that simulates twice the measured ratio is taken to do so on another core."""
    loops = {"magic_black": models.Loop(10, 3, 6), "hyperbola": models.Loop(20, 4, 4)}
    schemes = dict.fromkeys(loops, SimpleNamespace(needs="", traits=[]))
    acme = models.Check("Zen 9", "acme-zen-9", {use: loops for use in uses.SIMULATED}, schemes)
    found = models.Models.__new__(models.Models)
    found.checks = [acme]
    assert found.kept("hyperbola", "magic_black") == [pytest.approx(4 / 6 / (4 / 3))]
    assert found.corrected("hyperbola", "magic_black", [acme]) == [pytest.approx(4 / 6)] * 2


def test_committed_models():
    """A scheme without extensions has all loops on each core; fewer have none, and shares are those of the program."""
    lines = list(csv.DictReader((SOURCE / "results" / "models.csv").open()))
    for core, of_core in itertools.groupby(lines, key=lambda line: line["core"]):
        names = [line["scheme"] for line in of_core if all(line.values())]
        assert {"magic_black", "hyperbola", uses.FLOOR} <= set(names) <= set(uses.MODELLED), core
    program = (SOURCE / "schemes" / "kernels" / "mix_shares.h").read_text()
    assert f"{{{', '.join(map(str, models.SHARES.values()))}}}, /* MIX_HCE */" in program
