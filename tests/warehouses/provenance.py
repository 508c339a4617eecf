"""Where a number comes from, as an engine says it: the version, the id of the settings, and the time in UTC."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import rankhouse
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses.comparison import Comparison
from warehouses.reference import BIGINT, DOUBLE, TEXT, Session

ASKED = ["ndcg@10", "average_precision"]
SETTINGS: dict[str, Any] = {"convention": "trec_eval", "ties": "best"}
MOMENT = 900
"""Seconds within which a check is made: less than any time zone is away."""


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    session.load("said_run", {"query_id": BIGINT, "item_id": TEXT, "score": DOUBLE}, [(1, "a", 0.5), (1, "b", 0.25)])
    session.load("said_judged", {"query_id": BIGINT, "item_id": TEXT, "relevance": DOUBLE}, [(1, "b", 1.0)])
    told = set(rankhouse.metric_settings(ASKED, **SETTINGS).fetchall())
    found = set(map(tuple, session.query(package.metric_settings(ASKED, **SETTINGS))))
    yield one("metric_settings", "rows", found == told)
    ids = {value: each for each, name, value in told if name == "measure"}
    sql = package.metrics("said_run", "said_judged", ASKED, provenance=True, **SETTINGS)
    # An instant of Spark's is read in the time zone of this machine.
    utc = datetime.datetime.now(datetime.UTC)
    now = [utc.replace(tzinfo=None), utc.astimezone().replace(tzinfo=None)]
    for row in session.query(sql):
        at, version, settings_id = row[-3:]
        moment = datetime.datetime.fromisoformat(str(at)).replace(tzinfo=None)
        yield one("provenance", "evaluated_at", any(abs((moment - each).total_seconds()) < MOMENT for each in now))
        yield one("provenance", "rankhouse_version", version == package.version())
        yield one("provenance", "settings_id", settings_id == ids[row[0]])


def one(measure: str, case: str, is_right: bool) -> Comparison:
    return Comparison(measure, case, 1.0, float(is_right), 0.0)
