"""docs/reference/engines.md: what was checked on which engine, and how far its values are from the known ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "engines.md"

WORDS = {
    "run": "the engine itself executed the rendered SQL",
    "emulated": "fakesnow executed the SQL; it keeps Snowflake's names and types and translates the rest for DuckDB",
    "compiled": (
        "sqlglot parsed the SQL in the engine's dialect and translated it for DuckDB, which executed it. That the "
        "engine itself accepts the SQL and computes the same is likely, but not tested"
    ),
    "reference fixtures": "the expected values of `seeds/`, compared by the engine",
    "brute force": "values from the same rows by plain Python, mostly in exact fractions, and scikit-learn",
    "spark cluster": (
        "four measures through `rankhouse.evaluate(..., engine=spark)` on a cluster of one master and two "
        "workers, on loopback. Both executors had to work and to send each other rows. No plan may have a window "
        "of more than one query, or all rows in one task"
    ),
    "dbt build": (
        "how many seeds, models and tests of `integration_tests/` passed through `dbt-postgres` and `dbt-spark` "
        "(method `session`), with the ready-made models and the reference fixtures. On DuckDB `make test` builds "
        "them"
    ),
}
"""What the cells of the first table say."""
BRUTE_FORCE = {
    "ranking": (
        "every measure with every option, per query and as means with intervals, under each tie rule and policy; "
        "text ids that a language and their bytes sort differently; infinite, NaN and NULL scores and grades; "
        "NULL as a group; queries missing from one side; duplicates, which stop the engine with an error that "
        "names one"
    ),
    "`exclude` and `candidates`": (
        "the same rows without the pairs; duplicates and NULLs; a query and a system left empty"
    ),
    "recommendations": "every measure beyond accuracy, on the lists in `integration_tests/`",
    "classifiers": (
        "every measure, confusion counts, ROC and PR curves point by point, calibration, lift and binned AUC, by "
        "group; tied scores, groups of one class, rows without a score or a label"
    ),
    "classifiers of several classes": (
        "the matrix, each class and every average, with weights, in groups of two columns; classes never "
        "predicted or never actual, rows without a class"
    ),
    "classifiers compared": (
        "AUCs with intervals, DeLong's and McNemar's test, with and without weights; tied scores, systems that "
        "lack rows, duplicate rows"
    ),
    "agreement of lists": (
        "every measure with every option, by group; tied scores, lists of different lengths and of 400 items, "
        "queries missing from one system"
    ),
    "intervals of means": "Student's t, percentile and BCa bootstrap with the weights of the same hashes, Wilson's",
    "labels": (
        "agreement of raters at each level, a machine's grades beside people's, and means of both labels, against "
        "other libraries; ratings merged by each rule, including Dawid and Skene's"
    ),
    "logs of policies": (
        "each estimator of actions and of slates against Open Bandit Pipeline, its error and effective size "
        "against a twin; two policies; weights; what new lists would have earned from old clicks"
    ),
    "expected exposure": "each kind of reader, with and without a cutoff, over several rankings of a query",
    "ratings, detection": (
        "rating error; average precision by class with each interpolation, and its mean; boxes that several "
        "detections compete for"
    ),
    "long names": "columns and gain maps with more bytes than Postgres and Redshift keep",
    "splits": (
        "part and reason of every rating by each method, with ids that are numbers or texts; not emulated, "
        "because fakesnow cannot read hexadecimal digits as a number"
    ),
}
"""What is compared with values of plain Python, by family."""
NOTES = {
    "Spark": (
        "dbt-spark in a session loads an empty cell of a seed as the text `None` and breaks at an apostrophe. To "
        "build the reference fixtures through it, use the macro in `integration_tests/macros/spark_seeds.sql`"
    ),
    "ClickHouse": (
        "each query ends with the settings `join_use_nulls` and `prefer_column_name_to_alias`, for that statement "
        "only; without them outer joins fill in zeros. For about two hundred measures in one query, raise "
        "`max_query_size` and `max_ast_elements`"
    ),
    "Postgres": (
        "`set jit = off`, or in dbt the `pre_hook` `{{ rankhouse.settings_of_transaction() }}`, which the models by "
        "partition have: Postgres compiles long queries for longer than they run. With it `preference_ratings` of 4 "
        "systems in each of 20 groups takes 0.25 CPU seconds for 1.34, and queries over a million `checked` rows about "
        "half the time ([benchmark](benchmarks-warehouses.md))"
    ),
    "all but Spark and Databricks": (
        "detection walks crowded boxes with a recursive query, one step for each pair of a detection and a box "
        "that others compete for: [how many steps](../tasks/detection.md) an engine allows. Spark and Databricks "
        "fold over a list"
    ),
    "all": "text ids are ordered by their bytes, on Postgres under any collation",
}
"""What to know about engines."""


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


LISTED = 1e-15
"""What deviates by less is counted, and not listed."""


def shown(deviation: float | None) -> str:
    return "" if deviation is None else f"{deviation:.0e}" if deviation else "0"


def page(results: list[Result]) -> str:
    checked = [
        [one.engine, one.how, one.version, one.fixtures, one.brute_force, "" if one.built is None else str(one.built)]
        for one in results
    ]
    metrics = list(dict.fromkeys(metric for one in results for metric in one.deviations))
    largest = {metric: max(one.deviations.get(metric) or 0 for one in results) for metric in metrics}
    listed = [metric for metric in metrics if largest[metric] >= LISTED]
    deviations = [[metric, *(shown(one.deviations.get(metric)) for one in results)] for metric in listed]
    return f"""# Engines

How far the macros' values are from values known from other sources, engine by engine. `make test-warehouses` writes
this page, and fails if a value is wrong.

{table(["engine", "checked", "by", "reference fixtures", "brute force", "dbt build"], checked)}

{table(["word", "meaning"], [[*each] for each in WORDS.items()])}

Brute force covers:

{table(["family", ""], [[*each] for each in BRUTE_FORCE.items()])}

[Incremental models](living-tables.md) are built on Postgres and Spark too. After late judgments, changed labels, scores
and items, a batch loaded twice, a deleted day, and a killed build, the tables equal a full refresh's, and no other day
is written. `make test` does this on DuckDB, also with BigQuery's statements, compiled. On the other engines only the
SQL is checked.

Postgres has nothing that raises an error of our own within a query. There a message ends a cast: `invalid input syntax
for type integer: "run: query 'q1' has item 'a' more than once: keep one of its rows, ..."`. What counts stands between
the double quotes.

## Largest deviation

The largest deviation of any value of a measure, or of a column of another macro, from the known value: absolute, or
relative for values above 1. Values published with few digits are compared to these digits, and left out here. The other
{len(metrics) - len(listed)} deviate by less than {LISTED:.0e} on every engine.

{table(["measure", *(f"{one.engine} ({one.how})" for one in results)], deviations)}

## Notes

{table(["engine", ""], [[*each] for each in NOTES.items()])}
"""
