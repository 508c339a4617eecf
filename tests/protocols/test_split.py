"""Splits of ratings: every row where brute force has it, and what must hold of any split."""

from __future__ import annotations

import datetime
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import rankhouse
import rankhouse.types
import splits
from conftest import leftovers
from examples import examples
from rankhouse import InputError, cli
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from splits import CALLS, Answer, Rating

PACKAGE = macros("duckdb")
POLICIES = [
    *({}, {"short": "leave_out"}, {"new_items": "leave_out"}, {"new_users": "leave_out"}),
    {"short": "leave_out", "new_users": "leave_out", "new_items": "leave_out"},
]
Split = dict[tuple[int, int | None], Answer]


def is_numbered(call: dict[str, Any]) -> bool:
    return call["method"] == "folds" and "fold" not in call


WITH_POLICIES = [call | policies for call in CALLS for policies in POLICIES if not (is_numbered(call) and policies)]


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"threads": 1})


def load(con: duckdb.DuckDBPyConnection, ratings: Iterable[Rating], type_of_id: str) -> None:
    """With the number of each row, which is in no order then."""
    rows = [(*rating, number) for number, rating in enumerate(ratings)]
    random.Random(3).shuffle(rows)
    users, items, times, places = zip(*rows, strict=True) if rows else ((),) * 4
    con.execute(
        f"create or replace table ratings as select unnest($1::{type_of_id}[]) as user_id, unnest($2::{type_of_id}[])"
        " as item_id, unnest($3::int[]) as rated_at, unnest($4::int[]) as n",
        [list(users), list(items), list(times), list(places)],
    )


def splitted(con: duckdb.DuckDBPyConnection, call: dict[str, Any]) -> Split:
    rows = con.sql(PACKAGE.split("ratings", **call))
    names = ["n", "n_given" if "n_given" in rows.columns else "null", "fold" if is_numbered(call) else "part", "reason"]
    found = rows.project(", ".join(names)).fetchall()
    assert len({row[:2] for row in found}) == len(found), "a row stands twice"
    return {row[:2]: row[2:] for row in found}


def ids(prefix: str, most: int) -> st.SearchStrategy[Any]:
    return st.none() | st.integers(0, most).map(lambda number: f"{prefix}{number}")


texts = st.tuples(ids("ü", 3), ids("i'tém :", 6), st.none() | st.integers(0, 9))
numbers = st.tuples(st.integers(-1, 4), st.integers(0, 9), st.integers(0, 9))


@pytest.mark.parametrize("kind", ["varchar", "bigint"])
@examples(4)
@given(data=st.data())
def test_every_row_is_where_brute_force_has_it(con: duckdb.DuckDBPyConnection, kind: str, data: st.DataObject) -> None:
    ratings = data.draw(st.lists(texts if kind == "varchar" else numbers, max_size=60))
    load(con, ratings, kind)
    for call in data.draw(st.permutations(WITH_POLICIES))[:20]:
        assert splitted(con, call) == splits.by_row(ratings, **call), call


@pytest.mark.parametrize("call", WITH_POLICIES, ids=str)
def test_every_method_of_a_larger_table(con: duckdb.DuckDBPyConnection, call: dict[str, Any]) -> None:
    chosen = random.Random(11)
    ratings = [(chosen.randint(1, 40), chosen.randint(1, 60), chosen.randint(0, 9)) for _ in range(700)]
    ratings += [(1000 + user, 7, 3) for user in range(5)]
    load(con, ratings, "int")
    assert splitted(con, call) == splits.by_row(ratings, **call)


# What must hold of any split, whatever the brute force says.


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_a_pair_is_in_one_part(con: duckdb.DuckDBPyConnection, call: dict[str, Any]) -> None:
    chosen = random.Random(5)
    ratings = [(chosen.randint(1, 12), chosen.randint(1, 9), chosen.choice([None, *range(10)])) for _ in range(200)]
    load(con, ratings, "int")
    found = splitted(con, call)
    points = range(1, call["given"] + 1) if call["method"] == "learning_curve" else [None]
    assert found.keys() == {(row, n_given) for row in range(len(ratings)) for n_given in points}
    parts = defaultdict(set)
    for (row, n_given), (part, reason) in found.items():
        assert (part == splits.LEFT_OUT) <= (reason is not None)
        if part != splits.LEFT_OUT and part is not None:
            parts[ratings[row][:2], n_given].add(part)
    assert all(len(one) == 1 for one in parts.values())


def test_new_users_change_nothing_for_others(con: duckdb.DuckDBPyConnection) -> None:
    chosen = random.Random(6)
    ratings = [(chosen.randint(1, 20), chosen.randint(1, 30), chosen.randint(0, 9)) for _ in range(300)]
    later = [*ratings, *((user + 100, item, time) for user, item, time in ratings[:150])]
    for call in CALLS:
        load(con, ratings, "int")
        before = splitted(con, call)
        load(con, later, "int")
        after = splitted(con, call)
        assert before.items() <= after.items(), call


def test_a_held_out_user_stays_held_out(con: duckdb.DuckDBPyConnection) -> None:
    """With other items, on another day."""
    call = {"method": "strong", "given": 1, "share": 0.5}
    sides = []
    for day in range(3):
        ratings = [(user, item + 50 * day, day) for user in range(40) for item in range(3)]
        load(con, ratings, "int")
        parts = splitted(con, call)
        sides.append({ratings[row][0] for (row, _), (part, _) in parts.items() if part == "train"})
    assert sides[0] == sides[1] == sides[2]
    assert 10 < len(sides[0]) < 30


def test_seeds_differ(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [(user, item, 0) for user in range(20) for item in range(10)], "int")
    for call in CALLS:
        if call["method"] != "time":
            assert len({tuple(sorted(splitted(con, {**call, "seed": seed}).items())) for seed in range(3)}) == 3, call


def test_shares_are_as_large_as_asked_for(con: duckdb.DuckDBPyConnection) -> None:
    """2,000 users of 10 items: of each a share of the items, and about a share of all users."""
    load_many = "create or replace table ratings as select u as user_id, i as item_id, 0 as rated_at, u * 10 + i as n"
    con.execute(f"{load_many} from range(2000) users(u), range(10) items(i)")
    for share, tested in [(0.2, 2), (0.25, 3), (0.5, 5), (0.01, 1), (0.99, 9)]:
        parts = Counter(part for part, _ in splitted(con, {"method": "random", "share": share}).values())
        assert parts == {"test": 2000 * tested, "train": 2000 * (10 - tested)}
    held_out = Counter(part for part, _ in splitted(con, {"method": "strong", "given": 4, "share": 0.3}).values())
    users = held_out["given"] / 4
    # Five standard deviations of a binomial count.
    assert abs(users - 600) < 5 * (2000 * 0.3 * 0.7) ** 0.5
    assert held_out == {"given": users * 4, "test": users * 6, "train": (2000 - users) * 10}
    folds = Counter(fold for fold, _ in splitted(con, {"method": "folds"}).values())
    assert folds == dict.fromkeys(range(1, 6), 4000)


def test_a_fold_is_the_numbered_one(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [(user, item, 0) for user in range(9) for item in range(2 + user)], "int")
    numbered = splitted(con, {"method": "folds", "folds": 4})
    for fold in range(1, 5):
        tested = {row for row, (part, _) in splitted(con, {"method": "folds", "folds": 4, "fold": fold}).items()
                  if part == "test"}  # fmt: skip
        assert tested == {row for row, (its_fold, _) in numbered.items() if its_fold == fold}


@pytest.mark.parametrize("kind", ["date", "timestamp", "timestamptz", "varchar"])
def test_a_cut_of_dates_and_times(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    """An item first rated at the cut is tested; one that is rated before and after it is left out after it."""
    con.execute("set timezone = 'UTC'")
    times = ["2026-01-30", "2026-01-31", "2026-02-01"]
    rows = ", ".join(f"('u', '{item}', '{time}'::{kind})" for item, time in [*zip("abc", times), ("a", times[2])])  # noqa: B905
    con.execute(f"create or replace table dated as from (values {rows}) as r(user_id, item_id, rated_at)")
    found = con.execute(PACKAGE.split("dated", method="time", cut="2026-01-31")).fetchall()
    assert sorted((row[1], row[3], row[4]) for row in found) == [
        ("a", "left_out", "item of train, again"),
        ("a", "train", None),
        ("b", "test", None),
        ("c", "test", None),
    ]


@pytest.mark.parametrize("name", ["part", "reason", "Part"])
def test_ratings_that_are_split_already_are_refused(con: duckdb.DuckDBPyConnection, name: str) -> None:
    con.execute(f'create or replace table ratings as select 1 as user_id, 2 as item_id, 3 as rated_at, 4 as "{name}"')
    with pytest.raises(duckdb.BinderException, match=f'Ambiguous reference to column name "{name.lower()}"'):
        con.sql(PACKAGE.split("ratings"))


@pytest.mark.parametrize(("name", "call"), [("fold", {"method": "folds"}),
                                            ("n_given", {"method": "learning_curve", "given": 2})])  # fmt: skip
def test_so_are_ratings_with_folds(con: duckdb.DuckDBPyConnection, name: str, call: dict[str, Any]) -> None:
    con.execute(f"create or replace table ratings as select 1 as user_id, 2 as item_id, 3 as {name}")
    with pytest.raises(duckdb.BinderException, match=f'Ambiguous reference to column name "{name}"'):
        con.sql(PACKAGE.split("ratings", **call))


def test_hostile_names_of_columns(con: duckdb.DuckDBPyConnection) -> None:
    names = {"user_id": "part'; --", "item_id": 'a "b"', "rated_at": "{{ x }} "}
    quoted = [f'"{name.replace(chr(34), chr(34) * 2)}"' for name in names.values()]
    con.execute(f"create or replace table hostile ({', '.join(f'{name} int' for name in quoted)})")
    con.execute("insert into hostile values (1, 1, 1), (1, 2, 2), (1, 3, 3)")
    rows = con.execute(PACKAGE.split("hostile", columns=names)).fetchall()
    assert sorted(row[1:4] for row in rows) == [(1, 1, "train"), (2, 2, "train"), (3, 3, "test")]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"method": "leave_one_out"}, "method is one of random | leave_last | time | weak | strong | folds"),
        ({"method": "time"}, "a split by time needs cut, the time from which items are tested"),
        ({"method": "weak"}, "a split by weak needs given, the number of items of a user that are known"),
        ({"n": 0}, "n is a whole number of at least 1"),
        ({"n": 2, "share": 0.5}, "a split by leave_last takes n or share, not both"),
        ({"share": 1}, "share is a number above 0 and below 1, such as 0.2, got '1'"),
        ({"cut": "2026-01-01"}, "a split by leave_last takes no cut: it takes n, share, seed, short, new_users"),
        ({"method": "folds", "fold": 6}, "fold is a number from 1 to 5, the number of folds, got 6"),
        ({"method": "folds", "folds": 1}, "folds is a whole number of at least 2"),
        (
            {"method": "folds", "new_items": "leave_out"},
            "without fold, a split by folds numbers all items and leaves none out",
        ),
        ({"method": "time", "cut": []}, "cut is a time such as '2026-01-31', or a number where times are numbers"),
        ({"method": "time", "cut": True}, "cut is a time"),
        ({"method": "time", "cut": float("nan")}, "cut is a finite number, got 'nan'"),
        ({"method": "learning_curve", "given": 1001}, "a learning curve has at most 1000 points"),
        ({"seed": -1}, "seed is a whole number of at least 0"),
        ({"short": "drop"}, "short is one of train | leave_out, got 'drop'"),
        ({"columns": {"score": "x"}}, "score"),
    ],
)
def test_wrong_arguments(call: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        PACKAGE.split("ratings", **call)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_sql_of_every_dialect_is_one_query(dialect: str) -> None:
    for call in WITH_POLICIES[::6]:
        sql = macros(*DIALECTS[dialect]).split("main.ratings", **call)
        assert len(sqlglot.parse(sql, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)) == 1


def test_counts_of_a_split(con: duckdb.DuckDBPyConnection) -> None:
    chosen = random.Random(8)
    ratings = [(chosen.choice([None, 1, 2, 3, 4]), chosen.randint(1, 9), chosen.randint(0, 9)) for _ in range(100)]
    load(con, ratings, "int")
    for call in WITH_POLICIES[::3]:
        con.execute(f"create or replace table parts as {PACKAGE.split('ratings', **call)}")
        by = ["n_given"] if call["method"] == "learning_curve" else []
        sql = PACKAGE.split_counts("parts", by=by, columns={"part": "fold"} if is_numbered(call) else {})
        rows: dict[Any, list[Rating]] = defaultdict(list)
        for (row, n_given), answer in splits.by_row(ratings, **call).items():
            rows[(n_given, *answer) if by else answer].append(ratings[row])
        users = {key: {user for user, *_ in those} - {None} for key, those in rows.items()}
        assert {row[:-3]: row[-3:] for row in con.execute(sql).fetchall()} == {
            key: (len(those), len(users[key]), len({item for _, item, _ in those})) for key, those in rows.items()
        }


# Python and command line.


RATINGS = [(user, item, 3, (user * 7 + item) % 10) for user in range(6) for item in range(5)]
NAMES = ["user_id", "item_id", "rating", "rated_at"]
COLUMNS = dict(zip(NAMES, map(list, zip(*RATINGS, strict=True)), strict=True))


def answered(found: duckdb.DuckDBPyRelation) -> list[tuple[Any, ...]]:
    return sorted(found.fetchall(), key=repr)


def expected(method: str, **call: Any) -> list[tuple[Any, ...]]:
    found = splits.split([(user, item, time) for user, item, _, time in RATINGS], method, **call)
    return sorted(((*rating, *answer) for rating, answer in zip(RATINGS, found, strict=True)), key=repr)


DAY_OF_PANDAS = pd.Timestamp("2026-01-05")
EXPECTED = expected("leave_last")


@pytest.mark.parametrize("form", ["dict", "pandas", "polars", "lazy", "arrow", "reader", "table", "relation", "csv"])
def test_whatever_holds_the_ratings(form: str, tmp_path: Path) -> None:
    con = duckdb.connect()
    con.register("frame", pa.table(COLUMNS))
    con.execute("create table ratings as from frame")
    path = str(tmp_path / "ratings.csv")
    pd.DataFrame(COLUMNS).to_csv(path, index=False)
    made = {
        "dict": COLUMNS,
        "pandas": pd.DataFrame(COLUMNS),
        "polars": pl.DataFrame(COLUMNS),
        "lazy": pl.LazyFrame(COLUMNS),
        "arrow": pa.table(COLUMNS),
        "reader": pa.table(COLUMNS).to_reader(),
        "table": "ratings",
        "relation": con.table("ratings"),
        "csv": path,
    }
    found = rankhouse.split(made[form], con=con)
    assert found.columns == [*NAMES, "part", "reason"]
    assert answered(found) == EXPECTED
    tested = len({item for _, item, *_, part, _ in EXPECTED if part == "test"})
    assert rankhouse.split_counts(found, con=con).fetchall() == [
        ("test", None, 6, 6, tested),
        ("train", None, 24, 6, 5),
    ]
    assert leftovers(con) == []


@pytest.mark.parametrize("kind", ["date", "timestamp", "timestamptz"])
@pytest.mark.parametrize(
    "cut",
    [
        "2026-01-05",
        datetime.date(2026, 1, 5),
        datetime.datetime(2026, 1, 5, tzinfo=datetime.UTC),
        pd.Timestamp("2026-01-05"),
    ],
    ids=lambda cut: type(cut).__name__,
)
def test_cuts_of_python(kind: str, cut: Any) -> None:
    con = duckdb.connect()
    con.execute("set timezone = 'UTC'")
    con.execute(
        f"create table ratings as select 1 as user_id, i as item_id, (date '2026-01-01' + i::int)::{kind} as rated_at"
        " from range(10) numbers(i)"
    )
    found = rankhouse.split("ratings", "time", cut=cut, con=con)
    assert sorted(found.filter("part = 'test'").project("item_id").fetchall()) == [(i,) for i in range(4, 10)]
    zoned = datetime.datetime(2026, 1, 5, 5, tzinfo=datetime.timezone(datetime.timedelta(hours=5)))
    assert answered(rankhouse.split("ratings", "time", cut=zoned, con=con)) == answered(found)


@pytest.mark.parametrize(
    ("ratings", "call", "message"),
    [
        ({"user_id": [1], "item_id": [2]}, {}, "ratings (a dict) has no column 'rated_at'"),
        ({**COLUMNS, "part": [1] * 30}, {}, "already has a column 'part', which split adds: rename it or leave it out"),
        (COLUMNS, {"method": "time", "cut": "2026-01-31"}, "cut is '2026-01-31', but column 'rated_at' is INTEGER"),
        (COLUMNS, {"columns": {"user": "x"}}, "columns: 'user' is not one of the columns that are read"),
        (COLUMNS, {"n": 1.5}, "n is a whole number of at least 1"),
        ({**COLUMNS, "rated_at": [[1]] * 30}, {}, "rated_at is a date, a time or a number, but column 'rated_at' is"),
        (
            {**COLUMNS, "rated_at": [datetime.date(2026, 1, 1)] * 30},
            {"method": "time", "cut": "2026-02-30"},
            "cut is a time such as '2026-01-31', got '2026-02-30'",
        ),
        (
            {**COLUMNS, "rated_at": [datetime.date(2026, 1, 1)] * 30},
            {"method": "time", "cut": "2026-02-03 12:00"},
            "column 'rated_at' has dates without a time: give a date",
        ),
        ("select 1", {}, "is the text of a query, 'select 1', which is not run"),
    ],
)
def test_python_refuses(ratings: Any, call: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        rankhouse.split(ratings, **call)


def test_no_rows_are_refused() -> None:
    con = duckdb.connect()
    con.execute("create table ratings (user_id int, item_id int, rated_at int)")
    with pytest.raises(InputError, match="ratings \\(ratings\\) is empty"):
        rankhouse.split("ratings", con=con)


def test_words_of_python_are_those_of_the_macro() -> None:
    assert list(get_args(rankhouse.types.SplitMethod)) == list(PACKAGE.split_methods())


def test_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pd.DataFrame(COLUMNS).to_csv(tmp_path / "ratings.csv", index=False)
    monkeypatch.chdir(tmp_path)
    printed = CliRunner().invoke(cli.app, ["split", "ratings.csv", "--method", "weak", "--given", "4", "-o", "o.csv"])
    known = expected("weak", given=4)
    items = {part: len({row[1] for row in known if row[4] == part}) for part in ("test", "train")}
    assert [line.split() for line in printed.stdout.splitlines()] == [
        ["part", "reason", "n_ratings", "n_users", "n_items"],
        ["test", "6", "6", str(items["test"])],
        ["train", "24", "6", str(items["train"])],
    ]
    assert answered(duckdb.sql(f"from '{tmp_path / 'o.csv'}'")) == known
    numbered = CliRunner().invoke(cli.app, ["split", "ratings.csv", "--method", "folds", "-o", "folds.csv"])
    assert [line.split()[:2] for line in numbered.stdout.splitlines()[1:]] == [[str(n), "6"] for n in range(1, 6)]
    shown = CliRunner().invoke(cli.app, ["split", "ratings.csv", "--method", "time", "--cut", "5", "--format", "csv"])
    assert shown.stdout.splitlines()[0] == "user_id,item_id,rating,rated_at,part,reason"
    assert len(shown.stdout.splitlines()) == 31
