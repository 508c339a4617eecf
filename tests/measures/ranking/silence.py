from __future__ import annotations

from collections.abc import Sequence

from ranked import Judgments, Run, is_hit, number
from truth import Example, RankingTruth


def has_answer(grades: Sequence[float]) -> bool:
    return any(map(is_hit, grades))


def has_none(grades: Sequence[float]) -> bool:
    return bool(grades) and not has_answer(grades)


def is_returned(run: Run, threshold: object) -> bool:
    return any(threshold == "none" or score >= number(threshold) for score in run.values())


def silence(run: Run, judgments: Judgments, threshold: object = "none") -> float | None:
    return float(not is_returned(run, threshold)) if has_none(list(judgments.values())) else None


def answered(run: Run, judgments: Judgments, threshold: object = "none") -> float | None:
    return float(is_returned(run, threshold)) if has_answer(list(judgments.values())) else None


OPTIONS = [{}, {"threshold": 0.5}, {"threshold": 0}, {"threshold": -0.25}, {"threshold": 2}]

TRUTHS = [
    RankingTruth(
        name="silence",
        of_scores=silence,
        of_queries=has_none,
        options=OPTIONS,
        latex=r"\text{silence} = [\max_i s_i < t]",
        where=[
            "$`s_i`$ is the score of the item at rank $`i`$",
            "$`t`$ is the threshold; without it, any item is above",
        ],
        example=Example(
            "silence(threshold=0.5)", by_hand="1", why="no score is 0.5 or more; without threshold it is 0."
        ),
    ),
    RankingTruth(
        name="answered",
        of_scores=answered,
        of_queries=has_answer,
        options=OPTIONS,
        latex=r"\text{answered} = [\max_i s_i \ge t]",
        where=[
            "$`s_i`$ is the score of the item at rank $`i`$",
            "$`t`$ is the threshold; without it, any item is above",
        ],
        example=Example(
            "answered(threshold=0.95)", by_hand="0", why="the best score is 0.9; without threshold it is 1."
        ),
    ),
]
