"""The first screen of a report: its verdict, and what a chosen segment makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from pages import Page

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def values(con: duckdb.DuckDBPyConnection, changes: Mapping[str, str]) -> Any:
    """By query of 150, two thirds of them in English; each system's change of 0.5 is SQL of q and lang."""
    changed = " ".join(f"when '{name}' then {change}" for name, change in changes.items())
    names = ", ".join(f"('{name}', {place})" for place, name in enumerate(changes))
    return con.sql(
        "select system, 'q' || q as query_id, lang, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k, 0.5 + 0.01 *"
        f" ((q * (7 + place)) % 11 - 5) + case system {changed} end as value from (select q, case when q % 3 = 0 then"
        f" 'de' else 'en' end as lang from range(150) t(q)), (values {names}) as s(system, place)"
    )


def told(page: Page, place: str) -> list[str]:
    """The sentences at the top that stand where a segment is chosen, by its place."""
    (found, *_) = (each for each in page.root.all("div") if each.attributes.get("data-among") == place)
    return [each.text for each in found.all("p")]


def test_a_segment_that_falls_stands_in_the_verdict(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    table = values(con, {"old": "0", "new": "case lang when 'de' then -0.08 else 0.06 end"})
    page = Page(rankhouse.report(table, None, "ndcg@10", tmp_path / "a.html", by="lang", baseline="old", con=con))
    verdict, finding = told(page, "0")
    assert verdict == "Ship new: significantly better than old by ndcg@10, but worse: lang de -0.082."
    assert "over 150 queries" in finding
    # What is said where a segment is chosen is true of it.
    assert page.data["subsets"][1:] == [["lang", "de"], ["lang", "en"]]
    of_german, of_english = told(page, "1"), told(page, "2")
    assert of_german[0] == "Do not ship new: significantly worse than old by ndcg@10."
    assert of_german[1].startswith("old is best by ndcg@10: ")
    assert "over 50 queries" in of_german[1]
    assert of_english[0] == "Ship new: significantly better than old by ndcg@10."
    assert "over 100 queries" in of_english[1]
    notes = {each.attributes["data-among"]: each.text for each in page.root.all("p") if "data-among" in each.attributes}
    assert set(notes) >= {"0", "1", "2"}
    legends = [
        each.text
        for each in page.root.all("p")
        if "Student" in each.text and each.attributes.get("data-among") in ("0", "1", "2")
    ]
    assert [text.split(";")[1].split(".")[0].strip() for text in legends] != []
    assert [n for n in ("150", "50", "100") if any(f"; {n} queries." in text for text in legends)] == [
        "150",
        "50",
        "100",
    ]


def test_without_a_loss_segments_change_nothing(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    table = values(con, {"old": "0", "new": "0.06"})
    page = Page(rankhouse.report(table, None, "ndcg@10", tmp_path / "a.html", by="lang", con=con))
    assert told(page, "0")[0] == "Ship new: significantly better than old by ndcg@10."


def test_the_pair_that_decides_is_chosen_at_first(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Of six systems with 15 pairs one of the last ones."""
    table = values(con, {name: f"0.02 * {place}" for place, name in enumerate("abcdef")})
    comparison = rankhouse.compare(table, None, "ndcg@10", con=con)
    page = Page(rankhouse.report(table, None, "ndcg@10", tmp_path / "a.html", con=con))
    verdict = comparison.verdict
    assert verdict is not None
    assert page.root.all("p")[2].text == str(verdict)
    assert (verdict.system, verdict.baseline) == ("f", "d")
    pairs = page.data["pairs"]
    assert len(pairs) == 10
    assert pairs[page.data["firstPair"]] == ["f", "d"]
    # All that the two are in: nine, and one more.
    assert sum(bool({"d", "f"} & set(pair)) for pair in pairs) == 9
    (chosen,) = (each for each in page.root.all("option") if "selected" in each.attributes)
    assert chosen.text == "f against d"
    assert any(chart["p"] == page.data["firstPair"] for chart in page.data["figures"]["differences"])
    assert any(one["p"] == page.data["firstPair"] for one in page.data["moved"])


def played(con: duckdb.DuckDBPyConnection, target: str, n: int = 2000) -> Any:
    """A log that plays two actions alike; the first one earns 0.3, the other one 0.1."""
    return con.sql(
        f"select 0.5 as logging_probability, {target} as target_probability,"
        " ((i // 2) % 10 < case when i % 2 = 0 then 3 else 1 end)::int as reward, 0.9 as predicted_reward,"
        f" 0.9 as target_predicted_reward from range({n}) t(i)"
    )


@pytest.mark.parametrize(
    ("target", "n", "verdict"),
    [
        (
            "case when i % 2 = 0 then 0.9 else 0.1 end",
            2000,
            "Ship the policy: significantly better than the log by dr.",
        ),
        (
            "case when i % 2 = 0 then 0.1 else 0.9 end",
            2000,
            "Do not ship the policy: significantly worse than the log by dr.",
        ),
        (
            "0.5",
            2000,
            "Not decided: the policy and the log are equal by dr.",
        ),
        (
            "case when i % 2 = 0 then 0.9 else 0.1 end",
            60,
            "Not decided: the policy and the log do not differ significantly by dr; about ",
        ),
        (
            "0.9",
            2000,
            "Not decided: the policy and the log differ significantly by dr, but the mean weight of one of them is ",
        ),
    ],
)
def test_a_policy_has_a_verdict_beside_its_log(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, target: str, n: int, verdict: str
) -> None:
    page = Page(rankhouse.report(off_policy=played(con, target, n), path=tmp_path / "a.html", con=con))
    assert page.root.all("p")[2].text.startswith(verdict)
    assert "the log itself earned 0.20" in page.root.all("p")[3].text
    log, *estimates = page.table("off_policy")
    assert log[0] == "the log itself"
    assert log[1].startswith("0.20")
    # The model is wrong, and the interval of its mean as short as can be: no difference is told of it.
    assert {row[0]: row[4] for row in estimates}["dm"] == "\N{EN DASH}"
    assert "The interval of dm ignores the error of the model" in page.html


def searches(con: duckdb.DuckDBPyConnection, won_by_a: int, won_by_b: int, tied: int) -> Any:
    """Of two items, each system's own; who wins is clicked."""
    return con.sql(
        "select 's' || s as search_id, 'd' || i as item_id, 1 + (i + s) % 2 as position, ['a', 'b'][1 + i] as team,"
        f" i = 0 and s % {won_by_a + won_by_b + tied} < {won_by_a} or i = 1 and s >= {won_by_a}"
        f" and s < {won_by_a + won_by_b} as clicked"
        f" from range({won_by_a + won_by_b + tied}) t(s), range(2) u(i)"
    )


@pytest.mark.parametrize(
    ("counts", "verdict", "sentence"),
    [
        (
            (20, 60, 40),
            "Ship b: significantly better than a by preference.",
            "Of 120 interleaved searches, a won 20, b won 60, and 40 were tied: users preferred b to a (preference for"
            f" a {MINUS}0.33",
        ),
        (
            (44, 36, 0),
            "Not decided: a and b do not differ significantly by preference; about ",
            "Of 80 interleaved searches, a won 44, b won 36, and 0 were tied: users preferred a, but not more often",
        ),
        (
            (20, 0, 0),
            "Not decided: 20 searches are too few to compare a and b by preference; about 10 more searches would tell.",
            "Of 20 interleaved searches, a won 20",
        ),
    ],
)
def test_users_who_prefer_a_system_give_a_verdict(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, counts: tuple[int, int, int], verdict: str, sentence: str
) -> None:
    page = Page(rankhouse.report(interleaving=searches(con, *counts), path=tmp_path / "a.html", con=con))
    assert page.root.all("p")[2].text.startswith(verdict)
    assert page.root.all("p")[3].text.startswith(sentence)


def test_teams_have_their_own_names(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    log = searches(con, 20, 60, 40).project("* replace (if(team = 'a', 'control', 'test') as team)")
    with pytest.raises(rankhouse.InputError, match="a team other than 'a' and 'b'"):
        rankhouse.report(interleaving=log, path=tmp_path / "a.html", con=con)
    named = {"team_a": "control", "team_b": "test"}
    page = Page(rankhouse.report(interleaving=log, path=tmp_path / "a.html", con=con, **named))
    assert page.root.all("p")[2].text.startswith("Ship test: significantly better than control by preference.")
    assert "control won 20, test won 60, and 40 were tied" in page.root.all("p")[3].text


def test_the_page_says_that_the_first_measure_decides(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Among four measures p is corrected to above 0.05; of the first one alone, as the verdict has it, it is below."""
    noise = "0.11 * sin(1.7 * q) + 0.0195"
    first = values(con, {"old": "0", "new": noise})
    others = [
        first.project(f"* replace ('{name}' as measure, '{name}' as metric, null::bigint as k)")
        for name in ("precision", "recall", "map")
    ]
    table = first.union(others[0]).union(others[1]).union(others[2])
    measures = ["ndcg@10", "precision", "recall", "map"]
    compared = rankhouse.compare(table, None, measures, con=con)
    row, verdict = compared.rows()[0], compared.verdict
    assert row["p_value"] < 0.05 < row["p_adjusted"]
    assert verdict is not None
    assert verdict.p_adjusted == pytest.approx(row["p_value"], rel=0.05)
    page = Page(rankhouse.report(table, None, measures, tmp_path / "a.html", con=con))
    assert page.root.all("p")[2].text == "Ship new: significantly better than old by ndcg@10."
    finding = page.root.all("p")[3].text
    assert finding.endswith(f"p = {verdict.p_adjusted:.4f}). The difference is significant.")
    assert "The verdict uses only ndcg@10, with p corrected for 1 test." in page.html


def test_losing_every_query_alike_is_a_loss_in_every_sentence(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    table = con.sql(
        "select system, q as query_id, 'recall' as measure, 'recall' as metric, null::bigint as k,"
        " (system = 'old')::int::double as value from range(40) t(q), (values ('old'), ('new')) s(system)"
    )
    page = Page(rankhouse.report(table, None, ["recall"], tmp_path / "a.html", baseline="old", con=con))
    verdict, finding = (each.text for each in page.root.all("p")[2:4])
    assert verdict == "Do not ship new: significantly worse than old by recall."
    assert finding.endswith("p < 0.0001). The difference is significant.")
    assert "1 of 1" in {each.text.removesuffix("over all measures and pairs") for each in page.root.all("dd")}
    assert "No difference is significant" not in page.html
    assert "No p is below 0.05; where all differences are equal, there is no p." in page.html
