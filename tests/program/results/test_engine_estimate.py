# SPDX-License-Identifier: MIT
"""The estimator of scripts/engine-trial on synthetic turns whose truth is known, and what it is built on."""

import math
import random
import re

import pytest

from conftest import SOURCE

from engines.trial import build, run
from engines.trial.description import game_positions
from engines.trial.estimate import CONFIDENCE, Estimate, estimates, predicted_delay, resolution, status_of
from slidebench_tools import command

TRIALS = 200


def test_constants_are_those_of_the_program():
    text = (SOURCE / "harness" / "base" / "tuning.h").read_text()
    of_program = dict(re.findall(r"^static const double (\w+) = ([\d.]+);", text, re.M))
    for name, value in (
        ("CONFIDENCE", CONFIDENCE),
        ("IPC_TOLERANCE", run.CANARY_TOLERANCE),
        ("MAX_GHZ_DRIFT", run.MAX_DRIFT),
    ):
        assert float(of_program[name]) == value


def turns(rng, truth, noise=0.0, drift=0.0, outliers=0.0, flagged=True, blocks=8, rounds=40):
    """Returns blocks of a base, a program that takes `truth` times its cycles, and a copy of the base.

    A position takes 1 to 10 million cycles. Noise is of each turn, drift is shared by a round. An outlier takes 1.5 to
    3 times as long; it is disturbed if it is flagged."""

    def turn(cycles, nodes):
        out = rng.random() < outliers
        cycles *= math.exp(rng.gauss(0, noise)) * (rng.uniform(1.5, 3) if out else 1)
        return run.Turn(0.03, cycles, not (out and flagged), nodes)

    made = []
    for _ in range(blocks):
        made.append([])
        for i in range(rounds):
            cycles = 10 ** rng.uniform(6, 7)
            nodes = round(cycles / 1000)
            cycles *= 1 + drift * i / rounds
            made[-1].append([turn(cycles * factor, nodes) for factor in (1, truth, 1)])
    return made


@pytest.mark.parametrize(
    "disturbance",
    [
        {"noise": 0.02},
        {"noise": 0.02, "drift": 0.3},
        {"noise": 0.02, "outliers": 0.3},
        {"noise": 0.02, "outliers": 0.1, "flagged": False},
        {"noise": 0.02, "blocks": 12},
    ],
    ids=["noise", "drift", "disturbed", "outliers", "blocks"],
)
def test_interval_contains_the_truth(disturbance):
    rng = random.Random(7)
    found = [estimates(turns(rng, 1.03, **disturbance)) for _ in range(TRIALS)]
    for expected, number in ((math.log(1.03), 1), (0, 2)):
        assert sum(one[number].differs_by(expected, one[0]) for one in found) >= 0.95 * TRIALS
    assert sum(one[1].differs_by(0, one[0]) for one in found) <= 0.05 * TRIALS  # the intervals are narrow, too
    assert all(abs(one[1].difference(one[0])[0] - math.log(1.03)) < 0.02 for one in found)


def test_disturbed_turns_are_left_out():
    blocks = turns(random.Random(1), 1.0)
    for block in blocks:
        for each in block[::2]:
            each[1] = run.Turn(0.03, 9 * each[1].cycles, False, each[1].nodes)
    base, found, _ = estimates(blocks)
    assert found.over(base) == pytest.approx((1, 1, 1))


def test_turns_count_that_share_no_round():
    """The base is undisturbed in every other round, the program in those between, and a copy connects them."""
    blocks = turns(random.Random(1), 1.1)
    for block in blocks:
        for number, each in enumerate(block):
            each[number % 2] = run.Turn(0.03, 9 * each[number % 2].cycles, False, each[0].nodes)
    base, found, _ = estimates(blocks)
    assert found.over(base)[0] == pytest.approx(1.1, abs=1e-4)


def test_block_without_enough_turns_has_no_result():
    blocks = turns(random.Random(1), 1.1, blocks=2)
    for results in 1, 0:
        for each in blocks[results][3:]:
            each[0].undisturbed = False
        base, found, _ = estimates(blocks)
        middle, low, high = found.over(base)
        assert (math.isnan(middle), math.isnan(low), math.isnan(high)) == (not results, True, True)
        assert not results or middle == pytest.approx(1.1)


def test_cycles_per_node():
    assert estimates(turns(random.Random(1), 1.25))[1].cycles_per_node == pytest.approx(1250, rel=1e-3)


def estimate_of(middle, half):
    """Returns the estimate of a program that takes `middle` times the cycles of another, give or take."""
    return Estimate((math.log(middle), math.log(middle) - half, math.log(middle) + half), 1)


BASE, COPIES = estimate_of(1, 0.004), [(1.0, 0.003), (1.01, 0.003)]


@pytest.mark.parametrize(
    "middle, half, controls, expected",
    [
        (0.95, 0.01, COPIES, "resolved"),
        (1.05, 0.01, COPIES, "resolved"),
        (1.05, 0.049, COPIES, "not resolved"),  # within both intervals
        (0.99, 0.001, COPIES, "not resolved"),  # smaller than what the controls show
        (1.05, math.nan, [(1.0, 0.003)], "not resolved"),
        (2.0, 0.01, [(1.0, math.nan)], "not resolved"),
    ],
)
def test_status(middle, half, controls, expected):
    limit = resolution(BASE, [estimate_of(*control) for control in controls])
    assert math.isinf(limit) or limit == pytest.approx(math.log(controls[-1][0]) + 0.005)
    assert status_of(estimate_of(middle, half), BASE, limit) == expected


def test_delay_is_predicted_from_the_same_rounds():
    rng = random.Random(3)
    blocks = turns(rng, 1.0, noise=0.01)
    for block in blocks:
        for each in block:
            calls = round(each[0].nodes * rng.uniform(5, 25))
            each[1].cycles += 5 * calls
            each[2].counts["calls"] = calls
    base, found, _ = estimates(blocks)
    predicted = predicted_delay(blocks, 2, 5)
    assert predicted == pytest.approx(math.log(1.075), abs=0.01)
    assert found.differs_by(predicted, base) and not found.differs_by(predicted_delay(blocks, 2, 10), base)


def test_relaid_program_meets_all_pairs_of_layouts():
    files = list(range(4))
    base, relaid = run.Program("base", files), run.Program("relaid", files, shift=True)
    pairs = {(base.file(block), relaid.file(block)) for block in range(12)}
    assert pairs == {(a, b) for a in files for b in files if a != b}


def test_positions_of_games_are_different():
    positions = game_positions()
    assert len(set(positions)) == len(positions) == 200
    assert all(position.startswith("startpos moves ") for position in positions)


def test_link_command_keeps_all_but_the_order_of_objects(tmp_path):
    words = ["cc", "-O2", "-L.", "a.o", "-o", "engine", "b.o", "sub/c.o", "-lm", "-lpthread"]
    relaid = [build.relaid(words, tmp_path / "out", [tmp_path / "x.o"], layout) for layout in range(6)]
    for one in relaid:
        assert one[:3] == ["cc", "-O2", "-L."] and one[-2:] == ["-o", str(tmp_path / "out")]
        assert sorted(one[3:7]) == sorted(["a.o", "b.o", "sub/c.o", str(tmp_path / "x.o")])
        assert one.index("-lm") < one.index("-lpthread") and "engine" not in one
    assert len({tuple(one) for one in relaid}) > 3


@pytest.mark.parametrize(
    "script, text, status",
    [
        ("kill -SEGV $$", "slidebench was killed by signal 11", 4),
        ("exit 3", "slidebench ended without a message", 3),
        ("echo 'slidebench: no scheme x' >&2; exit 2", "no scheme x", 2),
    ],
)
def test_slidebench_fails(tmp_path, script, text, status):
    program = tmp_path / "slidebench"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(command.Refused) as refused:
        build.Tools(tmp_path, {}).slidebench("list")
    assert (str(refused.value), refused.value.status) == (text, status)
