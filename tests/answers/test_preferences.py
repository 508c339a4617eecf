"""Preferences: strengths against logistic regression and maximum likelihood by scipy, intervals against full refits."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

import rankhouse
from examples import examples
from rankhouse import InputError
from worked_preferences import WORKED

Verdict = tuple[str, str, str, str]


def verdicts(counts: dict[tuple[str, str], tuple[int, int, int]], n_queries: int = 40) -> list[Verdict]:
    made: list[Verdict] = []
    for (first, second), (wins, ties, losses) in counts.items():
        for winner, count in (("a", wins), ("tie", ties), ("b", losses)):
            made += [(f"q{(len(made) + i) % n_queries}", first, second, winner) for i in range(count)]
    return made


def table(rows: list[Any], names: str = "query_id system_a system_b winner") -> dict[str, list[Any]]:
    return {name: [row[place] for row in rows] for place, name in enumerate(names.split())}


def rated(rows: list[Verdict], **given: Any) -> dict[str, dict[str, Any]]:
    found = rankhouse.preference_ratings(table(rows), **{"repetitions": 50, **given})
    return {row[0]: dict(zip(found.columns, row, strict=True)) for row in found.fetchall()}


def strengths(rows: list[Verdict], **given: Any) -> dict[str, float]:
    return {system: row["strength"] for system, row in rated(rows, **given).items()}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, (0.116089, -0.288380, 0.172291)),
        ({"order_effect": True}, (0.112718, -0.286318, 0.173599)),
        ({"method": "davidson"}, (0.132177, -0.328339, 0.196162)),
        ({"method": "davidson", "order_effect": True}, (0.128340, -0.325993, 0.197652)),
    ],
)
def test_worked_numbers(given: dict[str, Any], expected: tuple[float, ...]) -> None:
    found = rated(verdicts(WORKED), **given)
    assert [found[system]["strength"] for system in "abc"] == pytest.approx(expected, abs=1e-6)
    if not given:
        ratings = [found[system]["rating"] for system in "abc"]
        assert ratings == pytest.approx((1020.167, 949.903, 1029.930), abs=1e-3)
        assert [found[system]["rank"] for system in "abc"] == [2, 3, 1]
        counts = [found["a"][name] for name in ("n_comparisons", "wins", "ties", "losses")]
        assert counts == [70, 14 + 3 + 9 + 7, 10, 8 + 6 + 9 + 4]
    rates = [[1 / (1 + math.exp(found[b]["strength"] - found[a]["strength"])) for b in "abc" if a != b] for a in "abc"]
    if given.get("method") != "davidson":
        assert [found[a]["win_rate"] for a in "abc"] == pytest.approx([sum(two) / 2 for two in rates])


def drawn_verdicts(seed: int, systems: int, n: int, ties: float = 0.15, first: float = 0.3) -> list[Verdict]:
    draw = random.Random(seed)
    made = []
    for number in range(n):
        one, other = draw.sample(range(systems), 2)
        p = 1 / (1 + math.exp(-((one - other) / 2 + first)))
        winner = "tie" if draw.random() < ties else "a" if draw.random() < p else "b"
        made.append((f"q{number % (n // 4)}", f"s{one}", f"s{other}", winner))
    return made


def by_scipy(rows: list[Verdict], method: str, order_effect: bool) -> dict[str, float]:
    """Maximum likelihood from the definition of the model, by BFGS from its exact gradient, then Newton's method."""
    names = sorted({name for row in rows for name in row[1:3]})
    cells = Counter(row[1:] for row in rows)
    size = len(names)

    def loss(x: np.ndarray) -> float:
        s, g, log_nu = x[:size], x[size] * order_effect, x[size + 1]
        total = 0.0
        for (first, second, winner), count in cells.items():
            d = s[names.index(first)] - s[names.index(second)] + g
            if method == "davidson":
                parts = {"a": d / 2, "b": -d / 2, "tie": log_nu}
                value = parts[winner] - np.logaddexp.reduce(list(parts.values()))
            else:
                share = {"a": 1.0, "b": 0.0, "tie": 0.5}[winner]
                value = -share * np.logaddexp(0, -d) - (1 - share) * np.logaddexp(0, d)
            total -= count * value
        return total + 0.5 * s.mean() ** 2 + (0 if order_effect else x[size] ** 2) + (method != "davidson") * log_nu**2

    def numeric(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        step = 1e-4
        shifts = np.eye(len(x)) * step
        gradient = np.array(
            [(8 * (loss(x + e) - loss(x - e)) - loss(x + 2 * e) + loss(x - 2 * e)) / (12 * step) for e in shifts]
        )
        return gradient, shifts

    x = minimize(loss, np.zeros(size + 2), method="BFGS", options={"gtol": 1e-7}).x
    for _ in range(3):
        gradient, shifts = numeric(x)
        hessian = np.array([(numeric(x + e)[0] - numeric(x - e)[0]) / 2e-4 for e in shifts])
        x = x - np.linalg.solve(hessian, gradient)
    return {name: float(x[place] - x[:size].mean()) for place, name in enumerate(names)}


@pytest.mark.parametrize("order_effect", [False, True])
@pytest.mark.parametrize("method", ["bradley_terry", "davidson"])
def test_scipy_agrees(method: str, order_effect: bool) -> None:
    rows = drawn_verdicts(1, 5, 200)
    found = strengths(rows, method=method, order_effect=order_effect)
    assert found == pytest.approx(by_scipy(rows, method, order_effect), abs=1e-8)


@pytest.mark.parametrize("order_effect", [False, True])
def test_statsmodels_agrees(order_effect: bool) -> None:
    api = pytest.importorskip("statsmodels.api")
    rows = drawn_verdicts(2, 6, 400)
    names = sorted({name for row in rows for name in row[1:3]})
    design = np.zeros((len(rows), len(names)))
    for place, (_, first, second, _) in enumerate(rows):
        design[place, names.index(first)], design[place, names.index(second)] = 1, -1
    design = design[:, 1:]
    if order_effect:
        design = np.column_stack([design, np.ones(len(rows))])
    score = [{"a": 1.0, "b": 0.0, "tie": 0.5}[row[3]] for row in rows]
    fitted = api.GLM(score, design, family=api.families.Binomial()).fit(tol=1e-14, maxiter=200)
    expected = dict(zip(names, [0.0, *fitted.params[: len(names) - 1]], strict=True))
    found = strengths(rows, order_effect=order_effect, baseline=names[0])
    assert found == pytest.approx(expected, abs=1e-8)
    assert found[names[0]] == 0


@pytest.mark.parametrize("wins", range(1, 8))
def test_two_systems_by_hand(wins: int) -> None:
    """Odds are those of wins; with a prior of n comparisons half of them are added to both."""
    rows = verdicts({("x", "y"): (wins, 0, 8 - wins)})
    assert strengths(rows)["x"] == pytest.approx(math.log(wins / (8 - wins)) / 2, abs=1e-12)
    assert strengths(rows, prior=2)["x"] == pytest.approx(math.log((wins + 1) / (9 - wins)) / 2, abs=1e-12)
    assert strengths(rows, baseline="y")["x"] == pytest.approx(math.log(wins / (8 - wins)), abs=1e-12)


NO_STRENGTHS = {
    "one comparison": [("q", "x", "y", "a")],
    "never lost": verdicts({("x", "y"): (5, 0, 0), ("y", "z"): (2, 0, 3)}),
    "two islands": verdicts({("a", "b"): (2, 0, 3), ("c", "d"): (2, 1, 3)}),
}


@pytest.mark.parametrize("rows", NO_STRENGTHS.values(), ids=NO_STRENGTHS)
def test_no_finite_strengths_are_null(rows: list[Verdict]) -> None:
    for row in rated(rows).values():
        unknown = ("strength", "rating", "ci_low", "ci_high", "rank", "rank_low", "win_rate")
        assert {row[name] for name in unknown} == {None}
        assert row["n_comparisons"] == row["wins"] + row["ties"] + row["losses"] > 0
    pairs = rankhouse.preference_pairs(table(rows)).fetchall()
    assert {row[-1] for row in pairs} == {None}


def test_a_prior_makes_strengths_finite() -> None:
    found = rated(NO_STRENGTHS["never lost"], prior=1)
    assert [found[system]["rank"] for system in "xyz"] == [1, 3, 2]
    assert {row["strength"] for row in rated(NO_STRENGTHS["two islands"], prior=1).values()} == {None}


def test_all_ties() -> None:
    rows = verdicts({("x", "y"): (0, 9, 0)})
    assert strengths(rows) == {"x": 0, "y": 0}
    assert strengths(rows, method="davidson") == {"x": None, "y": None}


def test_an_advantage_without_a_limit_is_null() -> None:
    """Who is shown first always wins."""
    rows = verdicts(dict.fromkeys(itertools.permutations("xyz", 2), (3, 0, 0)))
    assert set(strengths(rows).values()) == {0}
    assert set(strengths(rows, order_effect=True).values()) == {None}


def test_a_cycle_has_equal_strengths() -> None:
    found = rated(verdicts({("x", "y"): (5, 0, 0), ("y", "z"): (5, 0, 0), ("z", "x"): (5, 0, 0)}))
    assert {row["strength"] for row in found.values()} == {0}
    assert {row["rank"] for row in found.values()} == {1}


def test_a_chain_of_systems_that_meet_their_neighbours() -> None:
    """As many odds as there are pairs, each by hand; Newman's iteration alone would need thousands of steps."""
    wins = {(f"s{i:02}", f"s{i + 1:02}"): (3 + i % 4, 0, 4) for i in range(40)}
    found = strengths(verdicts(wins))
    for (one, other), (won, _, lost) in wins.items():
        assert found[one] - found[other] == pytest.approx(math.log(won / lost), abs=1e-9)


def test_300_systems() -> None:
    rows = drawn_verdicts(3, 12, 400, ties=0.4, first=0)
    many = enumerate(rows * 10)
    rows = [(q, f"{a}-{n % 25}", f"{b}-{(n + n // 25) % 25}", winner) for n, (q, a, b, winner) in many]
    found = rated(rows, repetitions=5)
    assert len(found) == 300
    assert all(row["strength"] is not None for row in found.values())
    assert sum(row["strength"] for row in found.values()) == pytest.approx(0, abs=1e-9)


QUERIES, SYSTEMS = st.sampled_from([f"q{i}" for i in range(12)]), st.sampled_from("wxyz")
verdict = st.tuples(QUERIES, SYSTEMS, SYSTEMS, st.sampled_from(["a", "b", "tie"])).filter(lambda row: row[1] != row[2])


@given(st.lists(verdict, min_size=1, max_size=60), st.randoms(), st.sampled_from(["bradley_terry", "davidson"]))
@examples(8)
def test_what_changes_nothing(rows: list[Verdict], draw: random.Random, method: str) -> None:
    """The order of rows, names, which of both is shown first, and the unit of weights."""
    found = rated(rows, method=method)
    shuffled = draw.sample(rows, len(rows))
    names = dict(zip("wxyz", "dbca", strict=True))
    renamed = [(query, names[one], names[other], winner) for query, one, other, winner in rows]
    swap = {"a": "b", "b": "a", "tie": "tie"}
    swapped = [(q, b, a, swap[w]) if draw.random() < 0.5 else (q, a, b, w) for q, a, b, w in rows]
    weighted = rankhouse.preference_ratings(
        table([(*row, 2.5) for row in rows], "query_id system_a system_b winner weight"),
        method,
        repetitions=50,
        columns={"weight": "weight"},
    )
    others = {row[0]: dict(zip(weighted.columns, row, strict=True)) for row in weighted.fetchall()}
    shuffled_found, renamed_found = rated(shuffled, method=method), rated(renamed, method=method)
    swapped_found = rated(swapped, method=method)
    for name, row in found.items():
        for figure in ("strength", "ci_low", "ci_high", "win_rate"):
            value = None if row[figure] is None else pytest.approx(row[figure], abs=1e-6)
            assert shuffled_found[name][figure] == value
            assert renamed_found[names[name]][figure] == value
            assert swapped_found[name][figure] == value
            assert others[name][figure] == value
        if row["strength"] is not None:
            assert math.isfinite(row["strength"])


def test_weights_are_repetitions() -> None:
    rows = drawn_verdicts(4, 4, 80)
    weighted = rankhouse.preference_ratings(
        table([(*row, 1 + n % 3) for n, row in enumerate(rows)], "query_id system_a system_b winner worth"),
        columns={"weight": "worth"},
        repetitions=50,
    ).fetchall()
    repeated = rated([row for n, row in enumerate(rows) for _ in range(1 + n % 3)])
    for system, strength, rating, low, high, *_ in weighted:
        expected = repeated[system]
        assert (strength, rating) == pytest.approx((expected["strength"], expected["rating"]))
        assert (low, high) == pytest.approx((expected["ci_low"], expected["ci_high"]))


def poisson_weight(seed: int, unit: str, repetition: int) -> int:
    import hashlib

    digits = hashlib.md5(f"resampling:{seed}:{unit}:{(repetition - 1) // 5}".encode()).hexdigest()
    place = (repetition - 1) % 5
    limits = [0x5E2D59, 0xBC5AB2, 0xEB715E, 0xFB2398, 0xFF1026, 0xFFD90F, 0xFFFA8B, 0xFFFF54, 0xFFFFED, 0xFFFFFE]
    value = int(digits[6 * place : 6 * place + 6], 16)
    return sum(value >= limit for limit in limits)


def refits(rows: list[Verdict], repetitions: int) -> dict[str, list[float]]:
    """The strengths of each repetition by maximum likelihood, by the weights that the macros draw."""
    units = sorted({row[0] for row in rows})
    ends: dict[str, list[float]] = {}
    for repetition in range(1, repetitions + 1):
        weights = {unit: poisson_weight(0, unit, repetition) for unit in units}
        drawn = [row for row in rows for _ in range(weights[row[0]])]
        for name, strength in strengths(drawn, repetitions=1).items():
            ends.setdefault(name, []).append(strength)
    return ends


@pytest.mark.thorough
def test_intervals_are_first_order_effects_of_resampling() -> None:
    """Where there are many queries, they are those of full refits: here half as far as they are wide by 6 %."""
    rows = drawn_verdicts(5, 4, 1200)
    found = rated(rows, repetitions=60)
    for name, values in refits(rows, 60).items():
        low, high = np.quantile(1000 + 400 / math.log(10) * np.array(values), [0.025, 0.975])
        width = high - low
        assert abs(found[name]["ci_low"] - low) < 0.06 * width
        assert abs(found[name]["ci_high"] - high) < 0.06 * width


def test_few_queries_have_no_interval() -> None:
    rows = verdicts({("x", "y"): (6, 0, 6)}, n_queries=5)
    assert {row["ci_low"] for row in rated(rows).values()} == {None}
    rows = verdicts({("x", "y"): (6, 0, 6)}, n_queries=6)
    assert {row["ci_low"] is None for row in rated(rows).values()} == {False}


def test_many_queries_are_drawn_in_bundles() -> None:
    """The width stays that of the normal approximation, 1.96 / sqrt(n p (1 - p)) of the difference."""
    n = 4000
    rows = [(f"q{i}", "x", "y", "a" if i % 5 < 3 else "b") for i in range(n)]
    found = rated(rows, repetitions=1000)["x"]
    half = 1.96 / math.sqrt(n * 0.24) / 2 * 400 / math.log(10)
    assert found["ci_high"] - found["ci_low"] == pytest.approx(2 * half, rel=0.1)


def test_clusters_widen_intervals() -> None:
    """Each query three times, in one cluster, is the query once."""
    rows = [(f"q{n}", one, other, winner) for n, (_, one, other, winner) in enumerate(drawn_verdicts(6, 3, 90))]
    thrice = [(f"{query}-{i}", one, other, winner, query) for query, one, other, winner in rows for i in range(3)]
    names = "query_id system_a system_b winner document"
    once = table([(*row, row[0]) for row in rows], names)
    for function, low, high in ((rankhouse.preference_ratings, 3, 4), (rankhouse.preference_pairs, 6, 7)):
        clustered = function(table(thrice, names), cluster="document").fetchall()
        single = function(once, cluster="document").fetchall()
        for one_row, other_row in zip(clustered, single, strict=True):
            assert one_row[:2] == pytest.approx(other_row[:2]) if low == 3 else one_row[:2] == other_row[:2]
            assert (one_row[low], one_row[high]) == pytest.approx((other_row[low], other_row[high]))


def test_groups_are_by_themselves(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create table preferences as select day, 'q' || query as query_id, 's' || hash(day, query, 1) % 3 as system_a,"
        " 's' || 3 + hash(query) % 2 as system_b, ['a', 'b', 'tie'][(1 + hash(query, day) % 3)::int] as winner"
        " from (values (1), (2), (null)) as days(day), range(90) as queries(query)"
    )
    for function in (rankhouse.preference_ratings, rankhouse.preference_pairs):
        together = function("preferences", by="day", con=con).fetchall()
        for day in (1, 2, None):
            alone = function(con.sql(f"from preferences where day is not distinct from {day or 'null'}"), con=con)
            mine = [row[1:] for row in together if row[0] == day]
            for one_row, other_row in zip(mine, alone.fetchall(), strict=True):
                for one, other, name in zip(one_row, other_row, alone.columns, strict=True):
                    if name != "p_adjusted":
                        assert one == (pytest.approx(other) if isinstance(other, float) else other), name


def test_wrong_baseline() -> None:
    rows = verdicts(WORKED)
    for function in (rankhouse.preference_ratings, rankhouse.preference_pairs):
        with pytest.raises(InputError, match="baseline 'd' is not one of the systems"):
            function(table(rows), baseline="d")


def test_pairs_by_hand() -> None:
    """One comparison a query: Wilson's interval of n - 1, by Student's t, and the sign test of wins and losses."""
    from scipy import stats

    rows = [(f"q{i}", "x", "y", "a" if i < 13 else "b") for i in range(20)]
    found = rankhouse.preference_pairs(table(rows))
    (row,) = found.fetchall()
    values = dict(zip(found.columns, row, strict=True))
    assert (values["system"], values["baseline"], values["wins"], values["losses"]) == ("y", "x", 7, 13)
    assert values["win_rate"] == pytest.approx(0.35)
    n, z = 19, stats.t.ppf(0.975, 19)
    centre, half = 0.35 + z * z / (2 * n), z * math.sqrt(0.35 * 0.65 / n + z * z / (4 * n * n))
    expected = [(centre + sign * half) / (1 + z * z / n) for sign in (-1, 1)]
    assert [values["ci_low"], values["ci_high"]] == pytest.approx(expected)
    assert values["p_value"] == values["p_adjusted"] == pytest.approx(stats.binomtest(7, 20).pvalue)
    assert values["expected_win_rate"] == pytest.approx(0.35)


def test_comparisons_of_a_query_are_one_observation() -> None:
    rows = [(f"q{i}", "x", "y", "a" if i < 13 else "b") for i in range(20)]
    once = rankhouse.preference_pairs(table(rows)).fetchall()[0]
    thrice = rankhouse.preference_pairs(table(rows * 3)).fetchall()[0]
    assert once[5:] == pytest.approx(thrice[5:])
    assert thrice[2:5] == (21, 0, 39)


@pytest.mark.thorough
def test_intervals_hold_what_they_promise() -> None:
    """95 % intervals of a difference in strength, by simulation: 200 times 60 queries of three comparisons each."""
    held = []
    for seed in range(200):
        draw = random.Random(seed)
        rows = []
        for query in range(60):
            lean = draw.gauss(0, 0.5)
            for one, other, d in (("x", "y", 0.6), ("y", "z", 0.4), ("x", "z", 1.0)):
                p = 1 / (1 + math.exp(-(d + lean)))
                rows.append((f"q{query}", one, other, "a" if draw.random() < p else "b"))
        found = rated(rows, baseline="z", repetitions=200)["x"]
        truth = by_population()
        held.append(found["ci_low"] <= truth <= found["ci_high"])
    assert 0.90 <= sum(held) / len(held) <= 0.99


def by_population() -> float:
    """The rating to which estimates tend: of expected scores, in which the leaning of queries is averaged."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    shares = {d: float((weights / (1 + np.exp(-(d + 0.5 * nodes)))).sum() / weights.sum()) for d in (0.6, 0.4, 1.0)}

    def equations(s: np.ndarray) -> float:
        pairs = ((s[0] - s[1], 0.6), (s[1], 0.4), (s[0], 1.0))
        return sum(np.logaddexp(0, -d) * shares[k] + np.logaddexp(0, d) * (1 - shares[k]) for d, k in pairs)

    return 1000 + 400 / math.log(10) * float(minimize(equations, np.zeros(2), options={"gtol": 1e-10}).x[0])


@pytest.mark.parametrize("macro", [rankhouse.preference_ratings, rankhouse.preference_pairs])
def test_a_cluster_that_one_row_names_is_that_of_the_query(macro: Callable[..., Any]) -> None:
    clusters = [None, "d", "d", "e", None, "e"]
    rows = {"query_id": [1, 1, 2, 3, 3, 4], "system_a": ["x", "x", "y", "x", "z", "y"]}
    rows |= {"system_b": ["y", "z", "z", "z", "y", "x"], "winner": ["a", "b", "tie", "a", "b", "a"]}
    filled = ["d", "d", "d", "e", "e", "e"]
    found = macro(rows | {"document_id": clusters}, cluster="document_id").fetchall()
    assert found == macro(rows | {"document_id": filled}, cluster="document_id").fetchall()


def drawn_days(days: int, queries: int) -> list[Any]:
    """Each day with questions of its own."""
    draw = random.Random(5)
    return [
        (f"{day}-{query}", *pair, draw.choice(["a", "a", "b", "tie"]), day)
        for day in range(days)
        for query in range(queries)
        for pair in ("xy", "yz", "zx")
    ]


def test_a_group_of_few_is_drawn_as_it_is_alone() -> None:
    """Among 40 others, 2,460 questions in all: more than are drawn one by one."""
    rows, names = drawn_days(41, 60), "query_id system_a system_b winner day"
    alone = rankhouse.preference_ratings(table(rows[:180], names), by=["day"], repetitions=100).fetchall()
    among = rankhouse.preference_ratings(table(rows, names), by=["day"], repetitions=100).fetchall()
    assert alone == [row for row in among if row[0] == 0]


def test_one_cluster_says_nothing_of_chance() -> None:
    """And it is no test that others are corrected for: Holm's p of two clusters that agree, 0.5, twice."""
    rows = [(f"q{n}", "x", "y", "a", f"d{n % 2}") for n in range(6)]
    rows += [(f"q{n}", "x", "z", "a", f"d{n % 2}") for n in range(6)]
    rows += [(f"r{n}", "y", "z", "a", "d0") for n in range(9)]
    found = rankhouse.preference_pairs(table(rows, "query_id system_a system_b winner doc"), cluster="doc").fetchall()
    p_values = {row[1] + row[0]: row[8:10] for row in found}
    both = pytest.approx((0.5, 1.0))
    assert p_values == {"xy": both, "xz": both, "yz": (None, None)}


def test_the_widest_pair_is_judged_first(registered: duckdb.DuckDBPyConnection) -> None:
    rows = [*drawn_days(2, 30), ("more", "z", "w", "a", 0), ("less", "w", "z", "a", 0), ("last", "w", "z", "b", 1)]
    read = table(rows, "query_id system_a system_b winner day")
    registered.register("uneven", pa.table(read))
    found = registered.sql("from pairs_to_judge('uneven', \"by\" := ['day'])").fetchall()
    assert found == rankhouse.pairs_to_judge(read, by=["day"]).fetchall()
    for day in range(2):
        widths = [row[3] for row in found if row[0] == day]
        assert len(widths) > 2 and widths == sorted(widths, reverse=True)
