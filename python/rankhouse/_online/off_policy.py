"""What a policy would have earned, from another one's log: estimates, differences, limits of weights, weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, list_of_measures, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

SIDE = "log"
WEIGHTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SQUARES = (1, 10, 100, 1000, 10000, 100000, 1000000)


@short_errors
def off_policy(
    log: Table,
    estimators: str | Sequence[str] = ("ips", "snips", "dr"),
    clip: float | None = None,
    switch: float | None = None,
    shrinkage: float | None = None,
    *,
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What a policy would have earned, from a log of another one, as a relation: `.df()`, `.pl()`, `.show()`.

    The assumption: whatever the policy plays, the log played too, now and then, with the probability that it says.

    log: a row per action that was played: `logging_probability` (of the policy that played it), `target_probability`
        (of the policy in question) and `reward`; for dm, dr and others of a model of rewards also
        `target_predicted_reward` (the mean prediction of what the policy would play) and, but for dm,
        `predicted_reward` (the prediction of what was played). Of slates a row per position, with `slate_id` and
        `position`.
    estimators: one or several of `ips`, `snips`, `dm`, `dr`, `sndr`, `switch_dr`, `dros`; of slates `sips` and `snsips`
        (probabilities of whole slates), `iips` and `sniips` (of an item at its position), or `rips`, `snrips` and
        `cascade_dr` (of the items from the first position down to this one).
    clip: the largest weight, for ips, dr, sips, iips and rips.
    switch: of switch_dr, the weight above which the model alone counts.
    shrinkage: of dros: weights w become shrinkage * w / (w^2 + shrinkage).
    by: columns; each combination of their values is estimated on its own.
    confidence: of the interval, 0.95 for 95 %.
    columns: other names of the columns, {"reward": "clicked", "logging_probability": "propensity"}.
    con: as in `evaluate`.

    Returns one row per group and estimator: the `by` columns, `estimator`, `value` (of an action, or a slate),
    `std_error`, `ci_low` and `ci_high` (normal; NULL of one row), `n` (actions or slates), `effective_size` (so many
    rows of equal weight would tell as much) and `n_left_out` (0: what is wrong is refused here).

    Raises InputError (a ValueError) for missing columns, an empty log, NULL, a logging probability that is not above
    0 and at most 1, a target probability that is not from 0 to 1, rewards and predictions that are no finite numbers, a
    slate with a position twice or with probabilities that do not fit together.
    """
    limits = {"clip": clip, "switch": switch, "shrinkage": shrinkage}
    return _estimated("off_policy", log, estimators, limits, [""], by, confidence, columns, con)


@short_errors
def compare_policies(
    log: Table,
    estimators: str | Sequence[str] = ("ips", "snips", "dr"),
    clip: float | None = None,
    switch: float | None = None,
    shrinkage: float | None = None,
    *,
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Two policies on the log of a third one, row by row, as a relation.

    log: as in `off_policy`, with the other policy's `baseline_probability` and, where rewards are predicted,
        `baseline_predicted_reward`. Where the baseline is the policy of the log, its probability is the logging one:
        columns={"baseline_probability": "logging_probability"}.
    Other arguments are those of `off_policy`.

    Returns one row per group and estimator: the `by` columns, `estimator`, `value`, `baseline_value`, `difference`,
    its `std_error`, `ci_low` and `ci_high`, `n`, `effective_size`, `baseline_effective_size` and `n_left_out`. Both
    policies read the same rewards, so that the interval of the difference is shorter than that of two logs.

    Raises InputError (a ValueError) as `off_policy` does.
    """
    limits = {"clip": clip, "switch": switch, "shrinkage": shrinkage}
    prefixes = ["", "baseline_"]
    return _estimated("compare_policies", log, estimators, limits, prefixes, by, confidence, columns, con)


@short_errors
def off_policy_tuning(
    log: Table,
    estimators: str | Sequence[str] = "ips",
    clip: Sequence[float] = WEIGHTS,
    switch: Sequence[float] = WEIGHTS,
    shrinkage: Sequence[float] = SQUARES,
    *,
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Which clip, switch or shrinkage leaves an estimator the least error, by an estimate of it, as a relation.

    log: as in `off_policy`.
    estimators: one or several of `ips`, `dr` (clip), `switch_dr` (switch), `dros` (shrinkage); of slates `sips`, `iips`
        or `rips` (clip).
    clip, switch, shrinkage: the candidates, each above 0. No limit at all is always tried.
    by, confidence, columns, con: as in `off_policy`.

    Returns one row per group, estimator and candidate: the `by` columns, `estimator`, `parameter`, `candidate` (NULL:
    no limit), `value`, `std_error`, `ci_low`, `ci_high`, `bias` (the value less that without a limit), `rmse` (the
    square root of std_error^2 + bias^2), `is_chosen` (the lowest rmse; of equal ones the highest candidate), `n`,
    `effective_size` and `n_left_out`. The interval knows nothing of the bias or of the choice.

    The selection is that of Su, Dimakopoulou, Krishnamurthy and Dudik (2020), with their direct estimate of the bias.

    Raises InputError (a ValueError) as `off_policy` does, and for candidates that are no finite numbers above 0.
    """
    candidates = {"clip": clip, "switch": switch, "shrinkage": shrinkage}
    asked = {name: list(each) if isinstance(each, tuple) else each for name, each in candidates.items()}
    return _estimated("off_policy_tuning", log, estimators, asked, [""], by, confidence, columns, con)


@short_errors
def off_policy_weights(
    log: Table,
    *,
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Whether a log can answer for a policy, by the weights of its rows, as a relation.

    log: as in `off_policy`; `logging_probability` and `target_probability` are read.
    by, confidence, columns, con: as in `off_policy`.

    Returns one row per group: the `by` columns, `n`, `mean_weight` with `ci_low` and `ci_high` (1 but for chance; less,
    as far as the policy plays what the log never did), `effective_size`, `median`, `p90`, `p99` and `highest` (of the
    weights), `largest_share` (of all weight, that of the heaviest one per cent), `zero_share` (of rows that the policy
    would never have played) and `n_left_out`.

    Raises InputError (a ValueError) as `off_policy` does.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    read = ["logging_probability", "target_probability"]
    renamed = Columns(columns or {}, read, [SIDE])
    asked: dict[str, Any] = {"by": groups, "confidence": confidence, "columns": renamed.names}
    package.off_policy_weights(SIDE, **asked)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql}
        refuse_problems(entrance, "off_policy_weights", asked)
        sql = package.off_policy_weights(**asked)
        return entrance.answer(sql, package.result_columns("off_policy_weights"), ["n"])


def _estimated(
    macro: str,
    log: Table,
    estimators: Any,
    limits: dict[str, Any],
    prefixes: list[str],
    by: str | Sequence[str],
    confidence: float,
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
) -> duckdb.DuckDBPyRelation:
    package = macros("duckdb")
    groups = names_of_groups(by)
    names = list_of_measures(estimators)
    asked = limits | {"estimators": names, "by": groups, "confidence": confidence}
    renamed = Columns(columns or {}, package.off_policy_columns(prefixes), [SIDE])
    render = getattr(package, macro)
    # Wrong arguments are told before any data are read.
    render(SIDE, **asked, columns=renamed.names)
    names = [str(name).strip().lower() for name in names]
    plans = {each["name"]: each for each in package.off_policy_estimators()}
    kind = plans[names[0]]["probabilities"]
    read = columns_read(package, [plans[name]["predictions"] for name in names], kind, prefixes)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "columns": renamed.names}
        refuse_problems(entrance, macro, asked)
        sql = render(**asked)
        order = ["estimator", *(["candidate"] if macro == "off_policy_tuning" else [])]
        return entrance.answer(sql, package.result_columns(macro), order, known={"estimator": names})


def columns_read(package: Any, predictions: Sequence[str], kind: str, prefixes: Sequence[str]) -> list[str]:
    """Of the columns of a log, those that some estimator reads."""
    left_out = set() if "both" in predictions else {"predicted_reward"}
    left_out |= set() if kind != "action" else {"slate_id", "position"}
    if set(predictions) == {"none"}:
        left_out |= {package.columns_of_policy(prefix)[1] for prefix in prefixes}
    return [name for name in package.off_policy_columns(prefixes) if name not in left_out]
