"""DuckDB's table macros, from macros/duckdb/outside_dbt/table_macros.sql and the tables of tools/interface/.

A table macro is a line of SQL that asks the package's macro for its text: `query(rankhouse_sql('metrics', ...))`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from interface.tables import in_duckdb, results, sentence
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted

KEYWORDS = ("by", "interval", "limit", "order", "position")
"""Parameters that DuckDB 1 takes for something else unless they are quoted."""
SHOW_SQL = "show_sql"
"""The argument of every table macro by which it gives the text that it would run."""
REFUSED = "case when starts_with(answer, 'select error(') then error(replace(answer[15:-3], '''''', ''''))"
"""What is refused is an error before the columns of the answer are looked for, which an error has not."""


@dataclass(frozen=True)
class TableMacro:
    """A table macro, as macros/duckdb/outside_dbt/table_macros.sql has it."""

    name: str
    needs: tuple[str, ...]
    takes: tuple[str, ...]
    columns: tuple[str, ...]
    optional: tuple[str, ...]
    usual: tuple[str, ...] = ()

    @property
    def typical(self) -> TableMacro:
        """The macro whose inputs a usual call has: itself, or one of those whose inputs it takes."""
        return next((made for made in table_macros() if made.name in self.usual), self)

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
        """What it is about, and what a row is."""
        result = results()[self.name]
        return " ".join(filter(None, [result.text, f"{result.row[0].upper()}{result.row[1:]}.", result.notes]))

    def meaning(self, name: str) -> str:
        if name in self.columns:
            return f"Your name of the column {name}."
        if name in self.optional:
            return f"Your name of the column {name}, where there is one."
        # It has the same sentence everywhere: names of columns are arguments of their own.
        return in_duckdb(sentence("" if name == "columns" else self.name, name, "sql"))

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
    parts = ("needs", "takes", "columns", "optional", "usual")
    return tuple(
        TableMacro(name, *(tuple(made.get(part, "").split()) for part in parts))
        for name, made in macros("duckdb").table_macros().items()
    )


def in_sql(default: Any) -> str:
    if isinstance(default, list):
        return f"[{', '.join(map(in_sql, default))}]"
    if isinstance(default, str):
        return literal(default)
    if isinstance(default, dict) and default:
        return f"{{{', '.join(f'{literal(name)}: {in_sql(value)}' for name, value in default.items())}}}"
    if isinstance(default, dict):
        # Without the word DuckDB 1.5 takes it for a structure, which has to have a field.
        return "map {}"
    return "null" if default is None else str(default).lower()
