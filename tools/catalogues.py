"""The lists of measures in macros/catalogue/, from the declarations in macros/measures/: dbt cannot list macros.

With them the formulas that declarations name as values: dbt learns from calls alone which macros a model depends on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from rankhouse._rendering.jinja import Macros, PackageMacro

MACROS = Path(__file__).parents[1] / "macros"
WIDTH = 120
# A task's folder of measures, and the macro that lists them.
LISTS = {
    "ranking": "catalogue",
    "recommendation": "recommendation_catalogue",
    "classification": "classification_catalogue",
    "rating": "rating_catalogue",
    "agreement": "agreement_catalogue",
    "tries": "try_catalogue",
}


def derived() -> dict[Path, Callable[[], str]]:
    return {path(task): partial(text, task) for task in LISTS}


def path(task: str) -> Path:
    return MACROS / f"catalogue/{task}_catalogue.sql"


def text(task: str) -> str:
    """The list in the order that it has: a new measure comes last, until its line is moved."""
    files = sorted((MACROS / "measures" / task).glob("*.sql"))
    found = [name for file in files for name in re.findall(r"macro (declare_\w+)\(\)", file.read_text())]
    listed = re.findall(r"rankhouse\.(declare_\w+)\(\)", path(task).read_text()) if path(task).exists() else []
    names = [name for name in dict.fromkeys([*listed, *found]) if name in found]
    # Of macros of their own: those that others share have to find what is written here.
    package = Macros("duckdb")
    declared = {name: getattr(package, name)() for name in names}
    return f"""\
{{# Derived by tools/document.py from macros/measures/{task}/; the order may be changed by hand. #}}
{{% macro {LISTS[task]}() %}}
    {{{{
        return(
            [
{_calls(names)}            ]
        )
    }}}}
{{% endmacro %}}
{_formulas(task, declared)}{_by_name(declared) if task == "ranking" else ""}"""


def _calls(names: Iterable[str]) -> str:
    return "".join(f"                rankhouse.{name}(),\n" for name in names)


def _formulas(task: str, declared: dict[str, dict[str, Any]]) -> str:
    """Calls of the macros that declarations name as values. Nothing runs them."""
    values = [value for one in declared.values() for value in one.values()]
    names = dict.fromkeys(value.macro.name for value in values if isinstance(value, PackageMacro))
    if not names:
        return ""
    return f"""\

{{# Their formulas, which declarations name as values. dbt learns from calls alone which macros a model depends on. #}}
{{% macro {task}_formulas() %}}
    {{%- if false -%}}
        {{{{
            [
{_calls(names)}            ]
        }}}}
    {{%- endif -%}}
{{% endmacro %}}
"""


def _by_name(declared: dict[str, dict[str, Any]]) -> str:
    """What finds a declaration without the others: they are many, and each is a call of a macro in dbt."""
    spellings = "".join(
        f'                "{spelling}": "{one["name"]}",\n'
        for one in declared.values()
        for spelling in (one["name"], *one["aliases"])
    )
    cases = ""
    for name, one in declared.items():
        condition, found = f'name == "{one["name"]}" -%}}', f"{{{{ return(rankhouse.{name}()) }}}}"
        line = f"    {{%- {'elif' if cases else 'if'} {condition} {found}\n"
        cases += line if len(line) <= WIDTH else line.replace(f" {found}", f"\n        {found}")
    return f"""\

{{# Their names by every spelling. #}}
{{% macro spellings() %}}
    {{{{
        return(
            {{
{spellings}            }}
        )
    }}}}
{{% endmacro %}}

{{# One of them by its name. #}}
{{% macro declaration(name) %}}
{cases}    {{%- endif -%}}
{{% endmacro %}}
"""
