"""`explain_number`: which settings give a figure that somebody has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._evaluating.evaluate import RunAndJudgments, pairs_given, ranked
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

    value: the figure with its digits, such as 0.9307, "0.9300" or "93.1%". Values that round to it match.
    run: scored items, as for `evaluate`.
    judgments: judged items, one row per query and item: `query_id`, `item_id`, `relevance` (above 0 is relevant) and
        the columns of `by` that they have. None: the run itself has a relevance column.
    measure: a measure string: what the figure is said to be, with the options that you know. Without a cutoff the usual
        ones are tried.
    k: the cutoff, if the measure has none; without either, the usual cutoffs are tried.
    changes: how many settings may differ at once from the given ones, 0 to 9: options and policies with choices, and
        the cutoff (one more, one less, none). Conventions of all libraries that have the measure, and known faults of
        libraries, are tried however much they change. With more changes, more figures match by chance.
    by: columns of the run, of the judgments, or of both; each combination of their values, including NULL, is evaluated
        separately.
    exclude: pairs of `query_id` and `item_id` to take out of the run and the judgments first.
    candidates: the only pairs of `query_id` and `item_id` that take part.
    columns: maps our column names to yours.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per value and settings that give it:
        the `by` columns
        `place`: 1 is nearest; among matches, the given settings come first, then conventions, then the fewest changes
        `value`: the value with these settings
        `difference`: value minus the figure
        `matches`: whether the value equals the figure, to its digits
        `measure`: the measure that gives it
        `convention`: the convention, the thread of a known fault, such as mlflow/mlflow#24541, or own SQL and its form;
            NULL if there is neither
        `ties`: how ties are ordered
        `queries`: which queries count
        `unjudged`: how unjudged items are treated
        `pool`: which items' judgments count
        `n_changes`: how many settings differ from the given ones
        `explanation`: what differs
    It tries every convention that has the measure, known faults of libraries, and up to `changes` settings that differ
    from the given ones. Among settings without a convention that give the same value, only those with the fewest
    changes are kept. The query is long: about 900 kB for two changes of ndcg, and 360 kB for one. Warns if nothing
    matches. If a list of the run has an item several times, its first place counts, with a warning; known faults of
    libraries that counted every place do so.

    Raises InputError as `evaluate` does, and for a figure that is not a finite number.
    """
    package, groups = macros("duckdb"), names_of_groups(by)
    # Wrong arguments are refused before any data are read.
    asked = {"figure": package.read_figure(value), "measure": measure, "k": k, "changes": changes}
    package.check_arguments("explain_number", {"k": k, "changes": changes})
    given = package.settings_tried(measure, k, 0, False)[0]["as_read"]
    is_exponential = package.take_grades_as_exponents([given])
    package.check_groups("explain_number", {"by": groups})
    pairs = pairs_given(exclude, candidates)
    with ranked(run, judgments, groups, columns, con, check, is_exponential, pairs, allows_duplicates=True) as rankings:
        for doubt in rankings.doubts("judged"):
            warn(doubt)
        # What is asked for is never left out: where nothing was checked, the query itself refuses it.
        leaves_out = not is_exponential and rankings.overflows_exponents
        answer = _answer(rankings, asked | {"without_exponents": leaves_out})
    if not answer.filter("matches").limit(1).fetchall():
        nearest = answer.limit(1).project("value, measure, explanation").fetchall()
        found = "the nearest is {:.6g}, {} ({})".format(*nearest[0]) if nearest else "none of them has a value"
        above = package.says_raised_by_duplicates(measure, asked["figure"]["number"])
        warn(f"none of the settings tried gives {value}: {found}{above}")
    return answer


def _answer(rankings: RunAndJudgments, asked: Mapping[str, object]) -> duckdb.DuckDBPyRelation:
    """Sets of settings are evaluated one after another: DuckDB takes longer to plan all of them at once."""
    package, home, table = macros("duckdb"), rankings.entrance.home, unique_name("values")
    run, judgments = rankings.relations
    arguments = {"run": run, "judgments": judgments, **rankings.arguments, **rankings.pairs}
    asked = {**asked, "with_duplicates": rankings.all_places}
    plan = package.number_plan(asked, package.ranking_inputs(arguments), arguments)
    try:
        for number, each in enumerate(plan["sets"]):
            home.rows(f"{f'insert into {table}' if number else f'create temp table {table} as'} {each['values']}")
        sql = package.explain_number_of({**plan, "sets": [{"values": f"select * from {table}"}]})
        return rankings.answer(sql, package.result_columns("explain_number"), ["place"], ())
    finally:
        home.drop([table])
