"""The shipped DuckDB scripts are those that the macros make, people can read them, and DuckDB any number of times."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

import library
import rankhouse

SCRIPT = Path(__file__).parents[2] / "sql" / "rankhouse.sql"
TABLE_MACROS = SCRIPT.with_name("table_macros.sql")
LIMIT = 1_000_000
"""Bytes of the plain script, which people read."""
LONGEST_LINE = 200


@pytest.mark.parametrize("path", [SCRIPT, TABLE_MACROS], ids=lambda path: path.name)
def test_the_scripts_are_what_the_macros_make(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == library.scripts()[path.name], "run python tools/document.py"


@pytest.mark.parametrize("path", [SCRIPT, TABLE_MACROS], ids=lambda path: path.name)
def test_people_can_read_the_scripts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < LIMIT
    assert [line for line in text.splitlines() if len(line) > LONGEST_LINE] == []


def test_every_macro_says_what_it_gives() -> None:
    for macros in (library.duckdb_macros(), library.plain_macros()):
        assert [macro.name for macro in macros if len(macro.comment) < 20] == []
        assert len({macro.name for macro in macros}) == len(macros)


@pytest.mark.parametrize("is_plain", [True, False])
def test_the_comment_of_a_macro_says_what_every_parameter_is(is_plain: bool) -> None:
    with duckdb.connect() as con:
        if is_plain:
            con.execute(SCRIPT.read_text(encoding="utf-8"))
        else:
            rankhouse.register(con, schema="main")
        found = con.execute(
            "select function_name, parameters, comment from duckdb_functions() where database_name = 'memory'"
        ).fetchall()
    assert len(found) >= 44
    for name, parameters, comment in found:
        # Long lines go on, indented, in the next one.
        definition, *lines = re.sub(r"\n +", " ", comment.removesuffix(" [rankhouse]")).splitlines()
        assert len(definition) >= 20, name
        if "Columns:" in lines:
            place = lines.index("Columns:")
            lines, columns = lines[:place], lines[place + 1 :]
            assert columns and all(re.match(r"the \w+|\w+( \(with(out)? [\w ]+\))?: .", line) for line in columns), (
                name,
                columns,
            )
        # With its default, if it has one, as it is written in a call.
        described = [re.fullmatch(r'"?(\w+)"?(?: := (?:[^:]|::)+?)?: (.+)', line) for line in lines]
        assert [each and each[1] for each in described] == parameters, name
        # Links and markup are for pages.
        assert not re.search(r"`|\]\(", comment), name


def test_the_script_is_read_any_number_of_times(tmp_path: Path) -> None:
    """A second time as well, over a database that has the macros already, and by another connection."""
    path = str(tmp_path / "metrics.duckdb")
    for _ in range(2):
        with duckdb.connect(path) as con:
            con.execute(SCRIPT.read_text(encoding="utf-8"))
            con.execute(SCRIPT.read_text(encoding="utf-8"))
            assert answers(con)


@pytest.mark.thorough
@pytest.mark.parametrize("is_read_only", [False, True])
def test_macros_are_registered_in_any_database(tmp_path: Path, is_read_only: bool) -> None:
    """They leave no trace, unless they are given a schema."""
    path = str(tmp_path / "data.duckdb")
    duckdb.connect(path).close()
    with duckdb.connect(path, read_only=is_read_only) as con:
        rankhouse.register(con)
        rankhouse.register(con)
        assert answers(con)
    assert stored(path) == 0
    with duckdb.connect(path, read_only=is_read_only) as con:
        rankhouse.register(con, schema="main")
        rankhouse.register(con, schema="main")
        assert answers(con)
    assert stored(path) == (0 if is_read_only else len(library.duckdb_macros()))


def stored(path: str) -> int:
    with duckdb.connect(path, read_only=True) as con:
        [(found,)] = con.execute(
            "select count(distinct function_name) from duckdb_functions() where not internal"
        ).fetchall()
    return int(found)


def answers(con: duckdb.DuckDBPyConnection) -> bool:
    """Of one list, a hit at the second place of two."""
    rows = "(values (1, 'a', 2, 0), (1, 'b', 1, 1)) as rows(query_id, item_id, score, relevance)"
    con.execute(f"create or replace temp table list as from {rows}")
    aggregate = con.execute("select reciprocal_rank(relevance, score) from list").fetchall()
    return aggregate == con.execute("select value from metrics('list', measures := 'mrr')").fetchall() == [(0.5,)]
