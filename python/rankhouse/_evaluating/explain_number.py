"""`explain_number`: which settings give a figure that somebody has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._evaluating.evaluate import Rankings, pairs_given, ranked
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._rendering.errors import short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import unique_name
from rankhouse.types import Check, Table


@short_errors
def explain_number(
    value: float | str,
    run: Table,
    judgments: Table | None = None,
    measure: str = "ndcg@10",
    k: int | None = None,
    *,
    changes: int = 2,
    by: str | Sequence[str] = (),
    exclude: Table | None = None,
    candidates: Table | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Which settings give a figure that somebody has, such as an old slide: nearest first.

    value: the figure, 0.9307, or "0.9300" where its last digits are zeros, or "93.1%". What rounds to it matches.
    measure, k: what it is said to be; its options, where they are known. Without a cutoff the usual ones are tried.
    changes: how many settings at once may differ from rankhouse's own: options and policies with choices, and the
        cutoff (one more, one less, none). The conventions of all libraries that have the measure, and known faults of
        libraries, are tried whatever they change. The more changes, the more figures match by chance.
    The other arguments are those of `evaluate`.

    Returns one row per value and settings that give it: the `by` columns, `place` (1 is nearest; of those that match,
    what was asked for is first, then conventions, then the fewest changes), `value`, `difference` (value - figure),
    `matches`, `measure` (the canonical string), `convention` (or the thread of a known fault, such as
    "mlflow/mlflow#24541"), `ties`, `queries`, `unjudged`, `pool`, `n_changes`, `explanation` (what differs from the
    settings asked for). Of settings without a convention that give the same value those with the fewest changes stay.
    Warns if nothing matches.

    Raises InputError as `evaluate` does, and for a figure that is not a finite number.
    """
    package, groups = macros("duckdb"), names_of_groups(by)
    # Wrong arguments are refused before any data are read.
    asked = {"figure": package.read_figure(value), "measure": measure, "k": k, "changes": changes}
    package.check_arguments("explain_number", {"k": k, "changes": changes})
    package.settings_tried(measure, k, 0, False)
    package.check_groups("explain_number", {"by": groups})
    pairs = pairs_given(exclude, candidates)
    with ranked(run, judgments, groups, columns, con, check, False, pairs) as rankings:
        for doubt in rankings.doubts("judged"):
            warn(doubt)
        answer = _answer(rankings, asked)
    if not answer.filter("matches").limit(1).fetchall():
        nearest = answer.limit(1).project("value, measure, explanation").fetchall()
        found = "the nearest is {:.6g}, {} ({})".format(*nearest[0]) if nearest else "none of them has a value"
        warn(f"no settings that were tried give {value}: {found}")
    return answer


def _answer(rankings: Rankings, asked: Mapping[str, object]) -> duckdb.DuckDBPyRelation:
    """Sets of settings are evaluated one after another: DuckDB takes longer to plan all of them at once."""
    package, home, table = macros("duckdb"), rankings.entrance.home, unique_name("values")
    run, judgments = rankings.relations
    arguments = {"run": run, "judgments": judgments, **rankings.arguments, **rankings.pairs}
    plan = package.number_plan(asked, package.ranking_inputs(arguments), arguments)
    try:
        for number, each in enumerate(plan["sets"]):
            home.rows(f"{f'insert into {table}' if number else f'create temp table {table} as'} {each['values']}")
        sql = package.explain_number_of({**plan, "sets": [{"values": f"select * from {table}"}]})
        return rankings.answer(sql, package.result_columns("explain_number"), ["place"], ())
    finally:
        home.drop([table])
