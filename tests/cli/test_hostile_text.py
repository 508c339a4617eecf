"""What ids hold does not reach the terminal as commands to it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import rankhouse
from executed import commanded

ID = "q\x1b[2J\u202e1"
SEEN = r"q\x1b[2J\u202e1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, number in (("run", "score"), ("judgments", "relevance")):
        with (tmp_path / f"{name}.csv").open("w") as file:
            csv.writer(file).writerows([("query_id", "item_id", number), (ID, "a", 2), (ID, "b", 1)])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_shows_their_escapes(folder: Path) -> None:
    asked = ["evaluate", "run.csv", "judgments.csv", "-m", "mrr", "--per-query"]
    status, shown, said = commanded(asked)
    assert (status, said) == (0, "")
    assert SEEN in shown
    assert "\x1b" not in shown
    # A file holds what was read.
    assert ID in commanded([*asked, "--format", "csv"])[1]


def test_errors_show_their_escapes(folder: Path) -> None:
    with (folder / "run.csv").open("a") as file:
        csv.writer(file).writerow((ID, "a", 1))
    status, shown, said = commanded(["evaluate", "run.csv", "judgments.csv"])
    assert (status, shown) == (2, "")
    assert SEEN in said
    assert "\x1b" not in said


def test_a_printed_relation_shows_their_escapes(folder: Path) -> None:
    text = str(rankhouse.evaluate("run.csv", "judgments.csv", "mrr", per_query=True))
    assert "\x1b" not in text
