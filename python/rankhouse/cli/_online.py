"""Commands over what users did: interleaved searches, and measures that told it before."""

from __future__ import annotations

from rankhouse.cli._program import Panel

panel = Panel("Online", work="Computing", columns="search_id=session, team=model")

panel.declare(
    "interleaving",
    "Compute which of two systems the clicks on interleaved lists prefer.",
    "rankhouse interleaving log.csv",
    "rankhouse interleaving log.csv --cluster user_id",
)
panel.declare(
    "interleaving_searches",
    "Compute which system each interleaved search prefers.",
    "rankhouse interleaving-searches log.csv -o searches.parquet",
)
panel.declare(
    "interleaving_checks",
    "Check whether items were dealt fairly, and count what does not count.",
    "rankhouse interleaving-checks log.csv",
    work="Checking",
)
panel.declare(
    "metric_trust",
    "Compute how far offline differences told online ones in past experiments.",
    "rankhouse metric-trust experiments.csv",
    columns="experiment=test_id",
)
panel.declare(
    "discriminative_power",
    "Compute how well measures tell systems apart.",
    "rankhouse discriminative-power pairs.csv",
    columns="p_value=p_adjusted",
)
