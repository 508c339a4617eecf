from __future__ import annotations

from truth import RatingTruth

TRUTHS = [
    RatingTruth(
        name="mse",
        of_pairs=lambda rated: rated.mean(error**2 for error in rated.errors),
        peer="mean_squared_error",
    ),
]
