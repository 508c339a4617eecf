"""Evidently, of lists with an item that nobody has used: `python beyond_accuracy.py > peers/evidently.json`."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version

# User, item, score; the item "new" has no interactions.
RUN = [("u1", "a", 3.0), ("u1", "b", 2.0), ("u1", "new", 1.0), ("u2", "a", 3.0), ("u2", "new", 2.0), ("u2", "c", 1.0)]
INTERACTIONS = [("u1", "a"), ("u2", "a"), ("u3", "a"), ("u4", "b"), ("u4", "c"), ("u3", "c")]
FEATURES = {"a": (0.0, 1.0), "b": (1.0, 1.0), "c": (2.0, 0.0), "new": (5.0, 3.0)}


def recorded() -> dict[str, object]:
    import pandas as pd
    from evidently import DataDefinition, Dataset, Recsys, Report
    from evidently.metrics import recsys

    items = pd.DataFrame([(item, *of) for item, of in FEATURES.items()], columns=["item_id", "x", "y"])
    run = pd.DataFrame(RUN, columns=["user_id", "item_id", "prediction"]).assign(target=0).merge(items)
    train = pd.DataFrame(INTERACTIONS, columns=["user_id", "item_id"]).merge(items)
    roles = {"user_id": "user_id", "item_id": "item_id", "target": "target", "prediction": "prediction"}
    ranking = DataDefinition(ranking=[Recsys(**roles, recommendations_type="score")])
    given = Dataset.from_pandas(run, data_definition=ranking)
    values = {}
    for k in (2, 3):
        asked = {
            "novelty": recsys.Novelty(k=k),
            "average_popularity": recsys.PopularityBiasMetric(k=k),
            "intra_list_diversity": recsys.Diversity(k=k, item_features=["x", "y"]),
        }
        for measure, metric in asked.items():
            found = Report([metric]).run(given, None, additional_data={"current_train_data": train}).dict()
            values[f"{measure}@{k}"] = float(found["metrics"][0]["value"])
    return {"library": f"evidently {version('evidently')}", "values": values}


if __name__ == "__main__":
    json.dump(recorded(), sys.stdout, indent=0, sort_keys=True)
    print()
