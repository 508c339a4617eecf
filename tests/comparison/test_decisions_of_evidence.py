"""Decisions from logs, tries, verdicts and predictions: the rule of `decision` over the values by unit of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

import rankhouse
from decisions import Rule, decided, told
from evidence import fitted, of_policies, of_predictions, of_searches, of_tries, of_verdicts
from rankhouse._rendering.errors import InputError

Random = np.random.Generator
Row = dict[str, Any]
BESIDE = ("country", "device", "user_id")
TRIED = [("pass", 1), ("pass_all", 2), ("mean", None)]


@dataclass(frozen=True)
class Evidence:
    """draws: rows of one case. values: by unit, of such rows. units: what they are called, one and many."""

    name: str
    side: str
    draws: Callable[..., list[Row]]
    values: Callable[..., list[Row]]
    measure: str
    unit: tuple[str, str]
    baseline: str
    arguments: Mapping[str, Any]

    def decides(self, con: duckdb.DuckDBPyConnection, rows: Sequence[Row], **arguments: Any) -> list[Row]:
        function = getattr(rankhouse, f"{self.name}_decision")
        given = {**self.arguments, **arguments}
        if self.name == "policy":
            given.pop("baseline", None)
        return answered(con, rows, lambda: function("evidence", **given, con=con))


def answered(
    con: duckdb.DuckDBPyConnection, rows: Sequence[Row], ask: Callable[[], duckdb.DuckDBPyRelation]
) -> list[Row]:
    tabled(con, rows)
    found = ask()
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def tabled(con: duckdb.DuckDBPyConnection, rows: Sequence[Row]) -> None:
    whole = {"k": pa.int64(), "value": pa.float64(), "country": pa.string(), "score": pa.float64()}
    names = list(dict.fromkeys(name for row in rows for name in row))
    con.register("given", pa.table({name: pa.array([row[name] for row in rows], whole.get(name)) for name in names}))
    con.execute("create or replace temp table evidence as from given")
    con.unregister("given")


# What is drawn: units with a country, a device and a user.


def beside(random: Random, n: int) -> list[Row]:
    n_users, n_countries = max(2, n // int(random.choice([1, 2, 5]))), int(random.integers(1, 4))
    return [
        {
            "country": [None, "de", "fr", "it"][random.integers(n_countries + 1)],
            "device": f"v{random.integers(max(1, n // 20))}",
            "user_id": f"u{random.integers(n_users)}",
        }
        for _ in range(n)
    ]


def draws_searches(random: Random, n: int) -> list[Row]:
    share, found = random.choice([0.3, 0.5, 0.6, 0.8]), []
    for search, facts in enumerate(beside(random, n)):
        liked = "a" if random.random() < (0.1 if facts["country"] == "fr" else share) else "b"
        for place, team in enumerate(random.permutation(["a", "b"])):
            clicked = bool(random.random() < (0.7 if team == liked else 0.1))
            item = {"search_id": f"s{search:03}", "item_id": f"d{place}", "position": place + 1, "team": str(team)}
            found.append({**item, "clicked": clicked, **facts})
    return found


def draws_tries(random: Random, n: int, is_complete: bool = False) -> list[Row]:
    found = []
    systems = ["old", "new", "best"][: random.choice([2, 3])]
    shift = {"old": 0.0, "new": random.choice([-0.3, 0, 0.3]), "best": random.choice([0, 0.4])}
    for task, facts in enumerate(beside(random, n)):
        hard = random.random()
        for system in systems:
            fall = 0.5 if facts["country"] == "fr" and system == "best" else 0
            passes = np.clip(hard + shift[system] - fall, 0, 1)
            if is_complete or random.random() > 0.1:
                for number in range(2 if is_complete else random.integers(1, 5)):
                    passed = bool(random.random() < passes)
                    row = {"system": system, "query_id": f"t{task:03}", "try_id": int(number), "passed": passed}
                    found.append({**row, **facts})
    return found


def draws_moves(random: Random, n: int) -> list[Row]:
    found, skill = [], random.choice([-0.3, 0.0, 0.2, 0.4])
    for facts in beside(random, n):
        good, logging = bool(random.random() < 0.5), random.choice([0.25, 0.5])
        target = 0.4 + (skill if good else -skill) * (-1 if facts["country"] == "fr" else 1)
        row = {
            "logging_probability": float(logging),
            "target_probability": float(target),
            "baseline_probability": float(random.choice([0.3, 0.5])),
            "reward": float(random.random() < (0.8 if good else 0.2)),
            "predicted_reward": float(random.random()),
            "target_predicted_reward": float(random.random()),
            "baseline_predicted_reward": float(random.random()),
        }
        found.append({**row, **facts})
    return found


def draws_log(random: Random, n: int) -> list[Row]:
    """Of a log that covers a policy the mean weight is 1, as it is of three in four."""
    found = draws_moves(random, n)
    for policy in ("target_probability", "baseline_probability"):
        mean = np.mean([row[policy] / row["logging_probability"] for row in found])
        covered = mean if random.random() < 3 / 4 else 1
        for row in found:
            row[policy] = min(1.0, row[policy] / covered)
    return found


def draws_predictions(random: Random, n: int, is_complete: bool = False, is_weighted: bool = False) -> list[Row]:
    found = []
    skill = {"old": 0.5, "new": random.choice([0.0, 0.5, 1.5]), "best": random.choice([0.5, 2.0])}
    systems = list(skill)[: random.choice([2, 3])]
    for row, facts in enumerate(beside(random, n)):
        label, weight = int(random.random() < 0.4), float(random.choice([0.5, 1, 2]))
        for system in systems:
            if is_complete or random.random() > 0.02:
                sign = -1 if facts["country"] == "fr" and system == "best" else 1
                score = float(np.round(random.normal(skill[system] * label * sign, 1), 1))
                read = {"system": system, "row_id": f"r{row:03}", "score": score, "label": label}
                found.append({**read, **({"weight": weight} if is_weighted else {}), **facts})
    return found


def draws_verdicts(random: Random, n: int, is_weighted: bool = False) -> list[Row]:
    found = []
    strengths = {"old": 0.0, "new": random.choice([-1, 0, 1]), "best": random.choice([0, 1.5])}
    systems = list(strengths)[: random.choice([2, 3])]
    for query, facts in enumerate(beside(random, n)):
        for _ in range(random.integers(1, 4)):
            first, second = map(str, random.permutation(systems)[:2])
            d = (strengths[first] - strengths[second]) * (-1 if facts["country"] == "fr" else 1)
            winner = "tie" if random.random() < 0.2 else "a" if random.random() < 1 / (1 + np.exp(-d)) else "b"
            row = {"query_id": f"q{query:03}", "system_a": first, "system_b": second, "winner": winner}
            found.append({**row, **({"weight": float(random.choice([0.5, 1, 2]))} if is_weighted else {}), **facts})
    return found


KINDS = [
    Evidence("interleaving", "log", draws_searches, of_searches, "preference", ("search", "searches"), "b", {}),
    Evidence(
        *("try", "tries", draws_tries),
        lambda rows, beside=(): of_tries(rows, "system", TRIED, beside),
        *("pass@1", ("query", "queries"), "old"),
        {"measures": ["pass@1", "pass_all@2", "mean"]},
    ),
    Evidence(
        *("policy", "log", draws_log),
        lambda rows, beside=(): of_policies(rows, ["snips", "ips", "dr"], beside),
        *("snips", ("row", "rows"), "baseline"),
        {"estimators": ["snips", "ips", "dr"]},
    ),
    Evidence("classifier", "predictions", draws_predictions, of_predictions, "roc_auc", ("row", "rows"), "old", {}),
    Evidence("preference", "preferences", draws_verdicts, of_verdicts, "rating", ("query", "queries"), "old", {}),
]
BY_NAME = {kind.name: kind for kind in KINDS}
every_kind = pytest.mark.parametrize("kind", KINDS, ids=list(BY_NAME))


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


# The rule is that of decision().


SETTINGS: list[dict[str, Any]] = [
    {"cluster": False},
    {"baseline": True, "segments": ["country"]},
    {"baseline": True, "segments": ["country", "device"], "cluster": "user_id"},
    {"segments": ["device"], "test": "sign", "confidence": 0.9},
]


def drawn(kind: Evidence, setting: int) -> dict[int, list[Row]]:
    random = np.random.default_rng([KINDS.index(kind), setting])
    return {case: kind.draws(random, int(random.integers(20, 130))) for case in range(8)}


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
@every_kind
def test_values_by_unit_written_out_are_decided_alike(
    con: duckdb.DuckDBPyConnection, kind: Evidence, setting: int
) -> None:
    """And as the rule says, in numpy. What stops a decision before the rule changes no number."""
    arguments = dict(SETTINGS[setting])
    if arguments.get("baseline") or kind.name == "policy":
        arguments["baseline"] = kind.baseline
    segments, cluster = arguments.get("segments", []), arguments.get("cluster")
    cases = drawn(kind, setting)
    rows = [{"case": case, **row} for case, drawn_rows in cases.items() for row in drawn_rows]
    found = {row["case"]: row for row in kind.decides(con, rows, by=["case"], **arguments)}
    of_rows = kind.name == "classifier"
    written = {
        case: of_predictions(each, segments=segments, beside=BESIDE) if of_rows else kind.values(each, beside=BESIDE)
        for case, each in cases.items()
    }
    of_values = [{"case": case, **row} for case, values in written.items() for row in values]
    more = {"by": ["case"], "measure": kind.measure, "segments": [] if of_rows else segments}
    asked = {**arguments, **more}
    others = answered(con, of_values, lambda: rankhouse.decision("evidence", **asked, con=con))
    assert found.keys() == {row["case"] for row in others} == cases.keys()
    stopped = {case: stops(kind, each, con) for case, each in cases.items()}
    for row in others:
        assert_same(kind, found[row["case"]], row, stopped[row["case"]])
    rule = Rule(
        measure=kind.measure,
        baseline=arguments.get("baseline"),
        segments=more["segments"],
        cluster=cluster or None,
        unnamed=("user_id",) if cluster is None else (),
        **{name: arguments[name] for name in ("test", "confidence") if name in arguments},
    )
    for case, values in written.items():
        known, row = decided(values, rule), found[case]
        assert known is not None
        assert (row["system"], row["baseline"], row["n_units"]) == (known.system, known.baseline, known.n_units)
        assert row["difference"] == pytest.approx(known.difference, rel=1e-9, abs=1e-9)
        assert row["p_adjusted"] == pytest.approx(known.p_adjusted, rel=1e-7)
        assert [label for label, _ in told(row["falls"])] == [label for label, _ in known.falls[:5]]
        is_stopped = known.decision.split(",")[0] in stopped[case]
        assert row["decision"] == ("not decided" if is_stopped else known.decision)


def stops(kind: Evidence, rows: Sequence[Row], con: duckdb.DuckDBPyConnection, **model: Any) -> set[str]:
    """What a case must not decide, whatever the values say: `ship`, or `do not ship` as well."""
    if kind.name == "interleaving":
        first = [row["team"] for row in rows if row["position"] == 1]
        is_unfair = stats.binomtest(first.count("a"), len(first)).pvalue < 0.01
        return {"ship", "do not ship"} if is_unfair else set()
    if kind.name == "policy":
        for name in ("target", "baseline"):
            weights = np.array([row[f"{name}_probability"] / row["logging_probability"] for row in rows])
            is_off = abs(weights.mean() - 1) > stats.norm.ppf(0.995) * weights.std(ddof=1) / len(weights) ** 0.5
            if is_off or weights.sum() ** 2 / (weights**2).sum() < 30:
                return {"ship", "do not ship"}
        return set()
    if kind.name == "classifier":
        seen = [{row["row_id"] for row in rows if row["system"] == name} for name in {row["system"] for row in rows}]
        labels = {row["row_id"]: row["label"] for row in rows if all(row["row_id"] in each for each in seen)}
        n_positives = sum(labels.values())
        return {"ship"} if min(n_positives, len(labels) - n_positives) < 30 else set()
    if kind.name == "preference" and not model.get("order_effect"):
        orders = Counter((row["system_a"], row["system_b"]) for row in rows)
        is_uneven = any(orders[one, other] != orders[other, one] for one, other in orders)
        checks = answered(con, rows, lambda: rankhouse.preference_checks("evidence", columns={"weight": None}, con=con))
        (share,) = (row for row in checks if row["check"] == "first_shown_wins")
        return {"ship", "do not ship"} if is_uneven and not share["ci_low"] <= 0.5 <= share["ci_high"] else set()
    return set()


def assert_same(kind: Evidence, row: Row, other: Row, stopped: set[str]) -> None:
    """But for what units are called, and for what a family says that stops a decision."""
    one, many = kind.unit
    unit = re.sub("queries", many, other["unit"])
    reason = re.sub(r"\bquery\b", one, re.sub(r"\bqueries\b", many, other["reason"]))
    expected = {**other, "unit": unit, "reason": reason}
    if stopped:
        del expected["reason"]
        expected["more_units"] = None
        if other["decision"].split(",")[0] in stopped:
            expected["decision"] = "not decided"
            assert "differ significantly" in row["reason"]
    assert row.keys() == other.keys()
    for name, value in expected.items():
        if isinstance(value, float):
            # What is left over of the equations of a rating, by n.
            assert row[name] == pytest.approx(value, rel=1e-7, abs=1e-5 if kind.name == "preference" else 1e-9), name
        else:
            assert row[name] == value, name


def test_the_cases_of_that_test_are_decided_in_all_ways(con: duckdb.DuckDBPyConnection) -> None:
    """Otherwise it would say little."""
    for kind in KINDS:
        rows = [
            {"case": f"{setting} {case}", **row}
            for setting in range(len(SETTINGS))
            for case, each in drawn(kind, setting).items()
            for row in each
        ]
        found = kind.decides(con, rows, by=["case"], cluster=False, segments=["country"], baseline=kind.baseline)
        assert {"ship", "ship, but", "not decided"} & {row["decision"] for row in found} >= {"not decided"}
        assert {row["decision"] for row in found} & {"ship", "ship, but"}, kind.name


# The difference is that of the family.


def test_a_difference_is_the_preference(con: duckdb.DuckDBPyConnection) -> None:
    rows = [{"case": case, **row} for case, each in drawn(BY_NAME["interleaving"], 0).items() for row in each]
    found = BY_NAME["interleaving"].decides(con, rows, by=["case"], cluster=False)
    known = answered(con, rows, lambda: rankhouse.interleaving("evidence", by=["case"], con=con))
    preferences = {row["case"]: row["preference"] for row in known}
    assert len(found) == len(preferences) == 8
    for row in found:
        sign = 1 if row["system"] == "a" else -1
        assert row["difference"] == pytest.approx(sign * preferences[row["case"]], abs=1e-9)


@pytest.mark.parametrize("estimator", ["ips", "snips", "dr", "sndr", "dm", "switch_dr", "dros"])
def test_a_difference_is_that_of_policies(con: duckdb.DuckDBPyConnection, estimator: str) -> None:
    more = {"switch_dr": {"switch": 1.2}, "dros": {"shrinkage": 2.0}, "ips": {"clip": 1.1}}.get(estimator, {})
    rows = [{"case": case, **row} for case, each in drawn(BY_NAME["policy"], 0).items() for row in each]
    arguments = {"estimators": [estimator], "by": ["case"], **more}
    found = answered(con, rows, lambda: rankhouse.policy_decision("evidence", **arguments, cluster=False, con=con))
    known = answered(con, rows, lambda: rankhouse.compare_policies("evidence", **arguments, con=con))
    differences = {row["case"]: row["difference"] for row in known}
    assert len(found) == len(differences) == 8
    for row in found:
        assert (row["system"], row["baseline"], row["measure"]) == ("target", "baseline", estimator)
        assert row["difference"] == pytest.approx(differences[row["case"]], abs=1e-9)


PROBABILITIES = ("logging_probability", "target_probability", "baseline_probability")


@pytest.mark.parametrize("estimator", ["sips", "snsips", "iips", "sniips", "rips", "snrips", "cascade_dr"])
def test_a_difference_is_that_of_slates(con: duckdb.DuckDBPyConnection, estimator: str) -> None:
    random = np.random.default_rng(5)
    rows = []
    for slate in range(60):
        (facts,) = beside(random, 1)
        before = dict.fromkeys(PROBABILITIES, 1.0)
        moves = draws_moves(random, 3)
        for position, row in enumerate(moves):
            if estimator in ("sips", "snsips"):
                row |= {name: moves[0][name] for name in PROBABILITIES}
            elif estimator not in ("iips", "sniips"):
                before = {name: before[name] * row[name] for name in PROBABILITIES}
                row |= before
            rows.append({"slate_id": f"s{slate}", "position": position + 1, **row, **facts})
    arguments = {"estimators": [estimator]}
    (row,) = answered(
        con, rows, lambda: rankhouse.policy_decision("evidence", **arguments, segments=["country"], con=con)
    )
    (known,) = answered(con, rows, lambda: rankhouse.compare_policies("evidence", **arguments, con=con))
    assert (row["unit"], row["n_units"]) == ("slates", 60)
    assert row["difference"] == pytest.approx(known["difference"], abs=1e-9)


@pytest.mark.parametrize("measure", ["roc_auc", "accuracy"])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_a_difference_is_that_of_classifiers(con: duckdb.DuckDBPyConnection, measure: str, is_weighted: bool) -> None:
    random = np.random.default_rng(6)
    rows = [
        {"case": case, **row}
        for case in range(8)
        for row in draws_predictions(random, 60, is_complete=True, is_weighted=is_weighted)
    ]
    more = {"columns": {"weight": "weight"}} if is_weighted else {}
    decides = {"measure": measure, "by": ["case"], "cluster": False, "threshold": 0.3, **more}
    found = answered(con, rows, lambda: rankhouse.classifier_decision("evidence", **decides, con=con))
    compares = {"test": "delong" if measure == "roc_auc" else "mcnemar", "by": ["case"], "threshold": 0.3, **more}
    known = answered(con, rows, lambda: rankhouse.compare_classifiers("evidence", **compares, con=con))
    differences = {(row["case"], row["system"], row["baseline"]): row["difference"] for row in known}
    assert len(found) == 8
    for row in found:
        own, other = row["system"], row["baseline"]
        key, sign = ((own, other), 1) if (row["case"], own, other) in differences else ((other, own), -1)
        assert row["difference"] == pytest.approx(sign * differences[row["case"], *key], abs=1e-9)


@pytest.mark.parametrize("method", ["bradley_terry", "davidson"])
@pytest.mark.parametrize("order_effect", [False, True])
@pytest.mark.parametrize("prior", [0, 1.5])
def test_a_difference_is_that_of_ratings(
    con: duckdb.DuckDBPyConnection, method: str, order_effect: bool, prior: float
) -> None:
    """And the whole row is that of values which are made from the derivatives of the likelihood, with weights too."""
    random = np.random.default_rng(7)
    cases = {case: draws_verdicts(random, 50, is_weighted=True) for case in range(5)}
    rows = [{"case": case, **row} for case, each in cases.items() for row in each]
    model: dict[str, Any] = {"method": method, "order_effect": order_effect, "prior": prior}
    more: dict[str, Any] = {"by": ["case"], "columns": {"weight": "weight"}}
    found = answered(
        con, rows, lambda: rankhouse.preference_decision("evidence", **model, **more, cluster=False, con=con)
    )
    known = answered(
        con, rows, lambda: rankhouse.preference_ratings("evidence", **model, **more, repetitions=10, con=con)
    )
    ratings = {(row["case"], row["system"]): row["rating"] for row in known}
    assert len(found) == 5
    for row in found:
        difference = ratings[row["case"], row["system"]] - ratings[row["case"], row["baseline"]]
        assert row["difference"] == pytest.approx(difference, rel=1e-9, abs=1e-9)
    written = [{"case": case, **row} for case, each in cases.items() for row in of_verdicts(each, **model)]
    others = answered(
        con,
        written,
        lambda: rankhouse.decision("evidence", by=["case"], measure="rating", cluster=False, con=con),
    )
    for row, other in zip(sorted(found, key=_case), sorted(others, key=_case), strict=True):
        stopped = stops(BY_NAME["preference"], cases[row["case"]], con, **model)
        assert_same(BY_NAME["preference"], row, other, stopped)


def _case(row: Row) -> Any:
    return row["case"]


@pytest.mark.parametrize("method", ["bradley_terry", "davidson"])
@pytest.mark.parametrize("order_effect", [False, True])
def test_what_a_query_adds_is_the_slope_of_the_rating_in_its_weight(method: str, order_effect: bool) -> None:
    """By differences of fits with a little more and a little less of a query."""
    rows = draws_verdicts(np.random.default_rng(8), 25)
    model: dict[str, Any] = {"method": method, "order_effect": order_effect, "prior": 1.0}
    fit, step = fitted(rows, **model), 1e-4
    values = {(row["query_id"], row["system"]): row["value"] for row in of_verdicts(rows, **model)}
    left = dict.fromkeys(fit.systems, 0.0)
    slopes = {}
    for query in fit.scores:
        up, down = (fitted(rows, **model, worth={query: 1 + sign * step}).ratings for sign in (1, -1))
        for system in fit.systems:
            slopes[query, system] = (up[system] - down[system]) / (2 * step)
            left[system] += slopes[query, system]
    for (query, system), slope in slopes.items():
        value = fit.ratings[system] + len(fit.scores) * slope - left[system]
        assert values[query, system] == pytest.approx(value, rel=1e-6, abs=1e-4)


def test_a_difference_is_that_of_tries(con: duckdb.DuckDBPyConnection) -> None:
    random = np.random.default_rng(9)
    rows = [{"case": case, **row} for case in range(8) for row in draws_tries(random, 40, is_complete=True)]
    for measure in ("pass@1", "pass_all@2", "mean"):
        asked = {"measures": ["pass@1", "pass_all@2", "mean"]}
        found = answered(
            con,
            rows,
            lambda measure=measure, asked=asked: rankhouse.try_decision(
                "evidence", **asked, measure=measure, by=["case"], cluster=False, con=con
            ),
        )
        known = answered(
            con, rows, lambda asked=asked: rankhouse.try_metrics("evidence", **asked, by=["case", "system"], con=con)
        )
        values = {(row["case"], row["system"], row["measure"]): row["value"] for row in known}
        assert len(found) == 8
        for row in found:
            own, other = (values[row["case"], row[side], measure] for side in ("system", "baseline"))
            assert row["difference"] == pytest.approx(own - other, abs=1e-9)


# Tempting wrong answers.


def one(con: duckdb.DuckDBPyConnection, kind: str, rows: Sequence[Row], **arguments: Any) -> Row:
    (row,) = BY_NAME[kind].decides(con, rows, **arguments)
    return row


def searches(outcomes: Sequence[int], first: Sequence[str]) -> list[Row]:
    """1: the click is on the item of a, -1: on that of b."""
    return [
        {"search_id": f"s{place:03}", "item_id": team, "position": at + 1, "team": team, "clicked": team == clicked}
        for place, (outcome, leads) in enumerate(zip(outcomes, first, strict=True))
        for clicked in [{1: "a", -1: "b"}.get(outcome)]
        for at, team in enumerate("ab" if leads == "a" else "ba")
    ]


@pytest.mark.parametrize("n_first", [200, 70])
@pytest.mark.parametrize("baseline", [None, "a", "b"])
def test_an_unfair_draft_never_decides(con: duckdb.DuckDBPyConnection, n_first: int, baseline: str | None) -> None:
    """200 and 70 of 200 are first: less than once in 100 by chance. With a as baseline b is lost."""
    first = ["a"] * n_first + ["b"] * (200 - n_first)
    row = one(con, "interleaving", searches([1] * 200, first), baseline=baseline)
    assert row["decision"] == "not decided"
    assert row["reason"].endswith("differ significantly by preference, but the draft was not fair")
    assert row["more_units"] is None
    fair = one(con, "interleaving", searches([1] * 200, ["a", "b"] * 100), baseline=baseline)
    assert fair["decision"] == ("do not ship" if baseline == "a" else "ship")


@pytest.mark.parametrize("is_better", [True, False])
def test_a_log_that_is_worth_fewer_than_30_rows_decides_nothing(
    con: duckdb.DuckDBPyConnection, is_better: bool
) -> None:
    """20 rows of 400 have nearly all of the weight, and all of the reward, or none."""
    for n_heavy, decisions in ((20, ("not decided", "not decided")), (60, ("ship", "do not ship"))):
        rows = [
            {
                "logging_probability": n_heavy / 400 if place < n_heavy else 0.5,
                "target_probability": 0.95 if place < n_heavy else 0.01,
                "baseline_probability": n_heavy / 400 if place < n_heavy else 0.5,
                "reward": float((place < n_heavy) == is_better and place % 7 > 0),
            }
            for place in range(400)
        ]
        row = one(con, "policy", rows, estimators=["snips"])
        assert row["decision"] == decisions[not is_better]
        assert ("but the log is worth fewer than 30 rows for one of them" in row["reason"]) == (n_heavy == 20)


@pytest.mark.parametrize(("n_rare", "decision"), [(6, "not decided"), (29, "not decided"), (30, "ship")])
@pytest.mark.parametrize("rare", [0, 1])
@pytest.mark.parametrize("measure", ["roc_auc", "accuracy"])
def test_it_takes_30_rows_of_either_class_to_ship(
    con: duckdb.DuckDBPyConnection, n_rare: int, decision: str, rare: int, measure: str
) -> None:
    """The new one is always right."""
    rows = []
    for place in range(500):
        label = rare if place < n_rare else 1 - rare
        for system, score in (("new", 0.25 + 0.5 * label), ("old", place * 7 % 10 / 10)):
            rows.append({"system": system, "row_id": place, "score": score, "label": label})
    row = one(con, "classifier", rows, baseline="old", measure=measure)
    assert row["decision"] == decision
    if decision != "ship":
        assert f"but the rarer class has {n_rare} of the 30 rows that it takes" in row["reason"]
    worse = one(con, "classifier", rows, baseline="new", measure=measure)
    assert worse["decision"] == "do not ship"


def judged(random: Random, n: int, share_first: float, always_first: int) -> list[Row]:
    """By one who prefers what is first, of two that are equally good; of `always_first` queries `new` is first."""
    return [
        {
            "query_id": query,
            **dict(
                zip(("system_a", "system_b"), pair if query < always_first or query % 2 else pair[::-1], strict=True)
            ),
            "winner": "a" if random.random() < share_first else "b",
        }
        for pair in [("new", "old")]
        for query in range(n)
    ]


@pytest.mark.parametrize("baseline", [None, "old", "new"])
def test_a_judge_who_prefers_what_is_first_decides_nothing(
    con: duckdb.DuckDBPyConnection, baseline: str | None
) -> None:
    rows = judged(np.random.default_rng(1), 300, 0.8, 300)
    row = one(con, "preference", rows, baseline=baseline)
    assert row["decision"] == "not decided"
    assert abs(row["difference"]) > 100
    assert row["p_adjusted"] < 1e-9
    assert "not all pairs were shown equally often in both orders: say order_effect=true" in row["reason"]
    with pytest.raises(InputError):
        one(con, "preference", rows, baseline=baseline, order_effect=True)


@pytest.mark.parametrize("order_effect", [False, True])
def test_a_judge_who_mostly_sees_one_order(con: duckdb.DuckDBPyConnection, order_effect: bool) -> None:
    """Of 400 verdicts 300 have the new one first. The order explains them all, if it is asked to."""
    trials = [
        {"trial": trial, **row}
        for trial in range(20)
        for row in judged(np.random.default_rng([2, trial]), 400, 0.75, 200)
    ]
    found = BY_NAME["preference"].decides(con, trials, baseline="old", order_effect=order_effect, by=["trial"])
    assert sum(row["decision"] == "not decided" for row in found) >= (18 if order_effect else 20)
    even = one(con, "preference", judged(np.random.default_rng(3), 400, 0.75, 0), order_effect=order_effect)
    assert even["decision"] == "not decided"
    assert "order_effect" not in even["reason"]


def test_a_fall_in_the_app_while_the_whole_rises(con: duckdb.DuckDBPyConnection) -> None:
    """The area over all rows also counts pairs across channels; in the app it is that of the app's rows alone."""
    random, rows = np.random.default_rng(4), []
    for place in range(900):
        channel, label = "app" if place % 5 == 0 else "web", int(place % 3 == 0)
        for system, skill in (("old", 1.0), ("new", 0.3 if channel == "app" else 2.0)):
            score = float(np.round(random.normal(skill * label, 1), 2))
            rows.append({"system": system, "row_id": place, "score": score, "label": label, "channel": channel})
    row = one(con, "classifier", rows, baseline="old", segments=["channel"])
    known = answered(
        con,
        [each for each in rows if each["channel"] == "app"],
        lambda: rankhouse.compare_classifiers("evidence", baseline="old", con=con),
    )
    assert row["difference"] > 0
    assert row["decision"] == "ship, but"
    assert -0.25 < known[0]["difference"] < -0.1
    assert row["falls"] == f"channel app {known[0]['difference']:+.3f}"
    assert row["reason"] == f"significantly better than old by roc_auc, but worse: {row['falls']}"
    assert one(con, "classifier", rows, baseline="old")["decision"] == "ship"


def repeated(kind: Evidence, trial: int, name: str) -> list[Row]:
    """Ten users of 20 units that are all alike; of two systems neither is better."""
    random, found = np.random.default_rng([KINDS.index(kind), trial]), []
    for user in range(10):
        is_better = bool(random.random() < 0.5)
        for unit in range(20 * user, 20 * user + 20):
            facts, winner = {"trial": trial, name: f"u{user}"}, "new" if is_better else "old"
            if kind.name == "interleaving":
                rows = searches([1 if is_better else -1], "a" if unit % 2 else "b")
                rows = [{**row, "search_id": unit} for row in rows]
            elif kind.name == "try":
                rows = [
                    {"system": system, "query_id": unit, "try_id": number, "passed": system == winner}
                    for system in ("new", "old")
                    for number in range(2)
                ]
            elif kind.name == "policy":
                # The one plays more of what this user gets, who likes it or not.
                rewards = [float(unit % 5 > 0), float(unit % 5 == 0)]
                sides = {"target": 0.7, "baseline": 0.3} if user % 2 else {"target": 0.3, "baseline": 0.7}
                rows = [{"logging_probability": 0.5, "reward": rewards[is_better]}]
                rows[0] |= {f"{policy}_probability": side for policy, side in sides.items()}
                rows[0] |= dict.fromkeys(PREDICTED, 0.0)
            elif kind.name == "classifier":
                scores = {system: float(unit % 2) if system == winner else random.random() for system in ("new", "old")}
                rows = [
                    {"system": system, "row_id": unit, "score": score, "label": unit % 2}
                    for system, score in scores.items()
                ]
            else:
                pair = ("new", "old") if unit % 2 else ("old", "new")
                rows = [{"query_id": unit, "system_a": pair[0], "system_b": pair[1]}]
                rows[0]["winner"] = "a" if pair[0] == winner and unit % 5 else "b" if unit % 5 else "tie"
            found += [{**row, **facts} for row in rows]
    return found


PREDICTED = ("predicted_reward", "target_predicted_reward", "baseline_predicted_reward")


@pytest.mark.parametrize("name", ["user_id", "document_id"])
@every_kind
def test_noise_that_repeats_within_a_user_does_not_ship(
    con: duckdb.DuckDBPyConnection, kind: Evidence, name: str
) -> None:
    """At most 1 of 15 draws, and it is said why; units that are taken as independent ship and drop in most of them."""
    rows = [row for trial in range(15) for row in repeated(kind, trial, name)]
    found = kind.decides(con, rows, by=["trial"], baseline=kind.baseline)
    alone = kind.decides(con, rows, by=["trial"], baseline=kind.baseline, cluster=False)
    assert sum(row["decision"] != "not decided" for row in found) <= 1
    assert sum(row["decision"] != "not decided" for row in alone) >= 4
    for row, other in zip(found, alone, strict=True):
        if row["decision"] != other["decision"]:
            said = f"only if the {kind.unit[1]} of one {name} are independent: name it as cluster, or say cluster=false"
            assert said in row["reason"]
    clustered = kind.decides(con, rows, by=["trial"], baseline=kind.baseline, cluster=name)
    assert sum(row["decision"] != "not decided" for row in clustered) <= 1
    assert {(row["unit"], row["n_units"]) for row in clustered} == {("clusters", 10)}


@pytest.mark.parametrize("role", ["segments", "cluster"])
@every_kind
def test_a_unit_with_two_values_of_a_column_is_refused(
    con: duckdb.DuckDBPyConnection, kind: Evidence, role: str
) -> None:
    """With the column's name and an example. The row of a log is one unit, and has one value."""
    rows = [dict(row, country="de") for row in kind.draws(np.random.default_rng(10), 40)]
    names = {"interleaving": "search_id", "classifier": "row_id"}
    unit = names.get(kind.name, "query_id")
    if kind.name == "policy":
        rows = [dict(row, slate_id=place // 2, position=1 + place % 2) for place, row in enumerate(rows)]
        unit = "slate_id"
    first = rows[0][unit]
    places = [place for place, row in enumerate(rows) if row[unit] == first]
    if len(places) == 1:
        rows.append(dict(rows[0], country="fr", system_a=rows[0].get("system_b"), system_b=rows[0].get("system_a")))
    else:
        rows[places[-1]]["country"] = "fr"
    more = {"estimators": ["iips"]} if kind.name == "policy" else {}
    with pytest.raises(InputError, match=rf"has several values of '?country'?, e.g. .*{first}"):
        kind.decides(con, rows, **{role: ["country"] if role == "segments" else "country"}, **more)


# Errors.


@every_kind
def test_what_is_not_there_is_refused_by_name(con: duckdb.DuckDBPyConnection, kind: Evidence) -> None:
    rows = kind.draws(np.random.default_rng(11), 40)
    if kind.name != "policy":
        with pytest.raises(InputError, match="'nobody'"):
            kind.decides(con, rows, baseline="nobody")
    for role, given in (("segments", ["market"]), ("cluster", "market"), ("by", ["market"])):
        with pytest.raises(InputError, match="'market'"):
            kind.decides(con, rows, **{role: given})
    with pytest.raises(InputError, match="'country'"):
        kind.decides(con, rows, by=["country"], segments=["country"])
    with pytest.raises(InputError, match="'country'"):
        kind.decides(con, rows, cluster="country", segments=["country"])
    with pytest.raises(InputError, match="'country'"):
        kind.decides(con, rows, cluster="country", by=["country"])
    with pytest.raises(InputError, match="'decision'"):
        kind.decides(con, [{**row, "decision": 1} for row in rows], segments=["decision"])


@pytest.mark.parametrize(
    ("kind", "arguments", "said"),
    [
        ("try", {"measure": "pass@7"}, "'pass@7'"),
        ("try", {"measures": ["passed@1"]}, "'passed@1'"),
        ("try", {"guardrails": ["pass@7"]}, "'pass@7'"),
        ("try", {"margins": {"pass@1": 0.1}}, "'pass@1'"),
        ("classifier", {"measure": "auc"}, "roc_auc"),
        ("policy", {"estimators": ["snip"]}, "'snip'.*'snips'"),
        ("preference", {"method": "davison"}, "davison"),
        ("interleaving", {"method": "team"}, "team"),
        ("interleaving", {"test": "wilcoxon"}, "wilcoxon"),
    ],
)
def test_an_unknown_measure_is_refused(
    con: duckdb.DuckDBPyConnection, kind: str, arguments: dict[str, Any], said: str
) -> None:
    rows = BY_NAME[kind].draws(np.random.default_rng(12), 40)
    with pytest.raises(InputError, match=said):
        BY_NAME[kind].decides(con, rows, **arguments)


@every_kind
def test_one_system_alone_decides_nothing(con: duckdb.DuckDBPyConnection, kind: Evidence) -> None:
    if kind.name in ("try", "classifier"):
        rows = [row for row in kind.draws(np.random.default_rng(13), 40) if row["system"] == "old"]
        with pytest.raises(InputError):
            kind.decides(con, rows)
