"""What Python holds as a table: DataFrames, Arrow data, dictionaries and lists.

Only columns that are asked for are read, so that others may be of any type.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from rankhouse._inputs.told import refuse_texts
from rankhouse._rendering.errors import InputError, listed

Frame = tuple[Any, dict[str, str]]
"""The columns that were asked for in a form that DuckDB takes, None without any; the types of all by their names."""


def frame(side: str, given: Any, asked: Sequence[str]) -> Frame | None:
    """A DataFrame or Arrow data with the columns that were asked for; None for anything else."""
    makers: dict[str, tuple[tuple[str, ...], Callable[[str, Any, Sequence[str]], Frame]]] = {
        "pandas": (("DataFrame", "Series"), _of_pandas),
        "polars": (("DataFrame", "LazyFrame"), _of_polars),
        "pyarrow": (("Table", "RecordBatch", "RecordBatchReader"), _of_arrow),
    }
    for library, (kinds, made) in makers.items():
        module = sys.modules.get(library)
        if module is not None and isinstance(given, tuple(getattr(module, kind) for kind in kinds)):
            return made(side, given, asked)
    return None


def _chosen(side: str, names: Sequence[str], asked: Sequence[str]) -> list[int]:
    """The places of the columns that were asked for. Case tells names apart only where one is as it was asked for."""
    places = set()
    for name in asked:
        found = [place for place, known in enumerate(names) if known == name]
        found = found or [place for place, known in enumerate(names) if known.lower() == name.lower()]
        if len(found) > 1:
            raise InputError(
                f"{side}: {len(found)} columns are named {name!r} ({listed(names[place] for place in found)});"
                " keep one of them, or give each a name of its own"
            )
        places.update(found)
    return sorted(places)


def _of_pandas(side: str, given: Any, asked: Sequence[str]) -> Frame:
    import pandas as pd  # type: ignore[import-untyped]

    if isinstance(given, pd.Series):
        given = given.to_frame()
    types = {str(name): str(kind) for name, kind in zip(given.columns, given.dtypes, strict=True)}
    names = [str(name) for name in given.columns]
    columns = {names[place]: given.iloc[:, place].array for place in _chosen(side, names, asked)}
    for place, name in enumerate(map(str, given.index.names)):
        if name != "None" and name not in types:
            types[name] = "a level of the index"
            if name.lower() in (one.lower() for one in asked):
                columns[name] = given.index.get_level_values(place).array
    for name, column in columns.items():
        # Texts in Arrow's form would become objects of Python to be looked at.
        may_mix = getattr(column.dtype, "kind", "") == "O" and not isinstance(column.dtype, pd.StringDtype)
        if may_mix and pd.api.types.infer_dtype(column.to_numpy()).startswith("mixed"):
            _require_one_kind(side, name, column[~pd.isna(column)].to_numpy())
    # Each column is a view of the user's; without its type pandas would make other texts of objects.
    arrays = {name: _plain(column) for name, column in columns.items()}
    plain = {name: pd.Series(array, dtype=array.dtype, copy=False) for name, array in arrays.items()}
    return pd.DataFrame(plain, copy=False) if plain else None, types


def _plain(column: Any) -> Any:
    """An array of pandas, its values as texts or numbers if DuckDB does not know their type."""
    import pandas as pd

    kind = column.dtype
    if isinstance(kind, pd.SparseDtype):
        return column.to_dense()
    if getattr(kind, "kind", "") == "f" and getattr(kind, "itemsize", 8) > 8:
        return column.astype("float64")
    values = kind.categories.dtype if isinstance(kind, pd.CategoricalDtype) else kind
    if not isinstance(values, (pd.PeriodDtype, pd.IntervalDtype)) and getattr(values, "kind", "") != "c":
        return column
    # Categories keep their order, which texts would not: (5, 10] stands before (10, 15].
    categories = pd.Categorical(column)
    return categories.rename_categories([str(value) for value in categories.categories])


def _of_polars(side: str, given: Any, asked: Sequence[str]) -> Frame:
    import polars as pl

    schema = given.collect_schema()
    names = list(schema)
    selected = given.lazy().select([names[place] for place in _chosen(side, names, asked)]).collect()

    def plain(column: Any) -> Any:
        if column.dtype == pl.Object:
            texts = [None if value is None else str(value) for value in column]
            return pl.Series(column.name, texts, dtype=pl.String)
        if column.dtype in (pl.Int128, pl.UInt128):
            # DuckDB takes 38 digits as a number.
            fits = column.len() == column.null_count() or max(abs(column.min()), abs(column.max())) < 10**38
            return column.cast(pl.Decimal(38, 0) if fits else pl.String)
        return column

    types = {name: str(kind) for name, kind in schema.items()}
    return pl.DataFrame([plain(column) for column in selected.iter_columns()]) if selected.width else None, types


def _of_arrow(side: str, given: Any, asked: Sequence[str]) -> Frame:
    import pyarrow as pa  # type: ignore[import-untyped]

    def plain(kind: Any) -> Any:
        if pa.types.is_float16(kind):
            return pa.float32()
        return pa.string() if pa.types.is_decimal256(kind) else kind

    fields = list(given.schema)
    places = _chosen(side, [field.name for field in fields], asked)
    schema = pa.schema([pa.field(fields[place].name, plain(fields[place].type)) for place in places])
    types = {field.name: str(field.type) for field in fields}
    if not places:
        return None, types
    if isinstance(given, pa.RecordBatchReader):
        batches = (batch.select(places).cast(schema) for batch in given)
        return pa.RecordBatchReader.from_batches(schema, batches), types
    table = pa.Table.from_batches([given]) if isinstance(given, pa.RecordBatch) else given
    return table.select(places).cast(schema), types


def _require_one_kind(side: str, name: str, values: Sequence[Any]) -> None:
    """Text among values of another type: DuckDB would make all of them text, and the 2 of one table is no '2'."""
    if len(set(map(type, values)) - {type(None)}) < 2:
        return
    text = next((value for value in values if isinstance(value, str)), None)
    other = next((value for value in values if not isinstance(value, str) and not _is_missing(value)), None)
    if text is not None and other is not None:
        raise InputError(
            f"{side}: column {name!r} has text and other values, such as {text!r} and {other!r}: give them one type"
        )


def _is_missing(value: Any) -> bool:
    """None, NaN, or what pandas has in their place."""
    return (
        value is None or (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")
    )


def lists(side: str, given: Any, names: Sequence[str]) -> dict[str, list[Any]] | None:
    """The columns of {query: {item: number}}, of {column: values}, of [{column: value}] or of [(query, item, number)];
    None for anything else.

    names: of the columns that are read, the query's and the item's first.
    """
    columns = _lists(side, given, names)
    if columns is not None:
        for name in names:
            _require_one_kind(side, name, columns.get(name, ()))
    return columns


def _lists(side: str, given: Any, names: Sequence[str]) -> dict[str, list[Any]] | None:
    if type(given).__module__.startswith("ranx."):
        given = given.to_dict()
    if isinstance(given, Mapping):
        inner = list(given.values())
        if inner and all(isinstance(items, Mapping) for items in inner):
            if len(names) != 3:
                raise InputError(
                    f"{side} has no numbers by query and item: give {_shapes(names)}, or its columns, such as"
                    f" {{{names[0]!r}: [...], ...}}"
                )
            return _lists_of_nested(given, names)
        if any(_is_table(values) for values in inner):
            several = ", ".join(f"{name!r}: ..." for name in list(given)[:2])
            raise InputError(
                f"{side}: a dictionary of tables holds several runs, which only compare and report accept:"
                f" compare({{{several}}}, judgments); give one of them here"
            )
        if any(isinstance(values, (str, Mapping)) or not isinstance(values, Iterable) for values in inner):
            types = ", ".join(dict.fromkeys(type(values).__name__ for values in inner))
            raise InputError(
                f"{side}: a dictionary is {{query: {{item: number}}}} or {{column: [value, ...]}}, got values of the"
                f" types {types}"
            )
        columns = {str(name): [_value(value) for value in values] for name, values in given.items()}
        if columns and names and not {name.lower() for name in columns} & {name.lower() for name in names}:
            raise InputError(
                f"{side}: a dictionary of lists is {{column: [value, ...]}}, but its keys {listed(columns)} are not"
                f" among {listed(names)}; give {_shapes(names)}, or name the columns with columns={{{names[0]!r}: ...}}"
            )
        lengths = {name: len(values) for name, values in columns.items()}
        if len(set(lengths.values())) > 1:
            raise InputError(f"{side}: the columns of a dictionary must have the same length, got {lengths}")
        return columns
    # pyarrow's readers are iterators, of batches.
    if isinstance(given, Iterator) and not hasattr(given, "__arrow_c_stream__"):
        given = list(given)
    if isinstance(given, (list, tuple)) and given and all(_is_table(one) for one in given):
        raise InputError(
            f"{side}: a list of tables holds several runs, which only compare and report accept, each with its name:"
            " compare({'a': run, 'b': other}, judgments); give one of them here"
            if side == "run"
            else f"{side}: this is a list of {len(given)} tables: give one table, such as pd.concat(tables)"
        )
    if isinstance(given, (list, tuple)) and given and all(isinstance(one, str) for one in given):
        refuse_texts(side, given)
    if isinstance(given, (list, tuple)) and given and all(isinstance(row, (tuple, list)) for row in given):
        return _lists_of_rows(side, given, names)
    if isinstance(given, (list, tuple)) and given and all(isinstance(row, Mapping) for row in given):
        known = list(dict.fromkeys(str(name) for row in given for name in row))
        return {name: [_value(row.get(name)) for row in given] for name in known}
    return None


def _lists_of_rows(side: str, given: Sequence[Sequence[Any]], names: Sequence[str]) -> dict[str, list[Any]]:
    """Rows of a query, an item and a number, as ir_measures has them; what follows in a row is not read."""
    if len(names) > 3 or min(map(len, given)) < len(names):
        raise InputError(
            f"{side}: rows with {listed(names)} must be dictionaries, such as [{{{names[0]!r}: ...}}, ...]"
            + ("" if len(names) > 3 else f", or without names {_shapes(names)}")
        )
    return {name: [_value(row[place]) for row in given] for place, name in enumerate(names)}


def _shapes(names: Sequence[str]) -> str:
    """What needs no names of columns."""
    return "[(query, item), ...]" if len(names) == 2 else "{query: {item: number}} or [(query, item, number), ...]"


def _is_table(given: Any) -> bool:
    return type(given).__module__.split(".")[0] in ("pandas", "polars", "pyarrow", "duckdb", "_duckdb") and hasattr(
        given, "columns"
    )


def _lists_of_nested(given: Mapping[Any, Mapping[Any, Any]], names: Sequence[str]) -> dict[str, list[Any]]:
    values = (
        chain.from_iterable(repeat(query, len(items)) for query, items in given.items()),
        chain.from_iterable(given.values()),
        chain.from_iterable(items.values() for items in given.values()),
    )
    return {name: [_value(value) for value in column] for name, column in zip(names, values, strict=True)}


def _value(value: Any) -> Any:
    """A number of numpy as one of Python's."""
    return value if type(value) in (str, int, float, bool) or not hasattr(value, "item") else value.item()
