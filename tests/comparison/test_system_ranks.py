"""Ranks of systems: against their definition over scipy's tests, through every way in; the promise by simulation."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import rankhouse
from classifier_pairs import holm
from comparison.test_compare import p_of_sign, p_of_t, p_of_wilcoxon
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError, InputWarning
from rankhouse._rendering.jinja import macros

Value = tuple[str | None, str | None, str | None, str, float | None]
"""group, system, query, measure, value."""
Ranked = dict[tuple[Any, ...], tuple[Any, ...]]
WORKED = {
    "a": ".83 .96 .72 .48 .43 .57 .62 .41 .39 1.03 .79 .51",
    "b": ".87 .89 .60 .53 .35 .59 .56 .40 .40 .95 .71 .49",
    "c": ".63 .61 .52 .31 .29 .47 .35 .24 .17 .80 .59 .24",
    "d": ".66 .66 .55 .30 .26 .37 .42 .18 .29 .82 .70 .36",
}
P_VALUES: Mapping[str, Callable[[np.ndarray], float | None]] = {
    "t": p_of_t,
    "sign": p_of_sign,
    "wilcoxon": p_of_wilcoxon,
}
LOWER_IS_BETTER = "label_ranking_loss"


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def known_ranks(rows: Iterable[Value], test: str = "t", level: float = 0.05, correct: Any = holm) -> Ranked:
    """By group, measure and system: value, rank, rank_low, rank_high, tied_with_best, n_queries."""
    found: Any = defaultdict(lambda: defaultdict(dict))
    for group, system, query, measure, value in rows:
        if system is not None and query is not None and value is not None:
            found[group, measure][system][query] = value
    p_values, signs = {}, {}
    for line, systems in found.items():
        for one, other in itertools.combinations(systems, 2):
            common = sorted(systems[one].keys() & systems[other].keys())
            a, b = (np.array([systems[name][query] for query in common]) for name in (one, other))
            d = np.where(np.abs(a - b) <= 1e-12 * np.maximum(np.abs(a), np.abs(b)), 0, a - b)
            p_values[line, one, other] = P_VALUES[test](d) if common else None
            mean = np.mean(a) - np.mean(b) if common else 0.0
            sign = 0 if abs(mean) <= 1e-12 else int(np.sign(mean))
            wins = int((d > 0).sum()) - int((d < 0).sum())
            # In which direction, and whether a test by ranks or signs may tell it.
            flip = -1 if line[1].startswith(LOWER_IS_BETTER) else 1
            signs[line, one, other] = sign * flip, sign != 0 and (test == "t" or wins * sign > 0)
    adjusted = correct(p_values)
    better, surely = defaultdict(int), defaultdict(lambda: [0, 0])
    for (line, one, other), (sign, tells) in signs.items():
        p = adjusted[line, one, other]
        for own, direction in ((one, sign), (other, -sign)):
            better[line, own] += direction < 0
            if tells and p is not None and p < level:
                surely[line, own][direction > 0] += 1
    return {
        (*line, system): (
            float(np.mean(list(values.values()))),
            1 + better[line, system],
            1 + surely[line, system][0],
            len(systems) - surely[line, system][1],
            surely[line, system][0] == 0,
            len(values),
        )
        for line, systems in found.items()
        for system, values in systems.items()
    }


def tabled(con: duckdb.DuckDBPyConnection, rows: Iterable[Value]) -> None:
    con.execute(
        "create or replace table by_query"
        " (market varchar, system varchar, query_id varchar, measure varchar, value double, metric varchar, k integer)"
    )
    if listed := [*rows]:
        con.execute(
            "insert into by_query select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::varchar[]),"
            " unnest($4::varchar[]) as measure, unnest($5::double[]), null, null",
            [[row[place] for row in listed] for place in range(5)],
        )
        con.execute("update by_query set metric = split_part(measure, '@', 1)")


def asked(con: duckdb.DuckDBPyConnection, way: str, **arguments: Any) -> Ranked:
    """As known_ranks says it."""
    if way == "python":
        found = rankhouse.system_ranks("by_query", by="market", **arguments, con=con)
    elif way == "dbt":
        found = con.sql(macros("duckdb").system_ranks("by_query", by=["market"], **arguments))
    else:
        more = "".join(f", {name} := {value!r}" for name, value in arguments.items())
        found = con.sql(f"from system_ranks('by_query', by := ['market']{more})")
    rows = found.project('market, measure, "system", value, "rank", rank_low, rank_high, tied_with_best, n_queries')
    return {row[:3]: (pytest.approx(row[3], abs=1e-12), *row[4:]) for row in rows.fetchall()}


@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
def test_four_systems_of_twelve_queries(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """A worked example of Mogstad et al.'s ranks: two tied at the top, two behind them."""
    rows = [(None, name, f"q{i}", "ndcg@10", float(x)) for name, xs in WORKED.items() for i, x in enumerate(xs.split())]
    tabled(con, rows)
    expected = {
        "a": (0.645, 1, 1, 2, True, 12),
        "b": (0.611667, 2, 1, 2, True, 12),
        "c": (0.435, 4, 3, 4, False, 12),
        "d": (0.464167, 3, 3, 4, False, 12),
    }
    found = asked(con, way)
    assert {key: row[1:] for key, row in found.items()} == {
        (None, "ndcg@10", name): row[1:] for name, row in expected.items()
    }
    assert found == {key: (pytest.approx(row[0], abs=1e-12), *row[1:]) for key, row in known_ranks(rows).items()}


GRID = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0, None])
LISTS = st.lists(
    st.tuples(
        st.sampled_from(["eu", None]),
        st.sampled_from(["ndcg@5", LOWER_IS_BETTER]),
        st.lists(st.lists(GRID, min_size=12, max_size=12), min_size=1, max_size=4),
        st.sampled_from([0.0, 0.5, 4.0]),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda line: line[:2],
)


@pytest.mark.parametrize("test", P_VALUES)
@examples(20)
@given(lines=LISTS)
def test_any_table_has_the_ranks_of_the_definition(
    con: duckdb.DuckDBPyConnection, test: str, lines: list[tuple[str | None, str, list[list[float | None]], float]]
) -> None:
    """With queries that a system lacks, groups that a system lacks, and systems apart by `shift`."""
    rows: list[Value] = [
        (group, f"s{place}", f"q{query}", measure, value if value is None else value + shift * place)
        for group, measure, systems, shift in lines
        for place, values in enumerate(systems)
        for query, value in enumerate(values)
    ]
    tabled(con, [*rows, ("eu", None, "q0", "ndcg@5", 1.0), ("eu", "s0", None, "ndcg@5", 1.0)])
    found = asked(con, "table macro", test=test)
    known = known_ranks(rows, test)
    assert found == known
    assert all(low <= rank <= high for _, rank, low, high, _, _ in found.values())


def test_a_better_value_may_be_a_lower_one(con: duckdb.DuckDBPyConnection) -> None:
    rows = [
        (None, name, f"q{i}", LOWER_IS_BETTER, i / 99 + shift)
        for name, shift in (("a", 0.0), ("b", 2.0))
        for i in range(9)
    ]
    tabled(con, [(*row[:4], row[4] + (i % 4) / 9) for i, row in enumerate(rows)])
    found = asked(con, "table macro")
    assert found[None, LOWER_IS_BETTER, "a"][1:4] == (1, 1, 1)
    assert found[None, LOWER_IS_BETTER, "b"][1:4] == (2, 2, 2)


def test_equal_systems_share_the_first_rank_and_one_alone_has_it(con: duckdb.DuckDBPyConnection) -> None:
    equal = [("eu", name, f"q{i}", "ndcg@5", 0.1 * i) for name in "abc" for i in range(9)]
    tabled(con, [*equal, ("us", "a", "q1", "ndcg@5", 0.5)])
    for way in ("dbt", "table macro", "python"):
        found = asked(con, way)
        assert [found["eu", "ndcg@5", name][1:5] for name in "abc"] == [(1, 1, 3, True)] * 3
        assert found["us", "ndcg@5", "a"] == (0.5, 1, 1, 1, True, 1)
    tabled(con, [])
    assert asked(con, "table macro") == asked(con, "python") == {}


def test_further_measures_widen_what_one_alone_tells(con: duckdb.DuckDBPyConnection) -> None:
    """All tests of a call are one family, those that `compare` shows."""
    rng = np.random.default_rng(4)
    rows = [
        (None, name, f"q{i}", measure, float(rng.normal(shift, 1)))
        for measure in ("ndcg@5", "map", "recall@5", "mrr")
        for name, shift in (("a", 0.0), ("b", 0.55))
        for i in range(40)
    ]
    tabled(con, rows)
    alone = asked(con, "table macro", measures=["ndcg@5"])
    assert alone == known_ranks(row for row in rows if row[3] == "ndcg@5") == asked(con, "python", measures="ndcg@5")
    assert asked(con, "dbt") == known_ranks(rows)
    significant = rankhouse.compare("by_query", con=con).details.filter("p_adjusted < 0.05").project("measure")
    apart = {measure for (_, measure, _), row in asked(con, "python").items() if row[3] == 1}
    assert apart == {measure for (measure,) in significant.fetchall()}


def test_clusters_count_in_place_of_their_queries(con: duckdb.DuckDBPyConnection) -> None:
    """Of noise that repeats within a user, queries alone tell a difference that is none."""
    rng = np.random.default_rng(3)
    con.execute("create or replace table users as select * from by_query limit 0")
    con.execute("alter table users add column user_id varchar")
    for user in range(12):
        for name in "ab":
            level = float(rng.normal(0.0 if name == "a" else 0.3, 0.4))
            con.executemany(
                "insert into users values (null, ?, ?, 'map', ?, 'map', null, ?)",
                [(name, f"{user}-{i}", level + float(rng.normal(0, 0.01)), f"u{user}") for i in range(20)],
            )
    with pytest.warns(InputWarning, match="'user_id' has 12 values for 240 queries"):
        alone = rankhouse.system_ranks("users", con=con).project("rank_high").fetchall()
    by_users = rankhouse.system_ranks("users", cluster="user_id", con=con).project("rank_high").fetchall()
    assert (alone, by_users) == ([(1,), (2,)], [(2,), (2,)])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"measures": ["ndcg@50"]}, "query_metrics has no measure 'ndcg@50'"),
        ({"measures": []}, "measures must be a list such as"),
        ({"test": "welch"}, "test is one of t | wilcoxon | sign | randomisation | bootstrap, got 'welch'"),
        ({"confidence": 1}, "confidence"),
        ({"system": "engine"}, "engine"),
        ({"by": "system"}, "system"),
    ],
)
def test_what_cannot_be_ranked_is_refused(
    con: duckdb.DuckDBPyConnection, arguments: Mapping[str, Any], message: str
) -> None:
    tabled(con, [(None, name, f"q{i}", "ndcg@5", 0.5) for name in "ab" for i in range(3)])
    with pytest.raises(InputError, match=message.replace("|", r"\|")):
        rankhouse.system_ranks("by_query", **arguments, con=con)


def test_several_values_of_a_query_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [(market, "a", "q1", "ndcg@5", 0.5) for market in ("eu", "us")])
    with pytest.raises(InputError, match="add the column that distinguishes them to by"):
        rankhouse.system_ranks("by_query", con=con)


@pytest.mark.thorough
@pytest.mark.parametrize(("n_systems", "n_draws"), [(5, 120), (20, 40), (100, 8)])
def test_all_true_ranks_are_inside_as_often_as_promised(
    con: duckdb.DuckDBPyConnection, n_systems: int, n_draws: int
) -> None:
    """Means a third of an error apart, in pairs that are truly equal: ranks that are hard to tell."""
    rng = np.random.default_rng(n_systems)
    n_queries = 50
    means = np.repeat(np.arange((n_systems + 1) // 2) * 0.05, 2)[:n_systems]
    lowest = [1 + int((means > mean).sum()) for mean in means]
    highest = [n_systems - int((means < mean).sum()) for mean in means]
    n_missed = 0
    for _ in range(n_draws):
        hard = rng.normal(0, 1, n_queries)
        rows = [
            (None, f"{place:03}", f"q{query}", "ndcg@5", float(value))
            for place, mean in enumerate(means)
            for query, value in enumerate(mean + hard + rng.normal(0, 0.5, n_queries))
        ]
        tabled(con, rows)
        found = asked(con, "table macro")
        inside = [
            low <= lowest[place] and highest[place] <= high
            for place, (_, _, low, high, _, _) in ((int(key[2]), row) for key, row in found.items())
        ]
        n_missed += not all(inside)
    assert n_missed <= stats.binom.ppf(0.999, n_draws, 0.05)
