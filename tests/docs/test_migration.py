"""The pages on moving from another library: names on the right have the values of those on the left.

Those of pytrec_eval, ir_measures and scikit-learn are asked for here. What ranx and Spark compute is recorded, under
the measure that has the same value, and tests/ranking/test_conventions.py compares it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import ir_measures
import pytest
import pytrec_eval
from sklearn import metrics as sklearn_metrics

import document
import rankhouse
from ranking.test_conventions import RECORDED
from recorded.lists import lists
from recorded.names import RANX

PAGES = document.DOCS / "how-to"
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


def names(page: str, heading: str) -> list[list[str]]:
    """Of the table with this heading the code in each cell, row by row."""
    text = (PAGES / page).read_text()
    assert heading in text, f"{page} has no table {heading}"
    table = text.partition(heading)[2].partition("\n\n")[0]
    rows = [cells.split("|") for cells in ROW.findall(table) if not set(cells) <= set("-|")]
    return [[code[0] if (code := CODE.findall(cell)) else "" for cell in row] for row in rows]


RUN, JUDGMENTS = lists(tied=True)
RUN_OF_TEXTS = {str(query): {str(item): score for item, score in items.items()} for query, items in RUN.items()}
QRELS = {str(query): {str(item): int(grade) for item, grade in items.items()} for query, items in JUDGMENTS.items()}


@cache
def means(measures: tuple[str, ...], convention: str) -> dict[str, float]:
    """By its name here."""
    found = rankhouse.evaluate(RUN_OF_TEXTS, QRELS, list(measures), convention=convention)
    return dict(found.project("measure, value").fetchall())


def named(measures: list[str], convention: str) -> list[str]:
    """What measures are called here, in their order."""
    found = rankhouse.evaluate(RUN_OF_TEXTS, QRELS, measures, convention=convention).project("measure").fetchall()
    return [measure for (measure,) in found]


TREC = names("from-trec-eval.md", "| trec_eval, pytrec_eval | ir_measures | rankhouse |")
OURS = tuple(ours for _, _, ours in TREC)
OURS_OF_IR_MEASURES = tuple(ours for _, theirs, ours in TREC if theirs)


@pytest.mark.parametrize(("theirs", "_", "ours"), TREC)
def test_pytrec_eval_has_the_same_numbers(theirs: str, _: str, ours: str) -> None:
    asked = theirs if theirs in pytrec_eval.supported_measures else theirs.rpartition("_")[0]
    found = pytrec_eval.RelevanceEvaluator(QRELS, {asked}).evaluate(RUN_OF_TEXTS)
    value = pytrec_eval.compute_aggregated_measure(theirs, [each[theirs] for each in found.values()])
    assert means(OURS, "pytrec_eval")[ours] == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(("_", "theirs", "ours"), [row for row in TREC if row[1]])
def test_ir_measures_has_the_same_numbers(_: str, theirs: str, ours: str) -> None:
    measure = ir_measures.parse_measure(theirs)
    value = ir_measures.calc_aggregate([measure], QRELS, RUN_OF_TEXTS)[measure]
    assert means(OURS_OF_IR_MEASURES, "ir_measures")[ours] == pytest.approx(value, abs=1e-12)


COUNTS = names("from-trec-eval.md", "`value_sum`:\n\n| trec_eval, pytrec_eval | ir_measures | rankhouse |")


@pytest.mark.parametrize("convention", ["pytrec_eval", "ir_measures"])
@pytest.mark.parametrize(("trec", "theirs", "ours"), COUNTS)
def test_sums_of_counts_are_the_numbers_of_ir_measures(trec: str, theirs: str, ours: str, convention: str) -> None:
    measure = ir_measures.parse_measure(theirs)
    expected = ir_measures.calc_aggregate([measure], QRELS, RUN_OF_TEXTS)[measure]
    for name in {trec, ours} | ({theirs} if "(" not in theirs else set()):
        found = rankhouse.evaluate(RUN_OF_TEXTS, QRELS, [name], convention=convention).project("value_sum").fetchall()
        assert found == [(expected,)]


OF_CWL_EVAL = names("from-trec-eval.md", "1000:\n\n| ir_measures | rankhouse |")


@pytest.mark.parametrize(("theirs", "ours"), OF_CWL_EVAL)
def test_measures_without_a_convention_have_the_names_of_ir_measures(theirs: str, ours: str) -> None:
    """Their values are recorded: see tests/ranking/test_peers.py. Accuracy is another measure in other libraries."""
    if theirs == "Accuracy@10":
        with pytest.raises(rankhouse.InputError, match=f"has several meanings: .*'{ours}' .Accuracy of ir_measures."):
            rankhouse.evaluate(RUN_OF_TEXTS, QRELS, theirs)
        return
    found = rankhouse.evaluate(RUN_OF_TEXTS, QRELS, [theirs, ours]).project("measure").fetchall()
    assert {measure.removesuffix("@1000") for (measure,) in found} == {ours.removesuffix("@1000")}


def test_names_of_ir_measures_are_understood() -> None:
    rows = {theirs: ours for _, theirs, ours in TREC if theirs and theirs != "IPrec@0.5"}
    assert named([*rows], "ir_measures") == [*rows.values()]


NOT_UNDERSTOOD = ("set_relative", "11pt", "iprec_at_recall_")


def test_names_of_trec_eval_are_understood() -> None:
    rows = {theirs: ours for theirs, _, ours in TREC if not theirs.startswith(NOT_UNDERSTOOD)}
    assert named([*rows], "trec_eval") == [*rows.values()]


@pytest.mark.parametrize("theirs", [theirs for theirs, *_ in TREC if theirs.startswith(NOT_UNDERSTOOD)])
def test_the_page_says_which_names_are_not_understood(theirs: str) -> None:
    with pytest.raises(ValueError, match="unknown measure"):
        named([theirs], "trec_eval")


@pytest.mark.parametrize(("theirs", "ours"), names("from-ranx.md", '| ranx | rankhouse, with `convention="ranx"` |'))
def test_ranx_names_are_those_whose_values_are_recorded(theirs: str, ours: str) -> None:
    assert RANX[ours] == theirs


SPARK = {
    "precisionAt(10)": "precision@10",
    "recallAt(10)": "recall@10",
    "meanAveragePrecision": "average_precision",
    "meanAveragePrecisionAt(10)": "average_precision@10",
    "ndcgAt(10)": "ndcg@10",
}


def test_spark_s_names_are_those_whose_values_are_recorded() -> None:
    rows = names(
        "from-spark.md",
        '| Spark, `RankingMetrics` | Spark, `RankingEvaluator` | rankhouse, with `convention="spark"` |',
    )
    assert {theirs: ours for theirs, _, ours in rows} == SPARK
    recorded: dict[str, Any] = json.loads((RECORDED / "spark.json").read_text())["values"]
    assert set(SPARK.values()) <= set(recorded["untied"])


# One list, with tied scores, for everything of scikit-learn.
SCORE = [0.9, 0.8, 0.8, 0.6, 0.5, 0.5, 0.3, 0.1]
RELEVANCE = [3, 0, 1, 0, 2, 0, 0, 1]
LABEL = [int(grade > 0) for grade in RELEVANCE]
ARRAYS: dict[str, Any] = {
    "score": SCORE,
    "relevance": RELEVANCE,
    "relevant": LABEL,
    "label": LABEL,
    "predicted": [int(score >= 0.5) for score in SCORE],
    "rating": [4.0, 2.5, 5.0, 1.0],
    "prediction": [3.5, 3.0, 4.0, 2.0],
}


def of_scikit_learn(code: str) -> float:
    return float(eval(code, dict(vars(sklearn_metrics)), dict(ARRAYS)))


def single(relation: Any) -> float:
    ((value,),) = relation.project("value").fetchall()
    return float(value)


@pytest.mark.parametrize(("theirs", "ours"), names("from-scikit-learn.md", "| scikit-learn | rankhouse |"))
def test_scikit_learn_s_classifier_measures(theirs: str, ours: str) -> None:
    predictions = {"score": SCORE, "label": LABEL}
    found = rankhouse.classifier_metrics(predictions, [ours])
    assert single(found) == pytest.approx(of_scikit_learn(theirs), abs=1e-12)


RANKINGS = names("from-scikit-learn.md", '| scikit-learn | rankhouse, with `convention="sklearn"` |')
LABEL_RANKINGS = names("from-scikit-learn.md", "These need no convention:\n\n| scikit-learn | rankhouse |")


@pytest.mark.parametrize(
    ("convention", "theirs", "ours"), [("sklearn", *row) for row in RANKINGS] + [(None, *row) for row in LABEL_RANKINGS]
)
def test_scikit_learn_s_ranking_measures(convention: str | None, theirs: str, ours: str) -> None:
    items = [f"d{place}" for place in range(len(SCORE))]
    run, judgments = {"q": dict(zip(items, SCORE, strict=True))}, {"q": dict(zip(items, RELEVANCE, strict=True))}
    found = rankhouse.evaluate(run, judgments, [ours], convention=convention)
    assert single(found) == pytest.approx(of_scikit_learn(theirs), abs=1e-12)


@pytest.mark.parametrize(
    ("theirs", "ours"), names("from-scikit-learn.md", "| scikit-learn | rankhouse, of `rating_metrics` |")
)
def test_scikit_learn_s_rating_errors(theirs: str, ours: str) -> None:
    ratings = {"rating": ARRAYS["rating"], "prediction": ARRAYS["prediction"]}
    assert single(rankhouse.rating_metrics(ratings, [ours])) == pytest.approx(of_scikit_learn(theirs), abs=1e-12)
