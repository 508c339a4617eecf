"""The table macros of the plain script: calls of the package's macros, rendered over tables that are parameters.

They are what somebody reads who can load neither an extension nor Python: a client of a dashboard, or a browser.
metrics and query_metrics are open, by macros/duckdb/outside_dbt/open_metrics.sql; of the others only `by` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rankhouse._rendering.jinja import Macros, macros
from rankhouse._rendering.lines import wrapped
from table_macros import TableMacro, in_sql, table_macros

OPEN = {"metrics": "open_metrics", "query_metrics": "open_query_metrics"}
FROZEN = (
    *("input_problems", "rating_metrics", "classifier_metrics", "confusion", "confusion_matrix", "class_metrics"),
    *("roc_curve", "pr_curve", "calibration", "lift", "prediction_problems", "compare"),
)
LABELLED = ("confusion_matrix", "class_metrics")
"""Those whose predictions are labels, a column that others do without."""
UNGROUPED = ("input_problems",)
"""Those whose `by` tells rows apart, and is not in the answer."""
MEASURES = "These names, or others that they are known by, each with a cutoff after @ or without: P@5, map, RR@10."
CUTOFFS = "A cutoff, or a list of them, for precision, recall, hit_rate, f1 and ndcg without one; null: the whole list."
READ = re.compile(r"query_table\((?:(\w+)|coalesce\((\w+), (\w+)\))\)")
"""Of a table that is a parameter, or of another parameter where it is NULL."""
FIXED = "Everything else is at its default; rankhouse.freeze writes a macro with other arguments."


@dataclass(frozen=True)
class FrozenMacro:
    """A table macro of the plain script; `parameters` are its names with SQL defaults (None: no default)."""

    name: str
    parameters: dict[str, str | None]
    body: str
    comment: str
    meanings: dict[str, str]


def frozen_macros(rendered: Macros) -> Iterator[FrozenMacro]:
    """rendered: the package's macros for DuckDB, for people to read."""
    made = {each.name: each for each in table_macros()}
    for name in OPEN:
        yield _open(rendered, made[name])
    for name in FROZEN:
        yield _frozen(rendered, made[name])


def _open(rendered: Macros, made: TableMacro) -> FrozenMacro:
    measures = rendered.open_names()
    parameters = {
        "run": None,
        "judgments": "null",
        "measures": in_sql(measures),
        "by": "[]",
        "judgments_by": "[]",
        "k": "10",
    }
    meanings = {each: made.meaning(each) for each in ("run", "judgments", "by", "judgments_by")}
    meanings |= {"measures": MEASURES, "k": CUTOFFS}
    return _laid_out(made, parameters, getattr(rendered, OPEN[made.name])(), made.columns, meanings)


def _frozen(rendered: Macros, made: TableMacro) -> FrozenMacro:
    needs, takes, columns = made.typical.needs, made.typical.takes, made.typical.columns
    tables = [*needs, *(each for each in takes[:1] if each == "judgments")]
    arguments: dict[str, Any] = {each: f"query_table({each})" for each in tables}
    if made.name in LABELLED:
        arguments["columns"] = {"prediction": "prediction"}
    parameters: dict[str, str | None] = dict.fromkeys(tables)
    if "by" in made.takes:
        parameters["by"] = "[]"
        query = rendered.open_by(made.name, tables[0], arguments, made.name not in UNGROUPED)
    else:
        query = getattr(rendered, made.name)(**arguments)
    return _laid_out(made, parameters, query, columns, {each: made.meaning(each) for each in parameters})


def _laid_out(
    made: TableMacro, parameters: dict[str, str | None], query: Any, columns: tuple[str, ...], meanings: dict[str, str]
) -> FrozenMacro:
    guarded = READ.sub(
        lambda found: str(macros("duckdb").table_of_parameter(*filter(None, found.groups()))), str(query)
    )
    body = "\n".join(map(wrapped, guarded.strip().split("\n")))
    *most, last = columns
    comment = f"{made.comment} The columns of the tables are called {', '.join(most)} and {last}. {FIXED}"
    return FrozenMacro(made.name, parameters, body, comment, meanings)
