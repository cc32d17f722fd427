# SPDX-License-Identifier: MIT
"""scripts/report: committed pages are up to date, verdicts equal the program's, pictures are SVG, report.html works."""

import html.parser
import itertools
import json
import math
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest

from conftest import BUILD, SOURCE
from result_factory import CPU, NAME, Result, on_one_core, scale, set_status, without_times

for module in "pandas", "matplotlib", "jinja2":
    pytest.importorskip(module)

from slidebench_results import cpus, reader, runs, stats, validate, verdict
from slidebench_results.render import pages as rendering

RESULTS = SOURCE / "results"
SCHEMES = (
    "null",
    "pext",
    "magic_black",
    "magic_fancy",
    "hyperbola",
    "rotated_6bit",
    "kogge_stone",
    "ray_loop",
    "bext_sve2",
)
OTHER = "amd-epyc-7551p"  # invented: the values of the recorded CPU, except for PEXT, which is as slow as on Zen


@pytest.fixture(scope="module")
def recorded():
    return rendering.Report(validate.check(reader.stems([RESULTS])), RESULTS)


def test_runs_of_one_name_stay_apart(tmp_path):
    """Results of several machines of one model, merged into one page."""
    copies = [shutil.copytree(RESULTS / CPU, tmp_path / machine / CPU) for machine in ("machine-1", "machine-2")]
    pairs = validate.check(reader.stems(copies))
    frame = runs.load(pairs, tmp_path / "page")
    assert len(pairs) > 1 and frame["run"].nunique() == len(pairs)
    assert all((tmp_path / "page" / run).resolve().exists() for run in frame["run"].unique())


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two CPUs, queens, two modes, some schemes; and bursts on the second."""
    folder = tmp_path_factory.mktemp("made")
    first, second, bursts = (Result(folder, SCHEMES) for _ in range(3))
    for result in second, bursts:
        result.path = folder / OTHER / (NAME if result is second else NAME + "-2")
        result.record["machine"]["slug"] = OTHER
        for line, row in result.both():
            line["cpu"] = OTHER
            if line["scheme"] == "pext":
                scale(line, row, 6)
            line["rank_min"] = line["rank_min"] and {"pext": "8"}.get(line["scheme"], str(int(line["rank_min"])))
    bursts.lines, kept = [], [
        (line, row) for line, row in zip(bursts.lines, bursts.record["rows"]) if line["mode"] == "throughput"
    ]
    bursts.record["rows"] = []
    bursts.record["options"]["working_set_kib"] = {f"burst-L2-{after}": 1024 for after in (1, 8)}
    for kib, after in itertools.product((0, 64, "L2", 2048), (1, 8)):
        for line, row in kept:
            bursts.lines.append({**line, "mode": f"burst-{kib}-{after}"})
            bursts.record["rows"].append({**row, "mode": f"burst-{kib}-{after}"})
    pairs = [validate.check_one(result.save()) for result in (first, second, bursts)]
    assert not any(pair.failed() for pair in pairs), [pair.problems for pair in pairs]
    return rendering.Report(pairs, folder)


@pytest.fixture(scope="module")
def pages(recorded):
    return recorded.readmes(recorded.pictures())


def test_committed_pages_are_up_to_date(pages):
    committed = {str(path.relative_to(RESULTS)): path.read_text() for path in RESULTS.rglob("README.md")}
    del committed["engines/README.md"]  # scripts/predict writes it
    assert set(committed) == set(pages)
    assert [name for name in pages if pages[name] != committed[name]] == [], "update them: scripts/report"


def test_pages_are_small_enough(pages):
    """GitHub renders a page of at most 512,000 bytes."""
    assert {name: len(text.encode()) for name, text in pages.items() if len(text.encode()) >= 500_000} == {}


def test_links_of_pages_exist(pages):
    for name, text in pages.items():
        links = re.findall(r"\]\((?!http)([^)#]+)", text)
        assert links and [link for link in links if not (RESULTS / name).parent.joinpath(link).exists()] == []


def test_table_of_the_first_screen_is_up_to_date(recorded):
    committed = (SOURCE / "README.md").read_text()
    assert recorded.first_screen(committed) == committed, "update it: scripts/report"
    stale = committed.replace("| `pext` |", "| `old` |")
    assert stale != committed and recorded.first_screen(stale) == committed


def test_committed_pictures_are_those_of_the_page(recorded):
    assert {path.stem for path in (RESULTS / "plots").glob("*.svg")} == set(recorded.pictures())


def test_verdicts_equal_those_of_the_program(tmp_path):
    """The schemes tied with the best, computed here from the processes, are those that the CSV contains."""
    options = (
        "--schemes",
        "^(classical|classical_twin|kogge_stone|magic_black|magic_fancy|magic_plain|ray_loop)$",
        "--modes",
        "throughput",
        "--processes",
        "7",
        "--time",
        "0.5",
    )
    done = subprocess.run([BUILD / "slidebench", "bench", *options, "--out", tmp_path], capture_output=True, text=True)
    assert done.returncode in (0, 6), done.stderr
    groups = rendering.Report(validate.check(reader.stems([tmp_path])), tmp_path).groups.values()
    for group in groups:
        best = verdict.choices(group)["best of all"]
        level = {best.row.scheme, *best.ties}
        assert level == {row.scheme for row in group.rows if row.tied_with_best and not row.twin}
    if not groups:
        pytest.skip("the machine was too busy for a verdict")


def test_few_common_processes(tmp_path):
    """Rows that were seldom undisturbed at the same time are ordered by their own intervals."""
    result = Result(tmp_path, ("magic_black", "ray_loop"))
    for line, row in result.both():
        measured, lost = [float(line["cycles"])] * 5, [None] * 2
        row["process_cycles"] = lost + measured if line["scheme"] == "ray_loop" else measured + lost
        line["processes"] = "5"
    pair = validate.check_one(result.save())
    for group in rendering.Report([pair], tmp_path).groups.values():
        assert [row.scheme for row in group.rows] == ["magic_black", "ray_loop"] and group.order[1, 0] == 1


@pytest.mark.parametrize("bad, verdicts", [(2, 1), (3, 0)])
def test_column_with_few_ok_rows_has_no_verdict(tmp_path, bad, verdicts):
    """Of four supported rows, half must be ok; the unsupported one does not count."""
    result = Result(tmp_path, ("pext", "magic_black", "hyperbola", "kogge_stone", "bext_sve2"))
    kept = [i for i, line in enumerate(result.lines) if line["mode"] == "throughput"]
    result.lines, result.record["rows"] = [result.lines[i] for i in kept], [result.record["rows"][i] for i in kept]
    for line, row in [(line, row) for line, row in result.both() if line["status"] == "ok"][:bad]:
        without_times(line, row, "unstable")
    assert len(rendering.Report([validate.check_one(result.save())], tmp_path).groups) == verdicts


def test_choices_have_their_role(recorded):
    for group in recorded.groups.values():
        for role, choice in verdict.choices(group).items():
            assert verdict.ROLES[role](choice.row)
            better = [row for row in group.rows[: choice.index] if verdict.ROLES[role](row) and not row.twin]
            assert not better and choice.cost[1] <= choice.cost[0] <= choice.cost[2]


def test_twins_are_never_chosen(tmp_path):
    pair = validate.check_one(Result(tmp_path, ("classical", "classical_twin")).save())
    for group in rendering.Report([pair], tmp_path).groups.values():
        assert len(group.rows) == 2 and all(
            (c.row.scheme, c.ties) == ("classical", []) for c in verdict.choices(group).values()
        )


THROUGHPUT = ("games", "throughput", "queen")


def test_reversals_between_cpus(made):
    ordered, found = cpus.flips(THROUGHPUT, made.all_cpus.groups[THROUGHPUT])
    pairs = {frozenset((flip.a, flip.b)) for flip in found}
    assert pairs and all("pext" in pair for pair in pairs)  # the only scheme that differs
    flip = next(flip for flip in found if {flip.a, flip.b} == {"pext", "magic_black"})
    assert sorted(flip.orders.values()) == [-1, 1] and len(pairs) < ordered
    assert all((flip.ratios[cpu][0] < 1) == (flip.orders[cpu] < 0) for cpu in flip.orders)
    sides = [min(abs(math.log(ratio[0])) for ratio in flip.ratios.values()) for flip in found]
    assert sides == sorted(sides, reverse=True)
    page = made.readmes(made.pictures())["README.md"]
    assert "## Reversals between CPUs" in page and f"| use | pair | {' | '.join((CPU, OTHER))} |" in page.replace(
        f"{OTHER} | {CPU}", f"{CPU} | {OTHER}"
    )


def test_schemes_that_count_in_reversals(made):
    """No twin, no scheme that is slow on every CPU, and an incremental one only where it pays for its view."""
    groups = made.all_cpus.groups[THROUGHPUT]
    found = cpus.flips(THROUGHPUT, groups)[1]
    assert not {"ray_loop", "rotated_6bit", "null"} & {scheme for flip in found for scheme in (flip.a, flip.b)}
    group = next(iter(groups.values()))
    assert "rotated_6bit" not in cpus.candidates(THROUGHPUT, group) and "rotated_6bit" in cpus.candidates(
        ("games", "replay", "all"), group
    )


def test_named_reversals_differ():
    flips = [
        cpus.Flip(a, b, {}, {}, 0, in_front)
        for a, b, in_front in (("a", "b", True), ("b", "a", True), ("c", "a", False), ("c", "b", True))
    ]
    assert cpus.telling(flips) == [flips[0], flips[3]]


def test_compromise_for_all_cpus(made):
    """PEXT is best on one CPU and six times as slow on the other."""
    scheme, worst = cpus.compromise(THROUGHPUT, made.all_cpus.groups[THROUGHPUT])
    assert scheme == "magic_black" and 1 < worst < 1.5
    best = {
        cells[0]
        for cells in (
            [text.split()[0] for text in texts] for use, texts, _ in made.all_cpus.best() if use == "queen throughput"
        )
    }
    assert best <= {"`pext`", "`magic_black`"}


def test_selection_has_one_value_per_cpu(made):
    selected, lines = made.all_cpus.selection()
    assert selected == ["queen throughput", "queen latency", "queen burst", "queen burst L2"]  # no replay, no perft
    cells = {scheme: texts for scheme, *_, texts in lines}
    assert all(len(cell.split(" / ")) == 2 for texts in cells.values() for cell in texts)
    assert cells["`pext`"][2].count("–") == 1  # one run has bursts


def test_names_of_cpus(tmp_path):
    """A CPU is named by its microarchitecture, or by its folder where two share that."""
    first, second = Result(tmp_path), Result(tmp_path)
    second.path = tmp_path / OTHER / NAME
    second.record["machine"].update(slug=OTHER, microarchitecture="Zen", microarchitecture_inferred=False)
    for line in second.lines:
        line.update(cpu=OTHER, microarchitecture="Zen")
    stems = [first.save(), second.save()]
    assert rendering.Report([validate.check_one(stem) for stem in stems], tmp_path).all_cpus.names == [
        "Granite Rapids (inferred)",
        "Zen",
    ]
    second.record["machine"].update(microarchitecture="Granite Rapids", microarchitecture_inferred=True)
    for line in second.lines:
        line["microarchitecture"] = "Granite Rapids (inferred)"
    stems[1] = second.save()
    assert rendering.Report([validate.check_one(stem) for stem in stems], tmp_path).all_cpus.names == [CPU, OTHER]


@pytest.mark.parametrize(
    "sharing, partial, notes",
    [
        (None, False, ""),
        ("CPU 1 and 0 are separate cores", False, ""),
        ("CPU 0 and 1 share a core most of the time", False, "CPU 0 and 1 share a core most of the time"),
        (None, True, "interrupted after 7 processes"),
    ],
)
def test_notes_of_a_run(tmp_path, sharing, partial, notes):
    result = Result(tmp_path)
    result.record["machine"]["core_sharing"], result.record["partial"] = sharing, partial
    result.path = result.path.with_name(NAME + "-partial" * partial)
    page = rendering.Report([validate.check_one(result.save())], tmp_path).readmes({})["README.md"]
    assert f"| {result.record['commit']} | {notes} |" in page


def test_unsupported_is_a_row(made):
    table = next(made.tables(made.setups))
    assert any(line[0] == "`bext_sve2`" and line[3].startswith("unsupported") for line in table["lines"])


def test_newest_complete_run_is_shown(tmp_path):
    old, new, quick = (Result(tmp_path) for _ in range(3))
    for result, number, date in (
        (old, "", "2026-11-21T01:00:00Z"),
        (new, "-2", "2026-11-21T02:00:00Z"),
        (quick, "-3", "2026-11-21T03:00:00Z"),
    ):
        result.path = result.path.with_name(NAME + number)
        result.record["date"] = date
    quick.record["options"]["processes"] = 5
    rows, left_out = runs.choose(
        runs.load([validate.check_one(result.save()) for result in (new, old, quick)], tmp_path)
    )
    assert set(rows["run"]) == {f"{CPU}/{NAME}-2.csv"} and not left_out


def test_complete_run_is_preferred(tmp_path):
    complete, interrupted = Result(tmp_path), Result(tmp_path)
    interrupted.path = interrupted.path.with_name(NAME + "-partial")
    interrupted.record.update(partial=True, date="2026-11-21T23:00:00Z")
    pairs = [validate.check_one(result.save()) for result in (complete, interrupted)]
    assert not any(pair.failed() for pair in pairs)
    rows, _ = runs.choose(runs.load(pairs, tmp_path))
    assert set(rows["run"]) == {f"{CPU}/{NAME}.csv"}
    rows, _ = runs.choose(runs.load(pairs[1:], tmp_path))
    assert set(rows["run"]) == {f"{CPU}/{NAME}-partial.csv"}


def test_reason_is_short_in_tables(tmp_path):
    result = Result(tmp_path, ("pext", "bext_sve2"))
    for line, row in result.both():
        if line["scheme"] == "bext_sve2":
            set_status(line, row, "unsupported", "not possible here: CPU 0 and 1 share a core most of the time")
    page = rendering.Report([validate.check_one(result.save())], tmp_path).readmes({})[f"{CPU}/README.md"]
    assert "| unsupported (not possible here) |" in page and "share a core" not in page


def test_other_queries_are_left_out(tmp_path):
    old, new = Result(tmp_path), Result(tmp_path)
    old.path = tmp_path / OTHER / NAME
    old.record["machine"]["slug"], old.record["date"] = OTHER, "2026-11-21T00:00:00Z"
    for line in old.lines:
        line["cpu"] = OTHER
        line["checksum"] = line["checksum"] and "00000000deadbeef"
    rows, left_out = runs.choose(runs.load([validate.check_one(result.save()) for result in (old, new)], tmp_path))
    assert (
        set(rows["cpu"]) == {CPU}
        and len(left_out) == 2
        and all(f"{OTHER}/{NAME}.csv: queen" in text for text in left_out)
    )


def test_pictures_are_svg(made):
    pictures = made.pictures()
    kinds = {name.split("-")[0] for name in pictures}
    assert kinds == {"bars", "tables", "throughput", "heat", "bursts"}
    for kind in kinds:
        svg = next(draw for name, (_, _, draw) in pictures.items() if name.startswith(kind))()
        texts = [node.text for node in xml.etree.ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
        assert (
            {"pext", "magic_black"} & set(texts) and "prefers-color-scheme:dark" in svg and "#010203" not in svg
        ), kind


def empty(result, lines):
    """Makes rows unstable."""
    for line, row in result.both():
        if lines(line):
            without_times(line, row, "unstable")


@pytest.mark.parametrize(
    "schemes, unstable, pictures",
    [
        (SCHEMES, lambda line: True, set()),
        (SCHEMES, lambda line: line["mode"] == "latency", {"bars", "tables", "heat"}),
        (
            SCHEMES,
            lambda line: (line["scheme"] == "pext") != (line["mode"] == "latency"),
            {"bars", "tables", "heat"},
        ),  # no scheme has both
        (("null",), lambda line: False, {"bars"}),
        (("bext_sve2",), lambda line: False, set()),
        (("pext",), lambda line: False, {"bars", "tables", "heat", "throughput"}),
    ],
)
def test_few_rows_to_draw(tmp_path, schemes, unstable, pictures):
    result = Result(tmp_path, schemes)
    empty(result, unstable)
    little = rendering.Report([validate.check_one(result.save())], tmp_path)
    drawn = {name: draw() for name, (_, _, draw) in little.pictures().items()}
    assert {name.split("-")[0] for name in drawn} == pictures
    assert "## Tables" in little.readmes(little.pictures())[f"{CPU}/README.md"] and "<main>" in little.page(
        little.pictures(), drawn
    )


# ---- markup in a result: scripts/check-results refuses it, and pages would print it as text ----

HOSTILE = "<img src=x onerror=alert(1)> | [link](javascript:alert(1)) `code` **bold** \\<b> &lt;i>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """Two CPUs with markup in every text, as if nothing had checked them."""
    folder = tmp_path_factory.mktemp("hostile")
    pairs = []
    for cpu in CPU, OTHER:
        result = Result(folder, SCHEMES)
        result.path = folder / cpu / NAME
        result.record["machine"]["slug"] = cpu
        for line in result.lines:
            line["cpu"] = cpu
        pairs.append(validate.check_one(result.save()))
        assert not pairs[-1].failed()
        record = pairs[-1].record
        record.update({name: record[name] + HOSTILE for name in ("commit", "compiler", "level", "flags")})
        record["machine"].update(slug=cpu + HOSTILE, cpu=HOSTILE, microarchitecture=cpu + HOSTILE, core_sharing=HOSTILE)
        for row in pairs[-1].rows:
            names = ("cpu", "family", "piece", "workload", "mode") + ("scheme",) * (row["scheme"] == "pext")
            row.update({name: row[name] + HOSTILE for name in names})
            if row["status"] == "unsupported":
                row["reason"] = HOSTILE
    return rendering.Report(pairs, folder)


class Elements(html.parser.HTMLParser):
    """The names of a page's elements and attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found |= {tag, *(name for name, _ in attrs)}


def test_markup_is_text_in_markdown(hostile):
    pages = hostile.readmes(hostile.pictures())
    assert len(pages) == 3 and all("onerror" in text for text in pages.values())
    for text in pages.values():
        assert not re.search(r"<(?!/?(details|summary)>)[A-Za-z/!]|\]\(javascript|&lt;|\\\\<", text)
        cells = 0
        for line in text.splitlines():  # each line of a table has as many cells as its heading
            count = len(re.findall(r"\|", line)) if line.startswith("|") else 0
            assert not count or not cells or count == cells, line
            cells = count


def test_markup_is_text_on_the_page(hostile):
    pictures = hostile.pictures()
    page = hostile.page(pictures, {name: draw() for name, (_, _, draw) in pictures.items()})
    assert "onerror" in page
    assert not {"img", "onerror", "i"} & Elements(page).found


def test_markup_is_text_in_pictures(hostile):
    for _, _, draw in hostile.pictures().values():
        names = {node.tag.rpartition("}")[2] for node in xml.etree.ElementTree.fromstring(draw()).iter()}
        assert "text" in names and not {"img", "b", "i"} & names


def test_paths_are_links(tmp_path):
    folder = tmp_path / "a (strange) folder"
    page = rendering.Report([validate.check_one(Result(folder).save())], tmp_path).readmes({})["README.md"]
    assert f"[csv](a%20%28strange%29%20folder/{CPU}/{NAME}.csv)" in page


def test_full_run_on_one_core(tmp_path):
    result = Result(tmp_path, ("null", "pext", "magic_black", "hyperbola"), full=True)
    on_one_core(result)
    path = result.save()
    made = rendering.Report(validate.check([path]), tmp_path)
    page = made.readmes(made.pictures())[f"{CPU}/README.md"]
    assert page.count("| unsupported (needs 2 cores, has 1) |") == 4
    assert made.page({}, {}).count('"needs 2 cores, has 1"') == 4


# ---- the command ----


def command(*arguments, **how):
    return subprocess.run([SOURCE / "scripts" / "report", *map(str, arguments)], capture_output=True, text=True, **how)


def test_command_writes_all_files(tmp_path):
    Result(tmp_path).save()
    done = command("--out", tmp_path, tmp_path)
    assert done.returncode == 0, done.stderr
    assert {"README.md", "report.html", "results.csv"} <= {path.name for path in tmp_path.iterdir()}
    lines = (tmp_path / "results.csv").read_text().splitlines()
    assert len(lines) == 7 and lines[0].startswith("cpu,microarchitecture,level,compiler,scheme")
    assert f"({CPU}/{NAME}.csv)" in (tmp_path / "README.md").read_text()
    assert f"(../{CPU}/{NAME}.csv)" in (tmp_path / CPU / "README.md").read_text()


def test_command_refuses_bad_results(tmp_path):
    assert command(tmp_path).returncode == 4
    assert command("--moon").returncode == 2
    result = Result(tmp_path)
    result.lines[0]["core_ghz"] = "900"
    path = result.save()
    done = command("--out", tmp_path / "new", tmp_path)
    assert (
        done.returncode == 3
        and done.stderr.startswith(f"{path}.csv:2: error: core_ghz is '900'")
        and not (tmp_path / "new").exists()
    )


def test_folder_that_cannot_be_written(tmp_path):
    Result(tmp_path).save()
    (tmp_path / "file").write_text("")
    done = command("--out", tmp_path / "file", tmp_path)
    assert done.returncode == 5 and done.stderr.startswith("report: ") and "Traceback" not in done.stderr


def test_missing_packages(tmp_path):
    (tmp_path / "pandas.py").write_text("raise ImportError('no pandas here')\n")
    done = command("--out", tmp_path / "out", env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"})
    assert done.returncode == 4 and "apt-get install python3-pandas" in done.stderr and "Traceback" not in done.stderr


# ---- the page in a browser ----


@pytest.fixture(scope="module")
def browser():
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium: apt-get install python3-selenium")
    chromium, driver = shutil.which("chromium") or shutil.which("chromium-browser"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no chromium or chromedriver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for option in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1400,1000",
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    from selenium.webdriver.chrome.service import Service

    try:
        started = webdriver.Chrome(service=Service(driver), options=options)
    except Exception as error:  # of any kind: the browser is not under test
        pytest.skip(f"chromium does not start: {str(error).splitlines()[0]}")
    yield started
    started.quit()


@pytest.fixture(scope="module")
def address(made, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    bars = {name: picture for name, picture in made.pictures().items() if name.startswith("bars")}
    path.write_text(made.page(bars, {name: draw() for name, (_, _, draw) in bars.items()}))
    return path.as_uri()


@pytest.fixture
def page(browser, address):
    """The page, newly loaded. At the end its console must be empty, and the only request that for itself."""
    browser.get_log("browser"), browser.get_log("performance")
    browser.set_window_size(1400, 1000)
    browser.get(address)
    yield browser
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    requested = {
        event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"
    }
    assert {url for url in requested if not url.startswith("data:")} == {address}


def texts(page, selector):
    return page.execute_script("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", selector)


def click(page, selector):
    page.execute_script("document.querySelector(arguments[0]).click()", selector)


def times(page, column):
    """Returns the times of a column of the table, from 1, top to bottom; None in a cell without."""
    cells = texts(page, f"#schemes tbody tr > :nth-child({column + 1})")
    return [float(cell.split("±")[0].strip("= ")) if "±" in cell else None for cell in cells]


def test_page_sorts(page):
    ascending = times(page, 1)
    known = [v for v in ascending if v is not None]
    assert len(known) == len(SCHEMES) - 1 and known == sorted(known) and ascending[-1] is None
    click(page, "#schemes thead th:nth-child(2) button")
    descending = times(page, 1)
    assert descending[:-1] == known[::-1] and descending[-1] is None
    click(page, "#schemes thead th:nth-child(1) button")
    names = texts(page, "#schemes tbody th")
    assert sorted(names) in (names, names[::-1])
    assert page.execute_script("return document.querySelector('#schemes thead th').ariaSort") in (
        "ascending",
        "descending",
    )


def test_page_filters(page):
    def heads():
        return texts(page, "#schemes thead th")[1:-3]

    assert len(heads()) == 2  # two CPUs, queen, throughput
    click(page, "[data-field=mode] input[value=latency]")
    assert len(heads()) == 4 and sum("latency" in head for head in heads()) == 2
    click(page, f"[data-field=setup] input[value^={OTHER}]")
    assert len(heads()) == 2
    click(page, "[data-trait=multiply_free]")
    assert "magic_black" not in texts(page, "#schemes tbody th") and "pext" in texts(page, "#schemes tbody th")
    click(page, "[data-trait=multiply_free]")
    assert texts(page, "#schemes tbody th") == ["magic_black", "magic_fancy"]
    click(page, "[data-trait=multiply_free]")
    page.find_element("id", "search").send_keys("KOGGE")
    assert texts(page, "#schemes tbody th") == ["kogge_stone"]
    cycles = times(page, 1)
    click(page, "[name=unit][value=ns]")
    assert 0 < times(page, 1)[0] < cycles[0]
    click(page, "[data-field=piece] input[value=queen]")
    assert heads() == []


def choose(page, selector, value):
    page.execute_script(
        "const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change'))",
        selector,
        value,
    )


def test_page_compares_schemes(page, made):
    choose(page, "#a", "magic_black")
    choose(page, "#b", "hyperbola")
    lines = page.execute_script(
        "return [...document.querySelectorAll('#pairs tbody tr')].map(r => [...r.cells].map(c => c.innerText))"
    )
    line = next(line for line in lines if line[0].startswith(CPU) and line[2] == "throughput")
    row = {
        r["scheme"]: r for _, r in made.rows[(made.rows["cpu"] == CPU) & (made.rows["mode"] == "throughput")].iterrows()
    }
    logs = [math.log(a / b) for a, b in zip(row["magic_black"]["process_cycles"], row["hyperbola"]["process_cycles"])]
    expected = [f"{math.exp(v):.3f}" for v in stats.median_interval(logs, 0.95)]
    assert [line[8], *line[9].split("–")] == expected and line[-1] == "A is faster"


def test_page_compares_setups(page):
    choose(page, "#kind", "setup")
    lines = page.execute_script(
        "return [...document.querySelectorAll('#pairs tbody tr')].map(r => [...r.cells].map(c => c.innerText))"
    )
    assert len(lines) == 2 * (len(SCHEMES) - 1)
    verdicts = {line[0]: line[-1] for line in lines}
    assert verdicts["pext"] == "A is faster" and verdicts["null"] == "tied"


def test_page_on_a_phone_in_the_dark(page):
    background = "return getComputedStyle(document.body).backgroundColor"
    light = page.execute_script(background)
    click(page, "#theme")
    assert page.execute_script(background) != light
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    )
    width = page.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert width == [390, 390]
