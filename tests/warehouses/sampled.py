"""Samples of the items on an engine: the rows of tests/helpers/samples.py, the ranks among them, their worth."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import samples
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import TOLERANCE, Comparison
from warehouses.reference import BIGINT, DOUBLE, TEXT, Session
from warehouses.splitting import UNKNOWN_TO

SEED, N = 5, 6
ITEMS = {f"i{number}{'é' if number % 3 else 'Z'}": float(number % 5) for number in range(30)}
SYSTEMS = ("new", None)


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    if dialect == UNKNOWN_TO:
        return
    package = macros(*DIALECTS[dialect])
    chosen = random.Random(9)
    names = sorted(ITEMS)
    relevant = {(query, chosen.choice(names)) for query in range(8) for _ in range(2)}
    seen = {(query, chosen.choice(names)) for query in range(8) for _ in range(3 * query)}
    scores = {
        (system, query, item): float(chosen.randint(0, 9))
        for system in SYSTEMS
        for query in range(8)
        for item in chosen.sample(names, 26)
    }
    session.load("sample_items", {"item_id": TEXT, "popularity": DOUBLE}, [*ITEMS.items(), *ITEMS.items()])
    session.load("sample_seen", {"query_id": BIGINT, "item_id": TEXT}, sorted(seen))
    judged = {"query_id": BIGINT, "item_id": TEXT, "relevance": DOUBLE}
    session.load("sample_judgments", judged, [(*pair, 1.0) for pair in sorted(relevant)])
    columns = {"system": TEXT, "query_id": BIGINT, "item_id": TEXT, "score": DOUBLE}
    session.load("sample_run", columns, [(*key, score) for key, score in scores.items()])

    drawn = {}
    draws = [(by, n) for by in ("popularity", "uniform") for n in (N, 25)]
    for by, n in draws:
        for query in range(8):
            taken = {item for pairs in (relevant, seen) for one, item in pairs if one == query}
            drawn[by, n, query] = samples.negatives(ITEMS, query, taken, n, by, SEED)
    for by, n in sample.some(draws):
        arguments = {"n": n, "by": by, "exclude": "sample_seen", "seed": SEED}
        sql = package.sample_negatives("sample_items", "sample_judgments", **arguments)
        found = {(query, item): (grade, size) for query, item, grade, size in session.query(sql)}
        expected = {pair: (1.0, len(drawn[by, n, pair[0]])) for pair in relevant}
        expected |= {
            (query, item): (0.0, len(drawn[by, n, query])) for query in range(8) for item in drawn[by, n, query]
        }
        for pair in sorted(found.keys() | expected.keys()):
            wanted, got = expected.get(pair, (math.nan,) * 2), found.get(pair, (math.nan,) * 2)
            for one, other in zip(wanted, got, strict=True):
                yield Comparison("sample_negatives", f"{pair}, {by} {n}", one, float(other), 0)

    candidates = [(query, item) for query in range(8) for item in sorted(drawn["uniform", N, query])]
    session.load("sample_candidates", {"query_id": BIGINT, "item_id": TEXT}, candidates)
    session.load("sample_corrections", CORRECTIONS, corrections())
    sql = package.sampled_ranks("sample_run", "sample_judgments", "sample_candidates", by=["system"])
    found = {tuple(row[:3]): row[5] for row in session.query(sql)}
    ranks = {}
    for system in SYSTEMS:
        for query, item in sorted(relevant):
            own = {one: score for (named, asked, one), score in scores.items() if (named, asked) == (system, query)}
            ranks[system, query, item] = samples.sampled_rank(own, item, drawn["uniform", N, query])
            got = found.pop((system, query, item), math.nan)
            yield Comparison("sampled_ranks", f"{item} of {query}, {system}", ranks[system, query, item], float(got), 0)
    assert not found, found

    keys = ["system", "query_id", "item_id", "is_retrieved", "sampled_rank", "n_negatives"]
    kinds = [TEXT, BIGINT, TEXT, BIGINT, BIGINT, BIGINT]
    rows = [(*key, 1, rank, N) for key, rank in ranks.items()]
    session.load("sample_ranks", dict(zip(keys, kinds, strict=True)), rows)
    sql = package.correct_sampled("sample_ranks", "sample_corrections", by=["system"])
    means = {row[0]: row[4:] for row in session.query(sql)}
    for system in SYSTEMS:
        mine = {(query, item): 1 / rank for (named, query, item), rank in ranks.items() if named == system}
        mean = sum(mine.values()) / len(mine)
        by_query = [
            sum(value - mean for (one, _), value in mine.items() if one == query) for query in {one for one, _ in mine}
        ]
        n = len(by_query)
        error = math.sqrt(sum(each**2 for each in by_query) * n / (n - 1)) / len(mine)
        wanted = (mean / 2, mean, error / 2, len(mine), 0, 0)
        for one, other in zip(wanted, means[system], strict=False):
            yield Comparison("correct_sampled", str(system), one, float(other), TOLERANCE)
        several = ", each relevant item of a query by itself" if len(mine) > len(by_query) else ""
        assert means[system][6] == f"sample of {N} negatives{several}"


CORRECTIONS = {"measure": TEXT, "method": TEXT, "n_items": BIGINT, "n_negatives": BIGINT, "sampled_rank": BIGINT}
CORRECTIONS |= {"sampled_value": DOUBLE, "value": DOUBLE}


def corrections() -> list[tuple[object, ...]]:
    """Half of the reciprocal rank, a value that is easy to follow."""
    return [("reciprocal_rank", "half", 30, N, rank, 1 / rank, 0.5 / rank) for rank in range(1, N + 2)]
