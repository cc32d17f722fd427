# SPDX-License-Identifier: MIT
"""scripts/repeatability: which runs it compares, and what it counts."""

from process import call
from result_factory import EditedRun
from slidebench_results import repeatability


def test_runs_of_the_same_queries_are_compared(tmp_path):
    """And of the same CPU. Times that differ clearly are counted, in either direction."""
    one, other = EditedRun(tmp_path / "one"), EditedRun(tmp_path / "other")
    printed = lambda: call(repeatability.main, one.save(), other.save()).stdout
    assert "the intervals of 0 of 4 rows" in printed()
    other.scale({"pext": 1.1, "magic_black": 0.9})
    assert "the intervals of 4 of 4 rows" in printed()
    for column in other.record["columns"]:
        column["checksum"] = 16 * "0"
    assert "the runs have no column in common" in printed()
    other.move_to("another-cpu")
    assert "order: " not in printed()


def test_quantile_is_not_exceeded_by_its_share():
    assert [repeatability.quantile([*range(1, n + 1)], 0.9) for n in (9, 10, 11)] == [9, 9, 10]
