from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="log_loss",
        of_probabilities=lambda of: of.by_peer("log_loss", labels=[0, 1]),
        latex=r"\text{log loss} = - \frac{1}{n} \sum_{i=1}^{n} \left( y_i \ln p_i + (1 - y_i) \ln(1 - p_i) \right)",
        where=["rows"],
        example=Example(
            "log_loss",
            by_hand="-(ln(0.9) + ln(1 - 0.8) + ln(0.7) + ln(0.6) + ln(0.4) + ln(1 - 0.4) + ln(0.3) + ln(1 - 0.2)) / 8",
            why="the probability given to what happened, row by row.",
        ),
    ),
]
