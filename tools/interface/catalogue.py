"""What checks need while a macro runs: macros/catalogue/arguments.sql, results.sql and signatures.sql."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from interface.tables import IS_KIND, Result, arguments, results
from rankhouse._rendering.jinja import macros

MACROS = Path(__file__).parents[2] / "macros/catalogue"
WIDTH = 120
SHARED_BY = 3
"""So many arguments are the same before it has a name."""
AT_RUN_TIME = ("kind", "choices", "from", "to", "above", "below", "meaning", "such_as", "optional", "policy")
MADE = "{{# Made by tools/document.py from {}. #}}\n"
ARGUMENTS = """
{# What arguments are, by name, or `macro.argument` where one is something else for a macro. #}
"""
EVALUATION = """
{# The arguments of metrics, which every evaluating macro takes and passes on as one dictionary. #}
"""
POLICIES = """
{# What a caller, or a convention, may choose for a whole evaluation: names with their choices, default first. #}
"""
COLUMNS = """
{# The columns of a macro's result after those of by. No column of by may have one of these names. #}
"""
SIGNATURES = """
{# The arguments of the macros and generic tests that say which one they do not have. #}
"""
FURTHER = """
{# The columns that a result has only with certain arguments. #}
"""


def derived() -> dict[Path, Callable[[], str]]:
    return {
        MACROS / "arguments.sql": arguments_sql,
        MACROS / "results.sql": results_sql,
        MACROS / "signatures.sql": signatures_sql,
    }


def arguments_sql() -> str:
    known = {
        name: {field: value for field, value in entry.items() if field in AT_RUN_TIME}
        for name, entry in arguments().items()
        if any(field in entry for field in IS_KIND)
    }
    policies = {name: entry["choices"] for name, entry in known.items() if entry.get("policy")}
    evaluation = [name for name, _ in macros("duckdb").parameters["metrics"]]
    return MADE.format("tools/interface/arguments.yml") + "".join(
        [
            ARGUMENTS.lstrip("\n") + _sharing("arguments", known),
            EVALUATION + _constant("evaluation_arguments", evaluation),
            POLICIES + _constant("policies", policies),
        ]
    )


def signatures_sql() -> str:
    files = sorted(path for path in MACROS.parent.rglob("*.sql") if path.name != "signatures.sql")
    named = [name for path in files for name in re.findall(r'refuse_others\("(\w+)"', path.read_text(encoding="utf-8"))]
    listed = {name: " ".join(each for each, _ in macros("duckdb").parameters[name]) for name in named}
    return MADE.format("the macros") + SIGNATURES.lstrip("\n") + _constant("signatures", listed)


def results_sql() -> str:
    listed = [result for result in results().values() if result.columns and not result.unlisted]
    listed = [result for result in listed if result.name in macros("duckdb").files]
    always = {result.name: " ".join(_names(result, is_always=True)) for result in listed}
    further = {result.name: " ".join(names) for result in listed if (names := _names(result, is_always=False))}
    return MADE.format("tools/interface/results.yml") + "".join(
        [
            COLUMNS.lstrip("\n") + _of_macro("result_columns", always, "results[macro]"),
            FURTHER + _of_macro("further_result_columns", further, 'results.get(macro, "")'),
        ]
    )


def _names(result: Result, is_always: bool) -> list[str]:
    return [column.name for column in result.columns if column.is_fixed and (not column.when) == is_always]


def _constant(macro: str, value: Any, before: str = "") -> str:
    laid_out = _laid_out(value, 12, 0)
    return (
        f"{{% macro {macro}() %}}\n{before}    {{{{\n        return(\n            {laid_out}\n"
        "        )\n    }}\n{% endmacro %}\n"
    )


class _Name(str):
    """Of a value that is set before."""


def _sharing(macro: str, known: dict[str, dict[str, Any]]) -> str:
    """What many arguments are is said once, under a name: dbt reads every word of it twice."""
    times = Counter(json.dumps(entry) for entry in known.values())
    names = {written: _Name(_name_of(json.loads(written))) for written, count in times.items() if count >= SHARED_BY}
    before = "".join(f"    {{%- set {name} = {written} -%}}\n" for written, name in names.items())
    return _constant(macro, {name: names.get(json.dumps(entry), entry) for name, entry in known.items()}, before)


def _name_of(entry: dict[str, Any]) -> str:
    """optional_whole_from_1, t_or_sign"""
    kind = "_or_".join(entry["choices"]) if "choices" in entry else entry["kind"]
    limits = [f"{field}_{entry[field]}" for field in entry if field not in ("kind", "choices", "optional")]
    return "_".join(["optional"] * entry.get("optional", False) + [kind, *limits])


def _of_macro(macro: str, value: dict[str, str], found: str) -> str:
    return (
        f"{{% macro {macro}(macro) %}}\n    {{%- set results = {_laid_out(value, 4, 0, always=True)} -%}}\n"
        f"    {{{{ return({found}.split()) }}}}\n{{% endmacro %}}\n"
    )


def _laid_out(value: Any, indent: int, used: int, always: bool = False) -> str:
    """A literal as sqlfmt lays it out. used: how much of its line is taken."""
    if isinstance(value, _Name):
        return value
    written = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or (not always and indent + used + len(written) + 1 <= WIDTH):
        return written
    inner = " " * (indent + 4)
    keyed = value.items() if isinstance(value, dict) else [(None, each) for each in value]
    lines = ""
    for key, each in keyed:
        head = "" if key is None else f"{json.dumps(key)}: "
        lines += f"{inner}{head}{_laid_out(each, indent + 4, len(head))},\n"
    opens, closes = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return f"{opens}\n{lines}{' ' * indent}{closes}"
