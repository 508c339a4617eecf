"""DuckDB macros derived from the package's SQL: aggregates over a group's rows, and table macros over tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._errors import InputError
from rankhouse._jinja import Macros

AGGREGATE = "duckdb_macro__"
TABLE = "duckdb_table_macro__"
LISTS = (
    "Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the"
    " least relevant comes first."
)
PREDICTIONS = {
    "classifier_metrics": "One row per measure, and per threshold where it has one: the by columns, measure, metric,"
    " threshold, value, n_rows, n_positives, n_left_out.",
    "confusion": "One row per threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out.",
    "roc_curve": "One row per point: the by columns, threshold, fpr, tpr, tp, fp, n_rows, n_positives, is_break_even,"
    " area.",
    "pr_curve": "One row per point: the by columns, threshold, recall, precision, tp, fp, n_rows, n_positives,"
    " is_break_even, area.",
    "calibration": "One row per bin of equal width: the by columns, bin, bin_from, bin_to, n_rows, n_positives,"
    " mean_score, positive_share.",
    "lift": "One row per part of the rows in descending order of score: the by columns, bin, depth, threshold, n_rows,"
    " n_positives, positive_share, lift, cumulative_positives, gain, cumulative_lift.",
    "binned_auc": "ROC AUC from a histogram: the by columns, roc_auc, low, high, n_rows, n_positives.",
    "prediction_problems": "What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows,"
    " example.",
}
"""Table macros over predictions, with their comments."""
LABELS = "Over the rows of a group: a label is 0 or 1, true or false; rows with a NULL are left out."


@dataclass(frozen=True)
class DuckDBMacro:
    """A macro as DuckDB stores it; `parameters` are its names with SQL defaults (None: no default)."""

    name: str
    parameters: dict[str, str | None]
    body: str
    comment: str
    is_table: bool

    @property
    def signature(self) -> str:
        """`ndcg_at_k(relevance, score, k, gain := 'exponential')`."""
        named = ", ".join(
            _quoted(name) if default is None else f"{_quoted(name)} := {default}"
            for name, default in self.parameters.items()
        )
        return f"{self.name}({named})"

    def create(self, temporary: bool = False) -> str:
        kind = "temp macro" if temporary else "macro"
        return f"create or replace {kind} {self.signature} as {'table ' if self.is_table else ''}{self.body}"

    def remark(self) -> str:
        text = self.comment.replace("'", "''")
        return f"comment on macro {'table ' if self.is_table else ''}{self.name} is '{text}'"


@cache
def duckdb_macros() -> tuple[DuckDBMacro, ...]:
    """Every macro of the library, each complete in itself: none calls another."""
    macros = Macros("duckdb_macro", "duckdb")
    return (*_aggregates(macros), *_expressions(macros))


def register(con: duckdb.DuckDBPyConnection) -> None:
    """Create the macros in the connection's current database and schema, replacing older ones.

    In a read-only database they are TEMP macros: they belong to this connection alone, and cursors of it do not see
    them.
    """
    temporary = _is_read_only(con)
    for macro in duckdb_macros():
        con.execute(macro.create(temporary))
        if not temporary:
            con.execute(macro.remark())


def install(path: str | Path) -> None:
    """Create the macros in a DuckDB file, a new or an existing one, to be opened or attached anywhere.

    A new file has storage version v1.0.0, which every DuckDB from 1.0 on can open.
    Raises InputError when the file cannot be opened for writing.
    """
    with duckdb.connect() as con:
        target = str(path).replace("'", "''")
        version = "" if Path(path).exists() else " (storage_version 'v1.0.0')"
        try:
            con.execute(f"attach '{target}' as rankhouse_library{version}")
        except duckdb.Error as error:
            raise InputError(f"cannot install the macros into {path}: {error}") from error
        con.execute("use rankhouse_library")
        register(con)
        con.execute("use memory")
        con.execute("detach rankhouse_library")


def bundle() -> str:
    """The whole library as one SQL script, for `.read rankhouse.sql` in the DuckDB command line."""
    statements = [statement for macro in duckdb_macros() for statement in (macro.create(), macro.remark())]
    heading = (
        "-- rankhouse: ranking metrics as DuckDB macros. Made from the SQL in macros/ by `rankhouse sql --macros`.\n\n"
    )
    return heading + ";\n\n".join(statements) + ";\n"


def _is_read_only(con: duckdb.DuckDBPyConnection) -> bool:
    row = con.execute("select readonly from duckdb_databases() where database_name = current_database()").fetchone()
    return bool(row and row[0])


def _aggregates(macros: Macros) -> Iterator[DuckDBMacro]:
    # Of a name in both, such as roc_auc, the aggregate is the ranking measure.
    declarations = {each["name"]: each for each in (*macros.classification_catalogue(), *macros.catalogue())}
    for jinja_name, parameters in macros.parameters.items():
        if not jinja_name.endswith("_at_k") and not jinja_name.startswith(AGGREGATE):
            continue
        name = jinja_name.removeprefix(AGGREGATE)
        if (declaration := declarations.get(name.removesuffix("_at_k").removeprefix("partial_"))) is None:
            continue
        body = getattr(macros, jinja_name)(*(parameter for parameter, _ in parameters))
        yield DuckDBMacro(
            name=name,
            parameters={parameter: _sql(default) for parameter, default in parameters},
            body=body,
            comment=f"{declaration['description']} {declaration['formula']}. {declaration['undefined']}"
            f" {LABELS if 'part' in declaration else LISTS}",
            is_table=False,
        )


def _expressions(macros: Macros) -> Iterator[DuckDBMacro]:
    """Formulas that are a DuckDB macro as they stand."""
    for declaration in (*macros.rating_catalogue(), macros.declare_iou()):
        name = declaration["name"]
        parameters = [parameter for parameter, _ in macros.parameters[name]]
        yield DuckDBMacro(
            name=name,
            parameters=dict.fromkeys(parameters),
            body=getattr(macros, name)(*parameters),
            comment=f"{declaration['description']} {declaration['formula']}. {declaration['undefined']}",
            is_table=False,
        )


def _table_macros(macros: Macros) -> Iterator[DuckDBMacro]:
    comments = {
        "query_metrics": "One row per query and measure: the by columns, query_id, measure, metric, k, value.",
        "metrics": "One row per measure: the by columns, measure, metric, k, value (the mean over queries), n_queries,"
        " n_missing, value_sum, std_error, ci_low, ci_high.",
        "input_problems": "What is wrong with a run and its judgments, one row per kind of problem that occurs: side,"
        " problem, n_rows, example.",
        "recommendation_metrics": "One row per measure of recommendations beyond accuracy: the by columns, measure,"
        " metric, k, value, n_queries, n_unknown, value_sum, std_error, ci_low, ci_high.",
        "rating_metrics": "One row per measure of rating error: the by columns, measure, value, n_ratings, n_left_out,"
        " value_sum.",
        "detection_metrics": "Mean average precision of object detections, one row per IoU threshold: the by columns,"
        " measure, iou_threshold (NULL: the mean over them), value, n_classes, n_ground_truth, n_detections,"
        " n_true_positives, n_left_out.",
        "detection_class_metrics": "Average precision of object detections, one row per class and IoU threshold: the by"
        " columns, class_id, measure, iou_threshold, value, n_ground_truth, n_detections, n_true_positives.",
    }
    of_evaluation: dict[str, str | None] = macros.table_macro_parameters()
    own = {
        "recommendation_metrics": macros.recommendation_parameters(),
        "rating_metrics": macros.rating_parameters(),
        "detection_metrics": macros.detection_parameters(),
        "detection_class_metrics": macros.detection_parameters(),
    }
    own |= dict.fromkeys(PREDICTIONS, macros.prediction_parameters())
    for name, comment in (comments | PREDICTIONS).items():
        known = own.get(name, of_evaluation)
        text = getattr(macros, TABLE + name)()
        parameters = {parameter: default for parameter, default in known.items() if f"${parameter}" in text}
        body = _hygienic(text, parameters)
        yield DuckDBMacro(name=name, parameters=parameters, body=body, comment=comment, is_table=True)


def _hygienic(body: str, parameters: dict[str, Any]) -> str:
    """`$name` becomes the parameter; any other identifier that equals a parameter's name is renamed.

    DuckDB replaces every unqualified column named like a parameter by the argument.
    """
    word = re.compile(r"'(?:[^']|'')*'|\$?\b[a-z_]\w*\b")

    def replaced(match: re.Match[str]) -> str:
        text = match.group()
        if text.startswith("$"):
            return _quoted(text[1:])
        return f"rankhouse_{text}" if text in parameters and text != "by" else text

    return word.sub(replaced, body)


def _quoted(name: str) -> str:
    return f'"{name}"' if name == "by" else name


def _sql(default: Any) -> str | None:
    if isinstance(default, str):
        return "'" + default.replace("'", "''") + "'"
    return None if default is None else str(default)
