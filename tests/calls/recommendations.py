"""Measures of recommendations, over the lists of the rankings and what is known of items and users."""

from __future__ import annotations

import beyond
from beyond import World
from calls.exposures import GROUPS
from calls.rankings import JUDGMENTS, RUNS
from oracle import Measure
from typical import Given, Row, TypicalCall

ITEMS = Given("items", "item_id popularity", [("a", 9), ("b", 5), ("c", 3), ("d", 2), ("e", 1), ("f", 1), ("g", 4)])
INTERACTIONS = Given(
    "interactions",
    "query_id item_id",
    [("q1", "b"), ("q2", "a"), ("q2", "b"), ("q3", "a"), ("q4", "d"), ("u", "a"), ("u", "c"), ("u", "e")],
)
DISTANCES = Given(
    "distances",
    "item_id other_item_id distance",
    [("a", "b", 0.5), ("a", "c", 0.25), ("a", "d", 1.0), ("b", "c", 0.75), ("b", "d", 0.125), ("c", "d", 0.625)],
)
POPULAR = Given(
    "popular",
    "query_id item_id score rank",
    [(query, item, float(3 - place), place) for query in ("q1", "q2", "q3", "q4") for place, item in enumerate("abc")],
)
MEASURES = [
    *(Measure("catalogue_coverage", 2), Measure("novelty", 2), Measure("personalisation", 2)),
    *(Measure("serendipity", 2, (("expected", "baseline"),)), Measure("intra_list_diversity", 3)),
    Measure("intra_list_diversity", 3, (("distance", "table"),)),
]


def _values() -> dict[Row, Row]:
    # Without weights each feature of an item counts alike.
    features = [row | {"weight": 1} for row in GROUPS.dictionaries]
    tables = (ITEMS.dictionaries, INTERACTIONS.dictionaries, JUDGMENTS.dictionaries, features, DISTANCES.dictionaries)
    world = World(RUNS.dictionaries, *tables, POPULAR.dictionaries, by=["system"], exclude=INTERACTIONS.dictionaries)
    return {key: figures[:3] for key, figures in beyond.recommendation_metrics(world, MEASURES).items()}


CALLS = [
    TypicalCall(
        macro="recommendation_metrics",
        tables={
            "run": RUNS,
            "items": ITEMS,
            "interactions": INTERACTIONS,
            "judgments": JUDGMENTS,
            "features": GROUPS,
            "distances": DISTANCES,
            "baseline": POPULAR,
            "exclude": INTERACTIONS,
        },
        arguments={"measures": list(map(str, MEASURES)), "by": ["system"]},
        keys="system measure",
        figures="value n_queries n_unknown",
        truth=_values,
        command="recommendation-metrics runs.csv --items items.csv --interactions interactions.csv"
        " --judgments judgments.csv --features groups.csv --distances distances.csv --baseline popular.csv"
        " --exclude interactions.csv --by system " + " ".join(f"-m '{measure}'" for measure in MEASURES),
    )
]
