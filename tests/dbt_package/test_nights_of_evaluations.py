"""Several evaluations whose labels come late, with rules and without: gates, snapshots and keys, night by night."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from dbt_projects import DATABASE, dbt, new_project, statuses

pytestmark = pytest.mark.thorough

N_NIGHTS, N_QUERIES = 4, 20
# A day is judged two nights later, but for three queries; what the shop sold is known at once. Some rows have no group.
RUN = f"""
select case when q % 4 > 0 then 'bm25' end as "system", date '2026-03-01' + d::integer as day,
    d || '-' || q as query_id, 'i' || i as item_id, -i as score
from range({N_NIGHTS + 2}) as days(d), range({N_QUERIES}) as queries(q), range(3) as items(i)
where d < {{{{ var("night") }}}}
"""
JUDGMENTS = f"""
select day, query_id, 'i0' as item_id, 1 as relevance from ({RUN}) as run
where day <= date '2026-03-01' + {{{{ var("night") }}}}::integer - 3 or split_part(query_id, '-', 2)::integer < 3
group by all
"""
SHOP = 'select day, "system", query_id, item_id, score from {{ ref("search_run") }}'
BOUGHT = """
select query_id, item_id, 1 as relevance, split_part(query_id, '-', 2)::integer % 5 as user_id
from {{ ref("shop_run") }}
where item_id = 'i1'
"""
LISTED = {"by": ["system", "day"], "latest": "day", "partition": "day"}
EVALUATIONS: list[dict[str, Any]] = [
    {
        **LISTED,
        "name": "search",
        "run": "search_run",
        "judgments": "search_judgments",
        "judgments_by": ["day"],
        "measures": ["mrr", "recall@2"],
        "complete": {"share_judged": 0.8},
    },
    {**LISTED, "name": "shop", "run": "shop_run", "judgments": "bought", "measures": ["mrr"], "complete": {"age": 0}},
    {**LISTED, "name": "free", "run": "shop_run", "judgments": "bought", "measures": ["mrr"]},
]
GATES: dict[str, dict[str, Any]] = {
    "of_where": {"latest": "day", "where": "evaluation = 'search'"},
    "of_name": {"latest": "day", "evaluation": "search"},
    "of_table": {"latest": "day", "evaluation": "search", "complete": "ref('rankhouse', 'rankhouse__maturity')"},
    "of_table_where": {
        "latest": "day",
        "complete": "ref('rankhouse', 'rankhouse__maturity')",
        "where": "evaluation = 'search'",
    },
    "of_shop": {"latest": "day", "evaluation": "shop"},
    "without_rule": {"latest": "day", "evaluation": "free"},
}
SNAPSHOTS = [
    {
        "name": "reported",
        "relation": "ref('rankhouse', 'rankhouse__metrics')",
        "config": {
            "unique_key": "row_id",
            "strategy": "check",
            "check_cols": ["value", "n_queries"],
            "hard_deletes": "invalidate",
        },
    }
]
KEPT = """
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="row_id") }}
select * from {{ ref("rankhouse", "rankhouse__query_metrics") }}
"""
OWN = """
{{ config(materialized="incremental", incremental_strategy="delete+insert", unique_key="row_id") }}
select *, {{ rankhouse.row_id(["system", "day", "measure"]) }} as row_id
from ({{ rankhouse.metrics(ref("shop_run"), ref("bought"), ["mrr"], by=["system", "day"]) }}) as result
"""
BY_USER = OWN.replace('by=["system", "day"])', 'by=["system", "day"], cluster="user_id")')
WIDE = """
{%- set metrics = ref("rankhouse", "rankhouse__metrics") -%}
{{ rankhouse.wide_metrics(metrics, ["mrr"], ["system"], "day", evaluation="search") }}
"""


def declared() -> str:
    tests = []
    for name, given in GATES.items():
        arguments = {key: value for key, value in given.items() if key != "where"}
        config = {"store_failures": True} | {key: value for key, value in given.items() if key == "where"}
        # No mean is that high: each row that a gate looks at fails.
        arguments |= {"measure": "mrr", "at_least": 1, "significant": True}
        tests.append({"rankhouse.metric_at_least": {"name": name, "arguments": arguments, "config": config}})
    mixed = {"name": "mixed", "arguments": {"measure": "mrr", "at_least": 1, "latest": "day"}}
    missing = {"by": "system", "values": ["dense"], "latest": "day"}
    models = [{"name": "all_metrics", "data_tests": [*tests, {"rankhouse.metric_at_least": mixed}]}]
    for name, evaluation in {"none_of_free": "free", "none_of_search": "search"}.items():
        gate = {"name": name, "arguments": missing | {"evaluation": evaluation}, "config": {"store_failures": True}}
        models[0]["data_tests"].append({"rankhouse.has_groups": gate})  # type: ignore[attr-defined]
    return str(yaml.safe_dump({"version": 2, "models": models, "snapshots": SNAPSHOTS}, sort_keys=False))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "models/search_run.sql": RUN,
        "models/search_judgments.sql": JUDGMENTS,
        "models/shop_run.sql": SHOP,
        "models/bought.sql": BOUGHT,
        "models/all_metrics.sql": 'select * from {{ ref("rankhouse", "rankhouse__metrics") }}',
        "models/kept.sql": KEPT,
        "models/own.sql": OWN,
        "models/by_user.sql": BY_USER,
        "models/wide.sql": WIDE,
        "models/models.yml": declared(),
    }
    settings = {"vars": {"rankhouse": EVALUATIONS}, "flags": {"require_generic_test_arguments_property": True}}
    return new_project(tmp_path_factory.mktemp("nights"), files, settings)


def rows(project: Path, query: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        return con.execute(query).fetchall()


@pytest.fixture(scope="module")
def states(project: Path) -> list[set[tuple[Any, ...]]]:
    """What the table had on each night: what tells a row apart, and what a snapshot checks."""
    found = []
    for night in range(3, 3 + N_NIGHTS):
        done = dbt(project, "build", "--vars", json.dumps({"night": min(night, N_NIGHTS + 2)}))
        status = statuses(project)
        wrong = {name for name, said in status.items() if said == "error"}
        assert wrong == {"mixed"}, done.stdout
        assert "the table has several evaluations, such as free and shop" in " ".join(done.stdout.split())
        found.append(
            set(rows(project, 'select evaluation, "system", day, measure, value, n_queries from rankhouse__metrics'))
        )
    return found


def test_a_snapshot_has_a_version_for_each_state(project: Path, states: list[set[tuple[Any, ...]]]) -> None:
    """A row that stays keeps its version, NULL groups and columns of other evaluations or not."""
    n_states = 0
    before: set[tuple[Any, ...]] = set()
    for now in states:
        n_states += len(now - before)
        before = now
    assert rows(project, "select count(*) from reported") == [(n_states,)]
    assert rows(project, "select count(*) from reported where dbt_valid_to is null") == [(len(states[-1]),)]
    assert any(row[1] is None for row in states[-1])


def test_keys_are_unique_and_no_row_is_kept_twice(project: Path, states: list[set[tuple[Any, ...]]]) -> None:
    for table, made_of in {
        "kept": "rankhouse__query_metrics",
        "own": "own",
        "rankhouse__metrics": "all_metrics",
    }.items():
        ((n_rows, n_keys, n_nulls),) = rows(
            project, f"select count(*), count(distinct row_id), count(*) filter (k is null) from {table}"
        )
        assert n_rows == n_keys == rows(project, f"select count(*) from {made_of}")[0][0]
        assert n_nulls > 0
    ((last, place),) = rows(
        project,
        "select column_name, column_index from duckdb_columns() where table_name = 'rankhouse__metrics'"
        " order by column_index desc limit 1",
    )
    assert last == "row_id", place


def test_clusters_are_counted_night_by_night(project: Path, states: list[set[tuple[Any, ...]]]) -> None:
    """Queries with a group are three of four, those without the fourth: each has all five users."""
    columns = '"system", day, value, n_queries'
    by_user = rows(project, f"select {columns}, n_clusters from by_user order by all")
    assert [row[:-1] for row in by_user] == rows(project, f"select {columns} from own order by all")
    assert len(by_user) == 2 * (N_NIGHTS + 2) and {row[-1] for row in by_user} == {5}


def test_gates_look_at_the_days_of_their_evaluation(project: Path, states: list[set[tuple[Any, ...]]]) -> None:
    newest = {
        name: {str(day) for (day,) in rows(project, f"select day from main_dbt_test__audit.{name}")} for name in GATES
    }
    # On the last night 2026-03-06 is the newest day, and two days are not judged.
    assert newest == {name: {"2026-03-04"} for name in GATES} | {
        "of_shop": {"2026-03-06"},
        "without_rule": {"2026-03-06"},
    }
    # Of the unjudged day it would be 3: every system counts over all judged queries.
    assert rows(project, "select distinct n_queries from wide") == [(20,)]


def test_a_gate_without_a_rule_says_so(project: Path, states: list[set[tuple[Any, ...]]]) -> None:
    for name, day in {"none_of_free": "2026-03-06, complete or not", "none_of_search": "2026-03-04"}.items():
        said = f"system dense has no row where day is {day}: the table has bm25"
        assert rows(project, f"select reason from main_dbt_test__audit.{name}") == [(said,)]


def test_the_operation_looks_at_the_days_of_its_evaluation(project: Path, states: list[set[tuple[Any, ...]]]) -> None:
    def said(**arguments: Any) -> str:
        done = dbt(project, "--quiet", "run-operation", "rankhouse.check_metrics", "--args", json.dumps(arguments))
        return " ".join(done.stdout.split())

    assert said(evaluation="search").startswith("### 2026-03-04: ")
    assert said(evaluation="search", complete="rankhouse__maturity").startswith("### 2026-03-04: ")
    assert said(evaluation="free").startswith("### 2026-03-06: ")
    assert "such as free and shop, each with a newest day of its own; name one with evaluation" in said()
    assert "such as free and shop" in said(complete="rankhouse__maturity")
