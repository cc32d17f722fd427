# SPDX-License-Identifier: MIT
"""All runs as one table of pandas, one line a row of a run.

A *setup* is what may be compared side by side: CPU, compiler (major version) and level. A *question* is what all schemes of
a run are asked: piece, workload, mode. Of each setup and question one run is shown, the newest of those with processes
enough for a 95 % interval, a whole one rather than an interrupted one: figures of two runs are never mixed, since only
processes of one run are paired.
"""

import os
import re

import pandas

import catalogue
import fields
from pair import ENOUGH

DEFAULT_QUERIES = 65536
UNKNOWN = {"title": "", "needs": None, "traits": set(), "source": ""}
NUMBERS = [name for name, kind in fields.COLUMNS.items() if isinstance(kind, fields.Number)]
QUESTION = ["workload", "mode", "piece"]


def workload_name(row, options):
    """The workload, and how the run differed from the default: other lists are other questions."""
    extras = [f"{options['queries']} queries"] * (options["queries"] != DEFAULT_QUERIES)
    extras += ["own positions"] * options["own_positions"] + [f"seed {options['seed']}"] * (options["seed"] != 1)
    extras += ["huge pages"] * (options["pages"] == "huge") + ["interleaved"] * options["interleaved"]
    return ", ".join([row["workload"], *extras])


def load(pairs, folder):
    """Whole pairs (pair.py) as a DataFrame: the CSV's columns, numbers as such, and
    setup, run (its file, as seen from folder), date, asked (processes), whole (not interrupted), branchless etc. as booleans, needs, title, traits.
    """
    schemes, lines = catalogue.read(), []
    for pair in pairs:
        record = pair.record
        compiler = re.sub(r"(\S+ \d+).*", r"\1", record["compiler"])
        common = {
            "setup": f"{record['machine']['slug']}, {compiler}, {record['level']}", "run": relative(pair.csv_path, folder),
            "date": record["date"], "asked": pair.processes, "whole": not record["partial"],
        }  # fmt: skip
        for row in pair.rows:
            known = schemes.get(row["scheme"], UNKNOWN)
            traits = (
                (known["traits"] - {"mock"})
                | ({"mock"} if row["mock"] else set())
                | ({"twin"} if row["twin"] else set())
            )
            lines.append(
                {
                    **row,
                    **common,
                    **{k: known[k] for k in ("title", "needs", "source")},
                    "traits": traits,
                    "workload": workload_name(row, record["options"]),
                }
            )
    frame = pandas.DataFrame(lines)
    for name in NUMBERS:
        frame[name] = pandas.to_numeric(frame[name])
    for name in "branchless", "multiply_free", "tied_with_best":
        frame[name] = frame[name] == "yes"
    frame["table_free"] = frame["table_bytes"] == 0
    for trait in "incremental", "setwise", "simd", "twin":
        frame[trait] = frame["traits"].map(lambda traits: trait in traits)
    frame["plain"] = frame["needs"] == ""
    order = {name: i for i, name in enumerate(schemes)}
    return frame.assign(order=frame["scheme"].map(lambda name: order.get(name, len(order))))


def relative(path, folder):
    """Different for different files wherever they lie: machines of one model give the same name to theirs."""
    return os.path.relpath(path.resolve(), folder)


def choose(frame):
    """One run for each setup and question; and what was left out because other questions stood behind the same name, as text."""
    keys = frame.groupby(["setup", *QUESTION, "run"], sort=False).agg(
        date=("date", "first"), whole=("whole", "first"), processes=("asked", "first"), checksum=("checksum", "max")
    )
    keys = keys.reset_index().assign(enough=lambda k: k["processes"] >= ENOUGH).sort_values(["enough", "whole", "date"])
    newest = keys[keys["checksum"] != ""].sort_values("date").groupby(QUESTION)["checksum"].last().rename("asked_now")
    keys = keys.merge(newest, how="left", on=QUESTION)
    other = keys[(keys["checksum"] != "") & (keys["checksum"] != keys["asked_now"])]
    left_out = [
        f"{k.run}: {k.piece}, {k.mode}, {k.workload}: other questions than those of newer runs"
        for k in other.itertuples()
    ]
    chosen = keys.drop(other.index).drop_duplicates(["setup", *QUESTION], keep="last")[["setup", *QUESTION, "run"]]
    return frame.merge(chosen, on=["setup", *QUESTION, "run"]), left_out


def in_order(frame, column):
    """The values of a column as the program writes them: by first appearance."""
    return list(frame[column].drop_duplicates())


def questions(frame):
    """(workload, mode, piece), all pieces of a mode together."""
    orders = [in_order(frame, column) for column in QUESTION]
    found = set(frame[QUESTION].itertuples(index=False, name=None))
    return sorted(found, key=lambda q: [order.index(value) for order, value in zip(orders, q)])


def of_question(frame, question):
    return frame[(frame[QUESTION] == list(question)).all(axis=1)]
