"""Sampled evaluation: which items are drawn, their ranks, and what these say of the metrics over all items.

The toy systems and their numbers are those of Krichene and Rendle, On Sampled Metrics for Item Recommendation, KDD
2020.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from scipy.optimize import lsq_linear
from scipy.stats import binom, hypergeom
from typer.testing import CliRunner

import rankhouse
import real_data
import samples
from copied import copy_macros
from rankhouse import InputError
from rankhouse._protocols.corrections import OneRelevant, Sampling, corrected
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

TOY = {
    "A": [100] * 5,
    "B": [40, 40, 8437, 9266, 4482],
    "C": [212, 2, 743, 5342, 1548],
}
AP = OneRelevant("average_precision", None)
NDCG = OneRelevant("ndcg", 10)


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        yield con


def table(con: duckdb.DuckDBPyConnection, name: str, columns: str, rows: list[Any]) -> None:
    con.execute(f"create or replace table {name} ({columns})")
    kinds = [f"unnest(?::{column.split()[-1]}[])" for column in columns.split(", ")]
    con.execute(f"insert into {name} select {', '.join(kinds)}", [list(column) for column in zip(*rows, strict=True)])


# What is drawn.


@pytest.mark.parametrize("by", ["uniform", "popularity"])
@pytest.mark.parametrize("n", [1, 5, 25, 100])
def test_the_rows_of_a_sample(con: duckdb.DuckDBPyConnection, by: str, n: int) -> None:
    chosen = random.Random(3)
    catalogue = {f"i{number}é": float(chosen.randint(0, 9)) for number in range(40)}
    relevant = {(query, f"i{chosen.randint(0, 39)}é") for query in range(12)} | {(0, "i1é"), (0, "elsewhere")}
    seen = {(chosen.randint(0, 11), f"i{chosen.randint(0, 39)}é") for _ in range(150)}
    rows = list(catalogue.items()) * 2
    chosen.shuffle(rows)
    table(con, "items", "item_id varchar, popularity double", rows)
    # Items that are judged and not relevant may be drawn, and their queries have no candidates by themselves.
    judged = [(query, item, 2.0) for query, item in relevant] + [(3, "i7é", 0.0), (99, "i1é", 0.0)]
    table(con, "judgments", "query_id int, item_id varchar, relevance double", judged)
    table(con, "seen", "query_id int, item_id varchar", sorted(seen))
    found = rankhouse.sample_negatives("items", "judgments", n, by=by, exclude="seen", seed=4, con=con).fetchall()

    drawn = {}
    for query in range(12):
        taken = {item for pairs in (relevant, seen) for one, item in pairs if one == query}
        drawn[query] = samples.negatives(catalogue, query, taken, n, by, seed=4)
    expected = {(query, item, 2.0, len(drawn[query])) for query, item in relevant}
    expected |= {(query, item, 0.0, len(items)) for query, items in drawn.items() for item in items}
    assert len(found) == len(expected)
    assert set(found) == expected
    assert found == sorted(found, key=lambda row: (row[0], row[1].encode()))
    if n == 100:
        assert max(map(len, drawn.values())) < 40


def test_uniform_samples_have_every_item_alike(con: duckdb.DuckDBPyConnection) -> None:
    queries = 4000
    table(con, "items", "item_id int", [(item,) for item in range(20)])
    con.execute(
        f"create table judgments as select q as query_id, q % 20 as item_id, 1 as relevance from range({queries}) r(q)"
    )
    # 5 of 19 come of draws; 18 of 19 often need the whole catalogue.
    for n in (5, 18):
        found = rankhouse.sample_negatives("items", "judgments", n, con=con)
        counts = Counter(item for _, item, relevance, _ in found.fetchall() if not relevance)
        share = n / 19
        eligible = queries * 19 / 20
        error = math.sqrt(eligible * share * (1 - share))
        assert len(counts) == 20
        assert max(abs(count - eligible * share) for count in counts.values()) < 4.5 * error


def test_items_are_drawn_in_proportion_to_their_popularity(con: duckdb.DuckDBPyConnection) -> None:
    queries = 4000
    weights = {"a": 1, "b": 2, "c": 3, "d": 6}
    table(con, "items", "item_id varchar, n_ratings int", [*weights.items(), ("never", 0)])
    con.execute(
        f"create table judgments as select range as query_id, 'never' as item_id, 1 as relevance from range({queries})"
    )
    found = rankhouse.sample_negatives(
        "items", "judgments", 2, by="popularity", columns={"popularity": "n_ratings"}, con=con
    )
    counts = Counter(item for _, item, relevance, _ in found.fetchall() if not relevance)
    assert counts.keys() == weights.keys()
    for item, chance in samples.inclusion(weights, 2).items():
        assert abs(counts[item] - queries * chance) < 4.5 * math.sqrt(queries * chance * (1 - chance))


def test_another_seed_is_another_sample(con: duckdb.DuckDBPyConnection) -> None:
    table(con, "items", "item_id int", [(item,) for item in range(1000)])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 1, 1), (2, 1, 1)])
    drawn = {
        seed: rankhouse.sample_negatives("items", "judgments", seed=seed, con=con).fetchall() for seed in (0, 0, 1)
    }
    assert drawn[0] != drawn[1]
    assert rankhouse.sample_negatives("items", "judgments", con=con).fetchall() == drawn[0]
    by_query = defaultdict(set)
    for query, item, *_ in drawn[0]:
        by_query[query].add(item)
    assert by_query[1] != by_query[2]


def test_the_lowest_relevance_that_counts(con: duckdb.DuckDBPyConnection) -> None:
    table(con, "items", "item_id int", [(item,) for item in range(4)])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 0, 3), (1, 1, 1), (2, 2, 1)])
    found = rankhouse.sample_negatives("items", "judgments", 10, relevant_from=2, con=con).fetchall()
    assert found == [(1, 0, 3.0, 3), (1, 1, 0.0, 3), (1, 2, 0.0, 3), (1, 3, 0.0, 3)]


# Ranks among them.


@pytest.mark.parametrize("by", [[], ["system"], ["system", "day"]])
def test_ranks_among_negatives(registered: duckdb.DuckDBPyConnection, by: list[str]) -> None:
    con = registered
    chosen = random.Random(11)
    groups = [(system, day) for system in ("x", None) for day in (1, 2)] if by else [("x", 1)]
    if by == ["system"]:
        groups = [(system, 1) for system in ("x", None)]
    relevant = {(query, chosen.randint(0, 29)) for query in range(6) for _ in range(3)}
    candidates = sorted({(query, chosen.randint(0, 29)) for query in range(5) for _ in range(20)} | {(77, 1)})
    scores: dict[Any, dict[Any, float]] = {group: {} for group in groups}
    for group in groups:
        for query in range(6):
            for item in chosen.sample(range(30), 24):
                scores[group][query, item] = float(chosen.randint(0, 4))
    del scores[groups[0]][next(iter(relevant & scores[groups[0]].keys()))]
    rows = [(*group, *pair, score) for group, scored in scores.items() for pair, score in scored.items()]
    table(con, "run", "system varchar, day int, query_id int, item_id int, score double", rows)
    judged = [(*pair, 1) for pair in relevant] + [(0, 100, 0)]
    table(con, "judgments", "query_id int, item_id int, relevance int", judged)
    table(con, "candidates", "query_id int, item_id int", candidates)
    found = con.execute("from sampled_ranks('run', 'judgments', 'candidates', by := $by)", {"by": by}).fetchall()

    expected = set()
    for group, scored in scores.items():
        for query, item in relevant:
            others = {one for where, one in candidates if where == query and (query, one) not in relevant}
            own = {one: score for (where, one), score in scored.items() if where == query}
            rank = samples.sampled_rank(own, item, others)
            expected.add((*group[: len(by)], query, item, 1.0, int(item in own), rank, len(others)))
    assert len(found) == len(expected)
    assert set(found) == expected


def test_given_ranks_take_the_place_of_scores(registered: duckdb.DuckDBPyConnection) -> None:
    con = registered
    table(con, "run", "query_id int, item_id int, place int", [(1, 1, 3), (1, 2, 1), (1, 3, 9), (1, 4, 2)])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 1, 1)])
    table(con, "candidates", "query_id int, item_id int", [(1, 2), (1, 3), (1, 4)])
    found = con.execute("from sampled_ranks('run', 'judgments', 'candidates', rank := 'place')").fetchall()
    assert found == [(1, 1, 1.0, 1, 3, 3)]


# What they are worth.


def test_the_toy_table_of_the_paper() -> None:
    exact = {"A": (0.990, 0.010, 0.150, 0.0), "B": (0.555, 0.010, 0.122, 0.0), "C": (0.843, 0.101, 0.208, 0.2)}
    expected_ap = {"A": 0.6366, "B": 0.3407, "C": 0.3262}
    for system, ranks in TOY.items():
        figures = rankhouse.expected_sampled(
            ["auc", "ap", "ndcg", "recall@10"], ranks=ranks, n_items=10_000, n_negatives=99, replacement=True
        ).fetchall()
        assert tuple(round(value, 3) for _, _, _, value, _ in figures) == exact[system]
        assert round(figures[1][4], 4) == expected_ap[system]


@pytest.mark.parametrize("replacement", [True, False])
@pytest.mark.parametrize("m", [1, 9, 99])
def test_the_expected_metric_of_a_sample(replacement: bool, m: int) -> None:
    metrics = {
        "roc_auc": lambda rank: Fraction(m + 1 - rank, m),
        "reciprocal_rank": lambda rank: Fraction(1, rank),
        "reciprocal_rank@3": lambda rank: Fraction(rank <= 3, rank),
        "recall@5": lambda rank: Fraction(rank <= 5),
        "precision@5": lambda rank: Fraction(rank <= 5, 5),
        "ndcg@10": lambda rank: Fraction(rank <= 10) * Fraction(1 / math.log2(rank + 1)),
    }
    for ranks in (*TOY.values(), [1, 10_000]):
        found = rankhouse.expected_sampled(
            list(metrics), ranks=ranks, n_items=10_000, n_negatives=m, replacement=replacement
        ).fetchall()
        assert [row[0] for row in found] == list(metrics)
        for (_, _, _, _, sampled), metric in zip(found, metrics.values(), strict=True):
            expected = samples.expected_value(metric, ranks, 10_000, m, replacement)
            assert sampled == pytest.approx(float(expected), rel=1e-9, abs=1e-12)


def test_auc_is_unbiased() -> None:
    for ranks in TOY.values():
        found = rankhouse.expected_sampled("auc", ranks=ranks, n_items=10_000, n_negatives=[1, 10, 1000])
        assert all(sampled == pytest.approx(value, abs=1e-12) for *_, value, sampled in found.fetchall())


def test_a_metric_of_a_sample_approaches_that_of_all_items() -> None:
    sizes = [10, 100, 1000, 5000, 9999]
    for ranks in TOY.values():
        found = rankhouse.expected_sampled(["ap", "ndcg"], ranks=ranks, n_items=10_000, n_negatives=sizes).fetchall()
        for measure in ("average_precision", "ndcg"):
            errors = [abs(sampled - value) for name, _, _, value, sampled in found if name == measure]
            assert errors == sorted(errors, reverse=True)
            assert errors[-1] == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("method", ["none", "rank", "cls", "bv"])
def test_a_sample_of_all_other_items_gives_the_metric_itself(con: duckdb.DuckDBPyConnection, method: str) -> None:
    con.execute("create table items as select range as item_id from range(30)")
    con.execute(
        "create table judgments as select range as query_id, range * 7 % 30 as item_id, 1 as relevance from range(25)"
    )
    con.execute(
        "create table run as select query_id, item_id, s as system, hash(query_id, item_id, s) % 12 as score"
        " from (select distinct query_id from judgments), items, (select unnest(['x', 'y']) as s)"
    )
    rankhouse.sample_negatives("items", "judgments", 29, con=con).create("candidates")
    measures = ["map", "mrr", "ndcg@5", "recall@5", "precision@5", "hit_rate@3"]
    exact = rankhouse.evaluate("run", "judgments", measures, by="system", con=con).fetchall()
    found = rankhouse.correct_sampled(
        "run", "judgments", "candidates", measures, n_items=30, method=method, by="system", con=con
    ).fetchall()
    assert [row[:2] for row in found] == [row[:2] for row in exact]
    assert [row[4] for row in found] == pytest.approx([row[4] for row in exact], rel=1e-14)
    assert [row[5] for row in found] == [row[4] for row in found]
    # One observation a query: the error of a plain mean.
    assert [row[6] for row in found] == pytest.approx([row[8] for row in exact], rel=1e-12)
    assert {row[7:] for row in found} == {(25, 0, 0, "sample of 29 negatives")}


def test_the_trade_off_of_bias_and_variance_is_least_squares() -> None:
    """Against lstsq over every rank, bias and variance as rows."""
    n, m, gamma = 300, 20, 0.25
    weights = 1 / np.arange(5, n + 5)
    weights /= weights.sum()
    ranks, above = np.arange(1, n + 1)[:, None], np.arange(m + 1)[None, :]
    for replacement in (True, False):
        p = binom.pmf(above, m, (ranks - 1) / (n - 1)) if replacement else hypergeom.pmf(above, n - 1, ranks - 1, m)
        bias = np.sqrt((1 - gamma) * weights)[:, None] * p
        spread = np.diag(np.sqrt(gamma * (weights @ p)))
        target = NDCG.at(ranks[:, 0].astype(float), n)
        wanted = np.concatenate([np.sqrt(weights / (1 - gamma)) * target, np.zeros(m + 1)])
        expected = np.linalg.lstsq(np.vstack([bias, spread]), wanted, rcond=None)[0]
        found = corrected(NDCG, Sampling(n, m, replacement), "bv", gamma, weights)
        assert found == pytest.approx(expected, abs=1e-10)

        losses = []
        for step in range(20):
            estimate = found + np.random.default_rng(step).normal(0, 0.001 * min(step, 1), m + 1)
            mean, second = p @ estimate, p @ estimate**2
            losses.append(weights @ ((mean - target) ** 2 + gamma * (second - mean**2)))
        assert min(losses) == losses[0]


def test_constrained_least_squares_never_rise() -> None:
    n, m = 300, 12
    p = hypergeom.pmf(np.arange(m + 1)[None, :], n - 1, np.arange(n)[:, None], m)
    target = AP.at(np.arange(1.0, n + 1), n)
    steps = np.triu(np.ones((m + 1, m + 1)))
    expected = lsq_linear(p @ steps, target, bounds=([0] * m + [-np.inf], np.inf), tol=1e-15)
    found = corrected(AP, Sampling(n, m, replacement=False), "cls", 0.1, None)
    assert (np.diff(found) <= 1e-15).all()
    assert np.sum((p @ found - target) ** 2) <= 2 * expected.cost + 1e-12


@pytest.mark.parametrize("method", ["cls", "bv"])
def test_ranks_in_groups_are_as_good_as_each_by_itself(method: str) -> None:
    sampling = Sampling(20_000, 40, replacement=True)
    metric = OneRelevant("ndcg", None)
    grouped = corrected(metric, sampling, method, 0.1, None, each=2048)
    each = corrected(metric, sampling, method, 0.1, None, each=10**9)
    assert grouped == pytest.approx(each, abs=1e-6)


@pytest.mark.parametrize(("method", "share"), [("rank", 0.9), ("cls", 0.5), ("bv", 0.5)])
def test_corrections_are_nearer_to_the_metric(method: str, share: float) -> None:
    """Expected values, over systems that put relevant items near the top, anywhere, or nearer to the end."""
    n, m, chosen = 1000, 30, np.random.default_rng(8)
    sampling = Sampling(n, m, replacement=False)
    for metric in (AP, NDCG, OneRelevant("recall", 10)):
        errors = []
        for power in (0.7, 1, 2, 3, 4):
            ranks = np.ceil(n * chosen.random(200) ** power)
            p = hypergeom.pmf(np.arange(m + 1)[None, :], n - 1, ranks[:, None] - 1, m)
            exact = metric.at(ranks, n).mean()
            raw, estimate = (
                (p @ sampling.sampled(metric)).mean(),
                (p @ corrected(metric, sampling, method, 0.1, None)).mean(),
            )
            errors.append((abs(raw - exact), abs(estimate - exact)))
        raw_errors, corrected_errors = zip(*errors, strict=True)
        assert sum(corrected_errors) < share * sum(raw_errors)


def test_corrections_of_real_rankings(con: duckdb.DuckDBPyConnection) -> None:
    """One relevant document of each query among all documents, ranked by each of the features."""
    runs, qrels = real_data.lambdarank(systems=6)
    wanted = {
        query: next((item for item, grade in graded.items() if grade >= 2), None) for query, graded in qrels.items()
    }
    judged = [(query, item, 1) for query, item in wanted.items() if item]
    rows = [
        (system, item, score)
        for system, queries in runs.items()
        for scored in queries.values()
        for item, score in scored.items()
    ]
    table(con, "scores", "system varchar, item_id varchar, score double", rows)
    table(con, "judgments", "query_id varchar, item_id varchar, relevance int", judged)
    con.execute("create table run as select system, query_id, s.item_id, score from scores as s, judgments")
    items = con.sql("select distinct item_id from scores")
    n_items = len(items.fetchall())
    rankhouse.sample_negatives(items, "judgments", 50, con=con).create("candidates")
    measures = ["map", "ndcg@10", "recall@10"]
    exact = {
        row[:2]: row[4] for row in rankhouse.evaluate("run", "judgments", measures, by="system", con=con).fetchall()
    }
    for method in ("cls", "bv"):
        estimated = rankhouse.correct_sampled(
            "run", "judgments", "candidates", measures, n_items=n_items, method=method, by="system", con=con
        ).fetchall()
        assert len(estimated) == len(exact) == 18
        off = sum(abs(row[4] - exact[row[:2]]) for row in estimated)
        off_in_sample = sum(abs(row[5] - exact[row[:2]]) for row in estimated)
        assert off < off_in_sample / 3


def test_an_item_s_standard_error_is_that_of_its_query(con: duckdb.DuckDBPyConnection) -> None:
    """Three queries with sums 1.5, 1 and 0.25 of 2, 1 and 1 items: a ratio, whose error is over queries."""
    rows = [(1, 1, 1, 4), (1, 2, 2, 4), (2, 1, 1, 4), (3, 1, 4, 4), (4, 1, 1, 0)]
    table(con, "ranks", "query_id int, item_id int, sampled_rank int, n_negatives int", rows)
    con.execute("alter table ranks add column is_retrieved int")
    con.execute("update ranks set is_retrieved = case when query_id = 3 then 0 else 1 end")
    rankhouse.sampled_corrections("mrr", n_items=5, n_negatives=4, con=con).create("corrections")
    copy_macros(con)
    (row,) = con.execute("from correct_sampled('ranks', 'corrections')").fetchall()
    mean = 2.75 / 4
    spread = (1.5 - 2 * mean) ** 2 + (1 - mean) ** 2 + (0.25 - mean) ** 2
    assert row[3:6] == pytest.approx((mean, mean, math.sqrt(spread * 3 / 2) / 4))
    assert row[6:] == (4, 1, 1, "sample of 4 negatives, each relevant item of a query by itself")


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize("value", ["nan", "-inf"])
@pytest.mark.parametrize("name", ["n_items", "n_negatives", "sampled_rank"])
def test_a_correction_that_no_number_tells_apart_is_refused(
    con: duckdb.DuckDBPyConnection, way: str, name: str, value: str
) -> None:
    table(con, "ranks", "query_id int, is_retrieved int, sampled_rank int, n_negatives int", [(1, 1, 1, 4)])
    rankhouse.sampled_corrections("mrr", n_items=5, n_negatives=4, con=con).create("corrections")
    con.execute(f"alter table corrections alter {name} type double")
    con.execute(f"update corrections set {name} = '{value}' where sampled_rank = 1")
    copy_macros(con)
    sql = "from correct_sampled('ranks', 'corrections')"
    if way == "dbt":
        sql = str(macros("duckdb").correct_sampled("main.ranks", "main.corrections"))
    message = f"corrections: one row has no finite {name} .NaN or infinite in column '{name}'., e.g. measure recip"
    with pytest.raises(duckdb.Error, match=message):
        con.execute(sql).fetchall()


def test_several_relevant_items_of_a_query_are_told(con: duckdb.DuckDBPyConnection) -> None:
    """NDCG of a query with relevant items in places 2 and 3 is 0.69; of each by itself, without the other, 0.63."""
    table(con, "run", "query_id int, item_id int, score int", [(q, i, -i) for q in (1, 2) for i in range(5)])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 1, 1), (1, 2, 1), (2, 1, 1)])
    table(con, "candidates", "query_id int, item_id int", [(q, i) for q in (1, 2) for i in (0, 3, 4)])
    with pytest.warns(rankhouse.InputWarning, match="1 of 2 queries have several relevant items, such as 1; each"):
        found = rankhouse.correct_sampled("run", "judgments", "candidates", "ndcg", n_items=4, method="none", con=con)
    ((*_, value, sampled, _, n, _, _, said),) = found.fetchall()
    assert (value, sampled, n) == (pytest.approx(1 / math.log2(3)), pytest.approx(1 / math.log2(3)), 3)
    assert said == "sample of 3 negatives, each relevant item of a query by itself"


def test_queries_with_fewer_negatives_have_corrections_of_their_own(con: duckdb.DuckDBPyConnection) -> None:
    table(con, "run", "query_id int, item_id int, score int", [(q, i, -i) for q in (1, 2, 3) for i in range(5)])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 1, 1), (2, 1, 1), (3, 1, 1)])
    table(con, "candidates", "query_id int, item_id int", [(1, 0), (1, 2), (1, 3), (2, 0), (3, 1)])
    (row,) = rankhouse.correct_sampled(
        "run", "judgments", "candidates", "mrr", n_items=100, method="rank", con=con
    ).fetchall()
    assert row[3] == pytest.approx((1 / 34 + 1 / 100) / 2)
    assert row[4] == 0.5
    assert row[6:] == (2, 0, 1, "sample of 1 to 3 negatives")


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n is a whole number of at least 1"),
        ({"n": -3}, "n is a whole number of at least 1"),
        ({"n": 2.5}, "n is a whole number of at least 1"),
        ({"by": "random"}, "uniform | popularity"),
        ({"seed": -1}, "seed is a whole number"),
        ({"relevant_from": 0}, "relevant_from is the lowest relevance"),
        ({"by": "popularity"}, "no column 'popularity'"),
        ({"items": "texts"}, "these types cannot be compared"),
        ({"items": "nulls"}, "no item_id (NULL in column 'item_id')"),
        ({"items": "others"}, "have no item in common"),
        ({"items": "odd", "by": "popularity"}, "no popularity (NULL or NaN in column 'popularity')"),
        ({"items": "endless", "by": "popularity"}, "an infinite popularity in column 'popularity'"),
        ({"exclude": "texts_seen"}, "these types cannot be compared"),
        ({"columns": {"items.skore": "x"}}, "not one of the columns that are read"),
    ],
)
def test_a_sample_refuses(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    table(con, "items", "item_id int", [(1,), (2,)])
    table(con, "texts", "item_id varchar", [("1",)])
    table(con, "nulls", "item_id int", [(1,), (None,)])
    table(con, "others", "item_id int", [(5,)])
    table(con, "odd", "item_id int, popularity double", [(1, math.nan)])
    table(con, "endless", "item_id int, popularity double", [(1, math.inf)])
    table(con, "texts_seen", "query_id int, item_id varchar", [(1, "1")])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 1, 1)])
    with pytest.raises(InputError) as refused:
        rankhouse.sample_negatives(**{"items": "items", "judgments": "judgments", "con": con} | arguments)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_items": 1}, "n_items is a whole number of at least 2"),
        ({"n_items": 3}, "4 negatives are more than the 2 other items"),
        ({"method": "exact"}, "method is one of none | rank | cls | bv"),
        ({"method": []}, "method is one of none | rank | cls | bv"),
        ({"gamma": 0}, "gamma is a number above 0 and at most 1"),
        ({"prior": [1.0]}, "prior is a list of 50 numbers"),
        ({"prior": [0.0] * 50}, "not all 0"),
        ({"measures": "bpref"}, "there is no correction for bpref"),
        ({"measures": "ndcg(gain=linear)@3"}, "leave the options out"),
        ({"candidates": "relevant_alone"}, "candidates have no negatives"),
        ({"candidates": "twice"}, "more than once in the same query"),
        ({"candidates": "texts"}, "these types cannot be compared"),
        ({"candidates": "nulls"}, "no item_id (NULL"),
        ({"by": ["system"]}, "no column 'system'"),
        ({"check": "some"}, "check is one of"),
    ],
)
def test_a_correction_refuses(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    table(con, "run", "query_id int, item_id int, score int", [(1, item, item) for item in range(5)])
    table(con, "judgments", "query_id int, item_id int, relevance int", [(1, 1, 1)])
    table(con, "candidates", "query_id int, item_id int", [(1, item) for item in range(5)])
    table(con, "relevant_alone", "query_id int, item_id int", [(1, 1)])
    table(con, "twice", "query_id int, item_id int", [(1, 2), (1, 2)])
    table(con, "texts", "query_id int, item_id varchar", [(1, "2")])
    table(con, "nulls", "query_id int, item_id int", [(1, None)])
    given = {"run": "run", "judgments": "judgments", "candidates": "candidates", "n_items": 50, "con": con}
    with pytest.raises(InputError) as refused:
        rankhouse.correct_sampled(**given | arguments)
    assert message in str(refused.value)
    assert con.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as con:
        con.sql("select range as item_id, range + 1 as n from range(50)").write_csv("items.csv")
        con.sql("select range as query_id, range as item_id, 1 as relevance from range(9)").write_csv("judgments.csv")
        con.sql(
            "select j.range as query_id, i.range as item_id, -i.range as score from range(9) j, range(50) i"
        ).write_csv("run.csv")
        runner = CliRunner()
        drawn = ["sample-negatives", "items.csv", "judgments.csv", "-n", "7", "--by", "popularity", "-o", "sample.csv"]
        assert runner.invoke(app, [*drawn, "--columns", "popularity=n", "--seed", "3"]).exit_code == 0
        expected = rankhouse.sample_negatives(
            "items.csv", "judgments.csv", 7, by="popularity", seed=3, columns={"popularity": "n"}, con=con
        ).fetchall()
        assert con.sql("from 'sample.csv'").fetchall() == expected
        asked = ["correct-sampled", "run.csv", "judgments.csv", "sample.csv", "--n-items", "50", "-m", "mrr"]
        done = runner.invoke(app, [*asked, "--method", "rank", "--method", "bv", "-o", "corrected.parquet"])
        assert done.exit_code == 0
        found = rankhouse.correct_sampled(
            "run.csv", "judgments.csv", "sample.csv", "mrr", n_items=50, method=["rank", "bv"], con=con
        ).fetchall()
        assert con.sql("from 'corrected.parquet'").fetchall() == found
        assert len(found) == 2


@pytest.mark.parametrize("ranks", [[], [0], [1.5], [101]])
def test_ranks_are_whole_numbers_within_the_items(ranks: list[Any]) -> None:
    with pytest.raises(InputError, match="ranks must be one or more whole numbers from 1 to n_items"):
        rankhouse.expected_sampled("ap", ranks=ranks, n_items=100, n_negatives=9)


def test_too_many_negatives_to_fit() -> None:
    with pytest.raises(InputError, match="method cls or bv takes at most 5,000 negatives, got 6,000"):
        rankhouse.sampled_corrections("ap", n_items=100_000, n_negatives=6000)
    found = rankhouse.sampled_corrections("ap", n_items=100_000, n_negatives=6000, method="rank")
    assert len(found.fetchall()) == 6001


def test_without_scipy_a_correction_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rankhouse._protocols.corrections", None)
    monkeypatch.delattr("rankhouse._protocols.corrections")
    with pytest.raises(InputError, match=r"pip install 'rankhouse\[sampled\]'"):
        rankhouse.sampled_corrections("ap", n_items=100, n_negatives=9)
