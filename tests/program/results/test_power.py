# SPDX-License-Identifier: MIT
"""scripts/power: the table of TRUST.md is that of its log."""

from conftest import SOURCE
from slidebench_results import power


def test_page_has_the_table_of_its_log(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["power", str(SOURCE / "results" / "power" / "zen-5.jsonl.gz")])
    assert power.main() == 0
    table = capsys.readouterr().out.partition("| copies")[2]
    assert len(table.splitlines()) == 14 and table in (SOURCE / "results" / "TRUST.md").read_text()


def test_difference_within_a_tie_is_not_resolved():
    assert power.resolved([1.011, 1.02, 1.03, 1.009, 1.05], 2, 0.01) == "1 of 2"
