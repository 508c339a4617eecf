"""examples/recommender, built by dbt, against the same evaluation in plain Python: hashes, cosines, ranks and gains."""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from itertools import combinations

import duckdb
import pytest

from dbt_projects import ROOT, dbt, installed

pytestmark = pytest.mark.thorough

Pairs = dict[int, dict[int, int]]
"""Ratings by user and item."""
POINTS = range(1, 11)
SYSTEMS = ("item_to_item", "popularity")


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    project = installed(tmp_path_factory.mktemp("example"), "examples/recommender")
    done = dbt(project, "build", artifacts=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return duckdb.connect(str(project / "recommender.duckdb"), read_only=True)


@pytest.fixture(scope="module")
def ratings(con: duckdb.DuckDBPyConnection) -> Pairs:
    found: Pairs = defaultdict(dict)
    for user, item, rating in con.execute("select user_id, item_id, rating from ratings").fetchall():
        found[user][item] = rating
    return found


def drawn(user: int, item: int) -> int:
    return int(hashlib.md5(f"1:{user}:{item}".encode()).hexdigest()[:13], 16)


def in_order(ratings: Pairs, user: int) -> list[int]:
    return sorted(ratings[user], key=lambda item: drawn(user, item))


def popularity(train: dict[int, set[int]]) -> dict[int, dict[int, float]]:
    counts = Counter(item for items in train.values() for item in items)
    return {user: {item: float(n) for item, n in counts.items()} for user in train}


def item_to_item(train: dict[int, set[int]]) -> dict[int, dict[int, float]]:
    counts = Counter(item for items in train.values() for item in items)
    together = Counter((a, b) for items in train.values() for a in items for b in items if a != b)
    return {
        user: {
            item: sum(together[known, item] / math.sqrt(counts[known] * counts[item]) for known in items) + n / 1e6
            for item, n in counts.items()
        }
        for user, items in train.items()
    }


def unseen(scores: dict[int, float], seen: set[int]) -> list[int]:
    return sorted((item for item in scores if item not in seen), key=lambda item: (-round(scores[item], 9), -item))


def ndcg_at_10(scores: dict[int, float], seen: set[int], tested: dict[int, int]) -> float:
    gains = [2.0 ** tested.get(item, 0) - 1 for item in unseen(scores, seen)]
    ideal = sorted((2.0**rating - 1 for rating in tested.values()), reverse=True)
    return dcg(gains[:10]) / dcg(ideal[:10])


def dcg(gains: list[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def mean_ndcg(ratings: Pairs, train: dict[int, set[int]]) -> dict[str, float]:
    tested = {
        user: {item: n for item, n in items.items() if item not in train[user]} for user, items in ratings.items()
    }
    return {
        recommend.__name__: sum(
            ndcg_at_10(scores[user], train[user], tested[user]) for scores in [recommend(train)] for user in ratings
        )
        / len(ratings)
        for recommend in (popularity, item_to_item)
    }


@pytest.fixture(scope="module")
def train(ratings: Pairs) -> dict[int, set[int]]:
    """What each user has rated of what is not held out."""
    known = {}
    for user in ratings:
        items = in_order(ratings, user)
        held_out = max(1, math.floor(0.2 * len(items) + 0.5))
        known[user] = set(items[held_out:])
    return known


def test_the_exclusion(con: duckdb.DuckDBPyConnection, ratings: Pairs, train: dict[int, set[int]]) -> None:
    found = dict(con.execute("select system, value from quality where measure = 'ndcg@10'").fetchall())
    assert found == pytest.approx(mean_ndcg(ratings, train), abs=1e-9)


def test_beyond_accuracy_is_of_unseen_items(
    con: duckdb.DuckDBPyConnection, ratings: Pairs, train: dict[int, set[int]]
) -> None:
    catalogue = {item for items in ratings.values() for item in items}
    counts = Counter(item for items in train.values() for item in items)
    for recommend in (popularity, item_to_item):
        scores = recommend(train)
        lists = [set(unseen(scores[user], train[user])[:10]) for user in train]
        shown = Counter(item for items in lists for item in items)
        overlaps = [len(a & b) / 10 for a, b in combinations(lists, 2)]
        deviations = sum(abs(shown[a] - shown[b]) for a in catalogue for b in catalogue)
        expected = {
            "catalogue_coverage@10": len(shown) / len(catalogue),
            "gini@10": deviations / (2 * len(catalogue) * shown.total()),
            "personalisation@10": 1 - sum(overlaps) / len(overlaps),
            "average_popularity@10": sum(n * counts[item] for item, n in shown.items()) / shown.total(),
        }
        asked = "select measure, value from beyond_accuracy where system = ?"
        found = dict(con.execute(asked, [recommend.__name__]).fetchall())
        assert found == pytest.approx(expected, abs=1e-9)


def test_the_curves_and_their_crossing(con: duckdb.DuckDBPyConnection, ratings: Pairs) -> None:
    expected = {
        n_given: mean_ndcg(ratings, {user: set(in_order(ratings, user)[:n_given]) for user in ratings})
        for n_given in POINTS
    }
    for system in ("popularity", "item_to_item"):
        points = con.execute("select n_given, value from curve where system = ?", [system]).fetchall()
        assert dict(points) == pytest.approx({n: means[system] for n, means in expected.items()}, abs=1e-9)
        (mean,) = con.execute("select value from curve_means where system = ?", [system]).fetchone() or ()
        assert mean == pytest.approx(sum(means[system] for means in expected.values()) / len(POINTS), abs=1e-9)
    ahead = {n: means["item_to_item"] - means["popularity"] for n, means in expected.items()}
    (left,) = (n for n in POINTS[:-1] if ahead[n] < 0 < ahead[n + 1])
    rows = con.execute("select crossing, ci_low, ci_high, ahead_after from curve_crossings").fetchall()
    ((crossing, low, high, after),) = rows
    assert crossing == pytest.approx(left + ahead[left] / (ahead[left] - ahead[left + 1]), abs=1e-9)
    assert low < crossing < high
    assert after == "item_to_item"


def test_the_correction_is_nearer_to_all_items_than_the_sample(con: duckdb.DuckDBPyConnection) -> None:
    exact = dict(con.execute("select system, value from quality where measure = 'recall@10'").fetchall())
    rows = con.execute(
        "select system, sampled_value, value from corrected where measure = 'recall@10' and method = 'bv'"
    ).fetchall()
    for system, sampled, corrected in rows:
        assert abs(corrected - exact[system]) < 0.05 < abs(sampled - exact[system])


def test_the_readme_tells_what_comes_out(con: duckdb.DuckDBPyConnection) -> None:
    text = " ".join((ROOT / "examples" / "recommender" / "README.md").read_text().split())
    quality = {(system, measure): value for system, measure, value in con.execute(
        "select system, measure, value from quality union all select system, measure, value from beyond_accuracy"
    ).fetchall()}  # fmt: skip
    ((crossing, low, high),) = con.execute("select crossing, ci_low, ci_high from curve_crossings").fetchall()
    shown, of_popularity = (round(150 * quality[system, "catalogue_coverage@10"]) for system in SYSTEMS)
    personal, of_all = (quality[system, "personalisation@10"] for system in SYSTEMS)
    for said in (
        f"show {shown} of the 150 items where popularity shows {of_popularity}",
        f"personalisation@10 is {personal:.3f} against {of_all:.3f}",
        f"{quality['item_to_item', 'ndcg@10']:.3f} against {quality['popularity', 'ndcg@10']:.3f}",
        f"cross at {crossing:.1f} ratings, with a 95 % interval from {low:.1f} to {high:.1f}",
        f"over all items it is {quality['item_to_item', 'recall@10']:.3f} and {quality['popularity', 'recall@10']:.3f}",
    ):
        assert said in text
