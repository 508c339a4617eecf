"""`metrics` with clusters: the errors of means over queries that hang together, from the values by query."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from statsmodels.api import OLS, WLS
from typer.testing import CliRunner

import rankhouse
from copied import copy_macros
from rankhouse import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

MEASURES = ["ndcg@5", "map"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """60 queries of 20 users; the run lacks five, and has one that nobody judged; some queries are of no user."""
    with duckdb.connect() as con:
        copy_macros(con)
        con.execute(
            "create table judgments as select q as query_id, d as item_id, (hash(q, d) % 3)::int as relevance,"
            " case when q % 7 > 0 then 'u' || q % 20 end as user_id, case when q < 30 then 'de' end as country"
            " from range(60) as queries(q), range(6) as items(d)"
        )
        con.execute(
            "create table run as select system, query_id, item_id, hash(system, query_id, item_id) % 100 as score"
            " from (select query_id, item_id from judgments union all select 99, 1), (values ('a'), ('b')) as s(system)"
            " where query_id < 55 or query_id = 99"
        )
        yield con


def users(con: duckdb.DuckDBPyConnection) -> dict[int, str]:
    return dict(
        con.sql("select query_id, coalesce(max(user_id), 'of q' || query_id) from judgments group by 1").fetchall()
    )


def error(values: list[float], clusters: list[str]) -> float:
    groups = np.unique(clusters, return_inverse=True)[1]
    return float(OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": groups}).bse[0])


def rows(found: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def asked(con: duckdb.DuckDBPyConnection, way: str, **given: Any) -> list[dict[str, Any]]:
    if way == "dbt":
        return rows(con.sql(str(macros("duckdb").metrics("run", "judgments", **given))))
    if way == "table macro":
        return rows(
            con.sql(
                f"from metrics('run', judgments := 'judgments', {', '.join(f'{k} := {v!r}' for k, v in given.items())})"
            )
        )
    return rows(rankhouse.evaluate("run", "judgments", **given, con=con))


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
@pytest.mark.parametrize("queries", ["judged", "run", "all"])
def test_errors_are_those_of_statsmodels(con: duckdb.DuckDBPyConnection, way: str, queries: str) -> None:
    given = {"measures": MEASURES, "by": ["system"], "queries": queries}
    by_query = rows(rankhouse.evaluate("run", "judgments", **given, per_query=True, con=con))
    plain = {(row["system"], row["measure"]): row for row in asked(con, way, **given)}
    of_users = users(con)
    found = asked(con, way, **given, cluster="user_id")
    assert len(found) == len(plain) == 4
    for row in found:
        own = [each for each in by_query if each["system"] == row["system"] and each["measure"] == row["measure"]]
        known = [each for each in own if each["value"] is not None]
        clusters = [of_users.get(each["query_id"], "nobody's") for each in known]
        wrong = error([each["value"] for each in known], clusters)
        assert row["std_error"] == pytest.approx(wrong, abs=1e-12)
        assert (row["n_queries"], row["n_clusters"]) == (len(known), len(set(clusters)))
        low, high = (row["value"] + sign * 1.959963984540054 * wrong for sign in (-1, 1))
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((max(low, 0), min(high, 1)))
        before = plain[row["system"], row["measure"]]
        for name in ("value", "n_queries", "n_missing", "value_sum", "metric", "k"):
            assert row[name] == (pytest.approx(before[name]) if isinstance(before[name], float) else before[name])
        assert list(row) == [
            name for each in before for name in ([each, "n_clusters"] if each == "n_queries" else [each])
        ]


def test_every_query_its_own_cluster_is_no_cluster(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create or replace view own_judgments as"
        " select *, 'own ' || query_id as own, null::int as nobody from judgments"
    )
    measures = ["ndcg@5", "gmap", "roc_auc(weights=positives)"]
    for by in (["system"], ["system", "country"]):
        plain = rankhouse.evaluate("run", "own_judgments", measures, by=by, con=con)
        for cluster in ("own", "nobody"):
            clustered = rankhouse.evaluate("run", "own_judgments", measures, by=by, cluster=cluster, con=con)
            found = clustered.project("* exclude n_clusters")
            assert found.columns == plain.columns
            for mine, theirs in zip(found.fetchall(), plain.fetchall(), strict=True):
                for one, other in zip(mine, theirs, strict=True):
                    assert one == (pytest.approx(other, abs=1e-12) if isinstance(other, float) else other)


def test_a_weighted_mean(con: duckdb.DuckDBPyConnection) -> None:
    """As statsmodels has it of weighted least squares."""
    given: dict[str, Any] = {"by": ["system"], "queries": "intersection", "con": con}
    (found,) = [
        row
        for row in rows(
            rankhouse.evaluate("run", "judgments", "roc_auc(weights=positives)", cluster="user_id", **given)
        )
        if row["system"] == "a"
    ]
    values = rows(rankhouse.evaluate("run", "judgments", "roc_auc(weights=positives)", per_query=True, **given))
    positives = dict(con.sql("select query_id, sum((relevance > 0)::int) from judgments group by 1").fetchall())
    known = [row for row in values if row["system"] == "a" and row["value"] is not None]
    of_users = users(con)
    groups = np.unique([of_users[row["query_id"]] for row in known], return_inverse=True)[1]
    weights = [float(positives[row["query_id"]]) for row in known]
    model = WLS([row["value"] for row in known], np.ones(len(known)), weights=weights)
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert found["value"] == pytest.approx(fitted.params[0])
    # statsmodels takes a further (n - 1) / (n - k), which is 1 for a constant.
    assert found["std_error"] == pytest.approx(fitted.bse[0], rel=1e-9)


def test_grouping_sets_put_the_values_of_a_query_together(con: duckdb.DuckDBPyConnection) -> None:
    sets = [["system", "country"], ["country"], []]
    given = {"measures": ["ndcg@5"], "by": ["system"], "judgments_by": ["country"], "grouping_sets": sets}
    found = asked(con, "dbt", **given, cluster="user_id")
    plain = asked(con, "dbt", **given)
    assert len(found) == len(plain) == 7
    by_query = rows(
        con.sql(
            str(macros("duckdb").query_metrics("run", "judgments", ["ndcg@5"], by=["system"], judgments_by=["country"]))
        )
    )
    of_users = users(con)
    for row in found:
        is_in = lambda each: all(each[name] == row[name] for name in row["grouping_set"].split(", ") if name)  # noqa: E731, B023
        known = [each for each in by_query if each["value"] is not None and is_in(each)]
        wrong = error([each["value"] for each in known], [of_users[each["query_id"]] for each in known])
        assert row["std_error"] == pytest.approx(wrong, abs=1e-12), row
        assert row["n_queries"] == len(known)


def test_a_labelled_run_has_clusters_too(con: duckdb.DuckDBPyConnection) -> None:
    labelled = con.sql("from run join judgments using (query_id, item_id)")
    found = rows(rankhouse.evaluate(labelled, None, "map", by="system", cluster="user_id", con=con))
    judged = con.sql("from judgments where query_id < 55")
    apart = rows(
        rankhouse.evaluate(
            con.sql("from run where query_id < 55"), judged, "map", by="system", cluster="user_id", con=con
        )
    )
    for one, other in zip(found, apart, strict=True):
        assert one == {name: pytest.approx(each) if isinstance(each, float) else each for name, each in other.items()}


def test_a_data_frame_and_other_names(con: duckdb.DuckDBPyConnection) -> None:
    judged = con.sql('select query_id as topic, item_id, relevance, user_id as "User\'s id" from judgments').df()
    columns = {"judgments.query_id": "topic"}
    found = rankhouse.evaluate("run", judged, "map", by="system", cluster="User's id", columns=columns, con=con)
    known = rankhouse.evaluate("run", "judgments", "map", by="system", cluster="user_id", con=con)
    assert found.fetchall() == known.fetchall()


def test_the_command(con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("run", "judgments"):
        con.execute(f"copy {name} to '{tmp_path}/{name}.csv'")
    given = ["evaluate", "run.csv", "judgments.csv", "-m", "map", "--by", "system", "--cluster", "user_id"]
    answer = CliRunner().invoke(app, [*given, "--format", "csv"])
    assert answer.exit_code == 0, answer.output
    assert "n_queries,n_clusters" in answer.stdout


@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
def test_a_query_of_several_clusters_is_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("begin")
    con.execute("update judgments set user_id = 'x' where query_id = 8 and item_id = 2")
    said = "(one|1) query is in several clusters, e.g. query_id 8, user_id '?u8'?, other user_id '?x'?; a"
    try:
        with pytest.raises((duckdb.Error, InputError), match=said):
            asked(con, way, measures=["map"], cluster="user_id")
    finally:
        con.execute("rollback")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"cluster": "nobody"}, "cluster: judgments has no column 'nobody'"),
        ({"cluster": "user_id", "per_query": True}, "cluster is for means over queries"),
        ({"cluster": "user_id", "by": "user_id"}, "by and cluster both name the column 'user_id'"),
        ({"cluster": 3}, "cluster"),
    ],
)
def test_what_is_refused(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rankhouse.evaluate("run", "judgments", "map", **arguments, con=con)
