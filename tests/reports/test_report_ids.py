"""`report(query_ids=False)`: no id of a query is in the file, in no form, and every figure is as with them."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from pages import Page
from rankhouse.cli import main

MAIL = "mail.example"
pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture
def con(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[duckdb.DuckDBPyConnection]:
    """People as queries: some are in one system alone, some are judged and in none, some the other way round."""
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as con:
        con.execute(f"create macro person(n) as 'p' || n || '@{MAIL}'")
        con.execute(
            "create table run as select system, person(q) as query_id, 'd' || i as item_id,"
            " floor(hash(q, i, system) % 12 + if(i < 4 and system = 'new', 3, 0)) as score"
            " from range(60) as queries(q), range(12) as items(i), (values ('old'), ('new')) as systems(system)"
            " where not (q = 7 and system = 'old') and q <> 8"
        )
        con.execute(
            "create table judgments as select person(q) as query_id, 'd' || i as item_id, i % 3 as relevance,"
            " ['de', 'at', null][1 + (q % 3)::int] as country, date '2026-01-01' + (q % 6)::int as day"
            " from range(55) as queries(q), range(5) as items(i)"
        )
        con.execute("create table nuggets as select *, 'n' || relevance as nugget from judgments where relevance > 0")
        con.execute(
            "create table shown as select 's' || q || t as search_id, person(q) as query_id, 'd' || t as item_id,"
            " 1 as position, if(t = 0, 'a', 'b') as team, q % 3 = t as clicked"
            " from range(60) as queries(q), range(2) as teams(t)"
        )
        yield con


EVERYTHING: dict[str, Any] = {
    "by": "country",
    "time": "day",
    "nuggets": "nuggets",
    "intents": "nugget",
    "interleaving": "shown",
}


def made(con: duckdb.DuckDBPyConnection, **options: Any) -> Page:
    return Page(rankhouse.report("run", "judgments", ["ndcg@5", "map"], "page.html", con=con, **options))


def found_in(text: str) -> list[str]:
    """Where an id is in a page, as it is or packed into base64."""
    packed = []
    for part in re.findall(r"[A-Za-z0-9+/]{24,}={0,2}", text):
        try:
            packed.append(base64.b64decode(part + "=" * (-len(part) % 4)).decode("latin-1"))
        except binascii.Error:
            continue
    spelled = re.compile(rf"p\d+(@|%40|&#64;|\\u0040){re.escape(MAIL)}")
    return [found.group() for each in (text, *packed) for found in spelled.finditer(each)]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, marks=pytest.mark.thorough),
        EVERYTHING,
        pytest.param({"test": "bootstrap", "repetitions": 200, "queries": "intersection"}, marks=pytest.mark.thorough),
        pytest.param({"columns": {"query_id": "query_id"}, "check": "none"}, marks=pytest.mark.thorough),
    ],
    ids=["usual", "everything", "bootstrap", "unchecked"],
)
def test_no_id_is_in_the_file(con: duckdb.DuckDBPyConnection, options: dict[str, Any]) -> None:
    shown, hidden = made(con, **options), made(con, **options, query_ids=False)
    assert found_in(shown.html)
    assert found_in(hidden.html) == []
    for name in ("means", "differences"):
        assert shown.table(name) == hidden.table(name) != []


def test_a_single_system_and_a_table_of_values(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create table one as from run where system = 'new'")
    rankhouse.evaluate("run", "judgments", ["mrr"], by="system", per_query=True, con=con).to_table("by_query")
    for runs, judgments, measures in (("one", "judgments", "mrr"), ("by_query", None, ["mrr"])):
        path = rankhouse.report(runs, judgments, measures, "page.html", con=con, query_ids=False)
        text = path.read_text(encoding="utf-8")
        assert found_in(text) == []
        assert re.search(r"query \d+", text)


@pytest.mark.thorough
def test_rankings_are_still_side_by_side_by_numbers_of_this_report(con: duckdb.DuckDBPyConnection) -> None:
    one, other = (made(con, query_ids=False).data for _ in range(2))
    with_ids = made(con).data
    assert all(re.fullmatch(r"query \d+", name) for name in one["lists"])
    assert sorted(map(str, one["lists"].values())) == sorted(map(str, with_ids["lists"].values()))
    # The same lists under other numbers.
    assert one["lists"] != other["lists"]


def test_numbers_as_ids(con: duckdb.DuckDBPyConnection) -> None:
    for table in ("run", "judgments"):
        con.execute(
            f"create or replace table {table} as select * replace (77000 + split_part(query_id[2:], '@', 1)::int"
            f" as query_id) from {table}"
        )
    text = made(con, query_ids=False, check="none", by="country").html
    assert not re.search(r'"77\d{3}|>77\d{3}<', text) and re.search(r"query \d+", text)


def test_on_the_command_line(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    con.execute("copy run to 'run.parquet'")
    con.execute("copy judgments to 'judgments.parquet'")
    asked = ["rankhouse", "report", "run.parquet", "judgments.parquet", "-m", "mrr", "--no-query-ids"]
    monkeypatch.setattr("sys.argv", asked)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert found_in(Path("report.html").read_text(encoding="utf-8")) == []


def test_it_is_true_or_false(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(rankhouse.InputError, match="query_ids is True or False, got 'no'"):
        made(con, query_ids="no")
