# SPDX-License-Identifier: MIT
"""Results to test with: some rows of the run that is recorded here, changed and saved as the test likes."""

import copy
import csv
import functools
import io
import json
import zlib

from conftest import SOURCE

CPU = "intel-xeon-granite-rapids"
NAME = "20261121-gcc-12-native"
GOOD = SOURCE / "results" / CPU / NAME
MODES = ("throughput", "latency")
SCHEMES = ("null", "pext", "magic_black")  # of the good pair, queens: so many rows are quick to write and to read


@functools.cache
def good(schemes, full):
    record = json.loads(GOOD.with_suffix(".json").read_text())
    with GOOD.with_suffix(".csv").open() as file:
        lines = list(csv.DictReader(file))
    some = lambda line: line["piece"] == "queen" and line["workload"] == "games" and line["mode"] in MODES
    wanted = [i for i, line in enumerate(lines) if line["scheme"] in schemes and (full or some(line))]
    record["rows"] = [record["rows"][i] for i in wanted]
    return record, [lines[i] for i in wanted]


class Result:
    """A small pair that passes: some rows of a real run; full: all rows of its schemes. Change .record, .lines or .columns and save."""

    def __init__(self, folder, schemes=SCHEMES, full=False):
        self.path = folder / CPU / NAME
        self.record, self.lines = copy.deepcopy(good(schemes, full))
        self.columns = list(self.lines[0])

    def line_of(self, scheme):
        """The first row of a scheme: (CSV line as a dictionary, row of the JSON, number of the line)."""
        i = next(i for i, line in enumerate(self.lines) if line["scheme"] == scheme)
        return self.lines[i], self.record["rows"][i], i + 2

    def table(self):
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(self.lines)
        return text.getvalue()

    def save(self, table=None, crc=True, record=None):
        self.path.parent.mkdir(exist_ok=True, parents=True)
        table = self.table() if table is None else table
        self.path.with_suffix(".csv").write_text(table)
        if crc:
            self.record["csv_crc32"] = f"{zlib.crc32(table.encode()):08x}"
        self.path.with_suffix(".json").write_text(
            json.dumps(self.record, indent=1) + "\n" if record is None else record
        )
        return self.path


def scale(line, row, factor):
    """Makes a row, its CSV line and its JSON row, so many times as slow."""
    for unit in "cycles", "ns":
        row["process_" + unit] = [value * factor for value in row["process_" + unit]]
        for end in "", "_lo", "_hi":
            line[unit + end] = f"{float(line[unit + end]) * factor:.6f}"


def without_figures(line, row, status):
    """Takes a row's figures away, and gives it the status of that."""
    line.update(
        dict.fromkeys(
            ["cycles", "cycles_lo", "cycles_hi", "ns", "ns_lo", "ns_hi", "ghz", "rank", "rank_last", "tied_with_best"],
            "",
        ),
        status=status,
    )
    row["status"] = status


def on_one_core(result):
    """Makes a full result one of a machine with a single core."""
    result.record["machine"].update(cpus=1, core_sharing=None)
    for line, row in zip(result.lines, result.record["rows"]):
        if line["mode"].startswith("threads"):
            without_figures(line, row, "unsupported (needs 2 cores, has 1)")
            line.update(dict.fromkeys(["processes", "samples", "clean_share", "checksum", "cycles_source"], ""))
            row.update(why="needs 2 cores, has 1", process_cycles=[], process_ns=[])
