"""docs/reference/table-macros.md: every table macro of DuckDB, its parameters with defaults and meaning."""

from __future__ import annotations

from itertools import groupby

from rankhouse._building.meanings import of_table_macro
from rankhouse._building.table_macros import TABLE_MACROS, TableMacro
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

HEADING = """\
# Table macros

What [DuckDB's table macros](duckdb.md#table-macros) take and give. Every parameter but the tables has a default and is
given by name, `by := 'system'`. A list of one may be written without brackets. A table is the name of a table, view,
CTE or file, in quotes. Every macro takes `show_sql := true` too, and then gives one row, `sql`: the text that the call
runs.
"""


def alike() -> list[tuple[str, list[TableMacro]]]:
    """Neighbours with the same parameters, under their heading."""
    groups = [list(together) for _, together in groupby(TABLE_MACROS, _rows)]
    return [(" and ".join(macro.name for macro in together), together) for together in groups]


def page() -> str:
    parts = [HEADING]
    for heading, together in alike():
        parts.append(f"## {heading}\n")
        parts += [f"`{one.name}`: {one.comment}\n" if len(together) > 1 else f"{one.comment}\n" for one in together]
        parts.append("\n".join(["| parameter | default | meaning |", "|---|---|---|", *_rows(together[0])]) + "\n")
    return "\n".join(parts)


def _rows(macro: TableMacro) -> list[str]:
    named = macro.columns.split()
    rows = []
    for name, default in macro.arguments.items():
        if [name] == named[:1]:
            listed = ", ".join(f"`{each}`" for each in named)
            rows.append(f"| {listed} | their names | your names of these columns |")
        if name in named or (name == "prediction" and _needs_scores(macro)):
            continue
        rows.append(f"| `{name}` |{'' if default is None else f' `{default}`'} | {of_table_macro(macro, name)} |")
    return rows


def _needs_scores(macro: TableMacro) -> bool:
    """Whether predicted labels cannot take the place of scores."""
    try:
        getattr(macros("duckdb"), macro.name)("predictions", columns={"prediction": "predicted"})
    except InputError as error:
        return "needs scores" in str(error)
    return False
