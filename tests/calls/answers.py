"""Tries of a task, by counting the sets of k of them."""

from __future__ import annotations

from collections import defaultdict

from truth import truths
from typical import Given, Row, TypicalCall

TRIES = Given(
    "tries",
    "agent query_id try_id passed document_id day",
    [
        *(("new", "t1", number, number in (1, 4), "d1", 1) for number in range(1, 6)),
        *(("new", "t2", number, number > 1, "d1", 1) for number in range(1, 5)),
        *(("new", "t3", number, True, "d2", 1) for number in range(1, 4)),
        *(("new", "t4", number, number == 2, "d2", 1) for number in range(1, 3)),
        *(("old", "t1", number, number == 3, "d1", 1) for number in range(1, 6)),
        *(("old", "t2", number, False, "d1", 1) for number in range(1, 4)),
        *(("old", "t3", number, number != 2, "d2", 1) for number in range(1, 5)),
    ],
)


def _truth(measures: list[tuple[str, int]]) -> dict[Row, Row]:
    outcomes: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for agent, task, _, passed, *_ in TRIES.rows:
        outcomes[agent, task].append(passed)
    found: dict[Row, Row] = {}
    for agent in ("new", "old"):
        for name, k in measures:
            values = []
            of_agent = [passed for (one, _), passed in outcomes.items() if one == agent]
            for passed in of_agent:
                value = truths("tries")[name].of_tries(passed, k)
                if value is not None:
                    values.append(value)
            value = float(sum(values) / len(values)) if values else None
            found[agent, f"{name}@{k}"] = (value, len(values), len(of_agent) - len(values))
    return found


CALLS = [
    TypicalCall(
        macro="try_metrics",
        tables={"tries": TRIES},
        arguments={
            "measures": ["pass@1", "pass@3", "pass_all@2", "pass_all@5"],
            "by": ["agent"],
        },
        keys="agent measure",
        figures="value n_queries n_left_out",
        truth=lambda: _truth([("pass", 1), ("pass", 3), ("pass_all", 2), ("pass_all", 5)]),
    )
]
