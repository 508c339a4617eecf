"""Evaluations that a project keeps under names of its own: as many as it likes, by partition, in models of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from dbt_package.test_incremental import same
from dbt_projects import DATABASE, dbt, new_project
from rankhouse._rendering.jinja import Macros, macros

pytestmark = pytest.mark.thorough

# A name that is Jinja and SQL at once. A double quotation mark in it is more than dbt's own statements stand.
DAY = "the day {{ 1 }} {% raw %} \\ o'clock"
QUOTED = f'"{DAY}"'
JINJA = DAY.replace("\\", "\\\\").replace("'", "\\'").replace("{", "\\u007b").replace("%", "\\u0025")

EVALUATIONS: dict[str, dict[str, Any]] = {
    "search": {
        "measures": ["ndcg@2", "recall(weights=relevant)@2", "gmap"],
        "by": ["system", DAY],
        "judgments_by": [DAY],
        "queries": "run",
    },
    "shop": {"measures": ["hit_rate@1", "ndcg@2"], "by": [DAY], "grouping_sets": [[DAY]], "min_queries": 2},
}
MODELS = {
    "partitions": "rankhouse.incremental_partitions(**{name}())",
    "query_metrics": "rankhouse.incremental_query_metrics('{name}_partitions', **{name}())",
    "metrics": "rankhouse.incremental_metrics('{name}_query_metrics', '{name}_partitions', **{name}())",
}
STACKED = "rankhouse.stacked_metrics({'search': ref('search_metrics'), 'shop': ref('shop_metrics')})"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {f"models/{name}_run.sql": run_of(name) for name in EVALUATIONS}
    # Those of search have a day, those of shop are of all days.
    for name, day, first in (("search", f", {QUOTED_IN_JINJA}", ", date '2026-01-01'"), ("shop", "", "")):
        files[f"models/{name}_judgments.sql"] = (
            f"select distinct query_id, item_id, 2 as relevance{day} from {{{{ ref('search_run') }}}}"
            " where query_id <> 'q3' and item_id > 'a'"
            f" union all select 'gone', 'x', 1{first}"
        )
    for name, arguments in EVALUATIONS.items():
        given = {"partition": DAY, **arguments}
        written = ", ".join(f"{key}={in_jinja(value)}" for key, value in given.items())
        call = f"dict(run=ref('{name}_run'), judgments=ref('{name}_judgments'), {written})"
        files[f"macros/{name}.sql"] = f"{{% macro {name}() %}}{{{{ return({call}) }}}}{{% endmacro %}}"
        for model, text in MODELS.items():
            files[f"models/{name}_{model}.sql"] = "{{ " + text.format(name=name) + " }}"
    files["models/all_metrics.sql"] = "{{ " + STACKED + " }}"
    built = new_project(tmp_path_factory.mktemp("kept"), files, {"models": {"+materialized": "table"}})
    build(built)
    return built


QUOTED_IN_JINJA = "{{ adapter.quote('" + JINJA + "') }}"


def in_jinja(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(in_jinja(part) for part in value) + "]"
    if isinstance(value, int):
        return str(value)
    return "'" + (JINJA if value == DAY else value) + "'"


def run_of(name: str) -> str:
    """Two days of three queries, one of which only the second day answers, and two systems in the run of search."""
    systems = "from (values ('bm25', 1), ('dense', -1)) as systems(system, sign)"
    return f"""
    select system, query_id, item_id, sign * score as score, day as {QUOTED_IN_JINJA}
    {systems}, (values ('q1', 'a', 3), ('q1', 'b', 2), ('q1', 'c', 1), ('q2', 'a', 2), ('q2', 'b', 3), ('q3', 'a', 1))
        as items(query_id, item_id, score),
        (values (date '2026-01-01'), (date '2026-01-02')) as days(day)
    where (query_id <> 'q2' or day > date '2026-01-01') and (system = 'bm25' or '{name}' = 'search')
    """


def build(project: Path, *arguments: str) -> None:
    done = dbt(project, "run", "--threads", "1", *arguments, artifacts=False)
    assert done.returncode == 0, done.stdout + done.stderr


def rows(project: Path, query: str) -> list[Any]:
    with duckdb.connect(str(project / DATABASE)) as con:
        found = con.execute(f"select * from ({query}) order by all").fetchall()
    return same(found)


def truth(name: str) -> str:
    return macros("duckdb").metrics(f"main.{name}_run", f"main.{name}_judgments", **EVALUATIONS[name])


@pytest.mark.parametrize("name", EVALUATIONS)
def test_a_summary_of_the_kept_values_is_that_of_the_evaluation(project: Path, name: str) -> None:
    kept = rows(project, f"select * exclude (fingerprint, row_id) from {name}_metrics")
    assert kept == rows(project, truth(name))
    assert any(row for row in rows(project, f"from {name}_metrics where n_missing > 0"))


def test_a_change_of_one_run_is_taken_in_and_the_other_evaluation_stays(project: Path) -> None:
    with duckdb.connect(str(project / DATABASE)) as con:
        con.execute("update search_metrics set metric = 'untouched'")
        con.execute("update shop_metrics set metric = 'untouched'")
        con.execute(f"update shop_run set score = -score where {QUOTED} = '2026-01-02'")
    kept = [f"{name}_{model}" for name in EVALUATIONS for model in MODELS]
    build(project, "--select", *kept)
    touched = {
        (name, day): rows(
            project,
            f"select count(*) from {name}_metrics where metric <> 'untouched' and {QUOTED} = '2026-01-0{day}'",
        )[0][0]
        for name, day in (("search", 2), ("shop", 1), ("shop", 2))
    }
    assert touched == {("search", 2): 0, ("shop", 1): 0, ("shop", 2): 2}
    build(project, "--select", *kept, "--full-refresh")
    for name in EVALUATIONS:
        assert rows(project, f"select * exclude (fingerprint, row_id) from {name}_metrics") == rows(
            project, truth(name)
        )


def test_summaries_stand_side_by_side(project: Path) -> None:
    build(project, "--select", "all_metrics")
    both = rows(project, f"select evaluation, system, {QUOTED}, grouping_set, measure, value from all_metrics")
    search = rows(project, f"select 'search', system, {QUOTED}, null, measure, value from search_metrics")
    shop = rows(project, f"select 'shop', null, {QUOTED}, grouping_set, measure, value from shop_metrics")
    assert both == search + shop


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("rankhouse.incremental_metrics('q', 'p', run='r', mesures=['map'])", "'mesures': did you mean 'measures'"),
        ("rankhouse.incremental_metrics('q', 'p', measures=['map'])", "needs the argument run"),
        (
            "rankhouse.incremental_query_metrics(run='r', by=['day'], partition='day')",
            "partitions is the name of the model",
        ),
        ("rankhouse.incremental_partitions(run='r', by=['day'])", "needs the argument partition"),
        ("rankhouse.incremental_partitions(run='r', by='day', partition='day')", "by is a list of column names"),
        ("rankhouse.incremental_partitions(run='r', by=['day'], partition='week')", "not one of the columns in its by"),
        ("rankhouse.incremental_partitions(run='r', by=['day'], partition='day', lookback=0)", "lookback"),
        ("rankhouse.stacked_metrics([])", "summaries is a dictionary of names and tables"),
        ("rankhouse.stacked_metrics({'a': 'b'}, by='day')", "by is a list of column names"),
    ],
)
def test_what_is_wrong_is_said_when_the_project_is_parsed(call: str, message: str) -> None:
    package = Macros("duckdb")
    package._environment.globals |= {"config": lambda **_: "", "execute": False, "project_name": "user"}
    package._environment.globals |= {"ref": lambda *names: ".".join(names), "is_incremental": lambda: False}
    with pytest.raises(Exception, match=message):
        package._environment.from_string("{{ " + call + " }}").render()
