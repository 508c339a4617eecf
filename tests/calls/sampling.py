"""Negatives that are drawn for the judged items, ranks among them, and what they say of all items."""

from __future__ import annotations

import samples
from calls.exposures import rankings
from calls.rankings import JUDGMENTS, RUNS
from calls.recommendations import ITEMS
from typical import Given, Row, TypicalCall

N, SEED = 2, 5
CANDIDATES = Given(
    "sampled", "query_id item_id", [("q1", "b"), ("q1", "c"), ("q2", "a"), ("q2", "b"), ("q3", "a"), ("q4", "b")]
)
RELEVANT = [(query, item, grade) for _, query, item, grade in JUDGMENTS.rows if grade > 0]
RANKS = Given(
    "ranks",
    "system query_id is_retrieved sampled_rank n_negatives",
    [("bm25", "q1", 1, 1, 2), ("bm25", "q2", 1, 2, 2), ("dense", "q1", 1, 1, 2), ("dense", "q2", 0, 3, 2)],
)
CORRECTIONS = Given(
    "corrections",
    "measure method n_items n_negatives sampled_rank sampled_value value",
    [("reciprocal_rank", "half", 30, 2, rank, 1 / rank, 0.5 / rank) for rank in (1, 2, 3)],
)


def _negatives() -> dict[Row, Row]:
    """Beside each relevant item, with its own grade, two others of the query by popularity."""
    found: dict[Row, Row] = {(query, item): (grade, N) for query, item, grade in RELEVANT}
    for query in {query for query, *_ in RELEVANT}:
        taken = {item for own, item, _ in RELEVANT if own == query}
        drawn = samples.negatives(dict(ITEMS.rows), query, taken, N, "popularity", SEED)
        found |= {(query, item): (0, N) for item in drawn}
    return found


def _ranks() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for system in ("bm25", "dense"):
        for query, item, _ in RELEVANT:
            (ranked,) = rankings().get((system, query), [[]])
            scores = {each: -float(place) for place, each in enumerate(ranked)}
            negatives = [
                each for own, each in CANDIDATES.rows if own == query and (query, each) not in {r[:2] for r in RELEVANT}
            ]
            rank = samples.sampled_rank(scores, item, negatives)
            found[system, query, item] = (rank, len(negatives))
    return found


CALLS = [
    TypicalCall(
        macro="sample_negatives",
        tables={"items": ITEMS, "judgments": JUDGMENTS},
        arguments={"n": N, "by": "popularity", "seed": SEED},
        keys="query_id item_id",
        figures="relevance n_negatives",
        truth=_negatives,
        command="sample-negatives items.csv judgments.csv -n 2 --by popularity --seed 5",
    ),
    TypicalCall(
        macro="sampled_ranks",
        tables={"run": RUNS, "judgments": JUDGMENTS, "candidates": CANDIDATES},
        arguments={"by": ["system"]},
        keys="system query_id item_id",
        figures="sampled_rank n_negatives",
        truth=_ranks,
        function=None,
        command=None,
    ),
    TypicalCall(
        macro="correct_sampled",
        tables={"ranks": RANKS, "corrections": CORRECTIONS},
        arguments={"by": ["system"]},
        keys="system measure method",
        figures="n_items value sampled_value n_instances n_missing",
        # Half of the mean reciprocal rank: of 1 and 1/2, of 1 and 1/3.
        truth=lambda: {
            ("bm25", "reciprocal_rank", "half"): (30, 3 / 8, 3 / 4, 2, 0),
            ("dense", "reciprocal_rank", "half"): (30, 1 / 3, 2 / 3, 2, 1),
        },
        function=None,
        command=None,
    ),
]
