"""Values that somebody else has computed, each with its source, as fixtures: a run, judgments, what must come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Lists = Mapping[str, Mapping[str, float]]  # query -> item -> score or relevance


@dataclass(frozen=True)
class Published:
    """A value that somebody else has computed; of the mean over queries when `query` is empty."""

    measure: str
    value: float | None
    source: str
    query: str = "q1"
    tolerance: float = 1e-12
    ties: str = "item"


@dataclass(frozen=True)
class Fixture:
    name: str
    run: Lists
    judgments: Lists
    published: tuple[Published, ...] = ()
    enumerated: tuple[str, ...] = ()
    ties: tuple[str, ...] = ("item",)
    queries: tuple[str, ...] = ("judged",)
    unjudged: tuple[str, ...] = ("irrelevant",)


def by_rank(*relevances: float | None, elsewhere: tuple[float, ...] = ()) -> tuple[Lists, Lists]:
    """One query whose list has these relevances by rank (None: not judged); `elsewhere`: judged, not in the list."""
    items = {f"d{rank:02}": float(100 - rank) for rank in range(1, len(relevances) + 1)}
    judged = {item: grade for item, grade in zip(items, relevances, strict=True) if grade is not None}
    judged |= {f"e{number:02}": grade for number, grade in enumerate(elsewhere, 1)}
    return {"q1": items}, {"q1": judged}


def scored(positives: tuple[float, ...], negatives: tuple[float, ...]) -> tuple[Lists, Lists]:
    """One query with the scores of its relevant and of its other items."""
    run = {f"p{number:03}": score for number, score in enumerate(positives)}
    run |= {f"n{number:03}": score for number, score in enumerate(negatives)}
    return {"q1": run}, {"q1": {item: 1.0 if item[0] == "p" else 0.0 for item in run}}


def repeated(counts: tuple[int, ...]) -> tuple[float, ...]:
    """Ratings 1, 2, ... as often as the table says."""
    return tuple(float(rating) for rating, count in enumerate(counts, 1) for _ in range(count))
