"""The DuckDB script stands alone: no Python, no rankhouse, any number of times."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

import rankhouse
from library import duckdb_macros, plain_macros
from rankhouse._installing import register, scripts
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.shipped import shipped

SCRIPT = Path(__file__).parents[2] / "sql" / "rankhouse.sql"


def macros_of(con: duckdb.DuckDBPyConnection) -> list[tuple[str, str, str, str]]:
    return con.execute(
        "select function_name, function_type, parameters::varchar, comment from duckdb_functions()"
        " where not internal and function_type in ('macro', 'table_macro') order by all"
    ).fetchall()


def test_the_script_brings_the_aggregates_that_register_brings() -> None:
    with duckdb.connect() as read, duckdb.connect() as registered:
        read.execute(SCRIPT.read_text())
        once = macros_of(read)
        read.execute(SCRIPT.read_text())
        rankhouse.register(registered)
        assert once == macros_of(read)
        assert {name for name, *_ in once} == {macro.name for macro in plain_macros()}
        assert {name for name, *_ in macros_of(registered)} == {macro.name for macro in duckdb_macros()}
        assert {each for each in once if each[1] == "macro"} <= {*macros_of(registered)}
        assert all(comment for *_, comment in once)


def test_macros_of_the_script_compute() -> None:
    with duckdb.connect() as con:
        con.execute(SCRIPT.read_text())
        con.execute("create table run as from (values (1, 'a', 2.0), (1, 'b', 1.0)) as rows(query_id, item_id, score)")
        con.execute("create table judgments as from (values (1, 'b', 1)) as rows(query_id, item_id, relevance)")
        found = con.execute("select value from metrics('run', 'judgments', measures := ['mrr'])").fetchall()
        assert found == [(0.5,)]
        labelled = "run left join judgments using (query_id, item_id)"
        assert con.execute(f"select precision_at_k(relevance, score, 4) from {labelled}").fetchall() == [(0.25,)]


def test_the_first_statement_refuses_versions_in_which_no_test_runs_the_macros() -> None:
    first = macros("duckdb").oldest_version()
    for text in (SCRIPT.read_text(), rankhouse.freeze("frozen", "metrics")):
        statements = [line for line in text.splitlines() if line and not line.startswith("--")]
        assert "\n".join(statements).startswith(f"{first};\ncreate or replace macro ")
    with duckdb.connect() as con:
        for version in ("v1.4.3", "v1.4.10", "v1.5.6", "v1.10.0", "v2.0.1", "v2.0.10", "v3.0.0", "v0.0.1-dev7"):
            con.execute(first.replace("version()", f"'{version}'"))
        for version in ("v0.10.3", "v1.0.0", "v1.2.2", "v1.3.2", "v1.4.0", "v1.4.2", "v2.0.0"):
            said = f"these macros need DuckDB 1.4.3 or newer (but not 2.0.0), and this is {version}: update DuckDB"
            with pytest.raises(duckdb.Error, match=re.escape(said)):
                con.execute(first.replace("version()", f"'{version}'"))


def test_no_comprehension_filters_beside_an_index() -> None:
    """Before DuckDB 1.5, the index counts only what the filter keeps: `[[x, i] for x, i in [0, 7] if x > 0]`."""
    files = [SCRIPT, *shipped("macros").rglob("*.sql")]
    sql = {file.name: re.sub(r"{%-? for .*?%}", "", file.read_text(), flags=re.DOTALL) for file in files}
    beside = re.compile(r'\bfor\s+\w+,\s+\w+\s+in\b(?:(?!\bfor\b)[^\]"])*\sif\s')
    assert [name for name, text in sql.items() if beside.search(text)] == []
    assert beside.search("[place for grade, place in grades if grade > 0]")


BROKEN = [
    scripts.Statement(f"create or replace macro {name}() as {body}", "create or replace macro ", name, False)
    for name, body in (("half", "1"), ("other", ""))
]


@pytest.mark.parametrize("is_new", [True, False])
def test_an_install_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool) -> None:
    file = tmp_path / "library.duckdb"
    if not is_new:
        with duckdb.connect(str(file)) as con:
            con.execute("create macro mine() as 1")
    monkeypatch.setattr(register, "plain", lambda: BROKEN)
    with pytest.raises(rankhouse.InputError, match="cannot install the macros"):
        rankhouse.install(file)
    assert [path.name for path in tmp_path.iterdir()] == ([] if is_new else [file.name])
    if not is_new:
        with duckdb.connect(str(file)) as con:
            assert [name for name, *_ in macros_of(con)] == ["mine"]
