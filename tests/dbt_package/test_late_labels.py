"""Ten nights of a shop whose labels come late: what is shown, what gates look at, what was reported on each night."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from dbt_projects import DATABASE, dbt, new_project, statuses

pytestmark = pytest.mark.thorough

N_NIGHTS, N_QUERIES = 10, 40
FIRST = datetime.date(2026, 1, 1)
# How many queries of a day have their label so many nights later; none on the night itself of the second day.
LABELLED = [3, 20, 36, 40]
VANISHED = 7
"""From this day on `dense` returns nothing."""

# The relevant item is at the top for even queries, and second for odd ones: reciprocal ranks of 1 and 0.5.
RUN = f"""
select sides.name as "system", date '{FIRST}' + d::integer as day, d || '-' || q as query_id, 'i' || i as item_id,
    -i as score
from range({N_NIGHTS}) as days(d), range({N_QUERIES}) as queries(q), range(3) as items(i),
    (values ('bm25'), ('dense')) as sides(name)
where d < {{{{ var("night") }}}} and (sides.name = 'bm25' or d < {VANISHED})
"""
JUDGMENTS = f"""
select date '{FIRST}' + d::integer as day, d || '-' || q as query_id, 'i' || (q % 2) as item_id, 1 as relevance
from range({N_NIGHTS}) as days(d), range({N_QUERIES}) as queries(q)
where d < {{{{ var("night") }}}} and q < case {{{{ var("night") }}}} - 1 - d {
    " ".join(f"when {late} then {n}" for late, n in enumerate(LABELLED))
} else {N_QUERIES} end
"""
GATES = {
    "groups_of_any_day": ("has_groups", {"by": "system", "values": ["bm25", "dense"]}),
    "groups_of_newest_day": ("has_groups", {"by": "system", "values": ["bm25", "dense"], "latest": "day"}),
    "groups_of_three_queries": (
        "has_groups",
        {"by": "system", "values": ["bm25", "dense"], "latest": "day", "complete": {}},
    ),
    "floor": ("metric_at_least", {"measure": "mrr", "at_least": 0.7, "latest": "day"}),
    "support": ("enough_queries", {"at_least": 30, "latest": "day"}),
    "support_of_any": ("enough_queries", {"at_least": 30, "latest": "day", "complete": {}}),
    "support_by_count": ("enough_queries", {"at_least": 30, "latest": "day", "complete": {"min_queries": 20}}),
}
BY_QUERY = {
    # The queries of every day are others.
    "days_in_pairs": {"complete": {}},
    "days_unpaired": {"min_queries": 30},
}
SNAPSHOT = {
    # Of the package's own table: a failing gate of `quality` would skip what is made of it.
    "name": "reported",
    "relation": "ref('rankhouse', 'rankhouse__metrics')",
    "config": {
        "unique_key": ["system", "day", "measure"],
        "strategy": "check",
        "check_cols": ["value", "n_queries"],
        "hard_deletes": "invalidate",
    },
}


def declared() -> str:
    settings = {"store_failures": True}
    of_means = [
        {f"rankhouse.{test}": {"name": name, "arguments": arguments, "config": settings}}
        for name, (test, arguments) in GATES.items()
    ]
    since: dict[str, Any] = {"measure": "mrr", "previous": "day", "by": ["system"]}
    of_queries = [
        {"rankhouse.metric_not_worse_than": {"name": name, "arguments": since | further, "config": settings}}
        for name, further in BY_QUERY.items()
    ]
    models = [{"name": "quality", "data_tests": of_means}, {"name": "by_query", "data_tests": of_queries}]
    return str(yaml.safe_dump({"version": 2, "models": models, "snapshots": [SNAPSHOT]}, sort_keys=False))


@dataclass
class Night:
    """What there was after the build of a night."""

    status: dict[str, str]
    ended: datetime.datetime
    tables: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)

    def reasons(self, gate: str) -> list[str]:
        return sorted(reason for (reason,) in self.tables[gate])


READ = {
    "maturity": "select day, n_queries, n_judged, share_judged, is_complete from rankhouse__maturity order by day",
    "latest": 'select "system", day, reciprocal_rank, n_queries from rankhouse__latest order by all',
    "means": 'select "system", day, measure, value, n_queries from rankhouse__metrics order by all',
}
REPORTED = """
select "system", day, measure, value, n_queries from reported
where dbt_valid_from <= $1 and (dbt_valid_to is null or dbt_valid_to > $1) order by all
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    evaluation = {
        "run": "search_run",
        "judgments": "search_judgments",
        "measures": ["mrr"],
        "by": ["system", "day"],
        "judgments_by": ["day"],
        "partition": "day",
        "latest": "day",
        "complete": {"share_judged": 0.8},
    }
    files = {
        "models/search_run.sql": RUN,
        "models/search_judgments.sql": JUDGMENTS,
        "models/quality.sql": 'select * from {{ ref("rankhouse", "rankhouse__metrics") }}',
        "models/by_query.sql": 'select * from {{ ref("rankhouse", "rankhouse__query_metrics") }}',
        "models/models.yml": declared(),
    }
    settings = {"vars": {"rankhouse": evaluation}, "flags": {"require_generic_test_arguments_property": True}}
    return new_project(tmp_path_factory.mktemp("nights"), files, settings)


@pytest.fixture(scope="module")
def nights(project: Path) -> list[Night]:
    return [built(project, number) for number in range(1, N_NIGHTS + 1)]


def built(project: Path, number: int) -> Night:
    done = dbt(project, "build", "--vars", f"{{night: {number}}}")
    status = statuses(project)
    assert "error" not in status.values(), done.stdout
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        tables = {name: con.execute(sql).fetchall() for name, sql in READ.items()}
        for gate in [*GATES, *BY_QUERY]:
            tables[gate] = con.execute(f"select reason from main_dbt_test__audit.{gate}").fetchall()
    return Night(status, datetime.datetime.now(datetime.UTC).replace(tzinfo=None), tables)


def day(number: int) -> datetime.date:
    return FIRST + datetime.timedelta(number)


def labelled(number: int, of_day: int) -> int:
    """Queries of a day, counted from 0, with a label on a night, counted from 1."""
    late = number - 1 - of_day
    return LABELLED[late] if late < len(LABELLED) else N_QUERIES


def mean(n_queries: int) -> float:
    """The first of these queries, and every second one from there, has its item at the top."""
    n_even = (n_queries + 1) // 2
    return (n_even + 0.5 * (n_queries - n_even)) / n_queries


def test_maturity_counts_the_labels_of_each_day(nights: list[Night]) -> None:
    for number, night in enumerate(nights, 1):
        counts = [labelled(number, each) for each in range(number)]
        assert night.tables["maturity"] == [
            (day(each), N_QUERIES, n, n / N_QUERIES, n >= 32) for each, n in enumerate(counts)
        ]


def test_the_latest_day_is_the_newest_complete_one(nights: list[Night]) -> None:
    assert nights[0].tables["latest"] == nights[1].tables["latest"] == []
    for number, night in enumerate(nights[2:], 3):
        newest = number - 3
        systems = ["bm25", "dense"] if newest < VANISHED else ["bm25"]
        assert night.tables["latest"] == [(name, day(newest), pytest.approx(mean(36)), 36) for name in systems]


def test_gates_look_at_the_newest_complete_day(nights: list[Night]) -> None:
    for number, night in enumerate(nights, 1):
        is_mature = number > 2
        for gate in ("floor", "support"):
            assert night.status[gate] == ("pass" if is_mature else "fail"), number
        assert night.status["support_of_any"] == "fail"
        # From the second night on, a day has 20 labels.
        assert night.status["support_by_count"] == "fail"
        assert night.status["groups_of_any_day"] == "pass"
        # The newest day has no dense from the eighth night on; its labels are complete two nights later.
        assert night.status["groups_of_newest_day"] == ("pass" if is_mature and number <= VANISHED + 2 else "fail")
        assert night.status["groups_of_three_queries"] == ("pass" if number <= VANISHED else "fail")


def test_gates_say_why(nights: list[Night]) -> None:
    first, second, last = nights[0], nights[1], nights[-1]
    none = ", as no value of day is complete"
    assert first.reasons("floor") == [f"reciprocal_rank has no row{none}: the table has none"]
    assert first.reasons("support") == [f"the table has no row{none}"]
    assert first.reasons("groups_of_newest_day") == [
        f"system {name} has no row{none}: the table has none" for name in ("bm25", "dense")
    ]
    assert first.reasons("support_by_count") == [f"the table has no row{none}"]
    assert second.reasons("support_by_count") == ["reciprocal_rank is a mean over 20 queries, fewer than 30"] * 2
    assert last.reasons("support_of_any") == ["reciprocal_rank is a mean over 3 queries, fewer than 30"]
    for gate, newest in {"groups_of_three_queries": 10, "groups_of_newest_day": 8}.items():
        said = f"system dense has no row where day is 2026-01-{newest:02}: the table has bm25"
        assert last.reasons(gate) == [said]


def test_days_of_other_queries_are_compared_unpaired(nights: list[Night]) -> None:
    for number, night in enumerate(nights, 1):
        assert night.status["days_in_pairs"] == "fail"
        # On the last night the newest complete day has no dense.
        assert night.status["days_unpaired"] == ("pass" if 3 < number < N_NIGHTS else "fail"), number
    assert nights[0].reasons("days_unpaired") == ["no value of day is complete"]
    assert nights[2].reasons("days_unpaired") == ["there is no complete value of day before 2026-01-01 to compare with"]
    assert (
        nights[4].reasons("days_in_pairs")
        == ["no query of reciprocal_rank has a value both here and in day 2026-01-04"] * 2
    )


def test_what_was_reported_on_each_night_is_kept(project: Path, nights: list[Night]) -> None:
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        for night in nights:
            assert con.execute(REPORTED, [night.ended]).fetchall() == night.tables["means"]
    assert nights[1].tables["means"] != nights[2].tables["means"]
