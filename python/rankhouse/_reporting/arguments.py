"""Which arguments of `report` belong to what it is given; others are refused rather than ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._rendering.errors import InputError, did_you_mean, listed

TAKEN = {
    "predictions": ("measures", "by", "system", "baseline", "correction", "confidence", "columns", "con"),
    "learning_curve": ("con",),
    "ratings": ("columns", "con"),
    "machine": ("judgments", "columns", "con"),
    "nuggets": ("intents", "columns", "con"),
    "interleaving": ("confidence", "power", "columns", "con"),
    "off_policy": ("confidence", "columns", "con"),
}
"""By what is given where there are no runs. Runs take all."""
DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(("judgments", "time", "system", "intents", "baseline", "interval"), None),
    "measures": MEASURES,
    "by": (),
    "test": "t",
    "correction": "holm",
    "confidence": 0.95,
    "power": 0.8,
    "repetitions": 10_000,
    "seed": 0,
}


def require_fitting(given: Mapping[str, Any], arguments: Mapping[str, Any], evaluation: Mapping[str, Any]) -> None:
    """given: the inputs by their names, None where there are none. arguments: those that have a default."""
    known = [*DEFAULTS, *LimitedEvaluation.__annotations__]
    for name in evaluation:
        if name not in known:
            raise InputError(f"report has no argument {name!r}{did_you_mean(name, known)}")
    if given["runs"] is not None:
        return
    inputs = [name for name in TAKEN if given.get(name) is not None]
    taken = {name for each in inputs for name in TAKEN[each]}
    asked = [name for name, value in arguments.items() if not _is_default(name, value)]
    asked += [name for name, value in evaluation.items() if value is not None]
    if unfitting := [name for name in asked if name not in taken]:
        raise InputError(
            f"report: {unfitting[0]} says nothing about {listed(inputs)}: leave it out, or give runs and judgments"
        )


def _is_default(name: str, value: Any) -> bool:
    default = DEFAULTS[name]
    return value is default or (
        type(value) in (str, int, float, tuple, list) and (value == default or (not value and not default))
    )
