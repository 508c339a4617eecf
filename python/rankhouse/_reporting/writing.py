"""The file of a report: its sections one after the other, written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from rankhouse._reporting.arguments import require_fitting
from rankhouse._reporting.audit import described, fact_of_versions, facts_of_method, sql_of
from rankhouse._reporting.classifier import Classifier, classifier_of, columns_among
from rankhouse._reporting.figures import Figures
from rankhouse._reporting.gather import Asked, gathered
from rankhouse._reporting.groups import of_groups
from rankhouse._reporting.labels import of_labels
from rankhouse._reporting.nuggets import of_nuggets
from rankhouse._reporting.online import SIDES, of_online
from rankhouse._reporting.page import Finding, Page, Section, html_of
from rankhouse._reporting.preferences import names_of_preferences, of_preferences
from rankhouse._reporting.result import Report
from rankhouse._reporting.summary import Tile
from rankhouse._results.files import STANDARD_OUTPUT, writing
from rankhouse.plot._chart import specifications


def written(
    runs: Any,
    judgments: Any,
    measures: Any,
    path: Any,
    by: Any,
    time: str | None,
    predictions: Any,
    learning_curve: Any,
    crossings: Any,
    ratings: Any,
    machine: Any,
    features: Any,
    interleaving: Any,
    team_a: str,
    team_b: str,
    off_policy: Any,
    preferences: Any,
    nuggets: Any,
    intents: str | None,
    title: str | None,
    system: str | None,
    query_ids: bool,
    methods: Mapping[str, Any],
    evaluation: LimitedEvaluation,
    defaults: Mapping[str, Any],
) -> tuple[Report, list[str]]:
    """The path of the report with its findings, and what to warn of. defaults: of `report`."""
    if isinstance(path, str | Path) and Path(path) == STANDARD_OUTPUT:
        raise InputError("a report is written to a file: give its name, such as report.html")
    alone = (runs, predictions, learning_curve, ratings, machine, interleaving, off_policy, preferences)
    if all(each is None for each in alone):
        raise InputError(
            "report: nothing to report: give runs and judgments, predictions, a learning curve, ratings, preferences or"
            " a log of interleaving or off_policy"
        )
    require_fitting(
        {
            "runs": runs,
            "predictions": predictions,
            "learning_curve": learning_curve,
            "ratings": ratings,
            "machine": machine,
            "nuggets": nuggets,
            "interleaving": interleaving,
            "off_policy": off_policy,
            "preferences": preferences,
        },
        {
            "judgments": judgments,
            "measures": measures,
            "by": by,
            "time": time,
            "system": system,
            "intents": intents,
            "query_ids": query_ids,
            "team_a": team_a,
            "team_b": team_b,
            **methods,
        },
        evaluation,
        defaults,
    )
    if features is not None and runs is None:
        raise InputError("features are groups of items, which are looked up in lists: give runs and judgments")
    filters = [name for name in ("exclude", "candidates") if evaluation.get(name) is not None]
    if features is not None and filters:
        raise InputError(
            f"report: exposure of groups needs whole lists, but {filters[0]} leaves items out: give features or"
            f" {filters[0]}, not both"
        )
    if crossings is not None and learning_curve is None:
        raise InputError("crossings belong to a learning curve: give learning_curve too")
    if not isinstance(query_ids, bool):
        raise InputError(f"query_ids is True or False, got {query_ids!r}")
    if title is not None and not isinstance(title, str):
        raise InputError(f"title must be a string, got {title!r}")
    file = file_of(path)
    of_others = ["intent_weight", "importance"] if nuggets is not None else []
    of_others += ["weight"] if features is not None else []
    of_others += [each for each in names_of_preferences() if each != "query_id"] if preferences is not None else []
    of_run, of_predictions, of_logs = columns_apart(
        evaluation.get("columns"), runs is not None, predictions is not None, of_others
    )
    own = cast(LimitedEvaluation, {**evaluation, "columns": of_run or None})
    con = evaluation.get("con")
    page = Page(title or "", Figures())
    with specifications():
        if runs is not None:
            asked = Asked(runs, judgments, measures, names_of_groups(by), time, system, methods, own, query_ids)
            tell("Evaluating")
            with gathered(asked) as rankings:
                page.title = title or sections.title_of(rankings)
                sections.of_rankings(rankings, page)
                inputs = {"Runs": described(runs), "Judgments": described(judgments)}
                inputs |= {
                    text: described(each)
                    for text, each in {
                        "Ratings": ratings,
                        "Machine's judgments": machine,
                        "Groups of items": features,
                        "Interleaved searches": interleaving,
                        "Log of the policy": off_policy,
                        "Preferences": preferences,
                        "Nuggets": nuggets,
                    }.items()
                    if each is not None
                }
                page.facts = facts_of_method(rankings, inputs)
                page.sql = sql_of(rankings)
                if predictions is not None:
                    shared = columns_among(predictions, asked.by, con)
                    found = classifier_of(
                        predictions, of_predictions, system, con, page.figures, page.systems, shared, methods
                    )
                    add_classifier(page, found)
                if learning_curve is not None:
                    sections.of_curve(learning_curve, crossings, page, con)
                of_groups(features, of_logs, rankings, page)
                of_labels(ratings, machine, judgments, of_run, page, con)
                of_online(interleaving, (team_a, team_b), off_policy, of_logs, page, con, methods)
                of_preferences(preferences, of_logs, page, con, methods)
                of_nuggets(nuggets, intents, of_logs, rankings, page)
                sections.of_inputs(rankings, page)
        else:
            groups = names_of_groups(by)
            if predictions is not None:
                found = classifier_of(
                    predictions,
                    of_predictions,
                    system,
                    con,
                    page.figures,
                    segments=groups,
                    methods=methods,
                    measures=None if measures is MEASURES else measures,
                )
                add_classifier(page, found)
            if learning_curve is not None:
                sections.of_curve(learning_curve, crossings, page, con)
            of_labels(ratings, machine, judgments, of_run, page, con)
            of_online(interleaving, (team_a, team_b), off_policy, of_logs, page, con, methods)
            of_preferences(preferences, of_logs, page, con, methods)
            of_nuggets(nuggets, intents, of_logs, None, page)
            page.facts = [fact_of_versions()]
            page.title = title or (
                "Evaluation of a classifier"
                if predictions is not None
                else "Learning curves"
                if learning_curve is not None
                else "Labels"
                if ratings is not None or machine is not None
                else "Online"
                if interleaving is not None or off_policy is not None
                else "Preferences"
            )
    html = html_of(page)
    write(html, file)
    report = Report(file)
    report.findings = tuple(str(found.verdict or found.text) for found in page.findings)
    return report, page.warnings


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


def columns_apart(
    columns: Mapping[str, str] | None, has_runs: bool, has_predictions: bool, of_others: Sequence[str]
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The names of columns of the runs and the judgments, those of the predictions, and those of logs.

    of_others: weights that other inputs of the report have, and no run.
    """
    of_run: dict[str, str] = {}
    of_predictions: dict[str, str] = {}
    require_names(columns)
    for key, name in (columns or {}).items():
        side, _, ours = str(key).rpartition(".")
        if side in (*SIDES, "preferences") or (not side and ours in of_others and not has_predictions):
            continue
        if has_predictions and (side == "predictions" or (not side and ours in (*NAMES, ROW) and ours != "score")):
            of_predictions[ours] = name
        elif has_predictions and not has_runs:
            of_predictions[str(key)] = name
        else:
            of_run[key] = name
    return of_run, of_predictions, {str(key): name for key, name in (columns or {}).items()}


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
