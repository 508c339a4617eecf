"""The section Preferences: a board of systems, who is tied, and how many comparisons would tell the first two apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse import plot
from rankhouse._answers.preference_power import preference_power, sizes
from rankhouse._answers.preferences import (
    preference_checks,
    preference_decision,
    preference_pairs,
    preference_ratings,
)
from rankhouse._comparing.verdict import Verdict, verdict_told
from rankhouse._rendering.jinja import macros
from rankhouse._reporting.clusters import cluster_among
from rankhouse._reporting.labels import rows_of, with_interval
from rankhouse._reporting.online import own_columns
from rankhouse._reporting.page import Finding, Page, Section
from rankhouse._reporting.summary import Tile
from rankhouse._reporting.tables import Cell, Row, Table, count, figure, name, p_text
from rankhouse._results.numbers import NOTHING, between, digits_of, rounded, share
from rankhouse.plot._board import ranks_of
from rankhouse.plot._chart import few, several

MOST_PAIRS = 200
MOST_RATED = 200
CHECKS = {
    "first_shown_wins": "Won by the first shown",
    "both_orders": "Pairs seen in both orders",
    "order_agreement": "Same verdict in both orders",
    "ties": "Ties",
    "judge_agreement": "Agreement of judges (alpha)",
    "cycles": "Cycles of three systems",
    "components": "Sets connected by wins",
}


@dataclass(frozen=True)
class Found:
    """ratings: the best system first, those without a rating last. pairs: the better rated system first, best pairs
    first, with what `preference_power` says of them. checks: by their names."""

    ratings: Sequence[Mapping[str, Any]]
    pairs: Sequence[Mapping[str, Any]]
    checks: Mapping[str, Mapping[str, Any]]
    n_comparisons: int
    n_queries: int

    @property
    def rated(self) -> list[Mapping[str, Any]]:
        return [row for row in self.ratings if row["rating"] is not None]

    @property
    def unrated(self) -> list[str]:
        return [row["system"] for row in self.ratings if row["rating"] is None]

    @property
    def tied(self) -> list[str]:
        """The systems, beside the first, whose ranks overlap with its."""
        first, *others = self.rated
        if first["rank_high"] is None:
            return [row["system"] for row in others]
        return [row["system"] for row in others if row["rank_low"] <= first["rank_high"]]

    @property
    def first_pair(self) -> Mapping[str, Any] | None:
        """The pair of the first two systems; None where they never met."""
        first, second = (row["system"] for row in self.rated[:2])
        return next((row for row in self.pairs if (row["system"], row["baseline"]) == (first, second)), None)


def names_of_preferences() -> Sequence[str]:
    """The columns, as `columns` names them."""
    package = macros("duckdb")
    names: Sequence[str] = package.names_declared(package.reads_preferences(), {"role": False})
    return names


def of_preferences(
    preferences: Any,
    columns: Mapping[str, str],
    page: Page,
    con: duckdb.DuckDBPyConnection | None,
    methods: Mapping[str, Any],
) -> None:
    """Adds the section, where there are preferences. methods: of `report`; baseline, test and interval say nothing."""
    if preferences is None:
        return
    own = own_columns(columns, "preferences", names_of_preferences())
    confidence, power = methods["confidence"], methods["power"]
    shared: dict[str, Any] = {"columns": own, "con": con}
    cluster, effect = cluster_among(preferences, methods["cluster"], con), methods["order_effect"]
    named: dict[str, Any] = {"cluster": cluster or None, **shared}
    ratings = preference_ratings(preferences, order_effect=effect, confidence=confidence, seed=methods["seed"], **named)
    pairs = preference_pairs(preferences, correction=methods["correction"], **named)
    checks = preference_checks(preferences, **shared)
    needed = preference_power(preferences, confidence=confidence, power=power, **shared)
    found = found_of(ratings, pairs, needed, checks, *sizes(preferences, own, con))
    rule = {"order_effect": effect, "cluster": cluster, "confidence": confidence, "power": power}
    verdict = verdict_of(found, preferences, {**rule, **shared})
    section = Section("preferences", "Preferences", sentence_of(found, confidence))
    with page.figures.adding():
        page.figures.add("board", plot.board(ratings, con=con))
    with page.figures.adding():
        page.figures.add("win_rates", plot.win_rates(pairs, con=con))
    with page.figures.adding():
        of_judges = _checks_of_judges(preferences, own, con)
        page.figures.add("order_effect", plot.order_effect(checks if of_judges is None else of_judges, con=con))
    section.figures = [each for each in ("board", "win_rates", "order_effect") if each in page.figures.figures]
    section.tables = [
        table_of_board(found, confidence),
        table_of_pairs(found, confidence, power, methods["correction"]),
        table_of_checks(found),
    ]
    page.sections.append(section)
    page.findings.append(Finding("Preferences", section.intro, verdict))
    page.warnings.extend(doubts_of(found, has_order_effect=effect))
    if not page.tiles:
        page.tiles.append(Tile("Comparisons", f"{found.n_comparisons:,}", f"of {found.n_queries:,} queries"))
        page.tiles.append(Tile("Systems", f"{len(found.ratings):,}"))


def found_of(ratings: Any, pairs: Any, needed: Any, checks: Any, n_comparisons: int, n_queries: int) -> Found:
    rated = [{**row, "system": str(row["system"])} for row in rows_of(ratings)]
    rated.sort(key=lambda row: (row["rating"] is None, -(row["rating"] or 0), row["system"]))
    places = {row["system"]: place for place, row in enumerate(rated)}
    of_pair = {(str(row["system"]), str(row["baseline"])): row for row in rows_of(needed)}
    both = []
    for row in rows_of(pairs):
        key = str(row["system"]), str(row["baseline"])
        whole = {**row, **of_pair[key], "system": key[0], "baseline": key[1]}
        both.append(whole if places[key[0]] < places[key[1]] else turned(whole))
    both.sort(key=lambda row: (places[row["system"]], places[row["baseline"]]))
    return Found(rated, both, {row["check"]: row for row in rows_of(checks)}, n_comparisons, n_queries)


def turned(row: Mapping[str, Any]) -> dict[str, Any]:
    """A pair from its other side."""
    low, high = row["ci_low"], row["ci_high"]
    return {
        **row,
        "system": row["baseline"],
        "baseline": row["system"],
        "wins": row["losses"],
        "losses": row["wins"],
        "win_rate": 1 - row["win_rate"],
        "ci_low": None if high is None else 1 - high,
        "ci_high": None if low is None else 1 - low,
    }


def _checks_of_judges(preferences: Any, columns: Mapping[str, str], con: Any) -> Any:
    """The checks of each judge; None where no column says who judged."""
    judge = columns.get("judge_id")
    if judge is None:
        return None
    others = {ours: column for ours, column in columns.items() if ours != "judge_id"}
    return preference_checks(preferences, by=judge, columns=others, con=con)


def sentence_of(found: Found, confidence: float) -> str:
    """Who is first, who is tied with it, and what would tell the first two apart."""
    basis = f"{several(found.n_comparisons, 'comparison')} of {several(found.n_queries, 'query', 'queries')}"
    if not found.rated:
        return f"From {basis}, no system has a rating: {_why_unrated(found)}."
    first = found.rated[0]
    rating = rounded(first["rating"], digits_of(first["ci_low"], first["ci_high"]))
    interval = between(first["ci_low"], first["ci_high"])
    sure = f" ({share(confidence)} interval {interval})" if interval else ""
    text = f"{first['system']} is rated highest: {rating}{sure}, from {basis}."
    if len(found.rated) < 2:
        return text
    if first["rank_high"] is None:
        text += " There are too few queries for intervals."
    elif found.tied:
        text += f" Tied with it, because their ranks overlap: {few(found.tied)}."
    else:
        text += " No other system can have its rank."
    pair, second = found.first_pair, found.rated[1]["system"]
    if pair is None:
        return f"{text} {first['system']} and {second} were never compared with each other."
    rate = rounded(pair["win_rate"], digits_of(pair["ci_low"], pair["ci_high"]))
    ends = between(pair["ci_low"], pair["ci_high"])
    text += (
        f" {first['system']} is preferred to {second} with a rate of {rate}{f' (95 % interval {ends})' if ends else ''}"
    )
    text += f" in {several(pair['n_comparisons'], 'comparison')} of the two"
    return f"{text}."


def _why_unrated(found: Found) -> str:
    components = found.checks["components"]["value"]
    return (
        f"the systems fall into {components:,.0f} sets, and between two sets wins go in one direction at most"
        if components is not None and components > 1
        else next(row["reason"] for row in found.ratings if row["rating"] is None)
    )


def verdict_of(found: Found, preferences: Any, arguments: Mapping[str, Any]) -> Verdict | None:
    """What preference_decision says. None where there are no two systems to tell apart."""
    if not found.rated:
        first, second = (row["system"] for row in found.ratings[:2])
        return Verdict("not decided", "rating", first, second, None, "no system has a rating")
    if len(found.rated) < 2:
        return None
    if found.unrated:
        first, unrated = found.rated[0]["system"], found.unrated
        reason = f"{few(unrated)} {'has' if len(unrated) == 1 else 'have'} no rating to compare with"
        return Verdict("not decided", "rating", first, unrated[0], None, reason)
    return verdict_told(preference_decision(preferences, **arguments))


def doubts_of(found: Found, *, has_order_effect: bool) -> list[str]:
    doubts = []
    order = found.checks["first_shown_wins"]
    low, high = order["ci_low"], order["ci_high"]
    if low is not None and not low <= 0.5 <= high and not has_order_effect:
        doubts.append(
            f"preferences: the first shown wins {_rate(order)} of the decided comparisons: the order matters too, and"
            " ratings are fair only if each pair is shown equally often in both orders; order_effect=True corrects them"
        )
    if found.unrated:
        has = "has" if len(found.unrated) == 1 else "have"
        doubts.append(f"preferences: {few(found.unrated)} {has} no rating: {_why_unrated(found)}")
    return doubts


def _rate(row: Mapping[str, Any]) -> str:
    cell = with_interval(row, "value", "ci_low", "ci_high")
    return f"{cell.text} ({cell.small})" if cell.small else cell.text


def table_of_board(found: Found, confidence: float) -> Table:
    rows = [
        Row(
            [
                name(row["system"]),
                with_interval(row, "rating", "ci_low", "ci_high"),
                figure(ranks_of(row) or NOTHING),
                figure(NOTHING if row["win_rate"] is None else f"{row['win_rate']:.3f}"),
                *(count(row[each]) for each in ("n_comparisons", "wins", "ties", "losses")),
            ]
        )
        for row in found.ratings[:MOST_RATED]
    ]
    heads = ("rating", "ranks", "win rate", "comparisons", "wins", "ties", "losses")
    notes = [
        f"Strengths by Bradley and Terry. Below each rating is its {share(confidence)} interval over queries; ranks:"
        " those that the data allow. A system rated 100 higher is preferred in 64 % of comparisons. Win rate: the mean"
        " over the other systems."
    ]
    if len(found.ratings) > MOST_RATED:
        notes.append(f"{len(found.ratings) - MOST_RATED:,} more systems are left out.")
    return Table("board", "Board", [name("system"), *map(Cell, heads)], rows, notes)


def table_of_pairs(found: Found, confidence: float, power: float, correction: str) -> Table:
    rows = []
    for row in found.pairs[:MOST_PAIRS]:
        p = row["p_adjusted"]
        rate = with_interval(row, "win_rate", "ci_low", "ci_high")
        muted = p is None or p >= 1 - confidence
        rows.append(
            Row(
                [
                    Cell(row["system"], f"against {row['baseline']}", is_name=True),
                    Cell(rate.text, rate.small, is_muted=muted),
                    Cell(p_text(p)),
                    Cell(" / ".join(f"{row[each]:,}" for each in ("wins", "ties", "losses"))),
                    *(count(row[each]) for each in ("n_queries", "n_comparisons", "comparisons_needed")),
                ]
            )
        )
    heads = ("win rate", "p" if correction == "none" else "p, corrected", "wins / ties / losses", "queries")
    notes = [
        "Below each win rate is its 95 % interval; ties count half, and all comparisons of a query are one observation."
        " p: sign test of queries; grey: not significant."
        f" Needed: how many comparisons of the two would detect this rate with a probability of {power:g}, if"
        " new queries have as many comparisons each."
    ]
    if len(found.pairs) > MOST_PAIRS:
        notes.append(f"{len(found.pairs) - MOST_PAIRS:,} more pairs are left out.")
    cells = [name("systems"), *map(Cell, (*heads, "comparisons", "needed"))]
    return Table("preference_pairs", "Pairs of systems", cells, rows, notes)


def table_of_checks(found: Found) -> Table:
    rows = [
        Row([name(text), _value(key, found.checks[key]), count(found.checks[key]["n"])])
        for key, text in CHECKS.items()
        if key in found.checks and found.checks[key]["value"] is not None
    ]
    notes = [
        "Below each share is its 95 % interval. If the order does not matter, the first shown wins half of the decided"
        " comparisons. Cycles: the share of sets of three systems in which each beats the next. Sets connected by wins:"
        " the systems of a set can be rated together. n counts comparisons. For both orders it counts combinations of"
        " query, judge and pair of systems, and for judges those of query and pair. For cycles it counts sets of three"
        " systems, and for connected sets systems."
    ]
    heads = [name("check"), Cell("value"), Cell("n")]
    return Table("preference_checks", "Whether the verdicts can be trusted", heads, rows, notes)


def _value(key: str, row: Mapping[str, Any]) -> Cell:
    return count(round(row["value"])) if key == "components" else with_interval(row, "value", "ci_low", "ci_high")
