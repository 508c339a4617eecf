"""Which settings give a figure: figures of other libraries, of known faults' threads, of scripts written out here."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import warnings
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import duckdb
import pytest

import rankhouse
from executed import commanded
from rankhouse import InputError, InputWarning
from rankhouse._rendering.jinja import macros
from recorded import repeated
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


def sums(gains: list[float], discount: Callable[[int], float]) -> float:
    return sum(gain * discount(rank) for rank, gain in enumerate(gains, start=1))


def by_hand(form: str, returned: list[list[float]], judged: list[list[float]]) -> float:
    """NDCG in the SQL of somebody, of the gains of each query in the order of its list, and of all of its gains."""
    turned, usual = (lambda rank: math.log2(rank + 1)), (lambda rank: 1 / math.log2(rank + 1))
    discount = {
        "the base of the logarithm on the other side": turned,
        "ranks from 0": lambda rank: 1 / math.log2(rank) if rank > 1 else 0,
    }.get(form, usual)
    found = [sums(gains, discount) for gains in returned]
    if form == "no ideal at all":
        return fmean(found)
    if form == "over the number returned":
        return fmean(one / len(gains) for one, gains in zip(found, returned, strict=True))
    pool = returned if form == "the ideal of what was returned" else judged
    shares = [one / sums(sorted(gains, reverse=True), discount) for one, gains in zip(found, pool, strict=True)]
    if form == "an average over rows":
        return sum(len(gains) * share for gains, share in zip(returned, shares, strict=True)) / sum(map(len, returned))
    return fmean(shares)


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize("form", macros("duckdb").own_sql_forms())
def test_forms_written_by_hand_are_known_by_name(con: duckdb.DuckDBPyConnection, form: str, gain: str) -> None:
    draw = random.Random(form)
    run: Lists = {query: {item: -item for item in range(draw.randint(3, 9))} for query in range(12)}
    grades = {query: {item: float(draw.choice([0, 0, 1, 2, 3])) for item in range(11)} for query in run}
    for query in grades:
        grades[query] |= {1: 2.0, 2: 3.0, 10: 3.0}
    load(con, run, grades)
    worth = {"linear": lambda grade: grade, "exponential": lambda grade: 2**grade - 1}[gain]
    returned = [[worth(grades[query][item]) for item in items] for query, items in run.items()]
    judged = [[worth(grade) for grade in items.values()] for items in grades.values()]
    rows = explained(con, by_hand(form, returned, judged), f"ndcg(gain={gain})", changes=0)
    assert f"own SQL, {form}" in {row["convention"] for row in first(rows)}
    asked = next(row for row in rows if row["explanation"] == "the settings asked for")
    assert not asked["matches"]
    assert {row["convention"] for row in rows} >= {f"own SQL, {each}" for each in macros("duckdb").own_sql_forms()}


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
# Where the measure is another one, with a query of two relevant documents of which one was returned.
OTHER_FAULTS = [("deepset-ai/haystack#12255", "average_precision", [1, 3], {1: 1.0, 2: 1.0}, "1.0", 0.5)]
# Lists that have an item twice, as in the threads: measure, returned items by rank, cutoff, the figure there.
BY_DUPLICATES = [
    ("run-llama/llama_index#22683", "ndcg", [1, 1], 2, "1.63"),
    ("run-llama/llama_index#22683", "recall", [1, 1], 2, "2.0"),
    ("run-llama/llama_index#22683", "average_precision", [1, 1], 2, "2.0"),
    ("deepset-ai/haystack#11959", "ndcg", [1, 1], 2, 1.6309297535714575),
    ("truera/trulens#2746", "ndcg", [1, 1], 2, "1.63"),
    ("truera/trulens#2746", "recall", [1, 1, 2], 3, "2.0"),
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


def test_a_known_fault_of_another_measure(con: duckdb.DuckDBPyConnection) -> None:
    for thread, measure, items, judged, figure, right in OTHER_FAULTS:
        load(con, {1: {item: 100.0 - rank for rank, item in enumerate(items)}}, {1: judged})
        rows = explained(con, figure, measure, changes=0)
        (found,) = [row for row in rows if row["convention"] == thread and row["measure"].endswith("@10")]
        assert found["matches"] and found["explanation"].startswith("Haystack up to 3.0: ")
        asked = {row["value"] for row in rows if row["explanation"] == "the settings asked for"}
        assert asked == {right}


def test_every_known_fault_is_tried() -> None:
    tried = {fault[0] for fault in [*FAULTS, *OTHER_FAULTS, *BY_DUPLICATES]}
    assert tried == set(macros("duckdb").known_faults())


def placed(con: duckdb.DuckDBPyConnection, lists_: dict[int, list[int]], judged: Lists, by_rank: bool = False) -> None:
    """A table run that has an item as often as its list does."""
    order = "place integer" if by_rank else "score double"
    con.execute(f"create or replace table run (query_id integer, item_id integer, {order})")
    rows = [(q, item, n if by_rank else 1 / n) for q, items in lists_.items() for n, item in enumerate(items, start=1)]
    con.executemany("insert into run values (?, ?, ?)", rows)
    con.execute("create or replace table judgments (query_id integer, item_id integer, relevance double)")
    rows = [(query, item, grade) for query, items in judged.items() for item, grade in items.items()]
    con.executemany("insert into judgments values (?, ?, ?)", rows)


@pytest.mark.parametrize(("thread", "measure", "items", "k", "figure"), BY_DUPLICATES)
def test_duplicates_give_the_figures_of_their_threads(
    con: duckdb.DuckDBPyConnection, thread: str, measure: str, items: list[int], k: int, figure: float | str
) -> None:
    placed(con, {1: items}, {1: {1: 1.0}})
    (found,) = [row for row in explained(con, figure, measure, k=k, changes=0) if row["convention"] == thread]
    assert found["matches"]
    assert "known fault: an item that appears several times in a list counts each time" in found["explanation"]
    library = {"run-llama": "LlamaIndex ", "deepset-ai": "Haystack up to 3.0: ", "truera": "TruLens up to 2.13: "}
    assert found["explanation"].startswith(library[thread.partition("/")[0]])


THREADS = {
    "llama_index": ["run-llama/llama_index#22683"],
    "haystack": ["deepset-ai/haystack#11959", "deepset-ai/haystack#12255"],
    "trulens": ["truera/trulens#2746"],
}


@pytest.mark.thorough
@pytest.mark.parametrize("by_rank", [False, True])
@pytest.mark.parametrize("library", THREADS)
def test_with_duplicates_known_faults_give_what_the_library_gave(
    con: duckdb.DuckDBPyConnection, library: str, by_rank: bool
) -> None:
    """All queries at once, each a group."""
    recorded = json.loads((RECORDED / "peers" / "repeated" / f"{library}.json").read_text())["values"]
    listed, judged = repeated.lists()
    placed(con, listed, judged, by_rank)
    for table in ("run", "judgments"):
        con.execute(
            f"alter table {table} add column place_of_query integer; update {table} set place_of_query = query_id"
        )
    for measure, values in recorded.items():
        arguments: dict[str, Any] = {"columns": {"rank": "place"}} if by_rank else {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            found = rankhouse.explain_number(
                0.5, "run", "judgments", measure, changes=0, by="place_of_query", con=con, **arguments
            )
        rows = found.project("place_of_query, convention, measure, value").fetchall()
        cutoff = measure.partition("@")[2]
        got = {
            str(query): value
            for query, thread, text, value in rows
            if thread in THREADS[library] and text.partition("@")[2] == cutoff
        }
        assert got == pytest.approx(values, abs=1e-12), measure


def test_of_duplicates_the_first_place_counts_elsewhere(con: duckdb.DuckDBPyConnection) -> None:
    placed(con, {1: [2, 1, 1, 3]}, {1: {1: 1.0, 3: 1.0}})
    with pytest.warns(InputWarning, match="run: 1 item appears more than once in the same query, e.g. query_id 1, "):
        found = rankhouse.explain_number("0.58", "run", "judgments", "average_precision", 10, changes=0, con=con)
    ((value, matches),) = found.filter("explanation = 'the settings asked for'").project("value, matches").fetchall()
    # At ranks 2 and 3 of what is left.
    assert matches and value == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert con.execute("select table_name from duckdb_tables() order by 1").fetchall() == [("judgments",), ("run",)]


def test_without_looking_duplicates_are_refused_as_elsewhere(con: duckdb.DuckDBPyConnection) -> None:
    placed(con, {1: [1, 1]}, {1: {1: 1.0}})
    with pytest.raises(InputError, match="more than once"):
        rankhouse.explain_number(1.63, "run", "judgments", con=con, check="none")
    con.execute("insert into judgments select * from judgments")
    with pytest.raises(InputError, match="judgments: 1 item appears more than once"), pytest.warns(InputWarning):
        rankhouse.explain_number(1.63, "run", "judgments", con=con)


def test_a_figure_above_1_names_libraries_that_count_duplicates(con: duckdb.DuckDBPyConnection) -> None:
    load(con, {1: {1: 1.0}}, {1: {1: 1.0}})
    said = (
        r"none of the settings tried gives 1.6309: the nearest is 1, .*; ndcg is at most 1, but items that appear"
        r" several times in a list raise it above that in LlamaIndex .*, Haystack up to 3.0 .*, TruLens up to 2.13"
        r" \(truera/trulens#2746\)$"
    )
    with pytest.warns(InputWarning, match=said):
        rankhouse.explain_number(1.6309, "run", "judgments", "ndcg@2", changes=0, con=con)
    assert macros("duckdb").says_raised_by_duplicates("ndcg@2", "0.9") == ""
    assert macros("duckdb").says_raised_by_duplicates("dcg@2", "9.5") == ""
    assert macros("duckdb").says_raised_by_duplicates("hit_rate@2", "1.5") == ""


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
        (
            {"measure": "ndcg@10", "k": 5},
            "give the cutoff either in the measure or in k, got measure 'ndcg@10' and k 5",
        ),
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


def test_no_settings_are_tried_twice(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *lists(tied=False))
    rows = [row for row in explained(con, 0.5, "hit_rate", k=3, changes=1) if row["convention"] is None]
    settings = [tuple(row[name] for name in ("measure", "ties", "queries", "unjudged", "pool")) for row in rows]
    assert len(settings) == len({*settings}) > 1


def test_says_plainly_that_nothing_matches(con: duckdb.DuckDBPyConnection) -> None:
    load(con, *lists(tied=False))
    with pytest.warns(InputWarning, match=r"none of the settings tried gives 0\.99999: the nearest is 0\.\d+, ndcg"):
        found = rankhouse.explain_number(0.99999, "run", "judgments", "ndcg", 10, changes=0, con=con)
    assert found.filter("matches").fetchall() == []
    differences = [abs(row[0]) for row in found.project("difference").fetchall()]
    assert all(nearer <= further + 1e-12 for nearer, further in pairwise(differences))


def rounded(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Python evaluates settings set by set, the macro all at once: sums may be taken in another order."""
    return [tuple(round(value, 12) if isinstance(value, float) else value for value in row) for row in rows]


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
    assert rounded(found.fetchall()) == rounded(of_macro)
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


def test_grades_too_large_for_an_exponent_leave_other_settings(con: duckdb.DuckDBPyConnection) -> None:
    """Purchases as grades: 3,000 and 1,500 found at ranks 1 and 3 of an ideal 3,000, 1,500."""
    load(con, {1: {1: 3.0, 2: 2.0, 3: 1.0}}, {1: {1: 3000, 3: 1500}})
    linear = (2 + 1 / math.log2(4)) / (2 + 1 / math.log2(3))
    for check in ("auto", "none"):
        (given, *_) = explained(con, round(linear, 4), "ndcg(gain=linear)@10", check=check)
        assert (given["matches"], given["n_changes"]) == (True, 0)
        assert math.isclose(given["value"], linear, rel_tol=1e-12)
    with pytest.raises(InputError, match=r"^judgments: 2 rows have a relevance above 1000 .* ask for gain=linear"):
        explained(con, 0.9, "ndcg@10")
    with pytest.raises(duckdb.Error, match="relevance above 1000 overflows the exponential gain"):
        explained(con, 0.9, "ndcg@10", check="none")
