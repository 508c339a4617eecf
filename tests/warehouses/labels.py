"""Labels on an engine: agreement and machine labels as other libraries have them, merged ratings by twins in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from labels.test_labels import GWET, MERGED, RECORDED, most_probable, shops_of_classes
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from recorded import labels
from recorded.labels import gwet
from warehouses import sample
from warehouses.comparison import Comparison, Key, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

RATINGS = {"shop": TEXT, "unit_id": BIGINT, "rater_id": TEXT, "rating": BIGINT}
GRADES = {"shop": TEXT, "query_id": BIGINT, "item_id": BIGINT, "relevance": DOUBLE}
VALUES = {"shop": TEXT, "query_id": TEXT, "measure": TEXT, "value": DOUBLE}
STEPS = 4


def rated() -> list[Row]:
    """A shop for each of the recorded tables, one of them without a name."""
    shops = {name: None if name == "two raters" else name for name in labels.RATINGS}
    return [(shops[name], *row) for name, given in labels.RATINGS.items() for row in labels.ratings(*given)]


def merged(rule: str) -> dict[Any, Row]:
    """rating, n_raters, agreement of a shop's unit."""
    by_unit: dict[Any, list[int]] = {}
    for shop, unit, _, rating in rated():
        by_unit.setdefault((shop, float(unit)), []).append(rating)
    found = {}
    for key, ratings in by_unit.items():
        agreement = max(Counter(ratings).values()) / len(ratings)
        found[key] = (MERGED[rule](ratings), len(ratings), agreement)
    return found


def rated_in_shops() -> dict[str | None, list[Row]]:
    """What is rated, and shops of many classes."""
    found: dict[str | None, list[Row]] = dict(shops_of_classes())
    for shop, *row in rated():
        found.setdefault(shop, []).append(tuple(row))
    return found


@cache
def by_dawid_and_skene() -> dict[Any, Row]:
    found = {}
    for shop, rows in rated_in_shops().items():
        for unit, rating in most_probable(rows, STEPS).items():
            ratings = [row[2] for row in rows if row[0] == unit]
            found[shop, float(unit)] = (rating, len(ratings), ratings.count(rating) / len(ratings))
    return found


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    session.load("ratings_of_raters", RATINGS, rated())
    given: dict[str, Any] = {"ratings": "ratings_of_raters", "by": ["shop"]}
    shops = {name: (None if name == "two raters" else name,) for name in labels.RATINGS}
    for level in sample.some(labels.LEVELS):
        sql = package.rater_agreement(**given, level=level, repetitions=10)
        found = [(row[0], row[2]) for row in map(tuple, session.query(sql))]
        known = {shops[name]: (figures[level],) for name, figures in RECORDED["ratings"].items()}
        yield from compared(f"rater_agreement({level})", known, keyed(found, 1))
    for weights in sample.some(gwet.WEIGHTS):
        chosen = {"method": "gwet", "weights": None if weights == "identity" else weights, "repetitions": 10}
        found = [(row[0], row[2]) for row in map(tuple, session.query(package.rater_agreement(**given, **chosen)))]
        known = {shops[name]: (figures["5"][weights],) for name, figures in GWET.items()}
        yield from compared(f"rater_agreement(gwet, {weights})", known, keyed(found, 1))
    for rule in sample.some(MERGED):
        more = {"method": rule} if rule in ("mean", "median") else {"ties": rule}
        found = list(map(tuple, session.query(package.merge_ratings(**given, **more))))
        yield from compared(f"merge_ratings({rule})", merged(rule), keyed(found, 2))
    session.load("ratings_of_shops", RATINGS, [(shop, *row) for shop, rows in rated_in_shops().items() for row in rows])
    sql = package.merge_ratings("ratings_of_shops", "dawid_skene", ["shop"], steps=STEPS)
    found = list(map(tuple, session.query(sql)))
    yield from compared("merge_ratings(dawid_skene)", by_dawid_and_skene(), keyed(found, 2))
    yield from machine_values(session, package)
    yield from machine_grades(session, package)


def machine_values(session: Session, package: Any) -> Iterator[Comparison]:
    tables: dict[str, list[Row]] = {"human_values": [], "machine_values": []}
    for name, given in labels.VALUES.items():
        for rows, values in zip(tables.values(), labels.values(*given), strict=True):
            rows += [(name, f"q{n}", "ndcg@10", value) for n, value in enumerate(values)]
    for name, rows in tables.items():
        session.load(name, VALUES, rows)
    for mode in sample.some(("tuned", "in full")):
        sql = package.prediction_powered(*tables, by=["shop"], tuned=mode == "tuned", confidence=0.9)
        known: dict[Key, Row] = {(name,): tuple(figures[mode]) for name, figures in RECORDED["values"].items()}
        found = [(row[0], *row[2:5]) for row in map(tuple, session.query(sql))]
        yield from compared(f"prediction_powered({mode})", known, keyed(found, 1))


def machine_grades(session: Session, package: Any) -> Iterator[Comparison]:
    """A shop for each of the recorded tables, whose queries are counted on; the confusion counted in Python."""
    tables: dict[str, list[Row]] = {"human_grades": [], "machine_grades": []}
    counts: Counter[Any] = Counter()
    for place, (name, given) in enumerate(labels.GRADES.items()):
        human, machine = labels.grades(*given)
        for rows, grades in zip(tables.values(), (human, machine), strict=True):
            rows += [(name, 1000 * place + query, item, float(grade)) for query, item, grade in grades]
        known = {row[:2]: row[2] for row in human}
        counts.update((name, known.get(row[:2]), row[2]) for row in machine)
    for name, rows in tables.items():
        session.load(name, GRADES, rows)
    for per_grade in sample.some((True, False)):
        sql = package.grade_calibration(*tables, by=["shop"], per_grade=per_grade, confidence=0.9)
        found = [
            (row[0], str(int(row[1])) if per_grade else "all", *row[2:8])
            for row in map(tuple, session.query(sql))
            if row[2] is not None
        ]
        expected: dict[Key, Row] = {
            (name, grade): tuple(figures)
            for name, by_grade in RECORDED["grades"].items()
            for grade, figures in by_grade.items()
            if per_grade == (grade != "all")
        }
        yield from compared("grade_calibration", expected, keyed(found, 2))
    cells = [tuple(row[:4]) for row in session.query(package.grade_confusion(*tables, by=["shop"]))]
    met: dict[Key, Row] = {
        (name, None if ours is None else float(ours), float(theirs)): (n,) for (name, ours, theirs), n in counts.items()
    }
    yield from compared("grade_confusion", met, keyed(cells, 3))
