"""Help texts: every command ends in examples that run, and no choice is broken over lines."""

from __future__ import annotations

import contextlib
import inspect
import shlex
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import duckdb
import pytest
import typer

from executed import commanded
from rankhouse.cli import app
from typical import create_tables, given_tables

COMMANDS: dict[str, Any] = {
    name: command
    for name, command in typer.main.get_command(app).commands.items()  # type: ignore[attr-defined]
    if not command.hidden
}
WIDTH = 80

# The files that the examples name beside the tables of the typical calls, and their rows.
FILES = {
    "runs.parquet": "from run",
    "judgments.csv": "from judgments",
    "values.parquet": "select system, query_id, measure, metric, 10 as k, country,"
    " date '2026-01-01' + (query // 40)::int as day, strength / 4 + (query % 40 * 31 % 100) / 200 as value"
    " from systems, queries, (values ('ndcg@10', 'ndcg'), ('recall@10', 'recall')) as measures(measure, metric)",
    "daily.parquet": "select system, day, measure, 'ndcg' as metric, 10 as k, 0.7 as value, 80 as n_queries,"
    " 56 as value_sum, 0.02 as std_error, 0.66 as ci_low, 0.74 as ci_high"
    " from systems, (values ('ndcg@10'), ('ndcg@5')) as measures(measure),"
    " (values (date '2026-01-01'), (date '2026-01-02')) as days(day)",
    "groups.csv": "select item_id, ['large', 'small'][1 + row_number() over (order by item_id) % 2] as feature"
    " from (select distinct item_id from judgments) as judged",
    "shown.csv": "select i as search_id, 'q' || i % 80 as query_id, 'd' || (i * 7 + p) % 12 as item_id,"
    " p as position, (i + p) % 4 = 0 as clicked from range(160) as searches(i), range(1, 6) as places(p)",
    "by_people.parquet": "select * from 'values.parquet' where system = 'dense' and query_id < 'q2'",
    "by_model.parquet": "select * replace (value * 0.9 as value) from 'values.parquet' where system = 'dense'",
    "curve.csv": "select system, n_given, query_id, item_id, score + n_given * strength as score"
    " from run join systems using (system), (values (1), (2), (5)) as given(n_given)",
    "items.csv": "select 'd' || item as item_id from range(100) as items(item)",
    "sampled.csv": "select distinct query_id, item_id from run",
}
TREC = {
    "bm25.run": "select query_id, 'Q0', item_id, 1, score, system from run where system = 'bm25'",
    "dense.run": "select query_id, 'Q0', item_id, 1, score, system from run where system = 'dense'",
    "qrels.txt": "select query_id, 0, item_id, relevance from judgments",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    with duckdb.connect(folder / "warehouse.duckdb") as con, contextlib.chdir(folder):
        con.execute("create temp table systems as from (values ('bm25', 0.4), ('dense', 0.9)) as t(system, strength)")
        con.execute(
            "create temp table queries as select query, 'q' || query as query_id,"
            " ['de', 'fr'][1 + query % 2] as country from range(80) as queries(query)"
        )
        con.execute(
            "create temp table judgments as select query_id, 'd' || item as item_id, greatest(3 - item, 0) as relevance"
            " from queries, range(12) as items(item)"
        )
        con.execute(
            "create temp table run as select system, query_id, 'd' || item as item_id,"
            " strength * greatest(3 - item, 0) + (item * 31 + query * 17) % 29 / 10 as score"
            " from systems, queries, range(12) as items(item)"
        )
        create_tables(con, (given_tables()[name] for name in given_tables().keys() - {"runs", "judgments", "values"}))
        for name in given_tables().keys() - {"runs", "judgments", "values"}:
            con.execute(f"copy {name} to '{name}.csv'")
            con.execute(f"drop table {name}")
        for name, rows in FILES.items():
            con.execute(f"copy ({rows}) to '{name}'")
        for name, rows in TREC.items():
            con.execute(f"copy ({rows}) to '{name}' (format csv, delimiter ' ', header false)")
        con.execute("create table metrics as from 'values.parquet'")
    return folder


def shown(*arguments: str) -> list[str]:
    """The lines of a help text in a terminal of 80 columns."""
    status, text, _ = commanded([*arguments, "--help"], WIDTH)
    assert status == 0
    return text.splitlines()


def examples(lines: list[str]) -> list[str]:
    (start,) = (place for place, line in enumerate(lines) if line.strip() in ("Example:", "Examples:"))
    return [line.strip() for line in lines[start + 1 :] if line.strip()]


@pytest.mark.thorough
@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_in_examples_that_run(name: str, folder: Path) -> None:
    found = examples(shown(name))
    assert 1 <= len(found) <= 2
    for example in found:
        program, *arguments = shlex.split(example)
        assert program == "rankhouse"
        assert arguments[0] == name, "an example is in one line"
        with contextlib.chdir(folder):
            status, _, complaint = commanded(arguments)
        assert status == 0, complaint


def test_help_of_the_program_ends_in_examples(folder: Path) -> None:
    for example in examples(shown()):
        with contextlib.chdir(folder):
            status, _, complaint = commanded(shlex.split(example)[1:])
        assert status == 0, complaint


@pytest.mark.parametrize("name", COMMANDS)
def test_choices_are_whole(name: str) -> None:
    """Each stands in a line, and no line is longer than the terminal."""
    lines = shown(name)
    assert max(map(len, lines)) <= WIDTH
    words = {word.strip("(),.:;") for line in lines for word in line.split()}
    options = inspect.signature(COMMANDS[name].made.callback).parameters.values()
    choices = {each for option in options for each in choices_of(option.annotation)}
    assert choices - words == set()


def choices_of(kind: Any) -> Iterator[str]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield from (each.value for each in kind)
    for part in get_args(kind):
        if get_origin(kind) is Literal:
            yield part
        else:
            yield from choices_of(part)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    unexplained = [each.name for each in COMMANDS[name].params if not each.help and not getattr(each, "hidden", False)]
    assert unexplained == []
