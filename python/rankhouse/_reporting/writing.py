"""The file of a report: its sections one after the other, written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from rankhouse._classifying.predictions import NAMES
from rankhouse._comparing.classifiers import ROW
from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._inputs.columns import require_names
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._inputs.progress import tell
from rankhouse._rendering.errors import InputError
from rankhouse._reporting import sections
from rankhouse._reporting.arguments import Request, require_possible
from rankhouse._reporting.audit import described, fact_of_versions, facts_of_method, sql_of
from rankhouse._reporting.classifier import Classifier, classifier_of, columns_among
from rankhouse._reporting.clusters import require_cluster
from rankhouse._reporting.figures import Figures
from rankhouse._reporting.gather import Rankings, gathered
from rankhouse._reporting.groups import of_groups
from rankhouse._reporting.labels import of_labels
from rankhouse._reporting.nuggets import of_nuggets
from rankhouse._reporting.online import SIDES, of_online
from rankhouse._reporting.page import Finding, Page, Section, html_of
from rankhouse._reporting.preferences import names_of_preferences, of_preferences
from rankhouse._reporting.result import Report
from rankhouse._reporting.summary import Tile
from rankhouse._reporting.tries import of_tries
from rankhouse._results.files import writing
from rankhouse.plot._chart import specifications

CLUSTERED = ("predictions", "interleaving", "off_policy", "preferences", "tries")
OTHERS = {
    "ratings": ("Ratings", "Labels"),
    "machine": ("Machine's judgments", "Labels"),
    "features": ("Groups of items", None),
    "interleaving": ("Interleaved searches", "Online"),
    "off_policy": ("Log of the policy", "Online"),
    "preferences": ("Preferences", "Preferences"),
    "tries": ("Tries", "Tries"),
    "nuggets": ("Nuggets", None),
}
"""How inputs beside runs and predictions are called, and how a page is that has none before them."""


def written(request: Request, defaults: Mapping[str, Any]) -> tuple[Report, list[str]]:
    """The path of the report with its findings, and what to warn of. defaults: of `report`."""
    require_possible(request, defaults)
    file = file_of(request.path)
    columns = columns_apart(request)
    page = Page(request.title or "", Figures())
    with specifications():
        if request.has("runs"):
            add_rankings(request, columns, page)
        else:
            add_others(request, columns, None, page)
            page.facts = [fact_of_versions()]
            page.title = request.title or title_without_runs(request)
    write(html_of(page), file)
    report = Report(file)
    report.findings = tuple(str(found.verdict or found.text) for found in page.findings)
    return report, page.warnings


def add_rankings(request: Request, columns: ColumnsApart, page: Page) -> None:
    """The sections of runs, and what else there is."""
    own = cast(LimitedEvaluation, {**request.evaluation, "columns": columns.runs or None})
    tell("Evaluating")
    with gathered(replace(request, evaluation=own)) as rankings:
        page.title = request.title or sections.title_of(rankings)
        sections.of_rankings(rankings, page)
        inputs = {"Runs": described(request.runs), "Judgments": described(request.judgments)}
        inputs |= {text: described(getattr(request, name)) for name, (text, _) in OTHERS.items() if request.has(name)}
        page.facts = facts_of_method(rankings, inputs)
        page.sql = sql_of(rankings)
        add_others(request, columns, rankings, page)
        sections.of_inputs(rankings, page)


def add_others(request: Request, columns: ColumnsApart, rankings: Rankings | None, page: Page) -> None:
    """A section for each of the other inputs. rankings: None without runs."""
    con, methods = request.evaluation.get("con"), request.methods
    if rankings is None:
        given = {name: getattr(request, name) for name in CLUSTERED if request.has(name)}
        require_cluster(given, methods["cluster"], con)
    if request.has("predictions"):
        segments, measures = names_of_groups(request.by), None
        if rankings is not None:
            segments = columns_among(request.predictions, segments, con)
        elif request.measures is not MEASURES:
            measures = request.measures
        own = (columns.predictions, request.system, con, page.figures, page.systems, segments, methods, measures)
        add_classifier(page, classifier_of(request.predictions, *own))
    if request.has("learning_curve"):
        sections.of_curve(request.learning_curve, request.crossings, page, con)
    if rankings is not None:
        of_groups(request.features, columns.all, rankings, page)
    of_labels(request.ratings, request.machine, request.judgments, columns.runs, page, con)
    teams = (request.team_a, request.team_b)
    of_online(request.interleaving, teams, request.off_policy, columns.all, page, con, methods)
    of_preferences(request.preferences, columns.all, page, con, {**methods, "order_effect": request.order_effect})
    own_measures = request.measures if rankings is None and request.measures is not MEASURES else None
    of_tries(request.tries, columns.all, request.system, own_measures, page, con, methods)
    of_nuggets(request.nuggets, request.intents, columns.all, rankings, page)


def title_without_runs(request: Request) -> str:
    titles: dict[str, str | None] = {"predictions": "Evaluation of a classifier", "learning_curve": "Learning curves"}
    titles |= {name: title for name, (_, title) in OTHERS.items()}
    return next(title for name, title in titles.items() if title and request.has(name))


def file_of(path: Any) -> Path:
    """The file, where it can be written."""
    try:
        file = Path(path).expanduser()
    except TypeError:
        raise InputError(f"path is the name of a file, got {path!r}") from None
    if file.is_dir():
        raise InputError(f"path is the name of a file, but {str(file)!r} is a folder")
    if not file.parent.is_dir():
        raise InputError(f"cannot write {str(file)!r}: there is no folder {str(file.parent)!r}")
    return file


@dataclass(frozen=True)
class ColumnsApart:
    """The names of columns, of `runs` and judgments, of `predictions`, and of logs, which look among `all`."""

    runs: dict[str, str]
    predictions: dict[str, str]
    all: dict[str, str]


def columns_apart(request: Request) -> ColumnsApart:
    columns = request.evaluation.get("columns") or {}
    require_names(columns)
    # Weights and names that other inputs have, and no run.
    of_others = ["intent_weight", "importance"] if request.has("nuggets") else []
    of_others += ["weight"] if request.has("features") else []
    of_others += [each for each in names_of_preferences() if each != "query_id"] if request.has("preferences") else []
    has_predictions = request.has("predictions")
    found = ColumnsApart({}, {}, {str(key): name for key, name in columns.items()})
    for key, name in columns.items():
        side, _, ours = str(key).rpartition(".")
        if side in (*SIDES, "preferences", "tries") or (not side and ours in of_others and not has_predictions):
            continue
        if has_predictions and (side == "predictions" or (not side and ours in (*NAMES, ROW) and ours != "score")):
            found.predictions[ours] = name
        elif has_predictions and not request.has("runs"):
            found.predictions[str(key)] = name
        else:
            found.runs[key] = name
    return found


def add_classifier(page: Page, found: Classifier) -> None:
    page.classifier = found
    page.sections.append(
        Section("classifier", "Classifier", found.sentence, found.figures, [found.table, *found.tables], "classifier")
    )
    page.warnings.extend(found.warnings)
    page.findings.append(Finding("Classifier", found.sentence, found.verdict))
    if not page.tiles:
        unit = "% of the weight positive" if found.weight else "% positive"
        share = "" if found.share is None else f"{100 * found.share:.{1 if found.share >= 0.01 else 3}f} {unit}"
        page.tiles.append(Tile("Positives", f"{found.n_positives:,}", share))
        page.tiles.append(Tile("Rows", f"{found.n_rows:,}"))


def write(html: str, file: Path) -> None:
    with writing(file) as path:
        path.write_text(html, encoding="utf-8", newline="")
