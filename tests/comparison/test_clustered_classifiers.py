"""Classifiers on rows that hang together: Obuchowski (1997) as the paper prints it, and means over clusters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from classifier_clusters import Rows, normal, obuchowski, of_decisions
from copied import copy_macros
from examples import examples
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

WAYS = ["dbt", "portable", "table macro", "python"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, *tables: Rows) -> None:
    """Each of the tables is a day."""
    found = [
        (system, f"r{place}", score, label, cluster, weight, day)
        for day, rows in enumerate(tables)
        for place, (cluster, label, scores, weight) in enumerate(rows)
        for system, score in zip("ba", scores, strict=True)
    ]
    con.execute(
        "create or replace table predictions as select unnest($1::varchar[]) as system,"
        " unnest($2::varchar[]) as row_id, unnest($3::double[]) as score, unnest($4::integer[]) as label,"
        " unnest($5::varchar[]) as patient, unnest($6::double[]) as worth, unnest($7::integer[]) as day",
        [list(column) for column in zip(*found, strict=True)],
    )


def asked(con: duckdb.DuckDBPyConnection, way: str = "dbt", is_weighted: bool = False, **arguments: Any) -> Any:
    """The only row, of the first day."""
    (row,) = by_day(con, way, is_weighted, **arguments)
    return row


def by_day(con: duckdb.DuckDBPyConnection, way: str, is_weighted: bool = False, **arguments: Any) -> list[Any]:
    arguments = {"cluster": "patient", "by": ["day"], **arguments}
    columns = {"weight": "worth"} if is_weighted else {}
    if way == "python":
        found = rankhouse.compare_classifiers("predictions", columns=columns, con=con, **arguments)
    elif way == "table macro":
        named = "".join(
            f', "{key}" := {value!r}' for key, value in {**columns, **arguments}.items() if value is not None
        )
        found = con.sql(f"from compare_classifiers('predictions'{named})")
    else:
        package = macros("duckdb" if way == "dbt" else "none")
        found = con.sql(package.compare_classifiers("predictions", columns=columns, **arguments))
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    return sorted(rows, key=lambda row: row.pop("day"))


def same(found: Sequence[float | None], known: Sequence[float | None]) -> None:
    assert [one is None for one in found] == [one is None for one in known], (found, known)
    assert [one or 0 for one in found] == pytest.approx([one or 0 for one in known], rel=1e-9, abs=1e-9)


eighths = st.integers(0, 4).map(lambda number: number / 8)
some_rows = st.lists(
    st.tuples(
        st.sampled_from("uvwxyz"), st.integers(0, 1), st.tuples(eighths, eighths), st.sampled_from([0.0, 0.5, 1.0, 3.0])
    ),
    min_size=6,
    max_size=30,
).filter(
    lambda rows: {row[1] for row in rows if row[3]} == {0, 1} and any(row[2][0] != row[2][1] for row in rows if row[3])
)
tables = st.lists(some_rows, min_size=8, max_size=8)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_weighted", [False, True])
@given(drawn=tables)
@examples(4)
def test_differences_of_areas_have_the_error_of_obuchowski(
    con: duckdb.DuckDBPyConnection, way: str, is_weighted: bool, drawn: list[Rows]
) -> None:
    load(con, *drawn)
    for rows, found in zip(drawn, by_day(con, way, is_weighted), strict=True):
        difference, error = obuchowski(rows, is_weighted)
        assert found["difference"] == pytest.approx(difference, abs=1e-12)
        assert found["n_clusters"] == len({row[0] for row in rows})
        figures = found["ci_low"], found["ci_high"], found["p_value"]
        if figures == (0, 0, 1):
            # Both order all rows alike: nothing differs.
            assert difference == 0
            assert not error
        else:
            same(figures, normal(difference, error))


@pytest.mark.parametrize("is_weighted", [False, True])
@given(drawn=tables)
@examples(4)
def test_rows_that_are_each_a_cluster_leave_delong(
    con: duckdb.DuckDBPyConnection, is_weighted: bool, drawn: list[Rows]
) -> None:
    """Obuchowski's factors are those of the clusters with a row of the class, so nothing is left of I / (I - 1)."""
    load(con, *([(f"c{place}", *row[1:]) for place, row in enumerate(rows)] for rows in drawn))
    both = (by_day(con, "dbt", is_weighted, cluster=cluster) for cluster in ("patient", None))
    for rows, clustered, plain in zip(drawn, *both, strict=True):
        assert clustered.pop("n_clusters") == len(rows)
        assert list(clustered) == list(plain)
        for name, value in plain.items():
            assert clustered[name] == (pytest.approx(value, rel=1e-9, abs=1e-12) if isinstance(value, float) else value)


def test_rows_given_twice_say_as_much_as_once(con: duckdb.DuckDBPyConnection) -> None:
    """A copy of each row in the same cluster changes the error of clusters by nothing, and DeLong's by a root of 2."""
    rng = np.random.default_rng(3)
    rows: Rows = [
        (f"c{place}", place % 2, (float(rng.normal(place % 2)), float(rng.normal(place % 2))), 1) for place in range(40)
    ]
    load(con, rows)
    once, plain = asked(con), asked(con, cluster=None)
    load(con, rows * 2)
    twice, doubled = asked(con), asked(con, cluster=None)
    assert twice["p_value"] == pytest.approx(once["p_value"], rel=1e-9)
    assert (twice["n_rows"], twice["n_clusters"]) == (80, 40)
    ratio = (plain["ci_high"] - plain["ci_low"]) / (doubled["ci_high"] - doubled["ci_low"])
    assert ratio == pytest.approx(math.sqrt(2), rel=0.02)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_weighted", [False, True])
@given(drawn=tables)
@examples(4)
def test_decisions_are_means_over_clusters(
    con: duckdb.DuckDBPyConnection, way: str, is_weighted: bool, drawn: list[Rows]
) -> None:
    load(con, *drawn)
    for rows, found in zip(drawn, by_day(con, way, is_weighted, test="mcnemar", threshold=0.25), strict=True):
        figures = [found[name] for name in ("difference", "ci_low", "ci_high", "p_value")]
        same(figures, of_decisions(rows, is_weighted))
        right = [[(score >= 0.25) == bool(row[1]) for score in row[2]] for row in rows]
        assert found["wins"] == sum(own and not other for own, other in right)
        assert found["losses"] == sum(other and not own for own, other in right)
        assert (found["n_rows"], found["n_clusters"]) == (len(rows), len({row[0] for row in rows}))


def test_decisions_are_tested_as_compare_does(con: duckdb.DuckDBPyConnection) -> None:
    """Accuracy by row is a measure by query: both say the same of its mean."""
    rng = np.random.default_rng(8)
    rows: Rows = [
        (f"c{place % 40}", int(rng.integers(2)), (float(rng.random()), float(rng.random())), 1) for place in range(150)
    ]
    load(con, rows)
    found = asked(con, test="mcnemar")
    values = con.sql(
        "select system, row_id as query_id, patient, 'hit_rate' as measure, 'hit_rate' as metric, null::bigint as k,"
        " ((score >= 0.5) = (label = 1))::int::double as value from predictions"
    )
    compared = rankhouse.compare(values, system="system", cluster="patient", con=con).details
    (row,) = compared.fetchall()
    known = dict(zip(compared.columns, row, strict=True))
    for name in ("value", "baseline_value", "difference", "ci_low", "ci_high", "p_value", "n_clusters"):
        assert found[name] == pytest.approx(known[name], rel=1e-12), name


ROWS: Rows = [
    ("u", 1, (0.9, 0.2), 1),
    ("u", 0, (0.1, 0.4), 1),
    ("v", 1, (0.8, 0.3), 1),
    ("v", 0, (0.5, 0.6), 1),
    ("w", 1, (0.3, 0.7), 1),
    ("w", 0, (0.2, 0.1), 1),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("test", ["delong", "mcnemar"])
def test_one_cluster_has_no_error(con: duckdb.DuckDBPyConnection, way: str, test: str) -> None:
    load(con, [("u", *row[1:]) for row in ROWS])
    found = asked(con, way, test=test)
    assert found["difference"] > 0
    assert found["n_clusters"] == 1
    assert (found["ci_low"], found["ci_high"], found["p_value"], found["p_adjusted"]) == (None,) * 4


def test_a_class_of_one_cluster_has_no_error(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [("u" if row[1] else row[0], *row[1:]) for row in ROWS])
    found = asked(con)
    assert (found["n_clusters"], found["ci_low"], found["p_value"]) == (3, None, None)


def test_clusters_of_pairs_are_those_of_their_rows(con: duckdb.DuckDBPyConnection) -> None:
    """A third system has fewer rows, and so fewer clusters; groups are compared by themselves."""
    load(con, ROWS)
    con.execute("insert into predictions select 'c', row_id, score, label, patient, worth, day from predictions"
                " where system = 'a' and patient <> 'w'")  # fmt: skip
    con.execute("create or replace table predictions as select predictions.* exclude (day), days.day"
                " from predictions, (values (1), (2)) as days(day) where days.day = 1 or patient <> 'v'")  # fmt: skip
    found = rankhouse.compare_classifiers("predictions", cluster="patient", by="day", con=con)
    known = {
        (1, "b", "a"): (6, 3), (1, "c", "a"): (4, 2), (1, "c", "b"): (4, 2),
        (2, "b", "a"): (4, 2), (2, "c", "a"): (2, 1), (2, "c", "b"): (2, 1),
    }  # fmt: skip
    rows = found.project("day, system, baseline, n_rows, n_clusters").fetchall()
    assert {row[:3]: row[3:] for row in rows} == known


@pytest.mark.parametrize("test", ["delong", "mcnemar"])
def test_systems_that_do_not_differ(con: duckdb.DuckDBPyConnection, test: str) -> None:
    """Nothing is unknown of a difference that no row has, in one cluster too; a row that stands twice says nothing."""
    alike: Rows = [("u", label, (score, score), 1) for label, score in ((1, 0.9), (0, 0.2), (1, 0.4), (0, 0.3))]
    load(con, alike)
    found = asked(con, test=test)
    assert [found[name] for name in ("difference", "ci_low", "ci_high", "p_value", "n_clusters")] == [0, 0, 0, 1, 1]
    con.execute("insert into predictions from predictions limit 1")
    found = asked(con, test=test)
    assert {found[name] for name in ("difference", "ci_low", "p_value", "n_rows", "n_clusters", "wins")} == {None}


@pytest.mark.parametrize("way", WAYS[:3])
def test_sql_leaves_out_rows_without_a_cluster(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, ROWS)
    without = asked(con, way)
    load(con, [*ROWS, (None, 1, (0.4, 0.5), 1)])
    found = asked(con, way)
    assert found.pop("n_left_out") == without.pop("n_left_out") + 2
    assert found == pytest.approx(without)


@pytest.mark.parametrize("test", ["delong", "mcnemar"])
def test_what_clusters_cannot_be_is_refused(con: duckdb.DuckDBPyConnection, test: str) -> None:
    load(con, [*ROWS, (None, 1, (0.4, 0.5), 1)])
    with pytest.raises(InputError, match=r"2 .*no cluster \(NULL in column 'patient'\).*row_id 'r6'"):
        asked(con, "python", test=test)
    load(con, ROWS)
    con.execute("update predictions set patient = 'z' where row_id = 'r2' and system = 'b'")
    with pytest.raises(InputError, match=r"different clusters in the systems.*row_id 'r2'"):
        asked(con, "python", test=test)
    for way in WAYS[:3]:
        assert {asked(con, way, test=test)[name] for name in ("value", "p_value", "n_rows", "n_clusters")} == {None}
    for cluster, message in (
        ("system", "cluster and system both name the column 'system'"),
        ("patiens", "patiens"),
        (7, "cluster is"),
    ):
        with pytest.raises(InputError, match=message):
            asked(con, "python", cluster=cluster, test=test)
    with pytest.raises(InputError, match="by and cluster both name the column 'patient'"):
        rankhouse.compare_classifiers("predictions", by="patient", cluster="patient", con=con)


def drawn(rng: np.random.Generator, n_clusters: int, of_each: int) -> Rows:
    """Two systems that are equally good: each errs by cluster as much as by row."""
    rows: Rows = []
    for cluster in range(n_clusters):
        label = int(rng.random() < 0.5)
        shared = rng.normal(size=2)
        for _ in range(of_each):
            own = rng.normal(size=2)
            rows.append((f"c{cluster}", label, tuple((label + shared + 0.5 * own).tolist()), 1))
    return rows


@pytest.mark.thorough
@pytest.mark.parametrize("test", ["delong", "mcnemar"])
def test_the_level_is_kept_with_clusters_alone(con: duckdb.DuckDBPyConnection, test: str) -> None:
    """Of 300 draws as many are significant at 5 % as should be, within three standard errors."""
    rng, found = np.random.default_rng(17), []
    draws = [drawn(rng, 40, 5) for _ in range(300)]
    rows = [
        (draw, system, f"r{place}", score, label, cluster)
        for draw, given in enumerate(draws)
        for place, (cluster, label, scores, _) in enumerate(given)
        for system, score in zip("ba", scores, strict=True)
    ]
    names = ("draw", "system", "row_id", "score", "label", "patient")
    con.register("given", pd.DataFrame(rows, columns=list(names)))
    con.execute("create or replace table predictions as from given")
    for cluster in ("patient", None):
        result = rankhouse.compare_classifiers(
            "predictions", by="draw", test=test, cluster=cluster, threshold=0.5, correction="none", con=con
        )
        p_values = [row[0] for row in result.project("p_value").fetchall()]
        assert len(p_values) == 300
        found.append(sum(p < 0.05 for p in p_values) / 300)
    clustered, plain = found
    assert abs(clustered - 0.05) <= 3 * math.sqrt(0.05 * 0.95 / 300), found
    assert plain > 0.2
