"""The library of DuckDB macros, made from the package's SQL. tools/document.py writes its two scripts.

sql/rankhouse.sql needs nothing but DuckDB: aggregates over a group's rows, and frozen table macros. The table macros of
sql/table_macros.sql take any argument, because they ask rankhouse_sql, a function of Python or of the extension.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from frozen_macros import FrozenMacro, frozen_macros
from interface.tables import plain, results
from rankhouse._rendering.jinja import Macros
from rankhouse._rendering.lines import WIDTH, wrapped
from rankhouse._rendering.sql import literal
from table_macros import SHOW_SQL, TableMacro, in_sql, parameter, table_macros

AGGREGATE = "duckdb_macro__"
LISTS = "NULL relevance: not judged; NULL score: not in the list."
LABELS = "A label is 0 or 1, true or false; rows with a NULL are left out."
MARK = "[rankhouse]"
"""Ends every comment, by which a later version knows its own macros; see rankhouse._installing.register."""
SCRIPT = """\
-- rankhouse: ranking metrics as DuckDB macros, which need nothing but DuckDB: `.read rankhouse.sql` once in a database.
-- Made from the SQL in macros/ by tools/document.py.
--
-- Aggregates, over the rows of a query:
--     select query_id, ndcg_at_k(relevance, score, 10) from labelled group by query_id
-- Table macros, over tables by their names:
--     from metrics('run', 'judgments', measures := ['ndcg', 'map'], "by" := ['system'], k := [5, 10])
-- Open in metrics and query_metrics are the tables, "by", judgments_by, k, and the choice among precision, recall,
-- hit_rate, f1, average_precision, reciprocal_rank, ndcg and roc_auc; in the other table macros the tables and "by".
-- Everything else is at its default. rankhouse.register(con) in Python and the extension rankhouse bring every table
-- macro with all arguments; `rankhouse freeze` writes any call of them as a macro like those here.

"""
ASKING = """\
-- rankhouse: DuckDB's table macros, each of which asks the function rankhouse_sql for the text that it runs.
-- rankhouse.register(con) and `load rankhouse` make both. Made by tools/document.py.

"""
# What a parameter of an aggregate or of a formula is; options of a measure say themselves what they take.
OF_ROWS = {
    "relevance": "how relevant the item is, as judged",
    "score": "what ranks the item, the highest first",
    "k": "the cutoff, a whole number of at least 1",
    "label": "what is true of the row",
    "prediction": "the predicted label",
    "actual": "the observed value",
    "predicted": "the predicted value",
    **dict.fromkeys(("x_min", "y_min", "x_max", "y_max"), "of the one box"),
    **dict.fromkeys(("other_x_min", "other_y_min", "other_x_max", "other_y_max"), "of the other box"),
}


@dataclass(frozen=True)
class DuckDBMacro:
    """A macro as DuckDB stores it; `parameters` are its names with SQL defaults (None: no default).

    gives: of a table, what its columns are, a line each.
    """

    name: str
    parameters: dict[str, str | None]
    body: str
    comment: str
    is_table: bool
    meanings: dict[str, str]
    gives: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """`ndcg_at_k(relevance, score, k, gain := 'exponential')`."""
        return f"{self.name}({', '.join(map(self._argument, self.parameters))})"

    def create(self) -> str:
        kind = " table" if self.is_table else ""
        return wrapped(f"create or replace macro {self.signature} as{kind}") + f"\n{self.body}"

    def remark(self) -> str:
        lines = [self.comment, *(f"{self._argument(name)}: {self.meanings[name]}" for name in self.parameters)]
        lines += [*(["Columns:"] if self.gives else []), *self.gives]
        text = "\n".join(map(_filled, lines))
        return f"comment on macro {'table ' if self.is_table else ''}{self.name} is {literal(f'{text} {MARK}')}"

    def _argument(self, name: str) -> str:
        default = self.parameters[name]
        return parameter(name) if default is None else f"{parameter(name)} := {default}"


def _filled(line: str) -> str:
    return textwrap.fill(plain(line), WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def made_anew() -> tuple[DuckDBMacro, ...]:
    """Those that need nothing but DuckDB, by macros of their own."""
    return (*_of_rows(), *map(_frozen, frozen_macros(Macros("duckdb"))))


def _of_rows() -> tuple[DuckDBMacro, ...]:
    """Those of them that are no tables."""
    macros = Macros("duckdb_macro", "duckdb")
    return (*_aggregates(macros), *_expressions(macros), _version(macros))


@cache
def duckdb_macros() -> tuple[DuckDBMacro, ...]:
    """Every macro that `register` makes, each complete in itself: none calls another."""
    return (*_of_rows(), *asking_macros())


@cache
def plain_macros() -> tuple[DuckDBMacro, ...]:
    """Those that need nothing but DuckDB."""
    return made_anew()


@cache
def asking_macros() -> tuple[DuckDBMacro, ...]:
    """The table macros, which ask for the text of a call."""
    return tuple(map(_asking, table_macros()))


def scripts() -> dict[str, str]:
    """The files of sql/ with their texts."""
    plain = f"{SCRIPT}{Macros('duckdb').oldest_version()};\n\n"
    return {"rankhouse.sql": _script(plain, plain_macros()), "table_macros.sql": _script(ASKING, asking_macros())}


def _script(heading: str, made: Iterable[DuckDBMacro]) -> str:
    statements = [statement for macro in made for statement in (macro.create(), macro.remark())]
    return heading + ";\n".join(statements) + ";\n"


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
            parameters={parameter: None if default is None else in_sql(default) for parameter, default in parameters},
            body=_laid_out(macros, getattr(macros, jinja_name)(*(parameter for parameter, _ in parameters))),
            comment=f"{_definition(declaration)} {LABELS if 'part' in declaration else LISTS}",
            is_table=False,
            meanings={name: _meaning(declaration, name) for name, _ in parameters},
        )


def _expressions(macros: Macros) -> Iterator[DuckDBMacro]:
    """Formulas that are a DuckDB macro as they stand."""
    for declaration in (*macros.rating_catalogue(), macros.declare_iou()):
        name = declaration["name"]
        parameters = [parameter for parameter, _ in macros.parameters[name]]
        body = _laid_out(macros, getattr(macros, name)(*parameters))
        meanings = {parameter: _meaning(declaration, parameter) for parameter in parameters}
        yield DuckDBMacro(name, dict.fromkeys(parameters), body, _definition(declaration), False, meanings)


def _version(macros: Macros) -> DuckDBMacro:
    comment = "The version of rankhouse that these macros are of."
    return DuckDBMacro("rankhouse_version", {}, literal(macros.version()), comment, False, {})


def _asking(made: TableMacro) -> DuckDBMacro:
    parameters = {**made.arguments, SHOW_SQL: "false"}
    meanings = {name: made.meaning(name) for name in parameters}
    return DuckDBMacro(made.name, parameters, wrapped(made.call()), made.comment, True, meanings, _gives(made.name))


def _frozen(made: FrozenMacro) -> DuckDBMacro:
    return DuckDBMacro(made.name, made.parameters, made.body, made.comment, True, made.meanings, _gives(made.name))


def _gives(name: str) -> tuple[str, ...]:
    return tuple(results()[name].lines())


def _laid_out(macros: Macros, sql: Any) -> str:
    return "\n".join(map(wrapped, macros.indented(str(sql).strip()).split("\n")))


def _meaning(declaration: Any, parameter: str) -> str:
    options = declaration.get("options", {})
    return _of_option(options[parameter]) if parameter in options else OF_ROWS[parameter]


def _of_option(spec: dict[str, Any]) -> str:
    """'linear', 'exponential' or 'binary', or a number above 0 and up to 1."""
    if choices := spec.get("choices"):
        *most, last = (f"'{choice}'" for choice in choices)
        return f"{', '.join(most)} or {last}" if most else last
    words = {"above": "above", "from": "from", "to": "up to", "below": "below"}
    limits = [f"{word} {spec[key]}" for key, word in words.items() if key in spec]
    return " ".join(["a number", " and ".join(limits)]).rstrip()


def _definition(declaration: Any) -> str:
    return f"{declaration['description']} {declaration['formula']}. {declaration['undefined']}"
