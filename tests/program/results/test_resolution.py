# SPDX-License-Identifier: MIT
"""scripts/resolution: its table, of whole and of damaged logs."""

import gzip

import pytest

from conftest import SOURCE
from process import call
from result_factory import GOOD
from slidebench_results import resolution

LOG = SOURCE / "results" / "resolution" / "zen-5.jsonl.gz"


@pytest.mark.parametrize("cut", [0, 200], ids=["whole", "cut off"])
@pytest.mark.parametrize("compressed", [True, False], ids=["compressed", "text"])
def test_table_has_a_line_for_each_difference(tmp_path, compressed, cut):
    data = LOG.read_bytes() if compressed else gzip.decompress(LOG.read_bytes())
    log = tmp_path / f"log.jsonl{'.gz' * compressed}"
    log.write_bytes(data[: len(data) - cut])
    first, _, *lines = call(resolution.main, log).stdout.partition("| copies")[2].splitlines()
    assert first == " of | planted | read by all processes | resolved: default | `--full` |" and len(lines) == 12


def test_log_without_planted_differences():
    assert "no copies with a delay" in call(resolution.main, GOOD, status=3).stderr


def test_difference_within_a_tie_is_not_resolved():
    assert resolution.count_resolved([1.011, 1.02, 1.03, 1.009, 1.05], 2, 0.01) == (1, 2)
