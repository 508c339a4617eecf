from __future__ import annotations

import math

from predicted import Predicted, calibration_bins
from truth import ClassificationTruth, Example


def ece(of: Predicted, bins: int = 10) -> float:
    inside = calibration_bins(of.rows, bins)
    return math.fsum(abs(math.fsum(w * (s - y) for s, y, w in rows)) for rows in inside) / of.weight


TRUTHS = [
    ClassificationTruth(
        name="ece",
        of_probabilities=ece,
        options=[{}, {"bins": 4}],
        latex=r"\text{ECE} = \sum_{b} \frac{n_b}{n} \left| \overline{p}_b - \overline{y}_b \right|",
        where=[
            r"$`n_b`$ of the $`n`$ rows are in bin $`b`$, where $`\overline{p}_b`$ is their mean score and $`\overline{y}_b`$ the share of positives"
        ],
        example=Example(
            "ece(bins=2)",
            by_hand="4/8 * (2/4 - (0.4 + 0.4 + 0.3 + 0.2) / 4) + 4/8 * (3/4 - (0.9 + 0.8 + 0.7 + 0.6) / 4)",
            why="in the lower half of the scores two of four rows are positive, in the upper half three of four.",
        ),
    ),
]
