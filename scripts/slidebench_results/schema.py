# SPDX-License-Identifier: MIT
"""Checks values by results/schema.json, which describes both files of a result."""

import datetime
import functools
import json
import re
from pathlib import Path
from typing import Any

import jsonschema

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "results" / "schema.json").read_text())
CSV: dict[str, Any] = SCHEMA["$defs"]["csv"]["properties"]  # {column: the schema of its cells}, in order
FORMATS = jsonschema.FormatChecker(())


@FORMATS.checks("date-time", ValueError)
def is_time(value: object) -> bool:
    """Returns whether a time exists in the calendar."""
    return bool(datetime.datetime.strptime(str(value), "%Y-%m-%dT%H:%M:%SZ"))


@FORMATS.checks("workload")
def is_workload(value: object) -> bool:
    """Returns whether the ends of a range of pieces, as in games:2-16, are in order."""
    ends = re.fullmatch(r"games:(\d+)-(\d+)", str(value))
    return not ends or int(ends[1]) <= int(ends[2])


VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, format_checker=FORMATS)


def expected(schema: dict[str, Any]) -> str:
    """Returns in words what a schema accepts."""
    if "minimum" in schema:
        whole, null = (word in schema["type"] for word in ("integer", "null"))
        limits = f"from {schema['minimum']:g} to {schema['maximum']:g}"
        return f"a{' whole' * whole} number {limits}{' or null' * null}"
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " or ".join(map(json.dumps, schema["enum"]))
    if schema["type"] in ("boolean", "array", "object"):
        return f"{schema['type']}: {schema['description']}"
    return str(schema["description"])


def expected_of(column: str) -> str:
    """Returns in words what a column of the CSV accepts."""
    schema = CSV[column]
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    return expected(schema).replace("null", "nothing")


def message(error: Any) -> str:
    """Returns the line for an error of the library: what, expected what."""
    name = ".".join(map(str, error.absolute_path)) or "the file"
    if error.validator == "required":
        missing = error.message.removesuffix(" is a required property")
        return f"{name} lacks {missing}, expected the members of results/schema.json"
    if error.validator == "additionalProperties":
        unknown = sorted(error.instance.keys() - error.schema["properties"].keys())
        return f"{name} has {unknown[0]!r:.60}, expected only members of results/schema.json"
    found = json.dumps(error.instance)
    return f"{name} is {found if len(found) <= 60 else found[:57] + '...'}, expected {expected(error.schema)}"


@functools.cache
def accepts(column: str, text: str) -> bool:
    """Returns whether a cell of the CSV is as the schema of its column describes it: plain decimals for numbers."""
    schema, value = CSV[column], text
    if "minimum" in schema:
        if text and not re.fullmatch(r"-?(0|[1-9]\d{0,19})(\.\d{1,20})?", text):
            return False
        value = json.loads(text or "null")
    return bool(VALIDATOR.evolve(schema=schema).is_valid(value))
