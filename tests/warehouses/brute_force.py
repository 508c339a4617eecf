"""Every measure on rows full of what engines may treat differently, against tests/helpers/oracle.py.

Text ids that sort by bytes and not by language, ties, infinite and NaN scores, NULL in every column, NULL as a group,
items with a usable row among others, missing queries, queries without relevant items, negative and broken grades.
Duplicates stop every engine.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator

import oracle
from oracle import Measure, Row
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS, render
from tables import TEXT_IDS, every_measure, has_closed_form
from warehouses import sample
from warehouses.comparison import TOLERANCE, Comparison, compared, keyed
from warehouses.reference import DOUBLE, TEXT, Session

RUN = {"system": TEXT, "query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"segment": TEXT, "query_id": TEXT, "item_id": TEXT, "relevance": DOUBLE}
SCORES = [-1.5, 0.0, 0.5, 0.5, 2.0, math.inf, -math.inf, math.nan, None]
GRADES = [-1.0, 0.0, 0.0, 0.5, 1.0, 1.0, 2.0, 3.0, math.nan, None]
MEASURES = every_measure(None, 3)

# The policies are independent of each other: each occurs once.
POLICIES = [
    {"ties": "item", "queries": "judged", "unjudged": "irrelevant"},
    {"ties": "average", "queries": "all", "unjudged": "irrelevant"},
    {"ties": "best", "queries": "run", "unjudged": "drop"},
    {"ties": "worst", "queries": "intersection", "unjudged": "irrelevant"},
]


def rows() -> tuple[list[Row], list[Row]]:
    """Two systems, one of them NULL, over twelve queries in three segments, one of them NULL."""
    generator = random.Random(31)
    run: list[Row] = []
    judgments: list[Row] = []
    ids = [None, *TEXT_IDS]
    for number in range(12):
        query = TEXT_IDS[number] if number < len(TEXT_IDS) else f"q{number}"
        for system in ("s", None):
            items = generator.choices(ids, k=0 if number == 3 else generator.randint(1, 8))
            run += (
                {"system": system, "query_id": query, "item_id": item, "score": generator.choice(SCORES)}
                for item in items
            )
        segment = ["new", "known", None][number % 3]
        grades = [-1.0, 0.0] if number == 7 else GRADES
        judgments += (
            {"segment": segment, "query_id": query, "item_id": item, "relevance": generator.choice(grades)}
            for item in generator.choices(ids, k=0 if number == 5 else 7)
        )
    run += ({"system": "s", "query_id": None, "item_id": item, "score": 1.0} for item in "ab")
    return list(single(run, "system", "score")), list(single(judgments, "segment", "relevance"))


def single(rows: Iterable[Row], group: str, number: str) -> Iterator[Row]:
    """Without duplicates; rows without an id or a number are none."""
    seen = set()
    for row in rows:
        key = (row[group], row["query_id"], row["item_id"])
        is_usable = None not in (*key[1:], row[number]) and not math.isnan(row[number])
        if key not in seen or not is_usable:
            yield row
        if is_usable:
            seen.add(key)


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    run, judgments = rows()
    session.load("brute_force_run", RUN, [tuple(row.values()) for row in run])
    session.load("brute_force_judgments", JUDGMENTS, [tuple(row.values()) for row in judgments])
    require_refusals(session, dialect, run, judgments)
    yield from problems(session, dialect, run, judgments)
    yield from audited(session, dialect, run, judgments)
    if not sample.is_whole():
        yield from sampled(session, dialect, run, judgments)
        return
    for policy in POLICIES:
        measures = [measure for measure in MEASURES if has_closed_form(measure, policy["ties"])]
        units = list(oracle.units(run, judgments, ["system"], ["segment"], policy["unjudged"]))
        yield from per_query(session, dialect, units, measures, policy)
        if policy["ties"] in ("item", "average"):
            yield from means(session, dialect, units, measures, policy)


def sampled(session: Session, dialect: str, run: list[Row], judgments: list[Row]) -> Iterator[Comparison]:
    """Every measure with its default options and with another one, under a policy that all have values under."""
    measures = []
    for metric in dict.fromkeys(measure.metric for measure in MEASURES):
        own = [measure for measure in MEASURES if measure.metric == metric]
        measures += [measure for measure in own if measure.options == own[0].options]
        measures += sample.some([measure for measure in own if measure not in measures])
    (policy,) = sample.some(policy for policy in POLICIES if all(has_closed_form(m, policy["ties"]) for m in measures))
    units = list(oracle.units(run, judgments, ["system"], ["segment"], policy["unjudged"]))
    yield from per_query(session, dialect, units, measures, policy)


def require_refusals(session: Session, dialect: str, run: list[Row], judgments: list[Row]) -> None:
    """One more row of an item stops the engine, whatever the measure, with an error that names it."""
    again = next(row for row in run if row["system"] == "s" and row["score"] == 2.0)
    judged = next(row for row in judgments if row["segment"] == "new" and row["relevance"] == 1.0)
    twice = {"run": [*run, again | {"score": -9.0}], "judgments": [*judgments, judged]}
    for side, columns, one in (("run", RUN, again), ("judgments", JUDGMENTS, judged)):
        session.load(f"twice_{side}", columns, [tuple(row.values()) for row in twice[side]])
        names = {"run": "brute_force_run", "judgments": "brute_force_judgments"} | {side: f"twice_{side}"}
        group = "system s" if side == "run" else "segment new"
        said = f"{side}: query '{one['query_id']}' has item '{one['item_id']}' more than once in {group}: keep one"
        for asked in ["ndcg@3", "map", "roc_auc"]:
            sql = render(**names, measures=[asked], by=["system"], judgments_by=["segment"], dialect=dialect)
            found = error_of(session, sql)
            assert said in found, f"{asked}, {side}: {said!r} is not in {found!r}"


def error_of(session: Session, sql: str) -> str:
    try:
        session.query(sql)
    except Exception as error:  # noqa: BLE001  (each engine has its own)
        # ClickHouse escapes quotation marks.
        return str(error).replace("\\", "")
    return "none"


def problems(session: Session, dialect: str, run: list[Row], judgments: list[Row]) -> Iterator[Comparison]:
    """How many rows of each problem the inputs have."""
    known = {}
    queries = [{row["query_id"] for row in rows if row["query_id"] is not None} for rows in (run, judgments)]
    missing = [len(queries[0] - queries[1]), len(queries[1] - queries[0])]
    for side, rows, group, value in (("run", run, "system", "score"), ("judgments", judgments, "segment", "relevance")):
        keys = [(row[group], row["query_id"], row["item_id"]) for row in rows]
        known |= {
            (side, "query_id is NULL"): sum(query is None for _, query, _ in keys),
            (side, "item_id is NULL"): sum(item is None for *_, item in keys),
            (side, f"{value} is NULL or NaN"): sum(row[value] is None or math.isnan(row[value]) for row in rows),
            (side, "duplicate"): sum(keys.count(key) > 1 and None not in key[1:] for key in set(keys)),
        }
    known |= {("run", "query without judgments"): missing[0], ("judgments", "query without results"): missing[1]}
    package = macros(*DIALECTS[dialect])
    found = session.query(
        package.input_problems("brute_force_run", "brute_force_judgments", by=["system"], judgments_by=["segment"])
    )
    occurring = {key: (n_rows,) for key, n_rows in known.items() if n_rows}
    yield from compared("input_problems", occurring, keyed((row[:3] for row in found), 2))


def audited(session: Session, dialect: str, run: list[Row], judgments: list[Row]) -> Iterator[Comparison]:
    """What ties decide of a measure that looks at whole lists."""
    units = list(oracle.units(run, judgments, ["system"], ["segment"]))
    package = macros(*DIALECTS[dialect])
    found = session.query(
        package.tie_audit("brute_force_run", "brute_force_judgments", ["mrr"], by=["system"], judgments_by=["segment"])
    )
    measure = next(each for each in MEASURES if str(each) == "reciprocal_rank")
    for ties, place in (("item", 7), ("worst", 8), ("average", 9), ("best", 10)):
        for key, value in oracle.query_metrics(units, [measure], ties).items():
            (computed,) = (row[place] for row in found if ((row[0], row[1]), row[2]) == key[:2])
            yield Comparison("tie_audit", f"ties={ties}, query {key[1]!r} of {key[0]}", value, computed, TOLERANCE)


def sql(dialect: str, measures: list[Measure], policy: dict[str, str], is_per_query: bool) -> str:
    return render(
        "brute_force_run",
        "brute_force_judgments",
        [str(measure) for measure in measures],
        by=["system"],
        judgments_by=["segment"],
        per_query=is_per_query,
        dialect=dialect,
        **policy,
    )


def per_query(
    session: Session, dialect: str, units: list[oracle.Unit], measures: list[Measure], policy: dict[str, str]
) -> Iterator[Comparison]:
    found = {
        ((system, segment), query, measure): value
        for system, segment, query, measure, _, _, value in session.query(sql(dialect, measures, policy, True))
    }
    known = oracle.query_metrics(units, measures, policy["ties"], policy["queries"])
    assert found.keys() == known.keys(), sorted(map(repr, found.keys() ^ known.keys()))[:10]
    for key, value in known.items():
        yield Comparison(key[2], f"query {key[1]!r} of {key[0]} ({policy})", value, found[key], TOLERANCE)


def means(
    session: Session, dialect: str, units: list[oracle.Unit], measures: list[Measure], policy: dict[str, str]
) -> Iterator[Comparison]:
    found = {
        ((system, segment), measure): figures
        for system, segment, measure, _, _, *figures in session.query(sql(dialect, measures, policy, False))
    }
    known = oracle.metrics(units, measures, policy["ties"], policy["queries"])
    assert found.keys() == known.keys(), sorted(map(repr, found.keys() ^ known.keys()))[:10]
    for key, summary in known.items():
        for (name, value), computed in zip(vars(summary).items(), found[key], strict=True):
            yield Comparison(key[1], f"{name} of {key[0]} ({policy})", value, computed, TOLERANCE)
