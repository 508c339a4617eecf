"""The estimators of off_policy from the definitions of their papers, with numpy, row by row or slate by slate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Figures = dict[str, Any]


def single(
    name: str,
    rows: Sequence[Sequence[float]],
    clip: float = np.inf,
    switch: float = np.inf,
    shrinkage: float = np.inf,
) -> Figures:
    """rows: logging, target, reward, predicted, expected."""
    logging, target, reward, predicted, expected = np.array(rows, float).T
    w = target / logging
    if name in ("ips", "dr"):
        w = np.where(w > clip, clip, w)
    if name == "switch_dr":
        w = w * (w <= switch)
    if name == "dros":
        w = w if shrinkage == np.inf else shrinkage * w / (w**2 + shrinkage)
    n = len(w)
    if name == "dm":
        return {"value": expected.mean(), "error": _error(expected), "size": n}
    base = np.zeros(n) if name in ("ips", "snips") else expected
    gain = reward if name in ("ips", "snips") else reward - predicted
    if name in ("snips", "sndr"):
        if w.sum() == 0:
            return {"value": None, "error": None, "size": None}
        ratio = (w * gain).sum() / w.sum()
        # The variance of a ratio of means by the delta method, the base's covariance included.
        slope = n * w * (gain - ratio) / w.sum()
        spread = base - base.mean() + slope
        error = np.sqrt((spread**2).sum() / (n - 1) / n) if n > 1 else None
        value = base.mean() + ratio
    else:
        value, error = (base + w * gain).mean(), _error(base + w * gain)
    return {"value": value, "error": error, "size": w.sum() ** 2 / (w**2).sum() if w.any() else None}


def of_slates(name: str, slates: Mapping[Any, Sequence[Sequence[float]]], clip: float = np.inf) -> Figures:
    """slates: by their ids the same rows in order of position, each position at the place that it has in all slates."""
    w, reward, predicted, expected = {}, {}, {}, {}
    for key, rows in slates.items():
        logging, target, reward[key], predicted[key], expected[key] = np.array(rows, float).T
        w[key] = target / logging
        if name in ("sips", "iips", "rips"):
            w[key] = np.minimum(w[key], clip)
    deepest = max(len(one) for one in w.values())
    by_position = [np.array([one[at] for one in w.values() if len(one) > at]) for at in range(deepest)]
    values = []
    ratios = np.zeros(deepest)
    if name.startswith("sn"):
        for at, weights in enumerate(by_position):
            rewards = np.array([reward[key][at] for key in w if len(w[key]) > at])
            ratios[at] = (weights * rewards).sum() / weights.sum()
    for key, weights in w.items():
        if name == "cascade_dr":
            before = np.array([1.0, *weights[:-1]])
            values.append((weights * (reward[key] - predicted[key]) + before * expected[key]).sum())
        elif name.startswith("sn"):
            means = np.array([by_position[at].mean() for at in range(len(weights))])
            own = ratios[: len(weights)]
            values.append((own + weights / means * (reward[key] - own)).sum())
        else:
            values.append((weights * reward[key]).sum())
    every = [np.array([one[0] for one in w.values()])] if name in ("sips", "snsips") else by_position
    sizes = [one.sum() ** 2 / (one**2).sum() for one in every if one.any()]
    return {"value": np.mean(values), "error": _error(np.array(values)), "size": min(sizes, default=None)}


def _error(values: Any) -> float | None:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
