"""Whether strengths have a maximum, against linear programs; and that there is a reason where they have none."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import rankhouse
from boards import Counts, board_at_an_edge, drawn_board, has_maximum, table_of

MODELS = [
    {"method": "bradley_terry"},
    {"method": "bradley_terry", "order_effect": True},
    {"method": "davidson"},
    {"method": "davidson", "order_effect": True},
]
UNBOUNDED = {
    "davidson": ({("x", "y"): (10, 10, 0)}, {"method": "davidson"}),
    "order": ({("x", "y"): (20, 0, 0), ("y", "x"): (12, 0, 8)}, {"order_effect": True}),
}


def rated_boards(boards: list[Counts], **given: Any) -> dict[int, dict[str, dict[str, Any]]]:
    found = rankhouse.preference_ratings(table_of(boards), by="board", repetitions=1, **given)
    answer: dict[int, dict[str, dict[str, Any]]] = {}
    for row in found.fetchall():
        values = dict(zip(found.columns, row, strict=True))
        answer.setdefault(values["board"], {})[values["system"]] = values
    return answer


def compared(boards: list[Counts], **given: Any) -> int:
    """How many have a maximum. They, and no others, have strengths; and the others a reason."""
    found, n = rated_boards(boards, **given), 0
    for number, board in enumerate(boards):
        expected = has_maximum(board, **given)
        n += expected
        for row in found[number].values():
            assert (row["strength"] is not None) == expected, (board, row)
            assert (row["reason"] is None) == expected, (board, row)
            assert (row["win_rate"] is not None) == (row["rank"] is not None) == expected
    return n


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_linear_programs_agree(model: dict[str, Any], seed: int) -> None:
    draw = random.Random(seed)
    boards = [drawn_board(draw) for _ in range(120 if seed == 1 else 3000)]
    assert 0.1 < compared(boards, **model) / len(boards) < 0.9


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_linear_programs_agree_at_the_edge(model: dict[str, Any], seed: int) -> None:
    draw = random.Random(seed)
    boards = [board_at_an_edge(draw) for _ in range(90 if seed == 1 else 3000)]
    assert compared(boards, **model)


def test_larger_boards_at_the_edge() -> None:
    draw = random.Random(3)
    compared([board_at_an_edge(draw, 12) for _ in range(40)], **MODELS[3])


@pytest.mark.parametrize(("board", "model"), UNBOUNDED.values(), ids=UNBOUNDED)
def test_likelihoods_that_rise_without_end(board: Counts, model: dict[str, Any]) -> None:
    """The last of their estimates were 4236 and -2236, and 2599 and -599."""
    for row in rated_boards([board], **model)[0].values():
        unknown = ("strength", "rating", "ci_low", "ci_high", "rank", "rank_low", "rank_high", "win_rate")
        assert {row[name] for name in unknown} == {None}
        assert "the likelihood of these comparisons has no single maximum" in row["reason"]
        assert row["n_comparisons"] == row["wins"] + row["ties"] + row["losses"] == sum(map(sum, board.values()))
    for given in ({"prior": 1, **model}, {}):
        assert all(row["strength"] is not None for row in rated_boards([board], **given)[0].values())


def test_the_reason_names_a_way_out() -> None:
    (davidson, ties), (order, firsts) = UNBOUNDED.values()
    asked = [(davidson, ties, "use method='bradley_terry'"), (order, firsts, "leave out order_effect")]
    asked.append((davidson, {**ties, "order_effect": True}, "use method='bradley_terry' or leave out order_effect"))
    for board, model, way_out in asked:
        assert rated_boards([board], **model)[0]["x"]["reason"].endswith(
            f"collect more comparisons, set prior, or {way_out}"
        )
    never_lost: Counts = {("x", "y"): (2, 0, 0)}
    reason = rated_boards([never_lost])[0]["x"]["reason"]
    assert reason.startswith("no chain of wins leads from every system to every other (see components")


def test_an_order_that_strengths_explain_as_well() -> None:
    """Where each two meet in one order, strengths along it may take the place of g: there is no single maximum."""
    chain: Counts = {("x", "y"): (5, 0, 3), ("y", "z"): (4, 0, 4)}
    assert rated_boards([chain], order_effect=True)[0]["x"]["strength"] is None
    circle: Counts = {**chain, ("z", "x"): (4, 0, 5)}
    assert rated_boards([circle], order_effect=True)[0]["x"]["strength"] is not None


def test_ties_alone() -> None:
    """They rise with nu without end; with a prior of two comparisons there are as many ties as are expected."""
    board: Counts = {("x", "y"): (0, 6, 0)}
    assert rated_boards([board], method="davidson")[0]["x"]["strength"] is None
    assert {row["strength"] for row in rated_boards([board], method="davidson", prior=2)[0].values()} == {0}


def test_a_group_without_the_baseline_says_so() -> None:
    both: list[Counts] = [{("x", "y"): (3, 0, 4)}, {("y", "z"): (3, 0, 4)}]
    found = rated_boards(both, baseline="x")
    assert {row["reason"] for row in found[0].values()} == {None}
    assert {row["reason"] for row in found[1].values()} == {"the baseline is not one of its systems"}


def test_weights_that_do_not_add_up_exactly_are_no_wins() -> None:
    """0.1 + 0.2 + 0.3 - 0.6 is not 0, but nobody beat x; and a win that counts little is one."""
    names = ["query_id", "system_a", "system_b", "winner", "worth"]
    rows = [(f"q{n}", "x", "y", "a", n / 10) for n in range(1, 4)] + [
        (f"r{n}", "y", "x", "b", n / 10) for n in range(1, 8)
    ]
    for more, expected in (([], None), ([("s", "y", "x", "a", 1e-6)], 0.5 * np.log(3.4e6))):
        table = dict(zip(names, map(list, zip(*rows, *more, strict=True)), strict=True))
        found = rankhouse.preference_ratings(table, repetitions=1, columns={"weight": "worth"}).fetchall()
        assert dict(row[:2] for row in found)["x"] == (None if expected is None else pytest.approx(expected))
