"""Every public macro, every argument, given what it cannot be: an error in words, or SQL that is one query.

The table is made from the macros' own signatures, so that a new argument is covered on the day it is written.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

import rankhouse
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import Macros

ROOT = Path(__file__).parents[2]
PACKAGE = Macros("duckdb")
PACKAGE._environment.globals["adapter"].get_columns_in_relation = lambda _: []
# A call that is right, of every macro that makes a query.
CALLS: dict[str, dict[str, Any]] = {
    "metrics": {"run": "run", "judgments": "judgments"},
    "query_metrics": {"run": "run", "judgments": "judgments"},
    "metric_settings": {},
    "tie_audit": {"run": "run", "judgments": "judgments"},
    "explain": {"run": "run", "judgments": "judgments", "source": "ranx", "target": "trec_eval"},
    "explain_number": {"value": 0.5, "run": "run", "judgments": "judgments", "measure": "arp", "changes": 0},
    "input_problems": {"run": "run", "judgments": "judgments"},
    "convention_problems": {"run": "run", "judgments": "judgments", "convention": "trec_eval"},
    "recommendation_metrics": {"run": "run", "measures": ["personalisation"]},
    "rating_metrics": {"predictions": "ratings"},
    "classifier_metrics": {"predictions": "predictions"},
    "confusion": {"predictions": "predictions"},
    "confusion_matrix": {"predictions": "predictions"},
    "class_metrics": {"predictions": "predictions"},
    "roc_curve": {"predictions": "predictions"},
    "pr_curve": {"predictions": "predictions"},
    "calibration": {"predictions": "predictions"},
    "lift": {"predictions": "predictions"},
    "binned_auc": {"predictions": "predictions"},
    "auc_interval": {"predictions": "predictions"},
    "compare_classifiers": {"predictions": "predictions"},
    "prediction_problems": {"predictions": "predictions"},
    "detection_metrics": {"detections": "detections", "ground_truth": "boxes"},
    "detection_class_metrics": {"detections": "detections", "ground_truth": "boxes"},
    "learning_curve": {"query_metrics": "by_query"},
    "mean_over_curve": {"query_metrics": "by_query"},
    "curve_crossings": {"query_metrics": "by_query"},
    "compare": {"query_metrics": "by_query"},
    "mean_intervals": {"query_metrics": "by_query"},
    "rater_agreement": {"ratings": "ratings"},
    "merge_ratings": {"ratings": "ratings"},
    "grade_calibration": {"human": "people", "machine": "model"},
    "grade_confusion": {"human": "people", "machine": "model"},
    "click_judgments": {"log": "log"},
    "position_bias": {"log": "log"},
    "prediction_powered": {"human": "human", "machine": "machine"},
    "interleaving": {"log": "log"},
    "interleaving_searches": {"log": "log"},
    "click_estimates": {"log": "log", "run": "run", "examination": "examination", "measures": ["dcg@10"]},
    "off_policy": {"log": "log"},
    "compare_policies": {"log": "log"},
    "off_policy_tuning": {"log": "log"},
    "off_policy_weights": {"log": "log"},
    "interleaving_checks": {"log": "log"},
    "metric_trust": {"experiments": "experiments"},
    "discriminative_power": {"comparisons": "comparisons"},
    "value_bounds": {"run": "run", "judgments": "judgments"},
    "to_judge": {"runs": "run", "judgments": "judgments"},
    "expected_exposure": {"run": "run", "judgments": "judgments"},
    "group_exposure": {"run": "run", "judgments": "judgments", "features": "features"},
    "agreement": {"run": "run"},
    "query_agreement": {"run": "run"},
    "change_by_segment": {"query_metrics": "by_query", "segments": ["country"]},
    "confidence_sequence": {"query_metrics": "by_query"},
    "date_spine": {"start_date": "2026-01-01", "end_date": "2026-02-01"},
    "moving_average": {"metrics": "by_day"},
    "change_from_previous": {"metrics": "by_day"},
    "split": {"ratings": "ratings"},
    "split_counts": {"split": "parts"},
    "sample_negatives": {"items": "items", "judgments": "judgments"},
    "sampled_ranks": {"run": "run", "judgments": "judgments", "candidates": "candidates"},
    "correct_sampled": {"ranks": "ranks", "corrections": "corrections"},
}
# The same of the data tests; dbt gives the model itself.
RELATION = {"model": "main.tested"}
GATES: dict[str, dict[str, Any]] = {
    "test_unique_items": {},
    "test_one_score_per_item": {},
    "test_complete_items": {"value": "score"},
    "test_ids_match": {"judgments": "judgments"},
    "test_queries_overlap": {"judgments": "judgments"},
    "test_relevance_between": {"lowest": 0, "highest": 3},
    "test_no_training_items": {"training": "seen"},
    "test_no_input_problems": {},
    "test_ties_do_not_matter": {},
    "test_same_settings": {},
    "test_metric_at_least": {"measure": "ndcg@10", "at_least": 0.3},
    "test_judged_share_at_least": {"at_least": 0.5},
    "test_enough_queries": {"at_least": 100},
    "test_missing_share_at_most": {},
    "test_has_groups": {"by": "system", "values": ["bm25"]},
    "test_metric_not_worse_than": {"measure": "ndcg@10", "baseline": {"system": "bm25"}},
    "test_follows_convention": {"convention": "trec_eval"},
    "test_has_columns": {"columns": [{"measure": "text"}]},
}
CALLS |= {name: RELATION | call for name, call in GATES.items()}
HOSTILE = "x'\"; drop table run; --"
WRONG: list[Any] = [
    None, "", "x", HOSTILE, "0 or 1=1", 5, -1, 0.5, float("nan"), float("inf"), True,
    [], ["x"], [HOSTILE], ["0 or 1=1"], [None], [5], [[]], {}, {"x": "y"}, {HOSTILE: HOSTILE}, {"score": HOSTILE},
    {"item_id": 5},
]  # fmt: skip
# Relations are what ref() and source() give, SQL of the project's own.
RELATIONS = {"run", "judgments", "predictions", "detections", "ground_truth", "training", "relation"}
RELATIONS |= {"query_metrics", "items", "interactions", "features", "distances", "baseline", "ratings", "split"}
RELATIONS |= {"exclude", "candidates", "ranks", "corrections", "metrics", "human", "machine", "log", "examination"}
RELATIONS |= {"experiments", "comparisons", "runs", "targets"}


def arguments_of(name: str) -> list[str]:
    return [argument for argument, _ in PACKAGE.parameters[name] if argument != "model"]


def test_every_data_test_with_arguments_is_called() -> None:
    assert {name for name in PACKAGE.parameters if name.startswith("test_") and arguments_of(name)} == GATES.keys()


def test_every_call_is_right() -> None:
    for name, call in CALLS.items():
        assert getattr(PACKAGE, name)(**call).lstrip().startswith(("with", "select")), name


def answered(name: str, argument: str, value: Any) -> str | InputError:
    """The SQL of a call with this argument, or its error."""
    try:
        return str(getattr(PACKAGE, name)(**CALLS[name] | {argument: value}))
    except InputError as error:
        return error


@pytest.mark.thorough
@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_in_words(name: str) -> None:
    with duckdb.connect() as con:
        for argument in arguments_of(name):
            for value in WRONG:
                is_relation = argument in RELATIONS - {"baseline"} or (
                    argument == "baseline" and not name.startswith("test_")
                )
                if is_relation and isinstance(value, str | dict):
                    continue
                answer = answered(name, argument, value)
                if isinstance(answer, str):
                    statements = con.extract_statements(answer)
                    assert [each.type for each in statements] == [duckdb.StatementType.SELECT], (argument, value)
                else:
                    # By its name, or as what it is.
                    names = (argument.removesuffix("s"), "convention", str(value))
                    assert any(word in str(answer) for word in names), (argument, value, answer)


@pytest.mark.parametrize(
    ("convention", "message"),
    [
        ({"quereis": "all"}, "the convention has no key 'quereis': did you mean 'queries'"),
        ({"measures": {"ndgc": {}}}, "measures has no key 'ndgc': did you mean 'ndcg'"),
        ({"measures": {"ndcg": {"gian": "linear"}}}, "ndcg has no key 'gian'"),
        ({"measures": ["ndcg"]}, "measures is a dictionary"),
        ({"read_as": {"id": "text"}}, "read_as has no key 'id': did you mean 'ids'"),
    ],
)
def test_a_convention_of_ones_own_says_what_there_is(convention: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        PACKAGE.metrics("run", "judgments", ["ndcg@10"], convention=convention)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("rbp(p=1e-3)", "rbp(p=0.001)"),
        ("rbp(p=1E-1)", "rbp(p=0.1)"),
        ("f_beta(beta=1.4142135623730951)", "f_beta(beta=1.4142135623730951)"),
        ("f_beta(beta=.5e1)", "f_beta(beta=5)"),
        ("f_beta(beta=123456789012345678)", "f_beta(beta=1.2345678901234568e+17)"),
    ],
)
def test_numbers_in_any_spelling(written: str, canonical: str) -> None:
    assert PACKAGE.parse_measures([written])[0]["measure"] == canonical


CATALOGUES = ["catalogue", "classification_catalogue", "recommendation_catalogue", "agreement_catalogue"]


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_an_option_takes_its_choices_alone(catalogue: str) -> None:
    """Pairs of numbers are a choice of gain."""
    known = getattr(PACKAGE, catalogue)()
    asked = [
        (measure["name"], option, wrong)
        for measure in known
        for option, spec in measure["options"].items()
        if "choices" in spec
        for wrong in ("other", spec["choices"][0] + "s", *(["1:2", "1:2/2:3"] if option != "gain" else []))
    ]
    assert asked
    for name, option, wrong in asked:
        with pytest.raises(InputError, match=f"^{option} of {name} is one of .*, got '{re.escape(wrong)}' in "):
            PACKAGE.parse_measures([f"{name}({option}={wrong})"], known)


@pytest.mark.parametrize("number", ["1e", "1e400", "1_0", "٣", "--1", "0x1", "1e+"])
def test_what_is_no_number(number: str) -> None:
    with pytest.raises(InputError, match="beta of f_beta is a number above 0"):
        PACKAGE.parse_measures([f"f_beta(beta={number})"])


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("test_missing_share_at_most", {"at_most": 10}, "at_most is a number from 0 to 1, got '10'"),
        ("test_queries_overlap", {"at_least": -0.1}, "at_least is a number from 0 to 1, got '-0.1'"),
        ("test_judged_share_at_least", {"at_least": 80}, "at_least is a number from 0 to 1, got '80'"),
        ("test_ties_do_not_matter", {"at_most": -1}, "at_most is a number from 0 on, got '-1'"),
        ("test_metric_at_least", {"at_least": "0.3"}, "at_least is a finite number, got '0.3'"),
        ("test_metric_at_least", {"measure": "ndcg(gian=linear)@10"}, "ndcg has no option 'gian'"),
        ("test_metric_at_least", {"convention": "trec"}, "unknown convention 'trec'"),
        ("test_metric_at_least", {"convention": "ranx", "measure": "err"}, "has no measure that 'err' could be"),
        ("test_enough_queries", {"at_least": 2.5}, "at_least is a whole number of at least 0"),
        ("test_has_groups", {"values": []}, "values is a list of the groups that are expected"),
        ("test_has_groups", {"values": "bm25"}, "values is a list of the groups that are expected"),
        ("test_relevance_between", {"lowest": 3, "highest": 0}, "highest is a number from 3 on, got '0'"),
        ("test_metric_not_worse_than", {"margin": -0.1}, "margin is a number from 0 on"),
        ("test_metric_not_worse_than", {"by": ["system"]}, "by names 'system', which tells the two sides apart"),
        ("test_metric_not_worse_than", {"baseline": {"system": ["a"]}}, "baseline is a dictionary of columns and"),
        ("test_complete_items", {"value": ["score"]}, "value is the name of a column"),
        ("test_no_training_items", {"training": None}, "training is the name of a table, or a relation"),
        ("test_follows_convention", {"convention": None}, "unknown convention 'none'"),
        ("test_has_columns", {"columns": {"value": "double"}}, "of kinds text, number and other"),
        ("test_has_columns", {"columns": [{"value": "number"}, "k"]}, "of kinds text, number and other"),
    ],
)
def test_a_gate_that_could_not_fail_is_refused(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        getattr(PACKAGE, name)(**CALLS[name] | given)


# dbt's type of each kind of argument.
TYPES = {
    "relation": "relation", "column": "string", "columns": "list[string]", "names": "dict[string, string]",
    "kinds": "list[dict[string, string]]",
    "number": "float", "numbers": "list[float]", "whole": "integer", "flag": "bool", "moment": "any",
    "grades": "any", "pair": "list[float]",
    "choice": "string",
}  # fmt: skip


def described() -> list[tuple[str, dict[str, str]]]:
    """Every public macro with each argument that its yaml describes."""
    files = (path for path in sorted((ROOT / "macros").rglob("*.yml")) if "measures" not in path.parts)
    documented = [macro for path in files for macro in yaml.load(path.read_text(), yaml.CSafeLoader)["macros"]]
    return [(macro["name"], argument) for macro in documented for argument in macro.get("arguments", [])]


def test_yaml_has_every_argument_of_a_macro_in_turn() -> None:
    named: dict[str, list[str]] = {}
    for macro, argument in described():
        named.setdefault(macro, []).append(argument["name"])
    assert named.keys() >= CALLS.keys()
    assert named == {macro: [name for name, _ in PACKAGE.parameters[macro]] for macro in named}


def test_yaml_says_of_an_argument_what_the_table_says() -> None:
    compared = 0
    for macro, argument in described():
        spec = PACKAGE.argument_of(macro, argument["name"])
        kind = spec.get("kind", "choice")
        if kind in TYPES:
            wanted = f"optional[{TYPES[kind]}]" if spec.get("optional") else TYPES[kind]
            assert argument["type"] == wanted, (macro, argument)
            compared += 1
        for choice in spec.get("choices", []):
            assert re.search(rf"(?<!\w){choice}(?!\w)", argument["description"]), (macro, argument, choice)
    assert compared > 200


def test_the_table_has_no_entry_that_no_macro_takes() -> None:
    taken = {(macro, name) for macro, parameters in PACKAGE.parameters.items() for name, _ in parameters}
    # Those of a function alone, and one that comes with others as **kwargs.
    taken |= {("", name) for name in (*inspect.signature(rankhouse.sampled_corrections).parameters, "lookback")}
    for entry in PACKAGE.arguments():
        macro, _, name = entry.rpartition(".")
        assert (macro, name) in taken if macro else any(name == each for _, each in taken), entry
