# SPDX-License-Identifier: MIT
"""scripts/resolution: its table, of whole and of damaged logs."""

import gzip

import pytest

from conftest import SOURCE
from result_factory import GOOD
from slidebench_results import resolution
from slidebench_tools import command

LOG = SOURCE / "results" / "resolution" / "zen-5.jsonl.gz"


@pytest.mark.parametrize("compressed", [True, False])
def test_table_has_a_line_for_each_difference(monkeypatch, tmp_path, capsys, compressed):
    (tmp_path / "log.jsonl").write_bytes(gzip.decompress(LOG.read_bytes()))
    monkeypatch.setattr("sys.argv", ["resolution", str(LOG if compressed else tmp_path / "log.jsonl")])
    assert resolution.main() == 0
    first, _, *lines = capsys.readouterr().out.partition("| copies")[2].splitlines()
    assert first == " of | planted | read by all processes | resolved: default | `--full` |" and len(lines) == 12


@pytest.mark.parametrize("compressed", [True, False])
def test_log_that_was_cut_off(monkeypatch, tmp_path, capsys, compressed):
    log = tmp_path / f"cut.jsonl{'.gz' * compressed}"
    log.write_bytes((LOG.read_bytes() if compressed else gzip.decompress(LOG.read_bytes()))[:-200])
    monkeypatch.setattr("sys.argv", ["resolution", str(log)])
    assert resolution.main() == 0
    assert len(capsys.readouterr().out.partition("| copies")[2].splitlines()) == 14


def test_log_without_planted_differences(monkeypatch):
    monkeypatch.setattr("sys.argv", ["resolution", str(GOOD)])
    with pytest.raises(command.Refused, match="no copies with a delay"):
        resolution.main()


def test_difference_within_a_tie_is_not_resolved():
    assert resolution.count_resolved([1.011, 1.02, 1.03, 1.009, 1.05], 2, 0.01) == (1, 2)
