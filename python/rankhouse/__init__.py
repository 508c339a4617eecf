"""Ranking, recommendation and classifier metrics, computed in DuckDB where the data lives."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

# A name is imported when it is asked for, so that a command or a notebook waits for what it uses. The stub, which
# editors and type checkers read, says where each is from.
_SOURCES = {
    alias.name: str(statement.module)
    for statement in ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body
    if isinstance(statement, ast.ImportFrom)
    for alias in statement.names
}
# Without the charts, which need an extra.
__all__ = sorted(name for name in _SOURCES if name != "plot")


def __getattr__(name: str) -> Any:
    if name not in _SOURCES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = import_module("rankhouse.plot") if name == "plot" else getattr(import_module(_SOURCES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "plot"]
