"""What an argument is by default is the same in SQL and in Python, where each says so by itself."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import rankhouse
from rankhouse._rendering.jinja import macros
from typical import typical_calls

OF_A_CONVENTION = ("measures", "ties", "queries", "unjudged", "pool")
"""None in SQL: a convention may say it. Python spells out what it is without one."""
SYSTEMS = {("compare", "system"), ("mean_intervals", "by"), ("moving_average", "by"), ("change_from_previous", "by")}
"""In Python a table without a column `system` is of one system."""
COUNTS = {("click_judgments", "counts"), ("position_bias", "counts")}
"""In Python a table, which has columns of counts or not."""
OF_GATES: dict[str, dict[str, Any]] = {
    "test_metric_not_worse_than": {"margin": 0, "significant": False, "paired": True},
    "test_metric_at_least": {"significant": False},
    "test_missing_share_at_most": {"at_most": 0},
    "test_ties_do_not_matter": {"at_most": 0.01},
    "test_queries_overlap": {"at_least": 0.5},
    "test_no_input_problems": {"input": "run"},
}
"""As docs/reference/dbt.md says. Those of others are nothing, or the name of a column."""
FUNCTIONS = {name: call.function or name for name, call in typical_calls().items() if call.function is not None}


def plain(default: Any) -> Any:
    """A text and a list of it are one, and so are nothing and an empty list."""
    listed = [default] if isinstance(default, str) else default
    return [*listed] if isinstance(listed, (list, tuple, dict)) and listed else listed or None


@pytest.mark.parametrize("name", FUNCTIONS)
def test_defaults_of_a_macro_are_those_of_its_function(name: str) -> None:
    given = inspect.signature(getattr(rankhouse, FUNCTIONS[name])).parameters
    for argument, default in macros("duckdb").parameters[name]:
        if argument not in given or (name, argument) in SYSTEMS | COUNTS:
            continue
        of_python = given[argument].default
        if argument in OF_A_CONVENTION and default is None:
            continue
        if of_python is not inspect.Parameter.empty:
            assert plain(default) == plain(of_python), argument


def test_what_python_spells_out_is_what_no_convention_changes() -> None:
    given = inspect.signature(rankhouse.evaluate).parameters
    package = macros("duckdb")
    defaults = {name: choices[0] for name, choices in package.policies().items()}
    assert {name: given[name].default for name in defaults} == defaults
    assert defaults == {"ties": "item", "queries": "judged", "unjudged": "irrelevant", "pool": "judged"}
    asked = [measure["measure"] for measure in package.parse_measures([*given["measures"].default])]
    assert asked == package.default_measures()


def test_defaults_of_gates_are_those_of_the_page() -> None:
    found = {
        name: {
            argument: default
            for argument, default in given
            if (default or default in (0, False)) and default != argument
        }
        for name, given in macros("duckdb").parameters.items()
        if name.startswith("test_")
    }
    assert {name: defaults for name, defaults in found.items() if defaults} == OF_GATES
