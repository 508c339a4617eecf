"""`make demo-metricflow`: build the project, ask MetricFlow for monthly means, compare them with the package itself."""

from __future__ import annotations

import csv
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

PROJECT = Path(__file__).parent
METRICS = {"ndcg_at_10": "ndcg@10", "reciprocal_rank": "reciprocal_rank"}
N_QUERIES = "ndcg_at_10_queries"
EXPECTED = """
    select system, segment, date_trunc('month', day)::varchar, measure, sum(value_sum) / sum(n_queries), sum(n_queries)
    from rankhouse__metrics
    group by all
"""


def run(program: str, *arguments: str) -> None:
    """dbt or mf, from the environment that runs this; what it says is shown only when it fails."""
    environment = os.environ | {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0", "PATH": str(Path(sys.executable).parent)}
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{program} {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def asked() -> list[dict[str, str]]:
    """What `mf query` answers."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.csv"
        groups = ["evaluation__system", "evaluation__segment", "metric_time__month"]
        names = [*METRICS, N_QUERIES]
        run("mf", "query", "--metrics", ",".join(names), "--group-by", ",".join(groups), "--csv", str(answer))
        with answer.open() as file:
            return list(csv.DictReader(file))


def main() -> None:
    (PROJECT / "search.duckdb").unlink(missing_ok=True)
    run("dbt", "deps")
    run("dbt", "build")
    rows = asked()
    with duckdb.connect(str(PROJECT / "search.duckdb"), read_only=True) as con:
        expected = {tuple(row[:4]): row[4:] for row in con.execute(EXPECTED).fetchall()}
    found = {
        (row["evaluation__system"], row["evaluation__segment"], row["metric_time__month"], METRICS[metric]): row
        for row in rows
        for metric in METRICS
    }
    if found.keys() != {
        (system, segment, f"{month[:10]} 00:00:00", measure) for system, segment, month, measure in expected
    }:
        sys.exit(f"MetricFlow answers for other groups: {sorted(found)}")
    for (system, segment, month, measure), (value, n_queries) in expected.items():
        row = found[system, segment, f"{month[:10]} 00:00:00", measure]
        metric = next(name for name, canonical in METRICS.items() if canonical == measure)
        if not math.isclose(float(row[metric]), value, rel_tol=1e-12) or int(row[N_QUERIES]) != n_queries:
            sys.exit(f"MetricFlow says {row}, the package {value} of {n_queries} queries")
    print(f"{len(expected)} monthly means by system and segment: MetricFlow and rankhouse__metrics agree")
    for row in sorted(rows, key=lambda row: tuple(row.values())):
        print("  ".join(row.values()))


if __name__ == "__main__":
    main()
