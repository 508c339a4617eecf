"""How often decisions from logs, tries, verdicts and predictions are right: simulations, printed as tables.

simulate_decisions.py has those of values by query.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "helpers")]

import duckdb
import numpy as np
import pyarrow as pa
from scipy import stats

from comparison.simulate_decisions import shares
from rankhouse._rendering.jinja import macros

Random = np.random.Generator
Numbers = np.ndarray[Any, Any]
Table = dict[str, Numbers]
"""Columns by name; `unit` and `crowd`, its cluster, are numbers."""
BOARD = ("old", "new", "third", "fourth")


@dataclass(frozen=True)
class Kind:
    """draws: the evidence of units of which each has a gain of the new system, in standard deviations."""

    macro: str
    unit: str
    baseline: str
    draws: Callable[[Random, Numbers, int], Table]
    arguments: dict[str, Any]


def searches(_random: Random, gains: Numbers, _n_systems: int) -> Table:
    n = len(gains)
    preferred = np.where(gains > 0.4, 0, np.where(gains < -0.4, 1, 2))
    # In turn, because by chance a pilot that is drawn again would be an unfair draft.
    leads = np.arange(n) % 2
    team = np.tile([0, 1], n)
    return {
        "unit": np.repeat(np.arange(n), 2),
        "item_id": team,
        "position": 1 + (team != np.repeat(leads, 2)),
        "team": np.array(["a", "b"])[team],
        "clicked": team == np.repeat(preferred, 2),
    }


def tries(random: Random, gains: Numbers, n_systems: int) -> Table:
    n, found = len(gains), []
    hard = random.normal(size=n)
    for place in range(n_systems):
        own = gains if place == 1 else 0.4 * random.normal(size=n)
        passes = stats.norm.cdf(hard + own)
        found.append(
            {
                "unit": np.repeat(np.arange(n), 3),
                "system": np.repeat(BOARD[place], 3 * n),
                "try_id": np.tile(np.arange(3), n),
                "passed": random.random(3 * n) < np.repeat(passes, 3),
            }
        )
    return joined(found)


def moves(random: Random, gains: Numbers, _: int) -> Table:
    """The target mostly plays what the baseline seldom does."""
    n = len(gains)
    is_targets = random.random(n) < 0.5
    reward = random.random(n) < stats.norm.cdf(np.where(is_targets, 1, -1) * 0.5 * gains)
    return {
        "unit": np.arange(n),
        "logging_probability": np.full(n, 0.5),
        "target_probability": np.where(is_targets, 0.7, 0.3),
        "baseline_probability": np.where(is_targets, 0.3, 0.7),
        "reward": reward.astype(float),
    }


def predictions(random: Random, gains: Numbers, n_systems: int) -> Table:
    n, found = len(gains), []
    label = random.integers(2, size=n)
    common = random.normal(size=n)
    for place in range(n_systems):
        own = gains if place == 1 else random.normal(size=n)
        score = 1.2 * label + (2 * label - 1) * 0.5 * own + 0.7 * common + 0.7 * random.normal(size=n)
        found.append({"unit": np.arange(n), "system": np.repeat(BOARD[place], n), "score": score, "label": label})
    return joined(found)


def verdicts(random: Random, gains: Numbers, n_systems: int) -> Table:
    """One of each two systems, in an order by chance."""
    n, found = len(gains), []
    for one in range(n_systems):
        for other in range(one):
            d = np.where(one == 1, gains, 0) - np.where(other == 1, gains, 0) + 0.4 * random.normal(size=n)
            is_first = random.random(n) < 0.5
            won = random.random(n) < 1 / (1 + np.exp(-d))
            names = np.array([BOARD[other], BOARD[one]])
            found.append(
                {
                    "unit": np.arange(n),
                    "system_a": names[is_first.astype(int)],
                    "system_b": names[1 - is_first.astype(int)],
                    "winner": np.where(won == is_first, "a", "b"),
                }
            )
    return joined(found)


def joined(parts: Sequence[Table]) -> Table:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


KINDS = {
    "interleaving": Kind("interleaving_decision", "search_id", "b", searches, {}),
    "tries": Kind("try_decision", "query_id", "old", tries, {"measures": ["pass@1"]}),
    "policies": Kind("policy_decision", "", "baseline", moves, {"estimators": ["snips"]}),
    "classifiers": Kind("classifier_decision", "row_id", "old", predictions, {}),
    "preferences": Kind("preference_decision", "query_id", "old", verdicts, {}),
}
BOARDS = ("tries", "classifiers", "preferences")
WINNER = {"interleaving": "a", "policies": "target"}


def decide(
    con: duckdb.DuckDBPyConnection, kind: Kind, trials: Sequence[Table], **arguments: Any
) -> list[dict[str, Any]]:
    """All trials by one query."""
    whole = joined([{**table, "trial": np.full(len(table["unit"]), trial)} for trial, table in enumerate(trials)])
    names = {"unit": kind.unit or "unit"}
    con.register("given", pa.table({names.get(name, name): pa.array(column) for name, column in whole.items()}))
    con.execute("create or replace temp table evidence as from given")
    con.unregister("given")
    asked = {"baseline": kind.baseline, "cluster": False, **kind.arguments, **arguments}
    if kind.macro == "policy_decision":
        del asked["baseline"]
    found = con.sql(getattr(macros("duckdb"), kind.macro)("evidence", by=["trial"], **asked))
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def drawn(kind: Kind, random: Random, n: int, effect: float = 0.0, per_cluster: int = 1, n_systems: int = 2) -> Table:
    """Of units in clusters half of the variance of gains is the cluster's."""
    crowd = np.arange(n) // per_cluster
    gains = random.normal(size=n)
    if per_cluster > 1:
        gains = (random.normal(size=n)[crowd] + gains) / 2**0.5
    table = kind.draws(random, effect + gains, n_systems)
    return {**table, "crowd": crowd[table["unit"]]}


def level(
    con: duckdb.DuckDBPyConnection,
    name: str,
    random: Random,
    trials: int,
    n: int,
    per_cluster: int = 1,
    n_systems: int = 2,
) -> tuple[float, float]:
    """Shares of ship and of do not ship where no system is better, in percent of all trials."""
    lists = [drawn(KINDS[name], random, n, 0.0, per_cluster, n_systems) for _ in range(trials)]
    rows = decide(con, KINDS[name], lists, cluster="crowd" if per_cluster > 1 else False)
    return shares(rows, "ship", "ship, but"), shares(rows, "do not ship")


def power(
    con: duckdb.DuckDBPyConnection, name: str, random: Random, trials: int, n: int, effect: float, n_systems: int = 2
) -> tuple[float, float]:
    """Shares of ship where one is better, and of do not ship where it is worse, in a comparison of two."""
    found = []
    for sign, decisions in ((1, ("ship", "ship, but")), (-1, ("do not ship",))):
        lists = [drawn(KINDS[name], random, n, sign * effect, 1, n_systems) for _ in range(trials)]
        found.append(shares(decide(con, KINDS[name], lists), *decisions))
    return found[0], found[1]


def more_of(random: Random, pilot: Table, n: int) -> Table:
    """n units that are drawn from those of a pilot."""
    order = np.argsort(pilot["unit"], kind="stable")
    counts = np.bincount(pilot["unit"])
    starts = np.cumsum(counts) - counts
    chosen = random.integers(len(counts), size=n)
    sizes = counts[chosen]
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    table = {name: column[order[np.repeat(starts[chosen], sizes) + within]] for name, column in pilot.items()}
    return {**table, "unit": np.repeat(np.arange(n), sizes), "crowd": np.repeat(np.arange(n), sizes)}


def promised(
    con: duckdb.DuckDBPyConnection,
    name: str,
    random: Random,
    pilots: int,
    trials: int,
    n: int,
    effect: float,
    n_systems: int = 2,
    **more: Any,
) -> list[tuple[int, float]]:
    """Of pilots that decide nothing: more_units, and the share of trials with so many more that decide."""
    kind, found = KINDS[name], []
    drafts = [drawn(kind, random, n, effect, 1, n_systems) for _ in range(6 * pilots)]
    told = {row["trial"]: row for row in decide(con, kind, drafts, **more)}
    for trial, draft in enumerate(drafts):
        row = told[trial]
        if len(found) == pilots or row["more_units"] is None or not n // 4 <= row["more_units"] <= 8 * n:
            continue
        size = n + int(row["more_units"])
        rows = decide(con, kind, [more_of(random, draft, size) for _ in range(trials)], **more)
        # Of a board another system may be as good.
        share = shares(rows, *(("ship", "ship, but") if row["difference"] > 0 else ("do not ship",)))
        found.append((int(row["more_units"]), share))
    return found


def main(trials: int, parts: Sequence[str]) -> None:
    con = duckdb.connect()
    random = np.random.default_rng(7)
    if not parts or "level" in parts:
        print("level, ship / do not ship, %: 100 units; 300 in 60 clusters; 4 systems against one")
        for name in KINDS:
            found = [level(con, name, random, trials, 100), level(con, name, random, trials, 300, 5)]
            if name in BOARDS:
                found.append(level(con, name, random, trials, 100, n_systems=4))
            print(f"{name:13s}", "  ".join(f"{up:.1f}/{down:.1f}" for up, down in found), flush=True)
    if not parts or "power" in parts:
        print("power, ship / do not ship, %: 100 units, 0.4 standard deviations; ship with 4 systems")
        for name in KINDS:
            found = [power(con, name, random, trials // 2, 100, 0.4)]
            if name in BOARDS:
                found.append(power(con, name, random, trials // 2, 100, 0.4, 4))
            print(f"{name:13s}", "  ".join(f"{up:.0f}/{down:.0f}" for up, down in found), flush=True)
    if not parts or "units" in parts:
        print("more_units: share decided where 80 % is promised, by pilot of 90 units")
        for name in KINDS:
            for n_systems in (2, 4) if name in BOARDS else (2,):
                # As drawn again a pilot's own luck with orders would be a bias of its judge.
                more = {"order_effect": True} if name == "preferences" else {}
                told = promised(con, name, random, 6, trials // 4, 90, 0.2, n_systems, **more)
                mean = np.mean([share for _, share in told]) if told else float("nan")
                listed = "  ".join(f"{units}: {share:.0f}" for units, share in told)
                print(f"{name:13s} {n_systems} systems, mean {mean:.0f};  {listed}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, sys.argv[2:])
