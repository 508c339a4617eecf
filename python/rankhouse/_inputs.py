"""What a user may hand in as run or judgments: tables, relations, DataFrames and files."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from rankhouse import _files
from rankhouse._columns import did_you_mean, listed
from rankhouse._errors import InputError
from rankhouse._home import Home
from rankhouse._sql import first_line, quoted, unique_name

ACCEPTED = (
    "a table name, a path of a parquet, csv or TREC file, a pandas or polars DataFrame, an Arrow table"
    " or a DuckDB relation"
)


@dataclass
class Input:
    """The run or the judgments: where its rows come from, and the temporary relation that holds them."""

    side: str
    shown: str
    types: dict[str, str]
    from_item: str
    path: str | None = None
    relation: duckdb.DuckDBPyRelation | None = None
    name: str = field(default_factory=lambda: unique_name("input"))
    is_view: bool = False
    has_exact_extremes: bool = True

    @property
    def sql(self) -> str:
        """The temporary relation, in a form that nothing else can be meant by."""
        return f"temp.main.{self.name}"

    def column(self, name: str) -> str | None:
        """The column that DuckDB takes this name for: names differ only by more than case."""
        return next((column for column in self.types if column.lower() == name.lower()), None)

    def type(self, name: str) -> str:
        column = self.column(name)
        assert column is not None
        return self.types[column]

    def require(self, name: str, ours: str | None = None) -> None:
        if self.column(name) is None:
            meaning = f" ({ours})" if ours and ours != name else ""
            rename = f"; name the one that is meant with columns={{{ours!r}: ...}}" if ours else ""
            raise InputError(
                f"{self.side} ({self.shown}) has no column {name!r}{meaning}{did_you_mean(name, self.types)};"
                f" its columns are {listed(self.types)}{rename}"
            )


def home_of(con: duckdb.DuckDBPyConnection | None, *inputs: object) -> Home:
    """The given connection, else that of a relation among the inputs, else DuckDB's default connection."""
    if con is None:
        for given in inputs:
            # DuckDB 2 relations know their connection; there is no public name for it.
            if isinstance(given, duckdb.DuckDBPyRelation) and (own := getattr(given, "_con", None)) is not None:
                con = own
                break
    if con is not None and not isinstance(con, duckdb.DuckDBPyConnection):
        raise InputError(f"con is a DuckDB connection, got {type(con).__name__}")
    return Home(duckdb.default_connection() if con is None else con)


@contextlib.contextmanager
def opened(home: Home, side: str, given: object) -> Iterator[Input]:
    """An input whose columns are known and whose rows can be read until the block ends."""
    with contextlib.ExitStack() as stack:
        if isinstance(given, duckdb.DuckDBPyRelation):
            types = {name: str(kind) for name, kind in zip(given.columns, given.types, strict=True)}
            yield Input(side, "a DuckDB relation", types, from_item="", relation=given)
            return
        path = None
        if isinstance(given, Path):
            shown, path = str(given), str(given.expanduser())
            from_item = _files.sql(path, side)
        elif isinstance(given, str):
            shown = given
            from_item, path = named(home, side, given)
        else:
            frame = collected(given)
            shown = f"a {type(given).__module__.split('.')[0]} {type(given).__name__}"
            try:
                from_item = stack.enter_context(home.registered(frame))
            except duckdb.InvalidInputException:
                raise InputError(f"{side} is {ACCEPTED}, got {shown}") from None
        yield Input(side, shown, described(home, side, shown, from_item), from_item, path)


def collected(given: object) -> object:
    """A lazy frame of polars is run; anything else is as it is."""
    if type(given).__name__ == "LazyFrame" and hasattr(given, "collect"):
        return given.collect()
    return given


def described(home: Home, side: str, shown: str, from_item: str) -> dict[str, str]:
    try:
        return {row[0]: row[1] for row in home.rows(f"describe select * from {from_item}")}
    except duckdb.Error as error:
        raise InputError(f"{side}: cannot read {shown}: {first_line(error)}") from error


def named(home: Home, side: str, text: str) -> tuple[str, str | None]:
    """A text as what stands in FROM, and its path if it is a file: a file by its suffix, else a table, else a file."""
    path = str(Path(text).expanduser()) if "://" not in text else text
    is_file = _files.is_remote_or_pattern(path) or Path(path).is_file()
    if is_file and _files.looks_like_path(text):
        return _files.sql(path, side), path
    for parts in (qualified(text), [text]):
        if parts and home.has_relation(parts[-1]):
            return ".".join(quoted(part) for part in parts), None
    if Path(path).is_file():
        return _files.sql(path, side), path
    raise InputError(
        f"{side}: there is no table or view {text!r} on this connection and no file {text!r};"
        f" {side} is {ACCEPTED}, and con= is the connection that has the table"
    )


def qualified(text: str) -> list[str]:
    """The parts of catalog.schema.table, unquoted; none when the text is no such name."""
    part = r'(?:"(?:[^"]|"")+"|[^".]+)'
    if not re.fullmatch(rf"{part}(?:\.{part}){{0,2}}", text):
        return []
    found: list[str] = re.findall(part, text)
    return [p[1:-1].replace('""', '"') if p.startswith('"') else p for p in found]
