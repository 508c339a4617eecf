"""The SQL of an evaluation as text, for an engine to run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import Macros, macros

# The dispatch prefixes that a dialect's macros are looked up by, as dbt's adapters inherit them.
DIALECTS: dict[str, tuple[str, ...]] = {
    "duckdb": ("duckdb",),
    "postgres": ("postgres",),
    "redshift": ("redshift", "postgres"),
    "spark": ("spark",),
    "databricks": ("databricks", "spark"),
    "snowflake": ("snowflake",),
    "bigquery": ("bigquery",),
    "trino": ("trino",),
    "clickhouse": ("clickhouse",),
}


def render(
    run: str,
    judgments: str | None,
    measures: Sequence[str],
    *,
    per_query: bool = False,
    dialect: str = "duckdb",
    **arguments: Any,
) -> str:
    """One SELECT over tables named as the engine knows them. `arguments`: others of the macro `metrics`.

    Raises InputError for an unknown dialect or measure.
    """
    rendered = macros_of(dialect)
    macro = rendered.query_metrics if per_query else rendered.metrics
    text: str = macro(run, judgments, list(measures), **arguments)
    return text


def render_explanation(
    run: str, judgments: str | None, measures: Sequence[str], *, dialect: str = "duckdb", **arguments: Any
) -> str:
    """The SELECT of `explain`, from one convention to another. Raises InputError as `render` does."""
    text: str = macros_of(dialect).explain(run, judgments, list(measures), **arguments)
    return text


def macros_of(dialect: str) -> Macros:
    if dialect not in DIALECTS:
        raise InputError(f"dialect is one of {', '.join(DIALECTS)}, got {dialect!r}")
    return macros(*DIALECTS[dialect], is_read=True)
