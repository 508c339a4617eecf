"""How often decisions are right: simulations by the rule's own SQL, printed as tables.

The tests of test_decision_simulations.py run small ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "helpers")]

import duckdb
import numpy as np

from decision_cases import decide_gains

Random = np.random.Generator
Numbers = np.ndarray[Any, Any]
WITHOUT_EFFECT: dict[str, Callable[[Random, int], Numbers]] = {
    "normal": lambda random, n: random.normal(size=n),
    "exp - 1": lambda random, n: random.exponential(size=n) - 1,
    "1 - exp": lambda random, n: 1 - random.exponential(size=n),
    "85 % ties": lambda random, n: random.normal(size=n) * (random.random(n) < 0.15),
    "Cauchy": lambda random, n: random.standard_cauchy(n),
    "-1, 0, 1": lambda random, n: random.choice([-1.0, 0.0, 1.0], n, p=[0.2, 0.6, 0.2]),
}
SIZES = (10, 20, 30, 60, 200, 1000)


def shares(rows: Sequence[dict[str, Any]], *decisions: str) -> float:
    """In percent."""
    return 100 * sum(row["decision"] in decisions for row in rows) / len(rows)


def level(con: duckdb.DuckDBPyConnection, random: Random, shape: str, n: int, trials: int) -> tuple[float, float]:
    """Shares of ship and of do not ship where there is no difference."""
    rows = decide_gains(con, [WITHOUT_EFFECT[shape](random, n) for _ in range(trials)])
    return shares(rows, "ship", "ship, but"), shares(rows, "do not ship")


def power(con: duckdb.DuckDBPyConnection, random: Random, shape: str, n: int, trials: int) -> tuple[float, float]:
    """Shares of ship where the difference is 3 standard errors up, and of do not ship where it is 3 down."""
    draws = [WITHOUT_EFFECT[shape](random, n) for _ in range(trials)]
    deviation = np.concatenate([WITHOUT_EFFECT[shape](random, 1000) for _ in range(20)]).std()
    shift = 3 * deviation / n**0.5
    rows = decide_gains(con, [each + shift for each in draws] + [each - shift for each in draws])
    return shares(rows[:trials], "ship", "ship, but"), shares(rows[trials:], "do not ship")


def clustered(random: Random, n: int, n_clusters: int, correlation: float, skewed: bool) -> tuple[Numbers, Numbers]:
    """Differences and their clusters; `correlation` within a cluster."""
    weights = random.pareto(1.2, n_clusters) + 1 if skewed else np.ones(n_clusters)
    cluster = random.choice(n_clusters, n, p=weights / weights.sum())
    common = random.normal(size=n_clusters)[cluster]
    return correlation**0.5 * common + (1 - correlation) ** 0.5 * random.normal(size=n), cluster


def cluster_level(
    con: duckdb.DuckDBPyConnection,
    random: Random,
    n: int,
    n_clusters: int,
    correlation: float,
    skewed: bool,
    trials: int,
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Without a difference, of queries as units and of clusters."""
    draws = [clustered(random, n, n_clusters, correlation, skewed) for _ in range(trials)]
    gains = [gain for gain, _ in draws]
    found = (decide_gains(con, gains), decide_gains(con, gains, team=[cluster for _, cluster in draws]))
    of_units, of_clusters = ((shares(rows, "ship", "ship, but"), shares(rows, "do not ship")) for rows in found)
    return of_units, of_clusters


def false_falls(
    con: duckdb.DuckDBPyConnection, random: Random, n: int, n_segments: int, n_guardrails: int, trials: int
) -> tuple[float, float]:
    """Of decisions to ship, how many have a "but" where nothing falls; and how many ship."""
    gains = [random.normal(3.3 / n**0.5, 1, n) for _ in range(trials)]
    further = [
        [0.5 * (gain - gain.mean()) + 0.75**0.5 * random.normal(size=n) for gain in gains] for _ in range(n_guardrails)
    ]
    lang = [np.arange(n) % n_segments for _ in range(trials)]
    rows = decide_gains(con, gains, further=further, lang=lang, segments=["lang"] if n_segments > 1 else [])
    shipped = shares(rows, "ship", "ship, but")
    return 100 * shares(rows, "ship, but") / shipped, shipped


PILOTS: dict[str, Callable[[Numbers], Numbers]] = {
    "normal": lambda places: _normal(places),
    "exp": lambda places: -np.log1p(-places) - 1,
    "-exp": lambda places: 1 + np.log(places),
    "hits": lambda places: np.where(places < 0.2, -1.0, np.where(places < 0.8, 0.0, 1.0)),
    "few hits": lambda places: np.where(places < 0.05, -1.0, np.where(places < 0.95, 0.0, 1.0)),
}
"""Quantiles, so that what a sample shows is what is true."""


def _normal(places: Numbers) -> Numbers:
    from scipy import stats

    return np.asarray(stats.norm.ppf(places))


def pilot(shape: str, n: int, shift: float) -> Numbers:
    """n units with this difference in standard deviations; hits turn from lost to won."""
    values = np.sort(PILOTS[shape]((np.arange(n) + 0.5) / n))
    if "hits" in shape:
        n_turned = max(1, round(abs(shift) * values.std() * n / 2))
        lost = np.flatnonzero(values == -np.sign(shift))[:n_turned]
        values[lost] = 0.0
        tied = np.flatnonzero(values == 0)[: n_turned - len(lost)]
        values[tied] = np.sign(shift)
        return values
    return values - values.mean() + shift * values.std(ddof=1)


def promised(
    con: duckdb.DuckDBPyConnection,
    random: Random,
    units: Numbers,
    trials: int,
    test: str = "t",
    per_cluster: int = 0,
    **more: Any,
) -> tuple[int | None, float]:
    """more_units of these units, and the share that is decided with so many more that are drawn from them."""
    direction = ("ship", "ship, but") if units.sum() > 0 else ("do not ship",)

    def asked(lists: Sequence[Numbers]) -> list[dict[str, Any]]:
        if not per_cluster:
            return decide_gains(con, lists, test=test, **more)
        # A unit is a cluster, with its sum in parts that differ.
        parts = np.linspace(0.5, 1.5, per_cluster) / per_cluster
        gains = [(each[:, None] * parts[None, :]).ravel() for each in lists]
        teams = [np.repeat(np.arange(len(each)), per_cluster) for each in lists]
        return decide_gains(con, gains, team=teams, test=test, **more)

    (told,) = asked([units])
    if told["more_units"] is None:
        return None, float("nan")
    n = len(units) + int(told["more_units"])
    return int(told["more_units"]), shares(asked([random.choice(units, n) for _ in range(trials)]), *direction)


def promise_cases() -> Iterator[tuple[str, str, int, float, int]]:
    """Shape, test, units, difference in standard deviations, and queries per cluster."""
    for test in ("t", "sign"):
        for shape in PILOTS:
            for n, shift in ((12, 0.4), (12, -0.4), (60, 0.2), (60, -0.2), (200, 0.1), (200, -0.1)):
                yield shape, test, n, shift, 0
        for shape in ("normal", "exp", "-exp"):
            yield shape, test, 20, 0.3, 3
            yield shape, test, 60, -0.2, 3


def main(parts: Sequence[str]) -> None:
    con = duckdb.connect()
    random = np.random.default_rng(7)
    if not parts or "level" in parts:
        print("level, ship / do not ship, %, n", *SIZES, flush=True)
        for shape in WITHOUT_EFFECT:
            found = [level(con, random, shape, n, 4000 if n < 60 else 2000 if n < 1000 else 500) for n in SIZES]
            print(f"{shape:10s}", "  ".join(f"{up:.1f}/{down:.1f}" for up, down in found), flush=True)
    if not parts or "power" in parts:
        print("power, ship / do not ship, %, 3 standard errors, n", *SIZES[2:5], flush=True)
        for shape in WITHOUT_EFFECT:
            if shape != "Cauchy":
                found = [power(con, random, shape, n, 1000) for n in SIZES[2:5]]
                print(f"{shape:10s}", "  ".join(f"{up:.1f}/{down:.1f}" for up, down in found), flush=True)
    if not parts or "clusters" in parts:
        print("level of clusters: units alone; clusters, %", flush=True)
        for n, n_clusters, correlation, skewed in ((400, 20, 0.1, False), (400, 80, 0.05, True)):
            alone, found = cluster_level(con, random, n, n_clusters, correlation, skewed, 2000)
            print(n, n_clusters, correlation, "uneven" if skewed else "even", alone, found, flush=True)
    if not parts or "falls" in parts:
        print("ship, but without a fall, % of ships; ships, %", flush=True)
        for n, n_segments, n_guardrails in (
            (400, 1, 1),
            (400, 1, 3),
            (400, 1, 8),
            (400, 5, 8),
            (1000, 20, 8),
            (1000, 20, 3),
        ):
            but, shipped = false_falls(con, random, n, n_segments, n_guardrails, 500 if n > 400 else 1000)
            print(f"{n_segments} segments, {n_guardrails} guardrails: {but:.1f} of {shipped:.0f}", flush=True)
    if not parts or "units" in parts:
        print("more_units: share decided where 80 % is promised", flush=True)
        for shape, test, n, shift, per_cluster in promise_cases():
            more, share = promised(con, random, pilot(shape, n, shift), 400, test, per_cluster)
            of = f"clusters of {per_cluster}" if per_cluster else "queries"
            print(f"{test:4s} {shape:8s} n {n:3d} {shift:+.1f} {of:13s} more {more} decided {share:.0f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
