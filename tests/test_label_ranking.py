"""Multi-label classification: a sample's labels as a ranking, a class as a query; against scikit-learn."""

from __future__ import annotations

import itertools

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
    return relevance, generator.integers(0, levels, (SAMPLES, LABELS)) / levels + 0.5 * relevance / levels


@pytest.fixture(scope="module", params=itertools.product([1, 2], [2, 5, 1000]), ids=str)
def data(request: pytest.FixtureRequest) -> tuple[duckdb.DuckDBPyConnection, np.ndarray, np.ndarray]:
    relevance, scores = generated(*request.param)
    if request.param[1] < 1000:
        scores = np.floor(scores * request.param[1]) / request.param[1]
    con = duckdb.connect()
    con.execute("create table predictions (sample integer, class integer, score double, label integer)")
    con.executemany(
        "insert into predictions values (?, ?, ?, ?)",
        [
            (sample, label, float(scores[sample, label]), int(relevance[sample, label]))
            for sample in range(SAMPLES)
            for label in range(LABELS)
        ],
    )
    rankhouse.register(con)
    return con, relevance, scores


Data = tuple[duckdb.DuckDBPyConnection, np.ndarray, np.ndarray]


@pytest.mark.parametrize("measure", PEERS)
@pytest.mark.parametrize("ties", ["item", "average", "best", "worst"])
def test_samples_are_measured_as_scikit_learn_does(data: Data, measure: str, ties: str) -> None:
    con, relevance, scores = data
    columns = {"query_id": "sample", "item_id": "class", "relevance": "label"}
    result = rankhouse.evaluate("predictions", None, [measure], columns=columns, ties=ties, per_query=True, con=con)
    found = {row[0]: row[-1] for row in result.fetchall()}
    # Samples without a relevant label have no value; scikit-learn gives them its best one.
    assert found.keys() == {sample for sample in range(SAMPLES) if relevance[sample].any()}
    for sample, value in found.items():
        if measure == "label_ranking_loss" and relevance[sample].all():
            assert value is None
        else:
            peer = float(PEERS[measure](relevance[[sample]], scores[[sample]]))
            assert value == pytest.approx(peer, abs=1e-12)


def test_the_mean_is_that_of_scikit_learn(data: Data) -> None:
    con, relevance, scores = data
    table = con.sql(
        "from metrics('predictions', query_id := 'sample', item_id := 'class', relevance := 'label',"
        " measures := ['lrap', 'ranking_loss', 'coverage_error', 'average_precision(interpolation=step)'])"
    )
    found = {row[0]: row[3] for row in table.fetchall()}
    some = relevance.any(axis=1)
    both = some & ~relevance.all(axis=1)
    for measure, peer in PEERS.items():
        kept = both if measure == "label_ranking_loss" else some
        assert found[measure] == pytest.approx(float(peer(relevance[kept], scores[kept])), abs=1e-12)
    step = found["average_precision(interpolation=step)"]
    assert step == pytest.approx(found["label_ranking_average_precision"], abs=1e-12)


@pytest.mark.parametrize("measure", PEERS)
def test_aggregates_over_the_labels_of_a_sample(data: Data, measure: str) -> None:
    con, relevance, scores = data
    rows = con.sql(f"select sample, {measure}(label, score) from predictions group by sample").fetchall()
    assert len(rows) == SAMPLES
    for sample, value in rows:
        if not relevance[sample].any() or (measure == "label_ranking_loss" and relevance[sample].all()):
            assert value is None
        else:
            assert value == pytest.approx(float(PEERS[measure](relevance[[sample]], scores[[sample]])), abs=1e-12)


def test_a_class_as_the_query_gives_macro_averages(data: Data) -> None:
    con, relevance, scores = data
    columns = {"query_id": "class", "item_id": "sample", "relevance": "label"}
    measures = ["roc_auc", "average_precision(interpolation=step)"]
    result = rankhouse.evaluate("predictions", None, measures, columns=columns, con=con)
    found = {row[0]: row[3] for row in result.fetchall()}
    assert found["roc_auc"] == pytest.approx(roc_auc_score(relevance, scores, average="macro"), abs=1e-12)
    assert found[measures[1]] == pytest.approx(average_precision_score(relevance, scores, average="macro"), abs=1e-12)


def test_labels_without_a_score() -> None:
    con = duckdb.connect()
    rankhouse.register(con)
    con.execute("create table run as from (values (1, 'a', 0.5), (1, 'b', 0.4)) as rows(query_id, item_id, score)")
    con.execute(
        "create table judgments as"
        " from (values (1, 'a', 1), (1, 'c', 1), (2, 'a', 1)) as rows(query_id, item_id, relevance)"
    )
    result = con.sql(f"from query_metrics('run', 'judgments', measures := {list(PEERS)})")
    found = {(row[0], row[1]): row[-1] for row in result.fetchall()}
    assert found == {
        (1, "label_ranking_average_precision"): 0.5,
        (1, "label_ranking_loss"): 0.0,
        (1, "coverage_error"): 1.0,
        (2, "label_ranking_average_precision"): 0.0,
        (2, "label_ranking_loss"): 1.0,
        (2, "coverage_error"): None,
    }
