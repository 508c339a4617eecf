"""The page of what is refused: the checks of macros/inputs, family by family."""

from __future__ import annotations

from typing import Any

from rankhouse._rendering.jinja import macros

# Of each family calls of its macros by which all of its checks are asked for, under a heading.
FAMILIES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "Runs and judgments": [("metrics", {})],
    "Click logs": [
        ("click_judgments", {}),
        ("position_bias", {"counts": True}),
        ("position_bias", {"first_position": 0}),
    ],
    "Interleaved searches": [
        ("interleaving", {"cluster": "user_id"}),
        ("interleaving", {"method": "balanced"}),
    ],
    "Logs of policies": [
        ("compare_policies", {"estimators": ["dr"]}),
        ("compare_policies", {"estimators": ["sips"]}),
        ("compare_policies", {"estimators": ["rips"]}),
    ],
    "Clicks, a run and examinations": [("click_estimates", {})],
    "Raters": [
        ("rater_agreement", {"level": "ratio"}),
        ("rater_agreement", {"method": "cohen"}),
        ("rater_agreement", {"scale": [1, 2, 3]}),
        ("rater_agreement", {"method": "fleiss"}),
        ("merge_ratings", {"method": "mean"}),
    ],
    "Grades of people and of a machine": [("grade_calibration", {})],
    "Few human and many machine labels": [("prediction_powered", {})],
    "Tries": [("try_metrics", {"cluster": "document_id"})],
    "Preferences": [
        (
            "preference_ratings",
            {"columns": {"judge_id": "judge_id", "weight": "weight"}, "cluster": "document_id", "baseline": "x"},
        )
    ],
    "Predictions of a classifier": [
        ("classifier_metrics", {"measures": ["brier"], "columns": {"weight": "weight"}}),
        ("confusion", {"columns": {"prediction": "prediction"}}),
        ("compare_classifiers", {"columns": {"weight": "weight"}, "cluster": "user_id"}),
    ],
    "Predicted classes": [("class_metrics", {"columns": {"weight": "weight"}})],
    "Predicted ratings": [("rating_metrics", {"columns": {"weight": "weight"}})],
    "Detected boxes": [("detection_metrics", {"columns": {"iscrowd": "iscrowd", "area": "area"}})],
    "Experiments and comparisons": [("metric_trust", {}), ("discriminative_power", {})],
}
INTRODUCTION = """# What is refused

Each check of an input is written once, as a macro. Python asks for all of them before its query, and refuses what it
finds first. The queries of dbt and of DuckDB's table macros refuse, in the same words, what can be seen in a row that
they read anyway; where it would cost them another look at all rows, they answer by a documented rule.
[`input_problems`](table-macros.md#input_problems) shows all of it in any of these, with the number of rows and an
example, and dbt's test `no_input_problems` fails on what Python refuses.

| refused | by |
|---|---|
| everywhere | Python, dbt and DuckDB's table macros |
| in Python | Python; SQL answers, and leaves out or counts what the page of the macro says |
| counted | nobody: `input_problems` counts it |

Inputs of macros that are not on this page are checked by Python alone, by the same macros.
"""
WHO = {"everywhere": "everywhere", "python": "in Python", "counted": "counted"}


def page() -> str:
    return "\n".join([INTRODUCTION, *(section for heading in FAMILIES for section in _section(heading))])


def _checks(heading: str) -> dict[tuple[str, str], dict[str, Any]]:
    package = macros("duckdb")
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for macro, options in FAMILIES[heading]:
        relations = {side: side for side in package.checked_macros()[macro]["reads"]}
        for check in package.checked_inputs(macro, relations | options)["checks"]:
            found.setdefault((check["side"], check["problem"]), check)
    return found


def _section(heading: str) -> list[str]:
    known = macros("duckdb").checked_macros()
    families = {known[macro]["family"] for macro, _ in FAMILIES[heading]}
    names = [name for name, spec in known.items() if spec["family"] in families]
    rows = [
        f"| `{check['side']}` | {check['problem']} | {_told(check)} | {WHO[check['refused']]} |"
        for check in _checks(heading).values()
    ]
    return [
        f"## {heading}\n",
        f"For {', '.join(f'`{name}`' for name in names)}.\n",
        "| input | problem | what is said | refused |",
        "|---|---|---|---|",
        *rows,
        "",
    ]


def _told(check: dict[str, Any]) -> str:
    """What is said of one row, without the example; `|` would end a cell."""
    said = f"{check['side']}: 1 {check['of'][0]} {check['said']}" if check["of"] else check["said"]
    if check["kinds"]:
        said = f"{check['side']}: {check['said']}, but column '{check['column']}' is VARCHAR"
    return "; ".join(filter(None, [said, check["advice"]])).replace("|", "\\|")
