# SPDX-License-Identifier: MIT
"""report.html: small for 50 results, and in Chromium: choosers, filters, links, keyboard, phone, markup in results."""

import copy
import dataclasses
import json
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("jinja2")

from result_factory import GOOD, EditedRun, summarized
from slidebench_results import uses
from slidebench_results.report import cpus, report_html
from slidebench_results.reader import load
from slidebench_results.result import result_of_json

SCHEMES = ("null", "classical", "classical_twin", "pext", "magic_black", "magic_fancy", "hyperbola", "rotated_6bit")
SCHEMES += ("kogge_stone_avx512", "bext_sve2")
COLUMNS = [key for use in uses.USES for key in use.keys] + [
    *(("queen", "games", f"burst-{size}-8") for size in ("L1", "0.5L2", "L2", "16L2")),
    ("rook", "games", "burst-L2-8"),
]
MANY = 50
HOT = ("queen", "games", "throughput")
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' width='1600' height='20'><text y='15'>picture</text></svg>"


def write(folder, results):
    """Writes the page with its data and pictures; returns {path: text}."""
    files = report_html.files(results, folder)
    pictures = {"comparison.svg", *(f"{result.cpu}/tables-against-time.svg" for result in results)}
    for name, text in {**files, **dict.fromkeys(pictures, PICTURE)}.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    return files


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A whole run, and 49 small ones on other CPUs, scaled and perturbed."""
    folder = tmp_path_factory.mktemp("results")
    small, found = EditedRun(folder, SCHEMES, COLUMNS), [load(GOOD)]
    for number in range(1, MANY):
        one = copy.deepcopy(small)
        one.move_to(f"vendor-processor-{number:02}", f"Microarchitecture {number}")
        one.date(f"2026-10-{number % 28 + 1:02}")
        one.perturb(number)
        found.append(load(one.save()))
    return found


@pytest.fixture(scope="module")
def made(results, tmp_path_factory):
    """The folder of the page, and the files' texts."""
    folder = tmp_path_factory.mktemp("site")
    return folder, write(folder, results)


# ---- the files ----


def test_page_and_data_are_small(made, results):
    sizes = {name: len(text) for name, text in made[1].items()}
    assert len(sizes) == MANY + 1 and sizes.pop("report.html") < 300_000
    assert sum(len(column.rows) for column in results[0].columns.values()) > 6000 and max(sizes.values()) < 1_500_000


def test_cold_is_a_burst_that_fills_the_l2_cache(results):
    found = report_html.cold_modes(results[0])
    assert (found["queen"], found["mix-nnue"], found["rook"]) == ("burst-L2-8", "burst-L2-16", "burst-L2-8")


def test_runs_of_a_cpu_are_the_newest_first(results):
    older = dataclasses.replace(results[1], path=Path("older"), record={**results[1].record, "date": "2026-01-01"})
    named = {results[1].path: "newer", older.path: "older"}
    assert report_html.cpu_values("", results[1], [older, results[1]], named)["runs"] == ["newer", "older"]


# ---- in a browser ----


FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
SIZE = (1280, 1000)


@pytest.fixture(scope="module")
def browser():
    """Chromium without a window."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium: apt-get install python3-selenium")
    from selenium.webdriver.chrome.service import Service

    chromium, driver = shutil.which("chromium") or shutil.which("chromium-browser"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no chromium or chromedriver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    try:
        started = webdriver.Chrome(service=Service(driver), options=options)
    except Exception as error:  # of any kind: the browser is not under test
        pytest.skip(f"chromium does not start: {str(error).splitlines()[0]}")
    yield started
    started.quit()


def resize(browser, width, height):
    """Sets the size of the window's inside."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def requests(browser):
    """Returns the addresses that were requested since the last call."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    return {one["request"]["url"] for one in sent if not one["request"]["url"].startswith("data:")}


def controls(browser):
    """Returns [role, name] of all that a screen reader offers to act on, as Chromium computes them."""
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = {"button", "checkbox", "combobox", "link", "searchbox", "table", "image", "region"}
    shown = [node for node in nodes if not node.get("ignored") and node["role"]["value"] in roles]
    return [[node["role"]["value"], node.get("name", {}).get("value", "")] for node in shown]


class Page:
    """The page in a browser."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, selection=""):
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}{selection}")
        self.wait()

    def wait(self):
        """Waits until the page has drawn what its address selects."""
        self.browser.execute_async_script(
            "const done = arguments[0];"
            "const wait = () => document.querySelector('#schemes').ariaBusy === 'false' ? done() : setTimeout(wait, 5);"
            "setTimeout(wait, 15)"  # after the event that the address has changed
        )

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def choose(self, name, value):
        self.run(
            "const e = document.querySelector(`[data-state=${arguments[0]}]`); e.value = arguments[1];"
            "e.dispatchEvent(new Event('change'))",
            name,
            value,
        )
        self.wait()

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)
        self.wait()

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def cells(self, column, rows="tbody tr"):
        """Returns the texts of a column of the table, from 1."""
        selector = f"#schemes {rows} > :nth-child({column})"
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", selector)

    def all(self):
        """Returns all texts and all values that are chosen; independent of the window's size."""
        return self.run(
            "return [document.querySelector('main').textContent,"
            "...[...document.querySelectorAll('select, [type=search]')].map((e) => e.value),"
            "...[...document.querySelectorAll('[type=checkbox]')].map((e) => e.checked)]"
        )

    def schemes(self):
        return [name.split()[0].rstrip("‡") for name in self.cells(1)]

    def value(self, name):
        return self.run("return document.querySelector(`[data-state=${arguments[0]}]`).value", name)


@pytest.fixture(scope="module")
def opened(browser, made):
    """The page, loaded once."""
    page = Page(browser, f"{made[0].as_uri()}/report.html")
    page.open()
    return page


@pytest.fixture
def page(opened, browser, made):
    """The page without a selection. At the end its console must be empty, and all requests below its folder."""
    folder = made[0].as_uri()
    resize(browser, *SIZE)
    if browser.current_url.startswith(folder):
        opened.run("location.hash = ''")
        opened.wait()
    else:
        opened.open()
    browser.get_log("browser"), requests(browser)
    yield opened
    assert browser.get_log("browser") == []
    requested = {url.partition("#")[0].removeprefix(folder) for url in requests(browser)} - {"about:blank"}
    assert all(re.fullmatch(r"/[\w./-]+\.(html|js|svg)", url) for url in requested), requested


def test_page_begins_with_the_newest_cpu(page, results):
    """One run is loaded, and its fastest scheme is on top, below the empty loop."""
    page.open()
    assert page.value("cpu") == results[0].cpu and page.run("return [...loaded.keys()].length") == 1
    assert page.run("return document.querySelectorAll('#winners thead tr:first-child th').length") == MANY + 1
    best = results[0].columns[HOT].choices["best"].row
    assert page.schemes()[:2] == ["null", best.scheme.name] and len(page.schemes()) == len(results[0].columns[HOT].rows)
    assert page.text("#choices .best").startswith(best.scheme.name)


def test_comparison_of_one_cpu_and_of_one_scheme(page, results):
    """The table of COMPARISON.md; each name in it leads to that scheme on every CPU, and back."""
    rows = "[...document.querySelectorAll('#compared tbody tr')]"
    text = "(cell.querySelector('b') ? `**${cell.textContent}**` : cell.textContent)"
    texts = f"return {rows}.map((row) => [...row.cells].map((cell) => {text}))"
    page.choose("cpu", results[0].cpu)
    lines = list(cpus.Cpu(results[0], "").table())
    assert page.run(texts) == lines and len(lines) > 10
    page.click("#compared a[data-focus=pext]")
    shown = page.run(texts)
    (pext,) = (line for line in lines if line[0] == "pext")
    assert page.value("scheme") == "pext" and len(shown) == MANY and shown[0][1:] == pext[1:]
    page.click("#compared tbody tr:last-child a")
    assert page.value("scheme") == "" and page.run(texts)[0][0] in SCHEMES


def test_figures_are_those_of_the_program(page, results):
    """Cycles, ratio with interval, and range of ranks of a scheme; the bold ones are best by interval and precise."""
    at = page.schemes().index("magic_fancy") + 1
    row = results[0].columns[HOT].row("magic_fancy")
    assert page.cells(4)[at - 1] == f"{row.rank[0]}–{row.rank[1]}"
    shown = [float(number) for number in re.findall(r"[\d.]+", page.cells(3)[at - 1])]
    assert shown == [pytest.approx(value, abs=0.006) for value in row.ratio]
    assert float(page.cells(2)[at - 1].split(" ±")[0]) == pytest.approx(row.cycles.mid, abs=0.06)
    bold = page.run(
        "return [...document.querySelectorAll('#schemes b')].map((e) => e.closest('tr').cells[0].innerText)"
    )
    assert bold == [row.scheme.name for row in results[0].columns[HOT].ranked if row.tied and row.precise]
    assert "95 % confidence" in page.text("#notes") and "rotated_6bit‡" in page.cells(1)


def test_warm_and_cold(page, results):
    page.click("[data-mode=cold]")
    assert page.value("mode") == "burst-L2-8" and "1 MiB of other memory" in page.text("#caption")
    assert page.run("return document.querySelector('[data-mode=cold]').ariaPressed") == "true"
    assert page.schemes()[1] == results[0].columns["queen", "games", "burst-L2-8"].choices["best"].row.scheme.name
    page.choose("piece", "rook")
    assert (page.value("piece"), page.value("mode")) == ("rook", "burst-L2-8")
    page.choose("piece", "all")
    assert page.run("return document.querySelector('[data-mode=cold]').disabled") and "all" in page.text("#caption")
    page.choose("mode", "replay")
    assert page.value("workload") == "games" and "‡" not in page.text("#schemes")
    assert "throughput" not in page.run("return location.hash")


def test_filters(page, results):
    every = page.schemes()
    page.click("#traits input[value=multiply-free]")
    found = page.schemes()
    assert {"pext", "hyperbola"} <= {*found} and not {"magic_black", "magic_fancy"} & {*found}
    page.click("#traits input[value=no-extension]")
    page.click("#traits input[value=within-64-kib]")
    found = page.schemes()
    assert "hyperbola" in found and "pext" not in found
    assert page.text("#count") == f"{len(found)} of {len(results[0].columns[HOT].rows)} schemes"
    page.click("#clear")
    assert page.schemes() == every
    page.browser.find_element("id", "search").send_keys("MAGIC")
    page.wait()
    assert "magic_black" in page.schemes() and "pext" not in page.schemes()
    page.click("#traits input[value=no-tables]")
    assert page.schemes() == []
    page.click("#clear")
    assert page.schemes() == every


def test_link_keeps_the_selection(page):
    """A second window shows the same; the first goes back and forward."""
    first = page.all()
    page.choose("cpu", "vendor-processor-07")
    page.click("[data-mode=cold]")
    page.click("#traits input[value=multiply-free]")
    page.run("change({ ratio: 'pext', sort: '-tables', unit: 'ns', search: 'e' })")
    page.wait()
    shown, link = page.all(), page.run("return location.href")
    window = page.browser.current_window_handle
    page.browser.switch_to.new_window("window")
    page.browser.get(link)
    page.wait()
    again = page.all()
    page.browser.close()
    page.browser.switch_to.window(window)
    assert again == shown != first and "Microarchitecture 7: queen, games, burst-L2-8" in shown[0]
    for _ in range(4):
        page.browser.back()
        page.wait()
    assert page.all() == first
    page.browser.forward()
    page.wait()
    assert page.value("cpu") == "vendor-processor-07"


def test_ratio_to_a_scheme_is_a_quotient_of_medians(page, results):
    page.choose("ratio", "magic_fancy")
    column = results[0].columns[HOT]
    expected = column.row("pext").cycles.mid / column.row("magic_fancy").cycles.mid
    assert float(page.cells(3)[page.schemes().index("pext")]) == pytest.approx(expected, abs=0.006)
    assert "× magic_fancy" in page.cells(3, "thead tr") and "the quotient of medians, without an" in page.text("#notes")


def test_data_that_cannot_be_loaded(page, made):
    name = page.run("return site.cpus.find((cpu) => cpu.name === 'vendor-processor-09').main")
    path = made[0] / "report-data" / f"{name}.js"
    text = path.read_text()
    path.unlink()
    page.choose("cpu", "vendor-processor-09")
    path.write_text(text)
    assert f"needs the file report-data/{name}.js" in page.text("#problem") and page.schemes() == []
    page.choose("cpu", "vendor-processor-08")
    assert page.text("#problem") == "" and len(page.schemes()) == len(SCHEMES)
    page.choose("cpu", "vendor-processor-09")
    assert page.text("#problem") == "" and len(page.schemes()) == len(SCHEMES)
    log = page.browser.get_log("browser")
    assert all("ERR_FILE_NOT_FOUND" in entry["message"] for entry in log)


def test_selection_that_a_run_does_not_have(page, results):
    page.open("#cpu=moon&mode=burst-9-9&piece=king&sort=moon&ratio=moon&__proto__=x")
    assert page.text("#problem").startswith("This run has no column “king, games, burst-9-9”; this is “")
    assert len(page.schemes()) == len(results[0].columns["mix-nnue", "games", "throughput"].rows)
    assert page.text("#caption").startswith("Zen 4: mix-nnue, games, throughput.")


def test_keyboard_sorts(page):
    """Enter on a heading orders the rows, a second time the other way round, and the heading keeps the focus."""
    from selenium.webdriver.common.keys import Keys

    page.run("document.querySelector('#schemes thead th:nth-child(5) button').focus()")
    focused = "return [document.activeElement.dataset.focus, document.activeElement.closest('th').ariaSort]"
    bytes_of = "return [...document.querySelectorAll('#schemes tbody th code')].map((e) => byName[e.textContent].bytes)"
    by_name = "window.byName = loaded.get(state.run).schemes;"
    for direction, sign in ("ascending", 1), ("descending", -1):
        page.browser.switch_to.active_element.send_keys(Keys.ENTER)
        page.wait()
        found = page.run(by_name + bytes_of)
        assert page.run(focused) == ["tables", direction] and found == sorted(found, key=lambda size: sign * size)
    page.browser.switch_to.active_element.send_keys(Keys.TAB)
    assert page.run(focused)[0] == "traits"
    assert page.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_rows_without_a_value_are_last(page, results):
    """Unsupported schemes have neither time nor ratio, loops without a lookup no ratio, whatever the order."""
    rows = results[0].columns[HOT].rows
    unsupported = {row.scheme.name for row in rows if row.status == "unsupported"}
    mocks = {row.scheme.name for row in rows if "mock" in row.scheme.traits}
    assert "bext_sve2" in unsupported and "null" in mocks
    for sort, last in ("time", unsupported), ("ratio", mocks | unsupported):
        for order in sort, f"-{sort}":
            page.run("change({ sort: arguments[0] })", order)
            page.wait()
            assert {*page.schemes()[-len(last) :]} == last


def test_every_control_has_a_name(browser, results, tmp_path):
    write(tmp_path, results[1:3])
    page = Page(browser, (tmp_path / "report.html").as_uri())
    page.open()
    found = controls(browser)
    assert {"button", "checkbox", "combobox", "link", "searchbox", "table", "image", "region"} == {r for r, _ in found}
    assert [role for role, name in found if not name.strip()] == []
    assert page.run("return document.querySelectorAll('caption').length") == 4
    assert page.run("return document.querySelector('#count').ariaLive") == "polite"
    headings = page.run("return [...document.querySelectorAll('h1, h2')].map((e) => e.tagName)")
    assert headings[0] == "H1" and headings.count("H1") == 1


def test_phone(page):
    """The page is as wide as the phone; its tables scroll in themselves, without the columns of less importance."""
    heads = page.run("return document.querySelectorAll('#schemes thead th').length")
    resize(page.browser, 390, 844)
    for selection in "", "#mode=cold&only=multiply-free", "#cpu=vendor-processor-03&ratio=pext":
        page.open(selection)
        assert page.run("return [document.documentElement.scrollWidth, innerWidth]") == [390, 390]
        rights = "[...document.querySelectorAll('#schemes thead th')].map((e) => e.getBoundingClientRect().right)"
        shown = [right for right in page.run(f"return {rights}") if right]
        assert len(shown) == 4 < heads and shown[2] < 390
        assert page.run("return document.querySelector('#compared th:last-child').getBoundingClientRect().right") <= 390


# ---- markup in a result: scripts/check-results refuses it, and the page would print it as text ----

HOSTILE = "</script><script>hacked = 1</script><img src=x onerror='hacked=1'>\u2028\"`${hacked=1}` &lt;b> <!--"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The folder and the files of a result with markup in every text, as if nothing had checked it."""
    folder = tmp_path_factory.mktemp("hostile")
    result = EditedRun(folder, SCHEMES)
    machine, scheme = result.record["machine"], result.record["schemes"][1]
    names = {"pext", "queen", "games", "throughput", *(scheme[name] for name in ("family", "author", "title"))}
    names |= {machine["cpu"], machine["microarchitecture"], machine["slug"], result.record["compiler"]}
    names |= {result.record["commit"], result.record["level"], "multiply-free", "best"}
    text = json.dumps(summarized(result.save()))
    for name in names:
        text = text.replace(json.dumps(name), json.dumps(name + HOSTILE))
    record = json.loads(text)
    record.update(interval_confidence=0.9375)
    record["machine"]["core_sharing"] = HOSTILE
    for scheme in record["schemes"]:
        scheme["needs"], scheme["source"] = HOSTILE, "javascript:hacked=1"
    for row in (row for column in record["columns"] for row in column["rows"] if "reason" in row):
        row["reason"] = HOSTILE
    return folder, write(folder, [result_of_json(result.path, record)])


def test_files_contain_no_markup(hostile):
    """Neither HTML nor a line separator of JavaScript is in the data, and the page has its own elements only."""
    page, data = hostile[1].values()
    assert "onerror" in data and "<" not in data and data.isascii()
    assert "onerror" in page and page.count("<script") == page.count("</script") == 3 and "<img" not in page


def test_markup_is_text(browser, hostile):
    page = Page(browser, (hostile[0] / "report.html").as_uri())
    resize(browser, *SIZE)
    page.open()
    assert len(page.schemes()) == len(SCHEMES) and page.run("return typeof hacked") == "undefined"
    assert page.text("#winners").count("onerror") and page.text("#schemes").count("onerror") > len(SCHEMES)
    assert page.run("return [...document.images].every((image) => image.closest('figure'))")
    assert page.run("return document.scripts.length") == 4  # data of the page, its own two, data of the run
    assert page.run("return document.querySelectorAll('a[href^=javascript]').length") == 0
    assert "94 % confidence" in page.text("#notes")  # five processes
    page.choose("ratio", f"pext{HOSTILE}")
    assert f"× pext{HOSTILE}"[:20] in page.text("#schemes thead")
    assert page.run("return typeof hacked") == "undefined"
