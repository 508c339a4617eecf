"""The warning of a column that is mostly a cluster, where nobody named one: its numbers, and when it is not there."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import rankhouse
from comparison.test_clusters import error
from rankhouse import InputWarning

N = 120
USERS = [f"u{number // 3}" for number in range(N)]


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def values() -> pd.DataFrame:
    """Two systems over 120 queries of 40 users, who like or dislike both measures and one of the systems."""
    rng = np.random.default_rng(4)
    of_users, likes = rng.random(40), rng.normal(size=40)
    rows = [
        (system, f"q{number}", user, measure, measure, None, of_users[place] + sign * likes[place] + rng.normal() / 5)
        for number, user in enumerate(USERS)
        for place in [int(user[1:])]
        for system, sign in (("a", 0.0), ("b", 0.3))
        for measure in ("mrr", "map")
    ]
    return pd.DataFrame(rows, columns=["system", "query_id", "user_id", "measure", "metric", "k", "value"])


def doubts(asked: Callable[[], Any]) -> list[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        asked()
    assert {each.category for each in found} <= {InputWarning}
    return [str(each.message) for each in found if "pass cluster=" in str(each.message)]


def plain(x: np.ndarray) -> float:
    return float(x.std(ddof=1) / np.sqrt(len(x)))


def says(found: list[str], of: str, x: np.ndarray, column: str = "user_id") -> None:
    (doubt,) = found
    assert doubt.startswith(f"column {column!r} has 40 values for 120 queries")
    assert f"pass cluster={column!r}" in doubt
    match = re.search(r"the standard error of (.+) is then ([\d.]+) instead of ([\d.]+)$", doubt)
    assert match
    assert match[1] == of
    known = error(x.tolist(), USERS), plain(x)
    assert (float(match[2]), float(match[3])) == pytest.approx(known, rel=1e-3)
    assert known[0] > 1.3 * known[1]


def of_system(table: pd.DataFrame, measure: str, system: str) -> np.ndarray:
    return table[(table.measure == measure) & (table.system == system)].value.to_numpy()


@pytest.mark.parametrize("column", ["user_id", "document_id", "session_id", "conversation_id"])
def test_values_by_query(con: duckdb.DuckDBPyConnection, column: str) -> None:
    table = values().rename(columns={"user_id": column})
    differences = of_system(table, "mrr", "b") - of_system(table, "mrr", "a")
    for given in (table, con.from_df(table)):
        found = doubts(lambda given=given: rankhouse.compare(given))
        says(found, "the difference in mrr", differences, column)
    found = doubts(lambda: rankhouse.compare(table, measures=["map"]))
    says(found, "the difference in map", of_system(table, "map", "b") - of_system(table, "map", "a"), column)
    # Means are in the order of the alphabet.
    found = doubts(lambda: rankhouse.mean_intervals(table))
    says(found, "map", of_system(table, "map", "a"), column)


def lists() -> tuple[dict[str, pd.DataFrame], pd.DataFrame]:
    rng = np.random.default_rng(9)
    rows = [(f"q{query}", f"d{item}") for query in range(N) for item in range(4)]
    runs = {
        name: pd.DataFrame([(*row, rng.random()) for row in rows], columns=["query_id", "item_id", "score"])
        for name in "ab"
    }
    judged = [(query, item, int(item == "d0" or rng.integers(2)), USERS[int(query[1:])]) for query, item in rows]
    return runs, pd.DataFrame(judged, columns=["query_id", "item_id", "relevance", "user_id"])


def test_judgments(con: duckdb.DuckDBPyConnection) -> None:
    runs, judgments = lists()
    stacked = pd.concat([run.assign(system=name) for name, run in runs.items()])
    con.execute("create table runs as from stacked")
    con.execute("create table judgments as from judgments")
    of_queries = {
        name: rankhouse.evaluate(run, judgments, ["precision@2"], per_query=True).df() for name, run in runs.items()
    }
    a, b = (of_queries[name].sort_values("query_id", key=lambda ids: ids.str[1:].astype(int)).value for name in "ab")
    x = b.to_numpy() - a.to_numpy()
    known = f"is then {error(x.tolist(), USERS):.4g} instead of {plain(x):.4g}"
    measures = ["precision@2", "map"]
    for given in (
        lambda: rankhouse.compare(runs, judgments, measures),
        lambda: rankhouse.compare(stacked, judgments, measures),
        lambda: rankhouse.compare("runs", "judgments", measures, con=con),
    ):
        (doubt,) = doubts(given)
        assert doubt.endswith(f"the standard error of the difference in precision@2 {known}")
    assert doubt in rankhouse_warnings(lambda: rankhouse.compare("runs", "judgments", measures, con=con))


def rankhouse_warnings(asked: Callable[[], Any]) -> list[str]:
    with warnings.catch_warnings():
        # As a user silences it.
        warnings.filterwarnings("ignore", category=InputWarning)
        return list(asked().warnings)


def test_no_warning_where_there_is_nothing_to_say() -> None:
    table, (runs, judgments) = values(), lists()
    measures = ["precision@2"]
    of_users = table.drop_duplicates(["system", "user_id", "measure"])

    def users(changed: Any) -> pd.DataFrame:
        return table.assign(user_id=changed)

    calls: list[Callable[[], Any]] = [
        # named, as the cluster or otherwise
        lambda: rankhouse.compare(table, cluster="user_id"),
        lambda: rankhouse.mean_intervals(table, cluster="user_id"),
        lambda: rankhouse.mean_intervals(table, by=["system", "user_id"]),
        lambda: rankhouse.compare(of_users, columns={"query_id": "user_id"}),
        lambda: rankhouse.mean_intervals(of_users, columns={"query_id": "user_id"}),
        # another name
        lambda: rankhouse.compare(table.rename(columns={"user_id": "person"})),
        # a query of several, one for each query, one for all, none
        lambda: rankhouse.compare(users([f"u{number % 7}" for number in range(len(table))])),
        lambda: rankhouse.compare(users("u" + table.query_id)),
        lambda: rankhouse.mean_intervals(users("u")),
        lambda: rankhouse.mean_intervals(users(None)),
        # of the judgments
        lambda: rankhouse.compare(runs, judgments, measures, cluster="user_id"),
        lambda: rankhouse.compare(runs, judgments, measures, check="none"),
        lambda: rankhouse.compare(
            {name: run.rename(columns={"item_id": "document_id"}) for name, run in runs.items()},
            judgments.rename(columns={"item_id": "document_id"}).drop(columns="user_id"),
            measures,
            columns={"item_id": "document_id"},
        ),
    ]
    assert [doubts(call) for call in calls] == [[]] * len(calls)


def test_wilson_takes_no_cluster() -> None:
    table = values()
    table["value"] = (table.value > 0.5).astype(float)
    (doubt,) = doubts(lambda: rankhouse.mean_intervals(table, method="wilson"))
    assert "pass cluster='user_id' and another method" in doubt
