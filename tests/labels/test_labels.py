"""Labels of several raters, and of machines beside people: against other libraries, twins in Python, and corners."""

from __future__ import annotations

import json
import math
import random
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

import rankhouse
from copied import copy_macros
from helpers.examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from recorded import labels
from recorded.labels import gwet

pytestmark = pytest.mark.filterwarnings("ignore:.* human labels")

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "labels" / "values.json").read_text())
GWET = json.loads((Path(__file__).parents[1] / "recorded" / "labels" / "gwet.json").read_text())["ratings"]
WAYS = ("dbt", "table macro", "python")


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def rated(con: duckdb.DuckDBPyConnection, rows: list[Any], type_: str = "integer") -> None:
    """Unit, rater, rating, and a group where there is a fourth."""
    con.execute(f"create or replace table ratings (unit_id integer, rater_id varchar, rating {type_}, shop varchar)")
    con.executemany("insert into ratings values (?, ?, ?, ?)", [[*row, *[None] * (4 - len(row))] for row in rows])


def valued(con: duckdb.DuckDBPyConnection, human: list[float], machine: list[float]) -> None:
    for name, values in {"human": human, "machine": machine}.items():
        con.execute(f"create or replace table {name} (query_id varchar, measure varchar, value double)")
        con.executemany(f"insert into {name} values (?, 'ndcg@10', ?)", [[f"q{n}", x] for n, x in enumerate(values)])


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, *tables: str, **arguments: Any) -> list[Any]:
    if way == "dbt":
        return con.sql(str(getattr(macros("duckdb"), name)(*(f"main.{one}" for one in tables), **arguments))).fetchall()
    if way == "python":
        return getattr(rankhouse, name)(*tables, **arguments, con=con).fetchall()
    given = ", ".join([*map(repr, tables), *(f'"{name}" := {value!r}' for name, value in arguments.items())])
    return con.sql(f"from {name}({given})").fetchall()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", labels.RATINGS)
def test_agreement_is_that_of_other_libraries(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    rated(con, labels.ratings(*labels.RATINGS[name]))
    found = {
        level: asked(con, way, "rater_agreement", "ratings", level=level, repetitions=20)[0][1]
        for level in labels.LEVELS
    }
    if "fleiss" in RECORDED["ratings"][name]:
        found["fleiss"] = asked(con, way, "rater_agreement", "ratings", method="fleiss", repetitions=20)[0][1]
    assert found == pytest.approx(RECORDED["ratings"][name], abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", labels.RATINGS)
def test_gwet_is_that_of_irr_cac(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    """Of several raters and holes; with grades that nobody gave, which are on the scale alone."""
    rated(con, labels.ratings(*labels.RATINGS[name]))
    for n, known in GWET[name].items():
        scale = {} if n == "5" else {"scale": list(range(int(n)))}
        for weights in gwet.WEIGHTS:
            chosen = {} if weights == "identity" else {"weights": weights}
            ((_, value, *_),) = asked(
                con, way, "rater_agreement", "ratings", method="gwet", repetitions=0, **scale, **chosen
            )
            assert value == pytest.approx(known[weights], abs=1e-12), (n, weights)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("raters", "chosen", "value"),
    [
        (("aaabbbcaab", "aaabbccaaa"), {}, 0.7173145),
        (("aaabbbcaab", "aaabbccaaa"), {"weights": "quadratic", "scale": ["a", "b", "c"]}, 0.8795181),
        # Nearly all are equal: p_a 0.96, p_e 2 * 0.98 * 0.02; kappa is -0.02. Then one unit more with one rating.
        (("a" * 24 + "b", "a" * 25), {}, (0.96 - 0.0392) / (1 - 0.0392)),
        (("a" * 24 + "bb", "a" * 25 + "."), {}, (0.96 - 2 * 24.5 / 26 * 1.5 / 26) / (1 - 2 * 24.5 / 26 * 1.5 / 26)),
        (("aaaaaa", "aaaaaa"), {}, None),
        (("aaaaaa", "aaaaaa"), {"scale": ["a", "b"]}, 1.0),
        (("aaabbb", "bbbaaa"), {}, -1.0),
        # Chance counts a unit with one rating, even where no unit has two.
        (("aaa...", "...bbb"), {}, None),
    ],
)
def test_gwet_by_hand(
    con: duckdb.DuckDBPyConnection, way: str, raters: tuple[str, ...], chosen: dict[str, Any], value: float | None
) -> None:
    """The first two were published with the definition."""
    said = [(unit, f"r{n}", each) for n, ratings in enumerate(raters) for unit, each in enumerate(ratings)]
    rated(con, [row for row in said if row[2] != "."], "varchar")
    ((_, found, *_),) = asked(con, way, "rater_agreement", "ratings", method="gwet", repetitions=0, **chosen)
    assert found == (None if value is None else pytest.approx(value, abs=5e-8))


def by_definition(rows: list[Any], grades: list[int], weights: str | None) -> float | None:
    """Gwet 2008 in fractions: the mean share of pairs that agree, by their weights, and what chance gives of it."""
    q, at = len(grades), {grade: place for place, grade in enumerate(grades)}
    by_unit: dict[Any, list[int]] = {}
    for unit, _, rating in rows:
        by_unit.setdefault(unit, []).append(at[rating])
    shared = [each for each in by_unit.values() if len(each) > 1]
    if q < 2 or not shared:
        return None

    def weight(one: int, other: int) -> Fraction:
        if weights is None:
            return Fraction(one == other)
        return 1 - Fraction(abs(one - other), q - 1) ** (1 if weights == "linear" else 2)

    agreed = sum(
        sum(weight(*pair) for pair in permutations(each, 2)) / Fraction(len(each) * (len(each) - 1)) for each in shared
    ) / len(shared)
    shares = [sum(Fraction(each.count(k), len(each)) for each in by_unit.values()) / len(by_unit) for k in range(q)]
    total = sum(weight(one, other) for one in range(q) for other in range(q))
    chance = total * sum(share * (1 - share) for share in shares) / (q * (q - 1))
    return float((agreed - chance) / (1 - chance))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@given(
    rows=st.dictionaries(
        st.tuples(st.integers(1, 6), st.sampled_from("abc"), st.sampled_from(["x", None])),
        st.integers(0, 4),
        min_size=1,
        max_size=30,
    )
)
@examples(12)
def test_gwet_is_its_definition(con: duckdb.DuckDBPyConnection, weights: str | None, rows: dict[Any, int]) -> None:
    """By group, and by pair of raters, whose ratings are among those of the group."""
    rated(con, [(unit, rater, rating, shop) for (unit, rater, shop), rating in rows.items()])
    chosen: dict[str, Any] = {"method": "gwet", "weights": weights, "by": ["shop"], "repetitions": 0}
    found = {row[0]: row[2] for row in asked(con, "dbt", "rater_agreement", "ratings", **chosen)}
    of_pairs = {row[:3]: row[4] for row in asked(con, "dbt", "rater_agreement", "ratings", pairs=True, **chosen)}
    assert found.keys() == {shop for _, _, shop in rows}
    for shop in found:
        own = [(unit, rater, rating) for (unit, rater, its), rating in rows.items() if its == shop]
        grades = sorted({row[2] for row in own})
        assert found[shop] == pytest.approx(by_definition(own, grades, weights), abs=1e-12)
        for pair in combinations(sorted({row[1] for row in own}), 2):
            both = [row for row in own if row[1] in pair]
            assert of_pairs[shop, *pair] == pytest.approx(by_definition(both, grades, weights), abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_no_repetition_is_no_interval(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rated(con, labels.ratings(*labels.RATINGS["five raters"]))
    ((_, value, *_, low, high),) = asked(con, way, "rater_agreement", "ratings", repetitions=0)
    assert value == pytest.approx(RECORDED["ratings"]["five raters"]["nominal"]) and (low, high) == (None, None)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappas_of_pairs_are_those_of_scikit_learn(con: duckdb.DuckDBPyConnection, weights: str | None) -> None:
    rows = labels.ratings(*labels.RATINGS["five raters"])
    rated(con, rows)
    by_rater: dict[str, dict[int, int]] = {}
    for unit, rater, rating in rows:
        by_rater.setdefault(rater, {})[unit] = rating
    found = asked(con, "python", "rater_agreement", "ratings", method="cohen", weights=weights, pairs=True)
    assert len(found) == 10
    for one, other, method, value, n_units, n_raters, n_left_out, low, high in found:
        both = sorted(by_rater[one].keys() & by_rater[other].keys())
        given = [[by_rater[rater][unit] for unit in both] for rater in (one, other)]
        assert value == pytest.approx(cohen_kappa_score(*given, weights=weights, labels=range(5)), abs=1e-12)
        assert (method, n_units, n_raters) == ("cohen", len(both), 2)
        assert n_left_out == len(by_rater[one].keys() ^ by_rater[other].keys())
        assert low <= value <= high


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_a_group_s_kappa_is_by_its_own_ratings(con: duckdb.DuckDBPyConnection, way: str, weights: str) -> None:
    """Places on the scale are those of the ratings of the group, whatever other groups have in between."""
    shops = {"x": [(1, 1), (2, 5), (5, 1), (1, 1), (2, 2), (5, 5)], "y": [(3, 4), (4, 3), (3, 3), (4, 4)]}
    rated(
        con,
        [
            (unit, rater, pair[place], shop)
            for shop, pairs in shops.items()
            for unit, pair in enumerate(pairs)
            for place, rater in enumerate(("ann", "bob"))
        ],
    )
    found = asked(con, way, "rater_agreement", "ratings", method="cohen", weights=weights, by=["shop"], repetitions=0)
    for shop, _, value, *_ in found:
        places = {rating: place for place, rating in enumerate(sorted({each for pair in shops[shop] for each in pair}))}
        given = [[places[rating] for rating in ratings] for ratings in zip(*shops[shop], strict=True)]
        assert value == pytest.approx(cohen_kappa_score(*given, weights=weights), abs=1e-12), shop
    assert len(found) == 2


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "asked_for",
    [
        {"level": "ordinal"},
        {"method": "cohen", "weights": "quadratic"},
        {"method": "gwet", "weights": "linear"},
    ],
)
def test_words_have_no_order(con: duckdb.DuckDBPyConnection, way: str, asked_for: dict[str, Any]) -> None:
    """The alphabet has high, low, mid, and 10 before 9. By numbers the value is that of scikit-learn."""
    grades = {"low": 0, "mid": 1, "high": 2}
    pairs = [("low", "low"), ("mid", "high"), ("high", "high"), ("low", "mid"), ("mid", "mid"), ("high", "mid")]
    for kind in (str, lambda word: str(grades[word])):
        rated(
            con, [(n, "ab"[side], kind(each)) for n, pair in enumerate(pairs) for side, each in enumerate(pair)], "text"
        )
        with pytest.raises((InputError, duckdb.Error), match=r"number.*VARCHAR|text is ordered by the alphabet"):
            asked(con, way, "rater_agreement", "ratings", **asked_for, repetitions=0)
        assert asked(con, way, "rater_agreement", "ratings", method="cohen", repetitions=0)
    rated(con, [(n, "ab"[side], grades[each]) for n, pair in enumerate(pairs) for side, each in enumerate(pair)])
    ((_, value, *_),) = asked(con, way, "rater_agreement", "ratings", **asked_for, repetitions=0)
    if asked_for.get("method") == "cohen":
        one, other = ([grades[pair[side]] for pair in pairs] for side in (0, 1))
        assert value == pytest.approx(cohen_kappa_score(one, other, weights="quadratic"), abs=1e-12)


WORDS = ["no", "hardly", "mostly", "fully"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["text", "int"])
def test_a_scale_orders_words_and_has_grades_that_nobody_gave(
    con: duckdb.DuckDBPyConnection, way: str, kind: str
) -> None:
    """scikit-learn's labels: 'hardly' is on the scale, and 'no' and 'mostly' are two places apart."""
    pairs = [(0, 0), (2, 3), (3, 3), (0, 2), (2, 2), (3, 2), (3, 0)]
    scale = WORDS if kind == "text" else [0, 1, 2, 3]
    rated(con, [(n, "ab"[side], scale[each]) for n, pair in enumerate(pairs) for side, each in enumerate(pair)], kind)
    one, other = ([pair[side] for pair in pairs] for side in (0, 1))
    for weights in ("linear", "quadratic"):
        chosen = {"method": "cohen", "weights": weights, "repetitions": 0}
        ((_, value, *_),) = asked(con, way, "rater_agreement", "ratings", **chosen, scale=scale)
        known = cohen_kappa_score(one, other, weights=weights, labels=[0, 1, 2, 3])
        assert value == pytest.approx(known, abs=1e-12) != cohen_kappa_score(one, other, weights=weights)
    ((_, by_words, *_),) = asked(con, way, "rater_agreement", "ratings", level="ordinal", scale=scale, repetitions=0)
    for ties, choice in {"lowest": min, "highest": max}.items():
        found = asked(con, way, "merge_ratings", "ratings", ties=ties, scale=scale)
        assert {row[0]: row[1] for row in found} == {n: scale[choice(pair)] for n, pair in enumerate(pairs)}
    with pytest.raises((InputError, duckdb.Error), match=r"(is|are) not on the scale in column 'rating'"):
        asked(con, way, "merge_ratings", "ratings", scale=scale[:3])
    rated(con, [(n, "ab"[side], each) for n, pair in enumerate(pairs) for side, each in enumerate(pair)])
    ((_, by_numbers, *_),) = asked(con, way, "rater_agreement", "ratings", level="ordinal", repetitions=0)
    assert by_words == by_numbers


@pytest.mark.parametrize(
    ("scale", "more", "message"),
    [
        ("low", {}, "scale is a list of two grades or more"),
        (["low"], {}, "got ['low']"),
        (["low", "low"], {}, "each once"),
        (["low", 1], {}, "got ['low', 1]"),
        ([1, float("nan")], {}, "scale is a list"),
        (["low", "high"], {"level": "interval"}, "scale is an order of grades, and level='interval' needs numbers"),
    ],
)
def test_what_is_no_scale(scale: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        macros("duckdb").rater_agreement("ratings", scale=scale, **more)


def test_intervals_are_quantiles_of_resampled_units(con: duckdb.DuckDBPyConnection) -> None:
    """Their spread is about that of units that are drawn again with a generator of random numbers."""
    rows = labels.ratings(*labels.RATINGS["five raters, no holes"])
    rated(con, rows)
    ((_, value, *_, low, high),) = asked(con, "python", "rater_agreement", "ratings", method="agreement")
    table = np.array([[row[2] for row in rows if row[0] == unit] for unit in range(40)])
    shares = ((table[:, :, None] == table[:, None, :]).sum((1, 2)) - 5) / 20
    assert value == pytest.approx(shares.mean())
    chosen = np.random.default_rng(1)
    means = [shares[chosen.integers(0, 40, 40)].mean() for _ in range(4000)]
    assert [low, high] == pytest.approx(np.quantile(means, [0.025, 0.975]), abs=0.02)


@pytest.mark.parametrize("repetitions", [1, 2])
def test_one_repetition_is_no_interval(con: duckdb.DuckDBPyConnection, repetitions: int) -> None:
    """The agreement of the data themselves is none of those that are drawn."""
    rated(con, labels.ratings(*labels.RATINGS["five raters, no holes"]))
    ((_, *_, low, high),) = asked(con, "dbt", "rater_agreement", "ratings", method="agreement", repetitions=repetitions)
    assert (low is None and high is None) if repetitions == 1 else low < high


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("pairs", [False, True])
def test_a_segment_is_what_it_would_be_alone(con: duckdb.DuckDBPyConnection, way: str, pairs: bool) -> None:
    """Values and the ends of intervals, overall and by pair of raters; a segment may be NULL."""
    shops = {"x": labels.ratings(*labels.RATINGS["five raters"]), None: labels.ratings(*labels.RATINGS["two raters"])}
    rated(con, [(*row, shop) for shop, rows in shops.items() for row in rows])
    arguments: dict[str, Any] = {"level": "ordinal", "pairs": pairs, "repetitions": 40}
    together = asked(con, way, "rater_agreement", "ratings", by=["shop"], **arguments)
    n_names = 2 if pairs else 0
    found: dict[Any, dict[Any, Any]] = {}
    for shop, *row in together:
        found.setdefault(shop, {})[tuple(row[:n_names])] = row[n_names + 1 :]
    for shop, rows in shops.items():
        rated(con, rows)
        alone = asked(con, way, "rater_agreement", "ratings", **arguments)
        assert {tuple(row[:n_names]) for row in alone} == found[shop].keys()
        for row in alone:
            assert found[shop][tuple(row[:n_names])] == pytest.approx(row[n_names + 1 :], abs=1e-12)
            assert row[-2] < row[n_names + 1] < row[-1]


def test_fleiss_needs_even_units_in_each_group(con: duckdb.DuckDBPyConnection) -> None:
    """Two ratings a unit in one shop and three in another are even; in shop y two units differ."""
    even = [(unit, rater, (unit + n) % 2, "x") for unit in (1, 2) for n, rater in enumerate("ab")]
    even += [(unit, rater, (unit + n) % 2) for unit in (1, 2) for n, rater in enumerate("abc")]
    rated(con, even)
    values = asked(con, "python", "rater_agreement", "ratings", method="fleiss", by=["shop"], repetitions=0)
    assert len(values) == 2 and all(row[2] is not None for row in values)
    rated(con, [*even, *((1, rater, 0, "y") for rater in "ab"), *((7, rater, 1, "y") for rater in "abc")])
    message = "shop 'y', unit_id 1, ratings 2, other unit_id 7, other ratings 3; use method='krippendorff'"
    with pytest.raises(InputError, match=message):
        rankhouse.rater_agreement("ratings", "fleiss", by="shop", con=con)
    # In SQL, where nothing is refused, it is NULL.
    found = asked(con, "dbt", "rater_agreement", "ratings", method="fleiss", by=["shop"], repetitions=0)
    assert {row[0]: row[2] is None for row in found} == {"x": False, None: False, "y": True}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("rows", "figures"),
    [
        ([(1, "a", 3), (2, "a", 2)], (None, 0, 1, 2)),
        ([(1, "a", 3), (2, "b", 2)], (None, 0, 2, 2)),
        ([(1, "a", 3), (1, "b", 3), (2, "a", 3), (2, "b", 3)], (None, 2, 2, 0)),
        ([(1, "a", 3), (1, "b", None), (2, "a", 1), (2, "b", 1), (3, "a", 2), (3, "b", 2)], (1.0, 2, 2, 1)),
    ],
    ids=["one rater", "raters who never meet", "all ratings equal", "a rating that is NULL"],
)
@pytest.mark.parametrize("method", ["krippendorff", "cohen", "fleiss", "gwet"])
def test_corners_of_agreement(
    con: duckdb.DuckDBPyConnection, way: str, method: str, rows: list[Any], figures: tuple[Any, ...]
) -> None:
    rated(con, rows)
    ((_, *found, low, high),) = asked(con, way, "rater_agreement", "ratings", method=method, repetitions=50)
    assert tuple(found) == pytest.approx(figures, nan_ok=False)
    # So few units all agree by chance too often.
    assert (low, high) == (None, None)


def dawid_skene(rows: list[Any], steps: int) -> dict[int, dict[int, float]]:
    """Straight from the paper: the classes' shares, each rater's matrix, then each unit's probabilities."""
    classes = sorted({row[2] for row in rows})
    units = sorted({row[0] for row in rows})
    votes = {unit: Counter(row[2] for row in rows if row[0] == unit) for unit in units}
    shares = {unit: {k: votes[unit][k] / votes[unit].total() for k in classes} for unit in units}
    for _ in range(steps):
        common = {k: sum(shares[unit][k] for unit in units) / len(units) for k in classes}
        said: Counter[Any] = Counter()
        made: Counter[Any] = Counter()
        for unit, rater, rating in rows:
            for k in classes:
                said[rater, k, rating] += shares[unit][k]
                made[rater, k] += shares[unit][k]
        for unit in units:
            likely = dict(common)
            for _, rater, rating in (row for row in rows if row[0] == unit):
                for k in classes:
                    likely[k] *= said[rater, k, rating] / made[rater, k] if made[rater, k] else 0
            total = sum(likely.values())
            shares[unit] = {k: likely[k] / total for k in classes}
    return shares


def shops_of_classes() -> dict[str, list[tuple[int, str, int]]]:
    """Shops of 1 to 13 classes, whose numbers leave gaps; some raters never use a class."""
    chosen, shops = random.Random(5), dict[str, list[tuple[int, str, int]]]()
    for n_classes in (1, 2, 5, 6, 10, 11, 13):
        truth = {unit: chosen.randrange(n_classes) for unit in range(40)}
        shops[str(n_classes)] = [
            (unit, f"r{rater}", 3 * (likely if chosen.random() < 0.5 + rater / 12 else chosen.randrange(n_classes)))
            for unit, likely in truth.items()
            for rater in chosen.sample(range(6), chosen.randint(1, 5))
        ]
    return shops


def most_probable(rows: list[Any], steps: int) -> dict[int, int]:
    """Of Dawid and Skene each unit's class: of those that are as likely, the lowest."""
    return {
        unit: min(k for k in likely if likely[k] > max(likely.values()) - 1e-9)
        for unit, likely in dawid_skene(rows, steps).items()
    }


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("name", "steps"), [("five raters", 1), ("five raters", 20), ("two raters", 20)])
def test_dawid_and_skene(con: duckdb.DuckDBPyConnection, way: str, name: str, steps: int) -> None:
    rows = labels.ratings(*labels.RATINGS[name])
    rated(con, rows)
    if way == "table macro" and steps != 20:
        # Which has the default alone: its steps are part of the text.
        return
    arguments = {} if steps == 20 else {"steps": steps}
    found = asked(con, way, "merge_ratings", "ratings", method="dawid_skene", **arguments)
    known = most_probable(rows, steps)
    assert len(found) == len(known)
    for unit, rating, n_raters, agreement in found:
        best = known[unit]
        ratings = [row[2] for row in rows if row[0] == unit]
        assert (rating, n_raters) == (best, len(ratings))
        assert agreement == pytest.approx(ratings.count(best) / len(ratings))


def most_frequent(ratings: list[int]) -> list[int]:
    counts = Counter(ratings)
    return sorted(k for k in counts if counts[k] == max(counts.values()))


MERGED: dict[str, Callable[[list[int]], float | None]] = {
    "lowest": lambda ratings: most_frequent(ratings)[0],
    "highest": lambda ratings: most_frequent(ratings)[-1],
    "none": lambda ratings: most_frequent(ratings)[0] if len(most_frequent(ratings)) == 1 else None,
    "mean": lambda ratings: float(np.mean(ratings)),
    "median": lambda ratings: float(np.median(ratings)),
}


@pytest.mark.parametrize("way", WAYS)
def test_ratings_merged_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Units of four ratings, of three and of two."""
    rated(con, [(1, rater, rating) for rater, rating in zip("abcd", (7, 1, 2, 2), strict=True)])
    con.execute("insert into ratings from (values (2, 'a', 3, null), (2, 'b', 3, null), (2, 'c', 0, null))")
    con.execute("insert into ratings from (values (3, 'a', 0, null), (3, 'b', 3, null))")
    by_hand = {"lowest": (2, 3, 0), "highest": (2, 3, 3), "none": (2, 3, None), "mean": (3, 2, 1.5)}
    for rule, merged in (by_hand | {"median": (2, 3, 1.5)}).items():
        arguments = {"method": rule} if rule in ("mean", "median") else {"ties": rule}
        found = sorted(asked(con, way, "merge_ratings", "ratings", **arguments))
        assert found == [(1, merged[0], 4, 0.5), (2, merged[1], 3, pytest.approx(2 / 3)), (3, merged[2], 2, 0.5)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rule", MERGED)
@given(
    rows=st.dictionaries(
        st.tuples(st.integers(1, 5), st.sampled_from("abcd"), st.sampled_from(["x", None])),
        st.integers(0, 3),
        min_size=1,
        max_size=30,
    )
)
@examples(4)
def test_merged_ratings(con: duckdb.DuckDBPyConnection, way: str, rule: str, rows: dict[Any, int]) -> None:
    rated(con, [(unit, rater, rating, shop) for (unit, rater, shop), rating in rows.items()])
    arguments = {"method": rule} if rule in ("mean", "median") else {"ties": rule}
    found = asked(con, way, "merge_ratings", "ratings", by=["shop"], **arguments)
    known: dict[Any, list[int]] = {}
    for (unit, _, shop), rating in rows.items():
        known.setdefault((shop, unit), []).append(rating)
    assert {tuple(row[:2]) for row in found} == known.keys()
    for shop, unit, rating, n_raters, agreement in found:
        ratings = known[shop, unit]
        assert rating == pytest.approx(MERGED[rule](ratings)) and n_raters == len(ratings)
        assert agreement == pytest.approx(max(Counter(ratings).values()) / len(ratings))


@pytest.mark.parametrize("way", WAYS)
def test_an_adjudicator_has_the_last_word(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rated(con, [(1, "a", 0), (1, "b", 0), (1, "it's", 2), (2, "a", 1), (2, "b", 1)])
    found = asked(con, way, "merge_ratings", "ratings", adjudicator="it's")
    assert found == [(1, 2, 1, 1.0), (2, 1, 2, 1.0)]


@pytest.mark.parametrize("way", WAYS)
def test_an_adjudicator_settles_a_unit_of_his_own_shop(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rated(con, [(1, "a", 0, "x"), (1, "judge", 2, "x"), (1, "a", 1, "y"), (1, "b", 1, "y")])
    found = asked(con, way, "merge_ratings", "ratings", by=["shop"], adjudicator="judge")
    assert sorted(found) == [("x", 1, 2, 1, 1.0), ("y", 1, 1, 2, 1.0)]


@pytest.mark.parametrize(
    "shops",
    [
        # r0 and r1 of the one shop are others than those of the other one.
        {"x": labels.ratings(*labels.RATINGS["five raters"]), None: labels.ratings(*labels.RATINGS["two raters"])},
        shops_of_classes(),
    ],
    ids=["raters", "classes"],
)
def test_shops_are_known_apart(con: duckdb.DuckDBPyConnection, shops: dict[str | None, list[Any]]) -> None:
    """Of Dawid and Skene."""
    rated(con, [(*row, shop) for shop, rows in shops.items() for row in rows])
    found = asked(con, "dbt", "merge_ratings", "ratings", by=["shop"], method="dawid_skene", steps=2)
    known = {(shop, unit): k for shop, rows in shops.items() for unit, k in most_probable(rows, 2).items()}
    assert {(shop, unit): rating for shop, unit, rating, *_ in found} == known


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_a_rating_that_is_given_twice_counts_once(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rated(con, [(1, "a", 2), (1, "a", 2), (1, "b", 0)])
    assert asked(con, way, "merge_ratings", "ratings") == [(1, 0, 2, 0.5)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", labels.VALUES)
def test_means_are_those_of_ppi_python(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    human, machine = labels.values(*labels.VALUES[name])
    valued(con, human, machine)
    for mode, figures in RECORDED["values"][name].items():
        ((measure, *found, tuning, n_human, n_machine, effective),) = asked(
            con, way, "prediction_powered", "human", "machine", tuned=mode == "tuned", confidence=0.9
        )
        assert found == pytest.approx(figures, abs=1e-12)
        assert (measure, n_human, n_machine) == ("ndcg@10", len(human), len(machine))
        assert 0 <= tuning <= 1 and (mode == "tuned" or tuning == 1)
        # As many human values alone would give an interval as long.
        half = 1.6448536269514722 * np.std(human) / math.sqrt(effective)
        assert half == pytest.approx((found[2] - found[1]) / 2)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("human", "machine", "figures"),
    [
        # value, ends, tuning, n_human, n_machine, effective labels
        ([0.2, 0.4], [0.3, 0.6], (0.3, 0.1614096, 0.4385904, 0.0, 2, 2, 2.0)),
        ([0.5, 0.5, 0.5], [0.1, 0.2, 0.7, 0.9], (0.5, 0.5, 0.5, 0.0, 3, 4, 3.0)),
        ([0.2, 0.4], [0.1, 0.1, 0.1, 0.1], (0.3, 0.1614096, 0.4385904, 0.0, 2, 4, 2.0)),
        ([0.25], [0.5, 0.75], (0.25, None, None, 0.0, 1, 2, 1.0)),
        # 0.05 / (4 / 2 * 0.02) = 1.25 is cut off; the corrections are 0.4 from their mean, and the others are equal.
        ([0.0, 1.0], [0.4, 0.6, 0.7, 0.7], (0.7, 0.1456385, 1.2543615, 1.0, 2, 4, 3.125)),
    ],
    ids=[
        "no other queries",
        "human values all equal",
        "machine values all equal",
        "one human value",
        "machine values nearer to each other",
    ],
)
def test_corners_of_prediction_powered_means(
    con: duckdb.DuckDBPyConnection, way: str, human: list[float], machine: list[float], figures: tuple[Any, ...]
) -> None:
    valued(con, human, machine)
    ((_, *found),) = asked(con, way, "prediction_powered", "human", "machine")
    assert found == pytest.approx(list(figures), abs=1e-6)


def test_no_human_value_is_no_estimate(con: duckdb.DuckDBPyConnection) -> None:
    valued(con, [0.5], [0.5, 0.25])
    con.execute("update human set value = null")
    for way in ("dbt", "table macro"):
        found = asked(con, way, "prediction_powered", "human", "machine")
        assert found == [("ndcg@10", None, None, None, None, 0, 2, None)]


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_a_human_value_without_the_machines_does_not_count(con: duckdb.DuckDBPyConnection, way: str) -> None:
    valued(con, [0.2, 0.4, 1.0], [0.3, 0.6])
    ((_, value, *_, n_human, n_machine, effective),) = asked(con, way, "prediction_powered", "human", "machine")
    assert (value, n_human, n_machine, effective) == (pytest.approx(0.3), 2, 2, 2)


def test_intervals_cover(con: duckdb.DuckDBPyConnection) -> None:
    """Of 400 samples about 95 % hold the mean; a machine that is off by a third does no harm."""
    chosen = np.random.default_rng(11)
    n, n_all, runs = 80, 1000, 400
    human = chosen.beta(2, 3, (runs, n_all))
    machine = np.clip(human + chosen.normal(0.3, 0.15, (runs, n_all)), 0, 1)
    con.execute("create or replace table drawn (run integer, n integer, human double, machine double)")
    drawn = {"run": np.repeat(np.arange(runs), n_all), "n": np.tile(np.arange(n_all), runs)}
    con.register("drawn_values", pa.table(drawn | {"human": human.ravel(), "machine": machine.ravel()}))
    con.execute("insert into drawn from drawn_values")
    con.unregister("drawn_values")
    values = "(select run, n as query_id, 'm' as measure, {} as value from drawn {})"
    found = rankhouse.prediction_powered(
        con.sql(values.format("human", f"where n < {n}")), con.sql(values.format("machine", "")), by="run", con=con
    ).fetchall()
    covered = sum(low <= 0.4 <= high for _, _, _, low, high, *_ in found) / runs
    assert abs(covered - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
    # The machine is worth more than as many labels again.
    assert np.mean([row[-1] for row in found]) > 2 * n


@pytest.mark.parametrize(
    ("name", "tables", "arguments", "message"),
    [
        ("rater_agreement", ["ratings"], {"method": "scott"}, "method is one of krippendorff"),
        ("rater_agreement", ["ratings"], {"level": "cardinal"}, "level is one of"),
        ("rater_agreement", ["ratings"], {"method": "cohen"}, "two raters that cohen .* 3; use pairs=True"),
        (
            "rater_agreement",
            ["ratings"],
            {"method": "fleiss"},
            "unit_id 2, ratings 2, other unit_id 1, other ratings 3",
        ),
        ("rater_agreement", ["words"], {"level": "interval"}, "'rating' is VARCHAR"),
        ("rater_agreement", ["below"], {"level": "ratio"}, "1 rating is below 0 .*, e.g. unit_id 1, rater_id 'c'"),
        ("merge_ratings", ["words"], {"method": "mean"}, "method='majority' needs none"),
        ("merge_ratings", ["ratings"], {"columns": {"unit": "u"}}, "did you mean 'unit_id'"),
        ("merge_ratings", ["twice"], {}, "several ratings of one rater, e.g. unit_id "),
        ("merge_ratings", ["ratings"], {"steps": -1}, "steps"),
        ("prediction_powered", ["human", "machine"], {}, "1 values of human .* e.g. ndcg@10 .* 'q1'"),
        ("prediction_powered", ["machine", "machine"], {"confidence": 2}, "confidence"),
    ],
)
def test_bad_input(
    con: duckdb.DuckDBPyConnection, name: str, tables: list[str], arguments: dict[str, Any], message: str
) -> None:
    rated(con, [(1, "a", 0), (1, "b", 0), (1, "c", 2), (2, "a", 1), (2, "b", 1)])
    con.execute("create or replace table words as select unit_id, rater_id, 'good' as rating from ratings")
    con.execute("create or replace table below as from ratings")
    con.execute("update below set rating = -1 where rater_id = 'c'")
    con.execute("create or replace table twice as from ratings union all from ratings")
    valued(con, [0.5, 0.5], [0.25])
    with pytest.raises(InputError, match=message):
        getattr(rankhouse, name)(*tables, **arguments, con=con)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["double", "float"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("rater_agreement", {}),
        ("rater_agreement", {"level": "ordinal"}),
        ("rater_agreement", {"method": "cohen", "weights": "linear"}),
        ("rater_agreement", {"method": "agreement"}),
        ("merge_ratings", {}),
        ("merge_ratings", {"method": "dawid_skene"}),
    ],
)
def test_a_rating_that_is_nan_is_refused(
    con: duckdb.DuckDBPyConnection, way: str, kind: str, name: str, arguments: dict[str, Any]
) -> None:
    rated(con, [(1, "a", 0), (1, "b", 0), (2, "a", math.nan), (2, "b", math.nan)], kind)
    said = r"NaN in column 'rating', e\.g\. unit_id 2, rater_id '?[ab]'?; leave them out, or make them NULL"
    with pytest.raises((duckdb.Error, InputError), match=said):
        asked(con, way, name, "ratings", **arguments)
    con.execute("update ratings set rating = null where isnan(rating)")
    assert asked(con, way, name, "ratings", **arguments)


@pytest.mark.thorough
@pytest.mark.parametrize(("n_human", "tuned", "untuned"), [(20, 0.882, 0.930), (100, 0.934, 0.947)])
def test_coverage_is_what_the_page_says(n_human: int, tuned: float, untuned: float) -> None:
    """Each simulation is a group. Figures of 40,000 with numpy, in intervals of this many."""
    drawn, n_simulations, n_machine = np.random.default_rng(5), 1200, 15 * n_human
    truth = drawn.beta(0.5, 3, (n_simulations, n_machine))
    guess = np.clip(truth + drawn.normal(0, 0.2, truth.shape), 0, 1)

    def table(values: Any) -> pa.Table:
        simulation, query = np.indices(values.shape)
        names = {"simulation": simulation, "query_id": query, "value": values}
        flat = {name: each.ravel() for name, each in names.items()}
        return pa.table(flat | {"measure": ["ndcg@10"] * values.size})

    for is_tuned, wanted in ((True, tuned), (False, untuned)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = rankhouse.prediction_powered(
                table(truth[:, :n_human]), table(guess), by="simulation", tuned=is_tuned
            )
        ends = found.project("ci_low, ci_high").fetchall()
        share = np.mean([low <= 0.5 / 3.5 <= high for low, high in ends])
        assert len(ends) == n_simulations
        assert share == pytest.approx(wanted, abs=4 * math.sqrt(wanted * (1 - wanted) / n_simulations))


def test_few_labels_are_warned_of() -> None:
    machine = [{"query_id": q, "measure": "map", "value": q % 10 / 10} for q in range(200)]
    human = [{**row, "value": (row["value"] + 0.05 * (row["query_id"] % 3))} for row in machine]
    with pytest.warns(rankhouse.InputWarning, match="99 human labels: tuned on fewer than 100, the estimate is biased"):
        rankhouse.prediction_powered(human[:99], machine)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rankhouse.prediction_powered(human[:100], machine)
        rankhouse.prediction_powered(human[:99], machine, tuned=False)


WORDS_OR_NUMBERS = [("mid", "high"), ("9", "10")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["majority", "dawid_skene"])
@pytest.mark.parametrize("pair", WORDS_OR_NUMBERS)
def test_the_alphabet_decides_no_tie(
    con: duckdb.DuckDBPyConnection, way: str, method: str, pair: tuple[str, str]
) -> None:
    """A unit of two raters who disagree: by the alphabet 'mid' was above 'high', and '9' above '10'."""
    rows = [(1, "a", pair[0]), (1, "b", pair[1])]
    rated(con, rows, "varchar")
    known = {"lowest": pair[0], "highest": pair[1], "none": None}
    for ties in ("lowest", "highest"):
        said = (
            f"one unit has a tie between words, which have no order, e.g. unit_id 1: {min(pair)} and {max(pair)}; give"
        )
        with pytest.raises((InputError, duckdb.Error), match=said):
            asked(con, way, "merge_ratings", "ratings", method=method, ties=ties)
    assert asked(con, way, "merge_ratings", "ratings", method=method, ties="none") == [(1, None, 2, 0.5)]
    for ties, word in known.items():
        found = asked(con, way, "merge_ratings", "ratings", method=method, ties=ties, scale=list(pair))
        assert found == [(1, word, 2, 0.5)]
    rated(con, rows, f"enum {pair}")
    for ties, word in known.items():
        assert asked(con, way, "merge_ratings", "ratings", method=method, ties=ties) == [(1, word, 2, 0.5)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["majority", "dawid_skene"])
def test_words_without_a_tie_need_no_order(con: duckdb.DuckDBPyConnection, way: str, method: str) -> None:
    rated(con, [(unit, rater, "mid" if unit == 1 else "high") for unit in (1, 2) for rater in "abc"], "varchar")
    assert asked(con, way, "merge_ratings", "ratings", method=method) == [(1, "mid", 3, 1.0), (2, "high", 3, 1.0)]
