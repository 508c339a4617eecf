"""Writes the reference fixtures in seeds/: run as `python tests/helpers/make_fixtures.py` after a change here.

Expected values are published ones, written down with their source, or come from oracle.py: exact fractions and every
order of tied items enumerated. None comes from the SQL.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from oracle import Measure
from oracle import metrics as oracle_metrics
from oracle import query_metrics as oracle_query_metrics
from oracle import units as oracle_units
from tables import every_measure

SEEDS = Path(__file__).parents[2] / "seeds"
MEASURES = SEEDS.parent / "macros" / "dbt" / "reference_measures.sql"
MODELS = SEEDS.parent / "models" / "reference"
NUMBERS = {"score", "relevance", "value", "tolerance"}
ENUMERATED = "every order of tied items enumerated, in exact fractions"

Lists = Mapping[str, Mapping[str, float]]  # query -> item -> score or relevance


@dataclass(frozen=True)
class Published:
    """A value that somebody else has computed; of the mean over queries when `query` is empty."""

    measure: str
    value: float | None
    source: str
    query: str = "q1"
    tolerance: float = 1e-12
    ties: str = "item"


@dataclass(frozen=True)
class Fixture:
    name: str
    run: Lists
    judgments: Lists
    published: tuple[Published, ...] = ()
    enumerated: tuple[Measure, ...] = ()
    ties: tuple[str, ...] = ("item",)
    queries: tuple[str, ...] = ("judged",)
    unjudged: tuple[str, ...] = ("irrelevant",)


def ranked(*relevances: float | None, elsewhere: tuple[float, ...] = ()) -> tuple[Lists, Lists]:
    """One query whose list has these relevances by rank (None: not judged); `elsewhere`: judged, not in the list."""
    items = {f"d{rank:02}": float(100 - rank) for rank in range(1, len(relevances) + 1)}
    judged = {item: grade for item, grade in zip(items, relevances, strict=True) if grade is not None}
    judged |= {f"e{number:02}": grade for number, grade in enumerate(elsewhere, 1)}
    return {"q1": items}, {"q1": judged}


def scored(positives: tuple[float, ...], negatives: tuple[float, ...]) -> tuple[Lists, Lists]:
    """One query with the scores of its relevant and of its other items."""
    run = {f"p{number:03}": score for number, score in enumerate(positives)}
    run |= {f"n{number:03}": score for number, score in enumerate(negatives)}
    return {"q1": run}, {"q1": {item: 1.0 if item[0] == "p" else 0.0 for item in run}}


def repeated(counts: tuple[int, ...]) -> tuple[float, ...]:
    """Ratings 1, 2, ... as often as the table says."""
    return tuple(float(rating) for rating, count in enumerate(counts, 1) for _ in range(count))


def measure(text: str) -> Measure:
    """A measure spelled as in oracle.Measure: `ndcg(gain=linear)@10`."""
    head, _, cutoff = text.partition("@")
    metric, _, inner = head.removesuffix(")").partition("(")
    pairs = (option.split("=") for option in inner.replace("k, rel", "k; rel").split(", ") if option)
    options = tuple((name, value.replace(";", ",")) for name, value in pairs)
    return Measure(metric, int(cutoff) if cutoff else None, options)


def fixtures() -> Iterator[Fixture]:
    every = tuple(
        map(
            measure,
            [
                *(
                    f"{name}@{k}"
                    for name in ("precision", "recall", "f1", "hit_rate", "reciprocal_rank")
                    for k in (1, 3, 10)
                ),
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
            ],
        )
    )

    yield Fixture(
        "average precision by hand",
        *ranked(1, 0, 1, 0, 0, 1),
        published=(
            Published("average_precision", float(Fraction(13, 18)), "(1/1 + 2/3 + 3/6) / 3"),
            Published("reciprocal_rank", 1.0, "first hit at rank 1"),
            Published("r_precision", float(Fraction(2, 3)), "2 hits in the first 3"),
        ),
    )
    yield Fixture(
        "graded list of a textbook blog",
        *ranked(5, 3, 2, 1, 2, elsewhere=(4, 0)),
        published=(
            Published("cg@5", 13.0, "5 + 3 + 2 + 1 + 2"),
            Published("dcg@5", 38.507743254777225, "sum of (2^rel - 1) / log2(rank + 1)"),
            Published("idcg@5", 46.41653439949567, "the same over the ideal order 5, 4, 3, 2, 2"),
            Published("ndcg@5", 0.8296126316400654, "38.5077 / 46.4165; rounded terms give 38.5 / 46.5"),
        ),
    )
    cumulated = (3.0, 5.0, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61)
    of_ideal = (1.0, 0.83, 0.87, 0.78, 0.71, 0.69, 0.73, 0.77, 0.83, 0.81)
    yield Fixture(
        "cumulated gain of 2002",
        *ranked(3, 2, 3, 0, 0, 1, 2, 2, 3, 0, elsewhere=(1, 1, 1)),
        published=tuple(
            Published(
                f"{name}(gain=linear, discount=jarvelin)@{k}",
                value,
                f"Jarvelin, Kekalainen: TOIS 2002, the running example, base 2: {vector} at rank {k}",
                tolerance=6e-3,
            )
            for name, vector, values in (("dcg", "DCG'", cumulated), ("ndcg", "nDCG'", of_ideal))
            for k, value in enumerate(values, 1)
        ),
    )
    yield Fixture(
        "average relevance position of TF-Ranking",
        {"q1": {"a": 1.0, "b": 3.0, "c": 2.0}, "q2": {"a": 1.0, "b": 2.0, "c": 3.0}},
        {"q1": {"a": 0.0, "b": 0.0, "c": 1.0}, "q2": {"a": 0.0, "b": 1.0, "c": 2.0}},
        published=(
            Published("average_relevance_position", 2.0, "TF-Ranking, metrics_test.py, the first list"),
            Published(
                "average_relevance_position(weights=relevance)",
                1.5,
                "TF-Ranking, metrics_test.py: (1 * 2 + 2 * 1 + 1 * 2) / 4",
                query="",
            ),
            Published(
                "ordered_pair_accuracy", 0.5, "TF-Ranking, metrics_test.py, ordered pair accuracy of the first list"
            ),
            Published("ordered_pair_accuracy", 1.0, "TF-Ranking, metrics_test.py, that of the second list", query="q2"),
            Published(
                "ordered_pair_accuracy(weights=pairs)",
                0.8,
                "TF-Ranking, metrics_test.py: (1 + 3) / (2 + 3)",
                query="",
            ),
        ),
    )
    for name, grades in {"negative relevance late": (3, -1, 1), "negative relevance early": (-1, 1, 3)}.items():
        yield Fixture(
            name,
            *ranked(*grades),
            published=(Published("cg@3", 3.0, "3 - 1 + 1 in either order"),),
            enumerated=tuple(
                map(
                    measure,
                    [
                        "dcg@3",
                        "dcg(negative=keep)@3",
                        "dcg(gain=linear)@3",
                        "dcg(gain=linear, negative=keep)@3",
                        "ndcg@3",
                        "ndcg(negative=keep)@3",
                    ],
                )
            ),
        )
    yield Fixture(
        "two positives and two negatives",
        *scored((0.8, 0.35), (0.4, 0.1)),
        published=(Published("roc_auc", 0.75, "3 of 4 pairs in order; the example in scikit-learn's documentation"),),
    )
    yield Fixture(
        "hanley mcneil 1982",
        *scored(repeated((3, 2, 2, 11, 33)), repeated((33, 6, 6, 11, 2))),
        published=(
            Published(
                "roc_auc",
                0.8931710615,
                "Hanley, McNeil: Radiology 143 (1982), table I: 58 normal, 51 abnormal images",
                tolerance=5e-11,
            ),
        ),
    )
    yield Fixture(
        "fawcett 2006",
        *scored(
            (0.9, 0.8, 0.6, 0.55, 0.54, 0.51, 0.4, 0.38, 0.34, 0.3),
            (0.7, 0.53, 0.52, 0.505, 0.39, 0.37, 0.36, 0.35, 0.33, 0.1),
        ),
        published=(
            Published("roc_auc", 0.68, "Fawcett: Pattern Recognition Letters 27 (2006), figure 3: 20 instances"),
        ),
    )
    # Hits at ranks 1, 3, 6, 9, 10 of 10 items, and at 2, 5, 7.
    first, second = {1, 3, 6, 9, 10}, {2, 5, 7}
    lists = {
        "q1": ranked(*(1.0 if rank in first else 0.0 for rank in range(1, 11))),
        "q2": ranked(*(1.0 if rank in second else 0.0 for rank in range(1, 11))),
    }
    yield Fixture(
        "mean average precision of two queries",
        {query: run["q1"] for query, (run, _) in lists.items()},
        {query: judged["q1"] for query, (_, judged) in lists.items()},
        published=(
            Published(
                "average_precision",
                0.62,
                "(1.0 + 0.67 + 0.5 + 0.44 + 0.5) / 5 in a lecture that goes with Manning, IIR 8.4",
                tolerance=5e-3,
            ),
            Published("average_precision", 0.44, "(0.5 + 0.4 + 0.43) / 3, same lecture", query="q2", tolerance=5e-3),
            Published("average_precision", 0.53, "(0.62 + 0.44) / 2, same lecture", query="", tolerance=5e-3),
        ),
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
        enumerated=tuple(
            map(
                measure,
                [
                    "precision@3",
                    "recall@3",
                    "hit_rate@3",
                    "reciprocal_rank",
                    "average_precision",
                    "ndcg@3",
                    "dcg@3",
                    "roc_auc",
                ],
            )
        ),
        queries=("judged", "intersection", "run", "all"),
    )
    yield Fixture(
        "short list with an item nobody judged",
        *ranked(None, 1, 0, elsewhere=(1, 2)),
        enumerated=every,
        unjudged=("irrelevant", "drop"),
    )
    # By bytes é is the highest and B the lowest; in the order of a language Z is the highest.
    yield Fixture(
        "tied text ids of either case and beyond ASCII",
        {"q1": dict.fromkeys(["a", "B", "Z", "é", "aa"], 1.0)},
        {"q1": {"é": 1.0, "B": 2.0}},
        published=(Published("reciprocal_rank", 1.0, "by hand: é is C3 A9 in UTF-8, above every ASCII letter"),),
        enumerated=tuple(map(measure, ["average_precision", "ndcg@3", "precision@1"])),
    )
    yield Fixture(
        "every measure with every option",
        {"q1": {"a": 5.0, "b": 4.0, "c": 4.0, "d": 3.0, "e": 3.0, "f": 3.0, "g": 1.0}, "q2": {"a": 1.0, "b": 0.5}},
        {"q1": {"b": 2.0, "c": 0.0, "d": 1.0, "e": -1.0, "g": 3.0, "x": 1.0}, "q2": {"a": 0.0, "b": 1.0}},
        enumerated=tuple(every_measure(None, 3)),
    )
    yield Fixture(
        "relevance in fractions",
        *ranked(0.5, 1.5, 0, -0.5, elsewhere=(2.5,)),
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
    if not fixture.enumerated:
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
        rows = oracle_query_metrics(evaluated, fixture.enumerated, ties=ties, queries=queries)
        for (_, query, name), value in sorted(rows.items(), key=str):
            if (ties, queries, unjudged, query, name) not in taken:
                yield (fixture.name, ties, queries, unjudged, query, name, value, 1e-12, ENUMERATED)
        if len(fixture.judgments) > 1:
            for (_, name), summary in sorted(
                oracle_metrics(evaluated, fixture.enumerated, ties=ties, queries=queries).items(), key=str
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


def model_name(seed: str) -> str:
    return f"{seed.replace('_reference_', '_fixture_')}.sql"


def model(rows: list[tuple[object, ...]]) -> str:
    """The same as a model, for DuckDB."""
    names = [str(name) for name in rows[0]]
    columns = ", ".join(f"cast({name} as {'double' if name in NUMBERS else 'varchar'}) as {name}" for name in names)
    lines = ["(" + ", ".join(literal(cell) for cell in row) + ")" for row in rows[1:]]
    return "\n".join(
        [
            "-- fmt: off",
            "-- Made by tests/helpers/make_fixtures.py.",
            "{{ config(materialized='table') }}",
            "{{ config(enabled=target.type == 'duckdb' and var('rankhouse_reference_fixtures', false)) }}",
            f"select {columns}",
            "from (values",
            ",\n".join(lines),
            f") as listed({', '.join(names)})",
            "",
        ]
    )


def literal(cell: object) -> str:
    """A text, whose cast is exact for numbers too; NULL for what is empty in a seed."""
    return "null" if cell in (None, "") else "'" + str(cell).replace("'", "''") + "'"


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
        (MODELS / model_name(name)).write_text(model(rows))
    MEASURES.write_text(measures_macro(made["rankhouse_reference_expected"]))
