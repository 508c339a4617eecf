"""The SQL of an evaluation as text, for an engine to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    by: Sequence[str] = (),
    judgments_by: Sequence[str] = (),
    per_query: bool = False,
    ties: str | None = None,
    queries: str | None = None,
    unjudged: str | None = None,
    relevant_from: float | None = None,
    pool: str | None = None,
    convention: str | None = None,
    exclude: str | None = None,
    candidates: str | None = None,
    columns: Mapping[str, str] | None = None,
    dialect: str = "duckdb",
) -> str:
    """One SELECT over tables named as the engine knows them. Raises InputError for an unknown dialect or measure."""
    rendered = macros_of(dialect)
    macro = rendered.query_metrics if per_query else rendered.metrics
    text: str = macro(
        run,
        judgments,
        list(measures),
        by=list(by),
        judgments_by=list(judgments_by),
        columns=dict(columns or {}),
        ties=ties,
        queries=queries,
        unjudged=unjudged,
        relevant_from=relevant_from,
        pool=pool,
        convention=convention,
        exclude=exclude,
        candidates=candidates,
    )
    return text


def render_explanation(
    run: str,
    judgments: str | None,
    measures: Sequence[str],
    *,
    source: str | None = None,
    target: str | None = None,
    by: Sequence[str] = (),
    judgments_by: Sequence[str] = (),
    per_query: bool = False,
    ties: str | None = None,
    exclude: str | None = None,
    candidates: str | None = None,
    columns: Mapping[str, str] | None = None,
    dialect: str = "duckdb",
) -> str:
    """The SELECT of `explain`, from one convention to another. Raises InputError as `render` does."""
    text: str = macros_of(dialect).explain(
        run,
        judgments,
        list(measures),
        source,
        target,
        by=list(by),
        judgments_by=list(judgments_by),
        columns=dict(columns or {}),
        ties=ties,
        per_query=per_query,
        exclude=exclude,
        candidates=candidates,
    )
    return text


def macros_of(dialect: str) -> Macros:
    if dialect not in DIALECTS:
        raise InputError(f"dialect is one of {', '.join(DIALECTS)}, got {dialect!r}")
    return macros(*DIALECTS[dialect], is_read=True)
