"""The gate `metric_not_worse_than` with clusters or weights says what `compare` says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from rankhouse import InputError
from rankhouse._rendering.jinja import macros

VALUES = [0.2, 0.4, 0.3, 0.1, 0, 0.45, 0.35, 0.3]


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """`b` is worse than `a` in both segments, one of which has no name."""
    with duckdb.connect() as con:
        con.execute(
            "create table by_query as select system, segment, 'q' || place as query_id, users[place] as user_id,"
            " 'ndcg@10' as measure, 'ndcg' as metric, 10 as k,"
            " case system when 'a' then 0.5 else xs[place] * weight end as value"
            f" from (select {VALUES!r} as xs, ['u', 'u', 'v', 'v', 'v', 'w', null, null] as users),"
            " range(1, 9) as places(place),"
            " (values ('a'), ('b')) as systems(system), (values ('new', 1), (null, 1.4)) as segments(segment, weight)"
        )
        yield con


def failures(con: duckdb.DuckDBPyConnection, **given: Any) -> list[dict[str, Any]]:
    against = {"baseline": {"system": "a"}, "by": ["segment"]} | given
    found = con.sql(str(macros("duckdb").test_metric_not_worse_than("by_query", "ndcg@10", **against)))
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def compared(con: duckdb.DuckDBPyConnection, **given: Any) -> dict[str | None, dict[str, Any]]:
    asked = given or {"cluster": "user_id"}
    sql = macros("duckdb").compare("by_query", baseline="a", by=["segment"], **asked)
    found = con.sql(str(sql))
    return {row[0]: dict(zip(found.columns, row, strict=True)) for row in found.fetchall()}


def test_a_gate_has_the_interval_of_a_comparison(con: duckdb.DuckDBPyConnection) -> None:
    known = compared(con)
    found = {row["segment"]: row for row in failures(con, cluster="user_id")}
    assert found.keys() == known.keys() == {"new", None}
    for segment, row in found.items():
        assert (row["n_queries"], row["n_clusters"]) == (8, 5)
        ends = (row["difference_ci_low"], row["difference_ci_high"])
        assert ends == pytest.approx((known[segment]["ci_low"], known[segment]["ci_high"]), abs=1e-12)
    plain = failures(con)
    assert [row["std_error"] for row in plain] != [row["std_error"] for row in failures(con, cluster="user_id")]
    assert "n_clusters" not in plain[0]


def test_what_is_significant_is_so_over_clusters(con: duckdb.DuckDBPyConnection) -> None:
    margin = 0.05
    fails = {row["segment"] for row in failures(con, cluster="user_id", significant=True, margin=margin)}
    assert fails == {segment for segment, row in compared(con).items() if row["ci_high"] < -margin}
    con.execute("update by_query set user_id = query_id")
    alone = failures(con, cluster="user_id", significant=True, margin=margin)
    for row, plain in zip(alone, failures(con, significant=True, margin=margin), strict=True):
        assert row.pop("n_clusters") == 8
        assert row["reason"] == plain["reason"]
        assert row["std_error"] == pytest.approx(plain["std_error"])


def test_without_segments(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("delete from by_query where segment is null")
    (row,) = failures(con, by=[], cluster="user_id")
    assert row["difference_ci_low"] == pytest.approx(compared(con)["new"]["ci_low"], abs=1e-12)


def test_what_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    for given in ({"paired": False}, {"min_queries": 3}):
        with pytest.raises(InputError, match="cluster is for common queries"):
            failures(con, cluster="user_id", **given)
    con.execute("update by_query set user_id = 'x' where system = 'a' and query_id = 'q1'")
    said = "one query is in several clusters, e.g. query_id q1, user_id x, other user_id u"
    with pytest.raises(duckdb.Error, match=said):
        failures(con, cluster="user_id")


def weigh(con: duckdb.DuckDBPyConnection) -> None:
    """The queries of a table have traffic, the last one none."""
    con.execute("alter table by_query add column traffic double")
    con.execute("update by_query set traffic = 8 - query_id[2:]::integer")


@pytest.mark.parametrize("cluster", [None, "user_id"])
def test_a_gate_has_the_weights_of_a_comparison(con: duckdb.DuckDBPyConnection, cluster: str | None) -> None:
    weigh(con)
    known = compared(con, columns={"weight": "traffic"}, cluster=cluster)
    found = {row["segment"]: row for row in failures(con, weight="traffic", cluster=cluster)}
    assert found.keys() == known.keys() == {"new", None}
    for segment, row in found.items():
        assert row["n_queries"] == known[segment]["n_queries"] == 7
        for name, other in {
            "difference": "difference",
            "difference_ci_low": "ci_low",
            "n_effective": "n_effective",
        }.items():
            assert row[name] == pytest.approx(known[segment][other], abs=1e-12)
    weights, gaps = [7, 6, 5, 4, 3, 2, 1], [value - 0.5 for value in VALUES]
    mean = sum(weight * gap for weight, gap in zip(weights, gaps, strict=False)) / sum(weights)
    assert found["new"]["difference"] == pytest.approx(mean, abs=1e-12)
    assert found["new"]["n_effective"] == pytest.approx(28**2 / sum(weight**2 for weight in weights), abs=1e-12)
    (row,) = failures(con, weight="traffic", by=["segment"], margin=0.2, cluster=cluster)
    assert row["segment"] == "new"


def test_weights_that_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    weigh(con)
    for given in ({"paired": False}, {"min_queries": 3}):
        with pytest.raises(InputError, match="weight is for common queries: leave out weight, or both"):
            failures(con, weight="traffic", **given)
    con.execute("update by_query set traffic = 2 where system = 'a' and query_id = 'q1'")
    with pytest.raises(duckdb.Error, match=r"query_id q1 has several weights, e.g. 2.0 and 7.0"):
        failures(con, weight="traffic")
    con.execute("update by_query set traffic = -1 where query_id = 'q1'")
    with pytest.raises(duckdb.Error, match="query_id q1 has no weight, or one below 0"):
        failures(con, weight="traffic")
