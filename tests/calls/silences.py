"""Queries that have an answer and queries that have none, by tests/helpers/silent.py."""

from __future__ import annotations

from helpers import silent
from typical import Given, Row, TypicalCall

# Of each query on a day, the grades of its items, and the scores that each of two systems gives; a day without answers.
GRADES = {
    (1, "q1"): {"a": 2, "b": 1, "c": 0},
    (1, "q2"): {"a": 1, "d": 0},
    (1, "q3"): {"c": 0},
    (1, "q4"): {"b": 0},
    (1, "q5"): {"a": 1},
    (2, "q6"): {"a": 0},
}
SCORES = {
    ("careful", "q1"): {"a": 0.9, "b": 0.7, "c": 0.4},
    ("careful", "q2"): {"d": 0.75, "a": 0.75},
    ("careful", "q3"): {"c": 0.75},
    ("eager", "q1"): {"b": 0.5, "c": 0.25},
    ("eager", "q2"): {"a": 0.375},
    ("eager", "q3"): {"c": 0.5},
    ("eager", "q4"): {"a": 0.125, "b": 0.0},
    ("eager", "q6"): {"b": -0.5},
}
RUNS = Given(
    "replies",
    "system day query_id item_id score",
    [
        (system, day, query, item, score)
        for (system, query), scores in SCORES.items()
        for day, own in GRADES
        if own == query
        for item, score in scores.items()
    ],
)
JUDGMENTS = Given(
    "answers",
    "day query_id item_id relevance",
    [(*key, item, grade) for key, grades in GRADES.items() for item, grade in grades.items()],
)


def _curves() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for system in ("careful", "eager"):
        run = {query: scores for (own, query), scores in SCORES.items() if own == system}
        for day in {1, 2} if system == "eager" else {1}:
            judged = {query: grades for (own, query), grades in GRADES.items() if own == day}
            for threshold, *figures in silent.curve(run, judged, 2):
                found[system, day, threshold] = tuple(figures)
    return found


CALLS = [
    TypicalCall(
        macro="no_answer_curve",
        tables={"run": RUNS, "judgments": JUDGMENTS},
        arguments={"k": 2, "by": ["system", "day"], "judgments_by": ["day"]},
        keys="system day threshold",
        figures="answered false_answers recall area",
        truth=_curves,
        command="no-answer-curve replies.csv answers.csv -k 2 --by system --by day",
    ),
]
