"""The best of several variants: brute force through every way in, properties, simulations, bad input."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from choices import Choice, Value, chosen
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from table_macro_calls import arguments as written

WAYS = ["dbt", "table macro", "python"]
THIRDS = 3 * 2**30
Clusters = Mapping[str, str | None]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        yield con


def tabled(
    con: duckdb.DuckDBPyConnection,
    values: Sequence[Value],
    clusters: Clusters | None = None,
    measure: str = "ndcg@10",
) -> None:
    con.execute(
        "create or replace table tried"
        " (system varchar, query_id varchar, value double, user_id varchar, measure varchar)"
    )
    columns = [list(column) for column in zip(*values, strict=True)]
    columns.append([(clusters or {}).get(query) for _, query, _ in values])
    con.execute(
        "insert into tried select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::double[]),"
        " unnest($4::varchar[]), $5",
        [*columns, measure],
    )


def asked(con: duckdb.DuckDBPyConnection, way: str = "dbt", **arguments: Any) -> list[dict[str, Any]]:
    if way == "dbt":
        found = con.sql(str(macros("duckdb").best_of("main.tried", **arguments)))
    elif way == "python":
        found = rankhouse.best_of("tried", **arguments, con=con)
    else:
        found = con.sql(f"from best_of({written({'query_metrics': 'tried', **arguments})})")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def one(con: duckdb.DuckDBPyConnection, way: str = "dbt", **arguments: Any) -> dict[str, Any]:
    (row,) = asked(con, way, **arguments)
    return row


def assert_chosen(row: Mapping[str, Any], known: Choice) -> None:
    for name, value in vars(known).items():
        near = pytest.approx(value, rel=1e-9, abs=1e-9) if isinstance(value, float) else value
        assert row[name] == near, name


levels = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 2 / 3, 1.0]) | st.floats(0, 1, width=16)
QUERIES = [f"q{place}" for place in range(14)]
tables = st.dictionaries(
    st.sampled_from(["a", "B", "c", "it's"]),
    st.dictionaries(st.sampled_from(QUERIES), levels | st.none(), min_size=1),
    min_size=1,
).map(lambda drawn: [(system, query, value) for system, values in drawn.items() for query, value in values.items()])
clustered = st.none() | st.fixed_dictionaries(dict.fromkeys(QUERIES, st.sampled_from(["u", "v", "w", None])))


@pytest.mark.parametrize("way", WAYS)
@given(
    values=tables,
    clusters=clustered,
    folds=st.sampled_from([2, 3, 5, 100]),
    seed=st.integers(0, 3),
    measure=st.sampled_from(["ndcg@10", "coverage_error"]),
)
@examples(20)
def test_brute_force_gives_the_same(
    con: duckdb.DuckDBPyConnection,
    way: str,
    values: list[Value],
    clusters: Clusters | None,
    folds: int,
    seed: int,
    measure: str,
) -> None:
    """A third is a third to brute force, so that means are equal that rounding alone tells apart."""
    tabled(con, values, clusters, measure)
    exact: list[Value] = [
        (system, query, None if value is None else Fraction(round(value * THIRDS), THIRDS))
        for system, query, value in values
    ]
    arguments = {"folds": folds, "seed": seed, **({} if clusters is None else {"cluster": "user_id"})}
    row = one(con, way, **arguments)
    assert row["measure"] == measure
    assert_chosen(row, chosen(exact, folds, seed, clusters, measure == "coverage_error"))


def test_a_choice_by_hand(con: duckdb.DuckDBPyConnection) -> None:
    """Each query is its own fold: a is best without q0 (0.5 against 0.25), and b without each of the others."""
    values: dict[str, list[float]] = {"a": [0.0, 0.5, 0.5], "b": [1.0, 0.25, 0.25]}
    tabled(con, [(name, f"q{place}", value) for name, row in values.items() for place, value in enumerate(row)])
    row = one(con, folds=10_000)
    # On all b wins by 1.5 to 1. Without q0 a does, and gets 0 there; without q1 or q2 b does, and gets 0.25.
    assert (row["system"], row["value_chosen"], row["value_held_out"]) == ("b", 0.5, pytest.approx(0.5 / 3))
    assert (row["optimism"], row["share_of_folds"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    # Differences 1, 0 and 0: a standard error of 1 / 3, and Student's t of two degrees of freedom.
    assert row["ci_high"] - row["optimism"] == pytest.approx(4.302652729749464 / 3)
    assert (row["n_systems"], row["n_queries"]) == (2, 3)


def test_equal_variants_go_by_name_and_are_not_optimistic(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [(name, f"q{place}", place % 7 / 7) for name in ("b", "a", "B") for place in range(40)])
    row = one(con)
    assert (row["system"], row["optimism"], row["share_of_folds"]) == ("B", 0, 1)
    assert (row["ci_low"], row["ci_high"]) == (0, 0)


def test_one_system_is_what_it_is(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [("a", f"q{place}", place / 8) for place in range(8)])
    row = one(con)
    assert (row["value_chosen"], row["value_held_out"], row["optimism"]) == (0.4375, 0.4375, 0)


@pytest.mark.parametrize("cluster", [None, "user_id"])
def test_nothing_is_held_out_of_one_fold(con: duckdb.DuckDBPyConnection, cluster: str | None) -> None:
    values: list[Value] = [(name, query, 0.5) for name in "ab" for query in ("q1", "q2")][
        :: 2 if cluster is None else 1
    ]
    tabled(con, values, {"q1": "u", "q2": "u"})
    row = one(con, cluster=cluster)
    assert (row["system"], row["value_chosen"]) == ("a", 0.5)
    missing = [row[name] for name in ("value_held_out", "optimism", "ci_low", "ci_high", "share_of_folds")]
    assert missing == [None] * 5


def test_queries_without_a_value_of_each_variant_do_not_count(con: duckdb.DuckDBPyConnection) -> None:
    nan = float("nan")
    tabled(
        con,
        [("a", "q1", 1.0), ("b", "q1", 0.0), ("a", "q2", 0.0), ("b", "q3", 1.0), ("a", "q4", nan), ("b", "q4", 1.0)],
    )
    row = one(con)
    assert (row["system"], row["value_chosen"], row["n_systems"], row["n_queries"]) == ("a", 1, 2, 1)
    con.execute("delete from tried where query_id = 'q1'")
    row = one(con)
    assert [row[name] for name in ("system", "value_chosen", "n_systems", "n_queries")] == [None, None, 2, 0]
    # A variant without any value is none.
    con.execute("update tried set value = null where system = 'b'")
    assert (one(con)["system"], one(con)["n_systems"]) == ("a", 1)


def test_measures_and_groups_have_rows_of_their_own(con: duckdb.DuckDBPyConnection) -> None:
    rows: list[Value] = [
        (name, f"q{place}", (place * 5 + len(name)) % 7 / 8) for name in ("a", "bb") for place in range(9)
    ]
    tabled(con, rows)
    con.execute(
        "create or replace table tried as select null::varchar as day, * from tried"
        " union all select 'x', * replace (1 - value as value) from tried"
        " union all select 'x', * replace ('coverage_error' as measure) from tried"
    )
    other = [(name, query, 1 - (value or 0)) for name, query, value in rows]
    for way in WAYS:
        found = {(row["day"], row["measure"]): row for row in asked(con, way, by=["day"])}
        assert len(found) == 3
        assert_chosen(found[None, "ndcg@10"], chosen(rows))
        assert_chosen(found["x", "ndcg@10"], chosen(other))
        assert_chosen(found["x", "coverage_error"], chosen(rows, is_lower_better=True))
        assert [row["day"] for row in asked(con, way, by=["day"], measure="coverage_error")] == ["x"]


def test_other_names(con: duckdb.DuckDBPyConnection) -> None:
    values: list[Value] = [
        (name, f"q{place}", (place * 5 + len(name)) % 7 / 8) for name in ("a", "bb") for place in range(9)
    ]
    tabled(con, values)
    con.execute(
        "create or replace table tried as select system as variant, query_id as topic, measure, value as v from tried"
    )
    columns = {"query_id": "topic", "value": "v"}
    for way in ("dbt", "python"):
        assert_chosen(one(con, way, system="variant", columns=columns), chosen(values))
    assert_chosen(one(con, "table macro", system="variant", **columns), chosen(values))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"measure": "map"}, "measure.*map"),
        ({"folds": 1}, "folds is a whole number of at least 2"),
        ({"seed": -1}, "seed is a whole number of at least 0"),
        ({"by": ["system"]}, "by and system both name the column 'system'"),
        ({"by": ["measure"]}, "by names 'measure', which is also a column of the result"),
        ({"cluster": "system"}, "cluster and system both name the column 'system'"),
    ],
)
def test_wrong_arguments_are_refused(
    con: duckdb.DuckDBPyConnection, way: str, arguments: dict[str, Any], said: str
) -> None:
    tabled(con, [("a", "q1", 1.0), ("b", "q1", 0.0)])
    with pytest.raises((InputError, duckdb.Error), match=said):
        asked(con, way, **arguments)


@pytest.mark.parametrize("way", WAYS)
def test_several_values_of_a_query_are_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    tabled(con, [("a", "q1", 1.0), ("b", "q1", 0.0), ("a", "q1", 0.5)])
    with pytest.raises(
        (InputError, duckdb.Error), match=r"several values of.*q1.*add the column|q1.* has several values"
    ):
        asked(con, way)


def test_a_query_in_two_clusters_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [("a", "q1", 1.0), ("b", "q1", 0.0)])
    con.execute("update tried set user_id = system")
    for way in WAYS:
        with pytest.raises((InputError, duckdb.Error), match="in several clusters"):
            asked(con, way, cluster="user_id")


@pytest.mark.thorough
def test_the_held_out_value_is_right_where_the_chosen_one_is_too_good(con: duckdb.DuckDBPyConnection) -> None:
    """15 variants without a true difference: the mean of each is 0.5."""
    drawn = np.random.default_rng(7)
    n_trials, n_systems, n_queries = 400, 15, 60
    # What queries share makes variants alike, as it does in real tables.
    shared = drawn.normal(0, 0.2, (n_trials, 1, n_queries))
    values = 0.5 + shared + drawn.normal(0, 0.2, (n_trials, n_systems, n_queries))
    trial, system, query = (axis.ravel() for axis in np.indices(values.shape))
    con.execute(
        "create or replace table tried as select trial::bigint as trial, 'v' || system::bigint as system,"
        " 'q' || query::bigint as query_id, 'ndcg@10' as measure, value from (select unnest($1::double[]) as trial,"
        " unnest($2::double[]) as system, unnest($3::double[]) as query, unnest($4::double[]) as value)",
        [list(map(float, column)) for column in (trial, system, query, values.ravel())],
    )
    rows = asked(con, by=["trial"])
    assert len(rows) == n_trials
    held, best = ([row[name] for row in rows] for name in ("value_held_out", "value_chosen"))
    error = statistics.stdev(held) / n_trials**0.5
    assert statistics.mean(held) == pytest.approx(0.5, abs=3 * error)
    # The largest of 15 means, each with a deviation of 0.2 / sqrt(60), lies 1.736 of them above.
    assert statistics.mean(best) - 0.5 == pytest.approx(1.736 * 0.2 / 60**0.5, abs=3 * error)


@pytest.mark.thorough
def test_what_100_variants_over_10000_queries_cost(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create or replace table tried as select 'v' || v as system, 'q' || q as query_id, 'ndcg@10' as measure,"
        " hash(v * 100003 + q) % 1000 / 1000 as value from range(100) as one(v), range(10000) as other(q)"
    )
    row = one(con)
    assert (row["n_systems"], row["n_queries"]) == (100, 10_000)
    assert 0 <= row["optimism"] < 0.02
