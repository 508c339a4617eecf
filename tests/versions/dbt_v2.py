"""`make test-dbt-versions`: dbt v2, which is written anew, reads every macro and builds what the older ones build.

It reaches DuckDB through a library that it loads, for which the one in DuckDB's package for Node serves, and loads no
Python: the macros for DuckDB come in the ways that the documentation names. A warning fails, as an error does.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import yaml
from dbt_builds import EVALUATIONS, check, ready_made

import rankhouse
from dbt_projects import DATABASE, ROOT, SETTINGS, copied, new_project
from typical import typical_calls

DBT = ROOT / ".venv-dbt2" / "bin" / "dbt"
NODE = ROOT / ".venv-node" / "node_modules" / "@duckdb"
# The relevant item is second.
NDCG = 1 / math.log2(3)
SEARCH = {
    "models/search_run.sql": "select 1 as query_id, 'a' as item_id, 2.0 as score union all select 1, 'b', 1.0",
    "models/search_judgments.sql": "select 1 as query_id, 'b' as item_id, 1 as relevance",
    "models/by_table_macro.sql": "-- {{{{ ref('search_run') }}}} {{{{ ref('search_judgments') }}}}\n"
    "select value from {catalogue}metrics('main.search_run', 'main.search_judgments', measures => ['ndcg@5'])",
    "models/by_aggregate.sql": "select {catalogue}ndcg_at_k(coalesce(relevance, 0), score, 5) as value"
    " from {{{{ ref('search_run') }}}} left join {{{{ ref('search_judgments') }}}} using (query_id, item_id)",
}


def main() -> None:
    steps = (
        builds_the_integration_tests,
        builds_ready_made_models,
        reads_every_macro,
        reads_semantics,
        runs_a_script,
        attaches,
    )
    for step in steps:
        with tempfile.TemporaryDirectory() as folder:
            step(Path(folder))
    print(f"built by {dbt(ROOT, '--version').strip()}")


def builds_the_integration_tests(folder: Path) -> None:
    project = copied(folder)
    # What the profile names is a plugin of dbt-duckdb.
    add_script(project)
    dbt(project, "deps")
    dbt(project, "build")
    results = json.loads((project / "target" / "run_results.json").read_text())["results"]
    passed = {result["unique_id"].split(".")[2] for result in results if result["status"] in ("success", "pass")}
    places = (project / "models", project / "seeds", project / "tests", ROOT / "models" / "reference", ROOT / "seeds")
    wanted = {path.stem for place in places for path in place.glob("*.*") if path.suffix in (".sql", ".csv")}
    failed = [result["unique_id"] for result in results if result["status"] not in ("success", "pass")]
    if failed or wanted - passed:
        sys.exit(f"dbt v2 has built {len(passed)} nodes, but not {failed}, {sorted(wanted - passed)}")


def builds_ready_made_models(folder: Path) -> None:
    for name, evaluations in EVALUATIONS.items():
        project = ready_made(folder / name, evaluations)
        for _ in range(2):
            dbt(project, "build")
        check(project, "2", evaluations)


def reads_every_macro(folder: Path) -> None:
    """A model of each, compiled: dbt parses the SQL that it has rendered."""
    calls = {name: arguments(call.given) for name, call in typical_calls().items()}
    models = {f"models/of_{name}.sql": f"{{{{ rankhouse.{name}({given}) }}}}" for name, given in calls.items()}
    dbt(new_project(folder, models), "compile", "--static-analysis", "baseline")


def reads_semantics(folder: Path) -> None:
    """The semantic model that it prints, as metrics of its own."""
    project = copied(folder, "examples/metricflow")
    (project / "models" / "semantic_models.yml").unlink()
    properties = yaml.safe_load((project / "models" / "models.yml").read_text())
    properties["models"] = [model for model in properties["models"] if model["name"] != "query_quality"]
    (project / "models" / "models.yml").write_text(yaml.safe_dump(properties))
    dbt(project, "deps")
    printed = dbt(project, "--quiet", "run-operation", "rankhouse.semantic_model")
    (project / "models" / "semantic_models.yml").write_text(printed)
    # Without dbt's platform it validates nothing, and says so.
    os.environ["DBT_ENGINE_NO_WARN_SEMANTIC_MANIFEST_VALIDATION"] = "1"
    dbt(project, "parse")
    manifest = json.loads((project / "target" / "manifest.json").read_text())
    found = {metric["name"] for metric in manifest["metrics"].values()}
    wanted = {"ndcg_at_10", "ndcg_at_10_queries", "reciprocal_rank", "reciprocal_rank_queries"}
    if found != wanted or len(manifest["semantic_models"]) != 1:
        sys.exit(f"dbt v2 reads the metrics {sorted(found)} of {len(manifest['semantic_models'])} semantic models")


def arguments(call: dict[str, Any]) -> str:
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in call.items())


def runs_a_script(folder: Path) -> None:
    project = new_project(folder, search(""))
    add_script(project)
    builds_search(project)


def attaches(folder: Path) -> None:
    project = new_project(folder, search("rankhouse."))
    rankhouse.install(project / "library.duckdb")
    profile = yaml.safe_load((project / "profiles.yml").read_text())
    profile["user"]["outputs"]["dev"]["attach"] = [{"path": "library.duckdb", "alias": "rankhouse", "read_only": True}]
    (project / "profiles.yml").write_text(yaml.safe_dump(profile))
    builds_search(project)


def search(catalogue: str) -> dict[str, str]:
    return {name: text.format(catalogue=catalogue) if "{" in text else text for name, text in SEARCH.items()}


def add_script(project: Path) -> None:
    """As the documentation says: the script as a macro of the project, run when dbt starts."""
    script = (ROOT / "sql" / "rankhouse.sql").read_text()
    macro = f"{{% macro rankhouse_library() %}}{{% raw %}}\n{script}\n{{% endraw %}}{{% endmacro %}}\n"
    (project / "macros").mkdir(exist_ok=True)
    (project / "macros" / "rankhouse_library.sql").write_text(macro)
    settings = yaml.safe_load((project / "dbt_project.yml").read_text())
    settings["on-run-start"] = "{{ rankhouse_library() }}"
    (project / "dbt_project.yml").write_text(yaml.safe_dump(settings))


def builds_search(project: Path) -> None:
    dbt(project, "build")
    with duckdb.connect(str(project / DATABASE)) as con:
        if (project / "library.duckdb").exists():
            con.execute(f"attach '{project / 'library.duckdb'}' as rankhouse (read_only)")
        values = [con.execute(f"from {model}").fetchall() for model in ("by_table_macro", "by_aggregate")]
    if any(len(rows) != 1 or abs(rows[0][0] - NDCG) > 1e-12 for rows in values):
        sys.exit(f"DuckDB's macros give {values} in dbt v2, and not {NDCG}")


def dbt(project: Path, *arguments: str) -> str:
    [library] = NODE.glob("node-bindings-*/libduckdb.*")
    done = subprocess.run(
        [DBT, *arguments],
        cwd=project,
        env=os.environ | SETTINGS | {"LD_LIBRARY_PATH": str(library.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    faults = re.findall(r"^\[(?:error|warning)\].*(?:\n  .*)?", done.stdout + done.stderr, re.MULTILINE)
    if done.returncode or faults:
        sys.exit(f"dbt v2 {' '.join(arguments)}:\n" + ("\n".join(faults) or done.stdout + done.stderr))
    return done.stdout


if __name__ == "__main__":
    main()
