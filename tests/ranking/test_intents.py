"""Measures over intents: against ndeval, brute force and exhaustive search; and judgments by intent that are wrong."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from covered import Covered
from executed import commanded
from helpers.examples import examples
from oracle import Measure
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from recorded import intents
from truth import IntentTruth, truths

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "intents" / "values.json").read_text())["values"]
TRUTHS = {name: truth for name, truth in truths("ranking").items() if isinstance(truth, IntentTruth)}
WAYS = ("dbt", "table macro", "python")
Rows = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, run: Rows, judgments: Rows) -> None:
    """query, item, score; query, item, intent, relevance, and the intent's weight where there is a fifth."""
    con.execute("create or replace table run (query_id varchar, item_id varchar, score double)")
    con.executemany("insert into run values (?, ?, ?)", run)
    con.execute(
        "create or replace table judgments"
        " (query_id varchar, item_id varchar, intent varchar, relevance double, weight double, importance varchar)"
    )
    con.executemany("insert into judgments values (?, ?, ?, ?, ?, ?)", [[*row, None, None][:6] for row in judgments])


def asked(
    con: duckdb.DuckDBPyConnection, way: str, measures: list[str], macro: str = "query_metrics", **more: Any
) -> Rows:
    arguments = {"intents": "intent", **more}
    if way == "python":
        per_query = macro == "query_metrics"
        return rankhouse.evaluate("run", "judgments", measures, per_query=per_query, con=con, **arguments).fetchall()
    if way == "dbt":
        return con.sql(getattr(macros("duckdb"), macro)("main.run", "main.judgments", measures, **arguments)).fetchall()
    arguments |= arguments.pop("columns", {})
    given = [f"{name} := {value!r}" for name, value in arguments.items()]
    return con.sql(f"from {macro}('run', 'judgments', measures := {measures!r}, {', '.join(given)})").fetchall()


def of_lists(run: intents.Run, judgments: intents.Judgments) -> tuple[Rows, Rows]:
    return (
        [(query, item, score) for query, items in run.items() for item, score in items.items()],
        [
            (query, item, intent, relevance)
            for query, items in judgments.items()
            for item, served in items.items()
            for intent, relevance in served.items()
        ],
    )


@pytest.mark.parametrize("way", WAYS)
def test_weights_of_intents_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """a serves y of weight 1/4, below it b serves x of weight 3/4; in alpha-DCG they count 1/2 and 3/2."""
    load(con, [("q", "a", 2), ("q", "b", 1)], [("q", "a", "y", 1, 0.25), ("q", "b", "x", 1, 0.75)])
    measures = ["precision_ia@1", "map_ia", "err_ia", "alpha_dcg@2", "alpha_ndcg@2"]
    found = [row[-1] for row in asked(con, way, measures, columns={"intent_weight": "weight"})]
    second = 1 / math.log2(3)
    dcg = 1 / 2 + 3 / 2 * second
    expected = [1 / 4, 1 / 4 + 3 / 4 / 2, 1 / 2 * (1 / 4 + 3 / 4 / 2), dcg, dcg / (3 / 2 + 1 / 2 * second)]
    assert found == pytest.approx(expected)


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", intents.SEEDS)
def test_values_are_those_of_ndeval(con: duckdb.DuckDBPyConnection, way: str, seed: int) -> None:
    load(con, *of_lists(*intents.lists(seed)))
    wanted = {(query, name): value for name, values in RECORDED[str(seed)].items() for query, value in values.items()}
    found = {
        (query, measure): value
        for query, measure, *_, value in asked(con, way, [*RECORDED[str(seed)]], convention="ndeval")
    }
    assert len(found) == 855 and found == pytest.approx(wanted, abs=1e-12)


WITH_ANY_CUTOFF = ("subtopic_recall", "err_ia", "context_recall", "nugget_recall")
# Every measure with the options that it is tried with.
EVERY = [
    Measure(name, k, tuple(options.items()))
    for name, truth in TRUTHS.items()
    for options in truth.options
    for k in ((None, 2) if name == "nugget_recall" and options else (None, 1, 2, 4, 30))
    if (k is None) == (name in ("map_ia", "nrbp", "nnrbp")) or (k is None and name in WITH_ANY_CUTOFF)
    if k is not None or options.get("normalize") != "full"
]


def brute_force(
    run: Rows, judgments: Rows, weighted: bool = False, measures: Sequence[Measure] = EVERY
) -> dict[tuple[str, str], float | None]:
    """By query and measure, of the queries that are judged."""
    found = {}
    for query in {row[0] for row in judgments}:
        judged: dict[str, dict[str, float]] = {}
        for _, item, intent, grade, *_ in (row for row in judgments if row[0] == query):
            judged.setdefault(item, {})[intent] = grade
        ranked = sorted(((score, item) for of, item, score in run if of == query), reverse=True)
        weights = {row[2]: row[4] for row in judgments if row[0] == query} if weighted else None
        vital = frozenset(row[2] for row in judgments if row[0] == query and row[5:] == ("vital",))
        places = [judged.get(item, {}) for _, item in ranked]
        for measure in measures:
            covered = Covered(places, judged, measure.k, weights, vital)
            value = TRUTHS[measure.metric].of_intents(covered, **dict(measure.options))
            if covered.intents:
                found[query, str(measure)] = None if value is None else float(value)
    return found


ITEMS, INTENTS = "abcdefg", "xyz"


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rows, Rows]:
    run: Rows = []
    judgments: Rows = []
    for query in ("q1", "q2", "q3"):
        run += [(query, item, draw(st.integers(0, 4))) for item in draw(st.sets(st.sampled_from(ITEMS)))]
        shares = [draw(st.integers(0, 3)) for _ in INTENTS]
        weights = {intent: share / (sum(shares) or 1) for intent, share in zip(INTENTS, shares, strict=True)}
        if not sum(shares):
            weights = {"x": 0.25, "y": 0.25, "z": 0.5}
        importance = {intent: draw(st.sampled_from(["vital", "okay"])) for intent in INTENTS}
        served = draw(st.sets(st.tuples(st.sampled_from(ITEMS), st.sampled_from(INTENTS)), max_size=12))
        # All intents of a query have rows, so that their weights add up.
        served |= {("a", intent) for intent in INTENTS}
        judgments += [
            (query, item, intent, draw(st.sampled_from([-1, 0, 0.5, 1, 1, 2, 3])), weights[intent], importance[intent])
            for item, intent in sorted(served)
        ]
    return [*run, ("q0", "a", 1)], [
        *judgments,
        ("q0", "a", "x", 1, 0.5, "vital"),
        ("q0", "a", "y", 1, 0.5, "okay"),
    ]


@pytest.mark.thorough
@given(case=tables(), way=st.sampled_from(WAYS), weighted=st.booleans(), third=st.integers(0, 2))
@examples(12)
def test_values_are_those_of_brute_force(
    con: duckdb.DuckDBPyConnection, case: tuple[Rows, Rows], way: str, weighted: bool, third: int
) -> None:
    load(con, *case)
    columns = {"importance": "importance", **({"intent_weight": "weight"} if weighted else {})}
    # All of them in one query take a while.
    measures = EVERY[third::3]
    answer = asked(con, way, [str(one) for one in measures], columns=columns)
    found = {(query, measure): value for query, measure, *_, value in answer}
    wanted = brute_force(*case, weighted, measures)
    assert found.keys() == wanted.keys()
    for key, value in wanted.items():
        assert found[key] == (value if value is None else pytest.approx(value, abs=1e-12)), key
        assert value is None or math.isfinite(found[key])


WEIGHED: tuple[Rows, Rows] = (
    [("q", "a", 4), ("q", "b", 3), ("q", "c", 3), ("q", "unjudged", 2), ("q", "d", 1)],
    [
        *(("q", "a", "y", 1, 0.25, "okay"), ("q", "a", "x", 0, 0.625, "vital"), ("q", "b", "x", 4, 0.625, "vital")),
        *(("q", "c", "x", 2, 0.625, "vital"), ("q", "c", "y", 3, 0.25, "okay"), ("q", "d", "z", 2, 0.125, "vital")),
        *(("q", "e", "z", 5, 0.125, "vital"), ("q", "e", "y", -1, 0.25, "okay")),
    ],
)
"""A tie, an item that nobody judged, and a relevant one that the list lacks; a, which is first, has the least gain."""


def test_values_of_weighed_intents_are_those_of_brute_force(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *WEIGHED)
    measures = [measure for measure in EVERY if measure.k in (None, 2)]
    columns = {"importance": "importance", "intent_weight": "weight"}
    answer = asked(con, "dbt", [str(one) for one in measures], columns=columns)
    wanted = brute_force(*WEIGHED, True, measures)
    assert len(wanted) >= 30
    assert {(query, measure): value for query, measure, *_, value in answer} == pytest.approx(wanted, abs=1e-12)


def test_as_many_values_are_tried_as_before() -> None:
    assert {measure.metric for measure in EVERY} == TRUTHS.keys() and len(EVERY) >= 100


def test_each_measure_is_tried_with_each_choice_of_its_options() -> None:
    declared = {entry["name"]: entry["options"] for entry in macros("duckdb").catalogue()}
    for name, truth in TRUTHS.items():
        assert {option for options in truth.options for option in options} == declared[name].keys()


def best_order(judged: dict[str, dict[str, float]], k: int, alpha: float) -> float:
    """The highest alpha-DCG of all orders of the judged items."""
    of_list = TRUTHS["alpha_dcg"].of_intents
    return max(
        of_list(Covered([judged[item] for item in order], judged, k), alpha=alpha) for order in permutations(judged, k)
    )


@given(served=st.lists(st.sets(st.sampled_from("uvwxyz"), min_size=1), min_size=1, max_size=6))
@examples(60)
def test_the_greedy_order_is_near_the_best_one(served: list[set[str]]) -> None:
    """Its sum is at least 1 - 1/e of the best one (Nemhauser, Wolsey, Fisher 1978); with discounts it is far nearer."""
    judged: dict[str, dict[str, float]] = {
        item: dict.fromkeys(one, 1.0) for item, one in zip("abcdef", served, strict=False)
    }
    k = min(3, len(judged))
    greedy = TRUTHS["alpha_dcg"].of_intents(Covered([], judged, k).greedily(0.5))
    best = best_order(judged, k, 0.5)
    assert 0.9 * best < greedy <= best + 1e-12


def test_a_list_may_be_better_than_the_greedy_order(con: duckdb.DuckDBPyConnection) -> None:
    """Three items have two intents each; the greedy order takes c first, with which both others share one."""
    judged = {"a": "ux", "b": "vy", "c": "uv"}
    served = {item: dict.fromkeys(one, 1.0) for item, one in judged.items()}
    load(
        con,
        [("q", item, -place) for place, item in enumerate("ab")],
        [("q", item, intent, 1) for item, one in judged.items() for intent in one],
    )
    ((*_, dcg), (*_, share)) = asked(con, "dbt", ["alpha_dcg@2", "alpha_ndcg@2"])
    assert dcg == pytest.approx(best_order(served, 2, 0.5)) == pytest.approx(2 + 2 / math.log2(3))
    assert share == pytest.approx(dcg / (2 + 1.5 / math.log2(3))) and share > 1.1
    for way in WAYS:
        ((*_, exact),) = asked(con, way, ["alpha_ndcg(ideal=exact)@2"])
        assert exact == pytest.approx(1)


@given(
    judged=st.dictionaries(
        st.sampled_from("abcde"), st.dictionaries(st.sampled_from("uvwx"), st.just(1.0), min_size=1), min_size=1
    ),
    alpha=st.sampled_from([0, 0.3, 0.5, 1]),
    k=st.integers(1, 5),
)
@examples(12)
def test_the_exact_ideal_is_that_of_all_orders(
    con: duckdb.DuckDBPyConnection, judged: dict[str, dict[str, float]], alpha: float, k: int
) -> None:
    best = best_order(judged, min(k, len(judged)), alpha)
    order = sorted(judged)
    load(
        con,
        [("q", item, -place) for place, item in enumerate(order)],
        [("q", item, intent, 1) for item, each in judged.items() for intent in each],
    )
    dcg = TRUTHS["alpha_dcg"].of_intents(Covered([judged[item] for item in order], judged, k), alpha=alpha)
    ((*_, found),) = asked(con, "dbt", [f"alpha_ndcg(alpha={alpha}, ideal=exact)@{k}"])
    assert found == pytest.approx(dcg / best) and found <= 1 + 1e-12


@pytest.mark.parametrize("way", WAYS)
def test_the_exact_ideal_takes_few_items(con: duckdb.DuckDBPyConnection, way: str) -> None:
    rows = [("q", f"d{number}", intent, 1) for number in range(11) for intent in "xy"]
    load(con, [("q", "d0", 1)], [row for row in rows if row[1] != "d10"])
    measures = ["alpha_ndcg(ideal=exact)@10"]
    assert asked(con, way, measures)
    load(con, [("q", "d0", 1)], rows)
    message = (
        "judgments: query 'q' has more than 10 items that serve an intent, too many for alpha_ndcg(ideal=exact): use"
        " ideal=greedy"
    )
    with pytest.raises(InputError if way == "python" else duckdb.Error, match=re.escape(message)):
        asked(con, way, measures)


def example(con: duckdb.DuckDBPyConnection) -> None:
    load(
        con,
        [("q", item, -place) for place, item in enumerate("abcd")],
        [("q", "b", "x", 2), ("q", "c", "x", 1), ("q", "c", "y", 3), ("q", "d", "y", 0), ("q", "e", "z", 1)],
    )


@pytest.mark.parametrize("way", WAYS)
def test_other_measures_take_the_best_relevance_of_an_item(con: duckdb.DuckDBPyConnection, way: str) -> None:
    example(con)
    measures = ["ndcg@10", "average_precision", "err@5", "num_rel", "judged@4", "alpha_ndcg@3"]
    found = [row[-1] for row in asked(con, way, measures)][:-1]
    con.execute(
        "create or replace table judgments as"
        " select query_id, item_id, max(relevance) as relevance from judgments group by all"
    )
    expected = rankhouse.evaluate("run", "judgments", measures[:-1], per_query=True, con=con).fetchall()
    assert found == pytest.approx([row[-1] for row in expected], abs=1e-15)


@pytest.mark.parametrize("way", WAYS)
def test_relevant_from_says_which_items_serve_an_intent(con: duckdb.DuckDBPyConnection, way: str) -> None:
    example(con)
    found = [row[-1] for row in asked(con, way, ["subtopic_recall@4", "precision_ia@2", "map_ia"], relevant_from=2)]
    # x by b at rank 2, y by c at rank 3; nothing else.
    assert found == pytest.approx([1, 1 / 4, (1 / 2 + 1 / 3) / 2])


@pytest.mark.parametrize("way", WAYS)
def test_groups_pools_and_pairs(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The run is in two groups, one of them NULL; judgments of retrieved items alone; items that take no part."""
    example(con)
    con.execute("alter table run add column system varchar")
    con.execute("insert into run select query_id, item_id, -score, 'turned' from run where item_id <> 'b'")
    measures = ["alpha_ndcg@3", "subtopic_recall", "nrbp"]
    found = {
        (system, measure): value
        for system, _, measure, *_, value in asked(con, way, measures, by=["system"], pool="retrieved")
    }
    x, both = {"x": 1.0}, {"x": 1.0, "y": 1.0}
    whole, turned = Covered([{}, x, both, {}], {"b": x, "c": both}), Covered([{}, both, {}], {"c": both})
    for system, covered in {None: whole, "turned": turned}.items():
        at_3 = Covered(covered.places, covered.judged, 3)
        assert found[system, "alpha_ndcg@3"] == pytest.approx(TRUTHS["alpha_ndcg"].of_intents(at_3))
        assert found[system, "subtopic_recall"] == 1
        assert found[system, "nrbp"] == pytest.approx(TRUTHS["nrbp"].of_intents(covered))
    con.execute("create or replace table seen as select 'q' as query_id, 'c' as item_id")
    found = {row[0]: row[-2] for row in asked(con, way, ["alpha_ndcg@3"], by=["system"], exclude="seen")}
    without = Covered([{}, x, {}], {"b": x, "e": {"z": 1.0}}, 3)
    assert found == {None: pytest.approx(TRUTHS["alpha_ndcg"].of_intents(without)), "turned": 0}


@pytest.mark.parametrize("way", WAYS)
def test_the_ideal_of_a_day_has_its_own_judgments(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The same query on two days, of which the one says of an item what the other does not."""
    days = {"one": {"a": "x", "b": "xy", "c": "z"}, None: {"a": "xyz", "b": "x", "c": "y"}}
    con.execute("create or replace table run (day varchar, query_id varchar, item_id varchar, score double)")
    con.execute("create or replace table judgments (day varchar, query_id varchar, item_id varchar)")
    con.execute("alter table judgments add column intent varchar; alter table judgments add column relevance double")
    wanted = {}
    for day, served in days.items():
        con.executemany("insert into run values (?, 'q', ?, ?)", [(day, "a", 2), (day, "c", 1)])
        rows = [(day, item, intent) for item, intents_of in served.items() for intent in intents_of]
        con.executemany("insert into judgments values (?, 'q', ?, ?, 1)", rows)
        judged = {item: dict.fromkeys(each, 1.0) for item, each in served.items()}
        for name in ("alpha_ndcg", "d_sharp_ndcg"):
            wanted[day, f"{name}@2"] = TRUTHS[name].of_intents(Covered([judged["a"], judged["c"]], judged, 2))
    more: dict[str, Any] = {"by": ["day"], **({} if way == "python" else {"judgments_by": ["day"]})}
    found = {(row[0], row[2]): row[-1] for row in asked(con, way, ["alpha_ndcg@2", "d_sharp_ndcg@2"], **more)}
    assert found == pytest.approx(wanted)


def test_a_summary_is_the_mean_over_queries(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *of_lists(*intents.lists(1)))
    for way in WAYS:
        values = [row[-1] for row in asked(con, way, ["alpha_ndcg@5"])]
        (summary,) = asked(con, way, ["alpha_ndcg@5"], "metrics")
        # One query is missing from the run, and counts 0.
        assert len(values) == 20 and summary[3] == pytest.approx(sum(values) / 20, abs=1e-12)
        assert summary[4:6] == (20, 1)


def test_ids_of_any_type_and_names_that_have_to_be_quoted(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table run as from (values (1, 2, 0.5), (1, 3, 0.4)) t(query_id, item_id, score)")
    con.execute(
        "create or replace table judgments as from (values (1, 2, true, 1), (1, 3, true, 1), (1, 3, false, 1))"
        ' t(query_id, item_id, "select """, relevance)'
    )
    for way in WAYS:
        rows = asked(con, way, ["subtopic_recall@1", "alpha_ndcg@2"], intents='select "')
        found = [row[-1] for row in rows]
        assert found == pytest.approx([1 / 2, (1 + 1.5 / math.log2(3)) / (2 + 0.5 / math.log2(3))])


def test_many_items_of_an_intent(con: duckdb.DuckDBPyConnection) -> None:
    """Powers below the least number count 0."""
    con.execute(
        "create or replace table run as select 'q' as query_id, n as item_id, -n as score from range(1500) _(n)"
    )
    con.execute("create or replace table judgments as select query_id, item_id, 'x' as intent, 1 as relevance from run")
    measures = ["nrbp", "err_ia", "alpha_ndcg@100", "err_ia(alpha=1)", "map_ia"]
    found = {row[1]: row[-1] for row in asked(con, "dbt", measures)}
    assert found == pytest.approx(
        {"nrbp": 1, "err_ia": math.log(2), "alpha_ndcg@100": 1, "err_ia(alpha=1)": 1, "map_ia": 1}, abs=1e-12
    )


BAD_ARGUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "no intents": (
        {"intents": None},
        "alpha_ndcg@5 is a measure over intents: set intents to the column of the judgments",
    ),
    "ties": ({"ties": "average"}, "alpha_ndcg@5 needs ties=item"),
    "best ties": ({"ties": "best"}, "alpha_ndcg@5 needs ties=item"),
    "an empty name": ({"intents": ""}, "intents is the name of a column, got ''"),
    "alpha": ({"measures": ["alpha_ndcg(alpha=1.5)@5"]}, "alpha of alpha_ndcg is a number from 0 to 1, got '1.5'"),
    "negative alpha": ({"measures": ["err_ia(alpha=-0.1)"]}, "alpha of err_ia is a number from 0 to 1, got '-0.1'"),
    "beta": ({"measures": ["nrbp(beta=1)"]}, "beta of nrbp is a number above 0 and below 1, got '1'"),
    "no cutoff": ({"measures": ["alpha_ndcg"]}, "alpha_ndcg needs a cutoff, such as alpha_ndcg@10"),
    "a cutoff": ({"measures": ["map_ia@5"]}, "map_ia"),
    "full without cutoff": ({"measures": ["err_ia(normalize=full)"]}, "needs a cutoff"),
    "not in ndeval": ({"measures": ["d_sharp_ndcg@5"], "convention": "ndeval"}, "ndeval 4.5 has no"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", BAD_ARGUMENTS)
def test_what_is_said_of_wrong_arguments(con: duckdb.DuckDBPyConnection, way: str, case: str) -> None:
    example(con)
    arguments, message = BAD_ARGUMENTS[case]
    arguments = dict(arguments)
    measures = arguments.pop("measures", ["alpha_ndcg@5"])
    if arguments.get("intents", "") is None and way == "table macro":
        with pytest.raises(duckdb.Error, match=re.escape(message)):
            con.sql(f"from query_metrics('run', 'judgments', measures := {measures})").fetchall()
        return
    with pytest.raises(InputError if way == "python" else Exception, match=re.escape(message)):
        asked(con, way, measures, **arguments)


@pytest.mark.parametrize("way", WAYS)
def test_one_table_has_no_intents(con: duckdb.DuckDBPyConnection, way: str) -> None:
    example(con)
    calls: dict[str, Callable[[], Any]] = {
        "python": lambda: rankhouse.evaluate("run", None, ["alpha_ndcg@5"], intents="intent", con=con),
        "dbt": lambda: macros("duckdb").query_metrics("run", None, ["alpha_ndcg@5"], intents="intent"),
        "table macro": lambda: con.sql(
            "from query_metrics('run', measures := ['alpha_ndcg@5'], intents := 'intent')"
        ).fetchall(),
    }
    with pytest.raises(Exception, match="give run and judgments as two tables"):
        calls[way]()


# What is done to the judgments of the example: (SQL, what Python says, what SQL says; None: nothing).
BAD_ROWS = {
    "duplicate": (
        "insert into judgments select * from judgments where intent = 'z'",
        "1 item appears more than once in the same query, e.g. query_id 'q', item_id 'e', intent 'z'",
        "query 'q' has item 'e for intent z' more than once",
    ),
    "no intent": (
        "update judgments set intent = null where item_id = 'b'",
        "1 row has no intent (NULL in column 'intent'), e.g. query_id 'q', item_id 'b'",
        None,
    ),
    "no weight": (
        "update judgments set weight = null where item_id = 'b'",
        "1 row has no intent_weight (NULL or NaN in column 'weight'), e.g. query_id 'q', item_id 'b', intent 'x'",
        "intent 'x' of query 'q' has no weight or a negative one",
    ),
    "negative weight": (
        "update judgments set weight = case intent when 'z' then -0.2 when 'y' then 0.7 else weight end",
        "intent 'z' of query 'q' has no weight or a negative one",
        "intent 'z' of query 'q' has no weight or a negative one",
    ),
    "NaN weight": (
        "update judgments set weight = 'nan'::double where intent = 'z'",
        "1 row has no intent_weight (NULL or NaN in column 'weight')",
        "intent 'z' of query 'q' has no weight or a negative one",
    ),
    "two weights": (
        "update judgments set weight = 0.4 where item_id = 'b'",
        "intent 'x' of query 'q' has weights from 0.4 to 0.5: give it the same weight in all its rows",
        "intent 'x' of query 'q' has weights from 0.4 to 0.5: give it the same weight in all its rows",
    ),
    "weights of 80 %": (
        "update judgments set weight = 0 where intent = 'z'",
        "the intents of query 'q' have weights that sum to 0.8: they must sum to 1",
        "the intents of query 'q' have weights that sum to 0.8: they must sum to 1",
    ),
}
WEIGHTS = "update judgments set weight = case intent when 'x' then 0.5 when 'y' then 0.3 else 0.2 end"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", BAD_ROWS)
def test_what_is_said_of_wrong_judgments(con: duckdb.DuckDBPyConnection, way: str, case: str) -> None:
    example(con)
    con.execute(WEIGHTS)
    change, by_python, by_sql = BAD_ROWS[case]
    con.execute(change)
    message = by_python if way == "python" else by_sql
    columns = {"columns": {"intent_weight": "weight"}}
    if message is None:
        # A row without an intent is left out, as one without an item is.
        con.execute("insert into judgments values ('q', 'b', 'x', 2, 0.5, null)")
        before = asked(con, way, ["alpha_ndcg@5", "err_ia"], **columns)
        con.execute("delete from judgments where intent is null")
        assert asked(con, way, ["alpha_ndcg@5", "err_ia"], **columns) == before
        return
    with pytest.raises(InputError if way == "python" else duckdb.Error, match=re.escape(message)):
        asked(con, way, ["alpha_ndcg@5"], **columns)


def test_an_intent_that_no_item_serves_is_none_of_the_query(con: duckdb.DuckDBPyConnection) -> None:
    example(con)
    measures = ["subtopic_recall@4", "err_ia", "map_ia", "d_sharp_ndcg@4", "alpha_ndcg@4"]
    before = asked(con, "dbt", measures)
    con.execute("insert into judgments values ('q', 'a', 'w', 0, null, null), ('q', 'g', 'v', -1, null, null)")
    assert [row[-1] for row in asked(con, "dbt", measures)] == pytest.approx([row[-1] for row in before])


def test_tied_scores_have_no_order_in_ndeval(con: duckdb.DuckDBPyConnection) -> None:
    """Items that are equally relevant may serve different intents."""
    example(con)
    con.execute("update run set score = -1")
    with pytest.raises(
        InputError, match="the convention 'ndeval' needs untied scores, which does not hold for 1 of the queries"
    ):
        asked(con, "python", ["alpha_ndcg@5"], convention="ndeval")
    sql = macros("duckdb").convention_problems("run", "judgments", "ndeval", intents="intent")
    assert con.sql(sql).fetchall() == [("untied scores", 1, "q")]


def test_on_the_command_line(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    example(con)
    for name in ("run", "judgments"):
        con.sql(f"from {name}").write_csv(str(tmp_path / f"{name}.csv"))
    call = [
        "evaluate",
        str(tmp_path / "run.csv"),
        str(tmp_path / "judgments.csv"),
        "-m",
        "alpha_ndcg@3",
        "--format",
        "json",
    ]
    status, answer, _ = commanded([*call, "--intents", "intent"])
    (row,) = json.loads(answer)
    ((*_, expected),) = asked(con, "dbt", ["alpha_ndcg@3"])
    assert status == 0 and row["value"] == pytest.approx(expected)
    status, _, complaint = commanded(call)
    assert status == 2 and "alpha_ndcg@3 is a measure over intents" in complaint
    status, _, complaint = commanded([*call, "--intents", "aspect"])
    assert status == 2 and "has no column 'aspect' (intent)" in complaint
