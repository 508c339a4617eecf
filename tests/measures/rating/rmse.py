from __future__ import annotations

import math

from truth import RatingTruth

TRUTHS = [
    RatingTruth(
        name="rmse",
        of_pairs=lambda rated: rated.mean(error**2 for error in rated.errors),
        of_value=math.sqrt,
        peer="root_mean_squared_error",
    ),
]
