"""Measures of retrieval for language models: against ragas, autoevals and nuggetizer; and labels that are wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from copied import copy_macros
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from ranking.test_intents import WAYS, Rows, asked, load
from recorded import rag

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "rag" / "values.json").read_text())
IMPORTANCE: dict[str, Any] = {"columns": {"importance": "importance"}}
RAGAS_ADDS = 1e-10
"""To what its context precision divides by."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def of_lists() -> tuple[Rows, Rows]:
    run, support, importance = rag.lists()
    return (
        [(query, item, -place) for query, items in run.items() for place, item in enumerate(items)],
        [
            (query, item, nugget, grade, None, importance[query][nugget])
            for query, items in support.items()
            for item, nuggets in items.items()
            for nugget, grade in nuggets.items()
        ],
    )


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("library", RECORDED)
def test_values_are_those_of_the_library(con: duckdb.DuckDBPyConnection, library: str, way: str) -> None:
    load(con, *of_lists())
    wanted = {(query, name): value for name, each in RECORDED[library].items() for query, value in each.items()}
    answer = asked(con, way, [*RECORDED[library]], convention=library, **IMPORTANCE)
    # ragas' measures in the order of its default come without their option.
    found = {(row[0], row[1]): row[-1] for row in answer}
    assert len(found) == 24 * len(RECORDED[library])
    assert found == {key: pytest.approx(value, abs=1.5 * RAGAS_ADDS) for key, value in wanted.items()}


def test_what_ragas_adds_to_the_divisor() -> None:
    """So that the values differ by less than that."""
    ours = Fraction(5, 6)
    added = (1 + Fraction(2, 3)) / (2 + Fraction(RAGAS_ADDS))
    assert 0 < ours - added < RAGAS_ADDS


def test_one_name_is_three_numbers(con: duckdb.DuckDBPyConnection) -> None:
    """Passages at ranks 2 and 3 of 4 help."""
    load(con, [("q", item, -place) for place, item in enumerate("abcd")], [("q", "b", "x", 1), ("q", "c", "y", 1)])
    choices = {"ranked": (Fraction(1, 2) + Fraction(2, 3)) / 2, "unordered": Fraction(2, 4), "joined": 1}
    for choice, value in choices.items():
        ((*_, found),) = asked(con, "dbt", [f"context_precision(verdicts={choice})@4"])
        assert found == pytest.approx(float(value))


def test_explain_shows_what_makes_two_libraries_differ(con: duckdb.DuckDBPyConnection) -> None:
    judged = [("q", "b", "x", 1), ("q", "c", "x", 1)]
    load(con, [("q", item, -place) for place, item in enumerate("abcd")], judged)
    steps = rankhouse.explain("run", "judgments", ["context_precision"], source="ragas", target="autoevals", con=con)
    found = [row for row in steps.project("switched, before, after, difference").fetchall() if row[0]]
    assert found == [("denominator", "verdicts=ranked", "verdicts=joined", pytest.approx(float(1 - Fraction(7, 12))))]


def test_context_precision_takes_judgments_of_items_too(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create or replace table graded as from (values ('q', 'b', 2), ('q', 'c', 1)) _(query_id, item_id, relevance)"
    )
    found = rankhouse.evaluate({"q": {"a": 3, "b": 2, "c": 1}}, "graded", ["context_precision"], con=con).fetchall()
    assert found[0][3] == pytest.approx(float(Fraction(7, 12)))
    sql = (
        "select context_precision_at_k(relevance, score, 3) from (values (0, 3), (2, 2), (1, 1)) as _(relevance, score)"
    )
    assert con.sql(sql).fetchall() == [(pytest.approx(float(Fraction(7, 12))),)]


def test_the_scores_of_a_small_answer(con: duckdb.DuckDBPyConnection) -> None:
    """Nugget 1 is vital, in full in b; 2 okay, in part; 3 vital, and in none; 4 okay, in full below the cutoff."""
    rows = [("a", "1", 0.5, "vital"), ("b", "1", 1, "vital"), ("b", "2", 0.5, "okay"), ("c", "3", 0, "vital")]
    rows += [("d", "4", 1, "okay")]
    load(
        con,
        [("q", item, -place) for place, item in enumerate("abcd")],
        [("q", item, nugget, grade, None, importance) for item, nugget, grade, importance in rows],
    )
    by_hand = {
        "context_recall@3": Fraction(2, 4),
        "context_recall(claims=supported)@3": Fraction(2, 3),
        "subtopic_recall@3": Fraction(2, 3),
        "nugget_recall": (1 + Fraction(1, 2) + 0 + 1) / 4,
        "nugget_recall@1": Fraction(1, 2) / 4,
        "nugget_recall(okay=0)": Fraction(1, 2),
        "nugget_recall(okay=0, partial=0)@1": Fraction(0),
        "nugget_recall(okay=0.5)": (1 + Fraction(1, 2) * Fraction(1, 2) + Fraction(1, 2)) / 3,
        "nugget_recall(partial=0)": Fraction(2, 4),
    }
    for way in WAYS:
        found = {row[1]: row[-1] for row in asked(con, way, [*by_hand], **IMPORTANCE)}
        assert found == pytest.approx({name: float(value) for name, value in by_hand.items()})


def test_grades_of_two_and_one(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [("q", "a", 2), ("q", "b", 1)], [("q", "a", "x", 2), ("q", "b", "y", 1), ("q", "b", "x", 1)])
    found = {row[1]: row[-1] for row in asked(con, "dbt", ["nugget_recall(full_from=2)", "nugget_recall"])}
    assert found == {"nugget_recall(full_from=2)": 0.75, "nugget_recall": 1.0}


def test_a_query_without_vital_nuggets_is_0_of_the_vital_ones(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [("q", "a", 1)], [("q", "a", "x", 1, None, "okay")])
    found = {row[1]: row[-1] for row in asked(con, "dbt", ["nugget_recall(okay=0)", "nugget_recall"], **IMPORTANCE)}
    assert found == {"nugget_recall(okay=0)": 0.0, "nugget_recall": 1.0}


NEEDS = "nugget_recall with a weight for okay nuggets needs to know which nuggets are vital: give the column"
BAD_ARGUMENTS: dict[str, tuple[list[str], dict[str, Any], str]] = {
    "no importance": (["nugget_recall(okay=0)"], {}, NEEDS),
    "no intents": (["context_recall"], {"intents": None}, "context_recall is a measure over intents"),
    "ties": (["nugget_recall"], {"ties": "average"}, "nugget_recall needs ties=item"),
    "ties of ranked verdicts": (["context_precision@3"], {"ties": "best"}, "depends on ties in two ways"),
    "weight": (["nugget_recall(okay=2)"], IMPORTANCE, "okay of nugget_recall is a number from 0 to 1, got '2'"),
    "partial": (["nugget_recall(partial=-1)"], {}, "partial of nugget_recall is a number from 0 to 1, got '-1'"),
    "full_from": (["nugget_recall(full_from=0)"], {}, "full_from of nugget_recall is a number above 0, got '0'"),
    "verdicts": (["context_precision(verdicts=each)"], {}, "ranked"),
    "not in autoevals": (["nugget_recall"], {"convention": "autoevals"}, "autoevals 0.4.1 has no"),
}


def test_importance_is_read_with_intents() -> None:
    with pytest.raises(Exception, match="importance is only read with intents, the column of the judgments"):
        macros("duckdb").query_metrics("run", "judgments", ["map"], **IMPORTANCE)


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["dbt", "python"])
@pytest.mark.parametrize("case", BAD_ARGUMENTS)
def test_what_is_said_of_wrong_arguments(con: duckdb.DuckDBPyConnection, way: str, case: str) -> None:
    load(con, *of_lists())
    measures, arguments, message = BAD_ARGUMENTS[case]
    with pytest.raises(InputError if way == "python" else Exception, match=re.escape(message)):
        asked(con, way, measures, **arguments)


# What is done to the nuggets: (SQL, what is said).
BAD_ROWS = {
    "no importance": ("null", "nugget 'n0' of query 'q0' has no importance: set it to vital or okay"),
    "another word": ("'Vital'", "nugget 'n0' of query 'q0' has importance 'Vital': it must be vital or okay"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", BAD_ROWS)
def test_what_is_said_of_wrong_importance(con: duckdb.DuckDBPyConnection, way: str, case: str) -> None:
    load(con, *of_lists())
    value, message = BAD_ROWS[case]
    con.execute(f"update judgments set importance = {value} where query_id = 'q0' and intent = 'n0'")
    with pytest.raises(InputError if way == "python" else duckdb.Error, match=re.escape(message)):
        asked(con, way, ["nugget_recall(okay=0)"], **IMPORTANCE)
    # Who does not ask for it does not need it.
    assert asked(con, way, ["nugget_recall"])


@pytest.mark.parametrize("way", WAYS)
def test_a_nugget_has_one_importance(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rows = [("q", "a", "x", 1, None, "vital"), ("q", "b", "x", 0.5, None, "okay")]
    load(con, [("q", "a", 1)], rows)
    message = (
        "nugget 'x' of query 'q' is vital in one row and okay in another: give it the same importance in all its rows"
    )
    with pytest.raises(InputError if way == "python" else duckdb.Error, match=re.escape(message)):
        asked(con, way, ["nugget_recall(okay=0.5)"], **IMPORTANCE)


def test_a_column_of_importance_that_is_not_there(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *of_lists())
    with pytest.raises(InputError, match="no column 'weightiness'"):
        asked(con, "python", ["nugget_recall(okay=0)"], columns={"importance": "weightiness"})


def test_support_by_no_passage_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *of_lists())
    con.execute("update judgments set item_id = null where query_id = 'q0' and intent = 'n0' and relevance = 0")
    with pytest.raises(InputError, match="no item_id"):
        asked(con, "python", ["context_recall"])


def test_conventions_say_what_they_need() -> None:
    needs = {name: macros("duckdb").conventions()[name].get("needs", []) for name in RECORDED}
    assert needs == {"ragas": ["untied scores"], "autoevals": ["untied scores"], "nuggetizer": []}


def by_document(con: duckdb.DuckDBPyConnection) -> None:
    """As docs/how-to/rag.md ranks documents."""
    con.execute("create or replace table passages (query_id varchar, document_id varchar, score double)")
    rows = [("q", "y", 5), ("q", "x", 4), ("q", "y", 3), ("q", "z", 2), ("q", "x", 1)]
    con.executemany("insert into passages values (?, ?, ?)", rows)
    con.execute(
        "create or replace view documents as"
        " select query_id, document_id as item_id, max(score) as score from passages group by all"
    )
    con.execute(
        "create or replace table gold as from (values ('q', 'x', 1), ('q', 'z', 1)) as _(query_id, item_id, relevance)"
    )


def test_a_document_counts_once_at_its_first_passage(con: duckdb.DuckDBPyConnection) -> None:
    """y, x, y, z, x is y, x, z: hits at 2 and 3."""
    by_document(con)
    sql = "select metric, value from metrics('documents', 'gold', measures := ['context_precision', 'recall@3', 'mrr'])"
    wanted = {"context_precision": 7 / 12, "recall": 1.0, "reciprocal_rank": 0.5}
    assert dict(con.sql(sql).fetchall()) == pytest.approx(wanted)


def test_a_passage_of_no_document(con: duckdb.DuckDBPyConnection) -> None:
    by_document(con)
    con.execute("insert into passages values ('q', null, 6)")
    sql = "select value from metrics('documents', 'gold', measures := ['mrr'])"
    assert con.sql(sql).fetchall() == [(0.5,)]
    problems = con.sql("select side, problem, n_rows from input_problems('documents', 'gold')").fetchall()
    assert ("run", "item_id is NULL", 1) in problems
    with pytest.raises(InputError, match="1 row has no item_id"):
        rankhouse.evaluate("documents", "gold", "mrr", con=con)
