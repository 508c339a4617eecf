"""What stops a verdict: ties, labels of unjudged items, users whose queries hang together, other measures, segments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest

import rankhouse
from pages import Page

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def runs(scores: str, con: duckdb.DuckDBPyConnection, n_queries: int = 40) -> tuple[Any, Any]:
    """Of each query ten items, of which the first is relevant. `good` ranks it second, `other` by this SQL of i."""
    run = con.sql(
        "select system, q as query_id, 'i' || i as item_id, case system when 'good' then case i when 0 then 8.5 else"
        f" 10.0 - i end else {scores} end as score from range({n_queries}) t(q), range(10) u(i),"
        " (values ('good'), ('other')) s(system)"
    )
    judgments = con.sql(
        f"select q as query_id, 'i' || i as item_id, (i = 0)::int as relevance from range({n_queries}) t(q),"
        " range(10) u(i)"
    )
    return run, judgments


def test_the_order_of_tied_items_decides_nothing(con: duckdb.DuckDBPyConnection) -> None:
    """A model that gives every item the same score has the relevant one last by its name, or first by another one."""
    run, judgments = runs("1.0", con)
    compared = rankhouse.compare(run, judgments, ["ndcg@10"], baseline="good", con=con)
    verdict = compared.verdict
    assert compared.rows()[0]["p_adjusted"] is None or compared.rows()[0]["p_adjusted"] < 0.05
    assert verdict is not None
    assert verdict.decision == "not decided"
    assert verdict.reason.endswith("; another order of items with equal scores would reverse it; set ties='average'")
    # Where ties decide nothing, the same difference does.
    averaged = rankhouse.compare(run, judgments, ["ndcg@10"], baseline="good", ties="average", con=con)
    assert averaged.verdict is not None
    assert averaged.verdict.decision == "do not ship"
    assert not [doubt for doubt in averaged.warnings if "ties" in doubt or "tied" in doubt]
    # Another name of the relevant item is no other decision.
    last = run.project("* replace (if(item_id = 'i0', 'z', item_id) as item_id)")
    labels = judgments.project("* replace (if(item_id = 'i0', 'z', item_id) as item_id)")
    renamed = rankhouse.compare(last, labels, ["ndcg@10"], baseline="good", con=con).verdict
    assert renamed is not None
    assert renamed.decision == "not decided"


def test_ties_that_cannot_reverse_a_difference_stop_nothing(con: duckdb.DuckDBPyConnection) -> None:
    run, judgments = runs("case when i >= 5 then 1.0 else i end", con)
    verdict = rankhouse.compare(run, judgments, ["ndcg@10"], baseline="good", con=con).verdict
    assert verdict is not None
    assert verdict.decision == "do not ship"


@pytest.mark.parametrize("is_judged", [False, True])
def test_labels_of_items_that_nobody_judged_can_reverse_a_verdict(
    con: duckdb.DuckDBPyConnection, is_judged: bool
) -> None:
    """Nine of ten items of both are judged; of `other` the one that is not stands first."""
    run, judgments = runs("case i when 9 then 10.0 when 0 then 1.0 else 9.0 - i end", con)
    judged = judgments if is_judged else judgments.filter("item_id <> 'i9'")
    run = run.filter("system = 'other' or item_id <> 'i9'")
    extra = con.sql("select 'good' as system, q as query_id, 'x' as item_id, 0.5 as score from range(40) t(q)")
    run = run.union(extra)
    if is_judged:
        judged = judged.union(con.sql("select q, 'x', 0 from range(40) t(q)"))
    compared = rankhouse.compare(run, judged, ["ndcg@10"], baseline="good", con=con)
    verdict = compared.verdict
    assert verdict is not None
    assert (verdict.system, verdict.baseline) == ("other", "good")
    if is_judged:
        assert verdict.decision == "do not ship"
        assert not [doubt for doubt in compared.warnings if "judged" in doubt]
        return
    assert verdict.decision == "not decided"
    assert "labels of grade 1, for unjudged items that other ranks higher than good, would reverse it" in verdict.reason
    # Not for unequal shares alone: both have 90 %.
    assert any("labels of unjudged items could reverse" in doubt for doubt in compared.warnings)


def test_queries_that_are_missing_are_no_items_without_a_label(con: duckdb.DuckDBPyConnection) -> None:
    run, judgments = runs("10.0 - i", con)
    run = run.filter("system = 'good' or query_id >= 8")
    compared = rankhouse.compare(run, judgments, ["ndcg@10"], con=con)
    assert not [doubt for doubt in compared.warnings if "unjudged" in doubt or "not judged" in doubt]
    assert any("'other' lacks 8" in doubt for doubt in compared.warnings)


def of_users(shift: float = 0.0, seed: int = 1) -> pd.DataFrame:
    """20 queries of each of 15 users, who differ among each other, and whose queries are alike."""
    random = np.random.default_rng(seed)
    user = np.repeat(np.arange(15), 20)
    gap = 0.1 * random.normal(size=15)[user] + 0.02 * random.normal(size=user.size)
    gap += 0.04 - gap.mean() + shift
    sides = [
        pd.DataFrame(
            {
                "system": system,
                "query_id": np.arange(user.size),
                "measure": "ndcg@10",
                "metric": "ndcg",
                "k": 10,
                "value": 0.5 + (gap if system == "new" else 0),
                "user_id": user,
            }
        )
        for system in ("old", "new")
    ]
    return pd.concat(sides)


def test_users_who_hang_together_stop_a_verdict() -> None:
    values = of_users(-0.01)
    found = {
        cluster: rankhouse.compare(values, baseline="old", cluster=cluster).verdict
        for cluster in (None, False, "user_id")
    }
    assert {cluster: verdict and verdict.decision for cluster, verdict in found.items()} == {
        None: "not decided",
        False: "ship",
        "user_id": "not decided",
    }
    assert found[None] is not None
    assert found[None].reason == (
        "new and old differ significantly by ndcg@10 only if the queries of one user_id are independent: name it as"
        " cluster, or say cluster=false"
    )
    assert found["user_id"] is not None
    assert (found["user_id"].unit, found["user_id"].n_units) == ("clusters", 15)
    alone = values.assign(user_id=values.query_id)
    verdict = rankhouse.compare(alone, baseline="old").verdict
    assert verdict is not None
    assert verdict.decision == "ship"


def test_other_measures_are_guardrails(con: duckdb.DuckDBPyConnection) -> None:
    """NDCG rises by 0.04 while recall falls from 0.9 to 0.6."""
    values = con.sql(
        "select system, q as query_id, measure, split_part(measure, '@', 1) as metric, 10 as k,"
        " case measure when 'ndcg@10' then 0.5 + 0.01 * (q % 7) + if(system = 'new', 0.04 + 0.01 * (q % 3), 0)"
        " else if(system = 'new', 0.6, 0.9) - 0.02 * (q % 4) end as value from range(80) t(q),"
        " (values ('old'), ('new')) s(system), (values ('ndcg@10'), ('recall@10')) m(measure)"
    )
    verdict = rankhouse.compare(values, None, ["ndcg@10", "recall@10"], baseline="old", con=con).verdict
    assert verdict is not None
    assert (verdict.decision, verdict.falls, verdict.status) == ("ship, but", "recall@10 -0.300", 3)
    assert str(verdict) == "Ship new: significantly better than old by ndcg@10, but worse: recall@10 -0.300."
    alone = rankhouse.compare(values, None, ["ndcg@10"], baseline="old", con=con).verdict
    assert alone is not None
    assert alone.decision == "ship"


def test_a_report_tells_of_a_segment_that_falls_whatever_it_decides(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    """dk +0.12, se -0.23: over all queries nothing is decided."""
    values = con.sql(
        "select system, q as query_id, seg, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k, 0.5 + 0.05 * sin(q)"
        " + if(system = 'new', if(seg = 'dk', 0.12, -0.23) + 0.1 * cos(3 * q), 0) as value"
        " from (select q, if(q % 3 = 0, 'se', 'dk') as seg from range(180) t(q)),"
        " (values ('old'), ('new')) s(system)"
    )
    page = Page(rankhouse.report(values, None, "ndcg@10", tmp_path / "a.html", by="seg", baseline="old", con=con))
    verdict = page.root.all("p")[2].text
    assert verdict.startswith("Not decided: new and old do not differ significantly by ndcg@10")
    assert "; worse: seg se -0.2" in verdict
    (row,) = rankhouse.decision(values, baseline="old", segments="seg", con=con).fetchall()
    assert verdict == f"Not decided: {row[-1]}."
    within = rankhouse.compare(values, by="seg", baseline="old", con=con).verdict
    assert within is not None
    assert str(within).startswith("Do not ship new: significantly worse than old by ndcg@10: seg se -0.2")
