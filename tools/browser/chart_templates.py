"""Charts of the report as templates: specifications of Vega-Lite, drawn of a sample whose names stand for others.

The page puts its own rows, measures and systems in their places.
"""

from __future__ import annotations

import math
from typing import Any

import duckdb

import rankhouse
from rankhouse import plot
from rankhouse.plot import theme
from rankhouse.plot._chart import LEVEL, STEP, specifications

MEASURES = ["MEASURE 1", "MEASURE 2"]
SYSTEMS = ["SYSTEM 1", "SYSTEM 2"]
CUTOFFS = [1, 2]
SEGMENT = "SEGMENT"
MOST_SYSTEMS = 6
"""More stand in panels below each other."""


def charts() -> dict[str, Any]:
    with duckdb.connect() as con, specifications():
        con.execute(
            f"create table by_query as select 'SYSTEM ' || s as system, q as query_id, m as measure, m as metric,"
            f" null::integer as k, (q * 7 % 10 + s * (q % 3)) / 20 as value"
            f" from range(1, 3) as systems(s), range(40) as queries(q), unnest({MEASURES}) as measures(m)"
        )
        means = con.sql(
            "select system, measure, metric, k, avg(value) as value, 40 as n_queries, avg(value) - 0.1 as ci_low,"
            " avg(value) + 0.1 as ci_high from by_query group by all order by all"
        )
        by_cutoff = con.sql(
            f"select unnest({SYSTEMS}) as system, '{MEASURES[0]}' as metric, '{MEASURES[0]}@' || k as measure, k,"
            f" 0.5 as value, 40 as n_queries, 0.1 as ci_low, 0.9 as ci_high from unnest({CUTOFFS}) as cutoffs(k)"
        )
        by_group = by_cutoff.project(
            f"system, 'GROUP ' || k as {SEGMENT}, metric as measure, value, n_queries, ci_low, ci_high"
        )
        compared = rankhouse.compare(con.table("by_query"), baseline=SYSTEMS[0], con=con)
        differences = plot.differences(compared, measure=MEASURES[0], system=SYSTEMS[1], baseline=SYSTEMS[0])
        return {
            "summary": template(plot.summary(means, con=con)),
            "cutoffs": template(plot.by_cutoff(by_cutoff, con=con)),
            "segments": template(plot.by_segment(by_group, SEGMENT, measure=MEASURES[0], con=con)),
            "comparison": template(plot.comparison(compared)),
            "differences": template(differences),
            "dashes": theme.DASHES,
            "step": STEP,
            "level": LEVEL,
            "systems": MOST_SYSTEMS,
        }


def template(chart: Any) -> dict[str, Any]:
    """The specification without its theme and title; `rows` stands for rows, except those of lines to compare with."""
    spec = dict(chart)
    for dropped in ("config", "title", "description", "$schema", "usermeta"):
        spec.pop(dropped, None)
    return dict(without_rows(spec))


def without_rows(node: Any) -> Any:
    if isinstance(node, list):
        return [without_rows(each) for each in node]
    if not isinstance(node, dict):
        return None if isinstance(node, float) and not math.isfinite(node) else node
    return {
        key: "rows" if key == "data" and not (len(value) == 1 and "at" in value[0]) else without_rows(value)
        for key, value in node.items()
    }
