"""What a policy would have earned, from another one's log: estimates, differences, limits of weights, weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import duckdb

from rankhouse._comparing.evidence import columns_beside, decided, list_of_names
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, list_of_measures, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import DecisionTest, Table

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

    log: one row per action that was played: `logging_probability` (of the policy that played it), `target_probability`
        (of the policy in question) and `reward`; for dm, dr and others with a model of rewards also
        `target_predicted_reward` (the mean prediction for what the policy would play) and, except for dm,
        `predicted_reward` (the prediction for what was played). For slates, one row per position, with `slate_id` and
        `position`. Python refuses a row whose probability, reward or prediction is not valid, and a position that a
        slate has twice; elsewhere they are left out with their whole slate and counted in n_left_out. Any table that
        `evaluate` takes.
    estimators: one or several of `ips`, `snips`, `dm`, `dr`, `sndr`, `switch_dr`, `dros`; for slates `sips` and
        `snsips` (probabilities of whole slates), `iips` and `sniips` (of an item at its position), or `rips`, `snrips`
        and `cascade_dr` (of the items from the first position down to this one).
    clip: the largest weight, for ips, dr, sips, iips and rips.
    switch: for switch_dr, the weight above which only the model counts.
    shrinkage: for dros: weights w become shrinkage * w / (w^2 + shrinkage).
    by: columns; each combination of their values, including NULL, is estimated separately.
    confidence: the confidence level of the interval, above 0 and below 1. It is normal.
    columns: maps the column names `logging_probability`, `target_probability`, `reward`, `predicted_reward` (for what
        was played), `target_predicted_reward` (the mean for what the policy would play), `slate_id` and `position` to
        yours: `{"reward": "clicked"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and estimator:
        the `by` columns
        `estimator`: the estimator
        `value`: the estimate, per action or slate
        `std_error`: the standard error of the value; NULL for one row
        `ci_low`: the lower end of a normal interval; NULL for one row
        `ci_high`: its upper end; NULL for one row
        `n`: actions, or slates
        `effective_size`: how many rows of equal weight would give as much information
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    It assumes that the log's policy sometimes played everything that the evaluated policy plays, and did so with the
    logged probability.

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

    log: the log, as for `off_policy`, with the other policy's `baseline_probability` and, if rewards are predicted,
        `baseline_predicted_reward`. If the baseline is the log's own policy, its probability is the logging one:
        columns={"baseline_probability": "logging_probability"}. Any table that `evaluate` takes.
    estimators: one or several of `ips`, `snips`, `dm`, `dr`, `sndr`, `switch_dr`, `dros`; for slates `sips` and
        `snsips` (probabilities of whole slates), `iips` and `sniips` (of an item at its position), or `rips`, `snrips`
        and `cascade_dr` (of the items from the first position down to this one).
    clip: the largest weight, for ips, dr, sips, iips and rips.
    switch: for switch_dr, the weight above which only the model counts.
    shrinkage: for dros: weights w become shrinkage * w / (w^2 + shrinkage).
    by: columns; each combination of their values, including NULL, is estimated separately.
    confidence: the confidence level of the interval, above 0 and below 1. It is normal.
    columns: maps the column names `logging_probability`, `target_probability`, `baseline_probability`, `reward`,
        `predicted_reward` (for what was played), `target_predicted_reward` (the mean for what the policy would play),
        `baseline_predicted_reward`, `slate_id` and `position` to yours: `{"reward": "clicked"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and estimator:
        the `by` columns
        `estimator`: the estimator
        `value`: the estimate of the policy
        `baseline_value`: the estimate of the other policy
        `difference`: value minus baseline_value
        `std_error`: the standard error of the difference; NULL for one row
        `ci_low`: the lower end of a normal interval of the difference; NULL for one row
        `ci_high`: its upper end; NULL for one row
        `n`: actions, or slates
        `effective_size`: how many rows of equal weight would give as much information
        `baseline_effective_size`: the same for the other policy
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    Both policies use the same rewards, so the interval of the difference is shorter than with two logs.

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

    log: one row per action that was played: `logging_probability` (of the policy that played it), `target_probability`
        (of the policy in question) and `reward`; for dm, dr and others with a model of rewards also
        `target_predicted_reward` (the mean prediction for what the policy would play) and, except for dm,
        `predicted_reward` (the prediction for what was played). For slates, one row per position, with `slate_id` and
        `position`. Python refuses a row whose probability, reward or prediction is not valid, and a position that a
        slate has twice; elsewhere they are left out with their whole slate and counted in n_left_out. Any table that
        `evaluate` takes.
    estimators: one or several of `ips`, `dr` (clip), `switch_dr` (switch), `dros` (shrinkage); for slates `sips`,
        `iips` or `rips` (clip).
    clip: candidates for ips, dr, sips, iips and rips, each above 0. Having no limit is always tried.
    switch: candidates for switch_dr, each above 0. Having no limit is always tried.
    shrinkage: candidates for dros, each above 0. Having no limit is always tried.
    by: columns; each combination of their values, including NULL, has its own choice.
    confidence: the confidence level of the interval, above 0 and below 1. The interval is normal; it accounts for
        neither the bias nor the choice.
    columns: maps the column names `logging_probability`, `target_probability`, `reward`, `predicted_reward` (for what
        was played), `target_predicted_reward` (the mean for what the policy would play), `slate_id` and `position` to
        yours: `{"reward": "clicked"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    The selection is that of Su, Dimakopoulou, Krishnamurthy and Dudik (2020), with their direct estimate of the bias.

    Returns one row per group, estimator and candidate:
        the `by` columns
        `estimator`: the estimator
        `parameter`: clip, switch or shrinkage
        `candidate`: the candidate; NULL for no limit, which is always tried
        `value`: the estimate
        `std_error`: the standard error of the value; NULL for one row
        `ci_low`: the lower end of the interval, which includes neither the bias nor the choice; NULL for one row
        `ci_high`: its upper end; NULL for one row
        `bias`: the value minus the value without a limit
        `rmse`: the square root of std_error^2 + bias^2; NULL for one row
        `is_chosen`: whether it has the lowest rmse; among equal ones, the highest candidate
        `n`: actions, or slates
        `effective_size`: how many rows of equal weight would give as much information
        `n_left_out`: rows that were left out; 0 in Python, which refuses them

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

    log: one row per action that was played: `logging_probability` and `target_probability`. Any table that `evaluate`
        takes.
    by: columns; each combination of their values, including NULL, is estimated separately.
    confidence: the confidence level of the interval of the mean weight, above 0 and below 1.
    columns: maps the column names `logging_probability` and `target_probability` to yours:
        `{"logging_probability": "propensity"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `n`: actions, or slates
        `mean_weight`: about 1, apart from chance; lower if the policy plays what the log never played
        `ci_low`: the lower end of its interval; NULL for one row
        `ci_high`: the upper end of its interval; NULL for one row
        `effective_size`: how many rows of equal weight would give as much information
        `median`: the median of the weights
        `p90`: the 90th percentile of the weights
        `p99`: the 99th percentile of the weights
        `highest`: the highest weight
        `largest_share`: the share of all weight in the heaviest one per cent, 0 to 1
        `zero_share`: the share of the rows that the policy would never have played, 0 to 1
        `n_left_out`: rows that were left out; 0 in Python, which refuses them

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
    read = columns_of_estimators(package, names, prefixes)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "columns": renamed.names}
        refuse_problems(entrance, macro, asked)
        sql = render(**asked)
        order = ["estimator", *(["candidate"] if macro == "off_policy_tuning" else [])]
        return entrance.answer(sql, package.result_columns(macro), order, known={"estimator": names})


def columns_of_estimators(package: Any, names: Sequence[str], prefixes: Sequence[str]) -> list[str]:
    plans = {each["name"]: each for each in package.off_policy_estimators()}
    asked = [plans[str(name).strip().lower()] for name in names]
    return columns_read(package, [plan["predictions"] for plan in asked], asked[0]["probabilities"], prefixes)


def columns_read(package: Any, predictions: Sequence[str], kind: str, prefixes: Sequence[str]) -> list[str]:
    """Of the columns of a log, those that some estimator reads."""
    left_out = set() if "both" in predictions else {"predicted_reward"}
    left_out |= set() if kind != "action" else {"slate_id", "position"}
    if set(predictions) == {"none"}:
        left_out |= {package.columns_of_policy(prefix)[1] for prefix in prefixes}
    return [name for name in package.off_policy_columns(prefixes) if name not in left_out]


@short_errors
def policy_decision(
    log: Table,
    estimators: str | Sequence[str] = "snips",
    *,
    clip: float | None = None,
    switch: float | None = None,
    shrinkage: float | None = None,
    segments: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    cluster: str | Literal[False] | None = None,
    test: DecisionTest = "t",
    confidence: float = 0.95,
    power: float = 0.8,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What a log decides of two policies, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    log: the log, as for `off_policy`, with the other policy's `baseline_probability` and, if rewards are predicted,
        `baseline_predicted_reward`. If the baseline is the log's own policy, its probability is the logging one:
        columns={"baseline_probability": "logging_probability"}. Any table that `evaluate` takes.
    estimators: estimators of `off_policy`. The first decides; the others are guardrails, in which the target must not
        be significantly worse.
    clip: the largest weight, for ips, dr, sips, iips and rips.
    switch: for switch_dr, the weight above which only the model counts.
    shrinkage: for dros: weights w become shrinkage * w / (w^2 + shrinkage).
    segments: columns such as `country`. A unit (a search, query, row or slate) has one value of each. Each value, NULL
        too, is a segment, and the system falls in it where it is worse with a p-value below (1 - `confidence`) / 5.
        Segments of fewer than 30 units are also tested together.
    by: columns; each combination of their values, including NULL, is a group.
    cluster: a column, such as the user, whose units (searches, queries, rows or slates) may depend on each other: its
        values are then the units. None: a decision has to hold over a column `user_id`, `document_id`, `session_id`,
        `conversation_id`, `patient_id`, `cluster` or `cluster_id` too, where the table has one whose values have
        several units. False: units are independent.
    test: the test: `t`, of the sum of differences, for which the largest gains are capped where that tells more, so
        that no further loss makes a decision milder; `sign`, exact, of how many units are won and lost; or
        `randomisation`, Fisher's flips of signs, 10,000 of them.
    confidence: a system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval has
        it too.
    power: the probability of a decision with more_units more units, above 0.5 and below 1.
    columns: maps the column names `logging_probability`, `target_probability`, `baseline_probability`, `reward`,
        `predicted_reward` (for what was played), `target_predicted_reward` (the mean for what the policy would play),
        `baseline_predicted_reward`, `slate_id` and `position` to yours: `{"reward": "clicked"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `decision`: `ship`, `ship, but` (something falls), `do not ship` or `not decided`
        `system`: the system to ship or not
        `baseline`: the system it is compared with; without one, that which it is least surely better than
        `measure`: the measure that decides
        `difference`: mean of the system minus mean of the baseline
        `ci_low`: the lower end of the interval of the difference
        `ci_high`: its upper end
        `p_adjusted`: the p-value that decides, 0 to 1
        `unit`: what counts: `queries`, `searches`, `rows`, `slates` or `clusters`
        `n_units`: how many there are
        `more_units`: how many more would decide with the given power; NULL if it is decided, or more would not tell
        `falls`: what falls with its difference, the largest loss first; empty if nothing does
        `reason`: why
    `system` is `target`, `baseline` is `baseline`, `measure` the estimator. Nothing is decided if the log is worth
    fewer than 30 rows, or slates, for one of them.

    Raises InputError (a ValueError) as `off_policy` does, and for a slate with several values of a segment or cluster.
    """
    package, groups = macros("duckdb"), names_of_groups(by)
    names = list_of_measures(estimators)
    of_log = {"clip": clip, "switch": switch, "shrinkage": shrinkage, "estimators": names, "by": groups}
    arguments: dict[str, Any] = {
        **of_log,
        "segments": list_of_names(segments),
        "by": groups,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    }
    prefixes = ["", "baseline_"]
    renamed = Columns(columns or {}, package.off_policy_columns(prefixes), [SIDE])
    # Wrong arguments are told before any data are read.
    package.policy_decision(SIDE, **arguments, columns=renamed.names)
    read = columns_of_estimators(package, names, prefixes)
    also, likely = columns_beside(arguments, [renamed.name(SIDE, ours) for ours in read])
    entering = entered(con, {SIDE: log}, {SIDE: read}, renamed, groups, also=also, if_there=likely)
    of_family = {**of_log, "confidence": confidence}
    return decided("policy_decision", "compare_policies", entering, arguments, of_family)
