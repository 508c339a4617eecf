"""What measures are called elsewhere, for record.py and the page on moving from ranx."""

from __future__ import annotations

from collections.abc import Iterable

CUTOFFS = (1, 3, 5, 10)


def at(spelled: str, named: str, cutoffs: Iterable[int] = CUTOFFS) -> dict[str, str]:
    return {spelled.format(k=k): named.format(k=k) for k in cutoffs}


# Measure, as rankhouse spells it -> as ranx does.
RANX = {
    "hits": "hits",
    **at("hits@{k}", "hits@{k}"),
    "hit_rate": "hit_rate",
    **at("hit_rate@{k}", "hit_rate@{k}"),
    "precision": "precision",
    **at("precision@{k}", "precision@{k}"),
    "recall": "recall",
    **at("recall@{k}", "recall@{k}"),
    "f1": "f1",
    **at("f1@{k}", "f1@{k}"),
    "r_precision": "r-precision",
    "reciprocal_rank": "mrr",
    **at("reciprocal_rank@{k}", "mrr@{k}"),
    "average_precision": "map",
    **at("average_precision@{k}", "map@{k}"),
    "ndcg": "ndcg",
    **at("ndcg@{k}", "ndcg@{k}"),
    **at("ndcg(gain=exponential)@{k}", "ndcg_burges@{k}"),
    **at("dcg@{k}", "dcg@{k}"),
    **at("dcg(gain=exponential)@{k}", "dcg_burges@{k}"),
}
