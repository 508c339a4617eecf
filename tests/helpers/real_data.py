"""Runs and judgments of the real data sets that lie beside a checkout; read in place, never copied."""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from pathlib import Path

import pytest

Runs = dict[str, dict[str, dict[str, float]]]  # system -> query -> item -> score
Qrels = dict[str, dict[str, int]]  # query -> item -> relevance

DATA = Path(__file__).parents[3] / "shared" / "data"


def folder(name: str) -> Path:
    """The data set's folder; skips the test, saying so, on a machine without it."""
    path = DATA / name
    if not path.is_dir():
        pytest.skip(f"the {name} data set is not on this machine; the random tables run the same code")
    return path


def lambdarank(systems: int = 12) -> tuple[Runs, Qrels]:
    """LightGBM's example: graded labels 0 to 4; the features that most documents have, each as a ranker of its own.

    Features are sparse with two decimals, an absent one being 0: most lists have ties.
    """
    path = folder("lambdarank") / "rank.test"
    lines = [line.split() for line in path.read_text().splitlines()]
    sizes = [int(size) for size in Path(f"{path}.query").read_text().split()]
    features = [dict(feature.split(":") for feature in line[1:]) for line in lines]
    frequent = Counter(name for document in features for name in document).most_common(systems)
    runs: Runs = {name: defaultdict(dict) for name, _ in frequent}
    qrels: Qrels = defaultdict(dict)
    document = 0
    for query, size in enumerate(sizes):
        for _ in range(size):
            qrels[str(query)][f"d{document}"] = int(lines[document][0])
            for name, queries in runs.items():
                queries[str(query)][f"d{document}"] = float(features[document].get(name, 0))
            document += 1
    return runs, qrels


def esci() -> tuple[Runs, Qrels]:
    """Product search: grades 100, 10, 1 and 0. It holds no run, so a checksum of the id stands in, as coarse scores."""
    listed = json.loads((folder("esci") / "esci_us_judgments.json").read_text())["judgmentRatings"]
    qrels = {
        entry["query"]: {rating["docId"]: int(float(rating["rating"])) for rating in entry["ratings"]}
        for entry in listed
    }
    run = {query: {item: float(zlib.crc32(item.encode()) % 11) for item in items} for query, items in qrels.items()}
    return {"checksum": run}, qrels
