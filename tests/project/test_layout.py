"""The layout of a query: lines as people read them, and never another query."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from examples import examples
from rankhouse._rendering.jinja import Macros

DUCKDB = Macros("duckdb")
TOKENS = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\#[^\n]*|//[^\n]*|/[*].*?[*]/|\s+|.""", re.DOTALL)
PARTS = [
    *("(", ")", "[", "]", ",", "a", "x.y as z", " case ", " end ", "select", "from", " as (", "end,", "\n"),
    *("'it''s'", "'a (b'", "'a) '", '"x y"', '"a""("', '"n\n m"'),
    *('"o\'clock"', "'a and b, c'", '"a, b or c"', " and " + "b" * 40, ", " + "c" * 30 + " * d"),
    *("-- a (\n", "# a)\n", "// a\n", "/* a (\n */"),
]


def tokens(sql: str) -> list[str]:
    found = [token for token in TOKENS.findall(sql) if token.strip()]
    return ["".join(token.split()) if token[:1] in "-#/" else token for token in found]


@example(parts=['"x y"x.y', "\n", "end,a", "]x.y", "(a"])
@example(parts=['"o\'clock"', ", " + "c" * 40, "'a and b, c'", " and " + "b" * 40, "'a and b, c'", '"o\'clock"'])
@given(parts=st.lists(st.sampled_from(PARTS), max_size=20))
@examples(400)
def test_a_query_stays_the_same(parts: list[str]) -> None:
    """Also where somebody's query, a table of the call, has brackets in comments and names."""
    step = f"rankhouse_a as (\nselect\nx,\n(\n{' '.join(parts)}\n) as y\nfrom t\n)"
    sql = f"with\n-- a row\n{step}\n-- a row\nselect\ny\nfrom rankhouse_a"
    assert tokens(DUCKDB.indented(sql)) == tokens(sql)


@pytest.mark.parametrize("asked", [["ndcg@10"], ["ndcg@1", "ndcg@5", "map", "precision@10"], ["roc_auc", "err@10"]])
@pytest.mark.parametrize("engine", ["duckdb", "postgres"])
def test_lines_of_an_evaluation_fit_a_screen(engine: str, asked: list[str]) -> None:
    for name in ("metrics", "query_metrics"):
        macro = getattr(Macros(engine), name)
        sql = str(macro("run", "judgments", asked, by=["system"]))
        assert [line for line in sql.splitlines() if len(line) > 120] == []


def test_a_line_breaks_outside_of_texts() -> None:
    line = "case when " + " and ".join(f"'a and b {place}' = c" for place in range(12)) + " then 1 end"
    broken = DUCKDB.broken_line(line)
    assert max(map(len, broken.splitlines())) <= 120
    assert tokens(broken) == tokens(line)
    quote, apostrophe = "'\"'", '"o\'clock", '
    for whole in ("'" + "a and " * 40 + "'", quote + "'a and b' and " * 20 + quote, apostrophe * 2 + "'a, b', " * 20):
        assert DUCKDB.broken_line(whole) == whole


def test_what_stands_in_brackets_is_on_one_line_where_it_fits() -> None:
    sql = "select\nmax(\ncase\nwhen a > 0\nthen a\nend\n) as b\nfrom (\nselect\na\nfrom t\n) as t"
    assert DUCKDB.indented(sql) == "select max(case when a > 0 then a end) as b\nfrom (select a from t) as t"
    long = sql.replace("a > 0", "a > 0 and " + "b" * 120)
    assert DUCKDB.indented(long).splitlines()[:3] == ["select", "    max(", "        case"]


def test_names_share_a_line_and_expressions_do_not() -> None:
    columns = ["a", "b.c as c", "", "count(*) as n", "d + 1 as e", "f"]
    assert DUCKDB.listed(columns) == "a, b.c as c,\ncount(*) as n,\nd + 1 as e,\nf"
    assert [len(line) for line in DUCKDB.listed(["n" * 20] * 9).splitlines()] == [87, 87, 20]
