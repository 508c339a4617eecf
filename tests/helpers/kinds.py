"""Columns of every kind that a table may have, each to stand in the place of a column that a call reads."""

from __future__ import annotations

import duckdb

WHOLE = ["tinyint", "smallint", "integer", "bigint", "hugeint", "utinyint", "usmallint", "uinteger", "ubigint"]
WHOLE += ["uhugeint", "bignum"]
"""Types of numbers, as which a row has its own number."""
SMALL = ("tinyint", "utinyint")
NUMBERS = {kind: f"(n % 100)::{kind}" if kind in SMALL else f"n::{kind}" for kind in WHOLE} | {
    "float": "n::float",
    "double": "n::double",
    "decimal": "n::decimal(9, 2)",
    "wide decimal": "n::decimal(38, 10)",
    "nan": "'nan'::double",
    "float nan": "'nan'::float",
    "infinity": "'inf'::double",
    "minus infinity": "'-inf'::double",
    "minus zero": "-0.0::double",
    "subnormal": "5e-324::double",
    "largest double": "1.7976931348623157e308::double",
    "beyond 2^53": "9007199254740992 + n",
    "largest bigint": "9223372036854775807",
    "least hugeint": "(-170141183460469231731687303715884105728)::hugeint",
    "largest uhugeint": "340282366920938463463374607431768211455::uhugeint",
    "negative": "-n::integer",
    "part": "n / 1000",
}
TEXTS = {
    "numeric text": "n::varchar",
    "same text": "stood::varchar",
    "word": "'x' || n",
    "one word": "'x'",
    "empty text": "''",
    "blank": "' '",
    "very long text": "repeat('x', 100000) || n",
    "zero byte": "'a' || chr(0) || n",
    "beyond the first plane": "'😀' || n",
    "nan as text": "'nan'",
    "without case": "'x' || n",
    "without accents": "'x' || n",
    "json": "n::varchar::json",
    "json object": "('{\"a\": ' || n || '}')::json",
}
COLLATED = {"without case": "varchar collate nocase", "without accents": "varchar collate noaccent"}
MOMENTS = {
    "date": "date '2026-01-01' + n::integer",
    "infinite date": "'infinity'::date",
    "timestamp": "timestamp '2026-01-01 10:00' + to_days(n::integer)",
    "timestamp_s": "('2026-01-01 10:00:0' || n % 10)::timestamp_s",
    "timestamp_ms": "('2026-01-01 10:00:0' || n % 10)::timestamp_ms",
    "timestamp_ns": "('2026-01-01 10:00:0' || n % 10)::timestamp_ns",
    "timestamptz": "('2026-01-01 10:00:0' || n % 10 || '+00')::timestamptz",
    "time": "('10:00:0' || n % 10)::time",
    "timetz": "('10:00:0' || n % 10 || '+01')::timetz",
    "interval": "to_days(n::integer)",
    "text of a day": "(date '2026-01-01' + n::integer)::varchar",
}
OTHERS = {
    "true": "true",
    "boolean": "n % 2 = 0",
    "uuid": "('00000000-0000-0000-0000-' || lpad(n::varchar, 12, '0'))::uuid",
    "blob": "n::varchar::blob",
    "bit": "n::integer::bit",
    "enum of numbers": "(n % 10)::varchar::enum ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')",
    "enum of words": "'x'::enum ('x', 'y')",
    "list": "[n]",
    "list of texts": "[n::varchar]",
    "empty list": "[]::integer[]",
    "lists": "[[n]]",
    "array": "array_value(n, 1)",
    "struct": "{'a': n}",
    "row": "row(n, 'x')",
    "map": "map {'a': n}",
    "union": "union_value(a := n)",
    "variant": "n::variant",
    "geometry": "'POINT(0 0)'::geometry",
    "null": "null",
    "null integer": "null::integer",
    "null text": "null::varchar",
    "null list": "null::integer[]",
}
KINDS = {**NUMBERS, **TEXTS, **MOMENTS, **OTHERS}
"""Expressions of DuckDB: `stood` is what stood in the column, `n` the number of the row."""
WORDS_OF_ENGINES = (
    "Conversion Error|Binder Error|Catalog Error|Out of Range Error|Mismatch Type Error|Not implemented|Internal Error"
    "|INTERNAL|Could not convert|Unimplemented type|No function matches|Cannot compare|Cannot mix|Cannot cast"
    "|Parser Error|Serialization|Type with value|can't be cast|Overflow"
)


def with_kind(con: duckdb.DuckDBPyConnection, table: str, column: str, kind: str, made: str = "wrong") -> None:
    """The table `made`: another one with this kind of column in the place of one of its own."""
    con.execute(
        f'create or replace table {made} as select * exclude (n, stood) replace ({KINDS[kind]} as "{column}")'
        f' from (select *, "{column}" as stood, row_number() over () as n from {table}) as numbered'
    )
    if kind in COLLATED:
        con.execute(f'alter table {made} alter "{column}" type {COLLATED[kind]}')
