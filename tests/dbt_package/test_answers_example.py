"""examples/answers: what its README says of judges, boards and corrections is what the build has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from dbt_projects import ROOT, dbt, installed

pytestmark = [pytest.mark.thorough, pytest.mark.sweep]
TRUE = {"fir": 0.6, "elm": 0.3, "dune": 0.0, "cedar": 0.0, "birch": -0.3, "amber": -0.6}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = installed(tmp_path_factory.mktemp("example"), "examples/answers")
    done = dbt(project, "build")
    assert done.returncode == 0, done.stdout
    return project / "answers.duckdb"


@pytest.fixture
def con(database: Path) -> Any:
    with duckdb.connect(str(database), read_only=True) as con:
        yield con


@pytest.fixture(scope="module")
def readme() -> str:
    return (ROOT / "examples" / "answers" / "README.md").read_text()


def boards(con: duckdb.DuckDBPyConnection, board: str) -> dict[str, Any]:
    found = con.execute(
        "select system, rating, ci_low, ci_high, rank_low, rank_high from boards where board = ?", [board]
    )
    return {system: row for system, *row in found.fetchall()}


def test_the_fair_judge_finds_the_truth_and_the_other_one_does_not(con: duckdb.DuckDBPyConnection) -> None:
    fair, both = boards(con, "judge a, by document"), boards(con, "both judges")
    assert sorted(fair, key=lambda name: -fair[name][0]) == list(TRUE)
    # Judges see the answers to one question through chance and ties, which draws ratings together.
    assert fair["birch"][2] < fair["cedar"][0]
    assert both["birch"][0] - fair["birch"][0] > 30


def test_position_bias_is_found_where_it_is(con: duckdb.DuckDBPyConnection) -> None:
    found = con.execute("select judge_id, ci_low, ci_high from checks where \"check\" = 'first_shown_wins'").fetchall()
    assert {judge for judge, low, high in found if not low < 0.5 < high} == {"judge b"}


def test_people_correct_the_judge(con: duckdb.DuckDBPyConnection) -> None:
    ((machine,),) = con.execute("select avg(value) from machine_win_rates where system = 'birch'").fetchall()
    ((low, high),) = con.execute("select ci_low, ci_high from corrected where system = 'birch'").fetchall()
    assert not low < machine < high


def test_the_readme_tells_what_comes_out(con: duckdb.DuckDBPyConnection, readme: str) -> None:
    fair, both = boards(con, "judge a, by document"), boards(con, "both judges")
    for system, strength in TRUE.items():
        rating, low, high, first, last = fair[system]
        told = f"| {system} | {strength} | {both[system][0]:.0f} | {rating:.0f} | {low:.0f} to {high:.0f} |"
        assert f"{told} {first} to {last} |" in readme
    for judge in ("judge a", "judge b", "people"):
        shown = 'select value from checks where judge_id = ? and "check" = ?'
        first, same = (con.execute(shown, [judge, check]).fetchall()[0][0] for check in CHECKS)
        assert f"| {judge} | {first:.3f} | {same:.3f} |" in readme
    for board, width in (("both judges", 34), ("both, order effect", 45)):
        ((found,),) = con.execute("select avg(ci_high - ci_low) from boards where board = ?", [board]).fetchall()
        assert round(found) == width
    for system in ("fir", "elm", "birch", "amber"):
        by = f"where system = '{system}'"
        ((machine,),) = con.execute(f"select avg(value) from machine_win_rates {by}").fetchall()
        ((people,),) = con.execute(f"select avg(value) from human_win_rates {by}").fetchall()
        ((value, low, high),) = con.execute(f"select value, ci_low, ci_high from corrected {by}").fetchall()
        assert f"| {system} | {machine:.3f} | {people:.3f} | {value:.3f} | {low:.3f} to {high:.3f} |" in readme


CHECKS = ("first_shown_wins", "order_agreement")
