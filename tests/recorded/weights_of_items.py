"""What TF-Ranking computes of items with weights: `python weights_of_items.py > peers/tf_ranking.json`.

It needs Python 3.11 with tensorflow-ranking==0.5.3, tensorflow-cpu<2.16, tensorflow-serving-api<2.16 and numpy<2.
"""

from __future__ import annotations

import json
import random
import sys

Items = dict[int, list[tuple[float, float, float]]]  # query -> score, grade and weight of each item
MEASURES = {
    "precision@3": ("PrecisionMetric", 3),
    "recall@3": ("RecallMetric", 3),
    "reciprocal_rank": ("MRRMetric", None),
    "average_precision": ("MeanAveragePrecisionMetric", None),
    "ordered_pair_accuracy": ("OPAMetric", None),
    "ndcg@5": ("NDCGMetric", 5),
    "average_relevance_position": ("ARPMetric", None),
}


def cases() -> dict[str, Items]:
    """Lists of 1 to 12 items of distinct scores, with grades 0 to 3; the longest are also asked about one by one."""
    generator = random.Random(8)

    def drawn(weights: list[float], grades: list[float]) -> list[tuple[float, float, float]]:
        scores = generator.sample(range(1, 100), generator.randint(1, 12))
        return [(score / 4, generator.choice(grades), generator.choice(weights)) for score in scores]

    def lists(weights: list[float], grades: list[float], number: int) -> Items:
        return {query: drawn(weights, grades) for query in range(1, number + 1)}

    above, grades = [0.25, 0.5, 1.0, 2.5, 9.0], [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]
    found = {
        "weights": lists(above, grades, 20),
        "weights of 1": lists([1.0], grades, 10),
        "some of 0": lists([0.0, *above], grades, 20),
        "lists of 0": lists([0.0, *above], grades, 6) | {7: [(3.0, 1.0, 0.0), (2.0, 0.0, 0.0)], 8: [(1.0, 3.0, 0.0)]},
        "nothing relevant": lists(above, [0.0], 4),
    }
    longest = [items for items in found["weights"].values() if len(items) > 8]
    return found | {f"list {number}": {1: items} for number, items in enumerate(longest, 1)}


def recorded(lists: Items) -> dict[str, float]:
    import tensorflow as tf
    from tensorflow_ranking.python.keras import metrics

    longest = max(map(len, lists.values()))

    def column(place: int, missing: float) -> object:
        rows = [[item[place] for item in items] + [missing] * (longest - len(items)) for items in lists.values()]
        return tf.constant(rows, tf.float32)

    given = column(1, -1.0), column(0, 0.0), column(2, 0.0)
    found = {}
    for measure, (name, topn) in MEASURES.items():
        metric = getattr(metrics, name)(**({} if name in ("OPAMetric", "ARPMetric") else {"topn": topn}))
        found[measure] = float(metric(*given))
    return found


if __name__ == "__main__":
    json.dump({name: recorded(lists) for name, lists in cases().items()}, sys.stdout, indent=0, sort_keys=True)
    print()
