"""Which arguments of `report` belong to what it is given; others are refused rather than ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankhouse._rendering.errors import InputError, listed

TAKEN = {
    "predictions": ("measures", "by", "system", "baseline", "correction", "confidence", "columns", "con"),
    "learning_curve": ("con",),
    "ratings": ("columns", "con"),
    "machine": ("judgments", "columns", "con"),
    "nuggets": ("intents", "columns", "con"),
    "interleaving": ("team_a", "team_b", "confidence", "power", "columns", "con"),
    "off_policy": ("confidence", "columns", "con"),
    "preferences": ("correction", "confidence", "power", "seed", "columns", "con"),
}
"""By what is given where there are no runs. Runs take all."""
TEAMS = ("team_a", "team_b")


def require_fitting(
    given: Mapping[str, Any], arguments: Mapping[str, Any], evaluation: Mapping[str, Any], defaults: Mapping[str, Any]
) -> None:
    """given: the inputs by their names, None where there are none. arguments: those that have a default in `report`."""
    if given["interleaving"] is None and (named := [each for each in TEAMS if arguments[each] != defaults[each]]):
        raise InputError(
            f"report: {named[0]} is a team in a log of interleaving: give interleaving too, or leave {named[0]} out"
        )
    if given["runs"] is not None:
        return
    inputs = [name for name in TAKEN if given.get(name) is not None]
    taken = {name for each in inputs for name in TAKEN[each]}
    asked = [name for name, value in arguments.items() if not _is_default(value, defaults[name])]
    asked += [name for name, value in evaluation.items() if value is not None]
    if unfitting := [name for name in asked if name not in taken]:
        raise InputError(
            f"report: {unfitting[0]} does not apply to {listed(inputs)}: leave it out, or give runs and judgments"
        )


def _is_default(value: Any, default: Any) -> bool:
    return value is default or (
        type(value) in (str, int, float, tuple, list) and (value == default or (not value and not default))
    )
