"""The section Online: what users preferred of interleaved lists, and what a policy would have earned, from a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import duckdb

from rankhouse import plot
from rankhouse._comparing.doubts import FEW_QUERIES
from rankhouse._comparing.verdict import Verdict
from rankhouse._inputs.home import at_home
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._online.interleaving import interleaving, interleaving_checks
from rankhouse._online.off_policy import compare_policies, off_policy, off_policy_weights
from rankhouse._reporting.labels import rows_of, with_interval
from rankhouse._reporting.page import Finding, Page, Section
from rankhouse._reporting.tables import Cell, Row, Table, count, figure, name, p_text, per_cent
from rankhouse._results.numbers import NOTHING, about, p_value, share

SIDES = ("interleaving", "off_policy")
"""Before a column in `columns`: `off_policy.reward`."""
INTERLEAVED = ("search_id", "query_id", "item_id", "position", "team", "clicked")
PREDICTIONS = ("predicted_reward", "target_predicted_reward")
PLAYED = ("logging_probability", "target_probability", "reward", *PREDICTIONS)
UNFAIR = 0.01
"""The p-value below which a draft was not dealt fairly."""
DIRECT = (
    "The interval of dm ignores the error of the model: it is the interval of a mean of predictions, however wrong"
    " they are."
)
FEW = 100
"""The effective size below which a normal interval says little."""


def of_online(
    interleaved: Any,
    teams: tuple[str, str],
    played: Any,
    columns: Mapping[str, str],
    page: Page,
    con: duckdb.DuckDBPyConnection | None,
    methods: Mapping[str, Any],
) -> None:
    """Adds the section, as far as there are logs. methods: of `report`, of which confidence and power hold here."""
    if interleaved is None and played is None:
        return
    section = Section("online", "Online")
    sentences = []
    if interleaved is not None:
        sentences.append(
            _preference(interleaved, teams, own_columns(columns, SIDES[0], INTERLEAVED), page, section, con, methods)
        )
    if played is not None:
        sentences.append(
            _policy(played, own_columns(columns, SIDES[1], PLAYED), page, section, con, methods["confidence"])
        )
    section.intro = " ".join(sentences)
    section.figures = [each for each in section.figures if each in page.figures.figures]
    page.sections.append(section)


def own_columns(columns: Mapping[str, str], side: str, known: Sequence[str]) -> dict[str, str]:
    """Those of a log: named for it alone, or for all tables."""
    shared = {ours: column for ours, column in columns.items() if ours in known}
    start = f"{side}."
    return shared | {ours.removeprefix(start): each for ours, each in columns.items() if ours.startswith(start)}


def _preference(
    log: Any,
    teams: tuple[str, str],
    columns: Mapping[str, str],
    page: Page,
    section: Section,
    con: Any,
    methods: Mapping[str, Any],
) -> str:
    confidence, power = methods["confidence"], methods["power"]
    a, b = teams
    shared: dict[str, Any] = {"team_a": a, "team_b": b, "columns": columns, "con": con}
    (found,) = rows_of(interleaving(log, confidence=confidence, power=power, **shared))
    (checks,) = rows_of(interleaving_checks(log, **shared))
    n = found["wins_a"] + found["wins_b"] + found["ties"]
    preference = with_interval(found, "preference", "ci_low", "ci_high", sign=True)
    p = NOTHING if found["p_value"] is None else p_value(found["p_value"])
    rows = [
        Row([name("Searches"), count(n)]),
        Row([name(f"Won by {a}"), count(found["wins_a"])]),
        Row([name(f"Won by {b}"), count(found["wins_b"])]),
        Row([name("Tied"), count(found["ties"])]),
        Row([name(f"Preference for {a}"), preference]),
        Row([name("p-value, sign test"), figure(p)]),
        Row([name("Searches needed"), count(found["searches_needed"])]),
    ]
    notes = [
        "A search is won by the system with more clicks on its items. Preference: wins"
        f" of {a} less those of {b}, divided by searches, with its {share(confidence)} interval. Searches needed: how"
        f" many would detect this preference with a probability of {power:g}."
    ]
    section.tables.append(Table("interleaving", "Interleaved searches", [name("figure"), Cell("value")], rows, notes))
    rows = [
        Row([name(text), count(checks[f"{key}_a"]), count(checks[f"{key}_b"]), _p(checks[f"{key}_p_value"])])
        for key, text in {"first": "Searches where it was first", "more": "Searches where it had more items"}.items()
    ]
    rows.append(Row([name("Items"), count(checks["items_a"]), count(checks["items_b"]), figure("")]))
    heads = [name("check"), *map(Cell, (a, b, "p-value"))]
    notes = [
        f"{checks['n_without_clicks']:,} of {checks['n_searches']:,} searches have no click. Left out:"
        f" {checks['n_left_out']:,} rows without ids or a team, and {checks['n_repeated']:,} repeated rows."
    ]
    section.tables.append(Table("interleaving_checks", "Whether the draft was fair", heads, rows, notes))
    for key, text in {"first": "was first", "more": "had more items"}.items():
        if (unfair := checks[f"{key}_p_value"]) is not None and unfair < UNFAIR:
            page.warnings.append(
                f"interleaving: one system {text} more often than chance allows (p {p_value(unfair)}): the draft was"
                " not fair, and neither is the preference"
            )
    sentence = _preferred(found, teams, n, preference, confidence)
    is_fair = all(each is None or each >= UNFAIR for each in (checks["first_p_value"], checks["more_p_value"]))
    page.findings.append(
        Finding("Interleaving", sentence, _verdict_of_searches(found, teams, n, confidence, is_fair=is_fair))
    )
    return sentence


def _preferred(found: Mapping[str, Any], teams: tuple[str, str], n: int, preference: Cell, confidence: float) -> str:
    """Who won, in words."""
    won, lost, p = found["wins_a"], found["wins_b"], found["p_value"]
    better, other = teams if won >= lost else teams[::-1]
    a, b = teams
    counts = f"Of {n:,} interleaved searches, {a} won {won:,}, {b} won {lost:,}, and {found['ties']:,} were tied"
    if won == lost or p is None:
        return f"{counts}: users preferred neither."
    interval = f", {share(confidence)} interval {preference.small}" if preference.small else ""
    sure = f"preference for {a} {preference.text}{interval}, p {p_text(p)}"
    if p >= 1 - confidence:
        return f"{counts}: users preferred {better}, but not more often than chance allows ({sure})."
    return f"{counts}: users preferred {better} to {other} ({sure})."


def _verdict_of_searches(
    found: Mapping[str, Any], teams: tuple[str, str], n: int, confidence: float, *, is_fair: bool
) -> Verdict:
    won, lost, p = found["wins_a"], found["wins_b"], found["p_value"]
    better, other = teams if won >= lost else teams[::-1]
    needed = found["searches_needed"]
    more = None if needed is None or needed <= n else int(needed) - n
    told = "" if more is None else f"; about {about(more)} more searches would tell"

    def not_decided(reason: str, more: int | None = None) -> Verdict:
        return Verdict("not decided", "preference", better, other, more, reason)

    if not is_fair:
        return not_decided("the draft was not fair, and neither is the preference")
    if n < FEW_QUERIES:
        return not_decided(f"{n} searches are too few to compare {teams[0]} and {teams[1]}")
    if p is None or p >= 1 - confidence:
        return not_decided(f"users do not prefer {teams[0]} or {teams[1]} significantly{told}", more)
    return Verdict("ship", "preference", better, other, None, f"users significantly preferred it to {other}")


def _p(value: float | None) -> Cell:
    return figure(NOTHING if value is None else p_value(value))


def _policy(log: Any, columns: Mapping[str, str], page: Page, section: Section, con: Any, confidence: float) -> str:
    shared: dict[str, Any] = {"confidence": confidence, "columns": columns, "con": con}
    with at_home(connection_of(con, log)) as home, opened(home, SIDES[1], log, [], []) as table:
        has_model = all(table.column(columns.get(each, each)) for each in PREDICTIONS)
    estimators = ["ips", "snips", *(["dm", "dr"] if has_model else [])]
    estimates = off_policy(log, estimators, **shared)
    found = rows_of(estimates)
    gains = {row["estimator"]: row for row in rows_of(_beside_log(log, estimators, **shared))}
    (logged,) = rows_of(
        off_policy(log, "ips", **{**shared, "columns": {**columns, "target_probability": _logging(columns)}})
    )
    rows = [
        Row(
            [
                name("the log itself"),
                with_interval(logged, "value", "ci_low", "ci_high"),
                count(logged["n"]),
                figure(""),
                figure(""),
            ]
        ),
        *(_row_of_estimate(row, gains.get(row["estimator"])) for row in found),
    ]
    heads = [name("estimator"), *map(Cell, ("value", "rows", "effective size", "less the log"))]
    notes = [
        f"Below each value is its {share(confidence)} interval. The log itself: the mean reward of its rows. Less the"
        " log: the policy's value less that mean, from the same rows. Effective size: how many rows of equal weight"
        " would tell as much."
    ]
    if has_model:
        notes.append(DIRECT)
    section.tables.append(Table("off_policy", "What the policy would have earned", heads, rows, notes))
    (weights,) = rows_of(off_policy_weights(log, **shared))
    rows = [
        Row([name("Mean weight"), with_interval(weights, "mean_weight", "ci_low", "ci_high")]),
        *(
            Row([name(text), figure(NOTHING if weights[key] is None else f"{weights[key]:,.4g}")])
            for key, text in {"median": "Median", "p99": "99 % quantile", "highest": "Highest"}.items()
        ),
        Row([name("Weight in the heaviest 1 % of rows"), per_cent(weights["largest_share"])]),
        Row([name("Rows that the policy never plays"), per_cent(weights["zero_share"])]),
    ]
    notes = [
        "A weight is the policy's probability divided by that of the log. The mean weight should differ from 1 only by"
        " chance."
    ]
    section.tables.append(Table("weights", "Weights of the log", [name("figure"), Cell("value")], rows, notes))
    with page.figures.adding():
        page.figures.add("off_policy", plot.off_policy(estimates, con=con))
    section.figures.append("off_policy")
    _doubt(weights, page)
    best, gain = found[-1], gains[found[-1]["estimator"]]
    cell, own = (with_interval(row, "value", "ci_low", "ci_high") for row in (best, logged))
    interval = f" ({cell.small})" if cell.small else ""
    sentence = (
        f"The policy would have earned {cell.text}{interval} a row by {best['estimator']}, from {best['n']:,} rows,"
        f" while the log itself earned {own.text}."
    )
    page.findings.append(Finding("Policy", sentence, _verdict_of_policy(gain, weights, confidence)))
    return sentence


def _logging(columns: Mapping[str, str]) -> str:
    return columns.get("logging_probability", "logging_probability")


def _beside_log(log: Any, estimators: Sequence[str], columns: Mapping[str, str], **shared: Any) -> Any:
    """The policy less the log's own: that of a policy which plays with the log's probabilities.

    Not of dm, which reads no reward.
    """
    own = {
        "baseline_probability": _logging(columns),
        "baseline_predicted_reward": columns.get("predicted_reward", "predicted_reward"),
    }
    has_model = "dr" in estimators
    named = {**columns, **{ours: each for ours, each in own.items() if has_model or "predicted" not in ours}}
    return compare_policies(log, [each for each in estimators if each != "dm"], columns=named, **shared)


def _row_of_estimate(row: Mapping[str, Any], gain: Mapping[str, Any] | None) -> Row:
    size = figure(NOTHING if row["effective_size"] is None else f"{row['effective_size']:,.0f}")
    less = figure(NOTHING) if gain is None else with_interval(gain, "difference", "ci_low", "ci_high", sign=True)
    value = with_interval(row, "value", "ci_low", "ci_high")
    return Row([name(row["estimator"]), value, count(row["n"]), size, less])


def _verdict_of_policy(gain: Mapping[str, Any], weights: Mapping[str, Any], confidence: float) -> Verdict:
    """By the interval of what the policy would have earned less what the log did."""
    low, high, size = gain["ci_low"], gain["ci_high"], weights["effective_size"]
    estimator = gain["estimator"]

    def decided(decision: Literal["ship", "do not ship", "not decided"], reason: str) -> Verdict:
        return Verdict(decision, estimator, "the policy", "the log", None, reason)

    if size is not None and size < FEW:
        return decided("not decided", f"for this policy, the log is worth only {size:,.0f} rows")
    off = [weights[end] for end in ("ci_low", "ci_high")]
    if None not in off and not off[0] <= 1 <= off[1]:
        return decided(
            "not decided", "the mean weight of the log is not 1, so it cannot be used to evaluate the policy"
        )
    cell = with_interval(gain, "difference", "ci_low", "ci_high", sign=True)
    told = f"{cell.text} a row, {share(confidence)} interval {cell.small}, by {estimator}"
    if low is None or low <= 0 <= high:
        return decided(
            "not decided", f"the policy would not have earned significantly more or less than the log ({told})"
        )
    if low > 0:
        return decided("ship", f"it would have earned significantly more than the log did ({told})")
    return decided("do not ship", f"it would have earned significantly less than the log did ({told})")


def _doubt(weights: Mapping[str, Any], page: Page) -> None:
    size = weights["effective_size"]
    if size is not None and size < FEW:
        page.warnings.append(
            f"off_policy: for this policy, the log is worth only {size:,.0f} rows, too few for an interval"
        )
    if weights["ci_high"] is not None and weights["ci_high"] < 1:
        page.warnings.append(
            f"off_policy: the mean weight is {weights['mean_weight']:.3g}, significantly below 1: the policy plays"
            " what the log never played, and that part of its value is unknown"
        )
    if weights["ci_low"] is not None and weights["ci_low"] > 1:
        page.warnings.append(
            f"off_policy: the mean weight is {weights['mean_weight']:.3g}, significantly above 1: these are not the"
            " probabilities of the log"
        )
