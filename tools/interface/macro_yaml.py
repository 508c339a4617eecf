"""What dbt's documentation says of the public macros: a yaml beside the macros of each folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from interface.tables import Result, in_dbt, public_macros, sentence, spec
from rankhouse._rendering.jinja import macros

MACROS = Path(__file__).parents[2] / "macros"
MADE = "# Made by tools/document.py from tools/interface/.\n"
# dbt's type of each kind of argument.
TYPES = {
    "relation": "relation",
    "column": "string",
    "columns": "list[string]",
    "names": "dict[string, string]",
    "kinds": "list[dict[string, string]]",
    "options": "dict[string, any]",
    "limits": "dict[string, float]",
    "texts": "list[string]",
    "sets": "list[list[string]]",
    "number": "float",
    "numbers": "list[float]",
    "whole": "integer",
    "flag": "bool",
    "moment": "any",
    "grades": "any",
    "pair": "list[float]",
    "choice": "string",
    "text": "string",
}


# Writes a text of several lines as lines.
_DUMPER: Any = type("_Dumper", (yaml.CSafeDumper,), {})
_DUMPER.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def derived() -> dict[Path, Callable[[], str]]:
    return {path: partial(_yaml, names) for path, names in _by_file().items()}


def _by_file() -> dict[Path, list[str]]:
    found: dict[Path, list[str]] = {}
    for name in public_macros():
        folder = (MACROS / macros("duckdb").files[name]).parent
        found.setdefault(folder / f"{folder.name}.yml", []).append(name)
    return found


def _yaml(names: list[str]) -> str:
    text: str = yaml.dump(
        {"version": 2, "macros": [_entry(public_macros()[name]) for name in names]},
        Dumper=_DUMPER,
        sort_keys=False,
        width=120,
        allow_unicode=True,
    )
    return MADE + text


def _entry(result: Result) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": result.name, "description": _description(result)}
    if parameters := macros("duckdb").parameters[result.name]:
        entry["arguments"] = [_argument(result.name, name) for name, _ in parameters]
    return entry


def _description(result: Result) -> str:
    if not result.columns:
        return result.text
    lines = "\n".join(f"- {line}" for line in result.lines())
    said = " ".join(filter(None, [result.text, f"The select statement gives {result.row}.", result.notes]))
    return f"{said}\n\n{lines}\n"


def _argument(macro: str, name: str) -> dict[str, str]:
    return {"name": name, "type": dbt_type(macro, name), "description": in_dbt(sentence(macro, name))}


def dbt_type(macro: str, name: str) -> str:
    what = spec(macro, name)
    kind = TYPES[what.get("kind", "choice" if "choices" in what else "text")]
    return str(what.get("type", f"optional[{kind}]" if what.get("optional") else kind))
