"""What is refused of the inputs of functions: the checks of macros/inputs, family by family."""

from __future__ import annotations

from typing import Any

from rankhouse._rendering.jinja import macros

# Calls by which all checks of a family are asked for, where its first macro does not ask for them by itself.
CALLS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "clicks": [
        ("click_judgments", {}),
        ("position_bias", {"counts": True}),
        ("position_bias", {"first_position": 0}),
    ],
    "interleaving": [
        ("interleaving", {"cluster": "user_id"}),
        ("interleaving", {"method": "balanced"}),
    ],
    "policies": [
        ("compare_policies", {"estimators": ["dr"]}),
        ("compare_policies", {"estimators": ["sips"]}),
        ("compare_policies", {"estimators": ["rips"]}),
    ],
    "ratings": [
        ("rater_agreement", {"level": "ratio"}),
        ("rater_agreement", {"method": "cohen"}),
        ("rater_agreement", {"scale": [1, 2, 3]}),
        ("rater_agreement", {"method": "fleiss"}),
        ("merge_ratings", {"method": "mean"}),
    ],
    "predictions": [
        ("classifier_metrics", {"measures": ["brier"], "columns": {"weight": "weight"}}),
        ("confusion", {"columns": {"prediction": "prediction"}}),
        ("compare_classifiers", {"columns": {"weight": "weight"}, "cluster": "user_id"}),
    ],
    "classes": [("class_metrics", {"columns": {"weight": "weight"}})],
    "rating_errors": [("rating_metrics", {"columns": {"weight": "weight"}})],
    "detections": [("detection_metrics", {"columns": {"iscrowd": "iscrowd", "area": "area"}})],
    "tries": [("try_metrics", {"cluster": "document_id"})],
    "preferences": [
        (
            "preference_ratings",
            {"columns": {"judge_id": "judge_id", "weight": "weight"}, "cluster": "document_id", "baseline": "x"},
        )
    ],
}


def checks(family: str) -> list[dict[str, Any]]:
    """The checks of a family of inputs, `runs`, each once."""
    package = macros("duckdb")
    found: dict[tuple[str, str], dict[str, Any]] = {}
    first = next(name for name, spec in package.checked_macros().items() if spec["family"] == family)
    for macro, options in CALLS.get(family, [(first, {})]):
        relations = {side: side for side in package.checked_macro(macro)["reads"]}
        for check in package.checked_inputs(macro, relations | options)["checks"]:
            found.setdefault((check["side"], check["problem"]), check)
    return list(found.values())
