"""Values per query against pytrec_eval, scikit-learn and ir_measures, where the definitions agree.

pytrec_eval compares scores as 32-bit numbers but computes with 64: all scores here are exact in, or at least ordered
alike by, both, so that every peer is held to 1e-12.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import duckdb
import ir_measures
import numpy as np
import pytest
import pytrec_eval
from sklearn.metrics import average_precision_score, dcg_score, ndcg_score, roc_auc_score

import rankhouse
from rankhouse._rendering.jinja import macros
from real_data import Qrels, Runs, esci, lambdarank
from recorded.lists import lists
from tables import Tables, assert_same

Values = dict[tuple[str, str], float | None]  # (system, query) -> value


def random_runs(scores: Callable[[random.Random], float], seed: int = 20) -> tuple[Runs, Qrels]:
    """200 queries for two systems: missing queries, unjudged items, short and long lists, negative relevance."""
    generator = random.Random(seed)
    items = [f"d{number}" for number in range(80)]
    qrels: Qrels = {}
    runs: Runs = {"first": {}, "second": {}}
    for number in range(200):
        query = f"q{number}"
        judged = generator.sample(items, generator.randint(2, 40))
        qrels[query] = {item: generator.choice([-1, 0, 0, 0, 1, 1, 2, 3]) for item in judged}
        # trec_eval aborts the process on a query whose judgments are all negative.
        qrels[query][judged[0]] = generator.choice([0, 1])
        for run in runs.values():
            if generator.random() < 0.95:
                returned = generator.sample(items, generator.randint(1, 60))
                run[query] = {item: scores(generator) for item in returned}
    return runs, qrels


def tied(generator: random.Random) -> float:
    return generator.randint(-8, 8) / 4


def untied(generator: random.Random) -> float:
    return generator.getrandbits(24) / 2**24


SETS: dict[str, Callable[[], tuple[Runs, Qrels]]] = {
    "random with ties": lambda: random_runs(tied),
    "random without ties": lambda: random_runs(untied),
    "lambdarank": lambdarank,
    "esci": esci,
}
every_set = pytest.mark.parametrize("data_set", SETS)


def labelled(runs: Runs, qrels: Qrels) -> Tables:
    """Scored rows alone, each with its relevance: what a peer that is given two arrays can know."""
    rows = [
        {"system": system, "query_id": query, "item_id": item, "score": score, "relevance": float(grade)}
        for system, queries in runs.items()
        for query, items in queries.items()
        for item, score in items.items()
        if (grade := max(0, qrels[query].get(item, 0))) is not None
    ]
    return Tables(rows, None, ["system"], [])


def two_tables(runs: Runs, qrels: Qrels) -> Tables:
    run = [
        {"system": system, "query_id": query, "item_id": item, "score": score}
        for system, queries in runs.items()
        for query, items in queries.items()
        for item, score in items.items()
    ]
    judgments = [
        {"query_id": query, "item_id": item, "relevance": float(grade)}
        for query, items in qrels.items()
        for item, grade in items.items()
    ]
    return Tables(run, judgments, ["system"], [])


def ours(case: Tables, measures: Iterable[str], **arguments: str) -> dict[str, Values]:
    """By measure, as it is written here."""
    measures = list(measures)
    con = duckdb.connect()
    case.load(con)
    judgments = None if case.judgments is None else "main.judgments"
    sql = macros("duckdb").query_metrics("main.run", judgments, measures, by=case.by, **arguments)
    found: dict[str, Values] = {}
    for system, query, measure, *_, value in con.execute(sql).fetchall():
        found.setdefault(measure, {})[system, query] = value
    names = [parsed["measure"] for parsed in macros("duckdb").parse_measures(measures)]
    return {measure: found.get(name, {}) for measure, name in zip(measures, names, strict=True)}


def assert_same_of(measure: str, got: Values, expected: Values) -> None:
    """All values of a measure, which stands in the message."""
    assert_same(
        {(measure, *key): value for key, value in got.items()}, {(measure, *key): x for key, x in expected.items()}
    )


TREC_EVAL = {
    "map": "map",
    "map_cut_5": "map_cut_5",
    "ndcg": "ndcg(gain=linear)",
    "ndcg_cut_1": "ndcg(gain=linear)@1",
    "ndcg_cut_10": "ndcg(gain=linear)@10",
    "P_5": "P_5",
    "P_100": "P_100",
    "recall_5": "recall_5",
    "recall_20": "recall_20",
    "recip_rank": "recip_rank",
    "Rprec": "Rprec",
    "success_1": "success_1",
    "success_10": "success_10",
    "set_P": "precision",
    "set_recall": "recall",
    "set_F": "f1",
    "set_relative_P": "set_precision(relative=true)",
    "set_map": "set_average_precision",
    "num_ret": "num_ret",
    "num_rel": "num_rel",
    "num_rel_ret": "num_ret(rel=1)",
    "num_q": "num_q",
    "infAP": "inferred_average_precision",
}


@every_set
def test_trec_eval(data_set: str) -> None:
    runs, qrels = SETS[data_set]()
    # Judged queries of the run, as trec_eval counts them; its own 0 stands for what is undefined here.
    got = ours(two_tables(runs, qrels), TREC_EVAL.values(), queries="intersection")
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {asked_of_trec_eval(theirs) for theirs in TREC_EVAL})
    evaluated = {
        (system, query): figures for system, run in runs.items() for query, figures in evaluator.evaluate(run).items()
    }
    assert len(evaluated) >= 50
    for theirs, measure in TREC_EVAL.items():
        values = {key: value or 0.0 for key, value in got[measure].items()}
        assert_same_of(theirs, values, {key: figures[theirs] for key, figures in evaluated.items()})


def asked_of_trec_eval(theirs: str) -> str:
    name, _, cutoff = theirs.rpartition("_")
    return f"{name}.{cutoff}" if cutoff.isdigit() else theirs


IR_MEASURES = [
    *("nDCG(gain=linear)@10", "AP", "AP@5", "P@5", "R@100", "RR", "Rprec", "Success@1"),
    *("SetP", "SetR", "SetAP", "SetF(beta=0.5)", "SetP(relative=True)", "NumRet(rel=2)"),
]


@every_set
def test_ir_measures(data_set: str) -> None:
    runs, qrels = SETS[data_set]()
    got = ours(two_tables(runs, qrels), IR_MEASURES)
    asked = {ir_measures.parse_measure(measure.replace("(gain=linear)", "")): measure for measure in IR_MEASURES}
    assert len(asked) == len(IR_MEASURES)
    expected: dict[str, Values] = {measure: {} for measure in IR_MEASURES}
    for system, run in runs.items():
        for result in ir_measures.iter_calc(list(asked), qrels, run):
            expected[asked[result.measure]][system, result.query_id] = result.value
    for measure, values in expected.items():
        # ir_measures counts judged queries without relevant items as 0; they are no part of the mean here.
        assert_same_of(measure, got[measure], {key: values[key] for key in got[measure]})
        assert {value for key, value in values.items() if key not in got[measure]} <= {0.0}, measure


def arrays(case: Tables) -> dict[tuple[str, str], tuple[np.ndarray, np.ndarray]]:
    """(relevance, score) of each system's query."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for row in case.run:
        found.setdefault((row["system"], row["query_id"]), []).append((row["relevance"], row["score"]))
    return {key: (np.array(pairs)[:, 0], np.array(pairs)[:, 1]) for key, pairs in found.items()}


@pytest.mark.thorough
@every_set
def test_scikit_learn_roc_auc(data_set: str) -> None:
    case = labelled(*SETS[data_set]())
    got = ours(case, ["roc_auc"])["roc_auc"]
    expected = {
        key: float(roc_auc_score(grades > 0, scores)) if 0 < (grades > 0).sum() < len(grades) else None
        for key, (grades, scores) in arrays(case).items()
        if (grades > 0).any()
    }
    assert_same(got, expected)


@pytest.mark.thorough
@every_set
def test_scikit_learn_averages_ties_in_ndcg_and_dcg(data_set: str) -> None:
    case = labelled(*SETS[data_set]())
    asked = {
        f"{name}(gain=linear){'' if k is None else f'@{k}'}": partial(score, k=k)
        for name, score in (("ndcg", ndcg_score), ("dcg", dcg_score))
        for k in (None, 1, 5, 10)
    }
    got = ours(case, asked, ties="average")
    # ndcg_score refuses a list of one item.
    several = {key: pair for key, pair in arrays(case).items() if (pair[0] > 0).any() and len(pair[0]) > 1}
    assert len(several) >= 50
    for measure, score in asked.items():
        expected = {key: float(score([grades], [scores])) for key, (grades, scores) in several.items()}
        assert_same_of(measure, {key: got[measure][key] for key in expected}, expected)


def test_scikit_learn_average_precision_without_ties() -> None:
    # With ties scikit-learn sums over distinct scores, which is the area under a curve and no order of the items.
    case = labelled(*random_runs(untied))
    expected = {
        key: float(average_precision_score(grades > 0, scores))
        for key, (grades, scores) in arrays(case).items()
        if (grades > 0).any()
    }
    assert_same(ours(case, ["average_precision"])["average_precision"], expected)


PEERS = Path(__file__).parents[1] / "recorded" / "peers"


@pytest.mark.parametrize("library", ["cwl_eval"])
def test_libraries_that_are_no_convention(library: str) -> None:
    """Values that make record has asked for, of lists without ties."""
    recorded: dict[str, dict[str, float]] = json.loads((PEERS / f"{library}.json").read_text())["values"]["untied"]
    run, judgments = lists(tied=False)
    found = rankhouse.evaluate(run, judgments, list(recorded), per_query=True, queries="all")
    got = {
        (measure, str(query)): value for query, measure, value in found.project("query_id, measure, value").fetchall()
    }
    expected = {(measure, query): value for measure, queries in recorded.items() for query, value in queries.items()}
    assert len(expected) >= 200
    assert_same({key: got[key] for key in expected}, expected)
