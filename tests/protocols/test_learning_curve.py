"""Learning curves, MANDCG and crossings: against brute force, through every way in; statements; bad input."""

from __future__ import annotations

import csv
import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from typer.testing import CliRunner

import curves
import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

Row = tuple[Any, ...]
N_USERS, N_ITEMS, N_GIVEN = 40, 25, 4
WAYS = ["dbt", "table macro"]


# Weights.


def test_limits_are_those_of_the_poisson_distribution() -> None:
    limits = [int(digits, 16) for digits in macros("duckdb").poisson_limits()]
    assert limits == curves.LIMITS
    for k, limit in enumerate(limits):
        assert abs(limit / 2**24 - stats.poisson.cdf(k, 1)) <= 2**-25
    # The mean and the variance of the weights.
    above = [1 - Fraction(limit, 2**24) for limit in limits]
    mean = sum(above)
    assert abs(mean - 1) < 3e-7
    assert abs(sum((2 * k + 1) * share for k, share in enumerate(above)) - mean**2 - 1) < 3e-6


@pytest.mark.parametrize("units", [["it's", "b:1", "größe"], [7, 2**60, -3]])
def test_weights_are_those_of_hashlib(units: list[Any]) -> None:
    package = macros("duckdb")
    for seed, repetitions in ((0, 12), (31, 5), (7, 1)):
        kind = "varchar" if isinstance(units[0], str) else "bigint"
        listed = package.step("units", "", f"select unnest(?::{kind}[]) as unit")
        steps = [listed, *package.resampling_steps(str(seed), str(repetitions))]
        found = duckdb.execute(package.query_of(steps, "", "from rankhouse_weights"), [units]).fetchall()
        drawn = {(unit, r): curves.weight(unit, r, seed) for unit in units for r in range(1, repetitions + 1)}
        known = {key: times for key, times in drawn.items() if times} | {(unit, 0): 1 for unit in units}
        assert {(unit, repetition): times for unit, repetition, times in found} == known
        assert len(found) == len(known)


# Values by query.


def insert(con: duckdb.DuckDBPyConnection, table: str, rows: list[Row]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    con.execute(f"insert into {table} select {', '.join(['unnest(?)'] * len(columns))}", columns)


def tabled(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    con.execute(
        "create or replace table by_query"
        " (system varchar, n_given integer, query_id varchar, measure varchar, value double)"
    )
    if rows:
        insert(con, "by_query", rows)


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, **arguments: Any) -> list[Row]:
    if way == "dbt":
        return con.sql(getattr(macros("duckdb"), name)("main.by_query", **arguments)).fetchall()
    named = ", ".join(f"{key} := {value!r}" for key, value in arguments.items())
    return con.sql(f"from {name}('by_query'{', ' if named else ''}{named})").fetchall()


def known_curves(rows: list[Row]) -> dict[str, dict[str | None, curves.Curve]]:
    """By measure and system; without values that do not count."""
    found: Any = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    for system, point, user, measure, value in rows:
        if None not in (point, user, value) and not math.isnan(value):
            found[measure][system][point][user] = value
    return found


def close(found: Any, known: Any) -> None:
    assert found == (known if known is None or isinstance(known, str) else pytest.approx(known, rel=1e-12, abs=1e-12))


def compare(found: dict[Row, Row], known: dict[Row, Row]) -> None:
    assert found.keys() == known.keys()
    for key, figures in known.items():
        for mine, theirs in zip(found[key], figures, strict=True):
            close(mine, theirs)


# Values are generic, or quarters, whose means are at times the same.
numbers = st.floats(0, 1, allow_subnormal=False).map(lambda x: round(x, 6)) | st.integers(0, 4).map(lambda n: n / 4)
keys = st.tuples(
    st.sampled_from(["a", "b", "c", None]),
    st.sampled_from([1, 2, 3, 5, 8, None]),
    st.sampled_from(["u1", "u2", "u3", "u4", None]),
    st.sampled_from(["m", "n"]),
)
tables = st.dictionaries(keys, numbers | st.none() | st.just(math.nan), min_size=30, max_size=80).map(
    lambda known: [(*key, value) for key, value in known.items()]
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("nothing", [None, math.nan])
def test_a_point_at_which_nobody_has_a_value_is_none_of_the_curve(
    con: duckdb.DuckDBPyConnection, way: str, nothing: float | None
) -> None:
    tabled(con, [("a", 1, "u1", "m", 0.5), ("a", 2, "u1", "m", nothing), ("b", 1, "u1", "m", 0.25)])
    found = {row[0]: row[1:5] for row in asked(con, way, "mean_over_curve")}
    assert found == {"a": ("m", 0.5, 1, 0), "b": ("m", 0.25, 1, 0)}


@pytest.mark.parametrize("way", WAYS)
@given(rows=tables)
@examples(3)
def test_values_are_exact(con: duckdb.DuckDBPyConnection, way: str, rows: list[Row]) -> None:
    tabled(con, rows)
    known = known_curves(rows)
    points = {m: {point for curve in systems.values() for point in curve} for m, systems in known.items()}
    found = {row[:3]: row[3:] for row in asked(con, way, "learning_curve") if row[4]}
    at_points = {
        (system, measure, point): curves.summary(list(by_user.values()))
        for measure, systems in known.items()
        for system, curve in systems.items()
        for point, by_user in curve.items()
    }
    compare(found, at_points)
    users = Counter((row[0], row[3]) for row in {(*row[:1], None, *row[2:4]) for row in rows if None not in row[1:3]})
    for incomplete in ("leave_out", "keep"):
        means = asked(con, way, "mean_over_curve", incomplete=incomplete)
        over = {
            (system, measure): curves.over_curve(curve, points[measure], users[system, measure], incomplete == "keep")
            for measure, systems in known.items()
            for system, curve in systems.items()
        }
        # A system none of whose values counts is incomplete by all its users.
        compare({row[:2]: row[2:] for row in means if row[:2] in over}, over)
        assert all(row[3] == 0 for row in means if row[:2] not in over)
    crossed = asked(con, way, "curve_crossings", repetitions=1)
    pairs = [
        (measure, own, other, crossing, before, after, n_queries)
        for measure, systems in known.items()
        for own in "abc"
        for other in "abc"
        if own < other and systems.keys() >= {own, other}
        for crossing, _, _, before, after, _, n_queries in named(own, other, systems, 1)
    ]
    found = {(*row[:3], round(row[3] or 0, 9)): (row[3], *row[6:8], row[9]) for row in crossed}
    compare(found, {(*row[:3], round(row[3] or 0, 9)): row[3:] for row in pairs})


def named(own: str, other: str, systems: Any, repetitions: int, **arguments: Any) -> Iterator[Row]:
    sides = {1: own, -1: other, 0: None}
    for crossing, low, high, before, after, *rest in curves.compared(
        systems[own], systems[other], repetitions, **arguments
    ):
        yield crossing, low, high, sides[before], sides[after], *rest


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("seed", "confidence"), [(0, 0.95), (5, 0.5)])
def test_intervals_are_those_of_the_same_samples(
    con: duckdb.DuckDBPyConnection, way: str, seed: int, confidence: float
) -> None:
    chosen = random.Random(seed)
    rises = {"a": 0.06, "b": 0.0, "c": 0.03}
    rows: list[Row] = [
        (system, point, f"u{user}", "m", chosen.random() + rises[system] * (point - 4))
        for system in rises
        for point in (1, 2, 4, 7, 8)
        for user in range(25)
        if chosen.random() < 0.9
    ]
    tabled(con, rows)
    systems = known_curves(rows)["m"]
    found = asked(con, way, "curve_crossings", repetitions=83, seed=seed, confidence=confidence)
    known = [
        ("m", own, other, *row)
        for own, other in (("a", "b"), ("a", "c"), ("b", "c"))
        for row in named(own, other, systems, 83, seed=seed, confidence=confidence)
    ]
    compare(
        {(*row[:3], round(row[3] or 0, 9)): row[3:] for row in found},
        {(*row[:3], round(row[3] or 0, 9)): row[3:] for row in known},
    )
    assert any(0 < row[8] < 1 for row in found)


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        # Half of the way from 1 to 2, and a quarter of that from 4 to 8.
        ({1: 1, 2: -1, 4: -1, 8: 3}, [(1.5, "a", "b"), (5, "b", "a")]),
        # In the middle of where they are equal, and at a point.
        ({1: 1, 2: 0, 3: 0, 4: 0, 5: -2}, [(3, "a", "b")]),
        ({1: -1, 2: 0, 3: 1}, [(2, "b", "a")]),
        # Touching, and equal before and after.
        ({1: 1, 2: 0, 3: 1}, [(None, "a", "a")]),
        ({1: 0, 2: 0, 3: -1, 4: 0}, [(None, "b", "b")]),
        ({1: 0, 2: 0}, [(None, None, None)]),
        ({3: 1}, [(None, "a", "a")]),
    ],
)
def test_where_one_would_switch(
    con: duckdb.DuckDBPyConnection, differences: dict[int, int], expected: list[Row]
) -> None:
    rows = [(s, at, "u", "m", float(d if s == "a" else 0)) for at, d in differences.items() for s in "ab"]
    tabled(con, rows)
    found = asked(con, "dbt", "curve_crossings", repetitions=20)
    assert [(row[3], *row[6:8]) for row in sorted(found, key=lambda row: row[3] or 0)] == expected
    # Of one user every sample without it has no curve, and all others are the same.
    share = sum(curves.weight("u", r, 0) > 0 for r in range(1, 21)) / 20
    crosses = expected[0][0] is not None
    assert all(row[8] == (share if crosses else 0) for row in found)
    assert not crosses or all(row[3:6] == (row[3],) * 3 for row in found)


def test_systems_without_users_in_common_have_no_row(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [("a", 1, "u1", "m", 0.5), ("b", 1, "u2", "m", 0.5), ("b", 2, "u1", "m", 0.5)])
    assert asked(con, "dbt", "curve_crossings") == []
    tabled(con, [("a", 1, "u1", "m", 0.5)])
    assert asked(con, "dbt", "curve_crossings") == []


# From ratings: two recommenders, each written out here.


def ratings() -> dict[int, list[tuple[int, int]]]:
    """Each user's items with ratings, in the order in which they are given; users like even items or odd ones."""
    chosen = random.Random(11)
    found = {}
    for user in range(N_USERS):
        items = chosen.sample(range(N_ITEMS), 12)
        found[user] = [(item, min(5, chosen.randint(1, 3) + 2 * (item % 2 == user % 2) + (item < 5))) for item in items]
    return found


RATINGS = ratings()
Scores = dict[int, dict[int, float]]


def popularity(parts: dict[int, dict[int, int]]) -> Scores:
    counts = Counter(item for rated in parts.values() for item, rating in rated.items() if rating >= 4)
    return {user: {item: float(counts[item]) for item in range(N_ITEMS) if item not in parts[user]} for user in parts}


def item_to_item(parts: dict[int, dict[int, int]]) -> Scores:
    together = Counter(
        (one, other)
        for rated in parts.values()
        for one, first in rated.items()
        for other, second in rated.items()
        if one != other and first >= 4 and second >= 4
    )
    return {
        user: {
            item: float(sum(together[known, item] for known, rating in rated.items() if rating >= 4))
            for item in range(N_ITEMS)
            if item not in rated
        }
        for user, rated in parts.items()
    }


SYSTEMS: dict[str, Callable[[dict[int, dict[int, int]]], Scores]] = {"pop": popularity, "item": item_to_item}


def ndcg(scores: dict[int, float], grades: dict[int, int], k: int) -> float:
    ranked = sorted(scores, key=lambda item: (-scores[item], -item))[:k]
    discounts = [1 / math.log2(rank + 1) for rank in range(1, k + 1)]
    gains = [2 ** grades.get(item, 0) - 1 for item in ranked]
    best = sorted((2**grade - 1 for grade in grades.values()), reverse=True)
    dcg, ideal = (sum(map(float.__mul__, map(float, one), discounts)) for one in (gains, best))
    return dcg / ideal


@pytest.fixture(scope="module")
def evaluated(con: duckdb.DuckDBPyConnection) -> dict[str, curves.Curve]:
    """Tables run and judgments of all points, and NDCG@5 by system, point and user."""
    con.execute("create table run (system varchar, n_given integer, query_id integer, item_id integer, score double)")
    con.execute("create table judgments (n_given integer, query_id integer, item_id integer, relevance integer)")
    found: dict[str, curves.Curve] = {name: {} for name in SYSTEMS}
    for n_given in range(1, N_GIVEN + 1):
        parts = {user: dict(rated[:n_given]) for user, rated in RATINGS.items()}
        tested = {user: dict(rated[n_given:]) for user, rated in RATINGS.items()}
        graded = [(n_given, user, item, rating) for user, rated in tested.items() for item, rating in rated.items()]
        insert(con, "judgments", graded)
        for system, recommend in SYSTEMS.items():
            lists = recommend(parts)
            rows = [(system, n_given, user, *one) for user, scores in lists.items() for one in scores.items()]
            insert(con, "run", rows)
            found[system][n_given] = {str(user): ndcg(lists[user], tested[user], 5) for user in RATINGS}
    return found


def test_curves_of_two_recommenders(con: duckdb.DuckDBPyConnection, evaluated: dict[str, curves.Curve]) -> None:
    result = rankhouse.learning_curve("run", "judgments", "ndcg@5", con=con)
    assert result.columns == ["system", "measure", "n_given", "value", "n_queries", "std_error", "ci_low", "ci_high"]
    rows = result.fetchall()
    assert [row[:3] for row in rows] == [
        (system, "ndcg@5", point) for system in ("item", "pop") for point in range(1, N_GIVEN + 1)
    ]
    for row in rows:
        close(row[3:], curves.summary(list(evaluated[row[0]][row[2]].values())))


def test_a_point_is_the_evaluation_of_its_split(con: duckdb.DuckDBPyConnection, evaluated: Any) -> None:
    measures = ["ndcg@5", "average_precision"]
    curve = rankhouse.learning_curve("run", "judgments", measures, con=con, relevant_from=4).fetchall()
    for point in range(1, N_GIVEN + 1):
        run, judgments = (con.sql(f"from {name} where n_given = {point}") for name in ("run", "judgments"))
        plain = rankhouse.evaluate(run, judgments, measures, by="system", relevant_from=4)
        plain = plain.select("system, measure, value, n_queries, std_error, ci_low, ci_high")
        found = [(*row[:2], *row[3:]) for row in curve if row[2] == point]
        # Exactly, or to the last digit where rows are added up in another order.
        for mine, theirs in zip(found, plain.fetchall(), strict=True):
            assert mine[:2] == theirs[:2]
            close(mine[2:], theirs[2:])


def test_mandcg_and_crossings_of_two_recommenders(
    con: duckdb.DuckDBPyConnection, evaluated: dict[str, curves.Curve]
) -> None:
    points = set(range(1, N_GIVEN + 1))
    for system, measure, *figures in rankhouse.mean_over_curve("run", "judgments", "ndcg@5", con=con).fetchall():
        assert measure == "ndcg@5"
        close(tuple(figures), curves.over_curve(evaluated[system], points, N_USERS, keep=False))
    result = rankhouse.curve_crossings("run", "judgments", "ndcg@5", con=con, repetitions=200, seed=3)
    known = list(named("item", "pop", evaluated, 200, seed=3))
    assert len(known) == 1
    ((_, own, other, *figures),) = result.fetchall()
    assert (own, other) == ("item", "pop")
    for mine, theirs in zip(figures, known[0], strict=True):
        close(mine, theirs)
    again = rankhouse.curve_crossings("run", "judgments", "ndcg@5", con=con, repetitions=200, seed=3)
    assert again.fetchall() == result.fetchall()


def test_a_curve_by_names_of_ones_own(con: duckdb.DuckDBPyConnection, evaluated: Any) -> None:
    plain = rankhouse.curve_crossings("run", "judgments", "ndcg@5", con=con, repetitions=20).fetchall()
    names = 'system as "my model", n_given as "L", query_id as "user"'
    run = con.sql(f"select {names}, item_id, score from run")
    judgments = con.sql('select n_given as "L", query_id as "user", item_id, relevance from judgments')
    own = {"given": "L", "columns": {"query_id": "user"}}
    found = rankhouse.curve_crossings(run, judgments, "ndcg@5", system="my model", repetitions=20, **own)
    assert found.fetchall() == plain
    assert rankhouse.learning_curve(run, judgments, by="my model", **own).columns[:3] == ["my model", "measure", "L"]


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("learning_curve", {"given": "nowhere"}, "by: run and judgments have no column 'nowhere'"),
    ("learning_curve", {"by": "n_given"}, "by names 'n_given', which is the column n_given"),
    ("learning_curve", {"measures": "gmap"}, "the mean of gmap is not a plain mean over queries"),
    ("learning_curve", {"measures": "ndgc@5"}, "did you mean 'ndcg'"),
    ("learning_curve", {"run": "select * replace (nullif(n_given, 2) as n_given) from run"}, "no number of given"),
    ("learning_curve", {"run": "select * replace (score is null as n_given) from run"}, "'n_given'"),
    ("mean_over_curve", {"incomplete": "drop"}, "incomplete is one of leave_out | keep"),
    ("curve_crossings", {"repetitions": 0}, "repetitions is a whole number of at least 1 and at most 10000, got '0'"),
    ("curve_crossings", {"repetitions": 1_000_000}, "of at least 1 and at most 10000, got '1000000'"),
    ("curve_crossings", {"repetitions": 2.5}, "of at least 1 and at most 10000, got '2.5'"),
    ("curve_crossings", {"seed": -1}, "seed is a whole number"),
    *(
        ("curve_crossings", {"confidence": wrong}, "confidence is a number above 0 and below 1")
        for wrong in (0, 1, 95, math.nan, None)
    ),
    ("curve_crossings", {"system": "n_given"}, "by names 'n_given', which is the column n_given"),
    ("curve_crossings", {"run": "from run where system = 'pop'"}, "column 'system' of run has only 'pop'"),
    (
        "curve_crossings",
        {"run": "from run where (system = 'pop') = (query_id < 9)", "queries": "run"},
        "have a value for the same query at the same",
    ),
]


@pytest.mark.parametrize(("name", "wrong", "message"), BAD)
def test_bad_input_is_told(
    con: duckdb.DuckDBPyConnection, evaluated: Any, name: str, wrong: dict[str, Any], message: str
) -> None:
    arguments = {"measures": "ndcg@5", **wrong, "run": con.sql(wrong.get("run", "from run"))}
    with pytest.raises(InputError) as caught:
        getattr(rankhouse, name)(judgments="judgments", con=con, **arguments)
    assert message in str(caught.value)


def test_the_command(con: duckdb.DuckDBPyConnection, evaluated: Any, tmp_path: Path) -> None:
    for table in ("run", "judgments"):
        con.sql(f"from {table}").write_csv(str(tmp_path / f"{table}.csv"))
    files = [str(tmp_path / "run.csv"), str(tmp_path / "judgments.csv"), "-m", "ndcg@5"]

    def command(*options: str) -> Any:
        return CliRunner().invoke(app, ["learning-curve", *files, *options])

    known = rankhouse.learning_curve("run", "judgments", "ndcg@5", con=con)
    rows = list(csv.DictReader(command("--format", "csv").stdout.splitlines()))
    close([float(row["value"]) for row in rows], [row[3] for row in known.fetchall()])
    (pop,) = rankhouse.mean_over_curve("run", "judgments", "ndcg@5", con=con).filter("system = 'pop'").fetchall()
    close(json.loads(command("--mean", "--format", "json").stdout)[1]["value"], pop[2])
    (crossing,) = json.loads(command("--crossings", "--repetitions", "50", "--format", "json").stdout)
    assert crossing["system"] == "item"
    assert command("--mean", "--crossings").exit_code != 0
