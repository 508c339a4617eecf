"""Which of two answers was preferred: `preference_ratings`, `preference_pairs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import duckdb

from rankhouse._comparing.evidence import columns_beside, decided, list_of_names
from rankhouse._evaluating.mean_intervals import require_single_values
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.declared import asked, entered_as_declared, names_of_columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Correction, DecisionTest, PreferenceModel, Table

PAIR = ["system", "baseline", "wins", "ties", "losses", "win_rate", "ci_low", "ci_high", "p_value", "p_adjusted"]
CHECK = '"check"'
RATING = ["system", "strength", "rating", "ci_low", "ci_high", "rank", "rank_low", "rank_high", "win_rate"]


@short_errors
def preference_ratings(
    preferences: Table,
    method: PreferenceModel = "bradley_terry",
    *,
    order_effect: bool = False,
    baseline: str | None = None,
    confidence: float = 0.95,
    repetitions: int = 1000,
    seed: int = 0,
    cluster: str | None = None,
    prior: float = 0,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How strong systems are whose answers were compared, on one scale, as a relation: `.df()`, `.pl()`, `.fetchall()`,
    `.show()`.

    preferences: one row per comparison: `query_id`, `system_a` (shown first), `system_b` and `winner` (`a`, `b` or
        `tie`). Rows where one of them is NULL are refused in Python; elsewhere they do not count. Any table that
        `evaluate` takes.
    method: `bradley_terry` (a tie is half a win for each) or `davidson` (ties have their own probability, which is
        highest between equal systems).
    order_effect: true: the system shown first has an advantage, the same for all, estimated together with the
        strengths.
    baseline: the system whose strength is 0 and whose rating is 1000; it must exist. None: the mean of all strengths is
        0.
    confidence: the confidence level of the intervals, above 0 and below 1: 0.95 for 95 %.
    repetitions: repetitions of the bootstrap over queries, or clusters, 1 to 10,000. In each repetition a query or
        cluster has a Poisson(1) weight from a hash of `seed`, query and repetition: the same on every engine and every
        day. With 1 there is no interval.
    seed: a whole number from 0 on; another number gives other repetitions.
    cluster: a column whose queries may depend on each other, such as the document that they are about; a query without
        a value is its own cluster. None: queries count separately.
    prior: how many comparisons to add for every two systems that meet, half of them won by each: strengths stay finite
        if a system won or lost all.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"query_id": "question", "winner": "verdict"}`. `{"judge_id": "rater"}`
        says who judged, and `{"weight": "worth"}` how much a comparison counts, a number above 0. Python reads a column
        `judge_id` also if it is not named.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and system:
        the `by` columns
        `system`: the system
        `strength`: the strength, in logits; NULL if the likelihood has no single maximum, see `reason`
        `rating`: 1000 + 400 strength / ln 10, as in chess: 400 points more mean odds of 10 to 1; NULL like strength
        `ci_low`: the lower end of the interval of the rating; NULL like strength, and for fewer than 6 queries or
            clusters at 95 %
        `ci_high`: its upper end; NULL like ci_low
        `rank`: 1 for the strongest; equal strengths have equal ranks; NULL like strength
        `rank_low`: the best rank of the interval; NULL like ci_low
        `rank_high`: the worst one; NULL like ci_low
        `win_rate`: how often it is preferred to another system, as the mean over the others; ties count half, 0 to 1;
            NULL like strength
        `n_comparisons`: comparisons of the system
        `wins`: comparisons that it wins
        `ties`: comparisons without a winner
        `losses`: comparisons that it loses
        `reason`: why it has no strength, and what to do about it; NULL if it has one

    Raises InputError as `preference_pairs` does.
    """
    options = {
        "method": method,
        "order_effect": order_effect,
        "baseline": baseline,
        "confidence": confidence,
        "repetitions": repetitions,
        "seed": seed,
        "cluster": cluster,
        "prior": prior,
    }
    figures = [*RATING, "n_comparisons", "wins", "ties", "losses", "reason"]
    return _answer("preference_ratings", preferences, by, columns, con, options, figures, ["rank", "system"])


@short_errors
def preference_pairs(
    preferences: Table,
    *,
    baseline: str | None = None,
    cluster: str | None = None,
    correction: Correction = "holm",
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How often answers of one system are preferred to those of another, as a relation: `.df()`, `.pl()`,
    `.fetchall()`, `.show()`.

    preferences: one row per comparison: `query_id`, `system_a` (shown first), `system_b` and `winner` (`a`, `b` or
        `tie`). Rows where one of them is NULL are refused in Python; elsewhere they do not count. Any table that
        `evaluate` takes.
    baseline: the system that all others are compared with; it must exist. None: every pair once, the later name against
        the earlier one.
    cluster: a column whose queries may depend on each other, such as the document that they are about; a query without
        a value is its own cluster. None: queries count separately.
    correction: how to correct the p-values of all rows together into p_adjusted: `holm`, `bonferroni`,
        `benjamini_hochberg` or `none`.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"query_id": "question", "winner": "verdict"}`. `{"judge_id": "rater"}`
        says who judged, and `{"weight": "worth"}` how much a comparison counts, a number above 0. Python reads a column
        `judge_id` also if it is not named.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and pair of systems that met:
        the `by` columns
        `system`: the system
        `baseline`: the system it is compared with
        `wins`: comparisons that the system wins
        `ties`: comparisons without a winner
        `losses`: comparisons that the baseline wins
        `win_rate`: the share of comparisons that the system wins; ties count half, 0 to 1
        `ci_low`: the lower end of a 95 % interval; NULL for one query or cluster
        `ci_high`: its upper end; NULL for one query or cluster
        `p_value`: sign test of the won and lost queries, or clusters, 0 to 1; NULL for one won or lost query or cluster
        `p_adjusted`: p_value corrected for all rows together, 0 to 1
        `n_queries`: queries where both were compared
        `expected_win_rate`: the win rate that the strengths imply, 0 to 1; NULL if there are no strengths

    Raises InputError (a ValueError) for a missing column, an empty table, a winner of another spelling, a system
    against itself, an unknown baseline, and weights that are not above 0.
    """
    options = {"baseline": baseline, "cluster": cluster, "correction": correction}
    figures = [*PAIR, "n_queries", "expected_win_rate"]
    return _answer("preference_pairs", preferences, by, columns, con, options, figures, ["system", "baseline"])


@short_errors
def preference_checks(
    preferences: Table,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What there is to know of preferences before they are believed, as a relation: `.df()`, `.pl()`, `.fetchall()`,
    `.show()`.

    preferences: one row per comparison: `query_id`, `system_a` (shown first), `system_b` and `winner` (`a`, `b` or
        `tie`). Rows where one of them is NULL are refused in Python; elsewhere they do not count. Any table that
        `evaluate` takes.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"query_id": "question", "winner": "verdict"}`. `{"judge_id": "rater"}`
        says who judged, and `{"weight": "worth"}` how much a comparison counts, a number above 0. Python reads a column
        `judge_id` also if it is not named.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and check:
        the `by` columns
        `check`: first_shown_wins, both_orders, order_agreement, ties, judge_agreement, cycles or components
        `value`: a share of n, 0 to 1; for judge_agreement Krippendorff's alpha, for components their number; NULL if n
            is 0
        `ci_low`: the lower end of a 95 % interval of a share; NULL for judge_agreement, cycles and components, and for
            one query
        `ci_high`: its upper end; NULL like ci_low
        `n`: comparisons; for both_orders and order_agreement: queries, judges and two systems; for judge_agreement:
            queries and two systems; for cycles: three systems; for components: systems

    Raises InputError as `preference_pairs` does.
    """
    known = {CHECK: macros("duckdb").checks_of_preferences()}
    figures = [CHECK, "value", "ci_low", "ci_high", "n"]
    return _answer("preference_checks", preferences, by, columns, con, {}, figures, [CHECK], known)


@short_errors
def preferences_of(
    query_metrics: Table,
    *,
    system: str = "system",
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Values by query as preferences, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    query_metrics: values by query, one row per query, measure and system: the result of `query_metrics` with the column
        of the system in `by`. A value that is NULL or NaN does not count; rows without a query or a system are left
        out, and so is a query with several values of one system. Any table that `evaluate` takes.
    system: the column that tells systems apart.
    by: further columns; systems are compared within each combination of their values, including NULL.
    columns: maps our column names to yours: `{"query_id": "user_id", "value": "score"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    A board of `preference_ratings(..., by="measure")` over them stands beside one of judges.

    Returns one row per group, measure, query and pair of systems:
        the `by` columns
        `measure`: the measure, as a canonical string
        `query_id`: the query
        `system_a`: one system, the later name
        `system_b`: the other one
        `winner`: `a`, `b` or `tie`
    Values within 1e-12 of their sum are ties. If low values are good, as for `coverage_error`, the lower one wins. A
    query without one value for each system has no row.

    Raises InputError as `compare` does.
    """
    package, groups, side = macros("duckdb"), names_of_groups(by), "query_metrics"
    read = package.comparison_columns()
    renamed = Columns(columns or {}, read, [side])
    # Wrong arguments are refused before any data are read.
    package.preferences_of("values", system, groups, columns=renamed.names)
    with entered(con, {side: query_metrics}, {side: read}, renamed, groups, also={"system": [system]}) as entrance:
        require_single_values(entrance, [*groups, system])
        sql = package.preferences_of(entrance.inputs[0].sql, system, groups, columns=renamed.names)
        order = ["measure", "query_id", "system_a", "system_b"]
        return entrance.answer(sql, package.result_columns("preferences_of"), order)


@short_errors
def pairs_to_judge(
    preferences: Table,
    *,
    limit: int | None = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Which two systems to compare next, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    preferences: one row per comparison: `query_id`, `system_a` (shown first), `system_b` and `winner` (`a`, `b` or
        `tie`). Rows where one of them is NULL are refused in Python; elsewhere they do not count. Any table that
        `evaluate` takes.
    limit: how many pairs to return for each group; None: all.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"query_id": "question", "winner": "verdict"}`. `{"judge_id": "rater"}`
        says who judged, and `{"weight": "worth"}` how much a comparison counts, a number above 0. Python reads a column
        `judge_id` also if it is not named.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and pair of systems, the widest first:
        the `by` columns
        `system_a`: one system
        `system_b`: the other one
        `width`: the width of the 95 % interval of how often one is preferred to the other, 0 to 1
        `n_comparisons`: comparisons of the two so far

    Raises InputError as `preference_pairs` does.
    """
    return _answer("pairs_to_judge", preferences, by, columns, con, {"limit": limit})


def _answer(
    macro: str,
    preferences: Table,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    options: Mapping[str, Any],
    figures: Sequence[str] = (),
    order: Sequence[str] = (),
    known: Mapping[str, Sequence[str]] | None = None,
) -> duckdb.DuckDBPyRelation:
    """order: by which columns rows are ordered; none: as the macro orders them."""
    with asked(macro, {"preferences": preferences}, by, columns, con, **options) as call:
        return call.answer(order, figures, known, is_ordered=not order)


@short_errors
def preference_decision(
    preferences: Table,
    *,
    baseline: str | None = None,
    method: PreferenceModel = "bradley_terry",
    order_effect: bool = False,
    prior: float = 0,
    segments: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    cluster: str | Literal[False] | None = None,
    test: DecisionTest = "t",
    confidence: float = 0.95,
    power: float = 0.8,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What verdicts on two answers each decide, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    preferences: one row per comparison: `query_id`, `system_a` (shown first), `system_b` and `winner` (`a`, `b` or
        `tie`). Rows where one of them is NULL are refused in Python; elsewhere they do not count. Any table that
        `evaluate` takes.
    baseline: the system that all others are compared with; it must exist. None: a system has to be better than every
        other one.
    method: `bradley_terry` (a tie is half a win for each) or `davidson` (ties have their own probability, which is
        highest between equal systems).
    order_effect: true: the system shown first has an advantage, the same for all, estimated together with the
        strengths.
    prior: how many comparisons to add for every two systems that meet, half of them won by each: strengths stay finite
        if a system won or lost all.
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
    columns: maps our column names to yours: `{"query_id": "question", "winner": "verdict"}`. `{"judge_id": "rater"}`
        says who judged, and `{"weight": "worth"}` how much a comparison counts, a number above 0. Python reads a column
        `judge_id` also if it is not named.
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
    The difference is that of ratings. Units are queries, or clusters of them. A group without ratings has no row.

    Raises InputError as `preference_pairs` does, if no system has a rating, and for a query with several values of a
    segment or cluster.
    """
    package, groups, side = macros("duckdb"), names_of_groups(by), "preferences"
    of_model = {"baseline": baseline, "method": method, "order_effect": order_effect, "prior": prior}
    arguments: dict[str, Any] = {
        **of_model,
        "segments": list_of_names(segments),
        "by": groups,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    }
    declared = package.reads_preferences()
    renamed = names_of_columns(declared, columns)
    # Wrong arguments are told before any data are read.
    package.preference_decision(side, **arguments, columns=renamed.names)
    also, likely = columns_beside(arguments, renamed.names.values())
    entering = entered_as_declared(declared, {side: preferences}, renamed, groups, con, {}, also, likely)
    of_family = {**of_model, "by": groups}
    return decided("preference_decision", "preference_ratings", entering, arguments, of_family)
