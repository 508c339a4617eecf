"""What a rank among sampled negatives says of the metric over all items: Krichene and Rendle, On Sampled Metrics for
Item Recommendation, KDD 2020. Needs numpy and scipy, and is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr, solve
from scipy.optimize import nnls
from scipy.special import betaln
from scipy.stats import binom

Numbers: TypeAlias = NDArray[np.float64]

EACH_RANK = 4096
"""Ranks up to this one, and as many at the other end, are summed one by one."""
ROWS = 4096
"""Ranks that are worked on at a time."""


@dataclass(frozen=True)
class OneRelevant:
    """A metric of a query with one relevant item, by the rank of that item."""

    metric: str
    k: int | None

    def at(self, ranks: Numbers, n_items: int) -> Numbers:
        if self.metric == "roc_auc":
            area: Numbers = (n_items - ranks) / (n_items - 1)
            return area
        values = {
            "average_precision": lambda: 1 / ranks,
            "reciprocal_rank": lambda: 1 / ranks,
            "ndcg": lambda: 1 / np.log2(ranks + 1),
            "precision": lambda: np.full_like(ranks, 1 / (self.k or 1)),
            "recall": lambda: np.ones_like(ranks),
            "hit_rate": lambda: np.ones_like(ranks),
        }[self.metric]()
        return values if self.k is None else np.where(ranks <= self.k, values, 0.0)


@dataclass(frozen=True)
class Sampling:
    """One relevant item among n_items, ranked with n_negatives of the others that were drawn uniformly at random."""

    n_items: int
    n_negatives: int
    replacement: bool

    @property
    def is_whole(self) -> bool:
        return not self.replacement and self.n_negatives == self.n_items - 1

    @property
    def sampled_ranks(self) -> Numbers:
        return np.arange(1, self.n_negatives + 2, dtype=np.float64)

    def sampled(self, metric: OneRelevant) -> Numbers:
        return metric.at(self.sampled_ranks, self.n_negatives + 1)

    def probabilities(self, ranks: Numbers) -> Numbers:
        """Of each rank among all items, in a row: the probability of each rank among the negatives."""
        above = np.arange(self.n_negatives + 1, dtype=np.float64)[np.newaxis, :]
        better = ranks[:, np.newaxis] - 1
        if self.replacement:
            binomial: Numbers = binom.pmf(above, self.n_negatives, better / (self.n_items - 1))
            return binomial
        worse, below = self.n_items - 1 - better, self.n_negatives - above
        possible = (above <= better) & (below <= worse)
        logs = (
            _log_choose(better, np.minimum(above, better))
            + _log_choose(worse, np.minimum(below, worse))
            - _log_choose(np.array(float(self.n_items - 1)), np.array(float(self.n_negatives)))
        )
        found = np.exp(np.where(possible, logs, -np.inf))
        # What rounding has done to the factorials of large numbers is common to a row.
        hypergeometric: Numbers = found / found.sum(axis=1, keepdims=True)
        return hypergeometric


def _log_choose(n: Numbers, k: Numbers) -> Numbers:
    chosen: Numbers = -np.log1p(n) - betaln(n - k + 1, k + 1)
    return chosen


def groups_of_ranks(n_items: int, each: int = EACH_RANK) -> NDArray[np.int64]:
    """First ranks of groups whose ranks have all but the same probabilities: the longer, the farther from both ends."""
    firsts, rank = [], 1
    while rank <= n_items:
        firsts.append(rank)
        rank += 1 + 2 * (min(rank, n_items - rank + 1) // each)
    return np.array(firsts, dtype=np.int64)


def corrected(
    metric: OneRelevant, sampling: Sampling, method: str, gamma: float, prior: Numbers | None, each: int = EACH_RANK
) -> Numbers:
    """The estimate of the metric over all items at each rank among the negatives."""
    if method == "none" or sampling.is_whole or metric.metric == "roc_auc":
        return sampling.sampled(metric)
    if method == "rank":
        above = np.arange(sampling.n_negatives + 1, dtype=np.int64)
        return metric.at(
            (1 + (sampling.n_items - 1) * above // sampling.n_negatives).astype(np.float64), sampling.n_items
        )
    rows = _rows(metric, sampling, prior, each)
    return _monotone(rows) if method == "cls" else _balanced(rows, sampling.n_negatives + 1, gamma)


def _rows(
    metric: OneRelevant, sampling: Sampling, prior: Numbers | None, each: int
) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """Of some groups of ranks at a time: the prior, the probabilities of the ranks among negatives, the mean metric."""
    ranks = np.arange(1, sampling.n_items + 1, dtype=np.float64)
    weights = np.full(sampling.n_items, 1 / sampling.n_items) if prior is None else prior / prior.sum()
    firsts = groups_of_ranks(sampling.n_items, each)
    sizes = np.diff(np.append(firsts, sampling.n_items + 1))
    mass = np.add.reduceat(weights, firsts - 1)
    summed = np.add.reduceat(weights * metric.at(ranks, sampling.n_items), firsts - 1)
    means = np.divide(summed, mass, out=np.zeros_like(mass), where=mass > 0)
    middles = firsts + (sizes - 1) / 2
    for start in range(0, len(firsts), ROWS):
        part = slice(start, start + ROWS)
        yield mass[part], sampling.probabilities(middles[part]), means[part]


def _balanced(rows: Iterator[tuple[Numbers, Numbers, Numbers]], size: int, gamma: float) -> Numbers:
    """Least squared bias + gamma variance: ((1 - gamma) A'A + gamma diag(c))^-1 A'b."""
    squares, products, totals = np.zeros((size, size)), np.zeros(size), np.zeros(size)
    for mass, probabilities, means in rows:
        weighted = probabilities * mass[:, np.newaxis]
        squares += probabilities.T @ weighted
        products += weighted.T @ means
        totals += weighted.sum(axis=0)
    # Where the prior leaves no rank that could show it, a rank among negatives is that of no item.
    seen = totals > 0
    matrix = (1 - gamma) * squares + gamma * np.diag(totals)
    values = np.zeros(size)
    values[seen] = solve(matrix[np.ix_(seen, seen)], products[seen], assume_a="pos")
    return values


def _monotone(rows: Iterator[tuple[Numbers, Numbers, Numbers]]) -> Numbers:
    """Least squared bias of estimates that never rise with the rank."""
    reduced: Numbers | None = None
    for mass, probabilities, means in rows:
        root = np.sqrt(mass)[:, np.newaxis]
        block = np.hstack([probabilities * root, means[:, np.newaxis] * root])
        (reduced,) = qr(block if reduced is None else np.vstack([reduced, block]), mode="r")
        assert reduced is not None
        reduced = reduced[: reduced.shape[1]]
    assert reduced is not None
    # Each estimate is the sum of the steps from it down to the last one, which alone may be negative.
    steps = np.cumsum(reduced[:, :-1], axis=1)
    found, _ = nnls(np.hstack([steps, -steps[:, -1:]]), reduced[:, -1])
    found[-2] -= found[-1]
    return np.cumsum(found[-2::-1])[::-1]


def expected(metric: OneRelevant, sampling: Sampling, ranks: Numbers) -> tuple[float, float]:
    """The mean metric of relevant items at these ranks, and what a sample gives in its place, on average."""
    distinct, counts = np.unique(ranks, return_counts=True)
    share = counts / counts.sum()
    at_ranks = np.concatenate(
        [
            sampling.probabilities(distinct[start : start + ROWS]) @ sampling.sampled(metric)
            for start in range(0, len(distinct), ROWS)
        ]
    )
    return float(share @ metric.at(distinct, sampling.n_items)), float(share @ at_ranks)
