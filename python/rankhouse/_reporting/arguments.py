"""What a report is asked for; arguments that belong to nothing that it is given are refused rather than ignored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._rendering.errors import InputError, listed
from rankhouse._results.files import STANDARD_OUTPUT

TAKEN = {
    "predictions": (
        "measures",
        "by",
        "system",
        "baseline",
        "correction",
        "confidence",
        "power",
        "cluster",
        "columns",
        "con",
    ),
    "learning_curve": ("con",),
    "ratings": ("columns", "con"),
    "machine": ("judgments", "columns", "con"),
    "nuggets": ("intents", "columns", "con"),
    "interleaving": ("team_a", "team_b", "confidence", "power", "cluster", "columns", "con"),
    "off_policy": ("confidence", "power", "cluster", "columns", "con"),
    "tries": ("measures", "system", "baseline", "confidence", "power", "cluster", "columns", "con"),
    "preferences": ("order_effect", "correction", "confidence", "power", "seed", "cluster", "columns", "con"),
}
"""By what is given where there are no runs. Runs take all."""
METHODS = ("baseline", "test", "correction", "interval", "confidence", "power", "repetitions", "seed", "cluster")
TEAMS = ("team_a", "team_b")
ASIDE = ("judgments", "measures", "by", "time", "system", "intents", "query_ids", "order_effect", *TEAMS)
"""Arguments that are no inputs by themselves, beside those of methods and of `evaluate`."""


PAGES = ("", ".html", ".htm", ".xhtml")
"""How the name of a page ends."""


@dataclass(frozen=True)
class Request:
    """The arguments of `report`. methods: those of tests, intervals and powers. evaluation: those of `evaluate`."""

    runs: Any
    judgments: Any
    measures: Any
    path: Any
    by: Any
    time: str | None
    predictions: Any
    learning_curve: Any
    crossings: Any
    ratings: Any
    machine: Any
    features: Any
    interleaving: Any
    team_a: str
    team_b: str
    off_policy: Any
    preferences: Any
    order_effect: bool
    tries: Any
    nuggets: Any
    intents: str | None
    title: str | None
    system: str | None
    query_ids: bool
    methods: Mapping[str, Any]
    evaluation: LimitedEvaluation

    def has(self, name: str) -> bool:
        return getattr(self, name) is not None


def require_possible(request: Request, defaults: Mapping[str, Any]) -> None:
    """defaults: of `report`."""
    if isinstance(request.path, str | Path) and Path(request.path) == STANDARD_OUTPUT:
        raise InputError("a report is written to a file: give its name, such as report.html")
    if isinstance(request.path, str | Path) and Path(request.path).suffix.lower() not in PAGES:
        named, path = str(request.path), Path(request.path).with_suffix(".html")
        raise InputError(
            f"a report is a page of HTML, got {named!r}: call it {path.name!r}, and print it from a browser for a PDF"
        )
    if not any(request.has(name) for name in ("runs", *TAKEN) if name != "nuggets"):
        raise InputError(
            "report: nothing to report: give runs and judgments, predictions, a learning curve, ratings, preferences,"
            " tries or a log of interleaving or off_policy"
        )
    require_fitting(request, defaults)
    if request.has("features"):
        if not request.has("runs"):
            raise InputError("features are groups of items, which are looked up in lists: give runs and judgments")
        if filters := [name for name in ("exclude", "candidates") if request.evaluation.get(name) is not None]:
            raise InputError(
                f"report: exposure of groups needs whole lists, but {filters[0]} leaves items out: give features or"
                f" {filters[0]}, not both"
            )
    if request.has("crossings") and not request.has("learning_curve"):
        raise InputError("crossings belong to a learning curve: give learning_curve too")
    if not isinstance(request.query_ids, bool):
        raise InputError(f"query_ids is True or False, got {request.query_ids!r}")
    if request.title is not None and not isinstance(request.title, str):
        raise InputError(f"title must be a string, got {request.title!r}")


def require_fitting(request: Request, defaults: Mapping[str, Any]) -> None:
    arguments = {name: getattr(request, name) for name in ASIDE} | dict(request.methods)
    if not request.has("interleaving") and (named := [each for each in TEAMS if arguments[each] != defaults[each]]):
        raise InputError(
            f"report: {named[0]} is a team in a log of interleaving: give interleaving too, or leave {named[0]} out"
        )
    if not request.has("preferences") and request.order_effect != defaults["order_effect"]:
        raise InputError("report: order_effect is of preferences: give preferences too, or leave it out")
    if request.has("runs"):
        return
    inputs = [name for name in TAKEN if request.has(name)]
    taken = {name for each in inputs for name in TAKEN[each]}
    asked = [name for name, value in arguments.items() if not _is_default(value, defaults[name])]
    asked += [name for name, value in request.evaluation.items() if value is not None]
    if unfitting := [name for name in asked if name not in taken]:
        raise InputError(
            f"report: {unfitting[0]} does not apply to {listed(inputs)}: leave it out, or give runs and judgments"
        )


def _is_default(value: Any, default: Any) -> bool:
    return value is default or (
        type(value) in (str, int, float, tuple, list) and (value == default or (not value and not default))
    )
