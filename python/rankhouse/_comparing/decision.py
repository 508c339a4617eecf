"""`decision`: what a table of values by query decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import duckdb

from rankhouse._comparing.evidence import likely_beside, list_of_names
from rankhouse._comparing.sides import SIDE, sides_entered
from rankhouse._comparing.values import measures_of
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._inputs.problems import refusals_of_query
from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.relation import printable
from rankhouse.types import DecisionTest, Table


@short_errors
def decision(
    query_metrics: Table,
    *,
    baseline: Any = None,
    system: str = "system",
    measure: str | None = None,
    guardrails: str | Sequence[str] | None = None,
    margins: Mapping[str, float] | None = None,
    segments: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    cluster: str | Literal[False] | None = None,
    test: DecisionTest = "t",
    confidence: float = 0.95,
    power: float = 0.8,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Ship, do not ship, or not decided, as a relation: `.df()`, `.pl()`, `.show()`.

    query_metrics: values by query, one row per query, measure and system in each group: `query_id`, `measure`,
        `metric`, `k`, `value` and the columns of the systems, of `segments`, `cluster` and `by`, as `query_metrics` or
        `evaluate(..., per_query=True)` gives them. Queries with one value on both sides count. Any table that
        `evaluate` takes.
    baseline: the system that all others are compared with; it must exist. None: every pair once, the later name against
        the earlier one.
    system: the column that tells systems apart.
    measure: the measure that decides, such as `ndcg@10`. None: the first one of the table.
    guardrails: measures that must not fall: a system that is worse by one of them, with a p-value below (1 -
        `confidence`) / 5, is shipped with a "but". None: all others of the table.
    margins: how far a guardrail may fall: `{"recall@100": 0.01}`. It falls where it is significantly below minus this
        number.
    segments: columns such as `country`. Each value of each of them, NULL too, is a segment, and the system falls in it
        where it is worse with a p-value below (1 - `confidence`) / 5. Segments of fewer than 30 queries are also tested
        together.
    by: columns; each combination of their values, including NULL, is a group.
    cluster: a column, such as the user, whose queries may depend on each other: units are then its values. None:
        queries are units, and where the table has a column `user_id`, `document_id`, `session_id`, `conversation_id`,
        `patient_id`, `cluster` or `cluster_id` whose values have several queries, a decision has to hold over these
        too. False: queries are independent.
    test: the test: `t`, of the sum of differences, for which the largest gains are capped where that tells more, so
        that no further loss makes a decision milder; `sign`, exact, of how many units are won and lost; or
        `randomisation`, Fisher's flips of signs, 10,000 of them.
    confidence: a system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval has
        it too.
    power: the probability of a decision with more_units more units, above 0.5 and below 1.
    columns: maps our column names to yours: `{"query_id": "user_id", "value": "score"}`. `{"weight": "searches"}`
        weights queries: a number from 0 up, the same in all systems; a query that weighs 0 does not count. Not with
        wilcoxon.
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
    One more lost query never makes a decision milder.

    Raises InputError (a ValueError) for missing columns, an unknown baseline, measure or guardrail, if there is only
    one system, and if no two systems have a value for the same query.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    split, guards = list_of_names(segments), list_of_names(guardrails)
    read = package.comparison_columns()
    renamed = Columns(columns or {}, [*read, "weight"], [SIDE])
    read = [*read, *(["weight"] if renamed.named(SIDE, "weight") else [])]
    arguments: dict[str, Any] = {
        "guardrails": guards,
        "margins": {} if margins is None else margins,
        "segments": split,
        "by": groups,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
        "columns": renamed.names,
    }
    # Wrong arguments are refused before any data are read.
    package.decision("values", baseline, system, measure, **arguments)
    roles = {"system": system, **({"cluster": cluster} if isinstance(cluster, str) else {})}
    unnamed = likely_beside(arguments, groups, [*roles.values(), *renamed.names.values()])
    with sides_entered(con, query_metrics, read, roles, baseline, groups, renamed, split, unnamed) as sides:
        known = measures_of(sides.entrance, sides.entrance.inputs[0])
        for argument, names in (
            ("measure", [measure]),
            ("guardrails", arguments["guardrails"] or ()),
            ("margins", arguments["margins"]),
        ):
            for name in names:
                if name is not None and name not in known:
                    meant = did_you_mean(str(name), known)
                    raise InputError(f"{argument}: {SIDE} has no measure {name!r}{meant}; it has {listed(known)}")
        decides = measure or known[0]
        if decides in arguments["margins"]:
            raise InputError(package.says_margin_of_deciding(decides))
        sql = package.decision(sides.table, baseline, system, decides, **arguments)
        figures = package.result_columns("decision")
        order = ", ".join(str(place + 1) for place in range(len(groups)))
        columns_read = ", ".join(map(quoted, [*groups, *figures]))
        with refusals_of_query():
            found = sides.entrance.home.kept(
                f"select {columns_read} from ({sql}) as result({columns_read}) {f'order by {order}' if groups else ''}"
            )
        if not found.limit(1).fetchall():
            raise InputError(f"no two systems of {system!r} have a value for the same query: nothing can be decided")
        return printable(found)
