"""Writes the reference fixtures in seeds/: `PYTHONPATH=tests python tests/helpers/make_fixtures.py`.

Expected values are published ones, written down with their source, or come from oracle.py: exact fractions and every
order of tied items enumerated. None comes from the SQL.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from oracle import Measure
from oracle import metrics as oracle_metrics
from oracle import query_metrics as oracle_query_metrics
from oracle import units as oracle_units
from published import Fixture, Published, by_rank
from tables import every_measure
from truth import truths

SEEDS = Path(__file__).parents[2] / "seeds"
MEASURES = SEEDS.parent / "macros" / "dbt" / "reference_measures.sql"
ENUMERATED = "every order of tied items enumerated, in exact fractions"


def measure(text: str) -> Measure:
    """A measure spelled as in oracle.Measure: `ndcg(gain=linear)@10`."""
    head, _, cutoff = text.partition("@")
    metric, _, inner = head.removesuffix(")").partition("(")
    pairs = (option.split("=") for option in inner.replace("k, rel", "k; rel").split(", ") if option)
    options = tuple((name, value.replace(";", ",")) for name, value in pairs)
    return Measure(metric, int(cutoff) if cutoff else None, options)


def fixtures() -> Iterator[Fixture]:
    for truth in truths("ranking").values():
        yield from truth.published
    every = (
        *(f"{name}@{k}" for name in ("precision", "recall", "f1", "hit_rate", "reciprocal_rank") for k in (1, 3, 10)),
        *(f"{name}@{k}" for name in ("average_precision", "cg", "dcg", "idcg", "ndcg") for k in (1, 3, 10)),
        "precision(denominator=retrieved)@10",
        "recall(denominator=min(k, relevant))@1",
        "average_precision(denominator=min(k, relevant))@3",
        "average_precision(denominator=k)@3",
        "ndcg(gain=linear)@3",
        "ndcg(gain=binary)@3",
        "dcg(negative=keep)@3",
        "reciprocal_rank",
        "average_precision",
        "ndcg",
        "r_precision",
        "roc_auc",
    )

    tied = {"q1": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}}
    yield Fixture(
        "all scores equal",
        tied,
        {"q1": {"a": 1.0}},
        published=(
            Published("roc_auc", 0.5, "every pair is a tie"),
            Published("reciprocal_rank", 0.25, "the relevant id a sorts last"),
            Published("reciprocal_rank", float(Fraction(25, 48)), "(1 + 1/2 + 1/3 + 1/4) / 4", ties="average"),
        ),
        enumerated=every,
        ties=("item", "average", "best", "worst"),
    )
    yield Fixture(
        "ties across the cutoff",
        {
            "q1": {"a": 3.0, "b": 2.0, "c": 2.0, "d": 2.0, "e": 1.0, "f": 1.0, "g": 0.5},
            "q2": {"a": 1.0, "b": 1.0, "c": 0.5, "d": 0.5, "e": 0.5},
        },
        {
            "q1": {"b": 2.0, "c": 0.0, "d": 1.0, "f": 3.0, "x": 1.0},
            "q2": {"b": 1.0, "c": 3.0, "d": 0.0, "e": 2.0},
        },
        enumerated=every,
        ties=("item", "average", "best", "worst"),
    )
    yield Fixture(
        "missing queries and queries without relevant items",
        {
            "q1": {"a": 2.0, "b": 1.0},
            "q2": {"a": 2.0, "b": 1.0},
            "q4": {"a": 2.0, "b": 1.0},
        },
        {
            "q1": {"b": 1.0},
            "q2": {"a": 0.0},
            "q3": {"a": 1.0},
        },
        enumerated=(
            "precision@3",
            "recall@3",
            "hit_rate@3",
            "reciprocal_rank",
            "average_precision",
            "ndcg@3",
            "dcg@3",
            "roc_auc",
        ),
        queries=("judged", "intersection", "run", "all"),
    )
    yield Fixture(
        "short list with an item nobody judged",
        *by_rank(None, 1, 0, elsewhere=(1, 2)),
        enumerated=every,
        unjudged=("irrelevant", "drop"),
    )
    # By bytes é is the highest and B the lowest; in the order of a language Z is the highest.
    yield Fixture(
        "tied text ids of either case and beyond ASCII",
        {"q1": dict.fromkeys(["a", "B", "Z", "é", "aa"], 1.0)},
        {"q1": {"é": 1.0, "B": 2.0}},
        published=(Published("reciprocal_rank", 1.0, "by hand: é is C3 A9 in UTF-8, above every ASCII letter"),),
        enumerated=("average_precision", "ndcg@3", "precision@1"),
    )
    yield Fixture(
        "every measure with every option",
        {"q1": {"a": 5.0, "b": 4.0, "c": 4.0, "d": 3.0, "e": 3.0, "f": 3.0, "g": 1.0}, "q2": {"a": 1.0, "b": 0.5}},
        {"q1": {"b": 2.0, "c": 0.0, "d": 1.0, "e": -1.0, "g": 3.0, "x": 1.0}, "q2": {"a": 0.0, "b": 1.0}},
        enumerated=tuple(map(str, every_measure(None, 3))),
    )
    yield Fixture(
        "relevance in fractions",
        *by_rank(0.5, 1.5, 0, -0.5, elsewhere=(2.5,)),
        enumerated=every,
    )


def expected(fixture: Fixture) -> Iterator[tuple[object, ...]]:
    for value in fixture.published:
        yield (
            fixture.name,
            value.ties,
            "judged",
            "irrelevant",
            value.query,
            value.measure,
            value.value,
            value.tolerance,
            value.source,
        )
    taken = {(value.ties, "judged", "irrelevant", value.query, value.measure) for value in fixture.published}
    enumerated = [measure(text) for text in fixture.enumerated]
    if not enumerated:
        return
    run = [{"query_id": q, "item_id": i, "score": s} for q, items in fixture.run.items() for i, s in items.items()]
    judgments = [
        {"query_id": q, "item_id": i, "relevance": r}
        for q, items in fixture.judgments.items()
        for i, r in items.items()
    ]
    policies = [
        *((ties, "judged", "irrelevant") for ties in fixture.ties),
        *(("item", queries, "irrelevant") for queries in fixture.queries if queries != "judged"),
        *(("item", "judged", unjudged) for unjudged in fixture.unjudged if unjudged != "irrelevant"),
    ]
    for ties, queries, unjudged in policies:
        evaluated = list(oracle_units(run, judgments, unjudged=unjudged))
        rows = oracle_query_metrics(evaluated, enumerated, ties=ties, queries=queries)
        for (_, query, name), value in sorted(rows.items(), key=str):
            if (ties, queries, unjudged, query, name) not in taken:
                yield (fixture.name, ties, queries, unjudged, query, name, value, 1e-12, ENUMERATED)
        if len(fixture.judgments) > 1:
            for (_, name), summary in sorted(
                oracle_metrics(evaluated, enumerated, ties=ties, queries=queries).items(), key=str
            ):
                yield (fixture.name, ties, queries, unjudged, "", name, summary.value, 1e-12, ENUMERATED)


def tables() -> dict[str, list[tuple[object, ...]]]:
    """The rows of the three seeds, each with its header first."""
    run: list[tuple[object, ...]] = [("fixture", "query_id", "item_id", "score")]
    judgments: list[tuple[object, ...]] = [("fixture", "query_id", "item_id", "relevance")]
    values: list[tuple[object, ...]] = [
        ("fixture", "ties", "queries", "unjudged", "query_id", "measure", "value", "tolerance", "source")
    ]
    for fixture in fixtures():
        run += [(fixture.name, q, i, score) for q, items in fixture.run.items() for i, score in items.items()]
        judgments += [(fixture.name, q, i, rel) for q, items in fixture.judgments.items() for i, rel in items.items()]
        values += expected(fixture)
    return {
        "rankhouse_reference_run": run,
        "rankhouse_reference_judgments": judgments,
        "rankhouse_reference_expected": values,
    }


def written(rows: list[tuple[object, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def measures_macro(expected: list[tuple[object, ...]]) -> str:
    """A macro with the measures that each set of policies is asked for: dbt cannot read a seed while it compiles."""
    asked: dict[str, list[object]] = {}
    for _, ties, queries, unjudged, _, name, *_ in expected[1:]:
        names = asked.setdefault(f"{ties} {queries} {unjudged}", [])
        if name not in names:
            names.append(name)
    lines = [
        "{# Every measure that the fixtures have an expected value of. Made by tests/helpers/make_fixtures.py. #}",
        "{% macro reference_measures(ties, queries, unjudged) %}",
        "    {%- set measures = {",
        *(
            line
            for policies, names in asked.items()
            for line in (f'        "{policies}": [', *(f'            "{name}",' for name in names), "        ],")
        ),
        "    } -%}",
        '    {{ return(measures[ties ~ " " ~ queries ~ " " ~ unjudged]) }}',
        "{% endmacro %}",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    made = tables()
    for name, rows in made.items():
        (SEEDS / f"{name}.csv").write_text(written(rows))
    MEASURES.write_text(measures_macro(made["rankhouse_reference_expected"]))
