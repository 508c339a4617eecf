"""Where a number comes from: settings ids that are the same in every way in, what they tell apart, the gate."""

from __future__ import annotations

import datetime
import hashlib
import itertools
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from rankhouse._evaluating import parts
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS, render
from tables import Tables, tables

PROVENANCE = ["evaluated_at", "rankhouse_version", "settings_id"]
# Settings that are not the defaults, as they are hashed; written by hand.
WRITTEN: list[tuple[str, dict[str, Any], str]] = [
    ("ndcg@10", {}, "metric=ndcg; cutoff=10"),
    ("nDCG@10", {"ties": "item", "queries": "judged"}, "metric=ndcg; cutoff=10"),
    ("map", {"ties": "average"}, "metric=average_precision; ties=average"),
    ("ndcg(gain=linear)@5", {"relevant_from": 2.0}, "metric=ndcg; cutoff=5; gain=linear; relevant_from=2"),
    ("rbp(p=0.50)", {"unjudged": "drop", "pool": "retrieved"}, "metric=rbp; p=0.5; unjudged=drop; pool=retrieved"),
    (
        "ndcg@10",
        {"convention": "trec_eval"},
        "metric=ndcg; cutoff=10; gain=linear; without_relevant=0; queries=intersection; read_as.ids=text;"
        " read_as.relevances=whole; read_as.negatives=unjudged; read_as.ranks=order",
    ),
    ("mrr", {"candidates": "pairs"}, "metric=reciprocal_rank; candidates=given candidates"),
    ("mrr", {"exclude": "pairs"}, "metric=reciprocal_rank; candidates=all but excluded"),
    ("alpha_ndcg@5", {"intents": "intent"}, "metric=alpha_ndcg; cutoff=5; intents=of equal weight"),
]


def settings_id(written: str) -> str:
    return hashlib.md5(written.encode(), usedforsecurity=False).hexdigest()


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    rankhouse.register(con)
    con.execute(
        "create table run as select query_id, item_id, (item_id * 7 + query_id) % 11 + 0.5 as score"
        " from range(40) as queries(query_id), range(8) as items(item_id);"
        "create table judgments as select query_id, item_id, (item_id + query_id) % 3 as relevance, 'one' as intent"
        " from range(40) as queries(query_id), range(8) as items(item_id);"
        "create table pairs as select query_id, item_id from run where item_id < 6"
    )
    return con


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize(("measure", "settings", "written"), WRITTEN)
def test_an_id_is_the_hash_of_what_differs_from_the_defaults(
    con: duckdb.DuckDBPyConnection, measure: str, settings: dict[str, Any], written: str
) -> None:
    """In Python, as DuckDB's table macros, and in the text of every engine."""
    known = settings_id(written)
    named = ", ".join(f"{name} := {value!r}" for name, value in settings.items())
    call = f"measures := ['{measure}'], {named}".removesuffix(", ")
    for per_query in (False, True):
        found = rankhouse.evaluate(
            "run", "judgments", measure, per_query=per_query, provenance=True, con=con, **settings
        )
        assert {row[-1] for row in found.fetchall()} == {known}
        macro = "query_metrics" if per_query else "metrics"
        by_macro = con.execute(f"select settings_id from {macro}('run', 'judgments', {call}, provenance := true)")
        assert set(by_macro.fetchall()) == {(known,)}
        for dialect in DIALECTS:
            sql = render(
                "run", "judgments", [measure], per_query=per_query, dialect=dialect, provenance=True, **settings
            )
            assert f"'{known}'" in sql and "as evaluated_at" in sql
    told = rankhouse.metric_settings(measure, con=con, **settings)
    rows = con.execute(f"from metric_settings({call})").fetchall()
    assert told.columns == ["settings_id", "name", "value"]
    assert told.fetchall() == rows and {row[0] for row in rows} == {known}
    # All that is hashed is told, with the rest.
    names = {name: value for _, name, value in rows}
    assert len(names) == len(rows)
    assert dict(one.split("=") for one in written.split("; ")).items() <= names.items()


def test_a_convention_counts_by_what_it_means() -> None:
    package = macros("duckdb")
    of_intents = {each["name"] for each in package.catalogue() if "intents" in each["needs"]}
    for name, settings in package.conventions().items():
        asked = next(iter(settings["measures"]))
        cutoff = "@5" if settings["measures"][asked].get("cutoff") == "required" else ""
        intents = "intent" if asked in of_intents else None
        by_name, spelled_out = (
            rankhouse.metric_settings(asked + cutoff, convention=convention, intents=intents).fetchall()
            for convention in (name, settings)
        )
        assert by_name == spelled_out
        assert ("convention", settings["library"]) in [row[1:] for row in by_name]


def test_every_choice_has_an_id_of_its_own() -> None:
    """Of every measure, with every choice of its options, under several policies."""
    package = macros("duckdb")
    asked = []
    for declared in package.catalogue():
        needed = [f"{name}=2" for name, option in declared["options"].items() if "required" in option]
        choices = [f"{name}={one}" for name, spec in declared["options"].items() for one in _others(spec)]
        for options, cutoff in itertools.product([[], *([one] for one in choices)], ["", "@5"]):
            if declared.get("cutoff") != ("none" if cutoff else "required"):
                asked.append(f"{declared['name']}({', '.join([*needed, *options])}){cutoff}")
    measures = package.parse_measures(asked)
    assert len(measures) == len(asked)
    ids: set[str] = set()
    for policies in ({}, {"queries": "run"}, {"queries": "all", "relevant_from": 2}):
        plan = package.plan({"run": "run", "judgments": "judgments", "measures": ["mrr"], **policies})
        certified = package.certified({**plan, "asked": measures})["measures"]
        ids |= {each["settings_id"] for each in certified}
    assert len(ids) == 3 * len(asked)


def _others(spec: dict[str, Any]) -> list[str]:
    return [one for one in spec.get("choices", [])[1:] if "," not in one]


@given(case=tables())
@examples(5)
def test_it_changes_nothing_else(case: Tables) -> None:
    judgments = None if case.judgments is None else "judgments"
    with duckdb.connect(config={"threads": 1}) as own:
        case.load(own)
        for per_query in (False, True):
            arguments: dict[str, Any] = {"by": case.groups, "per_query": per_query, "check": "none", "con": own}
            without, with_it = (
                rankhouse.evaluate("run", judgments, ["ndcg@3", "map"], provenance=provenance, **arguments)
                for provenance in (False, True)
            )
            assert with_it.columns == [*without.columns, *PROVENANCE]
            assert [row[:-3] for row in with_it.fetchall()] == without.fetchall()


def test_when_and_by_which_version(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("set TimeZone = 'Asia/Tokyo'")
    before = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    (row,) = rankhouse.evaluate("run", "judgments", "mrr", provenance=True, con=con).fetchall()
    after = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    assert before <= row[-3] <= after
    assert row[-2] == macros("duckdb").version()


@pytest.mark.parametrize("per_query", [False, True])
def test_in_ranges_of_queries(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, per_query: bool) -> None:
    arguments: dict[str, Any] = {"per_query": per_query, "provenance": True, "con": con}
    whole = rankhouse.evaluate("run", "judgments", ["ndcg@5", "map"], **arguments)
    looked: list[parts.Ranges | None] = []
    ranges = parts.ranges

    def watched(*given: Any) -> parts.Ranges | None:
        looked.append(ranges(*given))
        return looked[-1]

    monkeypatch.setattr(parts, "memory_limit", lambda _: 25_000)
    monkeypatch.setattr("rankhouse._evaluating.evaluate.ranges", watched)
    in_parts = rankhouse.evaluate("run", "judgments", ["ndcg@5", "map"], **arguments)
    assert looked[0] is not None and looked[0].ends
    figures = [name for name in whole.columns if name != "evaluated_at"]
    assert in_parts.columns == whole.columns
    found, known = (each.project(", ".join(figures)).fetchall() for each in (in_parts, whole))
    assert [tuple(map(_rounded, row)) for row in found] == [tuple(map(_rounded, row)) for row in known]


def _rounded(value: Any) -> Any:
    return round(value, 12) if isinstance(value, float) else value


def test_grouping_columns_of_these_names(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace view dated as select *, 1 as settings_id from run")
    assert rankhouse.evaluate("dated", "judgments", "mrr", by="settings_id", con=con).columns[0] == "settings_id"
    with pytest.raises(rankhouse.InputError, match="settings_id"):
        rankhouse.evaluate("dated", "judgments", "mrr", by="settings_id", provenance=True, con=con)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(rankhouse.InputError, match="no option 'gian'"):
        rankhouse.metric_settings("ndcg(gian=linear)@10")
    with pytest.raises(rankhouse.InputError, match="unknown convention 'trec'"):
        rankhouse.metric_settings("ndcg@10", convention="trec")
    with pytest.raises(rankhouse.InputError, match="provenance is true or false, got 'yes'"):
        macros("duckdb").metrics("run", "judgments", provenance="yes")


@given(
    rows=st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from(["mrr", "map"]), st.sampled_from(["1", "2", None])), max_size=8
    ),
    by=st.booleans(),
)
@examples(20)
def test_the_gate_finds_different_settings(rows: list[tuple[str, str, str | None]], by: bool) -> None:
    ids: dict[tuple[str, ...], list[str | None]] = {}
    for system, measure, one in rows:
        ids.setdefault((system, measure) if by else (measure,), []).append(one)
    wrong = {key for key, found in ids.items() if len(set(found)) > 1 or None in found}
    with duckdb.connect() as own:
        own.execute("create table numbers(system varchar, measure varchar, settings_id varchar)")
        if rows:
            own.executemany("insert into numbers values (?, ?, ?)", rows)
        sql = macros("duckdb").test_same_settings("numbers", ["system"] if by else [])
        found = {row[: 1 + by]: row for row in own.execute(sql).fetchall()}
    assert found.keys() == wrong
    for key, row in found.items():
        assert row[-3:-1] == (ids[key].count(None), len(ids[key]))
