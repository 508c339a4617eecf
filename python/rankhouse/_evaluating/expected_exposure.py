"""`expected_exposure`: how a system shares out the exposure that relevant items deserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._evaluating.exposures import answer_of_exposure
from rankhouse._rendering.errors import short_errors
from rankhouse.types import Attention, Check, Table


@short_errors
def expected_exposure(
    run: Table,
    judgments: Table,
    *,
    sample: str | None = None,
    attention: Attention = "rbp",
    p: float = 0.5,
    satisfaction: float = 0.5,
    k: int | None = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """How a system shares out exposure, beside what relevant items deserve (Diaz et al. 2020), as a relation.

    run, judgments: as for `evaluate`. Items with a relevance above 0 deserve exposure, the more the more relevant.
    sample: a column of the run that tells several rankings of one query apart, as a stochastic system or several days
        give them; an item's exposure is the mean over them. None: one ranking for each query.
    attention: what a rank gets: `rbp` (p^(rank - 1)), `cascade` (which each relevant item before it lowers too, by
        `satisfaction`) or `log2` (1 / log2(rank + 1)).
    p: the probability that a reader goes on to the next rank, above 0 and below 1.
    satisfaction: of cascade, the probability that a relevant item is enough, from 0 to 1.
    k: ranks below it get nothing; None: all count.
    by: columns of the run; each combination of their values is measured on its own. NULL is a group like any other.
    columns, con, check: as in `evaluate`.

    Returns three rows per group, for `ee_l` (expected exposure loss, the sum over items of (exposure - target)^2; lower
    is fairer), `ee_d` (disparity, the sum of exposure^2) and `ee_r` (relevance, the sum of exposure * target): the `by`
    columns, `measure`, `metric`, `k`, `value` (mean over the queries that have a relevant item), `n_queries`,
    `n_missing` (queries without a ranking, where nothing has exposure), `value_sum`, `std_error`, `ci_low`, `ci_high`.

    Raises InputError (a ValueError) for what `evaluate` refuses; rows without a sample do not count.
    """
    return answer_of_exposure(
        "expected_exposure",
        {"run": run, "judgments": judgments},
        {"sample": sample, "attention": attention, "p": p, "satisfaction": satisfaction, "k": k},
        by=by,
        columns=columns,
        con=con,
        check=check,
        order=["metric"],
        known={"metric": ["ee_l", "ee_d", "ee_r"]},
    )
