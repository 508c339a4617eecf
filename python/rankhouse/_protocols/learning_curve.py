"""`learning_curve`, `mean_over_curve` and `curve_crossings`: metrics by the number of ratings that are given."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import Unpack

import duckdb

from rankhouse._evaluating.values import Evaluation, Values, evaluated
from rankhouse._inputs.columns import kind
from rankhouse._inputs.entrance import Entrance, names_of_groups
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse.types import Incomplete, Table

MEASURES = "ndcg@10"
MEAN = ("value", "n_queries", "std_error", "ci_low", "ci_high")
MEAN_OVER_CURVE = ("measure", "value", "n_queries", "n_incomplete", "std_error", "ci_low", "ci_high")
CROSSINGS = (
    *("measure", "system", "other_system", "crossing", "ci_low", "ci_high"),
    *("ahead_before", "ahead_after", "crossing_share", "n_queries"),
)


@short_errors
def learning_curve(
    run: Table,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = "system",
    given: str = "n_given",
    **evaluation: Unpack[Evaluation],
) -> duckdb.DuckDBPyRelation:
    """The mean of each measure for each number of given ratings, as a relation: `.df()`, `.pl()`, `.show()`.

    run: scored items, as for `evaluate`, for all points of the curve. Each list is what a system recommends to a user
        when it knows as many of the user's ratings as the column `given` says.
    judgments: labels, as for `evaluate`. With the column `given`, each label belongs to one point, such as the test
        part of `split(ratings, "learning_curve", given=10)`. Without it, each label belongs to all points.
    measures: measures whose mean counts all queries alike: not `gmap` or a weighted `roc_auc`.
    by: columns; each combination of their values, including NULL, is a curve. `()` for one curve.
    given: the column with the number of given ratings.
    evaluation: `convention`, `ties`, `queries`, `unjudged`, `relevant_from`, `pool`, `columns`, `con` and `check`, as
        in `evaluate`.

    Returns one row per group, measure and number of given ratings:
        the `by` columns
        `measure`: the measure, as a canonical string
        the column n_given: the number of given ratings
        `value`: the mean over users: at each point, what `metrics` gives for its split
        `n_queries`: users with a value
        `std_error`: the standard error of the value; NULL for fewer than two users
        `ci_low`: the lower end of a 95 % interval; NULL for fewer than two users
        `ci_high`: its upper end; NULL for fewer than two users
    The interval stays in the range that follows from the measure's name, unless the table has a value beyond it.

    Raises InputError as `evaluate` does, and where `given` is not a number or NULL.
    """
    groups = names_of_groups(by)
    with curves(run, judgments, measures, groups, given, **evaluation) as values:
        sql = macros("duckdb").learning_curve(values.table, groups, {"n_given": given})
        return values.answer(sql, groups, ["measure", quoted(given), *MEAN], ["measure", quoted(given)])


@short_errors
def mean_over_curve(
    run: Table,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = "system",
    given: str = "n_given",
    incomplete: Incomplete = "leave_out",
    **evaluation: Unpack[Evaluation],
) -> duckdb.DuckDBPyRelation:
    """MANDCG, and the same for any measure: the mean over users of a user's mean over the points of the learning curve.

    run: scored items, as for `evaluate`, for all points of the curve. Each list is what a system recommends to a user
        when it knows as many of the user's ratings as the column `given` says.
    judgments: labels, as for `evaluate`. With the column `given`, each label belongs to one point, such as the test
        part of `split(ratings, "learning_curve", given=10)`. Without it, each label belongs to all points.
    measures: measures whose mean counts all queries alike: not `gmap` or a weighted `roc_auc`.
    by: columns; each combination of their values, including NULL, is a curve. `()` for one curve.
    given: the column with the number of given ratings.
    incomplete: how to treat users without a value at some point of the curve: `leave_out` (the default), or `keep`,
        with the mean over their points. n_incomplete counts them either way.
    evaluation: `convention`, `ties`, `queries`, `unjudged`, `relevant_from`, `pool`, `columns`, `con` and `check`, as
        in `evaluate`.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `value`: the mean over users
        `n_queries`: users with a value
        `n_incomplete`: users without a value at some point, kept or not
        `std_error`: the standard error of the value; NULL for fewer than two users
        `ci_low`: the lower end of a 95 % interval; NULL for fewer than two users
        `ci_high`: its upper end; NULL for fewer than two users
    A curve's points are those at which any group has a value.
    """
    groups = names_of_groups(by)
    macros("duckdb").mean_over_curve("values", groups, incomplete)
    with curves(run, judgments, measures, groups, given, **evaluation) as values:
        sql = macros("duckdb").mean_over_curve(values.table, groups, incomplete, {"n_given": given})
        return values.answer(sql, groups, MEAN_OVER_CURVE, ["measure"])


@short_errors
def curve_crossings(
    run: Table,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    system: str = "system",
    by: str | Sequence[str] = (),
    given: str = "n_given",
    repetitions: int = 1000,
    seed: int = 0,
    confidence: float = 0.95,
    **evaluation: Unpack[Evaluation],
) -> duckdb.DuckDBPyRelation:
    """Where the learning curves of two systems cross, and one would switch from one to the other.

    run: scored items, as for `evaluate`, for all points of the curve. Each list is what a system recommends to a user
        when it knows as many of the user's ratings as the column `given` says.
    judgments: labels, as for `evaluate`. With the column `given`, each label belongs to one point, such as the test
        part of `split(ratings, "learning_curve", given=10)`. Without it, each label belongs to all points.
    measures: measures whose mean counts all queries alike: not `gmap` or a weighted `roc_auc`.
    system: the column that tells systems apart; every pair of them is compared, over the users who have a value for
        both at a point.
    by: further columns; systems are compared within each combination of their values, including NULL.
    given: the column with the number of given ratings.
    repetitions: bootstrap samples of the users, 1 to 10,000. A user's weight in each is a Poisson(1) number from a hash
        of `seed`, user and sample: the same for all systems, on every engine. A crossing in 1 sample has no interval.
    seed: a whole number from 0 on; another number gives other samples.
    confidence: the share of the samples' crossings that lie between ci_low and ci_high, above 0 and below 1.
    evaluation: `convention`, `ties`, `queries`, `unjudged`, `relevant_from`, `pool`, `columns`, `con` and `check`, as
        in `evaluate`.

    Returns one row per crossing of each pair of systems and each measure, or one row with a NULL crossing:
        the `by` columns
        `measure`: the measure, as a canonical string
        `system`: the system
        `other_system`: the other system
        `crossing`: a number of given ratings, interpolated between two points; NULL if the curves do not cross
        `ci_low`: the lower end of the interval of the nearest crossings in the same direction, in the samples that have
            one
        `ci_high`: its upper end
        `ahead_before`: the system whose curve is higher before
        `ahead_after`: the system whose curve is higher after
        `crossing_share`: the share of samples with such a crossing; in a row without a crossing, the share of samples
            with any, 0 to 1
        `n_queries`: users with a value for both systems at a point
    A curve is the mean over the users with a value for both systems at a point; pairs without such users have no row.
    If the curves are equal at some points, the crossing is in the middle of these points; curves that only touch do not
    cross. Users are resampled together with all their values, by Poisson(1) weights from a hash: the same on every
    engine.

    Raises InputError as `learning_curve` does, for a single system, and for systems without a user in common.
    """
    groups = names_of_groups(by)
    rest = {"repetitions": repetitions, "seed": seed, "confidence": confidence}
    named = {"n_given": given, "system": system}
    macros("duckdb").curve_crossings("values", groups, **rest, columns=named)
    with curves(run, judgments, measures, [system, *groups], given, **evaluation) as values:
        require_systems(values, system)
        sql = macros("duckdb").curve_crossings(values.table, groups, **rest, columns=named)
        result = values.answer(sql, groups, CROSSINGS, ["measure", "system", "other_system", "crossing"])
        if not result.limit(1).fetchall():
            raise InputError(
                f"no two systems in {system!r} have a value for the same query at the same {given!r}: nothing"
                " can be compared"
            )
        return result


def curves(
    run: Table,
    judgments: Table | None,
    measures: str | Iterable[str],
    groups: Sequence[str],
    given: str,
    **evaluation: Unpack[Evaluation],
) -> contextlib.AbstractContextManager[Values]:
    """The evaluation by query at every point, for as long as a query on it is made."""
    macros("duckdb").learning_curve("values", groups, {"n_given": given})
    return evaluated(
        run,
        judgments,
        measures,
        [*groups, given],
        "a learning curve",
        lambda rankings: require_points(rankings.entrance, given),
        **evaluation,
    )


def require_systems(values: Values, column: str) -> None:
    run = values.entrance.inputs[0]
    run.require(column)
    name = run.quoted(column)
    found = values.entrance.home.rows(f"select distinct {name} from {run.sql} where {name} is not null limit 2")
    if len(found) < 2:
        raise InputError(
            f"curve_crossings compares systems, but column {column!r} of run has"
            f" {f'only {found[0][0]!r}' if found else 'no value'}: give the lists of two systems"
        )


def require_points(entrance: Entrance, given: str) -> None:
    """Every list has its number of given ratings."""
    run = entrance.inputs[0]
    run.require(given)
    if kind(run.type(given)) != "number":
        raise InputError(f"run: {given!r} is a number of given ratings, but the column is {run.type(given)}; cast it")
    name = run.quoted(given)
    (missing,) = entrance.home.row(f"select count(*) from {run.sql} where {name} is null")
    if missing:
        raise InputError(
            f"run: {missing:,} {'row has' if missing == 1 else 'rows have'} no number of given ratings (NULL in column"
            f" {given!r}); leave them out or give them one"
        )
