"""Every public macro, every argument, given what it cannot be: an error in words, or SQL that is one query.

The table is made from the macros' own signatures, so that a new argument is covered on the day it is written.
"""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

from rankhouse._errors import InputError
from rankhouse._jinja import macros

PACKAGE = macros("duckdb")
# A call that is right, of every macro that makes a query.
CALLS: dict[str, dict[str, Any]] = {
    "metrics": {"run": "run", "judgments": "judgments"},
    "query_metrics": {"run": "run", "judgments": "judgments"},
    "tie_audit": {"run": "run", "judgments": "judgments"},
    "explain": {"run": "run", "judgments": "judgments", "source": "ranx", "target": "trec_eval"},
    "input_problems": {"run": "run", "judgments": "judgments"},
    "convention_problems": {"run": "run", "judgments": "judgments", "convention": "trec_eval"},
    "recommendation_metrics": {"run": "run", "measures": ["personalisation"]},
    "rating_metrics": {"predictions": "ratings"},
    "classifier_metrics": {"predictions": "predictions"},
    "confusion": {"predictions": "predictions"},
    "roc_curve": {"predictions": "predictions"},
    "pr_curve": {"predictions": "predictions"},
    "calibration": {"predictions": "predictions"},
    "lift": {"predictions": "predictions"},
    "binned_auc": {"predictions": "predictions"},
    "prediction_problems": {"predictions": "predictions"},
    "detection_metrics": {"detections": "detections", "ground_truth": "boxes"},
    "detection_class_metrics": {"detections": "detections", "ground_truth": "boxes"},
}
HOSTILE = "x'\"; drop table run; --"
WRONG: list[Any] = [
    None, "", "x", HOSTILE, "0 or 1=1", 5, -1, 0.5, float("nan"), float("inf"), True,
    [], ["x"], [HOSTILE], ["0 or 1=1"], [None], [5], [[]], {}, {"x": "y"}, {HOSTILE: HOSTILE}, {"score": HOSTILE},
    {"item_id": 5},
]  # fmt: skip
# Relations are what ref() and source() give, SQL of the project's own.
RELATIONS = {name for call in CALLS.values() for name in call if name not in ("source", "target", "convention")}
RELATIONS |= {"items", "interactions", "features", "distances", "baseline"}
RELATIONS -= {"measures"}


def test_every_call_is_right() -> None:
    for name, call in CALLS.items():
        assert getattr(PACKAGE, name)(**call).lstrip().startswith(("with", "select")), name


def refused(name: str, argument: str, value: Any) -> str | None:
    """The error of a call with this argument, None when there is none."""
    try:
        getattr(PACKAGE, name)(**CALLS[name] | {argument: value})
    except InputError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_in_words(name: str) -> None:
    with duckdb.connect() as con:
        for argument, _ in PACKAGE.parameters[name]:
            for value in WRONG:
                if argument in RELATIONS and isinstance(value, str | dict):
                    continue
                said = refused(name, argument, value)
                if said is None:
                    statements = con.extract_statements(getattr(PACKAGE, name)(**CALLS[name] | {argument: value}))
                    assert [each.type for each in statements] == [duckdb.StatementType.SELECT], (argument, value)
                else:
                    # By its name, or as what it is.
                    names = (argument.removesuffix("s"), "convention", str(value))
                    assert any(word in said for word in names), (argument, value, said)


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


@pytest.mark.parametrize("number", ["1e", "1e400", "1_0", "٣", "--1", "0x1", "1e+"])
def test_what_is_no_number(number: str) -> None:
    with pytest.raises(InputError, match="beta of f_beta is a number above 0"):
        PACKAGE.parse_measures([f"f_beta(beta={number})"])
