# SPDX-License-Identifier: MIT
"""scripts/power on a made log."""

import pytest

from conftest import SOURCE
from result_factory import Result
from slidebench_results import power

LATENCY = (("queen", "games", "latency"),)


@pytest.fixture
def log(tmp_path):
    """Returns a log of a scheme of 20 cycles, and a copy that takes 1 cycle more: in all processes but the last one."""
    result = Result(tmp_path, ("null", "pext", "magic_black"), LATENCY)
    names = {"magic_black": "pext_plus_4", "pext": "pext_plus_68"}
    for each in (*result.record["schemes"], *result.record["rows"]):
        for member in "name", "scheme":
            if member in each:
                each[member] = names.get(each[member], each[member])
    least, slower = (result.rows_of(name)[0] for name in ("pext_plus_4", "pext_plus_68"))
    result.processes = [dict(result.processes[0], process=n + 1) for n in range(13)]
    for line in result.processes:
        line.update({name: [*each] for name, each in line.items() if isinstance(each, list)})
    result.set_cycles(least, [20] * 13)
    result.set_cycles(slower, [21] * 12 + [20.1])
    return result.save()


def test_table(log, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["power", str(log)])
    assert power.main() == 0
    assert "| `pext` | 5.0% | 5.0% | 2 of 2 | 0 of 1 |" in capsys.readouterr().out


def test_page_has_the_table_of_its_log(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["power", str(SOURCE / "results" / "power" / "zen-5.jsonl.gz")])
    assert power.main() == 0
    table = capsys.readouterr().out.partition("| copies")[2]
    assert len(table.splitlines()) == 14 and table in (SOURCE / "results" / "TRUST.md").read_text()


def test_difference_within_a_tie_is_not_resolved():
    assert power.resolved([1.011, 1.02, 1.03, 1.009, 1.05], 2, 0.01) == "1 of 2"
