"""On Postgres, by dbt: columns of every kind in the place of each column of a typical call, as on DuckDB.

A model for each; dbt builds it, or stops with the package's own error.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from dbt_projects import dbt, new_project
from typical import given_tables, typical_calls
from warehouses import postgres
from warehouses.inputs_on_postgres import on_postgres

PREPARED = "create type colour as enum ('red', 'blue'); create type pair as (one integer, other text)"
KINDS = {
    "smallint": "n::smallint",
    "real": "n::real",
    "numeric": "n::numeric",
    "nan": "'NaN'::double precision",
    "numeric nan": "'NaN'::numeric",
    "infinity": "'Infinity'::double precision",
    "numeric infinity": "'Infinity'::numeric",
    "largest double": "1.7976931348623157e308::double precision",
    "negative": "-n::integer",
    "part": "n / 1000.0",
    "money": "n::integer::money",
    "numeric text": "n::text",
    "same text": "stood::text",
    "word": "'x' || n",
    "empty text": "''",
    "padded": "'x'::char(3)",
    "name": "'x'::name",
    "collated": "('x' || n::text) collate \"C\"",
    "json": "n::text::json",
    "jsonb": "to_jsonb(n)",
    "xml": "'<a/>'::xml",
    "date": "date '2026-01-01' + n::integer",
    "infinite date": "'infinity'::date",
    "timestamp": "timestamp '2026-01-01 10:00' + n * interval '1 day'",
    "timestamptz": "timestamptz '2026-01-01 10:00+00' + n * interval '1 day'",
    "time": "time '10:00' + n * interval '1 second'",
    "timetz": "timetz '10:00+01'",
    "interval": "n * interval '1 day'",
    "boolean": "n % 2 = 0",
    "true": "true",
    "uuid": "('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid",
    "bytea": "n::text::bytea",
    "bit": "n::integer::bit(8)",
    "enum": "'red'::colour",
    "composite": "row(n::integer, 'x')::pair",
    "array": "array[n]",
    "array of texts": "array[n::text]",
    "range": "int4range(0, n::integer)",
    "inet": "'10.0.0.1'::inet",
    "point": "point(0, n)",
    "null integer": "null::integer",
    "null text": "null::text",
    "null array": "null::integer[]",
}
"""Expressions of Postgres: `stood` is what stood in the column, `n` the number of the row.

Numbers whose squares no double holds are not among them: Postgres stops at these in its own words.
"""
PLACES = [
    (name, argument, column, kind)
    for name, call in typical_calls().items()
    # It looks at inputs as they are, without dbt's catalogue.
    if name != "input_problems"
    for argument, table in call.tables.items()
    for column in table.names
    # Postgres has no least boolean or uuid: the merged rating of a tie is one, and the first day of a difference.
    if (name, column) not in (("merge_ratings", "rating"), ("confidence_sequence", "day"))
    for kind in KINDS
    # Its unnest() takes an array apart that is the name of a system.
    if column != "system" or "array" not in kind
]
N_PLACES = 150
"""How many are tried: always the same ones."""
OWN = re.compile(r'Compilation Error|invalid input syntax for type integer: "\s*\S+ \S+ \S+ ')
"""A sentence, as which no value reads."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with postgres.server() as port:
        with postgres.connected(port) as session:
            session.con.execute(PREPARED)
            for name, table in given_tables().items():
                session.load(name, table.kinds, table.rows)
        yield port


def words_of(port: int, folder: Path, places: list[tuple[str, str, str, str]]) -> dict[str, str]:
    """What dbt says of each place that it could not build."""
    models, tables = dict[str, str](), {*given_tables()}
    with postgres.connected(port) as session:
        for number, (name, argument, column, kind) in enumerate(places):
            call = typical_calls()[name]
            table, wrong = call.tables[argument], f"wrong_{number}"
            columns = ", ".join(f'{KINDS[kind]} as "{each}"' if each == column else f'"{each}"' for each in table.names)
            numbered = f'select *, "{column}" as stood, row_number() over () as n from {table.name}'
            session.con.execute(f"create table {wrong} as select {columns} from ({numbered}) as numbered")
            tables.add(wrong)
            named = {each: given.name for each, given in call.tables.items()} | {argument: wrong}
            given = {**{each: Source(one) for each, one in named.items()}, **call.arguments}
            listed = ", ".join(f"{each}={written(value)}" for each, value in given.items())
            models[f"models/of_{number}.sql"] = f"{{{{ rankhouse.{name}({listed}) }}}}"
    sources = {"name": "s", "schema": "public", "tables": [{"name": table} for table in sorted(tables)]}
    models["models/sources.yml"] = yaml.safe_dump({"version": 2, "sources": [sources]})
    settings = {"models": {"user": {"+materialized": "table"}}}
    project = on_postgres(new_project(folder, models, settings), port, f"built_{len(places)}")
    dbt(project, "run", "--threads", "2")
    results = json.loads((project / "target" / "run_results.json").read_text())["results"]
    assert len(results) == len(places)
    said = {
        int(result["unique_id"].rsplit("_", 1)[1]): result["message"]
        for result in results
        if result["status"] != "success"
    }
    return {" ".join(places[number]): message for number, message in said.items()}


class Source(str):
    """The name of a table that dbt reads."""


def written(value: Any) -> str:
    return f"source('s', '{value}')" if isinstance(value, Source) else repr(value)


SAID = {
    ("metrics", "run", "score", "true"): "score must be a number, but column 'score' is boolean",
    ("metrics", "judgments", "relevance", "uuid"): "relevance must be a number, but column 'relevance' is uuid",
    ("metrics", "run", "system", "json"): "column 'system' is json, and this engine cannot tell whether two values",
    ("metrics", "judgments", "day", "boolean"): "'day' as boolean, and values of these types cannot be compared",
    ("compare", "query_metrics", "value", "name"): "value must be a number, but column 'value' is name",
}


def test_no_words_of_the_engine(port: int, tmp_path: Path) -> None:
    drawn = random.Random(1).sample(PLACES, N_PLACES)
    # Of a grade that is an exponent its power() tells itself.
    places = [place for place in drawn if place not in SAID and place[2:] != ("relevance", "largest double")]
    said = words_of(port, tmp_path, [*SAID, *places])
    for place, words in SAID.items():
        assert words in said.pop(" ".join(place))
    assert [f"{place}: {words}" for place, words in said.items() if not OWN.search(words)] == []
    # Some are refused, and others are read.
    assert N_PLACES / 5 < len(said) < N_PLACES * 4 / 5
