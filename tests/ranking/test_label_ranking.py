"""Multi-label classification: a sample's labels as a ranking, a class as a query; against scikit-learn."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import duckdb
import numpy as np
import pytest
from sklearn.metrics import (
    average_precision_score,
    coverage_error,
    label_ranking_average_precision_score,
    label_ranking_loss,
    roc_auc_score,
)

import rankhouse
from tables import assert_same

PEERS = {
    "label_ranking_average_precision": label_ranking_average_precision_score,
    "label_ranking_loss": label_ranking_loss,
    "coverage_error": coverage_error,
}
SAMPLES, LABELS = 60, 5


def generated(seed: int, levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Relevance and scores, samples x labels; few levels of scores make many ties."""
    generator = np.random.default_rng(seed)
    relevance = generator.integers(0, 2, (SAMPLES, LABELS))
    scores = generator.integers(0, levels, (SAMPLES, LABELS)) / levels + 0.5 * relevance / levels
    return relevance, np.floor(scores * levels) / levels if levels < 1000 else scores


DATA = {
    f"seed {seed}, {levels} levels": generated(seed, levels) for seed, levels in itertools.product([1, 2], [2, 5, 1000])
}


@pytest.fixture
def con(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    registered.execute(
        "create table predictions (data varchar, sample integer, class integer, score double, label int)"
    )
    registered.executemany(
        "insert into predictions values (?, ?, ?, ?, ?)",
        [
            (data, sample, label, float(scores[sample, label]), int(relevance[sample, label]))
            for data, (relevance, scores) in DATA.items()
            for sample in range(SAMPLES)
            for label in range(LABELS)
        ],
    )
    return registered


Values = dict[tuple[str, str, int], float | None]  # data, measure, sample


@cache
def by_scikit_learn() -> Values:
    """Samples without a relevant label have no value; scikit-learn gives them its best one."""
    values: Values = {}
    for (data, (relevance, scores)), (measure, peer) in itertools.product(DATA.items(), PEERS.items()):
        for sample in range(SAMPLES):
            if relevance[sample].any():
                is_undefined = measure == "label_ranking_loss" and relevance[sample].all()
                value = None if is_undefined else float(peer(relevance[[sample]], scores[[sample]]))
                values[data, measure, sample] = value
    return values


@pytest.mark.thorough
@pytest.mark.parametrize("ties", ["item", "average", "best", "worst"])
def test_samples_are_measured_as_scikit_learn_does(con: duckdb.DuckDBPyConnection, ties: str) -> None:
    columns = {"query_id": "sample", "item_id": "class", "relevance": "label"}
    arguments: dict[str, Any] = {"by": "data", "columns": columns, "ties": ties, "per_query": True, "con": con}
    rows = rankhouse.evaluate("predictions", None, [*PEERS], **arguments).project("data, measure, query_id, value")
    assert_same({(data, measure, sample): value for data, measure, sample, value in rows.fetchall()}, by_scikit_learn())


def test_the_mean_is_that_of_scikit_learn(con: duckdb.DuckDBPyConnection) -> None:
    rows = con.execute(
        "select data, measure, value from metrics('predictions', query_id := 'sample', item_id := 'class',"
        " relevance := 'label', measures := ['lrap', 'ranking_loss', 'coverage_error',"
        " 'average_precision(interpolation=step)'], \"by\" := ['data'])"
    ).fetchall()
    expected = {}
    for data, (relevance, scores) in DATA.items():
        some = relevance.any(axis=1)
        both = some & ~relevance.all(axis=1)
        for measure, peer in PEERS.items():
            kept = both if measure == "label_ranking_loss" else some
            expected[data, measure] = float(peer(relevance[kept], scores[kept]))
        expected[data, "average_precision(interpolation=step)"] = expected[data, "label_ranking_average_precision"]
    assert_same({(data, measure): value for data, measure, value in rows}, expected)


def test_aggregates_over_the_labels_of_a_sample(con: duckdb.DuckDBPyConnection) -> None:
    aggregates = ", ".join(f"{measure}(label, score)" for measure in PEERS)
    rows = con.execute(f"select data, sample, {aggregates} from predictions group by all").fetchall()
    found = {
        (data, measure, sample): value
        for data, sample, *values in rows
        for measure, value in zip(PEERS, values, strict=True)
    }
    of_all = dict.fromkeys(itertools.product(DATA, PEERS, range(SAMPLES)))
    assert_same(found, of_all | by_scikit_learn())


def test_a_class_as_the_query_gives_macro_averages(con: duckdb.DuckDBPyConnection) -> None:
    columns = {"query_id": "class", "item_id": "sample", "relevance": "label"}
    measures = {"roc_auc": roc_auc_score, "average_precision(interpolation=step)": average_precision_score}
    found = rankhouse.evaluate("predictions", None, [*measures], by="data", columns=columns, con=con)
    expected = {
        (data, measure): float(peer(relevance, scores, average="macro"))
        for data, (relevance, scores) in DATA.items()
        for measure, peer in measures.items()
    }
    rows = found.project("data, measure, value").fetchall()
    assert_same({(data, measure): value for data, measure, value in rows}, expected)


def test_labels_without_a_score(registered: duckdb.DuckDBPyConnection) -> None:
    con = registered
    con.execute("create table run as from (values (1, 'a', 0.5), (1, 'b', 0.4)) as rows(query_id, item_id, score)")
    con.execute(
        "create table judgments as"
        " from (values (1, 'a', 1), (1, 'c', 1), (2, 'a', 1)) as rows(query_id, item_id, relevance)"
    )
    rows = con.execute(f"from query_metrics('run', 'judgments', measures := {list(PEERS)})").fetchall()
    found = {(row[0], row[1]): row[-1] for row in rows}
    assert found == {
        (1, "label_ranking_average_precision"): 0.5,
        (1, "label_ranking_loss"): 0.0,
        (1, "coverage_error"): 1.0,
        (2, "label_ranking_average_precision"): 0.0,
        (2, "label_ranking_loss"): 1.0,
        (2, "coverage_error"): None,
    }


def test_a_missing_sample_has_a_loss_if_it_has_a_label(registered: duckdb.DuckDBPyConnection) -> None:
    con = registered
    con.execute("create table run as from (values (1, 'a', 0.5), (1, 'b', 0.4)) as rows(query_id, item_id, score)")
    judged = "(1, 'a', 1), (1, 'b', 0), (2, 'a', 1), (3, 'a', 0)"
    con.execute(f"create table judgments as from (values {judged}) as rows(query_id, item_id, relevance)")
    measures = "measures := ['label_ranking_loss'], queries := 'all'"
    found = con.execute(f"select query_id, value from query_metrics('run', 'judgments', {measures})").fetchall()
    assert dict(found) == {1: 0.0, 2: 1.0, 3: None}
