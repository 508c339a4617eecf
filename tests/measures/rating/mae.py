from __future__ import annotations

from truth import RatingTruth

TRUTHS = [
    RatingTruth(
        name="mae",
        of_pairs=lambda rated: rated.mean(map(abs, rated.errors)),
        peer="mean_absolute_error",
    ),
]
