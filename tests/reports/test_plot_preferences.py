"""Charts of preferences: the worked example of three systems, ties by brute force, wrong tables, hostile names."""

from __future__ import annotations

import itertools
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from rankhouse import InputError, plot
from rankhouse.plot._board import tied
from reports.test_plot import HOSTILE, compiled, data_of, parts, subtitle
from worked_preferences import WORKED

# Of these by hand: wins, ties, losses of the first, both orders together.
RATES = {("a", "b"): (17 + 4 / 2) / 35, ("a", "c"): (16 + 6 / 2) / 35, ("b", "c"): (9 + 2 / 2) / 31}


def verdicts(groups: dict[str, Any] | None = None) -> pd.DataFrame:
    rows = [
        {"system_a": first, "system_b": second, "winner": winner, **(groups or {})}
        for (first, second), counts in WORKED.items()
        for winner, count in zip(("a", "tie", "b"), counts, strict=True)
        for _ in range(count)
    ]
    return pd.DataFrame(rows).assign(query_id=[f"q{number % 40}" for number in range(len(rows))])


def ratings(rows: list[tuple[Any, float | None, int | None, int | None]], **groups: Any) -> pd.DataFrame:
    """Of system, rating, rank_low and rank_high."""
    made = [
        {**groups, "system": system, "strength": 0.0, "rating": rating, "rank": place + 1}
        | {"rank_low": low, "rank_high": high, "win_rate": 0.5, "n_comparisons": 10}
        | {"ci_low": None if rating is None else rating - 20, "ci_high": None if rating is None else rating + 20}
        for place, (system, rating, low, high) in enumerate(rows)
    ]
    return pd.DataFrame(made)


def test_a_board_has_the_ratings_the_highest_first() -> None:
    found = rankhouse.preference_ratings(verdicts(), repetitions=50)
    chart = plot.board(found)
    rows = data_of(chart, "rated", "value")
    assert [row["rated"] for row in rows] == ["c", "a", "b"]
    # Of maximum likelihood, by scipy.
    assert [row["value"] for row in rows] == pytest.approx([1029.930, 1020.167, 949.903], abs=1e-3)
    by_system = {row["system"]: row for row in found.df().to_dict("records")}
    for row in rows:
        own = by_system[row["rated"]]
        low, high = int(own["rank_low"]), int(own["rank_high"])
        assert (row["ci_low"], row["ci_high"]) == (own["ci_low"], own["ci_high"])
        assert row["ranks"] == (f"{low}" if low == high else f"{low}-{high}")
    (order,) = {
        tuple(part["sort"]) for part in parts(chart.to_dict()) if part.get("field") == "rated" and "sort" in part
    }
    assert order == ("c", "a", "b")
    compiled(chart)


def test_a_board_says_who_is_tied() -> None:
    table = ratings([("a", 1100, 1, 2), ("b", 1090, 1, 3), ("c", 1000, 3, 4), ("d", 900, 4, 5), ("e", 890, 5, 5)])
    chart = plot.board(table)
    assert chart.description == (
        "Board: a is first with a rating of 1,100 (1,080 to 1,120) and a win rate of 0.500; tied: a and b; b and c;"
        " c and d; d and e."
    )
    assert [row["ranks"] for row in data_of(chart, "ranks")] == ["1-2", "1-3", "3-4", "4-5", "5"]
    apart = plot.board(ratings([("a", 1100, 1, 1), ("b", 900, 2, 2)]))
    assert apart.description.endswith("; no two systems are tied.")
    unknown = plot.board(ratings([("a", 1100, None, None), ("b", 900, None, None)]))
    assert unknown.description.endswith("; ranks have no intervals.")
    compiled(unknown)


@examples(60)
@given(st.lists(st.tuples(st.integers(1, 7), st.integers(0, 3)), min_size=1, max_size=7))
def test_tied_systems_are_the_largest_sets_that_overlap_two_by_two(ends: list[tuple[int, int]]) -> None:
    rows = [{"rated": place, "rank_low": low, "rank_high": low + more} for place, (low, more) in enumerate(ends)]

    def overlap(one: int, other: int) -> bool:
        (low, more), (other_low, other_more) = ends[one], ends[other]
        return low <= other_low + other_more and other_low <= low + more

    sets = [
        set(chosen)
        for n in range(2, len(ends) + 1)
        for chosen in itertools.combinations(range(len(ends)), n)
        if all(overlap(one, other) for one, other in itertools.combinations(chosen, 2))
    ]
    largest = [each for each in sets if not any(each < other for other in sets)]
    found = tied(rows)
    assert sorted(map(sorted, found)) == sorted(map(sorted, largest))
    # The best system of a set comes first.
    assert all(list(each) == sorted(each) for each in found)


def test_systems_without_a_rating_are_left_out_and_said() -> None:
    rows = [("a", "b", "a"), ("a", "b", "a"), ("b", "a", "b")]
    never_lost = pd.DataFrame(rows, columns=["system_a", "system_b", "winner"]).assign(query_id=["1", "2", "3"])
    with pytest.raises(InputError, match=r"has a rating: no chain of wins .* components of preference_checks"):
        plot.board(rankhouse.preference_ratings(never_lost))
    chart = plot.board(ratings([("a", 1100, 1, 1), ("b", None, None, None)]))
    assert "Left out: 1 system without a rating." in subtitle(chart)


def test_groups_have_a_board_each() -> None:
    both = pd.concat([verdicts({"judge": "ann"}), verdicts({"judge": None})])
    chart = plot.board(rankhouse.preference_ratings(both, by="judge", repetitions=20))
    assert sorted(view.title["text"] for view in chart.vconcat) == ["judge: (none)", "judge: ann"]
    assert "judge ann: c is first with a rating of 1,030" in chart.description
    many = pd.concat([ratings([("a", 1100, 1, 1), ("b", 900, 2, 2)], judge=place) for place in range(8)])
    chart = plot.board(many)
    assert len(chart.vconcat) == 6
    assert "The first 6 of 8 groups." in subtitle(chart)


def test_a_long_board_shows_the_highest() -> None:
    table = ratings([(f"s{place}", 2000 - place, place + 1, place + 1) for place in range(70)])
    chart = plot.board(table)
    assert [row["rated"] for row in data_of(chart, "rated")] == [f"s{place}" for place in range(50)]
    assert "The 50 highest of 70 systems." in subtitle(chart)


def test_win_rates_are_those_of_the_counts() -> None:
    chart = plot.win_rates(rankhouse.preference_pairs(verdicts()))
    cells = {(row["row"], row["column"]): row for row in data_of(chart, "row", "column")}
    assert len(cells) == 6
    for (one, other), rate in RATES.items():
        assert cells[one, other]["value"] == pytest.approx(rate, abs=1e-12)
        assert cells[other, one]["value"] == pytest.approx(1 - rate, abs=1e-12)
        assert cells[one, other]["ci_low"] == pytest.approx(1 - cells[other, one]["ci_high"], abs=1e-12)
        assert cells[one, other]["ci_low"] < rate < cells[one, other]["ci_high"]
    # c: 1 - 19/35 and 21/31; a: 19/35 twice; b: 16/35 and 10/31.
    (order,) = {tuple(part["sort"]) for part in parts(chart.to_dict()) if part.get("field") == "row" and "sort" in part}
    assert order == ("c", "a", "b")
    assert chart.description.startswith("Win rates: c has a win rate of 0.68 (0.")
    (scale,) = [part for part in parts(chart.to_dict()) if part.get("range") == "heatmap"]
    assert scale["domain"] == [0, 1]
    compiled(chart)


def test_systems_that_never_met_have_no_cell() -> None:
    frame = verdicts()
    apart = frame[~((frame.system_a + frame.system_b).isin(["ac", "ca"]))]
    chart = plot.win_rates(rankhouse.preference_pairs(apart))
    met = {(row["row"], row["column"]) for row in data_of(chart, "row", "column")}
    assert met == {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    assert chart.description.endswith("the highest of 2 pairs; 1 pair without comparisons.")


def test_against_a_baseline_the_matrix_is_a_column() -> None:
    chart = plot.win_rates(rankhouse.preference_pairs(verdicts(), baseline="b"))
    met = {(row["row"], row["column"]): row["value"] for row in data_of(chart, "row", "column")}
    assert met == {("a", "b"): pytest.approx(RATES["a", "b"]), ("c", "b"): pytest.approx(1 - RATES["b", "c"])}
    assert "without comparisons" not in chart.description


def test_a_large_matrix_shows_the_highest() -> None:
    rows = [
        {"system": f"s{one:02}", "baseline": f"s{other:02}", "win_rate": 0.5 - (one - other) / 60}
        for other, one in itertools.combinations(range(15), 2)
    ]
    chart = plot.win_rates(pd.DataFrame(rows))
    assert {row["row"] for row in data_of(chart, "row")} == {f"s{place:02}" for place in range(12)}
    assert "The 12 highest of 15 systems." in subtitle(chart)


def test_the_first_shown_is_counted() -> None:
    chart = plot.order_effect(rankhouse.preference_checks(verdicts().assign(query_id=range(101))))
    (row,) = data_of(chart, "value", "ci_low")
    # 14 + 6 + 9 + 4 + 5 + 8 of these and 8 + 3 + 9 + 7 + 12 + 4 of the second shown.
    assert row["value"] == pytest.approx(46 / 89, abs=1e-12)
    assert row["ci_low"] < 0.5 < row["ci_high"]
    assert "the first shown wins 0.52 (0." in chart.description
    assert "of 89 decided comparisons" in chart.description
    # A rule where the order does not decide.
    assert {"at": 0.5} in data_of(chart, "at")
    # No question was asked in both orders.
    assert "same in both orders" not in chart.description
    compiled(chart)


def test_judges_have_a_row_each_and_what_both_orders_say() -> None:
    # ann says the same in both orders of 2 of 3 pairs, and saw a fourth in one order; bob always prefers the first.
    asked = [
        ("ann", 1, "x", "y", "a"),
        ("ann", 1, "y", "x", "b"),
        ("ann", 2, "x", "y", "b"),
        ("ann", 2, "y", "x", "a"),
        ("ann", 3, "x", "y", "a"),
        ("ann", 3, "y", "x", "a"),
        ("ann", 4, "x", "y", "b"),
        ("bob", 1, "x", "y", "a"),
        ("bob", 1, "y", "x", "a"),
        ("bob", 2, "x", "y", "a"),
        ("bob", 2, "y", "x", "a"),
    ]
    frame = pd.DataFrame(asked, columns=["judge", "query_id", "system_a", "system_b", "winner"])
    chart = plot.order_effect(rankhouse.preference_checks(frame, by="judge"))
    first, same = (
        {
            row["system"]: row
            for part in parts(view)
            if "data" in part
            for row in part["data"]["values"]
            if "system" in row
        }
        for view in chart.to_dict()["vconcat"]
    )
    assert {who: row["value"] for who, row in first.items()} == {"ann": pytest.approx(4 / 7), "bob": 1}
    assert {who: row["value"] for who, row in same.items()} == {"ann": pytest.approx(2 / 3), "bob": 0}
    assert {who: row["label"] for who, row in same.items()} == {"ann": "75 % in both", "bob": "100 % in both"}
    assert "4 decided comparisons of bob, farthest from 0.5" in chart.description
    assert "verdicts of bob are the same in both orders for 0" in chart.description
    compiled(chart)


ERRORS = [
    (lambda: plot.board(None), r"plot\.board takes a table, got nothing: pass what rankhouse\.preference_ratings"),
    (
        lambda: plot.board(rankhouse.preference_pairs(verdicts())),
        r"plot\.board: .* has no column 'rating'.*preference_ratings",
    ),
    (
        lambda: plot.board(ratings([("a", 1, 1, 1)]).drop(columns="system")),
        r"plot\.board: .* has no column 'system'.*preference_ratings",
    ),
    (
        lambda: plot.board(ratings([("a", 1, 1, 1), ("a", 2, 1, 1)])),
        r"plot\.board: more than one row for system 'a': keep the rows of one result",
    ),
    (lambda: plot.board(ratings([("a", 1, 1, 1)]).assign(rating="x")), r"'rating' is a number"),
    (
        lambda: plot.win_rates(rankhouse.preference_ratings(verdicts(), repetitions=20)),
        r"plot\.win_rates: .* has no column 'baseline'.*preference_pairs",
    ),
    (
        lambda: plot.win_rates(pd.concat([rankhouse.preference_pairs(verdicts()).df()] * 2)),
        r"plot\.win_rates: more than one row for system 'b' and baseline 'a'",
    ),
    (
        lambda: plot.win_rates(pd.DataFrame({"system": ["a"], "baseline": ["b"], "win_rate": [None]})),
        r"plot\.win_rates: no two systems have a win rate",
    ),
    (
        lambda: plot.order_effect(rankhouse.preference_pairs(verdicts())),
        r"plot\.order_effect: .* has no column 'check'.*preference_checks",
    ),
    (
        lambda: plot.order_effect(rankhouse.preference_checks(verdicts()).filter("\"check\" = 'ties'")),
        r"plot\.order_effect: no group has a value of the check 'first_shown_wins'",
    ),
]


@pytest.mark.parametrize(("made", "message"), ERRORS)
def test_wrong_tables_are_refused_by_name(made: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        made()


def test_names_of_systems_and_judges_may_be_hostile() -> None:
    names = [name for name in HOSTILE if name is not None]
    rows = [{"system": one, "baseline": other, "win_rate": 0.4} for one, other in itertools.combinations(names, 2)]
    chart = plot.win_rates(pd.DataFrame(rows))
    assert "<script>" not in compiled(chart)
    assert len(data_of(chart, "row", "column")) == 2 * len(rows)
    assert "<script>" not in compiled(plot.board(ratings([(name, 1000, 1, 7) for name in names])))
    asked = pd.concat([verdicts({'x"y': name}) for name in HOSTILE])
    assert "<script>" not in compiled(plot.order_effect(rankhouse.preference_checks(asked, by='x"y')))


def test_tables_are_relations_frames_and_names() -> None:
    with duckdb.connect() as con:
        con.register("seen", verdicts())
        con.execute("create table asked as from seen")
        found = rankhouse.preference_ratings("asked", repetitions=20, con=con)
        con.execute("create table rated as from found")
        charts = [plot.board(each, con=con) for each in (found, found.df(), "rated")]
        assert len({chart.description for chart in charts}) == 1
