"""One library in a process of its own: Parquet in, NDCG@10, AP and RR of every query out, again and again.

python -m benchmarks.peer LIBRARY FOLDER writes FOLDER/LIBRARY.json: seconds of the first round and the median of the
others, peak memory, values.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.report import peak_memory

Values = dict[str, tuple[float, float, float]]  # query -> NDCG@10 with linear gain, AP, RR


def rankhouse(folder: Path) -> Values:
    from rankhouse import evaluate

    rows = evaluate(
        str(folder / "run.parquet"),
        str(folder / "judgments.parquet"),
        ["ndcg(gain=linear)@10", "average_precision", "reciprocal_rank"],
        per_query=True,
    ).fetchall()
    found: dict[str, dict[str, float]] = {}
    for query, _, metric, _, value in rows:
        found.setdefault(query, {})[metric] = value
    return {query: (v["ndcg"], v["average_precision"], v["reciprocal_rank"]) for query, v in found.items()}


def ranx(folder: Path) -> Values:
    import pandas as pd
    from ranx import Qrels, Run, evaluate

    columns = {"q_id_col": "query_id", "doc_id_col": "item_id"}
    # ranx takes text as numpy objects, relevance as int64.
    judgments = pd.read_parquet(folder / "judgments.parquet").astype(
        {"query_id": object, "item_id": object, "relevance": "int64"}
    )
    run = pd.read_parquet(folder / "run.parquet").astype({"query_id": object, "item_id": object})
    qrels = Qrels.from_df(judgments, score_col="relevance", **columns)
    scored = Run.from_df(run, score_col="score", **columns)
    evaluate(qrels, scored, ["ndcg@10", "map", "mrr"])
    by_metric = scored.scores
    return {
        query: (by_metric["ndcg@10"][query], by_metric["map"][query], by_metric["mrr"][query])
        for query in by_metric["map"]
    }


def pytrec_eval(folder: Path) -> Values:
    import pandas as pd
    import pytrec_eval as trec

    def nested(name: str, value: str) -> dict[str, dict[str, float]]:
        frame = pd.read_parquet(folder / name)
        found: dict[str, dict[str, float]] = {}
        for query, item, number in zip(
            frame["query_id"].tolist(), frame["item_id"].tolist(), frame[value].tolist(), strict=True
        ):
            found.setdefault(query, {})[item] = number
        return found

    evaluator = trec.RelevanceEvaluator(nested("judgments.parquet", "relevance"), {"ndcg_cut.10", "map", "recip_rank"})
    return {
        query: (values["ndcg_cut_10"], values["map"], values["recip_rank"])
        for query, values in evaluator.evaluate(nested("run.parquet", "score")).items()
    }


LIBRARIES: dict[str, Callable[[Path], Values]] = {"rankhouse": rankhouse, "ranx": ranx, "pytrec_eval": pytrec_eval}


def main(library: str, folder: Path) -> None:
    rounds = []
    for _ in range(6):
        start = time.perf_counter()
        values = LIBRARIES[library](folder)
        rounds.append(time.perf_counter() - start)
    found = {"seconds": [rounds[0], statistics.median(rounds[1:])], "peak": peak_memory(), "values": values}
    (folder / f"{library}.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
