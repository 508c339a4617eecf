"""Python, dbt and DuckDB's table macros refuse the same inputs in the same words, or input_problems counts them."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import rankhouse
from copied import copy_macros
from helpers.refusals import BAD, GOOD, Bad, Good
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

PACKAGE = macros("duckdb")
OWN = ("cluster", "system")
"""Options that name a column of the user's own."""
BY_TYPES = "ids of different types"
"""What Python says with the types of the columns."""
ELSEWHERE = re.compile(
    r"(run|judgments): query '1' has item '7' more than once(?: in [^:]+)?: keep one of its rows"
    r"|ids of the two inputs have different types|values of these types cannot be compared"
)
"""What the steps of a list say for themselves, which see both ids at once."""
TESTED = (
    "log",
    "ratings",
    "human",
    "run",
    "predictions",
    "experiments",
    "comparisons",
    "detections",
    "tries",
    "preferences",
    "searches",
)
"""What a data test looks at; the other tables stand beside it."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def renamed(column: str) -> str:
    """A name that nobody would take for SQL."""
    return f"their {column}"


def column(values: list[Any]) -> pa.Array:
    has_text = any(isinstance(value, str) for value in values)
    return pa.array([str(value) if has_text and value is not None else value for value in values])


def store(con: duckdb.DuckDBPyConnection, bad: Bad) -> None:
    """Each table twice: as it is, and with other names of its columns and a group."""
    for side, rows in bad.tables.items():
        names = list((rows or GOOD[bad.good].tables[side])[0])
        values = {name: column([row[name] for row in rows]) for name in names}
        empty = pa.table({name: pa.array([GOOD[bad.good].tables[side][0].get(name)]) for name in names}).slice(0, 0)
        con.register("given_rows", pa.table(values) if rows else empty)
        con.execute(f"create or replace table {side}_table as from given_rows")
        named = ", ".join(f'"{name}" as "{renamed(name)}"' for name in names)
        con.execute(f"create or replace table {side}_renamed as select 'at' as country, {named} from given_rows")
        con.unregister("given_rows")


def arguments_of(good: Good, suffix: str) -> dict[str, Any]:
    relations = {side: f"{side}_{suffix}" for side in good.tables}
    own = {name: value for name, value in good.options.items() if name in OWN}
    names = {name for rows in good.tables.values() for name in rows[0]} - set(own.values())
    if suffix == "table":
        return relations | good.options | ({"columns": good.columns} if good.columns else {})
    columns = {name: renamed(name) for name in sorted(names)}
    others: dict[str, Any] = {"by": ["country"], "columns": columns}
    if "run" in relations:
        others["judgments_by" if "judgments" in relations else "run_by"] = ["country"]
    if "ground_truth" in relations:
        others["ground_truth_by"] = ["country"]
    return relations | good.options | others | {name: renamed(value) for name, value in own.items()}


def literal(value: Any) -> str:
    if isinstance(value, dict):
        return f"map {{{', '.join(f'{key!r}: {literal(one)}' for key, one in value.items())}}}"
    return "null" if value is None else repr(value)


def called(macro: str, arguments: dict[str, Any]) -> str:
    """A call of a table macro; relations that it cannot do without come first, without a name."""
    needs = PACKAGE.table_macros()[macro].get("needs", "").split()
    given = [repr(arguments[name]) for name in needs]
    given += [f'"{name}" := {literal(value)}' for name, value in arguments.items() if name not in needs]
    return f"from {macro}({', '.join(given)})"


def as_told(way: str, con: duckdb.DuckDBPyConnection, good: Good, arguments: dict[str, Any]) -> str | None:
    """What is said of the inputs; None: they are answered."""
    # That no item is in common is a doubt.
    with warnings.catch_warnings(action="ignore", category=rankhouse.InputWarning):
        return refusal(way, con, good, arguments)


def refusal(way: str, con: duckdb.DuckDBPyConnection, good: Good, arguments: dict[str, Any]) -> str | None:
    try:
        if way == "python":
            function = getattr(rankhouse, "evaluate" if good.macro == "metrics" else good.macro)
            taken = inspect.signature(function).parameters
            function(**{name: value for name, value in arguments.items() if name in taken}, con=con).fetchall()
        elif way == "dbt":
            sql = str(getattr(PACKAGE, good.macro)(**arguments))
            con.execute(sql).fetchall()
        else:
            con.execute(called(good.macro, arguments)).fetchall()
    except (duckdb.Error, InputError) as error:
        return str(error)
    return None


def words(message: str) -> str:
    """What is said, without the number of rows, an engine's own words before it, and quotes of what is not quoted."""
    said = re.sub(r"^.*?(Error: |EXCEPTION: )", "", message.strip())
    said = re.sub(r"(\w+: )(1|one) ", r"\1one ", said)
    return re.sub(r"(?<=[ ])'([^' ]+)'(?=[,;])", r"\1", said)


def without_what_python_knows(message: str) -> str:
    """What people call an input that is empty, and columns that may tell duplicates apart."""
    return re.sub(r" \([^)]*\) is empty", " is empty", re.sub(r", or add the column that .*$", "", message))


def checks_of(name: str, suffix: str = "table") -> list[dict[str, Any]]:
    good = GOOD[name]
    return list(PACKAGE.checked_inputs(good.macro, arguments_of(good, suffix))["checks"])


def check_of(bad: Bad) -> dict[str, Any]:
    return next(each for each in checks_of(bad.good) if (each["side"], each["problem"]) == (bad.side, bad.problem))


NAMES = [f"{bad.good}: {bad.side}: {bad.problem} {place}" for place, bad in enumerate(BAD)]
FIRST = {bad.problem: place for place, bad in reversed([*enumerate(BAD)])}
ONE_OF_EACH = [
    pytest.param(
        bad, marks=[] if FIRST[bad.problem] == place else [pytest.mark.thorough, pytest.mark.sweep], id=NAMES[place]
    )
    for place, bad in enumerate(BAD)
]
"""One bad input of each problem, and the others for who has time."""


def test_every_check_has_a_bad_input() -> None:
    families: dict[str, set[Any]] = {spec["family"]: set() for spec in PACKAGE.checked_macros().values()}
    tested: dict[str, set[Any]] = {family: set() for family in families}
    for name, good in GOOD.items():
        family = PACKAGE.checked_macros()[good.macro]["family"]
        families[family] |= {(check["side"], check["problem"]) for check in checks_of(name)}
    for bad in BAD:
        tested[PACKAGE.checked_macros()[GOOD[bad.good].macro]["family"]].add((bad.side, bad.problem))
    assert tested == families
    assert all(families.values())


NUMBER = re.compile(r"(?<![\w.'])\d+(?:\.\d+)?(?:e\d+)?(?![\w'])")
LIMITS = {
    "is no rank": ["1"],
    "below the first": ["1"],
    "is no probability": ["0", "1"],
    "iscrowd that says nothing": ["0", "1"],
    "area that says nothing": ["0"],
}
"""Of problems that do not name theirs."""


@pytest.mark.parametrize("name", GOOD)
def test_what_is_said_has_the_limits_of_the_problem(name: str) -> None:
    """First, before what else is told of them. Of a type, 0 and 1 are its values."""
    for check in checks_of(name):
        problem, said = check["problem"], NUMBER.findall(str(check["said"]))
        known = next((limits for words, limits in LIMITS.items() if problem.endswith(words)), NUMBER.findall(problem))
        if problem.endswith("another type"):
            assert sorted(said) in ([], ["0", "1"])
        else:
            assert said[: len(known)] == known
            assert known or not said


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("suffix", [pytest.param("table", marks=pytest.mark.thorough), "renamed"])
def test_right_inputs_are_answered(con: duckdb.DuckDBPyConnection, name: str, suffix: str) -> None:
    store(con, Bad(name, next(iter(GOOD[name].tables)), "nothing"))
    arguments = arguments_of(GOOD[name], suffix)
    assert [as_told(way, con, GOOD[name], arguments) for way in ("python", "dbt", "table macro")] == [None] * 3
    assert con.sql(str(PACKAGE.checks_of(GOOD[name].macro, arguments))).fetchall() == []


@pytest.mark.parametrize("suffix", [pytest.param("table", marks=pytest.mark.thorough), "renamed"])
@pytest.mark.parametrize("bad", ONE_OF_EACH)
def test_refused_alike(con: duckdb.DuckDBPyConnection, bad: Bad, suffix: str) -> None:
    store(con, bad)
    good, check = GOOD[bad.good], check_of(bad)
    if suffix == "renamed" and bad.problem.endswith("is not read"):
        # By another name it is no such column.
        return
    arguments = arguments_of(good, suffix)
    told = as_told("python", con, good, arguments)
    assert (told is None) == (check["refused"] == "counted"), told
    if check["kinds"]:
        assert told and check["said"] in told
        assert suffix == "table" or repr(renamed(check["column"])) in told
        return
    found = con.sql(str(PACKAGE.checks_of(good.macro, arguments))).fetchall()
    row = next(row for row in found if row[:2] == (bad.side, bad.problem))
    assert row[2] == bad.n_rows
    assert row[5] == check["refused"]
    if told is not None and bad.problem != BY_TYPES:
        # Of several problems the first one is told.
        messages = [without_what_python_knows(other[4]) for other in found]
        assert without_what_python_knows(told) in messages
        if found[0][:2] == (bad.side, bad.problem):
            assert without_what_python_knows(told) == messages[0]
    for way in ("dbt", "table macro"):
        answer = as_told(way, con, good, arguments)
        if check["refused"] == "everywhere":
            assert answer, (way, check)
            assert words(row[4]) in words(answer) or ELSEWHERE.search(answer), way
    if suffix == "renamed" and check["column"] and row[3]:
        assert re.search("their |country", row[4])


@pytest.mark.thorough
@pytest.mark.parametrize("bad", ONE_OF_EACH)
def test_input_problems_shows_it(con: duckdb.DuckDBPyConnection, bad: Bad) -> None:
    check = check_of(bad)
    if check["kinds"]:
        return
    store(con, bad)
    good = GOOD[bad.good]
    arguments = {name: value for name, value in arguments_of(good, "table").items() if name not in good.options}
    reads = PACKAGE.checked_macro(good.macro)["options"]
    options = {name: value for name, value in good.options.items() if name in reads}
    given = arguments | {"macro": good.macro} | ({"options": options} if options else {})
    by_macro = con.sql(called("input_problems", given)).fetchall()
    row = (bad.side, bad.problem, bad.n_rows)
    assert row in [found[:3] for found in by_macro]
    by_dbt = con.sql(str(PACKAGE.input_problems(**given))).fetchall()
    assert sorted(by_dbt) == sorted(by_macro)


@pytest.mark.thorough
@pytest.mark.parametrize("bad", ONE_OF_EACH)
def test_a_data_test_fails_on_it(con: duckdb.DuckDBPyConnection, bad: Bad) -> None:
    """dbt's generic test no_input_problems, whose rows are failures."""
    good, check = GOOD[bad.good], check_of(bad)
    tested = next(side for side in TESTED if side in good.tables)
    reads = PACKAGE.checked_macro(good.macro)["options"]
    beside = {side: f"{side}_table" for side in good.tables if side != tested}
    options = {name: value for name, value in good.options.items() if name in reads}
    sql = str(
        PACKAGE.test_no_input_problems(
            f"main.{tested}_table", input=tested, macro=good.macro, options=options, columns=good.columns, **beside
        )
    )
    store(con, Bad(bad.good, tested, "nothing"))
    assert con.sql(sql).fetchall() == []
    if check["kinds"]:
        return
    store(con, bad)
    failed = [row[:2] for row in con.sql(sql).fetchall()]
    assert ((bad.side, bad.problem) in failed) == (check["refused"] != "counted")
