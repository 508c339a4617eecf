"""What libraries compute of lists that have an item several times: `python repeated.py LIBRARY`.

Those of which people reported figures above 1, in the last version that gave them.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version

CUTOFFS = (None, 2, 5)
Lists = dict[int, list[int]]  # query -> items, best first
Judged = dict[int, dict[int, float]]  # query -> item -> grade above 0
Values = dict[str, dict[str, float]]  # measure, as rankhouse spells it -> query -> value


def lists() -> tuple[Lists, Judged]:
    """Lists of 2 to 9 places over 5 items, and 1 to 4 relevant items; the first is the one of the threads."""
    chosen = random.Random(11)
    run, judged = {1: [1, 1]}, {1: {1: 1.0}}
    for query in range(2, 21):
        run[query] = chosen.choices(range(1, 6), k=chosen.randint(2, 9))
        relevant = chosen.sample(range(1, 8), chosen.randint(1, 4))
        judged[query] = {item: float(chosen.choice([1, 2, 3])) for item in relevant}
    return run, judged


def llama_index(items: list[int], judged: dict[int, float], k: int | None) -> dict[str, float]:
    """Its granular hit rate is a recall."""
    from llama_index.core.evaluation.retrieval import metrics

    granular = metrics.HitRate()
    granular.use_granular_hit_rate = True
    asked = {"recall": granular, "average_precision": metrics.AveragePrecision(), "ndcg": metrics.NDCG()}
    given = {"expected_ids": [*map(str, judged)], "retrieved_ids": [*map(str, items[:k])]}
    return {ours: theirs.compute(**given).score for ours, theirs in asked.items()}


def haystack(items: list[int], judged: dict[int, float], k: int | None) -> dict[str, float]:
    from haystack import Document
    from passages import evaluators_of_haystack

    truth = [Document(content=str(item), score=grade) for item, grade in judged.items()]
    listed = [Document(content=str(item)) for item in items[:k]]
    asked = evaluators_of_haystack()
    return {ours: asked[ours].run([truth], [listed])["score"] for ours in ("average_precision", "ndcg")}


def of_trulens(items: list[int], judged: dict[int, float], k: int | None) -> dict[str, float]:
    from passages import trulens

    found = trulens(items, judged, k)
    return {measure: found[measure] for measure in ("recall", "ndcg") if measure in found}


LIBRARIES = {
    "llama_index": ("llama-index-core", llama_index),
    "haystack": ("haystack-ai", haystack),
    "trulens": ("trulens-feedback", of_trulens),
}


def recorded(library: str) -> dict[str, object]:
    package, ask = LIBRARIES[library]
    run, judged = lists()
    values: Values = {}
    for query, items in run.items():
        for k in CUTOFFS:
            for measure, value in ask(items, judged[query], k).items():
                values.setdefault(measure if k is None else f"{measure}@{k}", {})[str(query)] = float(value)
    return {"library": f"{package} {version(package)}", "values": values}


if __name__ == "__main__":
    json.dump(recorded(sys.argv[1]), sys.stdout, indent=0, sort_keys=True)
    print()
