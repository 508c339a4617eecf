"""`report`: an evaluation as one self-contained HTML file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack, cast

from rankhouse._classifying.predictions import NAMES
from rankhouse._comparing.classifiers import ROW
from rankhouse._comparing.compare import Correction, Interval, Test
from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._inputs.systems import Runs
from rankhouse._rendering.errors import InputError, short_errors, warn
from rankhouse.types import Table


@short_errors
def report(
    runs: Runs | None = None,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    path: str | os.PathLike[str] = "report.html",
    *,
    baseline: str | None = None,
    by: str | Sequence[str] = (),
    time: str | None = None,
    predictions: Any = None,
    learning_curve: Any = None,
    crossings: Any = None,
    title: str | None = None,
    test: Test = "t",
    correction: Correction = "holm",
    interval: Interval | None = None,
    confidence: float = 0.95,
    power: float = 0.8,
    repetitions: int = 10_000,
    seed: int = 0,
    system: str | None = None,
    **evaluation: Unpack[LimitedEvaluation],
) -> Path:
    """Write an evaluation as one HTML file that opens anywhere, offline: tables, charts, rankings, and how it was made.

    runs: one system or several, as `compare` takes them: a dictionary `{"bm25": run, "dense": run}`, a list of files,
        one run with or without a column that tells systems apart, or a table of values by query. None if there are only
        predictions or a learning curve.
    judgments, measures: as in `compare`.
    path: the file. It appears whole or not at all.
    by: columns of segments, in the run, the judgments or both, such as `country`. Each has a chart, and the page can be
        filtered by its values. A query counts once in each combination of values that it has.
    time: a column of dates, times or numbers, such as `day`, for means over time. It counts like a column of `by`.
    predictions: of a binary classifier, as `classifier_metrics` takes them; a column `system` tells classifiers apart.
        With `weight` among `columns` rows are weighted, in every figure but numbers of rows.
    learning_curve: what `learning_curve` returned. crossings: what `curve_crossings` returned.
    title: of the page; None: the names of the systems.
    baseline, test, correction, interval, confidence, power, repetitions, seed, system: as in `compare`.
    evaluation: `convention`, `ties`, `queries`, `unjudged`, `relevant_from`, `pool`, `exclude`, `candidates`,
        `columns`, `con` and `check`, as in `evaluate`. `columns` renames the predictions too, as in `{"label":
        "clicked"}`. Beside a run, `"score"` is the score of the run, and `"predictions.score"` that of the predictions.

    Every query is evaluated once. Means are those of `evaluate`, differences those of `compare`. With many queries,
    charts show some of them and say so; the file has the rankings of up to 300 queries that moved most.

    Returns the path of the file. Raises InputError as `compare` does, and without `pip install 'rankhouse[report]'`.
    """
    arguments: dict[str, Any] = {
        "runs": runs,
        "judgments": judgments,
        "measures": measures,
        "path": path,
        "by": by,
        "time": time,
        "predictions": predictions,
        "learning_curve": learning_curve,
        "crossings": crossings,
        "title": title,
        "system": system,
        "methods": {
            "baseline": baseline,
            "test": test,
            "correction": correction,
            "interval": interval,
            "confidence": confidence,
            "power": power,
            "repetitions": repetitions,
            "seed": seed,
        },
        "evaluation": evaluation,
    }
    written, doubts = written_report(**arguments)
    for doubt in doubts:
        warn(doubt)
    return written


def written_report(
    runs: Any,
    judgments: Any,
    measures: Any,
    path: Any,
    by: Any,
    time: str | None,
    predictions: Any,
    learning_curve: Any,
    crossings: Any,
    title: str | None,
    system: str | None,
    methods: Mapping[str, Any],
    evaluation: LimitedEvaluation,
    say: Callable[[str], None] = lambda _: None,
) -> tuple[Path, list[str]]:
    """The path of the report, and what to warn of. say: told of each step."""
    from rankhouse._reporting.page import Page, html_of, require_libraries

    require_libraries()
    if runs is None and predictions is None and learning_curve is None:
        raise InputError("report: nothing to report: give runs and judgments, predictions, or a learning curve")
    if crossings is not None and learning_curve is None:
        raise InputError("crossings belong to a learning curve: give learning_curve too")
    if title is not None and not isinstance(title, str):
        raise InputError(f"title is a text, got {title!r}")
    file = file_of(path)
    of_run, of_predictions = columns_apart(evaluation.get("columns"), runs is not None, predictions is not None)
    own = cast(LimitedEvaluation, {**evaluation, "columns": of_run or None})

    from rankhouse._reporting import sections
    from rankhouse._reporting.audit import described, facts_of_method, sql_of
    from rankhouse._reporting.classifier import classifier_of, columns_among
    from rankhouse._reporting.figures import Figures
    from rankhouse._reporting.gather import Asked, gathered
    from rankhouse.plot._chart import specifications

    con = evaluation.get("con")
    page = Page(title or "", Figures())
    with specifications():
        if runs is not None:
            asked = Asked(runs, judgments, measures, names_of_groups(by), time, system, methods, own)
            say("Evaluating")
            with gathered(asked) as rankings:
                page.title = title or sections.title_of(rankings)
                sections.of_rankings(rankings, page, say)
                inputs = {"Runs": described(runs), "Judgments": described(judgments)}
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
                sections.of_inputs(rankings, page, say)
        else:
            groups = names_of_groups(by)
            if predictions is not None:
                found = classifier_of(
                    predictions, of_predictions, system, con, page.figures, segments=groups, methods=methods
                )
                add_classifier(page, found)
            if learning_curve is not None:
                sections.of_curve(learning_curve, crossings, page, con)
            page.facts = facts_of_versions()
            page.title = title or ("Evaluation of a classifier" if predictions is not None else "Learning curves")
    html = html_of(page, say)
    write(html, file)
    return file, page.warnings


def file_of(path: Any) -> Path:
    """The file, where it can be written."""
    try:
        file = Path(path).expanduser()
    except TypeError:
        raise InputError(f"path is the name of a file, got {path!r}") from None
    if file.is_dir():
        raise InputError(f"path is the name of a file, and {str(file)!r} is a folder")
    if not file.parent.is_dir():
        raise InputError(f"cannot write {str(file)!r}: there is no folder {str(file.parent)!r}")
    return file


def columns_apart(
    columns: Mapping[str, str] | None, has_runs: bool, has_predictions: bool
) -> tuple[dict[str, str], dict[str, str]]:
    """The names of columns of the runs and the judgments, and those of the predictions."""
    of_run: dict[str, str] = {}
    of_predictions: dict[str, str] = {}
    if columns is not None and not isinstance(columns, Mapping):
        raise InputError(f"columns is a dict such as {{'query_id': 'user_id'}}, got {columns!r}")
    for key, name in (columns or {}).items():
        side, _, ours = str(key).rpartition(".")
        if has_predictions and (side == "predictions" or (not side and ours in (*NAMES, ROW) and ours != "score")):
            of_predictions[ours] = name
        elif has_predictions and not has_runs:
            of_predictions[str(key)] = name
        else:
            of_run[key] = name
    return of_run, of_predictions


def add_classifier(page: Any, found: Any) -> None:
    from rankhouse._reporting.page import Finding, Section
    from rankhouse._reporting.summary import Tile

    page.classifier = found
    page.sections.append(
        Section("classifier", "Classifier", found.sentence, found.figures, [found.table, *found.tables], "classifier")
    )
    page.warnings.extend(found.warnings)
    page.findings.append(Finding("Classifier", found.sentence, found.verdict))
    if not page.tiles:
        unit = "% of the weight positive" if found.weight else "% positive"
        share = "" if found.share is None else f"{100 * found.share:.1f} {unit}"
        page.tiles.append(Tile("Rows", f"{found.n_rows:,}", share))


def facts_of_versions() -> list[tuple[str, str]]:
    import platform

    import duckdb

    import rankhouse

    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [("Versions", f"rankhouse {rankhouse.__version__}, DuckDB {duckdb.__version__}, {python}")]


def write(html: str, file: Path) -> None:
    """A file that appears whole or not at all; where it is a link, the file that this leads to."""
    file = file.resolve()
    try:
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}-") as folder:
            whole = Path(folder) / file.name
            whole.write_text(html, encoding="utf-8", newline="")
            whole.replace(file)
    except OSError as error:
        raise InputError(f"cannot write {str(file)!r}: {error.strerror}") from error
