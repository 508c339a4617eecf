"""Interleaving and trust in measures on an engine: values by brute force and scipy."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import stats

from online.test_interleaving import CREDITS, drawn_experiments, figures_of, orthogonal_slope, searches_of, slope_error
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, Key, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

LOG = {"shop": TEXT, "user_id": TEXT, "search_id": BIGINT, "item_id": TEXT, "position": BIGINT, "team": TEXT}
LOG |= {"rank_a": BIGINT, "rank_b": BIGINT, "clicked": BIGINT}
EXPERIMENTS = {"experiment": BIGINT, "measure": TEXT, "offline_difference": DOUBLE, "online_difference": DOUBLE}
PAIRS = {"measure": TEXT, "p_value": DOUBLE, "queries_needed": BIGINT}
SHOPS = ("x", "y", None)
USERS = ("ann", "bob", "cy", "di", "eve", None)


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    chosen = random.Random(29)
    for name in sample.some(CREDITS):
        arguments, credited = CREDITS[name]
        searches = searches_of(31, 90, name)
        shops, users = [[chosen.choice(kinds) for _ in searches] for kinds in (SHOPS, USERS)]
        rows = [
            (shops[place], users[place], *row[:-1], int(row[-1]))
            for place, one in enumerate(searches)
            for row in one.rows(place)
        ]
        table = "log_of_" + name.split(",")[0] + "_by_rank" * ("," in name)
        session.load(table, LOG, rows)
        given: dict[str, Any] = {"log": table, "by": ["shop"], **arguments}
        known: dict[Key, Row] = {}
        outcomes = []
        for place, one in enumerate(searches):
            a, b = credited(one)
            outcomes.append(0 if math.isclose(a, b, abs_tol=1e-12) else 1 if a > b else -1)
            known[shops[place], float(place)] = (len(one.clicks), a, b, outcomes[-1])
        found = [(*row[:5], row[6]) for row in map(tuple, session.query(package.interleaving_searches(**given)))]
        yield from compared(f"interleaving_searches ({name})", known, keyed(found, 2))
        for test, cluster in sample.some([("sign", None), ("t", "user_id")]):
            known = {}
            for shop in SHOPS:
                mine = [place for place in range(90) if shops[place] == shop]
                clusters = [(users[place] or place) if cluster else place for place in mine]
                known[(shop,)] = figures_of([outcomes[place] for place in mine], clusters, test)
            found = list(map(tuple, session.query(package.interleaving(**given, test=test, cluster=cluster))))
            yield from compared(f"interleaving ({name}, {test})", known, keyed(found, 1))
        if name == "team_draft":
            yield from checks(session, package, table, searches, shops)
    yield from trust(session, package)


def checks(session: Session, package: Any, table: str, searches: list[Any], shops: list[Any]) -> Iterator[Comparison]:
    known: dict[Key, Row] = {}
    for shop in SHOPS:
        mine = [one for one, its in zip(searches, shops, strict=True) if its == shop]
        first = [sum(one.teams[0] == team for one in mine) for team in "ab"]
        more = [sum(2 * one.teams.count(team) > len(one.teams) for one in mine) for team in "ab"]
        items = [sum(one.teams.count(team) for one in mine) for team in "ab"]
        tests = [stats.binomtest(pair[0], sum(pair)).pvalue for pair in (first, more)]
        quiet = sum(not one.clicks for one in mine)
        known[(shop,)] = (len(mine), quiet, *first, tests[0], *more, tests[1], *items, 0, 0, 0)
    found = list(map(tuple, session.query(package.interleaving_checks(table, by=["shop"]))))
    yield from compared("interleaving_checks", known, keyed(found, 1))


def trust(session: Session, package: Any) -> Iterator[Comparison]:
    rows = [row[:4] for row in drawn_experiments(37, 20)]
    session.load("past_experiments", EXPERIMENTS, rows)
    known: dict[Key, Row] = {}
    for measure in {row[1] for row in rows}:
        x, y = np.array([row[2:] for row in rows if row[1] == measure]).T
        test = stats.binomtest(int((x * y > 0).sum()), int((x * y != 0).sum()))
        interval = test.proportion_ci(0.95, "wilson")
        slope = orthogonal_slope(x, y, 2)
        figures = [20, 0, test.k, test.n - test.k, test.k / test.n, interval.low, interval.high, test.pvalue]
        figures += [stats.pearsonr(x, y)[0], stats.kendalltau(x, y)[0], slope, y.mean() - slope * x.mean()]
        error = slope_error(x, y, slope, 2)
        figures += [error, *(slope + sign * stats.t.ppf(0.975, 18) * error for sign in (-1, 1))]
        known[(measure,)] = tuple(figures)
    found = list(map(tuple, session.query(package.metric_trust("past_experiments", error_ratio=2))))
    yield from compared("metric_trust", known, keyed(found, 1))
    pairs = [("m", 0.001, 9), ("m", 0.04, 5), ("m", 0.5, None), ("m", None, None), ("n", 0.05, 40), ("n", 0.2, 70)]
    session.load("compared_pairs", PAIRS, pairs)
    known = {("m",): (4, 1, 2, 2 / 3, 9), ("n",): (2, 0, 0, 0.0, 40)}
    found = list(map(tuple, session.query(package.discriminative_power("compared_pairs"))))
    yield from compared("discriminative_power", known, keyed(found, 1))
