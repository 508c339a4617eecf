"""What is suggested for an unknown name: the one that was meant, or the words that say how it is written here."""

from __future__ import annotations

import time
from collections import Counter
from string import ascii_lowercase
from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse import InputError
from rankhouse._rendering.errors import did_you_mean
from rankhouse._rendering.jinja import macros

RUN = "(select 1 as query_id, 1 as item_id, 1.0 as score, 1 as relevance)"


def typos(name: str) -> set[str]:
    """All that one letter makes of it: another, one more, one less, or two neighbours exchanged."""
    found = {name[:i] + name[i + 1 :] for i in range(len(name))}
    found |= {name[:i] + letter + name[i + 1 :] for i in range(len(name)) for letter in ascii_lowercase}
    found |= {name[:i] + letter + name[i:] for i in range(len(name) + 1) for letter in ascii_lowercase}
    found |= {name[:i] + name[i + 1] + name[i] + name[i + 2 :] for i in range(len(name) - 1)}
    return found - {name, ""}


def outcomes(catalogue: dict[str, str], step: int) -> Counter[str]:
    """How often the measure that was meant is suggested, another one, or none. One in `step` of all typos."""
    suggest, names, counted = macros("duckdb").nearest, list(catalogue), Counter[str]()
    every = [(meant, typo) for meant in sorted(set(catalogue.values())) for typo in sorted(typos(meant))]
    for meant, typo in [each for each in every if each[1] not in catalogue][::step]:
        measures = {catalogue[name] for name in suggest(typo, names)}
        counted["right" if meant in measures else "another" if measures else "none"] += 1
    return counted


def require_right(counted: Counter[str]) -> None:
    assert counted["another"] <= 0.005 * counted.total()
    assert counted["right"] >= 0.98 * counted.total()


@pytest.mark.parametrize("step", [101, pytest.param(1, marks=pytest.mark.thorough)])
def test_typos_of_a_letter_are_told_the_measure_that_was_meant(step: int) -> None:
    require_right(outcomes(macros("duckdb").spellings(), step))


@pytest.mark.parametrize("catalogue", ["recommendation_catalogue", "classification_catalogue", "agreement_catalogue"])
def test_so_are_those_of_other_tasks(catalogue: str) -> None:
    package = macros("duckdb")
    require_right(outcomes(package.by_name(getattr(package, catalogue)()).get("spellings"), 11))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("ngcg@10", "unknown measure 'ngcg@10': did you mean 'ndcg'?"),
        ("dncg", "unknown measure 'dncg': did you mean 'dcg' or 'ndcg'?"),
        ("xap", "unknown measure 'xap': did you mean 'ap', 'map' or 'pap'?"),
        ("reciprocal", "unknown measure 'reciprocal': did you mean 'reciprocal_rank'?"),
        ("ndcg10", "unknown measure 'ndcg10': write 'ndcg@10'"),
        ("p5", "unknown measure 'p5': write 'p@5'"),
        ("hr@10", "unknown measure 'hr@10': write 'hit_rate@10'"),
        ("f2@5", "unknown measure 'f2@5': write 'f_beta(beta=2)@5'"),
        ("zzzz", "unknown measure 'zzzz'; known: precision, p, recall,"),
    ],
)
def test_unknown_measures(asked: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        macros("duckdb").parse_measures([asked])
    assert str(caught.value).startswith(message)


SEVERAL = {
    "accuracy@10": "write 'hit_rate@10' (accuracy@k of sentence-transformers), 'pairwise_accuracy@10' (Accuracy of"
    " ir_measures) or 'catalogue_accuracy@10' (Accuracy of RecTools)",
    "Accuracy_10": "write 'hit_rate@10' (accuracy@k of sentence-transformers), ",
    "acc_at_5": "write 'hit_rate@5' (accuracy@k of sentence-transformers), ",
    "gauc": "write 'roc_auc' (the mean over queries), 'roc_auc(weights=positives)' (GAUC of RecBole) or",
    "arp": "write 'average_relevance_position' (ARPMetric of TF-Ranking) or 'average_popularity' of recommendation",
    "calibration_error": "or 'ece' of classifier_metrics",
}
"""Names that libraries give to different measures."""


@pytest.mark.parametrize("asked", SEVERAL)
def test_a_name_of_several_measures_is_refused_with_each(asked: str) -> None:
    with pytest.raises(InputError) as caught:
        rankhouse.evaluate({"q": {"a": 1.0}}, {"q": {"a": 1}}, [asked])
    assert str(caught.value).startswith(f"unknown measure '{asked}', which has several meanings: write ")
    assert SEVERAL[asked] in str(caught.value)


def test_those_names_are_no_aliases_and_what_to_write_is_known() -> None:
    package = macros("duckdb")
    catalogues = {
        "metrics": None,
        "recommendation_metrics": package.recommendation_catalogue(),
        "classifier_metrics": package.classification_catalogue(),
        "agreement": package.agreement_catalogue(),
    }
    for name, meanings in package.names_of_several().items():
        for measure, macro, _ in meanings:
            catalogue = catalogues[macro]
            declared = package.by_name(catalogue)["spellings"] if catalogue else package.spellings()
            assert name not in declared or (name, macro) == ("arp", "recommendation_metrics")
            assert measure.split("(")[0] in declared.values()
    for name, measure in package.names_of_one().items():
        assert name not in package.spellings(), measure


def test_gauc_of_recbole_is_weighted_by_positives() -> None:
    """Three lists of 1, 1 and 3 positives with an AUC of 1, 0 and 1: what the name may mean differs."""
    run = {"a": {"x": 2, "y": 1}, "b": {"x": 1, "y": 2}, "c": {"p": 9, "q": 8, "r": 7, "s": 1}}
    judgments = {"a": {"x": 1}, "b": {"x": 1}, "c": {"p": 1, "q": 1, "r": 1}}
    asked = ["roc_auc", "roc_auc(weights=positives)", "roc_auc(weights=items)"]
    found = rankhouse.evaluate(run, judgments, asked).project("value").fetchall()
    assert [value for (value,) in found] == pytest.approx([2 / 3, 4 / 5, 6 / 8])


def test_tries_to_the_power() -> None:
    with pytest.raises(InputError, match=r"unknown measure 'pass\^3': write 'pass_all@3'"):
        macros("duckdb").try_metrics("tries", ["pass^3"])


def test_a_column_is_not_suggested_for_an_unlike_one() -> None:
    with duckdb.connect() as con, pytest.raises(InputError, match="has no column 'try_id'") as caught:
        rankhouse.try_metrics(con.sql("select 1 as query_id, true as passed"), ["pass@1"], con=con)
    assert "did you mean" not in str(caught.value)


# What other libraries call an argument, and the word for it here.
WORDS: list[tuple[Any, dict[str, Any], str]] = [
    (
        rankhouse.evaluate,
        {"k": 10},
        "unknown argument 'k' of evaluate: write the cutoff in the measure, as in 'ndcg@10'",
    ),
    (rankhouse.evaluate, {"cutoff": 10}, "write the cutoff in the measure"),
    (rankhouse.evaluate, {"qrels": "labels"}, "unknown argument 'qrels' of evaluate: write judgments"),
    (rankhouse.evaluate, {"group_by": "country"}, "unknown argument 'group_by' of evaluate: write by"),
    (rankhouse.evaluate, {"output": "a.csv"}, "write the result, as in"),
    (rankhouse.evaluate, {"weight": "w"}, "rows have no weights in this call"),
    (rankhouse.classifier_metrics, {"sample_weight": "w"}, "write columns={'weight': 'w'}"),
    (
        rankhouse.compare,
        {"alpha": 0.05},
        "unknown argument 'alpha' of compare: write confidence=0.95, which is 1 - alpha",
    ),
    (rankhouse.compare, {"n_resamples": 10}, "write repetitions"),
    (rankhouse.compare, {"random_state": 1}, "write seed"),
    (rankhouse.split, {"test_size": 0.2}, "unknown argument 'test_size' of split: write share"),
    (rankhouse.evaluate, {"mesures": ["map"]}, "unknown argument 'mesures' of evaluate: did you mean 'measures'?"),
    (rankhouse.evaluate, {"banana": 1}, "unknown argument 'banana' of evaluate; known: run, judgments, measures,"),
]


@pytest.mark.parametrize(("function", "arguments", "message"), WORDS)
def test_words_of_other_libraries_for_arguments(function: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        function("run", **arguments)
    assert message in str(caught.value)
    # As Python says it, who waits for Python's own error gets this one.
    assert isinstance(caught.value, TypeError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("k := 10", "unknown argument 'k' of metrics: write the cutoff in the measure, as in 'ndcg@10'"),
        ("qrels := 'labels'", "unknown argument 'qrels' of metrics: write judgments"),
        ("group_by := ['a']", "unknown argument 'group_by' of metrics: write by"),
    ],
)
def test_the_same_words_in_macros(argument: str, message: str) -> None:
    name, value = argument.split(" := ")
    with pytest.raises(InputError, match="unknown argument") as caught:
        macros("duckdb").metrics("run", "judgments", ["map"], **{name: value})
    assert str(caught.value) == message


def test_the_same_names_in_python() -> None:
    known = ["query_id", "item_id", "country"]
    for name in ("contry", "itemid", "quey_id", "zzz"):
        assert did_you_mean(name, known) == macros("duckdb").did_you_mean(name, known)
    assert did_you_mean("contry", known) == ": did you mean 'country'?"


def test_long_texts_are_not_looked_at() -> None:
    package = macros("duckdb")
    started = time.process_time()
    for length in (101, 10_000, 10_000_000):
        with pytest.raises(InputError) as caught:
            package.parse_measures(["x" * length])
        assert len(str(caught.value)) < 2_000
        assert did_you_mean("x" * length, ["query_id"]) == ""
    assert time.process_time() - started < 2
