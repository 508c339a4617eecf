"""The library of DuckDB macros, made from the package's SQL: aggregates over a group's rows, table macros over tables.

tools/document.py writes it to sql/rankhouse.sql, which is what is registered and installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rankhouse._building.meanings import OF_ROWS, of_column, of_option, of_table_macro, plain
from rankhouse._building.table_macros import SHOW_SQL, TABLE_MACROS
from rankhouse._rendering.jinja import Macros
from rankhouse._rendering.sql import literal, quoted

AGGREGATE = "duckdb_macro__"
LISTS = "NULL relevance: not judged; NULL score: not in the list."
LABELS = "A label is 0 or 1, true or false; rows with a NULL are left out."
KEYWORDS = ("by", "interval", "limit", "order", "position")
"""Parameters that DuckDB 1 takes for something else unless they are quoted."""
MARK = "[rankhouse]"
"""Ends every comment, by which a later version knows its own macros; see rankhouse._installing.register."""
HEADING = "-- rankhouse: ranking metrics as DuckDB macros. Made from the SQL in macros/ by tools/document.py.\n\n"


@dataclass(frozen=True)
class DuckDBMacro:
    """A macro as DuckDB stores it; `parameters` are its names with SQL defaults (None: no default)."""

    name: str
    parameters: dict[str, str | None]
    body: str
    comment: str
    is_table: bool
    meanings: dict[str, str]

    @property
    def signature(self) -> str:
        """`ndcg_at_k(relevance, score, k, gain := 'exponential')`."""
        return f"{self.name}({', '.join(map(self._argument, self.parameters))})"

    def create(self) -> str:
        return f"create or replace macro {self.signature} as {'table ' if self.is_table else ''}{self.body}"

    def remark(self) -> str:
        text = "\n".join(
            [self.comment, *(f"{self._argument(name)}: {self.meanings[name]}" for name in self.parameters)]
        )
        return f"comment on macro {'table ' if self.is_table else ''}{self.name} is {literal(f'{text} {MARK}')}"

    def _argument(self, name: str) -> str:
        named, default = quoted(name) if name in KEYWORDS else name, self.parameters[name]
        return named if default is None else f"{named} := {default}"


@cache
def duckdb_macros() -> tuple[DuckDBMacro, ...]:
    """Every macro of the library, each complete in itself: none calls another."""
    macros = Macros("duckdb_macro", "duckdb")
    return (*_aggregates(macros), *_expressions(macros), *_table_macros())


def script(made: Iterable[DuckDBMacro]) -> str:
    statements = [statement for macro in made for statement in (macro.create(), macro.remark())]
    return HEADING + ";\n".join(statements) + ";\n"


def _aggregates(macros: Macros) -> Iterator[DuckDBMacro]:
    # Of a name in both, such as roc_auc, the aggregate is the ranking measure.
    declarations = {each["name"]: each for each in (*macros.classification_catalogue(), *macros.catalogue())}
    for jinja_name, parameters in macros.parameters.items():
        if not jinja_name.endswith("_at_k") and not jinja_name.startswith(AGGREGATE):
            continue
        name = jinja_name.removeprefix(AGGREGATE)
        if (declaration := declarations.get(name.removesuffix("_at_k").removeprefix("partial_"))) is None:
            continue
        yield DuckDBMacro(
            name=name,
            parameters={parameter: _sql(default) for parameter, default in parameters},
            body=squeezed(getattr(macros, jinja_name)(*(parameter for parameter, _ in parameters))),
            comment=f"{_definition(declaration)} {LABELS if 'part' in declaration else LISTS}",
            is_table=False,
            meanings={name: _meaning(declaration, name) for name, _ in parameters},
        )


def _expressions(macros: Macros) -> Iterator[DuckDBMacro]:
    """Formulas that are a DuckDB macro as they stand."""
    for declaration in (*macros.rating_catalogue(), macros.declare_iou()):
        name = declaration["name"]
        parameters = [parameter for parameter, _ in macros.parameters[name]]
        body = squeezed(getattr(macros, name)(*parameters))
        meanings = {parameter: _meaning(declaration, parameter) for parameter in parameters}
        yield DuckDBMacro(name, dict.fromkeys(parameters), body, _definition(declaration), False, meanings)


def _table_macros() -> Iterator[DuckDBMacro]:
    for made in TABLE_MACROS:
        parameters, columns = {**made.arguments, SHOW_SQL: "false"}, made.columns.split()
        meanings = {
            name: of_column(name) if name in columns else plain(of_table_macro(made, name)) for name in parameters
        }
        yield DuckDBMacro(made.name, parameters, made.body(), made.comment, True, meanings)


def squeezed(sql: str) -> str:
    """Without needless spaces; no literal of the package's has two of them, or one within brackets."""
    return re.sub(r"(?<=[(\[{]) | (?=[)\]}])", "", " ".join(sql.split()))


def _meaning(declaration: Any, parameter: str) -> str:
    options = declaration.get("options", {})
    return of_option(options[parameter]) if parameter in options else OF_ROWS[parameter]


def _definition(declaration: Any) -> str:
    return f"{declaration['description']} {declaration['formula']}. {declaration['undefined']}"


def _sql(default: Any) -> str | None:
    if isinstance(default, str):
        return literal(default)
    return None if default is None else str(default)
