"""The limits of measures beside those of rankings, at which values and intervals stop, from their definitions.

Those of rankings are in their truths, tests/measures/ranking.
"""

from __future__ import annotations

from typing import Any

import pytest

from rankhouse._rendering.jinja import macros

Limits = tuple[int | None, int | None]
OF_LISTS: dict[str, Limits] = {
    "novelty": (0, None),
    "average_popularity": (0, None),
    "average_popularity(normalisation=interactions)": (0, 1),
    "serendipity": (0, 1),
    # A cosine is -1 at least, and 0 where no weight is negative.
    "intra_list_diversity": (0, 1),
    "intra_list_diversity(distance=cosine)": (0, 1),
    "intra_list_diversity(distance=cosine,weights_of_features=given)": (0, 2),
    "intra_list_diversity(distance=table)": (None, None),
    "awrf": (0, 1),
    # A divergence, whose greatest value depends on its smoothing.
    "miscalibration": (0, None),
}
SHARES, CORRELATIONS = (0, 1), (-1, 1)
OF_TWO_LISTS: dict[str, Limits] = {
    **dict.fromkeys(("identical", "overlap", "rbo", "rbo_min", "rbo_residual"), SHARES),
    **dict.fromkeys(("kendall_tau", "kendall_tau_b", "spearman", "tau_ap", "tau_ap_b"), CORRELATIONS),
}
OF_TRIES: dict[str, Limits] = dict.fromkeys(("mean", "pass", "pass_all"), SHARES)


def declared(catalogue: list[dict[str, Any]], name: str, options: dict[str, str]) -> Limits:
    package = macros("duckdb")
    (declaration,) = (each for each in catalogue if each["name"] == name)
    defaults = {
        option: spec[0] if isinstance(spec, list) else spec.get("default")
        for option, spec in declaration.get("options", {}).items()
    }
    found = package.limits_of(declaration, defaults | options, None)
    low, high = (None if found[end] == "null" else int(found[end]) for end in ("lowest", "highest"))
    return low, high


@pytest.mark.parametrize("asked", OF_LISTS)
def test_limits_of_what_lists_recommend(asked: str) -> None:
    name, _, given = asked.rstrip(")").partition("(")
    options = dict(pair.split("=") for pair in given.split(",") if pair)
    assert declared(macros("duckdb").recommendation_catalogue(), name, options) == OF_LISTS[asked]


@pytest.mark.parametrize("name", OF_TWO_LISTS)
def test_limits_of_what_compares_two_lists(name: str) -> None:
    assert declared(macros("duckdb").agreement_catalogue(), name, {}) == OF_TWO_LISTS[name]


@pytest.mark.parametrize("name", OF_TRIES)
def test_limits_of_tries(name: str) -> None:
    assert declared(macros("duckdb").try_catalogue(), name, {}) == OF_TRIES[name]


def test_measures_that_declare_limits_are_all_here() -> None:
    package = macros("duckdb")
    for catalogue, known in (
        (package.recommendation_catalogue(), OF_LISTS),
        (package.agreement_catalogue(), OF_TWO_LISTS),
        (package.try_catalogue(), OF_TRIES),
    ):
        names = {each["name"] for each in catalogue if {"lowest", "highest"} & each.keys()}
        assert names == {asked.partition("(")[0] for asked in known}
