"""Conventions and the pool in the table macros: the values that `evaluate` has, on data that every setting changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

import rankhouse
from tables import same

CONVENTIONS = [name for (name,) in rankhouse.conventions().project("name").fetchall()]
MEASURES = {
    "trec_eval": ["map", "average_precision(interpolation=11-point)", "iprec(recall=0.3)", "gmap", "bpref", "P@3"],
    "sklearn": ["ndcg@5", "ndcg", "average_precision", "roc_auc", "dcg(log_base=3)@5"],
    "ranx": ["ndcg@5", "ndcg(gain=exponential)@5", "mrr", "recall@3", "f1@5", "hits@3"],
    "recommenders": ["map@5", "average_precision(denominator=relevant)@5", "precision@3", "ndcg@5"],
    "spark": ["map", "map@5", "ndcg@5", "recall@3"],
    "spark_listed": ["map", "map@5", "ndcg@5", "recall@3"],
    "elliot": ["ndcg@5", "recall@3", "hit_rate@3"],
    "elasticsearch": ["ndcg@5", "precision@20", "dcg@5"],
    "quepid": ["ndcg@5", "ndcg(ideal=k)@5", "map@5", "precision@20", "cg@3"],
    "ir_measures": ["map", "iprec(recall=0.3)", "bpref", "P@3"],
    "mlflow": ["ndcg@5", "precision@20", "recall@3"],
    "torchmetrics": ["ndcg", "map@5", "mrr", "r_precision", "hit_rate@3"],
    "xgboost": ["ndcg@5", "map@5", "precision@20"],
    "rectools": [
        *("ndcg@5", "ndcg(ideal=k)@5", "map@5", "average_precision(denominator=k)@5"),
        *("catalogue_accuracy(n_items=150)@5", "partial_auc@3", "pap(insufficient=exclude)@2"),
    ],
    "recbole": ["ndcg@5", "map@5", "roc_auc", "recall@3"],
    "replay": ["ndcg@5", "map@5", "mrr@5", "precision@3"],
}
TREC = ("trec_eval_10", "pytrec_eval")
POLICIES = [
    {"pool": pool, "unjudged": unjudged, "queries": queries}
    for pool in ("judged", "retrieved")
    for unjudged in ("irrelevant", "drop")
    for queries in ("judged", "intersection", "run", "all")
]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """Ties, ids that sort otherwise as text, scores that are one in 32 bits, fractional and negative grades, queries
    without a list, without judgments and without relevant items, two systems, and two sorts of judgments.
    """
    generator = random.Random(31)
    run, judgments = [], []
    for query in range(1, 16):
        items = generator.sample(range(1, 130), 14)
        for system in ("bm25", "dense", None):
            for item in items[: generator.choice([0, 3, 6, 14])]:
                score = generator.randint(1, 5) + generator.choice([0, 1e-12])
                run.append((system, query % 2 == 0, query, item, score))
        if query == 5:
            continue
        grades = [-1.0, 0.0, 0.5] if query == 7 else [-1.0, 0.0, 0.5, 1.0, 1.7, 3.0]
        for sort in ("expert", "click"):
            judgments += [
                (sort, query % 2 == 0, query, item, generator.choice(grades)) for item in generator.sample(items, 9)
            ]
    with duckdb.connect() as con:
        rankhouse.register(con)
        con.execute("create table run (system varchar, even boolean, query_id integer, item_id integer, score double)")
        con.executemany("insert into run values (?, ?, ?, ?, ?)", run)
        con.execute(
            "create table judged (sort varchar, even boolean, query_id integer, item_id integer, relevance double)"
        )
        con.executemany("insert into judged values (?, ?, ?, ?, ?)", judgments)
        con.execute("create table judgments as select * exclude (sort) from judged where sort = 'expert'")
        con.execute(
            "create table labelled as select run.*, judgments.relevance"
            " from run left join judgments using (even, query_id, item_id)"
        )
        yield con


def assert_equal(
    con: duckdb.DuckDBPyConnection,
    tables: tuple[str, str | None],
    measures: list[str],
    by: tuple[list[str], list[str]] = ([], []),
    **policies: str,
) -> int:
    """The rows of Python and of the table macro, per query and in the mean; how many there are."""
    groups = list(dict.fromkeys([*by[0], *by[1]]))
    given = "".join(f", {name} := '{value}'" for name, value in policies.items())
    judged = "null" if tables[1] is None else f"'{tables[1]}'"
    arguments: dict[str, Any] = {"by": groups, "check": "none", "con": con, **policies}
    n_rows = 0
    for macro, per_query in (("query_metrics", True), ("metrics", False)):
        expected = rankhouse.evaluate(*tables, measures, per_query=per_query, **arguments)
        found = con.sql(
            f"from {macro}('{tables[0]}', {judged}, measures := {measures}, \"by\" := {by[0]}::varchar[],"
            f" judgments_by := {by[1]}::varchar[]{given})"
        )
        assert sorted(found.columns) == sorted(expected.columns)
        rows = [
            sorted(relation.project(", ".join(expected.columns)).fetchall(), key=lambda row: str(row[:n_key]))
            for relation in (found, expected)
            for n_key in [len(groups) + per_query + 3]
        ]
        assert len(rows[0]) == len(rows[1])
        for mine, theirs in zip(*rows, strict=True):
            assert all(
                same(a, b) if isinstance(a, float) and isinstance(b, float) else a == b
                for a, b in zip(mine, theirs, strict=True)
            ), (mine, theirs)
        n_rows += len(rows[0])
    return n_rows


@pytest.mark.parametrize("name", CONVENTIONS)
def test_conventions_give_what_evaluate_gives(con: duckdb.DuckDBPyConnection, name: str) -> None:
    measures = MEASURES["trec_eval" if name in TREC else name]
    tables, by = ("run", "judgments"), ["system"]
    if name == "trec_eval_10":
        # It refuses a run that lacks a judged query.
        con.execute("create or replace temp view one_run as from run where system = 'bm25'")
        con.execute("create or replace temp view its_judgments as from judgments semi join one_run using (query_id)")
        tables, by = ("one_run", "its_judgments"), []
    ((needs,),) = rankhouse.conventions(con).filter(f"name = '{name}'").project("needs").fetchall()
    # A rule of one's own, where the library has none.
    ties = {"ties": "item"} if "untied scores" in needs else {}
    assert assert_equal(con, tables, measures, (by, []), convention=name, **ties) > 20


@pytest.mark.parametrize("policies", POLICIES, ids=lambda policies: "-".join(policies.values()))
@pytest.mark.parametrize(
    ("tables", "by"),
    [
        (("run", "judgments"), (["system"], [])),
        (("run", "judgments"), (["system", "even"], ["even"])),
        (("run", "judged"), (["system"], ["sort"])),
        (("labelled", None), (["system"], [])),
    ],
    ids=["run", "both", "judgments", "one table"],
)
def test_policies_with_groups(
    con: duckdb.DuckDBPyConnection,
    tables: tuple[str, str | None],
    by: tuple[list[str], list[str]],
    policies: dict[str, str],
) -> None:
    measures = ["ndcg@5", "map", "recall@3", "roc_auc"]
    if by[1] == ["sort"] and policies["pool"] == "retrieved" and policies["queries"] == "run":
        with pytest.raises(rankhouse.InputError, match="belongs to no group of the judgments"):
            rankhouse.evaluate(*tables, measures, by=["system", "sort"], con=con, **policies)
        with pytest.raises(duckdb.Error, match="belongs to no group of the judgments"):
            assert_macro_runs(con, tables, measures, by, policies)
    else:
        assert assert_equal(con, tables, measures, by, **policies) > 20


def assert_macro_runs(
    con: duckdb.DuckDBPyConnection,
    tables: tuple[str, str | None],
    measures: list[str],
    by: tuple[list[str], list[str]],
    policies: dict[str, str],
) -> None:
    given = "".join(f", {name} := '{value}'" for name, value in policies.items())
    con.execute(
        f"from metrics('{tables[0]}', '{tables[1]}', measures := {measures}, \"by\" := {by[0]},"
        f" judgments_by := {by[1]}{given})"
    ).fetchall()


def test_no_convention_is_none(con: duckdb.DuckDBPyConnection) -> None:
    call = "from query_metrics('run', 'judgments', measures := ['ndcg@5', 'map'], \"by\" := ['system']"
    plain = con.execute(f"{call}) order by all").fetchall()
    assert len(plain) > 20
    policies = "convention := null, ties := null, queries := null, unjudged := null, pool := null"
    assert con.execute(f"{call}, {policies}) order by all").fetchall() == plain


def test_arguments_go_before_the_convention(con: duckdb.DuckDBPyConnection) -> None:
    policies = {"ties": "worst", "queries": "judged", "pool": "judged"}
    assert assert_equal(con, ("labelled", None), ["ndcg@5", "roc_auc"], convention="sklearn", **policies) > 10
    # Prepared, the convention is known when the query runs.
    sql = "from metrics('labelled', measures := ['ndcg@5'], convention := ?) select value"
    by_name = [con.execute(sql, [name]).fetchall() for name in ("sklearn", "elasticsearch")]
    assert by_name[0] != by_name[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("pool := 'all'", "pool is one of judged | retrieved, got 'all'"),
        ("ties := ''", "ties is one of item | average | best | worst, got"),
        ("convention := 'TREC_EVAL'", "unknown convention 'TREC_EVAL': did you mean 'trec_eval'"),
        ("convention := 'torchmetrics', ties := 'best'", "average_precision@3 depends on ties in two ways"),
        ("convention := 'replay', ties := 'nobody'", "ties is one of"),
    ],
)
def test_bad_choices(con: duckdb.DuckDBPyConnection, arguments: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message.replace("|", r"\|")):
        con.execute(f"from metrics('run', 'judgments', measures := ['map@3'], {arguments})").fetchall()


def test_columns_named_like_settings() -> None:
    """Grouping columns with the names of arguments, and of columns that the macro works with."""
    with duckdb.connect() as con:
        rankhouse.register(con)
        names = ["convention", "pool", "by_both", "rules", "a \"quoted\" 'name'"]
        quoted = ['"' + name.replace('"', '""') + '"' for name in names]
        listed = ", ".join(f"'g' as {name}" for name in quoted)
        con.execute(f"create table run as select {listed}, 1 as query_id, 2 as item_id, 0.5 as score")
        con.execute("create table judgments as select 1 as query_id, 2 as item_id, 1 as relevance")
        sql = (
            "from metrics('run', 'judgments', measures := ['ndcg@5'], \"by\" := ?, convention := 'sklearn',"
            f" unjudged := 'drop') select {', '.join(quoted)}, value"
        )
        assert con.execute(sql, [names]).fetchall() == [("g",) * len(names) + (1.0,)]
