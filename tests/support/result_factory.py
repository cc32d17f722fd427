# SPDX-License-Identifier: MIT
"""Results to test with: some rows of a recorded run, changed and saved as a test needs, in either format."""

import copy
import csv
import functools
import io
import json
import zlib

from conftest import SOURCE
from slidebench_results import schema

CPU = "intel-xeon-granite-rapids"
NAME = "20261121-gcc-12-native"
GOOD = SOURCE / "results" / CPU / NAME  # of format 1
MODES = ("throughput", "latency")
SCHEMES = ("null", "pext", "magic_black")  # for queens only: few rows are fast to write and to read
MICROARCHITECTURE = "Granite Rapids (inferred)"


@functools.cache
def good(schemes, full, format):
    """Returns record and lines of the recorded run: all rows of some schemes, or a few of them."""
    record = json.loads(GOOD.with_suffix(".json").read_text())
    with GOOD.with_suffix(".csv").open() as file:
        lines = list(csv.DictReader(file))
    some = lambda line: line["piece"] == "queen" and line["workload"] == "games" and line["mode"] in MODES
    kept = [i for i, line in enumerate(lines) if line["scheme"] in schemes and (full or some(line))]
    record["rows"] = [record["rows"][i] for i in kept]
    lines = [lines[i] for i in kept]
    if format == 2:
        record = schema.upgrade_record(record)
        record["machine"].update(core_sharing=None, microarchitecture_inferred=True)
        record["canary_ipc_reference_with_corunners"] = 0.0
        upgraded = [{**schema.upgrade_row(line), "microarchitecture": MICROARCHITECTURE} for line in lines]
        lines = [{name: line[name] for name in schema.COLUMNS} for line in upgraded]
    return record, lines


class Result:
    """A small pair without faults. Change .record, .lines or .columns, then save."""

    def __init__(self, folder, schemes=SCHEMES, full=False, format=2):
        self.path = folder / CPU / NAME
        self.record, self.lines = copy.deepcopy(good(schemes, full, format))
        self.columns = list(self.lines[0])

    def line_of(self, scheme):
        """Returns the first row of a scheme: (CSV line as a dictionary, row of the JSON, number of the line)."""
        i = next(i for i, line in enumerate(self.lines) if line["scheme"] == scheme)
        return self.lines[i], self.record["rows"][i], i + 2

    def both(self):
        """Yields each row: (CSV line as a dictionary, row of the JSON)."""
        return zip(self.lines, self.record["rows"])

    def table(self):
        """Returns the CSV."""
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(self.lines)
        return text.getvalue()

    def save(self, table=None, crc=True, record=None):
        """Saves both files, or the given texts; returns their path without a suffix."""
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
    """Multiplies the times of a row, in its CSV line and in its JSON row."""
    for unit in "cycles", "ns":
        row["process_" + unit] = [value * factor for value in row["process_" + unit]]
        for end in "", "_ci_low", "_ci_high":
            line[unit + end] = f"{float(line[unit + end]) * factor:.6f}"


def set_status(line, row, status, reason=""):
    """Sets status and reason of a row."""
    for one in line, row:
        one.update(status=status, reason=reason)


def without_times(line, row, status, reason=""):
    """Removes times and rank of a row, and sets its status."""
    times = [unit + end for unit in ("cycles", "ns") for end in ("", "_ci_low", "_ci_high")]
    line.update(dict.fromkeys([*times, "core_ghz", "rank_min", "rank_max", "tied_with_best"], ""))
    set_status(line, row, status, reason)


def on_one_core(result):
    """Changes a full result to that of a machine with one core."""
    result.record["machine"].update(cpus=1, core_sharing=None)
    for line, row in result.both():
        if line["mode"].startswith("threads"):
            without_times(line, row, "unsupported", "needs 2 cores, has 1")
            line.update(
                dict.fromkeys(["processes", "samples_total", "undisturbed_share", "checksum", "cycles_source"], "")
            )
            row.update(process_cycles=[], process_ns=[])
