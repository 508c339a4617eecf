"""Which settings give a figure: figures of other libraries, of known faults' threads, of scripts written out here."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import duckdb
import pytest

import rankhouse
from executed import commanded
from rankhouse import InputError, InputWarning
from rankhouse._rendering.jinja import macros
from recorded.lists import Lists, lists

RECORDED = Path(__file__).parents[1] / "recorded"
COLUMNS = ["place", "value", "difference", "matches", "measure", "convention", "ties", "queries", "unjudged", "pool"]
COLUMNS += ["n_changes", "explanation"]


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def load(con: duckdb.DuckDBPyConnection, run: Lists, judgments: Lists) -> None:
    for name, column, tables in (("run", "score", run), ("judgments", "relevance", judgments)):
        con.execute(f"create or replace table {name} (query_id integer, item_id integer, {column} double)")
        rows = [(query, item, value) for query, items in tables.items() for item, value in items.items()]
        con.executemany(f"insert into {name} values (?, ?, ?)", rows)


def explained(con: duckdb.DuckDBPyConnection, value: Any, measure: str, **arguments: Any) -> list[dict[str, Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        found = rankhouse.explain_number(value, "run", "judgments", measure, con=con, **arguments)
    assert found.columns == COLUMNS
    return [dict(zip(COLUMNS, row, strict=True)) for row in found.fetchall()]


def first(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first row and those after it that have its value."""
    return [row for row in rows if row["matches"] and math.isclose(row["value"], rows[0]["value"], rel_tol=1e-12)]


BY_LIBRARIES = [
    ("pytrec_eval", "untied", ["ndcg@10", "average_precision", "bpref"]),
    ("sklearn", "tied", ["ndcg@10", "ndcg@3"]),
    ("ranx", "untied", ["ndcg@10", "reciprocal_rank"]),
    ("mlflow", "untied", ["ndcg@10", "precision@10"]),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("library", "case", "measures"), BY_LIBRARIES)
def test_figures_of_libraries_name_the_library_first(
    con: duckdb.DuckDBPyConnection, library: str, case: str, measures: list[str]
) -> None:
    values = json.loads((RECORDED / f"{library}.json").read_text())["values"][case]
    load(con, *lists(tied=case == "tied"))
    for measure in measures:
        of_queries = dict(values[measure])
        mean = of_queries.pop("mean", None)
        figure = fmean(of_queries.values()) if mean is None else mean
        rows = explained(con, figure, measure, changes=1)
        assert library in {row["convention"] for row in first(rows)}, (measure, figure, rows[:3])
        assert rows[0]["n_changes"] == 0 or rows[0]["convention"]


def dcg(gains: list[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def by_a_script(run: Lists, judgments: Lists, k: int) -> float:
    """As many scripts do it: linear gain, an ideal of what was returned, over the queries of the run."""
    found = []
    for query, items in run.items():
        grades = judgments.get(query, {})
        gains = [
            grades.get(item, 0.0) for item in sorted(items, key=lambda item: (items[item], str(item)), reverse=True)
        ]
        ideal = dcg(sorted(gains, reverse=True)[:k])
        if ideal > 0:
            found.append(dcg(gains[:k]) / ideal)
    return fmean(found)


def test_a_script_of_two_changes_is_found(con: duckdb.DuckDBPyConnection) -> None:
    run, judgments = lists(tied=False)
    load(con, run, judgments)
    rows = explained(con, by_a_script(run, judgments, 9), "ndcg(gain=linear)", k=10)
    assert rows[0]["matches"] and rows[0]["n_changes"] == 2
    settings = [(row["measure"], row["pool"]) for row in first(rows)]
    assert ("ndcg(gain=linear)@9", "retrieved") in settings
    assert "cutoff: 9 (not 10)" in rows[0]["explanation"]


WIKIPEDIA = {item: float(grade) for item, grade in enumerate([3, 2, 3, 0, 1, 2, 3, 2], start=1)}
# Numbers of the threads: returned items by rank, judgments, measure, cutoff, the figure there.
FAULTS = [
    ("mlflow/mlflow#24541", [1], dict.fromkeys(range(1, 6), 1.0), 5, "1.0", 0.339),
    ("elastic/elasticsearch#154362", [1], dict.fromkeys(range(1, 6), 3.0), 10, "1.0", 0.34),
    ("NTMC-Community/MatchZoo#598", [4, 3, 1, 2], {1: 0.0, 2: 1.0, 3: 2.0, 4: 0.0, 5: 2.0}, 2, "0.52", 0.39),
    ("OpenAgentHQ/openagent-eval#223", [1, 2, 3], {2: 1.0}, 3, "1.0000", 0.6309),
    ("OpenAgentHQ/openagent-eval#223", [1, 3, 2], {2: 1.0}, 3, "0.6309", 0.5),
    ("recommenders-team/recommenders#1749", [1, 2, 3, 5, 6, 7], WIKIPEDIA, 6, "1.0", None),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("thread", "items", "judged", "k", "figure", "right"), FAULTS)
def test_known_faults_give_the_figures_of_their_threads(
    con: duckdb.DuckDBPyConnection,
    thread: str,
    items: list[int],
    judged: dict[int, float],
    k: int,
    figure: str,
    right: float | None,
) -> None:
    load(con, {1: {item: 100.0 - rank for rank, item in enumerate(items)}}, {1: judged})
    rows = explained(con, figure, "ndcg", k=k, changes=0)
    (found,) = [row for row in rows if row["convention"] == thread]
    assert found["matches"]
    assert "known fault: " in found["explanation"] and thread.replace("#", "/issues/") in found["explanation"]
    (asked,) = [row for row in rows if row["explanation"] == "the settings asked for"]
    if right is not None:
        assert not asked["matches"] and asked["value"] == pytest.approx(right, abs=0.005)


def test_every_known_fault_is_tried() -> None:
    assert {fault[0] for fault in FAULTS} == set(macros("duckdb").known_faults())


@pytest.mark.thorough
@pytest.mark.parametrize("measure", ["ndcg@4", "average_precision", "recall@5"])
def test_the_value_of_all_that_is_tried_is_found_and_is_what_evaluate_gives(
    con: duckdb.DuckDBPyConnection, measure: str
) -> None:
    load(con, *lists(tied=True))
    package = macros("duckdb")
    arguments = {"run": "run", "judgments": "judgments"}
    asked = {"figure": package.read_figure(0.5), "measure": measure, "k": None, "changes": 1}
    plan = package.number_plan(asked, package.ranking_inputs(arguments), arguments)
    con.execute("create table kept (measure varchar, value double)")
    for each in plan["sets"]:
        con.execute(f"insert into kept select measure, value from ({each['values']})")
    values = dict(con.execute("select measure::integer, value from kept").fetchall())
    assert len(values) == len(plan["tried"])
    sets = {"sets": [{"values": "select * from kept"}]}
    by_policies: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for tried in plan["tried"]:
        value = values[tried["number"]]
        if value is not None and tried["number"] % (len(values) // 9) == 0:
            figure = package.read_figure(repr(value))
            sql = package.explain_number_of({**plan, **sets, "figure": figure})
            found = con.sql(sql).filter("place = 1").project("value, matches").fetchall()
            assert found == [(pytest.approx(value, abs=1e-12), True)]
        settings = tried["settings"]
        if tried["convention"] is None:
            policies = tuple(settings[name] for name in ("ties", "queries", "unjudged", "pool"))
            by_policies.setdefault(policies, []).append(tried)
    assert len(by_policies) == 9
    for policies, each in by_policies.items():
        chosen: Any = dict(zip(("ties", "queries", "unjudged", "pool"), policies, strict=True))
        names = [tried["as_read"]["measure"] for tried in each]
        evaluated = rankhouse.evaluate("run", "judgments", names, con=con, **chosen).project("value").fetchall()
        assert [value for (value,) in evaluated] == pytest.approx([values[tried["number"]] for tried in each])


@pytest.mark.parametrize(
    ("figure", "half", "number"),
    [
        (0.9307, 0.00005, 0.9307),
        ("0.9300", 0.00005, 0.93),
        (0.93, 0.005, 0.93),
        ("93.1%", 0.0005, 0.931),
        ("93 %", 0.005, 0.93),
        ("9.3e-1", 0.005, 0.93),
        ("-0.25", 0.005, -0.25),
        (1, 0.5, 1.0),
        (12, 0.5, 12.0),
        (0.30000000000000004, 1e-12, 0.30000000000000004),
    ],
)
def test_a_figure_matches_within_half_of_its_last_digit(figure: Any, half: float, number: float) -> None:
    read = macros("duckdb").read_figure(figure)
    assert (float(read["number"]), float(read["half"])) == (pytest.approx(number, abs=1e-15), pytest.approx(half))


NO_FIGURE = ["abc", "", "%", None, True, math.nan, math.inf, "1e400", "0.9.3", "1; drop table run", [0.5]]


@pytest.mark.parametrize("value", NO_FIGURE, ids=repr)
def test_what_is_no_figure_is_refused(con: duckdb.DuckDBPyConnection, value: Any) -> None:
    load(con, {1: {1: 1.0}}, {1: {1: 1.0}})
    said = "value is the figure to explain, a number such as 0.9307 or '93.1%', got"
    with pytest.raises(InputError, match=said):
        rankhouse.explain_number(value, "run", "judgments", con=con)
    with pytest.raises(InputError, match=said):
        macros("duckdb").explain_number(value, "run", "judgments")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"measure": "ndgc@10"}, "unknown measure 'ndgc@10': did you mean 'ndcg'?"),
        ({"measure": "ndcg@10", "k": 5}, "the cutoff stands in the measure or in k, got measure 'ndcg@10' and k 5"),
        ({"measure": "catalogue_accuracy", "k": 5}, "n_items"),
        ({"measure": "ndcg", "k": 0}, "k is a whole number of at least 1"),
        ({"measure": "ndcg", "changes": 10}, "changes is a whole number of at least 0 and at most 9"),
    ],
)
def test_wrong_arguments_are_refused(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], said: str) -> None:
    load(con, {1: {1: 1.0}}, {1: {1: 1.0}})
    with pytest.raises(InputError, match=said.replace("?", r"\?")):
        rankhouse.explain_number(0.5, "run", "judgments", con=con, **arguments)


def test_an_empty_run_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    load(con, {1: {1: 1.0}}, {1: {1: 1.0}})
    con.execute("delete from run")
    with pytest.raises(InputError, match=r"run.*(empty|no rows)"):
        rankhouse.explain_number(0.5, "run", "judgments", con=con)


def test_a_measure_without_options_is_tried_by_policies_and_cutoffs(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *lists(tied=False))
    rows = explained(con, 0.5, "hit_rate", k=3, changes=1)
    assert {row["measure"] for row in rows} <= {"hit_rate@3", "hit_rate@2", "hit_rate@4", "hit_rate"}
    assert {row["queries"] for row in rows} >= {"judged", "all"}


def test_says_plainly_that_nothing_matches(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *lists(tied=False))
    with pytest.warns(InputWarning, match=r"no settings that were tried give 0\.99999: the nearest is 0\.\d+, ndcg"):
        found = rankhouse.explain_number(0.99999, "run", "judgments", "ndcg", 10, changes=0, con=con)
    assert found.filter("matches").fetchall() == []
    differences = [abs(row[0]) for row in found.project("difference").fetchall()]
    assert differences == sorted(differences)


def test_the_macro_gives_the_same_rows_in_groups(con: duckdb.DuckDBPyConnection) -> None:
    random.seed(7)
    con.execute("create table run (system varchar, query_id integer, item_id integer, score double)")
    con.execute("create table judgments (query_id integer, item_id integer, relevance integer)")
    for query in range(6):
        rows = [(system, query, item, random.random()) for system in ("a", None) for item in range(5)]
        con.executemany("insert into run values (?, ?, ?, ?)", rows)
        con.executemany("insert into judgments values (?, ?, ?)", [(query, item, item % 3) for item in range(2, 8)])
    arguments: dict[str, Any] = {"measure": "ndcg", "k": 3, "changes": 0, "by": ["system"]}
    sql = macros("duckdb").explain_number("0.5", "run", "judgments", **arguments)
    assert max(map(len, sql.split("\n"))) < 400
    of_macro = con.sql(sql).order("system nulls last, place").fetchall()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        found = rankhouse.explain_number(0.5, "run", "judgments", con=con, **arguments)
    assert found.columns == ["system", *COLUMNS]
    assert found.fetchall() == of_macro
    assert {row[0] for row in of_macro} == {"a", None}


def test_the_command_prints_the_nearest(tmp_path: Path, con: duckdb.DuckDBPyConnection) -> None:
    load(con, *lists(tied=False))
    con.execute(f"copy run to '{tmp_path}/run.csv'")
    con.execute(f"copy judgments to '{tmp_path}/judgments.csv'")
    (wanted, *_) = explained(con, "0.5", "ndcg", k=10, changes=0)
    words = ["explain-number", "0.5", f"{tmp_path}/run.csv", f"{tmp_path}/judgments.csv", "-m", "ndcg", "-k", "10"]
    status, printed, _ = commanded([*words, "--changes", "0", "--limit", "1", "--format", "csv"])
    (row,) = csv.DictReader(io.StringIO(printed))
    assert status == 0
    assert (row["measure"], row["explanation"]) == (wanted["measure"], wanted["explanation"])
