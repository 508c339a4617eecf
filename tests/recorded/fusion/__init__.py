"""Asks ranx about lists as one: `python fusion/__init__.py > fusion/values.json`.

ranx has to be there. Lists have no equal scores: ranx keeps those in the order of the input.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from typing import Any

N_CASES, QUERIES, ITEMS = 12, ("q1", "q2", "q3"), tuple("abcdefghijkl")
NORMS = {"min_max": "min-max", "z": "zmuv", "none": None}
CALLS = ["rrf", "rrf 1", *(f"{method} {norm}" for method in ("sum", "mnz", "weighted") for norm in NORMS)]
"""A method and its k or norm; weighted is a sum."""

Lists = dict[str, dict[str, dict[str, float]]]
"""By system, query and item."""


def lists(case: int) -> Lists:
    chosen = random.Random(case)
    runs: Lists = {}
    for system in ("bm25", "dense", "late")[: 2 + case % 2]:
        size = chosen.choice([0.001, 1, 30])
        runs[system] = {
            query: dict(zip(items, scores, strict=True))
            for query in QUERIES
            for items in [chosen.sample(ITEMS, chosen.randint(2, 8))]
            for scores in [[size * one / 16 for one in chosen.sample(range(-200, 200), len(items))]]
        }
    return runs


def weights(case: int) -> dict[str, float]:
    return {system: 0.25 + (case + place) % 3 for place, system in enumerate(lists(case))}


def _asked(case: int, call: str) -> dict[str, dict[str, float]]:
    from ranx import Run, fuse

    runs = [Run(run, name=system) for system, run in lists(case).items()]
    method, _, option = call.partition(" ")
    if method == "rrf":
        fused = fuse(runs, norm=None, method="rrf", params={"k": int(option or 60)})
    elif method == "weighted":
        params = {"weights": list(weights(case).values())}
        fused = fuse(runs, norm=NORMS[option], method="wsum", params=params)
    else:
        fused = fuse(runs, norm=NORMS[option], method=method)
    return {query: {item: float(score) for item, score in items.items()} for query, items in fused.to_dict().items()}


if __name__ == "__main__":
    values: dict[str, Any] = {call: [_asked(case, call) for case in range(N_CASES)] for call in CALLS}
    json.dump({"version": f"ranx {version('ranx')}", "values": values}, sys.stdout, separators=(",", ":"))
    print()
