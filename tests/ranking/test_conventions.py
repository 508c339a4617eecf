"""Conventions against the libraries they are named after: what these computed is recorded in tests/recorded."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import rankhouse
from rankhouse._rendering.jinja import macros
from recorded.lists import Lists, lists, nothing_judged_not_relevant
from table_macro_calls import literal, texts_by_duckdb

Place = tuple[str, str, str]  # case, measure, query or "mean"
RECORDED = Path(__file__).parents[1] / "recorded"
LIBRARIES = sorted(path.stem for path in RECORDED.glob("*.json"))
# What they compute in 32-bit floats.
TOLERANCE = {"torchmetrics": 1e-6, "xgboost": 1e-6}
# It rounds to five digits.
TOLERANCE["beir"] = 5.1e-6


def recorded(library: str) -> dict[str, dict[str, dict[str, float]]]:
    values: dict[str, dict[str, dict[str, float]]] = json.loads((RECORDED / f"{library}.json").read_text())["values"]
    return values


def table(con: duckdb.DuckDBPyConnection, name: str, rows: Lists, column: str) -> None:
    con.execute(f"create or replace table {name} (query_id integer, item_id integer, {column} double)")
    con.executemany(
        f"insert into {name} values (?, ?, ?)", [(q, i, x) for q, items in rows.items() for i, x in items.items()]
    )


WAYS = ["python", "table macro"]


def load(con: duckdb.DuckDBPyConnection, cases: dict[str, tuple[Lists, Lists]]) -> None:
    """The tables run and judgments, with a column that says the case."""
    for place, (name, column) in enumerate((("run", "score"), ("judgments", "relevance"))):
        rows = [
            (case, query, item, value)
            for case, tables in cases.items()
            for query, items in tables[place].items()
            for item, value in items.items()
        ]
        con.execute(f'create table {name} ("case" varchar, query_id integer, item_id integer, {column} double)')
        con.executemany(f"insert into {name} values (?, ?, ?, ?)", rows)


def evaluated(con: duckdb.DuckDBPyConnection, way: str, of: str, name: str) -> dict[Place, float]:
    """By case and query all values of a convention, and the means."""
    found = {}
    for macro, unit in (("query_metrics", "query_id::varchar"), ("metrics", "'mean'")):
        columns = f'"case", measure, {unit}, value'
        if way == "python":
            arguments: dict[str, Any] = {"by": ["case"], "per_query": macro == "query_metrics", "con": con}
            values = rankhouse.evaluate("run", "judgments", ASKED[of][name], convention=name, **arguments)
            rows = values.project(columns).fetchall()
        else:
            rows = con.execute(f"select {columns} from ({texts(of, macro)[name]}) as found").fetchall()
        found |= {(case, measure, query): value for case, measure, query, value in rows}
    return found


@cache
def texts(of: str, macro: str) -> dict[str, str]:
    """By convention, what the table macro runs for all measures that are asked for."""
    call = {"run": "run", "judgments": "judgments", "by": ["case"], "judgments_by": ["case"]}
    calls = [call | {"measures": measures, "convention": name} for name, measures in ASKED[of].items()]
    return dict(zip(ASKED[of], texts_by_duckdb(macro, calls), strict=True))


def union(each: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable(each)))


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("library", LIBRARIES)
def test_values_are_the_library_s(con: duckdb.DuckDBPyConnection, library: str, way: str) -> None:
    wanted = recorded(library)
    load(con, {case: lists(tied=case == "tied") for case in wanted})
    found = evaluated(con, way, "recorded", library)
    tolerance = TOLERANCE.get(library, 1e-12)
    wrong = {
        (case, measure, query): (found.get((case, measure, query)), value)
        for case, measures in wanted.items()
        for measure, queries in measures.items()
        for query, value in queries.items()
        if not agrees(found.get((case, measure, query)), value, tolerance)
    }
    assert not wrong, f"{len(wrong)} differ (got, recorded): {dict(list(wrong.items())[:12])}"


def agrees(got: float | None, value: float, tolerance: float) -> bool:
    return got is not None and math.isclose(got, value, rel_tol=tolerance, abs_tol=tolerance)


# The list of CONVENTIONS: judged d2=3, d4=1, d9=2, d1=0; returned d1 to d5.
GRADED = ({1: {item: 6.0 - item for item in range(1, 6)}}, {1: {2: 3.0, 4: 1.0, 9: 2.0, 1: 0.0}})
# Two of five places are filled, the first with a hit; three items are relevant.
SHORT = ({1: {1: 2.0, 2: 1.0}}, {1: {1: 1.0, 8: 1.0, 9: 1.0}})
BY_HAND = [
    *(
        ("graded", name, measures)
        for names, measures in {
            ("trec_eval", "trec_eval_10", "pytrec_eval", "ir_measures", "ranx"): {"ndcg@3": 0.3975, "ndcg@5": 0.4879},
            ("ranx",): {"ndcg(gain=exponential)@3": 0.4702, "ndcg(gain=exponential)@5": 0.5161},
            ("recommenders",): {"ndcg(gain=linear)@5": 0.4879, "ndcg(gain=exponential)@5": 0.5161},
            ("elasticsearch", "elliot"): {"ndcg@3": 0.4702, "ndcg@5": 0.5161},
            ("quepid",): {"ndcg(ideal=k)@3": 0.4702, "ndcg(ideal=k)@5": 0.5161},
            ("spark",): {"ndcg(gain=exponential)@5": 0.5161},
            ("replay", "recbole", "spark", "recommenders"): {"ndcg@3": 0.2961, "ndcg@5": 0.4982},
            ("rectools",): {"ndcg@3": 0.2961, "ndcg@5": 0.3601, "average_precision(denominator=k)@5": 0.2},
            ("sklearn", "torchmetrics"): {"ndcg@3": 0.5213, "ndcg@5": 0.6399},
            ("torchmetrics",): {"average_precision@3": 0.5, "average_precision@5": 0.5},
            ("sklearn",): {"average_precision": 0.5},
            ("trec_eval", "ranx", "replay", "recbole", "rectools", "recommenders", "spark"): {
                "average_precision@3": 0.1667,
                "average_precision@5": 0.3333,
            },
        }.items()
        for name in names
    ),
    *(
        ("short", name, measures)
        for names, measures in {
            ("trec_eval", "ranx", "rectools", "spark"): {"precision@5": 0.2},
            ("elasticsearch", "quepid", "mlflow"): {"precision@5": 0.5},
            ("trec_eval", "replay", "spark"): {"ndcg@5": 0.4693},
            ("rectools",): {"ndcg@5": 0.3392},
            ("elasticsearch", "mlflow"): {"ndcg@5": 0.6131},
            ("torchmetrics", "sklearn"): {"ndcg@5": 1.0},
        }.items()
        for name in names
    ),
]


@pytest.fixture
def con(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return registered


# The measures of each convention.
ASKED = {
    "recorded": {library: union(recorded(library).values()) for library in LIBRARIES},
    "by hand": {
        name: union(measures for _, one, measures in BY_HAND if one == name)
        for name in dict.fromkeys(name for _, name, _ in BY_HAND)
    },
}


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ASKED["by hand"])
def test_published_values(con: duckdb.DuckDBPyConnection, name: str, way: str) -> None:
    load(con, {"graded": GRADED, "short": SHORT})
    found = evaluated(con, way, "by hand", name)
    published = {
        (case, measure): value for case, one, measures in BY_HAND if one == name for measure, value in measures.items()
    }
    means = {(case, measure): found[case, measure, "mean"] for case, measure in published}
    assert means == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("name", "measure", "message"),
    [
        ("trec", "map", "unknown convention 'trec': did you mean 'trec_eval'"),
        ("ranx", "err@3", "ranx 0.3.21 has no measure that matches 'err@3'; it has hits, hit_rate"),
        ("elliot", "map@5", "Elliot 0.3.1: 'map@5' cannot be reproduced: its MAP is the mean of precision@1"),
        ("ir_measures", "rr@10", "'rr@10' cannot be reproduced: it breaks ties by ascending item id there"),
        ("ir_measures", "rbp(p=0.8)", "cannot be reproduced: it breaks ties by the order of its input there"),
        ("ir_measures", "err@10", "cannot be reproduced: it is rounded to five digits there"),
        ("ir_measures", "alpha_ndcg@10", "be reproduced: pyndeval computes it there: use the convention ndeval"),
        ("rectools", "rprec", "be reproduced: its R-precision is recall\\(denominator=min\\(k, relevant\\)\\)@k"),
        ("trec_eval", "rr@10", "only computes reciprocal_rank without a cutoff, got 'rr@10'"),
        ("mlflow", "ndcg", "only computes ndcg with a cutoff, got 'ndcg'"),
        ("trec_eval", "ndcg(gain=binary)", "only computes ndcg with gain=linear, got 'ndcg\\(gain=binary\\)'"),
        ("spark", "recall(weights=relevant)@3", "has no option weights for recall"),
        ("x'; drop table run; --", "map", "unknown convention 'x'; drop table run; --'"),
    ],
)
def test_what_a_library_does_not_have_is_refused_by_name(
    con: duckdb.DuckDBPyConnection, name: str, measure: str, message: str, way: str
) -> None:
    table(con, "run", GRADED[0], "score")
    table(con, "judgments", GRADED[1], "relevance")
    call = f"metrics('run', 'judgments', measures := [{literal(measure)}], convention := {literal(name)})"
    ask: dict[str, Callable[[], object]] = {
        "python": lambda: rankhouse.evaluate("run", "judgments", [measure], convention=name, con=con),
        "table macro": lambda: con.execute(f"from {call}"),
    }
    with pytest.raises((rankhouse.InputError, duckdb.Error), match=message):
        ask[way]()
    assert con.execute("select count(*) from run").fetchall() == [(5,)]


def test_what_the_data_do_not_admit_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    table(con, "run", {1: {1: 1.0, 2: 1.0, 3: 0.0}, 2: {1: 0.5, 2: 0.25}}, "score")
    table(con, "judgments", {1: {2: 1.0}, 2: {1: 1.0}, 3: {1: 1.0}}, "relevance")

    def mrr(name: str, **arguments: Any) -> float:
        found = rankhouse.evaluate("run", "judgments", "mrr", convention=name, con=con, **arguments)
        return float(found.project("value").fetchall()[0][0])

    with pytest.raises(
        rankhouse.InputError, match=r"'ranx' needs untied scores, which does not hold for 1 of the queries, e.g. .* '1'"
    ):
        mrr("ranx")
    with pytest.raises(
        rankhouse.InputError, match="'torchmetrics' needs positive scores, which does not hold for 1 of the"
    ):
        mrr("torchmetrics", ties="item")
    with pytest.raises(rankhouse.InputError, match=r"'trec_eval_10' needs every judged query, .* query_id '3'"):
        mrr("trec_eval_10")
    assert mrr("ranx", ties="item") == pytest.approx((1 + 1 + 0) / 3)
    assert mrr("ranx", ties="worst") == pytest.approx((1 / 2 + 1 + 0) / 3)
    con.execute("alter table run rename score to place")
    con.execute("update run set place = item_id")
    assert mrr("torchmetrics", columns={"rank": "place"}) == pytest.approx((1 / 2 + 1) / 2)


@pytest.mark.parametrize("way", ["python", "table macro"])
def test_a_tie_matters_by_who_is_relevant(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Where every listed item is relevant, grades do not tell two of them apart, and 0 is not as good as none."""
    table(con, "run", {1: {1: 1.0, 2: 1.0, 3: 0.5}, 2: {1: 1.0, 2: 1.0}}, "score")
    table(con, "judgments", {1: {1: 2.0, 2: 0.0}, 2: {1: 0.0}}, "relevance")

    def lists_with_ties(name: str) -> list[tuple[str, int, str]]:
        if way == "python":
            sql = macros("duckdb").convention_problems("run", "judgments", convention=name)
        else:
            sql = f"from convention_problems('run', 'judgments', convention := '{name}')"
        return con.execute(sql).fetchall()

    assert lists_with_ties("spark") == [("untied scores", 1, "1")]
    assert lists_with_ties("spark_listed") == [("untied scores", 1, "2")]


def test_one_s_own_convention_is_a_dictionary(con: duckdb.DuckDBPyConnection) -> None:
    table(con, "run", GRADED[0], "score")
    table(con, "judgments", GRADED[1], "relevance")
    ours = {"measures": {"precision": {"denominator": "retrieved"}}, "queries": "all"}
    (row,) = rankhouse.evaluate("run", "judgments", "p@10", convention=ours, con=con).fetchall()
    assert row[:4] == ("precision@10", "precision", 10, 2 / 5)


@pytest.mark.thorough
@pytest.mark.parametrize("per_query", [False, True])
@pytest.mark.parametrize(
    ("source", "target"), [("elasticsearch", "trec_eval"), ("trec_eval", "rectools"), (None, "sklearn"), ("ranx", None)]
)
def test_the_parts_of_a_difference_add_up(
    con: duckdb.DuckDBPyConnection, source: str | None, target: str | None, per_query: bool
) -> None:
    run, judgments = lists(tied=True)
    table(con, "run", run, "score")
    table(con, "judgments", judgments, "relevance")
    measures = ["ndcg@5", "ndcg@10"]
    arguments: dict[str, Any] = {"per_query": per_query, "con": con}
    steps = rankhouse.explain("run", "judgments", measures, source=source, target=target, ties="item", **arguments)
    assert steps.columns == ["query_id"] * per_query + [
        "measure",
        "step",
        "switched",
        "before",
        "after",
        "value",
        "difference",
    ]
    key = "query_id, measure" if per_query else "measure"
    ends = []
    for convention in (source, target):
        evaluated = rankhouse.evaluate("run", "judgments", measures, convention=convention, ties="item", **arguments)
        ends.append({row[:-1]: row[-1] for row in evaluated.project(f"{key}, value").fetchall() if row[-1] is not None})
    counted = "count(difference) = count(distinct step) - 1"
    found = steps.aggregate(f"{key}, arg_min(value, step), arg_max(value, step), sum(difference), {counted}", key)
    rows = {row[:-4]: row[-4:-1] for row in found.fetchall() if row[-1]}
    # A query that counts at one end alone has no value at the other.
    both = [unit for unit in rows if unit in ends[0] and unit in ends[1]]
    assert len(both) >= (20 if per_query else 2)
    for unit in both:
        first, last, whole = rows[unit]
        assert (first, last) == pytest.approx((ends[0][unit], ends[1][unit]), abs=1e-12)
        assert first + whole == pytest.approx(last, abs=1e-12)
    names = {name for (name,) in steps.project("switched").fetchall()}
    assert {"gain", "queries"} <= names


def test_conventions_are_listed() -> None:
    names = [name for (name,) in rankhouse.conventions().project("name").fetchall()]
    assert {"trec_eval", "trec_eval_10", "pytrec_eval", "ir_measures", "sklearn", "ranx", "recommenders"} <= {*names}
    assert {"spark", "replay", "recbole", "rectools", "elliot", "elasticsearch", "quepid", "mlflow"} <= {*names}
    assert {"torchmetrics", "xgboost"} <= {*names}


ANSWERED = ({"q1": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q1": {"a": 1.0, "b": 0.0}, "q2": {"a": 1.0, "z": 1.0}})
"""A query with a list, and a judged one without; two of its items are relevant."""


def of_texts(lists_: dict[str, dict[str, float]], column: str) -> list[dict[str, Any]]:
    return [{"query_id": q, "item_id": i, column: x} for q, items in lists_.items() for i, x in items.items()]


@pytest.mark.parametrize("convention", ["trec_eval", "pytrec_eval", "ir_measures"])
def test_queries_that_are_asked_for_take_precedence(con: duckdb.DuckDBPyConnection, convention: str) -> None:
    """Of counts too, which these libraries take over the queries with a list."""
    run, judgments = of_texts(ANSWERED[0], "score"), of_texts(ANSWERED[1], "relevance")
    wanted = {None: (1, 1), "all": (2, 3), "intersection": (1, 1), "run": (1, 1), "judged": (2, 3)}
    for queries, (num_q, num_rel) in wanted.items():
        chosen = {"queries": queries, "convention": convention}
        con.register("run", pa.Table.from_pylist(run))
        con.register("judgments", pa.Table.from_pylist(judgments))
        given = ", ".join(f"{name} := {literal(value)}" for name, value in chosen.items())
        table_macro = con.sql(f"from metrics('run', 'judgments', measures := ['num_q', 'num_rel'], {given})")
        passed = {name: value for name, value in chosen.items() if value is not None}
        for found in (rankhouse.evaluate(run, judgments, ["num_q", "num_rel"], **passed), table_macro):
            totals = dict(found.project("measure, value_sum").fetchall())
            assert totals == {"num_q": num_q, "num_rel": num_rel}, queries


def test_a_list_of_one_item_is_a_list() -> None:
    """One of two relevant items, at rank 1."""
    run, judgments = of_texts({"q1": {"a": 1.0}}, "score"), of_texts({"q1": {"a": 1.0, "b": 1.0}}, "relevance")
    found = rankhouse.evaluate(run, judgments, ["average_precision", "num_q"], convention="trec_eval")
    assert dict(found.project("measure, value_sum").fetchall()) == {"average_precision": 0.5, "num_q": 1}


def test_what_is_passed_settles_which_queries_a_run_has_to_have() -> None:
    """With -c trec_eval 10 answers for a run that lacks a judged query."""
    run, judgments = of_texts(ANSWERED[0], "score"), of_texts(ANSWERED[1], "relevance")
    with pytest.raises(rankhouse.InputError, match=r"needs every judged query, .*'q2'; say which queries count"):
        rankhouse.evaluate(run, judgments, ["map"], convention="trec_eval_10")
    found = rankhouse.evaluate(run, judgments, ["map"], convention="trec_eval_10", queries="all")
    assert found.project("value, n_queries").fetchall() == [(0.5, 2)]


def test_bpref_of_ranx_is_trec_eval_s_where_every_query_has_both_kinds_of_items() -> None:
    """Without other items it is NaN; without relevant ones it leaves 0 for queries that its thread has not reached."""
    run, judgments = nothing_judged_not_relevant()
    both_kinds = {q: grades for q, grades in judgments.items() if min(grades.values()) <= 0 < max(grades.values())}
    assert judgments.keys() - both_kinds.keys() == {1, 7}
    theirs = json.loads((RECORDED / "ranx.json").read_text())["bpref"]
    assert theirs["of all"]["7"] is None
    assert theirs["of all"]["10"] == 0.0 < theirs["of those with both kinds"]["10"]
    for missing in (1, 7):
        judged = both_kinds | {missing: judgments[missing]}
        with pytest.raises(
            rankhouse.InputError,
            match=rf"other items judged, which does not hold for 1 .*'{missing}'; its bpref is NaN",
        ):
            evaluated_as_ranx(run, judged, "bpref")
        assert evaluated_as_ranx(run, judged, "map")
    found = evaluated_as_ranx(run, both_kinds, "bpref")
    assert found == pytest.approx(theirs["of those with both kinds"], abs=1e-12)


def evaluated_as_ranx(run: Lists, judgments: Lists, measure: str) -> dict[str, float]:
    rows = of_texts(run, "score"), of_texts(judgments, "relevance")
    found = rankhouse.evaluate(*rows, [measure], convention="ranx", per_query=True)
    return {str(query): value for query, value in found.project("query_id, value").fetchall()}
