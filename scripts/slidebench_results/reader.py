# SPDX-License-Identifier: MIT
"""Reads results in both formats and notes what is wrong with their structure: members, columns, values, pairs of
rows."""

import csv
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from slidebench_results import schema
from slidebench_results.kinds import ListOf, MapOf
from slidebench_results.model import Result, Row

NAME = re.compile(r"(20\d{6})-([A-Za-z]+-\d+)-([a-z0-9-]+?)(-\d+)?")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:\s"]+|\n')
SUFFIXES = (".csv", ".json")


def stem_of(path: Path) -> Path:
    """Returns the path of a result without .csv or .json."""
    return path.with_suffix("") if path.suffix in SUFFIXES else path


def stems(arguments: Iterable[Path]) -> list[Path]:
    """Returns the results that files and folders contain, each once, in order."""
    found: dict[Path, None] = {}
    for argument in arguments:
        files = [argument]
        if argument.is_dir():
            every = sorted(argument.rglob("*"))
            files = [f for f in every if f.suffix in SUFFIXES and NAME.match(f.stem) and not f.name.startswith(".")]
        found.update((stem_of(f), None) for f in files)
    return list(found)


def read(path: Path) -> Result:
    """Reads a result, named by its .csv, its .json or without either."""
    result = Result(stem_of(path))
    result.broken = not (read_json(result) and read_csv(result) and check_values(result) and join(result))
    return result


def read_rows(path: Path) -> list[Row]:
    """Reads a CSV alone, of either format and with any columns, into rows with the names of format 2."""
    with open(path, newline="") as file:
        reader = csv.DictReader(file)
        made_by = schema.format_of(reader.fieldnames or ())
        return [made_by.upgrade_row(row) for row in reader]


def read_text(result: Result, path: Path) -> str | None:
    """Returns the text of one of the two files, None if it cannot be read."""
    try:
        raw = path.read_bytes()
        result.texts[path] = raw.decode("ascii")
    except OSError as error:
        result.error(path, 0, f"{error.strerror}; expected a .csv and a .json of the same name")
        return None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        result.error(path, line, f"byte 0x{raw[error.start]:02x}, expected ASCII text")
        return None
    return result.texts[path]


# ---- JSON ----


def read_json(result: Result) -> bool:
    """Reads and checks the JSON, and renames its members to those of format 2."""
    path = result.json_path
    text = read_text(result, path)
    if text is None:
        return False
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        return result.error(path, error.lineno, f"{error.msg}, expected JSON")
    except (RecursionError, ValueError) as error:  # nested too deeply; a number of thousands of digits
        return result.error(path, 1, f"{error}, expected the JSON of a run")
    result.lines = lines_of(text)
    number = record.get("format") if isinstance(record, dict) else None
    if type(number) is not int or number not in schema.FORMATS:
        return result.error(path, result.lines.get(("format",), 1), f"format is {number!r}, expected 1 or 2")
    result.format = schema.FORMATS[number]
    if not check_object(result, record, result.format.run, ()):
        return False
    if not all([check_row(result, row, i) for i, row in enumerate(record["rows"])]):
        return False
    result.record = schema.upgrade_record(record) if number == 1 else record
    return True


def check_row(result: Result, row: Any, i: int) -> bool:
    """Checks a row of the JSON: its members, the reason of its status, the values of its processes."""
    if not check_object(result, row, result.format.row, ("rows", i)):
        return False
    if row["status"] == "unsupported" and not schema.UNSUPPORTED_REASON.fullmatch(row["reason"]):
        line = result.lines["rows", i, "reason"]
        return result.error(
            result.json_path, line, f"reason is {row['reason']!r}, expected {schema.UNSUPPORTED_EXPECTED}"
        )
    for name, kind in (("process_cycles", schema.CYCLES), ("process_ns", schema.NS)):
        for j, value in enumerate(row[name]):
            if not kind.accepts(value):
                line = result.lines["rows", i, name, j]
                text = f"{name} of {row['scheme']} contains {value!r:.60}, expected {kind.expected} or null"
                return result.error(result.json_path, line, text)
    cycles, ns = len(row["process_cycles"]), len(row["process_ns"])
    if cycles != ns:
        text = f"process_cycles has {cycles} values and process_ns {ns}, expected the same number"
        return result.error(result.json_path, result.lines["rows", i], text)
    return True


def check_object(result: Result, value: Any, members: schema.Members, path: schema.Path) -> bool:
    """Checks the members of an object: required ones, their kinds, the texts in all others."""
    name = ".".join(map(str, path)) or "the file"
    line = result.lines.get(path, 1)
    if not isinstance(value, dict):
        return result.error(result.json_path, line, f"{name} is {value!r:.60}, expected an object")
    before = len(result.problems)
    for key, kind in members.items():
        at = (*path, key)
        if key in value:
            check_member(result, value[key], kind, at)
        elif at not in result.format.optional_members:
            expected = getattr(kind, "expected", "an object")
            text = f"{name} lacks {key!r} of format {result.format.number}, expected {expected}"
            result.error(result.json_path, line, text)
    for key in value.keys() - members.keys():
        if schema.PRIVATE_KEY.fullmatch(key):
            line_of_key = result.lines[(*path, key)]
            result.error(result.json_path, line_of_key, f"{name} has {key!r}, expected nothing private")
        for at, text in texts_of(value[key], (*path, key)):
            check_member(result, text, schema.MAYBE_TEXT, at)
    return len(result.problems) == before


def check_member(result: Result, value: Any, kind: Any, path: schema.Path) -> None:
    """Checks a value against its kind, or against the members of an object."""
    if isinstance(kind, dict):
        check_object(result, value, kind, path)
    elif not kind.accepts(value):
        text = f"{'.'.join(map(str, path))} is {value!r:.60}, expected {kind.expected}"
        result.error(result.json_path, result.lines[path], text)
    elif isinstance(kind, ListOf):
        for i, each in enumerate(value):
            check_member(result, each, kind.each, (*path, i))
    elif isinstance(kind, MapOf):
        for key, each in value.items():
            check_member(result, each, kind.each, (*path, key))


def texts_of(value: Any, path: schema.Path) -> Iterator[tuple[schema.Path, str]]:
    """Yields (path, text) of each text in a value of JSON."""
    left = [(path, value)]
    while left:
        path, value = left.pop()
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, (dict, list)):
            inside = value.items() if isinstance(value, dict) else enumerate(value)
            left += [((*path, key), each) for key, each in inside]


def lines_of(text: str) -> dict[schema.Path, int]:
    """Returns {path of members and indices: line} of each value in a text that is JSON."""
    lines: dict[schema.Path, int] = {}
    path: list[Any] = []
    number = 1
    for token in TOKEN.findall(text):
        if token == "\n":
            number += 1
        elif token in "]}":
            path.pop()
        elif token == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            path[-1] = json.loads(token)  # a member's name
        elif token != ":":
            lines[tuple(path)] = number
            if token in "[{":
                path.append(0 if token == "[" else None)
    return lines


# ---- CSV ----


def read_csv(result: Result) -> bool:
    """Reads the CSV as text, with the columns as the file names them."""
    path = result.csv_path
    text = read_text(result, path)
    if text is None:
        return False
    crc = f"{zlib.crc32(text.encode()):08x}"
    if crc != result.record["csv_crc32"]:
        line = result.lines[("csv_crc32",)]
        message = (
            f"csv_crc32 is {result.record['csv_crc32']}, but the .csv has {crc}, expected the .csv as it was saved"
        )
        result.error(result.json_path, line, message)
    try:
        lines = list(csv.reader(text.splitlines(), strict=True))
    except csv.Error as error:
        return result.error(path, 1, f"{error}, expected CSV")
    if not lines or not text.endswith("\n"):
        return result.error(path, max(len(lines), 1), "the file ends early, expected whole lines")
    if not check_columns(result, lines[0]):
        return False
    for number, line_values in enumerate(lines[1:], 2):
        if len(line_values) != len(lines[0]):
            return result.error(path, number, f"{len(line_values)} fields, expected {len(lines[0])}")
        result.rows.append(dict(zip(lines[0], line_values), line=number))
    return True


def check_columns(result: Result, columns: list[str]) -> bool:
    """Checks the first line of the CSV."""
    known = result.format
    if missing := known.missing(columns):
        required = len(known.columns) - len(known.optional_columns)
        text = f"no column {', '.join(sorted(missing))}, expected the {required} columns of format {known.number}"
        return result.error(result.csv_path, 1, text)
    result.columns = columns
    for name in columns:
        if columns.count(name) > 1:
            return result.error(result.csv_path, 1, f"two columns {name!r}, expected one")
        if name not in known.columns:
            result.warn(result.csv_path, 1, f"unknown column {name!r:.40}")
    return True


def check_values(result: Result) -> bool:
    """Checks each value of the CSV by its kind and, where the JSON has it as well, by that."""
    kinds = {name: result.format.columns.get(name, schema.MAYBE_TEXT) for name in result.columns}
    expected = {
        "cpu": result.record["machine"]["slug"],
        "level": result.record["level"],
        "compiler": result.record["compiler"],
        "microarchitecture": result.microarchitecture,
    }
    good = True
    for row in result.rows:
        for name in sorted(name for name, kind in kinds.items() if not kind.accepts_text(row[name])):
            text = f"{name} is {row[name]!r:.60}, expected {kinds[name].expected}"
            good = result.error(result.csv_path, row["line"], text)
        for name in expected.keys() & kinds.keys():
            if row[name] != expected[name]:
                text = f"{name} is {row[name]!r:.60}, expected {expected[name]!r} as in the .json"
                result.error(result.csv_path, row["line"], text)
    return good


# ---- both ----


def join(result: Result) -> bool:
    """Joins each line with its row of the JSON, which has the same order, and renames its columns to those of format
    2."""
    others = result.record["rows"]
    if len(result.rows) != len(others):
        text = f"{len(result.rows)} rows, but {len(others)} in the .json, expected the same number"
        return result.error(result.csv_path, len(result.rows) + 1, text)
    result.rows = [result.format.upgrade_row(row) for row in result.rows]
    seen: dict[tuple[str, ...], int] = {}
    for i, (row, other) in enumerate(zip(result.rows, others)):
        key = tuple(row[k] for k in schema.KEY)
        if key in seen:
            text = f"{' '.join(key)} is also on line {seen[key]}, expected one line per row"
            return result.error(result.csv_path, row["line"], text)
        seen[key] = row["line"]
        if result.format.number == 1 and row["status"] != "unsupported":
            row["reason"] = other["reason"]  # this CSV has none
        for name in (*schema.KEY, "status", "reason"):
            if row[name] != other[name]:
                line = result.lines.get(("rows", i, name), result.lines["rows", i])
                text = f"{name} is {row[name]!r:.60}, but {other[name]!r} on line {line} of the .json"
                return result.error(result.csv_path, row["line"], f"{text}, expected the same")
        row.update({name: other[name] for name in ("mock", "process_cycles", "process_ns")})
        row["twin"] = other.get("twin") or ""
    return True
