"""Asks libraries about labels: `python labels/__init__.py > labels/values.json`.

krippendorff, statsmodels and ppi-python have to be there.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.metadata import version
from typing import Any

LEVELS = ("nominal", "ordinal", "interval", "ratio")
Rating = tuple[int, str, int]
Grade = tuple[int, int, int]


def ratings(seed: int, n_raters: int, holes: float) -> list[Rating]:
    """unit, rater and a grade from 0 to 4, of raters who are right now and then."""
    chosen = random.Random(seed)
    found = []
    for unit in range(40):
        true = chosen.randrange(5)
        found += [
            (unit, f"r{rater}", true if chosen.random() < 0.6 else chosen.randrange(5))
            for rater in range(n_raters)
            if chosen.random() >= holes
        ]
    return found


def values(seed: int, n_human: int, n_machine: int, noise: float) -> tuple[list[float], list[float]]:
    """Of queries, by human labels of the first of them, and by machine labels of all."""
    chosen = random.Random(seed)
    human = [chosen.random() ** 2 for _ in range(n_machine)]
    machine = [min(1.0, max(0.0, value + chosen.gauss(0.05, noise))) for value in human]
    return human[:n_human], machine


# name: seed, raters, share of holes.
RATINGS = {"two raters": (1, 2, 0.2), "five raters": (2, 5, 0.3), "five raters, no holes": (3, 5, 0.0)}
# name: seed, queries, the share of them that people graded.
GRADES = {"all graded": (5, 12, 1.0), "a fifth graded": (6, 300, 0.2), "a tenth graded": (7, 80, 0.1)}
# name: seed, human values, machine values, noise of the machine.
VALUES = {
    "close": (1, 60, 400, 0.05),
    "loose": (2, 25, 300, 0.3),
    "as many": (3, 100, 200, 0.15),
    "two": (4, 2, 50, 0.1),
}


def grades(seed: int, n_queries: int, share: float) -> tuple[list[Grade], list[Grade]]:
    """query, item and grade: of people for the items of a share of the queries, of a machine for all."""
    chosen = random.Random(seed)
    human, machine = [], []
    for query in range(n_queries):
        kind = chosen.random()
        for item in range(chosen.randrange(1, 9)):
            grade = min(3, int(4 * (kind + chosen.random()) / 2))
            machine.append((query, item, min(3, max(0, grade + chosen.choice((-1, 0, 0, 1, 1))))))
            if query < share * n_queries:
                human.append((query, item, grade))
    return human, machine


def of_ratings(rows: list[Rating], holes: float) -> dict[str, float]:
    import krippendorff
    import numpy as np
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    raters, units = sorted({row[1] for row in rows}), sorted({row[0] for row in rows})
    table = np.full((len(raters), len(units)), np.nan)
    for unit, rater, rating in rows:
        table[raters.index(rater), units.index(unit)] = rating
    found = {level: float(krippendorff.alpha(table, level_of_measurement=level)) for level in LEVELS}
    if not holes:
        found["fleiss"] = float(fleiss_kappa(aggregate_raters(table.T.astype(int))[0]))
    return found


def of_values(human: list[float], machine: list[float]) -> dict[str, list[float]]:
    import numpy as np
    from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

    n = len(human)
    given = np.array(human), np.array(machine[:n]), np.array(machine[n:])
    found = {}
    for name, lam in {"tuned": None, "in full": 1}.items():
        low, high = ppi_mean_ci(*given, alpha=0.1, lam=lam)
        found[name] = [float(ppi_mean_pointestimate(*given, lam=lam)[0]), float(low[0]), float(high[0])]
    return found


def of_grades(human: list[Grade], machine: list[Grade]) -> dict[str, list[float]]:
    """By grade of the machine, and over all: the human mean, the bias, and the ends of their intervals."""
    import numpy as np
    import statsmodels.api as sm

    known = {row[:2]: row[2] for row in human}
    both = np.array([(query, known[query, item], grade) for query, item, grade in machine if (query, item) in known])
    found = {}
    for name in ("all", *map(str, sorted(set(both[:, 2])))):
        rows = both if name == "all" else both[both[:, 2] == int(name)]
        figures = []
        for values in (rows[:, 1], rows[:, 2] - rows[:, 1]):
            clusters = {"groups": rows[:, 0], "df_correction": True}
            fitted = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds=clusters, use_t=True)
            figures += [fitted.params[0], *fitted.conf_int(0.1)[0]]
        found[name] = [float(each) for each in figures]
    return found


def recorded() -> dict[str, Any]:
    return {
        "libraries": [f"{name} {version(name)}" for name in ("krippendorff", "statsmodels", "ppi-python")],
        "ratings": {name: of_ratings(ratings(*given), given[2]) for name, given in RATINGS.items()},
        "grades": {name: of_grades(*grades(*given)) for name, given in GRADES.items()},
        "values": {name: of_values(*values(*given)) for name, given in VALUES.items()},
    }


if __name__ == "__main__":
    json.dump(recorded(), sys.stdout, indent=0, sort_keys=True)
    print()
