"""Bounds under unjudged items against every labelling of them, and what to judge next against a twin in Python."""

from __future__ import annotations

import json
import math
import random
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from copied import copy_macros
from executed import commanded
from helpers import holes
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

WAYS = ("dbt", "table macro", "python")
CASES = range(80)


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def stored(con: duckdb.DuckDBPyConnection, run: Sequence[Any], judged: Sequence[Any]) -> None:
    """system, query, item, score; query, item, grade."""
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    con.execute("create or replace table judgments (query_id varchar, item_id varchar, relevance double)")
    con.executemany("insert into run values (?, ?, ?, ?)", [list(row) for row in run])
    con.executemany("insert into judgments values (?, ?, ?)", [list(row) for row in judged])


def listed(con: duckdb.DuckDBPyConnection, lists: Mapping[str, Sequence[str]], judged: Mapping[str, float]) -> None:
    """Lists of one query by their systems."""
    run = [(system, "q", item, -place) for system, items in lists.items() for place, item in enumerate(items)]
    stored(con, run, [("q", item, grade) for item, grade in judged.items()])


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, *tables: str, **arguments: Any) -> list[Any]:
    if way == "dbt":
        return con.sql(str(getattr(macros("duckdb"), name)(*(f"main.{one}" for one in tables), **arguments))).fetchall()
    if way == "python":
        return getattr(rankhouse, name)(*tables, **arguments, con=con).fetchall()
    given = ", ".join([*map(repr, tables), *(f'"{name}" := {value!r}' for name, value in arguments.items())])
    return con.sql(f"from {name}({given})").fetchall()


def bounds(con: duckdb.DuckDBPyConnection, *measures: str, way: str = "python", **arguments: Any) -> dict[Any, Any]:
    """(value, lowest, highest, n_unjudged) by what stands before measure, metric and k, and the measure."""
    given = {"measures": list(measures), "by": ["system"], **arguments}
    rows = asked(con, way, "value_bounds", "run", "judgments", **given)
    return {tuple(row[:-6]): tuple(row[-4:]) for row in rows}


@cache
def exhausted() -> dict[int, dict[tuple[str, str, str], tuple[float, float]]]:
    """By top grade, the bounds of a system, a query and a measure over every labelling."""
    found: dict[int, dict[tuple[str, str, str], tuple[float, float]]] = {}
    for seed in CASES:
        lists, judged, top = holes.example(seed)
        for (system, measure), ends in holes.bounds(lists, judged, top).items():
            found.setdefault(top, {})[system, f"q{seed}", measure] = ends
    return found


def stored_examples(con: duckdb.DuckDBPyConnection, top: int) -> None:
    run, judged = [], []
    for seed in CASES:
        lists, labels, highest = holes.example(seed)
        if highest == top:
            for system, items in lists.items():
                run += [(system, f"q{seed}", item, -place) for place, item in enumerate(items)]
            judged += [(f"q{seed}", item, grade) for item, grade in labels.items()]
    stored(con, run, judged)


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("top", [1, 2, 3])
def test_bounds_are_those_of_every_labelling(con: duckdb.DuckDBPyConnection, way: str, top: int) -> None:
    stored_examples(con, top)
    known = exhausted()[top]
    found = bounds(con, *holes.MEASURES, way=way, top_grade=top, per_query=True)
    assert found.keys() == known.keys()
    for key, (value, lowest, highest, _) in found.items():
        assert (lowest, highest) == pytest.approx(known[key], abs=1e-12), key
        assert key[-1] == "bpref" or lowest - 1e-12 <= value <= highest + 1e-12
    # Of a mean too: labels of one query have no say in another one.
    means = bounds(con, *holes.MEASURES, way=way, top_grade=top)
    for (system, measure), (_, lowest, highest, n_unjudged) in means.items():
        own = {key: ends for key, ends in known.items() if (key[0], key[2]) == (system, measure)}
        ends = [math.fsum(each) / len(own) for each in zip(*own.values(), strict=True)]
        assert [lowest, highest] == pytest.approx(ends, abs=1e-12)
        assert n_unjudged == sum(found[key][3] for key in own)


@pytest.mark.thorough
@pytest.mark.parametrize("measure", holes.MEASURES)
def test_a_measure_by_itself_has_the_same_bounds(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    """Which labellings are tried follows from all measures of a call: of one alone there are fewer."""
    for top in (1, 3):
        stored_examples(con, top)
        known = {key: ends for key, ends in exhausted()[top].items() if key[2] == measure}
        found = bounds(con, measure, top_grade=top, per_query=True)
        assert {key: ends[1:3] for key, ends in found.items()} == {
            key: pytest.approx(ends, abs=1e-12) for key, ends in known.items()
        }


def test_value_is_that_of_evaluate(con: duckdb.DuckDBPyConnection) -> None:
    stored_examples(con, 3)
    given: dict[str, Any] = {"by": ["system"], "con": con}
    known = rankhouse.evaluate("run", "judgments", list(holes.MEASURES), **given)
    found = bounds(con, *holes.MEASURES, top_grade=3)
    assert {key: value for key, (value, *_) in found.items()} == pytest.approx(
        {(system, measure): value for system, measure, value in known.project("system, measure, value").fetchall()}
    )


def test_more_judgments_narrow_the_bounds(con: duckdb.DuckDBPyConnection) -> None:
    draw = random.Random(11)
    run, judged = [], {"few": [], "more": [], "all": []}
    for seed in range(1000, 1060):
        lists, labels, _ = holes.example(seed)
        for system, items in lists.items():
            run += [(system, f"q{seed}", item, -place) for place, item in enumerate(items)]
        unjudged = sorted({item for items in lists.values() for item in items} - labels.keys())
        more = labels | {item: draw.randint(0, 3) for item in unjudged if draw.random() < 0.5}
        every = {item: draw.randint(0, 3) for item in unjudged} | more
        for name, grades in {"few": labels, "more": more, "all": every}.items():
            judged[name] += [(f"q{seed}", item, grade) for item, grade in grades.items()]
    found = {}
    for name, rows in judged.items():
        stored(con, run, rows)
        found[name] = bounds(con, *holes.MEASURES, top_grade=3, per_query=True)
    for key, (_, lowest, highest, n_unjudged) in found["more"].items():
        _, low, high, n_before = found["few"][key]
        assert low - 1e-12 <= lowest <= highest <= high + 1e-12 and n_unjudged <= n_before
        value, low, high, left = found["all"][key]
        assert (low, high, left) == (pytest.approx(value), pytest.approx(value), 0)
        assert lowest - 1e-12 <= value <= highest + 1e-12


def test_a_grade_in_between_may_be_best(con: duckdb.DuckDBPyConnection) -> None:
    """Items of grade 2 and 1 around an unjudged one: as grade 2 or 1 it leaves the order ideal, as grade 4 not."""
    listed(con, {"a": ["two", "unjudged", "one"]}, {"two": 2, "one": 1})
    ((_, lowest, highest, _),) = bounds(con, "ndcg", top_grade=4).values()
    assert highest == pytest.approx(1)
    gains, places = {2: 3, 4: 15, 1: 1}, [1, 1 / math.log2(3), 0.5]
    listed_first = (gains[2] * places[0] + gains[4] * places[1] + gains[1] * places[2]) / (15 + 3 * places[1] + 0.5)
    unlabelled = (3 + 0.5) / (3 + places[1])
    assert lowest == pytest.approx(min(listed_first, unlabelled)) and listed_first < 1


@pytest.mark.parametrize("depth", [8, 12])
def test_graded_ndcg_of_longer_lists(con: duckdb.DuckDBPyConnection, depth: int) -> None:
    """Labels that fall along the list, by exhaustion over these alone, which a swap of two items shows to be enough."""
    draw = random.Random(depth)
    lists, judged = {}, {}
    for number in range(8):
        items = [f"{number}.{place}" for place in range(depth)]
        chosen = draw.sample(items, depth - 5)
        judged[number] = {item: draw.randint(0, 4) for item in chosen} | {f"{number}.far": draw.randint(1, 4)}
        lists[number] = items
    run = [("a", f"q{n}", item, -place) for n, items in lists.items() for place, item in enumerate(items)]
    stored(con, run, [(f"q{n}", item, grade) for n, labels in judged.items() for item, grade in labels.items()])
    found = bounds(con, "ndcg", "ndcg@6", top_grade=4, per_query=True)
    for number, items in lists.items():
        unjudged = [item for item in items if item not in judged[number]]
        for measure, k in {"ndcg": None, "ndcg@6": 6}.items():
            best = max(
                holes.ndcg(items, judged[number] | dict(zip(unjudged, grades, strict=True)), k)
                for grades in holes.falling(4, len(unjudged))
            )
            assert found["a", f"q{number}", measure][2] == pytest.approx(best, abs=1e-12)


def test_the_residual_of_rbp(con: duckdb.DuckDBPyConnection) -> None:
    """Moffat and Zobel: the weight of what is unjudged, and p^n for all that would follow the list; the second is no
    label of an item that anybody has."""
    items = [f"d{place}" for place in range(9)]
    listed(con, {"a": items}, {"d0": 1, "d3": 0, "d4": 1})
    ((value, lowest, highest, n_unjudged),) = bounds(con, "rbp(p=0.9)").values()
    p = Fraction(9, 10)
    weights = [float((1 - p) * p**place) for place in range(9) if place not in (0, 3, 4)]
    assert (lowest, highest - lowest, n_unjudged) == (pytest.approx(value), pytest.approx(math.fsum(weights)), 6)
    # All that is not known: everything but the items with a label.
    residual = 1 - (1 - p) * (1 + p**3 + p**4)
    assert highest - lowest + float(p**9) == pytest.approx(float(residual))


def test_bpref_leaves_unjudged_items_out(con: duckdb.DuckDBPyConnection) -> None:
    """Its value may be none of those that labels give: with nine hits above, labels of the tenth place only cost."""
    items = [*(f"hit{n}" for n in range(9)), *(f"miss{n}" for n in range(4)), "unjudged", "last"]
    judged = dict.fromkeys(items, 0) | {f"hit{n}": 1 for n in range(9)} | {"last": 1}
    del judged["unjudged"]
    judged |= {f"far{n}": 0 for n in range(100)}
    listed(con, {"a": items}, judged)
    ((value, lowest, highest, _),) = bounds(con, "bpref").values()
    ends = [holes.bpref(items, {**judged, "unjudged": label}) for label in (0, 1)]
    assert (value, lowest, highest) == pytest.approx((float(holes.bpref(items, judged)), *sorted(map(float, ends))))
    assert highest < value


@pytest.mark.parametrize("way", WAYS)
def test_queries_follow_their_policy(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """q1 has a relevant item; q2 judged ones alone that are not; q3 no judgment; q4 no list."""
    run = [("a", query, item, -place) for query in ("q1", "q2", "q3") for place, item in enumerate("xyz")]
    stored(con, run, [("q1", "x", 1), ("q2", "x", 0), ("q4", "x", 1)])

    def found(queries: str) -> dict[str, Any]:
        given = {"queries": queries, "way": way, "per_query": True}
        return {key[1]: ends[:3] for key, ends in bounds(con, "recall@2", **given).items()}

    assert found("judged") == {"q1": (1, pytest.approx(1 / 2), 1), "q4": (0, 0, 0)}
    assert found("all") == {"q1": (1, pytest.approx(1 / 2), 1), "q2": (0, 0, 1), "q4": (0, 0, 0)}
    undefined = (None, None, None)
    assert found("intersection") == {"q1": (1, pytest.approx(1 / 2), 1), "q2": undefined}
    assert found("run") == {"q1": (1, pytest.approx(1 / 2), 1), "q2": undefined, "q3": undefined}
    ((value, lowest, highest, n_unjudged),) = bounds(con, "precision@2", way=way, queries="run").values()
    assert (value, lowest, highest, n_unjudged) == pytest.approx((1 / 6, 1 / 6, 5 / 6, 4))


@pytest.mark.parametrize("way", WAYS)
def test_groups_that_the_judgments_have_too(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The same query on two days, one of them NULL, is two queries; unjudged items of a day are those of its lists."""
    con.execute("create or replace table run (system varchar, day varchar, query_id int, item_id int, score int)")
    con.execute("create or replace table judgments (day varchar, query_id int, item_id int, relevance int)")
    con.execute("insert into run values ('a', 'one', 1, 1, 2), ('a', 'one', 1, 2, 1), ('b', 'one', 1, 3, 1)")
    con.execute("insert into run values ('a', null, 1, 1, 2), ('a', null, 1, 2, 1)")
    con.execute("insert into judgments values ('one', 1, 1, 1), (null, 1, 2, 1)")
    given: dict[str, Any] = {"by": ["system", "day"], "way": way}
    if way != "python":
        given["judgments_by"] = ["day"]
    found = {key: ends[1:3] for key, ends in bounds(con, "recall@1", **given).items()}
    assert found == {
        ("a", "one", "recall@1"): (pytest.approx(1 / 3), 1),
        ("b", "one", "recall@1"): (0, pytest.approx(1 / 2)),
        ("a", None, "recall@1"): (0, pytest.approx(1 / 2)),
        **({("b", None, "recall@1"): (0, 0)} if ("b", None, "recall@1") in found else {}),
    }
    # The ideal of day one has 1, and with 2 or 3 a second item; that of the other day 2, and with 1 a second one.
    second = 1 / math.log2(3)
    found = {key[:2]: ends[1:3] for key, ends in bounds(con, "ndcg", **given).items()}
    assert {key: found[key] for key in (("a", "one"), ("b", "one"), ("a", None))} == {
        ("a", "one"): pytest.approx((1 / (1 + second), 1)),
        ("b", "one"): pytest.approx((0, 1 / (1 + second))),
        ("a", None): pytest.approx((second, 1)),
    }
    items = asked(
        con,
        way,
        "to_judge",
        "run",
        "judgments",
        by=["day"],
        **({} if way == "python" else {"judgments_by": ["day"]}),
    )
    assert {row[:3] for row in items} == {("one", 1, 2), ("one", 1, 3), (None, 1, 1)}


WRONG = {
    "a measure without bounds": (
        "value_bounds",
        {"measures": ["ndcg@10", "auc"]},
        "bounds under unjudged items are not known for 'auc', only for precision, recall,",
    ),
    "an option without bounds": (
        "value_bounds",
        {"measures": ["ndcg(ideal=all)@5"]},
        "bounds under unjudged items are not known for 'ndcg(ideal=all)@5', only with negative=zero and",
    ),
    "no top grade": ("value_bounds", {"top_grade": 0}, "top_grade is a number above 0, such as 1, got '0'"),
    "a negative one": ("value_bounds", {"top_grade": -1}, "top_grade is a number above 0, such as 1, got '-1'"),
    "no depth": ("to_judge", {"depth": 0}, "depth is a whole number of at least 1 and at most 10 million, got '0'"),
    "no limit": ("to_judge", {"limit": 0}, "limit is a whole number of at least 1 and at most 10 million, got '0'"),
    "no order": ("to_judge", {"order": "random"}, "order is one of difference | depth, got 'random'"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments(con: duckdb.DuckDBPyConnection, way: str, case: str) -> None:
    listed(con, {"a": ["x", "y"], "b": ["y"]}, {"x": 1})
    name, wrong, message = WRONG[case]
    if name == "value_bounds":
        wrong = {"measures": ["ndcg@10"], "by": ["system"], **wrong}
    with pytest.raises((InputError, duckdb.Error)) as raised:
        asked(con, way, name, "run", "judgments", **wrong)
    said = str(raised.value).replace('"', "'")
    assert message in said


@pytest.mark.parametrize("way", WAYS)
def test_a_grade_above_the_top_one(con: duckdb.DuckDBPyConnection, way: str) -> None:
    listed(con, {"a": ["x", "y"]}, {"x": 3, "far": 2, "low": 1})
    with pytest.raises((InputError, duckdb.Error)) as raised:
        bounds(con, "ndcg", "recall@1", way=way, top_grade=1)
    if way == "python":
        assert str(raised.value) == (
            "judgments: 2 grades in column 'relevance' are above top_grade=1, e.g. 3 of query_id 'q', item_id 'x';"
            " give the highest grade of the scale, top_grade=3"
        )
    else:
        assert "top_grade is 1.0, but judgments has grades up to 3.0: give the highest grade" in str(raised.value)


def judged_next(
    lists: Mapping[str, Sequence[str]], judged: Mapping[str, float], depth: int, by_rank: bool
) -> list[tuple[str, str, float]]:
    """(item, reason, width) of one query in their order."""
    places = {system: {item: rank for rank, item in enumerate(items[:depth], 1)} for system, items in lists.items()}
    rows = []
    for item in {item for ranks in places.values() for item in ranks} - judged.keys():
        ranks = [own[item] for own in places.values() if item in own]
        gains = [1 / math.log2(1 + own[item]) if item in own else 0 for own in places.values()]
        width = max(gains) - (min(gains) if len(gains) > 1 else 0)
        reason = f"in the first {depth} of {len(ranks)} of {len(lists)} lists, rank {min(ranks)} at best"
        rows.append((min(ranks), item, reason, width))
    rows.sort(key=lambda row: (0 if by_rank else -round(row[3], 12), row[0], row[1]))
    return [row[1:] for row in rows]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("order", ["difference", "depth"])
def test_what_to_judge_next(con: duckdb.DuckDBPyConnection, way: str, order: str) -> None:
    draw = random.Random(order)
    for n_systems, depth in [(2, 3), (3, 5), (1, 4), (2, 50)]:
        pool = [f"d{number:02}" for number in range(12)]
        lists = {f"s{number}": draw.sample(pool, 8) for number in range(n_systems)}
        judged = dict.fromkeys(draw.sample(pool, 3), 1.0)
        listed(con, lists, judged)
        known = judged_next(lists, judged, depth, order == "depth")
        found = asked(con, way, "to_judge", "run", "judgments", depth=depth, order=order)
        assert [row[1:3] for row in found] == [row[:2] for row in known]
        assert [row[3] for row in found] == pytest.approx([row[2] for row in known])
        few = asked(con, way, "to_judge", "run", "judgments", depth=depth, order=order, limit=2)
        assert few == found[:2]


def test_what_is_judged_settles_it(con: duckdb.DuckDBPyConnection) -> None:
    """With labels of all that to_judge names, nothing is left to judge, and measures at this depth have no width."""
    draw = random.Random(5)
    lists = {system: draw.sample([f"d{number}" for number in range(20)], 10) for system in ("a", "b", "c")}
    listed(con, lists, {"d1": 1})
    for _, item, _, _ in asked(con, "python", "to_judge", "run", "judgments", depth=4):
        con.execute("insert into judgments values ('q', ?, ?)", [item, draw.randint(0, 1)])
    assert asked(con, "python", "to_judge", "run", "judgments", depth=4) == []
    for value, lowest, highest, n_unjudged in bounds(con, "precision@4", "dcg@4", "err@4").values():
        assert (lowest, highest, n_unjudged) == (value, value, 0)


def test_systems_as_a_dictionary_and_given_ranks(con: duckdb.DuckDBPyConnection) -> None:
    listed(con, {"a": ["x", "y", "z"], "b": ["z", "y", "x"]}, {"x": 1})
    runs = {name: con.sql(f"from run where system = '{name}'").df() for name in ("a", "b")}
    known = asked(con, "python", "to_judge", "run", "judgments")
    assert rankhouse.to_judge(runs, con.table("judgments").df()).fetchall() == known
    con.execute("create or replace table ranked as select * exclude score, 1 - score as rank from run")
    assert rankhouse.to_judge("ranked", "judgments", columns={"rank": "rank"}, con=con).fetchall() == known
    given = {"by": ["system"], "top_grade": 1, "con": con}
    by_rank = rankhouse.value_bounds("ranked", "judgments", ["ndcg"], columns={"rank": "rank"}, **given)
    assert by_rank.fetchall() == rankhouse.value_bounds("run", "judgments", ["ndcg"], **given).fetchall()


def test_no_unjudged_item(con: duckdb.DuckDBPyConnection) -> None:
    listed(con, {"a": ["x", "y"]}, {"x": 1, "y": 0})
    for value, lowest, highest, n_unjudged in bounds(con, *holes.MEASURES).values():
        assert (lowest, highest, n_unjudged) == (pytest.approx(value), pytest.approx(value), 0)
    assert asked(con, "python", "to_judge", "run", "judgments") == []


def pooled_and_not(con: duckdb.DuckDBPyConnection) -> None:
    """`old` was pooled and `new` was not: of 31 queries it has three relevant items each, `new` one of these."""
    pooled = [f"d{number}" for number in range(5)]
    found = ["d4", *(f"n{number}" for number in range(4))]
    run, judged = [], []
    for query in (f"q{number}" for number in range(31)):
        for system, items in {"old": pooled, "new": found}.items():
            run += [(system, query, item, -place) for place, item in enumerate(items)]
        judged += [(query, item, grade) for item, grade in zip(pooled, (2, 0, 1, 0, 1), strict=True)]
    stored(con, run, judged)
    # Differences that are all the same have no test.
    con.execute("delete from judgments where query_id in ('q1', 'q2') and item_id = 'd2'")


def test_a_comparison_says_how_many_labels_turn_it_round(con: duckdb.DuckDBPyConnection) -> None:
    """`new` is 60 relevant items behind: with 61 labels it is ahead, with none less."""
    pooled_and_not(con)
    (said,) = turning(con, "precision@5")
    assert said == (
        "precision@5 of old against new: labels of unjudged items could reverse it: 61 labels of grade 2, for items"
        " that 'new' ranks higher than 'old', would be enough; see to_judge for what to label first, and value_bounds"
    )
    con.execute("create or replace table labelled as from judgments union all"
                " (select query_id, item_id, 2 from run where item_id like 'n%' order by all limit 61)")  # fmt: skip
    ((new, old),) = means(con, "labelled")
    assert new == pytest.approx(old + 1 / 5 / 31)
    # With labels of all items there is nothing to warn of.
    con.execute("insert into judgments select distinct query_id, item_id, 0 from run where item_id like 'n%'")
    assert turning(con, "ndcg@5", "mrr") == []


def means(con: duckdb.DuckDBPyConnection, judgments: str) -> list[tuple[float, ...]]:
    found = rankhouse.evaluate("run", judgments, ["precision@5"], by="system", con=con)
    return [tuple(value for (value,) in found.order("system").project("value").fetchall())]


@pytest.mark.parametrize("measure", ["average_precision", "rbp@1000", "dcg", "recall@200"])
def test_holes_without_a_cutoff_or_far_down(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    """With the labels that are named `new` is ahead; all of its items are labelled, where it takes so many."""
    pooled_and_not(con)
    (said,) = turning(con, measure)
    (n,) = (int(text) for text in re.findall(r"(\d+) labels? of grade 2", said))
    assert 0 < n <= 4 * 31
    labels = "select query_id, item_id, 2 from run where item_id like 'n%'"
    con.execute(f"create or replace table labelled as from judgments union all ({labels})")
    found = rankhouse.evaluate("run", "labelled", [measure], by="system", con=con)
    new, old = (value for (value,) in found.order("system").project("value").fetchall())
    assert new > old


def test_holes_that_turn_nothing_are_counted(con: duckdb.DuckDBPyConnection) -> None:
    """`b` has two items that nobody judged, and is four relevant items behind."""
    listed(
        con, {"a": ["v", "w", "x", "y"], "b": ["p", "q", "r", "s"]}, {"v": 1, "w": 1, "x": 1, "y": 1, "r": 0, "s": 0}
    )
    assert turning(con, "precision@4") == []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = rankhouse.compare("run", "judgments", ["precision@4"], con=con).warnings
    assert (
        "2 items of 'a' and 'b' are not judged: labels that favour the one behind would not reverse precision@4"
        in found
    )


def turning(con: duckdb.DuckDBPyConnection, *measures: str, **arguments: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        rankhouse.compare("run", "judgments", list(measures), con=con, **arguments)
    return [text for text in (str(each.message) for each in caught) if "reverse it" in text]


@pytest.mark.thorough
def test_what_labels_could_turn_round(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every labelling of both lists: the warning is right of what adds up over items, of NDCG never too loud."""
    monkeypatch.setattr("rankhouse._comparing.doubts.JUDGED_MARGIN", -1)
    for others in ("doubts_of_missing", "_ties"):
        monkeypatch.setattr(f"rankhouse._comparing.doubts.{others}", lambda *_: iter(()))
    seen = set()
    for seed in range(3000, 3030):
        lists, judged, top = holes.example(seed)
        if len({*lists["a"], *lists["b"]} - judged.keys()) > 5:
            continue
        judged["top"] = top
        listed(con, lists, judged)
        unjudged = sorted({*lists["a"], *lists["b"]} - judged.keys())
        could = {}
        for measure in ("precision@3", "dcg@3", "ndcg@4"):
            gaps = []
            for labels in (judged, *holes.fillings(judged, unjudged, top)):
                a, b = (float(holes.MEASURES[measure](lists[system], labels)) for system in ("a", "b"))
                gaps.append(a - b)
            could[measure] = abs(gaps[0]) > 1e-12 and min(gap * gaps[0] for gap in gaps) < -1e-12
        # One call for what adds up: it names the first one that turns round and says how many do, which are all.
        added = [measure for measure in ("precision@3", "dcg@3") if could[measure]]
        said = turning(con, "precision@3", "dcg@3")
        assert len(said) == bool(added), seed
        if said:
            assert said[0].partition(" ")[0] in added, seed
            assert ("(and 1 more rows)" in said[0]) == (len(added) == 2), seed
        seen |= {(measure, could[measure], False) for measure in ("precision@3", "dcg@3")}
        said = turning(con, "ndcg@4")
        assert not said or could["ndcg@4"], seed
        seen.add(("ndcg@4", could["ndcg@4"], not said))
    assert {(measure, could, False) for measure in ("precision@3", "dcg@3") for could in (True, False)} <= seen
    assert ("ndcg@4", True, False) in seen


def test_of_three_systems_each_pair_is_looked_at(con: duckdb.DuckDBPyConnection) -> None:
    """One label makes `c` better than `a`; `b`, which has none of its items, takes two."""
    listed(con, {"a": ["x", "y"], "b": ["u", "v"], "c": ["w", "x"]}, {"x": 2, "y": 1})
    (said,) = turning(con, "ndcg@2", baseline="a")
    assert said.startswith(
        "ndcg@2 of c against a: labels of unjudged items could reverse it (and 1 more rows): a label"
    )


def test_commands(con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed(con, {"a": ["x", "y", "z"], "b": ["z", "w", "x"]}, {"x": 2, "y": 0})
    monkeypatch.chdir(tmp_path)
    for name in ("run", "judgments"):
        con.execute(f"copy {name} to '{name}.csv'")
    asked_for = ["value-bounds", "run.csv", "judgments.csv", "-m", "ndcg@2", "--by", "system", "--format", "json"]
    status, shown, _ = commanded([*asked_for, "--top-grade", "2", "--charts", "made"])
    assert status == 0
    rows = {(row["system"], row["measure"]): row for row in json.loads(shown)}
    for key, (value, lowest, highest, n_unjudged) in bounds(con, "ndcg@2", top_grade=2).items():
        row = rows[key]
        assert [row["value"], row["lowest"], row["highest"]] == pytest.approx([value, lowest, highest])
        assert row["n_unjudged"] == n_unjudged
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["value_bounds.png", "value_bounds.svg"]
    status, _, said = commanded(asked_for)
    assert status == 2 and "1 grade in column 'relevance' is above top_grade=1" in said
    status, _, said = commanded([*asked_for, "--top-grade", "0"])
    assert status == 2 and "above 0, such as 1, got '0.0'" in said
    status, _, said = commanded(["value-bounds", "run.csv", "judgments.csv", "-m", "auc"])
    assert status == 2 and "only for precision" in said
    status, shown, _ = commanded(["to-judge", "run.csv", "-j", "judgments.csv", "--limit", "1", "--format", "json"])
    assert status == 0 and [row["item_id"] for row in json.loads(shown)] == [
        judged_next({"a": ["x", "y", "z"], "b": ["z", "w", "x"]}, {"x": 2, "y": 0}, 10, False)[0][0]
    ]
    status, _, said = commanded(["to-judge", "run.csv", "-j", "judgments.csv", "--depth", "0"])
    assert status == 2 and "depth is a whole number of at least 1" in said
