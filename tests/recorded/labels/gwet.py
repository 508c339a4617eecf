"""Asks irrCAC about Gwet's agreement: `PYTHONPATH=tests python tests/recorded/labels/gwet.py > .../gwet.json`.

In an environment of its own: irrCAC's coverage is too old for what ppi-python needs.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

from recorded.labels import RATINGS, Rating, ratings

WEIGHTS = ("identity", "linear", "quadratic")
CATEGORIES = (5, 7)
"""How many grades there are: those that are given, and two more that nobody gives."""


def of_ratings(rows: list[Rating], n_categories: int) -> dict[str, float]:
    """AC1 and AC2. A unit that nobody rated is none."""
    import numpy as np
    import pandas as pd
    from irrCAC.raw import CAC

    raters, units = sorted({row[1] for row in rows}), sorted({row[0] for row in rows})
    table = np.full((len(units), len(raters)), np.nan)
    for unit, rater, rating in rows:
        table[units.index(unit), raters.index(rater)] = rating
    categories = [float(each) for each in range(n_categories)]
    found = {}
    for weights in WEIGHTS:
        asked = CAC(pd.DataFrame(table), weights=weights, categories=categories, digits=15)
        found[weights] = float(asked.gwet()["est"]["coefficient_value"])
    return found


def recorded() -> dict[str, Any]:
    figures = {name: {str(n): of_ratings(ratings(*given), n) for n in CATEGORIES} for name, given in RATINGS.items()}
    return {"libraries": [f"irrCAC {version('irrCAC')}"], "ratings": figures}


if __name__ == "__main__":
    json.dump(recorded(), sys.stdout, indent=0, sort_keys=True)
    print()
