"""The two tables: what an argument is and its sentence; what a macro or function gives, and its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rankhouse._rendering.jinja import macros

FOLDER = Path(__file__).parent
IS_KIND = ("kind", "choices")
SENTENCES = ("text", "python", "sql", "command")
VALUE = re.compile(r"\{(none|true|false)\}")
IN_PYTHON = {"none": "None", "true": "True", "false": "False"}
IN_DUCKDB = {"none": "null"}


@cache
def arguments() -> dict[str, dict[str, Any]]:
    """Every entry by its key, one key each."""
    found: dict[str, dict[str, Any]] = {}
    for keys, entry in read("arguments.yml").items():
        for key in keys.split(", "):
            if found.get(key, {}).keys() & entry.keys():
                raise LookupError(f"arguments.yml says the same of {key} twice")
            found[key] = {**found.get(key, {}), **entry}
    return found


def spec(owner: str, name: str) -> dict[str, Any]:
    """What an argument of a macro or a function is."""
    own = arguments().get(f"{owner}.{name}", {})
    entry = own if any(field in own for field in IS_KIND) else {**arguments().get(name, {}), **own}
    return {field: value for field, value in entry.items() if field not in SENTENCES}


def sentence(owner: str, name: str, way: str = "text") -> str:
    """What an argument means. way: text, or python or sql, where they may say something else."""
    for key in (f"{owner}.{name}", name):
        entry = arguments().get(key, {})
        if found := entry.get(way, entry.get("text")):
            return str(found)
    raise LookupError(f"say in tools/interface/arguments.yml what {name} of {owner} is")


def in_dbt(text: str) -> str:
    return VALUE.sub(r"\1", text)


def in_python(text: str) -> str:
    return VALUE.sub(lambda value: IN_PYTHON[value[1]], text)


def in_duckdb(text: str) -> str:
    return VALUE.sub(lambda value: IN_DUCKDB.get(value[1], value[1]), text)


def plain(text: str) -> str:
    """Without marks of code."""
    return text.replace("`", "")


@dataclass(frozen=True)
class Column:
    """A column of a result. `is_fixed`: its name is the same in every call."""

    name: str
    text: str
    type: str
    range: str
    is_null: str
    when: str

    @property
    def is_fixed(self) -> bool:
        return " " not in self.name

    @property
    def meaning(self) -> str:
        limits = f", {self.range}" if self.range else ""
        null = f"; NULL {self.is_null}" if self.is_null else ""
        return f"{self.text}{limits}{null}"

    @property
    def heading(self) -> str:
        """`candidates` (with exclude or candidates)."""
        name = f"`{self.name}`" if self.is_fixed else self.name
        return f"{name} ({self.when})" if self.when else name


@dataclass(frozen=True)
class Result:
    """What a macro or a function gives."""

    name: str
    text: str = ""
    row: str = ""
    first: str | None = None
    columns: tuple[Column, ...] = ()
    unlisted: bool = False
    notes: str = ""
    python: str = ""
    returns: str = ""
    of: str = ""
    also: tuple[tuple[str, str], ...] = ()

    @property
    def before(self) -> str:
        """The columns before those that are listed: `the by columns`."""
        if self.first is not None:
            return self.first
        parameters = macros("duckdb").parameters.get(self.name, [("by", [])])
        return "the `by` columns" if any(name == "by" for name, _ in parameters) else ""

    def lines(self) -> Iterator[str]:
        """A line for each column, with what stands before them."""
        if self.before:
            yield self.before
        for column in self.columns:
            yield f"{column.heading}: {column.meaning}"


@cache
def results() -> dict[str, Result]:
    table = read("results.yml")
    shared, own = table["columns"], table["results"]
    return {name: _result(name, own, shared) for name in own}


def _result(name: str, own: dict[str, Any], shared: dict[str, Any]) -> Result:
    entry = dict(own[name])
    if of := entry.get("of"):
        without = entry.pop("without", "").split()
        kept = {each: said for each, said in own[of]["columns"].items() if each not in without}
        entry = {**own[of], "columns": kept, "also": {}, "python": "", **entry}
    columns = tuple(_column(name, each, said, shared) for each, said in entry.pop("columns", {}).items())
    also = tuple(entry.pop("also", {}).items())
    return Result(name, columns=columns, also=also, **entry)


@cache
def shared_columns() -> dict[str, Column]:
    """The columns that mean the same in most results; only those of which all is said."""
    said = read("results.yml")["columns"]
    return {name: _column("", name, None, said) for name, entry in said.items() if {"text", "type"} <= entry.keys()}


def _column(result: str, name: str, said: dict[str, str] | None, shared: dict[str, Any]) -> Column:
    own, common = said or {}, shared.get(name, {})
    if "text" in own:
        common = {field: value for field, value in common.items() if field == "type"}
    found = {"range": "", "is_null": "", "when": "", **common, **own}
    if missing := {"text", "type"} - found.keys():
        raise LookupError(f"say in tools/interface/results.yml the {' and the '.join(missing)} of {name} of {result}")
    return Column(name, **found)


def public_macros() -> dict[str, Result]:
    """Those of the results that are macros."""
    return {name: result for name, result in results().items() if name in macros("duckdb").files}


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((FOLDER / name).read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found
