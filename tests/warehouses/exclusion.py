"""Evaluations with `exclude` and `candidates`, against tests/helpers/oracle.py on what the pairs leave."""

from __future__ import annotations

import random
from collections.abc import Iterator

import oracle
from rankhouse._rendering.render import render
from ranking.test_exclusion import Pairs, left_over, units_left
from tables import Tables, every_measure, has_closed_form
from warehouses import brute_force, sample
from warehouses.comparison import Comparison, compared
from warehouses.reference import TEXT, Session

NAMES = ("precision", "reciprocal_rank", "gmap", "ndcg", "q_measure", "bpref", "judged", "roc_auc", "coverage_error")
GONE = ("gone", "a", "B")
"""A system whose only item leaves."""


def tables() -> tuple[Tables, Pairs, Pairs]:
    """The tables of the brute force, and pairs of them: every item of one query, some twice, some with a NULL."""
    run, judgments = brute_force.rows()
    run.append(dict(zip(brute_force.RUN, (*GONE, 1.0), strict=True)))
    generator = random.Random(8)
    pairs = list(dict.fromkeys((row["query_id"], row["item_id"]) for row in [*run, *judgments]))
    nobody = [(None, None), ("a", None), (None, "a"), ("nobody", "a")]
    seen = [*generator.choices(pairs, k=len(pairs) // 3), *(pair for pair in pairs if pair[0] == "B"), GONE[1:]]
    listed = [*generator.choices(pairs, k=len(pairs)), GONE[1:]]
    return Tables(run, judgments, ["system"], ["segment"]), [*seen, *nobody], [*listed, *nobody]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    case, seen, listed = tables()
    session.load("exclusion_run", brute_force.RUN, [tuple(row.values()) for row in case.run])
    session.load("exclusion_judgments", brute_force.JUDGMENTS, [tuple(row.values()) for row in case.labels])
    session.load("exclusion_seen", {"who": TEXT, "item_id": TEXT}, seen)
    session.load("exclusion_lists", {"query_id": TEXT, "item_id": TEXT}, listed)
    # Measures with a cutoff alone are computed in another way than those of whole lists.
    chosen: list[tuple[Pairs | None, Pairs | None, int | None]]
    chosen = [(seen, None, 3), (None, listed, None), (seen, listed, None), (seen, None, 3)]
    for (exclude, candidates, k), policy in sample.some(zip(chosen, brute_force.POLICIES, strict=True)):
        measures = [each for each in every_measure(k) if each.metric in NAMES and has_closed_form(each, policy["ties"])]
        per_query, summaries = (
            session.query(
                render(
                    "exclusion_run",
                    "exclusion_judgments",
                    list(map(str, measures)),
                    by=case.by,
                    judgments_by=case.judgments_by,
                    per_query=is_per_query,
                    exclude=exclude and "exclusion_seen",
                    candidates=candidates and "exclusion_lists",
                    columns={"exclude.query_id": "who"} if exclude else {},
                    dialect=dialect,
                    **policy,
                )
            )
            for is_per_query in (True, False)
        )
        said = "given candidates" if candidates else "all but excluded"
        assert {row[-1] for row in [*per_query, *summaries]} == {said}
        units = units_left(left_over(case, exclude, candidates), case, policy["unjudged"])
        known = oracle.query_metrics(units, measures, policy["ties"], policy["queries"])
        yield from compared(
            "exclude and candidates",
            {key: (value,) for key, value in known.items()},
            (((tuple(row[:2]), row[2], row[3]), row[6:7]) for row in per_query),
        )
        means = oracle.metrics(units, measures, policy["ties"], policy["queries"])
        yield from compared(
            "exclude and candidates",
            {key: tuple(vars(summary).values()) for key, summary in means.items()},
            (((tuple(row[:2]), row[2]), row[5:12]) for row in summaries),
        )
