from __future__ import annotations

import itertools

import scipy.integrate
import sklearn.metrics

from predicted import Predicted
from truth import ClassificationTruth, Example


def pr_auc(of: Predicted, area: str = "step") -> float | None:
    if not of.positives:
        return None
    if area == "step":
        return of.by_peer("average_precision_score")
    return straight_area(of) if area == "trapezoid" else interpolated_area(of)


def straight_area(of: Predicted) -> float:
    precision, recall, _ = sklearn.metrics.precision_recall_curve(of.labels, of.scores, sample_weight=of.weights)
    return float(sklearn.metrics.auc(recall, precision))


def interpolated_area(of: Predicted) -> float:
    """Davis and Goadrich (2006): FP grows with TP in proportion between two scores. Integrated numerically."""
    area = 0.0
    reached = [(0.0, 0.0), *((at.tp, at.fp) for at in of.by_threshold.values())]
    for (tp, fp), (next_tp, next_fp) in itertools.pairwise(reached):
        if next_tp > tp:
            slope = (next_fp - fp) / (next_tp - tp)
            area += scipy.integrate.quad(
                lambda t, tp=tp, fp=fp, slope=slope: t / (t + fp + slope * (t - tp)),
                *(tp, next_tp),
                epsabs=1e-14,
                epsrel=1e-13,
                limit=200,
            )[0]
    return area / of.positives


TRUTHS = [
    ClassificationTruth(
        name="pr_auc",
        of_scores=pr_auc,
        options=[{}, {"area": "trapezoid"}, {"area": "davis_goadrich"}],
        latex=r"\text{AP} = \sum_{t} (\text{recall}_t - \text{recall}_{t-1}) \cdot \text{precision}_t",
        where=["$`t`$ runs over the distinct scores, highest first, each taken as the threshold"],
        example=Example(
            "pr_auc",
            by_hand="(1/1 + 2/3 + 3/4 + 4/6 + 5/7) / 5",
            why="the precision at the score of each positive; the two rows of score 0.4 are one step. By straight lines it is 0.7381, by Davis and Goadrich 0.7403.",
        ),
    ),
]
