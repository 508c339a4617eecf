"""`make test-sqlmesh`: SQLMesh loads a dbt project with the package; what it builds is what Python computes.

SQLMesh has an environment of its own, without Python code of ours.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import yaml

import rankhouse
from dbt_projects import DATABASE, ROOT, new_project

SQLMESH = ROOT / ".venv-sqlmesh" / "bin" / "sqlmesh"
START = "2026-01-01"
MEASURES = ["ndcg@10", "ndcg(gain=linear)@5", "dcg@10", "precision@5", "recall@5", "f1@5", "hit_rate@3", "r_precision"]
MEASURES += ["ap", "ap@10", "rr", "err@10", "rbp(p=0.8)@10", "bpref", "q_measure", "auc", "inst", "sdcg@10", "bpm@10"]
MEASURES += ["nerr10@10", "num_rel", "judged@10", "gmap"]
INTENTS = ["alpha_ndcg@10", "alpha_dcg@10", "err_ia@10", "nrbp", "map_ia", "precision_ia@5", "subtopic_recall@5"]
INTENTS += ["d_sharp_ndcg@10"]
RUN = """
{{ config(materialized="table") }}
select
    date '2026-01-01' + day::integer as day,
    system,
    'q' || query as query_id,
    'd' || item as item_id,
    hash(day, system, query, item) % 7 as score
from range(3) as days(day), (values ('old'), ('new')) as systems(system),
    range(40) as queries(query), range(20) as items(item)
where hash(item, query, system) % 5 > 0
"""
LABELS = """
{{ config(materialized="table") }}
select 'q' || query as query_id, 'd' || item as item_id, hash(query, item) % 4 % 3 as relevance
from range(40) as queries(query), range(20) as items(item)
"""
INTENT_LABELS = """
{{ config(materialized="table") }}
select 'q' || query as query_id, 'i' || intent as intent_id, 'd' || item as item_id,
    (hash(query, item, intent) % 5 = 0)::integer as relevance
from range(40) as queries(query), range(3) as intents(intent), range(20) as items(item)
"""
PREDICTIONS = """
{{ config(materialized="table") }}
select 'e' || row as example_id, hash(row) % 2 as label,
    (hash(row, 1) % 100 + 20 * (hash(row) % 2)) / 130.0 as score
from range(400) as rows(row)
"""
BY_DAY = """
{{ config(
    materialized="incremental", incremental_strategy="delete+insert", unique_key=["day"], time_column="day",
    cron="@daily"
) }}
with evaluated as (
{{ rankhouse.query_metrics(ref("searches"), ref("labels"), measures=["ndcg@10", "ap"], by=["system", "day"]) }}
)
select * from evaluated
{% if sqlmesh_incremental is defined %}
where day between cast('{{ start_ds }}' as date) and cast('{{ end_ds }}' as date)
{% elif is_incremental() %}
where day > (select max(day) from {{ this }})
{% endif %}
"""


def of(macro: str, *relations: str, **arguments: Any) -> str:
    given = [f"ref('{name}')" for name in relations] + [
        f"{name}={json.dumps(value)}" for name, value in arguments.items()
    ]
    return "{{ rankhouse." + macro + "(" + ", ".join(given) + ") }}\n"


FILES = {
    "config.py": "from pathlib import Path\n\nfrom sqlmesh.dbt.loader import sqlmesh_config\n\n"
    "config = sqlmesh_config(Path(__file__).parent)\n",
    "models/searches.sql": RUN,
    "models/labels.sql": LABELS,
    "models/intent_labels.sql": INTENT_LABELS,
    "models/predictions.sql": PREDICTIONS,
    "models/by_day.sql": BY_DAY,
    "models/quality.sql": of("metrics", "searches", "labels", measures=MEASURES, by=["system", "day"]),
    "models/diversity.sql": of(
        "metrics", "searches", "intent_labels", measures=INTENTS, by=["system", "day"], intents="intent_id"
    ),
    "models/classified.sql": of("classifier_metrics", "predictions", thresholds=[0.5]),
    "models/compared.sql": of("compare", "by_day", by=["day"], baseline="old"),
    "models/decided.sql": of("decision", "by_day", by=["day"], baseline="old", measure="ndcg@10"),
    "models/models.yml": yaml.safe_dump(
        {
            "models": [
                {
                    "name": "quality",
                    "data_tests": [{"rankhouse.metric_at_least": {"measure": "ndcg@10", "at_least": 0.1}}],
                },
                {"name": "searches", "data_tests": [{"rankhouse.unique_items": {"by": ["system", "day"]}}]},
            ]
        }
    ),
}
EVALUATION = {
    "name": "search",
    "run": "searches",
    "judgments": "labels",
    "measures": ["ndcg@10", "ap"],
    "by": ["system", "day"],
    "latest": "day",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "models": {"+start": START, "user": {"+materialized": "table"}},
            "vars": {"rankhouse": [EVALUATION]},
        }
        project = new_project(Path(folder), FILES, settings)
        sqlmesh(project, "plan", "--auto-apply", "--no-prompts")
        checks(project)
        adds_a_day(project)
        fails_its_audit(project)
    print(f"built by SQLMesh {sqlmesh(ROOT, '--version').strip()}")


def sqlmesh(folder: Path, *arguments: str, succeeds: bool = True) -> str:
    done = subprocess.run([SQLMESH, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if (done.returncode == 0) != succeeds:
        sys.exit(
            f"sqlmesh {' '.join(arguments)} ended with {done.returncode}\n{done.stdout[-5_000:]}{done.stderr[-5_000:]}"
        )
    return done.stdout


def checks(project: Path) -> None:
    """Every table equals what the table macros of DuckDB answer of the same inputs."""
    by, two = ["system", "day"], ["ndcg@10", "ap"]
    evaluated = {
        "quality": call("metrics", "searches", "labels", measures=MEASURES, by=by),
        "diversity": call("metrics", "searches", "intent_labels", measures=INTENTS, by=by, intents="intent_id"),
        "classified": call("classifier_metrics", "predictions", thresholds=[0.5]),
        "by_day": call("query_metrics", "searches", "labels", measures=two, by=by),
        "rankhouse__metrics": call("metrics", "searches", "labels", measures=two, by=by),
        "compared": call("compare", "by_day", by=["day"], baseline="old"),
        "decided": call("decision", "by_day", by=["day"], baseline="old", measure="ndcg@10"),
    }
    with duckdb.connect() as con:
        # Its views name the catalogue by the name of the file.
        con.execute(f"attach '{project / DATABASE}' (read_only)")
        rankhouse.register(con)
        for name in ("searches", "labels", "intent_labels", "predictions", *evaluated):
            con.execute(f"create view {name} as from {Path(DATABASE).stem}.main.{name}")
        for table, answer in evaluated.items():
            names = [name for name, *_ in con.execute(f"describe {answer}").fetchall()]
            found, wanted = (rows(con, names, source) for source in (f"from {table}", answer))
            if len(found) != len(wanted) or not wanted or not all(map(is_same, found, wanted)):
                sys.exit(f"SQLMesh builds another {table}: {found[:3]}, not {wanted[:3]}")


def call(macro: str, *relations: str, **arguments: Any) -> str:
    named = [f'"{name}" := {value!r}' for name, value in arguments.items()]
    return f"from {macro}({', '.join([*map(repr, relations), *named])})"


def rows(con: duckdb.DuckDBPyConnection, names: list[str], source: str) -> list[tuple[Any, ...]]:
    """In the order of what is no computed number."""
    found = con.execute(f"select {', '.join(names)} from ({source})").fetchall()
    return sorted(found, key=lambda row: str([value for value in row if not isinstance(value, float)]))


def is_same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(
        math.isclose(a, b, rel_tol=0, abs_tol=1e-12) if isinstance(a, float) and isinstance(b, float) else a == b
        for a, b in pairs
    )


def adds_a_day(project: Path) -> None:
    """What is incremental by time is evaluated for the days that are asked for."""
    sqlmesh(project, "plan", "--auto-apply", "--no-prompts", "--restate-model", "main.by_day", "--start", "2026-01-02")
    checks(project)


def fails_its_audit(project: Path) -> None:
    models = project / "models" / "models.yml"
    models.write_text(models.read_text().replace("0.1", "0.99"))
    printed = sqlmesh(project, "plan", "--auto-apply", "--no-prompts", succeeds=False)
    if "audit" not in printed or "metric_at_least" not in printed:
        sys.exit(f"SQLMesh does not tell of the audit that fails: {printed[-2_000:]}")


if __name__ == "__main__":
    main()
