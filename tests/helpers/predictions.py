"""What each measure of classifiers is of some rows, by its truth; and the rows that are tried first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from predicted import Predicted, Row
from truth import ClassificationTruth, spelled, truths

TRUTHS: dict[str, ClassificationTruth] = truths("classification")
ASKED = {spelled(name, options): (truth, options) for name, truth in TRUTHS.items() for options in truth.options}
EVERY = list(ASKED)
AT_THRESHOLD = [name for name, (truth, _) in ASKED.items() if truth.at_threshold]
OF_PROBABILITIES = [name for name, (truth, _) in ASKED.items() if truth.of_probabilities]
WEIGHTED = [name for name, (truth, _) in ASKED.items() if truth.takes_weights]
UNWEIGHTED = [name for name in EVERY if name not in WEIGHTED]

Rows = list[tuple[float, int]]
Values = dict[tuple[str, float | None], float | None]
WORKED: Rows = [(0.8, 1), (0.35, 1), (0.4, 0), (0.1, 0)]
# Fawcett (2006), table 1 of the test set with 10 positives and 10 negatives: AUC 0.68.
FAWCETT: Rows = [
    *((score, 1) for score in (0.9, 0.8, 0.6, 0.55, 0.54, 0.51, 0.4, 0.38, 0.34, 0.3)),
    *((score, 0) for score in (0.7, 0.53, 0.52, 0.505, 0.39, 0.37, 0.36, 0.35, 0.33, 0.1)),
]


def known(rows: Iterable[Row], thresholds: Sequence[float], measures: Iterable[str] = EVERY) -> Values:
    """By measure, and threshold where it has one. None of probabilities where a score is none."""
    predicted = Predicted(rows)
    values: Values = {}
    for name in measures:
        truth, options = ASKED[name]
        if truth.at_threshold:
            for threshold in thresholds:
                values[name, threshold] = truth.at_threshold(predicted.at(threshold), **options)
        elif truth.of_scores:
            values[name, None] = truth.of_scores(predicted, **options)
        else:
            is_defined = predicted.rows and predicted.are_probabilities
            values[name, None] = truth.of_probabilities(predicted, **options) if is_defined else None
    return values
