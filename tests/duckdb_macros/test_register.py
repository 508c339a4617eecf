"""The macros are guests in a database: nothing of the user's is replaced, and a read-only one has them beside it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

import rankhouse
from duckdb_macros.test_bundle import BROKEN
from rankhouse._installing import register
from rankhouse._installing.scripts import library, macro_names
from rankhouse._rendering.jinja import macros

ROWS = "(values (1, 'a', 2, 0), (1, 'b', 1, 1)) as listed(query_id, item_id, score, relevance)"


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    con.execute(f"create table run as from {ROWS}")
    return con


METRICS = "select value from {}metrics('run', measures := 'mrr')"
AGGREGATE = "select {}reciprocal_rank(relevance, score) from run"


def test_what_was_made_and_where_is_said(con: duckdb.DuckDBPyConnection) -> None:
    made = rankhouse.register(con)
    assert str(made) == f"{len(made.macros)} macros in rankhouse.main"
    assert str(rankhouse.register(con, schema="main")) == f"{len(made.macros)} macros in memory.main"
    assert str(rankhouse.register(con, schema="new one")) == f"{len(made.macros)} macros in memory.new one"
    assert con.execute(METRICS.format('memory."new one".')).fetchall() == [(0.5,)]


def test_every_connection_finds_them_and_nothing_is_left_behind(tmp_path: Path) -> None:
    file = str(tmp_path / "data.duckdb")
    with duckdb.connect(file) as con:
        con.execute(f"create table run as from {ROWS}")
        # Also where the connection has written something that is not committed.
        con.begin()
        con.execute("create table draft (x integer)")
        rankhouse.register(con)
        for asked in (METRICS, AGGREGATE):
            for prefix in ("", "rankhouse."):
                assert con.execute(asked.format(prefix)).fetchall() == [(0.5,)]
        con.rollback()
        with con.cursor() as cursor, duckdb.connect(file) as other:
            for each in (cursor, other):
                for asked in (METRICS, AGGREGATE):
                    assert each.execute(asked.format("rankhouse.")).fetchall() == [(0.5,)]
        # A view outlives the search path, and a table the macros.
        con.execute(f"create view by_macro as {METRICS.format('rankhouse.')}")
        con.execute(f"create table kept as {METRICS.format('')}")
        assert con.cursor().execute("from by_macro").fetchall() == [(0.5,)]
        con.execute("create schema s; use s")
        assert con.execute(f"with run as (from main.run) {METRICS.format('rankhouse.')}").fetchall() == [(0.5,)]
    with duckdb.connect(file) as con:
        assert con.execute("select count(*) from duckdb_functions() where not internal").fetchall() == [(0,)]
        assert con.execute("from kept").fetchall() == [(0.5,)]
        with pytest.raises(duckdb.CatalogException):
            con.execute("from by_macro")
        rankhouse.register(con)
        assert con.execute("from by_macro").fetchall() == [(0.5,)]


def test_a_schema_has_them_for_cursors_and_other_processes(tmp_path: Path) -> None:
    file = str(tmp_path / "data.duckdb")
    with duckdb.connect(file) as con:
        con.execute(f"create table run as from {ROWS}")
        rankhouse.register(con, schema="rankhouse")
        rankhouse.register(con, schema="main")
        for prefix in ("", "rankhouse.", "data.rankhouse."):
            assert con.cursor().execute(METRICS.format(prefix)).fetchall() == [(0.5,)]
    with duckdb.connect(file, read_only=True) as con:
        for prefix in ("", "rankhouse."):
            assert con.execute(AGGREGATE.format(prefix)).fetchall() == [(0.5,)]
            # What table macros ask is a function of this process.
            with pytest.raises(duckdb.CatalogException, match="rankhouse_sql"):
                con.execute(METRICS.format(prefix))
        rankhouse.register(con)
        for prefix in ("", "data.rankhouse."):
            assert con.execute(METRICS.format(prefix)).fetchall() == [(0.5,)]


def test_the_user_s_own_names_go_first(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create macro compare(x) as table select x as mine; create macro ndcg_at_k(x) as x")
    before = con.execute("from duckdb_functions() where not internal").fetchall()
    made = rankhouse.register(con)
    assert made.hidden == ("compare", "ndcg_at_k")
    assert "call 'compare', 'ndcg_at_k' with the prefix rankhouse., since you have your own" in str(made)
    assert con.execute("from compare(1)").fetchall() == [(1,)]
    assert con.execute("select ndcg_at_k(1), rankhouse.ndcg_at_k(relevance, score, 1) from run").fetchall() == [
        (1, 0.0)
    ]
    of_user = "from duckdb_functions() where not internal and database_name = 'memory'"
    assert con.execute(of_user).fetchall() == before


def test_a_schema_named_rankhouse_takes_the_whole_name(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create schema rankhouse")
    rankhouse.register(con)
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    with pytest.raises(duckdb.BinderException, match="Ambiguous reference to catalog or schema"):
        con.execute(METRICS.format("rankhouse."))
    assert con.execute(METRICS.format("rankhouse.main.")).fetchall() == [(0.5,)]


def test_what_is_half_made_is_made_again(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(register, "library", lambda: BROKEN)
        with pytest.raises(duckdb.ParserException):
            rankhouse.register(con)
    rankhouse.register(con)
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]


@pytest.mark.parametrize(
    ("own", "names"),
    [
        ("create macro ndcg_at_k(x) as x", ["ndcg_at_k"]),
        ("create macro compare(x) as table select x", ["compare"]),
        ("create macro compare(x) as table select x; create macro ndcg_at_k(x) as x", ["compare", "ndcg_at_k"]),
    ],
)
def test_a_macro_of_the_user_s_is_replaced_only_if_it_is_named(
    con: duckdb.DuckDBPyConnection, own: str, names: list[str]
) -> None:
    con.execute(own)
    before = con.execute("from duckdb_functions() where not internal").fetchall()
    with pytest.raises(rankhouse.InputError, match=f"memory.main has macros of its own .*{names[-1]}"):
        rankhouse.register(con, schema="main", replace=names[1:])
    assert con.execute("from duckdb_functions() where not internal").fetchall() == before
    made = rankhouse.register(con, replace=names)
    assert made.replaced == tuple(names)
    assert "in place of your own" in str(made)
    # They are this library's now.
    assert rankhouse.register(con, schema="main").replaced == ()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "own",
    [
        "create macro compare(x) as x",
        "create macro ndcg_at_k(x) as table select x",
        "create macro mine(x) as x",
        "create schema other; create macro other.compare(x) as table select x",
        "create table metrics (x integer)",
    ],
    ids=["of another kind", "a table macro", "of another name", "in another schema", "a table"],
)
def test_what_is_not_replaced_is_no_clash(con: duckdb.DuckDBPyConnection, own: str) -> None:
    con.execute(own)
    assert rankhouse.register(con).hidden == ()
    rankhouse.register(con, schema="main")
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    assert con.execute(AGGREGATE.format("")).fetchall() == [(0.5,)]


def test_what_an_older_version_stored_is_renewed_and_what_is_no_more_is_gone(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    con.execute("create macro metrics(run) as table select 'old' as value; create macro gone_by_now(x) as x")
    con.execute("create macro mine(x) as x")
    for kind, name in (("table ", "metrics"), ("", "gone_by_now")):
        con.execute(f"comment on macro {kind}{name} is 'Of an older version. [rankhouse]'")
    made = rankhouse.register(con, schema="main")
    assert made.gone == ("gone_by_now",)
    assert "; an older version's 'gone_by_now' are gone, rankhouse.freeze makes such macros" in str(made)
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    assert con.execute("select mine(1)").fetchall() == [(1,)]
    with pytest.raises(duckdb.CatalogException):
        con.execute("select gone_by_now(1)")


def of_0_1_0(con: duckdb.DuckDBPyConnection, place: str = "main") -> int:
    """The macros of rankhouse 0.1.0 as it made them, without a mark; how many."""
    for name in OLD:
        con.execute(f"create macro {place}.{name}(relevance, score, k) as 'old'")
        con.execute(f"comment on macro {place}.{name} is 'What it gives.'")
    con.execute(f"create macro {place}.metrics(run, judgments := null, measures := []) as table select 'old' as value")
    return len(OLD) + 1


OLD = [f"{name}_at_k" for name in ("ndcg", "dcg", "err", "rbp", "precision", "recall", "f1", "hit_rate", "idcg")]


def test_a_library_of_0_1_0_is_told_in_a_line(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    n = of_0_1_0(con)
    version = macros("duckdb").version()
    said = (
        f"memory.main has {n} macros (such as 'dcg_at_k', 'err_at_k', 'f1_at_k') with names of this library but"
        " without its mark: they are from rankhouse 0.1.0 or your own. Replace them with"
        " replace='all', or use another schema"
    )
    with pytest.raises(rankhouse.InputError) as caught:
        rankhouse.register(con, schema="main")
    assert str(caught.value) == said
    found = (
        f"register: memory.main has {n} macros (such as 'dcg_at_k', 'err_at_k', 'f1_at_k') as rankhouse 0.1.0 made"
        f" them, which calls without the prefix rankhouse. find first, but this is rankhouse {version}: update them"
        " with rankhouse.register(con, schema='main', replace='all'), or call rankhouse.metrics(...)"
    )
    with pytest.warns(rankhouse.InputWarning) as warned:
        made = rankhouse.register(con)
    assert [str(each.message) for each in warned] == [found]
    assert str(made) == f"{len(made.macros)} macros in rankhouse.main; {found.removeprefix('register: ')}"
    # Each is found where the message says.
    assert con.execute(METRICS.format("")).fetchall() == [("old",)]
    assert con.execute(METRICS.format("rankhouse.")).fetchall() == [(0.5,)]
    brought = rankhouse.register(con, schema="main", replace="all")
    assert len(brought.replaced) == n and len(str(brought)) < 200
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    assert rankhouse.register(con).older == ""
    file = tmp_path / "library.duckdb"
    with duckdb.connect(str(file)) as library:
        of_0_1_0(library)
    with pytest.raises(rankhouse.InputError) as caught:
        rankhouse.install(file)
    assert str(caught.value) == said.replace("memory.main", f"{file}.main")
    assert len(rankhouse.install(file, replace="all").replaced) == n


def test_an_install_leaves_nothing_of_0_1_0_but_what_is_the_user_s(tmp_path: Path) -> None:
    file = tmp_path / "library.duckdb"
    with duckdb.connect(str(file)) as con:
        of_0_1_0(con)
        # No macros of the plain script any more: one as it was written, one as it was packed.
        con.execute("create macro agreement(run) as table with rankhouse_lists as (select 1) from rankhouse_lists")
        packed = "list_reduce(string_split('select 1,as x', ','), lambda one, other: one || ' ' || other)"
        con.execute(f"create macro compare_classifiers(a) as table from query(replace({packed}, 'y', 'z'))")
        con.execute("create macro tie_audit(run) as table select 'my own' as value; create macro split(x) as x")
    gone = rankhouse.install(file, replace="all").gone
    assert gone == ("agreement", "compare_classifiers")
    with duckdb.connect(str(file)) as con:
        assert con.execute("select value, split(2) from tie_audit('run')").fetchall() == [("my own", 2)]
        with pytest.raises(duckdb.CatalogException):
            con.execute("from agreement('run')")


def test_cursors_store_the_macros_at_once(con: duckdb.DuckDBPyConnection) -> None:
    with ThreadPoolExecutor(4) as threads:
        made = list(
            threads.map(lambda cursor: rankhouse.register(cursor, schema="main"), [con.cursor() for _ in "1234"])
        )
    assert {str(each) for each in made} == {f"{len(made[0].macros)} macros in memory.main"}
    assert con.execute(METRICS.format("memory.main.")).fetchall() == [(0.5,)]


def test_the_kind_of_every_macro_is_known(con: duckdb.DuckDBPyConnection) -> None:
    rankhouse.register(con, schema="main")
    kinds = "select function_name, function_type = 'table_macro' from duckdb_functions() where database_name = 'memory'"
    assert dict(con.execute(kinds).fetchall()) == {each.name: each.is_table for each in library() if each.creates}


@pytest.mark.parametrize("tells", [True, False])
def test_older_macros_in_the_current_schema_do_not_go_first_in_silence(
    con: duckdb.DuckDBPyConnection, tells: bool
) -> None:
    if tells:
        con.execute("create macro rankhouse_version() as '0.9.0'")
        con.execute("comment on macro rankhouse_version is 'The version. [rankhouse]'")
    con.execute("create macro metrics(run, measures := []) as table select 'old' as value")
    con.execute("comment on macro table metrics is 'Means. [rankhouse]'")
    with pytest.warns(rankhouse.InputWarning) as warned:
        rankhouse.register(con)
    assert [str(each.message) for each in warned] == [
        f"register: memory.main has the macros of {'rankhouse 0.9.0' if tells else 'an older rankhouse'}, which calls"
        f" without the prefix rankhouse. find first, but this is rankhouse {macros('duckdb').version()}: update them"
        " with rankhouse.register(con, schema='main'), or call rankhouse.metrics(...)"
    ]
    assert con.execute(METRICS.format("")).fetchall() == [("old",)]
    rankhouse.register(con, schema="main")
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    # Those of this version in both places are one.
    assert rankhouse.register(con).older == ""


def test_install_refuses_and_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mine.duckdb"
    with duckdb.connect(str(file)) as con:
        con.execute("create macro lift(x) as table select x as mine")
    with pytest.raises(rankhouse.InputError, match=r"mine\.duckdb\.main has macros of its own .*'lift'.*replace="):
        rankhouse.install(file)
    with duckdb.connect(str(file)) as con:
        assert con.execute("from lift(1)").fetchall() == [(1,)]
    assert str(rankhouse.install(file, schema="rankhouse")).endswith("mine.duckdb.rankhouse")
    with duckdb.connect(str(file)) as con:
        con.execute(f"create table run as from {ROWS}")
        assert con.execute("from lift(1)").fetchall() == [(1,)]
        assert con.execute(METRICS.format("rankhouse.")).fetchall() == [(0.5,)]
    assert str(rankhouse.install(file, replace="lift")).endswith("mine.duckdb.main, in place of your own 'lift'")


@pytest.fixture
def read_only(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    file = str(tmp_path / "data.duckdb")
    with duckdb.connect(file) as con:
        con.execute(f"create schema s; create table run as from {ROWS}; create macro lift(x) as table select x as mine")
    return duckdb.connect(file, read_only=True)


def test_a_read_only_database_has_them_beside_it(read_only: duckdb.DuckDBPyConnection) -> None:
    con = read_only
    for schema in (None, None, "main"):
        made = rankhouse.register(con, schema=schema)
        assert (made.database, made.schema, len(made.macros)) == ("rankhouse", "main", len(macro_names()))
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    assert con.execute(AGGREGATE.format("")).fetchall() == [(0.5,)]
    # The user's own names go first.
    assert con.execute("from lift(1)").fetchall() == [(1,)]
    cursor = con.cursor()
    assert cursor.execute(METRICS.format("rankhouse.")).fetchall() == [(0.5,)]
    rankhouse.register(cursor)
    assert cursor.execute(METRICS.format("")).fetchall() == [(0.5,)]


def test_the_path_that_names_are_looked_up_by_is_kept(read_only: duckdb.DuckDBPyConnection) -> None:
    read_only.execute("set search_path = 'data.s,data.main'")
    rankhouse.register(read_only)
    assert read_only.execute("select current_setting('search_path')").fetchall() == [
        ("data.s,data.main,rankhouse.main",)
    ]
    assert read_only.execute(METRICS.format("")).fetchall() == [(0.5,)]


def test_a_database_of_the_user_s_named_like_the_catalogue(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute("attach ':memory:' as rankhouse; create table rankhouse.mine as select 1 as one")
    with pytest.raises(
        rankhouse.InputError, match="one of your databases has this name: attach it under another name, or give"
    ):
        rankhouse.register(con)
    assert con.execute("from rankhouse.mine").fetchall() == [(1,)]
    rankhouse.register(con, schema="main")
    assert con.execute(METRICS.format("")).fetchall() == [(0.5,)]
    # As the current one it has them itself, and the prefix is the same.
    with duckdb.connect(str(tmp_path / "rankhouse.duckdb")) as own:
        own.execute(f"create table run as from {ROWS}")
        assert str(rankhouse.register(own)).endswith(" macros in rankhouse.main")
        for prefix in ("", "rankhouse."):
            assert own.execute(METRICS.format(prefix)).fetchall() == [(0.5,)]
    with duckdb.connect(str(tmp_path / "rankhouse.duckdb")) as own:
        rankhouse.register(own)
        assert own.execute(METRICS.format("")).fetchall() == [(0.5,)]


def test_a_library_attached_as_rankhouse_serves_as_the_catalogue(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    rankhouse.install(tmp_path / "library.duckdb")
    con.execute(f"attach '{tmp_path / 'library.duckdb'}' as rankhouse (read_only)")
    rankhouse.register(con)
    for prefix in ("", "rankhouse."):
        assert con.execute(METRICS.format(prefix)).fetchall() == [(0.5,)]


def test_load_without_the_extension_says_how_to_get_it(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(rankhouse.InputError, match=r"not installed: pip install .*; rankhouse\.register\(con\) makes"):
        rankhouse.load(con)
    assert con.execute("select current_setting('search_path')").fetchall() == [("",)]
