"""What groups of items get of the exposure: by hand, beside a twin in numpy, through every way in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exposures
import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from ranking.test_exposure import READERS, Rankings, judged, load, systems

WAYS = ["dbt", "table macro", "python"]
FIGURES = ["exposure", "target", "exposure_share", "target_share", "ratio", "std_error", "ci_low", "ci_high"]
Groups = dict[str, dict[str, float]]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load_groups(con: duckdb.DuckDBPyConnection, groups: Groups) -> None:
    con.execute("create or replace table features (item_id text, feature text, worth double)")
    rows = [(item, name, worth) for item, worths in groups.items() for name, worth in worths.items()]
    if rows:
        con.executemany("insert into features values (?, ?, ?)", rows)


def asked(con: duckdb.DuckDBPyConnection, way: str, **arguments: Any) -> list[dict[str, Any]]:
    arguments = {"sample": "draw", "columns": {"weight": "worth"}, "by": ["system"], **arguments}
    tables = ("run", "judgments", "features")
    if way == "python":
        found = rankhouse.group_exposure(*tables, **arguments, con=con)
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    if way == "dbt":
        cursor = con.execute(str(macros("duckdb").group_exposure(*tables, **arguments)))
    else:
        named = "".join(f", {name} := ?" for name in arguments)
        cursor = con.execute(f"from group_exposure('run', 'judgments', 'features'{named})", [*arguments.values()])
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def shares(worths: dict[str, float]) -> dict[str | None, float]:
    counted = {name: worth for name, worth in worths.items() if worth > 0}
    return {name: worth / sum(counted.values()) for name, worth in counted.items()} or {None: 1.0}


def twin(
    rankings: Rankings, grades: dict[int, dict[str, float]], groups: Groups, system: str | None, reader: dict[str, Any]
) -> dict[str | None, dict[str, float]]:
    """The sums by query as arrays; the error from how the ratio changes when a query's weight does, numerically."""
    rest = {"attention": "rbp", "p": 0.5, "satisfaction": 0.5, **reader}
    how = {"k": rest.pop("k", None), "name": rest.pop("attention"), **rest}
    asks = [query for query, items in grades.items() if max(items.values()) > 0]
    got, due = [], []
    for query in asks:
        lists = rankings.get((system, query), [])
        got.append(exposures.exposure(lists, grades[query], **how))
        due.append(exposures.target(grades[query], **how))
    items = {item for amounts in (*got, *due) for item in amounts}
    names = {name for item in items for name in shares(groups.get(item, {}))}
    all_got, all_due = (np.array([sum(one.values()) for one in each]) for each in (got, due))
    found = {}
    for name in names:
        e, t = (
            np.array([sum(x * shares(groups.get(item, {})).get(name, 0.0) for item, x in one.items()) for one in each])
            for each in (got, due)
        )

        def ratio(weights: Any, e: Any = e, t: Any = t) -> float:
            below = (weights @ t) * (weights @ all_got)
            return float((weights @ e) * (weights @ all_due) / below) if below else float("nan")

        ones = np.ones(len(asks))
        step = 1e-5
        slopes = np.array(
            [(ratio(ones + step * one) - ratio(ones - step * one)) / (2 * step) for one in np.eye(len(asks))]
        )
        n = len(asks)
        error = np.sqrt((slopes**2).sum() * n / (n - 1)) if n > 1 else float("nan")
        found[name] = {
            "exposure": e.mean(),
            "target": t.mean(),
            "exposure_share": e.sum() / all_got.sum() if all_got.sum() else float("nan"),
            "target_share": t.sum() / all_due.sum(),
            "ratio": ratio(ones),
            "std_error": error,
        }
    return found


@pytest.mark.parametrize("way", WAYS)
def test_values_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """a and b are relevant and deserve 3/4 each; a quarter of b is a large seller's, c nobody's."""
    load(con, {("fixed", 1): [["a", "b", "c"]]}, {1: {"a": 1.0, "b": 1.0, "c": 0.0}})
    load_groups(con, {"a": {"small": 1}, "b": {"small": 6, "large": 2}})
    found = {row["feature"]: row for row in asked(con, way)}
    get = {"small": Fraction(11, 8), "large": Fraction(1, 8), None: Fraction(1, 4)}
    due = {"small": Fraction(21, 16), "large": Fraction(3, 16), None: Fraction(0)}
    assert found.keys() == get.keys()
    for name, row in found.items():
        part, deserved = get[name] / Fraction(7, 4), due[name] / Fraction(3, 2)
        assert [row[figure] for figure in FIGURES[:4]] == pytest.approx(
            [float(one) for one in (get[name], due[name], part, deserved)], abs=1e-15
        )
        assert row["ratio"] == (pytest.approx(float(part / deserved)) if deserved else None)
        assert (row["system"], row["std_error"], row["n_queries"], row["n_missing"]) == ("fixed", None, 1, 0)
        assert row["n_items"] == (2 if name == "small" else 1)


@pytest.mark.parametrize("way", WAYS)
def test_a_query_without_an_item_of_the_group_counts(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """In the first query both deserve 3/4, a is seen by all and b by half of all; in the second b alone gets its 1."""
    load(con, {("s", 1): [["a", "b"]], ("s", 2): [["b"]]}, {1: {"a": 1.0, "b": 1.0}, 2: {"b": 1.0}})
    load_groups(con, {"a": {"small": 1}, "b": {"large": 1}})
    found = {row["feature"]: row for row in asked(con, way)}
    known = {
        "small": (Fraction(1, 2), Fraction(3, 8), Fraction(2, 5), Fraction(3, 10), Fraction(4, 3)),
        "large": (Fraction(3, 4), Fraction(7, 8), Fraction(3, 5), Fraction(7, 10), Fraction(6, 7)),
    }
    for name, figures in known.items():
        assert [found[name][figure] for figure in FIGURES[:5]] == pytest.approx([float(one) for one in figures])
        assert found[name]["n_queries"] == 2


grouped = st.dictionaries(
    st.sampled_from("abcdexy"),
    st.dictionaries(st.sampled_from(["small", "large", "it's"]), st.sampled_from([0.0, 1.0, 2.5]), max_size=3),
)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@examples(12)
@given(rankings=systems, grades=judged, groups=grouped, reader=st.sampled_from(READERS))
def test_values_by_the_twin(
    con: duckdb.DuckDBPyConnection,
    way: str,
    rankings: Rankings,
    grades: dict[int, dict[str, float]],
    groups: Groups,
    reader: dict[str, Any],
) -> None:
    load(con, rankings, grades)
    load_groups(con, groups)
    asks = [query for query, items in grades.items() if max(items.values()) > 0]
    rows = asked(con, way, **reader)
    for system in {system for system, _ in rankings}:
        known = twin(rankings, grades, groups, system, reader) if asks else {}
        found = {row["feature"]: row for row in rows if row["system"] == system}
        assert found.keys() == known.keys()
        for name, row in found.items():
            for figure, value in known[name].items():
                close = None if np.isnan(value) else pytest.approx(value, rel=1e-6, abs=1e-6)
                assert row[figure] == close, (figure, name)
            assert row["n_queries"] == len(asks)
            assert row["n_missing"] == sum((system, query) not in rankings for query in asks)
            if row["std_error"] is not None:
                reach = 1.959963984540054 * row["std_error"]
                assert row["ci_low"] == pytest.approx(max(0.0, row["ratio"] - reach), abs=1e-12)
                assert row["ci_high"] == pytest.approx(row["ratio"] + reach, abs=1e-12)
        # What all items get and deserve is shared out without a rest.
        for figure in ("exposure_share", "target_share"):
            parts = [row[figure] for row in found.values()]
            assert None in parts or not parts or sum(parts) == pytest.approx(1)


def test_the_interval_covers() -> None:
    """Of 400 samples of 60 queries the interval misses the ratio of the whole population in about 5 %."""
    some = np.random.default_rng(1)
    exposure, target = some.dirichlet([2, 3], 4000), some.dirichlet([3, 3], 4000)
    exposure *= some.uniform(1, 3, (4000, 1))
    truth = exposure[:, 0].sum() / exposure.sum() / (target[:, 0].sum() / target.sum())
    drawn = some.integers(0, 4000, (400, 60))
    with duckdb.connect() as con:
        rows = [(s, n, 0.0) for s in range(400) for n in range(60)]
        queries = {(s, n): (*exposure[drawn[s, n]], *target[drawn[s, n]]) for s, n, _ in rows}
        con.execute("create table shares (system int, query_id int, feature text, exposure double, target double)")
        listed = [
            (s, n, name, values[place], values[place + 2])
            for (s, n), values in queries.items()
            for place, name in enumerate(["a", "b"])
        ]
        columns = [list(one) for one in zip(*listed, strict=True)]
        con.execute(
            "insert into shares select unnest(?::int[]), unnest(?::int[]), unnest(?::text[]), unnest(?::double[]),"
            " unnest(?::double[])",
            columns,
        )
        package = macros("duckdb")
        plan = {"by": ["system"]}
        sql = f"""
            with rankhouse_shared as (from shares),
            rankhouse_shown_features as (select distinct system, feature from shares),
            rankhouse_queries as (
                select system, query_id, sum(exposure) as exposure, sum(target) as target, 0 as is_missing
                from shares group by all
            ),
            rankhouse_grouped as ({package.exposures_by_feature(plan, ["system", "query_id"])}),
            rankhouse_summed as ({package.exposures_summed(plan)}),
            rankhouse_influences as ({package.ratio_influences(plan)}),
            rankhouse_found as ({package.exposure_ratios(plan)})
            select avg((abs(ratio - {truth}) <= 1.959963984540054 * std_error)::int)
            from rankhouse_found where feature = 'a'"""
        ((covered,),) = con.execute(sql).fetchall()
    assert 0.92 < covered < 0.98


@pytest.mark.parametrize("way", ["dbt", "python"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attention": "linear"}, "attention is one of rbp | cascade | log2, got 'linear'"),
        ({"p": 1}, "p is a number above 0 and below 1"),
        ({"k": 0}, "k is a whole number of at least 1"),
        ({"by": ["Ratio"]}, "'Ratio'"),
        ({"by": ["feature"]}, "'feature'"),
    ],
)
def test_wrong_arguments_are_refused(
    con: duckdb.DuckDBPyConnection, way: str, arguments: dict[str, Any], message: str
) -> None:
    load(con, {("one", 1): [["a"]]}, {1: {"a": 1.0}})
    load_groups(con, {"a": {"small": 1}})
    with pytest.raises(InputError) as refused:
        asked(con, way, **arguments)
    assert message in str(refused.value)


def test_bad_groups_are_refused_or_counted(con: duckdb.DuckDBPyConnection) -> None:
    load(con, {("one", 1): [["a", "b"]]}, {1: {"a": 1.0}})
    con.execute(
        "create or replace table features as from (values ('a', 'x'), ('a', 'x'), ('b', null)) f(item_id, feature)"
    )
    with pytest.raises(InputError, match="feature"):
        rankhouse.group_exposure("run", "judgments", "features", con=con)
    with pytest.raises(InputError, match="has no column 'feature'"):
        rankhouse.group_exposure("run", "judgments", "judgments", con=con)
    # In SQL a feature without a name is none, and one that stands twice is one.
    rows = con.execute("from group_exposure('run', 'judgments', 'features')").fetchall()
    assert [row[:3] for row in rows] == [("x", 1.0, 1.0), (None, 0.5, 0.0)]


@pytest.mark.parametrize("way", ["dbt", "python"])
@pytest.mark.parametrize(
    ("weight", "said"),
    [
        (-1.0, "a weight below 0"),
        (1e300, "weight that is NULL, NaN or beyond 1e100"),
        (float("inf"), "infinite weight|beyond"),
    ],
)
def test_weights_that_say_nothing_are_refused(
    con: duckdb.DuckDBPyConnection, way: str, weight: float, said: str
) -> None:
    load(con, {("one", 1): [["a", "b"]]}, {1: {"a": 1.0}})
    con.execute("create or replace table features (item_id text, feature text, weight double)")
    con.execute("insert into features values ('a', 'x', ?), ('b', 'y', 1)", [weight])
    with pytest.raises((InputError, duckdb.InvalidInputException), match=said):
        asked(con, way, columns={"weight": "weight"})


def test_a_weight_of_0_is_no_share(con: duckdb.DuckDBPyConnection) -> None:
    load(con, {("one", 1): [["a"]]}, {1: {"a": 1.0}})
    con.execute("create or replace table features (item_id text, feature text, weight double)")
    con.execute("insert into features values ('a', 'x', 0), ('a', 'y', 2)")
    found = rankhouse.group_exposure("run", "judgments", "features", columns={"weight": "weight"}, con=con)
    assert found.project("feature, exposure_share").fetchall() == [("y", 1.0)]


def test_items_beyond_the_cutoff_are_not_counted(con: duckdb.DuckDBPyConnection) -> None:
    """By hand: of 3 items shown and 3 relevant ones, at k = 2 two are shown, and the two best deserve to be."""
    run = {"query_id": ["q"] * 3, "item_id": ["a", "b", "c"], "score": [3, 2, 1]}
    judgments = {"query_id": ["q"] * 3, "item_id": ["c", "d", "a"], "relevance": [1, 3, 2]}
    features = {"item_id": list("abcd"), "feature": ["one"] * 4}
    counts = {k: rankhouse.group_exposure(run, judgments, features, k=k).fetchall()[0][-1] for k in (1, 2, 3, None)}
    assert counts == {1: 2, 2: 3, 3: 4, None: 4}
