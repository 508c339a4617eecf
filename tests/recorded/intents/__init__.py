"""Asks ndeval about measures over intents: `python intents/__init__.py > intents/values.json`, where pyndeval is."""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from typing import Any

CUTOFFS = (2, 5, 10, 20)
ALPHAS = (0.5, 0.3)
Run = dict[str, dict[str, float]]  # query -> item -> score
Judgments = dict[str, dict[str, dict[str, int]]]  # query -> item -> intent -> relevance

# The measure here: its name there.
AT_K = {
    "err_ia": "ERR-IA",
    "nerr_ia": "nERR-IA",
    "alpha_dcg": "alpha-DCG",
    "alpha_ndcg": "alpha-nDCG",
    "precision_ia": "P-IA",
    "subtopic_recall": "strec",
}
WHOLE = {"nrbp": "NRBP", "nnrbp": "nNRBP", "map_ia": "MAP-IA"}
WITH_ALPHA = ("err_ia", "nerr_ia", "alpha_dcg", "alpha_ndcg", "nrbp", "nnrbp")


def lists(seed: int) -> tuple[Run, Judgments]:
    """Queries with one to six intents, items that serve none to all of them, and short and long lists."""
    chosen = random.Random(seed)
    run: Run = {}
    judgments: Judgments = {}
    for number in range(20):
        query = f"q{number}"
        items = [f"d{item}" for item in range(40)]
        intents = [f"i{intent}" for intent in range(chosen.randint(1, 6))]
        likely = chosen.choice([0.05, 0.2, 0.5])
        judgments[query] = {
            item: {intent: int(chosen.random() < likely) for intent in intents if chosen.random() < 0.8}
            for item in chosen.sample(items, chosen.randint(3, 30))
        }
        # Of a query without relevant items ndeval divides 0 by 0.
        judgments[query]["d0"] = {intents[0]: 1}
        returned = chosen.sample(items, chosen.randint(1, 35))
        if number != 7:
            run[query] = {item: place + 0.5 for place, item in enumerate(returned)}
    return run, judgments


def spelled(name: str, alpha: float, k: int | None) -> str:
    options = f"(alpha={alpha})" if name in WITH_ALPHA and alpha != ALPHAS[0] else ""
    return name + options + ("" if k is None else f"@{k}")


def names(alpha: float) -> dict[str, str]:
    """The measure as rankhouse spells it, and as pyndeval does."""
    at = {spelled(ours, alpha, k): f"{theirs}@{k}" for ours, theirs in AT_K.items() for k in CUTOFFS}
    return at | {spelled(ours, alpha, None): theirs for ours, theirs in WHOLE.items()}


def values(seed: int) -> dict[str, dict[str, float]]:
    import pyndeval

    run, judgments = lists(seed)
    qrels = [
        pyndeval.SubtopicQrel(query, intent, item, relevance)
        for query, items in judgments.items()
        for item, intents in items.items()
        for intent, relevance in intents.items()
    ]
    docs = [pyndeval.ScoredDoc(query, item, score) for query, items in run.items() for item, score in items.items()]
    found: dict[str, dict[str, float]] = {}
    for alpha in ALPHAS:
        asked = names(alpha)
        each = pyndeval.RelevanceEvaluator(qrels, list(asked.values()), alpha=alpha).evaluate(docs)
        for ours, theirs in asked.items():
            found[ours] = {query: figures[theirs] for query, figures in each.items()}
    return found


SEEDS = (1, 2)


def recorded() -> dict[str, Any]:
    return {"library": f"pyndeval {version('pyndeval')}", "values": {str(seed): values(seed) for seed in SEEDS}}


if __name__ == "__main__":
    json.dump(recorded(), sys.stdout, indent=0, sort_keys=True)
    print()
