"""Contracts on inputs whose columns have other names: `columns` is taken as by the macros that make metrics."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

from rankhouse import InputError
from rankhouse._rendering.jinja import Macros
from relations import Relation, column

COLUMNS = {
    "query_id": "user id",
    "run.item_id": "film",
    "item_id": "movie",
    "score": "points",
    "relevance": "stars",
}
INPUTS = """
    create table run as from (values (1, 'a', 0.5), (1, 'a', 0.25), (2, null, null))
        as listed("user id", film, points);
    create table judgments as from (values ('1', 'a', 9), ('3', 'b', 1)) as judged("user id", movie, stars);
    create table seen as from (values (1, 'a')) as seen("user id", movie)
"""
# Of each test the relation, its arguments, and its rows.
TESTS: dict[str, tuple[str, dict[str, Any], list[Any]]] = {
    "unique_items": ("run", {"columns": {"query_id": "user id", "item_id": "film"}}, [(1, "a", 2)]),
    "complete_items": ("run", {"value": "score", "columns": COLUMNS | {"item_id": "film"}}, [(2, None, None)]),
    "one_score_per_item": ("run", {"columns": COLUMNS | {"item_id": "film"}}, [(1, "a", 2, 0.25, 0.5)]),
    "ids_match": ("run", {"judgments": "judgments"}, [("user id", "INTEGER", "VARCHAR")]),
    "queries_overlap": ("run", {"judgments": "judgments", "at_least": 0.9}, [(2, 1, 0.5, 0.9)]),
    "relevance_between": ("judgments", {"lowest": 0, "highest": 5}, [("1", "a", 9)]),
    "no_training_items": ("run", {"training": "seen"}, [(1, "a", 0.5), (1, "a", 0.25)]),
}


RELATIONS = ("judgments", "training")


@pytest.fixture
def package() -> Macros:
    """With the columns of a relation, as dbt asks for them."""
    package = Macros("duckdb")
    package._environment.globals["execute"] = True
    package._environment.globals["adapter"].get_columns_in_relation = lambda relation: [
        column(name, kind) for name, kind, *_ in duckdb.sql(f"describe {relation}").fetchall()
    ]
    return package


def test_columns_have_the_users_names(package: Macros, monkeypatch: pytest.MonkeyPatch) -> None:
    with duckdb.connect() as con:
        con.execute(INPUTS)
        monkeypatch.setattr(duckdb, "sql", con.sql)
        for name, (relation, arguments, rows) in TESTS.items():
            test = getattr(package, f"test_{name}")
            given = arguments | {side: Relation(arguments[side]) for side in RELATIONS if side in arguments}
            sql = test(Relation(relation), **{"columns": COLUMNS} | given)
            found = con.execute(sql).fetchall()
            assert [row[:-1] for row in found] == rows, name
            assert all(isinstance(row[-1], str) for row in found), name
            with pytest.raises(InputError, match="'querry_id'"):
                test(relation, **arguments | {"columns": {"querry_id": "q"}})
