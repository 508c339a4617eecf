"""Tables of several schemas, by their names."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from rankhouse._inputs.home import at_home
from rankhouse._inputs.warehouses import refuse_warehouse
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.sql import literal, quoted
from rankhouse.types import Table


def placed(con: duckdb.DuckDBPyConnection, table: Table) -> Table:
    """A name with the schema that has such a table, where the current one has none."""
    if not isinstance(table, str):
        return table
    refuse_warehouse(table)
    with at_home(con) as home:
        known = home.rows(
            "select table_schema, table_name, table_schema = current_schema() from information_schema.tables"
            f" where table_catalog = current_database() and table_name = {literal(table)} order by all"
        )
    if not known or any(is_current for *_, is_current in known):
        return table
    return ".".join(map(quoted, place_of(table, [(schema, name) for schema, name, _ in known])))


def place_of(asked: str, known: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Schema and name of the only table that is named so, with its schema or without."""
    places = [place for place in known if asked in (place[1], ".".join(place))]
    if len(places) != 1:
        listed = ", ".join(".".join(place) for place in places or known) or "nothing"
        raise InputError(
            f"{asked!r} is in several schemas: name one of {listed}"
            if places
            else f"there is no table {asked!r}; the database has {listed}"
        )
    return places[0]
