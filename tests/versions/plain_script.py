"""What needs only DuckDB, asked of several versions of it: the plain script, and a frozen call of every table macro.

The truth of an answer is brute force's or the typical call's. Of the script's frozen table macros with grouping columns
it is what the package's macros give here. A version runs in a process of its own, which imports nothing but duckdb.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import duckdb

import oracle
import rankhouse
from duckdb_macros.test_plain_script import PREDICTIONS, groupings
from frozen_macros import FROZEN
from oracle import Measure
from predictions import FAWCETT, known
from rankhouse._rendering.jinja import macros
from ranking.test_ways_in import EXAMPLE, call
from ratings import MEASURES, exact
from table_macro_calls import literal
from tables import BEYOND_THE_HEAP, every_measure, has_closed_form
from typical import TYPES, Given, answered, given_tables, plain, typical_calls, wanted

SCRIPT = Path(__file__).parents[2] / "sql" / "rankhouse.sql"
ANSWERS = """
import json, sys, duckdb

def plain(value):
    return str(value)[:10] if hasattr(value, "year") else float(value)

def answer(con, query):
    try:
        found = con.execute(query)
        return {"columns": [each[0] for each in found.description], "rows": found.fetchall()}
    except Exception as error:
        return {"error": str(error)}

answers = []
for statements, queries in json.load(sys.stdin):
    con = duckdb.connect(config={"threads": 1})
    con.execute("set enable_progress_bar = false")
    for statement in statements:
        con.execute(statement)
    answers.append([answer(con, query) for query in queries])
json.dump([duckdb.__version__, answers], sys.stdout, default=plain)
"""


Rows = list[Any]
Wrong = Callable[[list[str], Rows], str]
RATED = [(1.0, 1.5), (2.0, 2.5), (4.0, 3.0), (5.0, 5.0), (3.0, 4.5)]


@dataclass(frozen=True)
class Question:
    """wrong: what is wrong with the columns and the rows of its answer, or nothing."""

    name: str
    query: str
    wrong: Wrong


@dataclass(frozen=True)
class Part:
    """Questions over the tables and macros that some statements make, in a database of their own."""

    statements: Sequence[str]
    questions: Sequence[Question]


def problems(place: Path | None = None) -> tuple[str, int, list[str]]:
    """The version of DuckDB in a folder of packages (None: the one here), how much it was asked, and what is wrong."""
    version, answers = told(place, [[part.statements, [each.query for each in part.questions]] for part in parts()])
    found = [
        f"{question.name}: {said}"
        for part, of_part in zip(parts(), answers, strict=True)
        for question, answer in zip(part.questions, of_part, strict=True)
        if (said := answer.get("error") or question.wrong(answer["columns"], answer["rows"]))
    ]
    return version, sum(len(part.questions) for part in parts()), found


def refusals(place: Path, library: Path) -> tuple[str, list[str]]:
    """What a version of DuckDB says of the plain script, of a frozen macro and of a file that `install` has made."""
    texts = [
        SCRIPT.read_text(encoding="utf-8"),
        rankhouse.freeze("frozen", "metrics"),
        f"attach {literal(str(library))}",
    ]
    version, [answers] = told(place, [([], texts)])
    return version, [each.get("error", "") for each in answers]


def told(place: Path | None, asked: Iterable[Sequence[Sequence[str]]]) -> tuple[str, list[Any]]:
    """The version, and the answers to the queries that follow some statements in a database."""
    environment = dict(os.environ) if place is None else os.environ | {"PYTHONPATH": str(place)}
    command = [sys.executable, "-c", ANSWERS]
    answered = subprocess.run(
        command, input=json.dumps([*asked]), check=True, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout
    version, answers = json.loads(answered)
    return version, answers


@cache
def parts() -> list[Part]:
    script = SCRIPT.read_text(encoding="utf-8")
    frozen, calls = zip(*frozen_calls(), strict=True)
    return [
        Part([script, *of_example()], [*aggregates(), *rankings()]),
        Part([script, *PREDICTIONS.split(";\n")[:-1]], [*by_columns(script)]),
        Part([script], [*of_rows()]),
        Part([*map(created, given_tables().values()), *frozen], calls),
    ]


# The aggregates of the script, and its metrics.


def of_example() -> Iterator[str]:
    for name, rows, figure in (("run", EXAMPLE.run, "score"), ("judgments", EXAMPLE.labels, "relevance")):
        values = [[row["query_id"], row["item_id"], row[figure]] for row in rows]
        yield f"create table {name} (query_id bigint, item_id bigint, {figure} double); {filled(name, values)}"


def aggregates() -> Iterator[Question]:
    """Those of rankings, as every measure that they can give."""
    by_item = "case when score is not null then row(score, item_id) end"
    for ties, score in (("item", by_item), ("worst", "score")):
        for measure in every_measure(None, 1, 3, 10, BEYOND_THE_HEAP):
            has_own = oracle.truth_of(measure.metric).has_a_rule_for_ties(dict(measure.options))
            asked = called(measure, "score" if has_own else score)
            if asked and has_closed_form(measure, ties):
                query = "from run full join judgments using (query_id, item_id) group by query_id"
                yield Question(
                    f"{measure}, ties {ties}, by aggregate",
                    f"select query_id, {asked} {query}",
                    partial(differing, by_brute_force([measure], ties), 1, False),
                )


def called(measure: Measure, score: str) -> str | None:
    options = dict(measure.options)
    if options.keys() == {"partial"} and measure.k is None:
        return f"partial_roc_auc(relevance, {score}, {options['partial']})"
    return None if "weights" in options else call(measure, score)


def rankings() -> Iterator[Question]:
    """metrics and query_metrics of the script."""
    package = macros("duckdb")
    with_k = package.open_names_with_k()
    asked = [Measure(name, k) for name in package.open_names() for k in ([3, 10] if name in with_k else [None])]
    yield Question(
        "query_metrics of the script",
        "select query_id, measure, value from query_metrics('run', 'judgments', k := [3, 10])",
        partial(differing, by_brute_force(asked, "item", True), 2, True),
    )
    means = oracle.metrics([*oracle.units(EXAMPLE.run, EXAMPLE.labels)], asked)
    yield Question(
        "metrics of the script",
        "select measure, value, ci_low, ci_high from metrics('run', 'judgments', k := [3, 10])",
        partial(differing, {(name,): (of.value, of.ci_low, of.ci_high) for (_, name), of in means.items()}, 1, True),
    )


def by_brute_force(measures: Sequence[Measure], ties: str, names: bool = False) -> dict[Any, Any]:
    units = [*oracle.units(EXAMPLE.run, EXAMPLE.labels)]
    found = oracle.query_metrics(units, measures, ties)
    return {(query, name) if names else (query,): (value,) for (_, query, name), value in found.items()}


def of_rows() -> Iterator[Question]:
    """The aggregates of classifiers and ratings, and the overlap of boxes."""
    rows = ", ".join(map(str, FAWCETT))
    truth = known(FAWCETT, [0.5], ["log_loss", "brier", "mcc"])
    yield Question(
        "aggregates of classifiers",
        f"select log_loss(label, score), brier(label = 1, score), mcc(label, score >= 0.5) from (values {rows})"
        " as rows(score, label)",
        partial(differing, {(): tuple(truth.values())}, 0, True),
    )
    calls = ", ".join(f"{measure}(actual, predicted)" for measure in MEASURES)
    truth = {(): tuple(value for value, _ in exact(RATED).values())}
    rows = ", ".join(map(str, RATED))
    yield Question(
        "aggregates of ratings",
        f"select {calls} from (values {rows}) as rows(actual, predicted)",
        partial(differing, truth, 0, True),
    )
    # 1 of 4 + 4 - 1.
    yield Question("iou", "select iou(0, 0, 2, 2, 1, 1, 3, 3)", partial(differing, {(): (1 / 7,)}, 0, True))


# Frozen table macros.


def by_columns(script: str) -> Iterator[Question]:
    """Those of the script, in groups."""
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute(script)
        con.execute(PREDICTIONS)
        listed = "select function_name, parameters from duckdb_functions() where function_type = 'table_macro'"
        parameters = dict(con.execute(listed).fetchall())
        for macro, by in ((each, by) for each in FROZEN for by in groupings(each)):
            tables = [each for each in parameters[macro] if each != "by"]
            arguments: dict[str, Any] = {"by": by} if "by" in parameters[macro] else {}
            if macro in ("confusion_matrix", "class_metrics"):
                arguments["columns"] = {"prediction": "prediction"}
            truth = con.sql(str(getattr(macros("duckdb"), macro)(*tables, **arguments)))
            grouped = f', "by" := {by}' if "by" in arguments else ""
            yield Question(
                f"{macro} of the script by {by}",
                f"from {macro}({', '.join(map(repr, tables))}{grouped})",
                partial(other_than, truth.columns, truth.fetchall()),
            )


def frozen_calls() -> Iterator[tuple[str, Question]]:
    """The typical call of each table macro, frozen: its text, and how it is asked."""
    for name in macros("duckdb").table_macros():
        if typical := typical_calls().get(name):
            text = rankhouse.freeze(f"frozen_{name}", name, **typical.given)
            yield text, Question(f"{name}, frozen", f"from frozen_{name}()", partial(untrue, name))


def created(table: Given) -> str:
    columns = ", ".join(f'"{name}" {TYPES[kind]}' for name, kind in table.kinds.items())
    return f"create table {table.name} ({columns}); {filled(table.name, table.rows)}"


def filled(name: str, rows: Iterable[Iterable[Any]]) -> str:
    """A number as its text, since some are infinite or none."""
    cells = [", ".join(literal(str(cell) if isinstance(cell, float) else cell) for cell in row) for row in rows]
    return f"insert into {name} values {', '.join(f'({each})' for each in cells)}"


# What is wrong with an answer.


def untrue(name: str, columns: list[str], rows: Rows) -> str:
    found = answered(typical_calls()[name], columns, rows)
    try:
        return of_values(wanted(typical_calls()[name], found), found)
    except AssertionError as error:
        return str(error)


def differing(truth: Mapping[Any, Any], n_keys: int, is_whole: bool, _: list[str], rows: Rows) -> str:
    """The first columns of a row are its key."""
    found = {tuple(row[:n_keys]): row[n_keys:] for row in rows}
    others = found.keys() - truth.keys()
    return f"it has {others} besides" if others and is_whole else of_values(truth, found)


def other_than(columns: list[str], truth: Iterable[Sequence[Any]], found_columns: list[str], rows: Rows) -> str:
    """Other rows than these, whatever their order."""
    if columns != found_columns:
        return f"columns {found_columns} for {columns}"
    both = (sorted(([*map(rounded, row)] for row in each), key=repr) for each in (truth, rows))
    return of_values(*(dict(enumerate(each)) for each in both))


def rounded(value: Any) -> Any:
    value = value if isinstance(value, list | dict) else plain(value)
    return round(value, 9) + 0.0 if isinstance(value, float) else value


def of_values(truth: Mapping[Any, Any], found: Mapping[Any, Any]) -> str:
    for key, values in truth.items():
        if key not in found:
            return f"it lacks {key}"
        if len(values) != len(found[key]) or not all(map(same, values, found[key])):
            return f"{key} is {found[key]} for {values}"
    return "" if len(truth) <= len(found) else "it lacks rows"


def same(value: Any, other: Any) -> bool:
    if isinstance(value, float | int) and isinstance(other, float | int):
        return value == other or abs(value - other) <= 1e-9 * max(1, abs(value)) or (value != value and other != other)
    return bool(value == other)
