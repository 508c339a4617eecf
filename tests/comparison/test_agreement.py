"""Agreement of two systems' lists: published values, SciPy, brute force through every way in, properties, bad input."""

from __future__ import annotations

import json
import math
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from typer.testing import CliRunner

import agreements
import rankhouse
from agreements import CORRELATIONS, EVERY
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app
from truth import PublishedAgreement, spelled
from two_lists import Scores, TwoLists, grouped, orders_of, ranked, scored

Row = tuple[Any, ...]
Lists = Mapping[str, Mapping[str, Scores]]
"""By system and query."""
WAYS = ["dbt", "table macro", "python"]
TOLERANCE = 1e-12


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        yield con


def tabled(con: duckdb.DuckDBPyConnection, lists: Lists) -> None:
    rows = [
        (system, query, item, float(score))
        for system, queries in lists.items()
        for query, scores in queries.items()
        for item, score in scores.items()
    ]
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    con.execute(
        "insert into run select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::varchar[]),"
        " unnest($4::double[])",
        [[row[place] for row in rows] for place in range(4)],
    )


def by_query(
    con: duckdb.DuckDBPyConnection, way: str, lists: Lists, measures: list[str], **arguments: Any
) -> list[Row]:
    tabled(con, lists)
    if way == "dbt":
        return con.sql(macros("duckdb").query_agreement("main.run", measures, **arguments)).fetchall()
    if way == "python":
        return rankhouse.agreement("main.run", measures, per_query=True, con=con, **arguments).fetchall()
    named = "".join(f", {name} := {value!r}" for name, value in arguments.items())
    return con.sql(f"from query_agreement('run', measures := {measures}{named})").fetchall()


def values(con: duckdb.DuckDBPyConnection, one: Any, other: Any, measures: list[str]) -> list[Any]:
    """Of two lists of one query, in the order of the measures; the other one is the baseline."""
    return values_of_pairs(con, [(one, other)], measures)[0]


def values_of_pairs(con: duckdb.DuckDBPyConnection, pairs: Sequence[Any], measures: list[str]) -> list[list[Any]]:
    sides = ({f"q{place}": scores for place, scores in enumerate(side)} for side in zip(*pairs, strict=True))
    rows = by_query(con, "dbt", dict(zip(("one", "other"), sides, strict=True)), measures, baseline="other")
    found = {(row[2], row[3]): row[6] for row in rows}
    return [[found[f"q{place}", measure] for measure in measures] for place in range(len(pairs))]


# Published values.


PUBLISHED = [(name, known) for name, truth in agreements.TRUTHS.items() for known in truth.published]


@pytest.mark.thorough
def test_published_values(con: duckdb.DuckDBPyConnection) -> None:
    by_lists: dict[Any, dict[str, PublishedAgreement]] = {}
    for name, known in PUBLISHED:
        lists = tuple(known.one.items()), tuple(known.other.items())
        by_lists.setdefault(lists, {})[spelled(name, known.options)] = known
    for (one, other), asked in by_lists.items():
        found = values(con, dict(one), dict(other), list(asked))
        for (measure, known), value in zip(asked.items(), found, strict=True):
            assert value == pytest.approx(known.value, abs=known.within), (measure, one, other)


def test_the_first_ten_items_have_86_percent_of_the_weight() -> None:
    """Webber, Moffat, Zobel (2010), equation 21: what the documentation says of p=0.9."""
    p, depth = 0.9, 10
    tail = math.log(1 / (1 - p)) - sum(p**d / d for d in range(1, depth))
    assert 1 - p ** (depth - 1) + (1 - p) / p * depth * tail == pytest.approx(0.8556, abs=5e-5)


# Brute force.


items = st.sampled_from("abcdefgh")
lists = st.dictionaries(items, st.integers(0, 3) | st.integers(0, 40), min_size=1, max_size=8)
queries = st.dictionaries(st.sampled_from("jklmnopqrstuvwxyz"), lists, min_size=9, max_size=15)
runs = st.fixed_dictionaries(dict.fromkeys(("a", "B", "ö"), queries))


@pytest.mark.parametrize("way", WAYS[:2])
@given(run=runs)
@examples(2)
def test_values_are_those_of_brute_force(con: duckdb.DuckDBPyConnection, way: str, run: Lists) -> None:
    known: dict[Row, Row] = {}
    order = ["B", "a", "ö"]
    for place, system in enumerate(order):
        for baseline in order[:place]:
            for query in run[system].keys() | run[baseline].keys():
                sides = run[system].get(query, {}), run[baseline].get(query, {})
                for k in (None, 3):
                    lists = TwoLists(*sides, k)
                    sizes = *map(len, lists.ranked), lists.n_common
                    for measure, value in agreements.known(*sides, k).items():
                        known[system, baseline, query, measure] = (k, value, *sizes)
    measures = list(dict.fromkeys(key[3] for key in known)) or ["overlap"]
    found = {row[:4]: row[5:] for row in by_query(con, way, run, measures)}
    assert found.keys() == known.keys()
    for key, row in known.items():
        assert (found[key][0], *found[key][2:]) == (row[0], *row[2:]), key
        assert found[key][1] == (None if row[1] is None else pytest.approx(row[1], abs=TOLERANCE)), key


pairs_of_lists = st.lists(st.tuples(lists, lists), min_size=1, max_size=12)


@given(pairs=pairs_of_lists)
@examples(2)
def test_mean_ties_are_the_mean_over_all_orders(con: duckdb.DuckDBPyConnection, pairs: Any) -> None:
    """Of lists of one length; in others what follows below the shorter one is no mean."""
    measures = ["rbo(p=0.8, ties=a)", "rbo_min(p=0.8, ties=a)"]
    cut = [
        tuple({item: scores[item] for item in ranked(scores, min(len(one), len(other), 4))} for scores in pair)
        for pair in pairs
        for one, other in [pair]
    ]
    for found, (one, other) in zip(values_of_pairs(con, cut, measures), cut, strict=True):
        over_orders = [
            agreements.known(mine, theirs, measures=["rbo(p=0.8)", "rbo_min(p=0.8)"]).values()
            for mine in orders_of(grouped(one))
            for theirs in orders_of(grouped(other))
        ]
        means = [statistics.fmean(figures) for figures in zip(*over_orders, strict=True)]
        assert found == pytest.approx(means, abs=TOLERANCE)


def test_long_lists_are_those_of_scipy(con: duckdb.DuckDBPyConnection) -> None:
    """Past 128 places no pair is looked at by itself."""
    chosen = random.Random(5)
    n = 1500
    for distinct in (n * n, 40):
        one = {f"{item:04}": float(chosen.randrange(distinct)) for item in range(n)}
        other = {item: score * 0.7 + chosen.randrange(distinct) for item, score in one.items()}
        del other["0007"]
        found = dict(zip(CORRELATIONS, values(con, one, other, CORRELATIONS), strict=True))
        common = sorted(other)
        columns = [[scores[item] for item in common] for scores in (one, other)]
        assert found["kendall_tau_b"] == pytest.approx(stats.kendalltau(*columns).statistic, abs=TOLERANCE)
        assert found["spearman"] == pytest.approx(stats.spearmanr(*columns).statistic, abs=TOLERANCE)
        places = [{item: place for place, item in enumerate(ranked(scores))} for scores in (one, other)]
        pairs = np.array([[place[item] for item in common] for place in places])
        assert found["kendall_tau"] == pytest.approx(stats.kendalltau(*pairs).statistic, abs=TOLERANCE)
        right = pairs[1][np.argsort(pairs[0])]
        shares = [(right[:place] < right[place]).mean() for place in range(1, len(right))]
        assert found["tau_ap"] == pytest.approx(2 * statistics.fmean(shares) - 1, abs=TOLERANCE)
        if distinct > n:
            assert found["kendall_tau_b"] == pytest.approx(found["kendall_tau"], abs=TOLERANCE)


# Properties.


@given(pairs=pairs_of_lists, k=st.none() | st.integers(1, 9))
@examples(3)
def test_properties(con: duckdb.DuckDBPyConnection, pairs: Any, k: int | None) -> None:
    measures = [f"{name}@{k}" if k else name for name in EVERY]
    there = values_of_pairs(con, pairs, measures)
    back = values_of_pairs(con, [(other, one) for one, other in pairs], measures)
    # What the scores are does not matter, only their order.
    scaled = [({item: 1e6 + 3.5 * score for item, score in one.items()}, other) for one, other in pairs]
    assert values_of_pairs(con, scaled, measures) == there
    for figures, reverse in zip(there, back, strict=True):
        found = dict(zip(EVERY, figures, strict=True))
        for name, value, other in zip(EVERY, figures, reverse, strict=True):
            truth, _ = agreements.ASKED[name]
            assert value is None or truth.lowest <= value <= 1, name
            if not truth.is_directed:
                assert value == (None if other is None else pytest.approx(other, abs=TOLERANCE)), name
        low, residual = found["rbo_min(p=0.8)"], found["rbo_residual(p=0.8)"]
        assert low - TOLERANCE <= found["rbo(p=0.8)"] <= low + residual + TOLERANCE


@given(some=st.lists(lists, min_size=1, max_size=12))
@examples(3)
def test_a_list_and_itself_or_its_reverse(con: duckdb.DuckDBPyConnection, some: list[dict[str, float]]) -> None:
    orders = [{item: float(place) for place, item in enumerate(ranked(one))} for one in some]
    reverse = [(order, {item: -place for item, place in order.items()}) for order in orders]
    turned = values_of_pairs(con, reverse, CORRELATIONS)
    for one, figures, around in zip(
        some, values_of_pairs(con, [(one, one) for one in some], EVERY), turned, strict=True
    ):
        same = dict(zip(EVERY, figures, strict=True))
        has_two, has_two_scores = len(one) > 1, len(set(one.values())) > 1
        for name in ("identical", "overlap", "overlap(denominator=union)", "rbo(p=0.8)", "rbo(p=0.8, ties=w)"):
            assert same[name] == 1, name
        assert same["rbo(p=0.8, ties=b)"] == pytest.approx(1, abs=TOLERANCE)
        assert same["rbo_min(p=0.8)"] + same["rbo_residual(p=0.8)"] == pytest.approx(1, abs=TOLERANCE)
        for name in CORRELATIONS:
            # Exactly, where there is anything to correlate.
            is_defined = has_two_scores if agreements.TRUTHS[name].reads_ties else has_two
            assert same[name] == (1 if is_defined else None), name
        assert around == [pytest.approx(-1, abs=TOLERANCE) if has_two else None] * len(CORRELATIONS)


def test_nothing_in_common_is_exactly_zero(con: duckdb.DuckDBPyConnection) -> None:
    lists = scored("a b c"), scored("x (y z) w")
    found = values(con, *lists, ["identical", "overlap", "rbo", "rbo(ties=b)", "rbo_min", "kendall_tau", "spearman"])
    assert found == [0, 0, 0, 0, 0, None, None]


def test_lists_of_one_item(con: duckdb.DuckDBPyConnection) -> None:
    asked = [*EVERY, "rbo", "rbo_min", "rbo_residual"]
    found = dict(zip(asked, values(con, {"a": 3}, {"a": 7}, asked), strict=True))
    assert all(found[name] == 1 for name in asked if name.startswith(("identical", "overlap", "rbo(")))
    assert found["rbo"] == 1
    assert all(found[name] is None for name in CORRELATIONS)
    # RBO_MIN of one item: (1 - p) / p * ln(1 / (1 - p)); all the rest is not known.
    low = 0.1 / 0.9 * math.log(10)
    assert [found["rbo_min"], found["rbo_residual"]] == pytest.approx([low, 1 - low], abs=TOLERANCE)


def test_weights_that_are_too_small_to_matter(con: duckdb.DuckDBPyConnection) -> None:
    """p^d below what a double holds, which some engines call an error."""
    n = 3000
    one = {f"{item:04}": float(-item) for item in range(n)}
    found = values(con, one, one, ["rbo(p=0.5)", "rbo_min(p=0.5)", "rbo_residual(p=0.5)"])
    assert found == pytest.approx([1, 1, 0], abs=TOLERANCE)


# Means, groups and missing queries.


def grouped_runs() -> pd.DataFrame:
    chosen = random.Random(3)
    rows = [
        (segment, system, f"q{query}", item, float(chosen.randrange(30)))
        for segment in ("ü", None)
        for system in ("new", "old", "third")
        for query in range(12)
        if chosen.random() < 0.9
        for item in chosen.sample(range(20), 8)
    ]
    return pd.DataFrame(rows, columns=["segment", "system", "query_id", "item_id", "score"])


@pytest.mark.parametrize("baseline", [None, "old"])
def test_means_are_those_of_the_queries(con: duckdb.DuckDBPyConnection, baseline: str | None) -> None:
    frame = grouped_runs()
    arguments: dict[str, Any] = {"baseline": baseline, "by": "segment", "con": con}
    measures = ["kendall_tau@7", "overlap@5", "rbo"]
    per_query = rankhouse.agreement(frame, measures, per_query=True, **arguments)
    assert per_query.columns == [
        *("segment", "system", "baseline", "query_id", "measure", "metric", "k", "value"),
        *("n_items", "baseline_items", "n_common"),
    ]
    by_mean: dict[Row, list[Row]] = {}
    for row in per_query.fetchall():
        by_mean.setdefault((*row[:3], *row[4:7]), []).append(row[7:])
    result = rankhouse.agreement(frame, measures, **arguments)
    assert result.columns[-6:] == ["n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high"]
    found = {row[:6]: row[6:] for row in result.fetchall()}
    assert found.keys() == by_mean.keys()
    pairs = (
        {("old", "new"), ("third", "new"), ("third", "old")} if baseline is None else {("new", "old"), ("third", "old")}
    )
    assert {key[1:3] for key in found} == pairs
    assert [key[3] for key in found][:3] == measures
    assert any(figures[2] for figures in found.values())
    for key, figures in found.items():
        counted = [row[0] for row in by_mean[key] if row[0] is not None]
        mean, n_queries, n_missing, value_sum, error, low, high = figures
        assert (n_queries, n_missing) == (len(counted), sum(0 in row[1:3] for row in by_mean[key]))
        assert [mean, value_sum] == pytest.approx([statistics.fmean(counted), math.fsum(counted)], abs=TOLERANCE)
        assert error == pytest.approx(statistics.stdev(counted) / math.sqrt(n_queries), abs=TOLERANCE)
        half = 1.959963984540054 * error
        lowest = -1 if "tau" in key[3] else 0
        assert [low, high] == pytest.approx([max(mean - half, lowest), min(mean + half, 1)], abs=TOLERANCE)


def test_a_query_of_one_system_alone_is_counted_and_has_no_value(con: duckdb.DuckDBPyConnection) -> None:
    run = {"new": {"q": {"a": 1.0}, "r": {"a": 1.0}}, "old": {"q": {"a": 2.0}, "s": {"a": 1.0, "b": 0.0}}}
    rows = by_query(con, "python", run, ["overlap@1"], baseline="old")
    assert [(row[2], *row[6:]) for row in rows] == [("q", 1.0, 1, 1, 1), ("r", None, 1, 0, 0), ("s", None, 0, 1, 0)]
    assert rankhouse.agreement("run", "overlap@1", con=con).project("value, n_queries, n_missing").fetchall() == [
        (1.0, 1, 2)
    ]


def test_rows_that_are_no_items_are_left_out_in_sql(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    con.execute(
        "insert into run values ('a', 'q', 'x', 3), ('a', 'q', 'y', 2), (null, 'q', 'z', 9),"
        " ('a', null, 'z', 9), ('a', 'q', null, 9), ('a', 'q', 'z', null), ('a', 'q', 'z', 'nan'),"
        " ('b', 'q', 'x', 'inf'), ('b', 'q', 'y', 2)"
    )
    rows = con.sql(macros("duckdb").query_agreement("run", ["identical"])).fetchall()
    assert rows == [("b", "a", "q", "identical", "identical", None, 1.0, 2, 2, 2)]


# Ways in.


def test_runs_in_every_form(tmp_path: Path) -> None:
    old, new = ({"q": scored("a b c"), "r": scored("a b")}, {"q": scored("b a d"), "r": scored("a b")})
    frames = {
        name: pd.DataFrame(
            [(query, item, score) for query, scores in run.items() for item, score in scores.items()],
            columns=["query_id", "item_id", "score"],
        )
        for name, run in {"old": old, "new": new}.items()
    }
    known = rankhouse.agreement(frames, ["overlap", "rbo"]).fetchall()
    # In the order in which they are given: the later one against the earlier.
    assert [row[:3] for row in known] == [("new", "old", "overlap"), ("new", "old", "rbo")]
    assert known[0][5:8] == ((2 / 3 + 1) / 2, 2, 0)
    assert [row[:2] for row in rankhouse.agreement(dict(reversed(frames.items())), "rbo").fetchall()] == [
        ("old", "new")
    ]
    one = pd.concat([frame.assign(model=name) for name, frame in frames.items()])
    for result in (
        rankhouse.agreement(one, ["overlap", "rbo"], system="model", baseline="old"),
        rankhouse.agreement({"old": old, "new": new}, ["overlap", "rbo"]),
    ):
        assert result.columns[:2] == ["system", "baseline"]
        assert result.fetchall() == known
    paths = []
    for name, frame in frames.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
        paths.append(str(tmp_path / f"{name}.csv"))
    assert rankhouse.agreement(paths, ["overlap", "rbo"]).fetchall() == known
    run = CliRunner().invoke(app, ["agreement", *paths, "-m", "overlap", "-m", "rbo", "--format", "json"])
    assert run.exit_code == 0, run.output
    assert [row["value"] for row in json.loads(run.output)] == [row[5] for row in known]
    run = CliRunner().invoke(
        app, ["agreement", f"x={paths[0]}", f"y={paths[1]}", "--per-query", "--baseline", "y", "--format", "csv"]
    )
    assert run.output.splitlines()[1].startswith("x,y,q,identical@10,identical,10,0.0,3,3,2")


def test_a_rank_in_place_of_the_score(con: duckdb.DuckDBPyConnection) -> None:
    rows = [("a", 1, "x", 1), ("a", 1, "y", 2), ("a", 1, "z", 7), ("b", 1, "x", 2), ("b", 1, "y", 5), ("b", 1, "z", 9)]
    frame = pd.DataFrame(rows, columns=["system", "query_id", "item_id", "place"])
    found = rankhouse.agreement(frame, ["identical@3", "rbo"], columns={"rank": "place"}).fetchall()
    assert [row[5] for row in found] == [1, 1]
    con.register("ranked_lists", frame)
    assert con.sql("from agreement('ranked_lists', measures := 'identical@3', rank := 'place')").fetchall()[0][5] == 1


def test_system_and_columns_of_any_name(con: duckdb.DuckDBPyConnection) -> None:
    names = {"query_id": 'the "query"', "item_id": "run_group", "score": "it's; --"}
    systems = ["it's", 'x"; drop table run; --', "line\n   break", "ǀrunǀ"]
    rows = [(system, 1, item, float(score)) for system in systems for score, item in enumerate("abc")]
    frame = pd.DataFrame(rows, columns=["number", *names.values()])
    found = rankhouse.agreement(frame, "identical@3", system="number", columns=names)
    assert {(*row[:2], row[5]) for row in found.fetchall()} == {
        (one, other, 1.0) for one in systems for other in systems if one > other
    }
    for baseline in (name for name in systems if "\n" not in name):
        found = rankhouse.agreement(frame, "rbo", system="number", columns=names, baseline=baseline)
        assert {row[1] for row in found.fetchall()} == {baseline}
    con.register("named_lists", frame)
    asked = "system := 'number', query_id := 'the \"query\"', item_id := 'run_group', score := 'it''s; --'"
    rows = con.sql(f"from agreement('named_lists', {asked}, baseline := 'x\"; drop table run; --')").fetchall()
    assert {row[0] for row in rows} == {"it's", "line\n   break", "ǀrunǀ"}


def test_systems_that_are_numbers(con: duckdb.DuckDBPyConnection) -> None:
    rows = [(system, "q", item, 1.0) for system in (2, 10) for item in "ab"]
    frame = pd.DataFrame(rows, columns=["system", "query_id", "item_id", "score"])
    assert rankhouse.agreement(frame, "rbo").fetchall()[0][:2] == (10, 2)
    assert rankhouse.agreement(frame, "rbo", baseline="10").fetchall()[0][:2] == (2, 10)
    con.register("numbered", frame)
    assert con.sql("from agreement('numbered', baseline := 10)").fetchall()[0][:2] == (2, 10)


# Bad input.

TWO = {"old": {"q": {"a": 1.0}}, "new": {"q": {"a": 1.0}}}


@pytest.mark.parametrize(
    ("runs", "arguments", "message"),
    [
        ({"old": TWO["old"]}, {}, "agreement needs two or more systems, but there is only 'old'"),
        (TWO, {"baseline": "nwe"}, "baseline 'nwe' is not one of the systems: did you mean 'new'"),
        (TWO, {"measures": "rbo(p=1)"}, "p of rbo is a number above 0 and below 1, got '1'"),
        (TWO, {"measures": "rbo(p=0)@5"}, "p of rbo is a number above 0 and below 1, got '0'"),
        (TWO, {"measures": "rbo(ties=best)"}, r"ties of rbo is one of item \| w \| a \| b, got 'best'"),
        (TWO, {"measures": "overlap@0"}, "the cutoff of a measure is a whole number of at least 1, got '0'"),
        (TWO, {"measures": "overlpa@10"}, "unknown measure 'overlpa@10': did you mean 'overlap'"),
        (TWO, {"measures": "ndcg@10"}, "unknown measure 'ndcg@10': it is a measure of metrics"),
        (TWO, {"measures": []}, "no measure was asked for"),
        (TWO, {"by": "day"}, "by: run has no column 'day'"),
        (TWO, {"by": ["system"]}, "by and system both name the column 'system'"),
        (TWO, {"columns": {"relevant": "x"}}, "columns: 'relevant' is not one of the columns that are read"),
        (TWO, {"check": "some"}, "check is one of auto"),
        (None, {}, "runs is missing"),
        ({}, {}, "runs is empty"),
        ({"old": {"q": {"a": 1.0}}, "new": {"r": {"a": 1.0}}}, {}, "'new', 'old' have no query in common.*'r' and 'q'"),
    ],
)
def test_bad_calls(runs: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rankhouse.agreement(runs, **arguments)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", "q", "x", 1.0), ("a", "q", "y", 2.0)], "agreement needs two or more systems, but there is only 'a'"),
        ([("a", "q", "x", 1.0), (None, "q", "x", 1.0), ("b", "q", "x", 1.0)], r"1 row has no system .NULL in column"),
        ([("a", "q", "x", 1.0), ("b", "q", "x", math.nan)], "run: 1 row has"),
        ([("a", "q", "x", 1.0), ("a", "q", "x", 2.0), ("b", "q", "x", 1.0)], "1 item appears more than once"),
        ([("a", "q", None, 1.0), ("b", "q", "x", 1.0)], "1 row has no item_id"),
    ],
)
def test_bad_rows(con: duckdb.DuckDBPyConnection, rows: list[Row], message: str) -> None:
    con.execute("create or replace table bad (system varchar, query_id varchar, item_id varchar, score double)")
    con.executemany("insert into bad values (?, ?, ?, ?)", rows)
    with pytest.raises(InputError, match=message):
        rankhouse.agreement("bad", con=con)


def test_a_column_of_systems_that_is_not_there() -> None:
    frame = pd.DataFrame([("q", "a", 1.0)], columns=["query_id", "item_id", "score"])
    with pytest.raises(InputError, match=r"run .a pandas DataFrame. has no column 'system'.*system='...'"):
        rankhouse.agreement(frame)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"baseline": "two\nlines"}, "baseline is a value of the column 'system', without line breaks"),
        ({"baseline": ["a"]}, "baseline is a value of the column 'system'"),
        ({"system": ""}, "system is the name of a column, got ''"),
        ({"by": ["system"]}, "by and system both name the column 'system'"),
        ({"measures": ["rbo(p=2)"]}, "p of rbo is a number above 0 and below 1"),
        ({"columns": {"relevance": "x"}}, "columns has no key 'relevance'"),
        ({"run": None}, "run is the name of a table, or a relation"),
    ],
)
def test_bad_arguments_in_dbt(arguments: dict[str, Any], message: str) -> None:
    for name in ("agreement", "query_agreement"):
        with pytest.raises(InputError, match=message):
            getattr(macros("duckdb"), name)(**{"run": "run"} | arguments)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'run', measures := 'rbo(p=1)'", "p of rbo is a number above 0 and below 1, got '1'"),
        ("'run', measures := 'overlap@0'", "the cutoff of a measure is a whole number of at least 1"),
        ("'run', measures := 'overlpa'", "unknown measure 'overlpa': did you mean 'overlap'"),
        ("'run', system := ''", "system is the name of a column"),
        ("'run', \"by\" := ['system']", "by and system both name the column 'system'"),
        ("null", "run is the name of a table, or a relation"),
    ],
)
def test_bad_arguments_of_table_macros(con: duckdb.DuckDBPyConnection, call: str, message: str) -> None:
    for name in ("agreement", "query_agreement"):
        with pytest.raises(duckdb.Error, match=message):
            con.execute(f"from {name}({call})")


def test_a_measure_of_another_task_says_where_it_is() -> None:
    with pytest.raises(InputError, match="unknown measure 'rbo': it is a measure of agreement"):
        macros("duckdb").metrics("run", "judgments", ["rbo"])
