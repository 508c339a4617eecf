"""`Comparison.verdict`, and the status of `rankhouse compare --exit-with-verdict`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse.cli import main

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def values(con: duckdb.DuckDBPyConnection, changes: Mapping[str, float], n: int, metric: str) -> Any:
    """Systems that differ from 0.5 by their change and by noise of 0.1; a second measure says the opposite."""
    systems = ", ".join(f"({name!r}, {change})" for name, change in changes.items())
    return con.sql(
        "select system, 'q' || q as query_id, measure, measure as metric, null::bigint as k,"
        " 0.5 + 0.1 * (((q * 7919 + length(system) * 104729) % 97) / 97 - 0.5) + sign * change as value"
        f" from range({n}) q(q), (values {systems}) s(system, change),"
        f" (values ('{metric}', 1), ('precision', -1)) m(measure, sign)"
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("changes", "more", "decision", "system", "baseline"),
    [
        ({"a": 0, "bb": 0.1}, {}, "ship", "bb", "a"),
        ({"a": 0, "bb": 0.1}, {"baseline": "a"}, "ship", "bb", "a"),
        ({"a": 0, "bb": 0.1}, {"baseline": "bb"}, "do not ship", "a", "bb"),
        ({"a": 0, "bb": 0.004}, {"baseline": "a"}, "not decided", "bb", "a"),
        ({"a": 0, "bb": 0.1}, {"n": 10}, "not decided", "bb", "a"),
        ({"a": 0, "bb": 0.1}, {"n": 30}, "ship", "bb", "a"),
        # More would have to be looked at than the 30 that are the least.
        ({"a": 0, "bb": 0.004}, {"n": 10, "baseline": "a"}, "not decided", "bb", "a"),
        ({"a": 0, "bb": -0.1}, {"metric": "label_ranking_loss"}, "ship", "bb", "a"),
        ({"a": 0, "bb": -0.1, "ccc": -0.2}, {"metric": "label_ranking_loss", "baseline": "a"}, "ship", "ccc", "a"),
        # Two that are better than a third, and not than each other.
        ({"a": 0, "bb": 0.1, "ccc": 0.104}, {}, "not decided", "ccc", "bb"),
        ({"a": 0, "bb": 0.1, "ccc": 0.104}, {"baseline": "a"}, "ship", "ccc", "a"),
        ({"a": 0, "bb": -0.1, "ccc": 0.004}, {"baseline": "a"}, "not decided", "ccc", "a"),
    ],
)
def test_verdicts(
    con: duckdb.DuckDBPyConnection,
    changes: Mapping[str, float],
    more: dict[str, Any],
    decision: str,
    system: str,
    baseline: str,
) -> None:
    metric, n = more.pop("metric", "ndcg"), more.pop("n", 60)
    comparison = rankhouse.compare(values(con, changes, n, metric), None, [metric], con=con, **more)
    found = comparison.verdict
    assert found is not None
    assert (found.decision, found.measure, found.system, found.baseline) == (decision, metric, system, baseline)
    assert (found.more_units is not None) == (decision == "not decided")
    assert found.more_queries == found.more_units
    assert str(found).startswith(decision.capitalize())


def unsteady(con: duckdb.DuckDBPyConnection, means: Mapping[str, float]) -> Any:
    """60 queries; `wild` is now 0.5 above its mean, now as much below, the others by 0.01 in steps of three."""
    systems = ", ".join(f"({name!r}, {mean})" for name, mean in means.items())
    return con.sql(
        "select system, 'q' || q as query_id, 'ndcg' as measure, 'ndcg' as metric, null::bigint as k,"
        " mean + case system when 'wild' then q % 2 - 0.5 else 0.01 * ((q + length(system)) % 3 - 1) end as value"
        f" from range(60) q(q), (values {systems}) s(system, mean)"
    )


def test_the_best_has_to_be_better_than_every_other_system(con: duckdb.DuckDBPyConnection) -> None:
    """Not than the second best alone: the third is nearer to it, as far as one can tell."""
    table = unsteady(con, {"best": 0.6, "second": 0.5, "wild": 0.49})
    found = rankhouse.compare(table, None, ["ndcg"], con=con).verdict
    assert found is not None
    assert (found.decision, found.system, found.baseline) == ("not decided", "best", "wild")


def test_the_best_by_chance_is_not_shipped(con: duckdb.DuckDBPyConnection) -> None:
    """The one with the highest mean is not significantly better than the baseline; the next one is."""
    table = unsteady(con, {"base": 0.5, "steady": 0.55, "wild": 0.6})
    found = rankhouse.compare(table, None, ["ndcg"], baseline="base", con=con).verdict
    assert found is not None
    assert (found.decision, found.system, found.baseline) == ("ship", "steady", "base")


def test_the_first_measure_that_was_named_decides(con: duckdb.DuckDBPyConnection) -> None:
    table = values(con, {"a": 0, "bb": 0.1}, 60, "ndcg")
    found = [
        rankhouse.compare(table, None, each, con=con).verdict for each in (["ndcg", "precision"], ["precision", "ndcg"])
    ]
    assert [(each.measure, each.system) for each in found if each] == [("ndcg", "bb"), ("precision", "a")]


@pytest.mark.parametrize(
    ("change", "option", "status", "said"),
    [
        (0.1, "--exit-with-verdict", 0, "Ship bb: significantly better than a by ndcg."),
        (-0.1, "--exit-with-verdict", 1, "Do not ship bb: significantly worse than a by ndcg."),
        (0.004, "--exit-with-verdict", 3, "Not decided: bb and a do not differ significantly by ndcg; about "),
        (-0.1, "", 0, ""),
        (
            -0.1,
            "--exit-with-verdict --by query_id",
            3,
            "Not decided: bb is significantly better than a by ndcg in 0 of",
        ),
    ],
)
def test_the_exit_status(
    con: duckdb.DuckDBPyConnection,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: float,
    option: str,
    status: int,
    said: str,
) -> None:
    values(con, {"a": 0, "bb": change}, 60, "ndcg").write_parquet(str(tmp_path / "values.parquet"))
    monkeypatch.chdir(tmp_path)
    command = f"rankhouse compare values.parquet -m ndcg --baseline a {option}"
    monkeypatch.setattr(sys, "argv", command.split())
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code or 0) == status
    assert said in capsys.readouterr().err
