"""Click models in plain Python, from their papers, and logs that are drawn from them: what the SQL is compared with.

A log is a list of searches, each (query, items, clicks) from the top; positions start at 1.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

Search = tuple[Any, Sequence[Any], Sequence[int]]
Item = tuple[Any, Any]
Cells = Mapping[tuple[Any, Any, int], tuple[int, int]]


def rows(log: Sequence[Search], first: int = 1) -> list[tuple[Any, ...]]:
    """search_id, query_id, item_id, position, clicked."""
    return [
        (number, query, item, first + place, click)
        for number, (query, items, clicks) in enumerate(log)
        for place, (item, click) in enumerate(zip(items, clicks, strict=True))
    ]


def cells(log: Sequence[Search]) -> dict[tuple[Any, Any, int], tuple[int, int]]:
    """Impressions and clicks of an item at a position."""
    found: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    for _, query, item, position, click in rows(log):
        found[query, item, position][0] += 1
        found[query, item, position][1] += click
    return {key: (n, clicks) for key, (n, clicks) in found.items()}


def totals(counted: Cells, key: Callable[[tuple[Any, Any, int]], Any]) -> dict[Any, tuple[int, int]]:
    found: dict[Any, tuple[int, int]] = {}
    for cell, (n, clicks) in counted.items():
        before = found.get(key(cell), (0, 0))
        found[key(cell)] = (before[0] + n, before[1] + clicks)
    return found


def by_item(counted: Cells) -> dict[Item, tuple[int, int]]:
    return totals(counted, lambda cell: cell[:2])


def by_position(counted: Cells) -> dict[int, tuple[int, int]]:
    return totals(counted, lambda cell: cell[2])


def ctr(counted: Cells, a: float = 0, b: float = 0) -> dict[Item, float]:
    return {item: (clicks + a) / (n + a + b) for item, (n, clicks) in by_item(counted).items()}


def fitted_prior(counted: Cells) -> tuple[float, float]:
    """Mean and intra-class correlation of the beta-binomial, by the moments of Kleinman (1973) with weights n."""
    sizes = np.array(list(by_item(counted).values()), dtype=float)
    n, clicks = sizes.T
    weights = n
    mean = float((weights * clicks / n).sum() / weights.sum())
    spread = float((weights * (clicks / n - mean) ** 2).sum())
    by_chance = float((weights / n * (1 - weights / weights.sum())).sum())
    whole = float((weights * (1 - weights / weights.sum())).sum())
    below = mean * (1 - mean) * (whole - by_chance)
    rho = (spread - mean * (1 - mean) * by_chance) / below if below else 1.0
    return mean, min(1.0, max(0.0, rho))


def fitted_ctr(counted: Cells) -> dict[Item, float]:
    mean, rho = fitted_prior(counted)
    if rho == 0:
        return dict.fromkeys(by_item(counted), mean)
    size = (1 - rho) / rho
    return ctr(counted, mean * size, (1 - mean) * size)


def coec(counted: Cells, examination: Mapping[int, float] | None = None) -> dict[Item, float]:
    """Zhang and Jones 2007."""
    expected: dict[Item, float] = defaultdict(float)
    rates = examination or {position: clicks / n for position, (n, clicks) in by_position(counted).items()}
    for (query, item, position), (n, _) in counted.items():
        expected[query, item] += n * rates[position]
    return {item: clicks / expected[item] for item, (_, clicks) in by_item(counted).items() if expected[item]}


def pbm(
    counted: Cells,
    steps: int,
    a: float = 0,
    b: float = 0,
    alternating: bool = False,
    known: Mapping[int, float] | None = None,
) -> tuple[dict[Item, float], dict[int, float]]:
    """Attractions and examinations of the position-based model: Chuklin, Markov and de Rijke 2015, 4.2."""
    items, positions = by_item(counted), by_position(counted)
    attraction = dict.fromkeys(items, 0.5)
    highest = max(known.values()) if known else 1.0
    examination = {k: known[k] / highest for k in positions} if known else dict.fromkeys(positions, 0.5)

    def posterior(one: float, other: float) -> float:
        return one * (1 - other) / (1 - one * other) if one * other < 1 else 0.0

    for _ in range(steps):
        attracted: dict[Item, float] = defaultdict(float)
        for (query, item, k), (n, clicks) in counted.items():
            unseen = posterior(attraction[query, item], examination[k])
            attracted[query, item] += clicks + (n - clicks) * unseen
        updated = {item: (attracted[item] + a) / (n + a + b) for item, (n, _) in items.items()}
        if not known:
            current = updated if alternating else attraction
            examined: dict[int, float] = defaultdict(float)
            for (query, item, k), (n, clicks) in counted.items():
                examined[k] += clicks + (n - clicks) * posterior(examination[k], current[query, item])
            examination = {k: (examined[k] + a) / (n + a + b) for k, (n, _) in positions.items()}
        attraction = updated
    scale = 1 / highest if known else examination[min(positions)]
    return (
        {item: value * scale for item, value in attraction.items()},
        {k: value / scale for k, value in examination.items()},
    )


def followed(
    log: Sequence[Search], method: str, a: float = 0, b: float = 0, unclicked: bool = True
) -> dict[Item, float]:
    """cascade, dcm or sdbn: each search is examined down to its first or last click."""
    examined: dict[Item, int] = defaultdict(int)
    clicked: dict[Item, int] = defaultdict(int)
    ended: dict[Item, int] = defaultdict(int)
    for query, items, clicks in log:
        places = [place for place, click in enumerate(clicks) if click]
        last = places[-1:] or ([len(items) - 1] if unclicked else [-1])
        end = places[0] if places and method == "cascade" else last[0]
        for place, item in enumerate(items[: end + 1]):
            examined[query, item] += 1
            clicked[query, item] += clicks[place]
            ended[query, item] += bool(places) and place == end
    found = {}
    for item, n in examined.items():
        attraction = (clicked[item] + a) / (n + a + b)
        satisfaction = (ended[item] + a) / (clicked[item] + a + b) if clicked[item] + a + b else 0.0
        found[item] = attraction * satisfaction if method == "sdbn" else attraction
    return found


def swaps(counted: Cells) -> dict[int, float | None]:
    """Ratios of clicks of items that are seen at neighbouring positions, by Mantel and Haenszel, chained."""
    positions = sorted(by_position(counted))
    found: dict[int, float | None] = {positions[0]: 1.0}
    for k in positions[1:]:
        here = above = 0.0
        for (query, item, position), (n, clicks) in counted.items():
            if position == k and (query, item, k - 1) in counted:
                m, others = counted[query, item, k - 1]
                here += clicks * m / (n + m)
                above += others * n / (n + m)
        before = found.get(k - 1)
        found[k] = before * here / above if before and here and above else None
    return found


def bias_variances(
    counted: Cells, attraction: Mapping[Item, float], examination: Mapping[int, float]
) -> dict[int, float]:
    """Of the logarithms of the examinations over that of the first position, from the whole information matrix."""
    items, positions = list(attraction), sorted(examination)
    information = np.zeros((len(positions) + len(items), len(positions) + len(items)))
    for (query, item, k), (n, _) in counted.items():
        chance = attraction[query, item] * examination[k]
        told = n * chance / (1 - chance)
        one, other = positions.index(k), len(positions) + items.index((query, item))
        for row in (one, other):
            for column in (one, other):
                information[row, column] += told
    covariance = np.linalg.inv(information[1:, 1:])
    return {k: float(covariance[place, place]) for place, k in enumerate(positions[1:])}


def drawn_log(
    model: str,
    n_searches: int,
    seed: int,
    n_queries: int = 20,
    n_items: int = 8,
    depth: int = 6,
    shuffled: float = 1.0,
) -> tuple[list[Search], dict[Item, float], list[float]]:
    """Searches by a model, attractions of items, examinations of positions.

    shuffled: how far lists differ from the order of attraction; 0: not at all.
    """
    random = np.random.default_rng(seed)
    attraction = random.beta(1.5, 3, (n_queries, n_items))
    examination = [1 / (1 + place) ** 0.7 for place in range(depth)]
    satisfaction = 0.6
    log: list[Search] = []
    for _ in range(n_searches):
        query = int(random.integers(n_queries))
        order = np.argsort(-attraction[query] - shuffled * random.gumbel(size=n_items) * 0.3)[:depth]
        clicks, goes_on = [], True
        for place, item in enumerate(order):
            attracted = random.random() < attraction[query, item]
            click = attracted and (random.random() < examination[place] if model == "pbm" else goes_on)
            clicks.append(int(click))
            if click and (model == "cascade" or random.random() < satisfaction):
                goes_on = False
        log.append((query, [int(item) for item in order], clicks))
    relevance = {(query, item): float(attraction[query, item]) for query in range(n_queries) for item in range(n_items)}
    return log, relevance, [value / examination[0] for value in examination]


def correlation(one: Mapping[Any, float], other: Mapping[Any, float]) -> float:
    keys = [key for key in one if key in other]
    found = np.corrcoef([one[key] for key in keys], [other[key] for key in keys])
    return float(found[0, 1])


def log_interval(value: float, variance: float, z: float = 1.959963984540054) -> tuple[float, float]:
    return value * math.exp(-z * math.sqrt(variance)), value * math.exp(z * math.sqrt(variance))
