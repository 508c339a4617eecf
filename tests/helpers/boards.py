"""Boards of preferences with few outcomes, and whether their likelihood has a maximum, by a linear program."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
from scipy.optimize import linprog

Counts = dict[tuple[str, str], tuple[int, int, int]]


def has_maximum(board: Counts, method: str = "bradley_terry", order_effect: bool = False) -> bool:
    """No direction in which the likelihood never falls: each outcome has rows, itself less others, not to fall below 0.

    The parameters are strengths, the first 0, then g and the logarithm of nu, which without ties is minus infinity.
    """
    names = sorted({name for pair in board for name in pair})
    size, rows = len(names), []
    models_ties = method == "davidson" and any(ties for _, ties, _ in board.values())
    for (first, second), (wins, ties, losses) in board.items():
        d = np.zeros(size + 2)
        d[names.index(first)], d[names.index(second)], d[size] = 1, -1, order_effect
        log_nu = np.zeros(size + 2)
        log_nu[size + 1] = 1
        outcomes = [(d / 2, wins), (-d / 2, losses)]
        if models_ties:
            outcomes.append((log_nu, ties))
        seen = [one for one, n in outcomes if n]
        if ties and not models_ties:  # half a win each
            seen = [d / 2, -d / 2]
        rows += [one - other for one in seen for other, _ in outcomes if other is not one]
    kept = [*range(1, size), *([size] if order_effect else []), *([size + 1] if models_ties else [])]
    inequalities = np.array(rows)[:, kept]
    if np.linalg.matrix_rank(inequalities) < len(kept):
        return False
    found = linprog(-inequalities.sum(0), A_ub=-inequalities, b_ub=np.zeros(len(rows)), bounds=(-1, 1))
    return bool(-found.fun < 1e-7)


def drawn_board(draw: random.Random, most: int = 7) -> Counts:
    """Few outcomes of each pair, so that boards with and without a maximum are about as many."""
    names = "abcdefgh"[: draw.randint(2, most)]
    strengths = {name: draw.gauss(0, 1) for name in names}
    share, order, ties = draw.random(), draw.choice([0.0, 0.5, 2.0]), draw.choice([0.0, 0.2, 0.5])
    pairs = [pair for pair in itertools.permutations(names, 2) if draw.random() < share] or [("a", "b")]
    board: Counts = {}
    for first, second in pairs:
        outcomes = [0, 0, 0]
        for _ in range(draw.choice([1, 1, 2, 4])):
            lead = strengths[first] - strengths[second] + order + draw.gauss(0, 1)
            outcomes[1 if draw.random() < ties else 0 if lead > 0 else 2] += 1
        board[first, second] = (outcomes[0], outcomes[1], outcomes[2])
    return board


def board_at_an_edge(draw: random.Random, most: int = 7) -> Counts:
    """Outcomes that strengths, g and nu in whole steps, or fractions of them, just allow, but for few."""
    names, parts = "abcdefghijkl"[: draw.randint(3, most)], draw.choice([1, 2, 3, 5])
    strengths = {name: draw.randint(-3 * parts, 3 * parts) for name in names}
    order, tie = draw.randint(-3 * parts, 3 * parts), draw.choice([0, parts, parts])
    pairs = draw.sample(
        [*itertools.permutations(names, 2)], draw.randint(len(names) - 1, len(names) * (len(names) - 1))
    )
    board: Counts = {}
    for first, second in pairs:
        d = strengths[first] - strengths[second] + order
        allowed = [place for place, is_so in enumerate((d >= tie, abs(d) <= tie, d <= -tie)) if is_so]
        drawn = [draw.choice(allowed) for _ in range(draw.choice([1, 1, 2, 3]))]
        if draw.random() < 1 / len(pairs):
            drawn.append(draw.randint(0, 2))
        board[first, second] = (drawn.count(0), drawn.count(1), drawn.count(2))
    return board


def table_of(boards: list[Counts]) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = {name: [] for name in ("board", "query_id", "system_a", "system_b", "winner")}
    for number, board in enumerate(boards):
        for (first, second), counts in board.items():
            for winner, n in zip(("a", "tie", "b"), counts, strict=True):
                for _ in range(n):
                    row = (number, f"q{len(rows['board'])}", first, second, winner)
                    for name, value in zip(rows, row, strict=True):
                        rows[name].append(value)
    return rows
