"""What a user may hand in as run or judgments: tables, relations, DataFrames and files."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._inputs import files, frames, told
from rankhouse._inputs.columns import KINDS, kind
from rankhouse._inputs.home import Home, at_home, default_connection
from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import first_line, quoted, unique_name

ACCEPTED = (
    "a table name, a path of a parquet, csv, jsonl or TREC file, a pandas or polars DataFrame, an Arrow table,"
    " a dictionary {query: {item: number}}, a list of dictionaries or of (query, item, number), or"
    " a DuckDB relation"
)


@dataclass
class Input:
    """The run or the judgments: where its rows come from, and the temporary relation that holds them."""

    side: str
    shown: str
    types: dict[str, str]
    from_item: str
    file: files.File | None = None
    relation: duckdb.DuckDBPyRelation | None = None
    name: str = field(default_factory=lambda: unique_name("input"))
    is_view: bool = False

    @property
    def sql(self) -> str:
        """The temporary relation, in a form that nothing else can be meant by."""
        return f"temp.main.{self.name}"

    def column(self, name: str) -> str | None:
        """The column that DuckDB takes this name for. Only those of a DataFrame may differ by nothing but case."""
        if name in self.types:
            return name
        return next((column for column in self.types if column.lower() == name.lower()), None)

    def quoted(self, name: str) -> str:
        """A column that is there, as SQL."""
        return quoted(str(self.column(name)))

    def type(self, name: str) -> str:
        column = self.column(name)
        assert column is not None
        return self.types[column]

    def require(self, name: str, ours: str | None = None, *, takes_ranks: bool = False) -> None:
        """Raise InputError where the column is not there. takes_ranks: whether a rank may take the place of a score."""
        if self.column(name) is None:
            if self.file and self.file.form == "csv" and (why := files.uneven(self.file.path)):
                raise InputError(f"{self.side}: cannot read {self.shown}: {why}")
            told.refuse_other_table(self.side, self.shown, name, self.types)
            meaning = f" ({ours})" if ours and ours != name else ""
            rename = ""
            if ours:
                rename = macros("duckdb").advice_on_missing(self.side, ours, list(self.types), takes_ranks)
            if ours == "intent":
                rename = "; name the right one with intents"
            raise InputError(
                f"{self.side} ({self.shown}) has no column {name!r}{meaning}{did_you_mean(name, self.types)};"
                f" its columns are {listed(self.types)}{rename}"
            )

    def require_kind(self, name: str, ours: str) -> None:
        said, kinds = KINDS.get(ours, ("", ()))
        if kinds and kind(self.type(name)) not in (*kinds, "null"):
            raise InputError(
                f"{self.side}: {said}, but column {name!r} is {self.type(name)}; cast it, or name another column"
                f" with columns={{{ours!r}: ...}}"
            )


def connection_of(con: duckdb.DuckDBPyConnection | None, *inputs: object) -> duckdb.DuckDBPyConnection:
    """The given connection, else that of a relation among the inputs, else DuckDB's default connection."""
    if con is not None:
        return con
    for table in inputs:
        # DuckDB 2 relations know their connection; there is no public name for it.
        if isinstance(table, duckdb.DuckDBPyRelation) and (own := getattr(table, "_con", None)) is not None:
            found: duckdb.DuckDBPyConnection = own
            return found
    con = default_connection()
    return con if all(_is_seen(con, table) for table in inputs) else duckdb.default_connection()


def _is_seen(con: duckdb.DuckDBPyConnection, given: object) -> bool:
    """Whether a text is no table of the default connection alone: a cursor has no temporary ones, nor its schema."""
    if con is duckdb.default_connection() or not isinstance(given, str):
        return True
    with at_home(con) as home, contextlib.suppress(InputError):
        from_item, file = named(home, "", given, given)
        return file is not None or bool(described(home, "", given, from_item))
    return False


@contextlib.contextmanager
def opened(home: Home, side: str, given: object, read: Sequence[str], by: Sequence[str] = ()) -> Iterator[Input]:
    """An input whose columns are known and whose rows can be read until the block ends.

    read, by: its columns that will be read; it may have others, and lack some of `by`.
    """
    with contextlib.ExitStack() as stack:
        if isinstance(given, duckdb.DuckDBPyRelation):
            yield Input(side, "a DuckDB relation", types_of(given), from_item="", relation=given)
            return
        nested = files.nested(given) if isinstance(given, (str, Path)) else None
        if isinstance(given, (str, Path)) and nested is None:
            shown = "standard input" if str(given) in files.STANDARD_INPUT else str(given)
            from_item, file = named(home, side, stack.enter_context(files.on_disk(side, given)), shown)
            yield Input(side, shown, described(home, side, shown, from_item), from_item, file)
            return
        if (columns := frames.lists(side, given if nested is None else nested, read)) is not None:
            shown = f"a {type(given).__name__}" if nested is None else str(given)
            if not columns:
                raise InputError(f"{side} ({shown}) is empty: it has no rows")
            relation = of_lists(home, columns)
            yield Input(side, shown, types_of(relation), from_item="", relation=relation)
            return
        shown = f"a {type(given).__module__.split('.')[0]} {type(given).__name__}"
        frame, types = frames.frame(side, given, [*by, *read]) or (given, {})
        if frame is None:
            yield Input(side, shown, types, from_item="")
            return
        try:
            from_item = stack.enter_context(home.registered(frame))
        except (duckdb.InvalidInputException, RuntimeError):
            # The latter is what DuckDB 2 says of a set.
            raise InputError(f"{side} is {ACCEPTED}, got {shown}") from None
        except duckdb.Error as error:
            raise InputError(f"{side}: cannot read {shown}: {first_line(error)}") from error
        yield Input(side, shown, types | described(home, side, shown, from_item), from_item)


def of_lists(home: Home, columns: Mapping[str, Sequence[Any]]) -> duckdb.DuckDBPyRelation:
    """Columns of Python's values as a relation."""
    selected = ", ".join(f"unnest(${place}) as {quoted(name)}" for place, name in enumerate(columns, 1))
    return home.con.sql(f"select {selected}", params=list(columns.values()))


def types_of(relation: duckdb.DuckDBPyRelation) -> dict[str, str]:
    return {name: str(kind) for name, kind in zip(relation.columns, relation.types, strict=True)}


def described(home: Home, side: str, shown: str, from_item: str) -> dict[str, str]:
    try:
        return {row[0]: row[1] for row in home.rows(f"describe select * from {from_item}")}
    except duckdb.Error as error:
        raise InputError(f"{side}: cannot read {shown}: {files.cause(error)}") from error


def named(home: Home, side: str, given: str | Path, shown: str) -> tuple[str, files.File | None]:
    """A name as what stands in FROM, and the file if it is one: a file by its suffix, else a table, else a file.

    shown: what messages call it.
    """
    if isinstance(given, Path):
        file = files.looked_at(home, side, str(given.expanduser()), shown)
        return file.sql, file
    text = given
    path = str(Path(text).expanduser()) if "://" not in text else text
    is_file = bool(text) and (files.is_remote_or_pattern(path) or files.exists(path))
    if not is_file or not (files.looks_like_path(text) or text.endswith("/")):
        for parts in (qualified(text), [text]):
            if parts and home.has_relation(parts[-1]):
                return ".".join(quoted(part) for part in parts), None
    if is_file:
        file = files.looked_at(home, side, path, shown)
        return file.sql, file
    told.refuse_other_text(side, text)
    text = told.shortened(text)
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
