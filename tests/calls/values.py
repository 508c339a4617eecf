"""Comparisons of two systems, from a table of values by query."""

from __future__ import annotations

from typing import Any

from typical import Given, Row, TypicalCall

SYSTEMS = ("bm25", "dense")
MARKETS = ("eu", "us")
MEASURES = {"ndcg@10": "ndcg", "recall@10": "recall"}


def _drawn(system: str, query: int, measure: str) -> float:
    return (
        (query * 31 % 17) / 32
        + (query * 7 + len(measure)) % 5 / 32
        + ((8 + query % 3) / 32 if system == "dense" else 0)
    )


VALUES = Given(
    "values",
    "market system day country query_id measure metric k value",
    [
        (
            *(MARKETS[query % 2], system, 1 + query // 8, ["de", "fr", None][query % 3], f"q{query:02}"),
            *(measure, metric, 10, _drawn(system, query, measure)),
        )
        for system in SYSTEMS
        for query in range(16)
        for measure, metric in MEASURES.items()
    ],
)


def of_line(market: str, system: str, measure: str) -> dict[str, float]:
    """By query."""
    return {row[4]: row[8] for row in VALUES.rows if (row[0], row[1], row[5]) == (market, system, measure)}


def _compared() -> dict[Row, Row]:
    from warehouses.comparisons import figures

    found: dict[Row, Row] = {}
    for market in MARKETS:
        for measure in MEASURES:
            sides = [list(of_line(market, system, measure).values()) for system in ("dense", "bm25")]
            found[market, measure, "dense", "bm25"] = figures(*sides, "wilcoxon", "t")
    return found


def _intervals() -> dict[Row, Row]:
    from comparison.test_mean_intervals import known_interval

    return {
        (market, system, measure): known_interval(of_line(market, system, measure), "t", 0.9, 0, 0, 0, 1)
        for market in MARKETS
        for system in SYSTEMS
        for measure in MEASURES
    }


def _changes() -> dict[Row, Row]:
    from reports.test_change_by_segment import known_change

    found: dict[Row, Row] = {}
    for measure in MEASURES:
        rows: Any = [(row[0], row[1], row[3], None, row[8]) for row in VALUES.rows if row[5] == measure]
        for (market, country, _, system, baseline), figures in known_change(rows, None, 1).items():
            known = tuple(None if one is None else float(one) for one in figures)
            found[market, country, measure, system, baseline] = known
    return found


def _decisions() -> dict[Row, Row]:
    from decisions import Rule, decided

    rule = Rule(measure="ndcg@10", baseline="dense", segments=("country",))
    found: dict[Row, Row] = {}
    for market in MARKETS:
        known = decided((row for row in VALUES.dictionaries if row["market"] == market), rule)
        assert known is not None
        falls = "; ".join(f"{label} {difference:+.3f}" for label, difference in known.falls)
        found[market,] = (
            *(known.decision, known.system, known.baseline, rule.measure, known.difference, known.p_adjusted),
            *("queries", known.n_units, None, falls),
        )
    return found


def _sequence() -> dict[Row, Row]:
    from comparison.test_confidence_sequence import known_sequence

    found: dict[Row, Row] = {}
    for measure in MEASURES:
        rows: Any = [(row[0], row[1], row[2], row[4], row[8]) for row in VALUES.rows if row[5] == measure]
        for (market, day, system, baseline), figures in known_sequence(rows, 1, "bm25", 0.9, 20, 2).items():
            n, value, before, difference, std_dev, low, high, is_different, first, n_left_out = figures
            key = (market, day, measure, system, baseline)
            found[key] = (n, value, before, difference, std_dev, low, high, is_different, first, n_left_out)
    return found


RANKED = Given(
    "ranked",
    "market system day query_id measure metric k value",
    [
        (
            *(MARKETS[query % 2], system, 1, f"q{query:02}", "ndcg@10", "ndcg", 10),
            _drawn(system, query, "ndcg@10") + (0.03 * (query % 3 - 1) if system == "hybrid" else 0) + further,
        )
        for system, further in (*dict.fromkeys(SYSTEMS, 0.0).items(), ("hybrid", 0.25))
        for query in range(12)
    ],
)


def _ranks() -> dict[Row, Row]:
    from comparison.test_system_ranks import known_ranks

    known = known_ranks([(row[0], row[1], row[3], row[4], row[7]) for row in RANKED.rows], level=0.1)
    return {(market, measure, system): row for (market, measure, system), row in known.items()}


CALLS = [
    TypicalCall(
        macro="compare",
        tables={"query_metrics": VALUES},
        arguments={"by": ["market"], "test": "wilcoxon", "interval": "t", "confidence": 0.9},
        keys="market measure system baseline",
        figures="difference ci_low ci_high n_queries wins ties losses p_value",
        truth=_compared,
        command="compare values.csv --by market --test wilcoxon --interval t --confidence 0.9",
    ),
    TypicalCall(
        macro="system_ranks",
        tables={"query_metrics": RANKED},
        arguments={"by": ["market"], "confidence": 0.9},
        keys="market measure system",
        figures="value rank rank_low rank_high tied_with_best n_queries",
        truth=_ranks,
    ),
    TypicalCall(
        macro="mean_intervals",
        tables={"query_metrics": VALUES},
        arguments={"by": ["market", "system"], "confidence": 0.9},
        keys="market system measure",
        figures="value n_queries std_dev ci_low ci_high",
        truth=_intervals,
    ),
    TypicalCall(
        macro="change_by_segment",
        tables={"query_metrics": VALUES},
        arguments={"segments": ["country"], "by": ["market"]},
        keys="market country measure system baseline",
        figures="n_queries baseline_n_queries share baseline_share value baseline_value within_effect mix_effect"
        " contribution",
        truth=_changes,
    ),
    TypicalCall(
        macro="decision",
        tables={"query_metrics": VALUES},
        arguments={"baseline": "dense", "measure": "ndcg@10", "segments": ["country"], "by": ["market"]},
        keys="market",
        figures="decision system baseline measure difference p_adjusted unit n_units more_units falls",
        truth=_decisions,
        command="decision values.csv --baseline dense -m ndcg@10 --segment country --by market",
    ),
    TypicalCall(
        macro="confidence_sequence",
        tables={"query_metrics": VALUES},
        arguments={"baseline": "bm25", "by": ["market"], "confidence": 0.9, "tightest_at": 20, "min_queries": 2},
        keys="market day measure system baseline",
        figures="n_queries value baseline_value difference std_dev ci_low ci_high is_different first_different"
        " n_left_out",
        truth=_sequence,
    ),
]
