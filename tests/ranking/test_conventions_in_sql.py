"""Conventions and the pool in the table macros: the values that `evaluate` has, on data that every setting changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import duckdb
import pytest

import rankhouse
from copied import copy_macros
from rankhouse._rendering.jinja import macros
from table_macro_calls import Call, arguments, texts_by_duckdb
from tables import same

# Of those with measures over intents and nuggets see tests/ranking/test_intents.py and tests/ranking/test_rag.py.
OF_INTENTS = ("ndeval", "ragas", "autoevals", "nuggetizer")
CONVENTIONS = [name for (name,) in rankhouse.conventions().project("name").fetchall() if name not in OF_INTENTS]
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
    "beir": ["ndcg@5", "map@5", "precision@20", "recall@3"],
    "mteb": ["ndcg@5", "map@5", "mrr@5", "hit_rate@3"],
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
    "llama_index": ["ndcg@5", "map", "precision@3", "recall@3"],
    "haystack": ["ndcg@5", "map", "mrr", "recall@3"],
    "trulens": ["ndcg@5", "precision@3", "mrr", "hit_rate@3"],
    "sentence_transformers": ["ndcg@5", "map@5", "mrr@5", "precision@20"],
    "lenskit": ["ndcg@5", "ndcg(gain=linear)@5", "dcg@5", "rbp", "recall@3"],
    "evidently": ["ndcg@5", "precision@20", "mrr@5", "recall@3"],
}
MACROS = ("query_metrics", "metrics")
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
        copy_macros(con)
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
        con.execute("create view one_run as from run where system = 'bm25'")
        con.execute("create view its_judgments as from judgments semi join one_run using (query_id)")
        yield con


@dataclass(frozen=True)
class Evaluation:
    """Tables, measures, the groups of the run and of the judgments, policies."""

    tables: tuple[str, str | None]
    measures: list[str]
    by: tuple[list[str], list[str]] = ([], [])
    policies: dict[str, str] = field(default_factory=dict)

    @property
    def call(self) -> Call:
        tables = dict(zip(("run", "judgments"), self.tables, strict=True))
        groups = dict(zip(("by", "judgments_by"), self.by, strict=True))
        return tables | {"measures": self.measures} | groups | self.policies

    def by_python(self, con: duckdb.DuckDBPyConnection, macro: str) -> duckdb.DuckDBPyRelation:
        arguments: dict[str, Any] = {"by": list(dict.fromkeys([*self.by[0], *self.by[1]])), **self.policies}
        per_query = macro == "query_metrics"
        return rankhouse.evaluate(*self.tables, self.measures, per_query=per_query, check="none", con=con, **arguments)

    def by_macro(self, macro: str) -> str:
        return f"from {macro}({arguments(self.call)})"


def assert_equal(con: duckdb.DuckDBPyConnection, evaluation: Evaluation, sql: Callable[[str], str]) -> int:
    """The rows of Python and of what a table macro runs, per query and in the mean; how many there are."""
    n_rows = 0
    for macro in MACROS:
        expected = evaluation.by_python(con, macro)
        found = con.execute(sql(macro))
        names = [name for name, *_ in found.description]
        assert sorted(names) == sorted(expected.columns)
        places = [names.index(name) for name in expected.columns]
        n_key = expected.columns.index("k") + 1
        mine, theirs = (
            sorted(rows, key=lambda row: str(row[:n_key]))
            for rows in ([tuple(row[place] for place in places) for row in found.fetchall()], expected.fetchall())
        )
        assert len(mine) == len(theirs)
        for one, other in zip(mine, theirs, strict=True):
            assert all(
                same(a, b) if isinstance(a, float) and isinstance(b, float) else a == b
                for a, b in zip(one, other, strict=True)
            ), (one, other)
        n_rows += len(mine)
    return n_rows


def of_convention(name: str) -> Evaluation:
    measures = MEASURES["trec_eval" if name in TREC else name]
    needs = macros("duckdb").convention_needs(name, measures=measures)
    # A rule of one's own, where the library has none.
    policies = {"convention": name, **({"ties": "item"} if "untied scores" in needs else {})}
    if name == "trec_eval_10":
        # It refuses a run that lacks a judged query.
        return Evaluation(("one_run", "its_judgments"), measures, ([], []), policies)
    return Evaluation(("run", "judgments"), measures, (["system"], []), policies)


GROUPED: dict[str, tuple[tuple[str, str | None], tuple[list[str], list[str]]]] = {
    "run": (("run", "judgments"), (["system"], [])),
    "both": (("run", "judgments"), (["system", "even"], ["even"])),
    "judgments": (("run", "judged"), (["system"], ["sort"])),
    "one table": (("labelled", None), (["system"], [])),
}
GROUPS_BY_POLICIES = {
    f"{tables}-{'-'.join(policies.values())}": Evaluation(
        GROUPED[tables][0], ["ndcg@5", "map", "recall@3", "roc_auc"], GROUPED[tables][1], policies
    )
    for tables in GROUPED
    for policies in POLICIES
}
# What is not judged is in the pool, and in no group of the judgments.
REFUSED = [GROUPS_BY_POLICIES.pop(f"judgments-retrieved-{unjudged}-run") for unjudged in ("irrelevant", "drop")]
EVALUATIONS = {name: of_convention(name) for name in CONVENTIONS} | GROUPS_BY_POLICIES


@cache
def texts(macro: str) -> dict[str, str]:
    """By evaluation, what the table macro runs."""
    return dict(zip(EVALUATIONS, texts_by_duckdb(macro, [one.call for one in EVALUATIONS.values()]), strict=True))


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVALUATIONS)
def test_table_macros_give_what_evaluate_gives(con: duckdb.DuckDBPyConnection, name: str) -> None:
    assert assert_equal(con, EVALUATIONS[name], lambda macro: texts(macro)[name]) > 20


@pytest.mark.parametrize("name", ["sklearn", *(f"{tables}-retrieved-drop-all" for tables in GROUPED)])
def test_a_table_macro_runs_its_text(con: duckdb.DuckDBPyConnection, name: str) -> None:
    assert assert_equal(con, EVALUATIONS[name], EVALUATIONS[name].by_macro) > 20


@pytest.mark.parametrize("evaluation", REFUSED, ids=lambda evaluation: "-".join(evaluation.policies.values()))
def test_a_query_without_a_group_is_refused(con: duckdb.DuckDBPyConnection, evaluation: Evaluation) -> None:
    with pytest.raises(rankhouse.InputError, match="belongs to no group of the judgments"):
        evaluation.by_python(con, "metrics")
    with pytest.raises(duckdb.Error, match="belongs to no group of the judgments"):
        con.execute(evaluation.by_macro("metrics")).fetchall()


def test_no_convention_is_none(con: duckdb.DuckDBPyConnection) -> None:
    call = "from query_metrics('run', 'judgments', measures := ['ndcg@5', 'map'], \"by\" := ['system']"
    plain = con.execute(f"{call}) order by all").fetchall()
    assert len(plain) > 20
    policies = "convention := null, ties := null, queries := null, unjudged := null, pool := null"
    assert con.execute(f"{call}, {policies}) order by all").fetchall() == plain


def test_arguments_go_before_the_convention(con: duckdb.DuckDBPyConnection) -> None:
    policies = {"ties": "worst", "queries": "judged", "pool": "judged"}
    policies |= {"convention": "sklearn"}
    evaluation = Evaluation(("labelled", None), ["ndcg@5", "roc_auc"], (["system"], []), policies)
    assert assert_equal(con, evaluation, evaluation.by_macro) > 10
    # Prepared, the convention is known when the query runs.
    call = "from metrics('labelled', measures := ['ndcg@5'], \"by\" := ['system'], convention := ?)"
    sql = f"{call} select system, value order by all"
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
        copy_macros(con)
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
