from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="brier",
        of_probabilities=lambda of: of.by_peer("brier_score_loss", pos_label=1),
        latex=r"\text{Brier} = \frac{1}{n} \sum_{i=1}^{n} (p_i - y_i)^2",
        where=["rows"],
        example=Example(
            "brier",
            by_hand="(0.1**2 + 0.8**2 + 0.3**2 + 0.4**2 + 0.6**2 + 0.4**2 + 0.7**2 + 0.2**2) / 8",
            why="the distance of the score to 1 or to 0, squared, row by row.",
        ),
    ),
]
