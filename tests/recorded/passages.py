"""Libraries that are handed lists of passages or of items, best first, and the relevant ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from asked import Values, ordered, relevant
from lists import Lists
from names import CUTOFFS

Of = dict[str, float]  # measure, as rankhouse spells it -> value of a list
Judged = Mapping[int, float]
Asked = Callable[[Sequence[int], Judged, int | None], Of]  # items, grades above 0, cutoff


def llama_index(items: Sequence[int], judged: Judged, k: int | None) -> Of:
    """Its cutoff is the retriever's, and an empty list is an error."""
    from llama_index.core.evaluation.retrieval import metrics

    names = {
        "hit_rate": metrics.HitRate,
        "reciprocal_rank": metrics.MRR,
        "precision": metrics.Precision,
        "recall": metrics.Recall,
        "average_precision": metrics.AveragePrecision,
        "ndcg": metrics.NDCG,
    }
    given = {"expected_ids": [str(item) for item in judged], "retrieved_ids": [str(item) for item in items[:k]]}
    if not all(given.values()):
        return {}
    return {ours: theirs().compute(**given).score for ours, theirs in names.items()}


def evaluators_of_haystack() -> dict[str, Any]:
    from haystack.components import evaluators

    return {
        "hit_rate": evaluators.DocumentRecallEvaluator("single_hit"),
        "recall": evaluators.DocumentRecallEvaluator("multi_hit"),
        "reciprocal_rank": evaluators.DocumentMRREvaluator(),
        "average_precision": evaluators.DocumentMAPEvaluator(),
        "ndcg": evaluators.DocumentNDCGEvaluator(),
    }


def haystack(run: Lists, judgments: Lists) -> Values:
    """Its cutoff is the retriever's."""
    from haystack import Document

    lists, truths = ordered(run), relevant(judgments)
    truth = [[Document(content=str(i), score=x) for i, x in truths.get(q, {}).items()] for q in judgments]
    values: Values = {}
    for k in (None, *CUTOFFS):
        listed = [[Document(content=str(item)) for item in lists.get(query, [])[:k]] for query in judgments]
        for measure, evaluator in evaluators_of_haystack().items():
            found = evaluator.run(truth, listed)
            each = dict(zip(map(str, judgments), map(float, found["individual_scores"]), strict=True))
            values[measure if k is None else f"{measure}@{k}"] = {**each, "mean": float(found["score"])}
    return values


def trulens(items: Sequence[int], judged: Judged, k: int | None) -> Of:
    from trulens.feedback.dummy.provider import DummyProvider
    from trulens.feedback.groundtruth import GroundTruthAgreement

    chunks = [{"text": str(item), "expect_score": grade} for item, grade in judged.items()]
    truth = [{"query": "q", "expected_response": "", "expected_chunks": chunks}]
    asked, listed = GroundTruthAgreement(truth, provider=DummyProvider()), [str(item) for item in items]
    found = {
        "precision": asked.precision_at_k("q", listed, k=k),
        "recall": asked.recall_at_k("q", listed, k=k),
        "hit_rate": asked.ir_hit_rate("q", listed, k=k),
    }
    if k is None:
        found["reciprocal_rank"] = asked.mrr("q", listed)
    else:
        found["ndcg"] = asked.ndcg_at_k("q", listed, k=k)
    return found


def lenskit(items: Sequence[int], judged: Judged, k: int | None) -> Of:
    from lenskit.data import ItemList
    from lenskit.metrics import ranking

    listed = ItemList(item_ids=list(items), ordered=True)
    truth = ItemList(item_ids=list(judged), rating=list(judged.values()))
    names = {
        "hit_rate": ranking.Hit(k),
        "precision": ranking.Precision(k),
        "recall": ranking.Recall(k),
        "reciprocal_rank": ranking.RecipRank(k),
        "ndcg": ranking.NDCG(k),
        "ndcg(gain=linear)": ranking.NDCG(k, gain="rating"),
        "dcg": ranking.DCG(k),
        "dcg(gain=linear)": ranking.DCG(k, gain="rating"),
        "rbp": ranking.RBP(k),
        "rbp(p=0.8)": ranking.RBP(k, patience=0.8),
    }
    return {ours: float(theirs.measure_list(listed, truth)) for ours, theirs in names.items()}


def of_lists(ask: Asked, run: Lists, judgments: Lists) -> Values:
    """Query by query, of those with a relevant item: their mean is their user's."""
    lists, values = ordered(run), Values()
    for query, truth in relevant(judgments).items():
        for k in (None, *CUTOFFS):
            for measure, value in ask(lists.get(query, []), truth, k).items():
                if not math.isnan(value):
                    values.setdefault(measure if k is None else f"{measure}@{k}", {})[str(query)] = float(value)
    return values


def sentence_transformers(run: Lists, judgments: Lists) -> Values:
    """It gives means alone: each query is asked about by itself too."""
    from sentence_transformers.evaluation import InformationRetrievalEvaluator

    names = {
        "hit_rate": "accuracy@k",
        "precision": "precision@k",
        "recall": "recall@k",
        "reciprocal_rank": "mrr@k",
        "ndcg": "ndcg@k",
        "average_precision": "map@k",
    }
    cutoffs = ("accuracy_at_k", "precision_recall_at_k", "mrr_at_k", "ndcg_at_k", "map_at_k")
    truth = {str(query): {str(item) for item in items} for query, items in relevant(judgments).items()}
    corpus = {str(item): "" for table in (run, judgments) for items in table.values() for item in items}
    values: Values = {}
    for place, queries in {**{query: [query] for query in truth}, "mean": [*truth]}.items():
        if not queries:
            continue
        settings: dict[str, Any] = {name: list(CUTOFFS) for name in cutoffs}
        evaluator = InformationRetrievalEvaluator(dict.fromkeys(queries, ""), corpus, truth, **settings)
        listed = [
            [{"corpus_id": str(item), "score": score} for item, score in run.get(int(query), {}).items()]
            for query in evaluator.queries_ids
        ]
        found = evaluator.compute_metrics(listed)
        for ours, theirs in names.items():
            for k in CUTOFFS:
                values.setdefault(f"{ours}@{k}", {})[place] = float(found[theirs][k])
    return values


def evidently(run: Lists, judgments: Lists) -> Values:
    """It knows of the judgments what was returned; means alone. Values stand by the place in its list, @1 first.

    A cutoff beyond the longest list is an error.
    """
    import pandas as pd
    from evidently import DataDefinition, Dataset, Recsys, Report
    from evidently.metrics import recsys

    rows = [(q, i, x, judgments.get(q, {}).get(i, 0.0)) for q, items in run.items() for i, x in items.items()]
    frame = pd.DataFrame(rows, columns=["user_id", "item_id", "prediction", "target"])
    roles = {"user_id": "user_id", "item_id": "item_id", "target": "target", "prediction": "prediction"}
    ranking = DataDefinition(ranking=[Recsys(**roles, recommendations_type="score")])
    given = Dataset.from_pandas(frame, data_definition=ranking)
    names = {
        "hit_rate": recsys.HitRate,
        "precision": recsys.PrecisionTopK,
        "recall": recsys.RecallTopK,
        "reciprocal_rank": recsys.MRR,
        "ndcg": recsys.NDCG,
    }
    values: Values = {}
    longest = max(map(len, run.values()))
    for ours, theirs in names.items():
        found = Report([theirs(k=min(longest, max(CUTOFFS)))]).run(given, None).dict()["metrics"][0]["value"]["value"]
        for k in CUTOFFS:
            if k - 1 in found:
                values[f"{ours}@{k}"] = {"mean": float(found[k - 1])}
    return values


PASSAGES: dict[str, tuple[str, Callable[[Lists, Lists], Values]]] = {
    "llama_index": ("llama-index-core", partial(of_lists, llama_index)),
    "haystack": ("haystack-ai", haystack),
    "trulens": ("trulens-feedback", partial(of_lists, trulens)),
    "lenskit": ("lenskit", partial(of_lists, lenskit)),
    "sentence_transformers": ("sentence-transformers", sentence_transformers),
    "evidently": ("evidently", evidently),
}
