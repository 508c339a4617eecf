"""Whatever holds a run or judgments (table, frame, relation, file) as a view of one DuckDB connection."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb

from rankhouse._errors import InputError
from rankhouse._sql import first_line, quoted, unique_name
from rankhouse._trec import is_trec, load_trec

PARQUET = {".parquet", ".pq"}
DELIMITED = {".csv", ".tsv"}
FILES = PARQUET | DELIMITED | {".txt", ".run", ".trec", ".qrels", ".qrel", ".gz", ".zst"}


@dataclass(frozen=True)
class Input:
    """A run or judgments as a view that nobody else's names can hide, with its columns and their types."""

    role: str
    view: str
    columns: dict[str, str]


class Inputs:
    """Opens inputs on a connection; leaving the context removes every view and table that was made for them."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con
        self.closing = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.closing.close()

    def open(self, source: Any, role: str) -> Input:
        """`role` is `run` or `judgments`; it names the input in messages. Raises InputError for what is no input."""
        view = unique_name(role)
        if isinstance(source, duckdb.DuckDBPyRelation):
            self._open_relation(source, role, view)
        elif isinstance(source, Path):
            self._open_file(source, role, view)
        elif isinstance(source, str):
            self._open_text(source, role, view)
        else:
            self._open_frame(source, role, view)
        described = self.con.execute(f"describe {view}").fetchall()
        return Input(role, view, {name: kind for name, kind, *_ in described})

    def _open_relation(self, relation: duckdb.DuckDBPyRelation, role: str, view: str) -> None:
        # A relation does not tell its connection, but a table made through it is seen there alone.
        probe = f"{view}_probe"
        relation.query(f"{view}_relation", f"create temp table {probe} as select 1 as one")
        try:
            self.con.execute(f"drop table {probe}")
        except duckdb.CatalogException:
            relation.query(f"{view}_relation", f"drop table {probe}")
            raise InputError(
                f"the {role} is a relation of another connection: pass that connection as con=..."
            ) from None
        try:
            self._make_view(view, relation.sql_query())
        except duckdb.ParserException:
            # Before 2.0 the text of a relation over a Python object is no SQL.
            relation.query(f"{view}_relation", f"create temp view {view} as from {view}_relation")
            self._on_close(f"drop view if exists {view}_relation")
            self._on_close(f"drop view if exists {view}")

    def _open_text(self, text: str, role: str, view: str) -> None:
        path = Path(text)
        if path.suffix.lower() in FILES or ("/" in text and path.exists()):
            self._open_file(path, role, view)
            return
        try:
            self._make_view(view, f"from {text}")
        except (duckdb.CatalogException, duckdb.ParserException, duckdb.BinderException) as error:
            if path.exists():
                self._open_file(path, role, view)
                return
            try:
                self._make_view(view, f"from {quoted(text)}")
            except duckdb.Error:
                raise InputError(
                    f"the {role} {text!r} is neither a table of the database nor a file: {first_line(error)}"
                ) from None

    def _open_file(self, path: Path, role: str, view: str) -> None:
        if not path.exists() and not any(letter in str(path) for letter in "*?["):
            raise InputError(f"the {role} file {str(path)!r} does not exist")
        name = str(path).replace("'", "''")
        kind = [suffix.lower() for suffix in path.suffixes if suffix.lower() not in {".gz", ".zst"}]
        suffix = kind[-1] if kind else ""
        try:
            if suffix in PARQUET:
                self._make_view(view, f"from read_parquet('{name}')")
            elif suffix in DELIMITED and not is_trec(path):
                self._on_close(f"drop table if exists {view}")
                self.con.execute(f"create temp table {view} as from read_csv('{name}')")
            else:
                self._on_close(f"drop table if exists {view}")
                load_trec(self.con, path, role, view)
        except duckdb.Error as error:
            raise InputError(f"the {role} file {str(path)!r} cannot be read: {first_line(error)}") from error

    def _open_frame(self, frame: Any, role: str, view: str) -> None:
        lazy = getattr(frame, "collect", None)
        frame = lazy() if lazy and type(frame).__name__ == "LazyFrame" else frame
        source = f"{view}_source"
        try:
            self.con.register(source, frame)
        except (duckdb.Error, TypeError) as error:
            raise InputError(
                f"the {role} is a {type(frame).__name__}: give a DataFrame (pandas, polars, Arrow), a DuckDB relation,"
                " the name of a table, or the path of a parquet, csv or TREC file"
            ) from error
        self.closing.callback(self._forget, source)
        if type(frame).__name__ == "RecordBatchReader":
            # A reader can be read once, and a run is read several times.
            self._on_close(f"drop table if exists {view}")
            self.con.execute(f"create temp table {view} as from {source}")
        else:
            self._make_view(view, f"from {source}")

    def _make_view(self, view: str, query: str) -> None:
        self.con.execute(f"create temp view {view} as {query}")
        self._on_close(f"drop view if exists {view}")

    def _on_close(self, statement: str) -> None:
        self.closing.callback(self._drop, statement)

    def _drop(self, statement: str) -> None:
        # An error may have aborted the user's transaction: its view goes with it.
        with suppress(duckdb.Error):
            self.con.execute(statement)

    def _forget(self, source: str) -> None:
        with suppress(duckdb.Error):
            self.con.unregister(source)
