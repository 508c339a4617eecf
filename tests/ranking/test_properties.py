"""What must hold for any input: invariances, bounds, and results that do not depend on how they are asked for."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from examples import examples
from oracle import Item, Measure, Row
from rankhouse._evaluating.measures import range_in_words
from rankhouse._rendering.jinja import macros
from tables import POLICIES, TIES, Tables, assert_same, every_measure, has_closed_form, measures, same, several, tables

PerQuery = dict[Any, float | None]
PARTS = range(6)
"""A sixth of all measures each: a query for all of them takes long to plan."""


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


@pytest.mark.parametrize("ties", TIES)
def test_measures_to_draw_from_are_described_shortly(ties: str) -> None:
    """Where a draw fails, Hypothesis tells of what it drew from, and warns of 30 kB, which is an error here."""
    assert len(repr(measures(ties))) < 10_000


def evaluated(con: duckdb.DuckDBPyConnection, case: Tables, asked: Iterable[Measure], **arguments: Any) -> PerQuery:
    """query_metrics as {(groups..., query, measure): value}."""
    case.load(con)
    return {row[:-3]: row[-1] for row in con.execute(case.sql(asked, **arguments)).fetchall()}


def changed(case: Tables, change: Callable[[Row], Row], labels: bool = True) -> Tables:
    """The tables with every row changed, those of the judgments only on request."""
    run = [change(row) for row in case.run]
    if case.judgments is None or not labels:
        return replace(case, run=run)
    return replace(case, run=run, judgments=[change(row) for row in case.judgments])


@pytest.mark.parametrize("ties", TIES)
@given(data=st.data(), case=tables())
@examples(6)
def test_order_of_rows_does_not_matter(
    con: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables
) -> None:
    asked = data.draw(measures(ties))
    judgments = None if case.judgments is None else data.draw(st.permutations(case.judgments))
    shuffled = replace(case, run=data.draw(st.permutations(case.run)), judgments=judgments)
    assert_same(evaluated(con, shuffled, asked, ties=ties), evaluated(con, case, asked, ties=ties), tolerance=1e-14)


@pytest.mark.parametrize("ties", TIES)
@given(data=st.data(), case=tables())
@examples(6)
def test_only_the_order_of_the_scores_matters(
    con: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables
) -> None:
    asked = data.draw(measures(ties))
    # Dense ranks of the scores: a strictly increasing function of them that no rounding can make less strict.
    distinct = {float(str(row["score"])) for row in case.run if row["score"] is not None}
    moved = {score: 7.0 * place - 3 for place, score in enumerate(sorted(distinct))}
    ranked = changed(case, lambda row: row | {"score": moved.get(row["score"])}, labels=False)
    assert_same(evaluated(con, ranked, asked, ties=ties), evaluated(con, case, asked, ties=ties), tolerance=1e-14)


@pytest.mark.parametrize("ties", TIES)
@given(data=st.data(), case=tables())
@examples(6)
def test_only_the_order_of_the_ids_matters(
    con: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables
) -> None:
    asked = data.draw(measures(ties))
    found: set[Item] = {row["item_id"] for row in (*case.run, *case.labels)}
    names = {item: place * 1000 - 5000 for place, item in enumerate(sorted(found))}
    renamed = changed(case, lambda row: row | {"item_id": names[row["item_id"]]})
    assert_same(evaluated(con, renamed, asked, ties=ties), evaluated(con, case, asked, ties=ties), tolerance=1e-14)


RANGES = {
    "0 to 1": (0.0, 1.0),
    "1": (1.0, 1.0),
    "0 or more": (0.0, math.inf),
    "1 or more": (1.0, math.inf),
    "unbounded": (-math.inf, math.inf),
}


def limits(asked: list[Measure]) -> dict[str, tuple[float, float]]:
    """What each measure can be, as it declares it."""
    package = macros("duckdb")
    declared = package.by_name(package.catalogue())["declared"]

    def limit(found: dict[str, Any], side: str, unlimited: float) -> float:
        text = package.limit_of(declared[found["metric"]], found["options"], found["k"], side)
        return unlimited if text == "null" else float(text)

    return {
        found["measure"]: (limit(found, "lowest", -math.inf), limit(found, "highest", math.inf))
        for found in package.parse_measures([str(measure) for measure in asked])
    }


def test_limits_are_those_that_are_described() -> None:
    catalogue = macros("duckdb").catalogue()
    described = {declared["name"]: RANGES[range_in_words(declared)] for declared in catalogue}
    assert limits([Measure(name) for name in described]) == described


def test_limits_are_those_of_the_options() -> None:
    asked = every_measure(None, 3)
    expected = {}
    for measure in asked:
        low, high = oracle.limits(measure)
        expected[str(measure)] = (-math.inf if low is None else low, math.inf if high is None else high)
    assert limits(asked) == expected


@pytest.mark.parametrize("queries", POLICIES)
@given(data=st.data(), case=tables(), ties=st.sampled_from(TIES))
@examples(6)
def test_values_lie_in_the_declared_range_and_are_never_nan(
    con: duckdb.DuckDBPyConnection, queries: str, data: st.DataObject, case: Tables, ties: str
) -> None:
    asked = data.draw(measures(ties))
    limited = limits(asked)
    case.load(con)
    for row in con.execute(case.sql(asked, ties=ties, queries=queries)).fetchall():
        low, high = limited[row[-4]]
        assert row[-1] is None or low <= row[-1] <= high + 1e-12, row
    for row in con.execute(case.sql(asked, summary=True, ties=ties, queries=queries)).fetchall():
        assert not any(isinstance(figure, float) and math.isnan(figure) for figure in row), row
        low, high = limited[row[-10]]
        assert row[-1] is None or low <= row[-2] <= row[-7] <= row[-1] <= high + 1e-12, row


@given(case=tables(["one"]))
@examples(6)
def test_the_ideal_order_is_perfect(con: duckdb.DuckDBPyConnection, case: Tables) -> None:
    ideal: list[Row] = [
        {"query_id": row["query_id"], "item_id": row["item_id"], "score": row["relevance"]} for row in case.labels
    ]
    asked = [Measure(name, k) for name in ("ndcg", "average_precision", "recall") for k in (None, 5)]
    asked += [Measure("reciprocal_rank"), Measure("hit_rate", 1), Measure("r_precision"), Measure("precision", 1)]
    relevant: defaultdict[object, int] = defaultdict(int)
    for row in case.labels:
        relevant[row["query_id"]] += row["relevance"] > 0
    for (query, measure, *_), figure in evaluated(con, replace(case, run=ideal), asked).items():
        reachable = min(1.0, 5 / relevant[query]) if "5" in str(measure) and "ndcg" not in str(measure) else 1.0
        assert same(figure, reachable), (query, measure, figure)


@pytest.mark.parametrize("ties", TIES)
@given(case=tables())
@examples(6)
def test_reversed_scores_turn_auc_into_its_complement(con: duckdb.DuckDBPyConnection, ties: str, case: Tables) -> None:
    asked = [Measure("roc_auc")]
    arguments = {"ties": ties, "queries": "intersection"}

    def turned(row: Row) -> Row:
        return row | {"score": None if row["score"] is None else -row["score"]}

    reverse = changed(case, turned, labels=False)
    expected = {
        key: None if figure is None else 1 - figure for key, figure in evaluated(con, case, asked, **arguments).items()
    }
    assert_same(evaluated(con, reverse, asked, **arguments), expected)


@pytest.mark.thorough
@pytest.mark.parametrize("ties", TIES)
@given(data=st.data(), case=tables(["by run", "by both", "labelled by"]))
@examples(6)
def test_groups_together_are_groups_apart(
    con: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables
) -> None:
    asked = data.draw(measures(ties))
    together = evaluated(con, case, asked, ties=ties)
    apart: PerQuery = {}
    for system in {row["system"] for row in case.run}:
        alone = replace(case, run=[row for row in case.run if row["system"] == system])
        apart |= evaluated(con, alone, asked, ties=ties)
    assert_same(together, apart, tolerance=1e-14)


@pytest.mark.thorough
@pytest.mark.parametrize("part", PARTS)
@given(case=several(4))
@examples(1)
def test_tie_rules_are_bounds_around_their_mean(con: duckdb.DuckDBPyConnection, part: int, case: Tables) -> None:
    # How much is judged is no question of better or worse, and the best mean position is the lowest. A quotient by an
    # ideal below 0 is the lower the better the order.
    other = ("judged", "average_relevance_position")
    asked = [
        measure
        for measure in every_measure(None, 1, 3)[part :: len(PARTS)]
        if has_closed_form(measure, "average") and measure.metric not in other
    ]
    item, average, best, worst = (evaluated(con, case, asked, ties=ties) for ties in TIES)
    for key, low in worst.items():
        high, between = best[key], (item[key], average[key])
        if low is not None and high is not None and low > high and "ndcg(negative=keep" in key[-1]:
            low, high = high, low
        if low is None or high is None:
            assert between == (None, None)
            assert low is high
        else:
            slack = 1e-12 * max(1.0, abs(high))
            assert all(figure is not None and low - slack <= figure <= high + slack for figure in between), key


@pytest.mark.thorough
@pytest.mark.parametrize("part", PARTS)
@given(case=several(4), data=st.data())
@examples(1)
def test_without_ties_every_tie_rule_is_the_same(
    con: duckdb.DuckDBPyConnection, part: int, case: Tables, data: st.DataObject
) -> None:
    measures_of_part = every_measure(None, 3)[part :: len(PARTS)]
    places = data.draw(st.permutations(range(len(case.run))))
    untied = replace(
        case,
        run=[
            row if row["score"] is None else {**row, "score": float(place)}
            for row, place in zip(case.run, places, strict=True)
        ],
    )
    by_item = evaluated(con, untied, measures_of_part)
    for ties in TIES[1:]:
        asked = [measure for measure in measures_of_part if has_closed_form(measure, ties)]
        figures = evaluated(con, untied, asked, ties=ties)
        assert_same(figures, {key: by_item[key] for key in figures})


@pytest.mark.thorough
@pytest.mark.parametrize("ties", TIES)
@given(data=st.data(), case=tables())
@examples(6)
def test_a_measure_does_not_depend_on_the_others_asked_for(
    con: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables
) -> None:
    asked = data.draw(measures(ties))
    others = data.draw(measures(ties))
    arguments = {"ties": ties, "queries": data.draw(st.sampled_from(POLICIES))}
    alone = evaluated(con, case, asked, **arguments)
    together = evaluated(con, case, [*others, *asked], **arguments)
    assert_same({key: together[key] for key in alone}, alone)
    one_by_one: PerQuery = {}
    for measure in asked[:5]:
        one_by_one |= evaluated(con, case, [measure], **arguments)
    assert_same(one_by_one, {key: alone[key] for key in one_by_one})


def arithmetic(asked: list[Measure]) -> list[Measure]:
    """Those whose mean is the plain one: neither geometric nor weighted."""
    return [measure for measure in asked if measure.metric != "gmap" and "weights" not in dict(measure.options)]


@pytest.mark.parametrize("queries", POLICIES)
@given(data=st.data(), case=tables(), ties=st.sampled_from(TIES))
@examples(6)
def test_summaries_agree_with_the_queries_and_can_be_added_up(
    con: duckdb.DuckDBPyConnection, queries: str, data: st.DataObject, case: Tables, ties: str
) -> None:
    asked = data.draw(measures(ties).map(arithmetic).filter(bool))
    figures = evaluated(con, case, asked, ties=ties, queries=queries)
    cursor = con.execute(case.sql(asked, summary=True, ties=ties, queries=queries))
    width = len(case.groups)
    for row in cursor.fetchall():
        value, n_queries, _, value_sum, std_error, low, high = row[width + 3 :]
        mine = [
            figure
            for key, figure in figures.items()
            if key[:width] == row[:width] and key[-1] == row[width] and figure is not None
        ]
        assert n_queries == len(mine)
        assert same(value_sum, math.fsum(mine) if mine else None)
        assert same(value, value_sum / n_queries if n_queries else None)
        assert (std_error is None) == (low is None) == (high is None) == (n_queries < 2)
        assert std_error is None or low <= value <= high
