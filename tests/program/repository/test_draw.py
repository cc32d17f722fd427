# SPDX-License-Identifier: MIT
"""What the long tests draw by date: tests/support/draw.py."""

from datetime import date, timedelta

import pytest

import draw as drawing

TARGETS = [f"target-{i}" for i in range(14)]
SEED = 20261122


@pytest.fixture
def draw(monkeypatch):
    """Returns a function that draws four of the targets by a seed."""

    def draw(seed, items=TARGETS, what="targets", everything=False):
        monkeypatch.setattr(drawing, "SEED", seed)
        monkeypatch.setattr(drawing, "ALL", everything)
        monkeypatch.setattr(drawing, "notes", [])
        drawn = drawing.draw(items, 4, what)
        assert drawing.notes[0].startswith(f"drawn by {seed}: {len(drawn)} of {len(items)} {what}")
        return drawn

    return draw


def test_same_seed_draws_the_same(draw):
    drawn = draw(SEED)
    assert drawn == draw(SEED) and len(set(drawn)) == 4
    assert drawn == sorted(drawn, key=TARGETS.index)
    assert drawn != draw(SEED + 1) and drawn != draw(SEED, what="others")


@pytest.mark.parametrize("days", [1, 7])
def test_all_items_are_drawn_in_thirty_runs(draw, days):
    seeds = [f"{date(2026, 11, 22) + days * timedelta(i):%Y%m%d}" for i in range(30)]
    assert {item for seed in seeds for item in draw(int(seed))} == set(TARGETS)


def test_all_or_few_items_are_taken_whole(draw):
    assert draw(SEED, everything=True) == TARGETS
    assert draw(SEED, items=TARGETS[:3]) == TARGETS[:3]
