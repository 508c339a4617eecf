"""What an argument or an option is by default is the same in each place that says so by itself."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import rankhouse
from rankhouse._rendering.jinja import macros
from truth import truths
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
    "test_decision_is": {"decisions": ["ship"]},
    "test_missing_share_at_most": {"at_most": 0},
    "test_ties_do_not_matter": {"at_most": 0.01},
    "test_queries_overlap": {"at_least": 0.5},
    "test_no_input_problems": {"input": "run"},
}
"""As docs/reference/dbt.md says. Those of others are nothing, or the name of a column."""
GAINS = {"gain": "exponential", "negative": "zero", "discount": "burges", "log_base": 2}
LISTS = {"p": 0.9, "ties": "item"}
OPTIONS: dict[tuple[str, str], dict[str, Any]] = {
    # How queries are weighted in the mean, of which the truth of one list says nothing.
    ("ranking", "recall"): {"weights": "queries"},
    ("ranking", "average_relevance_position"): {"weights": "queries"},
    ("ranking", "roc_auc"): {"weights": "queries"},
    ("ranking", "ordered_pair_accuracy"): {"weights": "queries"},
    # It has to be given.
    ("ranking", "catalogue_accuracy"): {"n_items": 0},
    # Recall itself, without rounding.
    ("ranking", "average_precision"): {"rounding": 1},
    ("ranking", "interpolated_precision"): {"rounding": 1},
    ("ranking", "dcg"): GAINS,
    ("ranking", "idcg"): GAINS,
    ("ranking", "ndcg"): {name: value for name, value in GAINS.items() if name != "negative"},
    ("classification", "f_beta"): {"beta": 1},
    ("agreement", "overlap"): {"denominator": "longer"},
    **{("agreement", name): LISTS for name in ("rbo", "rbo_min", "rbo_residual")},
}
"""Defaults of options that the truth of a measure has not got as the defaults of its own arguments."""
TASKS = {
    "ranking": "catalogue",
    "classification": "classification_catalogue",
    "rating": "rating_catalogue",
    "recommendation": "recommendation_catalogue",
    "agreement": "agreement_catalogue",
}
MEASURES = {
    (task, each["name"]): each.get("options", {})
    for task, catalogue in TASKS.items()
    for each in getattr(macros("duckdb"), catalogue)()
}
FUNCTIONS = {name: call.function or name for name, call in typical_calls().items() if call.function is not None}


def plain(default: Any) -> Any:
    """A text and a list of it are one, and so are nothing and an empty list."""
    listed = [default] if isinstance(default, str) else default
    return [*listed] if isinstance(listed, (list, tuple, dict)) and listed else listed or None


def default_of(option: Any) -> Any:
    """Of a list of choices, or of a dictionary with a default or with choices, the first."""
    return option[0] if isinstance(option, list) else option.get("default", option.get("choices", [None])[0])


def known_defaults(task: str, name: str) -> dict[str, Any]:
    """The defaults of the arguments of brute force, and those by hand."""
    functions = [function for function in vars(truths(task)[name]).values() if inspect.isfunction(function)]
    given = [argument for function in functions for argument in inspect.signature(function).parameters.values()]
    return {each.name: each.default for each in given if each.default is not each.empty} | OPTIONS.get((task, name), {})


def number_or_text(value: Any) -> float | str:
    try:
        return float(value)
    except ValueError:
        return str(value).lower()


@pytest.mark.parametrize(("task", "name"), MEASURES)
def test_defaults_of_options_are_those_of_the_truth(task: str, name: str) -> None:
    known = known_defaults(task, name)
    for option, spec in MEASURES[task, name].items():
        assert number_or_text(default_of(spec)) == number_or_text(known[option]), option


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
