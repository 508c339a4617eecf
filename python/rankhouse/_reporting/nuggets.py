"""The section on intents and nuggets: how many of them each system finds, and those that it never does."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rankhouse._evaluating.evaluate import evaluate
from rankhouse._inputs.columns import WEIGHTS
from rankhouse._inputs.entrance import list_of_measures
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._reporting.gather import QUERY, Rankings
from rankhouse._reporting.page import Page, Section
from rankhouse._reporting.tables import Cell, Row, Table, count, figure, name
from rankhouse._results.numbers import NOTHING, between, digits_of, rounded

USUAL_CUTOFF = 10
MOST_NUGGETS = 200
"""Of those that some system misses."""


@dataclass(frozen=True)
class Nugget:
    """ranks: the first place of an item that supports it, by system; None: none within the cutoff."""

    query: str
    text: str
    n_items: int
    ranks: Mapping[str, int | None]
    importance: str | None = None

    @property
    def missing(self) -> list[str]:
        return [system for system, rank in self.ranks.items() if rank is None]


def of_nuggets(
    nuggets: Any, intents: str | None, columns: Mapping[str, str], rankings: Rankings | None, page: Page
) -> None:
    """Adds the section, where there are judgments by intent or nugget. rankings: None without runs."""
    if nuggets is None:
        if intents is not None:
            raise InputError(
                "intents is the name of a column of nuggets: give nuggets, judgments with a row for each intent"
            )
        return
    if intents is None:
        raise InputError("nuggets needs intents, the name of its column that holds the intents or nuggets")
    if rankings is None or rankings.values.evaluation is None:
        raise InputError("nuggets are looked for in lists: give runs with items and scores, and judgments")
    k = cutoff_of(rankings)
    # Nuggets are read as judgments; what is said of judgments is not said of them.
    others = {key: column for key, column in columns.items() if not key.startswith("judgments.")}
    names = {key.replace("nuggets.", "judgments."): column for key, column in others.items()}
    importance = names.get("judgments.importance", names.get("importance"))
    found = found_nuggets(rankings, nuggets, intents, names, importance, k)
    section = Section("nuggets", "Intents and nuggets", sentence_of(found, rankings.systems, k))
    section.tables.append(means_of(rankings, nuggets, intents, names, importance, k))
    missed = sorted(
        (each for each in found if each.n_items and each.missing),
        key=lambda each: (-len(each.missing), each.importance != "vital", each.query, each.text),
    )
    if missed:
        section.tables.append(table_of(missed, rankings.systems, k, importance is not None))
    page.sections.append(section)


def cutoff_of(rankings: Rankings) -> int:
    """The deepest of the measures."""
    plan = macros("duckdb").plan({"run": "run", "judgments": "judgments", "measures": list(rankings.measures)})
    return max((measure["k"] for measure in plan["measures"] if measure["k"]), default=USUAL_CUTOFF)


def asked(
    rankings: Rankings, nuggets: Any, measures: Sequence[str], names: Mapping[str, str], by: Sequence[str], **more: Any
) -> list[tuple[Any, ...]]:
    """What `evaluate` gives for the runs of the report and other judgments."""
    evaluation = rankings.values.evaluation
    assert evaluation is not None
    run = rankings.home.con.sql(f"from {evaluation.rankings.relations[0]}")
    if "intents" not in more:
        names = {key: column for key, column in names.items() if key.split(".")[-1] not in WEIGHTS}
    try:
        # What is doubtful in the run has been said of the judgments.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = evaluate(
                run, nuggets, list_of_measures(measures), by=by, columns=names, con=rankings.home.con, **more
            )
            return found.fetchall()
    except InputError as error:
        raise InputError(f"nuggets, read as judgments: {error}") from None


def found_nuggets(
    rankings: Rankings, nuggets: Any, intents: str, names: Mapping[str, str], importance: str | None, k: int
) -> list[Nugget]:
    """To a measure a nugget is a group of the judgments: its first item is where its reciprocal rank is."""
    of_run = groups_of_run(rankings)
    others = [column for column in of_run if column != rankings.system]
    by = [*of_run, intents, *([importance] if importance else [])]
    values: dict[tuple[str, str, str | None], dict[str, dict[str, float]]] = {}
    names_of = names_of_queries(rankings)
    for row in asked(rankings, nuggets, [f"reciprocal_rank@{k}", "num_rel"], names, by, per_query=True, queries="all"):
        group, (query, _, metric, _, value) = dict(zip(by, row, strict=False)), row[len(by) :]
        unit = " · ".join(map(str, [names_of(str(query)), *(group[column] for column in others)]))
        of_nugget = values.setdefault((unit, str(group[intents]), group[importance] if importance else None), {})
        of_nugget.setdefault(str(group[rankings.system]), {})[metric] = value or 0
    return [
        Nugget(
            query,
            text,
            int(max(each["num_rel"] for each in of_systems.values())),
            {system: rank_of(of_systems.get(system, {})) for system in rankings.systems},
            vital,
        )
        for (query, text, vital), of_systems in values.items()
    ]


def names_of_queries(rankings: Rankings) -> Callable[[str], str]:
    """What queries are called on the page: those that nobody evaluates have no name beside their id."""
    if rankings.asked.query_ids:
        return str
    shown = dict(rankings.home.rows(f"select distinct {QUERY}, split_part(query_id, ' · ', 1) from {rankings.table}"))
    return lambda query: shown.get(query, NOTHING)


def groups_of_run(rankings: Rankings) -> list[str]:
    evaluation = rankings.values.evaluation
    assert evaluation is not None
    return [*evaluation.rankings.arguments["by"]]


def rank_of(values: Mapping[str, float]) -> int | None:
    value = values.get("reciprocal_rank", 0)
    return round(1 / value) if value else None


def means_of(
    rankings: Rankings, nuggets: Any, intents: str, names: Mapping[str, str], importance: str | None, k: int
) -> Table:
    vital = [f"nugget_recall(okay=0)@{k}"] if importance else []
    measures = [f"context_recall@{k}", f"nugget_recall@{k}", *vital, f"alpha_ndcg@{k}"]
    by = rankings.system
    values: dict[str, dict[str, Cell]] = {}
    for system, measure, _, _, value, _, _, _, _, low, high in asked(
        rankings, nuggets, measures, names, [by], intents=intents
    ):
        small = "" if low is None else between(low, high)
        shown = NOTHING if value is None else rounded(value, digits_of(low, high))
        values.setdefault(str(system), {})[measure] = figure(shown, small)
    rows = [
        Row([name(system, place), *(values.get(system, {}).get(each, figure(NOTHING)) for each in measures)], [place])
        for place, system in enumerate(rankings.systems)
    ]
    heads = [name("system"), *map(Cell, measures)]
    notes = ["Below each value is its 95 % interval over the queries with an intent or nugget that some item supports."]
    return Table("nugget-means", "Intents and nuggets found", heads, rows, notes)


def sentence_of(nuggets: Sequence[Nugget], systems: Sequence[str], k: int) -> str:
    supported = [each for each in nuggets if each.n_items]
    never = [each for each in supported if len(each.missing) == len(systems)]
    vital = sum(each.importance == "vital" for each in never)
    queries = len({each.query for each in supported})
    text = (
        f"{len(supported):,} intents or nuggets of {queries:,} queries are supported by a judged item. Found by no"
        f" system in its first {k} items: {len(never):,}{f', {vital:,} of them vital' if vital else ''}."
    )
    if len(systems) > 1:
        missed = [f"by {system}: {sum(system in each.missing for each in supported):,}" for system in systems]
        text += f" Missed {', '.join(missed)}."
    if len(nuggets) > len(supported):
        text += f" Supported by no judged item: {len(nuggets) - len(supported):,}."
    return text


def table_of(missed: Sequence[Nugget], systems: Sequence[str], k: int, is_graded: bool) -> Table:
    rows = [
        Row(
            [
                name(each.query),
                name(each.text),
                *([name(each.importance)] if is_graded else []),
                count(each.n_items),
                *(
                    Cell("never" if rank is None else f"{rank:,}", system=place, is_muted=rank is None)
                    for place, rank in enumerate(each.ranks.values())
                ),
            ]
        )
        for each in missed[:MOST_NUGGETS]
    ]
    heads = [name("query"), name("intent or nugget"), *([name("importance")] if is_graded else []), Cell("items")]
    heads += [Cell(system, system=place) for place, system in enumerate(systems)]
    notes = [
        f"The rank of the first item, among the first {k}, that supports it. Items: how many do,"
        " according to the judgments. Those that most systems miss come first."
    ]
    if len(missed) > MOST_NUGGETS:
        notes.append(f"{len(missed) - MOST_NUGGETS:,} more are left out.")
    return Table("missed-nuggets", "Intents and nuggets that a system does not find", heads, rows, notes)
