"""Labels of people beside those of a model, for grades of items and for values of queries."""

from __future__ import annotations

from collections import Counter

from calls.values import MARKETS
from recorded import labels
from typical import Given, Row, TypicalCall

HUMAN, MACHINE = labels.grades(5, 12, 0.5)
MODEL = Given(
    "model",
    "day query_id item_id relevance",
    [(day, f"q{day}.{query}", f"d{item}", grade) for day in (1, 2) for query, item, grade in MACHINE],
)
PEOPLE = Given(
    "people",
    "query_id item_id relevance",
    [(f"q{day}.{query}", f"d{item}", grade) for day in (1, 2) for query, item, grade in HUMAN],
)
KNOWN = {row[:2]: row[2] for row in HUMAN}


def _calibrated() -> dict[Row, Row]:
    from labels.test_machine_grades import calibrated

    rows = [(query, grade, KNOWN.get((query, item))) for query, item, grade in MACHINE]
    grades = {row[1] for row in rows}
    return {(day, grade): calibrated([row for row in rows if row[1] == grade]) for day in (1, 2) for grade in grades}


def _met() -> dict[Row, Row]:
    counts = Counter((KNOWN.get((query, item)), grade) for query, item, grade in MACHINE)
    return {(day, *pair): (n,) for day in (1, 2) for pair, n in counts.items()}


BY_PEOPLE, BY_MODEL = (
    Given(
        name,
        "market query_id measure value",
        [
            (market, f"q{n}", "ndcg@10", value)
            for market, recorded in zip(MARKETS, ("loose", "as many"), strict=True)
            for n, value in enumerate(labels.values(*labels.VALUES[recorded])[side])
        ],
    )
    for side, name in enumerate(("by_people", "by_model"))
)


def _means() -> dict[Row, Row]:
    """As ppi-python has them."""
    from labels.test_labels import RECORDED

    recorded = zip(MARKETS, ("loose", "as many"), strict=True)
    return {(market,): tuple(RECORDED["values"][name]["tuned"]) for market, name in recorded}


CALLS = [
    TypicalCall(
        macro="grade_calibration",
        tables={"human": PEOPLE, "machine": MODEL},
        arguments={"by": ["day"], "confidence": 0.9},
        keys="day machine_grade",
        figures="human_grade human_low human_high bias bias_low bias_high n_items n_queries n_machine",
        truth=_calibrated,
    ),
    TypicalCall(
        macro="grade_confusion",
        tables={"human": PEOPLE, "machine": MODEL},
        arguments={"by": ["day"]},
        keys="day human_grade machine_grade",
        figures="n_items",
        truth=_met,
        command="grade-calibration people.csv model.csv --by day --confusion",
    ),
    TypicalCall(
        macro="prediction_powered",
        tables={"human": BY_PEOPLE, "machine": BY_MODEL},
        arguments={"by": ["market"], "confidence": 0.9},
        keys="market",
        figures="value ci_low ci_high",
        truth=_means,
    ),
]
