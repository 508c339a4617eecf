"""The typical call of every macro on an engine, beside its truth: a family needs no other check to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import duckdb

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from typical import Given, TypicalCall, answered, create_tables, given_tables, typical_calls, wanted
from warehouses.comparison import Comparison
from warehouses.reference import Session

TOLERANCE = 1e-9
"""Of what scipy computes too."""
HASHED = {"split", "sample_negatives", "compare", "rater_agreement", "curve_crossings", "best_of"}
UNKNOWN_TO = {"snowflake": HASHED | {"explain_number"}, "bigquery": {"explain_number"}}
STRENGTHS = {"preference_ratings", "preference_pairs", "preference_decision", "pairs_to_judge"}
DECISIONS = {f"{family}_decision" for family in ("interleaving", "preference", "classifier", "policy", "try")}
UNKNOWN_TO |= dict.fromkeys(["spark", "databricks", "clickhouse"], STRENGTHS | DECISIONS)
"""fakesnow has no to_number() of hexadecimal digits; neither of the two has the 32-bit floats of some conventions.
ClickHouse works out a step anew wherever it is read, and takes minutes for both. Spark refuses both: they have more
steps than its analyzer takes passes."""


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    for table in given_tables().values():
        session.load(loaded(table), table.kinds, table.rows)
    for name, call in typical_calls().items():
        if name in UNKNOWN_TO.get(dialect, set()):
            continue
        tables = {argument: loaded(table) for argument, table in call.tables.items()}
        sql = str(getattr(package, name)(**tables, **call.arguments))
        found = answered(call, columns_of(name), map(tuple, session.query(sql)))
        for key, known in wanted(call, found).items():
            for column, one, other in zip(call.figures.split(), known, found[key], strict=True):
                yield compared(call, f"{column} of {key}", one, other)


def loaded(table: Given) -> str:
    """`values`, `groups` and others are words of some engine."""
    return f"typical_{table.name}"


@cache
def columns_of(name: str) -> list[str]:
    """Of the answer, in the order that it has on every engine."""
    call = typical_calls()[name]
    with duckdb.connect() as con:
        create_tables(con, call.tables.values())
        return con.sql(str(getattr(macros("duckdb"), name)(**call.given))).columns


def compared(call: TypicalCall, case: str, known: object, found: object) -> Comparison:
    """Texts as 1 and 0: the same or not."""
    if isinstance(known, str) or isinstance(found, str):
        return Comparison(call.macro, f"{case}, {known!r} and {found!r}", 1.0, float(known == found), 0)
    return Comparison(call.macro, case, known, found, TOLERANCE)  # type: ignore[arg-type]
