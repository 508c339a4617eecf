"""`make test-readers`: published files are opened by the versions of DuckDB that dashboards come with; the macros are
registered and called in the oldest one that is promised; what needs only DuckDB is right in older ones, or refused.

Each version is installed into an environment of its own. What cannot be installed fails.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

import rankhouse
from ci import is_nightly
from versions.plain_script import problems, refusals

VERSIONS = ["1.1", "1.2", "1.3", "1.4", "1.5"]
WITH_SCRIPT = ["1.4.3", "1.4", "1.5.0", "1.5"] if is_nightly() or not os.environ.get("CI") else ["1.4.3"]
"""Beside the one that is installed; in continuous integration the oldest alone, and every night all. The newest one of
DuckDB-Wasm is a 1.4."""
WITHOUT_SCRIPT = ["1.3", "1.4.2"]
INSTALL = [sys.executable, Path(__file__).parents[2] / "tools" / "install.py"]
READ = """
import sys, duckdb
con = duckdb.connect(sys.argv[1], read_only=True)
query = "select count(*), sum(value), min(day)::varchar, max(k) from "
found = [con.execute(query + table).fetchall() for table in ("rankhouse__metrics", "'" + sys.argv[2] + "'")]
print(duckdb.__version__, found)
"""

OLDEST = "1.5.0"
CALL = """
import duckdb, rankhouse
con, plain = duckdb.connect(), duckdb.connect()
for each in (con, plain):
    each.execute("create table run as select s as system, q as query_id, i as item_id, i * q % 7 + i / 100 as score"
                 " from (values ('a'), ('b')) as systems(s), range(40) as queries(q), range(9) as items(i)")
    each.execute("update run set score = -score where system = 'b' and query_id % 3 = 0")
    each.execute("create table judgments as select distinct query_id, item_id, item_id % 3 as relevance from run")
rankhouse.register(con)
con.execute("create table by_query as from query_metrics('run', 'judgments', measures := ['ndcg@5'], by := 'system')")
how = "'by_query', \\"interval\\" := 'percentile', test := 'bootstrap'"
compared = con.execute(f"select difference from compare({how})")
aggregate = "select ndcg_at_k(relevance, score, 5) from run join judgments using (query_id, item_id) where query_id = 1"
found = [*compared.fetchone(), len(con.execute(aggregate + " group by system").fetchall())]
# Where there is neither a function of Python nor an extension.
plain.execute(rankhouse.bundle())
plain.execute(rankhouse.freeze("frozen", "metrics", measures=["rbp"], by=["system"]))
for call in ("metrics('run', 'judgments', \\"by\\" := 'system', k := [2, 5])", "frozen('run', 'judgments')"):
    found += [round(value, 12) for (value,) in plain.execute(f"select value from {call}").fetchall()]
print(duckdb.__version__, *found)
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with duckdb.connect() as con:
            con.execute(
                "create table rankhouse__metrics as select date '2026-01-01' as day, 'ndcg@10' as measure, 10 as k,"
                " i / 8 as value, if(i % 2 = 0, null, repeat('x', i % 99)) as fingerprint from range(5000) as rows(i)"
            )
            table, database = rankhouse.publish(con, folder / "published")
        for version in VERSIONS:
            read = subprocess.run(
                [sys.executable, "-c", READ, database, table],
                check=True,
                capture_output=True,
                text=True,
                env=os.environ | {"PYTHONPATH": str(installed(folder, version))},
            ).stdout
            rows = [(5000, sum(range(5000)) / 8, "2026-01-01", 10)]
            if not read.startswith(f"{version}.") or not read.endswith(f" {[rows, rows]}\n"):
                sys.exit(f"duckdb {version} reads something else: {read}")
            print(f"written by duckdb {duckdb.__version__}, read by {read.split()[0]}")
        here, there = (called(path) for path in (None, installed(folder, OLDEST)))
        if there.split()[0] != OLDEST or here.split()[1:] != there.split()[1:]:
            sys.exit(f"the macros of duckdb {OLDEST} give something else: {there}, and here {here}")
        print(f"macros called in duckdb {OLDEST}")
        for place in (None, *(installed(folder, version) for version in WITH_SCRIPT)):
            found, asked, wrong = problems(place)
            if wrong:
                sys.exit(f"duckdb {found} has other answers than are true:\n" + "\n".join(wrong))
            print(f"{asked} answers of the plain script and of frozen macros are true in duckdb {found}")
        library = folder / "library.duckdb"
        rankhouse.install(library)
        for version in WITHOUT_SCRIPT:
            found, told = refusals(installed(folder, version), library)
            said = f"these macros need DuckDB 1.4.3 or newer (but not 2.0.0), and this is v{found}: update DuckDB"
            opened = told.pop()
            if not all(said in each for each in told) or (version < "1.4") != ("Trying to read" in opened):
                sys.exit(f"duckdb {found} does not refuse the macros: {told}, {opened}")
            print(f"refused by the macros: duckdb {found}")


def installed(folder: Path, version: str) -> Path:
    """The packages of an environment that has the newest DuckDB of a version, or this one."""
    environment = folder / version
    if not environment.exists():
        wanted = version if version.count(".") > 1 else f"{version}.*"
        subprocess.run([*INSTALL, environment, "--only-binary=:all:", f"duckdb=={wanted}"], check=True)
    [place] = environment.glob("lib/python*/site-packages")
    return place


def called(place: Path | None) -> str:
    path = {} if place is None else {"PYTHONPATH": str(place)}
    return subprocess.run(
        [sys.executable, "-c", CALL], check=True, capture_output=True, text=True, env=os.environ | path
    ).stdout


if __name__ == "__main__":
    main()
