# SPDX-License-Identifier: MIT
"""The estimator of scripts/engine-trial on synthetic turns whose truth is known, and what it is built on."""

import math
import random
import re

import pytest

from conftest import SOURCE

from engines.trial import build, run
from engines.trial.description import game_positions
from engines.trial.estimate import CONFIDENCE, Estimate, estimate, predicted_delay, resolution, status_of
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
    """Returns blocks of a base and of a program that takes `truth` times its cycles.

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
            made[-1].append([turn(cycles, nodes), turn(cycles * truth, nodes)])
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
    found = [estimate(turns(rng, 1.03, **disturbance), 1) for _ in range(TRIALS)]
    assert sum(one.contains(1.03) for one in found) >= 0.95 * TRIALS
    assert sum(one.contains(1.0) for one in found) <= 0.05 * TRIALS  # the intervals are narrow, too
    assert all(abs(one.ratio[0] - 1.03) < 0.02 for one in found)


def test_disturbed_turns_are_left_out():
    blocks = turns(random.Random(1), 1.0)
    for block in blocks:
        for pair in block[::2]:
            pair[1] = run.Turn(0.03, 9 * pair[1].cycles, False, pair[1].nodes)
    assert estimate(blocks, 1).ratio == pytest.approx((1, 1, 1))


def test_block_without_enough_turns_has_no_result():
    blocks = turns(random.Random(1), 1.1, blocks=2)
    for results in 1, 0:
        for pair in blocks[results][3:]:
            pair[0].undisturbed = False
        middle, low, high = estimate(blocks, 1).ratio
        assert (math.isnan(middle), math.isnan(low), math.isnan(high)) == (not results, True, True)
        assert not results or middle == pytest.approx(1.1)


def test_cycles_per_node():
    assert estimate(turns(random.Random(1), 1.25), 1).cycles_per_node == pytest.approx(1250, rel=1e-3)


UNKNOWN = [Estimate((1.0, math.nan, math.nan), 1)]
CONTROLS = [Estimate((1.0, 0.99, 1.005), 1), Estimate((1.01, 1.0, 1.02), 1)]


@pytest.mark.parametrize(
    "ratio, controls, expected",
    [
        ((0.95, 0.94, 0.96), CONTROLS, "resolved"),
        ((1.05, 1.04, 1.06), CONTROLS, "resolved"),
        ((1.05, 0.99, 1.06), CONTROLS, "not resolved"),  # the interval contains 1
        ((0.99, 0.985, 0.995), CONTROLS, "not resolved"),  # smaller than what the controls show
        ((1.05, math.nan, math.nan), CONTROLS, "not resolved"),
        ((2.0, 1.9, 2.1), UNKNOWN, "not resolved"),
    ],
)
def test_status(ratio, controls, expected):
    assert resolution(CONTROLS) == pytest.approx(math.log(1.02))
    assert status_of(Estimate(ratio, 1), resolution(controls)) == expected


def test_delay_is_predicted_from_the_same_rounds():
    rng = random.Random(3)
    blocks = turns(rng, 1.0, noise=0.01)
    for block in blocks:
        for pair in block:
            calls = round(pair[0].nodes * rng.uniform(5, 25))
            pair[1].cycles += 5 * calls
            pair.append(run.Turn(0.03, 0, True, pair[0].nodes, {"calls": calls}))
    predicted = predicted_delay(blocks, 2, 5)[0]
    assert predicted == pytest.approx(1.075, abs=0.01)
    assert estimate(blocks, 1).contains(predicted)
    assert not estimate(blocks, 1).contains(predicted_delay(blocks, 2, 10)[0])


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
