"""examples/nights, built night after night, and what each had to say: by brute force, from what had arrived by then."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import oracle
from dbt_projects import dbt

Row = tuple[Any, ...]
Read = Callable[[str], Sequence[Row]]

NIGHTS = range(1, 11)
MEASURES = {"ndcg@5": ("ndcg", 5), "recall@5": ("recall", 5), "reciprocal_rank": ("reciprocal_rank", None)}


@dataclass(frozen=True)
class Night:
    """What the tables said after a night: as it was then, because later nights change them."""

    number: int
    values: list[Row]
    means: list[Row]
    latest: list[Row]
    reasons: list[str]


def read_night(number: int, read: Read, reasons: list[str]) -> Night:
    by = "system, cast(day as varchar) as day"
    return Night(
        number,
        [*read(f"select {by}, query_id, measure, value from rankhouse__query_metrics")],
        [*read(f"select {by}, measure, value, n_queries, std_error, ci_low, ci_high from rankhouse__metrics")],
        [*read(f"select {by}, ndcg_at_5, n_queries from rankhouse__latest")],
        reasons,
    )


def expected_values(number: int, read: Read) -> dict[Row, float | None]:
    """By system, day, query and measure, from the lists and the labels that had arrived by this night.

    A query without a relevant item has no value.
    """
    lists: dict[Row, dict[int | str, float]] = defaultdict(dict)
    for system, day, query, item, score in read(
        f"select system, cast(day as varchar), query_id, item_id, score from lists where arrives_on <= {number}"
    ):
        lists[system, day, query][item] = float(score)
    labels: dict[Row, dict[int | str, float]] = defaultdict(dict)
    for day, query, item, relevance in read(
        "select cast(day as varchar), query_id, item_id, relevance from labels"
        f" where arrives_on <= {number} and {number} < replaced_on"
    ):
        labels[day, query][item] = float(relevance)
    return {
        (system, day, query, measure): oracle.value(metric, run, labels[day, query], k)
        for (system, day, query), run in lists.items()
        if any(relevance > 0 for relevance in labels[day, query].values())
        for measure, (metric, k) in MEASURES.items()
    }


def check(night: Night, read: Read) -> int:
    """How many numbers were compared. Raises AssertionError where one is another."""
    expected = expected_values(night.number, read)
    found = {row[:4]: row[4] for row in night.values}
    assert len(found) == len(night.values)
    assert found.keys() == expected.keys(), found.keys() ^ expected.keys()
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-12), (night.number, key)
    values = defaultdict(list)
    for (system, day, _, measure), value in expected.items():
        assert value is not None
        values[system, day, measure].append(value)
    means = {row[:3]: row[3:] for row in night.means}
    assert means.keys() == values.keys()
    for key, listed in values.items():
        assert means[key] == pytest.approx(figures(listed), abs=1e-12), (night.number, key)
    return len(expected) + 5 * len(means)


def figures(values: Iterable[float]) -> Row:
    """The mean, the number of queries, the standard error and the ends of the interval within 0 and 1."""
    listed = [*values]
    n = len(listed)
    mean = math.fsum(listed) / n
    if n < 2:
        return (mean, n, None, None, None)
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in listed) / (n - 1) / n)
    half = 1.959963984540054 * error
    return (mean, n, error, max(mean - half, 0.0), min(mean + half, 1.0))


def said(project: Path, read: Read) -> list[str]:
    """The reasons of the gates that failed in the last build."""
    results = json.loads((project / "target" / "run_results.json").read_text())["results"]
    failed = [result["relation_name"] for result in results if result["status"] == "warn"]
    return sorted(reason for table in failed for (reason,) in read(f"select reason from {table}"))


def built(project: Path, read: Callable[[], AbstractContextManager[Read]], **environment: str) -> list[Night]:
    """Ten builds. Raises AssertionError where one fails, or a number is not what had to come out on that night."""
    nights = []
    for number in NIGHTS:
        done = dbt(project, "build", "--vars", f"{{night: {number}}}", artifacts=True, **environment)
        assert done.returncode == 0, f"night {number}:\n{done.stdout}\n{done.stderr}"
        with read() as reading:
            nights.append(read_night(number, reading, said(project, reading)))
            check(nights[-1], reading)
    return nights


SHOWN = {3: 1, 4: 2, 5: 3, 6: 3, 7: 4, 8: 6, 9: 7, 10: 8}
"""The newest day of which four queries in five are judged: 30 of 38 and of 41 are too few, which leaves out two."""
N_REASONS = {1: 5, 2: 5, 3: 1, 8: 2, 9: 1, 10: 3}
"""dense is broken from day 6 on, which night 8 sees, and hybrid is off after day 7, which night 10 sees. Nights 1 to 3
have no two days to compare."""


def check_alarms(nights: Sequence[Night]) -> None:
    assert {night.number: {row[1] for row in night.latest} for night in nights if night.latest} == {
        number: {f"2026-11-{day:02}"} for number, day in SHOWN.items()
    }
    assert {night.number: len(night.reasons) for night in nights if night.reasons} == N_REASONS
