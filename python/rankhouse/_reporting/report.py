"""`report`: an evaluation as one self-contained HTML file."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any, Literal, Unpack

from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._inputs.systems import Runs
from rankhouse._rendering.errors import InputError, short_errors, warn
from rankhouse._reporting.arguments import METHODS, Request
from rankhouse._reporting.progress import steps_shown
from rankhouse._reporting.result import Report
from rankhouse.types import Correction, Interval, Table, Test

EXTRA = "a report needs altair and vl-convert: pip install 'rankhouse[report]'"


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
    ratings: Table | None = None,
    machine: Table | None = None,
    features: Table | None = None,
    interleaving: Table | None = None,
    team_a: str = "a",
    team_b: str = "b",
    off_policy: Table | None = None,
    preferences: Table | None = None,
    order_effect: bool = False,
    tries: Table | None = None,
    nuggets: Table | None = None,
    intents: str | None = None,
    title: str | None = None,
    test: Test = "t",
    correction: Correction = "holm",
    interval: Interval | None = None,
    confidence: float = 0.95,
    power: float = 0.8,
    repetitions: int = 10_000,
    seed: int = 0,
    system: str | None = None,
    cluster: str | Literal[False] | None = None,
    query_ids: bool = True,
    **evaluation: Unpack[LimitedEvaluation],
) -> Report:
    """Write an evaluation as one HTML file that opens anywhere, offline: tables, charts, rankings, and how it was made.

    runs: one system or several, as `compare` takes them: a dictionary `{"bm25": run, "dense": run}`, a list of files,
        one run with or without a column that tells systems apart, or a table of values by query. None if there are only
        predictions, a learning curve, labels, logs, preferences or tries. Any table that `evaluate` takes.
    judgments: labels, as for `evaluate`; None for labelled runs and for values by query.
    measures: measures whose mean counts all queries alike: not `gmap` or a weighted `roc_auc`. With a table of values,
        the default is all measures of the table.
    path: the file. It appears whole or not at all.
    baseline: the system that all others are compared with; None: every pair once, the later one against the earlier.
        Systems keep their given order; systems from a column are ordered by name.
    by: columns of segments, in the run, the judgments or both, such as `country`. Each has a chart, and the page can be
        filtered by its values. A query counts once in each combination of values that it has.
    time: a column of dates, times or numbers, such as `day`, for means over time. It counts like a column of `by`.
    predictions: predictions of a binary classifier, as `classifier_metrics` takes them; a column `system` tells
        classifiers apart. With `weight` among `columns`, rows are weighted in every figure except numbers of rows.
    learning_curve: what `learning_curve` returned.
    crossings: what `curve_crossings` returned.
    ratings: ratings of several raters, as `rater_agreement` takes them: how far they agree.
    machine: judgments of a machine, as `grade_calibration` takes them. The report shows what these grades are worth
        compared with the `judgments` of people.
    features: groups of items, as `group_exposure` takes them: the exposure that each group gets and deserves, and how
        close its attention is to its number of items (`awrf`), down to the cutoff of the first measure.
    interleaving: a log of team drafts, as `interleaving` takes it: which system users prefer, and whether the draft was
        fair.
    team_a: the name of the first system in the column team, in upper or lower case.
    team_b: the name of the second system in the column team, in upper or lower case.
    off_policy: a log of actions, as `off_policy` takes it: what the policy would have earned.
    preferences: verdicts on two answers each, as `preference_ratings` takes them: a board of systems, who is tied at
        the top, about how many more comparisons would tell the first two apart, and whether the order decides. With
        `judge_id` among `columns`, judges are checked separately.
    order_effect: for preferences: the system shown first has an advantage, the same for all, estimated together with
        the strengths.
    tries: tries of tasks, as `try_metrics` takes them: how often each system passes, and which one to ship. A column
        `system` tells systems apart. Without runs, `measures` are those of tries, and the first one decides.
    nuggets: judgments by intent or nugget, with the column that `intents` names: how many each system finds, and which
        it never finds. They differ from `judgments`: a row is an item and a nugget. With `importance` among `columns`,
        vital ones are counted separately.
    intents: the column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, with one
        row per item and intent. Measures over intents, such as `alpha_ndcg@10`, need it; for other measures an item has
        the relevance for the intent that it serves best. Intents have equal weights, unless `columns` names a column
        `intent_weight` of the judgments. If `columns` names a column `importance`, it says which nuggets are `vital`
        and which `okay`.
    title: the title of the page; None: the names of the systems.
    test: the test of a difference, paired by query and two-sided: `t` (Student's), `wilcoxon` (signed ranks), `sign`,
        `randomisation` (Fisher's sign flips) or `bootstrap`.
    correction: how to correct the p-values of all rows together into p_adjusted: `holm`, `bonferroni`,
        `benjamini_hochberg` or `none`.
    interval: the interval of the difference: `t`, `percentile` or `bca`. None: bca for the bootstrap, t for all other
        tests.
    confidence: the confidence level of the interval, 0.95 for 95 %; a difference is significant if p_adjusted is below
        1 - confidence.
    power: the probability of detecting a difference as large as detectable_difference, above 0.5 and below 1.
    repetitions: repetitions of randomisation and bootstrap, 1 to 10,000. Randomness comes from a hash of `seed`, query
        and repetition: the same for all pairs and measures, on every engine and every day. With 1 there is no interval.
    seed: a whole number from 0 on; another number gives other repetitions.
    system: the column that tells systems apart.
    cluster: a column of the judgments, or of the table of values, such as the user, whose queries may depend on each
        other; a query without a value is its own cluster. Standard errors, intervals and tests of means are then
        computed over clusters. The same holds for rows of predictions, logs and preferences that have the column. None:
        all count separately, but a verdict has to hold over a column such as `user_id` too. False: they are
        independent.
    query_ids: whether the page shows the ids of queries. False shows numbers instead, drawn anew for each report: use
        it for ids such as e-mail addresses. Ids of items, names of systems and values of segments are still shown.
    evaluation: `convention`, `ties`, `queries`, `unjudged`, `relevant_from`, `pool`, `exclude`, `candidates`,
        `columns`, `con` and `check`, as in `evaluate`. `columns` renames the predictions too, as in
        `{"label": "clicked"}`. Beside a run, `"score"` is the score of the run, and `"predictions.score"` that of the
        predictions. Columns of logs are preceded by the log's name: `"interleaving.team"`, `"off_policy.reward"`,
        `"preferences.winner"`, `"tries.passed"`.

    Every query is evaluated once. Means are those of `evaluate`, differences those of `compare`. With many queries,
    charts show some of them and say so; the file has the rankings of up to 300 queries that moved most.

    Returns the path of the file, a `pathlib.Path` that shows the verdict and, in a notebook, a link. Raises InputError
    as `compare` does, and without `pip install 'rankhouse[report]'`.
    """
    given = dict(locals())
    with steps_shown():
        written, doubts = written_report(**given)
    for doubt in doubts:
        warn(doubt)
    return written


def written_report(**arguments: Any) -> tuple[Report, list[str]]:
    """The path of the report, and what to warn of. arguments: see `Request`."""
    # Told before anything is computed.
    if not all(find_spec(library) for library in ("altair", "vl_convert")):
        raise InputError(EXTRA)
    # A report draws charts, which need the extra.
    from rankhouse._reporting.writing import written

    parameters = inspect.signature(report).parameters.values()
    defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
    methods = {name: arguments.pop(name) for name in METHODS}
    return written(Request(**arguments, methods=methods), defaults)
