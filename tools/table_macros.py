"""DuckDB's table macros, from macros/duckdb/table_macros.sql and the yaml of the package's macros; their page.

A table macro is a line of SQL that asks the package's macro for its text: `query(rankhouse_sql('metrics', ...))`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted

MACROS = Path(__file__).parents[1] / "macros"
KEYWORDS = ("by", "interval", "limit", "order", "position")
"""Parameters that DuckDB 1 takes for something else unless they are quoted."""
SHOW_SQL = "show_sql"
"""The argument of every table macro by which it gives the text that it would run."""
REFUSED = "case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', ''''))"
"""What is refused is an error before the columns of the answer are looked for, which an error has not."""
SENTENCES = {
    "columns": "Your names of columns, by ours, for all inputs or for one: {'item_id': 'sku', 'run.score': 'bm25'}.",
    SHOW_SQL: "true: one row, the SQL that the call would run.",
}
"""What is DuckDB's alone; all other sentences are those of the yaml."""

HEADING = """\
# Table macros

What [DuckDB's table macros](duckdb.md#table-macros) take and give. Every parameter but the tables has a default and is
given by name, `by := 'system'`. A list of one may be written without brackets. A table is the name of a table, view,
CTE or file, in quotes. Every macro takes `show_sql := true` too, and then gives one row, `sql`: the text that the call
runs.
"""


@dataclass(frozen=True)
class TableMacro:
    """A table macro, as macros/duckdb/table_macros.sql has it."""

    name: str
    needs: tuple[str, ...]
    takes: tuple[str, ...]
    columns: tuple[str, ...]
    optional: tuple[str, ...]

    @cached_property
    def arguments(self) -> dict[str, str | None]:
        """The names of all arguments with their defaults in SQL; None: it has to be given."""
        defaults = dict(macros("duckdb").parameters[self.name])
        place = self.takes.index("*") if "*" in self.takes else len(self.takes)
        return {
            **dict.fromkeys(self.needs),
            **{name: in_sql(defaults[name]) for name in self.takes[:place]},
            **{name: literal(name) for name in self.columns},
            **dict.fromkeys(self.optional, "null"),
            "columns": "map {}",
            **{name: in_sql(defaults[name]) for name in self.takes[place + 1 :]},
        }

    @property
    def comment(self) -> str:
        """What a row is, and its columns."""
        text: str = (
            documented()[self.name]["description"].removeprefix("The select statement that ").removeprefix("gives ")
        )
        return text[0].upper() + text[1:]

    def meaning(self, name: str) -> str:
        if name in SENTENCES:
            return SENTENCES[name]
        if name in self.columns:
            return f"Your name of the column {name}."
        if name in self.optional:
            return f"Your name of the column {name}, where there is one."
        sentences = {each["name"]: each["description"] for each in documented()[self.name]["arguments"]}
        if name not in sentences:
            raise LookupError(f"say in the yaml of {self.name} what {name} is")
        return in_duckdb(sentences[name], self.arguments[name])

    def call(self) -> str:
        """What it runs."""
        given = [f"'version': {literal(macros('duckdb').version())}"]
        given += [f"{literal(name)}: {parameter(name)}" for name in (*self.arguments, SHOW_SQL)]
        asked = f"rankhouse_sql({literal(self.name)}, to_json({{{', '.join(given)}}})::varchar)"
        return f"from query(list_transform([{asked}], lambda answer: {REFUSED} else answer end)[1])"


def parameter(name: str) -> str:
    """A parameter as it is written in a macro and in a call."""
    return quoted(name) if name in KEYWORDS else name


@cache
def table_macros() -> tuple[TableMacro, ...]:
    parts = ("needs", "takes", "columns", "optional")
    return tuple(
        TableMacro(name, *(tuple(made.get(part, "").split()) for part in parts))
        for name, made in macros("duckdb").table_macros().items()
    )


@cache
def documented() -> dict[str, Any]:
    """What the yaml says of each macro, a text on one line."""
    found = {}
    for path in sorted(MACROS.rglob("*.yml")):
        for macro in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)["macros"]:
            arguments = [
                {"name": each["name"], "description": " ".join(each.get("description", "").split())}
                for each in macro.get("arguments", [])
            ]
            text = " ".join(macro.get("description", "").split())
            found[macro["name"]] = {"description": text, "arguments": arguments}
    return found


def in_duckdb(sentence: str, default: str | None) -> str:
    """Where none may be given, it is NULL here; in text that is not code."""
    return re.sub(r"\bnone\b", "null", sentence) if default == "null" else sentence


def in_sql(default: Any) -> str:
    if isinstance(default, list):
        return f"[{', '.join(map(in_sql, default))}]"
    if isinstance(default, str):
        return literal(default)
    return "null" if default is None else str(default).lower()


def alike() -> list[tuple[str, list[TableMacro]]]:
    """Neighbours with the same parameters, under their heading."""
    groups = [list(together) for _, together in groupby(table_macros(), lambda macro: [*_rows(macro)])]
    return [(" and ".join(macro.name for macro in together), together) for together in groups]


def page() -> str:
    parts = [HEADING]
    for heading, together in alike():
        parts.append(f"## {heading}\n")
        parts += [f"`{one.name}`: {one.comment}\n" if len(together) > 1 else f"{one.comment}\n" for one in together]
        parts.append("\n".join(["| parameter | default | meaning |", "|---|---|---|", *_rows(together[0])]) + "\n")
    return "\n".join(parts)


def _rows(macro: TableMacro) -> Iterator[str]:
    for name, default in macro.arguments.items():
        if (name,) == macro.columns[:1]:
            listed = ", ".join(f"`{each}`" for each in macro.columns)
            yield f"| {listed} | their names | Your names of these columns. |"
        if name in macro.columns or (name == "prediction" and _needs_scores(macro)):
            continue
        meaning = macro.meaning(name).replace("|", "\\|")
        yield f"| `{name}` |{'' if default is None else f' `{default}`'} | {meaning} |"


def _needs_scores(macro: TableMacro) -> bool:
    """Whether predicted labels cannot take the place of scores."""
    try:
        getattr(macros("duckdb"), macro.name)("predictions", columns={"prediction": "predicted"})
    except InputError as error:
        return "needs scores" in str(error)
    return False
