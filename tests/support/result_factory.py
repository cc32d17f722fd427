# SPDX-License-Identifier: MIT
"""Logs to test with: columns and schemes of a recorded run, changed and saved as a test needs."""

import csv
import gzip
import io
import json
import random
import zlib

from conftest import SOURCE, slidebench

CPU, MICROARCHITECTURE = "amd-epyc-zen-4", "Zen 4"
NAME = "20261127-gcc-12-native"
SUFFIX = ".jsonl.gz"
GOOD = SOURCE / "results" / CPU / (NAME + SUFFIX)
SCHEMES = ("null", "pext", "magic_black")  # few rows are fast to write and to read
COLUMNS = (("queen", "games", "throughput"), ("queen", "games", "latency"))
NO_VALUE = {"cycles": None, "ghz": None, "samples": 0, "undisturbed": 0}


def texts_of(path):
    """Yields the lines of a log, each with its end in the file, except a last line that is still being written."""
    data = rest = path.read_bytes()
    while rest:
        member = zlib.decompressobj(31)
        text = member.decompress(rest)
        if not member.eof:
            return
        rest = member.unused_data
        yield text, len(data) - len(rest)


def read_lines(path):
    """Returns the parsed lines of a log."""
    return [json.loads(text) for text, _ in texts_of(path)]


def write_lines(path, lines):
    """Writes a log, each line compressed by itself as the program does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(gzip.compress(json.dumps(line).encode() + b"\n", 1, mtime=0) for line in lines))


def summarize(path, format):
    """Returns what the program prints of a log."""
    return slidebench("summarize", path, "--format", format).stdout


def summarized(path):
    """Returns what the program concludes from a log, as JSON."""
    return json.loads(summarize(path, "json"))


def csv_rows(path):
    """Returns the rows of a log's CSV as dictionaries."""
    return list(csv.DictReader(io.StringIO(summarize(path, "csv"))))


def column_of(row):
    """Returns what names the column of a row."""
    return row["piece"], row["workload"], row["mode"]


class EditedRun:
    """A recorded run to edit. Change .record (the first line), .processes (a line each) or .more (the rest), then save.

    `schemes` and `columns` (piece, workload, mode) name what is kept of the recorded run; None: all."""

    def __init__(self, folder, schemes=SCHEMES, columns=COLUMNS):
        self.folder, self.path = folder, folder / CPU / GOOD.name
        self.record, *further = read_lines(GOOD)
        self.processes = [line for line in further if "process" in line]
        self.more = [line for line in further if "process" not in line]
        self.keep(schemes, columns)

    def keep(self, schemes, columns):
        """Removes all other schemes and columns."""
        record = self.record
        chosen = [
            i
            for i, row in enumerate(record["rows"])
            if (schemes is None or row["scheme"] in schemes) and (columns is None or column_of(row) in columns)
        ]
        record["rows"] = [record["rows"][i] for i in chosen]
        left = {column_of(row) for row in record["rows"]}
        record["columns"] = [column for column in record["columns"] if column_of(column) in left]
        names = {row["scheme"] for row in record["rows"]}
        record["schemes"] = [scheme for scheme in record["schemes"] if scheme["name"] in names]
        for line in self.processes:
            line.update({name: [each[i] for i in chosen] for name, each in line.items() if isinstance(each, list)})

    def rows_of(self, scheme):
        """Returns the numbers of the rows of a scheme, from 0 on."""
        return [i for i, row in enumerate(self.record["rows"]) if row["scheme"] == scheme]

    def save(self):
        """Saves the log; returns its path."""
        write_lines(self.path, [self.record, *self.processes, *self.more])
        return self.path

    # ---- changes ----

    def move_to(self, slug, microarchitecture=MICROARCHITECTURE):
        """Changes the CPU, and so the folder."""
        machine = {"slug": slug, "microarchitecture": microarchitecture, "microarchitecture_inferred": False}
        self.record["machine"].update(machine)
        self.path = self.folder / slug / self.path.name

    def date(self, day):
        """Changes the date, given as 2026-11-22, and so the name."""
        self.record["date"] = day + self.record["date"][10:]
        self.path = self.path.with_name(f"{day.replace('-', '')}-{self.path.name.partition('-')[2]}")

    def scale(self, factors):
        """Multiplies the times of schemes in all columns: {scheme: factor}."""
        for i, row in enumerate(self.record["rows"]):
            self.scale_row(i, factors.get(row["scheme"], 1))

    def scale_row(self, row, factor):
        """Multiplies the times of a row."""
        for line in self.processes:
            cycles = line["cycles"]
            cycles[row] = cycles[row] and float(f"{cycles[row] * factor:.5g}")

    def set_cycles(self, row, cycles):
        """Sets the cycles of a row in each process; None: that process has no value."""
        for line, value in zip(self.processes, cycles, strict=True):
            self.set_values(line, row, {"cycles": value, "ghz": 3, "samples": 40, "undisturbed": 20} if value else {})

    def set_values(self, line, row, values):
        """Sets the values of a row in the line of a process. A value that is not given is that of a row without any."""
        for name, value in {**NO_VALUE, **values}.items():
            line[name][row] = value

    def without_times(self, row, status="unstable", reason="a reason"):
        """Removes the times of a row, so that it gets this status."""
        for line in self.processes:
            self.set_values(line, row, {"samples": 40} if status == "unstable" else {})
        if status == "unsupported":
            self.record["rows"][row].update(status=status, reason=reason)
        elif status != "unstable":
            self.more.insert(0, {"failed_row": row, "status": status, "reason": reason})

    def perturb(self, seed, spread=0.1):
        """Multiplies the times of each scheme by a random factor, a twin's by that of its original."""
        rng = random.Random(seed)
        factors = {scheme["name"]: rng.lognormvariate(0, spread) for scheme in self.record["schemes"]}
        twins = {scheme["name"]: factors[scheme["twin"]] for scheme in self.record["schemes"] if "twin" in scheme}
        self.scale(factors | twins)
