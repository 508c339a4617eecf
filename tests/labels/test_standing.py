"""`to_judge` with texts and judges: a pair is listed until each text of it in the pool has a label that counts."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from executed import commanded
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

WAYS = ("dbt", "table macro", "python")
Row = tuple[Any, ...]


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        rankhouse.register(con)
        yield con


def stored(con: duckdb.DuckDBPyConnection, run: list[Row], judged: list[Row]) -> None:
    """run: system, query_id, item_id, score, shown; judged: query_id, item_id, relevance, seen, rater."""
    con.execute("create or replace table run (system text, query_id text, item_id text, score double, shown text)")
    con.execute(
        "create or replace table judgments (query_id text, item_id text, relevance double, seen text, rater text)"
    )
    for table, rows in (("run", run), ("judgments", judged)):
        for row in rows:
            con.execute(f"insert into {table} values (?, ?, ?, ?, ?)", row)


def asked(con: duckdb.DuckDBPyConnection, way: str, columns: dict[str, str], **given: Any) -> dict[Any, str]:
    if way == "python":
        found = rankhouse.to_judge("run", "judgments", columns=columns, con=con, **given)
    elif way == "dbt":
        found = con.sql(str(macros("duckdb").to_judge("run", "judgments", columns=columns, **given)))
    else:
        named = given | {key.rpartition(".")[2]: name for key, name in columns.items() if "." not in key}
        arguments = "".join(f', "{name}" := {value!r}' for name, value in named.items() if value is not None)
        found = con.sql(f"from to_judge('run', 'judgments'{arguments})")
    return {row[:2]: row[2] for row in found.fetchall()}


def standing(
    run: list[Row], judged: list[Row], depth: int, texts: bool = True, judges: bool = True, judge: str | None = None
) -> dict[Any, str]:
    """Over each pair of the pool and each label of it."""
    if judges and judge is None:
        counts = Counter(row[4] for row in judged if row[4] is not None)
        judge = min((name for name in counts if counts[name] == max(counts.values())), default=None)
    answer = {}
    lists: dict[Any, list[Row]] = {}
    for row in run:
        lists.setdefault(row[:2], []).append(row)
    pool: dict[Any, set[Any]] = {}
    for rows in lists.values():
        for row in sorted(rows, key=lambda row: -row[3])[:depth]:
            pool.setdefault(row[1:3], set()).add(row[4])
    for pair, shown in pool.items():
        labels = [row for row in judged if row[:2] == pair]
        of_text = [[row for row in labels if not texts or row[3] == text is not None] for text in shown]
        of_judge = [[row for row in rows if not judges or row[4] == judge is not None] for rows in of_text]
        if not labels:
            answer[pair] = "unjudged"
        elif not all(of_text):
            answer[pair] = "text changed"
        elif not all(of_judge):
            answer[pair] = "other judge"
    return answer


TEXTS = {"run.text_hash": "shown", "judgments.text_hash": "seen"}
JUDGES = {"judged_by": "rater"}


@pytest.mark.parametrize("way", ["dbt", "python"])
def test_by_brute_force(con: duckdb.DuckDBPyConnection, way: str) -> None:
    draw, reasons = random.Random(way), set()
    for texts, judges, judge in [(True, False, None), (False, True, None), (True, True, "b"), (True, True, None)]:
        run = [
            (system, query, item, draw.random(), draw.choice(["old", "new", "new", None]))
            for system, query, item in itertools.product("xy", "pq", "1234567")
        ]
        possible = list(itertools.product("pq", "1234567", ["old", "new", None], ["a", "b", None]))
        judged = [(query, item, 1.0, seen, rater) for query, item, seen, rater in draw.sample(possible, 24)]
        if not texts or not judges:
            # A label more by the same judge, or of the same text, is a second one of the pair.
            place = 4 if not texts else 3
            judged = list({(*row[:2], row[place]): row for row in judged}.values())
        stored(con, run, judged)
        columns = (TEXTS if texts else {}) | (JUDGES if judges else {})
        if way == "dbt":
            columns = {key.replace("run.", "runs."): name for key, name in columns.items()}
        found = asked(con, way, columns, depth=4, **({"judge": judge} if judge else {}))
        assert found == standing(run, judged, 4, texts, judges, judge)
        reasons |= set(found.values())
    assert reasons == {"unjudged", "text changed", "other judge"}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_missing(con: duckdb.DuckDBPyConnection, way: str) -> None:
    run = [("x", "q", item, -place, "new") for place, item in enumerate("abcde")]
    labels = [
        ("q", "a", 1, "new", "second"),
        ("q", "b", 1, "old", "second"),
        ("q", "c", 0, "new", "first"),
        ("q", "d", 0, "old", "second"),
        ("q", "d", 0, "new", "second"),
    ]
    stored(con, run, labels)
    con.execute("alter table run rename shown to text_hash")
    con.execute("alter table judgments rename seen to text_hash")
    columns = {"text_hash": "text_hash", "judged_by": "rater"}
    missing = {("q", "b"): "text changed", ("q", "c"): "other judge", ("q", "e"): "unjudged"}
    assert asked(con, way, columns) == missing
    of_texts = asked(con, way, {"text_hash": "text_hash"})
    assert of_texts == {key: reason for key, reason in missing.items() if reason != "other judge"}
    of_first = asked(con, way, columns, judge="first")
    assert of_first == {("q", "a"): "other judge", ("q", "b"): "text changed"} | {
        ("q", "d"): "other judge",
        ("q", "e"): "unjudged",
    }


def test_labels_for_what_is_listed_leave_nothing(con: duckdb.DuckDBPyConnection) -> None:
    run = [(system, "q", item, -place, system) for system in "xy" for place, item in enumerate("abc")]
    stored(con, run, [("q", "a", 1, "x", "second"), ("q", "b", 1, "x", "first")])
    columns = TEXTS | JUDGES
    found = asked(con, "python", columns, judge="second")
    assert found == dict.fromkeys([("q", "a"), ("q", "b")], "text changed") | {("q", "c"): "unjudged"}
    for query, item in found:
        for text in "xy":
            if (item, text) != ("a", "x"):
                con.execute("insert into judgments values (?, ?, 1, ?, 'second')", [query, item, text])
    assert asked(con, "python", columns, judge="second") == {}


@pytest.mark.parametrize("way", WAYS)
def test_two_labels_for_one_text_by_one_judge(con: duckdb.DuckDBPyConnection, way: str) -> None:
    stored(con, [("x", "q", "a", 1, "new")], [("q", "a", relevance, "new", "first") for relevance in (0, 1)])
    con.execute("alter table run rename shown to seen")
    with pytest.raises((InputError, duckdb.Error), match="more than once"):
        asked(con, way, {"text_hash": "seen", "judged_by": "rater"})


@pytest.mark.parametrize("way", WAYS)
def test_what_is_refused(con: duckdb.DuckDBPyConnection, way: str) -> None:
    stored(con, [("x", "q", "a", 1, "new")], [("q", "a", 1, "new", "first")])
    with pytest.raises((InputError, duckdb.Error), match="judge says whose labels count: name the column"):
        asked(con, way, {}, judge="first")
    with pytest.raises((InputError, duckdb.Error), match="nothing"):
        asked(con, way, {"text_hash": "nothing"})


def test_in_a_shell(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    stored(con, [("x", "q", "a", 1, "new")], [("q", "a", 1, "old", "first")])
    files = {table: str(tmp_path / f"{table}.csv") for table in ("run", "judgments")}
    for table, file in files.items():
        con.sql(f"from {table}").write_csv(file)
    named = ["--columns", "run.text_hash=shown", "--columns", "judgments.text_hash=seen", "--format", "csv"]
    status, shown, complaint = commanded(["to-judge", files["run"], "-j", files["judgments"], *named])
    assert (status, complaint) == (0, "")
    assert shown.splitlines()[1] == "q,a,text changed,1.0"
