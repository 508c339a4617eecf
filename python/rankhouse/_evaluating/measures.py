"""`measures`: the catalogue, as the measures declare themselves in macros/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb

from rankhouse._inputs.home import at_home, default_connection
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, texts

TEXTS = ("description", "formula", "range", "undefined", "notes", "source")


@short_errors
def measures(con: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyRelation:
    """Every measure, one row each, as a relation: `.show()`, `.df()`, `.filter("name = 'ndcg'")`.

    con: the connection of the relation; DuckDB's default one if None.

    Columns: `name`; `aliases` (a list); `cutoff` (`optional`, `required` or `none`: whether `@k` may or must follow);
    `options` (a list of `name=choice|choice`, the default first); `description`; `formula`; `range`; `undefined` (when
    the value is NULL); `notes`; `source`; `function` (what computes it: `evaluate`, `recommendation_metrics`,
    `classifier_metrics` or `agreement`).
    """
    rows = ", ".join(
        f"({literal(row['name'])}, {texts(row['aliases'])}, {literal(row['cutoff'])}, {texts(row['options'])},"
        f" {', '.join(literal(row[column]) for column in (*TEXTS, 'function'))})"
        for row in catalogue()
    )
    columns = ", ".join(["name", "aliases", "cutoff", "options", *TEXTS, "function"])
    with at_home(default_connection() if con is None else con) as home:
        return home.kept(f"select * from (values {rows}) as catalogue({columns}) order by name asc, function desc")


def catalogue() -> list[dict[str, Any]]:
    """One dictionary per measure: name, aliases, cutoff, options as text, the texts, and the function."""
    package = macros("duckdb")
    functions = {
        "evaluate": package.catalogue(),
        "recommendation_metrics": package.recommendation_catalogue(),
        "classifier_metrics": package.classification_catalogue(),
        "agreement": package.agreement_catalogue(),
    }
    return [
        {column: declared[column] for column in ("name", "aliases", "cutoff", *TEXTS)}
        | {"options": [_spelled(name, option) for name, option in declared["options"].items()], "function": function}
        for function, declarations in functions.items()
        for declared in (each | {"range": range_in_words(each)} for each in declarations)
    ]


def range_in_words(declared: Mapping[str, Any]) -> str:
    """The range of a measure: its limits, or what it says of them, with their places in it."""
    low, high = declared.get("lowest"), declared.get("highest")
    if "range" in declared:
        said: str = declared["range"]
        return said.replace("{lowest}", str(low)).replace("{highest}", str(high))
    if high is None:
        return "unbounded" if low is None else f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _spelled(name: str, option: dict[str, Any]) -> str:
    choices = option.get("choices", ["" if "required" in option else option.get("default")])
    return f"{name}={'|'.join(str(choice) for choice in choices)}"
