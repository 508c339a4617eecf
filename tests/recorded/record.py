"""Asks a library for its values: `python record.py LIBRARY > LIBRARY.json`, in an environment that has it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any

from lists import Lists, lists

Values = dict[str, dict[str, float]]  # measure, as rankhouse spells it -> query ("mean" for the mean) -> value
RUN, JUDGMENTS = lists(tied=False)
CUTOFFS = (1, 3, 5, 10)


def texts(rows: Lists, number: type) -> dict[str, dict[str, Any]]:
    return {str(query): {str(item): number(x) for item, x in items.items()} for query, items in rows.items()}


def at(spelled: str, named: str, cutoffs: Iterable[int] = CUTOFFS) -> dict[str, str]:
    return {spelled.format(k=k): named.format(k=k) for k in cutoffs}


def pytrec_eval(tied: bool) -> Values:
    import pytrec_eval

    run, judgments = lists(tied)
    names = {
        **at("precision@{k}", "P_{k}", (5, 10)),
        **at("recall@{k}", "recall_{k}", (5, 10)),
        **at("hit_rate@{k}", "success_{k}", (1, 5, 10)),
        **at("average_precision@{k}", "map_cut_{k}", (5, 10)),
        **at("ndcg@{k}", "ndcg_cut_{k}", (5, 10)),
        **at("interpolated_precision(recall=0.{k})", "iprec_at_recall_0.{k}0", range(1, 10)),
        "reciprocal_rank": "recip_rank",
        "average_precision": "map",
        "average_precision(interpolation=11-point)": "11pt_avg",
        "r_precision": "Rprec",
        "bpref": "bpref",
        "ndcg": "ndcg",
        "precision": "set_P",
        "recall": "set_recall",
        "f1": "set_F",
    }
    asked = {name.rsplit("_", 1)[0] if name[-1].isdigit() else name for name in names.values()}
    asked = {"iprec_at_recall" if name.startswith("iprec") else name for name in asked}
    found = pytrec_eval.RelevanceEvaluator(texts(judgments, int), asked).evaluate(texts(run, float))
    return {ours: {query: values[theirs] for query, values in found.items()} for ours, theirs in names.items()}


def ir_measures(tied: bool) -> Values:
    import ir_measures as ir

    run, judgments = lists(tied)
    names = {
        **at("precision@{k}", "P@{k}"),
        **at("recall@{k}", "R@{k}"),
        **at("hit_rate@{k}", "Success@{k}"),
        **at("average_precision@{k}", "AP@{k}"),
        **at("ndcg@{k}", "nDCG@{k}"),
        **at("interpolated_precision(recall=0.{k})", "IPrec@0.{k}", range(1, 10)),
        "reciprocal_rank": "RR",
        "average_precision": "AP",
        "r_precision": "Rprec",
        "bpref": "Bpref",
        "ndcg": "nDCG",
        "precision": "SetP",
        "recall": "SetR",
        "f1": "SetF",
    }
    values: Values = {}
    for ours, theirs in names.items():
        measure = ir.parse_measure(theirs)
        found = ir.iter_calc([measure], texts(judgments, int), texts(run, float))
        values[ours] = {row.query_id: row.value for row in found}
        values[ours]["mean"] = ir.calc_aggregate([measure], texts(judgments, int), texts(run, float))[measure]
    return values


def ranx() -> Values:
    import ranx

    names = {
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
    qrels, run = ranx.Qrels(texts(JUDGMENTS, int)), ranx.Run(texts(RUN, float))
    means = ranx.evaluate(qrels, run, list(names.values()), make_comparable=True)
    return {
        ours: {**{query: float(x) for query, x in run.scores[theirs].items()}, "mean": float(means[theirs])}
        for ours, theirs in names.items()
    }


def sklearn(tied: bool) -> Values:
    from sklearn.metrics import average_precision_score, dcg_score, ndcg_score, roc_auc_score

    run, judgments = lists(tied)
    values: Values = {}
    for query, listed in run.items():
        grades = [judgments.get(query, {}).get(item, 0) for item in listed]
        scores, hits = list(listed.values()), [int(grade > 0) for grade in grades]
        found = {"average_precision": average_precision_score(hits, scores)}
        for k in CUTOFFS:
            found[f"ndcg@{k}"] = ndcg_score([grades], [scores], k=k)
            found[f"dcg@{k}"] = dcg_score([grades], [scores], k=k)
        found["ndcg"] = ndcg_score([grades], [scores])
        if 0 < sum(hits) < len(hits):
            found["roc_auc"] = roc_auc_score(hits, scores)
            found["roc_auc(partial=0.3)"] = roc_auc_score(hits, scores, max_fpr=0.3)
        for measure, value in found.items():
            values.setdefault(measure, {})[str(query)] = float(value)
    return values


def recommenders() -> Values:
    import pandas as pd
    from recommenders.evaluation.python_evaluation import map as recommenders_map
    from recommenders.evaluation.python_evaluation import map_at_k, ndcg_at_k, precision_at_k, recall_at_k

    def frame(rows: Lists, column: str) -> pd.DataFrame:
        flat = [(q, i, x) for q, items in rows.items() for i, x in items.items()]
        return pd.DataFrame(flat, columns=["userID", "itemID", column])

    # Its truth holds the relevant items alone.
    positive = {q: {i: x for i, x in items.items() if x > 0} for q, items in JUDGMENTS.items()}
    truth, predicted = frame(positive, "rating"), frame(RUN, "prediction")
    values: Values = {}
    for k in CUTOFFS:
        values[f"precision@{k}"] = {"mean": precision_at_k(truth, predicted, k=k)}
        values[f"recall@{k}"] = {"mean": recall_at_k(truth, predicted, k=k)}
        values[f"average_precision@{k}"] = {"mean": map_at_k(truth, predicted, k=k)}
        values[f"average_precision(denominator=relevant)@{k}"] = {"mean": recommenders_map(truth, predicted, k=k)}
        for ours, theirs in (("", "binary"), ("(gain=linear)", "raw"), ("(gain=exponential)", "exp")):
            values[f"ndcg{ours}@{k}"] = {"mean": ndcg_at_k(truth, predicted, k=k, score_type=theirs)}
    return values


def rectools() -> Values:
    import pandas as pd
    from rectools import metrics

    ranked = [
        (query, item, rank)
        for query, items in RUN.items()
        for rank, (item, _) in enumerate(sorted(items.items(), key=lambda pair: -pair[1]), 1)
    ]
    reco = pd.DataFrame(ranked, columns=["user_id", "item_id", "rank"])
    relevant = [(q, i) for q, items in JUDGMENTS.items() for i, x in items.items() if x > 0]
    truth = pd.DataFrame(relevant, columns=["user_id", "item_id"])
    values: Values = {}
    for k in CUTOFFS:
        asked = {
            f"precision@{k}": metrics.Precision(k=k),
            f"recall@{k}": metrics.Recall(k=k),
            f"hit_rate@{k}": metrics.HitRate(k=k),
            f"reciprocal_rank@{k}": metrics.MRR(k=k),
            f"average_precision@{k}": metrics.MAP(k=k),
            f"average_precision(denominator=k)@{k}": metrics.MAP(k=k, divide_by_k=True),
            f"ndcg@{k}": metrics.NDCG(k=k),
            f"ndcg(ideal=k)@{k}": metrics.NDCG(k=k, divide_by_achievable=True),
        }
        for name, metric in asked.items():
            found = metric.calc_per_user(reco, truth)
            values[name] = {str(query): float(value) for query, value in found.items()}
    return values


def torchmetrics() -> Values:
    import torch
    from torchmetrics.functional import retrieval

    values: Values = {}
    for query, listed in RUN.items():
        grades = [int(JUDGMENTS.get(query, {}).get(item, 0)) for item in listed]
        scores, target = torch.tensor(list(listed.values())), torch.tensor(grades)
        hits = target > 0
        found = {
            "reciprocal_rank": retrieval.retrieval_reciprocal_rank(scores, hits),
            "r_precision": retrieval.retrieval_r_precision(scores, hits),
            "average_precision": retrieval.retrieval_average_precision(scores, hits),
            "ndcg": retrieval.retrieval_normalized_dcg(scores, target),
        }
        for k in CUTOFFS:
            found |= {
                f"precision@{k}": retrieval.retrieval_precision(scores, hits, top_k=k),
                f"recall@{k}": retrieval.retrieval_recall(scores, hits, top_k=k),
                f"hit_rate@{k}": retrieval.retrieval_hit_rate(scores, hits, top_k=k),
                f"reciprocal_rank@{k}": retrieval.retrieval_reciprocal_rank(scores, hits, top_k=k),
                f"average_precision@{k}": retrieval.retrieval_average_precision(scores, hits, top_k=k),
                f"ndcg@{k}": retrieval.retrieval_normalized_dcg(scores, target, top_k=k),
            }
        for measure, value in found.items():
            values.setdefault(measure, {})[str(query)] = float(value)
    return values


def xgboost() -> Values:
    import numpy as np
    import xgboost as xgb

    values: Values = {}
    names = {
        "ndcg": "ndcg",
        **at("ndcg@{k}", "ndcg@{k}"),
        "average_precision": "map",
        **at("average_precision@{k}", "map@{k}"),
        **at("precision@{k}", "pre@{k}"),
    }
    for query, listed in RUN.items():
        grades = [JUDGMENTS.get(query, {}).get(item, 0) for item in listed]
        for ours, theirs in names.items():
            # MAP and precision take 0 and 1.
            labels = grades if theirs.startswith("ndcg") else [float(grade > 0) for grade in grades]
            # A model without trees predicts the margin that it is given.
            margin, group = list(listed.values()), [query] * len(labels)
            data = xgb.DMatrix(np.zeros((len(labels), 1)), label=labels, base_margin=margin, qid=group)
            options = {"objective": "rank:ndcg", "eval_metric": theirs, "base_score": 0.0, "ndcg_exp_gain": True}
            model = xgb.train(options, data, num_boost_round=0)
            values.setdefault(ours, {})[str(query)] = float(model.eval(data).rpartition(":")[2])
    return values


LIBRARIES: dict[str, tuple[str, Callable[[], Any]]] = {
    "pytrec_eval": ("pytrec-eval-terrier", lambda: {"untied": pytrec_eval(False), "tied": pytrec_eval(True)}),
    "ir_measures": ("ir_measures", lambda: {"untied": ir_measures(False), "tied": ir_measures(True)}),
    "sklearn": ("scikit-learn", lambda: {"untied": sklearn(False), "tied": sklearn(True)}),
    "ranx": ("ranx", lambda: {"untied": ranx()}),
    "recommenders": ("recommenders", lambda: {"untied": recommenders()}),
    "rectools": ("rectools", lambda: {"untied": rectools()}),
    "torchmetrics": ("torchmetrics", lambda: {"untied": torchmetrics()}),
    "xgboost": ("xgboost", lambda: {"untied": xgboost()}),
}

if __name__ == "__main__":
    package, record = LIBRARIES[sys.argv[1]]
    json.dump({"library": f"{package} {version(package)}", "values": record()}, sys.stdout, indent=0, sort_keys=True)
    print()
