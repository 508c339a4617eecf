"""The section on tries of a report."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import rankhouse
from reports.test_report import Page


def tries(con: duckdb.DuckDBPyConnection, n: int = 40) -> duckdb.DuckDBPyRelation:
    """`new` passes two of three tries of each task, `old` one."""
    return con.sql(
        "select system, task as query_id, task // 4 as document_id, attempt as try_id, attempt < passes as passed"
        f" from range({n}) as tasks(task), range(3) as attempts(attempt),"
        " (values ('new', 2), ('old', 1)) as systems(system, passes)"
    )


def test_tries_are_told_with_their_decision(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    page = Page(rankhouse.report(tries=tries(con), path=tmp_path / "a.html", con=con))
    assert [each.attributes["id"] for each in page.root.all("section")] == ["tries", "method"]
    assert page.root.all("p")[2].text == "Ship new: significantly better than old by pass@1."
    assert page.root.all("p")[3].text.startswith("pass@1 over 40 tasks: new 0.6667 (")
    assert [row[0] for row in page.table("tries")] == ["pass@1", "pass_all@3", "tasks"]
    assert page.table("tries")[-1][1:] == ["40", "40"]


def test_measures_and_clusters_of_tries(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    given = {"measures": ["pass@2"], "baseline": "new", "cluster": "document_id"}
    page = Page(rankhouse.report(tries=tries(con), path=path, con=con, **given))
    assert page.root.all("p")[2].text.startswith("Do not ship old: significantly worse than new by pass@2")
    with pytest.raises(rankhouse.InputError, match="cluster: 'tries' has no column 'documents'"):
        rankhouse.report(tries=tries(con), path=path, con=con, cluster="documents")
    alone = tries(con).filter("system = 'new'").project("query_id, try_id as n, passed")
    page = Page(rankhouse.report(tries=alone, path=path, con=con, columns={"tries.try_id": "n"}))
    assert page.root.all("p")[2].text.startswith("pass@1 over 40 tasks: 0.6667 (")
