"""Policies on the logs of others, on an engine: as Open Bandit Pipeline has them, and by twins in Python."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from helpers import policies
from online.test_off_policy import ACTIONS, KINDS, LIMITS, RECORDED
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from recorded import off_policy as recorded
from warehouses import sample
from warehouses.comparison import Comparison, Key, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

LOG = {"shop": TEXT, **dict.fromkeys(recorded.COLUMNS[:5], DOUBLE), "slate_id": BIGINT, "position": BIGINT}
LOG |= {"baseline_probability": DOUBLE, "baseline_predicted_reward": DOUBLE}
# A row that counts for nothing.
WRONG = (0.0, 0.5, 1.0, 0.5, 0.5)


def shops(names: Any) -> dict[str, Any]:
    """A shop for each of the recorded logs, one of them without a name."""
    return {name: None if name == "far" else name for name in names}


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    logs = {name: recorded.logged(recorded.log(*given)) for name, given in recorded.LOGS.items()}
    rows = [(shop, *row, row[0], row[4] / 2) for name, shop in shops(logs).items() for row in logs[name]]
    session.load("log_of_actions", LOG, [*rows, (None, *WRONG, None, None, 0.5, 0.5)])
    given: dict[str, Any] = {"log": "log_of_actions", "by": ["shop"]}
    sql = package.off_policy(**given, estimators=list(ACTIONS), **LIMITS)
    found = list(map(tuple, session.query(sql)))
    pairs = [(name, shop, each) for name, shop in shops(logs).items() for each in ACTIONS]
    known: dict[Key, Row] = {(shop, each): (RECORDED["logs"][name][each],) for name, shop, each in pairs}
    yield from compared("off_policy (actions)", known, keyed([row[:3] for row in found], 2))
    twins: dict[Key, Row] = {}
    for name, shop, each in pairs:
        figures = policies.single(each, [row[:5] for row in logs[name]], **LIMITS)
        left_out = 1 if shop is None else 0
        twins[shop, each] = (figures["error"], len(logs[name]), figures["size"], left_out)
    yield from compared("off_policy (errors)", twins, keyed([(*row[:2], row[3], *row[6:9]) for row in found], 2))
    yield from of_two(session, package, given, logs)
    yield from of_candidates(session, package, given, logs)
    yield from of_slates(session, package)


def of_two(session: Session, package: Any, given: dict[str, Any], logs: Any) -> Iterator[Comparison]:
    """The baseline is the log's policy: what it earned is the mean reward."""
    sql = package.compare_policies(**given, estimators=["ips"])
    found = [(row[0], *row[2:5]) for row in map(tuple, session.query(sql))]
    known: dict[Key, Row] = {}
    for name, shop in shops(logs).items():
        value, own = RECORDED["logs"][name]["ips"], sum(row[2] for row in logs[name]) / len(logs[name])
        known[(shop,)] = (value, own, value - own)
    yield from compared("compare_policies", known, keyed(found, 1))
    # n, the mean weight, the effective size and the heaviest.
    found = [
        (row[0], row[1], row[2], row[5], row[9])
        for row in map(tuple, session.query(package.off_policy_weights(**given)))
    ]
    known = {}
    for name, shop in shops(logs).items():
        weights = [row[1] / row[0] for row in logs[name]]
        total, n = sum(weights), len(weights)
        known[(shop,)] = (n, total / n, total**2 / sum(one**2 for one in weights), max(weights))
    yield from compared("off_policy_weights", known, keyed(found, 1))


def of_candidates(session: Session, package: Any, given: dict[str, Any], logs: Any) -> Iterator[Comparison]:
    sql = package.off_policy_tuning(**given, estimators=["dr"], clip=[1, 5])
    found = [(row[0], row[3], row[4], row[9], bool(row[10])) for row in map(tuple, session.query(sql))]
    known: dict[Key, Row] = {}
    for name, shop in shops(logs).items():
        rows = [row[:5] for row in logs[name]]
        figures = {clip: policies.single("dr", rows, **({"clip": clip} if clip else {})) for clip in (None, 5.0, 1.0)}
        errors = {
            clip: math.hypot(one["error"], one["value"] - figures[None]["value"]) for clip, one in figures.items()
        }
        best = min(errors, key=lambda clip, errors=errors: errors[clip])  # type: ignore[misc]
        known |= {(shop, clip): (figures[clip]["value"], errors[clip], clip == best) for clip in figures}
    yield from compared("off_policy_tuning", known, keyed(found, 2))


def of_slates(session: Session, package: Any) -> Iterator[Comparison]:
    slates = {name: recorded.slates(*given) for name, given in recorded.SLATES.items()}
    for kind in sample.some(sorted(KINDS)):
        rows = []
        for name, shop in shops(slates).items():
            rows += [(shop, *row, None, None) for row in recorded.logged_slates(slates[name], kind)]
        session.load(f"log_of_{kind}", LOG, rows)
        sql = package.off_policy(f"log_of_{kind}", estimators=list(KINDS[kind]), by=["shop"])
        found = [tuple(row)[:3] for row in session.query(sql)]
        known: dict[Key, Row] = {
            (shop, each): (RECORDED["slates"][name][each],)
            for name, shop in shops(slates).items()
            for each in KINDS[kind]
        }
        yield from compared(f"off_policy ({kind})", known, keyed(found, 2))
