"""docs/reference/engines.md: what was checked on which engine, and how far its values are from the known ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "engines.md"


@dataclass(frozen=True)
class Result:
    """What came out for one engine; `built` is how many nodes `dbt build` passed."""

    engine: str
    how: str
    version: str
    fixtures: str
    brute_force: str
    built: int | None
    deviations: dict[str, float]

    @property
    def n_values(self) -> int:
        return sum(int(counted.split()[-1]) for counted in (self.fixtures, self.brute_force) if counted)

    def __str__(self) -> str:
        built = "" if self.built is None else f", dbt built {self.built}"
        fixtures = f"{self.fixtures} fixtures, " if self.fixtures else ""
        return f"{self.engine} ({self.version}): {fixtures}{self.brute_force} by brute force{built}"


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))


def shown(deviation: float | None) -> str:
    return "" if deviation is None else f"{deviation:.0e}" if deviation else "0"


def page(results: list[Result]) -> str:
    checked = [
        [one.engine, one.how, one.version, one.fixtures, one.brute_force, "" if one.built is None else str(one.built)]
        for one in results
    ]
    metrics = list(dict.fromkeys(metric for one in results for metric in one.deviations))
    deviations = [[metric, *(shown(one.deviations.get(metric)) for one in results)] for metric in metrics]
    return f"""# Engines

This page shows, engine by engine, how far the macros' values are from values known from other sources.
`make test-warehouses` writes it, and fails if a value is wrong.

{table(["engine", "checked", "by", "reference fixtures", "brute force", "dbt build"], checked)}

- **run**: the engine itself executed the rendered SQL.
- **emulated**: fakesnow executed the SQL; it keeps Snowflake's names and types and translates the rest for DuckDB.
- **compiled**: sqlglot parsed the SQL in the engine's dialect and translated it to DuckDB's, which executed it. The
  engine itself probably accepts the SQL and computes the same, but no test shows that.
- **reference fixtures**: the expected values of `seeds/`, compared by the engine.
- **brute force**: values computed from the same rows by plain Python, mostly in exact fractions, and scikit-learn.
    - Ranking: every measure with every option, per query and as means with their intervals, under each tie rule and
      policy. The rows have text ids that a language and their bytes sort differently, infinite, NaN and NULL scores and
      grades, NULL as a group, and queries missing from one side. A duplicate stops the engine with an error naming it.
    - `exclude` and `candidates`: the same rows without the pairs, with duplicates and NULLs, and with a query and a
      system left empty.
    - Recommendations: every measure beyond accuracy, on the lists in `integration_tests/`.
    - Classifiers: every measure, confusion counts, ROC and PR curves point by point, calibration, lift and binned AUC,
      by group, with tied scores, groups of one class, and rows without a score or a label.
    - Classifiers of several classes: the matrix, each class and every average, with weights, in groups of two columns,
      with classes never predicted or never actual, and rows without a class.
    - Classifiers compared: AUCs with their intervals, DeLong's and McNemar's test, with and without weights, with tied
      scores, systems that lack rows, and duplicate rows.
    - Agreement of lists: every measure with every option, by group, with tied scores, lists of different lengths,
      queries missing from one system, and lists of 400 items.
    - Intervals of means: Student's t, percentile and BCa bootstrap with the weights of the same hashes, and Wilson's.
    - Labels: agreement of raters at each level, a machine's grades beside people's, and means of both labels, against
      other libraries; ratings merged by each rule, including Dawid and Skene's.
    - Logs of policies: each estimator of actions and of slates, against Open Bandit Pipeline, its error and effective
      size, against a twin, two policies, weights; and what new lists would have earned from old clicks.
    - Expected exposure: each kind of reader, with and without a cutoff, over several rankings of a query.
    - Rating error, and object detection: average precision by class with each way of interpolation, and its mean, with
      boxes that several detections compete for.
    - Long names: columns and gain maps whose names have more bytes than Postgres and Redshift keep.
    - Splits: the part and the reason of every rating by each method, with ids that are numbers or texts; not emulated,
      because fakesnow cannot read hexadecimal digits as a number.
- **spark cluster**: four measures through `rankhouse.evaluate(..., engine=spark)` on a standalone cluster of one master
  and two workers with an executor each, on loopback. Both executors had to work and to send each other rows. In no plan
  (lists, windows, ties, left-out pairs) may a window hold more than a query, or one task all rows.
- **dbt build**: how many seeds, models and tests of `integration_tests/` passed through `dbt-postgres` and `dbt-spark`
  (method `session`), including the package's ready-made models and the reference fixtures. On DuckDB `make test` builds
  them.

[Incremental models](living-tables.md) are built on Postgres and Spark as well. After late judgments, changed labels,
scores and items, a batch loaded twice, a deleted day, and a killed build, the tables equal a full refresh's, and no
other day is written. `make test` does this on DuckDB, also with BigQuery's statements, compiled: they have not run on a
server. For the other engines only the SQL is checked, not that builds are incremental.

## Largest deviation

The largest deviation of any value of a measure, or of a column of another macro, from the known value: absolute, or
relative for values above 1. Values published with few digits are compared to these digits, and left out here.

{table(["measure", *(f"{one.engine} ({one.how})" for one in results)], deviations)}

## Notes

- dbt-spark in a session loads an empty cell of a seed as the text `None` and breaks at an apostrophe. A project that
  builds the reference fixtures through it needs the macro in `integration_tests/macros/spark_seeds.sql`.
- On ClickHouse each query of the package ends with the settings `join_use_nulls` and `prefer_column_name_to_alias`,
  without which outer joins fill in zeros. They apply to that statement only. For about two hundred measures in one
  query, raise `max_query_size` and `max_ast_elements`.
- On Postgres, `jit` spends more time on these long queries than it saves. With `set jit = off`, in dbt as a `pre_hook`,
  queries over `checked` rows take about half the time on a million rows ([benchmark](benchmarks-warehouses.md)).
- Detection walks crowded boxes with a recursive query, one step for each pair of a detection and a box that others
  compete for: [how many steps](../tasks/detection.md) an engine allows. Spark and Databricks use a fold over a list.
- Text ids are ordered by their bytes, on Postgres under any collation of the database.
"""
