"""examples/nights: ten nights of a shop whose labels come late, each compared with what had to come out on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb
import pytest

import nights
from dbt_projects import ROOT, installed

pytestmark = [pytest.mark.thorough, pytest.mark.sweep]


@pytest.fixture(scope="module")
def ten_nights(tmp_path_factory: pytest.TempPathFactory) -> list[nights.Night]:
    project = installed(tmp_path_factory.mktemp("example"), "examples/nights")

    @contextmanager
    def reading() -> Iterator[nights.Read]:
        with duckdb.connect(str(project / "nights.duckdb"), read_only=True) as con:
            yield lambda sql: con.execute(sql).fetchall()

    return nights.built(project, reading)


def test_the_gates_are_silent_until_something_happens(ten_nights: list[nights.Night]) -> None:
    nights.check_alarms(ten_nights)


def test_the_readme_tells_what_comes_out(ten_nights: list[nights.Night]) -> None:
    text = (ROOT / "examples/nights/README.md").read_text()
    for night in ten_nights:
        values = {row[0]: row[2] for row in night.latest}
        (day,) = {row[1] for row in night.latest} or {""}
        shown = " | ".join(f"{values[name]:.3f}" if name in values else "" for name in ("bm25", "dense", "hybrid"))
        assert f"| {night.number} | {day} | {shown} |" in text, night.number
        for reason in night.reasons:
            assert f"- Night {night.number}: {reason}." in text
