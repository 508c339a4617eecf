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

The same macros, rendered for each engine, against values that are known from elsewhere. Written by
`make test-warehouses`, which fails when one of them is wrong.

{table(["engine", "checked", "by", "reference fixtures", "brute force", "dbt build"], checked)}

- **run**: the engine itself executed the rendered SQL.
- **emulated**: fakesnow executed it, which keeps Snowflake's names and types and translates the rest for DuckDB.
- **compiled**: the SQL was rendered for the engine's dialect, parsed in that dialect by sqlglot, translated to DuckDB's
  and executed there. That the engine itself accepts it and computes the same is likely, and not shown.
- **reference fixtures**: the expected values of `seeds/`, compared by the engine.
- **brute force**: values that plain Python, mostly in exact fractions, and scikit-learn compute from the same rows.
    - Ranking: every measure with every option, per query and as means with their intervals, under each tie rule and
      policy, on text ids that a language sorts otherwise than their bytes, infinite, NaN and NULL scores and grades,
      NULL as a group, and queries missing from one side. A duplicate stops the engine, with an error that names it.
    - `exclude` and `candidates`: the same rows without the pairs, with duplicates and NULLs, empty queries and a
      system.
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
    - Labels: agreement of raters at each level, a machine's grades beside those of people and means of both labels, as
      other libraries have them; merged ratings by each rule, Dawid and Skene's among them.
    - Logs of policies: each estimator of actions and of slates, as Open Bandit Pipeline has it, its error and effective
      size by a twin, two policies, weights; and what new lists would have earned from old clicks.
    - Expected exposure: each kind of reader, with and without a cutoff, over several rankings of a query.
    - Rating error, and object detection: average precision by class at each way of interpolation, and its mean, with
      boxes that several detections compete for.
    - Long names: columns and gain maps of more bytes than Postgres and Redshift keep of a name.
    - Splits: the part and the reason of every rating by each method, with ids that are numbers or texts; not emulated,
      because fakesnow has no number of hexadecimal digits.
- **spark cluster**: a standalone cluster of one master and two workers with an executor each, on loopback, asked
  through `rankhouse.evaluate(..., engine=spark)` for four measures. Both executors had to work and to send each other
  rows; and in no plan, be it in lists, with windows, with ties or without some pairs, may a window hold more than a
  query or one task all rows.
- **dbt build**: how many seeds, models and tests of `integration_tests/` passed, the package's ready-made models and
  the reference fixtures among them, through `dbt-postgres` and `dbt-spark` (method `session`). On DuckDB `make test`
  does it.

[Incremental models](living-tables.md) are built on Postgres and Spark as well: after late judgments, changed labels,
scores and items, a batch loaded twice, a day that is gone, and a build that is killed, the tables are those of a full
refresh, and no other day is written. On DuckDB `make test` does it, and with BigQuery's statements, compiled: they have
not run on a server. The builds of the other engines are not shown to be incremental: only their SQL is checked.

## Largest deviation

Of any value of a measure, or column of another macro, from the known one: absolute, for values above 1 relative. Values
that are published with few digits are compared to these digits, and left out here.

{table(["measure", *(f"{one.engine} ({one.how})" for one in results)], deviations)}

## Notes

- dbt-spark in a session loads an empty cell of a seed as the text `None` and breaks at an apostrophe. A project that
  builds the reference fixtures through it needs the macro in `integration_tests/macros/spark_seeds.sql`.
- On ClickHouse a query of the package ends with the settings `join_use_nulls` and `prefer_column_name_to_alias`:
  without them outer joins fill in zeros. They hold for the statement they stand in. Some two hundred measures in one
  query are more than it reads unless `max_query_size` and `max_ast_elements` are raised.
- On Postgres, `jit` compiles these long queries for longer than it saves: with `set jit = off`, in dbt as a `pre_hook`,
  those over `checked` rows take about half the time on a million rows ([benchmark](benchmarks-warehouses.md)).
- Detection walks crowded boxes by a recursive query, one step for each pair of a detection and a box that others
  compete for: [how many](../tasks/detection.md) an engine allows. On Spark and Databricks a fold over a list does it.
- Text ids are ordered by their bytes, on Postgres under any collation of the database.
"""
