"""Tables in the shapes that other libraries have: they are read, or the message shows the shape that is right."""

from __future__ import annotations

import gzip
import json
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rankhouse
from rankhouse import InputError

RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"a": 1.0}}
JUDGMENTS = {"q1": {"b": 1, "d": 2}, "q2": {"a": 1}}
ScoredDoc = namedtuple("ScoredDoc", "query_id doc_id score")
Qrel = namedtuple("Qrel", "query_id doc_id relevance iteration")
SCORED = [ScoredDoc(query, item, score) for query, items in RUN.items() for item, score in items.items()]
QRELS = [Qrel(query, item, grade, "0") for query, items in JUDGMENTS.items() for item, grade in items.items()]


def values(run: Any, judgments: Any, measures: Any = ("mrr", "ndcg@2"), **more: Any) -> list[Any]:
    return rankhouse.evaluate(run, judgments, measures, **more).project("measure, metric, k, value").fetchall()


# By hand: b of q1 is second, and a of q2 first.
MRR = 0.75


def generated(rows: list[Any]) -> Iterator[Any]:
    yield from rows


@pytest.mark.parametrize(
    ("run", "judgments"),
    [
        (SCORED, QRELS),
        (generated(SCORED), generated(QRELS)),
        ([tuple(row) for row in SCORED], [list(row) for row in QRELS]),
        ((row for row in SCORED), JUDGMENTS),
    ],
)
def test_rows_without_names(run: Any, judgments: Any) -> None:
    found = values(run, judgments)
    assert found[0][3] == MRR
    assert found == values(RUN, JUDGMENTS)


@pytest.mark.parametrize("suffix", [".json", ".json.gz"])
def test_json_files_of_runs(tmp_path: Path, suffix: str) -> None:
    """As ranx and pytrec_eval keep them."""
    files = []
    for name, table in (("run", RUN), ("judgments", JUDGMENTS)):
        file = tmp_path / f"{name}{suffix}"
        text = json.dumps(table, indent=2).encode()
        file.write_bytes(gzip.compress(text) if suffix.endswith(".gz") else text)
        files.append(str(file))
    assert values(*files) == values(RUN, JUDGMENTS)


@pytest.mark.parametrize("is_line_by_line", [True, False])
def test_json_files_of_rows_stay_what_they_are(tmp_path: Path, is_line_by_line: bool) -> None:
    rows = [{"about": {"x": 1}, "query_id": q, "item_id": i, "score": s} for q, i, s in SCORED]
    text = "\n".join(map(json.dumps, rows)) if is_line_by_line else json.dumps(rows)
    (tmp_path / "run.json").write_text(text)
    assert values(tmp_path / "run.json", JUDGMENTS) == values(RUN, JUDGMENTS)


def test_pairs_without_names() -> None:
    left_out = values(RUN, JUDGMENTS, "mrr", exclude=[("q1", "a")])
    assert left_out[0][3] == 1.0


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
def test_systems_in_a_dictionary_of_columns() -> None:
    columns = {"system": ["a", "a", "b"], "query_id": ["q", "r", "q"], "item_id": ["x", "y", "y"], "score": [2, 1, 1]}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    judgments = {"q": {"x": 1}, "r": {"y": 1}}
    found, wanted = (rankhouse.compare(given, judgments, ["rr"]).fetchall() for given in (columns, rows))
    assert found == wanted and found
    with pytest.raises(rankhouse.InputError, match="keys 'x', 'y' are not among 'query_id'"):
        rankhouse.compare({"x": [1], "y": [2]}, judgments)


@pytest.mark.parametrize(
    ("spelled", "measures"),
    [
        ("mrr,ndcg@2", ["mrr", "ndcg@2"]),
        ("ndcg@{1,2}, p@1", ["ndcg@{1,2}", "p@1"]),
        ("ndcg(gain=linear, negative=keep)@2,map", ["ndcg(gain=linear, negative=keep)@2", "map"]),
        ("ndcg_cut.2", ["ndcg@2"]),
        ("P.1", ["precision@1"]),
        ("recall.2", ["recall@2"]),
        ("ndcg_at_2", ["ndcg@2"]),
        ("success_1", ["hit_rate@1"]),
    ],
)
def test_measures_as_others_spell_them(spelled: str, measures: list[str]) -> None:
    assert values(RUN, JUDGMENTS, spelled) == values(RUN, JUDGMENTS, measures)


@pytest.mark.parametrize("spelled", ["rbp.95", "ndcg.2", "iprec_at_recall.10", "ndcg_at", "_at_5", "p.x"])
def test_what_may_mean_something_else_is_unknown(spelled: str) -> None:
    with pytest.raises(InputError):
        values(RUN, JUDGMENTS, spelled)


def frame(names: str, *rows: tuple[Any, ...]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=names.split())


SCORES = frame("query_id item_id score", ("q", "a", 1.0))
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "lists of a run": (
        lambda: values({"q1": ["a", "b"]}, JUDGMENTS),
        "its keys 'q1' are not among 'query_id', 'item_id', 'score'; give {query: {item: number}} or [(query, item,",
    ),
    "lists of pairs": (lambda: values(RUN, JUDGMENTS, exclude={"q1": ["a"]}), "; give [(query, item), ...], or"),
    "rows that are too short": (lambda: values([("q1", "a")], JUDGMENTS), "or without names {query: {item: number}}"),
    "rows of a log": (
        lambda: rankhouse.click_judgments([(1, "q", "a", 1, 0)]),
        "log: rows with 'search_id', 'query_id', 'item_id', 'position', 'clicked' must be dictionaries",
    ),
    "tables by name": (
        lambda: values({"old": SCORES, "new": SCORES}, JUDGMENTS),
        "several runs, which only compare and report accept: compare({'old': ..., 'new': ...}, judgments)",
    ),
    "doc_id": (
        lambda: values(frame("query_id doc_id score", ("q", "a", 1.0)), JUDGMENTS),
        "if it is 'doc_id', use columns={'item_id': 'doc_id'}",
    ),
    "docno": (
        lambda: values(frame("query_id docno score", ("q", "a", 1.0)), JUDGMENTS),
        "if it is 'docno', use columns={'item_id': 'docno'}",
    ),
    "corpus-id": (
        lambda: values(RUN, frame("query_id corpus-id relevance", ("q", "a", 1.0))),
        "if it is 'corpus-id', use columns={'item_id': 'corpus-id'}",
    ),
    "two runs": (
        lambda: values(SCORES, SCORES),
        "columns={'judgments.relevance': 'score'}; compare({'a': run, 'b': other}, judgments) takes two runs",
    ),
    "y_true and y_score": (
        lambda: rankhouse.classifier_metrics([0, 1], [0.1, 0.9]),
        "predictions is one table of scores and labels: {'score': y_score, 'label': y_true}",
    ),
    "arrays": (
        lambda: rankhouse.roc_curve(np.array([0, 1])),
        "predictions is one table of scores and labels: {'score': y_score, 'label': y_true}",
    ),
}


@pytest.mark.parametrize("given", REFUSED)
def test_messages_show_the_shape_that_is_right(given: str) -> None:
    call, said = REFUSED[given]
    with pytest.raises(InputError) as refused:
        call()
    assert said in str(refused.value)
    assert " _" not in str(refused.value)
