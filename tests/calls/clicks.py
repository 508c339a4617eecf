"""Click logs: judgments, the bias of positions, and new lists judged by old clicks, by twins in Python."""

from __future__ import annotations

from typing import Any

from helpers import click_models as twin
from typical import Given, Row, TypicalCall

LOGS = {day: twin.drawn_log("pbm", 60, day, n_queries=3, n_items=5, depth=4)[0] for day in (1, 2)}
CLICKS = Given(
    "clicks",
    "day search_id query_id item_id position clicked",
    [(day, f"s{day}.{row[0]}", *row[1:]) for day, log in LOGS.items() for row in twin.rows(log)],
)
EXAMINED = {1: 1.0, 2: 0.6, 3: 0.25, 4: 0.1, 5: 0.05}
EXAMINATION = Given("examined", "position examination", list(EXAMINED.items()))
# Of the new lists one shows an item that no search has shown, and one query has none.
NEW = Given(
    "new_lists",
    "system query_id item_id score",
    [("dense", query, item, float((item * 5 + query) % 4)) for query in range(2) for item in (0, 2, 3, 9)],
)
MEASURES = ["dcg@3", "precision@2", "average_relevance_position"]


def _judged() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day, log in LOGS.items():
        cells = twin.cells(log)
        counts = twin.by_item(cells)
        found |= {(day, *item): (value, *counts[item]) for item, value in twin.coec(cells).items()}
    return found


def _bias() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day, log in LOGS.items():
        cells = twin.cells(log)
        counts = twin.by_position(cells)
        found |= {(day, position): (value, *counts[position]) for position, value in twin.swaps(cells).items()}
    return found


def _estimates() -> dict[Row, Row]:
    from labels.test_click_estimates import expected

    run = [row[1:] for row in NEW.rows]
    found: dict[Row, Row] = {}
    for day in LOGS:
        log: list[Any] = [row[1:] for row in CLICKS.rows if row[0] == day]
        for measure in MEASURES:
            found[day, measure] = tuple(expected(measure, log, run, EXAMINED, 5).values())
    return found


CALLS = [
    TypicalCall(
        macro="click_judgments",
        tables={"log": CLICKS},
        arguments={"by": ["day"]},
        keys="day query_id item_id",
        figures="relevance impressions clicks",
        truth=_judged,
    ),
    TypicalCall(
        macro="position_bias",
        tables={"log": CLICKS},
        arguments={"by": ["day"], "method": "swaps"},
        keys="day position",
        figures="examination impressions clicks",
        truth=_bias,
    ),
    TypicalCall(
        macro="click_estimates",
        tables={"log": CLICKS, "run": NEW, "examination": EXAMINATION},
        arguments={"measures": MEASURES, "clip": 5, "by": ["day"]},
        keys="day measure",
        figures="naive ips snips std_error n_searches effective_size largest_share unseen_share n_left_out",
        truth=_estimates,
    ),
]
