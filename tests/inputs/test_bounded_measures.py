"""Bounded measures stay bounded: values, means and the ends of intervals, of rows that strain a double.

Measures that declare a range, of rankings some of all options: huge, tiny and subnormal numbers, ties, grades below 0
and grades with many decimals.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

import beyond
import predictions
import rankhouse
from oracle import Measure
from rankhouse._evaluating.measures import range_in_words
from rankhouse._rendering.jinja import macros
from ranking.test_extremes import EXPONENTIAL
from ranking.test_properties import limits
from recommendation.test_beyond import HIGHEST
from tables import TIES, every_measure, has_closed_form

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
ROUNDING = 1e-12
N_CASES = 12
SCORES = [*(3.0, 2.0, 1.0, 0.0, -0.0, 0.1 + 0.2, 0.3, 1 / 3, 2 / 3), *(1e308, -1e308, 5e-324, 1e-300, 1 - 1e-16)]
GRADES = [0.0, 1.0, 2.0, 3.0, 0.1, 0.3, 1 / 3, 2 / 3, 1e-9, -1.0, -3.0, 0.1 + 0.2, 5e-324, 1e-300, 900.0, 1000.0]
HUGE = [1e308, -1e308, 1e200, 1e15, 12345.678901234567]
WEIGHTS = [1.0, 1.0, 0.0, 1 / 3, 5e-324, 1e-300, 1e200, 1e15]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def beyond_limits(rows: list[Any], limited: dict[str, tuple[float, float]], figures: int) -> list[Any]:
    """Rows that begin with a case and a measure; the `figures` after these must lie within its limits, and in order."""
    assert rows
    return [row for row in rows if not is_within(row[2 : 2 + figures], limited[row[1]])]


def is_within(figures: list[float | None], limit: tuple[float, float]) -> bool:
    low, high = (end + sign * ROUNDING * max(1, abs(end)) for end, sign in zip(limit, (-1, 1), strict=True))
    given = [figure for figure in figures if figure is not None]
    return all(low <= figure <= high for figure in given) and given == sorted(given)


def load_rankings(con: duckdb.DuckDBPyConnection, draw: random.Random, grades: list[float]) -> None:
    run, judgments = [], []
    for case in range(N_CASES):
        scores = draw.sample(SCORES, draw.choice([1, 3, len(SCORES)]))
        chosen = draw.sample(grades, draw.choice([1, 2, 4, len(grades)]))
        for query in range(3):
            shown = draw.sample(range(9), draw.randint(1, 8))
            judged = draw.sample(range(9), draw.randint(1, 8))
            run += [(case, query, item, draw.choice(scores)) for item in shown]
            judgments += [(case, query, item, draw.choice(chosen)) for item in judged]
    con.execute("create or replace table run (case_id int, query_id int, item_id int, score double)")
    con.execute("create or replace table judgments (case_id int, query_id int, item_id int, relevance double)")
    con.executemany("insert into run values (?, ?, ?, ?)", run)
    con.executemany("insert into judgments values (?, ?, ?, ?)", judgments)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ties", TIES)
def test_of_rankings(con: duckdb.DuckDBPyConnection, ties: str, seed: int) -> None:
    draw = random.Random(f"{ties} {seed}")
    package = macros("duckdb")
    every = [
        measure
        for measure in every_measure(None, 1, 3)
        if has_closed_form(measure, ties) and [*limits([measure]).values()] != [(-math.inf, math.inf)]
    ]
    for grades, is_exponential in ((GRADES + HUGE, False), (GRADES, True)):
        # 2 to the power of a grade is refused above 1000.
        asked = [measure for measure in every if is_exponential_gain(measure) == is_exponential]
        # A query for all of them takes long to plan.
        asked = draw.sample(asked, min(60, len(asked)))
        limited, names = limits(asked), [str(measure) for measure in asked]
        load_rankings(con, draw, grades)
        given: dict[str, Any] = {"by": ["case_id"], "judgments_by": ["case_id"], "ties": ties}
        con.execute(f"create or replace table by_query as {package.query_metrics('run', 'judgments', names, **given)}")
        values = con.execute("select case_id, measure, value from by_query").fetchall()
        assert beyond_limits(values, limited, 1) == []
        means = con.execute(str(package.metrics("run", "judgments", names, **given)))
        assert beyond_limits(chosen(means), limited, 3) == []
        for method in ("t", "bootstrap", "bca"):
            arguments = {"by": ["case_id"], "method": method, "repetitions": 20}
            rows = chosen(con.execute(str(package.mean_intervals("by_query", **arguments))))
            # A bootstrap need not have the mean between its ends.
            for place in (2, 3, 4):
                assert beyond_limits([[*row[:2], row[place]] for row in rows], limited, 1) == []


def chosen(cursor: duckdb.DuckDBPyConnection) -> list[Any]:
    """case_id, measure, ci_low, value, ci_high."""
    places = [[column[0] for column in cursor.description or ()].index(name) for name in FIGURES]
    return [[row[place] for place in places] for row in cursor.fetchall()]


FIGURES = ("case_id", "measure", "ci_low", "value", "ci_high")


def is_exponential_gain(measure: Measure) -> bool:
    """Whether a grade is an exponent, told by the names of test_extremes, which have another cutoff."""
    (name,) = limits([measure])
    return name.split("@")[0] in {each.split("@")[0] for each in EXPONENTIAL}


def spelled_range(text: str) -> tuple[float, float]:
    """'0 to 1' and '-1 to 1'; without a limit otherwise."""
    found = re.match(r"(-?[\d.]+) to (-?[\d.]+)", text)
    if found:
        return float(found[1]), float(found[2])
    return (0.0, math.inf) if text.startswith("0 or more") else (-math.inf, math.inf)


@pytest.mark.parametrize("weighted", [False, True])
def test_of_classifiers(con: duckdb.DuckDBPyConnection, weighted: bool) -> None:
    draw = random.Random(f"{weighted}")
    measures = predictions.WEIGHTED if weighted else predictions.EVERY
    catalogue = macros("duckdb").classification_catalogue()
    ranges = {declared["name"]: spelled_range(range_in_words(declared)) for declared in catalogue}
    con.execute("create or replace table predictions (case_id int, score double, label int, weight double)")
    for case in range(8 * N_CASES):
        scores = draw.sample([score for score in SCORES if 0 <= score <= 1], draw.randint(1, 7))
        rows = [(draw.choice(scores), draw.randint(0, 1), draw.choice(WEIGHTS)) for _ in range(draw.randint(1, 9))]
        con.executemany(f"insert into predictions values ({case}, ?, ?, ?)", rows)
    columns = {"columns": {"weight": "weight"}} if weighted else {}
    found = rankhouse.classifier_metrics("predictions", measures, by=["case_id"], con=con, **columns)
    rows = found.project("case_id, metric, value").fetchall()
    assert {row[1] for row in rows} >= {"roc_auc", "mcc", "pr_auc"}
    assert beyond_limits(rows, ranges, 1) == []


def test_of_recommendations(con: duckdb.DuckDBPyConnection) -> None:
    draw, items = random.Random(3), range(8)
    tables = dict.fromkeys(["run", "baseline", "judgments", "interactions", "features", "distances"])
    shown = [(case, query, item) for case in range(3 * N_CASES) for query in range(3) for item in draw.sample(items, 4)]
    judged = [(query, item) for query in range(3) for item in draw.sample(items, 5)]
    tables |= {
        "run": ("case_id query_id item_id score", [(*row, draw.choice(SCORES)) for row in shown]),
        "baseline": ("query_id item_id score", [(*row, draw.choice(SCORES)) for row in judged]),
        "judgments": ("query_id item_id relevance", [(*row, draw.choice(GRADES + HUGE)) for row in judged]),
        "interactions": ("query_id item_id", [(draw.randint(0, 5), draw.randint(0, 5)) for _ in range(12)]),
        "items": ("item_id", [(item,) for item in items]),
        "features": (
            "item_id feature weight",
            [(item, name, draw.choice(WEIGHTS)) for item in items for name in draw.sample("xyz", 2)],
        ),
        "distances": (
            "item_id other_item_id distance",
            [(item, other, draw.choice([0.0, 1.0, 1 / 3, 5e-324])) for item in items for other in range(item)],
        ),
        "targets": ("feature target_share", [("x", 0.7), ("y", 0.3)]),
    }
    for name, (columns, rows) in tables.items():
        values = ", ".join(str(row).replace(",)", ")") for row in rows)
        con.execute(f"create or replace table {name} as from (values {values}) as given({columns.replace(' ', ', ')})")
    asked = beyond.every_measure(None, 1, 3)
    inputs = {name: name for name in tables if name != "run"}
    given = {"by": ["case_id"], "columns": {"weight": "weight"}}
    found = con.execute(str(macros("duckdb").recommendation_metrics("run", list(map(str, asked)), **inputs, **given)))
    names = [column[0] for column in found.description or ()]
    for row in (dict(zip(names, each, strict=True)) for each in found.fetchall()):
        highest = 1 if "normalisation" in row["measure"] else HIGHEST.get(row["metric"], math.inf)
        assert is_within([row["value"]], (0, highest)), row
        if row["ci_low"] is not None:
            # Of these alone the range is declared in figures: others depend on the weights, distances and alpha.
            highest_end = highest if row["metric"] in ("serendipity", "awrf") else math.inf
            lowest_end = -math.inf if "distance=table" in row["measure"] else 0
            assert is_within([row["ci_low"], row["value"], row["ci_high"]], (lowest_end, highest_end)), row


@pytest.mark.parametrize("cluster", [None, "cluster"])
def test_of_tries(con: duckdb.DuckDBPyConnection, cluster: str | None) -> None:
    draw, rows = random.Random(4), []
    for case in range(2 * N_CASES):
        chance = draw.choice([0.0, 0.5, 1.0])
        for query in range(draw.randint(1, 5)):
            tries = range(draw.choice([1, 3, 40]))
            rows += [(case, query, query // 2, one, int(draw.random() < chance)) for one in tries]
    con.execute("create or replace table tries (case_id int, query_id int, cluster int, try_id int, passed int)")
    con.executemany("insert into tries values (?, ?, ?, ?, ?)", rows)
    declared = macros("duckdb").try_catalogue()
    ranges = {each["name"]: spelled_range(range_in_words(each)) for each in declared}
    cutoff = {each["name"]: "@3" if each["cutoff"] == "required" else "" for each in declared}
    given = {"by": ["case_id"], "cluster": cluster}
    found = con.execute(str(macros("duckdb").try_metrics("tries", [name + cutoff[name] for name in cutoff], **given)))
    names = [column[0] for column in found.description or ()]
    values = [dict(zip(names, each, strict=True)) for each in found.fetchall()]
    assert {row["metric"] for row in values} == set(ranges)
    assert any(row["ci_low"] is not None for row in values)
    wrong = [row for row in values if not is_within([row[end] for end in FIGURES[2:]], ranges[row["metric"]])]
    assert wrong == []


AGREEMENT = {
    "nominal alpha": ({"level": "nominal"}, (-math.inf, 1)),
    "ordinal alpha": ({"level": "ordinal"}, (-math.inf, 1)),
    "interval alpha": ({"level": "interval"}, (-math.inf, 1)),
    "cohen": ({"method": "cohen", "pairs": True}, (-1, 1)),
    "fleiss": ({"method": "fleiss"}, (-1, 1)),
    "ac1": ({"method": "gwet"}, (-1, 1)),
    "ac2": ({"method": "gwet", "weights": "quadratic"}, (-math.inf, 1)),
    "agreement": ({"method": "agreement"}, (0, 1)),
}
"""No agreement is above 1, and no kappa below -1. AC2 may be: 4 units (1, 3), one (1, 2), -1.02."""


@pytest.mark.parametrize("kind", AGREEMENT)
def test_of_raters(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    arguments, limit = AGREEMENT[kind]
    draw, rows = random.Random(kind), []
    for case in range(2 * N_CASES):
        chosen = draw.sample([*(grade for grade in GRADES if abs(grade) < 900), 1e15, 12345.678901234567], 3)
        raters = 2 if kind == "cohen" else draw.choice([2, 3])
        for unit in range(draw.choice([2, 8])):
            rows += [(case, unit, rater, draw.choice(chosen)) for rater in range(raters)]
    con.execute("create or replace table ratings (case_id int, unit_id int, rater_id int, rating double)")
    con.executemany("insert into ratings values (?, ?, ?, ?)", rows)
    given: dict[str, Any] = {"by": ["case_id"], "repetitions": 40, **arguments}
    found = con.execute(str(macros("duckdb").rater_agreement("ratings", **given)))
    names = [column[0] for column in found.description or ()]
    values = [dict(zip(names, each, strict=True)) for each in found.fetchall()]
    assert any(row["ci_low"] is not None for row in values)
    # A bootstrap need not have the value between its ends.
    assert [row for row in values for end in FIGURES[2:] if not is_within([row[end]], limit)] == []
    assert [row for row in values if not is_within([row["ci_low"], row["ci_high"]], limit)] == []


@pytest.mark.parametrize("weighted", [False, True])
def test_of_rating_errors(con: duckdb.DuckDBPyConnection, weighted: bool) -> None:
    """No error is below 0, r2 is at most 1, and the root of a mean of squares is no less than the mean of sizes."""
    draw, rows = random.Random(f"{weighted}"), []
    # The least number has one digit, and a square of the next is 0.
    weights = [weight for weight in WEIGHTS if weight != 5e-324]
    for case in range(4 * N_CASES):
        chosen = draw.sample([*GRADES[:12], 900.0, 1000.0, 1e15, -1e15, 1e150, 12345.678901234567], draw.randint(1, 6))
        count = draw.randint(1, 9)
        rows += [(case, draw.choice(chosen), draw.choice(chosen), draw.choice(weights)) for _ in range(count)]
    con.execute("create or replace table rated (case_id int, rating double, prediction double, weight double)")
    con.executemany("insert into rated values (?, ?, ?, ?)", rows)
    ranges = {each["name"]: (0.0, math.inf) for each in macros("duckdb").rating_catalogue()}
    ranges |= dict.fromkeys(["r2", "explained_variance"], (-math.inf, 1.0))
    columns = {"weight": "weight"} if weighted else {}
    sql = str(macros("duckdb").rating_metrics("rated", list(ranges), by=["case_id"], columns=columns))
    values = con.execute(f"select case_id, measure, value from ({sql})").fetchall()
    assert {row[1] for row in values if row[2] is not None} == set(ranges)
    assert beyond_limits(values, ranges, 1) == []
    told = {row[:2]: row[2] for row in values}
    for case in range(4 * N_CASES):
        mae, rmse = told[case, "mae"], told[case, "rmse"]
        assert rmse is None or mae <= rmse * (1 + 1e-12)
