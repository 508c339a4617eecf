"""What an alert says of one mean, at each side of its bounds, where higher and where lower is better."""

from __future__ import annotations

from typing import Any

import pytest

from rankhouse._rendering.jinja import macros

Ends = tuple[float, float] | None
SURE, UNSURE = True, False
CASES: list[tuple[str, float | None, float | None, Ends, float, bool, str]] = [
    # Higher is better: what counts is the upper end, which is below -margin.
    ("ndcg", 0.5, 0.375, (-0.1875, -0.0625), 0, SURE, "**fell**"),
    ("ndcg", 0.5, 0.375, (-0.1875, -0.0625), 0.05, SURE, "**fell**"),
    ("ndcg", 0.5, 0.375, (-0.1875, -0.0625), 0.0625, SURE, "worse, within the margin"),
    ("ndcg", 0.5, 0.375, (-0.1875, -0.0625), 0.1, SURE, "worse, within the margin"),
    ("ndcg", 0.5, 0.375, (-0.25, 0.0), 0, SURE, "worse, may be chance"),
    ("ndcg", 0.5, 0.375, (-0.3, 0.05), 0, SURE, "worse, may be chance"),
    ("ndcg", 0.5, 0.375, None, 0, SURE, "worse, too few queries to tell"),
    ("ndcg", 0.375, 0.5, (0.0625, 0.1875), 0, SURE, "better"),
    ("ndcg", 0.375, 0.5, (0.0625, 0.1875), 0.9, SURE, "better"),
    ("ndcg", 0.375, 0.5, (0.0, 0.25), 0, SURE, "better, may be chance"),
    ("ndcg", 0.375, 0.5, None, 0, SURE, "better, too few queries to tell"),
    ("ndcg", 0.5, 0.5, (0.0, 0.0), 0, SURE, "unchanged"),
    # An error: what counts is the lower end of its rise.
    ("log_loss", 0.375, 0.5, (0.0625, 0.1875), 0, SURE, "**got worse**"),
    ("log_loss", 0.375, 0.5, (0.0625, 0.1875), 0.05, SURE, "**got worse**"),
    ("log_loss", 0.375, 0.5, (0.0625, 0.1875), 0.0625, SURE, "worse, within the margin"),
    ("log_loss", 0.375, 0.5, (0.0625, 0.1875), 0.1, SURE, "worse, within the margin"),
    ("log_loss", 0.375, 0.5, (0.0, 0.25), 0, SURE, "worse, may be chance"),
    ("log_loss", 0.5, 0.375, (-0.1875, -0.0625), 0, SURE, "better"),
    ("log_loss", 0.5, 0.375, (-0.1875, -0.0625), 0.9, SURE, "better"),
    ("log_loss", 0.5, 0.375, (-0.3, 0.05), 0, SURE, "better, may be chance"),
    # Whatever the interval says: only the change and the margin count.
    ("ndcg", 0.5, 0.375, (-0.3, 0.05), 0, UNSURE, "**fell**"),
    ("ndcg", 0.5, 0.375, None, 0.12, UNSURE, "**fell**"),
    ("ndcg", 0.5, 0.375, (-0.1875, -0.0625), 0.125, UNSURE, "worse, within the margin"),
    ("ndcg", 0.5, 0.375, (-0.1875, -0.0625), 0.2, UNSURE, "worse, within the margin"),
    ("ndcg", 0.375, 0.5, (0.0625, 0.1875), 0.2, UNSURE, "better"),
    ("ndcg", 0.375, 0.5, (0.0625, 0.1875), 0, UNSURE, "better"),
    ("ndcg", 0.5, 0.5, (0.0, 0.0), 0.2, UNSURE, "unchanged"),
    ("log_loss", 0.375, 0.5, (-0.05, 0.3), 0, UNSURE, "**got worse**"),
    ("log_loss", 0.375, 0.5, (0.0625, 0.1875), 0.125, UNSURE, "worse, within the margin"),
    ("log_loss", 0.5, 0.375, (-0.1875, -0.0625), 0.2, UNSURE, "better"),
    # The digits of a sum that is made in another order.
    ("ndcg", 0.3, 0.1 + 0.2, (4e-17, 6e-17), 0, SURE, "unchanged"),
    ("log_loss", 0.3, 0.1 + 0.2, (4e-17, 6e-17), 0, UNSURE, "unchanged"),
    ("ndcg", 0.5, None, None, 0.9, SURE, "**missing**"),
    ("log_loss", 0.5, None, None, 0.9, UNSURE, "**missing**"),
    ("ndcg", None, 0.5, None, 0, SURE, "new"),
    ("log_loss", None, 0.5, None, 0, UNSURE, "new"),
]


def line(metric: str, before: float | None, value: float | None, ends: Ends = None, group: str = "a") -> dict[str, Any]:
    names = {"group": [group], "measure": metric, "metric": metric}
    return names | {"value": value, "before": before, "ends": ends and [*ends], "n_queries": [40]}


def summary(lines: list[dict[str, Any]], margin: float = 0, significant: bool = True) -> dict[str, Any]:
    change = {"day": "day 2", "before": "day 1", "groups": ["system"], "kind": "Paired.", "lines": lines}
    found: dict[str, Any] = macros("duckdb").alert_summary(change, margin, significant)
    return found


@pytest.mark.parametrize(("metric", "before", "value", "ends", "margin", "significant", "says"), CASES)
def test_what_is_said(
    metric: str, before: float | None, value: float | None, ends: Ends, margin: float, significant: bool, says: str
) -> None:
    found = summary([line(metric, before, value, ends)], margin, significant)
    ((*_, interval, _, verdict),) = found["rows"]
    assert verdict == says
    assert bool(found["failure"]) == says.startswith("**")
    # The interval is that of the change as it is, whichever side is better.
    shown = "" if ends is None else " to ".join(f"{end:+.4f}" if abs(end) > 5e-5 else "0.0000" for end in ends)
    assert interval == shown


def test_the_worst_is_named_and_stands_first() -> None:
    """What is missing, then what fell, the farthest fall first, whichever side is better; then the others."""
    lines = [
        line("ndcg", 0.5, 0.75, (0.1, 0.4), "risen"),
        line("ndcg", 0.5, 0.375, (-0.2, -0.05), "fell a little"),
        line("log_loss", 0.25, 0.5, (0.1, 0.4), "fell most"),
        line("ndcg", 0.5, None, None, "gone"),
    ]
    found = summary(lines)
    assert [row[0] for row in found["rows"]] == ["gone", "fell most", "fell a little", "risen"]
    assert found["failure"] == "3 of 4 means fell on day 2: gone, ndcg is missing, and 2 more"
    assert summary(lines[:3])["failure"] == "2 of 3 means fell on day 2: fell most, log_loss by 0.25, and 1 more"
    assert summary(lines[:2])["failure"] == "1 of 2 means fell on day 2: fell a little, ndcg by 0.125"
    assert summary(lines[:1])["failure"] == ""
    assert found["rows"][1][1:5] == ["log_loss", "0.2500", "0.5000", "+0.2500 (+100.0%)"]
    assert found["rows"][0][1:5] == ["ndcg", "0.5000", "", ""]


def test_what_did_not_fall_is_counted_beyond_fifty() -> None:
    """What fell is always shown."""
    same = [line("ndcg", 0.5, 0.5, (0.0, 0.0), f"s{number}") for number in range(51)]
    fallen = [line("ndcg", 0.5, 0.25, (-0.3, -0.2), f"f{number}") for number in range(60)]
    found = summary([*same, *fallen])
    assert [row[0] for row in found["rows"]] == [*(f"f{n}" for n in range(60)), *(f"s{n}" for n in range(50))]
    assert found["more"] == "1 more did not fall."
    assert summary(same[:50])["more"] is None
    assert found["title"] == "day 2: 60 of 111 means fell"
    assert summary(same[:1])["title"] == "day 2: none of 1 mean fell"


def test_the_rule_is_told() -> None:
    beginning = "Against day 1. A mean fell where it is worse than before"
    assert summary([])["intro"] == f"{beginning}, and the whole 95 % interval of the change says so. Paired."
    assert summary([], 0.25, False)["intro"] == f"{beginning} by more than 0.25. Paired."
