"""The tables of docs/reference/promises.md are the tests: each condition, in each way in, gives what its cell says."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import jinja2
import pytest

import rankhouse
from rankhouse._rendering.jinja import macros

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "promises.md").read_text(encoding="utf-8")
WAYS = ("Python", "dbt", "DuckDB SQL")

Rows = list[dict[str, Any]]

RUN, JUDGMENTS = "('q1', 'a', 3.0), ('q1', 'b', 2.0), ('q1', 'c', 1.0)", "('q1', 'b', 1)"
RANKINGS: dict[str, tuple[str, str]] = {
    "nothing is wrong": (RUN, JUDGMENTS),
    "a and b have the same score": (RUN.replace("3.0", "2.0"), JUDGMENTS),
    "the score of b is NULL": (RUN.replace("2.0", "null"), JUDGMENTS),
    "the score of b is NaN": (RUN.replace("2.0", "'nan'::double"), JUDGMENTS),
    "the score of b is infinite": (RUN.replace("2.0", "'inf'::double"), JUDGMENTS),
    "scores are text": ("('q1', 'a', '10'), ('q1', 'b', '9')", JUDGMENTS),
    "the relevance of a is NULL": (RUN, JUDGMENTS + ", ('q1', 'a', null)"),
    "the relevance of a is NaN": (RUN, JUDGMENTS + ", ('q1', 'a', 'nan'::double)"),
    "the relevance of a is -1": (RUN, JUDGMENTS + ", ('q1', 'a', -1)"),
    "a row of the run has no query": (RUN + ", (null, 'b', 9.0)", JUDGMENTS),
    "a row of the run has no item": (RUN + ", ('q1', null, 9.0)", JUDGMENTS),
    "the run has b twice, the second time first": (RUN + ", ('q1', 'b', 9.0)", JUDGMENTS),
    "the judgments have b twice, as 1 and as 0": (RUN, JUDGMENTS + ", ('q1', 'b', 0)"),
    "the run has b twice, the second time without a score": (RUN + ", ('q1', 'b', null)", JUDGMENTS),
    "the run returns nothing for another judged query": (RUN, JUDGMENTS + ", ('q2', 'b', 1)"),
    "the run has a query that nobody judged": (RUN + ", ('q3', 'b', 9.0)", JUDGMENTS),
    "another query has no relevant item": (RUN, JUDGMENTS + ", ('q2', 'b', 0)"),
    "no query is in both": (RUN, "('q2', 'b', 1)"),
    "no item is in both": (RUN, "('q1', 'x', 1)"),
    "query ids are numbers here and text there": (RUN.replace("'q1'", "1"), "('1', 'b', 1)"),
    "query ids are integers here and floats of 2^53 or more there": (
        RUN.replace("'q1'", "1::double") + ", (9007199254740993::double, 'b', 9.0)",
        "(1, 'b', 1)",
    ),
    "the run is empty": ("", JUDGMENTS),
    "the judgments are empty": (RUN, ""),
    "the relevance of b is 1e-308": (RUN, "('q1', 'b', 1e-308)"),
    "all grades are 0": (RUN, "('q1', 'b', 0)"),
    "the run has no column score": (RUN, JUDGMENTS),
    "the measure is misspelt": (RUN, JUDGMENTS),
}
PREDICTIONS = "(1, 0.9), (0, 0.7), (1, 0.6), (0, 0.2)"
CLASSIFIERS = {
    "nothing is wrong": PREDICTIONS,
    "the score of a fifth row is NULL": PREDICTIONS + ", (1, null)",
    "the score of a fifth row is NaN": PREDICTIONS + ", (1, 'nan'::double)",
    "the label of a fifth row is NULL": PREDICTIONS + ", (null, 0.5)",
    "the label of a fifth row is 2": PREDICTIONS + ", (2, 0.5)",
    "the score of a fifth row, a positive, is 1.5": PREDICTIONS + ", (1, 1.5)",
    "the same, log loss": PREDICTIONS + ", (1, 1.5)",
    "all labels are 1": "(1, 0.9), (1, 0.2)",
    "there are no rows": "",
    "scores are text": re.sub(r"(0\.\d)", r"'\1'", PREDICTIONS),
}
RATED = "(5.0, 4.0), (3.0, 3.0)"
RATINGS = {
    "nothing is wrong": RATED,
    "a third prediction is NULL": RATED + ", (1.0, null)",
    "a third prediction is NaN": RATED + ", (1.0, 'nan'::double)",
    "a third prediction is infinite": RATED + ", (1.0, 'inf'::double)",
    "there are no rows": "",
}


def table(heading: str) -> dict[str, list[str]]:
    """By condition, the cells of Python, dbt and DuckDB SQL."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in section.splitlines() if line[:1] == "|"]
    assert rows[0] == ["condition", *WAYS]
    return {condition: cells for condition, *cells in rows[2:]}


CASES = [
    pytest.param(heading, condition, way, cell, id=f"{heading}-{condition}-{way}")
    for heading in ("Rankings", "Classifiers", "Ratings")
    for condition, cells in table(heading).items()
    for way, cell in zip(WAYS, cells, strict=True)
]


def make(con: duckdb.DuckDBPyConnection, name: str, rows: str, columns: str, kinds: str) -> None:
    if rows:
        con.execute(f"create table {name} as from (values {rows}) as given({columns})")
    else:
        con.execute(f"create table {name} ({kinds})")


def of_relation(relation: duckdb.DuckDBPyRelation) -> Rows:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def of_sql(con: duckdb.DuckDBPyConnection, sql: str) -> Rows:
    con.execute(sql)
    assert con.description
    return [dict(zip([name for name, *_ in con.description], row, strict=True)) for row in con.fetchall()]


def rankings(con: duckdb.DuckDBPyConnection, condition: str) -> dict[str, Callable[[], Rows]]:
    tables = {"run": ("score", RANKINGS[condition][0]), "judgments": ("relevance", RANKINGS[condition][1])}
    for name, (value, rows) in tables.items():
        make(con, name, rows, f"query_id, item_id, {value}", f"query_id varchar, item_id varchar, {value} double")
    if condition == "the run has no column score":
        con.execute("alter table run drop column score")
    measures = ["ndgc@2" if condition == "the measure is misspelt" else "ndcg@2"]
    return {
        "Python": lambda: of_relation(rankhouse.evaluate("run", "judgments", measures, con=con)),
        "dbt": lambda: of_sql(con, macros("duckdb").metrics("main.run", "main.judgments", measures)),
        "DuckDB SQL": lambda: of_sql(con, f"from metrics('run', 'judgments', measures := {measures})"),
    }


def classifiers(con: duckdb.DuckDBPyConnection, condition: str) -> dict[str, Callable[[], Rows]]:
    make(con, "predictions", CLASSIFIERS[condition], "label, score", "label int, score double")
    measures = ["log_loss" if condition.endswith("log loss") else "roc_auc"]
    return {
        "Python": lambda: of_relation(rankhouse.classifier_metrics("predictions", measures, con=con)),
        "dbt": lambda: of_sql(con, macros("duckdb").classifier_metrics("main.predictions", measures)),
        "DuckDB SQL": lambda: of_sql(con, f"from classifier_metrics('predictions', measures := {measures})"),
    }


def ratings(con: duckdb.DuckDBPyConnection, condition: str) -> dict[str, Callable[[], Rows]]:
    make(con, "ratings", RATINGS[condition], "rating, prediction", "rating double, prediction double")
    return {
        "Python": lambda: of_relation(rankhouse.rating_metrics("ratings", ["rmse"], con=con)),
        "dbt": lambda: of_sql(con, macros("duckdb").rating_metrics("main.ratings", ["rmse"])),
        "DuckDB SQL": lambda: of_sql(con, "from rating_metrics('ratings', measures := ['rmse'])"),
    }


WORLDS = {"Rankings": (rankings, RANKINGS), "Classifiers": (classifiers, CLASSIFIERS), "Ratings": (ratings, RATINGS)}


@pytest.mark.thorough
@pytest.mark.parametrize(("heading", "condition", "way", "cell"), CASES)
def test_a_promise_is_kept(
    registered: duckdb.DuckDBPyConnection, heading: str, condition: str, way: str, cell: str
) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        call = WORLDS[heading][0](registered, condition)[way]
        if cell.startswith("refused"):
            said = re.fullmatch(r'refused: "(.*)"', cell)
            assert said is not None
            with pytest.raises((rankhouse.InputError, duckdb.Error, jinja2.TemplateError), match=re.escape(said[1])):
                call()
            return
        rows = call()
    assert bool(warned) == ("with a warning" in cell)
    if cell == "no rows":
        assert rows == []
        return
    (row,) = rows
    promised = cell.split(",")[0]
    assert row["value"] == (None if promised == "NULL" else pytest.approx(float(promised), abs=5e-5))
    for column, number in re.findall(r"(n_\w+) (\d+)", cell):
        assert row[column] == int(number)


@pytest.mark.parametrize("heading", WORLDS)
def test_every_condition_is_on_the_page(heading: str) -> None:
    assert [*table(heading)] == [*WORLDS[heading][1]]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_mean_over_many_queries_is_that_of_the_exact_sum(threads: int) -> None:
    con = duckdb.connect(config={"threads": threads})
    con.execute("""
        create table run as select query_id, item_id, -item_id as score
        from range(100_000) as queries(query_id), range(3) as items(item_id);
        create table judgments as select query_id, hash(query_id) % 3 as item_id, 1 + query_id % 2 as relevance
        from range(100_000) as queries(query_id)
    """)
    values = rankhouse.evaluate("run", "judgments", ["ndcg"], per_query=True, con=con).fetchall()
    exact = math.fsum(row[-1] for row in values) / len(values)
    (row,) = rankhouse.evaluate("run", "judgments", ["ndcg"], con=con).fetchall()
    assert row[3] == pytest.approx(exact, rel=1e-15, abs=0)
