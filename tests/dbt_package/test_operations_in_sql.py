"""The operation check_metrics of test_operations.py without dbt, on tables of DuckDB: in each run of the quick tests.

Every interval is one by hand. Of two pairs, half of Student's t distribution lies within 1 of 0, so that the 50 %
interval of a mean difference goes from one difference to the other. With two degrees of freedom, 60 % lie within
sqrt(9 / 8): a standard error of sqrt(2) / 20 is 0.075 to each side.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from rankhouse import InputError
from rankhouse._rendering.jinja import Macros
from relations import Relation, column

# On day 10, bm25's ndcg falls by 0.125 and 0.375, and its log loss rises as much.
TABLES = """
    create table by_query as from (values
        ('bm25', 8, 'q1', 'ndcg@3', 'ndcg', 3, 0.0), ('bm25', 8, 'q2', 'ndcg@3', 'ndcg', 3, 0.0),
        ('bm25', 9, 'q1', 'ndcg@3', 'ndcg', 3, 0.5), ('bm25', 9, 'q2', 'ndcg@3', 'ndcg', 3, 0.75),
        ('bm25', 10, 'q1', 'ndcg@3', 'ndcg', 3, 0.375), ('bm25', 10, 'q2', 'ndcg@3', 'ndcg', 3, 0.375),
        ('bm25', 9, 'q1', 'log_loss', 'log_loss', null, 0.5), ('bm25', 9, 'q2', 'log_loss', 'log_loss', null, 0.25),
        ('bm25', 10, 'q1', 'log_loss', 'log_loss', null, 0.625),
        ('bm25', 10, 'q2', 'log_loss', 'log_loss', null, 0.625),
        ('007', 9, 'q1', 'ndcg@20', 'ndcg', 20, 0.25), ('007', 9, 'q2', 'ndcg@20', 'ndcg', 20, 0.25),
        ('007', 10, 'q1', 'ndcg@20', 'ndcg', 20, 0.5), ('007', 10, 'q2', 'ndcg@20', 'ndcg', 20, 0.75),
        ('007', 9, 'q1', 'ndcg@3', 'ndcg', 3, 0.5), ('007', 9, 'q2', 'ndcg@3', 'ndcg', 3, 0.25),
        ('007', 10, 'q1', 'ndcg@3', 'ndcg', 3, 0.25), ('007', 10, 'q2', 'ndcg@3', 'ndcg', 3, 0.5)
    ) as listed(system, day, query_id, measure, metric, k, value);
    create table late as
        from by_query
        union all
        select * replace (11 as day, 0 as value) from by_query where day = 10 and query_id = 'q1';
    create table listed_days as from (values (8, true), (9, true), (10, false), (11, true)) as listed(day, is_complete);
    create table days_of_each as
        select evaluation, day, evaluation = 'shop' or day < 10 as is_complete
        from listed_days, (values ('search'), ('shop')) as listed(evaluation);
    create table by_moment as
        select measure, metric, k, query_id, timestamp '2026-01-01' + interval (day) day as day, value
        from by_query where system = 'bm25';
    create table without_day as select * replace (nullif(day, 8) as day) from by_query;
    create table one_day as from by_query where day = 10;
    create table releases as select * replace ('v' || day as day) from by_query;
    create table several as
        select 'search' as evaluation, *, null::int as week from by_query
        union all
        select 'shop', * replace (null as system, null as day), day - 7 from by_query where system = 'bm25';
    create table of_both_days as select * replace (coalesce(day, week) as day) from several;

    create table means as
        select *, 0 as n_missing, value * n_queries as value_sum, value as ci_low, value as ci_high
        from (values
            ('dense', date '2026-01-01', 'ndcg@3', 'ndcg', 3, 0.5, 3, 0.0),
            ('dense', date '2026-01-02', 'ndcg@3', 'ndcg', 3, 0.5, 3, 0.0),
            ('dense', date '2026-01-05', 'ndcg@3', 'ndcg', 3, 0.25, 3, sqrt(2) / 20),
            ('few', date '2026-01-02', 'ndcg@3', 'ndcg', 3, 0.5, 2, 0.1),
            ('few', date '2026-01-05', 'ndcg@3', 'ndcg', 3, 0.25, 1200, 0.1),
            ('gone', date '2026-01-02', 'ndcg@3', 'ndcg', 3, 0.5, 3, 0.0),
            ('new', date '2026-01-05', 'ndcg@3', 'ndcg', 3, 0.5, 3, 0.0)
        ) as listed(system, day, measure, metric, k, value, n_queries, std_error);
    create table geometric as select * replace ('gmap' as metric, 'gmap' as measure) from means;
    create table weighted as select * replace ('recall(weights=relevant)@3' as measure, 'recall' as metric) from means;
    create table nobody as from means where false;
"""
SETTINGS = {
    "rankhouse": [{"name": "search", "run": "run", "judgments": "judgments", "measures": ["ndcg@3"], "by": ["system"]}]
}
PAIRS = "The same queries are compared in pairs."
LOSS = "| bm25 | log\\_loss | 0.3750 | 0.6250 | +0.2500 (+66.7%) | +0.1250 to +0.3750 | 2 | {} |"
FALL = "| bm25 | ndcg@3 | 0.6250 | 0.3750 | -0.2500 (-40.0%) | -0.3750 to -0.1250 | 2 | {} |"
SAME = "| 007 | ndcg@3 | 0.3750 | 0.3750 | 0.0000 (+0.0%) | -0.2500 to +0.2500 | 2 | unchanged |"
RISE = "| 007 | ndcg@20 | 0.2500 | 0.6250 | +0.3750 (+150.0%) | +0.2500 to +0.5000 | 2 | better |"


class Dbt:
    """What the operation asks of dbt, answered by DuckDB; `printed` is what a user reads."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con
        self.printed: list[str] = []
        self.package = Macros("duckdb")
        names = [name for (name,) in con.execute("select table_name from duckdb_tables()").fetchall()]
        nodes = {
            name: SimpleNamespace(resource_type="model", name=name, alias=name, database="d", schema="main")
            for name in [*names, "unbuilt"]
        }
        adapter: Any = self.package._environment.globals["adapter"]
        adapter.get_columns_in_relation = lambda relation: [
            column(name, kind) for name, kind, *_ in con.execute(f"describe {relation}").fetchall()
        ]
        self.package._environment.globals |= {
            "var": SETTINGS.get,
            "graph": SimpleNamespace(nodes=nodes),
            "api": SimpleNamespace(Relation=SimpleNamespace(create=lambda **given: Relation(given["identifier"]))),
            "load_relation": lambda relation: relation if relation.identifier in names else None,
            "run_query": self.run_query,
            "print": self.printed.append,
        }

    def run_query(self, sql: str) -> SimpleNamespace:
        """As dbt gives it back: a text of digits is a number."""
        rows = [
            [Decimal(value) if isinstance(value, str) and value.isdigit() else value for value in row]
            for row in self.con.execute(sql).fetchall()
        ]
        columns = [SimpleNamespace(values=lambda values=values: values) for values in zip(*rows, strict=True)]
        return SimpleNamespace(rows=rows, columns=columns or [SimpleNamespace(values=tuple)])

    def says(self, *metrics: str, **arguments: Any) -> tuple[str, str]:
        """What it prints, and why it fails, "" where it does not."""
        self.printed.clear()
        try:
            self.package.check_metrics(*metrics, **arguments)
        except InputError as error:
            return "".join(self.printed), str(error)
        return "".join(self.printed), ""


@pytest.fixture(scope="module")
def dbt() -> Iterator[Dbt]:
    with duckdb.connect() as con:
        con.execute(TABLES)
        yield Dbt(con)


def lines(text: str) -> list[str]:
    """The rows of the table, without its head."""
    return [line for line in text.splitlines() if line.startswith("| ")][1:]


def test_all_that_is_printed_of_values_by_query(dbt: Dbt) -> None:
    """Day 10 against 9, which a text would order before it; what fell first, then by system, measure and k."""
    text, failure = dbt.says("by_query", confidence=0.5)
    rule = "A mean fell where it is worse than before, and the whole 50 % interval of the change says so."
    assert text.splitlines() == [
        "### 10: 2 of 4 means fell",
        "",
        f"Against 9. {rule} {PAIRS}",
        "",
        "| system | measure | 9 | 10 | change | 50 % interval | queries | verdict |",
        "|---|---|---:|---:|---:|---:|---:|---|",
        LOSS.format("**got worse**"),
        FALL.format("**fell**"),
        SAME,
        RISE,
    ]
    assert failure == "rankhouse: 2 of 4 means fell on 10: bm25, log_loss by 0.25, and 1 more"


@pytest.mark.parametrize(
    ("arguments", "fell"),
    [
        ({"confidence": 0.5}, True),
        # At 95 % the interval of two pairs is 12.7 times as wide, and begins below 0.
        ({}, False),
        ({"significant": False}, True),
        ({"confidence": 0.5, "margin": 0.12}, True),
        ({"confidence": 0.5, "margin": 0.125}, False),
        ({"significant": False, "margin": 0.24}, True),
        ({"significant": False, "margin": 0.25}, False),
    ],
)
def test_what_counts_as_a_fall(dbt: Dbt, arguments: dict[str, Any], fell: bool) -> None:
    text, failure = dbt.says("by_query", "ndcg@3", **arguments)
    assert failure == ("rankhouse: 1 of 2 means fell on 10: bm25, ndcg@3 by 0.25" if fell else "")
    assert text.startswith(f"### 10: {'1' if fell else 'none'} of 2 means fell\n")


def test_all_that_is_printed_of_means(dbt: Dbt) -> None:
    text, failure = dbt.says("means", confidence=0.6)
    assert text.splitlines()[0] == "### 2026-01-05: 2 of 4 means fell"
    assert text.splitlines()[2].endswith("The queries of both days are independent samples.")
    assert lines(text) == [
        "| gone | ndcg@3 | 0.5000 |  |  |  | 3 | **missing** |",
        "| dense | ndcg@3 | 0.5000 | 0.2500 | -0.2500 (-50.0%) | -0.3250 to -0.1750 | 3, 3 | **fell** |",
        "| few | ndcg@3 | 0.5000 | 0.2500 | -0.2500 (-50.0%) |  | 2, 1,200 | worse, too few queries to tell |",
        "| new | ndcg@3 |  | 0.5000 |  |  | 3 | new |",
    ]
    assert failure == "rankhouse: 2 of 4 means fell on 2026-01-05: gone, ndcg@3 is missing, and 1 more"


def test_the_days_of_a_week_are_taken_together(dbt: Dbt) -> None:
    text, _ = dbt.says("means", grain="week", confidence=0.6)
    assert text.startswith("### 2026-01-05: 2 of 4 means fell\n\nAgainst 2025-12-29. ")
    dense = "| dense | ndcg@3 | 0.5000 | 0.2500 | -0.2500 (-50.0%) | -0.3250 to -0.1750 | 6, 3 | **fell** |"
    assert dense in lines(text)


@pytest.mark.parametrize(
    ("complete", "day", "before"),
    [
        (None, 11, 10),
        ({}, 11, 10),
        ({"min_queries": 1}, 11, 10),
        ({"min_queries": 2}, 10, 9),
        ("listed_days", 11, 9),
    ],
)
def test_the_last_day_is_one_that_is_complete(dbt: Dbt, complete: Any, day: int, before: int) -> None:
    """Day 11 has one query of two; the model says that day 10 is not complete."""
    text, _ = dbt.says("late", complete=complete)
    assert text.startswith(f"### {day}: ")
    assert f"\nAgainst {before}. " in text


def test_a_moment_of_midnight_is_shown_as_its_day(dbt: Dbt) -> None:
    """No column but figures: what is left are measures."""
    text, failure = dbt.says("by_moment", "ndcg@3", confidence=0.5)
    assert "\nAgainst 2026-01-10. " in text
    assert lines(text) == [FALL.format("**fell**").removeprefix("| bm25 ")]
    assert failure == "rankhouse: 1 of 1 mean fell on 2026-01-11: ndcg@3 by 0.25"


@pytest.mark.parametrize("by", [["system"], None])
def test_an_evaluation_has_its_own_days_and_columns(dbt: Dbt, by: list[str] | None) -> None:
    """Columns that are NULL in all its rows tell nothing apart."""
    assert dbt.says("several", evaluation="search", by=by, confidence=0.5) == dbt.says("by_query", confidence=0.5)
    text, failure = dbt.says("several", "ndcg@3", evaluation="shop", day="week", confidence=0.5)
    assert lines(text) == [FALL.format("**fell**").removeprefix("| bm25 ")]
    assert failure == "rankhouse: 1 of 1 mean fell on 3: ndcg@3 by 0.25"


def test_the_days_that_are_complete_are_those_of_the_evaluation(dbt: Dbt) -> None:
    """Of search day 10 is not complete, of shop it is."""
    text, _ = dbt.says("several", evaluation="search", complete="days_of_each")
    assert text.startswith("### 9: ")


def test_the_table_of_a_single_evaluation_needs_no_column_for_it(dbt: Dbt) -> None:
    assert dbt.says("by_query", evaluation="search") == dbt.says("by_query")


@pytest.mark.parametrize("measures", ["nDCG@20", ["ndcg@20"], ["ndcg@20", "nDCG@20"]])
def test_only_the_measures_that_are_named(dbt: Dbt, measures: Any) -> None:
    text, _ = dbt.says("by_query", measures, confidence=0.5)
    assert lines(text) == [RISE]


def test_groups_that_are_expected(dbt: Dbt) -> None:
    given: dict[str, Any] = {"metrics": "by_query", "measures": "ndcg@20", "confidence": 0.5}
    text, failure = dbt.says(**given, expected={"system": "007"})
    assert text.endswith(f"{RISE}\n\n### no expected group is missing") and not failure
    text, failure = dbt.says(**given, expected={"system": ["007", "new_one", 8]})
    assert text.endswith(f"{RISE}\n\n### system new\\_one, system 8 missing on 10")
    assert failure == "rankhouse: system new_one, system 8 missing on 10"
    _, failure = dbt.says("by_query", significant=False, expected={"system": "x"})
    assert failure.endswith("bm25, log_loss by 0.25, and 1 more; system x missing on 10")


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "grain of values": ("by_query", {"grain": "week"}, "grain is for a table of metrics, but by_query has values by"),
    "model": ("by_qurey", {}, "there is no model 'by_qurey': did you mean 'by_query'?"),
    "unbuilt": ("unbuilt", {}, "the model 'unbuilt' has not been built: build it first with dbt build"),
    "day": ("by_query", {"day": "dya"}, "metrics: by_query has no column 'dya': did you mean 'day'?"),
    "by": ("by_query", {"by": ["sytem"]}, "metrics: by_query has no column 'sytem': did you mean 'system'?"),
    "no evaluations": ("by_query", {"evaluation": "shop"}, "metrics: by_query has no column 'evaluation'"),
    "evaluation": ("several", {"evaluation": "sarch"}, "metrics: several has no rows for evaluation 'sarch'"),
    "empty": ("nobody", {}, "metrics: nobody has no rows"),
    "measure": ("by_query", {"measures": "ndcg@4"}, "the table has no measure 'ndcg@4': did you mean 'ndcg@3'?"),
    "without a day": ("without_day", {}, "metrics: 2 rows of without_day have no value in 'day': leave them out in a"),
    "days of others": ("several", {}, "metrics: 10 rows of several have no value in 'day': look at one evaluation"),
    "mixed": (
        "of_both_days",
        {"complete": {"min_queries": 2}},
        "metrics: the table has several evaluations, such as search and shop, each with a newest day of its own",
    ),
    "order": ("releases", {}, "metrics: texts such as 'v10' in column 'day' (18 rows) sort by the alphabet"),
    "one day": ("one_day", {}, "column 'day' of the table has 1 value: there is nothing to compare"),
    "one year": ("means", {"grain": "year"}, "column 'day' of the table has 1 year: there is nothing to compare"),
    "geometric mean": ("geometric", {}, "metrics: gmap is not a plain mean over queries"),
    "weights": ("weighted", {}, "metrics: recall(weights=relevant)@3 is not a plain mean over queries"),
}


@pytest.mark.parametrize(("metrics", "arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_with_a_call_is_said(dbt: Dbt, metrics: str, arguments: dict[str, Any], message: str) -> None:
    text, failure = dbt.says(metrics, **arguments)
    assert not text
    assert failure.startswith(message)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a < b <= 3 <5", "a < b &lt;= 3 <5"),
        ("<b>x</b> <", "&lt;b>x&lt;/b> <"),
        ("a&b|c$d~e", "a&#38;b&#124;c&#36;d&#126;e"),
        (r"\`*_{}[]#!", r"\\\`\*\_\{\}\[\]\#\!"),
        ("a\nb\rc\td", "a b c d"),
    ],
)
def test_a_name_is_no_markup(dbt: Dbt, name: str, shown: str) -> None:
    assert dbt.package.in_markdown(name) == shown
