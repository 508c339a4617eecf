"""Interleaved searches, their checks, and trust in measures: against brute force, other libraries, and corners."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

import rankhouse
from copied import copy_macros
from executed import commanded
from helpers import interleaved
from helpers.interleaved import Search
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

WAYS = ("dbt", "table macro", "python")
NAMES = ("search_id", "item_id", "position", "team", "rank_a", "rank_b", "clicked", "user_id", "shop")
TYPES = ("integer", "varchar", "integer", "varchar", "integer", "integer", "boolean", "varchar", "varchar")
CREDITS: dict[str, tuple[dict[str, Any], Callable[[Search], tuple[float, float]]]] = {
    "team_draft": ({}, interleaved.team_draft),
    "balanced": ({"method": "balanced"}, interleaved.balanced),
    "optimised": ({"method": "optimised"}, interleaved.optimised),
    "optimised, by rank": (
        {"method": "optimised", "credit": "rank", "length": 7},
        lambda search: interleaved.optimised(search, "rank", 7),
    ),
}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def logged(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    """The columns of NAMES, as far as rows have them."""
    columns = ", ".join(f"{name} {kind}" for name, kind in zip(NAMES, TYPES, strict=True))
    con.execute(f"create or replace table log ({columns})")
    filled = [[*row, *[None] * (len(NAMES) - len(row))] for row in rows]
    if filled:
        table = pa.table({name: list(values) for name, values in zip(NAMES, zip(*filled, strict=True), strict=True)})
        con.register("logged_rows", table)
        con.execute("insert into log from logged_rows")
        con.unregister("logged_rows")


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, table: str = "log", **arguments: Any) -> list[Any]:
    if way == "dbt":
        return con.sql(str(getattr(macros("duckdb"), name)(f"main.{table}", **arguments))).fetchall()
    if way == "python":
        return getattr(rankhouse, name)(table, **arguments, con=con).fetchall()
    given = ", ".join([repr(table), *(f'"{name}" := {value!r}' for name, value in arguments.items())])
    return con.sql(f"from {name}({given})").fetchall()


def searches_of(seed: int, n: int, method: str) -> list[Search]:
    chosen = random.Random(seed)
    kind = "team_draft" if method == "team_draft" else "balanced"
    return [interleaved.random_search(chosen, method=kind) for _ in range(n)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", CREDITS)
def test_credits_are_those_of_brute_force(con: duckdb.DuckDBPyConnection, way: str, method: str) -> None:
    arguments, credited = CREDITS[method]
    searches = searches_of(7, 400, method)
    logged(con, [row for name, search in enumerate(searches) for row in search.rows(name)])
    found = {row[0]: row[1:] for row in asked(con, way, "interleaving_searches", **arguments)}
    assert len(found) == 400
    for name, search in enumerate(searches):
        clicks, a, b, winner, preference = found[name]
        known = credited(search)
        assert (a, b) == pytest.approx(known, abs=1e-12)
        sign = 0 if math.isclose(*known, abs_tol=1e-12) else 1 if known[0] > known[1] else -1
        assert (clicks, winner, preference) == (len(search.clicks), ("tie", "a", "b")[sign], sign)


def test_all_lists_of_three_and_all_clicks(con: duckdb.DuckDBPyConnection) -> None:
    """Exhaustive: every second list of three of four items, either list first, every set of clicks."""
    searches = []
    for list_b, a_first in itertools.product(itertools.permutations("wxyz", 3), (True, False)):
        shown = interleaved.balanced_list("wxy", list_b, 3, a_first)
        for clicks in itertools.product((False, True), repeat=len(shown)):
            chosen = [place for place, clicked in enumerate(clicks) if clicked]
            searches.append(Search("wxy", list_b, shown, "a" * len(shown), chosen))
    logged(con, [row for name, search in enumerate(searches) for row in search.rows(name)])
    for method, credited in {"balanced": interleaved.balanced, "optimised": interleaved.optimised}.items():
        found = {row[0]: row[2:4] for row in asked(con, "python", "interleaving_searches", method=method)}
        assert len(found) == len(searches) == 384
        assert [found[name] for name in range(384)] == [pytest.approx(credited(search)) for search in searches]


def needed(mean: float, spread: float) -> int | None:
    """The least n whose smallest detectable difference, of the two quantiles, is the mean."""

    def detectable(n: int) -> float:
        return float((stats.t.ppf(0.975, n - 1) + stats.t.ppf(0.8, n - 1)) * spread / math.sqrt(n))

    return next(n for n in range(2, 10**5) if detectable(n) <= abs(mean)) if mean and spread else None


def figures_of(preferences: list[int], clusters: list[Any], test: str) -> tuple[Any, ...]:
    """Wins, losses, ties, mean, interval, p-value and searches needed.

    The variance is the sandwich of a regression on 1 (Liang and Zeger) with G / (G - 1) for few clusters; where each
    search is one, all of it is scipy's t test of one sample.
    """
    d = np.array(preferences, float)
    residuals: dict[Any, float] = {}
    sums: dict[Any, float] = {}
    for name, each in zip(clusters, d, strict=True):
        residuals[name] = residuals.get(name, 0) + each - d.mean()
        sums[name] = sums.get(name, 0) + each
    n = len(sums)
    std_error = math.sqrt(n / (n - 1) * sum(one**2 for one in residuals.values())) / len(d)
    low, high = stats.t.interval(0.95, n - 1, d.mean(), std_error)
    p_value = 2 * stats.t.sf(abs(d.mean() / std_error), n - 1)
    if n == len(d):
        assert p_value == pytest.approx(stats.ttest_1samp(d, 0).pvalue)
    if test == "sign":
        wins, losses = (sum(sign * one > 0 for one in sums.values()) for sign in (1, -1))
        p_value = stats.binomtest(wins, wins + losses).pvalue
    counts = (int((d > 0).sum()), int((d < 0).sum()), int((d == 0).sum()))
    clusters_needed = needed(d.mean(), std_error * math.sqrt(n))
    searches_needed = None if clusters_needed is None else math.ceil(clusters_needed * len(d) / n - 1e-9)
    return (*counts, d.mean(), max(low, -1), min(high, 1), p_value, searches_needed)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("cluster", [None, "user_id"])
@pytest.mark.parametrize("test", ["sign", "t"])
def test_preferences_are_those_of_scipy(
    con: duckdb.DuckDBPyConnection, way: str, cluster: str | None, test: str
) -> None:
    searches = searches_of(11, 120, "team_draft")
    chosen = random.Random(3)
    users = [chosen.choice(["ann", "bob", "cy", "di", "eve", "flo", None]) for _ in searches]
    shops = [chosen.choice(["x", "y", None]) for _ in searches]
    rows = zip(searches, users, shops, strict=True)
    logged(con, [(*row, user, shop) for name, (one, user, shop) in enumerate(rows) for row in one.rows(name)])
    found = asked(con, way, "interleaving", by=["shop"], test=test, **({"cluster": cluster} if cluster else {}))
    assert {row[0] for row in found} == {"x", "y", None}
    for shop, *figures in found:
        mine = [place for place in range(120) if shops[place] == shop]
        credited = [interleaved.team_draft(searches[place]) for place in mine]
        # Who has no name is a user of his own.
        names = [(users[place] or place) if cluster else place for place in mine]
        known = figures_of([int(a > b) - int(a < b) for a, b in credited], names, test)
        assert figures == pytest.approx(list(known), abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_so_many_searches_are_needed(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The power of a t test with as many searches, and of one less, by the noncentral distribution."""
    rows = [(n, "x", 1, "a", 1, 1, n % 10 < 5) for n in range(200)]
    rows += [(n, "y", 2, "b", 2, 2, n % 10 in (5, 6, 7)) for n in range(200)]
    logged(con, rows)
    ((wins, losses, ties, preference, *_, needed),) = asked(con, way, "interleaving")
    assert (wins, losses, ties, preference) == (100, 60, 40, 0.2)
    spread = math.sqrt((160 - 200 * 0.04) / 199)

    def power(n: int) -> float:
        limit = stats.t.ppf(0.975, n - 1)
        return float(stats.nct.sf(limit, n - 1, 0.2 / spread * math.sqrt(n)))

    # The smallest detectable difference is that of the two quantiles, which differs in the fourth digit.
    assert power(needed + 1) > 0.8 > power(needed - 2)


@pytest.mark.parametrize("method", ["team_draft", "balanced"])
def test_the_better_list_wins(con: duckdb.DuckDBPyConnection, method: str) -> None:
    chosen = random.Random(5)
    rows = []
    for name in range(600):
        items = [f"d{place}" for place in range(8)]
        good = set(chosen.sample(items, 3))
        list_a = sorted(items, key=lambda item: (item not in good, item))
        list_b = chosen.sample(items, 8)
        if method == "team_draft":
            shown, teams = interleaved.dealt(list_a, list_b, 5, chosen)
        else:
            shown, teams = interleaved.balanced_list(list_a, list_b, 5, chosen.random() < 0.5), ["a"] * 5
        clicks = [place for place, item in enumerate(shown) if chosen.random() < (0.5 if item in good else 0.05)]
        rows += Search(list_a, list_b, shown, teams, clicks).rows(name)
    logged(con, rows)
    ((wins, losses, ties, preference, low, high, p_value, needed),) = asked(
        con, "python", "interleaving", method=method
    )
    assert wins + losses + ties == 600 and 0 < low < preference < high
    assert p_value < 1e-6 and needed < 600


def test_equal_systems_are_within_the_interval(con: duckdb.DuckDBPyConnection) -> None:
    """300 experiments of 80 searches by 16 users who always click alike: by user 95 % cover 0, by search far fewer."""
    chosen = np.random.default_rng(23)
    runs, users, each = 300, 16, 5
    tastes = chosen.normal(0, 1.5, (runs, users, 1))
    won = chosen.random((runs, users, each)) < 1 / (1 + np.exp(-tastes))
    shape = won.shape
    run, user, _ = np.indices(shape)
    frames = {"run": run.ravel(), "user_id": user.ravel(), "search_id": np.arange(won.size), "won": won.ravel()}
    con.register("won", pa.table(frames))
    con.execute(
        "create or replace table dealt as select run, user_id, search_id, item_id, position, team,"
        " (team = 'a') = won as clicked from won, (values ('x', 1, 'a'), ('y', 2, 'b')) as t(item_id, position, team)"
    )
    con.unregister("won")
    shares = {}
    for cluster in ("user_id", None):
        sql = macros("duckdb").interleaving("main.dealt", cluster=cluster, by=["run"])
        found = con.sql(f"select ci_low <= 0 and ci_high >= 0 from ({sql})").fetchall()
        shares[cluster] = sum(covers for (covers,) in found) / runs
    assert abs(shares["user_id"] - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)
    assert shares[None] < 0.9


SHOWN = [(1, "x", 1, "a", 1, 2, True), (1, "y", 2, "b", 2, 1, False)]
QUIET = [(2, "x", 1, "b", 1, 2, False), (2, "y", 2, "a", 2, 1, False)]
NEEDED = needed(0.5, math.sqrt(0.5))
CORNERS: dict[str, tuple[list[Any], dict[str, Any], tuple[Any, ...]]] = {
    "one search": (SHOWN, {}, (1, 0, 0, 1.0, None, None, None, None)),
    "all ties": ([*QUIET, *((3, *row[1:]) for row in QUIET)], {}, (0, 0, 2, 0.0, None, None, 1.0, None)),
    "a search without clicks": ([*SHOWN, *QUIET], {}, (1, 0, 1, 0.5, -1.0, 1.0, 1.0, NEEDED)),
    "an item of neither team": (
        [*SHOWN, *QUIET, (2, "ad", 3, None, None, None, True)],
        {},
        (1, 0, 1, 0.5, -1.0, 1.0, 1.0, NEEDED),
    ),
    "users without a name": (
        [*((*row, None) for row in SHOWN), *((*row, None) for row in QUIET)],
        {"cluster": "user_id"},
        (1, 0, 1, 0.5, -1.0, 1.0, 1.0, NEEDED),
    ),
    "one user": (
        [*((*row, "ann") for row in SHOWN), *((*row, "ann") for row in QUIET)],
        {"cluster": "user_id"},
        (1, 0, 1, 0.5, None, None, None, None),
    ),
    "an item that was not shown": (
        [*SHOWN, *QUIET, (2, "z", None, "b", 3, None, False)],
        {},
        (1, 0, 1, 0.5, -1.0, 1.0, 1.0, NEEDED),
    ),
}


def cornered(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Logs with a shop for each corner, the arguments, and what is known of the shops."""
    for asked_for in ({}, {"cluster": "user_id"}):
        names = [name for name, (_, arguments, _) in CORNERS.items() if arguments == asked_for]
        width = len(NAMES) - 1
        logged(
            con, [((*row, None) if len(row) < width else row) + (name,) for name in names for row in CORNERS[name][0]]
        )
        yield asked_for, sorted((name, *CORNERS[name][2]) for name in names)


@pytest.mark.parametrize("way", WAYS)
def test_corners(con: duckdb.DuckDBPyConnection, way: str) -> None:
    for arguments, known in cornered(con):
        found = sorted(asked(con, way, "interleaving", by=["shop"], **arguments))
        assert found == [pytest.approx(row) for row in known]


WRONG: dict[str, tuple[list[Any], dict[str, Any], str, tuple[int, int, int, float | None] | None]] = {
    # The message in Python, and what SQL gives: such rows do not count, or are refused (None).
    "clicks on what was not shown": (
        [(2, "z", None, "b", 3, None, True)],
        {},
        r"1 click is on items that were not shown \(NULL in column 'position'\), e.g. search_id 2, item_id 'z'",
        (1, 0, 1, 0.5),
    ),
    "a third team": (
        [(2, "z", 3, "c", 3, None, True)],
        {},
        "1 item is of a team other than 'a' and 'b' in column 'team', e.g. search_id 2, item_id 'z', team 'c'; set",
        None,
    ),
    "a position twice": (
        [(2, "z", 2, "b", 3, None, False)],
        {},
        "1 position is taken more than once in a search, e.g. search_id 2, position 2",
        (1, 0, 1, 0.5),
    ),
    "an item twice": (
        [(1, "x", 3, "a", 1, 2, True)],
        {},
        "1 item appears more than once in a search, e.g. search_id 1, item_id 'x'",
        (1, 0, 1, 0.5),
    ),
    "a search of two users": (
        [(1, "z", 3, "a", 3, 3, False, "ann"), (1, "w", 4, "b", 4, 4, False, "bob")],
        {"cluster": "user_id"},
        "1 search is in several clusters, e.g. search_id 1, user_id 'ann', other user_id 'bob'",
        None,
    ),
    "a search without an id": ([(None, "z", 3, "a", 3, 3, True)], {}, "1 row has no search_id", (1, 0, 1, 0.5)),
    "a rank of 0": (
        [(2, "z", 3, None, 0, None, True)],
        {"method": "balanced"},
        "1 row has a rank_a that is not a whole number of at least 1 .* search_id 2, .* rank_a 0; ranks start",
        None,
    ),
}


def wrong_log(con: duckdb.DuckDBPyConnection, *names: str) -> None:
    """Of each name a shop."""
    rows = [(row, name) for name in names for row in [*SHOWN, *QUIET, *WRONG[name][0]]]
    logged(con, [(*row, *[None] * (len(NAMES) - 1 - len(row)), name) for row, name in rows])
    con.execute("update log set rank_a = 1, rank_b = 1 where item_id = 'x' and shop = 'a rank of 0'")


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(con: duckdb.DuckDBPyConnection, name: str) -> None:
    _, arguments, message, _ = WRONG[name]
    wrong_log(con, name)
    with pytest.raises(InputError, match=message):
        asked(con, "python", "interleaving", **arguments)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_what_is_wrong_does_not_count(con: duckdb.DuckDBPyConnection, way: str) -> None:
    for arguments in ({}, {"cluster": "user_id"}):
        known = {name: figures for name, (_, given, _, figures) in WRONG.items() if given == arguments and figures}
        wrong_log(con, *known)
        found = asked(con, way, "interleaving", by=["shop"], **arguments)
        assert {row[0]: row[1:5] for row in found} == known


def test_the_command_tells_the_same(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    for name, (_, arguments, message, _) in WRONG.items():
        wrong_log(con, name)
        con.execute(f"copy log to '{tmp_path / 'log.parquet'}'")
        options = [part for option, value in arguments.items() for part in (f"--{option}", value)]
        status, _, complaint = commanded(["interleaving", str(tmp_path / "log.parquet"), *options])
        assert status == 2 and re.search(message, " ".join(complaint.split())), name
    for arguments, known in cornered(con):
        con.execute(f"copy log to '{tmp_path / 'log.parquet'}'")
        options = ["--by", "shop", *(part for option, value in arguments.items() for part in (f"--{option}", value))]
        status, said, _ = commanded(["interleaving", str(tmp_path / "log.parquet"), *options, "--format", "json"])
        assert status == 0
        assert [tuple(row.values()) for row in json.loads(said)] == [pytest.approx(row) for row in known]


@pytest.mark.parametrize("way", WAYS)
def test_one_team_alone_is_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [row for row in [*SHOWN, *QUIET] if row[3] == "a"])
    with pytest.raises((InputError, duckdb.Error), match="no item is of team 'b' in column 'team'"):
        asked(con, way, "interleaving")
    con.execute("update log set rank_b = null")
    with pytest.raises((InputError, duckdb.Error), match="no item has a rank in column 'rank_b'"):
        asked(con, way, "interleaving", method="balanced")


@pytest.mark.parametrize("way", WAYS)
def test_teams_of_other_names_are_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Every search was a tie."""
    logged(con, [*SHOWN, *QUIET])
    con.execute("update log set team = if(team = 'a', 'control', 'test')")
    for macro in ("interleaving", "interleaving_searches"):
        with pytest.raises((InputError, duckdb.Error), match=r"a team other than 'a' and 'b'.*set team_a and team_b"):
            asked(con, way, macro)
    assert asked(con, way, "interleaving", team_a="control", team_b="test")[0][:4] == (1, 0, 1, 0.5)


@pytest.mark.parametrize("way", WAYS)
def test_a_group_with_one_team_has_no_preference(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [*((*row, None, "both") for row in SHOWN), *((*row, None, "one") for row in QUIET if row[3] == "a")])
    found = {row[0]: row[1:5] for row in asked(con, way, "interleaving", by=["shop"])}
    assert found == {"both": (1, 0, 0, 1.0), "one": (0, 0, 1, None)}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "draft"}, "method is one of team_draft"),
        ({"test": "wilcoxon"}, "test is one of sign"),
        ({"team_a": "B"}, "team_a and team_b must differ in more than case"),
        ({"cluster": "nobody"}, "nobody"),
        ({"confidence": 2}, "confidence"),
        ({"columns": {"teem": "model"}}, "did you mean 'team'"),
        (
            {"columns": {"clicked": "item_id"}},
            "clicked must be true or false, or 1 or 0, but column 'item_id' is VARCHAR",
        ),
        ({"columns": {"clicked": "position"}}, "2 rows have .* neither 0 nor 1 in column 'position'"),
    ],
)
def test_wrong_arguments(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    logged(con, [*SHOWN, *QUIET])
    with pytest.raises(InputError, match=message):
        asked(con, "python", "interleaving", **arguments)


@pytest.mark.parametrize("way", WAYS)
def test_teams_have_names(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [*SHOWN, *QUIET])
    con.execute("update log set team = if(team = 'a', 'BM25', 'it''s')")
    found = asked(con, way, "interleaving", team_a="bm25", team_b="It's")
    assert found[0][:4] == (1, 0, 1, 0.5)


@pytest.mark.parametrize("method", CREDITS)
def test_the_other_way_round_is_the_opposite(con: duckdb.DuckDBPyConnection, method: str) -> None:
    arguments, _ = CREDITS[method]
    searches = searches_of(41, 150, method)
    logged(con, [row for name, search in enumerate(searches) for row in search.rows(name)])
    ((wins, losses, ties, preference, low, high, *rest),) = asked(con, "dbt", "interleaving", **arguments)
    con.execute(
        "update log set rank_a = rank_b, rank_b = rank_a, team = if(team = 'a', 'b', 'a'),"
        " position = 2 * position, item_id = 'x' || item_id"
    )
    ((*found, found_low, found_high, p_value, needed_now),) = asked(con, "dbt", "interleaving", **arguments)
    assert found == [losses, wins, ties, -preference]
    assert [found_low, found_high, p_value, needed_now] == pytest.approx([-high, -low, *rest])


@pytest.mark.parametrize("way", WAYS)
def test_checks_of_the_dealing(con: duckdb.DuckDBPyConnection, way: str) -> None:
    chosen = random.Random(9)
    rows, first, more = [], [], []
    for name in range(60):
        shown, teams = interleaved.dealt("abcdefg", "gfedcba", 5, chosen)
        rows += Search("abcdefg", "gfedcba", shown, teams, [1] if name % 3 else []).rows(name)
        first.append(teams[0])
        more.append(max("ab", key=teams.count))
    items = [row[3] for row in rows]
    more_rows = [(0, "ad", 6, None, None, None, True), (0, "ad", 7, "a", 1, 1, False), (0, "z", 6, "b", 1, 1, False)]
    logged(con, [*rows, *more_rows, (None, "z", 1, "a", 1, 1, True), (7, "z", None, "a", 1, 1, True)])
    (found,) = asked(con, way, "interleaving_checks")
    n, quiet, first_a, first_b, first_p, more_a, more_b, more_p, items_a, items_b, neither, left_out, repeated = found
    assert (n, quiet, neither, left_out, repeated) == (60, 19, 1, 2, 2)
    assert (first_a, first_b) == (first.count("a"), first.count("b"))
    assert first_p == pytest.approx(stats.binomtest(first_a, 60).pvalue)
    # The ad is also of team a, and z of b: as many more of both.
    assert (more_a, more_b) == (more.count("a"), more.count("b"))
    assert more_p == pytest.approx(stats.binomtest(more_a, 60).pvalue)
    assert (items_a, items_b) == (items.count("a") + 1, items.count("b") + 1)


@pytest.mark.parametrize("way", WAYS)
def test_a_click_that_is_nan_is_none(con: duckdb.DuckDBPyConnection, way: str) -> None:
    logged(con, [*SHOWN, *QUIET])
    con.execute("update log set clicked = null")
    without = asked(con, way, "interleaving_checks")
    con.execute("alter table log alter clicked type double")
    con.execute("update log set clicked = 'nan' where position = 1")
    assert asked(con, way, "interleaving_checks") == without
    assert without[0][1] == without[0][0]


@pytest.mark.parametrize("way", WAYS)
def test_searches_of_two_shops_may_have_one_id(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The lowest click and the length of the lists are those of the shop's own search, and so is its first item."""
    clicked = {("x", "v"): True, ("x", "w"): False, ("y", "v"): False, ("y", "w"): False, ("y", "u"): True}
    teams = {"x": "aba", "y": "bab"}
    ranks = {"v": (1, 2), "w": (2, None), "u": (3, 3)}
    rows = []
    for (shop, item), click in clicked.items():
        place = "vwu".index(item)
        rows.append((1, item, place + 1, teams[shop][place], *ranks[item], click, None, shop))
    logged(con, rows)
    # The first list alone has v at rank 1; of y the lowest click is at rank 3 of both.
    found = {row[0]: row[3:5] for row in asked(con, way, "interleaving_searches", by=["shop"], method="balanced")}
    assert found == {"x": (1, 0), "y": (1, 1)}
    con.execute("update log set clicked = item_id = 'w'")
    # The second list has no w: it is ranked behind the end, which is at 2 for x and at 3 for y.
    found = {row[0]: row[3:5] for row in asked(con, way, "interleaving_searches", by=["shop"], method="optimised")}
    assert found == {"x": pytest.approx((1 / 2, 1 / 3)), "y": pytest.approx((1 / 2, 1 / 4))}
    found = {row[0]: row[3:5] for row in asked(con, way, "interleaving_checks", by=["shop"])}
    assert found == {"x": (1, 0), "y": (0, 1)}


# Trust in measures.


def experimented(con: duckdb.DuckDBPyConnection, rows: list[Any]) -> None:
    """experiment, measure, offline_difference, online_difference, and their errors."""
    con.execute(
        "create or replace table experiments (experiment integer, measure varchar, offline_difference double,"
        " online_difference double, offline_error double, online_error double)"
    )
    con.executemany(
        "insert into experiments values (?, ?, ?, ?, ?, ?)", [[*row, *[None] * (6 - len(row))] for row in rows]
    )


def drawn_experiments(seed: int, n: int) -> list[Any]:
    chosen = random.Random(seed)
    rows = []
    for measure, slope in {"ndcg@10": 0.8, "recall@100": -0.3, "mrr": 5.0}.items():
        for experiment in range(n):
            # Tenths, so that some are equal, and some are 0.
            offline = round(chosen.gauss(0, 0.3), 1)
            rows.append((experiment, measure, offline, round(slope * offline + chosen.gauss(0, 0.2), 1), 0.1, 0.05))
    return rows


def orthogonal_slope(x: np.ndarray, y: np.ndarray, ratio: float) -> float:
    """The direction in which the points spread most, once both errors have one size."""
    spread = np.linalg.eigh(np.cov(x * math.sqrt(ratio), y))
    first = spread.eigenvectors[:, -1]
    return float(first[1] / first[0] * math.sqrt(ratio))


def slope_error(x: np.ndarray, y: np.ndarray, slope: float, ratio: float) -> float:
    """Fuller, Measurement error models (1987): from the covariances of the model's errors, which it estimates."""
    n = len(x)
    rest = y - y.mean() - slope * (x - x.mean())
    of_rest = (rest**2).sum() / (n - 2)
    of_errors = of_rest / (ratio + slope**2)
    of_truth = np.cov(x, y)[0, 1] / slope
    both = -slope * of_errors
    return math.sqrt(((of_truth + of_errors) * of_rest - both**2) / (n - 1)) / of_truth


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("arguments", "ratio"),
    [({}, 1), ({"error_ratio": 2.5}, 2.5), ({"offline_error": "offline_error", "online_error": "online_error"}, 0.25)],
    ids=["orthogonal", "a ratio", "errors"],
)
def test_trust_is_that_of_scipy(
    con: duckdb.DuckDBPyConnection, way: str, arguments: dict[str, Any], ratio: float
) -> None:
    rows = drawn_experiments(17, 25)
    experimented(con, [*rows, (99, "mrr", 0.1, None, 0.1, 0.05)])
    found = {row[0]: row[1:] for row in asked(con, way, "metric_trust", "experiments", **arguments)}
    assert found.keys() == {"ndcg@10", "recall@100", "mrr"}
    for measure, figures in found.items():
        x, y = np.array([row[2:4] for row in rows if row[1] == measure]).T
        agree, disagree = int((x * y > 0).sum()), int((x * y < 0).sum())
        test = stats.binomtest(agree, agree + disagree)
        interval = test.proportion_ci(0.95, "wilson")
        slope = orthogonal_slope(x, y, ratio)
        known = [25, int(measure == "mrr"), agree, disagree, agree / (agree + disagree), interval.low, interval.high]
        known += [test.pvalue, stats.pearsonr(x, y)[0], stats.kendalltau(x, y)[0], slope, y.mean() - slope * x.mean()]
        error = slope_error(x, y, slope, ratio)
        known += [error, *(slope + sign * stats.t.ppf(0.975, 23) * error for sign in (-1, 1))]
        assert list(figures) == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_corners_of_trust(con: duckdb.DuckDBPyConnection, way: str) -> None:
    experimented(
        con,
        [
            (1, "one experiment", 0.1, 0.2),
            *((n, "offline all equal", 0.1, 0.2 * n) for n in range(1, 4)),
            *((n, "online all equal", 0.1 * n, 0.2) for n in range(1, 4)),
            *((n, "a line", 0.1 * n, 0.3 * n) for n in (-1, 1, 2)),
            *((n, "nothing", None, 0.1) for n in range(2)),
            *((n, "two", 0.1 * n, 0.2 * n) for n in (1, 2)),
            *((n, "no sign", 0.1 * n, 0.0) for n in range(1, 3)),
        ],
    )
    found = {row[0]: row[1:] for row in asked(con, way, "metric_trust", "experiments")}
    assert found["one experiment"][:5] == (1, 0, 1, 0, 1.0) and found["one experiment"][8:] == (None,) * 7
    assert found["offline all equal"][8:] == (None,) * 7
    assert found["online all equal"][8:] == pytest.approx((None, None, 0.0, 0.2, *[None] * 3))
    assert found["a line"][8:] == pytest.approx((1.0, 1.0, 3.0, 0.0, 0.0, 3.0, 3.0), abs=1e-6)
    assert found["nothing"] == (0, 2, 0, 0, *[None] * 11)
    # Two experiments lie on a line, and say nothing of how near it is.
    assert found["two"][10:] == pytest.approx((2.0, 0.0, *[None] * 3), abs=1e-9)
    assert found["no sign"][:8] == (2, 0, 0, 0, None, None, None, None)


def test_a_regression_is_too_flat(con: duckdb.DuckDBPyConnection) -> None:
    """Of a true slope of 2, with errors as large as the differences, a regression finds half; Deming's finds it."""
    chosen = np.random.default_rng(3)
    true = chosen.normal(0, 1, 4000)
    x, y = true + chosen.normal(0, 1, 4000), 2 * true + chosen.normal(0, 1, 4000)
    columns = {"experiment": range(4000), "measure": ["m"] * 4000, "offline_difference": x, "online_difference": y}
    con.register("many", pa.table({name: list(values) for name, values in columns.items()}))
    con.execute("create or replace table experiments as from many")
    con.unregister("many")
    ((*_, slope, _, _, low, high),) = asked(con, "python", "metric_trust", "experiments")
    assert low < 2 < high and high - low < 0.35
    assert stats.linregress(x, y).slope == pytest.approx(1, abs=0.1)
    assert slope == pytest.approx(2, abs=0.15)


def test_intervals_of_the_slope_cover(con: duckdb.DuckDBPyConnection) -> None:
    """600 times 12 experiments, errors half as large as the differences: about 95 % of the intervals hold the slope."""
    chosen = np.random.default_rng(5)
    runs, n = 600, 12
    true = chosen.normal(0, 1, runs * n)
    columns = {
        "experiment": np.tile(np.arange(n), runs),
        "measure": np.repeat(np.arange(runs), n).astype(str),
        "offline_difference": true + chosen.normal(0, 0.5, runs * n),
        "online_difference": 2 * true + chosen.normal(0, 1, runs * n),
    }
    con.register("many", pa.table(columns))
    con.execute("create or replace table experiments as from many")
    con.unregister("many")
    found = asked(con, "python", "metric_trust", "experiments", error_ratio=4)
    covered = np.mean([row[-2] <= 2 <= row[-1] for row in found])
    assert len(found) == runs and abs(covered - 0.95) < 3 * math.sqrt(0.95 * 0.05 / runs)


@pytest.mark.parametrize(
    ("name", "change", "arguments", "message"),
    [
        ("metric_trust", "set measure = null where experiment = 1", {}, "3 rows have no measure"),
        ("metric_trust", "set experiment = 0", {}, "have several rows for a measure, e.g. experiment 0"),
        (
            "metric_trust",
            "set online_difference = 'inf' where experiment = 1",
            {},
            "3 rows .* NaN or beyond 1e50 in column",
        ),
        (
            "metric_trust",
            "set online_error = 1",
            {"offline_error": "online_error"},
            "give both offline_error and online_error",
        ),
        ("metric_trust", "set online_error = 1", {"error_ratio": 0}, "error_ratio"),
        ("metric_trust", "set online_error = 1", {"error_ratio": 1e160}, "error_ratio"),
        (
            "discriminative_power",
            "set p_value = 2 where pair = 1",
            {},
            "1 row has a p_value that is not between 0 and 1",
        ),
        ("discriminative_power", "set p_value = 1", {"alpha": 5}, "alpha"),
        ("discriminative_power", "set p_value = 1", {"columns": {"p_value": "p"}}, "no column 'p'"),
    ],
)
def test_wrong_experiments(
    con: duckdb.DuckDBPyConnection, name: str, change: str, arguments: dict[str, Any], message: str
) -> None:
    experimented(con, drawn_experiments(1, 5))
    con.execute(
        "create or replace table comparisons as from (values (1, 'm', 0.5, 9))"
        " as t(pair, measure, p_value, queries_needed)"
    )
    table = {"metric_trust": "experiments", "discriminative_power": "comparisons"}[name]
    con.execute(f"update {table} {change}")
    with pytest.raises(InputError, match=message):
        asked(con, "python", name, table, **arguments)


@pytest.mark.parametrize("way", WAYS)
def test_discriminative_power(con: duckdb.DuckDBPyConnection, way: str) -> None:
    chosen = random.Random(2)
    rows = [
        (measure, chosen.choice([0.001, 0.04, 0.05, 0.3, None]), chosen.choice([5, 9, 40, 700, None]))
        for measure in ("m", "n", "o")
        for _ in range(21)
    ]
    con.execute("create or replace table comparisons (measure varchar, p_value double, queries_needed bigint)")
    con.executemany("insert into comparisons values (?, ?, ?)", rows)
    for share in (0.1, 0.5, 1):
        found = asked(con, way, "discriminative_power", "comparisons", share=share)
        for measure, *figures in found:
            p_values = [row[1] for row in rows if row[0] == measure and row[1] is not None]
            needs = sorted(math.inf if row[2] is None else row[2] for row in rows if row[0] == measure)
            different = sum(p < 0.05 for p in p_values)
            enough = next(n for n in needs if sum(one <= n for one in needs) >= share * 21)
            known = [
                21,
                21 - len(p_values),
                different,
                different / len(p_values),
                None if math.isinf(enough) else enough,
            ]
            assert figures == pytest.approx(known)
