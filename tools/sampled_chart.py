"""docs/images/sampled.svg: the expected AP of three systems by the number of negatives that it is computed on."""

from __future__ import annotations

import math

import duckdb

import rankhouse

# The toy systems of Krichene and Rendle (KDD 2020): ranks of five relevant items among 10,000.
SYSTEMS = {
    "A": ([100, 100, 100, 100, 100], "#0b6fa4"),
    "B": ([40, 40, 8437, 9266, 4482], "#c4551d"),
    "C": ([212, 2, 743, 5342, 1548], "#4d7c0f"),
}
N_ITEMS = 10_000
NEGATIVES = sorted({round(10 ** (step / 12)) for step in range(48)} | {N_ITEMS - 1})
WIDTH, HEIGHT = 640, 340
LEFT, RIGHT, TOP, BOTTOM = 56, 606, 24, 286


def chart() -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12">',
        "<title>Expected AP by number of sampled negatives: A is first on samples, C over all items</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        lines.append(f'<path d="M{LEFT} {_y(tick)}H{RIGHT}" stroke="#e3e3e3"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{_y(tick) + 4}" text-anchor="end" fill="#555">{tick:g}</text>')
    lines += [
        f'<text x="{_x(tick)}" y="{BOTTOM + 18}" text-anchor="middle" fill="#555">{tick:,}</text>'
        for tick in (1, 10, 100, 1000, N_ITEMS - 1)
    ]
    middle = (LEFT + RIGHT) / 2
    lines.append(
        f'<text x="{middle:g}" y="{BOTTOM + 40}" text-anchor="middle" fill="#333">negatives in the sample, of'
        f" {N_ITEMS - 1:,}</text>"
    )
    lines.append(f'<text x="{LEFT}" y="14" fill="#333">expected AP</text>')
    with duckdb.connect() as con:
        for place, (name, (ranks, colour)) in enumerate(SYSTEMS.items()):
            found = rankhouse.expected_sampled("ap", ranks=ranks, n_items=N_ITEMS, n_negatives=NEGATIVES, con=con)
            points = [(n_negatives, value) for _, _, n_negatives, _, value in found.fetchall()]
            path = " ".join(f"{_x(n)},{_y(value)}" for n, value in points)
            lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
            # The ends of A and B lie on each other.
            y = _y(points[-1][1]) + (4, -6, 0)[place]
            lines.append(f'<text x="{RIGHT + 6}" y="{y + 4:.1f}" fill="{colour}" font-weight="bold">{name}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _x(n_negatives: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * math.log(n_negatives) / math.log(N_ITEMS - 1), 1)


def _y(value: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * value, 1)
