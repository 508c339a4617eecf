"""Judgments from clicks, and the bias of positions: against twins from the papers, drawn logs, and corners."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import rankhouse
from copied import copy_macros
from helpers import click_models as twin
from helpers.examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

WAYS = ("dbt", "table macro", "python")
LOG, RELEVANCE, EXAMINATION = twin.drawn_log("pbm", 1200, 3)
CELLS = twin.cells(LOG)
COLUMNS = ("search_id", "query_id", "item_id", "position", "clicked")


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        store(con, "log", twin.rows(LOG), COLUMNS)
        counts = [(*key, n, clicks) for key, (n, clicks) in CELLS.items()]
        store(con, "counts", counts, ("query_id", "item_id", "position", "impressions", "clicks"))
        known = [(k, 1.5 / k) for k in range(1, 9)]
        store(con, "known", known, ("position", "examination"))
        yield con


def store(con: duckdb.DuckDBPyConnection, name: str, rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> None:
    values = pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True)))
    con.register("values_given", values)
    con.execute(f"create or replace table {name} as from values_given")
    con.unregister("values_given")


def literal(value: Any) -> str:
    if isinstance(value, dict):
        return f"map {{{', '.join(f'{key!r}: {one!r}' for key, one in value.items())}}}"
    return "null" if value is None else repr(value)


def asked(con: duckdb.DuckDBPyConnection, way: str, name: str, table: str = "log", **arguments: Any) -> list[Any]:
    if way == "dbt":
        sql = str(getattr(macros("duckdb"), name)(f"main.{table}", **arguments))
        return con.sql(sql).fetchall()
    if way == "python":
        return getattr(rankhouse, name)(table, **arguments, con=con).fetchall()
    given = ", ".join([repr(table), *(f'"{name}" := {literal(value)}' for name, value in arguments.items())])
    return con.sql(f"from {name}({given})").fetchall()


def relevances(rows: list[Any]) -> dict[Any, float]:
    return {row[:2]: row[2] for row in rows}


METHODS: dict[str, tuple[dict[str, Any], dict[Any, float]]] = {
    "ctr": ({"method": "ctr"}, twin.ctr(CELLS)),
    "ctr, prior": ({"method": "ctr", "prior": [1.5, 2]}, twin.ctr(CELLS, 1.5, 2)),
    "ctr, fitted prior": ({"method": "ctr", "fit_prior": True}, twin.fitted_ctr(CELLS)),
    "coec": ({}, twin.coec(CELLS)),
    "coec, given": ({"examination": "known"}, twin.coec(CELLS, {k: 1.5 / k for k in range(1, 9)})),
    "pbm": ({"method": "pbm"}, twin.pbm(CELLS, 50)[0]),
    "pbm, one by one, prior": (
        {"method": "pbm", "updates": "alternating", "prior": [1, 1]},
        twin.pbm(CELLS, 50, 1, 1, alternating=True)[0],
    ),
    "pbm, given": (
        {"method": "pbm", "examination": "known"},
        twin.pbm(CELLS, 50, known={k: 1.5 / k for k in range(1, 9)})[0],
    ),
    **{
        f"{method}, {unclicked}, {prior}": (
            {"method": method, "unclicked": unclicked, "prior": prior},
            twin.followed(LOG, method, *prior, unclicked=unclicked == "examined"),
        )
        for method in ("cascade", "dcm", "sdbn")
        for unclicked, prior in (("examined", [0, 0]), ("unexamined", [1, 1]))
    },
}


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", METHODS)
def test_relevance_is_that_of_the_paper(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    arguments, known = METHODS[name]
    rows = asked(con, way, "click_judgments", **arguments)
    assert relevances(rows) == pytest.approx(known, abs=1e-12)
    sizes = twin.by_item(CELLS)
    assert all(row[3:5] == sizes[row[:2]] for row in rows)
    assert all(0 < expected < math.inf and 0 <= error < math.inf for *_, expected, error in rows)


@pytest.mark.parametrize("name", [name for name in METHODS if not name.startswith(("cascade", "dcm", "sdbn"))])
def test_counts_are_as_good_as_the_log(con: duckdb.DuckDBPyConnection, name: str) -> None:
    arguments, known = METHODS[name]
    if "pbm" not in name:
        found = relevances(asked(con, "table macro", "click_judgments", "counts", counts=True, **arguments))
        assert found == pytest.approx(known, abs=1e-12)
    # Python looks at the columns.
    found = relevances(asked(con, "python", "click_judgments", "counts", **arguments))
    assert found == pytest.approx(known, abs=1e-12)


@pytest.mark.parametrize("steps", [1, 7])
@pytest.mark.parametrize("updates", ["simultaneous", "alternating"])
def test_steps_of_the_model(con: duckdb.DuckDBPyConnection, steps: int, updates: str) -> None:
    found = asked(con, "dbt", "click_judgments", method="pbm", steps=steps, updates=updates)
    attraction, examination = twin.pbm(CELLS, steps, alternating=updates == "alternating")
    assert relevances(found) == pytest.approx(attraction, abs=1e-12)
    found = asked(con, "dbt", "position_bias", steps=steps, updates=updates)
    assert {row[0]: row[1] for row in found} == pytest.approx(examination, abs=1e-12)


@pytest.mark.parametrize("macro", ["click_judgments", "position_bias"])
def test_lines_can_be_read(macro: str) -> None:
    package = macros("duckdb")
    for method in package.argument_of(macro, "method")["choices"]:
        prior = [0, 0] if method == "coec" else [1, 1]
        sql = getattr(package, macro)("log", method=method, prior=prior, by=["shop"], steps=2)
        assert max(map(len, sql.split("\n"))) <= 200, method


@given(data=st.data())
@examples(6)
def test_any_log(con: duckdb.DuckDBPyConnection, data: st.DataObject) -> None:
    """Of groups, one of them without a name, every method at once, and what no log may give: NaN, infinity."""
    log = data.draw(
        st.lists(
            st.tuples(
                st.integers(1, 2),
                st.permutations(range(4)).map(lambda order: order[:3]),
                st.lists(st.integers(0, 1), min_size=3, max_size=3),
                st.sampled_from(["web", None]),
            ),
            min_size=1,
            max_size=12,
        )
    )
    rows = [(*row, log[row[0]][3]) for row in twin.rows([one[:3] for one in log])]
    con.execute(
        "create or replace table drawn (search_id int, query_id int, item_id int, position int, clicked int, shop text)"
    )
    con.executemany("insert into drawn values (?, ?, ?, ?, ?, ?)", rows)
    for method in ("ctr", "coec", "pbm", "cascade", "dcm", "sdbn"):
        arguments = {"method": method, "by": ["shop"]} | ({"steps": 3} if method == "pbm" else {})
        found = asked(con, "dbt", "click_judgments", "drawn", **arguments)
        for shop in {one[3] for one in log}:
            own = [one[:3] for one in log if one[3] == shop]
            cells = twin.cells(own)
            known = {
                "ctr": lambda cells=cells: twin.ctr(cells),
                "coec": lambda cells=cells: twin.coec(cells),
                "pbm": lambda cells=cells: twin.pbm(cells, 3)[0] if twin.by_position(cells)[1][1] else {},
            }.get(method, lambda own=own, method=method: twin.followed(own, method))()
            assert {row[1:3]: row[3] for row in found if row[0] == shop} == pytest.approx(known, abs=1e-9), method
        assert all(math.isfinite(number) for row in found for number in row[3:])
    for method in ("swaps", "random", "pbm"):
        arguments = {"method": method, "by": ["shop"]} | ({"steps": 3} if method == "pbm" else {})
        found = asked(con, "dbt", "position_bias", "drawn", **arguments)
        assert all(math.isfinite(number) for row in found for number in row[1:] if number is not None)
        assert all(low <= value <= high for _, _, value, _, _, low, high in found if None not in (low, value))


@pytest.mark.parametrize("way", WAYS)
def test_swaps_and_their_intervals(con: duckdb.DuckDBPyConnection, way: str) -> None:
    found = asked(con, way, "position_bias", method="swaps")
    known = twin.swaps(CELLS)
    assert {row[0]: row[1] for row in found} == pytest.approx(known, abs=1e-12)
    assert [row[2:4] for row in sorted(found)] == [twin.by_position(CELLS)[k] for k in range(1, 7)]
    # Greenland and Robins: P, R and S of the second position, whose chain has one link.
    pairs = [(CELLS[q, i, 2], CELLS[q, i, 1]) for q, i, k in CELLS if k == 2 and (q, i, 1) in CELLS]
    r = sum(c * m / (n + m) for (n, c), (m, _) in pairs)
    s = sum(d * n / (n + m) for (n, _), (m, d) in pairs)
    p = sum(((c + d) * n * m - c * d * (n + m)) / (n + m) ** 2 for (n, c), (m, d) in pairs)
    assert sorted(found)[1][4:] == pytest.approx(twin.log_interval(r / s, p / (r * s)), abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_random_positions(con: duckdb.DuckDBPyConnection, way: str) -> None:
    found = sorted(asked(con, way, "position_bias", method="random", confidence=0.9))
    positions = twin.by_position(CELLS)
    first = positions[1][1] / positions[1][0]
    assert found[0][1:] == (1.0, *positions[1], 1.0, 1.0)
    for position, value, n, clicks, *ends in found[1:]:
        assert value == pytest.approx(clicks / n / first)
        variance = 1 / clicks - 1 / n + 1 / positions[1][1] - 1 / positions[1][0]
        assert ends == pytest.approx(twin.log_interval(value, variance, 1.6448536269514722), abs=1e-9)
        assert (n, clicks) == positions[position]


@pytest.mark.parametrize("way", WAYS)
def test_intervals_of_the_model_are_no_shorter_than_all_it_is_told(con: duckdb.DuckDBPyConnection, way: str) -> None:
    found = {row[0]: row for row in asked(con, way, "position_bias")}
    attraction, examination = twin.pbm(CELLS, 50)
    variances = twin.bias_variances(CELLS, attraction, examination)
    assert found[1][4:] == (1.0, 1.0)
    for position, variance in variances.items():
        _, value, _, _, low, high = found[position]
        assert value == pytest.approx(examination[position], abs=1e-12)
        half = math.log(high / value) / 1.959963984540054
        assert math.log(high / value) == pytest.approx(math.log(value / low))
        # The variance is no smaller, nor 2.5 times as large: a path leaves some of the network out.
        assert variance * (1 - 1e-9) <= half**2 <= 2.5 * variance


def test_two_positions_have_the_exact_variance(con: duckdb.DuckDBPyConnection) -> None:
    """Of which one path is the whole network."""
    con.execute("create or replace table two as from counts where position <= 2")
    ((_, *_), (_, value, _, _, _, high)) = sorted(asked(con, "dbt", "position_bias", "two", counts=True))
    cells = {key: size for key, size in CELLS.items() if key[2] <= 2}
    (variance,) = twin.bias_variances(cells, *twin.pbm(cells, 50)).values()
    assert (math.log(high / value) / 1.959963984540054) ** 2 == pytest.approx(variance)


@pytest.fixture(scope="module")
def many(con: duckdb.DuckDBPyConnection) -> tuple[dict[Any, float], list[float]]:
    """Lists in the order of attraction, nearly: what click-through rates are wrong about."""
    log, relevance, examination = twin.drawn_log("pbm", 30_000, 5, shuffled=0.5)
    store(con, "many", twin.rows(log), COLUMNS)
    return relevance, examination


def test_what_is_drawn_is_found_again(
    con: duckdb.DuckDBPyConnection, many: tuple[dict[Any, float], list[float]]
) -> None:
    relevance, examination = many
    bias = {way: sorted(asked(con, "dbt", "position_bias", "many", method=way)) for way in ("pbm", "swaps")}
    for rows in bias.values():
        assert [row[1] for row in rows] == pytest.approx(examination, rel=0.12)
        # Of five intervals of 95 %, four at least.
        assert sum(low <= known <= high for (*_, low, high), known in zip(rows, examination, strict=True)) >= 5
    errors = {}
    for method in ("ctr", "pbm"):
        found = relevances(asked(con, "dbt", "click_judgments", "many", method=method, min_impressions=300))
        errors[method] = float(np.mean([abs(found[item] - relevance[item]) for item in found]))
    assert errors["pbm"] < 0.02 < 0.1 < errors["ctr"]


def test_intervals_of_swaps_cover(con: duckdb.DuckDBPyConnection) -> None:
    """And those of the model, of 200 logs; both leave out what would make them shorter."""
    random = np.random.default_rng(8)
    n_logs, examination = 200, np.array([1, 0.6, 0.4])
    attraction = random.beta(2, 3, (n_logs, 12))
    impressions = random.integers(20, 60, (n_logs, 12, 3))
    clicks = random.binomial(impressions, attraction[:, :, None] * examination)
    place = np.indices(clicks.shape)
    table = {"log": place[0], "query_id": place[0], "item_id": place[1], "position": place[2] + 1}
    table |= {"impressions": impressions, "clicks": clicks}
    con.register("values_given", pa.table({name: values.ravel() for name, values in table.items()}))
    con.execute("create or replace table logs as from values_given")
    con.unregister("values_given")
    for method in ("swaps", "pbm"):
        found = asked(con, "dbt", "position_bias", "logs", method=method, by=["log"], counts=True)
        for position in (2, 3):
            covered = [low <= examination[position - 1] <= high for _, k, _, _, _, low, high in found if k == position]
            assert len(covered) == n_logs and np.mean(covered) > 0.95 - 3 * math.sqrt(0.95 * 0.05 / n_logs), method


def test_standard_errors_are_those_of_drawn_logs(con: duckdb.DuckDBPyConnection) -> None:
    """Each against the spread of relevance over 300 logs, examination being known."""
    random = np.random.default_rng(4)
    n_logs, examination = 300, np.array([1, 0.5, 0.25])
    impressions = np.full((n_logs, 4, 3), 200)
    clicks = random.binomial(impressions, np.array([0.1, 0.3, 0.5, 0.7])[:, None] * examination)
    place = np.indices(clicks.shape)
    table = {"log": place[0], "query_id": place[0], "item_id": place[1], "position": place[2] + 1}
    table |= {"impressions": impressions, "clicks": clicks}
    con.register("values_given", pa.table({name: values.ravel() for name, values in table.items()}))
    con.execute("create or replace table logs as from values_given")
    con.unregister("values_given")
    store(con, "halves", [(1, 1.0), (2, 0.5), (3, 0.25)], ("position", "examination"))
    for method in ("ctr", "coec", "pbm"):
        arguments: dict[str, Any] = {} if method == "ctr" else {"examination": "halves"}
        found = asked(con, "dbt", "click_judgments", "logs", method=method, by=["log"], counts=True, **arguments)
        for item in range(4):
            own = np.array([(row[3], row[7]) for row in found if row[2] == item])
            ratio = own[:, 0].std() / own[:, 1].mean()
            # Of 300 logs within an eighth. Clicks of several positions vary less than binomial ones.
            assert ratio < 1.13 and (ratio > 0.87 or method != "pbm"), (method, item)


@pytest.mark.parametrize("way", WAYS)
def test_grades(con: duckdb.DuckDBPyConnection, way: str) -> None:
    plain = twin.ctr(CELLS)
    enough = {item: value for item, value in plain.items() if twin.by_item(CELLS)[item][0] >= 40}
    assert 0 < len(enough) < len(plain)
    found = relevances(asked(con, way, "click_judgments", method="ctr", min_impressions=40, grades=[0.1, 0.25]))
    assert found == {item: (value >= 0.1) + (value >= 0.25) for item, value in enough.items()}
    found = relevances(asked(con, way, "click_judgments", method="ctr", min_impressions=40, grades=4))
    values = sorted(round(value, 9) for value in enough.values())
    places = {item: values.index(round(value, 9)) for item, value in enough.items()}
    assert found == {item: 4 * place // len(values) for item, place in places.items()}


@pytest.mark.parametrize("way", WAYS)
def test_positions_from_zero(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("create or replace table from_zero as select * replace (position - 1 as position) from log")
    with pytest.raises((duckdb.Error, InputError), match="set first_position=0"):
        asked(con, way, "click_judgments", "from_zero")
    with pytest.raises((duckdb.Error, InputError), match="set first_position=0"):
        asked(con, way, "click_judgments", "from_zero", method="sdbn")
    found = asked(con, way, "position_bias", "from_zero", method="random", first_position=0)
    assert sorted(found) == sorted(asked(con, way, "position_bias", method="random"))
    found = asked(con, way, "click_judgments", "from_zero", first_position=0, examination="known")
    assert relevances(found) == pytest.approx(METHODS["coec, given"][1], abs=1e-12)


SEARCH = "(1, 'q', 'a', 1, 1), (1, 'q', 'b', 2, 0), (1, 'q', 'c', 3, 0)"
CORNERS: dict[str, tuple[str, dict[str, Any], Any]] = {
    # What SQL makes of it; Python's message is below where it refuses.
    "a log of one query": (SEARCH, {"method": "ctr"}, {"a": 1.0, "b": 0.0, "c": 0.0}),
    "one position alone": ("(1, 'q', 'a', 1, 1), (2, 'q', 'b', 1, 0)", {}, {"a": 2.0, "b": 0.0}),
    "one position alone, pbm": ("(1, 'q', 'a', 1, 1), (2, 'q', 'b', 1, 0)", {"method": "pbm"}, {"a": 1.0}),
    "a search without clicks": (
        f"{SEARCH}, (2, 'q', 'b', 1, 0), (2, 'q', 'a', 2, 0)",
        {"method": "dcm"},
        {"a": 0.5, "b": 0.0},
    ),
    "a search without clicks, unexamined": (
        f"{SEARCH}, (2, 'q', 'b', 1, 0), (2, 'q', 'a', 2, 0)",
        {"method": "dcm", "unclicked": "unexamined"},
        {"a": 1.0},
    ),
    "several clicks": (
        "(1, 'q', 'a', 1, 1), (1, 'q', 'b', 2, 1), (1, 'q', 'c', 3, 0)",
        {"method": "sdbn"},
        {"a": 0.0, "b": 1.0},
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CORNERS)
def test_corners(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    rows, arguments, known = CORNERS[name]
    con.execute(f"create or replace table corner as from (values {rows}) as given({', '.join(COLUMNS)})")
    found = {
        item: value
        for (_, item), value in relevances(asked(con, way, "click_judgments", "corner", **arguments)).items()
    }
    assert {item: found[item] for item in known} == pytest.approx(known, abs=1e-9)
    assert found.keys() == known.keys() or "pbm" in name


@pytest.mark.parametrize("way", WAYS)
def test_searches_of_two_shops_may_have_one_id(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """The click on a ends the search of x, so that b is not examined there; the one on b ends that of y."""
    clicked = {("x", "a"): 1, ("x", "b"): 0, ("y", "a"): 0, ("y", "b"): 1}
    rows = [(1, "q", item, "ab".index(item) + 1, click, shop) for (shop, item), click in clicked.items()]
    store(con, "shops", rows, (*COLUMNS, "shop"))
    for method in ("cascade", "dcm", "sdbn"):
        found = asked(con, way, "click_judgments", "shops", method=method, by=["shop"])
        assert {(shop, item): value for shop, _, item, value, *_ in found} == {
            ("x", "a"): 1,
            ("y", "a"): 0,
            ("y", "b"): 1,
        }


@pytest.mark.parametrize("way", WAYS)
def test_standard_errors_of_searches_that_end(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Four searches examine a: clicks on it are in three of them the first ones, and in two the last ones.

    b is clicked whenever it is examined. A share p of n has the error sqrt(p (1 - p) / n), and a product of two, by its
    derivatives, sqrt((2/3)^2 * 3/4 * 1/4 / 4 + (3/4)^2 * 2/3 * 1/3 / 3) = sqrt(1/48 + 1/24).
    """
    log = [("q", "ab", clicks) for clicks in ((1, 0), (1, 0), (1, 1), (0, 1))]
    store(con, "ended", twin.rows(log), COLUMNS)
    of_share = math.sqrt(3 / 4 * 1 / 4 / 4)
    known = {"cascade": (3 / 4, of_share), "dcm": (3 / 4, of_share), "sdbn": (1 / 2, math.sqrt(1 / 48 + 1 / 24))}
    for method, of_a in known.items():
        found = asked(con, way, "click_judgments", "ended", method=method)
        assert {row[1]: (row[2], row[-1]) for row in found} == {"a": pytest.approx(of_a), "b": pytest.approx((1, 0))}


@pytest.mark.parametrize("way", WAYS)
def test_equal_relevances_are_of_one_quantile(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Three of four items have no click: the lower half of them is not told apart from the third."""
    store(con, "equal", [(1, "q", item, place, int(item == "d")) for place, item in enumerate("abcd", 1)], COLUMNS)
    found = asked(con, way, "click_judgments", "equal", method="ctr", grades=2)
    assert relevances(found) == {("q", "a"): 0, ("q", "b"): 0, ("q", "c"): 0, ("q", "d"): 1}


def test_the_first_position_may_be_further_down(con: duckdb.DuckDBPyConnection) -> None:
    """Where others are never shown, such as those of advertisements, examination is 1 at the first one that is."""
    con.execute("create or replace table lower as select * replace (position + 2 as position) from log")
    model: dict[str, Any] = {"method": "pbm", "steps": 3}
    found = relevances(asked(con, "dbt", "click_judgments", "lower", **model))
    assert found == pytest.approx(relevances(asked(con, "dbt", "click_judgments", **model)))
    found = {row[0] - 2: row[1:] for row in asked(con, "dbt", "position_bias", "lower", **model)}
    assert found == {row[0]: pytest.approx(row[1:]) for row in asked(con, "dbt", "position_bias", **model)}
    assert found[1][0] == 1


BAD: dict[str, tuple[str, dict[str, Any], Any, str]] = {
    # What SQL makes of it, or says; what Python says.
    "an impression without position": (
        f"{SEARCH}, (2, 'q', 'a', null, 1)",
        {"method": "ctr"},
        {"a": 1.0, "b": 0.0, "c": 0.0},
        "1 row has no position .*'position'.*, e.g. search_id 2, query_id 'q', item_id 'a'",
    ),
    "NULL": (
        f"{SEARCH}, (2, null, 'a', 1, 0), (3, 'q', 'a', 1, null)",
        {"method": "ctr"},
        {"a": 1.0, "b": 0.0, "c": 0.0},
        "1 row has no query_id",
    ),
    "position 0": (
        f"{SEARCH}, (2, 'q', 'a', 0, 1)",
        {},
        "one row has a position below 1 in column 'position', e.g. search_id 2, .*position 0; set first_position=0",
        "1 row has a position below 1 in column 'position', e.g. search_id 2, .*position 0; set first_position=0",
    ),
    "a position below 0": (
        f"{SEARCH}, (2, 'q', 'a', -3, 1)",
        {},
        "one row has a position below 0 in .*position -3; leave these rows out",
        "1 row has a position below 0 in .*position -3; leave these rows out",
    ),
    "a position twice in a search": (
        f"{SEARCH}, (1, 'q', 'd', 2, 1)",
        {"method": "dcm"},
        {"a": 1.0, "b": 0.0, "d": 1.0},
        "1 position of a search has several rows, e.g. search_id 1, position 2",
    ),
    "no click": ("(1, 'q', 'a', 1, 0)", {}, {}, "log has no click"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", BAD)
def test_bad_rows(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    rows, arguments, known, message = BAD[name]
    con.execute(f"create or replace table bad as from (values {rows}) as given({', '.join(COLUMNS)})")
    if way == "python" or isinstance(known, str):
        with pytest.raises((duckdb.Error, InputError), match=message if way == "python" else known):
            asked(con, way, "click_judgments", "bad", **arguments)
    else:
        found = relevances(asked(con, way, "click_judgments", "bad", **arguments))
        assert {item: value for (_, item), value in found.items()} == known


BAD_COUNTS = {
    "more clicks than impressions": (
        "(1, 'a', 1, 2, 3)",
        "item at a position has more clicks than impressions, e.g. query_id 1, item_id '?a'?, position 1; count each",
    ),
    "clicks without an impression": (
        "(1, 'a', 1, 0, 1)",
        "item at a position has more clicks than impressions, e.g. query_id 1, item_id '?a'?, position 1; count each",
    ),
    "below 0": (
        "(1, 'a', 1, -2, -2)",
        "row has impressions or clicks below 0, e.g. query_id 1, item_id '?a'?, position 1; count them again",
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", BAD_COUNTS)
def test_bad_counts(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    rows, message = BAD_COUNTS[name]
    columns = "query_id, item_id, position, impressions, clicks"
    con.execute(f"create or replace table bad as from (values {rows}, (1, 'b', 1, 5, 2)) as given({columns})")
    for macro in ("click_judgments", "position_bias"):
        with pytest.raises((duckdb.Error, InputError), match=f"log: {'1' if way == 'python' else 'one'} {message}"):
            asked(con, way, macro, "bad", counts=True)


@pytest.mark.parametrize("way", WAYS)
def test_clicks_on_a_later_day(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Of an item at a position, the sums of days are compared."""
    con.execute(
        "create or replace table days as from (values (1, 'a', 1, 4, 0), (1, 'a', 1, 0, 1), (1, 'b', 2, 0, 0))"
        " as given(query_id, item_id, position, impressions, clicks)"
    )
    found = asked(con, way, "click_judgments", "days", method="ctr", counts=True)
    assert relevances(found) == {(1, "a"): 0.25}
    # Nor does examination have to know a position that was never shown.
    con.execute("create or replace table first_alone as select 1 as position, 0.5 as examination")
    found = asked(con, way, "click_judgments", "days", counts=True, examination="first_alone")
    assert relevances(found) == {(1, "a"): 0.5}


def test_counts_without_impressions_say_nothing(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create or replace table few as from (values (1, 'a', 1, 0, 0), (1, 'b', 1, 5, 2))"
        " as given(query_id, item_id, position, impressions, clicks)"
    )
    for way in WAYS:
        assert relevances(asked(con, way, "click_judgments", "few", method="ctr", counts=True)) == {(1, "b"): 0.4}


def test_a_chain_of_swaps_that_breaks(con: duckdb.DuckDBPyConnection) -> None:
    """Position 3 shares no item with 2, and 4 is behind it; of 5 there is no row."""
    rows = [(1, "a", 1, 10, 5), (1, "a", 2, 10, 4), (1, "b", 3, 10, 5), (1, "b", 4, 10, 2), (1, "b", 6, 9, 1)]
    store(con, "broken", rows, ("query_id", "item_id", "position", "impressions", "clicks"))
    for way in WAYS:
        found = sorted(asked(con, way, "position_bias", "broken", method="swaps", counts=True))
        assert [row[1] for row in found] == pytest.approx([1, 0.8, None, None, None])
        assert [row[4] for row in found][2:] == [None] * 3


@pytest.mark.parametrize(
    ("name", "table", "arguments", "message"),
    [
        ("click_judgments", "log", {"method": "ubm"}, "method is one of coec"),
        ("click_judgments", "counts", {"method": "sdbn"}, "counts have no searches"),
        ("click_judgments", "log", {"prior": (1, 1)}, "'coec' takes no prior"),
        ("click_judgments", "log", {"prior": [1], "method": "ctr"}, "prior is a list of two numbers"),
        ("click_judgments", "log", {"prior": (-1, 1), "method": "ctr"}, "prior is a list of two numbers"),
        ("click_judgments", "log", {"fit_prior": True}, "fit_prior is only for method 'ctr'"),
        ("click_judgments", "log", {"grades": 1}, "grades is a list of thresholds"),
        ("click_judgments", "log", {"grades": []}, "grades is a list of thresholds"),
        ("click_judgments", "log", {"grades": [math.nan]}, "grades is a list of thresholds"),
        ("click_judgments", "log", {"steps": 0, "method": "pbm"}, "steps"),
        ("click_judgments", "log", {"examination": "known", "method": "ctr"}, "'ctr' makes no such estimate"),
        (
            "click_judgments",
            "log",
            {"examination": "short"},
            "1 position of the log has no row, e.g. position 3; add it",
        ),
        (
            "click_judgments",
            "log",
            {"examination": "repeated"},
            "1 position has several rows, e.g. position 1; keep one of them",
        ),
        ("click_judgments", "log", {"examination": "none_above"}, "not above 0 .*, e.g. position 2"),
        ("click_judgments", "known", {}, "neither 'clicked' \\(one row per item shown\\) nor"),
        ("click_judgments", "log", {"columns": {"click": "c"}}, "did you mean 'clicke?d?s?'"),
        ("click_judgments", "grades_of", {}, "neither 0 nor 1"),
        ("click_judgments", "halves_of", {}, "not a whole number in column 'position'"),
        ("position_bias", "log", {"method": "coec"}, "method is one of pbm"),
        ("position_bias", "log", {"confidence": 1}, "confidence"),
    ],
)
def test_bad_input(
    con: duckdb.DuckDBPyConnection, name: str, table: str, arguments: dict[str, Any], message: str
) -> None:
    con.execute("create or replace table short as from known where position <> 3")
    con.execute("create or replace table repeated as from known union all from known where position = 1")
    con.execute("create or replace table none_above as select * replace (examination - 0.75 as examination) from known")
    con.execute("create or replace table grades_of as select * replace (2 * clicked as clicked) from log")
    con.execute("create or replace table halves_of as select * replace (position / 2 + 1 as position) from log")
    with pytest.raises(InputError, match=message):
        getattr(rankhouse, name)(table, **arguments, con=con)


def test_a_command_says_it_too(con: duckdb.DuckDBPyConnection, tmp_path: Any) -> None:
    path = tmp_path / "log.csv"
    con.execute(f"copy (select * replace (position - 1 as position) from log) to '{path}'")
    command = ["click-judgments", str(path), "--method", "ctr", "--format", "json"]
    refused = CliRunner().invoke(app, command)
    assert "set first_position=0" in str(refused.exception)
    more = ["--first-position", "0", "--prior", "1.5", "2", "-o", str(tmp_path / "out.json")]
    made = CliRunner().invoke(app, command + more)
    assert made.exit_code == 0, made.output
    found = con.sql(f"from '{tmp_path / 'out.json'}'").fetchall()
    assert relevances(found) == pytest.approx(METHODS["ctr, prior"][1], abs=1e-12)
    for grades, known in {"4": 4, "0.1,0.25": [0.1, 0.25]}.items():
        made = CliRunner().invoke(app, [*command, *more, "--grades", grades])
        assert made.exit_code == 0, made.output
        found = con.sql(f"from '{tmp_path / 'out.json'}'").fetchall()
        assert relevances(found) == relevances(
            asked(con, "python", "click_judgments", method="ctr", prior=[1.5, 2], grades=known)
        )
    assert "such as 0.1,0.3, got 'high'" in str(CliRunner().invoke(app, [*command, "--grades", "high"]).exception)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_a_row_without_a_search_counts_for_no_method(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Python refuses it. By the other rows alone: two searches that show a and b, with a click on each."""
    con.execute("create or replace table log (search_id int, query_id int, item_id text, position int, clicked bool)")
    rows = [(1, 1, "a", 1, True), (1, 1, "b", 2, False), (2, 1, "a", 1, False), (2, 1, "b", 2, True)]
    con.executemany("insert into log values (?, ?, ?, ?, ?)", [*rows, (None, 1, "a", 1, True), (None, 1, "b", 2, True)])
    for method in ("ctr", "coec", "pbm", "cascade", "dcm", "sdbn"):
        if way == "dbt":
            sql = str(macros("duckdb").click_judgments("main.log", method))
        else:
            sql = f"from click_judgments('log', method := '{method}')"
        found = dict(con.sql(f"select item_id, impressions from ({sql}) as judged").fetchall())
        assert found == {"a": 2, "b": 2}, method
    for method in ("pbm", "random"):
        sql = str(macros("duckdb").position_bias("main.log", method))
        assert con.sql(f"select position, impressions from ({sql}) as bias order by 1").fetchall() == [(1, 2), (2, 2)]


def test_a_prior_that_nothing_tells_of_is_none(con: duckdb.DuckDBPyConnection) -> None:
    """One item does not say how items differ: its share stands for itself, with the error of a share."""
    log = [{"query_id": 1, "item_id": "a", "position": 1, "impressions": 10, "clicks": 4}]
    (row,) = rankhouse.click_judgments(log, "ctr", fit_prior=True).project("relevance, std_error").fetchall()
    assert row == pytest.approx((0.4, math.sqrt(0.4 * 0.6 / 10)), abs=1e-12)
