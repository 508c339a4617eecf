"""The DuckDB script stands alone: no Python, no rankhouse, any number of times."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import rankhouse
from kept import duckdb_macros
from rankhouse._installing import register

SCRIPT = Path(__file__).parents[1] / "sql" / "rankhouse.sql"


def macros_of(con: duckdb.DuckDBPyConnection) -> list[tuple[str, str, str]]:
    return con.execute(
        "select function_name, parameters::varchar, comment from duckdb_functions()"
        " where not internal and function_type in ('macro', 'table_macro') order by all"
    ).fetchall()


def test_the_script_brings_the_macros_that_register_brings() -> None:
    with duckdb.connect() as read, duckdb.connect() as registered:
        read.execute(SCRIPT.read_text())
        once = macros_of(read)
        read.execute(SCRIPT.read_text())
        rankhouse.register(registered)
        assert once == macros_of(read) == macros_of(registered)
        assert {name for name, _, _ in once} == {macro.name for macro in duckdb_macros()}
        assert all(comment for _, _, comment in once)


def test_macros_of_the_script_compute() -> None:
    with duckdb.connect() as con:
        con.execute(SCRIPT.read_text())
        con.execute("create table run as from (values (1, 'a', 2.0), (1, 'b', 1.0)) as rows(query_id, item_id, score)")
        con.execute("create table judgments as from (values (1, 'b', 1)) as rows(query_id, item_id, relevance)")
        found = con.execute("select value from metrics('run', 'judgments', measures := ['mrr'])").fetchall()
        assert found == [(0.5,)]
        labelled = "run left join judgments using (query_id, item_id)"
        assert con.execute(f"select precision_at_k(relevance, score, 4) from {labelled}").fetchall() == [(0.25,)]


@pytest.mark.parametrize("is_new", [True, False])
def test_an_install_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool) -> None:
    file = tmp_path / "library.duckdb"
    if not is_new:
        with duckdb.connect(str(file)) as con:
            con.execute("create macro mine() as 1")
    broken = ["create or replace macro half() as 1", "create or replace macro "]
    monkeypatch.setattr(register, "_statements", lambda: broken)
    with pytest.raises(rankhouse.InputError, match="cannot install the macros"):
        rankhouse.install(file)
    assert [path.name for path in tmp_path.iterdir()] == ([] if is_new else [file.name])
    if not is_new:
        with duckdb.connect(str(file)) as con:
            assert [name for name, _, _ in macros_of(con)] == ["mine"]
