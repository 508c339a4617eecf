"""LOAD rankhouse: `make test-extension`. Apart from `make test`, which needs no compiler and skips nothing."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from math import log2
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from clients import CLIENTS, ROOT, Client

import binary
import rankhouse

LOAD = f"load '{binary.FILE}'"
MACROS = (
    "select function_name, function_type, parameters::varchar as parameters, macro_definition, comment"
    " from duckdb_functions() where database_name = current_database() and not internal order by all"
)


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> Client:
    return CLIENTS[request.param]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Two lists of three items: the relevant one is second in the first, missing from the other."""
    path = str(tmp_path / "data.duckdb")
    with duckdb.connect(path, config={"storage_compatibility_version": "v1.0.0"}) as con:
        con.execute(
            "create table run as select q as query_id, i as item_id, -i as score from range(2) q(q), range(3) i(i)"
        )
        con.execute(
            "create table judgments as select q as query_id, 1 + 8 * q as item_id, 1 as relevance from range(2) q(q)"
        )
        con.execute("create table metrics as select 'mine' as name; create macro compare(x) as table select x as mine")
    return path


def test_the_macros_work_in_a_read_only_file_and_leave_it_as_it_was(client: Client, file: str) -> None:
    before = hashlib.sha256(Path(file).read_bytes()).digest()
    measured = "from rankhouse.metrics('run', 'judgments', measures := ['mrr', 'ndcg@3']) select measure, value"
    # A second process finds what the first did.
    for _ in range(2):
        assert client(file, True, [LOAD, f"{measured} order by measure"]) == [
            {"measure": "ndcg@3", "value": pytest.approx(1 / log2(3) / 2, abs=1e-15)},
            {"measure": "reciprocal_rank", "value": 0.25},
        ]
    aggregate = "rankhouse.ndcg_at_k(relevance, score, 3)"
    by_query = f"select {aggregate} as ndcg from run left join judgments using (query_id, item_id) where query_id = 0"
    assert client(file, True, [LOAD, by_query]) == [{"ndcg": pytest.approx(1 / log2(3), abs=1e-15)}]
    assert hashlib.sha256(Path(file).read_bytes()).digest() == before


def test_the_user_s_names_go_first(client: Client, file: str) -> None:
    path = "set search_path = 'data.main,rankhouse.main'"
    assert client(file, False, [LOAD, path, "from compare('x')"]) == [{"mine": "x"}]
    assert client(file, False, [LOAD, path, "from metrics"]) == [{"name": "mine"}]
    without_prefix = "from metrics('run', 'judgments', measures := 'mrr') select value"
    assert client(file, False, [LOAD, path, without_prefix]) == [{"value": 0.25}]


def test_every_macro_is_that_of_the_scripts(client: Client) -> None:
    scripts = [(ROOT / "sql" / f"{name}.sql").read_text() for name in ("rankhouse", "table_macros")]
    expected = client(":memory:", False, [LOAD, *scripts, MACROS])
    assert len(expected) == len(rankhouse.register(duckdb.connect()).macros)
    assert client(":memory:", False, [LOAD, "use rankhouse", MACROS]) == expected
    described = client(":memory:", False, [LOAD, "from duckdb_extensions() where extension_name = 'rankhouse'"])
    assert [(each["loaded"], each["extension_version"]) for each in described] == [(True, binary.version())]


def test_loaded_twice(client: Client) -> None:
    count = "select count(*)::integer as n from duckdb_functions() where database_name = 'rankhouse'"
    once, twice = (client(":memory:", False, [LOAD] * times + [count]) for times in (1, 2))
    assert once == twice != [{"n": 0}]


def test_what_the_command_line_completes() -> None:
    offered = "select suggestion from sql_auto_complete('{}') limit 1"
    for typed, completed in (("from rankhouse.query_m", "query_metrics"), ("select rankhouse.hit_ra", "hit_rate_at_k")):
        rows = CLIENTS["command line"](":memory:", False, [LOAD, offered.format(typed)])
        assert rows == [{"suggestion": completed}]


N_MACROS = "select count(*) from duckdb_functions() where database_name = 'rankhouse' and not internal"


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    return unsigned()


def unsigned(**config: Any) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"allow_unsigned_extensions": "true", **config})


def test_every_connection_finds_them(con: duckdb.DuckDBPyConnection) -> None:
    con.cursor().execute(LOAD)
    error = "select rankhouse.mae(x, 3) from (values (1)) as rows(x)"
    for each in (con, con.cursor()):
        assert each.execute(error).fetchall() == [(2.0,)]
    con.execute("detach rankhouse")
    with pytest.raises(duckdb.CatalogException):
        con.execute(error)
    # DuckDB loads an extension once; Python makes the catalogue again.
    con.execute(LOAD)
    rankhouse.register(con)
    assert con.execute(error).fetchall() == [(2.0,)]


def test_loaded_and_registered_at_once() -> None:
    """By eight cursors: one makes the macros, the others find them."""
    for _ in range(3):
        con = unsigned()
        together = threading.Barrier(8)

        def load_or_register(
            number: int, con: duckdb.DuckDBPyConnection = con, together: threading.Barrier = together
        ) -> int:
            with con.cursor() as cursor:
                together.wait()
                cursor.execute(LOAD) if number % 2 else rankhouse.register(cursor)
                return cursor.execute(N_MACROS).fetchall()[0][0]

        with ThreadPoolExecutor(8) as threads:
            counts = set(threads.map(load_or_register, range(8)))
        rankhouse.register(con)
        assert counts == {con.execute(N_MACROS).fetchall()[0][0]}
        assert con.execute("select rankhouse.mae(1, 3)").fetchall() == [(2.0,)]


def test_a_database_of_the_user_s_that_is_named_rankhouse(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("attach ':memory:' as rankhouse; create table rankhouse.mine as select 1 as one")
    with pytest.raises(duckdb.Error, match="named rankhouse, but one of your databases has this name: attach it under"):
        con.execute(LOAD)
    assert con.execute("from rankhouse.mine").fetchall() == [(1,)]
    con.execute("detach rankhouse")
    con.execute(LOAD)
    assert con.execute("select rankhouse.mae(1, 3)").fetchall() == [(2.0,)]


def test_a_library_that_is_attached_as_rankhouse_is_kept(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    library = tmp_path / "library.duckdb"
    rankhouse.install(library)
    con.execute(f"attach '{library}' as rankhouse (read_only)")
    con.execute(LOAD)
    assert con.execute("from duckdb_databases() select path where database_name = 'rankhouse'").fetchall() == [
        (str(library),)
    ]


SAID = "select rankhouse_sql('version', '{}')"


def of_version(database: str, version: str | None) -> str:
    """A catalogue named rankhouse, with a macro of that version of the library."""
    names = ["of_theirs", *(["rankhouse_version"] if version else [])]
    made = (
        f"create macro rankhouse.{each}() as '{version}'; comment on macro rankhouse.{each} is 'x [rankhouse]'"
        for each in names
    )
    return ";\n".join([f"attach '{database}' as rankhouse", *made])


@pytest.mark.parametrize("version", [None, "0.9.0"])
def test_a_catalogue_in_memory_is_brought_to_this_version(client: Client, version: str | None) -> None:
    told = [
        of_version(":memory:", version),
        LOAD,
        "select rankhouse.rankhouse_version() as version, rankhouse.mae(1, 3)",
    ]
    assert list(client(":memory:", False, told)[0].values()) == [binary.version(), 2.0]


@pytest.mark.parametrize("version", [None, "0.9.0"])
def test_a_file_of_another_version_is_refused(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, version: str | None
) -> None:
    con.execute(of_version(str(tmp_path / "library.duckdb"), version))
    theirs = "rankhouse 0.9.0" if version else "an earlier rankhouse"
    with pytest.raises(
        duckdb.Error, match=rf"library\.duckdb, has the macros of {theirs}, but the extension is \S+: detach"
    ):
        con.execute(LOAD)
    assert con.execute("select rankhouse.of_theirs()").fetchall() == [(version or "None",)]


def made_in_python(con: duckdb.DuckDBPyConnection, version: str) -> None:
    def answer(macro: str, arguments: str) -> str:
        return version

    con.create_function("rankhouse_sql", answer, ["VARCHAR", "VARCHAR"], "VARCHAR", null_handling="special")


def test_the_function_takes_the_place_of_python_s(tmp_path: Path) -> None:
    """Python's ends with the connection that made it, and DuckDB with it where another one calls it then."""
    config = {"allow_unsigned_extensions": "true"}
    ours, other = (duckdb.connect(str(tmp_path / "data.duckdb"), config=config) for _ in range(2))
    made_in_python(ours, binary.version())
    other.execute(LOAD)
    ours.close()
    assert other.execute(SAID).fetchall() == [(binary.version(),)]
    assert other.execute("select rankhouse_sql('metrics', '{\"run\": 1}')").fetchall()[0][0].startswith("select error")


def test_a_function_of_another_version_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    made_in_python(con, "0.9.0")
    with pytest.raises(
        duckdb.Error, match=r"rankhouse_sql of this database is from rankhouse 0\.9\.0, but the extension is"
    ):
        con.execute(LOAD)
    assert con.execute(SAID).fetchall() == [("0.9.0",)]
    assert con.execute("from duckdb_databases() where database_name = 'rankhouse'").fetchall() == []


def test_register_after_load(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(LOAD)
    for _ in range(2):
        rankhouse.register(con)
        assert con.execute(SAID).fetchall() == [(binary.version(),)]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The wheel, as pip installs it."""
    (wheel,) = (ROOT / "dist").glob(f"duckdb_extension_rankhouse-{binary.version()}-*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", tmp_path, wheel]
    subprocess.run(pip, check=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "duckdb_extension_rankhouse", raising=False)
    return tmp_path


def test_the_wheel_is_loaded(installed: Path, con: duckdb.DuckDBPyConnection) -> None:
    for _ in range(2):
        assert str(rankhouse.load(con)).endswith(" macros in rankhouse.main")
    assert Path(import_module("duckdb_extension_rankhouse").PATH).is_relative_to(installed)
    loaded = "select extension_version from duckdb_extensions() where extension_name = 'rankhouse' and loaded"
    assert con.execute(loaded).fetchall() == [(binary.version(),)]
    for call in ("mae(x, 3)", "rankhouse.mae(x, 3)"):
        assert con.execute(f"select {call} from (values (1)) as rows(x)").fetchall() == [(2.0,)]


def test_a_signature_is_asked_for(installed: Path) -> None:
    with duckdb.connect() as con, pytest.raises(rankhouse.InputError, match=r"allow_unsigned_extensions.*register"):
        rankhouse.load(con)


def test_what_duckdb_s_community_repository_asks_for() -> None:
    """The keys and kinds that its schema/description.cue requires; the version is that of the package."""
    described = yaml.safe_load((ROOT / "extension" / "description.yml").read_text())
    extension, repository = described["extension"], described["repo"]
    for key in ("name", "description", "language", "license"):
        assert isinstance(extension[key], str)
        assert extension[key]
    assert extension["name"] == "rankhouse"
    assert extension["version"] == binary.version()
    assert extension["build"] in {"cmake", "CMake", "cargo"}
    assert extension["maintainers"]
    assert repository["github"].count("/") == 1
    assert repository["ref"] == f"v{binary.version()}"
    statements = described["docs"]["hello_world"].strip().split(";\n")
    con = unsigned()
    for statement in (LOAD, *statements):
        con.execute(statement)
    assert dict(con.fetchall()) == {"ndcg@10": pytest.approx(1 / log2(3)), "reciprocal_rank": 0.5}


def test_what_duckdb_s_community_repository_runs(con: duckdb.DuckDBPyConnection) -> None:
    """Its own runner of such files is on no package index: statements, and rows with tabs, are read here."""
    file = ROOT / "extension" / "test" / "sql" / "rankhouse.test"
    n_queries = 0
    for block in file.read_text().split("\n\n"):
        kind, _, rest = block.partition("\n")
        statement, _, expected = rest.partition("\n----\n")
        if kind == "statement error":
            with pytest.raises(duckdb.Error, match=expected.strip()):
                con.execute(statement)
        elif kind == "require rankhouse":
            con.execute(LOAD)
        elif kind.startswith("query"):
            rows = ["\t".join(map(str, row)) for row in con.execute(statement).fetchall()]
            assert rows == expected.strip().split("\n")
            n_queries += 1
        elif not kind.startswith("#"):
            assert kind == "statement ok"
            con.execute(statement)
    assert n_queries == 2
