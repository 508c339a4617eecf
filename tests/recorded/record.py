"""Asks a library for its values: `python record.py LIBRARY > LIBRARY.json`, in an environment that has it."""

from __future__ import annotations

import importlib.util
import json
import math
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib.metadata import distribution, version
from multiprocessing import get_context
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from asked import Values, answer, ordered, relevant
from corners import CORNERS, LAST_PLACE
from lists import Lists, lists, nothing_judged_not_relevant
from names import CUTOFFS, RANX, at
from passages import PASSAGES


def texts(rows: Lists, number: type) -> dict[str, dict[str, Any]]:
    return {str(query): {str(item): number(x) for item, x in items.items()} for query, items in rows.items()}


def pytrec_eval(run: Lists, judgments: Lists) -> Values:
    import pytrec_eval

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
        "set_precision": "set_P",
        "set_precision(relative=true)": "set_relative_P",
        "set_f": "set_F",
        "set_average_precision": "set_map",
        "inferred_average_precision": "infAP",
        "gmap": "gm_map",
    }
    asked = {name.rsplit("_", 1)[0] if name[-1].isdigit() else name for name in names.values()}
    asked = {"iprec_at_recall" if name.startswith("iprec") else name for name in asked}
    found = pytrec_eval.RelevanceEvaluator(texts(judgments, int), asked).evaluate(texts(run, float))
    values: Values = {}
    for ours, theirs in names.items():
        figures = {query: each[theirs] for query, each in found.items()}
        mean = pytrec_eval.compute_aggregated_measure(theirs, list(figures.values()))
        # What it has of a query is the logarithm.
        figures = {query: math.exp(x) for query, x in figures.items()} if theirs == "gm_map" else figures
        values[ours] = {**figures, "mean": mean}
    return values


def of_benchmarks(run: Lists, judgments: Lists) -> tuple[Any, Any, list[int]]:
    """Judgments, the results of judged queries, as BEIR and MTEB retrieve for these alone, and the cutoffs."""
    judged = {query: items for query, items in run.items() if query in judgments}
    return texts(judgments, int), texts(judged, float), list(CUTOFFS)


def beir(run: Lists, judgments: Lists) -> Values:
    """Means, which it rounds to five digits."""
    from beir.retrieval.evaluation import EvaluateRetrieval

    # It counts queries under the same ids as items.
    qrels, results, cutoffs = of_benchmarks(run, judgments)
    found = EvaluateRetrieval.evaluate(qrels, results, cutoffs, ignore_identical_ids=False)
    means = {name: mean for each in found for name, mean in each.items()}
    names = {"ndcg": "NDCG", "average_precision": "MAP", "recall": "Recall", "precision": "P"}
    return {f"{ours}@{k}": {"mean": means[f"{theirs}@{k}"]} for ours, theirs in names.items() for k in cutoffs}


def mteb(run: Lists, judgments: Lists) -> Values:
    """Its module of metrics alone: the package imports the libraries of models. Means are rounded, but that of MRR."""
    path = distribution("mteb").locate_file("mteb/_evaluators/retrieval_metrics.py")
    spec = importlib.util.spec_from_file_location("retrieval_metrics", str(path))
    assert spec is not None and spec.loader is not None
    metrics = importlib.util.module_from_spec(spec)
    types = ModuleType("mteb.types")
    vars(types).update(RetrievalEvaluationResult=SimpleNamespace)
    sys.modules.update({"mteb": ModuleType("mteb"), "mteb.types": types})
    spec.loader.exec_module(metrics)
    qrels, results, cutoffs = of_benchmarks(run, judgments)
    of_queries = metrics.calculate_retrieval_scores(results, qrels, cutoffs).all_scores
    names = {"ndcg": "ndcg_cut", "average_precision": "map_cut", "recall": "recall", "precision": "P"}
    names |= {"hit_rate": "success"}
    values: Values = {
        f"{ours}@{k}": {query: each[f"{theirs}_{k}"] for query, each in of_queries.items()}
        for ours, theirs in names.items()
        for k in cutoffs
    }
    reciprocal = metrics.mrr(qrels, results, cutoffs)
    for k in cutoffs:
        each = reciprocal[f"MRR@{k}"]
        values[f"reciprocal_rank@{k}"] = {**dict(zip(results, each, strict=True)), "mean": sum(each) / len(each)}
    return values


def ir_measures(run: Lists, judgments: Lists) -> Values:
    import ir_measures as ir

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
        "set_precision": "SetP",
        "set_precision(relative=true)": "SetP(relative=True)",
        "set_f(beta=2)": "SetF(beta=2.0)",
        "set_average_precision": "SetAP",
        "inferred_average_precision": "infAP",
        "judged": "Judged",
    }
    values: Values = {}
    for ours, theirs in names.items():
        measure = ir.parse_measure(theirs)
        found = ir.iter_calc([measure], texts(judgments, int), texts(run, float))
        values[ours] = {row.query_id: row.value for row in found}
        values[ours]["mean"] = ir.calc_aggregate([measure], texts(judgments, int), texts(run, float))[measure]
    return values


def cwl_eval(run: Lists, judgments: Lists) -> Values:
    """Through ir_measures, which scales the grades; it breaks ties by the order of its input."""
    import ir_measures as ir
    from cwl.ruler.measures.cwl_bpm import BPMDCWLMetric

    names = {
        **at("sdcg(max_rel=3)@{k}", "SDCG(max_rel=3)@{k}"),
        "insq@1000": "INSQ(max_rel=1)",
        "insq(max_rel=3)@1000": "INSQ(max_rel=3)",
        "insq(t=2.5, max_rel=2)@1000": "INSQ(T=2.5,max_rel=2)",
        "inst@1000": "INST(max_rel=1)",
        "inst(max_rel=3)@1000": "INST(max_rel=3)",
        "inst(t=2.5, max_rel=2)@1000": "INST(T=2.5,max_rel=2)",
        **at("bpm(max_rel=3)@{k}", "BPM(max_rel=3)@{k}"),
        "bpm(t=2.5, max_rel=2)@10": "BPM(T=2.5,max_rel=2)@10",
        **at("nerr8(max_rel=3)@{k}", "NERR8(max_rel=3)@{k}"),
        **at("nerr9(max_rel=3)@{k}", "NERR9(max_rel=3)@{k}"),
        "nerr10(max_rel=3)@1000": "NERR10(max_rel=3)",
        "nerr10(p=0.5, max_rel=2)@1000": "NERR10(p=0.5,max_rel=2)",
        "nerr11@1000": "NERR11(max_rel=1)",
        "nerr11(max_rel=3)@1000": "NERR11(max_rel=3)",
        "nerr11(t=2.5, max_rel=2)@1000": "NERR11(T=2.5,max_rel=2)",
        "pairwise_accuracy": "Accuracy",
        **at("pairwise_accuracy@{k}", "Accuracy@{k}", (10,)),
    }
    values: Values = {}
    for ours, theirs in names.items():
        found = ir.iter_calc([ir.parse_measure(theirs)], texts(judgments, int), texts(run, float))
        values[ours] = {row.query_id: row.value for row in found}
    dynamic = {
        **at("bpm(max_rel=3, hb=1)@{k}", "BPM(max_rel=3)@{k}"),
        "bpm(t=2.5, max_rel=2, hb=0.5, gain_med=0.25)@10": "BPM(T=2.5,max_rel=2)@10",
        "bpm(t=2, max_rel=3, hb=1, gain_med=0.3)@100": "BPM(T=2.0,max_rel=3)@100",
    }
    for ours, theirs in dynamic.items():
        # In place of the static model, which is all that ir_measures asks it for. hc is its default, 1.
        options = dict(option.split("=") for option in ours.partition("(")[2].partition(")")[0].split(", "))
        model = partial(BPMDCWLMetric, hb=float(options["hb"]), gain_med=float(options.get("gain_med", 0.5)))
        with patch("cwl.ruler.cwl_ruler.BPMCWLMetric", model):
            found = list(ir.iter_calc([ir.parse_measure(theirs)], texts(judgments, int), texts(run, float)))
        values[ours] = {row.query_id: row.value for row in found}
    return values


def ranx(run: Lists, judgments: Lists) -> Values:
    import ranx

    qrels, run = ranx.Qrels(texts(judgments, int)), ranx.Run(texts(run, float))
    means = ranx.evaluate(qrels, run, list(RANX.values()), make_comparable=True)
    return {
        ours: {**{query: float(x) for query, x in run.scores[theirs].items()}, "mean": float(means[theirs])}
        for ours, theirs in RANX.items()
    }


def bpref_of_ranx(run: Lists, judgments: Lists) -> dict[str, float | None]:
    """By query; None for NaN."""
    import ranx

    found = ranx.Run(texts(run, float))
    ranx.evaluate(ranx.Qrels(texts(judgments, int)), found, "bpref", make_comparable=True)
    return {query: None if math.isnan(value) else float(value) for query, value in found.scores["bpref"].items()}


def with_and_without_both_kinds() -> dict[str, dict[str, float | None]]:
    """One query without relevant items changes what ranx has for others."""
    run, judgments = nothing_judged_not_relevant()
    both_kinds = {q: grades for q, grades in judgments.items() if min(grades.values()) <= 0 < max(grades.values())}
    return {
        "of all": bpref_of_ranx(run, judgments),
        "of those with both kinds": bpref_of_ranx(run, both_kinds),
    }


def sklearn(run: Lists, judgments: Lists) -> Values:
    from sklearn.metrics import average_precision_score, dcg_score, ndcg_score, roc_auc_score

    values: Values = {}
    for query, listed in run.items():
        grades = [judgments.get(query, {}).get(item, 0) for item in listed]
        scores, hits = list(listed.values()), [int(grade > 0) for grade in grades]
        asked: dict[str, Callable[[], Any]] = {
            "average_precision": partial(average_precision_score, hits, scores),
            "ndcg": partial(ndcg_score, [grades], [scores]),
            "dcg(log_base=10)": partial(dcg_score, [grades], [scores], log_base=10),
        }
        for k in CUTOFFS:
            asked[f"ndcg@{k}"] = partial(ndcg_score, [grades], [scores], k=k)
            asked[f"dcg@{k}"] = partial(dcg_score, [grades], [scores], k=k)
        if 0 < sum(hits) < len(hits):
            asked["roc_auc"] = partial(roc_auc_score, hits, scores)
            asked["roc_auc(partial=0.3)"] = partial(roc_auc_score, hits, scores, max_fpr=0.3)
        for measure, ask in asked.items():
            values.setdefault(measure, {})[str(query)] = answer(ask)
    return values


def recommenders(run: Lists, judgments: Lists) -> Values:
    import pandas as pd
    from recommenders.evaluation.python_evaluation import map as recommenders_map
    from recommenders.evaluation.python_evaluation import map_at_k, ndcg_at_k, precision_at_k, recall_at_k

    def frame(rows: Lists, column: str) -> pd.DataFrame:
        flat = [(q, i, x) for q, items in rows.items() for i, x in items.items()]
        return pd.DataFrame(flat, columns=["userID", "itemID", column])

    truth, predicted = frame(relevant(judgments), "rating"), frame(run, "prediction")
    values: Values = {}
    for k in CUTOFFS:
        asked = {
            f"precision@{k}": precision_at_k,
            f"recall@{k}": recall_at_k,
            f"average_precision@{k}": map_at_k,
            f"average_precision(denominator=relevant)@{k}": recommenders_map,
            f"ndcg@{k}": partial(ndcg_at_k, score_type="binary"),
            f"ndcg(gain=linear)@{k}": partial(ndcg_at_k, score_type="raw"),
            f"ndcg(gain=exponential)@{k}": partial(ndcg_at_k, score_type="exp"),
        }
        values |= {name: {"mean": answer(partial(ask, truth, predicted, k=k))} for name, ask in asked.items()}
    return values


def rectools(run: Lists, judgments: Lists) -> Values:
    import pandas as pd
    from rectools import metrics

    ranks = {q: {item: rank for rank, item in enumerate(items, 1)} for q, items in ordered(run).items()}
    if any(score > LAST_PLACE / 2 for items in run.values() for score in items.values()):
        ranks = {q: {item: int(LAST_PLACE - x) for item, x in items.items()} for q, items in run.items()}
    ranked = [(q, item, rank) for q, items in ranks.items() for item, rank in items.items()]
    reco = pd.DataFrame(ranked, columns=["user_id", "item_id", "rank"])
    hits = [(q, i) for q, items in relevant(judgments).items() for i in items]
    truth = pd.DataFrame(hits, columns=["user_id", "item_id"])
    values: Values = {}
    for k in CUTOFFS:
        asked = {
            f"precision@{k}": metrics.Precision(k=k),
            f"recall@{k}": metrics.Recall(k=k),
            f"recall(denominator=min(k, relevant))@{k}": metrics.Precision(k=k, r_precision=True),
            f"f1@{k}": metrics.F1Beta(k=k),
            f"f_beta(beta=2)@{k}": metrics.F1Beta(k=k, beta=2.0),
            f"hit_rate@{k}": metrics.HitRate(k=k),
            f"partial_auc@{k}": metrics.PartialAUC(k=k),
            f"partial_auc(insufficient=exclude)@{k}": metrics.PartialAUC(k=k, insufficient_handling="exclude"),
            f"pap@{k}": metrics.PAP(k=k),
            f"pap(insufficient=exclude)@{k}": metrics.PAP(k=k, insufficient_handling="exclude"),
            f"reciprocal_rank@{k}": metrics.MRR(k=k),
            f"average_precision@{k}": metrics.MAP(k=k),
            f"average_precision(denominator=k)@{k}": metrics.MAP(k=k, divide_by_k=True),
            f"ndcg@{k}": metrics.NDCG(k=k),
            f"ndcg(ideal=k)@{k}": metrics.NDCG(k=k, divide_by_achievable=True),
        }
        for name, metric in asked.items():
            found = metric.calc_per_user(reco, truth)
            values[name] = {str(query): float(value) for query, value in found.items()}
            values[name]["mean"] = answer(partial(metric.calc, reco, truth))
        for n_items in (200, 5000):
            accuracy, name = metrics.Accuracy(k=k), f"catalogue_accuracy(n_items={n_items})@{k}"
            found = accuracy.calc_per_user(reco, truth, range(n_items))
            values[name] = {str(query): float(value) for query, value in found.items()}
            values[name]["mean"] = answer(partial(accuracy.calc, reco, truth, range(n_items)))
    return values


def torchmetrics(run: Lists, judgments: Lists) -> Values:
    import torch
    from torchmetrics.functional import retrieval
    from torchmetrics.retrieval import (
        RetrievalHitRate,
        RetrievalMAP,
        RetrievalMRR,
        RetrievalNormalizedDCG,
        RetrievalPrecision,
        RetrievalRecall,
    )

    values: Values = {}
    for query, listed in run.items():
        grades = [int(judgments.get(query, {}).get(item, 0)) for item in listed]
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
    rows = [(q, x, int(judgments.get(q, {}).get(i, 0))) for q, items in run.items() for i, x in items.items()]
    indexes, scores, target = (torch.tensor(column) for column in zip(*rows, strict=True))
    for k in CUTOFFS:
        means = {
            f"precision@{k}": RetrievalPrecision(top_k=k),
            f"recall@{k}": RetrievalRecall(top_k=k),
            f"hit_rate@{k}": RetrievalHitRate(top_k=k),
            f"reciprocal_rank@{k}": RetrievalMRR(top_k=k),
            f"average_precision@{k}": RetrievalMAP(top_k=k),
            f"ndcg@{k}": RetrievalNormalizedDCG(top_k=k),
        }
        for measure, metric in means.items():
            graded = target if measure.startswith("ndcg") else target > 0
            values[measure]["mean"] = answer(partial(metric, scores, graded, indexes=indexes))
    return values


def xgboost(run: Lists, judgments: Lists) -> Values:
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
    returned = sorted(query for query, items in run.items() if items)

    def evaluated(theirs: str, queries: list[int]) -> float:
        rows = [(q, x, judgments.get(q, {}).get(item, 0)) for q in queries for item, x in run[q].items()]
        # MAP and precision take 0 and 1.
        labels = [grade if theirs.startswith("ndcg") else float(grade > 0) for *_, grade in rows]
        # A model without trees predicts the margin that it is given.
        margin, group = [x for _, x, _ in rows], [q for q, *_ in rows]
        data = xgb.DMatrix(np.zeros((len(rows), 1)), label=labels, base_margin=margin, qid=group)
        options = {"objective": "rank:ndcg", "eval_metric": theirs, "base_score": 0.0, "ndcg_exp_gain": True}
        return float(xgb.train(options, data, num_boost_round=0).eval(data).rpartition(":")[2])

    for ours, theirs in names.items():
        values[ours] = {str(query): answer(partial(evaluated, theirs, [query])) for query in returned}
        values[ours]["mean"] = answer(partial(evaluated, theirs, returned))
    return values


def spark_listed(run: Lists, judgments: Lists) -> Values:
    """Spark's truth is a list, whatever its grades: here every judged item is in it."""
    return spark(run, {query: dict.fromkeys(items, 1.0) for query, items in judgments.items()})


def spark(run: Lists, judgments: Lists) -> Values:
    """Of graded NDCG its Python interface gives the binary one, whatever relevances it is given."""
    from pyspark.mllib.common import JavaModelWrapper, callMLlibFunc
    from pyspark.mllib.evaluation import RankingMetrics
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").getOrCreate()
    lists_of, truth = ordered(run), relevant(judgments)
    pairs = [(lists_of.get(query, []), list(truth.get(query, {}))) for query in judgments]
    frame = session.createDataFrame(pairs, "predicted array<int>, truth array<int>").coalesce(1)
    # Its own constructor cannot tell the type of an empty list.
    metrics = RankingMetrics.__new__(RankingMetrics)
    JavaModelWrapper.__init__(metrics, callMLlibFunc("newRankingMetrics", frame._jdf))
    asked: dict[str, Callable[[], Any]] = {"average_precision": lambda: metrics.meanAveragePrecision}
    for k in CUTOFFS:
        asked |= {
            f"precision@{k}": partial(metrics.precisionAt, k),
            f"recall@{k}": partial(metrics.recallAt, k),
            f"average_precision@{k}": partial(metrics.meanAveragePrecisionAt, k),
            f"ndcg@{k}": partial(metrics.ndcgAt, k),
        }
    return {measure: {"mean": answer(ask)} for measure, ask in asked.items()}


def replay(run: Lists, judgments: Lists) -> Values:
    from replay import metrics

    names = {
        "precision": "Precision",
        "recall": "Recall",
        "hit_rate": "HitRate",
        "reciprocal_rank": "MRR",
        "average_precision": "MAP",
        "ndcg": "NDCG",
    }
    recommended = {q: list(items.items()) for q, items in run.items()}
    truth = {q: list(items) for q, items in relevant(judgments).items()}
    values: Values = {}
    for ours, theirs in names.items():
        for k in CUTOFFS:
            metric = getattr(metrics, theirs)
            per_user = metric(k, mode=metrics.PerUser())(recommended, truth)
            found = {str(query): float(x) for query, x in per_user[f"{theirs}-PerUser@{k}"].items()}
            mean = answer(lambda: metric(k)(recommended, truth)[f"{theirs}@{k}"])  # noqa: B023
            values[f"{ours}@{k}"] = {**found, "mean": mean}
    return values


def mlflow(run: Lists, judgments: Lists) -> Values:
    import pandas as pd
    from mlflow import metrics

    lists_of, truth = ordered(run), relevant(judgments)
    predicted = pd.Series([lists_of.get(query, []) for query in judgments])
    targets = pd.Series([list(truth.get(query, {})) for query in judgments])
    values: Values = {}
    for k in CUTOFFS:
        for name, metric in {
            "precision": metrics.precision_at_k,
            "recall": metrics.recall_at_k,
            "ndcg": metrics.ndcg_at_k,
        }.items():
            found = metric(k).eval_fn(predicted, targets)
            each = {str(query): float(x) for query, x in zip(judgments, found.scores, strict=True)}
            values[f"{name}@{k}"] = {**each, "mean": float(found.aggregate_results["mean"])}
    return values


def recbole(run: Lists, judgments: Lists) -> Values:
    import numpy as np

    # Its names of numpy are those of 2022.
    vars(np).update(float=float)
    from recbole.evaluator import metrics

    truth = relevant(judgments)
    returned = {q: items for q, items in ordered(run).items() if q in truth}
    lengths = np.array([len(truth[q]) for q in returned])
    values: Values = {}
    for k in CUTOFFS:
        shown = {q: [i in truth[q] for i in items[:k]] for q, items in returned.items()}
        hits = np.array([row + [False] * (k - len(row)) for row in shown.values()])
        config = {"topk": [k], "metric_decimal_place": 15}
        for ours, theirs, given in (
            ("precision", "Precision", (hits,)),
            ("hit_rate", "Hit", (hits,)),
            ("reciprocal_rank", "MRR", (hits,)),
            ("recall", "Recall", (hits, lengths)),
            ("average_precision", "MAP", (hits, lengths)),
            ("ndcg", "NDCG", (hits, lengths)),
        ):
            each = getattr(metrics, theirs)(config).metric_info(*given)[:, -1] if returned else []
            values[f"{ours}@{k}"] = {str(q): float(x) for q, x in zip(returned, each, strict=True)}
    positives = {q: [rank for rank, i in enumerate(items, 1) if i in truth[q]] for q, items in returned.items()}
    figures = np.array([(sum(ranks), len(returned[q]), len(ranks)) for q, ranks in positives.items()]).T
    values["roc_auc"] = {"mean": answer(lambda: metrics.GAUC(config).metric_info(*figures))}
    return values


LIBRARIES: dict[str, tuple[str, Callable[[Lists, Lists], Values]]] = {
    "pytrec_eval": ("pytrec-eval-terrier", pytrec_eval),
    "beir": ("beir", beir),
    "mteb": ("mteb", mteb),
    "ir_measures": ("ir_measures", ir_measures),
    "cwl_eval": ("cwl-eval", cwl_eval),
    "sklearn": ("scikit-learn", sklearn),
    "ranx": ("ranx", ranx),
    "recommenders": ("recommenders", recommenders),
    "rectools": ("rectools", rectools),
    "torchmetrics": ("torchmetrics", torchmetrics),
    "xgboost": ("xgboost", xgboost),
    "spark": ("pyspark", spark),
    "spark_listed": ("pyspark", spark_listed),
    "replay": ("replay-rec", replay),
    "mlflow": ("mlflow", mlflow),
    "recbole": ("recbole", recbole),
    **PASSAGES,
}
# Of these ties are a rule of the library, not of the order of its input.
WITH_TIES = ("pytrec_eval", "ir_measures", "sklearn", "beir", "mteb")


def at_a_corner(library: str, corner: str) -> Values | str:
    """What it has of these lists, in a process of its own: some libraries do not survive them."""
    run, judgments = CORNERS[corner]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        try:
            found = process.submit(LIBRARIES[library][1], run, judgments).result()
        except BrokenProcessPool:
            return "crashes"
        except Exception as error:  # noqa: BLE001 (what a library refuses is recorded too)
            return f"{type(error).__name__}: {error}".splitlines()[0]
    return {measure: values for measure, values in found.items() if not measure.endswith(("@1", "@5"))}


def recorded(library: str) -> dict[str, Any]:
    package, ask = LIBRARIES[library]
    cases = {"untied": False} | ({"tied": True} if library in WITH_TIES else {})
    corners = [corner for corner in CORNERS if corner != "tied scores" or library in WITH_TIES]
    return {
        "library": f"{package} {version(package)}",
        "values": {case: ask(*lists(tied)) for case, tied in cases.items()},
        "corners": {corner: at_a_corner(library, corner) for corner in corners},
        **({"bpref": with_and_without_both_kinds()} if library == "ranx" else {}),
    }


if __name__ == "__main__":
    json.dump(recorded(sys.argv[1].rpartition("/")[2]), sys.stdout, indent=0, sort_keys=True)
    print()
