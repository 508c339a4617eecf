"""Columns of every kind in the place of each column of a typical call: values, or an error in the package's words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import duckdb
import pytest

import rankhouse
from kinds import KINDS, WORDS_OF_ENGINES, with_kind
from table_macro_calls import literal
from typical import TypicalCall, create_tables, given_tables, typical_calls
from typical_functions import CALLS, called

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
SAMPLE = {
    "metrics": (
        "run.day largest uhugeint",
        "judgments.relevance list",
        "run.item_id date",
        "judgments.day word",
        "run.score json object",
    ),
    "interleaving": ("log.clicked struct", "log.position word"),
    "off_policy": ("log.reward time",),
    "class_metrics": ("predictions.label date", "predictions.prediction true"),
    "click_judgments": ("log.position list",),
    "preference_ratings": ("preferences.system_b union",),
    "try_metrics": ("tries.passed uuid",),
    "moving_average": ("metrics.n_queries date", "metrics.day time", "metrics.day list"),
    "detection_metrics": ("detections.score word", "ground_truth.image_id word"),
    "confusion_matrix": ("predictions.label hugeint", "predictions.prediction list", "predictions.prediction integer"),
    "position_bias": ("log.position struct",),
    "prediction_powered": ("human.measure list", "machine.query_id uuid", "human.market list"),
    "preferences_of": ("query_metrics.metric hugeint",),
}
"""What `make test` tries: input, column and kind."""
PLACES = {
    name: [
        (argument, column, kind) for argument, table in call.tables.items() for column in table.names for kind in KINDS
    ]
    for name, call in typical_calls().items()
    if call.tables
}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        rankhouse.register(con)
        create_tables(con, given_tables().values())
        yield con


def sql_of(call: TypicalCall, tables: dict[str, str]) -> str:
    given = {**tables, **call.arguments}
    return f"from {call.macro}({', '.join(f'{name} := {literal(value)}' for name, value in given.items())})"


def said(con: duckdb.DuckDBPyConnection, name: str, argument: str, column: str, kind: str) -> dict[str, str]:
    """What the table macro says and what Python says, nothing where it answers."""
    call = typical_calls()[name]
    with_kind(con, call.tables[argument].name, column, kind)
    tables = {each: table.name for each, table in call.tables.items()} | {argument: "wrong"}
    words = {"table macro": "", "Python": ""}
    try:
        con.execute(sql_of(call, tables)).fetchall()
    except duckdb.Error as error:
        words["table macro"] = str(error)
    if name in CALLS:
        try:
            getattr(called(CALLS[name], con, tables), "fetchall", list)()
        except (rankhouse.InputError, duckdb.Error) as error:
            words["Python"] = str(error)
    return words


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, places in SAMPLE.items() for place in places])
def test_a_type_that_is_not_read_is_refused_alike(con: duckdb.DuckDBPyConnection, name: str, place: str) -> None:
    where, _, kind = place.partition(" ")
    words = said(con, name, *where.split("."), kind)
    assert words["table macro"].startswith("Invalid Input Error: ")
    assert words["table macro"].removeprefix("Invalid Input Error: ") == words["Python"]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("off_policy", "log.target_probability bignum"),
        ("compare_policies", "log.baseline_probability least hugeint"),
        ("value_bounds", "judgments.relevance bignum"),
        ("detection_metrics", "detections.x_max largest uhugeint"),
    ],
)
def test_a_wide_number_is_read_like_any_other(con: duckdb.DuckDBPyConnection, name: str, place: str) -> None:
    where, _, kind = place.partition(" ")
    words = said(con, name, *where.split("."), kind)
    assert not any(re.search(WORDS_OF_ENGINES, each) for each in words.values())


N_TRIED = 60
"""How many columns and kinds are drawn of a macro: always the same ones."""
LEFT = {
    "click_estimates": r"\w+.position largest uhugeint",  # No position is that large.
    "recommendation_metrics": r"(exclude|distances)\.",  # Ids of these are not compared with those of the first input.
    "explain_number": r"judgments.day null",  # A frame cannot have such a column.
}
"""What still ends in words of the engine."""


def drawn(name: str) -> list[tuple[str, str, str]]:
    left = re.compile(LEFT.get(name, "none"))
    places = [place for place in PLACES[name] if not left.match("{}.{} {}".format(*place))]
    return random.Random(name).sample(places, min(len(places), N_TRIED))


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("name", PLACES)
def test_no_words_of_the_engine(con: duckdb.DuckDBPyConnection, name: str) -> None:
    wrong = []
    for argument, column, kind in drawn(name):
        for way, words in said(con, name, argument, column, kind).items():
            if re.search(WORDS_OF_ENGINES, words):
                wrong.append(f"{way}: {argument}.{column} {kind}: {words}")
    assert wrong == []
