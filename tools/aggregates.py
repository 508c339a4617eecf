"""The aggregates of DuckDB in macros/duckdb, from what the declarations of measures say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from catalogues import MACROS
from rankhouse._rendering.jinja import Macros

PATH = MACROS / "duckdb/aggregates.sql"
WHOLE_LISTS = MACROS / "duckdb/outside_dbt/aggregates.sql"
HEADS = {
    "at_k": """\
{#
Derived by tools/document.py from the aggregates that measures declare. Over the rows of a group: relevance and score
are columns, k is an expression; see aggregated.sql.
#}
""",
    "whole_list": """\
{#
Derived by tools/document.py from the aggregates of the whole list that measures declare. The DuckDB macro has no
prefix, average_precision(relevance, score); the dbt macro of that name is the formula over ranked rows.
#}
""",
}


def derived() -> dict[Path, Callable[[], str]]:
    return {PATH: partial(text, "at_k"), WHOLE_LISTS: partial(text, "whole_list")}


def text(reach: str) -> str:
    declarations = Macros("duckdb").catalogue()
    return HEADS[reach] + "\n".join(_macro(each, reach) for each in declarations if reach in each.get("aggregates", {}))


def _macro(declaration: dict[str, Any], reach: str) -> str:
    metric, options = declaration["name"], declaration["aggregates"][reach]
    name = f"{metric}_at_k" if reach == "at_k" else f"duckdb_macro__{metric}"
    parameters = ["relevance", "score", *(["k"] if reach == "at_k" else [])]
    given = ["k"] if reach == "at_k" else ["none"] if options else []
    signature = ", ".join([*parameters, *_defaults(declaration, options)])
    arguments = ", ".join(
        [f"rankhouse.declare_{metric}()", "relevance", "score", *given, *(["options"] * bool(options))]
    )
    chosen = "{" + ", ".join(f'"{option}": {option}' for option in options) + "}"
    lines = [
        f"{{% macro {name}({signature}) %}}",
        *([f"    {{%- set options = {chosen} -%}}"] if options else []),
        f"    {{{{ return(rankhouse.aggregated({arguments})) }}}}",
        "{% endmacro %}",
    ]
    return "\n".join(lines) + "\n"


def _defaults(declaration: dict[str, Any], options: list[str]) -> Iterator[str]:
    """`gain="exponential"`, `log_base=2`: the option's first choice, or its default."""
    for option in options:
        spec = declaration["options"][option]
        yield f'{option}="{spec["choices"][0]}"' if "choices" in spec else f"{option}={spec['default']}"
