"""Novelty, popularity and diversity beside Evidently's, which are of other items and divided by another number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rankhouse
from recorded.beyond_accuracy import FEATURES, INTERACTIONS, RUN

VALUES = json.loads((Path(__file__).parents[1] / "recorded" / "peers" / "evidently.json").read_text())["values"]
USED = {item for _, item in INTERACTIONS}


def evaluated(run: list[tuple[str, str, float]], measure: str) -> tuple[float, int]:
    rows = [{"query_id": user, "item_id": item, "score": score} for user, item, score in run]
    features = [
        {"item_id": item, "feature": name, "weight": weight}
        for item, weights in FEATURES.items()
        for name, weight in zip("xy", weights, strict=True)
    ]
    inputs: dict[str, Any] = {"features": features, "columns": {"weight": "weight"}}
    if not measure.startswith("intra"):
        inputs = {"interactions": [{"query_id": user, "item_id": item} for user, item in INTERACTIONS]}
    found = rankhouse.recommendation_metrics(rows, measure, **inputs)
    ((value, n_unknown),) = found.project("value, n_unknown").fetchall()
    return value, n_unknown


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("measure", ["novelty", "average_popularity"])
def test_without_unknown_items_values_are_evidently_s(measure: str, k: int) -> None:
    """It takes the first k places and then leaves out items without interactions."""
    known = [row for user in ("u1", "u2") for row in [row for row in RUN if row[0] == user][:k] if row[1] in USED]
    assert evaluated(known, f"{measure}@{k}") == (pytest.approx(VALUES[f"{measure}@{k}"], abs=1e-12), 0)
    value, n_unknown = evaluated(RUN, f"{measure}@{k}")
    assert n_unknown > 0 and value != pytest.approx(VALUES[f"{measure}@{k}"], abs=1e-3)


@pytest.mark.parametrize("k", [2, 3])
def test_diversity_of_evidently_is_divided_by_items_not_by_pairs(k: int) -> None:
    value, _ = evaluated(RUN, f"intra_list_diversity@{k}")
    assert value * (k - 1) / 2 == pytest.approx(VALUES[f"intra_list_diversity@{k}"], abs=1e-12)
