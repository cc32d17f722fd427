# SPDX-License-Identifier: MIT
"""scripts/report: committed pages and pictures follow from the results that pages list, and so do sentences."""

import dataclasses
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree

import pytest

import process
from conftest import SOURCE
from result_factory import CPU, MICROARCHITECTURE, NAME, SUFFIX, EditedRun

for module in "matplotlib", "jinja2":
    pytest.importorskip(module)

from slidebench_results import reader, uses

from slidebench_results.report import (
    comparison, cpus, engines_page, pages, pictures, report_html, runs, tables, trust, write_report,
)  # fmt: skip
from slidebench_results.text import size
from slidebench_tools.command import Refused
from test_check_results import check

RESULTS = SOURCE / "results"
MODULES = pages, pictures, engines_page, comparison
OTHER = "acme-one"  # nobody can send it: the values of the recorded CPU, except for PEXT, which is as slow as on Zen
SCHEMES = ("null", "pext", "magic_black", "magic_fancy", "hyperbola", "rotated_6bit", "kogge_stone", "ray_loop")
QUEEN = [("queen", "games", mode) for mode in ("throughput", "latency", "burst-0-8", "burst-L1-8", "burst-16L2-8")]


@pytest.fixture(scope="module")
def recorded():
    """The results that committed pages list."""
    found = {}
    for page in RESULTS.glob("**/README.md"):
        for name in re.findall(r"\[log\]\(([^)]*)\)", page.read_text()):
            found[(page.parent / urllib.parse.unquote(name)).resolve()] = None
    return reader.load_all(found)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two CPUs, queens, some schemes. On the second PEXT is slow."""
    folder = tmp_path_factory.mktemp("made")
    first, second = EditedRun(folder, SCHEMES, QUEEN), EditedRun(folder, SCHEMES, QUEEN)
    second.move_to(OTHER, "Zen")
    second.scale({"pext": 6})
    return [reader.load(one.save()) for one in (first, second)]


def changed(one, machine=None, **record):
    """Returns a result with other members of its record and of its machine."""
    machine = {**one.record["machine"], **(machine or {})}
    return dataclasses.replace(one, record={**one.record, "machine": machine, **record})


def renamed(one, number):
    """Returns a result as that of another CPU."""
    return changed(one, {"slug": f"cpu-{number}"})


# ---- committed files ----


def texts_of(svg, tag="text"):
    return [node.text for node in xml.etree.ElementTree.fromstring(svg).iter() if node.tag.endswith(f"}}{tag}")]


def test_committed_files_are_those_of_the_results(recorded):
    """Of a picture, its texts: other versions of matplotlib draw other lines, and leave room for other names."""
    others = {scheme for run in recorded for scheme in run.schemes} - set(uses.SHOWN)
    texts_that_must_be = lambda svg: set(texts_of(svg)) - others
    made = {name: text for module in MODULES for name, text in module.files(recorded, RESULTS).items()}
    for name, text in made.items():
        content = texts_that_must_be if name.endswith(".svg") else str
        assert content((RESULTS / name).read_text()) == content(text), f"{name}: update it by scripts/report"
    pages_and_pictures = [*RESULTS.glob("**/README.md"), *RESULTS.glob("**/*.svg")]
    assert {path.relative_to(RESULTS).as_posix() for path in pages_and_pictures} <= made.keys()


def test_committed_results_pass():
    """scripts/check-results; here, where they were read already."""
    status, lines = check()
    assert status == 0, lines


def test_founding_families_are_those_of_the_program():
    founding = (SOURCE / "schemes/well_known.h").read_text()
    families = ", ".join(f'"{family}"' for family in uses.FOUNDING)
    assert f"families[] = {{{families}}};" in founding and f'!strcmp(scheme->name, "{uses.RAY_LOOP}")' in founding


def test_pages_are_small(recorded):
    """Whatever the number of CPUs and compilers. The front page has columns for some CPUs, and links all."""
    every = [renamed(one, number) for number in range(40) for one in recorded]
    clones = [changed(one, compiler=f"gcc {n}.0") for n in range(9) for one in every]
    text = pages.front_page(clones, RESULTS)
    assert len(text.encode()) <= 30_000 and len(re.search(r"\| use \|.*", text)[0].split("|")) == pages.CPUS + 3
    assert all(f"(cpu-{number}/README.md)" in text for number in range(40))
    cpu, own = next(iter(runs.by_cpu(clones, RESULTS).items()))  # all CPUs have the same
    assert len(pages.cpu_page(own, RESULTS / cpu).encode()) <= 60_000


def test_sizes_are_those_of_the_program():
    """bytes_text(), whose test has the same."""
    sizes = {0: "0 B", 999: "999 B", 1000: "1.0 KiB", 1024: "1 KiB", 107520: "105 KiB", 1023590: "1.0 MiB"}
    assert {count: size(count) for count in sizes} == sizes


# ---- which run ----


LATE = {"date": "2026-11-30T00:00:00Z"}
WORSE = [{**LATE, "partial": True}, {**LATE, "compiler": "clang 14.0.6"}, {**LATE, "level": "x86-64-v2"}]


@pytest.mark.parametrize("change", [*WORSE, {"date": "2026-11-01T00:00:00Z"}])
def test_main_run(made, change):
    """A complete one of gcc, at the native level, with most columns, the newest of these; one for each compiler."""
    other = changed(made[0], **change)
    assert runs.main_run([other, made[0]]) is runs.main_run([made[0], other]) is made[0]
    fewer = dataclasses.replace(made[0], columns=dict(list(made[0].columns.items())[:1]))
    assert runs.main_run([fewer, other]) is (other if change not in WORSE else fewer)
    assert runs.by_setup([other, made[0]]) == [made[0], *[other] * ("compiler" in change)]


def test_cpu_with_most_trials_in_the_folder_is_first(made, tmp_path):
    """Whatever trials the repository has: of equally many the CPU with the newer run is first."""
    other = renamed(changed(made[0], **LATE), 1)
    assert [*runs.by_cpu([made[0], other], tmp_path)] == ["cpu-1", CPU]
    trial = tmp_path / "engines" / CPU / "trial.csv"
    trial.parent.mkdir(parents=True)
    trial.touch()
    assert [*runs.by_cpu([made[0], other], tmp_path)] == [CPU, "cpu-1"]


def test_kinds_of_cores_are_columns_of_one_page(made):
    """The newer run, on efficiency cores, does not represent the CPU."""
    perf, eff = changed(made[0], {"core_kind": "perf"}), changed(made[0], {"core_kind": "eff"}, **LATE)
    assert runs.main_run([eff, perf]) is perf and runs.by_setup([eff, perf]) == [perf, eff]
    page, front = pages.cpu_page([eff, perf], RESULTS / CPU), pages.front_page([eff, perf], RESULTS)
    assert f": {CPU}\n\ngcc 12 on perf cores, " in page and "## Compilers and kinds of core" in page
    assert "| use | gcc 12 on perf cores | gcc 12 on eff cores |" in page
    for text in page, front:
        assert f"| {CPU} (perf) |" in text and f"| {CPU} (eff) |" in text
    assert len(re.search(r"\| use \|.*", front)[0].split("|")) == 4  # one CPU


def test_names_of_cpus(made):
    """A CPU is named by its microarchitecture, with its maker where two share that, or else by its folder."""
    assert runs.labels(made) == {CPU: MICROARCHITECTURE, OTHER: "Zen"}
    twin = renamed(made[0], 1)
    assert runs.labels([made[0], twin]) == {CPU: CPU, "cpu-1": "cpu-1"}
    twin.record["machine"]["cpu"] = "Oxide Virtual"
    assert runs.labels([made[0], twin]) == {CPU: "Zen 4 (AMD)", "cpu-1": "Zen 4 (Oxide)"}


def test_notes_of_a_run(tmp_path):
    """A core that is shared, and that the run was interrupted; none of separate cores."""
    one = EditedRun(tmp_path)
    separate, shared = "CPU 1 and 0 have separate cores", "CPU 0 and 1 share a core most of the time"
    for sharing, ended, notes in (
        (None, 14, ""), (separate, 14, ""), (shared, 14, shared), (None, 11, "interrupted after 11 processes"),
    ):  # fmt: skip
        one.record["machine"]["core_sharing"] = sharing
        del one.processes[ended:], one.more[ended - 11 :]
        page = pages.front_page([reader.load(one.save())], tmp_path)
        assert re.search(rf"\| {one.record['commit']} \| {re.escape(notes)} \|", page), notes


# ---- what pages contain ----


@pytest.mark.parametrize("areas", zip(*uses.COLD.values()))
def test_column_of_each_cold_use(made, areas):
    """Bursts whose area is named by the cache, or given in KiB; none of one query, and none after no read."""
    best = made[0].columns[QUEEN[0]]
    modes = [f"burst-{area}-8" for area in areas]
    columns = [dataclasses.replace(best, mode=mode) for mode in ["burst-0-8", "burst-L2-1", *modes]]
    one = dataclasses.replace(made[0], columns={column.key: column for column in columns})
    assert [column.mode for column in uses.columns(one).values()] == modes
    assert report_html.cold_modes(one) == {"queen": modes[2]}


def test_page_of_a_cpu(tmp_path):
    """Intervals have their confidence, and a status replaces a time."""
    one = EditedRun(tmp_path, SCHEMES, QUEEN)
    one.without_times(one.rows_of("kogge_stone")[1])
    run = reader.load(one.save())
    run.record["interval_confidence"] = 0.9375
    page = pages.cpu_page([run], tmp_path / CPU)
    assert "± half of the 94 % interval" in page and "95 % interval" not in page
    assert re.search(r"\| `kogge_stone` \|.* \| unstable \|\n", page)


def test_run_without_a_scheme_of_the_comparison(tmp_path):
    run = reader.load(EditedRun(tmp_path, ("kogge_stone",), QUEEN).save())
    assert [name for name, *_ in cpus.Cpu(run, "").table(run.schemes)] == ["kogge_stone"]


def test_confidence_of_a_page_is_the_least_of_its_columns(made):
    column = made[0].columns[QUEEN[0]]
    two = [dataclasses.replace(column, record=column.record | {"confidence": each}) for each in (0.999, 0.97)]
    assert pages.correction(two).startswith("at least 97 %")


def test_order_of_rows(made):
    """None if their ranks overlap."""
    rank = lambda lo, hi: dataclasses.replace(made[0].columns[QUEEN[0]].ranked[0], rank=(lo, hi))
    assert [rank(1, hi).order(rank(3, 4)) for hi in (2, 3)] == [-1, 0] and rank(3, 4).order(rank(1, 2)) == 1


# ---- pictures ----


@pytest.fixture(scope="module")
def drawn(made):
    """The pictures of these CPUs."""
    return pictures.files(made, RESULTS)


def test_same_results_have_the_same_pictures(made, drawn):
    assert pictures.files(made, RESULTS) == drawn


def test_points_have_names(drawn):
    """Those of the comparison at the point, all where the mouse is on it."""
    svg = drawn[f"{CPU}/tables-against-time.svg"]
    texts, titles = texts_of(svg), texts_of(svg, "title")
    for name in SCHEMES[1:]:
        assert sum(title.startswith(f"{name}: ") for title in titles) == 1
        assert texts.count(name) == 1 + (name in pictures.FAMILIES) or name not in uses.SHOWN


def test_picture_of_large_tables_alone(tmp_path):
    one = reader.load(EditedRun(tmp_path, ("null", "pext"), QUEEN).save())
    assert "Zen 4: tables against time" in texts_of(pictures.files([one], tmp_path)[f"{CPU}/tables-against-time.svg"])


def test_no_picture_without_columns(tmp_path):
    """And none in the pages, nor an empty table."""
    one = reader.load(EditedRun(tmp_path, columns=[("queen", "games", "latency")]).save())
    assert pictures.files([one], tmp_path) == {} == comparison.files([one], tmp_path)
    made = pages.files([one], tmp_path)
    assert not any(".svg" in text or "## Cold caches" in text for text in made.values())
    assert "## Warm caches" in made[f"{CPU}/README.md"] and "| chain |" in made["README.md"]


# ---- the comparison ----


def compared(folder, factors, without=""):
    """Returns a run of the schemes and columns of the comparison, in which some schemes take times as long, and on
    whose CPU some do not run."""
    one = EditedRun(folder, None, None)
    one.scale(factors)
    for scheme in one.record["schemes"]:
        if without and re.match(without, scheme["needs"]):
            for row in one.rows_of(scheme["name"]):
                one.without_times(row, "unsupported")
    return [reader.load(one.save())]


def test_sentence_that_results_no_longer_support_stops_the_report(tmp_path):
    with pytest.raises(Refused, match="so that its page is not written: In .replay., .* rotated bitboards"):
        comparison.files(compared(tmp_path, {"rotated_6bit": 3}), RESULTS)


def test_tables_that_other_scripts_print(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Limits\n\nof a CPU\n\n## Rook\n\n| scheme | measured |\n|---|--:|\n| `pext` | 2.5 |\n")
    assert tables.read_tables(page, ("scheme", "measured")) == {"Rook": [{"scheme": "pext", "measured": "2.5"}]}
    with pytest.raises(Refused, match="page.md: the table of 'Rook' lacks the column 'simulated'"):
        tables.read_tables(page, ("scheme", "simulated"))
    page.write_text("# Limits\n")
    with pytest.raises(Refused, match="page.md: expected a heading and a table below it"):
        tables.read_tables(page, ())


@pytest.mark.parametrize("without, has", (("avx512", "pext"), ("", "hyperbola")), ids=("desktop", "arm"))
def test_cpus_that_lack_extensions(tmp_path, recorded, without, has):
    """They have a picture of what runs there, and do not stop the sentences about all CPUs."""
    (one,) = compared(tmp_path, {}, without + ".")
    texts = texts_of(pictures.comparison(cpus.of_results([one], RESULTS).cpus))
    assert has in texts and "cfish_avx512" not in texts and ("pext" in texts) == (has == "pext")
    made = comparison.files([*recorded, renamed(one, 1)], RESULTS)
    assert "(cpu-1/README.md)" in made["COMPARISON.md"] and "../README.md" in made
    left_out = re.search(r"Ranges leave out (.*?), because", " ".join(made["COMPARISON.md"].split()))[1]
    busy = [cpu for cpu in cpus.of_results(recorded, RESULTS).cpus if cpu.run.record["undisturbed_share"] < 0.3]
    assert busy and all(cpu.label in left_out for cpu in busy)


def test_page_about_trust_is_that_of_its_logs():
    text = (RESULTS / "TRUST.md").read_text()
    logs = [RESULTS / name for name in re.findall(r"\]\((\S+\.jsonl\.gz)\)", text)]
    published = [log for log in logs if reader.NAME.fullmatch(log.name)]
    assert {log.parent.name for log in logs if log not in published} == {"repeatability", "resolution"}
    assert trust.files(reader.load_all(published), RESULTS)["TRUST.md"] == text


def test_title_of_the_picture_claims_no_more_than_it_shows(tmp_path):
    small = ("hyperbola", "hyperbola_ssse3", "cfish_avx512")
    compared_ones = cpus.of_results(compared(tmp_path, {"hyperbola_dual": 9, **dict.fromkeys(small, 3)}), RESULTS)
    texts = texts_of(pictures.comparison(compared_ones.cpus))
    assert "Zen 4: attack getters with warm and with cold caches" in texts
    names = [text.partition(",")[0] for text in texts]
    assert max(uses.MODERN, key=names.index) == "hyperbola_dual"  # the slowest is the last of its group


# ---- markup in a result: scripts/check-results refuses it, and pages would print it as text ----

HOSTILE = "<img src=x onerror=alert(1)> | [link](javascript:alert(1)) `code` **bold** \\<b> &lt;i>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """Two CPUs and two compilers with markup in every text, as if nothing had checked them."""
    folder = tmp_path_factory.mktemp("hostile")
    found = []
    for cpu, factor, compiler in ((CPU, 1, "gcc 12.2"), (OTHER, 6, "gcc 12.2"), (OTHER, 1, "clang 14.0")):
        one = EditedRun(folder, (*SCHEMES, "bext_sve2"), QUEEN)
        one.move_to(cpu)
        one.path = one.path.with_name(f"20261122-{compiler[:3]}-12-native{SUFFIX}")
        one.scale({"pext": factor})
        loaded = reader.load(one.save())
        loaded.record.update({name: loaded.record[name] + HOSTILE for name in ("commit", "level", "flags")})
        loaded.record["compiler"] = HOSTILE + compiler
        loaded.record["machine"].update(cpu=HOSTILE, core_sharing=HOSTILE, microarchitecture=cpu + HOSTILE)
        object.__setattr__(loaded.schemes["pext"], "name", "pext" + HOSTILE)
        found.append(loaded)
    return found


def test_markup_is_text_in_markdown(hostile):
    made = pages.files(hostile, RESULTS.parent)
    assert len(made) == 3 and all("onerror" in text for text in made.values())
    for text in made.values():
        assert not re.search(r"<[A-Za-z/!]|\]\(javascript|&lt;|\\\\<", text)
        for block in re.findall(r"(?:^\|.*\n)+", text, re.M):  # each line of a table has as many cells as its heading
            assert len({line.count("|") for line in block.splitlines()}) == 1, block


def test_markup_is_text_in_pictures(hostile):
    drawn = pictures.files(hostile, RESULTS)
    assert any("onerror" in svg for svg in drawn.values())
    for svg in drawn.values():
        names = {node.tag.rpartition("}")[2] for node in xml.etree.ElementTree.fromstring(svg).iter()}
        assert "text" in names and not {"img", "b", "i"} & names


def test_paths_are_links(tmp_path):
    folder = tmp_path / "a (strange) folder"
    page = pages.front_page([reader.load(EditedRun(folder).save())], tmp_path)
    assert f"[log](a%20%28strange%29%20folder/{CPU}/{NAME}{SUFFIX})" in page


# ---- the command ----


def command(*arguments, **how):
    return process.run(SOURCE / "scripts" / "report", *arguments, **how)


def test_command_writes_all_files(tmp_path):
    """In UTF-8, in a locale that has ASCII only."""
    EditedRun(tmp_path, SCHEMES, QUEEN).save()
    for old in "plots/mine.svg", "report-data/old.js", "report-data/mine.txt":
        (tmp_path / old).parent.mkdir(exist_ok=True)
        (tmp_path / old).write_text("old")
    ascii_only = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    command("--out", tmp_path, tmp_path, env=ascii_only)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"README.md", "report.html", f"{CPU}/tables-against-time.svg"} < written
    assert {"plots/mine.svg", "report-data/mine.txt"} < written and "report-data/old.js" not in written
    assert any(re.fullmatch(r"report-data/.*\.js", name) for name in written)
    assert f"({CPU}/{NAME}{SUFFIX})" in (tmp_path / "README.md").read_text()
    assert f"]({NAME}{SUFFIX})" in (tmp_path / CPU / "README.md").read_text()


def test_refused_sentence_leaves_all_files_as_they_were(tmp_path, monkeypatch):
    def refuse(results, folder):
        raise Refused("a sentence")

    one = EditedRun(tmp_path, SCHEMES, QUEEN).save()
    (tmp_path / "report-data").mkdir()
    (tmp_path / "report-data" / "old.js").write_text("old")
    monkeypatch.setattr(comparison, "files", refuse)
    monkeypatch.setattr("gc.disable", lambda: None)  # it would last for all tests that follow
    monkeypatch.setattr(sys, "argv", ["report", "--out", str(tmp_path), str(one)])
    with pytest.raises(Refused, match="a sentence"):
        write_report.main()
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {one.name, "old.js"}


def test_old_data_stay_until_all_files_are_written(tmp_path):
    EditedRun(tmp_path).save()
    for folder in "report-data", "report.html":
        (tmp_path / folder).mkdir()
    (tmp_path / "report-data" / "old.js").write_text("old")
    done = command("--out", tmp_path, tmp_path, status=5)
    assert done.stderr == f"report: {tmp_path}/report.html: Is a directory\n"
    assert (tmp_path / "report-data" / "old.js").exists()


def test_missing_packages(tmp_path):
    EditedRun(tmp_path / "results").save()
    (tmp_path / "jinja2.py").write_text("raise ImportError('no jinja2 here')\n")
    environment = {"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = command("--out", tmp_path / "out", tmp_path / "results", env=environment, status=4)
    assert "Traceback" not in done.stderr
    assert "apt-get install python3-matplotlib" in done.stderr
