"""Agreement of two systems' lists: published values, SciPy, brute force through every way in, properties, bad input."""

from __future__ import annotations

import csv
import json
import math
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from typer.testing import CliRunner

import agreements
import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

Row = tuple[Any, ...]
Lists = Mapping[str, Mapping[str, agreements.Scores]]
"""By system and query."""
WAYS = ["dbt", "table macro", "python"]
RBO = ("rbo", "rbo_min", "rbo_residual")
CORRELATIONS = ("kendall_tau", "kendall_tau_b", "spearman", "tau_ap", "tau_ap_b")
TOLERANCE = 1e-12


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        yield con


def tabled(con: duckdb.DuckDBPyConnection, lists: Lists) -> None:
    rows = [
        (system, query, item, float(score))
        for system, queries in lists.items()
        for query, scores in queries.items()
        for item, score in scores.items()
    ]
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    con.execute(
        "insert into run select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::varchar[]),"
        " unnest($4::double[])",
        [[row[place] for row in rows] for place in range(4)],
    )


def by_query(
    con: duckdb.DuckDBPyConnection, way: str, lists: Lists, measures: list[str], **arguments: Any
) -> list[Row]:
    tabled(con, lists)
    if way == "dbt":
        return con.sql(macros("duckdb").query_agreement("main.run", measures, **arguments)).fetchall()
    if way == "python":
        return rankhouse.agreement("main.run", measures, per_query=True, con=con, **arguments).fetchall()
    named = "".join(f", {name} := {value!r}" for name, value in arguments.items())
    return con.sql(f"from query_agreement('run', measures := {measures}{named})").fetchall()


def values(con: duckdb.DuckDBPyConnection, one: Any, other: Any, measures: list[str]) -> list[Any]:
    """Of two lists of one query, in the order of the measures; the other one is the baseline."""
    return values_of_pairs(con, [(one, other)], measures)[0]


def values_of_pairs(con: duckdb.DuckDBPyConnection, pairs: Sequence[Any], measures: list[str]) -> list[list[Any]]:
    sides = ({f"q{place}": scores for place, scores in enumerate(side)} for side in zip(*pairs, strict=True))
    rows = by_query(con, "dbt", dict(zip(("one", "other"), sides, strict=True)), measures, baseline="other")
    found = {(row[2], row[3]): row[6] for row in rows}
    return [[found[f"q{place}", measure] for measure in measures] for place in range(len(pairs))]


def scored(text: str) -> dict[str, float]:
    """`a (b c) d` as scores, with the same one in brackets."""
    scores: dict[str, float] = {}
    place, in_brackets = 0, False
    for word in text.split():
        place -= not in_brackets
        in_brackets = (in_brackets or word.startswith("(")) and not word.endswith(")")
        scores[word.strip("()")] = place
    return scores


# Published values.

# Of 1,000 rows of random lists that the authors of the ties test their own code with (x, y, p, and of RBO^w, RBO^a and
# RBO^b: extrapolated, minimum, maximum, residual): github.com/julian-urbano/sigir2024-rbo, rbo/test.csv.
PUBLISHED = """\
(i5 i9 i13 i15 i16 i19 i20) (i3 i8),i6 (i4 i18) i2 i7 i8 i17 i14 (i11 i12) i1,0.958074765324023,\
0.0816485573277354,0.0370062754797617,0.59493569657566,0.557929421095898,\
0.0808189832771587,0.0354671825076603,0.593396603603558,0.557929421095898,\
0.0813693619867344,0.0356267307324464,0.593556151828344,0.557929421095898
i13 (i1 i4 i5 i6),i3 i14 i11 (i10 i15) i12 (i6 i9) i4 i2,0.92238320668128,\
0.117578490431637,0.0763135264223449,0.53999366118093,0.463680134758586,\
0.114619469221414,0.0733545052121218,0.537945108035391,0.464590602823269,\
0.11474835409049,0.0734833900811979,0.538589532380772,0.465106142299574
(i4 i7 i15) (i2 i11) i8 i18,i4 i8 i17 i11 (i2 i3 i5 i7 i9 i13 i14),0.955836875418683,\
0.601671359995661,0.310498723372055,0.820912519608734,0.510413796236679,\
0.584235464666522,0.295503371358027,0.805839323150565,0.510335951792538,\
0.632087129618464,0.322093781902212,0.833840285843908,0.511746503941696
(i3 i6) (i2 i7) i10,(i3 i6 i7 i10) (i1 i2),0.965413635276732,\
0.946064537517568,0.343706790399566,0.958770957517067,0.615064167117501,\
0.92051534467649,0.319428239558438,0.934492406675939,0.615064167117501,\
0.956844651806714,0.348953051936765,0.964017219054266,0.615064167117501
i9 (i1 i2 i3 i5 i6 i8 i12),(i6 i8 i9 i11 i17 i19) i1 (i2 i10) i20 i18 i21 i3 (i5 i7),0.930665834343176,\
0.586557400335381,0.390471235148899,0.701682819288311,0.311211584139412,\
0.534360343094384,0.344235462567666,0.655849663172042,0.311614200604376,\
0.610887585819495,0.416510797770194,0.728339252529561,0.311828454759367
(i5 i20) (i3 i8 i10 i11) i13,(i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 i12 i13),0.956020041658117,\
0.640387430188247,0.323506576285529,0.805416533963823,0.481909957678294,\
0.536528176569959,0.26353157133526,0.741980233847526,0.478448662512266,\
0.650587440650316,0.324674914963379,0.806877156763621,0.482202241800242
i21 i20 (i1 i16 i19) (i5 i10) i4,(i12 i17) (i2 i3 i8 i11) (i15 i18) (i6 i13) (i7 i14) i9,0.930074017489188,\
0,0,0.389142712252727,0.389142712252727,0,0,0.38977330351866,0.38977330351866,\
0,0,0.390116806797613,0.390116806797613
i5 (i1 i2 i3 i4 i6),i14 i11 (i1 i2 i3 i6 i8 i9 i10 i13),0.989677000181474,\
0.582382777932075,0.109321635629902,0.947128961509598,0.837807325879696,\
0.506338899449639,0.0951569037156836,0.933510149185559,0.838353245469876,\
0.538239342563821,0.0990949395707414,0.938103744890412,0.839008805319671
"""


@pytest.mark.parametrize("row", csv.reader(PUBLISHED.splitlines()), ids=lambda row: row[0])
def test_ties_in_rank_biased_overlap_are_those_of_the_paper(con: duckdb.DuckDBPyConnection, row: list[str]) -> None:
    one, other, p, *published = row
    asked = [f"{metric}(p={p}, ties={ties})" for ties in "wab" for metric in RBO]
    found = values(con, scored(one), scored(other), asked)
    known = [float(published[4 * place + figure]) for place in range(3) for figure in (0, 1, 3)]
    assert found == pytest.approx(known, abs=TOLERANCE)


# The example of the same repository's README, to seven digits.
@pytest.mark.parametrize(
    ("ties", "known"),
    [
        ("w", [0.7068257, 0.3429684, 0.5620173]),
        ("a", [0.6922853, 0.3310519, 0.5620173]),
        ("b", [0.7207131, 0.3509163, 0.5620173]),
    ],
)
def test_the_example_of_the_authors(con: duckdb.DuckDBPyConnection, ties: str, known: list[float]) -> None:
    lists = scored("red (blue green) yellow pink"), scored("(blue red) white (yellow black purple) green")
    asked = [f"{metric}(p=0.95, ties={ties})" for metric in RBO]
    assert values(con, *lists, asked) == pytest.approx(known, abs=5e-8)


# Tests and README of ircor, by the authors of tau_ap_b: x, y, both rounded, and the published values.
IRCOR: list[Any] = [
    (
        [0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992],
        [0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988],
        [0.9, 0.4, 0.9, 0.9, 0.7, 0.1, 0.2, 0.4, 0.5, 1],
        [0.8, 0.4, 0.8, 1, 0.7, 0.1, 0.4, 0.5, 0.6, 1],
        (0.8519, 0.8333, 0.7321),
    ),
    (
        [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
        [0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644],
        [0.3, 0.6, 0.2, 0.9, 0.6, 0.2, 0.7, 0.8, 0.7, 0.4],
        [0.3, 0.8, 0.7, 0.9, 0.1, 0.1, 0.5, 0.6, 1, 0.6],
        (0.2504, 0.2880, 0.297),
    ),
    (
        [0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445],
        [0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25],
        [0.2, 0.6, 0.9, 0.1, 0.5, 0.6, 0.8, 0.4, 1, 0.4],
        [0.8, 0.3, 0.3, 0.9, 0.6, 0.3, 0.2, 0.9, 0, 0.2],
        (-0.6971, -0.668, -0.7047),
    ),
]


@pytest.mark.parametrize(("x", "y", "tied_x", "tied_y", "known"), IRCOR)
def test_ap_correlation_is_that_of_its_authors(
    con: duckdb.DuckDBPyConnection, x: Any, y: Any, tied_x: Any, tied_y: Any, known: tuple[float, ...]
) -> None:
    """x is right, and the estimate y is the system."""

    def listed(scores: list[float]) -> dict[str, float]:
        return {str(item): score for item, score in enumerate(scores)}

    found = values(con, listed(y), listed(x), ["tau_ap", "tau_ap_b"])
    (with_ties,) = values(con, listed(tied_y), listed(tied_x), ["tau_ap_b"])
    assert [*found, with_ties] == pytest.approx(known, abs=5e-5)
    # It does not matter which one is the baseline.
    assert values(con, listed(tied_x), listed(tied_y), ["tau_ap_b"]) == pytest.approx([with_ties], abs=TOLERANCE)


def test_the_first_ten_items_have_86_percent_of_the_weight() -> None:
    """Webber, Moffat, Zobel (2010), equation 21: what the documentation says of p=0.9."""
    p, depth = 0.9, 10
    tail = math.log(1 / (1 - p)) - sum(p**d / d for d in range(1, depth))
    assert 1 - p ** (depth - 1) + (1 - p) / p * depth * tail == pytest.approx(0.8556, abs=5e-5)


# Brute force.


def known_values(one: agreements.Scores, other: agreements.Scores, k: int | None) -> dict[str, float | None]:
    """Every measure with every option at a cutoff, of two lists that are there."""
    strict = agreements.ranked(one, k), agreements.ranked(other, k)
    tied = agreements.grouped(one, k), agreements.grouped(other, k)
    longer, shorter = max(map(len, strict)), min(map(len, strict))
    in_both = len(set(strict[0]) & set(strict[1]))
    p = 0.8
    low, high = agreements.bounds(*strict, p)
    found: dict[str, float | None] = {
        "identical": float(strict[0] == strict[1]),
        "overlap": in_both / longer,
        "overlap(denominator=union)": in_both / (longer + shorter - in_both),
        f"rbo(p={p})": agreements.extrapolated(*strict, p),
        f"rbo_min(p={p})": low,
        f"rbo_residual(p={p})": high - low,
    }
    for ties in "wab":
        for metric, value in agreements.tied_rbo(*tied, p, ties).items():
            found[f"{metric}(p={p}, ties={ties})"] = value
    pairs = agreements.common_places(*({item: place for place, item in enumerate(items)} for items in strict))
    tied_pairs = agreements.common_places(
        *({item: first for item, (first, _) in agreements.places(groups).items()} for groups in tied)
    )
    columns = list(zip(*tied_pairs, strict=True)) or [(), ()]
    is_defined = len(set(columns[0])) > 1 and len(set(columns[1])) > 1
    found |= {
        "kendall_tau": agreements.kendall_tau(pairs),
        "kendall_tau_b": float(stats.kendalltau(*columns).statistic) if is_defined else None,
        "spearman": float(stats.spearmanr(*columns).statistic) if is_defined else None,
        "tau_ap": agreements.tau_ap(pairs),
        "tau_ap_b": agreements.tau_ap_b(tied_pairs),
    }
    return {name + (f"@{k}" if k else ""): value for name, value in found.items()}


items = st.sampled_from("abcdefgh")
lists = st.dictionaries(items, st.integers(0, 3) | st.integers(0, 40), min_size=1, max_size=8)
queries = st.dictionaries(st.sampled_from("jklmnopqrstuvwxyz"), lists, min_size=9, max_size=15)
runs = st.fixed_dictionaries(dict.fromkeys(("a", "B", "ö"), queries))


@pytest.mark.parametrize("way", WAYS[:2])
@given(run=runs)
@examples(2)
def test_values_are_those_of_brute_force(con: duckdb.DuckDBPyConnection, way: str, run: Lists) -> None:
    known: dict[Row, Row] = {}
    order = ["B", "a", "ö"]
    for place, system in enumerate(order):
        for baseline in order[:place]:
            for query in run[system].keys() | run[baseline].keys():
                sides = run[system].get(query, {}), run[baseline].get(query, {})
                for k in (None, 3):
                    sizes = [len(agreements.ranked(side, k)) for side in sides]
                    common = set(agreements.ranked(sides[0], k)) & set(agreements.ranked(sides[1], k))
                    there = (
                        known_values(*sides, k) if all(sides) else dict.fromkeys(known_values({"x": 1}, {"x": 1}, k))
                    )
                    for measure, value in there.items():
                        known[system, baseline, query, measure] = (k, value, *sizes, len(common))
    measures = list(dict.fromkeys(key[3] for key in known)) or ["overlap"]
    found = {row[:4]: row[5:] for row in by_query(con, way, run, measures)}
    assert found.keys() == known.keys()
    for key, row in known.items():
        assert (found[key][0], *found[key][2:]) == (row[0], *row[2:]), key
        assert found[key][1] == (None if row[1] is None else pytest.approx(row[1], abs=TOLERANCE)), key


pairs_of_lists = st.lists(st.tuples(lists, lists), min_size=1, max_size=12)


@given(pairs=pairs_of_lists)
@examples(2)
def test_mean_ties_are_the_mean_over_all_orders(con: duckdb.DuckDBPyConnection, pairs: Any) -> None:
    """Of lists of one length; in others what follows below the shorter one is no mean."""
    measures = ["rbo(p=0.8, ties=a)", "rbo_min(p=0.8, ties=a)"]
    cut = [
        tuple(
            {item: scores[item] for item in agreements.ranked(scores, min(len(one), len(other), 4))} for scores in pair
        )
        for pair in pairs
        for one, other in [pair]
    ]
    for found, (one, other) in zip(values_of_pairs(con, cut, measures), cut, strict=True):
        over_orders = [
            (agreements.extrapolated(mine, theirs, 0.8), agreements.bounds(mine, theirs, 0.8)[0])
            for mine in agreements.orders_of(agreements.grouped(one))
            for theirs in agreements.orders_of(agreements.grouped(other))
        ]
        means = [statistics.fmean(figures) for figures in zip(*over_orders, strict=True)]
        assert found == pytest.approx(means, abs=TOLERANCE)


def test_long_lists_are_those_of_scipy(con: duckdb.DuckDBPyConnection) -> None:
    """Past 128 places no pair is looked at by itself."""
    chosen = random.Random(5)
    n = 1500
    for distinct in (n * n, 40):
        one = {f"{item:04}": float(chosen.randrange(distinct)) for item in range(n)}
        other = {item: score * 0.7 + chosen.randrange(distinct) for item, score in one.items()}
        del other["0007"]
        found = dict(zip(CORRELATIONS, values(con, one, other, list(CORRELATIONS)), strict=True))
        common = sorted(other)
        columns = [[scores[item] for item in common] for scores in (one, other)]
        assert found["kendall_tau_b"] == pytest.approx(stats.kendalltau(*columns).statistic, abs=TOLERANCE)
        assert found["spearman"] == pytest.approx(stats.spearmanr(*columns).statistic, abs=TOLERANCE)
        places = [{item: place for place, item in enumerate(agreements.ranked(scores))} for scores in (one, other)]
        pairs = np.array([[place[item] for item in common] for place in places])
        assert found["kendall_tau"] == pytest.approx(stats.kendalltau(*pairs).statistic, abs=TOLERANCE)
        right = pairs[1][np.argsort(pairs[0])]
        shares = [(right[:place] < right[place]).mean() for place in range(1, len(right))]
        assert found["tau_ap"] == pytest.approx(2 * statistics.fmean(shares) - 1, abs=TOLERANCE)
        if distinct > n:
            assert found["kendall_tau_b"] == pytest.approx(found["kendall_tau"], abs=TOLERANCE)


# Properties.

DIRECTED = {"tau_ap"}
EVERY = [
    "identical",
    "overlap",
    *(f"{m}(ties={t})" if t != "item" else m for m in RBO for t in ("item", "w", "a", "b")),
]
EVERY += CORRELATIONS


@given(pairs=pairs_of_lists, k=st.none() | st.integers(1, 9))
@examples(3)
def test_properties(con: duckdb.DuckDBPyConnection, pairs: Any, k: int | None) -> None:
    measures = [f"{name}@{k}" if k else name for name in EVERY]
    there = values_of_pairs(con, pairs, measures)
    back = values_of_pairs(con, [(other, one) for one, other in pairs], measures)
    # What the scores are does not matter, only their order.
    scaled = [({item: 1e6 + 3.5 * score for item, score in one.items()}, other) for one, other in pairs]
    assert values_of_pairs(con, scaled, measures) == there
    for figures, reverse in zip(there, back, strict=True):
        found = dict(zip(EVERY, figures, strict=True))
        for name, value, other in zip(EVERY, figures, reverse, strict=True):
            assert value is None or (-1 if name in CORRELATIONS else 0) <= value <= 1, name
            if name not in DIRECTED:
                assert value == (None if other is None else pytest.approx(other, abs=TOLERANCE)), name
        highest = found["rbo_min"] + found["rbo_residual"]
        assert found["rbo_min"] - TOLERANCE <= found["rbo"] <= highest + TOLERANCE


@given(some=st.lists(lists, min_size=1, max_size=12))
@examples(3)
def test_a_list_and_itself_or_its_reverse(con: duckdb.DuckDBPyConnection, some: list[dict[str, float]]) -> None:
    orders = [{item: float(place) for place, item in enumerate(agreements.ranked(one))} for one in some]
    reverse = [(order, {item: -place for item, place in order.items()}) for order in orders]
    turned = values_of_pairs(con, reverse, list(CORRELATIONS))
    for one, figures, around in zip(
        some, values_of_pairs(con, [(one, one) for one in some], EVERY), turned, strict=True
    ):
        same = dict(zip(EVERY, figures, strict=True))
        has_two, has_two_scores = len(one) > 1, len(set(one.values())) > 1
        for name in ("identical", "overlap", "rbo", "rbo(ties=w)"):
            assert same[name] == 1, name
        assert same["rbo(ties=b)"] == pytest.approx(1, abs=TOLERANCE)
        assert same["rbo_min"] + same["rbo_residual"] == pytest.approx(1, abs=TOLERANCE)
        for name in CORRELATIONS:
            is_tied = name in ("kendall_tau_b", "spearman", "tau_ap_b")
            # Exactly, where there is anything to correlate.
            assert same[name] == (1 if (has_two_scores if is_tied else has_two) else None), name
        assert around == [pytest.approx(-1, abs=TOLERANCE) if has_two else None] * len(CORRELATIONS)


def test_nothing_in_common_is_exactly_zero(con: duckdb.DuckDBPyConnection) -> None:
    lists = scored("a b c"), scored("x (y z) w")
    found = values(con, *lists, ["identical", "overlap", "rbo", "rbo(ties=b)", "rbo_min", "kendall_tau", "spearman"])
    assert found == [0, 0, 0, 0, 0, None, None]


def test_lists_of_one_item(con: duckdb.DuckDBPyConnection) -> None:
    found = dict(zip(EVERY, values(con, {"a": 3}, {"a": 7}, EVERY), strict=True))
    assert all(
        found[name] == 1 for name in EVERY if name.startswith(("identical", "overlap", "rbo")) and "_" not in name
    )
    assert all(found[name] is None for name in CORRELATIONS)
    # RBO_MIN of one item: (1 - p) / p * ln(1 / (1 - p)); all the rest is not known.
    low = 0.1 / 0.9 * math.log(10)
    assert [found["rbo_min"], found["rbo_residual"]] == pytest.approx([low, 1 - low], abs=TOLERANCE)


def test_weights_that_are_too_small_to_matter(con: duckdb.DuckDBPyConnection) -> None:
    """p^d below what a double holds, which some engines call an error."""
    n = 3000
    one = {f"{item:04}": float(-item) for item in range(n)}
    found = values(con, one, one, ["rbo(p=0.5)", "rbo_min(p=0.5)", "rbo_residual(p=0.5)"])
    assert found == pytest.approx([1, 1, 0], abs=TOLERANCE)


# Means, groups and missing queries.


def grouped_runs() -> pd.DataFrame:
    chosen = random.Random(3)
    rows = [
        (segment, system, f"q{query}", item, float(chosen.randrange(30)))
        for segment in ("ü", None)
        for system in ("new", "old", "third")
        for query in range(12)
        if chosen.random() < 0.9
        for item in chosen.sample(range(20), 8)
    ]
    return pd.DataFrame(rows, columns=["segment", "system", "query_id", "item_id", "score"])


@pytest.mark.parametrize("baseline", [None, "old"])
def test_means_are_those_of_the_queries(con: duckdb.DuckDBPyConnection, baseline: str | None) -> None:
    frame = grouped_runs()
    arguments: dict[str, Any] = {"baseline": baseline, "by": "segment", "con": con}
    measures = ["kendall_tau@7", "overlap@5", "rbo"]
    per_query = rankhouse.agreement(frame, measures, per_query=True, **arguments)
    assert per_query.columns == [
        *("segment", "system", "baseline", "query_id", "measure", "metric", "k", "value"),
        *("n_items", "baseline_items", "n_common"),
    ]
    by_mean: dict[Row, list[Row]] = {}
    for row in per_query.fetchall():
        by_mean.setdefault((*row[:3], *row[4:7]), []).append(row[7:])
    result = rankhouse.agreement(frame, measures, **arguments)
    assert result.columns[-6:] == ["n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high"]
    found = {row[:6]: row[6:] for row in result.fetchall()}
    assert found.keys() == by_mean.keys()
    pairs = (
        {("old", "new"), ("third", "new"), ("third", "old")} if baseline is None else {("new", "old"), ("third", "old")}
    )
    assert {key[1:3] for key in found} == pairs
    assert [key[3] for key in found][:3] == measures
    assert any(figures[2] for figures in found.values())
    for key, figures in found.items():
        counted = [row[0] for row in by_mean[key] if row[0] is not None]
        mean, n_queries, n_missing, value_sum, error, low, high = figures
        assert (n_queries, n_missing) == (len(counted), sum(0 in row[1:3] for row in by_mean[key]))
        assert [mean, value_sum] == pytest.approx([statistics.fmean(counted), math.fsum(counted)], abs=TOLERANCE)
        assert error == pytest.approx(statistics.stdev(counted) / math.sqrt(n_queries), abs=TOLERANCE)
        half = 1.959963984540054 * error
        lowest = -1 if "tau" in key[3] else 0
        assert [low, high] == pytest.approx([max(mean - half, lowest), min(mean + half, 1)], abs=TOLERANCE)


def test_a_query_of_one_system_alone_is_counted_and_has_no_value(con: duckdb.DuckDBPyConnection) -> None:
    run = {"new": {"q": {"a": 1.0}, "r": {"a": 1.0}}, "old": {"q": {"a": 2.0}, "s": {"a": 1.0, "b": 0.0}}}
    rows = by_query(con, "python", run, ["overlap@1"], baseline="old")
    assert [(row[2], *row[6:]) for row in rows] == [("q", 1.0, 1, 1, 1), ("r", None, 1, 0, 0), ("s", None, 0, 1, 0)]
    assert rankhouse.agreement("run", "overlap@1", con=con).project("value, n_queries, n_missing").fetchall() == [
        (1.0, 1, 2)
    ]


def test_rows_that_are_no_items_are_left_out_in_sql(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    con.execute(
        "insert into run values ('a', 'q', 'x', 3), ('a', 'q', 'y', 2), (null, 'q', 'z', 9),"
        " ('a', null, 'z', 9), ('a', 'q', null, 9), ('a', 'q', 'z', null), ('a', 'q', 'z', 'nan'),"
        " ('b', 'q', 'x', 'inf'), ('b', 'q', 'y', 2)"
    )
    rows = con.sql(macros("duckdb").query_agreement("run", ["identical"])).fetchall()
    assert rows == [("b", "a", "q", "identical", "identical", None, 1.0, 2, 2, 2)]


# Ways in.


def test_runs_in_every_form(tmp_path: Path) -> None:
    old, new = ({"q": scored("a b c"), "r": scored("a b")}, {"q": scored("b a d"), "r": scored("a b")})
    frames = {
        name: pd.DataFrame(
            [(query, item, score) for query, scores in run.items() for item, score in scores.items()],
            columns=["query_id", "item_id", "score"],
        )
        for name, run in {"old": old, "new": new}.items()
    }
    known = rankhouse.agreement(frames, ["overlap", "rbo"]).fetchall()
    # In the order in which they are given: the later one against the earlier.
    assert [row[:3] for row in known] == [("new", "old", "overlap"), ("new", "old", "rbo")]
    assert known[0][5:8] == ((2 / 3 + 1) / 2, 2, 0)
    assert [row[:2] for row in rankhouse.agreement(dict(reversed(frames.items())), "rbo").fetchall()] == [
        ("old", "new")
    ]
    one = pd.concat([frame.assign(model=name) for name, frame in frames.items()])
    for result in (
        rankhouse.agreement(one, ["overlap", "rbo"], system="model", baseline="old"),
        rankhouse.agreement(one, ["overlap", "rbo"], columns={"system": "model"}, baseline="old"),
        rankhouse.agreement({"old": old, "new": new}, ["overlap", "rbo"]),
    ):
        assert result.columns[:2] == ["system", "baseline"]
        assert result.fetchall() == known
    paths = []
    for name, frame in frames.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
        paths.append(str(tmp_path / f"{name}.csv"))
    assert rankhouse.agreement(paths, ["overlap", "rbo"]).fetchall() == known
    run = CliRunner().invoke(app, ["agreement", *paths, "-m", "overlap", "-m", "rbo", "--format", "json"])
    assert run.exit_code == 0, run.output
    assert [row["value"] for row in json.loads(run.output)] == [row[5] for row in known]
    run = CliRunner().invoke(
        app, ["agreement", f"x={paths[0]}", f"y={paths[1]}", "--per-query", "--baseline", "y", "--format", "csv"]
    )
    assert run.output.splitlines()[1].startswith("x,y,q,identical@10,identical,10,0.0,3,3,2")


def test_a_rank_in_place_of_the_score(con: duckdb.DuckDBPyConnection) -> None:
    rows = [("a", 1, "x", 1), ("a", 1, "y", 2), ("a", 1, "z", 7), ("b", 1, "x", 2), ("b", 1, "y", 5), ("b", 1, "z", 9)]
    frame = pd.DataFrame(rows, columns=["system", "query_id", "item_id", "place"])
    found = rankhouse.agreement(frame, ["identical@3", "rbo"], columns={"rank": "place"}).fetchall()
    assert [row[5] for row in found] == [1, 1]
    con.register("ranked_lists", frame)
    assert con.sql("from agreement('ranked_lists', measures := 'identical@3', rank := 'place')").fetchall()[0][5] == 1


def test_system_and_columns_of_any_name(con: duckdb.DuckDBPyConnection) -> None:
    names = {"query_id": 'the "query"', "item_id": "run_group", "score": "it's; --"}
    systems = ["it's", 'x"; drop table run; --', "line\n   break", "ǀrunǀ"]
    rows = [(system, 1, item, float(score)) for system in systems for score, item in enumerate("abc")]
    frame = pd.DataFrame(rows, columns=["number", *names.values()])
    found = rankhouse.agreement(frame, "identical@3", system="number", columns=names)
    assert {(*row[:2], row[5]) for row in found.fetchall()} == {
        (one, other, 1.0) for one in systems for other in systems if one > other
    }
    for baseline in (name for name in systems if "\n" not in name):
        found = rankhouse.agreement(frame, "rbo", system="number", columns=names, baseline=baseline)
        assert {row[1] for row in found.fetchall()} == {baseline}
    con.register("named_lists", frame)
    asked = "system := 'number', query_id := 'the \"query\"', item_id := 'run_group', score := 'it''s; --'"
    rows = con.sql(f"from agreement('named_lists', {asked}, baseline := 'x\"; drop table run; --')").fetchall()
    assert {row[0] for row in rows} == {"it's", "line\n   break", "ǀrunǀ"}


def test_systems_that_are_numbers(con: duckdb.DuckDBPyConnection) -> None:
    rows = [(system, "q", item, 1.0) for system in (2, 10) for item in "ab"]
    frame = pd.DataFrame(rows, columns=["system", "query_id", "item_id", "score"])
    assert rankhouse.agreement(frame, "rbo").fetchall()[0][:2] == (10, 2)
    assert rankhouse.agreement(frame, "rbo", baseline="10").fetchall()[0][:2] == (2, 10)
    con.register("numbered", frame)
    assert con.sql("from agreement('numbered', baseline := 10)").fetchall()[0][:2] == (2, 10)


# Bad input.

TWO = {"old": {"q": {"a": 1.0}}, "new": {"q": {"a": 1.0}}}


@pytest.mark.parametrize(
    ("runs", "arguments", "message"),
    [
        ({"old": TWO["old"]}, {}, "agreement takes two systems or more, and there is only 'old'"),
        (TWO, {"baseline": "nwe"}, "baseline 'nwe' is not one of the systems: did you mean 'new'"),
        (TWO, {"measures": "rbo(p=1)"}, "p of rbo is a number above 0 and below 1, got '1'"),
        (TWO, {"measures": "rbo(p=0)@5"}, "p of rbo is a number above 0 and below 1, got '0'"),
        (TWO, {"measures": "rbo(ties=best)"}, r"ties of rbo is one of item \| w \| a \| b, got 'best'"),
        (TWO, {"measures": "overlap@0"}, "the cutoff of a measure is a whole number of at least 1, got '0'"),
        (TWO, {"measures": "overlpa@10"}, "unknown measure 'overlpa@10': did you mean 'overlap'"),
        (TWO, {"measures": "ndcg@10"}, "unknown measure 'ndcg@10': it is one of metrics"),
        (TWO, {"measures": []}, "no measure was asked for"),
        (TWO, {"by": "day"}, "by: run has no column 'day'"),
        (TWO, {"by": ["system"]}, "by names 'system', which system names too"),
        (TWO, {"columns": {"relevant": "x"}}, "columns: 'relevant' is not one of the columns that are read"),
        (TWO, {"check": "some"}, "check is one of auto"),
        (None, {}, "runs is missing"),
        ({}, {}, "runs is empty"),
        ({"old": {"q": {"a": 1.0}}, "new": {"r": {"a": 1.0}}}, {}, "'new', 'old' have no query in common.*'r' and 'q'"),
    ],
)
def test_bad_calls(runs: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rankhouse.agreement(runs, **arguments)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", "q", "x", 1.0), ("a", "q", "y", 2.0)], "agreement takes two systems or more, and there is only 'a'"),
        ([("a", "q", "x", 1.0), (None, "q", "x", 1.0), ("b", "q", "x", 1.0)], r"1 row has no system .NULL in column"),
        ([("a", "q", "x", 1.0), ("b", "q", "x", math.nan)], "run: 1 row has"),
        ([("a", "q", "x", 1.0), ("a", "q", "x", 2.0), ("b", "q", "x", 1.0)], "1 item stands more than once"),
        ([("a", "q", None, 1.0), ("b", "q", "x", 1.0)], "1 row has no item_id"),
    ],
)
def test_bad_rows(con: duckdb.DuckDBPyConnection, rows: list[Row], message: str) -> None:
    con.execute("create or replace table bad (system varchar, query_id varchar, item_id varchar, score double)")
    con.executemany("insert into bad values (?, ?, ?, ?)", rows)
    with pytest.raises(InputError, match=message):
        rankhouse.agreement("bad", con=con)


def test_a_column_of_systems_that_is_not_there() -> None:
    frame = pd.DataFrame([("q", "a", 1.0)], columns=["query_id", "item_id", "score"])
    with pytest.raises(InputError, match=r"run .a pandas DataFrame. has no column 'system'.*columns={'system': ...}"):
        rankhouse.agreement(frame)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"baseline": "two\nlines"}, "baseline is a value of the column 'system', in one line"),
        ({"baseline": ["a"]}, "baseline is a value of the column 'system'"),
        ({"system": ""}, "system is the name of a column, got ''"),
        ({"by": ["system"]}, "by names 'system', which system names too"),
        ({"measures": ["rbo(p=2)"]}, "p of rbo is a number above 0 and below 1"),
        ({"columns": {"relevance": "x"}}, "columns has no key 'relevance'"),
        ({"run": None}, "run is the name of a table, or a relation"),
    ],
)
def test_bad_arguments_in_dbt(arguments: dict[str, Any], message: str) -> None:
    for name in ("agreement", "query_agreement"):
        with pytest.raises(InputError, match=message):
            getattr(macros("duckdb"), name)(**{"run": "run"} | arguments)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'run', measures := 'rbo(p=1)'", "p of rbo is a number above 0 and below 1, got '1'"),
        ("'run', measures := 'overlap@0'", "the cutoff of a measure is a whole number of at least 1"),
        ("'run', measures := 'overlpa'", "unknown measure 'overlpa': did you mean 'overlap'"),
        ("'run', system := ''", "system is the name of a column"),
        ("'run', \"by\" := ['system']", "by names 'system', which system names too"),
        ("null", "run is the name of a table, or a relation"),
    ],
)
def test_bad_arguments_of_table_macros(con: duckdb.DuckDBPyConnection, call: str, message: str) -> None:
    for name in ("agreement", "query_agreement"):
        with pytest.raises(duckdb.Error, match=message):
            con.execute(f"from {name}({call})")


def test_a_measure_of_another_task_says_where_it_is() -> None:
    with pytest.raises(InputError, match="unknown measure 'rbo': it is one of agreement"):
        macros("duckdb").metrics("run", "judgments", ["rbo"])
