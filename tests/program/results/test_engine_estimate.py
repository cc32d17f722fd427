# SPDX-License-Identifier: MIT
"""The estimator of scripts/engine-trial on synthetic turns whose truth is known, and what it is built on."""

import collections
import math
import random
import re

import pytest

from conftest import SOURCE

from engines.trial import build, run, shim
from engines.trial.description import load_description
from engines.trial.estimate import CONFIDENCE, COPIES, Estimates, estimates
from engines.trial.engine_trial import getters_of
from engines.trial_results import NOT_RESOLVED, RESOLVED
from process import script
from slidebench_tools import command

TRIALS = 50


def test_constants_are_those_of_the_program():
    text = (SOURCE / "harness" / "base" / "tuning.h").read_text()
    of_program = dict(re.findall(r"^static const double (\w+) = ([\d.]+);", text, re.M))
    for name, value in (
        ("CONFIDENCE", CONFIDENCE),
        ("CANARY_TOLERANCE", run.CANARY_TOLERANCE),
        ("MAX_GHZ_DRIFT", run.MAX_DRIFT),
    ):
        assert float(of_program[name]) == value


def trial(
    rng,
    truth=1.0,
    places=None,
    starts_drawn=True,
    noise=0.0,
    drift=0.0,
    outliers=0.0,
    flagged=True,
    blocks=24,
    rounds=12,
):
    """Returns blocks of a base, four copies of it, and a program that takes `truth` times its cycles.

    A position takes 1 to 10 million cycles. Noise is of each turn, drift is shared by a round. An outlier takes 1.5 to
    3 times as long; it is disturbed if it is flagged. `places` are factors by the place of a start."""

    def turn(cycles, nodes):
        out = rng.random() < outliers
        cycles *= math.exp(rng.gauss(0, noise)) * (rng.uniform(1.5, 3) if out else 1)
        return run.Turn(0.03, cycles, not (out and flagged), nodes, "")

    factors = [1.0] * COPIES + [truth]
    made = []
    for _ in range(blocks):
        order = rng.sample(range(len(factors)), len(factors)) if starts_drawn else list(range(len(factors)))
        made.append(run.Block(order, []))
        for i in range(rounds):
            cycles = 10 ** rng.uniform(6, 7)
            nodes = round(cycles / 1000)
            cycles *= 1 + drift * i / rounds
            placed = [factor * (places[place] if places else 1) for factor, place in zip(factors, order)]
            made[-1].rounds.append([turn(cycles * factor, nodes) for factor in placed])
    return made


@pytest.mark.parametrize(
    "disturbance",
    [
        {"noise": 0.02, "drift": 0.3, "outliers": 0.3},
        {"noise": 0.01, "outliers": 0.05, "flagged": False, "blocks": 12},
    ],
    ids=["drift and disturbed turns", "outliers in few blocks"],
)
def test_interval_contains_a_planted_slowdown(disturbance):
    rng = random.Random(7)
    found = [estimates(trial(rng, 1.03, **disturbance)).programs[-1] for _ in range(TRIALS)]
    assert sum(low <= math.log(1.03) <= high for _, low, high in found) >= 0.92 * TRIALS
    assert sum(low <= 0 for _, low, _ in found) <= 0.05 * TRIALS  # the intervals are narrow, too
    assert all(abs(middle - math.log(1.03)) < 0.02 for middle, _, _ in found)


def test_disturbed_turns_are_left_out():
    """The base is undisturbed in every other round, the program in those between, and copies connect them."""
    blocks = trial(random.Random(1), 1.1)
    for block in blocks:
        for number, turns in enumerate(block.rounds):
            disturbed = 5 * (number % 2)
            turns[disturbed] = run.Turn(0.03, 9 * turns[disturbed].cycles, False, turns[0].nodes, "")
    found = estimates(blocks)
    assert found.programs[5][0] == pytest.approx(math.log(1.1), abs=1e-4)
    assert found.cycles_per_node == pytest.approx(1000, rel=1e-3)


def test_block_without_enough_turns_has_no_result():
    blocks = trial(random.Random(1), 1.1, blocks=2, rounds=40)
    for results in 1, 0:
        for turns in blocks[results].rounds[3:]:
            turns[0].undisturbed = False
        found = estimates(blocks)
        middle, low, high = found.programs[5]
        assert (math.isnan(middle), math.isnan(low), math.isnan(high)) == (not results, True, True)
        assert math.isinf(found.resolution) and not found.differing
        assert not results or middle == pytest.approx(math.log(1.1))
        assert found.blocks == results and found.too_few(6) and found.too_few(2) == (not results)


# ---- places and copies ----

PLACES = [0.97, 1.02, 0.98, 1.03, 1.01, 0.99]  # factors of a system that gives the first starts better memory


def test_place_of_starts_is_found_and_subtracted():
    """The ratio has far less noise than the places alone make."""
    rng = random.Random(11)
    found = [estimates(trial(rng, 1.03, PLACES, noise=0.005)) for _ in range(20)]
    assert all(one.place > 2 * one.place_by_chance for one in found)
    assert all(abs(one.programs[5][0] - math.log(1.03)) < 0.006 and one.resolution < 0.012 for one in found)


def test_starts_in_the_order_of_a_list_refute_the_trial():
    """Copies of one program then differ, each by what its place adds."""
    rng = random.Random(3)
    for _ in range(5):
        listed = estimates(trial(rng, places=PLACES, starts_drawn=False, noise=0.005))
        assert len(listed.differing) >= 3 and listed.resolution > 0.05
    drawn = [estimates(trial(rng, places=PLACES, noise=0.005)) for _ in range(20)]
    assert sum(bool(one.differing) for one in drawn) <= 2 and all(one.resolution < 0.015 for one in drawn)


def test_equal_copies_and_places_are_seldom_said_to_differ():
    rng = random.Random(5)
    found = [estimates(trial(rng, noise=0.02)) for _ in range(TRIALS)]
    assert sum(one.too_far_apart() or bool(one.differing) for one in found) <= 0.02 * TRIALS
    assert sum(one.place > one.place_by_chance for one in found) <= 0.12 * TRIALS  # 5 % of them by chance


def test_links_that_differ_by_more_than_getters_refute_the_trial():
    """Bit-Genie took 3,170 or 3,550 cycles per node, by where a link had put its network's loops."""
    rng = random.Random(9)
    blocks = trial(rng, blocks=12)
    for block in blocks:
        factors = [rng.choice((1, 1.11)) for _ in block.places]
        for turns in block.rounds:
            for one, factor in zip(turns, factors):
                one.cycles *= factor
    assert estimates(blocks).too_far_apart()


@pytest.fixture
def engine():
    return load_description(SOURCE / "scripts" / "engines" / "example" / "trial.toml")


@pytest.fixture
def runner(engine, tmp_path):
    return run.Runner(engine, build.Tools(tmp_path, {}), tmp_path, 0, 60, 1)


def test_runner_draws_starts_links_positions_and_turns(monkeypatch, tmp_path, runner):
    """Of 200 blocks of four programs, each is at each place in some 50, and runs each of its links in some 50."""
    programs = [run.Program(f"p{i}", [tmp_path / f"{i}-{link}" for link in range(4)]) for i in range(4)]
    for program in programs:
        for file in program.files:
            file.write_text(file.name)
    plans = []

    def execute(plan):
        plans.append(plan)
        links = [(tmp_path / "block" / f"{i:02}").read_text() for i in range(4)]
        starts = [line.split()[1] for line in plan if line.startswith("program ")]
        assert [f"p{link[0]}" for link in links] == starts
        counts["links"].update(links)
        counts["places"].update(enumerate(starts))
        turns = [int(line.split()[1]) for line in plan if line.startswith("turn ")]
        counts["turns"].update([tuple(turns[:4]), tuple(turns[4:])])
        seconds = {place: 1 + int(name[1]) for place, name in enumerate(starts)}  # each has a time of its own
        return "".join(f"turn {place} {seconds[place]} 1 1 1 1\n> nodes 5\n> bestmove e2e4\n" for place in turns)

    counts = {name: collections.Counter() for name in ("links", "places", "turns")}
    monkeypatch.setattr(runner, "execute", execute)
    for number in range(200):
        block = runner.block(programs, number, 2)
        assert sorted(block.places) == [0, 1, 2, 3]
        assert [[turn.seconds for turn in turns] for turns in block.rounds] == [[1, 2, 3, 4]] * 2
    assert len(counts["links"]) == len(counts["places"]) == 16 and len(counts["turns"]) == 24
    assert all(25 < count < 80 for name in ("links", "places") for count in counts[name].values())
    assert len({plan[-1] for plan in plans}) > 100
    runner.block(programs, 3, 2)
    assert plans[-1] == plans[3]  # the seed decides


def test_turn_is_undisturbed_if_both_canaries_and_the_clock_are(runner):
    clocks_and_speeds = "3 3 4 4", "3 3.1 4 4", "3 3 3.8 4", "3 3 4 3.8"
    printed = "".join(f"turn 0 1 {numbers}\n> nodes 5\n" for numbers in clocks_and_speeds)
    turns = runner.parse(printed, [run.Program("p", [])])
    assert [turn.undisturbed for turn in turns] == [True, False, False, False]


def test_difference_whose_interval_contains_0_is_not_resolved():
    logs = [(0.0, 0.0, 0.0)] * COPIES + [(0.03, -0.001, 0.031), (0.03, 0.001, 0.031)]
    found = Estimates(6, logs, 1000, 0.01, [], math.nan, math.nan)
    getters = getters_of(["p"] * len(logs), found)
    assert [getter.status for getter in getters[COPIES:]] == [NOT_RESOLVED, RESOLVED]


def test_programs_are_named_after_the_compiler_and_the_shim(monkeypatch, tmp_path, engine):
    """A kept program is not taken for one by another compiler of the same name, for one on another CPU, or for one with
    other texts of the shim."""
    tools = build.Tools(tmp_path, {"c": [str(tmp_path / "cc")]})
    tools.statuses = {}

    def name():
        return build.TrialBuilder(tmp_path / "kept", engine, tools, links=1).made_from

    names = []
    for version in "gcc 12", "clang 14":
        script(tmp_path / "cc", f"echo {version}")
        names.append(name())
    assert name() == names[-1]
    (tmp_path / "shim.py").write_text(shim.COUNTER)
    monkeypatch.setattr(shim, "__file__", str(tmp_path / "shim.py"))
    names.append(name())
    tools.statuses = {"pext": "ok"}
    assert len({*names, name()}) == 4


def test_link_command_keeps_all_but_the_order_of_objects(tmp_path):
    words = ["cc", "-O2", "-L.", "a.o", "-o", "engine", "b.o", "sub/c.o", "-lm", "-lpthread"]
    found = [build.relinked(words, tmp_path / "out", [tmp_path / "x.o"], link) for link in range(6)]
    for one in found:
        assert one[:3] == ["cc", "-O2", "-L."] and one[-2:] == ["-o", str(tmp_path / "out")]
        assert sorted(one[3:7]) == sorted(["a.o", "b.o", "sub/c.o", str(tmp_path / "x.o")])
        assert one.index("-lm") < one.index("-lpthread") and "engine" not in one
    assert len({tuple(one) for one in found}) > 3


@pytest.mark.parametrize(
    "code, text, status",
    [
        ("kill -SEGV $$", "slidebench was killed by signal 11", 4),
        ("exit 3", "slidebench ended without a message", 3),
        ("echo 'slidebench: no scheme x' >&2; exit 2", "no scheme x", 2),
    ],
)
def test_slidebench_fails(tmp_path, code, text, status):
    script(tmp_path / "slidebench", code)
    with pytest.raises(command.Refused) as refused:
        build.Tools(tmp_path, {}).slidebench("list")
    assert (str(refused.value), refused.value.status) == (text, status)
