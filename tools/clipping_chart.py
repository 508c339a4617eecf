"""docs/images/clipping.svg: the estimates of ips by `clip`, their mean and where 95 % of them are, and the value."""

from __future__ import annotations

import math
import random

import duckdb

import rankhouse

CLIPS = (1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100)
N_LOGS, N_ROWS = 400, 500
# Three actions: the log's probabilities, the policy's, their mean rewards.
LOGGING, TARGET, REWARDS = (0.69, 0.3, 0.01), (0.2, 0.4, 0.4), (0.1, 0.2, 0.6)
VALUE = sum(p * reward for p, reward in zip(TARGET, REWARDS, strict=True))
WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 590, 30, 266
HIGHEST = 0.8
COLOUR = "#0b6fa4"


def chart() -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12">',
        "<title>Estimates by clip: short and too low below 20, right and wide from 40 on</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for tick in (0, 0.2, 0.4, 0.6, 0.8):
        lines.append(f'<path d="M{LEFT} {_y(tick)}H{RIGHT}" stroke="#e3e3e3"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{_y(tick) + 4}" text-anchor="end" fill="#555">{tick:g}</text>')
    lines += [
        f'<text x="{_x(tick)}" y="{BOTTOM + 18}" text-anchor="middle" fill="#555">{tick:g}</text>'
        for tick in (1, 2, 5, 10, 20, 50, 100)
    ]
    middle = (LEFT + RIGHT) / 2
    lines.append(f'<text x="{middle:g}" y="{BOTTOM + 40}" text-anchor="middle" fill="#333">clip</text>')
    lines.append(f'<text x="{LEFT}" y="16" fill="#333">estimated value: mean and 95 % of {N_LOGS} logs</text>')
    found = [(clip, *figures) for clip, figures in zip(CLIPS, estimates(), strict=True)]
    band = " ".join(f"{_x(clip)},{_y(low)}" for clip, _, low, _ in found)
    band += " " + " ".join(f"{_x(clip)},{_y(high)}" for clip, _, _, high in reversed(found))
    lines.append(f'<polygon points="{band}" fill="{COLOUR}" fill-opacity="0.15"/>')
    path = " ".join(f"{_x(clip)},{_y(mean)}" for clip, mean, *_ in found)
    lines.append(f'<polyline points="{path}" fill="none" stroke="{COLOUR}" stroke-width="2.5"/>')
    lines.append(f'<path d="M{LEFT} {_y(VALUE)}H{RIGHT}" stroke="#c4551d" stroke-width="2" stroke-dasharray="6 4"/>')
    lines.append(f'<text x="{RIGHT + 6}" y="{_y(VALUE) + 4}" fill="#c4551d" font-weight="bold">value</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def estimates() -> list[tuple[float, float, float]]:
    """The mean, and the 2.5 % and 97.5 % quantiles, of the estimates by each clip."""
    chosen = random.Random(1)  # noqa: S311
    played = chosen.choices(range(3), LOGGING, k=N_LOGS * N_ROWS)
    rows = [(n // N_ROWS, LOGGING[one], TARGET[one], chosen.random() < REWARDS[one]) for n, one in enumerate(played)]
    figures = []
    with duckdb.connect() as con:
        con.execute("create table log (run int, logging_probability double, target_probability double, reward bool)")
        # One literal is read a hundred times faster than rows one by one.
        con.execute("insert into log select unnest(?), unnest(?), unnest(?), unnest(?)", list(zip(*rows, strict=True)))
        for clip in CLIPS:
            found = rankhouse.off_policy("log", "ips", clip=clip, by="run", con=con)
            values = sorted(value for _, _, value, *_ in found.fetchall())
            figures.append((sum(values) / N_LOGS, values[N_LOGS // 40], values[-N_LOGS // 40]))
    return figures


def _x(clip: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * math.log(clip) / math.log(CLIPS[-1]), 1)


def _y(value: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * value / HIGHEST, 1)
