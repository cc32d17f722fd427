# SPDX-License-Identifier: MIT
"""Chromium without a window, for tests of report.html."""

import contextlib
import json
import shutil

import pytest

FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
SIZE = (1280, 1000)


@contextlib.contextmanager
def started():
    """Yields a browser; skips the test where none is installed."""
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
        browser = webdriver.Chrome(service=Service(driver), options=options)
    except Exception as error:  # of any kind: the browser is not under test
        pytest.skip(f"chromium does not start: {str(error).splitlines()[0]}")
    try:
        yield browser
    finally:
        browser.quit()


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
