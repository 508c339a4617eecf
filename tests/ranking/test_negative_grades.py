"""A grade below 0 is no judgment to trec_eval: what pytrec_eval, which runs it, computes of such lists."""

from __future__ import annotations

import random

import duckdb
import pytest
from pytrec_eval import RelevanceEvaluator

import rankhouse

OURS = {
    "P_2": "precision@2",
    "recall_2": "recall@2",
    "map": "average_precision",
    "Rprec": "r_precision",
    "recip_rank": "reciprocal_rank",
    "bpref": "bpref",
    "ndcg": "ndcg",
    "ndcg_cut_3": "ndcg@3",
}
QUERIES = [str(number) for number in range(300)]


def lists(generator: random.Random, values: list[int]) -> dict[str, dict[str, int]]:
    """Of most queries some of eight items, each with a value."""
    return {
        query: {item: generator.choice(values) for item in generator.sample("abcdefgh", generator.randint(1, 8))}
        for query in QUERIES
        if generator.random() < 0.9
    }


@pytest.mark.parametrize("unjudged", ["irrelevant", "drop"])
@pytest.mark.parametrize("convention", ["trec_eval", "pytrec_eval"])
def test_negative_grades(convention: str, unjudged: str) -> None:
    generator = random.Random(7)
    run, judgments = lists(generator, list(range(10))), lists(generator, [-2, -1, 0, 0, 1, 2])
    for grades in judgments.values():
        # trec_eval crashes where all are negative.
        grades["h"] = generator.choice([0, 1])
    with duckdb.connect(config={"threads": 1}) as con:
        for table, values in (("run", run), ("judgments", judgments)):
            rows = ", ".join(
                f"('{query}', '{item}', {value})" for query, items in values.items() for item, value in items.items()
            )
            value = "score" if table == "run" else "relevance"
            con.execute(f"create table {table} as from (values {rows}) as listed(query_id, item_id, {value})")
        result = rankhouse.evaluate(
            "run", "judgments", list(OURS.values()), convention=convention, unjudged=unjudged, per_query=True, con=con
        )
        found = {(query, name): value for query, name, value in result.project("query_id, measure, value").fetchall()}
    scores = {query: {item: float(score) for item, score in items.items()} for query, items in run.items()}
    peer = RelevanceEvaluator(judgments, set(OURS), judged_docs_only_flag=unjudged == "drop").evaluate(scores)
    expected = {(query, OURS[name]): value for query, values in peer.items() for name, value in values.items()}
    # Nothing is left of some lists when unjudged items are dropped, and a list without items is none.
    absent = {key for key in expected if key not in found}
    assert all(expected[key] == 0 for key in absent) and (not absent or unjudged == "drop")
    assert found == pytest.approx({key: value for key, value in expected.items() if key not in absent}, abs=1e-6)
