"""The section Online: what users preferred of interleaved lists, and what a policy would have earned, from a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb

from rankhouse import plot
from rankhouse._comparing.verdict import Verdict, verdict_told
from rankhouse._inputs.home import at_home
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._online.interleaving import interleaving, interleaving_checks, interleaving_decision
from rankhouse._online.off_policy import compare_policies, off_policy, off_policy_weights, policy_decision
from rankhouse._reporting.clusters import cluster_among
from rankhouse._reporting.labels import rows_of, with_interval
from rankhouse._reporting.page import Finding, Page, Section
from rankhouse._reporting.tables import Cell, Row, Table, count, figure, name, p_text, per_cent
from rankhouse._results.numbers import NOTHING, p_value, share

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
    """Adds the section, as far as there are logs. methods: of `report`: confidence, power and cluster hold here."""
    if interleaved is None and played is None:
        return
    section = Section("online", "Online")
    sentences = []
    if interleaved is not None:
        sentences.append(
            _preference(interleaved, teams, own_columns(columns, SIDES[0], INTERLEAVED), page, section, con, methods)
        )
    if played is not None:
        sentences.append(_policy(played, own_columns(columns, SIDES[1], PLAYED), page, section, con, methods))
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
    rule: dict[str, Any] = {"confidence": confidence, "power": power}
    cluster = cluster_among(log, methods["cluster"], con)
    (found,) = rows_of(interleaving(log, cluster=cluster or None, **rule, **shared))
    (checks,) = rows_of(interleaving_checks(log, **shared))
    verdict = verdict_told(interleaving_decision(log, cluster=cluster, **rule, **shared))
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
    page.findings.append(Finding("Interleaving", sentence, verdict))
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


def _p(value: float | None) -> Cell:
    return figure(NOTHING if value is None else p_value(value))


def _policy(
    log: Any, columns: Mapping[str, str], page: Page, section: Section, con: Any, methods: Mapping[str, Any]
) -> str:
    confidence = methods["confidence"]
    shared: dict[str, Any] = {"confidence": confidence, "columns": columns, "con": con}
    with at_home(connection_of(con, log)) as home, opened(home, SIDES[1], log, [], []) as table:
        has_model = all(table.column(columns.get(each, each)) for each in PREDICTIONS)
    estimators = ["ips", "snips", *(["dm", "dr"] if has_model else [])]
    estimates = off_policy(log, estimators, **shared)
    found = rows_of(estimates)
    named = columns_beside_log(columns, has_model=has_model)
    # dm reads no reward of the log.
    read = [each for each in estimators if each != "dm"]
    gains = {row["estimator"]: row for row in rows_of(compare_policies(log, read, **{**shared, "columns": named}))}
    cluster = cluster_among(log, methods["cluster"], con)
    rule = {"cluster": cluster, "confidence": confidence, "power": methods["power"]}
    verdict = verdict_told(policy_decision(log, read[-1], columns=named, con=con, **rule))
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
    best = found[-1]
    cell, own = (with_interval(row, "value", "ci_low", "ci_high") for row in (best, logged))
    interval = f" ({cell.small})" if cell.small else ""
    sentence = (
        f"The policy would have earned {cell.text}{interval} a row by {best['estimator']}, from {best['n']:,} rows,"
        f" while the log itself earned {own.text}."
    )
    page.findings.append(Finding("Policy", sentence, _of_policy(verdict)))
    return sentence


def _logging(columns: Mapping[str, str]) -> str:
    return columns.get("logging_probability", "logging_probability")


def columns_beside_log(columns: Mapping[str, str], *, has_model: bool) -> dict[str, str]:
    """The log's own policy as the baseline: one that plays with the log's probabilities."""
    own = {
        "baseline_probability": _logging(columns),
        "baseline_predicted_reward": columns.get("predicted_reward", "predicted_reward"),
    }
    return {**columns, **{ours: each for ours, each in own.items() if has_model or "predicted" not in ours}}


def _row_of_estimate(row: Mapping[str, Any], gain: Mapping[str, Any] | None) -> Row:
    size = figure(NOTHING if row["effective_size"] is None else f"{row['effective_size']:,.0f}")
    less = figure(NOTHING) if gain is None else with_interval(gain, "difference", "ci_low", "ci_high", sign=True)
    value = with_interval(row, "value", "ci_low", "ci_high")
    return Row([name(row["estimator"]), value, count(row["n"]), size, less])


def _of_policy(verdict: Verdict) -> Verdict:
    """By the names that the page has for the two."""
    reason = verdict.reason.replace("target", "the policy").replace("baseline", "the log")
    return replace(verdict, system="the policy", baseline="the log", reason=reason)


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
