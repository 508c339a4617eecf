"""Values by unit of logs, tries, verdicts and predictions, whose means are the estimates: by brute force, row by row.

Each gives rows as `decided` of decisions.py takes them. `beside`: columns of segments and clusters, which a unit keeps;
None where it has several values.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from decisions import Known

Row = dict[str, Any]
Rows = Sequence[Mapping[str, Any]]
BY_400 = 400 / math.log(10)
"""Of a rating, by one of strength."""


def of_searches(rows: Rows, teams: tuple[str, str] = ("a", "b"), beside: Sequence[str] = ()) -> list[Row]:
    """A search of a team draft prefers the team that has more of its clicks."""
    clicks: dict[Any, list[int]] = {}
    for row in rows:
        counted = clicks.setdefault(row["search_id"], [0, 0])
        if row["clicked"] and row["team"] in teams:
            counted[teams.index(row["team"])] += 1
    kept = facts(rows, "search_id", beside)
    return [
        value(search, team, "preference", number, kept)
        for search, (a, b) in clicks.items()
        for team, number in zip(teams, ((a > b) - (a < b), 0), strict=True)
    ]


def of_tries(
    rows: Rows, system: str, measures: Iterable[tuple[str, int | None]], beside: Sequence[str] = ()
) -> list[Row]:
    """Of all sets of k tries the share in which one passes, or all do."""
    outcomes: dict[tuple[Any, Any], list[bool]] = defaultdict(list)
    for row in rows:
        outcomes[row[system], row["query_id"]].append(bool(row["passed"]))
    kept, found = facts(rows, "query_id", beside), []
    for (own, query), passed in outcomes.items():
        for metric, k in measures:
            sets = list(combinations(passed, k)) if k is not None else [(each,) for each in passed]
            if sets:
                holds = all if metric == "pass_all" else any
                name = metric if k is None else f"{metric}@{k}"
                found.append(value(query, own, name, sum(map(holds, sets)) / len(sets), kept, metric))
    return found


def of_policies(rows: Rows, estimators: Iterable[str], beside: Sequence[str] = ()) -> list[Row]:
    """A row has no name, so it is its place."""
    named = [{**row, "place": place} for place, row in enumerate(rows)]
    kept, found = facts(named, "place", beside), []
    reward = np.array([row["reward"] for row in rows], float)
    for policy, prefix in (("target", "target_"), ("baseline", "baseline_")):
        weights = np.array([row[prefix + "probability"] / row["logging_probability"] for row in rows])
        for name in estimators:
            if name == "ips":
                values = weights * reward
            elif name == "snips":
                mean = (weights * reward).sum() / weights.sum()
                values = mean + weights * (reward - mean) / weights.mean()
            else:
                assert name == "dr"
                predicted = np.array([row["predicted_reward"] for row in rows])
                expected = np.array([row[prefix + "predicted_reward"] for row in rows])
                values = expected + weights * (reward - predicted)
            found += [value(place, policy, name, float(one), kept) for place, one in enumerate(values)]
    return found


def of_predictions(
    rows: Rows,
    measure: str = "roc_auc",
    threshold: float = 0.5,
    segments: Sequence[str] = (),
    beside: Sequence[str] = (),
    system: str = "system",
) -> list[Row]:
    """Of rows that all systems have. Each value of a segment is a measure, of its rows alone."""
    kept = facts(rows, "row_id", beside)
    parts: dict[str, Rows] = {"roc_auc" if measure == "roc_auc" else f"accuracy@{threshold:g}": rows}
    for column in segments:
        for segment in {row[column] for row in rows}:
            name = f"{column} {'NULL' if segment is None else segment}"
            parts[name] = [row for row in rows if row[column] == segment]
    found = []
    for name, part in parts.items():
        sides: dict[Any, dict[Any, Mapping[str, Any]]] = defaultdict(dict)
        for row in part:
            if row["score"] is not None and row["label"] is not None:
                sides[row[system]][row["row_id"]] = row
        common = set.intersection(*(set(side) for side in sides.values())) if sides else set()
        for own, side in sides.items():
            influences = _of_area if measure == "roc_auc" else _of_share
            values = influences({row: side[row] for row in common}, threshold)
            found += [value(row, own, name, one, kept, measure) for row, one in values.items()]
    return found


def _of_area(rows: Mapping[Any, Mapping[str, Any]], _: float) -> dict[Any, float]:
    """The area, and n times what a row adds to it: by the share of the other class that it is on the right side of."""
    weights = {row: float(each.get("weight", 1)) for row, each in rows.items()}
    classes = {label: [row for row, each in rows.items() if each["label"] == label] for label in (0, 1)}
    of_class = {label: sum(weights[row] for row in members) for label, members in classes.items()}
    if not all(of_class.values()):
        return {}
    places: dict[Any, float] = dict.fromkeys(rows, 0.0)
    for positive in classes[1]:
        for negative in classes[0]:
            own, other = rows[positive]["score"], rows[negative]["score"]
            right = 0.5 if own == other else float(own > other)
            places[positive] += right * weights[negative] / of_class[0]
            places[negative] += right * weights[positive] / of_class[1]
    area = sum(weights[row] * places[row] for row in classes[1]) / of_class[1]
    return {row: area + len(rows) * weights[row] * (places[row] - area) / of_class[rows[row]["label"]] for row in rows}


def _of_share(rows: Mapping[Any, Mapping[str, Any]], threshold: float) -> dict[Any, float]:
    weights = {row: float(each.get("weight", 1)) for row, each in rows.items()}
    right = {row: float((each["score"] >= threshold) == bool(each["label"])) for row, each in rows.items()}
    total = sum(weights.values())
    share = sum(weights[row] * right[row] for row in rows) / total
    return {row: share + len(rows) * weights[row] * (right[row] - share) / total for row in rows}


SCORES = {"a": 1.0, "tie": 0.5, "b": 0.0}


@dataclass(frozen=True)
class Fit:
    """parameters: a strength by system, then what being shown first adds, then the logarithm of the odds of a tie."""

    systems: Sequence[Any]
    parameters: np.ndarray[Any, Any]
    information: np.ndarray[Any, Any]
    scores: Mapping[Hashable, np.ndarray[Any, Any]]
    """What the verdicts of a query add to the equations that are 0 at the maximum."""

    @property
    def ratings(self) -> dict[Any, float]:
        strengths = self.parameters[: len(self.systems)]
        return dict(zip(self.systems, 1000 + BY_400 * (strengths - strengths.mean()), strict=True))


def fitted(
    rows: Rows,
    method: str = "bradley_terry",
    order_effect: bool = False,
    prior: float = 0.0,
    worth: Mapping[Any, float] | None = None,
) -> Fit:
    """The maximum of the likelihood by Newton's steps. worth: of queries, instead of 1."""
    systems = sorted({row[side] for row in rows for side in ("system_a", "system_b")})
    has_ties = method == "davidson" and any(row["winner"] == "tie" for row in rows)
    n = len(systems) + order_effect + has_ties
    verdicts: list[tuple[Hashable, int, int, float, float, float]] = []
    for row in rows:
        weight = float(row.get("weight", 1)) * (1 if worth is None else worth.get(row["query_id"], 1))
        places = systems.index(row["system_a"]), systems.index(row["system_b"])
        verdicts.append((row["query_id"], *places, SCORES[row["winner"]], float(row["winner"] == "tie"), weight))
    for one, other in {(min(first, second), max(first, second)) for _, first, second, *_ in verdicts}:
        # Without a name: so many comparisons more, half of them in either order, and half of these won.
        verdicts += [(None, *order, 0.5, 0.0, prior / 2) for order in ((one, other), (other, one)) if prior]
    parameters = np.zeros(n)
    for _ in range(200):
        scores: dict[Hashable, np.ndarray[Any, Any]] = defaultdict(lambda: np.zeros(n))
        information = np.zeros((n, n))
        for query, first, second, score, is_tie, weight in verdicts:
            pull = np.zeros(n)
            pull[first], pull[second] = 1, -1
            if order_effect:
                pull[len(systems)] = 1
            d = float(pull[: len(systems) + order_effect] @ parameters[: len(systems) + order_effect])
            if not has_ties:
                expected = 1 / (1 + math.exp(-d))
                scores[query] += weight * (score - expected) * pull
                information += weight * expected * (1 - expected) * np.outer(pull, pull)
                continue
            tie = np.zeros(n)
            tie[-1] = 1
            chances = np.exp([d / 2, parameters[-1], -d / 2])
            won, tied, _ = chances / chances.sum()
            expected = won + tied / 2
            scores[query] += weight * ((score - expected) * pull + (is_tie - tied) * tie)
            information += weight * (
                (won + tied / 4 - expected**2) * np.outer(pull, pull)
                + tied * (0.5 - expected) * (np.outer(pull, tie) + np.outer(tie, pull))
                + tied * (1 - tied) * np.outer(tie, tie)
            )
        step = np.linalg.pinv(information, rcond=1e-12) @ sum(scores.values(), np.zeros(n))
        parameters = parameters + step * min(1.0, 2 / max(abs(step).max(), 1e-300))
        if abs(step).max() < 1e-13:
            break
    scores.pop(None, None)
    return Fit(systems, parameters, information, scores)


def of_verdicts(rows: Rows, beside: Sequence[str] = (), **model: Any) -> list[Row]:
    """The rating of a system, and n times what a query adds to it, less the mean of that, which a prior leaves."""
    fit, kept = fitted(rows, **model), facts(rows, "query_id", beside)
    n, inverse = len(fit.scores), np.linalg.pinv(fit.information, rcond=1e-12)
    pulls = {query: BY_400 * (inverse @ score) for query, score in fit.scores.items()}
    total = sum(pulls.values())
    return [
        value(query, system, "rating", rating + n * pull[place] - total[place], kept)
        for query, pull in pulls.items()
        for place, (system, rating) in enumerate(fit.ratings.items())
    ]


def facts(rows: Rows, unit: str, beside: Sequence[str]) -> dict[Any, Row]:
    found: dict[Any, dict[str, set[Any]]] = {}
    for row in rows:
        mine = found.setdefault(row[unit], {name: set() for name in beside})
        for name in beside:
            mine[name].add(row[name])
    return {
        key: {name: next(iter(values)) if len(values) == 1 else None for name, values in mine.items()}
        for key, mine in found.items()
    }


def value(
    unit: Any, system: Any, measure: str, number: float, kept: Mapping[Any, Row], metric: str | None = None
) -> Row:
    return {
        "query_id": unit,
        "system": system,
        "measure": measure,
        "metric": metric or measure.partition("@")[0],
        "k": None,
        "value": float(number),
        **kept[unit],
    }


def answer(known: Known, measure: str, unit: str) -> tuple[Any, ...]:
    """decision, system, baseline, measure, difference, p_adjusted, unit, n_units, falls: as a query answers."""
    falls = "; ".join(f"{label} {difference:+.3f}" for label, difference in known.falls)
    figures = (known.decision, known.system, known.baseline, measure, known.difference, known.p_adjusted)
    return *figures, unit, known.n_units, falls
